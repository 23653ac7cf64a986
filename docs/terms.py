"""Index entries for the glossary's terms, so that a search for a term finds its entry first."""

import re

from nbformat import NotebookNode

TERM = re.compile(r"^\*\*([^*\n]+)\*\*(?: \(([\w, -]+)\))?:", re.MULTILINE)


def put_terms(glossary: NotebookNode) -> None:
    for cell in glossary.cells:
        if cell.cell_type == "markdown":
            cell.source = TERM.sub(lambda term: f"{_entries(term)}\n{term[0]}", cell.source)


def _entries(term: re.Match[str]) -> str:
    """Return the index directive for a term and the term's other forms.

    >>> print(_entries(TERM.match("**leaf** (leaves): A tensor")))
    ```{index} ! leaf, ! leaves
    ```
    <BLANKLINE>
    """
    names = [term[1].replace("`", ""), *(term[2] or "").split(", ")]
    return f"```{{index}} {', '.join(f'! {name}' for name in names if name)}\n```\n"
