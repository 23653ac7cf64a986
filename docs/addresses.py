"""The addresses where the course is published, derived from `project.urls` in pyproject.toml."""

import tomllib

from minigrad.teaching.assets import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
PUBLISHED: bool = SETTINGS["tool"]["minigrad"]["published"]  # otherwise no page links there
REPOSITORY = PROJECT["urls"]["Repository"]
NAME = REPOSITORY.removeprefix("https://github.com/")
