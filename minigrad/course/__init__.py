"""Tools for running the course. Open it with `python -m minigrad.course lab`.

Each `chapter_N` contains the checks and predictions for one chapter, `checking` runs and judges the
answers, and `working_copy.py` manages the learner's copy of the notebooks.
"""

from .overview import forget_progress, progress
from .tracebacks import show_own_lines

__all__ = ["forget_progress", "progress"]

show_own_lines()
