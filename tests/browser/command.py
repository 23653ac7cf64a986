"""What the commands share that look at something in a browser: their options, and how they end."""

import argparse


def parser(module: str, doc: str | None, only: str = "") -> argparse.ArgumentParser:
    """Asks for the browser and, with the help `only`, for a part of what there is to look at."""
    asks = argparse.ArgumentParser(prog=f"python -m {module}", description=doc)
    asks.add_argument("--chrome", help="the browser; also CHROME=... (default: on the path)")
    if only:
        asks.add_argument("--only", default="", help=only)
    return asks


def told(name: str, faults: list[str], what: str, seconds: float) -> int:
    """Print the outcome; 1 if there are faults."""
    outcome = f"FAILED, {len(faults)} faults" if faults else "passed"
    print(f"{name}: {outcome} ({what}, {seconds:.0f} s)", flush=True)
    return int(bool(faults))
