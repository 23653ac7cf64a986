"""PyTorch models, and a comparison of every gradient in their drawings.

Once the explorer has drawn the passes of a model, `backward()` runs on the same graph. A separate
hook reports what each node receives, and `.grad` reports the gradients of parameters and outputs.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from minigrad.engine.outputs import Pieces
from minigrad.explore.explorer import Explorer
from minigrad.explore.foreign import Foreign
from minigrad.explore.graph import MOST, forward_and_backward
from minigrad.explore.orders import Passes, passes
from minigrad.explore.passes import Graph, graph_of
from minigrad.explore.words import short

Tensor: TypeAlias = torch.Tensor
Model: TypeAlias = tuple[nn.Module, Callable[[], Tensor]]  # and a run to its loss


def convolution() -> Model:
    net = nn.Sequential(
        nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten()
    )
    net.append(nn.Linear(36, 10))
    x, labels = torch.randn(5, 1, 8, 8), torch.randint(0, 10, (5,))
    return net, lambda: F.cross_entropy(net(x), labels)


class Tied(nn.Module):
    """A model that also uses its word embeddings to predict the next word."""

    def __init__(self) -> None:
        super().__init__()
        self.vectors = nn.Embedding(7, 4)
        self.scores = nn.Linear(4, 7, bias=False)
        self.scores.weight = self.vectors.weight

    def forward(self, words: Tensor) -> Tensor:
        logits: Tensor = self.scores(self.vectors(words).mean(dim=1))
        return logits


def shared_weights() -> Model:
    net = Tied()
    words, following = torch.randint(0, 7, (3, 5)), torch.randint(0, 7, (3,))
    return net, lambda: F.cross_entropy(net(words), following)


def in_place() -> Model:
    net = nn.Linear(3, 4)
    x = torch.randn(2, 3)

    def run() -> Tensor:
        h = net(x)
        h *= 2
        h[:, 0] = 0
        h.relu_()
        return (h**2).sum()

    return net, run


class Rounded(torch.autograd.Function):
    """A rounding function whose gradient passes straight through if the input is within a bound.

    One of its three arguments isn't a tensor, and it has two results.
    """

    @staticmethod
    def forward(ctx: Any, x: Tensor, bound: float, factor: Tensor) -> tuple[Tensor, Tensor]:
        ctx.save_for_backward(x, factor)
        ctx.bound = bound
        return x.round() * factor, x - x.round()

    @staticmethod
    def backward(ctx: Any, g: Tensor, rest: Tensor) -> tuple[Tensor, None, Tensor]:  # type: ignore[override]
        x, factor = ctx.saved_tensors
        return g * factor * (x.abs() < ctx.bound) + 0 * rest, None, (g * x.round()).sum()


def custom_function() -> Model:
    net = nn.Linear(3, 4)
    net.factor = nn.Parameter(torch.tensor(1.5))
    x = torch.randn(2, 3)

    def run() -> Tensor:
        rounded, rest = Rounded.apply(net(x), 1.0, net.factor)
        return (rounded * rest).sum() + rounded.square().sum()

    return net, run


def several_outputs() -> Model:
    net = nn.Linear(4, 6)
    x = torch.randn(3, 4)

    def run() -> Tensor:
        query, key, value = net(x).chunk(3, dim=1)
        largest, _ = torch.cat([query * key, value], dim=1).max(dim=1)
        return largest.sum() + torch.linalg.svd(query @ key.T).S.sum()

    return net, run


MODELS: list[Callable[[], Model]] = [
    *(convolution, shared_weights, in_place, custom_function, several_outputs),
]


def compare(model: Callable[[], Model]) -> tuple[int, list[str]]:
    """Return how many gradients were compared and descriptions of those that differ."""
    torch.manual_seed(0)
    net, run = model()
    outputs = _watched(net)
    loss = run()
    names = dict(net.named_parameters())
    engine = Foreign(loss, outputs)
    boxes = graph_of(engine, names, MOST)
    done = passes(engine, boxes, engine.seed(None))
    explorer = forward_and_backward(loss, names, **{f"out_{i}": t for i, t in enumerate(outputs)})
    faults = []
    if any(t.grad is not None for t in [*names.values(), *outputs]):
        faults.append("a .grad was changed")

    received = _received(engine)
    loss.backward()  # this needs the graph unchanged
    checks = list(_checks(boxes, done, received, explorer))
    checks += [(f"output {i}", _drawn(boxes, done, t), t.grad, "") for i, t in enumerate(outputs)]
    leaves = {id(boxes.boxes[i].source) for i in done.at_end}
    trained = {id(p) for p in names.values() if p.grad is not None}
    if leaves != trained or boxes.hidden:
        faults.append(f"{len(leaves)} leaves receive a gradient, but {len(trained)} should")
    for name, drawn, wanted, sentence in checks:
        if not _same(drawn, wanted):
            faults.append(f"{name} has {drawn}, not {wanted}")
        elif sentence and short(drawn) not in sentence:
            faults.append(f"{name}: {short(drawn)} isn't mentioned: {sentence}")
    return len(checks), [f"{model.__name__}: {fault}" for fault in faults]


def _watched(net: nn.Module) -> list[Tensor]:
    """Return a list to which the layers' outputs are appended when the model runs."""
    outputs: list[Tensor] = []

    def keep(_module: nn.Module, _inputs: Any, output: Any) -> None:
        if torch.is_tensor(output) and output.requires_grad:
            output.retain_grad()
            outputs.append(output)

    for module in net.modules():
        if not list(module.children()) and not isinstance(module, nn.ReLU):
            module.register_forward_hook(keep)
    return outputs


def _received(engine: Foreign) -> dict[int, list[Tensor | None]]:
    """Return a dict that the next backward pass fills with each node's gradients, by node id."""
    received: dict[int, list[Tensor | None]] = {}

    def note(key: int) -> Callable[..., None]:
        return lambda gradients: received.update({key: list(gradients)})

    for node in engine.nodes:
        node.source.register_prehook(note(id(node)))
    return received


def _checks(
    boxes: Graph, done: Passes, received: dict[int, list[Tensor | None]], explorer: Explorer
) -> Iterator[tuple[str, Any, Any, str]]:
    """Yield each turn's name, drawn value, correct value, and sentence, in PyTorch's order."""
    steps = explorer.controls[-1]
    first = len(steps.values) - len(done.orders[0])
    at_end = done.at_end.keys() - {turn.box for turn in done.orders[0]}
    first -= bool(at_end)  # the last step covers mailboxes without a step of their own
    for k, turn in enumerate(done.orders[0], first):
        box = boxes.boxes[turn.box]
        sentence = explorer.at(step=k).sentence
        if box.kind == "leaf":
            yield f"{box.name}.grad", turn.gradient, box.source.grad, sentence
        elif isinstance(turn.gradient, Pieces):
            for output, g in turn.gradient.items():
                yield f"{box.name}, output {output}", g, received[id(box.source)][output], ""
        else:
            yield box.name, turn.gradient, received[id(box.source)][0], sentence
    for i in at_end:
        yield f"{boxes.boxes[i].name}.grad", done.at_end[i], boxes.boxes[i].source.grad, ""


def _drawn(boxes: Graph, done: Passes, tensor: Tensor) -> Any:
    for turn in done.orders[0]:
        if getattr(boxes.boxes[turn.box].source, "source", None) is tensor.grad_fn:
            return turn.gradient
    return None


def _same(drawn: Any, wanted: Tensor | None) -> bool:
    if drawn is None or wanted is None:
        return drawn is wanted
    return np.shape(drawn) == wanted.shape and np.allclose(
        drawn, wanted.numpy(), rtol=1e-5, atol=1e-7
    )
