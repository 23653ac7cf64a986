"""The tools that run the course: `python -m minigrad.course lab` opens it.

Each `chapter_N` contains a chapter's checks and predictions, `checking` runs and judges answers,
and `working_copy.py` manages the learner's copy of the notebooks.
"""

from .overview import forget_progress, progress
from .tracebacks import show_own_lines

__all__ = ["forget_progress", "progress"]

show_own_lines()
