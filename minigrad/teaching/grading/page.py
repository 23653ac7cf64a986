"""The lecturer's grades page: one HTML file with results by exercise and the most common hints.

The page downloads nothing and sends nothing. It contains names only if the lecturer asks for them.
"""

import html
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from minigrad.course.chapters import chapter_id, in_order
from minigrad.course.checking.verdict import LINES, NOT_TRIED, NOT_YET, RIGHT, prose
from minigrad.course.overview import chapters
from minigrad.draw.palette import LIVE, STYLE
from minigrad.draw.svg import Markup, document, element

from .gradebook import Mark, Unmarked
from .points import STOPPED

STATES = (RIGHT, NOT_YET, NOT_TRIED, STOPPED)
WORDS = {RIGHT: "right", NOT_YET: "not yet", NOT_TRIED: "not tried", STOPPED: "stopped"}
COLORS = {**LINES, STOPPED: "#c0632f"}
MOST, FEW = 10, 4  # the number of hints shown per assignment
RARE = 15  # hints given to fewer than one in this many learners say little about the class
BAR, ROW, LEFT, TOP = 300, 26, 120, 30

PAGE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    f"color:{LIVE['text']};background:{LIVE['card']}}}"
    "table{border-collapse:collapse;margin:1rem 0}"
    "caption{text-align:left;font-weight:bold;padding:.3rem 0}"
    "th,td{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top;"
    f"border-bottom:1px solid {LIVE['grid']}}}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}"
    "td code{overflow-wrap:anywhere;white-space:normal!important}"
    ".wide{overflow-x:auto}svg{max-width:100%;height:auto}"
)


def make(marks: Sequence[Mark], unmarked: Sequence[Unmarked] = (), *, names: bool = False) -> str:
    by_assignment: dict[str, list[Mark]] = {}
    without: dict[str, list[Unmarked]] = {}
    for one in unmarked:
        without.setdefault(one.assignment, []).append(one)
    lost = {(one.assignment, one.student) for one in unmarked}  # doesn't count as "not tried"
    for mark in marks:
        its = by_assignment.setdefault(mark.assignment, [])
        if (mark.assignment, mark.student) not in lost:
            its.append(mark)
    every = by_assignment | without
    order = sorted(every, key=lambda name: (in_order(chapter_id(name)), name))
    sections = "\n".join(
        _section(n, by_assignment.get(n, []), without.get(n, []), names) for n in order
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Marks</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{STYLE}{PAGE}</style></head>\n<body><h1>Marks</h1>\n{sections}\n</body></html>\n"
    )


def state(mark: Mark) -> str:
    """Return an exercise's state: right if it has full points, or else the check's verdict."""
    if mark.points >= mark.of:
        return RIGHT
    return next((s for s in (NOT_TRIED, STOPPED) if mark.said.startswith(s)), NOT_YET)


def counted(marks: Iterable[Mark]) -> dict[str, Counter[str]]:
    """Return how many learners are in each state, for each exercise in the chapter's order."""
    counts: dict[str, Counter[str]] = {}
    for mark in marks:
        counts.setdefault(mark.exercise, Counter())[state(mark)] += 1
    return counts


def hint(said: str) -> str:
    """Return the feedback without the learner's own code."""
    first, *others = said.removeprefix(NOT_YET).strip().split("\n")
    if first.endswith(":") and others:
        first += " " + others[-1].partition(":")[0].strip()
    return re.sub(r" in line \d+", "", first)


def hints(marks: Iterable[Mark]) -> list[tuple[str, str, int]]:
    """Count how often each exercise gave each hint, merging hints that differ only in numbers."""
    seen: dict[tuple[str, str], Counter[str]] = {}
    for mark in marks:
        if state(mark) == NOT_YET and mark.said:
            says = hint(mark.said)
            kind = re.sub(r"-?\d+(\.\d+)?", "#", says)
            seen.setdefault((mark.exercise, kind), Counter())[says] += 1
    counted = [
        (exercise, says.most_common(1)[0][0], says.total()) for (exercise, _), says in seen.items()
    ]
    return sorted(counted, key=lambda row: -row[2])


def _section(assignment: str, marks: list[Mark], without: list[Unmarked], names: bool) -> str:
    marks = sorted(marks, key=_place)
    counts = counted(marks)
    learners = len({mark.student for mark in marks}) + len(without)
    lost = f" {len(without)} of them without a grade." if without else ""
    if lost and not names:
        lost += (
            " To see whose submissions these are and what to do about them, make this page "
            "with <code>--names</code>."
        )
    parts = [f"<h2>{html.escape(assignment)}</h2>\n<p>{learners} submitted.{lost}</p>"]
    if names and without:
        listed = [
            [one.student, ", ".join(one.files) or "nothing", Markup(prose(one.what_to_do))]
            for one in without
        ]
        parts.append(_table("Without a grade", ["", "found", "what to do"], listed))
    if not marks:
        return f"<section>{''.join(parts)}</section>"
    parts += [
        f'<div class="wide">{picture(counts)}</div>',
        _table(
            "Exercises",
            ["exercise", *WORDS.values(), "mean of points"],
            [[name, *(n[s] for s in STATES), _mean(marks, name)] for name, n in counts.items()],
        ),
    ]
    if rows := hints(marks):
        most = shown(rows, learners)
        told = [[exercise, Markup(prose(says)), n] for exercise, says, n in most]
        parts.append(_table("Most common hints", ["exercise", "hint", "times"], told))
        if others := len(rows) - len(most):
            parts.append(f"<p>There are {others} other hints, which fewer learners got.</p>")
    if names:
        caption = (
            "Points, starting with the learners who tried the most without success "
            "(– means not tried)"
        )
        parts.append(_table(caption, ["", *counts, "sum"], _by_name(marks, list(counts))))
    return f"<section>{''.join(parts)}</section>"


def shown(rows: list[tuple[str, str, int]], learners: int) -> list[tuple[str, str, int]]:
    """Return the hints that at least 1 in `RARE` learners received, or a few common ones."""
    often = [row for row in rows if row[2] * RARE >= learners]
    return (often if len(rows) > FEW else rows)[:MOST] or rows[:FEW]


def picture(counts: dict[str, Counter[str]]) -> Markup:
    """Draw a bar for each exercise, with parts in the same order as the legend above the bars."""
    parts = [*_legend()]
    for i, (name, n) in enumerate(counts.items()):
        y, x, unit = TOP + i * ROW, float(LEFT), BAR / max(n.total(), 1)
        parts.append(_words(LEFT - 10, y + 13, name, anchor="end"))
        for each in STATES:
            if n[each]:
                width = n[each] * unit
                bar = {"width": width - 1, "height": 16, "fill": COLORS[each]}
                parts.append(element("rect", x=x, y=y, **bar))
                x += width
        parts.append(_words(LEFT + BAR + 10, y + 13, f"{n[RIGHT]} of {n.total()} right"))
    text = " ".join(f"{name}: {_summary(n)}." for name, n in counts.items())
    return document(LEFT + BAR + 130, TOP + len(counts) * ROW, text, *parts)


def _summary(states: Counter[str]) -> str:
    return ", ".join(f"{states[each]} {WORDS[each]}" for each in STATES if states[each])


def _legend() -> Iterable[Markup]:
    x = float(LEFT)
    for each in STATES:
        said = WORDS[each]
        yield element("rect", x=x, y=4, width=10, height=10, fill=COLORS[each])
        yield _words(x + 14, 14, said)
        x += 30 + 7.5 * len(said)


def _words(x: float, y: float, text: str, anchor: str | None = None) -> Markup:
    return element("text", text, x=x, y=y, font_size=12, fill=LIVE["text"], text_anchor=anchor)


def _place(mark: Mark) -> int:
    """Return the exercise's position in the chapter."""
    chapter = chapters().get(chapter_id(mark.assignment))
    names = [re.sub(r"\W", "-", name) for name in chapter.exercises] if chapter else []
    return names.index(mark.exercise) if mark.exercise in names else len(names)


def _mean(marks: Iterable[Mark], exercise: str) -> str:
    its = [mark for mark in marks if mark.exercise == exercise]
    return f"{sum(mark.points for mark in its) / len(its):.2f} of {its[0].of:g}"


def _by_name(marks: Sequence[Mark], exercises: Sequence[str]) -> list[list[str]]:
    by_student: dict[str, dict[str, Mark]] = {}
    for mark in marks:
        by_student.setdefault(mark.student, {})[mark.exercise] = mark

    def in_need(student: str) -> tuple[int, float, str]:
        its = by_student[student].values()
        in_vain = sum(state(mark) == NOT_YET for mark in its)
        return -in_vain, sum(mark.points for mark in its), student

    rows = []
    for student in sorted(by_student, key=in_need):
        its = by_student[student]
        points = [_points(its[name]) if name in its else "–" for name in exercises]
        rows.append([student, *points, f"{sum(mark.points for mark in its.values()):g}"])
    return rows


def _points(mark: Mark) -> str:
    if state(mark) == STOPPED:
        return f"{mark.points:g} ({WORDS[STOPPED]})"
    return "–" if state(mark) == NOT_TRIED else f"{mark.points:g}"


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f'<th scope="col">{html.escape(h)}</th>' for h in heads)
    body = "\n".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return (
        f'<div class="wide"><table><caption>{caption}</caption><thead><tr>{head}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(value: object) -> str:
    if isinstance(value, Markup):
        return f"<td>{value}</td>"
    if isinstance(value, str):
        return f"<td>{html.escape(value)}</td>"
    return f'<td class="n">{value}</td>'
