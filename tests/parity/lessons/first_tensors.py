"""Lessons about tensors, before there are any gradients."""

import math
from typing import Any

import numpy as np

from ..rules import first_sentence


def a_week_of_temperatures(mg: Any) -> dict:
    """Explore shapes, dtypes, rows and columns, and results written in place."""
    week = mg.tensor([[11.5, 12, 9, 8, 10.25, 13, 14], [17, 18.5, 15, 12, 16, 19, 21]])
    print(week, week.shape, week.dtype, week.device)
    print(f"mornings: {week[0]}\nlast day: {week[:, -1]}")
    colder = mg.sub(week, week.mean(dim=1, keepdim=True))
    print(colder)
    days = mg.cat([week, mg.full((1, 7), 15.0)], dim=0)
    print(days.T[:2], days.max(dim=0), days.argmax().item())
    warm = (week > 12).sum(1)
    print(warm, (week > 12).float().mean().item(), type(warm), type(week.shape))
    week[0, 3:5] = mg.Tensor([7, 7.5])
    week.add_(1)
    picked = mg.zeros(7).scatter_(0, mg.tensor(2), value=1)
    print(week, picked @ week.T)
    return {"colder": colder, "days": days, "std": week.std(1), "order": week.sort(1)}


def numbers_by_chance(mg: Any) -> dict:
    """Draw PyTorch's random numbers in the ways a learner would."""
    mg.manual_seed(2718)
    rolls = mg.randint(1, 7, size=(2, 10))
    print(rolls, rolls.float().mean(1), (rolls == 6).nonzero())
    weights = mg.normal(0, 0.1, size=(3, 2), requires_grad=True)
    noise = mg.randn(2, 3) * 0.5
    print(weights, noise @ weights)
    order = mg.randperm(6)
    print(order, mg.arange(6.0)[order])
    generator = mg.Generator().manual_seed(5)
    print(mg.rand(3, generator=generator), mg.randint(4, size=(3,), generator=generator))
    print(mg.nn.Linear(2, 2).weight)
    print(mg.rand(2, 2), mg.bernoulli(mg.full((8,), 0.25)))
    return {"rolls": rolls, "weights": weights, "next": mg.rand(1)}


def numbers_on_a_line(mg: Any) -> dict:
    """Make even steps, whose rounding shows in the output."""
    steps = mg.arange(-1, 1, 0.1)
    angles = mg.linspace(0.5, math.pi - 0.5, 4)
    print(steps)
    print(angles, angles.sin(), mg.cos(angles))
    print(mg.arange(0, 1, 0.25), mg.arange(4) / 4, mg.arange(7, 0, -3))
    print(mg.eye(2, 3), mg.ones(2, 1).expand(2, 3) * mg.arange(3))
    return {"steps": steps, "fine": mg.arange(-7.0, 7.0, 0.01), "angles": angles}


def there_and_back(mg: Any) -> dict:
    """Convert between NumPy arrays and tensors that share memory."""
    array = np.arange(4.0)
    shared = mg.from_numpy(array)
    array += 1
    copied = mg.tensor(array)
    shared.mul_(10)
    print(array, shared, copied, shared.tolist())
    print(mg.as_tensor([1, 2.5]), mg.tensor([True]).long(), mg.tensor(3).item() + 1)
    print(shared.view(2, 2).t().contiguous().view(-1), shared.reshape(2, -1)[..., None].shape)
    return {"shared": shared, "copied": copied}


def beside_numpy(mg: Any) -> dict:
    """Mix tensors with NumPy scalars, arrays, and functions."""
    x = mg.tensor([1.0, 4.0], requires_grad=True)
    y = np.sqrt(2) * x + np.float32(1) - np.int64(3) / x
    z = (np.float64(3) - x) ** np.int64(2) + np.float32(2) ** x
    print(y, z, np.float64(5) // x.detach(), np.float32(2) < x, x % np.float64(3))
    (y * z).sum().backward()
    counts, array = mg.tensor([1, 2]), np.array([2.0, 3.0])
    print(np.float64(0.5) * counts, np.int32(2) * counts, counts - np.float32(1))
    print(x.detach() * array, x.detach() - array, array / x.detach(), x == array, counts == array)
    print(np.exp(x.detach()), np.add(counts, 1), np.array([counts, counts]), array[counts - 1])
    pairs = [lambda a, b: a * b, lambda a, b: a - b, lambda a, b: a < b, lambda a, b: a + b]
    for number, pair in enumerate(pairs):
        for a, b in ((array, x), (x, array), (array, counts), ([1, 2], x), (x, [1, 2])):
            try:
                print(number, pair(a, b))
            except Exception as error:  # for errors from Python or NumPy, print only the class
                is_own = "numpy()" in str(error)
                print(number, type(error).__name__, first_sentence(str(error)) if is_own else "")
    return {"y": y, "z": z, "grad": x.grad}


def what_goes_wrong(mg: Any) -> dict:
    """Make a beginner's mistakes and print the first sentence of each error."""
    net = mg.nn.Linear(3, 1)
    x = mg.ones(2, requires_grad=True)
    mistakes = [
        lambda: mg.ones(2, 3) + mg.ones(2),
        lambda: mg.ones(2, 3) @ mg.ones(2, 3),
        lambda: mg.ones(3).view(2, 2),
        lambda: mg.ones(3)[3],
        lambda: mg.tensor([[1, 2], [3]]),
        lambda: mg.tensor([1, 2], requires_grad=True),
        lambda: mg.Tensor([1.0, 2.0], requires_grad=True),
        lambda: mg.ones(2).item(),
        lambda: bool(mg.ones(2) == mg.ones(2)),
        lambda: mg.cat([mg.ones(2), mg.ones(1, 2)]),
        lambda: mg.ones(2).backward(),
        lambda: (x * 2).backward(),
        lambda: x.add_(1),
        lambda: x.numpy(),
        lambda: (x * 2).requires_grad_(False),
        lambda: net(mg.ones(2)),
        lambda: net(mg.ones(3).long()),
        lambda: net.slope,
        lambda: net.cuda(),
        lambda: mg.nn.CrossEntropyLoss()(mg.ones(1, 2), mg.tensor([2])),
        lambda: mg.nn.CrossEntropyLoss()(mg.ones(2, 2), mg.ones(2)),
        lambda: mg.nn.BCELoss()(mg.tensor([1.5]), mg.tensor([1.0])),
        lambda: net.load_state_dict({"weight": mg.ones(1, 2), "bias": mg.ones(1)}),
        lambda: mg.optim.SGD(net.weight * 1, lr=0.1),
        lambda: mg.optim.SGD([net.weight * 1], lr=0.1),
    ]
    for number, mistake in enumerate(mistakes):
        try:
            mistake()
        except Exception as error:
            print(number, type(error).__name__, first_sentence(str(error)))
        else:
            print(number, "nothing is wrong")
    return {"x": x}
