"""The Python constructs that the course teaches and the cell that teaches each of them.

Learners know: `import x as y`, numbers, strings, lists, tuples as results, unpacking, indexing with
one number, arithmetic, comparisons, `and or not in is`, functions with keyword arguments, `for`,
`while`, `if`, f-strings with `{x}` and `{x:.2f}`, method calls and attributes. `constructs`
finds anything else that a cell uses, which has to be in `TAUGHT`. If you use a new construct, add a
line with the text (or the code with a comment) that explains it in words.
"""

import ast
import re
from collections.abc import Iterator

# The notebook and the id of the cell that teaches each construct.
TAUGHT: dict[str, tuple[str, str]] = {
    "dict": ("00_start_here", "start-60"),
    "index with several numbers": ("01b_shapes", "shapes-07"),
    "@": ("01b_shapes", "shapes-33"),
    "+=": ("03_disabling_tracking", "tracking-04"),
    "with": ("03_disabling_tracking", "tracking-08"),
    "format": ("11_on_to_pytorch", "torch-day"),
    "slice": ("04_accumulation_and_zeroing", "accumulation-no-signature"),
    "a function in a function": ("06_build_your_own_autograd", "python-star"),
    "class": ("01_computational_graphs", "graphs-62"),
    "reversed": ("01_computational_graphs", "graphs-62"),
    "default argument": ("06_build_your_own_autograd", "build-111"),
    "lambda": ("06_build_your_own_autograd", "build-19"),
    "star argument": ("06_build_your_own_autograd", "python-star"),
    "any or all": ("06_build_your_own_autograd", "python-any"),
    "zip": ("06_build_your_own_autograd", "build-44"),
    "sorted": ("06_build_your_own_autograd", "build-143"),
    "raise": ("06_build_your_own_autograd", "build-121"),
    "next or iter": ("06_build_your_own_autograd", "build-09"),
    "list comprehension": ("06_build_your_own_autograd", "python-any"),
    "generator expression": ("06_build_your_own_autograd", "python-any"),
    "isinstance": ("06_build_your_own_autograd", "build-133"),
    "two names at once": ("06_build_your_own_autograd", "build-31"),
    "try": ("11b_what_went_wrong", "wrong-33"),
    "_": ("06_build_your_own_autograd", "build-75"),
    "1_000": ("06_build_your_own_autograd", "build-75"),
    "super": ("08_a_real_data_set", "digits-23"),
    "decorator": ("07_check_it_extend_it", "own-rest"),
}

CALLS = {
    "enumerate": "enumerate",
    "zip": "zip",
    "map": "map or filter",
    "filter": "map or filter",
    "any": "any or all",
    "all": "any or all",
    "sorted": "sorted",
    "reversed": "reversed",
    "next": "next or iter",
    "iter": "next or iter",
    "isinstance": "isinstance",
    "issubclass": "isinstance",
    "getattr": "getattr or setattr",
    "setattr": "getattr or setattr",
    "hasattr": "getattr or setattr",
    "exec": "exec or eval",
    "eval": "exec or eval",
    "super": "super",
    "set": "set",
    "dict": "dict",
}
NODES: dict[type[ast.AST], str] = {
    ast.ListComp: "list comprehension",
    ast.SetComp: "dict or set comprehension",
    ast.DictComp: "dict or set comprehension",
    ast.GeneratorExp: "generator expression",
    ast.IfExp: "conditional expression",
    ast.Set: "set",
    ast.Dict: "dict",
    ast.With: "with",
    ast.Slice: "slice",
    ast.Lambda: "lambda",
    ast.Try: "try",
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.ClassDef: "class",
    ast.Starred: "star argument",
    ast.AugAssign: "+=",
    ast.Global: "global",
    ast.Nonlocal: "global",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.Delete: "del",
    ast.Break: "break or continue",
    ast.Continue: "break or continue",
    ast.Pass: "pass",
    ast.MatMult: "@",
    ast.NamedExpr: ":=",
    ast.Match: "match",
    ast.AsyncFunctionDef: "async",
    ast.Await: "async",
}
PLAIN_FORMAT = re.compile(r"\.\d[fg]?")


def constructs(source: str) -> set[str]:
    """Return the constructs in a cell that learners aren't expected to know already."""
    tree = ast.parse(source)
    names = {name for node in ast.walk(tree) for name in _of(node)}
    numbers: Iterator[str]
    numbers = (ast.get_source_segment(source, n) or "" for n in ast.walk(tree) if _is_number(n))
    for number in numbers:
        if re.search(r"\de", number):
            names.add("1e-3")
        if re.search(r"\d_\d", number):
            names.add("1_000")
    if re.search(r"\{[^{}]*[^=!<>{}]=(:[^{}]*)?\}", "".join(_formatted(source, tree))):
        names.add("{x=}")
    return names


def _of(node: ast.AST) -> Iterator[str]:
    if type(node) in NODES:
        yield NODES[type(node)]
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in CALLS:
            yield CALLS[node.func.id]
        if any(keyword.arg is None for keyword in node.keywords):
            yield "star argument"
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.decorator_list:
        yield "decorator"
    if isinstance(node, ast.FunctionDef):
        arguments = node.args
        if arguments.defaults or any(arguments.kw_defaults):
            yield "default argument"
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            yield "star argument"
        if any(isinstance(n, ast.FunctionDef) for s in node.body for n in ast.walk(s)):
            yield "a function in a function"
    if isinstance(node, ast.Name) and node.id == "_":
        yield "_"
    if isinstance(node, ast.Assign) and len(node.targets) > 1:
        yield "two names at once"
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        yield "chained comparison"
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
        yield "index with several numbers"
    if isinstance(node, ast.FormattedValue):
        spec = "".join(
            str(part.value) if isinstance(part, ast.Constant) else "{}"
            for part in getattr(node.format_spec, "values", [])
        )
        if node.conversion not in (-1, 114) or not PLAIN_FORMAT.fullmatch(spec or ".2f"):
            yield "format"


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _formatted(source: str, tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield ast.get_source_segment(source, node) or ""
