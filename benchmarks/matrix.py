"""Every target with the shared models in int8: bytes, instructions, flash and RAM; writes docs/targets.md.

    python benchmarks/matrix.py [--target T ...] [--model M ...] [--keep FOLDER] [--write]

A model is quantized once; its C is generated, compiled and run for every target, natively or under QEMU, and all output
bytes are compared with the simulator's; so is a sample of the kernels' grids.  ``--write`` writes the document;
where ``--target`` names some, the rows of the others stay as they are.  Targets with an ``int`` of 16 bits, which have
no room for these models, run the digits example; named alone they need no shared model.  Needs the shared
models and the tools of all targets; what lacks its tools is left out, and the document says so.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from accuracy import CASES, SHARED, split

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec import ConvertOptions, convert  # noqa: E402
from edgec.codegen.kernels.catalog import kernels_of  # noqa: E402
from edgec.converter.graph.ir import Graph  # noqa: E402
from edgec.folder.read import open_folder  # noqa: E402
from edgec.targets.machine.toolchain import available  # noqa: E402
from edgec.targets.reader import Target, load_target  # noqa: E402
from edgec.targets.shipped import list_targets  # noqa: E402
from tests.builders.cores import SAMPLES, Ran, run_on  # noqa: E402
from tests.kernels.samples import computed  # noqa: E402

DOCUMENT = REPO / "docs" / "targets.md"
MODELS = ("kws", "resnet8", "vww", "ad", "str_ww")
HEAD = """\
# Targets

Written by `python benchmarks/matrix.py --write` from the shared models; do not edit.

Every model is quantized to int8 once, generated and compiled for each target, and run where the table says. All output
bytes are compared with the simulator's, for {samples} random inputs; a sample of the grid layers of every kernel that
the target runs is compared with the references. A core has no memories of its own, so every model fits here; flash and
RAM (arena, inputs and outputs, worst-case stack) are what a device must have. On Linux the stack of C library functions
is unknown and left out where a model calls one.

"""
PUBLISHED = """
Best published result on a Cortex-M0+: MLPerf Tiny v1.2, closed division, HALE on an STM32G0B1 at 64 MHz
(github.com/mlcommons/tiny_results_v1.2). Instructions are counted by running its official images; cycles are from its
official logs and include flash wait states, which instruction counts do not.

| | kws | resnet8 | vww | ad |
| --- | --- | --- | --- | --- |
| million instructions | 22.78 | 77.04 | 66.87 | 1.494 |
| million cycles on the board | 30.38 | 97.4 | 90.5 | 2.617 |
"""


DIGITS = "\n## The digits example (23,680 MACs) where `int` has 16 bits"


def quantized(name: str, folder: Path, scheme: str = "int8", layers: tuple[str, ...] = ()) -> Graph:
    """A shared model in a scheme, some ``layers`` (NAME=SCHEME) in another, which stays in ``folder``."""
    case, made = CASES[name], folder / (name if scheme == "int8" else f"{name}-{scheme}{'-layers' if layers else ''}")
    if not made.is_dir():
        calibration = str(split(case, folder)[0])
        options = ConvertOptions(target="host", quantize=scheme, calibration=calibration, layers=layers)
        convert(SHARED / "models" / f"{case.model}.onnx", options, made)
    return open_folder(made).graph


def about(target: Target) -> list[str]:
    """Return a target's cells of the first table."""
    runs = f"`{target.qemu.machine}`" if target.qemu else "this computer"
    if target.qemu and target.qemu.stands_for:
        runs += f": {target.qemu.stands_for}"
    libraries = ", ".join(dict.fromkeys(k.library.name for k in kernels_of(target)))
    rates = "its own" if target.rates_from == target.name else f"of {target.rates_from}"
    return [f"`{target.name}`", target.description, " ".join(target.features) or "-", libraries, rates, runs]


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    return "".join("| " + " | ".join(row) + " |\n" for row in (columns, ["---"] * len(columns), *rows))


def count_text(ran: Ran) -> str:
    """Million instructions; what is not equal says so."""
    if ran.why:
        return f"does not fit: {ran.why}"
    text = "equal" if ran.profile is None else f"{ran.profile.total.instructions / 1e6:.3f}"
    return text if ran.equal else f"{text} **DIFFERS**"


def bytes_text(ran: Ran) -> str:
    """Flash and RAM; a plus where a stack is not known."""
    ram = ran.report.ram
    return f"{ran.report.flash.total or 0:,} / {ram.total:,}{'' if ram.stack is not None else ' + stack'}"


def digits(targets: Sequence[Target]) -> str:
    """The section of targets that have no room for the shared models."""
    from levels import graph_of

    rows = []
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        graph = graph_of("digits", Path(temp))
        for target in targets:
            ran = run_on(target, "digits", graph, Path(temp) / target.name)
            rows.append([*about(target)[:4], about(target)[5], count_text(ran), bytes_text(ran)])
            print(*rows[-1], flush=True, file=sys.stderr)
    columns = ("target", "what it is", "features", "kernels", "runs on", "million instructions", "bytes of flash / RAM")
    return f"{DIGITS}\n\n{table(columns, rows)}"


def written(document: str) -> dict[str, list[str]]:
    """The cells of every target in the document: counts, then sizes."""
    rows: dict[str, list[list[str]]] = {}
    for line in document.splitlines():
        if line.startswith("| `"):
            name, *cells = line.removeprefix("| ").removesuffix(" |").split(" | ")
            rows.setdefault(name.strip("`"), []).append(cells)
    return {name: [*each[1], *each[2]] for name, each in rows.items() if len(each) > 1}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", action="append")
    parser.add_argument("--model", action="append", choices=MODELS)
    parser.add_argument("--keep", type=Path, help="a folder for the rows: those that are there are not run again")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    names = options.target or [n for n in list_targets() if n != "host"]
    cores = [t for t in map(load_target, names) if options.target or not t.memories]
    targets, models = [t for t in cores if available(t)], options.model or list(MODELS)
    old = DOCUMENT.read_text(encoding="utf-8")
    tiny = [t for t in targets if t.has("int16")]
    targets = [t for t in targets if t not in tiny]
    small = digits(tiny) if tiny else DIGITS + old.partition(DIGITS)[2].partition("\nLeft out")[0]
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
        kept = {t.name for t in targets if options.keep and (options.keep / f"{t.name}.json").is_file()}
        graphs = {name: quantized(name, options.keep or Path(temp)) for name in models if len(kept) < len(targets)}

        def row(target: Target) -> list[str]:
            if target.name in kept:
                return list(json.loads((options.keep / f"{target.name}.json").read_text(encoding="utf-8")))
            ran = [run_on(target, n, graph, Path(temp) / f"{target.name}_{n}") for n, graph in graphs.items()]
            layers = computed(target.name)
            equal = f"{sum(one.right for one in layers)} of {len(layers)}"
            cells = [equal, *map(count_text, ran), *map(bytes_text, ran)]
            print(target.name, *cells, flush=True, file=sys.stderr)
            if options.keep:
                (options.keep / f"{target.name}.json").write_text(json.dumps(cells), encoding="utf-8")
            return cells

        with ThreadPoolExecutor(2) as pool:
            found = dict(zip((t.name for t in targets), pool.map(row, targets), strict=True))
    if options.target and options.write:
        found = {**written(old), **found}
        found = {name: found[name] for name in list_targets() if name in found}
        targets = [load_target(name) for name in found]
    columns, split_at = ("target", "what it is", "features", "kernels", "rates", "runs on"), 1 + len(models)
    counts = [[f"`{name}`", *cells[:split_at]] for name, cells in found.items()]
    counted = table(("target", "grid layers equal", *models), counts)
    sizes = table(("target", *models), [[f"`{name}`", *cells[split_at:]] for name, cells in found.items()])
    text = HEAD.format(samples=SAMPLES) + table(columns, [about(t) for t in targets])
    text += f"\n## Million instructions of an inference (bytes equal unless it says otherwise)\n\n{counted}"
    text += PUBLISHED
    text += f"\n## Bytes of flash / RAM\n\n{sizes}"
    text += small
    absent = [n for n in list_targets() if f"`{n}`" not in text and n != "host" and not load_target(n).memories]
    if absent:
        text += f"\nLeft out when this was written: {', '.join(absent)}.\n"
    print(text)
    if options.write:
        if options.model:
            sys.exit("not written: only some models were asked for")
        DOCUMENT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
