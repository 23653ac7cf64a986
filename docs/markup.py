"""Plain text escaped for reStructuredText."""

import re

CODE = re.compile(r"(``[^`]+``|`[^`]+`)")
SPECIAL = re.compile(r"([*|_\\])")


def escaped(line: str) -> str:
    """Escape text so that code remains code and no other characters have a special meaning."""
    parts = CODE.split(line)
    parts[1::2] = [code(inner.strip("`")) for inner in parts[1::2]]
    parts[::2] = [SPECIAL.sub(r"\\\1", text) for text in parts[::2]]
    return "".join(parts)


def code(text: str) -> str:
    return f"``{text}``" if text else ""


def indented(lines: list[str]) -> list[str]:
    return [f"   {line}" if line else "" for line in lines]
