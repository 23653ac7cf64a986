"""PyTorch's output for the programs on the page that compares minigrad and PyTorch.

`python -m tests.parity.torch_comparison_page` runs them in PyTorch and writes the results. The
date in the file changes only if a result has changed.
"""

import datetime
import json
from typing import Any

import torch

from docs.torch_comparison import page
from docs.torch_comparison.programs import SAME, SIMPLER
from minigrad.course.chapter_11.torch_comparison import printed, source, version


def run_in_torch() -> dict[str, Any]:
    return {
        program.__name__: {"program": source(program), "gave": printed(program, torch)}
        for program, _title in [*SAME, *SIMPLER]
    }


def compare_all() -> int:
    recorded, answers = page.recorded()["programs"], run_in_torch()
    wrong = [
        f"{name}: recorded {recorded.get(name)}\n    PyTorch gives {answers.get(name)}"
        for name in recorded.keys() | answers.keys()
        if recorded.get(name) != answers.get(name)
    ]
    for difference in wrong:
        print(f"--- the page next to PyTorch: {difference}")
    print(f"the page next to PyTorch: {len(answers)} programs, {len(wrong)} differ from the record")
    return len(wrong)


def main() -> None:
    before = page.recorded() if page.RECORDED.exists() else {}
    record: dict[str, Any] = {"version": version(torch), "programs": run_in_torch()}
    same = all(before.get(key) == value for key, value in record.items())
    day = before["date"] if same else datetime.date.today().isoformat()
    entries = ",\n".join(
        f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in record["programs"].items()
    )
    head = f' "version": {json.dumps(record["version"])},\n "date": {json.dumps(day)}'
    text = f'{{\n{head},\n "programs": {{\n{entries}\n }}\n}}\n'
    page.RECORDED.write_text(text, encoding="utf-8")
    print(f"{page.RECORDED.name}: {len(record['programs'])} programs, of {day}")


if __name__ == "__main__":
    main()
