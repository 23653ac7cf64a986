"""An exam on paper: `questions/` has the questions, `drawing` chooses, `paper` prints."""

from .drawing import chapters as chapters
from .paper import make as make
