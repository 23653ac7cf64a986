// Markup from a learner's program, without scripts, frames, forms, and event handlers. Most of these
// are also refused by the page's content security policy.

const REFUSED = "script, iframe, frame, object, embed, link, meta, base, form, template, foreignObject, animate, set";
const ADDRESSES = ["href", "src", "xlink:href", "action", "formaction"];
const HARMLESS = /^(#|https?:|data:image\/(png|jpeg|gif|svg\+xml)[;,]|[\w./-]+$)/i;

export function safe(markup) {
  const { body } = new DOMParser().parseFromString(markup, "text/html");
  body.querySelectorAll(REFUSED).forEach((element) => element.remove());
  for (const element of body.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      const acts = name.startsWith("on") || name === "srcdoc";
      const leads = ADDRESSES.includes(name.toLowerCase()) && !HARMLESS.test(value.trim());
      if (acts || leads) element.removeAttribute(name);
    }
  }
  const shown = document.createDocumentFragment();
  shown.append(...document.importNode(body, true).childNodes);
  return shown;
}
