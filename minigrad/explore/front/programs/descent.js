// Gradient descent with momentum on a quadratic, from any start and with any setting.

// Return the points on the path, and how far the loss at each is above its minimum: half of d · H d.
function pathOf({ hessian: [[a, b], [, c]], best, steps }, lr, momentum, start) {
  let [x, y] = start.map((part, i) => part - best[i]);
  let [u, v] = [0, 0];
  const points = [];
  const above = [];
  for (let step = 0; step <= steps; step++) {
    points.push([x + best[0], y + best[1]]);
    above.push((a * x * x + 2 * b * x * y + c * y * y) / 2);
    u = momentum * u + a * x + b * y;
    v = momentum * v + b * x + c * y;
    x -= lr * u;
    y -= lr * v;
  }
  return { points, above };
}

// The factor by which a step multiplies the distance in the long run, which is the larger |z| of the
// solutions of z² = (1 + m - lr·c) z - m, and whether the path swings.
function manner(lr, momentum, curvatures) {
  const halves = curvatures.map((curvature) => (1 + momentum - lr * curvature) / 2);
  const factors = halves.map((half) => {
    const root = half * half - momentum;
    return root < 0 ? Math.sqrt(momentum) : Math.abs(half) + Math.sqrt(root);
  });
  const swings = halves.some((half) => half * half < momentum - 1e-9 || half < -1e-9);
  return { factor: Math.max(...factors), swings };
}

function curveIn(axes, points, name, width, dot = 0) {
  const places = [];
  for (const [x, y] of points) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) break;
    places.push(placeIn(axes, x, y).map(tenth));
    if (places.at(-1).some((part) => Math.abs(part) >= 1e5)) break;
  }
  const joined = places.map((place) => place.join(" "));
  const style = 'stroke="var(--mg-value-line)"';
  return [
    inside(axes, says(`<path d="M${joined.join("L")}" fill="none" stroke-linejoin="round" ${style}`
      + ` stroke-width="${width}"/>`, name)),
    dot ? inside(axes, says(`<path d="${joined.map((place) => `M${place}h0`).join("")}" ${style}`
      + ` stroke-linecap="round" stroke-width="${dot}"/>`, name)) : "",
  ];
}

function program(data, [i, j, all, k, l]) {
  const { rates, momenta, starts, told, least, plane, curve, map } = data;
  const start = [starts[0][k], starts[1][l]];
  const { points, above } = pathOf(data, rates[i], momenta[j], start);
  const { factor, swings } = manner(rates[i], momenta[j], data.curvatures);
  const last = least + above.at(-1);
  const excess = general(Math.max(above.at(-1), data.nothing), 3);
  const losses = above.map((loss, step) => [step, Math.log10(Math.max(loss, data.nothing))]);
  const [x, y] = placeIn(plane, ...start).map(tenth);
  const [left, bottom] = [map[0] + map[1] * i, map[2] + map[3] * j].map(tenth);
  const away = factor > 1 + 1e-6;
  const nearer = away ? "gets farther away" : "gets closer";
  const path = Math.abs(factor - 1) < 1e-6 ? "gets neither closer nor farther away"
    : `${swings ? "swings and " : ""}${nearer}, in the long run by a factor of`
      + ` ${distinct(factor, 1)} per step`;
  const [lr, momentum] = [tens(`lr = ${told.lr[i]}`), `momentum ${told.momentum[j]}`];
  const isMoved = k !== data.begins[0] || l !== data.begins[1];
  const begin = isMoved ? [`w = ${told.w[k]}`, `b = ${told.b[l]}`].map(tens) : [];
  const from = isMoved ? ` from ${begin.join(" and ")}` : "";
  return {
    pieces: [
      ...data.fixed, all ? data.shading : "",
      ...curveIn(plane, points, "path", 1.5, 5), ...curveIn(curve, losses, "the loss", 2.5),
      says(`<circle cx="${x}" cy="${y}" r="5" fill="var(--mg-card)" stroke="var(--mg-text)"`
        + ' stroke-width="2.5"/>', ...begin),
      says(`<circle cx="${left}" cy="${bottom}" r="6" fill="var(--mg-text)" stroke="var(--mg-card)"`
        + ' stroke-width="1.5"/>', lr, momentum),
      words(tens(`${excess} above`), curve[0], 48),
    ],
    sentence: tens(`At ${lr}, which is ${told.shares[i]} times 2/curvature, and ${momentum},`
      + ` the path${from} ${path}. After ${data.steps} steps, the loss is`
      + ` ${distinct(last, least)}. That's ${excess} above the lowest possible loss,`
      + ` ${general(least, 4)}.`),
    trace: [left, bottom, away ? "diamond" : swings ? "ring" : "disc"],
    points, losses,
  };
}
