"""The namespace `minigrad.optim`: optimizers and learning-rate schedules."""

from . import lr_scheduler
from .adagrad import Adagrad
from .adam import Adam, AdamW
from .lbfgs import LBFGS
from .optimizer import Optimizer
from .rmsprop import RMSprop
from .sgd import SGD

__all__ = ["Optimizer", "SGD", "Adagrad", "Adam", "AdamW", "LBFGS", "RMSprop", "lr_scheduler"]
