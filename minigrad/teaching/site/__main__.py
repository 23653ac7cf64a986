"""`python -m minigrad.teaching.site`: what `make site` does."""

from .build import build

if __name__ == "__main__":
    print(build() / "index.html")
