// The script of the first page, which starts the formula field and the drills.

import { openDrills } from "./drills.js";
import { open } from "./page.js";

function openAll() {
  for (const place of document.querySelectorAll(".fm-field")) open(place);
  for (const place of document.querySelectorAll(".fm-drills")) openDrills(place);
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", openAll);
else openAll();
