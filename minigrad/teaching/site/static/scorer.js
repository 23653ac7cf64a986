// The search: a name, as in code, finds its entry first. Pages with the answers to votes come after
// pages with the questions.
const asked = (query) => {
  const typed = query.trim().toLowerCase().replace(/\(\)$/, "");
  if (!/^\w+(\.\w+)+$/.test(typed)) return null;
  const name = typed.replace(/^(torch|mg|minigrad)\./, "");
  const known = Object.entries(Search._index.objects).flatMap(([prefix, entries]) =>
    entries.map((entry) => `${prefix}.${entry[4]}`.toLowerCase()));
  const [owner, own] = [name.replace(/\.?\w+$/, ""), name.replace(/^.*\./, "")];
  // An operation is listed under its own name, inherited methods under their class, and the method
  // of some variable under Tensor.
  const others = owner === "tensor" ? [own] : [owner, `tensor.${own}`, own];
  return [name, ...others].find((part) => part && known.some((all) => all.endsWith(`.${part}`)));
};
let sought = null; // the name in the query, once it is split: each result is scored by it
var splitQuery = (query) => {
  sought = asked(query);
  return (sought ?? query).split(/[^\p{Letter}\p{Number}_\p{Emoji_Presentation}]+/gu).filter(Boolean);
};
var Scorer = {
  score: ([docname, title, _anchor, _descr, score, _file, kind]) => {
    const full = title.toLowerCase();
    if (sought && kind === "object" && full === `minigrad.${sought}`) return score + 200;
    if (sought && kind === "object" && full.endsWith(`.${sought}`)) return score + 100;
    return score - (docname.startsWith("teaching/") || ["TEACHING", "grading", "hub"].includes(docname) ? 12 : 0);
  },
  // The rest is Sphinx's own.
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
