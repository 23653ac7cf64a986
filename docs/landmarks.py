"""Names for the parts of a page that screen readers list, since Furo leaves those parts unnamed."""

from pathlib import Path

NAMES = {"sidebar-drawer": "Contents of the site", "toc-drawer": "Contents of the page"}


def with_names(page: str) -> str:
    for kind, name in NAMES.items():
        page = page.replace(f'<aside class="{kind}', f'<aside aria-label="{name}" class="{kind}')
    return page


def name_landmarks(site: Path) -> None:
    for path in site.rglob("*.html"):
        path.write_text(with_names(path.read_text(encoding="utf-8")), encoding="utf-8")
