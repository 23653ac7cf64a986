// The exercises that a reader solved, by chapter, each with the time at which it was.
import * as kept from "./kept.js";

const KEY = "done";

export const day = (time) => new Date(time).toLocaleDateString("en-US", { year: "numeric", month: "short", day: "numeric" });

// What was kept, with what a run changed: another window may have changed it, too.
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

// The names, as Python keeps them.
export async function read() {
  const times = (await kept.read(KEY)) ?? {};
  return Object.fromEntries(Object.entries(times).map(([chapter, names]) => [chapter, Object.keys(names)]));
}

export async function note(before, after) {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await kept.update(KEY, (stored) => merged(stored, before, after, new Date().toISOString()));
}
