"""Attacks that a submission can contain instead of an answer, and the points that each one earns.

Each attack replaces the source of the first exercise of chapter 1. `FILE` stands for the path of
one of the lecturer's files, which must not change.
"""

import json
from dataclasses import dataclass

WRONG = "def arrives(x):\n    return 1, 2\n"
RIGHT = "def arrives(x):\n    s = x * x\n    ds = 6 * s + 5\n    return ds, 2 * x * ds\n"

# Reaches modules that weren't imported, with a name that doesn't appear in the source.
MODULES = "import sys\nmodules = getattr(sys, 'mod' + 'ules')\n"

FORGED = json.dumps(
    dict.fromkeys(("says", "code", "then", "token"), "") | {"status": "Right."}
).encode()


@dataclass(frozen=True)
class Attack:
    name: str
    source: str
    points: float
    says: str  # part of the reply
    spoils: str = ""  # another exercise, which uses what the attack changed


def calls(line: str, before: str = "") -> str:
    """Return an answer that runs the given line and is otherwise correct."""
    return f"{before}{RIGHT}".replace("s = x * x", f"{line}\n    s = x * x")


ATTACKS = [
    Attack("an infinite loop in the answer", calls("while True: pass"), 1, "still running"),
    Attack("an infinite loop in the cell", f"while True: pass\n{RIGHT}", 1, "still running"),
    Attack(
        "a single operation that never finishes",
        calls("10 ** 10**10"),
        0,
        "too much time or memory",
    ),
    Attack("an answer that sleeps", calls("time.sleep(999)", "import time\n"), 0, "too much time"),
    Attack(
        "a correct answer that prints megabytes", calls("print('x' * 50_000_000)"), 2, "Every use"
    ),
    Attack("printing forever", calls("while True: print('x' * 99_999)"), 1, "still running"),
    Attack("more memory than available", calls("[0] * 10**10"), 1, "MemoryError"),
    Attack("exit()", calls("exit()"), 1, "SystemExit"),
    Attack(
        "ten thousand brackets", f"x = {'(' * 10_000}\n{RIGHT}", 1, "The cell ends with an error"
    ),
    Attack("a file is deleted", calls("os.remove(FILE)", "import os\n"), 0, "import os"),
    Attack(
        "a file is deleted through an imported module",
        calls("modules['os'].remove(FILE)", MODULES),
        0,
        "os.remove",
    ),
    Attack("a file is written", calls("open(FILE, 'w').write('mine')"), 0, "open"),
    Attack(
        "a file is written by NumPy",
        calls("np.savetxt(FILE, [1])", "import numpy as np\n"),
        0,
        "open",
    ),
    Attack(
        "a file is read by NumPy",
        calls("np.fromfile(FILE)", "import numpy as np\n"),
        1,
        "FileNotFoundError",
    ),
    Attack(
        "the gradebook is opened", calls("sqlite3.connect(FILE)", "import sqlite3\n"), 0, "sqlite3"
    ),
    Attack(
        "a program is started", calls("modules['os'].system('rm ' + FILE)", MODULES), 0, "os.system"
    ),
    Attack("the process is forked", calls("modules['os'].fork()", MODULES), 0, "os.fork"),
    Attack(
        "a network connection is opened",
        calls(
            "modules['importlib'].import_module('socket').create_connection(('127.0.0.1', 9))",
            MODULES,
        ),
        0,
        "socket",
    ),
    Attack(
        "the answer writes its own verdict",
        f"{MODULES}{WRONG}".replace(
            "return",
            "for out in range(3, 20):\n"
            "        try:\n"
            f"            modules['os'].write(out, {FORGED!r})\n"
            "        except OSError: pass\n"
            "    modules['os']._exit(0)\n"
            "    return",
        ),
        0,
        "wrote its own verdict",
    ),
    Attack(
        "`check` is another function", f"{WRONG}\ndef check(*_): return 'Right.'\n", 1, "At x = 2"
    ),
    Attack(
        "the comparison function is imported and replaced",
        f"import minigrad.course.checking.values as v\nv.same = lambda *_, **__: True\n{WRONG}",
        0,
        "import minigrad.course",
    ),
    Attack(
        "the check is replaced through an imported module",
        f"{MODULES}judges = modules['minigrad.course.checking.exercise']\n"
        f"judges.Exercise._judged = lambda *_: None\n{WRONG}",
        0,
        "_judged",
    ),
    Attack(
        "the check's code object is replaced",
        f"{MODULES}same = modules['minigrad.course.checking.values'].same\n"
        "def content(first, second, *, relative=1): return True\n"
        f"setattr(same, '__co' + 'de__', getattr(content, '__co' + 'de__'))\n{WRONG}",
        0,
        "wasn't checked",
    ),
    Attack(
        "the package is changed",
        f"mg.tensor = mg.zeros\n{WRONG}",
        0,
        "minigrad.tensor",
        spoils="leaf",
    ),
    Attack(
        "a Python library function is replaced",
        f"import math\nmath.isclose = max\n{WRONG}",
        0,
        "isclose",
    ),
    Attack(
        "an error message that contains a script",
        calls("raise ValueError('<script>alert(1)</script>')"),
        1,
        "<script>alert(1)</script>",
    ),
]
