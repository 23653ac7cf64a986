// The explorers' animations and their links between the sentence and the picture, so that the first page
// moves and lights up as the explorers do. Their files share one scope, and bundle.py inserts them here.

import { svg } from "./elements.js";

const drawn = svg;

/* of the explorers: morph, motion, links */

export const front = { flow, linksOf, morphOf, TRAVEL };
