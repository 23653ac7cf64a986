"""The timing of a row's libraries, which take turns within one run."""

import gc
import math
import random
from collections.abc import Callable
from time import get_clock_info, perf_counter, process_time
from typing import NamedTuple

import numpy as np

from .peers import CONTROL, LIMIT, OURS
from .rows.program import Program

SAMPLE = 0.003  # seconds for which a short step is repeated to get one measurement
SLOW = 0.2  # seconds; a library whose step takes longer skips most rounds


# Processor time excludes other programs. On Windows, it isn't precise enough.
clock = process_time if get_clock_info("process_time").resolution <= 1e-6 else perf_counter


class Plan(NamedTuple):
    """How long to measure a row."""

    seconds: float  # rounds run until this many seconds have passed,
    least: int  # run at least this many rounds
    rounds: int | None = None  # if given, run exactly this many rounds
    slow_every: int = 3  # slow libraries take part in one out of this many rounds

    def goes_on(self, done: int, elapsed: float) -> bool:
        if self.rounds is not None:
            return done < self.rounds
        return done < self.least or elapsed < self.seconds


FULL, QUICK = Plan(12.0, least=9), Plan(1.0, least=3, slow_every=1000)


def sample(step: Callable, repeats: int) -> float:
    """Return the seconds for one step, with the garbage collector on, as for any user."""
    gc.collect()  # so that this library isn't charged for the previous one's garbage
    start = clock()
    for _ in range(repeats):
        step()
    return (clock() - start) / repeats


def repeats_for(step: Callable, seconds: float) -> int:
    """Return how often to repeat a step, given the time of one run."""
    if seconds < SAMPLE:
        seconds = sample(step, 20)
    return max(1, math.ceil(SAMPLE / seconds))


def measure(programs: dict[str, Program], plan: Plan) -> dict[str, np.ndarray]:
    """Return each library's seconds in each round, or nan for rounds that it skipped."""
    start = perf_counter()
    gc.freeze()  # collections can skip everything that exists already
    first = {name: sample(program.step, 1) for name, program in programs.items()}
    repeats = {name: repeats_for(programs[name].step, t) for name, t in first.items()}
    slow = {n for n, t in first.items() if t > SLOW and n not in (LIMIT, OURS, CONTROL)}
    rounds = [first] if slow else []
    while plan.goes_on(len(rounds), perf_counter() - start):
        names = [n for n in programs if n not in slow or len(rounds) % plan.slow_every == 0]
        random.shuffle(names)
        times = {}
        for name in names:
            if repeats[name] > 1:
                programs[name].step()  # brings its data back into the caches
            times[name] = sample(programs[name].step, repeats[name])
        rounds.append(times)
    gc.unfreeze()
    return {name: np.array([times.get(name, math.nan) for times in rounds]) for name in programs}


def ratio(times: dict[str, np.ndarray], name: str, to: str) -> float:
    """Return the median of the two libraries' ratios, over the rounds in which both were timed."""
    if name not in times or to not in times:
        return math.nan
    return float(np.nanmedian(times[name] / times[to]))
