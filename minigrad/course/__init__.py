"""The tools that run the series: `python -m minigrad.course lab` opens it.

`chapter_N` knows the answers to a chapter's exercises and predictions, `checking` judges them,
`editions` makes the lecturer's copies, `marks` marks a class, `publish` makes slides and pages.
"""

from .overview import forget_progress, progress
from .tracebacks import show_own_lines

__all__ = ["forget_progress", "progress"]

show_own_lines()
