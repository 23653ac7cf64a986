"""All exam questions: the programs of each chapter, and one module for each of the other types."""

from ..question import Line, Question
from . import (
    attention,
    beyond,
    by_hand,
    curves,
    engine,
    graphs,
    learning,
    lines,
    passes,
    practice,
    reasons,
)

PROGRAMS = (*graphs.QUESTIONS, *learning.QUESTIONS, *engine.QUESTIONS, *beyond.QUESTIONS)
QUESTIONS: tuple[Question | Line, ...] = (
    *PROGRAMS,
    *passes.QUESTIONS,
    *curves.QUESTIONS,
    *practice.QUESTIONS,
    *attention.QUESTIONS,
    *by_hand.QUESTIONS,
    *lines.QUESTIONS,
    *reasons.QUESTIONS,
)
