"""Questions in which students diagnose loss curves from real training runs with one fault each."""

from ..question import Question, either
from ..trainings import DEAD, FAULTS, HIGH, LOW, OVERFITTING, ZERO

TELLS = {
    HIGH: "Each step overshoots, so the loss grows.",
    LOW: "The loss falls steadily, but by the end it has hardly moved.",
    ZERO: "Gradients accumulate, so the loss swings on both sets.",
    OVERFITTING: "The training loss keeps falling, but the validation loss rises.",
    DEAD: "The loss stops falling after a few steps, and stays far above the dotted line.",
}
# How the curves would look with a fault that the figure doesn't show
OTHERWISE = {fault: f"That fault looks like this: {tell}" for fault, tell in TELLS.items()}
UNLIKE_DEAD = {
    HIGH: "Then the loss would jump up or swing. Here it never rises.",
    LOW: "Then the loss would still be falling at the end.",
    OVERFITTING: "Then the training loss would get close to 0. Here it also gets stuck.",
}


LINEAR = "A linear model"
HIDDEN = "A model, either linear or with a hidden layer of relu units,"


def _curve(
    chapter: str,
    shown: tuple[str, ...],
    faults: tuple[str, ...],
    model: str = LINEAR,
    ideas: tuple[str, ...] = (),
    *,
    otherwise: dict[str, str] = OTHERWISE,
    seeds: tuple[int, ...] = (18, 50, 60),
) -> Question:
    """Return a question that shows one of some faults, and lets students choose among `faults`."""
    return Question(
        chapter,
        {"seed": seeds},
        "",
        f"{model} was trained on all examples in each step. "
        "The dotted line shows where the validation loss ends up once the fault is fixed. "
        "What's wrong with this training?",
        "fault",
        "trainings.diagnosis(setting)",
        {f"fault == {fault!r}": TELLS[fault] for fault in shown},
        {f"None if fault == {fault!r} else {fault!r}": otherwise[fault] for fault in faults},
        kind="curve",
        before="from minigrad.teaching.exam import trainings\nfault = '{fault}'\n"
        "setting = trainings.with_fault(fault, {seed})\n",
        figure="trainings.drawn(fault, {seed})",
        choose=True,
        reason="say what in the figure shows it",
        ideas=ideas,
        variants=either("fault", *shown),
    )


QUESTIONS = (
    _curve("5", (HIGH, LOW, ZERO), (HIGH, LOW, ZERO)),
    _curve("8", (HIGH, LOW, ZERO, OVERFITTING), (HIGH, LOW, ZERO, OVERFITTING)),
    _curve("9", (HIGH, LOW, ZERO, OVERFITTING), FAULTS, HIDDEN),
    _curve(
        "9",
        (DEAD,),
        FAULTS,
        HIDDEN,
        ideas=("relu",),
        otherwise=OTHERWISE | UNLIKE_DEAD,
        seeds=(53, 60, 66),  # the two curves end close to each other, so it's not overfitting
    ),
)
