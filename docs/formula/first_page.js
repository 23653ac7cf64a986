// The script of the first page, which starts the formula field.

import { open } from "./page.js";

function openAll() {
  for (const place of document.querySelectorAll(".fm-field")) open(place);
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", openAll);
else openAll();
