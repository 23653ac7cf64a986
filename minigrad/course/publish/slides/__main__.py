"""`python -m minigrad.course.publish.slides`: what `make slides` does."""

import time

from minigrad.course.publish.assets import ROOT

from .build import BUILD, slides


def main() -> None:
    start = time.monotonic()
    archive = slides()
    size = archive.stat().st_size / 1e6
    print(f"{(BUILD / 'index.html').relative_to(ROOT)} lists the decks; all of them are in")
    print(f"{archive.relative_to(ROOT)} ({size:.1f} MB). {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
