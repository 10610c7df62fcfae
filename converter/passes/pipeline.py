"""The passes, in order, and the runner that checks what each requires and ensures."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph
from edgec.converter.ops.check import check_graph
from edgec.converter.ops.shape import ReshapeAttrs, TransposeAttrs
from edgec.converter.passes import fuse, layout, narrow, normalization, recognize, simplify, sinking, trees

log = logging.getLogger(__name__)

Property = Callable[[Graph], str | None]
"""Says what is wrong with the graph, None when the property holds."""


@dataclass(frozen=True)
class Pass:
    """A rewriting of the graph with its contract."""

    run: Callable[[Graph], Graph]
    requires: tuple[Property, ...] = ()
    ensures: tuple[Property, ...] = ()

    @property
    def name(self) -> str:
        """The name in messages."""
        return self.run.__name__


def no_constant_nodes(graph: Graph) -> str | None:
    """Every node has an input that is not a constant (unless it writes a graph output)."""
    for node in graph.nodes:
        if node.inputs and all(graph.tensors[i].is_const for i in node.inputs if i):
            if not set(node.outputs) & set(graph.outputs):
                return f"node '{node.name}' has only constant inputs"
    return None


def no_dead_nodes(graph: Graph) -> str | None:
    """Every node's output is read or is a graph output."""
    read = {i for n in graph.nodes for i in n.inputs} | set(graph.outputs)
    for node in graph.nodes:
        if not read & set(node.outputs):
            return f"nothing reads the output of node '{node.name}'"
    return None


def no_transpose_pairs(graph: Graph) -> str | None:
    """No transpose reads a transpose."""
    producers = graph.producers()
    for node in graph.nodes:
        before = producers.get(node.inputs[0]) if node.inputs else None
        if isinstance(node.attrs, TransposeAttrs) and before is not None and isinstance(before.attrs, TransposeAttrs):
            return f"node '{node.name}' transposes a transpose"
    return None


def no_free_transposes(graph: Graph) -> str | None:
    """Every transpose moves data."""
    for node in graph.nodes:
        if isinstance(node.attrs, TransposeAttrs):
            if sinking.moves_nothing(node.attrs.perm, graph.tensors[node.inputs[0]].shape):
                return f"transpose '{node.outputs[0]}' moves nothing"
    return None


def no_idle_reshapes(graph: Graph) -> str | None:
    """No reshape keeps its shape (unless it writes a graph output)."""
    for node in graph.nodes:
        if isinstance(node.attrs, ReshapeAttrs) and node.outputs[0] not in graph.outputs:
            if graph.tensors[node.inputs[0]].shape == node.attrs.shape:
                return f"reshape '{node.outputs[0]}' changes nothing"
    return None


LAYOUT: tuple[Pass, ...] = (  # until transposes have moved as far as they can
    Pass(simplify.remove_dead, ensures=(no_dead_nodes,)),
    Pass(simplify.fold_constants, ensures=(no_constant_nodes,)),
    Pass(simplify.simplify, requires=(no_constant_nodes,), ensures=(no_idle_reshapes,)),
    Pass(simplify.merge_common),
    Pass(normalization.find_normalizations, requires=(no_constant_nodes,)),
    Pass(sinking.sink_transposes, requires=(no_constant_nodes,), ensures=(no_transpose_pairs,)),
    Pass(layout.flatten_into_weights),
    Pass(layout.raise_transposes),
    Pass(layout.free_transposes, ensures=(no_free_transposes,)),
)
FUSION: tuple[Pass, ...] = (
    Pass(simplify.simplify, requires=(no_constant_nodes,), ensures=(no_idle_reshapes, no_transpose_pairs)),
    Pass(trees.fold_into_trees),
    Pass(trees.add_trees),
    Pass(simplify.simplify, ensures=(no_idle_reshapes,)),
    Pass(fuse.normalize_arithmetic),
    Pass(normalization.absorb_scales),
    Pass(recognize.recognize_activations),
    Pass(fuse.sink_reshapes),
    Pass(fuse.fold_affine_after),
    Pass(fuse.fold_affine_before),
    Pass(fuse.raise_factors),
    Pass(fuse.fuse_activations),
    Pass(fuse.fold_pads),
    Pass(simplify.merge_common),
    Pass(narrow.widen_pools),
    Pass(simplify.simplify, ensures=(no_idle_reshapes,)),
    Pass(simplify.remove_dead, ensures=(no_dead_nodes,)),
)
CHANNELS_LAST_INPUT = Pass(layout.inputs_channels_last, requires=(no_transpose_pairs,))


def run_passes(graph: Graph, passes: tuple[Pass, ...]) -> Graph:
    """Run passes, checking every graph that they make and every contract.

    Raises:
        EdgecError: a pass broke its contract (a bug in edgec).
    """
    check_graph(graph)
    for p in passes:
        _hold(p, graph, p.requires, "requires")
        start = time.perf_counter()
        before, graph = graph, p.run(graph)
        if graph is not before:
            check_graph(graph)
        log.debug("pass %s: %d nodes, %.3f s", p.name, len(graph.nodes), time.perf_counter() - start)
        _hold(p, graph, p.ensures, "ensures")
    return graph


def _hold(p: Pass, graph: Graph, properties: tuple[Property, ...], kind: str) -> None:
    for prop in properties:
        fault = prop(graph)
        if fault is not None:
            raise EdgecError(f"pass {p.name} {kind} {prop.__name__}, but {fault}")


def run_default(graph: Graph, channels_last_input: bool = False) -> Graph:
    """The default pipeline; ``channels_last_input`` moves NCHW graph inputs to NHWC."""
    moved = (CHANNELS_LAST_INPUT,) if channels_last_input else ()
    return run_passes(graph, (*LAYOUT, *moved, *FUSION))
