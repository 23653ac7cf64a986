"""The author and the license, as shown on every deck, handout, and printed paper."""

AUTHOR = "the minigrad authors"
LICENSE = "CC BY 4.0"
LICENSE_URL = "https://creativecommons.org/licenses/by/4.0/"
CREDIT = f"By {AUTHOR} · {LICENSE}"
