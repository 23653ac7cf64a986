"""The author and the license that every deck, handout, and printed paper names."""

AUTHOR = "the minigrad authors"
LICENSE = "CC BY 4.0"
LICENSE_URL = "https://creativecommons.org/licenses/by/4.0/"
CREDIT = f"By {AUTHOR} · {LICENSE}"
