"""Estimated cycles beside boards: firmware of public sources and measurements, built and priced as by ``profile``.

    python benchmarks/board_cycles.py --results TINY_RESULTS --cmsis CMSIS_5            # prints the table
    python benchmarks/board_cycles.py --results TINY_RESULTS --cmsis CMSIS_5 --write    # and writes docs/cycles.md
    python benchmarks/board_cycles.py ... --traces FOLDER    # and block traces, for edgec profile --trace
    python benchmarks/board_cycles.py ... --core cortex-m7   # cycles per instruction of the same nets on another core

TINY_RESULTS is a checkout of mlcommons/tiny_results_v1.0, whose closed/OctoML holds the C that microTVM generated and
the logs of two boards; CMSIS_5 one of ARM-software/CMSIS_5 at 51263182, the version that the logs name.  The nets are
compiled as the firmware was (-O2, hard floats), with this machine's GCC, and run twice under QEMU with made-up inputs;
the second inference is counted.  The last column is what ``edgec profile --trace`` says of its block trace, which does
not hold the order of blocks.  No constant of the model belongs to a net or to a firmware.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

from edgec.targets.machine.compile import compile_files, link
from edgec.targets.machine.counting import CodeBlock, read_counts, read_marks, write_plugin
from edgec.targets.machine.emulator import command_of, link_flags, write_support
from edgec.targets.machine.flash import flash_timing
from edgec.targets.machine.mix import Mix, disassemble, mix_of
from edgec.targets.machine.toolchain import find_compiler, run_tool
from edgec.targets.machine.trace import HEAD, price_trace, read_trace, write_blocks
from edgec.targets.reader import Target, load_target, support_text

PAGE = Path(__file__).resolve().parents[1] / "docs" / "cycles.md"
BEGIN, END = "<!-- python benchmarks/board_cycles.py -->", "<!-- end -->"
HOOKS = "edgec_profile_hooks.h"
FLAGS = ("-O2", "-std=gnu99", "-w")
NET_NAMES = {"kws": "KWS", "vww": "VWW", "ic": "ResNet-8", "ad": "AD"}


@dataclass(frozen=True)
class Firmware:
    """One team's measurements: its folder in closed/OctoML/code, edgec's board, and million cycles of each net."""

    title: str
    folder: str
    board: str
    published: tuple[tuple[str, float], ...]
    vendor: bool


FIRMWARE = (
    Firmware(
        "microTVM, CMSIS-NN", "microtvm_cmsis_nn/NUCLEO_L4R5ZI", "stm32l4r5",
        (("kws", 11.98), ("vww", 36.14), ("ic", 46.75), ("ad", 1.033)), True,
    ),
    Firmware(
        "microTVM, generated C", "microtvm_native/NUCLEO_L4R5ZI", "stm32l4r5",
        (("kws", 17.29), ("vww", 40.39), ("ic", 46.71), ("ad", 1.406)), False,
    ),
    Firmware(
        "microTVM, CMSIS-NN", "microtvm_cmsis_nn/NRF5340DK", "nrf5340",
        (("kws", 9.74), ("vww", 29.70), ("ic", 40.47), ("ad", 0.802)), True,
    ),
)  # fmt: skip

_MAIN = """#include "{hooks}"
#include "edgec_bench_io.h"
#include "tvmgen_default.h"
#include <stddef.h>
#include <stdint.h>

static uint8_t pool[{workspace} + 4096] __attribute__((aligned(16)));
static size_t used, saved[64];
static unsigned depth;
static union {{ int8_t bytes[96 * 96 * 3]; float floats[640]; }} in;
static int8_t out[4096] __attribute__((aligned(16)));

void *TVMBackendAllocWorkspace(int t, int d, uint64_t n, int c, int b)
{{
    void *found = pool + used;
    (void)t, (void)d, (void)c, (void)b;
    saved[depth++] = used;
    used += ((size_t)n + 15u) & ~(size_t)15u;
    if (used > sizeof pool) {{
        bench_puts("bench: the workspace is too small\\n");
        bench_exit(3);
    }}
    return found;
}}

int TVMBackendFreeWorkspace(int t, int d, void *p)
{{
    (void)t, (void)d, (void)p;
    used = saved[--depth];
    return 0;
}}

int main(void)
{{
    struct tvmgen_default_inputs inputs = {{.{input} = &in}};
    struct tvmgen_default_outputs outputs = {{.{output} = out}};
    uint32_t state = 1u;
    size_t i;
    int failed;
    for (i = 0; i < sizeof in.bytes; i++) {{
        state = state * 1664525u + 1013904223u;
        in.bytes[i] = (int8_t)(state >> 24);
    }}
    for (i = 0; {floats} && i < 640u; i++) {{
        state = state * 1664525u + 1013904223u;
        in.floats[i] = (float)(int8_t)(state >> 24) * 0.1f;
    }}
    failed = tvmgen_default_run(&inputs, &outputs);
    EDGEC_PROFILE_MARK(run, 0);
    failed |= tvmgen_default_run(&inputs, &outputs);
    EDGEC_PROFILE_MARK(done, 0);
    return failed;
}}
"""


@dataclass(frozen=True)
class Row:
    """One net of a firmware: million cycles on the board, what was counted here, and its trace with what that costs."""

    firmware: Firmware
    net: str
    published: float
    mix: Mix
    trace: str
    traced: Mix

    @property
    def ratio(self) -> float:
        """Estimate over measurement."""
        return self.mix.total_cycles / 1e6 / self.published

    @property
    def traced_ratio(self) -> float:
        """The same of the trace."""
        return self.traced.total_cycles / 1e6 / self.published


def measured(results: Path, cmsis: Path, only: str = "", core: str = "") -> Iterator[Row]:
    """All nets of all firmware, or of the boards whose name holds ``only``; on ``core`` where one is given."""
    for firmware in FIRMWARE if not only else [f for f in FIRMWARE if only in f.board]:
        target = _optimized(load_target(core or firmware.board))
        with tempfile.TemporaryDirectory(prefix="edgec-") as home:
            library = _library(cmsis, target, Path(home)) if firmware.vendor else []
            for net, published in firmware.published:
                folder = results / "closed/OctoML/code" / firmware.folder / net
                with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
                    mix, trace = _counted(firmware, folder, net, cmsis, library, target, Path(temp))
                    (Path(temp) / "trace.txt").write_text(trace, encoding="ascii")
                    traced = Mix.total_of(price_trace(read_trace(Path(temp) / "trace.txt"), target))
                yield Row(firmware, net, published, mix, trace, traced)


def _optimized(target: Target) -> Target:
    """The target with the firmware's flags."""
    flags = (*(f for f in target.toolchain.flags if not f.startswith("-O")), *FLAGS)
    return replace(target, toolchain=replace(target.toolchain, flags=flags))


def _counted(
    firmware: Firmware, folder: Path, net: str, cmsis: Path, library: Sequence[Path], target: Target, work: Path
) -> tuple[Mix, str]:  # fmt: skip
    """The mix of one inference, and its block trace."""
    program = _linked(folder, net, cmsis, library, target, work)
    marks, flash = read_marks(program), flash_timing(target)
    arguments = write_plugin(program, marks, work, flash=flash)
    done = run_tool(command_of(target, program.resolve(), arguments), work, f"running {net}", 3600.0)
    if done.returncode != 0:
        raise SystemExit(f"{firmware.folder}/{net} fails: {done.stderr.strip()[-600:] or done.returncode}")
    code = disassemble(program, find_compiler(target))
    whole, trace = Mix.empty(), [HEAD]
    for kind, _, blocks in read_counts(work, marks):
        if kind == "run":
            found = [CodeBlock(0, *one) for one in blocks]
            whole.merge(mix_of(found, code, target.cycles, marks.jumps, range(0), flash)[0])
            trace += write_blocks(program, found, code)
    return whole, "\n".join([*trace, ""])


def _linked(folder: Path, net: str, cmsis: Path, library: Sequence[Path], target: Target, work: Path) -> Path:
    header = (folder / "include/tvmgen_default.h").read_text(encoding="utf-8")
    names = re.findall(r"void\* (\w+);", header)
    workspace = re.search(r"WORKSPACE_SIZE=(\d+)", (folder / "CMakeLists.txt").read_text(encoding="utf-8"))
    assert workspace is not None and len(names) == 2, folder
    main = _MAIN.format(hooks=HOOKS, workspace=workspace[1], input=names[0], output=names[1], floats=int(net == "ad"))
    (work / "main.c").write_text(main, encoding="ascii")
    (work / HOOKS).write_text(support_text(HOOKS), encoding="utf-8")
    support = write_support(target, work)
    own = [*sorted((folder / "model/codegen/host/src").glob("*.c")), work / "main.c"]
    places = [folder / p for p in ("include", "crt_config", "crt/include")] + [work, *_headers(cmsis)]
    flags = [f"-I{place.resolve()}" for place in places]
    objects = [*compile_files(own, target, work, extra_flags=flags), *compile_files(support, target, work)]
    return link([*objects, *library], target, work / "program", link_flags(target, work))


def _headers(cmsis: Path) -> list[Path]:
    return [cmsis / "CMSIS/Core/Include", cmsis / "CMSIS/NN/Include"]


def _library(cmsis: Path, target: Target, home: Path) -> Sequence[Path]:
    """The functions of CMSIS-NN that the firmware's build takes: all but the recurrent ones."""
    found = sorted((cmsis / "CMSIS/NN/Source").glob("*Functions/*.c"))
    sources = [path for path in found if not path.parent.name.startswith("SVD")]
    return compile_files(sources, target, home, extra_flags=[f"-I{place.resolve()}" for place in _headers(cmsis)])


def table(rows: Sequence[Row]) -> str:
    """The rows as Markdown, and the mean and the largest error."""
    lines = [
        "| firmware | board | net | M instructions | core | + waiting for instructions | + for constants "
        "| estimate, Mcycles | board | estimate / board | by trace / board |",
        "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        mix = row.mix
        core = (mix.total_cycles - mix.fetch - mix.constants) / 1e6
        title = f"| {row.firmware.title} | {row.firmware.board} | {NET_NAMES[row.net]} | {mix.total / 1e6:.2f} "
        parts = f"| {core:.2f} | {mix.fetch / 1e6:.2f} | {mix.constants / 1e6:.2f} | {mix.total_cycles / 1e6:.2f} "
        lines.append(f"{title}{parts}| {row.published:g} | {row.ratio:.3f} | {row.traced_ratio:.3f} |")
    boards = dict.fromkeys(row.firmware.board for row in rows)
    for title, found in [*((board, [r for r in rows if r.firmware.board == board]) for board in boards), ("all", rows)]:
        errors, traced = [abs(r.ratio - 1) for r in found], [abs(r.traced_ratio - 1) for r in found]
        here = f"{title}: mean error {fmean(errors):.1%}, largest {max(errors):.1%} of {len(errors)}"
        lines += ["", f"{here}; by trace {fmean(traced):.1%} and {max(traced):.1%}."]
    return "\n".join(lines)


def core_table(rows: Sequence[Row], core: str) -> str:
    """Cycles per instruction of the nets on a core that they were not measured on."""
    lines = [f"| firmware | net | M instructions | Mcycles on a {core} | per instruction |", "|---|---|--:|--:|--:|"]
    for row in rows:
        cycles, count = row.mix.total_cycles, row.mix.total
        title = f"| {row.firmware.title} for {row.firmware.board} | {NET_NAMES[row.net]} "
        lines.append(f"{title}| {count / 1e6:.2f} | {cycles / 1e6:.2f} | {cycles / count:.3f} |")
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--results", type=Path, required=True, help="checkout of mlcommons/tiny_results_v1.0")
    parser.add_argument("--cmsis", type=Path, required=True, help="checkout of ARM-software/CMSIS_5 at 51263182")
    parser.add_argument("--only", default="", help="boards whose name holds this")
    parser.add_argument("--traces", type=Path, metavar="FOLDER", help="write a block trace of each net there")
    parser.add_argument("--core", default="", help="price the nets for this target, and print cycles per instruction")
    parser.add_argument("--write", action="store_true", help="write the table into docs/cycles.md")
    given = parser.parse_args()
    rows = list(measured(given.results, given.cmsis, given.only, given.core))
    if given.core:
        print(core_table(rows, given.core))
        return
    for row in rows if given.traces else ():
        name = f"{Path(row.firmware.folder).parent.name}-{row.firmware.board}-{row.net}.txt"
        given.traces.mkdir(parents=True, exist_ok=True)
        (given.traces / name).write_text(row.trace, encoding="ascii")
    text = table(rows)
    print(text)
    if given.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
