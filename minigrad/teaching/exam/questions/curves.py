"""Questions in which students diagnose loss curves from real training runs with one fault each."""

from ..question import Question, either
from ..trainings import DEAD, FAULTS, HIGH, LOW, OVERFITTING, ZERO

TELLS = {
    HIGH: "each step goes farther past the bottom than the one before, so the loss grows",
    LOW: "the loss falls steadily, but by the end it has hardly moved",
    ZERO: "gradients of earlier steps add up like a speed that nothing slows "
    "down, so the loss swings on both sets",
    OVERFITTING: "the training loss keeps falling, but the validation loss rises or stays high",
    DEAD: "once the last bias has settled, nothing else moves, so the loss stays flat and high",
}


LINEAR = "A linear model"
HIDDEN = "A model, either linear or with a hidden layer of relu units,"  # of the dead ones


def _curve(chapter: str, faults: tuple[str, ...], model: str = LINEAR) -> Question:
    return Question(
        chapter,
        {"seed": (18, 50, 60)},
        "",
        f"{model} was trained on all examples in each step. "
        "The dotted line shows where the validation loss ends up once the fault is fixed. "
        "What's wrong with this training?",
        "fault",
        "trainings.diagnosis(setting)",
        {f"fault == {fault!r}": f"{TELLS[fault].capitalize()}." for fault in faults},
        {
            f"None if fault == {fault!r} else {fault!r}": f"would look different: {TELLS[fault]}"
            for fault in faults
        },
        kind="curve",
        before="from minigrad.teaching.exam import trainings\nfault = '{fault}'\n"
        "setting = trainings.with_fault(fault, {seed})\n",
        figure="trainings.drawn(fault, {seed})",
        choose=True,
        reason="say what in the figure shows it",
        variants=either("fault", *faults),
    )


QUESTIONS = (
    _curve("5", (HIGH, LOW, ZERO)),
    _curve("8", (HIGH, LOW, ZERO, OVERFITTING)),
    _curve("9", FAULTS, HIDDEN),
)
