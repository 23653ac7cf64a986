// The search: what tells the answers of votes comes after what asks them.
var Scorer = {
  score: ([docname, title, anchor, descr, score]) =>
    score - (docname.startsWith("teaching/") || docname === "TEACHING" ? 12 : 0),
  // The rest is Sphinx's own.
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
