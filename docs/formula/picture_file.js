// The picture as a file, with the current colors and without buttons.

import { svg } from "./elements.js";

const COLOR = /var\((--mg-[\w-]+)\)/g;
const LIVE = ["role", "tabindex", "aria-label", "aria-disabled", "class", "style"];
const PADDING = 34; // for the caption

export function fileOf(picture, caption) {
  const style = getComputedStyle(picture);
  const colored = (text) => text.replace(COLOR, (_, name) => style.getPropertyValue(name).trim());
  const copy = picture.cloneNode(true);
  const shown = [picture, ...picture.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
    const now = getComputedStyle(shown[i]);
    for (const name of ["stroke", "stroke-width", "stroke-dasharray", "fill", "font-weight", "opacity", "visibility"]) {
      const value = now.getPropertyValue(name);
      if (value && element.tagName !== "svg") element.setAttribute(name, value);
    }
    for (const { name, value } of [...element.attributes]) element.setAttribute(name, colored(value));
    for (const name of LIVE) element.removeAttribute(name);
  });
  for (const hidden of copy.querySelectorAll('[visibility="hidden"], [opacity="0"]')) hidden.remove();
  const { width, height } = picture.viewBox.baseVal;
  const [across, down] = [Math.max(width, caption.length * 8 + 32), height + PADDING];
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width: across, height: down, viewBox: `0 0 ${across} ${down}` })) {
    copy.setAttribute(name, value);
  }
  const ground = svg("rect", { width: across, height: down, fill: style.getPropertyValue("--mg-card").trim() });
  const text = svg("text", { x: 16, y: 24, "font-weight": "bold", fill: style.getPropertyValue("--mg-text").trim() }, caption);
  const moved = svg("g", { transform: `translate(0 ${PADDING})` }, ...copy.childNodes);
  copy.append(svg("title", {}, caption), ground, text, moved);
  return new XMLSerializer().serializeToString(copy);
}

// A PNG, because few places where people share a picture accept SVG.
export async function pngOf(text) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

export function download(name, file) {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
