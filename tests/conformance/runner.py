"""Runs node tests through Python and C, in batches; a batch that fails is halved until the culprit is alone.

    python -m tests.conformance.runner [--target host|cortex-m4] [--mcu] [--sanitize] [word ...]

runs the tests whose names contain one of the words and prints what passed, what is refused and what is wrong.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from edgec.codegen import GenerateOptions, generate
from edgec.converter.graph.errors import EdgecError, UnsupportedModel
from edgec.targets.machine.compile import SANITIZERS
from edgec.targets.reader import load_target
from tests.conformance.c_program import Job, run_jobs
from tests.conformance.onnx_cases import Case, Outcome, Prepared, difference, load_cases, mcu_subset, run_in_python

BATCH = 60
PROCESSES = 2

Batch = Sequence[tuple[int, Case]]
First = Callable[[Case], Outcome]


@dataclass(frozen=True)
class How:
    """A way to run the C: on which target, and whether sanitizers check it."""

    target: str = "host"
    sanitize: bool = False

    @property
    def flags(self) -> tuple[str, ...]:
        """Additional compiler flags."""
        return SANITIZERS if self.sanitize else ()


HOST = How()


def run_all(cases: Sequence[Case], how: How = HOST, first: First = run_in_python) -> list[Outcome]:
    """Outcomes of all cases, in their order; two batches at a time."""
    numbered = list(enumerate(cases))
    batches = [numbered[i : i + BATCH] for i in range(0, len(cases), BATCH)]
    with ProcessPoolExecutor(PROCESSES) as pool:
        return [o for group in pool.map(partial(run, how=how, first=first), batches) for o in group]


def run(batch: Batch, how: How = HOST, first: First = run_in_python) -> list[Outcome]:
    """Outcome of each test: in numpy first, as ``first`` does it, then in C on the target."""
    target = load_target(how.target)
    found: dict[int, Outcome] = {}
    jobs: dict[int, Job] = {}
    for index, case in batch:
        found[index] = first(case)
        prepared = found[index].prepared
        if found[index].status == "passed" and prepared is not None:
            options = GenerateOptions(f"t{index}", target, "float32", case.name, "0" * 64, "conformance")
            try:
                jobs[index] = Job(generate(prepared.graph, options), prepared.inputs)
            except UnsupportedModel as error:
                found[index] = Outcome(case.name, "refused", error.refusals[0].sentence())
    for index, fault in _faults(jobs, {i: p for i, o in found.items() if (p := o.prepared)}, how).items():
        found[index] = Outcome(found[index].name, "wrong", f"on {target.name}: {fault}")
    return [replace(found[index], prepared=None) for index, _ in batch]


def _faults(jobs: dict[int, Job], prepared: dict[int, Prepared], how: How) -> dict[int, str]:
    """Run the C of some of the models; return what is wrong, by the numbers of those that have a fault."""
    if not jobs:
        return {}
    order = list(jobs)
    try:
        with tempfile.TemporaryDirectory() as folder:
            outputs = run_jobs([jobs[i] for i in order], load_target(how.target), Path(folder), how.flags)
    except EdgecError as error:
        if len(order) == 1:
            return {order[0]: str(error)}
        half = len(order) // 2
        parts = ({i: jobs[i] for i in part} for part in (order[:half], order[half:]))
        return {i: fault for part in parts for i, fault in _faults(part, prepared, how).items()}
    faults = ((i, difference(prepared[i], arrays)) for i, arrays in zip(order, outputs, strict=True))
    return {i: fault for i, fault in faults if fault}


def summary(outcomes: Sequence[Outcome]) -> str:
    """Counts, then what did not pass, grouped by reason."""
    counts = Counter(o.status for o in outcomes)
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for o in outcomes:
        if o.status != "passed":
            groups[o.status, re.sub(r"'[^']*'", "'...'", re.sub(r"\d+", "N", o.reason))[:160]].append(o.name)
    lines = [f"{len(outcomes)} tests: " + ", ".join(f"{n} {status}" for status, n in sorted(counts.items()))]
    for (status, reason), names in sorted(groups.items(), key=lambda item: (item[0][0], -len(item[1]))):
        lines.append(f"{status:8s}{len(names):5d}  {reason}  ({', '.join(names[:3])})")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Print the summary; 1 when a test is wrong or in error."""
    parser = argparse.ArgumentParser(description="ONNX backend node tests through generated C")
    parser.add_argument("--target", default="host")
    parser.add_argument("--mcu", action="store_true", help="only the microcontroller subset")
    parser.add_argument("--sanitize", action="store_true", help="under address and undefined-behaviour sanitizers")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args(arguments)
    cases = [c for c in load_cases() if not options.mcu or c.name in mcu_subset()]
    if options.words:
        cases = [c for c in cases if any(w in c.name for w in options.words)]
    outcomes = run_all(cases, How(options.target, options.sanitize))
    sys.stdout.write(summary(outcomes) + "\n")
    return int(any(o.status in ("wrong", "error") for o in outcomes))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
