"""Writes docs/conformance.md: every ONNX backend node test, passed or the reason why not.

python -m tests.conformance.report
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

import onnx

from tests.conformance.onnx_cases import Outcome, load_cases, mcu_subset
from tests.conformance.runner import run_all
from tests.conftest import REPO

PAGE = REPO / "docs" / "conformance.md"
HEAD = """# Conformance with ONNX's own tests

Written by `python -m tests.conformance.report`; a test keeps it current.

Every node test of `onnx.backend.test` is imported, optimized, evaluated in numpy, generated as C, compiled with all
warnings as errors and run on the host. The results must match ONNX's: floats within relative 1e-3 and absolute 1e-5,
integers and bools exactly, float16 within relative 2e-3, since it is computed in float32. Buffers are poisoned before
each run and surrounded by guard bytes.

edgec plans all memory at compile time, so inputs that determine a shape (axes, sizes, pads, k, ...) must be constant.
Many node tests feed them as inputs; here they are bound to the test's values, as with `edgec convert --constant
NAME=VALUE`, and the table lists them. A test without inputs, or with all of them bound, is computed at compile time.
"""


def short_reason(text: str) -> str:
    """A refusal without the node's name, so that equal ones can be counted."""
    return re.sub(r"^node '[^']*' ", "", text)


def page(outcomes: Sequence[Outcome]) -> str:
    """The page."""
    passed = [o for o in outcomes if o.status == "passed"]
    lines = [HEAD, "| | passed | of |", "|---|---|---|"]
    lines.append(f"| node tests of onnx {onnx.__version__} | {len(passed)} | {len(outcomes)} |")
    subset = mcu_subset()
    inside = sum(o.name in subset for o in passed)
    lines.append(f"| of those, tests for microcontroller tools (also run on Cortex-M4) | {inside} | {len(subset)} |")
    reasons: dict[str, list[str]] = {}
    for o in outcomes:
        if o.status != "passed":
            reasons.setdefault(short_reason(o.reason), []).append(o.name)
    lines += ["", "## Not passed, by reason", ""]
    for reason, names in sorted(reasons.items(), key=lambda item: (-len(item[1]), item[0])):
        lines += [f"- **{len(names)}**: {reason}", f"  {', '.join(n.removeprefix('test_') for n in names)}"]
    lines += ["", "## Passed", "", "| test | bound to constants |", "|---|---|"]
    lines += [f"| {o.name.removeprefix('test_')} | {o.reason} |" for o in passed]
    return "\n".join([*lines, ""])


def listed() -> tuple[frozenset[str], frozenset[str]]:
    """Names that the page lists as passed, and as not passed."""
    text = PAGE.read_text(encoding="utf-8")
    failed, _, passed = text.partition("## Passed")
    names = re.findall(r"^\| (\w+) \|", passed, re.MULTILINE)
    others = [n for line in re.findall(r"^  (\w+(?:, \w+)*)$", failed, re.MULTILINE) for n in line.split(", ")]
    return frozenset(f"test_{n}" for n in names if n != "test"), frozenset(f"test_{n}" for n in others)


def main() -> None:
    """Run everything and write the page."""
    outcomes = run_all(load_cases())
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(outcomes), encoding="utf-8")
    passed = sum(o.status == "passed" for o in outcomes)
    print(f"{passed} of {len(outcomes)} passed; wrote {PAGE.name}")
    for o in outcomes:
        if o.status in ("wrong", "error"):
            print(f"{o.status}: {o.name}: {o.reason}", file=sys.stderr)


if __name__ == "__main__":
    main()
