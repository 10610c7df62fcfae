"""Estimated cycles of the five nets on boards, flash included, as a Markdown table; the best that others published.

    python benchmarks/board_nets.py [--only BOARD] [--nets ad,kws] [--write]

Each net is converted for the board (int8, the default mode) and priced by ``edgec profile``: once with its weights in
flash and once with ``--place weights=auto``, whose estimate of the cycles saved stands beside.  ``--write`` puts the
rows into the table of docs/cycles.md.  Needs the shared models, arm-none-eabi-gcc and QEMU.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import accuracy

from edgec import ConvertOptions, convert, profile

PAGE = Path(__file__).resolve().parents[1] / "docs" / "cycles.md"
BEGIN, END = "<!-- python benchmarks/board_nets.py -->", "<!-- end of board_nets -->"
NETS = ("kws", "resnet8", "vww", "ad", "str_ww")
HEAD = (
    "| board | net | weights | bytes copied | M instructions | Mcycles | of them waiting | saved "
    "| as convert estimates | best published | of it |"
)
RULE = "|---|---|---" + "|--:" * 8 + "|"
AUTO = ("weights=auto",)


@dataclass(frozen=True)
class Board:
    """A board, and the best Mcycles that others published."""

    name: str
    published: dict[str, float]


BOARDS = (
    Board("stm32l4r5", {"kws": 5.18, "resnet8": 19.8, "vww": 10.67, "ad": 0.631, "str_ww": 2.15}),
    Board("stm32g0b1", {"kws": 30.4, "resnet8": 97.4, "vww": 90.5, "ad": 2.62}),
)
FROM_RAM = {("stm32l4r5", "ad"): 0.486}  # where the weights of that one lie is unknown


def rows(board: Board, nets: tuple[str, ...]) -> Iterator[str]:
    """The table's lines of a board."""
    for net in nets:
        case, slowest = accuracy.CASES[net], 0.0
        for place in ((), AUTO):
            with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
                data = str(accuracy.split(case, Path(temp))[0])
                options = ConvertOptions(target=board.name, calibration=data, place=place)
                model = accuracy.SHARED / "models" / f"{case.model}.onnx"
                made = convert(model, options, Path(temp) / "out")
                found, copied = profile(made.folder).as_json(), made.report.copied
            cycles = found["cycles_estimate"] / 1e6
            waiting = (found["fetch_cycles_estimate"] + found["constant_cycles_estimate"]) / 1e6
            slowest = max(slowest, cycles)
            best = FROM_RAM.get((board.name, net)) if place else None
            best = board.published.get(net) if best is None else best
            compared = "| - | - |" if best is None else f"| {best:g} | {cycles / best:.2f} |"
            count = found["instructions"] / 1e6
            saved = f"{slowest - cycles:.3f} | {copied.cycles / 1e6:.3f}" if copied else "- | -"
            where = f"auto | {copied.bytes:,}" if copied else "auto | 0" if place else "flash | -"
            title = f"| {board.name} | {net} | {where} "
            yield f"{title}| {count:.3f} | {cycles:.3f} | {waiting:.3f} | {saved} {compared}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="boards whose name holds this")
    parser.add_argument("--nets", default=",".join(NETS))
    parser.add_argument("--write", action="store_true", help="write the table into docs/cycles.md")
    given = parser.parse_args()
    lines = []
    print("\n".join((HEAD, RULE)))
    for board in (b for b in BOARDS if given.only in b.name):
        for line in rows(board, tuple(given.nets.split(","))):
            print(line, flush=True)
            lines.append(line)
    if given.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        old, _, rest = rest.partition(END)
        text = "\n".join((HEAD, RULE, *merged(old.splitlines(), lines)))
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest}", encoding="utf-8")


def merged(old: list[str], new: list[str]) -> list[str]:
    """Return the table's rows by board and net, ``new`` in the place of old ones of the same board, net and weights."""
    places = [(b.name, net) for b in BOARDS for net in NETS]
    table = {row_key(line): line for line in (*old, *new) if line.startswith("| ")}
    known = [key for key in table if key[:2] in places]
    return [table[key] for key in sorted(known, key=lambda key: (places.index(key[:2]), key[2] == "auto"))]


def row_key(line: str) -> tuple[str, str, str]:
    """Return board, net and where the weights lie of a row."""
    board, net, weights = (cell.strip() for cell in line.split("|")[1:4])
    return board, net, weights


if __name__ == "__main__":
    main()
