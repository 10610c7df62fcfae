"""The random graphs of ``ranks`` through the commands: ``edgec convert``, then ``edgec verify`` of what came out.

    python -m tests.conformance.whole [--count 60] [--seed 0] [--scratch FOLDER]

In every scheme, on the host and on the emulated Cortex-M4; the C for this computer runs under sanitizers.  A model must
be refused with a sentence, or convert and verify against ONNX Runtime: values of rank 0 to 6, truth values, float16,
tensors without elements, infinities and NaN.  Only integers of a random graph may be unlike the float model (exit code
5, for that reason alone).
"""

from __future__ import annotations

import argparse
import io
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx

from tests.conformance.ranks import FACTORS, FLOAT, Ranked, cases
from tests.fuzz.forked import Bounds, ended
from tests.fuzz.mutants import GATE, verify_sanitized, warm_up

SECONDS = 120.0


@dataclass(frozen=True)
class Whole:
    """End of the commands: passed, refused, unlike (integers far from ONNX Runtime), or wrong with its reason."""

    name: str
    status: str
    reason: str = ""


def whole(case: Ranked, folder: Path, target: str) -> Whole:
    """Convert and verify one case in a folder of its own."""
    from edgec import cli

    onnx.save(case.model, folder / "m.onnx")
    samples, out = _samples(case), folder / "out"
    words = ["convert", str(folder / "m.onnx"), "-t", target, "--quantize", _scheme(case), "--allow-float"]
    if samples and case.scheme != FLOAT and not _quantized(case):
        (folder / "samples.npz").write_bytes(samples)
        words += ["--calibration", str(folder / "samples.npz")]
    shutil.rmtree(out, ignore_errors=True)
    bounds = Bounds(seconds=SECONDS, wall=3 * SECONDS, addresses=0)
    made = ended(lambda: int(cli.run([*words, "-o", str(out)])), folder, bounds)
    if made.code in (2, 3):
        return Whole(case.name, "refused", made.sentence)
    if made.fault(bounds) or made.code:
        return Whole(case.name, "wrong", f"convert: {made.fault(bounds) or made.sentence}")
    run = ended(lambda: verify_sanitized([str(out), "--samples", "3"]), folder, bounds)
    if run.code == 5 and GATE in run.text and case.scheme != FLOAT:
        return Whole(case.name, "unlike", run.sentence)
    if run.fault(bounds) or run.code:
        return Whole(case.name, "wrong", f"verify: {run.fault(bounds) or run.sentence}")
    return Whole(case.name, "passed")


def _quantized(case: Ranked) -> bool:
    return any(n.op_type == "QuantizeLinear" for n in case.model.graph.node)


def _scheme(case: Ranked) -> str:
    return "auto" if _quantized(case) else case.scheme


def _samples(case: Ranked) -> bytes:
    """A calibration set from the case's inputs; nothing without inputs, or where they are not finite."""
    names = [i.name for i in case.model.graph.input]
    if not names or not all(np.isfinite(x).all() for x in case.inputs):
        return b""
    rows = {
        n: np.stack([(x * np.asarray(f, x.dtype)) if x.dtype.kind == "f" else x for f in FACTORS])
        for n, x in zip(names, case.inputs, strict=True)
    }
    file = io.BytesIO()
    np.savez(file, **rows)  # type: ignore[arg-type]
    return file.getvalue()


def run(made: Sequence[Ranked], scratch: Path | None = None) -> list[Whole]:
    """All cases, on the two targets in turns."""
    warm_up()
    found = []
    with tempfile.TemporaryDirectory(dir=scratch) as temp:
        for i, case in enumerate(made):
            found.append(whole(case, Path(temp), ("host", "cortex-m4")[i // 3 % 2]))
    return found


def main(arguments: Sequence[str]) -> int:
    """Print the counts; 1 when something is wrong."""
    parser = argparse.ArgumentParser(description="random graphs through convert and verify")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--scratch", type=Path)
    options = parser.parse_args(arguments)
    made = [c for c in cases(options.count, options.seed) if isinstance(c, Ranked)]
    found = run(made, options.scratch)
    for f, case in zip(found, made, strict=True):
        if f.status == "wrong":
            print(f.name, f.reason)
            print(onnx.printer.to_text(case.model.graph))
    refused = Counter(f.reason[:120] for f in found if f.status == "refused")
    counts = Counter(f.status for f in found)
    sys.stdout.write("".join(f"refused {n}: {reason}\n" for reason, n in refused.most_common()))
    sys.stdout.write(", ".join(f"{n} {status}" for status, n in sorted(counts.items())) + "\n")
    return int(bool(counts["wrong"]))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
