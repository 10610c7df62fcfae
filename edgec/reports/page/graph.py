"""The graph view: layers in rows by their longest way from the inputs, edges between them.

Rows and places follow Sugiyama, Tagawa, Toda, "Methods for visual understanding of hierarchical system structures",
1981: edges over several rows pass through places of their own, rows are sorted by the mean place of their neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from edgec.converter.graph.frozen import dataclass
from edgec.reports.page.figures import number, shape, text
from edgec.reports.records import LayerCost, Report

WIDTH, HEIGHT = 168, 46  # of a node
BEND = 28  # room that an edge takes in a row that it passes
GAP_X, GAP_Y, MARGIN = 22, 34, 16
ORDERING_SWEEPS = 6
MAX_DRAWN_LAYERS = 1500  # layers, of which a larger graph is not drawn
MOST_BENDS = 20_000
MAX_NAME_CHARS = 19  # characters of a name


@dataclass(frozen=True)
class NodeShape:
    """A node at a place in pixels; ``layer`` is None for inputs and outputs of the graph."""

    x: int
    y: int
    layer: int | None
    title: str
    sub: str
    tip: str
    colour: int
    cost: int


@dataclass(frozen=True)
class EdgeShape:
    """A path of SVG between two layers (-1: an input or an output of the graph)."""

    path: str
    source: int
    target: int


@dataclass(frozen=True)
class GraphShape:
    """The drawing, in pixels."""

    width: int
    height: int
    nodes: tuple[NodeShape, ...]
    edges: tuple[EdgeShape, ...]


@dataclass(frozen=True)
class _Flow:
    """Vertices by number: inputs, layers, outputs; edges between them."""

    inputs: int
    layers: int
    count: int
    edges: tuple[tuple[int, int], ...]


def graph_shape(report: Report, colours: Mapping[str, int]) -> GraphShape | None:
    """The drawing; None of a graph that is too large, or of a report that does not say how its layers are linked."""
    if len(report.layers) > MAX_DRAWN_LAYERS or not any(layer.after or layer.inputs for layer in report.layers):
        return None
    flow = _flow(report)
    rows, chains = _rows(flow)
    if sum(map(len, chains)) > MOST_BENDS:
        return None
    _sort(rows, chains)
    x, y = _places(rows, flow.count)
    most = max((layer.instructions or 0 for layer in report.layers), default=0)
    nodes = tuple(_node(report, flow, v, (x[v], y[v]), colours, most) for v in range(flow.count))
    edges = tuple(
        EdgeShape(_path([(x[v], y[v]) for v in chain], flow.count, chain), *_ends(flow, chain)) for chain in chains
    )
    wide = max(x[v] + (WIDTH if v < flow.count else 0) // 2 for row in rows for v in row) + MARGIN
    return GraphShape(wide, len(rows) * (HEIGHT + GAP_Y) - GAP_Y + 2 * MARGIN, nodes, edges)


def _flow(report: Report) -> _Flow:
    inputs, layers = len(report.inputs), len(report.layers)
    edges = []
    for i, layer in enumerate(report.layers):
        edges += [(k, inputs + i) for k in layer.inputs if k < inputs]
        edges += [(inputs + k, inputs + i) for k in layer.after if k < i]
        edges += [(inputs + i, inputs + layers + k) for k in layer.outputs if k < len(report.outputs)]
    return _Flow(inputs, layers, inputs + layers + len(report.outputs), tuple(dict.fromkeys(edges)))


def _rows(flow: _Flow) -> tuple[list[list[int]], list[list[int]]]:
    """Vertices by row, and each edge as the vertices that it passes; those beyond ``flow.count`` are bends."""
    rank = [0] * flow.count
    for a, b in sorted(flow.edges, key=lambda e: e[1]):
        rank[b] = max(rank[b], rank[a] + 1)
    readers = [[b for a, b in flow.edges if a == i] for i in range(flow.inputs)]
    for i, users in enumerate(readers):
        rank[i] = min((rank[b] for b in users), default=1) - 1
    rows: list[list[int]] = [[] for _ in range(max(rank, default=0) + 1)]
    for v, r in enumerate(rank):
        rows[r].append(v)
    chains, free = [], flow.count
    for a, b in flow.edges:
        chain = [a]
        for r in range(rank[a] + 1, rank[b]):
            rows[r].append(free)
            chain.append(free)
            free += 1
        chains.append([*chain, b])
    return rows, chains


def _sort(rows: list[list[int]], chains: Sequence[Sequence[int]]) -> None:
    """Sort each row by the mean place of what its vertices are linked with, down and up in turn."""
    above: dict[int, list[int]] = {}
    below: dict[int, list[int]] = {}
    for chain in chains:
        for a, b in pairwise(chain):
            above.setdefault(b, []).append(a)
            below.setdefault(a, []).append(b)
    place = {v: float(i) for row in rows for i, v in enumerate(row)}
    for sweep in range(ORDERING_SWEEPS):
        down = sweep % 2 == 0
        links = above if down else below
        for row in rows if down else rows[::-1]:
            near = {v: links.get(v, [v]) for v in row}
            row.sort(key=lambda v: sum(place[n] for n in near[v]) / len(near[v]))
            place |= {v: i - (len(row) - 1) / 2 for i, v in enumerate(row)}


def _places(rows: Sequence[Sequence[int]], count: int) -> tuple[dict[int, int], dict[int, int]]:
    """The middle of each vertex, and the top of its row; rows are centred."""
    spans = [[WIDTH if v < count else BEND for v in row] for row in rows]
    widths = [sum(s) + GAP_X * (len(s) - 1) for s in spans]
    x: dict[int, int] = {}
    y: dict[int, int] = {}
    for r, (row, sizes) in enumerate(zip(rows, spans, strict=True)):
        at = MARGIN + (max(widths) - widths[r]) // 2
        for v, size in zip(row, sizes, strict=True):
            x[v], y[v] = at + size // 2, MARGIN + r * (HEIGHT + GAP_Y)
            at += size + GAP_X
    return x, y


def _path(points: Sequence[tuple[int, int]], count: int, chain: Sequence[int]) -> str:
    """From the bottom of the first vertex to the top of the last, straight down beside the nodes that it passes."""
    (x, y), *rest = points
    commands = [f"M{x} {y + HEIGHT}"]
    y += HEIGHT
    for (nx, ny), v in zip(rest, chain[1:], strict=True):
        half = (ny - y) // 2
        commands.append(f"L{nx} {ny}" if nx == x else f"C{x} {y + half} {nx} {ny - half} {nx} {ny}")
        x, y = nx, ny
        if v >= count:
            y += HEIGHT
            commands.append(f"L{x} {y}")
    return "".join(commands)


def _ends(flow: _Flow, chain: Sequence[int]) -> tuple[int, int]:
    def layer(v: int) -> int:
        return v - flow.inputs if 0 <= v - flow.inputs < flow.layers else -1

    return layer(chain[0]), layer(chain[-1])


def _node(report: Report, flow: _Flow, v: int, at: tuple[int, int], colours: Mapping[str, int], most: int) -> NodeShape:
    x, y = at[0] - WIDTH // 2, at[1]
    i = v - flow.inputs
    if 0 <= i < flow.layers:
        layer = report.layers[i]
        share = round((WIDTH - 16) * (layer.instructions or 0) / most) if most else 0
        title, sub = f"{i} {_short(text(layer.name))}", _short(f"{text(layer.op)} {shape(layer.output_shape)}")
        return NodeShape(x, y, i, title, sub, _tip(i, layer), colours[layer.op], share)
    port = report.inputs[v] if v < flow.inputs else report.outputs[i - flow.layers]
    kind = "input" if v < flow.inputs else "output"
    sub = f"{text(port.dtype)} {shape(port.shape)}"
    name = text(port.name)
    return NodeShape(x, y, None, f"{kind} {_short(name)}", _short(sub), f"{kind} {name}\n{sub}", 0, 0)


def _tip(i: int, layer: LayerCost) -> str:
    return "\n".join(
        (
            f"layer {i} {text(layer.name)}",
            f"{text(layer.op)} {shape(layer.output_shape)}",
            f"{number(layer.instructions)} instructions, {number(layer.weight_bytes)} bytes of constants",
        )
    )


def _short(name: str) -> str:
    """The end of a name tells layers apart."""
    return name if len(name) <= MAX_NAME_CHARS else "\u2026" + name[1 - MAX_NAME_CHARS :]
