"""Exams on paper. `questions/` has the questions, `drawing` picks some, and `paper` prints them."""

from .drawing import chapters as chapters
from .paper import make as make
