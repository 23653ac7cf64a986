// A cell's editor: CodeMirror, with the same features for Python as in JupyterLab.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "./codemirror/codemirror-autocomplete.js";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "./codemirror/codemirror-commands.js";
import { python } from "./codemirror/codemirror-lang-python.js";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "./codemirror/codemirror-language.js";
import { EditorState, Prec } from "./codemirror/codemirror-state.js";
import { drawSelection, EditorView, keymap } from "./codemirror/codemirror-view.js";
import { tags } from "./codemirror/lezer-highlight.js";

// Pygments's classes, so that code keeps its colors when it's edited.
const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.moduleKeyword, tags.definitionKeyword], class: "k" },
  { tag: tags.operatorKeyword, class: "ow" },
  { tag: [tags.bool, tags.null], class: "kc" },
  { tag: tags.number, class: "mi" },
  { tag: [tags.string, tags.special(tags.string)], class: "s1" },
  { tag: tags.comment, class: "c1" },
  { tag: [tags.operator, tags.definitionOperator], class: "o" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "nf" },
  { tag: tags.definition(tags.className), class: "nc" },
  { tag: tags.self, class: "bp" },
  { tag: tags.meta, class: "nd" },
]);
const THEME = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "inherit", fontSize: "inherit" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "inherit" },
  ".cm-content": { padding: "0", caretColor: "currentColor" },
  ".cm-line": { padding: "0" },
  ".cm-cursor": { borderLeftColor: "currentColor" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--run-selection) !important" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--run-selection)" },
});

// Tab indents, as in JupyterLab. After Escape leaves the editor, Tab moves on through the page.
export function edit(place, { source, label, changed, run, leave }) {
  const keys = [
    { key: "Shift-Enter", run: () => (run(true), true) },
    { key: "Mod-Enter", run: () => (run(false), true) },
    { key: "Tab", run: indentMore, shift: indentLess },
    { key: "Escape", run: () => (leave(), true) },
  ];
  // On the rest of the page, "/" leads to the search.
  place.addEventListener("keydown", (event) => event.key === "/" && event.stopPropagation());
  return new EditorView({
    parent: place,
    state: EditorState.create({
      doc: source,
      extensions: [
        history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), autocompletion({ activateOnTyping: false }),
        python(), indentUnit.of("    "), syntaxHighlighting(COLORS), THEME,
        Prec.highest(keymap.of(keys)),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
      ],
    }),
  });
}
