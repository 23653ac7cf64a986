"""Tests for chapter 10b's milestones, where chapter 6's engine trains exactly like minigrad."""

from typing import Any

import pytest

from minigrad.course.chapter_6.engine import Tensor
from tests.course.cells import NOTEBOOKS, run, stored

MODELS = ("writes-37", "writes-39", "writes-41")  # Attention, Block, and Writer
BEFORE = ("writes-02", "writes-04", "writes-06", "writes-08", "writes-10", *MODELS)
STEPS = 20


@pytest.fixture(scope="module")
def trainings() -> list[tuple[Any, ...]]:
    """Return what the section trains: the model, its data, both engines' losses, and the rate."""
    names: dict[str, Any] = {"__name__": "__main__", "guess": ...}
    found: list[tuple[Any, ...]] = []
    published = dict(vars(Tensor))
    for cell in stored(NOTEBOOKS / "10b_a_network_that_writes.ipynb").cells:
        if cell.id in BEFORE or (cell.id.startswith("milestones") and cell.cell_type == "code"):
            run(cell.source, names)
        if cell.id == "milestones-both":  # its function, called by later cells, only records here
            names["side_by_side"] = lambda *of, lr: found.append((names["mg"], *of, lr))
    assert dict(vars(Tensor)) == published  # the section must not change the engine
    return found


@pytest.mark.parametrize("which", [0, 1], ids=["digits", "writer"])
def test_the_engine_of_chapter_6_trains_like_minigrad(
    which: int, trainings: list[tuple[Any, ...]]
) -> None:
    mg, model, x, y, loss_of, own_loss_of, lr = trainings[which]
    own = {n: Tensor(p.detach().numpy(), requires_grad=True) for n, p in model.named_parameters()}
    optimizer = mg.optim.SGD(model.parameters(), lr=lr)
    mg.manual_seed(3)
    losses = []
    for step in range(STEPS):
        part = mg.randint(len(x), (32,))
        loss = loss_of(model, x[part], y[part])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        own_loss = own_loss_of(own, x[part].numpy(), y[part].numpy())
        own_loss.backward()
        for w in own.values():
            w.data -= lr * w.grad
            w.grad = None
        assert float(own_loss.data) == pytest.approx(loss.item(), abs=1e-9), step
        losses.append(loss.item())
    assert sum(losses[-5:]) < 0.9 * sum(losses[:5])
    for name, p in model.named_parameters():
        assert own[name].data == pytest.approx(p.detach().numpy(), abs=1e-9), name
