// Text with terminal color codes, such as a traceback, as colored elements.

const COLORS = { 31: "red", 32: "green", 33: "yellow", 34: "blue", 35: "magenta", 36: "cyan", 1: "bold" };
const ESCAPE = /\x1b\[([\d;]*)m/;

export function colored(text) {
  const parts = text.split(ESCAPE);
  const shown = document.createDocumentFragment();
  let color = "";
  parts.forEach((part, i) => {
    if (i % 2) {
      color = part.split(";").map((code) => COLORS[Number(code)]).find(Boolean) ?? "";
    } else if (part) {
      const span = document.createElement("span");
      if (color) span.className = `run-${color}`;
      span.textContent = part;
      shown.append(span);
    }
  });
  return shown;
}
