"""Copies of a network's weights, made during training."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

MOMENTS = (0, 50, 100, 200, 600)  # steps before which the weights are copied


class Snapshots:
    """An iterable over training steps that also copies a module's weights before some of the steps.

    Pass an instance to the training function as its `steps`. It makes one last copy at the end.
    """

    def __init__(self, module: Any, steps: Iterable[int], moments: Sequence[int] = MOMENTS) -> None:
        self.module, self.steps, self.moments = module, steps, moments
        self.taken: dict[int, dict[str, Any]] = {}

    def __iter__(self) -> Iterator[int]:
        self.taken, done = {}, 0
        for step in self.steps:
            if step in self.moments:
                self._take(step)
            yield step
            done = step + 1
        self._take(done)

    def _take(self, step: int) -> None:
        parameters = self.module.named_parameters()
        self.taken[step] = {name: w.detach().numpy().astype(float) for name, w in parameters}
