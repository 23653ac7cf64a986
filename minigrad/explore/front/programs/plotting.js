// Lines and points in axes, as in `axes.py`.

// A line through points, up to the first one that's far outside.
export function lineIn(axes, points, attributes) {
  const places = [];
  for (const [x, y] of points) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) break;
    places.push(placeIn(axes, x, y).map(tenth));
    if (places.at(-1).some((part) => Math.abs(part) >= 1e5)) break;
  }
  return `<path d="M${places.map((place) => place.join(" ")).join("L")}" fill="none" stroke-linejoin="round" ${attributes}/>`;
}

export function dotsIn(axes, points, color, radius) {
  const places = points.filter((point) => point.every(Number.isFinite)).map((point) => placeIn(axes, ...point).map(tenth));
  return inside(axes, `<path d="${places.map((place) => `M${place.join(" ")}h0`).join("")}" stroke="${color}"`
    + ` stroke-linecap="round" stroke-width="${2 * radius}"/>`);
}

export const holds = ([, , , , x0, x1, y0, y1], [x, y]) => x0 <= x && x <= x1 && y0 <= y && y <= y1;

export function markIn(axes, point, role, radius, ring = false) {
  if (!holds(axes, point)) return "";
  const [x, y] = placeIn(axes, ...point).map(tenth);
  const color = `var(--mg-${role})`;
  const look = ring ? `fill="var(--mg-card)" stroke="${color}" stroke-width="2.5"`
    : `fill="${color}" stroke="var(--mg-card)" stroke-width="1.5"`;
  return `<circle cx="${x}" cy="${y}" r="${radius}" ${look}/>`;
}
