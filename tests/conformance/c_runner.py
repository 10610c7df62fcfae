"""The ONNX backend node tests through generated C: many models per program, on the host or under QEMU.

    python -m tests.conformance.c_runner [--target host|cortex-m4] [--mcu] [word ...]

runs the tests whose names contain one of the words and prints what passed, what is refused and what is wrong.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from edgec.codegen import GenerateOptions, generate
from edgec.codegen.build.target import Target, load_target
from edgec.converter.errors import EdgecError, UnsupportedModel
from tests.conformance.c_program import Job, run_jobs
from tests.conformance.onnx_cases import Case, Outcome, Prepared, difference, load_cases, prepare

BATCH = 60
JOBS = 2
MCU_SUBSET = Path(__file__).with_name("mcu_subset.txt")


def mcu_names() -> frozenset[str]:
    """Names of the tests that a microcontroller tool is expected to pass."""
    return frozenset(MCU_SUBSET.read_text(encoding="ascii").split())


def run_cases(cases: Sequence[Case], target: str = "host", jobs: int = JOBS) -> list[Outcome]:
    """Every case compiled to C, built in batches, run and compared; outcomes in the order of the cases."""
    batches = [list(enumerate(cases))[i : i + BATCH] for i in range(0, len(cases), BATCH)]
    with ProcessPoolExecutor(jobs) as pool:
        parts = list(pool.map(partial(_run_batch, target), batches))
    return [outcome for part in parts for outcome in part]


def _run_batch(target_name: str, batch: Sequence[tuple[int, Case]]) -> list[Outcome]:
    target = load_target(target_name)
    done: dict[int, Outcome] = {}
    ready: list[tuple[int, Prepared, Job]] = []
    for index, case in batch:
        try:
            prepared = prepare(case)
            ready.append((index, prepared, _job(prepared, f"t{index}", target)))
        except UnsupportedModel as error:
            done[index] = Outcome(case.name, "refused", error.refusals[0].sentence())
        except EdgecError as error:
            done[index] = Outcome(case.name, "error", f"{type(error).__name__}: {error}")
    done.update(_compare(ready, target))
    return [done[index] for index, _ in batch]


def _job(prepared: Prepared, prefix: str, target: Target) -> Job:
    options = GenerateOptions(prefix, target, "float32", prepared.case.name, "0" * 64, "conformance")
    return Job(generate(prepared.graph, options), prepared.inputs)


def _compare(ready: Sequence[tuple[int, Prepared, Job]], target: Target) -> dict[int, Outcome]:
    """Outcomes of the generated models; a batch that fails is halved until the model to blame stands alone."""
    if not ready:
        return {}
    try:
        with tempfile.TemporaryDirectory() as folder:
            outputs = run_jobs([job for _, _, job in ready], target, Path(folder))
    except EdgecError as error:
        if len(ready) == 1:
            index, prepared, _ = ready[0]
            return {index: Outcome(prepared.case.name, "error", str(error))}
        half = len(ready) // 2
        return {**_compare(ready[:half], target), **_compare(ready[half:], target)}
    done = {}
    for (index, prepared, _), arrays in zip(ready, outputs, strict=True):
        fault = difference(prepared, arrays)
        reason = fault or ", ".join(prepared.constants)
        done[index] = Outcome(prepared.case.name, "wrong" if fault else "passed", reason)
    return done


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
    parser.add_argument("--json", type=Path, help="write {name: [status, reason]} here")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args(arguments)
    cases = [c for c in load_cases() if not options.mcu or c.name in mcu_names()]
    if options.words:
        cases = [c for c in cases if any(w in c.name for w in options.words)]
    outcomes = [replace(o, prepared=None) for o in run_cases(cases, options.target)]
    if options.json:
        options.json.write_text(json.dumps({o.name: [o.status, o.reason] for o in outcomes}, indent=1) + "\n")
    sys.stdout.write(summary(outcomes) + "\n")
    return int(any(o.status in ("wrong", "error") for o in outcomes))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
