// Ranking of search results. If the query is a dotted name from code, its reference entry comes first.
// Pages for teachers, which give the answers to votes, rank lower than chapters.
const asked = (query) => {
  const typed = query.trim().toLowerCase().replace(/\(\)$/, "");
  if (!/^\w+(\.\w+)+$/.test(typed)) return null;
  const name = typed.replace(/^(torch|mg|minigrad)\./, "");
  const known = Object.entries(Search._index.objects).flatMap(([prefix, entries]) =>
    entries.map((entry) => `${prefix}.${entry[4]}`.toLowerCase()));
  const [owner, own] = [name.replace(/\.?\w+$/, ""), name.replace(/^.*\./, "")];
  // An operation is listed under its own name, and an inherited method under the class that defines it.
  // A method of a variable, such as `loss.backward`, is taken for a method of Tensor.
  const others = owner === "tensor" ? [own] : [owner, `tensor.${own}`, own];
  return [name, ...others].find((part) => part && known.some((all) => all.endsWith(`.${part}`)));
};
let sought = null; // the name in the query, which `score` needs for each result
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
  // These are Sphinx's default scores.
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
