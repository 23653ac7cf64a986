import nbformat
import pytest
from nbformat import NotebookNode

from tests.notebooks.running import run

CELLS = {
    "stream": "print('loss 0.25')\nprint(object())",
    "result": "{'gradient': 12.5}",
    "picture": """\
from IPython.display import SVG
class Drawing(SVG):
    def __repr__(self):
        return 'a circle of radius 14'
Drawing('<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="r = 14">'
        '<circle id="c" r="14"/></svg>')""",
    "table": """\
class Table:
    def __repr__(self):
        return 'one row, 3.1'
    def _repr_html_(self):
        return '<td>3.1</td>', {'width': 90}
Table()""",
    "warning": """\
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    warnings.warn('beware of 7')
print(caught[0])""",
    "error": """\
import json
def load(text):
    return json.loads(text)
load('[1, ')""",
    "explorer": """\
from minigrad.explore.explorer import Control, Explorer
from minigrad.explore.frames import Frame
def frame(n):
    return Frame([], f'n is {n}')
Explorer(frame, Control('n', [1, 2]), size=(9, 9), title='Numbers')""",
}


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> NotebookNode:
    """Return a notebook with every kind of output, in normal form. Tests change copies of it."""
    cells = [nbformat.v4.new_code_cell(source, id=name) for name, source in CELLS.items()]
    notebook = nbformat.v4.new_notebook(cells=cells)
    next(cell for cell in cells if cell.id == "error").metadata.tags = ["raises-exception"]
    return run(notebook, tmp_path_factory.mktemp("recorded"))


@pytest.fixture(scope="session")
def again(recorded: NotebookNode, tmp_path_factory: pytest.TempPathFactory) -> NotebookNode:
    """Return a second run of the notebook, in another kernel and another folder."""
    return run(recorded, tmp_path_factory.mktemp("again"))
