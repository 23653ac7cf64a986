"""The archives that a page's Python loads, and a list of the archives' sizes.

Each archive is compressed as a whole, because the result is smaller than if its files were
compressed one by one. The page decompresses the archives, because most servers send such files
unchanged.
"""

import gzip
import hashlib
import io
import json
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from minigrad.teaching.assets import ROOT, package

from . import fetch

KERNEL = Path(__file__).parent / "kernel"
CHOSEN = Path(__file__).with_name("archives.toml")
SHIM = "@bjorn3/browser_wasi_shim"
LEVEL = 6  # gzip's level; 9 takes twice as long, and saves only 1%
DATA = "matplotlib/mpl-data.zip"  # an archive inside the archive
NOT_OURS = {"teaching", "lab_extension", "lab_settings", "__pycache__"}  # parts of the package
Members = dict[str, bytes]


def write(folder: Path) -> dict[str, dict[str, int | str]]:
    """Write the archives; return the list of archives that the page reads."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = {
        "python.wasm": _kept("python.wasm", lambda: fetch.member("python-snapshot.wasm")),
        "library.zip": _kept("library.zip", lambda: archive(library())),
        "plots.zip": _kept("plots.zip", lambda: archive(plots())),
        "minigrad.zip": gzip.compress(archive(ours()), LEVEL, mtime=0),
    }
    for name, content in packed.items():
        (folder / f"{name}.gz").write_bytes(content)
    (folder / "shim").mkdir()
    for path in (package(SHIM) / "dist").glob("*.js"):
        (folder / "shim" / path.name).write_bytes(path.read_bytes())
    listed: dict[str, dict[str, int | str]] = {
        name: {"bytes": len(content), "digest": digest(content)} for name, content in packed.items()
    }
    (folder / "files.json").write_text(json.dumps(listed), encoding="utf-8")
    return listed


def library() -> Members:
    """Return the files of Python's standard library and NumPy."""
    chosen = _chosen()
    others = {*chosen["left_out"], *chosen["plots"]}
    return dict(_members(fetch.member("python-stdlib.zip"), lambda top: top not in others))


def plots() -> Members:
    """Return the files of matplotlib and the packages it imports, including its data."""
    chosen = _chosen()
    members = dict(_members(fetch.member("python-stdlib.zip"), lambda top: top in chosen["plots"]))
    for name, content in _members(members.pop(DATA), lambda _: True):
        members[f"matplotlib/mpl-data/{name.removeprefix('mpl-data/')}"] = content
    return {n: content for n, content in members.items() if not n.startswith(_unused())}


def ours() -> Members:
    """Return the files of the kernel and of the package, without the lecturers' tools."""
    members = {}
    for path in sorted((ROOT / "minigrad").rglob("*")):
        inner = path.relative_to(ROOT)
        program = path.is_file() and path.suffix not in (".pyi", ".md", ".pyc")
        if program and not NOT_OURS & set(inner.parts):
            members[inner.as_posix()] = path.read_bytes()
    for path in sorted(KERNEL.glob("*.py")):
        members[f"page_kernel/{path.name}"] = path.read_bytes()
    # IPython's module for printing values, which needs nothing else from IPython.
    members["page_kernel/pretty.py"] = (files("IPython") / "lib" / "pretty.py").read_bytes()
    return members


def archive(members: Members) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as file:
        for name in sorted(members):
            file.writestr(zipfile.ZipInfo(name), members[name])  # the same bytes every time
    return packed.getvalue()


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _kept(name: str, make: Callable[[], bytes]) -> bytes:
    """Return the compressed content of a file.

    Compression takes a while, so reuse the file from the last build if there is one.
    """
    sources = (Path(__file__), CHOSEN, fetch.LOCK)
    made = digest(b"".join(path.read_bytes() for path in sources))
    kept = fetch.KEPT / f"{made}-{name}.gz"
    if not kept.is_file():
        fetch.KEPT.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_bytes(gzip.compress(make(), LEVEL, mtime=0))
        part.rename(kept)
    return kept.read_bytes()


@cache
def _chosen() -> dict[str, list[str]]:
    return tomllib.loads(CHOSEN.read_text(encoding="utf-8"))


def _unused() -> tuple[str, ...]:
    return tuple(_chosen()["unused"])


def _members(packed: bytes, chosen: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    unused = _unused()
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        for name in file.namelist():
            top = name.split("/")[0].removesuffix(".pyc")
            is_code = not top.endswith(".dist-info") and not name.endswith("/")
            if is_code and chosen(top) and not name.startswith(unused):
                yield name, file.read(name)
