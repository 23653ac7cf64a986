"""The command `python -m docs`, which does the same as `make site`."""

import argparse

from .build import build

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m docs")
    words = "run cells with Pyodide from this address, instead of the site's own Python"
    parser.add_argument("--pyodide", metavar="ADDRESS", help=words)
    print(build(pyodide=parser.parse_args().pyodide) / "index.html")
