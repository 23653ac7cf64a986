// Notes below the checks of exercises that the reader has solved, which survive a reload.
import { made } from "./elements.js";
import { day } from "./solved.js";

export function showChecked({ solved, times }) {
  for (const old of document.querySelectorAll(".run-solved")) old.remove();
  for (const name of solved) {
    const checks = document.querySelectorAll(`[class~="tag_checks-${name.replaceAll(" ", "-")}"]`);
    for (const cell of checks) {
      const sign = made("span", "", "✓ ");
      sign.setAttribute("aria-hidden", "true");
      cell.append(made("p", "run-solved", sign, `You solved this exercise on ${day(times[name])}.`));
    }
  }
}
