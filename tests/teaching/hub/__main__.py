"""`python -m tests.teaching.hub`: run a class on JupyterHub, from login to an update.

It uses the recipe for one machine with its three settings edited. Accounts, logins, servers,
chapters, and kernels are real, but only on this machine. If you run it as root, each learner has an
account, which is deleted at the end.
"""

import argparse
import json
import os
import pwd
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .room import accounts, attacks, memory
from .room.learner import Learner
from .room.lesson import CHANGED, Lesson
from .room.running import Hub, hub

FIRST = "01_computational_graphs.ipynb"
MEASURED = Path(__file__).resolve().parents[3] / "minigrad" / "teaching" / "hub" / "measured.json"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.teaching.hub", description=__doc__)
    parser.add_argument("--learners", type=int, default=30)
    parser.add_argument("--browsers", type=int, default=3, help="how many of them have a browser")
    parser.add_argument("--minutes", type=float, default=20, help="the maximum number of seconds")
    parser.add_argument("--chrome", help="the browser; also CHROME=... (default: on the path)")
    parser.add_argument(
        "--measure", action="store_true", help="only measure what each chapter needs"
    )
    parser.add_argument(
        "--marks", action="store_true", help="only the path from an assignment to its grades"
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, stopped)
    signal.signal(signal.SIGALRM, stopped)
    signal.alarm(int(options.minutes * 60))
    began = time.monotonic()
    if why := accounts.why_not():
        if options.marks:
            print(f"Grading needs an account for each learner: {why}.")
            return 1
        print(f"SKIPPED: whether learners can read each other's files, because {why}.")
    with tempfile.TemporaryDirectory() as folder, hub(Path(folder), options.learners) as running:
        if options.marks:
            from .room import marked

            faults = marked.check(running, options.chrome)
        else:
            faults = measure(running) if options.measure else the_class(running, options)
        wrong = [line for line in running.log().splitlines() if "Error" in line] if faults else []
    print(*wrong[-20:], *faults, sep="\n")
    outcome = f"FAILED, {len(faults)} faults" if faults else "passed"
    print(f"class: {outcome} ({options.learners} learners, {time.monotonic() - began:.0f} s)")
    return bool(faults)


def stopped(number: int, _frame: object) -> None:
    raise SystemExit(f"stopped by {signal.Signals(number).name}: removing accounts and servers")


def the_class(running: Hub, options: argparse.Namespace) -> list[str]:
    chapters = sorted(path.name for path in running.notebooks.glob("[0-9]*.ipynb"))
    heard = [FIRST, FIRST, *(c for c in chapters if c[:2] in ("00", "02", "03", "04", "05"))]
    lessons = [
        Lesson(Learner(running.address, name, password), running.course, heard[i % len(heard)])
        for i, (name, password) in enumerate(running.passwords.items())
    ]
    faults: list[str] = []
    with ThreadPoolExecutor(len(lessons)) as room:

        def all_do(what: Callable[[Lesson], None]) -> None:
            began = time.monotonic()

            def one(lesson: Lesson) -> None:
                try:
                    what(lesson)
                except Exception as wrong:
                    where = f"{lesson.learner.name}, {what.__name__}"
                    faults.append(f"{where}: {type(wrong).__name__}: {str(wrong)[:500]}")

            list(room.map(one, lessons))
            print(
                f"  {what.__name__.replace('_', ' ')}: {time.monotonic() - began:.1f} s", flush=True
            )

        all_do(Lesson.arrive)
        all_do(Lesson.work)
        if not accounts.why_not():
            megabytes = [memory.held(pwd.getpwnam(name).pw_uid) for name in running.passwords]
            most = f"each {max(megabytes):.0f} MB at the most"
            print(f"  they use {sum(megabytes) / 1000:.1f} GB, {most}")
        all_do(Lesson.come_back)
        change(running)
        all_do(Lesson.pull_again)
    for lesson in lessons:
        faults += lesson.faults
    for step in ("server", "chapters", "first output", "chapter"):
        times = [lesson.took[step] for lesson in lessons if step in lesson.took]
        if times:
            print(
                f"  {step}: {statistics.median(times):.1f} s in the median, {max(times):.1f} last"
                f" (load {os.getloadavg()[0]:.1f} on {os.cpu_count()})"
            )
    if len(lessons) > 1:
        # Both of them have worked on the first chapter.
        for what, held in attacks.attacks(
            running, lessons[0].learner, lessons[1].learner, lessons[1].mark
        ):
            print(f"  {'safe' if held else 'OPEN'}: {what}", flush=True)
            if not held:
                faults.append(f"open: {what}")
    if options.browsers:
        from .room import seen

        faults += seen.check(running, list(running.passwords)[: options.browsers], options.chrome)
    return faults


def change(running: Hub) -> None:
    """Add a sentence to each chapter and hand the chapters out again, as the lecturer."""
    for path in running.notebooks.glob("[0-9]*.ipynb"):
        notebook = json.loads(path.read_text("utf-8"))
        notebook["cells"][0]["source"] = [*notebook["cells"][0]["source"], f"\n\n{CHANGED}"]
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")
    running.hand_out()


def measure(running: Hub) -> list[str]:
    """Measure one learner's memory and processor time for each chapter, and store the results."""
    if accounts.why_not():
        return ["a learner's memory is measured by account, but there are no accounts"]
    name, password = next(iter(running.passwords.items()))
    user = pwd.getpwnam(name).pw_uid
    learner = Learner(running.address, name, password)
    lesson = Lesson(learner, running.course, FIRST)
    lesson.arrive()
    time.sleep(3)
    measured: dict[str, object] = {
        "server": round(memory.held(user)),
        "python": sys.version.split()[0],
    }
    print(f"  server by itself: {measured['server']} MB")
    chapters = {}
    for path in sorted(running.notebooks.glob("[0-9]*.ipynb")):
        each = Lesson(learner, running.course, path.name)
        before, peak = memory.used(user), memory.Peak(user)
        peak.start()
        each.work()
        most = round(peak.end())
        rest, seconds = round(memory.held(user)), round(memory.used(user) - before, 1)
        lesson.faults += each.faults
        chapters[path.stem] = {"peak": most, "rest": rest, "seconds": seconds}
        print(f"  {path.stem}: peak {most} MB, after it {rest} MB, {seconds} s", flush=True)
        learner.open(path.name, each.kernel).shut()
    measured["chapters"] = chapters
    MEASURED.write_text(json.dumps(measured, indent=1) + "\n")
    return lesson.faults


if __name__ == "__main__":
    sys.exit(main())
