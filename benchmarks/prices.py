"""Estimated instructions of every kernel over its grid, beside those counted under QEMU, as a Markdown table.

    python benchmarks/prices.py [--target cortex-m4] [--library L] [--kernel K] [--fit] [--levels] [--write]

Every layer is compiled as generated code is, specialized.  ``--fit`` fits the rates of what kernels count to the
counted instructions and prints the table with them; ``--levels`` fits what other optimization levels take.  ``--write``
keeps both in ``targets/rates``.  A library under ``[base]`` of that file takes the rates of another one, and states the
fewest factors and terms that bring its prices into the band: fit it again after its base.  ``--varied N`` prices N
layers of other sizes of each kernel too; fits take them in.  Needs arm-none-eabi-gcc and QEMU.  Libraries that are
taken only when asked for are priced only when ``--library`` names them, and need their sources: CMSIS_NN_DIR=FOLDER for
``--library cmsis_nn`` (with Helium ``cmsis_nn_mve``).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec.codegen.kernels.catalog import kernels_of  # noqa: E402
from edgec.codegen.kernels.library import Kernel  # noqa: E402
from edgec.targets.reader import Rates, load_target  # noqa: E402
from tests.kernels.based_rates import RatesFile  # noqa: E402
from tests.kernels.rates import Counted, at_level, count, count_layers, slower, with_level  # noqa: E402
from tests.kernels.variations import varied  # noqa: E402

LEVELS = ("O2", "Os")


def table(found: Sequence[Counted], rates: Rates) -> list[str]:
    """The table's lines, after each kernel the least and the largest ratio of its layers."""
    lines = ["| kernel | layer | counted | estimated | ratio |", "|---|---|---|---|---|"]
    last: tuple[str, str] | None = None
    ratios: list[float] = []
    for one in (*found, None):
        key = None if one is None else (one.made.kernel.name, one.made.kernel.op)
        if last is not None and key != last:
            lines.append(f"| **{last[0]}** | {last[1]} | | | {min(ratios):.2f} to {max(ratios):.2f} |")
            ratios = []
        last = key
        if one is not None:
            ratio = one.estimated(rates) / max(1, one.instructions)
            ratios.append(ratio)
            name, mark = one.made.kernel.name, "" if one.within(rates) else " !"
            mark += "" if one.right else " wrong outputs"
            lines.append(
                f"| {name} | {one.made.name} | {one.instructions:,} | {one.estimated(rates):,.0f} | {ratio:.2f}{mark} |"
            )
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="cortex-m4")
    parser.add_argument("--library", action="append", help="only this one's kernels (may be repeated)")
    parser.add_argument("--kernel", action="append", help="only kernels with this id (may be repeated)")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--levels", action="store_true")
    parser.add_argument("--varied", type=int, default=0, help="price so many layers of other sizes of each kernel too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    target = load_target(options.target)
    every = kernels_of(target, asked=True)
    wanted = [k for k in every if _wanted(k, options.library, options.kernel)]
    others = [made for kernel in wanted for made in varied(kernel, options.varied, options.seed)]
    found, beside = count(wanted, options.target, options.jobs), count_layers(others, options.target, options.jobs)
    home = load_target(target.rates_from or options.target)
    file = RatesFile.read(home.name)
    if options.fit:
        file = file.fitted([*found, *beside])
    rates = file.rates if options.fit else target.rates
    print("\n".join(table(found, rates)))
    if options.varied:
        print("\n" + "\n".join(table(beside, rates)))
    if options.levels:
        found += beside
        for level in LEVELS:
            again = count(wanted, options.target, options.jobs, level)
            again += count_layers(others, options.target, options.jobs, level)
            slow = slower(found, again, file.own.levels.get(level, {}) if options.kernel else {})
            names = {one.made.kernel.name for one in found}
            file = replace(file, own=with_level(file.own, level, slow, at_level(found, again, slow), names))
            print(f"\n{level}: " + ", ".join(f"{name} {factor:.3g}" for name, factor in slow.items()))
    if options.write:
        path = REPO / "targets" / "rates" / f"{home.name}.toml"
        path.write_text(file.text(home), encoding="utf-8")


def _wanted(kernel: Kernel, libraries: Sequence[str] | None, ids: Sequence[str] | None) -> bool:
    return (
        bool(kernel.grid)
        and (not kernel.library.asked or kernel.library.name in (libraries or ()))
        and kernel.library.name in (libraries or [kernel.library.name])
        and kernel.id in (ids or [kernel.id])
    )


if __name__ == "__main__":
    main()
