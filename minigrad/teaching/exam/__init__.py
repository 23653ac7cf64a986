"""An exam on paper: `questions/` has what can be asked, `drawing` chooses, `paper` prints."""

from .drawing import chapters as chapters
from .paper import make as make
