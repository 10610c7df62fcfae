"""The report as plain text, for a terminal of any width and for logs."""

from __future__ import annotations

from edgec.console.tables import Column, Table, columns, full_name, text
from edgec.converter.graph.errors import printable
from edgec.converter.graph.wording import NOT_VENDOR
from edgec.reports.records import GivenUpCost, LayerCost, PrunedGroupInfo, Report, SavingCost, SparsityInfo
from edgec.reports.room import fit
from edgec.reports.states import StateInfo
from edgec.reports.variants import variant_lines

_COLUMNS = (
    Column("#", right=True),
    Column("layer", code=True),
    Column("op", spare=2),
    Column("output", spare=4),
    Column("kernel", spare=1, code=True),
    Column("MACs", right=True),
    Column("weights", right=True, spare=3),
    Column("scratch", right=True, spare=5),
)
_WEIGHED = (
    Column("#", right=True),
    Column("kernel", code=True),
    Column("instructions", right=True),
    Column("flash", right=True, spare=2),
    Column("instead of", code=True),
    Column("instructions", right=True),
    Column("flash", right=True, spare=1),
)
_SAVED = columns("layers", "how", "arena saved", "instructions more", right=(2, 3))
_GIVEN_UP = columns("layers", "kernel given up", "taken", "instructions more", right=(3,))
MOST_CLASSES = 12
_PRICE = "(estimated instructions)"
_VENDOR = columns("#", "layer", "vendor's function, or why none", right=(0,))
_ZEROS = columns("#", "layer", "zero weights", "zero blocks", "2:4", "what becomes of them", right=(0, 2, 3))
_PRUNED = columns("channels of", "before", "after", "error alone", "saved", right=(1, 2, 3, 4))


def render(r: Report, width: int | None = None) -> str:
    """The report as text; ``width``: characters of a line of the terminal that shows its tables, None for a log."""
    head = [
        f"{r.prefix} for {printable(r.target)}, {r.scheme}, optimized for {r.optimize} (edgec {printable(r.edgec)})",
        f"model       {printable(r.model.name)}, sha256 {printable(r.model.sha256)}",
        f"work        {r.macs:,} MACs per inference, {r.parameters:,} parameters",
        f"flash       {_flash(r)}",
        f"RAM         {_ram(r)}",
        *([f"board       {fit(r)}"] if r.memories else []),
        *([f"states      {', '.join(map(_state, r.states))}"] if r.states else []),
        *([f"classes     {_classes(r)}"] if r.class_names else []),
        *_memories(r),
        *([f"copied      {r.copied.title(len(r.layers))}"] if r.copied is not None else []),
        *([f"stream      {r.stream.title()}"] if r.stream is not None else []),
        *([f"slices      {r.slices.title()}"] if r.slices is not None else []),
        *_compiled(r),
        *variant_lines(r.variants),
    ]
    shown = [Table(_COLUMNS, tuple(_row(i, layer) for i, layer in enumerate(r.layers)))]
    choices = tuple(row for i, layer in enumerate(r.layers) for row in _choice(i, layer))
    if choices:
        counted = "(estimated instructions; 'edgec profile' counts them)"
        shown.append(Table(_WEIGHED, choices, f"kernel alternatives considered {counted}"))
    shown += _vendors(r)
    if r.stream is not None:
        shown += r.stream.tables()
    if r.slices is not None:
        shown.append(r.slices.table())
    if r.savings:
        shown.append(Table(_SAVED, tuple(map(_saving, r.savings)), f"RAM saved and its price {_PRICE}"))
    parts = ["\n".join(head), *(text(table, width) for table in shown)]
    if r.level and r.level_instructions:
        than = "more" if r.level_instructions > 0 else "fewer"
        slower = f"about {abs(r.level_instructions):,} instructions {than} than with -O3"
        parts.append(f"compiled with -{r.level}: {slower}")
    if r.given_up:
        title = f"kernels given up for less flash {_PRICE}"
        parts.append(text(Table(_GIVEN_UP, tuple(map(_lost, r.given_up)), title), width))
    if r.sparsity:
        rows = tuple(_zeros(s, r.layers[s.layer]) for s in r.sparsity)
        parts.append(text(Table(_ZEROS, rows, "zero weights (blocks are four input channels)"), width))
    if r.pruning is not None:
        parts.append(text(Table(_PRUNED, tuple(map(_pruned, r.pruning.groups)), r.pruning.title()), width))
    if r.choice:
        parts.append(r.choice)
    return "\n\n".join(parts)


def _vendors(r: Report) -> list[Table]:
    """The layers with the functions of vendors' libraries that compute them; nothing where none is considered."""
    if not any(layer.vendor or NOT_VENDOR in layer.why for layer in r.layers):
        return []
    whose = tuple(_whose(i, layer) for i, layer in enumerate(r.layers) if layer.kernel)
    vendors = " and ".join(sorted({layer.vendor for layer in r.layers} - {""})) or "vendors' libraries"
    return [Table(_VENDOR, whose, f"{vendors}, layer by layer")]


def _classes(r: Report) -> str:
    shown = ", ".join(printable(name, 40) for name in r.class_names[:MOST_CLASSES])
    return f"{len(r.class_names)}: {shown}{', ...' if len(r.class_names) > MOST_CLASSES else ''}"


def _whose(index: int, layer: LayerCost) -> tuple[str, ...]:
    """The vendor's function that computes a layer, or the reason why there is none."""
    _, kept, reason = layer.why.partition(NOT_VENDOR)
    called = layer.why.removeprefix(f"{layer.vendor}'s ")
    return str(index), full_name(layer.name), f"none: {reason}" if kept else called


def _compiled(r: Report) -> list[str]:
    """The options that the figures hold for, and what compilers without them make of it."""
    lines = [f"compiled    {printable(' '.join(r.flags))}"] if r.flags else []
    if r.assembly:
        used, by = ", ".join(r.assembly), " and ".join(r.assembly_compilers)
        lines.append(f"assembly    {used}: {by} only; others fall back to portable C (bit-identical, slower)")
    return lines


def _zeros(s: SparsityInfo, layer: LayerCost) -> tuple[str, ...]:
    shares = f"{s.zeros:.1%}", f"{s.zero_blocks:.1%}"
    return str(s.layer), full_name(layer.name), *shares, "yes" if s.two_of_four else "no", s.text


def _pruned(g: PrunedGroupInfo) -> tuple[str, ...]:
    more = f" and {len(g.layers) - 1} more" if len(g.layers) > 1 else ""
    name = full_name(g.name) + more
    return name, f"{g.before:,}", f"{g.after:,}", f"{g.error:.1e}", f"{g.saved:.3f}"


def _lost(g: GivenUpCost) -> tuple[str, ...]:
    return ", ".join(map(str, g.layers)), g.kernel, g.taken, f"{g.instructions:,}"


def _saving(s: SavingCost) -> tuple[str, ...]:
    how = f"{s.rows} row{'s' if s.rows > 1 else ''} at a time" if s.rows else "less scratch"
    layers = f"{s.layers[0]} to {s.layers[-1]}" if len(s.layers) > 1 else str(s.layers[0])
    return layers, how, f"{s.arena_saved:,}", f"{s.instructions:,}"


def _flash(r: Report) -> str:
    parts = f"tables {r.flash.tables:,} + weights {r.flash.weights:,}"
    if r.flash.total is None or r.flash.code is None:
        return f"{parts} + code (not measured: {printable(r.ram.stack_note)})"
    return f"{r.flash.total:,} bytes = code {r.flash.code:,} + {parts}"


def _ram(r: Report) -> str:
    stack = f"stack {r.ram.stack:,}" if r.ram.stack is not None else f"stack (unknown: {printable(r.ram.stack_note)})"
    ports = f"inputs and outputs {r.ram.input_output:,}{f' + states {r.ram.state:,}' if r.states else ''}"
    data = f" + constants {r.ram.data:,}" if r.ram.data else ""
    return f"{r.ram.total:,} bytes = arena {r.ram.arena:,} + {ports}{data} + {stack}"


def _state(s: StateInfo) -> str:
    return f"{printable(s.name)} {s.dtype}[{','.join(map(str, s.shape))}]"


def _memories(r: Report) -> list[str]:
    """One line for each memory of a target that has several of a kind."""
    kinds = [m.kind for m in r.memories]
    if len(kinds) == len(set(kinds)):
        return []
    lines = []
    for m in r.memories:
        parts = (("arena", m.arena), ("constants", m.constants), ("copied to RAM", m.copied), ("code", m.code or 0))
        what = " = " + " + ".join(f"{name} {size:,}" for name, size in parts if size) if m.used else ""
        share = f"; {100 * m.accesses:.0f} % of accesses (est.)" if m.accesses else ""
        lines.append(f"  {m.name:<8}  {m.used:,} of {m.room:,} bytes{what}{share}")
    return lines


def _row(index: int, layer: LayerCost) -> tuple[str, ...]:
    shape = "x".join(map(str, layer.output_shape)) or "1"
    costs = (f"{v:,}" for v in (layer.macs, layer.weight_bytes, layer.scratch_bytes))
    return (str(index), full_name(layer.name), layer.op, shape, layer.kernel, *costs)


def _choice(index: int, layer: LayerCost) -> tuple[tuple[str, ...], ...]:
    """The kernel taken and the next best one, when there was a choice."""
    if layer.instructions is None or not layer.alternatives:
        return ()
    other = layer.alternatives[0]
    chosen = (layer.kernel, f"{layer.instructions:,}", f"{layer.weight_bytes:,}")
    return ((str(index), *chosen, other.kernel, f"{other.instructions:,}", f"{other.flash:,}"),)
