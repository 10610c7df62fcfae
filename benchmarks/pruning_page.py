"""The page that ``pruning.py`` writes: a table for each case, so that cases may be measured one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pruning_cases import Case

ESTIMATES = "estimates"  # the table of ``pruning_estimates.py``
TEXT = """# Pruning

Written by `python benchmarks/pruning.py --write docs/pruning.md` (`make pruning`), which replaces the tables of the
nets that it is given (`NAME ...`) and keeps the others; do not edit.

- **repair** is `edgec prune` (`edgec convert --prune`): it removes channels, and crops the image where the samples show
  that this disturbs less, down to the share in the heading; refits the remaining filters by least squares on the
  calibration samples; then improves all filters together for the outputs, without labels. Samples whose class is not
  sure count more, and what removing a group of channels costs is measured with the other filters repaired.
- **L1** and **random** are baselines: they remove the channels with the smallest filters, or any, down to the same MACs
  and repair nothing.
- **training** fine-tunes the result of "repair" on the unpruned model's outputs and, where the text says so, on labels
  (`edgec prune --train-data`; mirroring and mixing are done by the benchmark). Its seconds are processor time with
  compilation, on the machine that ran it.
- **within 0.4 of the flash**: `edgec convert --max-flash` with int4 layers as choices, `--prune flash=0.4` in int8, and
  `--max-flash --prune auto`, which chooses among both and holds out a quarter of the samples for that. Each gets 300 of
  the calibration samples. Missing rows were not measured (`--kept`).

No sample is used both to calibrate or train and to evaluate. "lost" is in points of top-1 against the unpruned float
model; int8 results are the simulator's, bit-identical to the device's; instructions are counted under QEMU (cortex-m4);
flash is that of the compiled folder, weights are its constants. "fall" is the remaining share of flash, weights and
instructions divided by the remaining share of MACs: 1.00 where they fall alike, more where they fall less. Borders have
no weights, so cropping does not reduce flash.
"""


@dataclass(frozen=True)
class Row:
    """A model as measured.

    ``macs`` and ``parameters`` are counts; scores percent of top-1, or a mean squared error; ``weights`` are bytes of
    constants, ``seconds`` of processor time of the training; 0 where not measured.  ``note``: why there is nothing.
    """

    name: str
    macs: int = 0
    parameters: int = 0
    float32: float = 0.0
    int8: float = 0.0
    instructions: int = 0
    flash: int = 0
    weights: int = 0
    steps: int = 0
    seconds: float = 0.0
    note: str = ""


def table(name: str, case: Case, rows: Sequence[Row]) -> str:
    """The Markdown table of a case; the first row is the unpruned model."""
    whole, score = rows[0], "top-1" if case.y is not None else "error"
    lines = [f"## {name}, {case.budget.text()}", "", f"{case.said[0].upper()}{case.said[1:]}.", ""]
    lines += [
        f"| way | MACs | parameters | float {score} | lost | int8 {score} | instructions | flash | weights | fall |"
    ]
    lines += ["| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    return "\n".join([*lines, *(_line(r, whole, case.y is not None) for r in rows)]) + "\n"


def _line(r: Row, whole: Row, points: bool) -> str:
    if r.note:
        return f"| {r.name} |{' |' * 8} {r.note} |"
    steps = f" ({r.steps:,} steps, {r.seconds:.0f} s)" if r.steps else ""
    best, digits = r.float32 or r.int8, 2 if points else 3
    lost = "" if r is whole else f"{whole.float32 - best:.2f}" if points else f"{best / whole.float32:.3f} times"
    cells = [f"{v:.{digits}f}" if v else "" for v in (r.float32, r.int8)]
    shares = [(v, v / w) for v, w in zip(_costs(r), _costs(whole), strict=True) if v]
    left = r.macs / whole.macs
    costs = [f"{v:,} ({share:.2f})" for v, share in shares] or ["", "", ""]
    fall = ", ".join(f"{share / left:.2f}" for _, share in (shares[1:] + shares[:1])) if r is not whole else ""
    first = [f"{r.name}{steps}", f"{r.macs:,} ({left:.2f})", f"{r.parameters:,}"]
    return f"| {' | '.join([*first, cells[0], lost, cells[1], *costs, fall])} |"


def _costs(r: Row) -> tuple[int, int, int]:
    return r.instructions, r.flash, r.weights


def update(page: Path, name: str, made: str, order: Sequence[str]) -> None:
    """Put a table into a page, in its place; ``order``: of the tables, by default as they lie, ``ESTIMATES`` last."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    tables = {part.split(",")[0].strip(): f"## {part.rstrip()}\n" for part in text.split("\n## ")[1:]}
    tables[name] = made
    names = [n for n in order or tables if n in tables and n != ESTIMATES]
    names += [ESTIMATES] if ESTIMATES in tables else []
    page.write_text("\n".join([TEXT, *(tables[n] for n in names)]), encoding="utf-8")
