"""Tests for optimizers: printing, groups, state, and learning rates."""

import numpy as np
import pytest

import minigrad as mg
from minigrad import optim


def steps(optimizer, w, count=3):
    """Return w after each step toward the minimum of w²."""
    places = []
    for _ in range(count):
        optimizer.zero_grad()
        (w**2).sum().backward()
        optimizer.step()
        places.append(w.tolist())
    return places


def weight():
    return mg.tensor([1.0, -2.0], requires_grad=True)


SGD, ADAM = optim.SGD, optim.Adam


def test_printing_shows_every_group():
    optimizer = optim.SGD([{"params": [weight()]}, {"params": [weight()], "lr": 1.0}], lr=0.1)
    assert (
        repr(optimizer)
        == """SGD (
Parameter Group 0
    dampening: 0
    differentiable: False
    foreach: None
    fused: None
    lr: 0.1
    maximize: False
    momentum: 0
    nesterov: False
    weight_decay: 0

Parameter Group 1
    dampening: 0
    differentiable: False
    foreach: None
    fused: None
    lr: 1.0
    maximize: False
    momentum: 0
    nesterov: False
    weight_decay: 0
)"""
    )


def test_each_group_has_its_own_learning_rate():
    a, b = weight(), weight()
    optimizer = optim.SGD([{"params": a}, {"params": [b], "lr": 0.5}], lr=0.1)
    (a.sum() + b.sum()).backward()
    optimizer.step()
    assert np.allclose(a.detach(), [0.9, -2.1])
    assert np.allclose(b.detach(), [0.5, -2.5])


def test_parameters_without_a_gradient_are_left_unchanged():
    w = weight()
    optim.Adam([w]).step()
    assert w.tolist() == [1, -2]


def test_zero_grad_sets_gradients_to_none_or_zeros():
    w = weight()
    optimizer = optim.SGD([w])
    w.sum().backward()
    optimizer.zero_grad(set_to_none=False)
    assert w.grad.tolist() == [0, 0]
    optimizer.zero_grad()
    assert w.grad is None


@pytest.mark.parametrize(
    ("kind", "options"),
    [(SGD, {"momentum": 0.9}), (ADAM, {}), (optim.RMSprop, {"momentum": 0.9, "centered": True})],
)
def test_zeroing_or_adding_to_a_gradient_changes_no_state(kind, options):
    """Both change `.grad` in place, so the state must not share its memory."""
    w = weight()
    optimizer = kind([w], **options)
    w.sum().backward()
    optimizer.step()
    state = {name: value.clone() for name, value in optimizer.state[w].items()}
    w.sum().backward()
    optimizer.zero_grad(set_to_none=False)
    assert all((optimizer.state[w][name] == value).all() for name, value in state.items())


@pytest.mark.parametrize(
    "kind", [SGD, ADAM, optim.AdamW, optim.RMSprop, optim.Adagrad, optim.LBFGS]
)
def test_a_step_counts_as_an_in_place_change(kind):
    w = weight()
    y = w * w
    w.grad = mg.ones(2)
    kind([w], lr=0.1).step(lambda: mg.tensor(1.0))
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_a_step_returns_the_loss_of_the_closure():
    w = weight()
    optimizer = optim.SGD([w], lr=0.1)

    def closure():
        optimizer.zero_grad()
        loss = (w**2).sum()
        loss.backward()
        return loss

    with mg.no_grad():
        assert optimizer.step(closure).item() == 5
    assert np.allclose(w.detach(), [0.8, -1.6])


@pytest.mark.parametrize("kind", [SGD, ADAM])
def test_training_continues_from_a_saved_state(kind):
    options = {"momentum": 0.9} if kind is SGD else {}
    w, v = weight(), weight()
    expected = steps(kind([w], lr=0.1, **options), w, 6)
    first = kind([v], lr=0.1, **options)
    steps(first, v)
    second = kind([v], lr=7.0)
    second.load_state_dict(first.state_dict())
    assert np.allclose(steps(second, v), expected[3:])


@pytest.mark.parametrize(
    "wrong", [{0: 5}, {0: {"exp_avg": mg.zeros(2)}, 1: None}], ids=["a number", "None"]
)
def test_a_damaged_state_changes_nothing(wrong):
    a, b = weight(), weight()
    a.grad, b.grad = mg.ones(2), mg.ones(2)
    optimizer = optim.Adam([a, b])
    optimizer.step()
    before = str(optimizer.state_dict())
    with pytest.raises(AttributeError):
        optimizer.load_state_dict({**optimizer.state_dict(), "state": wrong})
    assert str(optimizer.state_dict()) == before


def test_a_state_dict_counts_the_parameters():
    a, b = weight(), weight()
    optimizer = optim.SGD([{"params": [a]}, {"params": [b]}], lr=0.1, momentum=0.9)
    b.grad = mg.ones(2)
    optimizer.step()
    state = optimizer.state_dict()
    assert [group["params"] for group in state["param_groups"]] == [[0], [1]]
    assert list(state["state"]) == [1]
    assert state["state"][1]["momentum_buffer"].tolist() == [1, 1]


@pytest.mark.parametrize(
    ("make", "kind", "sentence"),
    [
        (lambda w: SGD([w], lr=-0.1), ValueError, "Invalid learning rate: -0.1"),
        (lambda w: SGD([w], momentum=-1), ValueError, "Invalid momentum value: -1"),
        (lambda w: SGD([w], nesterov=True), ValueError, "Nesterov momentum requires a momentum"),
        (lambda w: SGD([]), ValueError, "optimizer got an empty parameter list"),
        (lambda w: SGD(*[]), TypeError, "missing 1 required positional argument"),
        (lambda w: SGD(w), TypeError, "params argument given to the optimizer should be an iter"),
        (lambda w: SGD([w * 2]), ValueError, "can't optimize a non-leaf Tensor"),
        (lambda w: SGD([1]), TypeError, "optimizer can only optimize Tensors, but one of the par"),
        (lambda w: SGD([{"params": {w}}]), TypeError, "optimizer parameters need to be organized"),
        (
            lambda w: SGD([{"params": w}, {"params": w}]),
            ValueError,
            "some parameters appear in more than one parameter group",
        ),
        (lambda w: ADAM([w], eps=-1), ValueError, "Invalid epsilon value: -1"),
        (lambda w: ADAM([w], betas=(1.0, 0.9)), ValueError, "Invalid beta parameter at index 0"),
        (
            lambda w: SGD([w]).load_state_dict({"state": {}, "param_groups": []}),
            ValueError,
            "loaded state dict has a different number of parameter groups",
        ),
        (lambda w: optim.lr_scheduler.StepLR(w, 2), TypeError, "Tensor is not an Optimizer"),
    ],
)
def test_misuse_of_an_optimizer_is_rejected(make, kind, sentence):
    with pytest.raises(kind, match=sentence.replace("(", r"\(")):
        make(weight())


def test_a_parameter_passed_twice_warns():
    w = weight()
    with pytest.warns(UserWarning, match="duplicate parameters"):
        SGD([w, w])


def rates(make, count=6):
    optimizer = SGD([weight()], lr=1.0)
    scheduler = make(optimizer)
    used = []
    for _ in range(count):
        optimizer.step()
        scheduler.step()
        used.append(scheduler.get_last_lr()[0])
    assert optimizer.param_groups[0]["lr"] == used[-1]
    return used


def test_step_lr_decays_by_a_factor_every_few_epochs():
    assert rates(lambda o: optim.lr_scheduler.StepLR(o, 2, 0.5)) == [1, 0.5, 0.5, 0.25, 0.25, 0.125]


def test_cosine_annealing_falls_to_its_minimum_and_rises_again():
    used = rates(lambda o: optim.lr_scheduler.CosineAnnealingLR(o, 4, 0.1))
    assert np.allclose(used, [0.868198, 0.55, 0.231802, 0.1, 0.231802, 0.55], atol=1e-6)


def test_a_schedule_continues_from_a_saved_one():
    optimizer = SGD([weight()], lr=1.0)
    first = optim.lr_scheduler.StepLR(optimizer, 2, 0.5)
    optimizer.step()
    first.step()
    second = optim.lr_scheduler.StepLR(optimizer, 7)
    second.load_state_dict(first.state_dict())
    second.step()
    assert second.get_last_lr() == [0.5]


def test_a_schedule_before_the_first_step_warns():
    scheduler = optim.lr_scheduler.StepLR(SGD([weight()]), 2)
    with pytest.warns(UserWarning, match="Detected call of `lr_scheduler.step"):
        scheduler.step()


def test_a_schedule_that_resumes_starts_at_the_rate_that_it_had() -> None:
    of = mg.optim.lr_scheduler
    optimizer = mg.optim.SGD([mg.ones(1, requires_grad=True)], lr=0.8)
    for group in optimizer.param_groups:
        group.update(initial_lr=0.8, lr=0.1)
    resumed = of.ExponentialLR(optimizer, 0.5, last_epoch=2)
    assert resumed.get_last_lr() == [0.1]
    optimizer.step()
    resumed.step()
    assert resumed.get_last_lr() == [0.05]


def test_lbfgs_says_that_it_has_no_line_search():
    with pytest.raises(NotImplementedError, match="Omit line_search_fn"):
        optim.LBFGS([mg.ones(1, requires_grad=True)], line_search_fn="strong_wolfe")


def test_lbfgs_state_has_pytorchs_names() -> None:
    w = mg.tensor([3.0, 1.0], requires_grad=True)
    optimizer = optim.LBFGS([w], max_iter=3)

    def closure():
        optimizer.zero_grad()
        loss = (w**4).sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    names = "H_diag al d func_evals n_iter old_dirs old_stps prev_flat_grad prev_loss ro t"
    assert sorted(optimizer.state[w]) == names.split()
    assert len(optimizer.state[w]["al"]) == 100


def test_lbfgs_state_has_the_dtype_that_different_parameters_share() -> None:
    a = mg.tensor([3.0, 1.0], requires_grad=True)
    b = mg.tensor(2.0, dtype=mg.float64, requires_grad=True)
    optimizer = optim.LBFGS([a, b], max_iter=3)

    def closure() -> mg.Tensor:
        optimizer.zero_grad()
        loss = (a**2).sum() + b**2
        loss.backward()
        return loss

    optimizer.step(closure)
    direction = optimizer.state[a]["d"]
    assert direction.dtype == mg.float64 == mg.as_tensor(direction.numpy()).dtype
