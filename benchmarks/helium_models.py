"""The five nets on a Cortex-M55: sizes beside a Cortex-M4's build, schemes beside int8; a Markdown table of each.

    python benchmarks/helium_models.py [--keep FOLDER] [NAME ...]

Instructions are counted under QEMU.  The first table has int8 on both cores, with flash, RAM and their ratios; the
second the instructions of int4 and int16x8 as multiples of int8's, of float32 as a multiple of the portable kernels'
(``plain`` and ``blocked_f32``) and of plain C's, and of float16 as a multiple of float32's.  Exit code 1: a byte is
not the simulator's (floats: not within 1e-4), or a figure is above its limit.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from matrix import MODELS, quantized

from edgec.codegen.choose.choice import Selection
from edgec.targets.reader import Target, load_target
from tests.builders.cores import FLOAT, Ran, run_on

LIMITS = {"kws": 0.80, "resnet8": 2.5, "vww": 1.7, "ad": 0.090, "str_ww": 0.24}  # million instructions
FLASH, RAM = 1.15, 1.1  # of the build for a Cortex-M4
INT4, INT16X8, REAL, HALF = 1.25, 2.0, 0.5, 0.6  # of int8's instructions, of int8's, of plain C's, of float32's
HELIUM, DSP = "cortex-m55", "cortex-m4"
FLOAT_HELIUM = frozenset({"mve-int", "mve-float"})
SIZES = ("model", "million instr.", "at most", "cortex-m4", "flash", "of cortex-m4's", "RAM", "of cortex-m4's")
SCHEMES = (
    "model", "int8", "int4", "of int8", "int16x8", "of int8", "float32", "portable", "of it", "plain C", "of it",
    "float16", "of float32",
)  # fmt: skip


class Failed(Exception):
    """A byte differs, or a figure is above its limit."""


def count(ran: Ran) -> int:
    """Instructions of an inference.

    Raises:
        Failed: an output is not the simulator's.
    """
    if not ran.equal or ran.profile is None:
        raise Failed(f"outputs differ from the simulator's {ran.why}")
    return ran.profile.total.instructions


def below(ratio: float, limit: float) -> str:
    """A ratio; one above its limit says so."""
    return f"{ratio:.3f}" if ratio <= limit else f"**{ratio:.3f}**"


class Nets:
    """The nets in every scheme, run on cores."""

    def __init__(self, folder: Path, made: Path) -> None:
        self.folder, self.made = folder, made

    def ran(self, name: str, core: Target, scheme: str = "int8", plain: bool = False) -> Ran:
        """A net on a core."""
        graph = quantized(name, self.folder, scheme)
        where = self.made / f"{name}-{scheme}-{core.name}-{len(core.features)}-{plain}"
        return run_on(core, name, graph, where, scheme, Selection(plain=plain))

    def sizes(self, name: str) -> tuple[str, ...]:
        """A row of the first table."""
        helium, dsp = (self.ran(name, load_target(core)) for core in (HELIUM, DSP))
        flash, ram = (r.report.flash.total or 0 for r in (helium, dsp)), (r.report.ram.total for r in (helium, dsp))
        (flash_h, flash_d), (ram_h, ram_d) = flash, ram
        return (
            name, below(count(helium) / 1e6, LIMITS[name]), f"{LIMITS[name]:.2f}", f"{count(dsp) / 1e6:.3f}",
            f"{flash_h:,}", below(flash_h / flash_d, FLASH), f"{ram_h:,}", below(ram_h / ram_d, RAM),
        )  # fmt: skip

    def schemes(self, name: str) -> tuple[str, ...]:
        """A row of the second table."""
        core = load_target(HELIUM)
        portable = replace(core, features=tuple(f for f in core.features if f not in FLOAT_HELIUM))
        int8, int4, wide = (count(self.ran(name, core, scheme)) for scheme in ("int8", "int4", "int16x8"))
        real, moved = (count(self.ran(name, c, FLOAT)) for c in (core, portable))
        plain, half = count(self.ran(name, core, FLOAT, plain=True)), count(self.ran(name, core, "float16"))
        return (
            name, f"{int8:,}", f"{int4:,}", below(int4 / int8, INT4), f"{wide:,}", below(wide / int8, INT16X8),
            f"{real:,}", f"{moved:,}", f"{real / moved:.3f}", f"{plain:,}", below(real / plain, REAL),
            f"{half:,}", below(half / real, HALF),
        )  # fmt: skip


def rows(columns: tuple[str, ...], made: Iterator[tuple[str, ...]]) -> Iterator[str]:
    """A table's lines, as its rows are found."""
    yield "| " + " | ".join(columns) + " |"
    yield "|---" + "|--:" * (len(columns) - 1) + "|"
    yield from ("| " + " | ".join(row) + " |" for row in made)


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", default=[], metavar="NAME", help=", ".join(MODELS))
    parser.add_argument("--keep", type=Path, help="a folder for the quantized nets: those that are there are taken")
    options = parser.parse_args()
    names, wrong = options.name or MODELS, False
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        nets = Nets(options.keep or Path(temp), Path(temp))
        nets.folder.mkdir(parents=True, exist_ok=True)
        for columns, row in ((SIZES, nets.sizes), (SCHEMES, nets.schemes)):
            for line in rows(columns, map(row, names)):
                wrong |= "**" in line
                print(line, flush=True)
            print()
    return int(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
