"""The exam's questions: three about each chapter, with the chapters in four groups."""

from . import beyond, engine, graphs, learning

QUESTIONS = (*graphs.QUESTIONS, *learning.QUESTIONS, *engine.QUESTIONS, *beyond.QUESTIONS)
