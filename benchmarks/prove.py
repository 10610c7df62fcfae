"""Proof of the arithmetic of MLPerf Tiny nets: every form of every layer, with the processor's seconds.

    python benchmarks/prove.py [NAME ... [-- OPTION ...]]        or: make prove

converts the shared models (int8, Cortex-M4) and prints what ``edgec prove`` finds as Markdown; for all models it also
writes the table at the end of docs/proof.md.  What stands behind ``--`` goes to ``edgec convert``, as in
``python benchmarks/prove.py kws -- --quantize int16x8``.  It ends with 1 when anything is not proven.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import process_time

import accuracy

from edgec.cli import run
from edgec.folder.read import open_checked
from edgec.proof.findings import Proof
from edgec.proof.forms import prove_forms

REPORT = Path(__file__).resolve().parents[1] / "docs" / "proof.md"
NAMES = ("kws", "ad", "str_ww")
MARK = "<!-- what follows is written by `make prove` -->\n"
HOURS = 3600.0


def proofs(name: str, options: list[str]) -> tuple[tuple[Proof, ...], float]:
    """Return the proofs of a model, and the processor seconds for all of them, compilers not counted."""
    case = accuracy.CASES[name]
    with tempfile.TemporaryDirectory() as temp:
        calibration, _ = accuracy.split(case, Path(temp))
        out = Path(temp) / "out"
        model = accuracy.SHARED / "models" / f"{case.model}.onnx"
        words = ["convert", model, "-t", "cortex-m4", "--calibration", calibration, *options, "-o", out, "--json"]
        if run([str(w) for w in words]) != 0:
            sys.exit(f"{name} cannot be converted")
        start = process_time()
        found = prove_forms(open_checked(out), None, HOURS, lambda _done, _total: None)
        return found, process_time() - start


def table(name: str, found: tuple[Proof, ...], seconds: float) -> str:
    """Markdown of one model."""
    rows = [f"| {p.where} | {p.form} | {p.range} | {p.method} | {'yes' if p.proven else p.detail} |" for p in found]
    proven = sum(p.proven for p in found)
    head = f"## {name}\n\n{proven} of {len(found)} layers proven in {seconds:.0f} seconds of processor time.\n\n"
    columns = "| layer | form | range | method | proven |\n| --- | --- | --- | --- | --- |\n"
    return head + columns + "\n".join(rows) + "\n"


def main(wanted: list[str]) -> int:
    """Prove the models asked for (all by default)."""
    at = wanted.index("--") if "--" in wanted else len(wanted)
    names, options, texts, good = wanted[:at], wanted[at + 1 :], [], True
    for name in names or NAMES:
        found, seconds = proofs(name, options)
        good &= all(p.proven for p in found)
        texts.append(table(name, found, seconds))
        print(texts[-1], flush=True)
    if not wanted:
        head = REPORT.read_text(encoding="utf-8").split(MARK)[0]
        REPORT.write_text(head + MARK + "\n" + "\n".join(texts), encoding="utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
