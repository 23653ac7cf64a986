"""Time the libraries in one table row, alternating between them within a single run."""

import gc
import math
import random
from collections.abc import Callable
from time import get_clock_info, perf_counter, process_time
from typing import NamedTuple

import numpy as np

from .rows.program import Program

SAMPLE = 0.003  # repeat a short step for this many seconds to get one measurement


# Processor time excludes other programs, but on Windows it isn't precise enough.
clock = process_time if get_clock_info("process_time").resolution <= 1e-6 else perf_counter


class Plan(NamedTuple):
    """The settings for how long to measure a row."""

    seconds: float  # rounds run until this many seconds have passed,
    least: int  # run at least this many rounds
    rounds: int | None = None  # if given, run exactly this many rounds

    def should_continue(self, done: int, elapsed: float) -> bool:
        if self.rounds is not None:
            return done < self.rounds
        return done < self.least or elapsed < self.seconds


FULL, QUICK = Plan(12.0, least=9), Plan(1.0, least=3)


def sample(step: Callable, repeats: int) -> float:
    """Return the time per step in seconds, with the garbage collector on, as for any user."""
    gc.collect()  # so that this library doesn't pay for the previous one's garbage
    start = clock()
    for _ in range(repeats):
        step()
    return (clock() - start) / repeats


def repeats_for(step: Callable, seconds: float) -> int:
    """Return how many times to repeat a step, given how long it takes."""
    if seconds < SAMPLE:
        seconds = sample(step, 20)
    return max(1, math.ceil(SAMPLE / seconds))


def measure(programs: dict[str, Program], plan: Plan) -> dict[str, np.ndarray]:
    """Return each library's time per step in every round."""
    start = perf_counter()
    gc.freeze()  # collections can skip everything that already exists
    first = {name: sample(program.step, 1) for name, program in programs.items()}
    repeats = {name: repeats_for(programs[name].step, t) for name, t in first.items()}
    rounds: list[dict[str, float]] = []
    while plan.should_continue(len(rounds), perf_counter() - start):
        names = list(programs)
        random.shuffle(names)
        times = {}
        for name in names:
            if repeats[name] > 1:
                programs[name].step()  # warms up the caches
            times[name] = sample(programs[name].step, repeats[name])
        rounds.append(times)
    gc.unfreeze()
    return {name: np.array([times[name] for times in rounds]) for name in programs}


def ratio(times: dict[str, np.ndarray], name: str, to: str) -> float:
    """Return the median ratio of two libraries' times within a round."""
    if name not in times or to not in times:
        return math.nan
    return float(np.median(times[name] / times[to]))
