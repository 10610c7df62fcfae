"""Cells of docs/targets.md that are larger than at an earlier commit: instructions, flash, RAM of each target and net.

    python benchmarks/matrix_against.py COMMIT

Both pages were written by ``matrix.py``.  Exit code 1 when a cell is larger, or when a row of then is missing now.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
PAGE = "docs/targets.md"
FIGURES = {"Million instructions": ("M instructions",), "Bytes of flash": ("bytes of flash", "bytes of RAM")}
"""Beginnings of headings, and what a cell of the table below holds."""
ROUNDING = 1.0005
"""Instructions are printed to a thousand: more than this factor is a difference."""

Table = dict[tuple[str, str], list[float]]


def tables(page: str) -> dict[str, Table]:
    """The numbers of each table, by target and net, under the beginning of its heading."""
    found: dict[str, Table] = {}
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title = next((t for t in FIGURES if part.startswith(t)), None)
        rows = [[c.strip() for c in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")]
        if title is None or not rows:
            continue
        nets = [(k, name) for k, name in enumerate(rows[0]) if k and not name.startswith("grid")]
        found[title] = {
            (row[0], name): [float(n.replace(",", "")) for n in re.findall(r"\d[\d,.]*", row[k])]
            for row in rows
            if row[0].startswith("`")
            for k, name in nets
        }
    return found


def larger(then: dict[str, Table], now: dict[str, Table]) -> Iterator[str]:
    """A line for each figure that is larger ``now``, or missing."""
    for title, table in then.items():
        for (target, net), figures in table.items():
            new = now.get(title, {}).get((target, net))
            if new is None:
                yield f"{target} {net}: missing"
                continue
            for name, a, b in zip(FIGURES[title], figures, new, strict=False):
                if b > a * ROUNDING:
                    yield f"{target} {net}: {a:,g} -> {b:,g} {name} ({b / a:.2f})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what is larger."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    commit = parser.parse_args(arguments).commit
    done = subprocess.run(["git", "show", f"{commit}:{PAGE}"], cwd=REPO, capture_output=True, text=True, check=True)
    then, now = tables(done.stdout), tables((REPO / PAGE).read_text(encoding="utf-8"))
    lines = list(larger(then, now))
    count = sum(len(figures) for table in then.values() for figures in table.values())
    print(*lines, f"{len(lines)} of {count} figures are larger", sep="\n")
    return int(bool(lines))


if __name__ == "__main__":
    raise SystemExit(main())
