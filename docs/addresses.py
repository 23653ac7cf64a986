"""The addresses where the course is published, derived from `project.urls` in pyproject.toml."""

import os
import tomllib
from urllib.parse import quote

from minigrad.teaching.assets import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
PUBLISHED: bool = SETTINGS["tool"]["minigrad"]["published"]  # otherwise no page links there
REPOSITORY = PROJECT["urls"]["Repository"]
NAME = REPOSITORY.removeprefix("https://github.com/")
# Where the site is published. A shared page's image needs a complete address.
OWNER, _, REPOSITORY_NAME = NAME.partition("/")
PAGES = f"https://{OWNER}.github.io/{REPOSITORY_NAME}" if PUBLISHED else ""
SITE = os.environ.get("MINIGRAD_SITE", PAGES).rstrip("/")
EDITION = os.environ.get("MINIGRAD_EDITION", "main")  # the tag of a release, or a branch
COLAB_BRANCH = "colab"  # the release workflow puts the Colab edition there


def binder(notebook: str) -> str:
    """Return the link that opens a notebook on Binder, with the packages in environment.yml."""
    path = quote(f"lab/tree/notebooks/{notebook}", safe="")
    return f"https://mybinder.org/v2/gh/{NAME}/{EDITION}?urlpath={path}"


def colab(notebook: str) -> str:
    """Return the link to a notebook's Colab edition. Colab opens only notebooks on GitHub."""
    return f"https://colab.research.google.com/github/{NAME}/blob/{COLAB_BRANCH}/{quote(notebook)}"
