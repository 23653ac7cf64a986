"""Figures: computational graphs drawn as SVG, and matplotlib curves in the same colors."""

from .graph import draw_graph
from .images import images
from .plots import curves, figure, show
from .regions import regions
from .svg import Drawing
from .tables import table

__all__ = ["Drawing", "curves", "draw_graph", "figure", "images", "regions", "show", "table"]
