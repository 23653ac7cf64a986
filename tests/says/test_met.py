"""Every sentence is raised by something that is run: a recorded case, an advice, a line here."""

import functools
import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

import minigrad as mg
from minigrad.says import errors
from tests.ops.test_recorded import CHANGES, OPERATIONS, PROGRAMS, recorded
from tests.parity.observing import observe, observe_program
from tests.says.test_advice import ADVICE, catalogue, ran

# Programs, one a line, that raise what no recorded case does.
LINES = """
mg.autograd.grad(x.sum(), x, is_grads_batched=True)
mg.autograd.functional.hessian(lambda v: (v.sum(), v.sum()), x)
mg.autograd.functional.jacobian(lambda v: v * 2, x, strategy="forward-mode")
mg.autograd.functional.jacobian(lambda v: v * 2, x, strict=True)
mg.autograd.functional.vjp(lambda v: v * 2, x, (mg.ones(3), mg.ones(3)))
mg.autograd.functional.vjp(lambda v: v * 2, x, mg.ones(2))
plain.fill_(mg.ones(3))
plain.div(2, rounding_mode="up")
F.gelu(x, approximate="erf")
matrix.gather(1, mg.ones(2, 3))
mg.take_along_dim(matrix, mg.ones(2, 3), 1)
mg.take_along_dim(matrix, mg.zeros(3, dtype=mg.int64), 1)
plain.index_select(0, plain)
plain.masked_fill(plain, 1.0)
plain.masked_fill(truth, plain)
plain.masked_fill_(whole, 1.0)
plain.masked_fill_(truth, plain)
plain.masked_select(whole)
mg.scatter(matrix, 1, mg.ones(2, 3), 1.0)
F.mse_loss(plain, plain, weight=mg.ones(2))
F.cross_entropy(matrix, mg.tensor([0, 5]))
F.cross_entropy(matrix, mg.tensor([0, 1, 1]))
F.cross_entropy(mg.tensor(1.0), mg.tensor(0))
F.cross_entropy(mg.ones(2, 3, 4), mg.zeros(2, dtype=mg.int64))
F.cross_entropy(mg.ones(2, 3, 4), mg.zeros(2, 5, dtype=mg.int64))
F.cross_entropy(mg.ones(2, 3, 4, 5), mg.zeros(2, 4, dtype=mg.int64))
F.cross_entropy(mg.ones(2, 3, 4, 5), mg.zeros(2, 4, 6, dtype=mg.int64))
F.cross_entropy(matrix, mg.tensor([0, 1]), weight=mg.ones(2))
F.cross_entropy(mg.ones(2, 3, 4), mg.zeros(2, 4, dtype=mg.int64), weight=mg.ones(2))
F.cross_entropy(plain, mg.tensor([0, 1]))
F.nll_loss(plain, mg.tensor([0, 1]))
F.one_hot(mg.tensor([-1]))
F.one_hot(mg.tensor([], dtype=mg.int64))
F.embedding(plain, matrix)
F.embedding(whole, matrix, padding_idx=9)
nn.Embedding(3, 2, padding_idx=9)
F.layer_norm(matrix, [])
F.layer_norm(matrix, (3,), mg.ones(2))
nn.Module()(x)
nn.Linear(1, 1).register_buffer("weight", plain)
nn.Linear(1, 1).load_state_dict({"weight": 3, "bias": mg.ones(1)})
nn.Linear(1, 1).load_state_dict([1])
nn.init.calculate_gain("gelu")
nn.init.calculate_gain("leaky_relu", "a")
nn.init.kaiming_uniform_(mg.ones(2, 2), mode="fan")
nn.init.kaiming_uniform_(mg.ones(0, 2))
nn.init.xavier_uniform_(mg.ones(2))
w.grad = mg.tensor(mg.inf); nn.utils.clip_grad_norm_([w], 1.0, error_if_nonfinite=True)
nn.utils.clip_grad_norm_((p for p in []), 1.0)
mg.einsum("ij", plain)
mg.einsum("i,j", plain)
mg.einsum("i", plain, plain)
mg.einsum("i1", matrix)
mg.einsum("i->j", plain)
mg.einsum("ij->ii", matrix)
mg.einsum("i,i", plain, mg.ones(2))
mg.einsum("ii", matrix)
plain.trace()
mg.bmm(matrix, matrix)
mg.manual_seed(2 ** 70)
mg.randint(5, 2, (3,))
mg.zeros(3).uniform_(2, 1)
mg.zeros(3).uniform_(-3e38, 3e38)
mg.bernoulli(plain * 2)
plain.bernoulli_(2.0)
mg.ones(1).std()
mg.linalg.norm(mg.ones(2, 2, 2), 2)
mg.linalg.norm(matrix, 2, dim=(0, 1, 1))
mg.linalg.matrix_norm(plain)
mg.linalg.matrix_norm(matrix, dim=(0,))
mg.linalg.matrix_norm(matrix, dim=(0, 0))
mg.linalg.vector_norm(whole)
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
mg.ones(2, 2, 2).t()
mg.ones(2, 2, 2).T
matrix.permute(0)
matrix.permute(0, 0)
plain.mT
plain.roll((1, 2), 0)
matrix.expand(3)
mg.tensor([[1.0], [2.0, 3.0]])
mg.from_numpy([1.0])
mg.ones(-1)
mg.zeros(-1)
mg.eye(-1)
mg.tensor(2 ** 70)
mg.linspace(plain, 1, 3)
mg.allclose(plain, plain, rtol=-1.0)
mg.ones(2, dtype="float32")
mg.set_default_dtype(3)
mg.set_default_dtype(mg.int64)
mg.tensor(plain)
mg.arange(0, 5, -1)
mg.arange(0, 5, 0)
mg.tensor("a")
mg.tensor(None)
mg.ones(2, device="gpu")
'a' in plain
mg.optim.Adam([w], betas=(0.9, 1))
mg.optim.Adam([w], betas=(0, 0.9))
mg.optim.SGD([w], lr=0.1, differentiable=True)
mg.optim.SGD([w], lr=-1.0)
mg.optim.SGD([w, w], lr=0.1)
mg.optim.SGD([w], lr=0.1).add_param_group([w])
o = mg.optim.SGD([w], lr=0.1); mg.optim.lr_scheduler.StepLR(o, 2, last_epoch=3)
o = mg.optim.SGD([w], lr=0.1); mg.optim.SGD([w, x], lr=0.1).load_state_dict(o.state_dict())
o = mg.optim.SGD([w], lr=0.1); s = mg.optim.lr_scheduler.StepLR(o, 2); s.get_lr()
mg.utils.data.random_split([1, 2, 3], [1.5, 0.5])
mg.utils.data.random_split([1, 2, 3], [1, 1])
mg.utils.data.Dataset()[0]
mg.utils.data.DataLoader([1], num_workers=-1)
mg.utils.data.DataLoader([], shuffle=True)
x.backward(mg.ones(3), inputs=[])
mg.autograd.grad(x.sum(), [])
(x * 2).requires_grad_(False)
(x * 2).grad
x.view(3).detach_()
x.sum().backward(create_graph=True)
h = (x * 2); h.register_hook(lambda g: g.double()); h.sum().backward()
mg.add(whole, whole, alpha=0.5)
mg.add(whole, whole, alpha=True)
+truth
-truth
plain.clamp()
mg.exp(plain, out=x)
mg.exp(x, out=mg.ones(3))
mg.tensor([1]).expand(3).add_(1)
mg.sum(x, out=mg.ones(1), dim="a")
F.smooth_l1_loss(plain, plain, beta=-1.0)
F.binary_cross_entropy(plain, mg.ones(2))
F.mse_loss(plain, matrix)
F.cross_entropy(matrix, mg.tensor([0, 1]), label_smoothing=2.0)
nn.MSELoss(True)
plain[mg.tensor([0, 1])] = mg.ones(3)
plain[mg.tensor([0, 1])] = whole[:2]
w[0]
plain['a']
nn.Sequential(nn.ReLU()) + [nn.ReLU()]
nn.Linear(1, 1).to(mg.int64)
nn.Linear(1, 1).add_module(3, nn.ReLU())
plain.numpy(force=False); x.numpy()
float(x.sum())
mg.tensor([np.ones(2), np.ones(2)])
mg.tensor(np.ones(3)[::-1])
mg.tensor(np.ones(3, dtype=np.complex64))
mg.optim.SGD([w], lr=0.1, nesterov=True)
mg.optim.lr_scheduler.StepLR(3, 2)
F.linear(matrix, mg.ones(2, 2))
F.one_hot(mg.tensor([3]), 2)
F.cross_entropy(matrix, mg.tensor([0, 1], dtype=mg.int32))
F.nll_loss(matrix, mg.tensor([0, 1], dtype=mg.int32))
mg.autograd.functional.vjp(lambda v: v * 2, x)
mg.autograd.functional.jvp(lambda v: v * 2, x)
mg.autograd.functional.hessian(lambda v: v * 2, x)
mg.utils.data.DataLoader([1], batch_size=0)
mg.utils.data.TensorDataset(plain, mg.ones(2))
next(iter(mg.utils.data.DataLoader([object()])))
next(iter(mg.utils.data.DataLoader([[1], [1, 2]], batch_size=2)))
nn.Linear(1, 1).train("a")
mg.autograd.Function()
w.requires_grad = 3
mg.randint(2 ** 70, (3,))
F.softmax(matrix)
F.dropout(whole, 0.5)
F.binary_cross_entropy_with_logits(plain, plain, reduction="all")
"""
PROGRAMS_HERE = [line for line in LINES.splitlines() if line]
# What none of them raises; a test elsewhere may. A new sentence does not come here.
NOT_HERE: set[str] = set(
    """
    anomaly_enabled anomaly_made_here anomaly_of_unknown_origin copied_shape copied_type
    copy_shape expanded_in_place fraction function_call functional_type generator_device
    grad_input_count grad_output_count gradcheck_dtype gradcheck_nothing gradcheck_result_dtype
    gradcheck_size gradcheck_stride gradient_count gradient_shape gradients_returned group_count
    hook_count hook_for_none hook_without_inputs index_sizes invalid_reduction jacobian_mismatch
    linear_scalars linear_shapes materialize_unused module_result multiple_values nan_gradient
    no_backward no_classes no_forward no_setup_context not_a_buffer not_a_dtype not_a_sequence
    not_linear not_plain_arrays not_reentrant not_saved numerical_not_zero once_differentiable
    out_resized parameter_set sampler_and_shuffle saved_no_tensor scheduler_order
    second_singular seed_no_integer seed_type several_targets shared_parameters v_length
    view_of_inference_view view_of_no_grad_view weight_dims weight_dtype zero_split
    """.split()  # noqa: SIM905
)


@contextmanager
def listening() -> Iterator[set[str]]:
    """The names of the sentences that are said meanwhile."""
    said: set[str] = set()
    text = errors.text

    def heard(name: str, *values: Any) -> str:
        said.add(name)
        return text(name, *values)

    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patch.setattr(errors, "text", heard)
        yield said


def fails(answer: Any) -> bool:
    return "Error" in json.dumps(answer)


@functools.cache
def met() -> set[str]:
    with listening() as said:
        for table, in_place in ((OPERATIONS, False), (CHANGES, True)):
            for cases in table.values():
                for case in [case for case, answer in cases.items() if fails(answer)]:
                    observe(case, mg, in_place)
        for call in [c for c, answer in recorded("calls.json")["calls"].items() if fails(answer)]:
            observe(call, mg)
        for statements in [statements for statements, raised, _ in PROGRAMS if raised]:
            observe_program(statements, mg)
        for program in [*(entry[2] for entry in ADVICE), *PROGRAMS_HERE]:
            with suppress(Exception):
                ran(program)
            mg.set_default_dtype(mg.float32)
    return said


@pytest.mark.parametrize("program", PROGRAMS_HERE)
def test_a_line_raises_a_sentence(program: str) -> None:
    errors.warn_once.cache_clear()
    with listening() as said, suppress(Exception):
        ran(program)
    mg.set_default_dtype(mg.float32)
    assert said, f"{program} raises nothing that is written in minigrad/says/sentences"


def test_a_new_sentence_is_raised_by_something() -> None:
    new = sorted(catalogue().keys() - met() - NOT_HERE)
    if new:
        pytest.fail(
            f"Nothing raises {', '.join(new)}. Add a line that does to tests/says/test_met.py, "
            "and, if it has advice, what then runs to ADVICE in tests/says/test_advice.py.",
            pytrace=False,
        )


def test_what_is_raised_is_off_the_list() -> None:
    assert NOT_HERE & met() == set()
    assert catalogue().keys() >= NOT_HERE
