"""Running the learner's `spoil`, and undoing what it did to the class or the notebook."""

from collections.abc import Mapping
from typing import Any

from ..checking import call


def run_and_undo(spoil: Any, cls: Any, w: Any, loss: Any) -> str:
    """Run `spoil`, undo what it did to the class or the notebook, and return what that was."""
    notebook, attributes = spoil.__globals__, dict(vars(cls))
    before = dict(notebook)
    try:
        call(spoil, w, loss)
        if names := _changed(before, notebook):
            return f"`{names[0]}` of your notebook"
        if names := _changed(attributes, vars(cls)):
            return f"`{names[0]}` of the class `Tensor`"
        return ""
    finally:
        notebook.clear()
        notebook.update(before)
        for name in _changed(attributes, vars(cls)):
            if name in attributes:
                setattr(cls, name, attributes[name])
            else:
                delattr(cls, name)


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [n for n in {**before, **after} if before.get(n) is not after.get(n)]
