// The outputs of a cell, shown as in JupyterLab: text, figures, verdicts, and errors.
import { colored } from "./ansi.js";
import { made } from "./elements.js";
import { safe } from "./safe.js";

const MOST = 100_000; // characters of printed text that a page shows
const EXPLORER = "application/vnd.minigrad.explorer+json";

const text = (className, content) => made("div", `output ${className}`, made("pre", "", content));

export class Outputs {
  // `key` is the name under which an explorer's state is in the page's address.
  constructor(key) {
    this.key = key;
    this.element = made("div", "cell_output docutils container run-outputs");
    this.element.hidden = true;
  }

  clear() {
    this.element.replaceChildren();
    this.element.hidden = true;
    this.stream = null;
    this.printed = 0;
    this.text = ""; // what a screen reader reads
  }

  show(message) {
    this.element.hidden = false;
    if (message.type !== "stream") this.stream = null;
    ({ stream: this.print, error: this.fail, result: this.draw, display: this.draw })[message.type]?.call(this, message);
  }

  print({ name, text: printed }) {
    if (this.stream?.name !== name) {
      const place = text(name === "stderr" ? "stderr" : "stream", "");
      this.stream = { name, pre: place.firstChild };
      this.element.append(place);
    }
    const room = MOST - this.printed;
    this.printed += printed.length;
    this.stream.pre.append(printed.slice(0, Math.max(room, 0)));
    if (room > 0) this.text += printed;
    if (room > 0 && this.printed > MOST) this.stream.pre.append("\n… The rest isn't shown.");
  }

  fail({ name, text: what, traceback }) {
    this.text = `${name}: ${what}`;
    this.element.append(text("traceback", colored(traceback.join("\n"))));
  }

  draw({ data }) {
    this.text += `${data["text/plain"] ?? ""}\n`;
    const place = made("div", "output");
    if (data[EXPLORER] && window.mgShowExplorer) {
      const figure = made("div", "mg-explorer");
      place.append(figure);
      this.element.append(place);
      window.mgShowExplorer(figure, data[EXPLORER], this.key);
      return;
    }
    if (data["text/html"]) place.append(safe(data["text/html"]));
    else if (data["image/svg+xml"]) place.append(safe(data["image/svg+xml"]));
    else place.append(made("pre", "", data["text/plain"] ?? ""));
    this.element.append(place);
  }
}
