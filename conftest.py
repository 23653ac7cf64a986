"""What comes before nbval is loaded, in every run of pytest."""

import sys

# jsonschema, which reads notebooks, would compile grammars of web addresses whenever it is
# imported: two seconds in each process, for a format that no notebook has.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
# pyproject.toml keeps it from loading itself earlier; where that is not read, it is there already.
pytest_plugins = [] if "nbval.plugin" in sys.modules else ["nbval.plugin"]
