"""The page that ``calibrators.py`` writes: rows as Markdown and back, so that nets may be measured one by one."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from edgec.quantize.ranges.calibrate import AUTO, CHOICES

MEDIAN, ANY = 0.3, 1.0  # dB that auto may lack to the best single calibrator
SINGLE = tuple(c for c in CHOICES if c != AUTO)
PEERS = {"MinMax": "MinMax, per channel", "Entropy": "Entropy, per channel", "Percentile": "Percentile, per channel"}
SEEN = "## Unseen samples"  # rows below this line are of samples that had no part in settling the judge

TEXT = """# Calibrators

Written by `python benchmarks/calibrators.py --write docs/calibrators.md`, which replaces the rows of the nets that it
is given (`NAME ...`) and keeps the others; do not edit.

Signal-to-quantization-noise ratio in dB of int8 outputs (the simulator's, bit-identical to the device's) against the
float model, on at most 250 samples that were not used for calibration; the mean over outputs. Nets: the shared models
with their data (`/1` and `/2`: calibrated on one half, measured on the other; `/100-200`: calibrated on these samples
of the set), the `digits` example, PyTorch models and nets of the test suite on seeded noise (`/1`: all samples of one
amplitude, `/2`: amplitudes that vary from sample to sample). `auto` is the default; "auto lacks" is its distance from
the best single calibrator. "ORT" is ONNX Runtime's `quantize_static` with its calibrators, weights per channel;
"-": not run (`--no-peers`, a slice, no ONNX file with one output, or a file that ONNX Runtime quantizes but does not
run). With its defaults, ONNX Runtime's entropy calibrator has one range to choose from: the symmetric one around all
values seen.

{table}
{summary}
{beside}

{seen}

The rules of `auto` were chosen by comparing variants on most of these nets, so the table above flatters it. It was then
measured on the shared models calibrated with other samples that played no part in this choice (`--unseen`), in some
rows with only 16:

{unseen_table}
{unseen_summary}

{above} The best single calibrator changes from one set of samples to the next, on `kws` and `resnet8` by more than a
decibel.
"""


@dataclass(frozen=True)
class Row:
    """One fold of a net: dB by calibrator, ours and ONNX Runtime's."""

    name: str
    ours: Mapping[str, float]
    peers: Mapping[str, float]

    @property
    def net(self) -> str:
        """The net without the fold."""
        return self.name.split("/")[0]

    @property
    def lacks(self) -> float:
        """Gap between ``auto`` and the best single calibrator (dB; below 0 where ``auto`` is better)."""
        best = max(self.ours[c] for c in SINGLE)
        return 0.0 if best == self.ours[AUTO] else best - self.ours[AUTO]


def table(rows: Sequence[Row], scheme: str) -> str:
    """Markdown."""
    columns = ["net", "scheme", *SINGLE, AUTO, "auto lacks", *(f"ORT {p}" for p in PEERS)]
    lines = [columns, ["---", "---", *["---:"] * (len(columns) - 2)]]
    for row in rows:
        peers = [row.peers.get(key, math.nan) for key in PEERS.values()]
        numbers = [*(row.ours[c] for c in (*SINGLE, AUTO)), row.lacks, *peers]
        lines.append([row.name, scheme, *("-" if math.isnan(n) else f"{n:.2f}" for n in numbers)])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def rows_of(text: str, scheme: str) -> list[Row]:
    """The rows of a scheme in Markdown that ``table`` made, with the figures that it shows (two digits)."""
    found = []
    for line in text.splitlines():
        cells = [c.strip() for c in line.strip("| ").split("|")]
        if len(cells) == len(SINGLE) + len(PEERS) + 4 and cells[1] == scheme:
            numbers = [math.nan if c == "-" else float(c) for c in cells[2:]]
            ours = dict(zip((*SINGLE, AUTO), numbers, strict=False))
            peers = dict(zip(PEERS.values(), numbers[len(ours) + 1 :], strict=True))
            found.append(Row(cells[0], ours, {k: v for k, v in peers.items() if not math.isnan(v)}))
    return found


def merged(old: Sequence[Row], new: Sequence[Row], order: Sequence[str]) -> list[Row]:
    """The old rows, those of the new ones' nets replaced, by the nets' ``order``."""
    fresh = {r.net for r in new}
    return sorted([r for r in old if r.net not in fresh] + list(new), key=lambda r: order.index(r.net))


def summary(rows: Sequence[Row]) -> str:
    """One sentence: the median and the worst of what ``auto`` lacks."""
    if not rows:
        return "Nothing was measured."
    lacks = [r.lacks for r in rows]
    worst = max(rows, key=lambda r: r.lacks)
    return (
        f"`auto` is {statistics.median(lacks):.2f} dB below the best single calibrator in the median of {len(rows)} "
        f"rows and {worst.lacks:.2f} dB at worst ({worst.name}); the limits are {MEDIAN:g} and {ANY:g}."
    )


def beside(rows: Sequence[Row], order: Sequence[str]) -> str:
    """Say where ONNX Runtime's best calibrator is above ``auto``, and which nets have no row."""
    ahead = [(r.name, max(r.peers.values(), default=0.0) - r.ours[AUTO]) for r in rows]
    named = ", ".join(f"{name} by {db:.2f} dB" for name, db in ahead if db > ANY) or "no net"
    absent = [n for n in order if n not in {r.net for r in rows}]
    without = f" Not measured: {', '.join(absent)}." if absent else ""
    return f"ONNX Runtime's best calibrator is more than {ANY:g} dB above `auto` on {named}.{without}"


def update(file: Path, scheme: str, rows: Sequence[Row], unseen: Sequence[Row], order: Sequence[str]) -> None:
    """Write the page with the rows of the nets that were measured; the others stay."""
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    parts = [rows_of(part, scheme) for part in (*before.split(SEEN, 1), "")[:2]]
    fresh = [rows_of(table(some, scheme), scheme) for some in (rows, unseen)]
    seen, others = (merged(old, new, order) for old, new in zip(parts, fresh, strict=True))
    above = [r.name for r in others if r.lacks > ANY]
    which = f" ({', '.join(above)})" if above else ""
    text = TEXT.format(
        table=table(seen, scheme),
        summary=summary(seen),
        beside=beside(seen, order),
        seen=SEEN,
        unseen_table=table(others, scheme),
        unseen_summary=summary(others),
        above=f"{len(above)} of {len(others)} are more than {ANY:g} dB below{which}.",
    )
    file.write_text(text, encoding="utf-8")
