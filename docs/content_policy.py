"""A Content-Security-Policy for each page, which lets browsers run only the site's own scripts.

Since the pages are plain files, the policy is in a `<meta>` tag instead of a server's header.
"""

import base64
import hashlib
import re
from pathlib import Path

SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL)
HEAD = re.compile(r'<head>\s*<meta charset="utf-8">')  # the policy applies to everything after it
# Figures, formulas, and the theme set styles in attributes, which can't be allowed by hash. Pages
# opened from a disk have no origin, so `'self'` doesn't cover them.
DIRECTIVES = {
    "default-src": "'none'",
    "style-src": "'self' file: 'unsafe-inline'",
    "font-src": "'self' file:",
    "img-src": "'self' file: data:",
    "connect-src": "'self' file:",  # the search reads the pages that it shows
    "worker-src": "'self'",  # Python; what it runs reaches neither the page nor the network
    "form-action": "'self' file:",
    "base-uri": "'none'",
}


def policy(page: str) -> str:
    """Return a page's policy, which allows the site's files and the page's own inline scripts."""
    inline = [body for attributes, body in SCRIPT.findall(page) if "src=" not in attributes]
    digests = sorted({hashlib.sha256(body.encode()).digest() for body in inline})
    hashes = [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
    # Firefox won't keep a compiled program on a page whose policy doesn't allow WebAssembly.
    python = ["'wasm-unsafe-eval'"] if "data-chapter=" in page else []
    scripts = " ".join(["'self'", "file:", *python, *hashes])
    directives = DIRECTIVES | {"script-src": scripts}
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def with_policy(page: str) -> str:
    if not (head := HEAD.search(page)):
        raise ValueError(f"the page doesn't begin with {HEAD.pattern}: {page[:100]}")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(page)}">'
    return page[: head.end()] + meta + page[head.end() :]


def write_policies(site: Path) -> None:
    for path in site.rglob("*.html"):
        path.write_text(with_policy(path.read_text(encoding="utf-8")), encoding="utf-8")
