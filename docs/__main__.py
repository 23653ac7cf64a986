"""The command `python -m docs`, which does the same as `make site`."""

from .build import build

if __name__ == "__main__":
    print(build() / "index.html")
