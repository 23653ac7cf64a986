"""A standard output that can print any path."""

import sys
from io import TextIOWrapper


def escape_unprintable() -> None:
    """Escape characters that the terminal's encoding lacks, which would raise an error in print."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
