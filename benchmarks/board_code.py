"""Estimated cycles beside boards: routines of public repositories whose authors published what they take.

    python benchmarks/board_code.py PROGRAMS            # prints the table
    python benchmarks/board_code.py PROGRAMS --write    # and writes docs/cycles.md
    python benchmarks/board_code.py PROGRAMS --only m7  # programs whose name or core holds this

PROGRAMS is a folder of your own builds, a program NAME.elf for each of board_code.toml, linked for the emulated machine
of its core (``targets/support``: start-up, machine.ld) with the target's flags.  Its main calls the routines of the
record in turn, each between ``EDGEC_LAYER_BEGIN(mark)`` and ``EDGEC_LAYER_END(mark)`` of edgec_profile_hooks.h, all
between the marks ``run`` and ``done``.  Instructions are counted under QEMU and priced as by ``edgec profile``, from
memories without wait states, as the boards ran.  What calls a routine is priced with it where its author measured so.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from edgec.targets.machine.counting import CodeBlock, read_counts, read_marks, write_plugin
from edgec.targets.machine.emulator import command_of
from edgec.targets.machine.mix import disassemble, mix_of
from edgec.targets.machine.toolchain import find_compiler, run_tool
from edgec.targets.reader import load_target

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

RECORDS = Path(__file__).with_suffix(".toml")
PAGE = Path(__file__).resolve().parents[1] / "docs" / "cycles.md"
BEGIN, END = "<!-- python benchmarks/board_code.py -->", "<!-- end of board_code -->"


@dataclass(frozen=True)
class Program:
    """Routines of one source on one core: mark, title and published cycles of each."""

    name: str
    core: str
    board: str
    source: str
    with_call: bool
    routines: tuple[tuple[int, str, int], ...]


@dataclass(frozen=True)
class Row:
    """A routine: instructions counted and cycles estimated here, cycles published."""

    program: Program
    title: str
    published: int
    instructions: int
    cycles: float

    @property
    def ratio(self) -> float:
        """Estimate over measurement."""
        return self.cycles / self.published


def programs() -> list[Program]:
    """The records of board_code.toml."""
    read = tomllib.loads(RECORDS.read_text(encoding="utf-8"))["program"]
    return [
        Program(**{**one, "routines": tuple((r["mark"], r["title"], r["cycles"]) for r in one["routines"])})
        for one in read
    ]


def measured(program: Program, folder: Path) -> Iterator[Row]:
    """The routines of a program, whose file is in ``folder``."""
    target, path = load_target(program.core), (folder / f"{program.name}.elf").resolve()
    assert target.cycles is not None
    marks = read_marks(path)
    outside = range(0) if program.with_call else marks.bench
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        work = Path(temp)
        done = run_tool(command_of(target, path, write_plugin(path, marks, work)), work, program.name, 3600.0)
        if done.returncode != 0:
            raise SystemExit(f"{path.name} fails: {done.stderr.strip()[-600:] or done.returncode}")
        code = disassemble(path, find_compiler(target))
        counted = {mark: blocks for kind, mark, blocks in read_counts(work, marks) if kind == "begin"}
    for mark, title, published in program.routines:
        blocks = [CodeBlock(0, *one) for one in counted[mark]]
        mix = mix_of(blocks, code, target.cycles, marks.jumps, outside)[0]
        yield Row(program, title, published, mix.total, mix.total_cycles)


def table(rows: Sequence[Row]) -> str:
    """The rows as Markdown, and the mean and the largest error of each core."""
    lines = [
        "| core | board | source | routine | instructions | estimate | board | estimate / board |",
        "|---|---|---|---|--:|--:|--:|--:|",
    ]
    for row in rows:
        of = row.program
        title = f"| {of.core} | {of.board} | {of.source} | {row.title} "
        lines.append(f"{title}| {row.instructions:,} | {row.cycles:,.0f} | {row.published:,} | {row.ratio:.3f} |")
    cores = sorted({row.program.core for row in rows})
    for title, found in [*((core, [r for r in rows if r.program.core == core]) for core in cores), ("all", rows)]:
        errors = [abs(row.ratio - 1) for row in found]
        lines += ["", f"{title}: mean error {fmean(errors):.1%}, largest {max(errors):.1%} of {len(errors)}."]
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("programs", type=Path, help="folder of the programs")
    parser.add_argument("--only", default="", help="programs whose name or core holds this")
    parser.add_argument("--write", action="store_true", help="write the table into docs/cycles.md")
    given = parser.parse_args()
    chosen = [one for one in programs() if given.only in one.name or given.only in one.core]
    text = table([row for one in chosen for row in measured(one, given.programs)])
    print(text)
    if given.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
