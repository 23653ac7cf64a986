"""Exams and votes for Moodle: `quiz` writes Moodle's XML, and `exam` and `votes` make questions."""

from collections.abc import Iterable
from pathlib import Path

from minigrad.course.working_copy import write_whole


def make(folder: Path, seed: int, chapters: Iterable[str] = ()) -> list[Path]:
    """Write papers A and B of an exam, and the votes in all lectures on the given chapters."""
    from minigrad.teaching.exam.selection import exam, other_exam
    from minigrad.teaching.slides.lecture import lectures

    from .exam import exam_questions
    from .quiz import quiz
    from .votes import vote_questions

    chosen = list(chapters)
    about = [each for each in lectures() if not chosen or each.chapter in chosen]
    banks = {
        f"exam_{seed}_a": exam_questions(exam(seed, chosen), f"{seed} A"),
        f"exam_{seed}_b": exam_questions(other_exam(seed, chosen), f"{seed} B"),
        "votes": list(vote_questions(about)),
    }
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, questions in banks.items():
        files.append(folder / f"{name}.xml")
        write_whole(files[-1], quiz(questions).encode())
    return files
