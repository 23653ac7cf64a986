"""An exam on paper: `questions/` holds the questions, `drawing` picks some, `paper` prints them."""

from .drawing import chapters as chapters
from .paper import make as make
