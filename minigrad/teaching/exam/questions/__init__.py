"""What the exam can ask: three questions about each chapter, the chapters in four groups."""

from . import beyond, engine, graphs, learning

QUESTIONS = (*graphs.QUESTIONS, *learning.QUESTIONS, *engine.QUESTIONS, *beyond.QUESTIONS)
