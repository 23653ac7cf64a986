"""The points that a check's result earns, by the rules that students have been given."""

from minigrad.course.checking.verdict import NOT_YET, RIGHT

STOPPED = "Stopped."  # occurs only in grading: the answer couldn't be checked within its limits

POINTS = 2  # per exercise; a lecturer can change them in the course's source
PART = 0.5  # the fraction of these points for an answer that isn't right yet


def share(status: str, part: float = PART) -> float:
    """Return the fraction of an exercise's points that a check's status earns.

    >>> [share(status) for status in ("Not tried yet.", STOPPED, NOT_YET, RIGHT)]
    [0.0, 0.0, 0.5, 1.0]
    """
    return {RIGHT: 1.0, NOT_YET: part}.get(status, 0.0)
