"""The faults to seed, each with its file and the test that has to catch it."""

from dataclasses import dataclass

START = "notebooks/00_start_here.ipynb"
CHAPTER_1 = "notebooks/01_computational_graphs.ipynb"
CHAPTER_5 = "notebooks/05_sgd_training_loop.ipynb"
CLAIMS = "tests/course/test_claims.py"
FORMULAS = "tests/course/test_formulas.py"
EXPLORE = "minigrad/explore"
MARKS = "minigrad/teaching/grading"
DRILLS = "tests/docs/test_formula.py"
ATTACKS = "tests/teaching/grading/test_sandbox.py::test_an_attack_costs_only_its_own_points"


@dataclass(frozen=True)
class Fault:
    name: str
    file: str
    right: str
    wrong: str
    test: str  # a file, or a file and a test in it; several are separated by |


FAULTS = [
    Fault(
        "a chain-rule drill that adds the two slopes",
        "docs/formula/drill.js",
        "answer: slope * inner.slope,",
        "answer: slope + inner.slope,",
        DRILLS,
    ),
    Fault(
        "a drill that accepts an answer near the correct one",
        "docs/formula/drill.js",
        "<= 1e-3 * Math.max",
        "<= 0.1 * Math.max",
        DRILLS,
    ),
    Fault(
        "a wrong number in prose",
        CHAPTER_1,
        "with slope $2x = 10$",
        "with slope $2x = 17$",
        CLAIMS,
    ),
    Fault("a wrong number in folded text", CHAPTER_5, "0.22. The factors", "0.27. The factors", CLAIMS),
    Fault("a wrong number in a claimed sentence", CHAPTER_5, "Two units have 69", "Two units have 66", CLAIMS),
    Fault("a claim that is false", "tests/course/chapter_4/claims.py", '"seven", "climbs(bad)[0] - 1"', '"seven", "climbs(bad)[0] - 2"', CLAIMS),
    Fault(
        "a wrong sign in a slide's formula",
        "notebooks/lectures/chapter_2.md",
        "y_1 = x_1 + x_2^2",
        "y_1 = x_1 - x_2^2",
        FORMULAS,
    ),
    Fault(
        "a wrong sign in a displayed formula",
        "notebooks/08_a_real_data_set.ipynb",
        "+ e^{z_2}) - z_1,",
        "+ e^{z_2}) + z_1,",
        FORMULAS,
    ),
    Fault("a wrong sign in an inline formula", CHAPTER_5, "= -(1 - p) = p - 1$", "= -(1 - p) = p + 1$", FORMULAS),
    Fault("a false expression for a formula", "tests/course/formulas.py", "75 + 15 * a + a**2", "75 - 15 * a + a**2", FORMULAS),
    Fault(
        "a wrong number in the explanation of a prediction",
        "minigrad/course/chapter_1/predictions.py",
        "10 is the slope at 5",
        "11 is the slope at 5",
        CLAIMS,
    ),
    Fault(
        "a hint from another exercise",
        "minigrad/course/chapter_1/exercises.py",
        "\"Let `g` keep doubling `x` as long as `x` is small.\"",
        '"`ds = dp * s`, for both inputs of `product_of_all`."',
        "tests/course/test_judges.py",
    ),
    Fault(
        "the same hint in two exercises",
        "minigrad/course/chapter_1/exercises.py",
        "\"Let `g` keep doubling `x` as long as `x` is small.\"",
        '"The product `s * s` passes `dp * s` to each of its two inputs, and both are `s`."',
        "tests/course/test_judges.py",
    ),
    Fault(
        "a check that gives two mistakes the same reply",
        "minigrad/course/chapter_0/exercises.py",
        "Those are the cubes themselves. We want their slopes.",
        "That is the slope of x². One more factor changes it.",
        "tests/course/test_answers.py|tests/course/test_judges.py",
    ),
    Fault(
        "a definition turned into its opposite",
        "notebooks/glossary.ipynb",
        "adds to the `.grad` that is there; it does not replace it",
        "replaces the `.grad` that is there; it does not add to it",
        "tests/course/test_glossary.py",
    ),
    Fault(
        "a technical term without a glossary entry",
        START,
        "Click into the next cell and",
        "With dropout, click into the next cell and",
        "tests/course/test_glossary.py",
    ),
    Fault(
        "a number on a slide that is in no cell",
        "notebooks/lectures/chapter_4.md",
        "At step 7 the true gradient is −0.14",
        "At step 7 the true gradient is −0.17",
        "tests/teaching/test_slides.py",
    ),
    Fault(
        "a slide that refers to an undefined cell",
        "notebooks/lectures/chapter_4.md",
        "{accumulation-21 input}",
        "{accumulation-22 input}",
        "tests/teaching/test_slides.py",
    ),
    Fault("wrong minutes on the start page", START, "01b_shapes.ipynb) | ", "01b_shapes.ipynb) | 1", "tests/course/test_minutes.py"),
    Fault("wrong minutes in a chapter", CHAPTER_1, "**Time:** ", "**Time:** 1", "tests/course/test_minutes.py"),
    Fault("an exercise without its difficulty", CHAPTER_1, "*7 minutes, easy.*", "*7 minutes.*", "tests/course/test_minutes.py"),
    Fault(
        "a stub that is a different program",
        CHAPTER_1,
        '"    s = x * x\\n",',
        '"    s = x + x\\n",',
        "tests/course/test_stubs.py",
    ),
    Fault("a broken link to a chapter", START, "01_computational_graphs.ipynb", "01_computational_graph.ipynb", "tests/notebooks/test_links.py"),
    Fault("a broken link in the README", "README.md", "(CONTRIBUTING.md", "(CONTRIBUTIN.md", "tests/notebooks/test_links.py"),
    Fault(
        "a construct used before it is taught",
        CHAPTER_1,
        "w = weights([1.0, 2.0])",
        "w = weights([v for v in (1.0, 2.0)])",
        "tests/course/test_constructs.py",
    ),
    Fault(
        "a construct whose cell does not teach it",
        "tests/course/constructs.py",
        '("03_disabling_tracking", "tracking-08")',
        '("03_disabling_tracking", "tracking-01")',
        "tests/course/test_constructs.py",
    ),
    Fault(
        "a cell that accumulates when it runs again",
        CHAPTER_1,
        "(w * w).sum().backward()\\n",
        "(w * w).sum().backward()\\nglobals().setdefault('seen', []).append(1)\\nprint(len(seen))\\n",
        "tests/course/test_repeatable.py::test_each_cell_gives_the_same_output_when_it_runs_again[01_computational_graphs]",
    ),
    Fault("a gradcheck with a looser tolerance", "minigrad/autograd/gradcheck.py", "atol: float = 1e-5", "atol: float = 1e-1", "tests/messages/test_advice.py"),
    Fault(
        "advice that does not help",
        "minigrad/messages/catalog/memory.toml",
        "Update it inside `with no_grad():`",
        "Update it inside `with enable_grad():`",
        "tests/messages/test_advice.py",
    ),
    Fault(
        "a server without a token",
        "minigrad/course/lab.py",
        '"--LabApp.news_url=None",',
        '"--LabApp.news_url=None", "--IdentityProvider.token=", "--ServerApp.ip=0.0.0.0",',
        "tests/course/test_lab.py",
    ),
    Fault(
        "a start that trusts edited copies",
        "minigrad/course/__main__.py",
        "lab.trust(copy.untouched())",
        "lab.trust([copy.folder / c for c in copy.chapters()])",
        "tests/course/test_lab.py",
    ),
    Fault(
        "an answer that runs forever and is not stopped",
        "minigrad/course/checking/limit.py",
        "_raise_in(self.watched, TimeUp)",
        "pass",
        "tests/course/test_limit.py::test_without_threads_an_answer_has_no_time_limit"
        "|tests/course/test_limit.py::test_an_answer_outside_the_main_thread_is_also_stopped",
    ),
    Fault(
        "a traceback that shows frames from the package",
        "minigrad/course/tracebacks.py",
        "    return os.path.isfile(file) and not os.path.realpath(file).startswith(HIDDEN)",
        "    return os.path.isfile(file)",
        "tests/course/test_tracebacks.py",
    ),
    Fault(
        "an error without its explanation",
        "minigrad/course/checking/meanings.py",
        "'NoneType' object has no attribute",
        "'NoneTyp' object has no attribute",
        "tests/course/test_meanings.py",
    ),
    Fault(
        "a guess in quotes that is not understood",
        "minigrad/course/checking/prediction.py",
        "return ast.literal_eval(guess.strip())",
        "return guess",
        "tests/course/test_checking.py",
    ),
    Fault(
        "a takeaway turned into its opposite",
        "minigrad/course/chapter_1/exercises.py",
        "sends one share back to it, and the shares add up",
        "sends one share back to it, and the last one stays",
        "tests/course/test_keeps.py",
    ),
    # For each kind of explorer, a number in the drawing that differs from the one in the sentence.
    Fault("a tangent's slope is drawn too large", f"{EXPLORE}/slope.py", "tangent {signed(f'{derivative:.5g}')}", "tangent {signed(f'{derivative * 1.1:.5g}')}", "tests/explore/test_slope.py"),
    Fault("an error is drawn too large", f"{EXPLORE}/nudges.py", "off by {two_digits(errors[way, h])}", "off by {two_digits(errors[way, h] * 1.3)}", "tests/explore/test_nudges.py"),
    Fault("a landing point is labeled with a wrong number", f"{EXPLORE}/newton.py", "to {goal[4:]}", "to {goal[4:]}7", "tests/explore/test_newton.py"),
    Fault("a count is drawn too large", f"{EXPLORE}/boundary.py", "{right} of {n} right", "{right + 1} of {n} right", "tests/explore/test_boundary.py"),
    Fault("a factor is drawn too large", f"{EXPLORE}/descent.py", "× {_factor(factor)}", "× {_factor(factor * 1.1)}", "tests/explore/test_descent.py"),
    Fault("the last loss is drawn too large", f"{EXPLORE}/valley.py", "loss {last:.3g}", "loss {last * 1.1:.3g}", "tests/explore/test_descent.py"),
    Fault("the value of .grad is drawn too large", f"{EXPLORE}/accumulation.py", "'None' if held is None else f'{held:g}'", "'None' if held is None else f'{held * 1.1:g}'", "tests/explore/test_accumulation.py"),
    Fault("a gradient for comparison is drawn too large", f"{EXPLORE}/tracking.py", '(role, f"instead of {was}" if', '(role, f"instead of {was}7" if', "tests/explore/test_tracking.py"),
    Fault("a weight is drawn too large", f"{EXPLORE}/vector_jacobian.py", 'f"{_cell(weight)} ×"', 'f"{_cell(weight * 1.1)} ×"', "tests/explore/test_vector_jacobian.py"),
    Fault("a repetition is drawn too often", f"{EXPLORE}/shapes.py", '{max(a or 1, b or 1)} times" if fits', '{max(a or 1, b or 1) + 9} times" if fits', "tests/explore/test_shapes.py"),
    Fault("an accumulated gradient is drawn too large", f"{EXPLORE}/graph_picture.py", "else short(gradient)}{late}", "else short(gradient * 1.1)}{late}", "tests/explore/test_graph.py|tests/explore/test_order.py"),
    # Points that an answer doesn't deserve.
    Fault("a wrong answer gets full points", f"{MARKS}/points.py", "NOT_YET: part", "NOT_YET: 1.0", "tests/teaching/grading/test_assignments.py"),
    Fault("a solution is released", f"{MARKS}/assignments.py", 'cell.source = ours["stub"]', "pass", "tests/teaching/grading/test_assignments.py"),
    Fault("an answer may delete files", f"{MARKS}/guard.py", '*("os.", ', "*(", f"{ATTACKS}[a file is deleted through an imported module]"),
    Fault("an answer may write files", f"{MARKS}/guard.py", "if (flags or 0) & writes", "if False", f"{ATTACKS}[a file is written]"),
    Fault("an answer may replace the check", f"{MARKS}/sandbox_worker.py", "if what := guard.changed(before, guard.inventory())", 'if what := ""', f"{ATTACKS}[the check is replaced through an imported module]"),
    Fault("an answer may write its verdict", f"{MARKS}/sandbox.py", 'said["token"] != token', "False", f"{ATTACKS}[the answer writes its own verdict]"),
    Fault("the learner's own check is called", f"{MARKS}/sandbox_worker.py", 'names["check"] = package.check', 'names.setdefault("check", package.check)', f"{ATTACKS}[`check` is another function]"),
    Fault("names are on the lecturer's page", f"{MARKS}/page.py", "    if names:", "    if marks:", "tests/teaching/grading/test_page.py"),
    Fault("a comment contains a tag", f"{MARKS}/gradebook.py", 'r"\\\\|<|(', 'r"\\\\|(', "tests/teaching/grading/test_page.py"),
]  # fmt: skip
