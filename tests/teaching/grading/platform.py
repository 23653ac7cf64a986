"""A simulated class without a shared folder, graded with the page's commands on collected files."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from minigrad.teaching.grading.gradebook import read, unmarked

from .lesson import CLONE, Lesson, commands
from .submissions import FIRST, right, untouched

PLAIN, AGAIN = f"{FIRST}.ipynb", f"{FIRST} (1).ipynb"
# Where the platform puts each file, and the learner it counts for, if any.
COLLECTED = {
    f"Graphs-77.zip/Ada Lovelace_4711_assignsubmission_file/{AGAIN}": "Ada Lovelace_4711",
    f"Graphs-77.zip/Ben_12_assignsubmission_file_/{PLAIN}": "Ben_12",
    f"Graphs-77.zip/Ben_12_assignsubmission_file_/{AGAIN}": None,
    f"Graphs-77.zip/Nobody/{FIRST[:8]}.ipynb": None,
    f"Graphs-77.zip/Gus_1_assignsubmission_file/work/{PLAIN}": "Gus_1",
    f"Graphs-77.zip/Hal_2_assignsubmission_file/{FIRST}.txt": None,
    f"Graphs-77.zip/Two Of_3_assignsubmission_file/{AGAIN}": None,
    f"Graphs-77.zip/Two Of_3_assignsubmission_file/{FIRST} (2).ipynb": None,
    f"cy_{PLAIN}": "cy",
    f"Dora X_99_assignsubmission_file_{FIRST}-final.ipynb": "Dora X_99",
    f"eve/{PLAIN}": "eve",
    f"fay.zip/{PLAIN}": "fay",
    PLAIN: None,
}
# The page has to list these, whose points are missing, and say what to do about them.
LOST = {"Nobody", "Hal_2", "Two Of_3", ""}


def faults(folder: Path) -> list[str]:
    """Check that all learners get the grade for the notebook that counts, and no one else does."""
    lesson = Lesson(folder)
    lesson.make([FIRST])
    released = (lesson.course / "release" / FIRST / PLAIN).read_text("utf-8")
    archive = lesson.course / "downloaded" / FIRST / "archive"
    for place, who in COLLECTED.items():
        put(archive, place, (right("", "") if who else untouched("")).write(released))
    put(archive, f"torn_{PLAIN}", '{"cells": [')
    said = ""
    for line in [line for block in commands("### Without a shared folder") for line in block]:
        said += lesson.run(CLONE if line.startswith("make ") else lesson.course, line)
    marked: dict[str, float] = {}
    for mark in read(lesson.course):
        marked[mark.student] = marked.get(mark.student, 0.0) + mark.points
    due = {who: sum(right("", "").points.values()) for who in COLLECTED.values() if who}
    due["torn"] = 0.0
    found = [f"platform: {marked} marked, {due} due"] if marked != due else []
    skipped = "\n".join(re.findall("^.*Skipped.*$", said, re.MULTILINE))
    found += [
        f"platform: the page doesn't say that {place} was left out"
        for place, who in COLLECTED.items()
        if not who and f"extracted/{place.replace('.zip', '')}" not in skipped
    ]
    pages = {path.parts[-3] for path in (lesson.course / "feedback").glob("*/*/*.html")}
    lost = {one.student for one in unmarked(lesson.course, read(lesson.course))} - {"torn"}
    found += [f"platform: {lost} are without a mark, not {LOST}"] if lost != LOST else []
    found += [*advice_faults(lesson, "torn", released)]
    name = "Two Of_3"
    put(archive, f"{name}_{PLAIN}", right("", "").write(released))  # as the page says to
    lesson.run(lesson.course, f"nbgrader zip_collect {FIRST} --force")
    lesson.run(lesson.course, f"nbgrader autograde {FIRST}")
    its = sum(mark.points for mark in read(lesson.course) if mark.student == name)
    found += [f"platform: {its} for {name}, whose notebook was put right"] if its != 8 else []
    return found + [f"platform: no feedback for {who}" for who in due.keys() - pages]


def advice_faults(lesson: Lesson, name: str, released: str) -> Iterator[str]:
    """Check that the page says what to do about a damaged notebook until it's graded."""
    archive = lesson.course / "downloaded" / FIRST / "archive"
    put(archive, f"{name}_{PLAIN}", right("", "").write(released))
    for words in ("can't be read", "after it was graded"):
        listed = unmarked(lesson.course, read(lesson.course))
        to_do = next((one.what_to_do for one in listed if one.student == name), "")
        if words not in to_do:
            yield f"platform: the page's advice for {name} is {to_do!r}"
        for command in re.findall("`(nbgrader [^`]+)`", to_do):
            lesson.run(lesson.course, command)
    its = sum(mark.points for mark in read(lesson.course) if mark.student == name)
    if its != 8:
        yield f"platform: {its} for {name}, whose notebook was submitted again"


def put(archive: Path, place: str, text: str) -> None:
    """Add text to the archive, either as a file or inside a zip file."""
    before, in_zip, inside = place.partition(".zip/")
    if in_zip:
        archive.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(archive / f"{before}.zip", "a") as zipped:
            zipped.writestr(inside, text)
        return
    (archive / place).parent.mkdir(parents=True, exist_ok=True)
    (archive / place).write_text(text, encoding="utf-8")
