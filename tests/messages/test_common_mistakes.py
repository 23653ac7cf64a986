"""Tests that every message is raised by a program for its advice, one here, or a recorded case."""

import functools
import json
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

import minigrad as mg
from tests.messages.advice import ADVICE, ran
from tests.messages.listening import catalog, recorded_messages
from tests.ops.test_recorded import CHANGES, OPERATIONS, PROGRAMS, recorded
from tests.parity.observing import observe, observe_program
from tests.parity.rules import first_sentence
from tests.together import cases

# Programs, one per line, for messages that no piece of advice or recorded case raises.
LINES = r"""
mg.autograd.functional.hessian(lambda v: (v.sum(), v.sum()), x)
mg.autograd.functional.jacobian(lambda v: v * 2, x, strategy="forward-mode")
mg.autograd.functional.jacobian(lambda v: v * 2, x, strict=True)
mg.autograd.functional.vjp(lambda v: v * 2, x, (mg.ones(3), mg.ones(3)))
mg.autograd.functional.vjp(lambda v: v * 2, x, mg.ones(2))
plain.fill_(mg.ones(3))
plain.div(2, rounding_mode="up")
F.gelu(x, approximate="erf")
plain.gather(0, mg.tensor([7]))
plain.index_select(0, plain)
plain.masked_fill(truth, plain)
plain.masked_select(whole)
F.cross_entropy(mg.ones(2, 3, 4, 5), mg.zeros(2, 4, dtype=mg.int64))
F.cross_entropy(mg.ones(2, 3, 4, 5), mg.zeros(2, 4, 6, dtype=mg.int64))
F.cross_entropy(matrix, mg.tensor([0, 1]), weight=mg.ones(2))
F.cross_entropy(mg.ones(2, 3, 4), mg.zeros(2, 4, dtype=mg.int64), weight=mg.ones(2))
F.batch_norm(matrix, mg.zeros(2), mg.ones(3))
nn.Conv1d(2, 2, 1, groups=0)
nn.Conv1d(3, 2, 1, groups=2)
nn.Conv1d(2, 2, 1, padding="full")
nn.Conv1d(2, 2, 1, padding="same", stride=2)
nn.Conv1d(2, 2, 1, padding_mode="mirror")
F.conv1d(mg.ones(1, 1, 3), mg.ones(1, 1, 2), padding="same")
F.batch_norm(matrix, mg.zeros(3), None)
F.batch_norm(matrix, mg.zeros(3), mg.ones(3), eps=-1.0)
F.layer_norm(matrix, [])
F.layer_norm(matrix, (3,), mg.ones(2))
nn.Linear(1, 1).register_buffer("weight", plain)
nn.Linear(1, 1).load_state_dict({"weight": 3, "bias": mg.ones(1)})
nn.Linear(1, 1).load_state_dict([1])
nn.init.calculate_gain("leaky_relu", "a")
nn.init.kaiming_uniform_(mg.ones(2, 2), mode="fan")
nn.init.kaiming_uniform_(mg.ones(0, 2))
w.grad = mg.tensor(mg.inf); nn.utils.clip_grad_norm_([w], 1.0, error_if_nonfinite=True)
nn.utils.clip_grad_norm_((p for p in []), 1.0)
mg.einsum("ij", plain)
mg.einsum("i1", matrix)
mg.einsum("i->j", plain)
mg.einsum("ij->ii", matrix)
mg.einsum("i,i", plain, mg.ones(2))
mg.einsum("ii", matrix)
plain.trace()
mg.ones(1).std()
mg.linalg.norm(mg.ones(2, 2, 2), 2)
mg.linalg.norm(matrix, 2, dim=(0, 1, 1))
list(mg.tensor(1.0))
mg.meshgrid(plain, plain)
mg.meshgrid(plain, plain, indexing="yx")
mg.meshgrid(matrix, indexing="ij")
mg.movedim(matrix, (0, 1), (0,))
matrix.diagonal(0, 0, 0)
matrix.split(-1)
matrix.split([-1, 3])
mg.tensor(1.0).chunk(2)
plain.chunk(0)
plain.tril()
mg.ones(2, 2, 2).diag()
matrix.flatten(1, 0)
mg.ones(2, 2, 2).T
matrix.permute(0)
plain.mT
plain.roll((1, 2), 0)
matrix.expand(3)
mg.from_numpy([1.0])
mg.zeros(-1)
mg.eye(-1)
mg.linspace(plain, 1, 3)
mg.allclose(plain, plain, rtol=-1.0)
mg.set_default_dtype(3)
mg.tensor(plain)
mg.arange(0, 5, -1)
mg.arange(0, 5, 0)
'a' in plain
mg.optim.Adam([w], betas=(0.9, 1))
mg.optim.SGD([w], lr=0.1, differentiable=True)
mg.optim.SGD([w, w], lr=0.1)
mg.optim.SGD([w], lr=0.1).add_param_group([w])
o = mg.optim.SGD([w], lr=0.1); mg.optim.SGD([w, x], lr=0.1).load_state_dict(o.state_dict())
o = mg.optim.SGD([w], lr=0.1); s = mg.optim.lr_scheduler.StepLR(o, 2); s.get_lr()
mg.utils.data.Dataset()[0]
mg.autograd.Variable(x, volatile=True)
mg.utils.data.DataLoader([1], num_workers=-1)
mg.utils.data.DataLoader([1], timeout=-1)
mg.utils.data.DataLoader([1], prefetch_factor=2)
mg.utils.data.DataLoader([1], num_workers=1, prefetch_factor=-1)
mg.utils.data.DataLoader([1], persistent_workers=True)
mg.utils.data.DataLoader([1], multiprocessing_context="fork")
mg.utils.data.DataLoader([1], batch_size=2, batch_sampler=[[0]])
mg.utils.data.DataLoader([], shuffle=True)
x.backward(mg.ones(3), inputs=[])
mg.autograd.grad(x.sum(), [])
(x * 2).requires_grad_(False)
(x * 2).grad
x.view(3).detach_()
x.sum().backward(create_graph=True)
+truth
-truth
mg.tensor([1]).expand(3).add_(1)
mg.sum(x, out=mg.ones(1), dim="a")
F.mse_loss(plain, matrix)
F.cross_entropy(matrix, mg.tensor([0, 1]), label_smoothing=2.0)
w[0]
nn.Linear(1, 1).to(mg.int64)
nn.Linear(1, 1).add_module(3, nn.ReLU())
plain.numpy(force=False); x.numpy()
mg.tensor([np.ones(2), np.ones(2)])
mg.tensor(np.ones(3)[::-1])
mg.tensor(np.ones(3, dtype=np.complex64))
mg.optim.SGD([w], lr=0.1, nesterov=True)
mg.optim.lr_scheduler.StepLR(3, 2)
mg.autograd.functional.vjp(lambda v: v * 2, x)
mg.autograd.functional.jvp(lambda v: v * 2, x)
mg.autograd.functional.hessian(lambda v: v * 2, x)
next(iter(mg.utils.data.DataLoader([object()])))
next(iter(mg.utils.data.DataLoader([[1], [1, 2]], batch_size=2)))
nn.Linear(1, 1).train("a")
mg.autograd.Function()
w.requires_grad = 3
F.softmax(matrix)
mg.zeros(0).max()
mg.zeros(0).argmax()
mg.zeros(0, 3).max(0)
w.T
matrix.sum(('a', 0))
y = (x - 1).sqrt() * 0\nwith mg.autograd.detect_anomaly(): y.sum().backward()
nn.Linear(1, 1).load_state_dict({"weight": mg.ones(2, 1), "bias": mg.ones(1)})
mg.ones(1).expand(3)[truth] = 2.0
mg.utils.data.random_split([1, 2, 3], [1.5, -0.5])
mg.utils.data.random_split([1, 2, 3], [1.0, 0.0])
own(lambda ctx, x: x)()(x)
mg.autograd.functional.jacobian(lambda v: v, 3)
gradcheck(lambda v: v * 2, (x,))
gradcheck(lambda v: v * 2, (plain,))
gradcheck(lambda v: v * 2, (mg.ones(1).double().expand(3).requires_grad_(),))
gradcheck(own(lambda ctx, x: x * 2, lambda ctx, g: g * 2 if g.any() else g + 1).apply, (exact,))
gradcheck(own(lambda c, x: 2 * x, lambda c, g: g * (2 + 1e-9 * mg.rand(2).double())).apply, exact)
mg.autograd.grad([x.sum(), x.sum()], x, [mg.tensor(1.0)])
m = nn.Linear(3, 2); m.register_full_backward_hook(lambda *a: None); m(plain).sum().backward()
m = nn.ReLU(); m.forward = lambda x: {}; m.register_full_backward_hook(lambda *a: None); m(x)
matrix.gather(1, mg.zeros(3, 1, dtype=mg.int64))
F.mse_loss(plain, plain, weight=plain, reduction="all")
mg.autograd.grad(x.sum(), x, allow_unused=False, materialize_grads=True)
mg.sum(x, 0, dim=0)
class M(mg.autograd.Function): pass\nM.apply(x)
mg.autograd.Function.setup_context(None, (), None)
nn.Linear(1, 1).register_buffer("b", 3)
x.type(3)
mg.optim.SGD([{"params": {w}}], lr=0.1)
mg.optim.SGD([{"params": [w]}, {"params": [w]}], lr=0.1)
mg.utils.data.DataLoader([1], sampler=[0], shuffle=True)
o = mg.optim.SGD([w], lr=0.1); mg.optim.lr_scheduler.StepLR(o, 2).step()
mg.autograd.functional.vjp(lambda v: (v * 2, v), x, (plain,))
"""
PROGRAMS_HERE = [line.replace(r"\n", "\n") for line in LINES.splitlines() if line]


def test_every_program_raises_a_message() -> None:
    with cases() as case:
        for program in PROGRAMS_HERE:
            with case(program):
                with recorded_messages() as said, suppress(Exception):
                    ran(program)
                assert said, "raises nothing that is written in minigrad/messages/catalog"


def test_every_message_is_raised_by_some_program() -> None:
    with recorded_messages() as said, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for program in [*(entry[2] for entry in ADVICE), *PROGRAMS_HERE]:
            with suppress(Exception):
                ran(program)
        for answer, run in recorded_failures():
            if any(piece(name) in answer for name in catalog().keys() - said):
                run()
    if new := sorted(catalog().keys() - said):
        pytest.fail(
            f"Nothing raises {', '.join(new)}. Add a line that raises it here; if it has advice, "
            "to tests/messages/advice.py, with what runs once it is followed.",
            pytrace=False,
        )


def recorded_failures() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield PyTorch's recorded errors, with calls. (`tests/ops/test_recorded.py` compares them.)"""
    for table, in_place in ((OPERATIONS, False), (CHANGES, True)):
        for answers in table.values():
            for case, answer in answers.items():
                yield json.dumps(answer), functools.partial(observe, case, mg, in_place)
    for call, answer in recorded("calls.json")["calls"].items():
        yield json.dumps(answer), functools.partial(observe, call, mg)
    for statements, *answers in PROGRAMS:
        yield json.dumps(answers), functools.partial(observe_program, statements, mg)


@functools.cache
def piece(name: str) -> str:
    """Return the longest part of the message's first sentence that contains no value."""
    first = first_sentence(catalog()[name])
    return max(re.split(r"\{[^{}]*\}|minigrad|torch|[^\w\s]", first), key=len).strip()
