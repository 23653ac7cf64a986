"""An exam on paper: `questions/` has the questions, `drawing` chooses some, `paper` prints them."""

from .drawing import chapters as chapters
from .paper import make as make
