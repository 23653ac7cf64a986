"""A value's representations by MIME type, requested the way IPython does."""

import hashlib
import re
from importlib import import_module
from typing import Any

METHODS = {
    "text/html": "_repr_html_",
    "text/markdown": "_repr_markdown_",
    "image/svg+xml": "_repr_svg_",
    "image/png": "_repr_png_",
    "text/latex": "_repr_latex_",
}
EXPLORER = "application/vnd.minigrad.explorer+json"
SHOWN = re.compile(r"^export default (\{.*\});$", re.MULTILINE)


def bundle(value: Any) -> dict[str, Any]:
    if _is_explorer(value):
        return explorer(value)
    data = _asked(value, "_repr_mimebundle_") or {}
    if isinstance(data, tuple):  # data and metadata
        data = data[0]
    for mime, method in METHODS.items():
        if mime not in data and (form := _asked(value, method)) is not None:
            data[mime] = form[0] if isinstance(form, tuple) else form
    data.setdefault("text/plain", _pretty(value))
    return {mime: form for mime, form in data.items() if isinstance(form, str | dict)}


def explorer(value: Any) -> dict[str, Any]:
    """Return an explorer's content, without the front end, which the page already contains."""
    from minigrad.explore.content import figure_content, front_end

    content = figure_content(value)
    program = value.program.name if value.program else None
    shown = {**content, "front": front_name(front_end(program))}
    return {EXPLORER: shown, "image/svg+xml": value.still, "text/plain": value.text}


def front_name(program: str) -> str:
    """Return the name under which the site stores a front end."""
    digest = hashlib.sha256(SHOWN.sub(r"return \1;", program).encode()).hexdigest()
    return f"front-{digest[:8]}"


def _is_explorer(value: Any) -> bool:
    return any(kind.__module__ == "minigrad.explore.explorer" for kind in type(value).__mro__)


def _asked(value: Any, method: str) -> Any:
    if isinstance(value, type) or not hasattr(type(value), method):
        return None
    return getattr(value, method)()


def _pretty(value: Any) -> str:
    return str(import_module(f"{__package__}.pretty").pretty(value, max_width=79))  # from IPython
