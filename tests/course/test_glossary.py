"""Tests that each glossary term links to its explanation and isn't used in prose before that."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from tests.course.cells import NOTEBOOKS, fail_if, stored

ENTRY = re.compile(r"\*\*(.+?)\*\*(?: \((.+?)\))?: (.+) \[(.+?)\]\((\S+?\.ipynb)#(\S+)\)")
HEADING = re.compile(r"^#+ (.+)$")
LINK = re.compile(r"\[[^\]]*\]\([^)]*\)")
CODE = re.compile(r"`[^`]*`")
BLOCK = re.compile(r"^```.*?^```|^\$\$.*?\$\$$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Term:
    name: str
    forms: tuple[str, ...]
    chapter: str
    anchor: str

    @property
    def first(self) -> str:
        return self.name.strip("`")

    def is_in(self, paragraph: str) -> bool:
        """Return whether a term occurs by itself: code names in code, and words elsewhere."""
        if self.name.startswith("`"):
            return any(re.search(rf"\b{self.first}\b", code) for code in CODE.findall(paragraph))
        words = "|".join(re.escape(form) for form in (self.first, *self.forms))
        match = re.search(rf"(?<![\w-])({words})s?(?!\w)", CODE.sub("", paragraph), re.IGNORECASE)
        return match is not None


@dataclass(frozen=True)
class Paragraph:
    chapter: str
    anchor: str
    cell: str
    text: str


def terms() -> list[Term]:
    notebook = stored(NOTEBOOKS / "glossary.ipynb")
    entries = notebook.cells[1].source.split("\n\n")
    matches = [ENTRY.fullmatch(entry) for entry in entries]
    assert all(matches), [e for e, f in zip(entries, matches, strict=True) if not f]
    return [
        Term(f[1], tuple(f[2].split(", ")) if f[2] else (), f[5], unquote(f[6]))
        for f in matches
        if f
    ]


def prose() -> Iterator[Paragraph]:
    """Return the text of the chapters in reading order, without announcements.

    Headings, tables, link titles, and what a chapter announces (its time, what you need) don't
    count as uses.
    """
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb")):
        anchor = ""
        for cell in stored(path).cells:
            if cell.cell_type != "markdown":
                continue
            for text in BLOCK.sub("", cell.source).split("\n\n"):
                heading = HEADING.match(text)
                if heading:
                    anchor = heading[1].replace("`", "").replace(" ", "-")
                elif not text.startswith(("|", "**By the end", "**You need**", "**Time:**")):
                    yield Paragraph(path.name, anchor, cell.id, LINK.sub("", text))


TERMS = terms()
PROSE = list(prose())


def test_a_term_is_first_used_where_it_is_explained() -> None:
    fail_if(filter(None, map(misplaced, TERMS)), "The glossary links to other explanations.")


def misplaced(term: Term) -> str:
    """Return what's wrong with a term's first use, or ""."""
    first = next((p for p in PROSE if term.is_in(p.text)), None)
    if not first:
        return f"{term.first}: no chapter uses it"
    if (first.chapter, first.anchor) != (term.chapter, term.anchor):
        return f"{term.first}: first used in {first.chapter}, {first.cell}: {first.text}"
    emphasized = [*re.findall(r"\*([^*]+)\*", first.text), *CODE.findall(first.text)]
    if not any(term.is_in(e) for e in emphasized):
        return f"{term.first}: not in italics in {first.cell}: {first.text}"
    return ""


# Technical terms. If the chapters use one in prose, it needs a glossary entry, or must be a form of
# one.
FIELD = """
accuracy, activation, autograd, backpropagation, backward pass, batch, bias, broadcasting, buffer,
chain rule, checkpoint, computational graph, convex, cross-entropy, curvature, data loader,
derivative, dimension, directed acyclic graph, dropout, edge, eigenvalue, epoch, float16, float32,
float64, forward pass, frozen, gradient, gradient clipping, gradient descent, Hessian, hidden layer,
hidden unit, hook, hyperparameter, in place, in-place change, Jacobian, layer, leaf,
learning rate, logit, loss, matrix, mini-batch, module, momentum, neuron, node, norm, one-hot,
optimizer, overfitting,
parameter, partial derivative, random seed, seed, regularization, residual, saddle point, scalar,
scheduler, secant, shape, sigmoid, slope, softmax, stochastic gradient descent, stride, tangent,
tensor, topological order, tracked, training, transpose, vanishing gradient, vector,
vector-Jacobian product, velocity, version counter, weight, weight decay, zeroing
"""
# Parts of longer terms, and words that the chapters use only in their everyday sense.
WITHIN = {
    "gradient descent": "stochastic gradient descent",
    "version counter": "version",
    "zeroing": "`zero_grad`",
    "in place": "changed in place",
    "in-place change": "changed in place",
}


def test_every_technical_term_has_an_entry() -> None:
    entries = {form.lower() for term in TERMS for form in (term.first, *term.forms)}
    missing = []
    for word in (word.strip() for word in FIELD.replace("\n", " ").split(",")):
        used = next((p for p in PROSE if Term(word, (), "", "").is_in(p.text)), None)
        if used and word.lower() not in entries and word not in WITHIN:
            missing.append(f"{word}, in {used.chapter}, {used.cell}: {used.text[:200]}")
    fail_if(missing, "The glossary has no entry for these terms.")


def test_terms_are_unique_and_in_alphabetical_order() -> None:
    names = [term.first.lower() for term in TERMS]
    assert names == sorted(set(names))


def test_the_start_page_links_to_the_glossary() -> None:
    start = stored(NOTEBOOKS / "00_start_here.ipynb")
    assert any("(glossary.ipynb)" in cell.source for cell in start.cells)
