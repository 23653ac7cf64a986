"""A Sphinx extension: docstrings, which are plain text for `help()`, as reStructuredText."""

import re
from typing import Any

CODE = re.compile(r"(``[^`]+``|`[^`]+`)")
SPECIAL = re.compile(r"([*|_\\])")
LABEL = re.compile(r"^([A-Z][a-z]+(?: and [a-z]+)*): (?=\S)")
NOT_GIVEN = re.compile(r"<object object at 0x[0-9a-f]+>")
GAP = ";   "  # between a value and its derivative


def escaped(line: str) -> str:
    """Code stays code; no other sign has a meaning."""
    parts = CODE.split(line)
    parts[1::2] = [f"``{code.strip('`')}``" for code in parts[1::2]]
    parts[::2] = [SPECIAL.sub(r"\\\1", text) for text in parts[::2]]
    return "".join(parts)


def restructured(lines: list[str]) -> list[str]:
    """Examples as they are, `Shapes: ...` as a field, `f;   d/dx = ...` as two paragraphs."""
    paragraphs: list[str] = []
    example = field = False
    before = ""
    for line in lines:
        if line.lstrip().startswith(">>>") and not example:
            example, field = True, False
            paragraphs.append("")
        if not line.strip():
            example = field = False
        if example:
            paragraphs.append(line)
            continue
        label = LABEL.match(line)
        if label:
            paragraphs += [] if field else [""]
            field = True
            line = f":{label[1]}: {escaped(line[label.end() :])}"
        elif field and line.startswith("``") and before.endswith("."):
            field = False
            paragraphs.append("")
            line = escaped(line)
        elif field:
            line = f"   {escaped(line.strip())}"
        elif GAP in line:
            value, slope = line.split(GAP, 1)
            paragraphs += [escaped(value), ""]
            line = escaped(slope)
        else:
            line = escaped(line)
        paragraphs.append(line)
        before = line
    return paragraphs


def process(_app: Any, _what: str, _name: str, _object: Any, _options: Any, lines: list) -> None:
    lines[:] = restructured(lines)


def process_signature(
    _app: Any,
    _what: str,
    _name: str,
    _object: Any,
    _options: Any,
    signature: str | None,
    returns: Any,
) -> tuple[str, Any] | None:
    """A default that only says "not given" is three dots, whatever its address."""
    return (NOT_GIVEN.sub("...", signature), returns) if signature else None


def setup(app: Any) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", process, priority=400)  # before napoleon
    app.connect("autodoc-process-signature", process_signature)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
