"""What an error advises is done: the program that raised it then runs.

Of each entry: the sentence's name, a piece of its advice, the program that raises it, and the same
program after the advice.
"""

import inspect
import warnings
from typing import Any

import pytest

import minigrad as mg
from minigrad.autograd import gradcheck

START = """
import numpy as np
import minigrad as mg
from minigrad import nn
from minigrad.nn import functional as F

x = mg.tensor([1.0, -2.0, 3.0], requires_grad=True)
w = mg.tensor(3.0, requires_grad=True)
plain, whole, truth = mg.ones(3), mg.tensor([1, 2, 3]), mg.tensor([True, False, True])
matrix = mg.ones(2, 3)
"""
ADVICE = [
    ("argument_no_tensor", "Wrap the values: minigrad.tensor(...)", "mg.exp([1.0])", "mg.exp(mg.tensor([1.0]))"),
    ("invert_dtype", "Compare first, as in ~(x > 0)", "~x", "~(x > 0)"),
    ("dot_dtypes", "Convert one of them with .to(...)", "mg.dot(plain, whole)", "mg.dot(plain, whole.to(plain.dtype))"),
    ("negative_power", "Convert with .float() first", "whole ** -1", "whole.float() ** -1"),
    ("relu_bool", "Convert with .float() first", "F.relu(truth)", "F.relu(truth.float())"),
    ("where_condition", "Compare it first, as in x > 0", "mg.where(x, x, x)", "mg.where(x > 0, x, x)"),
    ("by_zero", "convert with .float() first", "whole // 0", "whole.float() // 0"),
    ("not_differentiated", "Create every input with requires_grad=True", "mg.autograd.grad(x.sum(), plain)", "p = mg.ones(3, requires_grad=True); mg.autograd.grad(p.sum(), p)"),
    ("flag_of_integers", "convert it with .float() first", "whole.requires_grad_()", "whole.float().requires_grad_()"),
    ("grad_type", "minigrad.tensor(...)", "w.grad = 3.0", "w.grad = mg.tensor(3.0)"),
    ("own_grad", "Assign a .clone() of it", "w.grad = w", "w.grad = w.clone()"),
    ("retain_untracked", "computed from one that requires grad", "plain.retain_grad()", "(x * 2).retain_grad()"),
    ("hook_untracked", "Create it with requires_grad=True", "plain.register_hook(print)", "mg.ones(3, requires_grad=True).register_hook(print)"),
    ("data_type", "minigrad.tensor(...)", "w.data = 3.0", "w.data = mg.tensor(3.0)"),
    ("no_scalar", "pass a gradient of that shape, or reduce it to one number with .sum() or .mean()", "(x * x).backward()", "(x * x).backward(mg.ones(3)); (x * x).sum().backward(); (x * x).mean().backward()"),
    ("gradient_no_tensor", "minigrad.tensor(...)", "x.backward([1.0, 1.0, 1.0])", "x.backward(mg.tensor([1.0, 1.0, 1.0]))"),
    ("gradient_mismatch", "has the shape of the output", "(x * x).backward(mg.ones(2))", "(x * x).backward(mg.ones((x * x).shape))"),
    ("changed_in_place", "(y = y + 1 in place of y += 1), or change a .clone()", "y = x.exp(); y += 1; y.sum().backward()", "y = x.exp(); y = y + 1; y.sum().backward(); y = x.exp(); z = y.clone(); z += 1; (y + z).sum().backward()"),
    ("put_type", "minigrad.tensor(...) makes one", "plain[0:2] = [1.0, 2.0]", "plain[0:2] = mg.tensor([1.0, 2.0])"),
    ("slice_of_0d", ".item() for its number, or .reshape(1)", "w[0:1]", "w.item(); w.reshape(1)[0:1]"),
    ("leaf_in_place", "Update it inside `with no_grad():`, or work on a copy: x.clone()", "x += 1", "with mg.no_grad():\n    x += 1\ny = x.clone()\ny += 1"),
    ("view_of_leaf_in_place", "Update it inside `with no_grad():`, or work on a view of a copy", "x[0] = 1.0", "with mg.no_grad():\n    x[0] = 1.0\ny = x.clone()\ny[0] = 1.0"),
    ("in_place_shape", "drop the underscore", "mg.ones(1, 3).add_(matrix)", "mg.ones(1, 3).add(matrix)"),
    ("in_place_dtype", "drop the underscore", "whole.add_(1.5)", "whole.add(1.5)"),
    ("mv_sizes", "columns of the matrix must be as many", "matrix @ mg.ones(2)", "matrix @ mg.ones(matrix.shape[1])"),
    ("mm_shapes", "columns of the first must be the rows of the second", "matrix @ matrix", "matrix @ mg.ones(matrix.shape[1], 2)"),
    ("dot_dims", "Use @ for matrices", "mg.dot(matrix, matrix.T)", "matrix @ matrix.T"),
    ("outer_dims", "Flatten it first: .flatten()", "mg.outer(matrix, plain)", "mg.outer(matrix.flatten(), plain)"),
    ("mean_dtype", "Convert with .float() first", "whole.mean()", "whole.float().mean()"),
    ("std_dtype", "Convert with .float() first", "whole.std()", "whole.float().std()"),
    ("invalid_shape", "product of the dimensions must be the number of elements", "matrix.reshape(4)", "matrix.reshape(2 * 3)"),
    ("two_inferred", "Use -1 once", "matrix.reshape(-1, -1)", "matrix.reshape(-1, 2)"),
    ("cat_scalar", "Use stack()", "mg.cat([w, w])", "mg.stack([w, w])"),
    ("broadcast", "equal, or 1, counted from the right", "matrix + mg.ones(2)", "matrix + mg.ones(3); matrix + mg.ones(2, 1)"),
    ("item_of_many", "index it first, or use .tolist()", "x.item()", "x[0].item(); x.tolist()"),
    ("ambiguous_truth", "Use .any() or .all(), or compare single elements", "bool(x > 0)", "bool((x > 0).any()), bool((x > 0).all()), bool(x[0] > 0)"),
    ("number_of_many", "index it first", "float(x)", "float(x[0].detach())"),
    ("new_integer_leaf", "write 1.0 instead of 1, or pass dtype=minigrad.float32", "mg.tensor(1, requires_grad=True)", "mg.tensor(1.0, requires_grad=True); mg.tensor(1, requires_grad=True, dtype=mg.float32)"),
    ("deepcopy_computed", ".detach().clone()", "__import__('copy').deepcopy(x * 2)", "__import__('copy').deepcopy((x * 2).detach().clone())"),
    ("bare_parameter", "Put it in a list: [w]", "mg.optim.SGD(w, lr=0.1)", "mg.optim.SGD([w], lr=0.1)"),
    ("empty_parameters", "Pass the tensors to train", "mg.optim.SGD([], lr=0.1)", "mg.optim.SGD([w], lr=0.1)"),
    ("non_leaf_parameter", "create it whole and then call .requires_grad_(), or .detach() it first", "mg.optim.SGD([w * 2], lr=0.1)", "mg.optim.SGD([(plain * 2).requires_grad_()], lr=0.1); mg.optim.SGD([(w * 2).detach()], lr=0.1)"),
    ("target_dtype", "Convert the target with .float()", "F.binary_cross_entropy_with_logits(plain, whole)", "F.binary_cross_entropy_with_logits(plain, whole.float())"),
    ("not_probability", "For logits, use binary_cross_entropy_with_logits", "F.binary_cross_entropy(plain * 2, plain)", "F.binary_cross_entropy_with_logits(plain * 2, plain)"),
    ("before_init", "Begin __init__ with super().__init__()", "class M(nn.Module):\n    def __init__(self):\n        self.w = nn.Parameter(plain)\nM()", "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = nn.Parameter(plain)\nM()"),
    ("unknown_reduction", "It is 'mean', 'sum' or 'none'", "F.mse_loss(plain, plain, reduction='all')", "[F.mse_loss(plain, plain, reduction=r) for r in ('mean', 'sum', 'none')]"),
    ("one_hot_dtype", "convert it with .long()", "F.one_hot(plain)", "F.one_hot(plain.long())"),
    ("hook_tuple", "or None to leave them as they are", "y = x * 2; y.grad_fn.register_hook(lambda i, o: i[0]); y.sum().backward()", "y = x * 2; y.grad_fn.register_hook(lambda i, o: (i[0], None)); y.grad_fn.register_hook(lambda i, o: None); y.sum().backward()"),
    ("accumulated_of_computed", "Use register_hook there", "(x * 2).register_post_accumulate_grad_hook(print)", "(x * 2).register_hook(print)"),
    ("no_such_type", "x.type(minigrad.int64)", "plain.type('LongTensor')", "plain.type(mg.int64)"),
    ("cuda_device", "leave out 'cuda:0'", "mg.ones(2, device='cuda:0')", "mg.ones(2)"),
    ("other_device", "leave it out", "mg.ones(2, device='mps')", "mg.ones(2)"),
    ("unknown_device", 'write "cpu"', "mg.ones(2, device='gpu')", "mg.ones(2, device='cpu')"),
    ("split_zero", "Give the length of a piece", "mg.split(plain, 0)", "mg.split(plain, 1)"),
]  # fmt: skip
UNTRIED = 142  # sentences with a second line that no entry tries; it is meant to go down


def ran(program: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        names: dict[str, Any] = {}
        exec(START, names)
        exec(program, names)


def catalogue() -> dict[str, str]:
    from minigrad.says import errors

    return {name: next(iter(entry.values())) for name, entry in errors._catalogue().items()}


@pytest.mark.parametrize(("name", "piece", "fails", "runs"), ADVICE, ids=lambda v: v[:30])
def test_what_an_error_advises_helps(name: str, piece: str, fails: str, runs: str) -> None:
    with pytest.raises(Exception, match=r"\S") as raised:
        ran(fails)
    advice = str(raised.value).partition("\n")[2]
    assert piece in advice, f"{raised.type.__name__}: {raised.value}"
    ran(runs)


def test_advice_that_nobody_has_tried_becomes_less() -> None:
    advised = {name for name, text in catalogue().items() if "\n" in text.strip()}
    tried = {name for name, *_ in ADVICE}
    assert tried <= advised
    assert len(advised - tried) <= UNTRIED


@pytest.mark.parametrize(
    ("at", "off", "passes"),
    [(0.0, 5e-6, True), (0.0, 5e-5, False), (1.0, 5e-4, True), (1.0, 2e-3, False)],
)
def test_gradcheck_is_as_strict_as_it_says(at: float, off: float, passes: bool) -> None:
    class Nearly(mg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * at

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * (at + off)

    x = mg.tensor([0.3, -0.7], dtype=mg.float64, requires_grad=True)
    assert gradcheck(Nearly.apply, (x,), raise_exception=False) is passes


def test_gradcheck_has_pytorchs_defaults() -> None:
    known = {n: p.default for n, p in inspect.signature(gradcheck).parameters.items()}
    assert (known["eps"], known["atol"], known["rtol"]) == (1e-6, 1e-5, 1e-3)
