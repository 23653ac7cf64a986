// The exercises that a reader solved, by chapter, each with the time at which it was solved.
import * as kept from "./kept.js";

const KEY = "done";

export const day = (time) => new Date(time).toLocaleDateString("en-US", { year: "numeric", month: "short", day: "numeric" });

// Apply the changes made by a run to the saved times, which another window may also have changed.
export function merged(stored, before, after, now) {
  const times = structuredClone(stored ?? {});
  for (const [chapter, names] of Object.entries(after)) {
    for (const name of names) {
      if (!before[chapter]?.includes(name)) (times[chapter] ??= {})[name] ??= now;
    }
  }
  for (const [chapter, names] of Object.entries(before)) {
    for (const name of names) if (!after[chapter]?.includes(name)) delete times[chapter]?.[name];
  }
  return times;
}

// The names of the solved exercises by chapter, as the Python side stores them.
export async function read() {
  const times = (await kept.read(KEY)) ?? {};
  return Object.fromEntries(Object.entries(times).map(([chapter, names]) => [chapter, Object.keys(names)]));
}

export async function note(before, after) {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await kept.update(KEY, (stored) => merged(stored, before, after, new Date().toISOString()));
}
