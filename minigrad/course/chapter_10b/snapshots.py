"""Copies of a network's weights during its training."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

MOMENTS = (0, 50, 100, 200, 600)  # steps before which the weights are copied


class Snapshots:
    """The steps of a training. While it runs, they copy the weights of a module a few times.

    Pass it to the training instead of the steps. The last copy has the weights after it.
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
