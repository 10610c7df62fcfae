"""Our figures beside those of baselines.toml, as ratios.

    python benchmarks/run.py [models] [layers] [floats]

prints Markdown; all three parts together, with the shared models present, also write docs/benchmarks.md.  Without the
shared models (EDGEC_SHARED, or ../shared beside the checkout) the digits example stands in for the whole models.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import emx
import matrix
import single_layers
import whole_models
from peers import Baselines, ModelFigures, load
from whole_models import ModelResult

REPORT = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"
OTHERS = "## CMSIS-NN\n"
HEAD = """\
# Benchmarks

Written by `make bench`. Cortex-M4F code, compiled by arm-none-eabi-gcc at -O3 and counted under QEMU: whole models
exactly (`edgec profile`, one seeded random input), single layers to one timer tick (40 instructions). **Instructions
are not cycles**: cycles are estimated from the executed instruction mix and the costs in the Cortex-M4 Technical
Reference Manual, without flash wait states and caches, so they are not compared with cycles on a board. A ratio below 1
is in edgec's favour; limits are this project's own targets. Other projects' results and their sources are in
`benchmarks/baselines.toml`; their code is not run here, unless a table says so.
"""


SPEED = (
    "model", "MACs", "MACs left", "edgec instr.", "per MAC", "TFLM instr.", "ratio", "limit", "edgec cycles (est.)",
)  # fmt: skip
PUBLISHED = ("model", "cycles on the board")
MEMORY = (
    "model", "edgec code", "TFLM code", "ratio", "edgec flash", "TFLM flash", "ratio", "edgec arena", "TFLM arena",
    "ratio", "edgec stack", "TFLM stack",
)  # fmt: skip
MODES = ("speed", "balanced", "size", "ram")
CODE_LIMITS = {"speed": 20_000, "size": 10_000}
MODE = ("model", "mode", "instr.", "cycles (est.)", "code", "limit", "flash", "limit", "arena", "stack")
INT4 = ("model", "mode", "instr.", "flash", "of int8's flash", "arena")
LAYERS = ("layer", "kernel", "edgec instr.", "per unit", "CMSIS-NN instr.", "ratio", "limit")
FLOATS = (
    "model", "MACs", "edgec instr.", "per MAC", "cycles (est.)", "onnx2c instr.", "ratio", "emx instr.", "ratio",
    "to the better", "limit", "edgec code", "onnx2c / emx code", "edgec arena", "onnx2c / emx RAM",
)  # fmt: skip


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """A Markdown table; all but the first ``left`` columns are aligned to the right."""
    rule = ["---"] * left + ["--:"] * (len(columns) - left)
    return "\n".join("| " + " | ".join(row) + " |" for row in (columns, rule, *rows)) + "\n"


def number(value: float | None) -> str:
    """1,234,567, or a dash."""
    return "-" if value is None else f"{value:,.0f}"


def ratio(ours: float | None, theirs: float | None) -> str:
    """Our share of the peer's figure."""
    return "-" if not ours or not theirs else f"{ours / theirs:.2f}"


def beside(ours: float, theirs: float) -> tuple[str, str, str]:
    """Both figures and the ratio."""
    return number(ours), number(theirs), ratio(ours, theirs)


def models(base: Baselines) -> str:
    """Whole int8 models: speed, then memory."""
    found = [(m, whole_models.int8_model(m.name)) for m in base.models]
    speed, memory = [], []
    for m, r in found:
        work = (number(m.macs), number(r.macs), number(r.instructions), f"{r.instructions / m.macs:.2f}")
        peer = (number(m.instructions), ratio(r.instructions, m.instructions), number(m.limit))
        speed.append((m.name, *work, *peer, number(r.cycles)))
        b = whole_models.int8_model(m.name, "balanced")
        pairs = ((b.code, m.flash_without_model), (b.flash, m.flash), (b.arena, m.arena))
        memory.append((m.name, *(text for pair in pairs for text in beside(*pair)), number(b.stack), number(m.stack)))
    return (
        "## Whole int8 models\n\n"
        "int8, calibrated on at most 100 samples of the shared data, otherwise with the defaults (`--optimize speed`). "
        f"Peer: {base.tflm.source}. MACs left: after removal of channels that cannot change an output. "
        "Instructions per MAC are per MAC of the source model.\n\n"
        + table(SPEED, speed)
        + "\nSizes in bytes, with `--optimize balanced`. Code includes tables; flash is code and all constants.\n\n"
        + table(MEMORY, memory)
        + "\nWhat each `--optimize` mode costs (`size` sets the compiler's level itself):\n\n"
        + table(MODE, [_mode(m, mode) for m in base.models for mode in MODES], left=2)
        + "\nThe same with packed weights, `--quantize int4`. At an exchange rate of 200 instructions per byte "
        "(`speed` and `balanced`) convolutions keep int4 weights packed; `--exchange-rate 0` unpacks them where that "
        "is faster.\n\n"
        + table(INT4, [row for m in base.models for row in _int4(m)], left=2)
        + f"\nPublished: {base.published.source}. These include what a board adds, above all flash wait states (5 at "
        "120 MHz, behind a small cache), which the estimates above leave out: do not compare the two. The best "
        "published result on a Cortex-M0+ follows.\n\n"
        + table(PUBLISHED, [(m.name, number(m.cycles)) for m in base.models if m.cycles])
        + small_core()
    )


def small_core() -> str:
    """The best published result on a Cortex-M0+, and this project's, which ``matrix.py`` counted."""
    counted = matrix.written(matrix.DOCUMENT.read_text(encoding="utf-8"))["cortex-m0plus"][1:5]
    return f"{matrix.PUBLISHED}| million instructions of edgec, int8 | {' | '.join(counted)} |\n"


def _mode(m: ModelFigures, mode: str) -> list[str]:
    r = whole_models.int8_model(m.name, mode)
    flash = (number(r.flash), number(m.flash_limit if mode == "balanced" else None))
    code = (number(r.code), number(CODE_LIMITS.get(mode)))
    return [m.name, mode, number(r.instructions), number(r.cycles), *code, *flash, number(r.arena), number(r.stack)]


def _int4(m: ModelFigures) -> list[list[str]]:
    """int4 by mode: instructions and flash, and flash as a share of int8's in the same mode."""
    rows = []
    for mode, exchange in (("speed", 0), ("speed", None), ("balanced", None), ("size", None)):
        r = whole_models.integer_model(m.name, "int4", mode, exchange)
        name = mode if exchange is None else f"{mode}, `--exchange-rate {exchange}`"
        share = ratio(r.flash, whole_models.int8_model(m.name, mode).flash)
        rows.append([m.name, name, number(r.instructions), number(r.flash), share, number(r.arena)])
    return rows


def layers(base: Baselines) -> str:
    """Single layers."""
    rows = [
        [r.peer.name, f"`{r.kernel}`", number(r.instructions), f"{r.instructions / r.work:.2f}",
         number(r.peer.instructions), f"{r.ratio:.2f}", "-" if r.peer.limit is None else f"{r.peer.limit:.2f}"]
        for r in single_layers.measure(base.layers)
    ]  # fmt: skip
    return (
        "## Single layers\n\n"
        f"Peer: {base.cmsis_nn.source}. edgec's outputs are checked against the integer reference. s4: int4 "
        "weights; s16: int16 activations. Per unit: per MAC, or per input element of layers without weights.\n\n"
        + table(LAYERS, rows, left=2)
    )


def floats(base: Baselines) -> str:
    """Whole float32 models."""
    rows = []
    for m in base.float_models:
        r = whole_models.float_model(m.name)
        ours = (number(m.macs), number(r.instructions), f"{r.instructions / m.macs:.2f}", number(r.cycles))
        peers = [(number(t.instructions), ratio(r.instructions, t.instructions)) for t in (m.onnx2c, m.emx)]
        best = ratio(r.instructions, min(m.onnx2c.instructions, m.emx.instructions))
        limit = "-" if m.limit is None else f"{m.limit:.2f}"
        code = (number(r.code), f"{m.onnx2c.code:,} / {m.emx.code:,}")
        ram = (number(r.arena), f"{m.onnx2c.ram:,} / {m.emx.ram:,}")
        rows.append((m.name, *ours, *peers[0], *peers[1], best, limit, *code, *ram))
    text = (
        "## Whole float32 models\n\n"
        f"Peers: {base.float_tools.source}. edgec multiplies and adds in separate instructions: on a Cortex-M4 a "
        "fused multiply-add takes 3 cycles, a multiplication and an addition 2. The peers' results are for networks "
        "with the same layers and MACs, not for the same files. Code and RAM in bytes.\n\n"
    )
    return text + table(FLOATS, rows) + _installed_emx()


def _installed_emx() -> str:
    """A table of the tool that is installed here, on the very files we convert."""
    tool = emx.find()
    if tool is None or not whole_models.have_shared():
        return ""
    rows = []
    for name in whole_models.FLOAT_MODELS:
        ours = whole_models.float_model(name)
        theirs = emx.instructions(tool, *whole_models.float_ports(name))
        rows.append([name, number(ours.instructions), number(theirs), ratio(ours.instructions, theirs)])
    return "\nThe very files we convert, by the emx-onnx-cgen that is installed here:\n\n" + table(
        ["model", "edgec instr.", "emx instr.", "ratio"], rows
    )


def example(_: Baselines) -> str:
    """The digits example, which needs no shared models."""
    rows = []
    for scheme in ("int8", "float32"):
        r: ModelResult = whole_models.example_model(scheme)
        rows.append(
            [scheme, number(r.macs), number(r.instructions), f"{r.instructions / r.macs:.2f}", number(r.cycles),
             number(r.code), number(r.flash), number(r.arena)]
        )  # fmt: skip
    columns = ["digits", "MACs", "instructions", "per MAC", "cycles (est.)", "code", "flash", "arena"]
    return "## Digits example\n\nThe shared models are absent.\n\n" + table(columns, rows)


def others() -> str:
    """Return what another command wrote into the document, from its heading on."""
    text = REPORT.read_text(encoding="utf-8") if REPORT.is_file() else ""
    at = text.find(OTHERS)
    return text[at:] if at >= 0 else ""


def main(wanted: Sequence[str]) -> None:
    """Print the parts asked for (all by default)."""
    shared = whole_models.have_shared()
    parts: dict[str, Callable[[Baselines], str]] = {"models": models, "layers": layers, "floats": floats}
    if not shared:
        parts = {"example": example, "layers": layers}
    unknown = [name for name in wanted if name not in parts]
    if unknown:
        sys.exit(f"unknown part {unknown[0]}; known: {', '.join(parts)}")
    base = load()
    texts = [HEAD]
    print(HEAD)
    for name, part in parts.items():
        if not wanted or name in wanted:
            texts.append(part(base))
            print(texts[-1], flush=True)
    if shared and not wanted:
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text("\n".join((*texts, others())), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
