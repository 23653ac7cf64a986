"""Tests that the list of differences from PyTorch is true of minigrad.

`make parity` finds out what PyTorch does.
"""

import inspect
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import minigrad as mg
import minigrad.nn.functional as F
from tests.course.test_claims import in_order
from tests.interrupting import interrupted

PACKAGE = Path(mg.__file__).parent
PAGE = (PACKAGE / "DIFFERENCES.md").read_text(encoding="utf-8")
MISSING = re.compile(r"\b(?:no|neither|nor)\s+`(\w+)`")
SPACES = (mg, mg.func, mg.Tensor, mg.nn, mg.nn.functional, mg.autograd.function)


@pytest.fixture(scope="module")
def code() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))


def words() -> list[str]:
    named = re.findall(r"`(?:mg\.)?(\w+)(?:\([^`]*)?`", PAGE)
    return sorted({*named} - {*MISSING.findall(PAGE)})


@pytest.mark.parametrize("name", words())
def test_a_name_in_the_list_of_differences_is_there(name: str, code: str) -> None:
    is_a_node = any(f'"{each}"' in code for each in (name, f"{name}Backward0"))
    assert is_a_node or any(hasattr(space, name) for space in SPACES)


@pytest.mark.parametrize("name", MISSING.findall(PAGE))
def test_a_name_said_to_be_missing_is_in_no_namespace(name: str) -> None:
    assert not any(hasattr(space, name) for space in SPACES)


# What each entry says, and code that's true if it's so


own: Any = mg  # without types, because some names are missing


def leaf() -> Any:
    return own.tensor([1.0, 2.0], requires_grad=True)


def raises(action: Callable[[], Any], words: str) -> bool:
    try:
        action()
    except Exception as error:
        return words in str(error)
    return False


def lacks(*names: tuple[Any, str]) -> bool:
    return not any(hasattr(space, name) for space, name in names)


def nodes_only_show() -> bool:
    node = (leaf() * leaf()).grad_fn
    hooks = ("register_hook", "register_prehook", "_saved_self")
    return lacks(*((node, each) for each in hooks)) and not callable(node)


def a_resized_tensor_leaves_its_views_behind() -> bool:
    x = own.tensor([1.0, 2.0])
    view = x[:1]
    x.resize_(3)
    x[0] = 9.0
    return x.tolist() == [9, 2, 0] and view.tolist() == [1]


class Cut(own.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, g):
        return None


def a_node_without_a_gradient_waits() -> bool:
    x, calls = leaf(), []
    y = x * 2
    y.register_hook(calls.append)
    Cut.apply(y).sum().backward()
    return calls == [] and x.grad is None


def a_leaf_of_another_shape_gets_no_gradient() -> bool:
    x = leaf()
    y = (x * 3).sum()
    x.data = own.ones(3)
    return raises(y.backward, "got [2] but expected shape compatible with [3]") and x.grad is None


def leaves_come_last() -> bool:
    x, order = leaf(), []
    x.register_hook(lambda g: order.append("leaf"))
    y = x * 2
    z = y * 3
    z.register_hook(lambda g: order.append("z"))
    y.register_hook(lambda g: order.append("y"))
    (z + x).sum().backward()
    return order == ["z", "y", "leaf"]


def a_failed_pass_changes_nothing() -> bool:
    a, b = leaf(), leaf()
    late = b * b
    hook = late.register_hook(lambda g: g.missing)
    z = (late.exp() + a * a).sum()
    failed = raises(z.backward, "missing") and a.grad is None and b.grad is None
    hook.remove()
    z.backward()  # so nothing was freed
    return failed and a.grad.tolist() == [2, 4]


def names_in_a_second_order_graph() -> bool:
    x = leaf()
    (g,) = own.autograd.grad(x[0] ** 3, x, create_graph=True)
    return g.grad_fn.name() == "PlacedBackward0"


def a_change_of_a_saved_view_is_reported_as_copy_slices() -> bool:
    view = (leaf() * 1)[1:]
    view.mul_(2)
    squared = view**2
    view.mul_(2)
    return raises(squared.sum().backward, "output 0 of minigrad::autograd::CopySlices")


def a_change_is_whole() -> bool:
    seen = set()
    for line in range(1, 400):
        x = own.zeros(2)
        with interrupted(line), suppress(KeyboardInterrupt):
            x.add_(1)
        seen.add(tuple(x.tolist()))
    return seen == {(0, 0), (1, 1)}


HOLDS: dict[str, Callable[[], bool]] = {
    "only one device CPU no sparse complex quantized nested doesn't compile": lambda: (
        raises(lambda: own.ones(1).to("cuda"), "only on the CPU")
        and lacks(*((own, n) for n in ("sparse_coo_tensor", "complex64", "quint8", "compile")))
    ),
    "There's no `float16`": lambda: lacks((own, "float16"), (own.Tensor, "half")),
    "No function takes `out=`": lambda: raises(lambda: own.exp(leaf(), out=own.ones(2)), "'out'"),
    "`func` only `grad` `grad_and_value` no `has_aux` neither `strict` nor `strategy`": lambda: (
        own.func.__all__ == ["grad", "grad_and_value"]
        and raises(lambda: own.func.grad(len, has_aux=True), "has_aux")
        and raises(lambda: own.autograd.functional.vjp(len, leaf(), strict=True), "strict")
    ),
    "`LSTM` outputs `StackBackward0`": lambda: (
        own.nn.LSTM(2, 2)(own.ones(1, 1, 2))[0].grad_fn.name() == "StackBackward0"
    ),
    "can't call read hooks no after no `once_differentiable` no order": lambda: (
        nodes_only_show()
        and lacks(
            (own.Tensor, "register_post_accumulate_grad_hook"),
            (own.autograd.function, "once_differentiable"),
            (own.nn.Module, "register_full_backward_pre_hook"),
        )
    ),
    "one side `clamp` no `clamp_min` no `clamp_max`": lambda: (
        own.tensor([-1.0, 5.0]).clamp(max=3).tolist() == [-1, 3] and lacks((own, "clamp_min"))
    ),
    "only added at end no `insert` no `+`": lambda: (
        lacks((own.nn.ModuleList(), "insert"))
        and raises(lambda: own.nn.Sequential() + own.nn.Sequential(), "unsupported operand")
    ),
    "accepts options of worker processes doesn't check": lambda: (
        len(own.utils.data.DataLoader([1, 2], timeout=-1, prefetch_factor=2)) == 2
    ),
    "no `addmm` no no `hardtanh` no no no no `lt_` no none either no no not": lambda: (
        lacks(*((own.Tensor, name) for name in ("bernoulli_", "eq_", "squeeze_", "ceil_")))
        and "approximate" not in takes("gelu")
        and raises(lambda: own.einsum(own.ones(2), [0]), "")
    ),
    "losses only `cross_entropy` `nll_loss` weight no `pos_weight` no `label_smoothing`": lambda: (
        {name for name in dir(F) if "loss" in name or "entropy" in name if "weight" in takes(name)}
        == {"cross_entropy", "nll_loss"}
    ),
    "no `smooth_l1_loss` no `huber_loss`": lambda: lacks((F, "smooth_l1_loss"), (F, "huber_loss")),
    "stride padding zeros no `dilation` no `groups` no `padding_mode` no other either": lambda: (
        {"stride", "padding"} <= takes("conv2d")
        and not {"dilation", "groups", "padding_mode"} & takes("conv2d")
        and not {"dilation", "ceil_mode"} & takes("max_pool2d")
    ),
    "no recurrent cells `LSTM` no `proj_size`": lambda: (
        lacks((own.nn, "LSTMCell"), (own.nn, "RNNCell"))
        and raises(lambda: own.nn.LSTM(2, 2, proj_size=1), "proj_size")
    ),
    'neither `max_norm` nor `scale_grad_by_freq` only norm "fro"': lambda: (
        raises(lambda: own.nn.Embedding(2, 2, max_norm=1), "max_norm")
        and raises(lambda: own.nn.Embedding(2, 2, scale_grad_by_freq=True), "scale_grad")
        and raises(lambda: own.linalg.norm(own.ones(2, 2), ord=2), "only 'fro'")
    ),
    "`LBFGS` no doesn't `line_search_fn`": lambda: raises(
        lambda: own.optim.LBFGS([leaf()], line_search_fn="strong_wolfe"), "line_search_fn"
    ),
    "select brackets no `narrow` no no `scatter` writes number not no no": lambda: (
        lacks((own.Tensor, "index_select"), (own.Tensor, "scatter_add_"))
        and raises(lambda: own.ones(2).scatter(0, own.tensor([0]), leaf()), "must be Number")
        and raises(lambda: own.div(leaf(), 2, rounding_mode="floor"), "rounding_mode")
    ),
    "two only the usual no `absolute` no `greater_equal` no no": lambda: lacks(
        (own, "negative"), (own, "roll"), (own.Tensor, "swapaxes")
    ),
    "`ReduceLROnPlateau` no `cooldown` no `threshold_mode` one lower limit all": lambda: {
        "cooldown",
        "threshold_mode",
    }.isdisjoint(inspect.signature(own.optim.lr_scheduler.ReduceLROnPlateau).parameters),
    "no names without underscore deprecated": lambda: lacks((own.nn.init, "uniform")),
    "`resize_` more memory new memory zeros end views keep old": (
        a_resized_tensor_leaves_its_views_behind
    ),
    "leaves out error message says what to use instead": lambda: raises(
        lambda: own.clamp_min, "Use clamp"
    ),
    "single thread backward": lambda: threads_of_hooks() == {threading.get_ident()},
    "no gradient reaches node doesn't run": a_node_without_a_gradient_waits,
    "leaf's hooks wait until all nodes": leaves_come_last,
    "backward fails no gradient added nothing freed": a_failed_pass_changes_nothing,
    "leaf another shape between the forward and the backward backward fails leaf old": (
        a_leaf_of_another_shape_gets_no_gradient
    ),
    "second-order other names `PlacedBackward0`": names_in_a_second_order_graph,
    "`x // 2` no derivative `None` number": lambda: (
        (leaf() // 2).grad_fn.next_functions[1]
        == (None, 0)
        == (leaf() * 2).grad_fn.next_functions[1]
    ),
    "saved view changed in place output of `CopySlices` output": (
        a_change_of_a_saved_view_is_reported_as_copy_slices
    ),
    "`dropout` different mask": lambda: own.nn.functional.dropout(own.ones(99)).max().item() == 2,
    "in-place change either completed or not made at all": a_change_is_whole,
}


def takes(name: str) -> set[str]:
    return {*inspect.signature(getattr(F, name)).parameters}


def threads_of_hooks() -> set[int]:
    x, seen = leaf(), set()
    y = x * 2
    y.register_hook(lambda g: seen.add(threading.get_ident()))
    y.sum().backward()
    return seen


def entries() -> list[str]:
    return [
        " ".join(each.split()) for each in re.findall(r"^- (.+(?:\n  .+)*)", PAGE, re.MULTILINE)
    ]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("words", HOLDS)
def test_a_difference_is_there(words: str) -> None:
    assert any(in_order(words.split(), entry) for entry in entries())
    assert HOLDS[words]()


def test_each_difference_has_code() -> None:
    assert not [e for e in entries() if not any(in_order(words.split(), e) for words in HOLDS)]
