"""Front-end libraries for slides and pages: npm packages whose versions `package.json` pins.

Each package is downloaded once, verified with its checksum, and kept in `build/npm`. The files that
pages load are copied next to the pages, so the pages download nothing from other sites.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import tarfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "npm"
PACKAGES = json.loads(Path(__file__).with_name("package.json").read_text(encoding="utf-8"))
VERSIONS = PACKAGES["dependencies"] | PACKAGES["devDependencies"]

# The files that pages load, out of the many in the packages.
LOADED = {
    "@jupyter-widgets/html-manager": ["package.json", "dist/embed-amd.js"],
    "mathjax": [
        "LICENSE",
        "MathJax.js",
        "config/TeX-AMS_SVG-full.js",
        "extensions/TeX/*.js",
        "jax/element/mml/optable/*.js",
        "jax/output/SVG/autoload/*.js",
        "jax/output/SVG/fonts/TeX/**/*.js",
    ],
    "requirejs": ["package.json", "require.js"],
    "reveal.js": ["LICENSE", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js"],
}


def package(name: str) -> Path:
    """Return the folder of a package, downloading the package if it isn't there yet."""
    version = VERSIONS[name]
    folder = KEPT / name / version
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = folder.with_name(f"{version}.part")
        shutil.rmtree(fresh, ignore_errors=True)
        archive = _fetched(name, version)
        with tarfile.open(archive) as packed:
            packed.extractall(fresh, filter="data")
        archive.unlink()
        (fresh / "package").rename(folder)
        fresh.rmdir()
    return folder


def copy_files(folder: Path, names: Iterable[str]) -> None:
    """Copy `anywidget.js`, and the package files that pages load, into `folder`."""
    import anywidget

    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        held = package(name)
        for pattern in LOADED[name]:
            paths = [path for path in held.glob(pattern) if path.is_file()]
            if not paths:
                raise FileNotFoundError(f"{name} {VERSIONS[name]} has no file {pattern}")
            for path in paths:
                copy = folder / name / path.relative_to(held)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
    module = Path(anywidget.__file__).parent / "nbextension" / "index.js"
    shutil.copyfile(module, folder / "anywidget.js")


def _fetched(name: str, version: str) -> Path:
    """Download the archive from npm and verify it with the checksum in `package.json`."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("npm is missing. It comes with Node.js (on Debian: apt install npm).")
    command = [npm, "pack", "--silent", f"{name}@{version}", "--pack-destination", str(KEPT)]
    fetched = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=KEPT)
    archive = KEPT / fetched.stdout.split()[-1]
    algorithm, _, expected = PACKAGES["integrity"][name].partition("-")
    checksum = base64.b64encode(hashlib.new(algorithm, archive.read_bytes()).digest()).decode()
    if checksum != expected:
        raise SystemExit(
            f"The {algorithm} checksum of {archive.name} is {checksum}, but should be {expected}."
        )
    return archive
