"""From a check's reply to points: the rule that students are told."""

from minigrad.course.checking.verdict import NOT_YET, RIGHT

STOPPED = "Stopped."  # used only in grading: the answer did something that isn't an answer

POINTS = 2  # of an exercise; a lecturer may change them in the course's source
PART = 0.5  # of them for an answer that is tried and not right yet


def share(status: str, part: float = PART) -> float:
    """Return the share of an exercise's points.

    >>> [share(status) for status in ("Not tried yet.", STOPPED, NOT_YET, RIGHT)]
    [0.0, 0.0, 0.5, 1.0]
    """
    return {RIGHT: 1.0, NOT_YET: part}.get(status, 0.0)
