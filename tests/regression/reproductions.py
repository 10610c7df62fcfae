"""The reproductions of the shared folder through the commands: python -m tests.regression.reproductions [NAME ...]

Each is converted for this computer, with the samples that lie beside it, and verified where it converts, in a process
of its own with the limits of ``tests.fuzz.forked``.  ``ENDS`` says how each must end.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests import conftest
from tests.fuzz.draw import companions
from tests.fuzz.forked import Bounds, ended
from tests.fuzz.mutants import verify_sanitized, warm_up

CONVERTS, USAGE, LIMIT = (0, 0), (2, None), (4, None)
ENDS: dict[str, tuple[int, int | None]] = {
    "bool_and": CONVERTS,
    "bool_in": CONVERTS,
    "chain_3e3": CONVERTS,
    "chain_2e4": CONVERTS,
    "constofshape_64M": LIMIT,
    "convchain_400": CONVERTS,
    "exp_concat_const34": LIMIT,
    "expand_64M": LIMIT,
    "ext_amplify200x64M": LIMIT,
    "ext_fifo0": USAGE,
    "ext_hole20G": LIMIT,
    "ext_null": USAGE,
    "fn_external": CONVERTS,
    "fn_laughs40": LIMIT,
    "fn_self": USAGE,
    "fn_self_mutant": USAGE,
    "fp16": CONVERTS,
    "inf_out": CONVERTS,
    "inputdim_64M": LIMIT,
    "insert_reduceprod": USAGE,
    "no_in": CONVERTS,
    "onehot_1T": LIMIT,
    "onehot_64M": LIMIT,
    "resize_1T": LIMIT,
    "resize_64M": LIMIT,
    "scalar_add": CONVERTS,
    "scalar_gain": CONVERTS,
    "scan9_indexerror": CONVERTS,
    "tile_64M": LIMIT,
    "wide_3e3": CONVERTS,
}
"""Exit codes of convert and of verify, None where there is nothing to verify."""
LATE = 300.0  # seconds; what counts is processor time, which does not depend on what else runs
LONG = {"chain_2e4": "chain", "chain_3e3": "chain"}
"""Models that differ in their length alone."""
UNVERIFIED = ("chain_2e4",)  # twice the time for C that chain_3e3 has too


def reproduce(source: Path, folder: Path) -> dict[str, object]:
    """Run the commands and return how they end: their codes, what broke a rule, what was said."""
    from edgec import cli

    model, out = folder / source.name, folder / "out"
    shutil.copy(source, model)
    shutil.rmtree(out, ignore_errors=True)
    words = ["convert", str(model), "-t", "host", "-o", str(out)]
    if source.with_suffix(".npz").exists():
        words += ["--calibration", str(source.with_suffix(".npz"))]
    bounds = Bounds(seconds=LATE, wall=LATE)
    made = ended(lambda: int(cli.run(words)), folder, bounds)
    found: dict[str, object] = {"convert": made.code, "verify": None}
    found |= {"seconds": made.cpu, "fault": made.fault(bounds), "said": made.sentence}
    if made.code == 0 and source.stem not in UNVERIFIED:
        bounds = Bounds(seconds=LATE, wall=LATE, addresses=0)
        run = ended(lambda: verify_sanitized([str(out), "--on", "host"]), folder, bounds)
        found |= {"verify": run.code, "fault": run.fault(bounds), "said": run.sentence}
    return found


def main(names: Sequence[str]) -> int:
    """Print a line of JSON for each."""
    warm_up()
    with tempfile.TemporaryDirectory() as temp:
        companions(Path(temp))
        for source in sorted((conftest.shared_folder() / "repro").glob("*.onnx")):
            if not names or source.stem in names:
                sys.stdout.write(json.dumps({"name": source.stem, **reproduce(source, Path(temp))}) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
