"""All kernels in order of preference, and the choice of one for each node."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources

from edgec.codegen.kernels import (
    boundary,
    conv,
    dsp_conv,
    dsp_depthwise,
    dsp_dot,
    dsp_linear,
    dsp_move,
    dsp_pool,
    dsp_resample,
    dsp_s16,
    dsp_s16_simple,
    dsp_scale,
    dsp_simple,
    dsp_winograd,
    elementwise,
    f32_conv,
    f32_depthwise,
    f32_grouped,
    f32_pool,
    indexed,
    matmul_s16,
    normalize,
    pool,
    recurrent,
    s4,
    s16,
    shape,
    stored,
    tree,
    typed,
)
from edgec.codegen.kernels.spec import Call, Kernel, Misfit, NodeView
from edgec.converter.errors import EdgecError, Refusal, UnsupportedModel
from edgec.converter.ir import Graph, Node

KERNELS: tuple[Kernel, ...] = (
    *dsp_winograd.KERNELS,
    *dsp_scale.KERNELS,
    *dsp_depthwise.KERNELS,
    *dsp_conv.KERNELS,
    *dsp_dot.KERNELS,
    *dsp_simple.KERNELS,
    *dsp_pool.KERNELS,
    *dsp_linear.KERNELS,
    *dsp_move.KERNELS,
    *dsp_resample.KERNELS,
    *dsp_s16.KERNELS,
    *dsp_s16_simple.KERNELS,
    *matmul_s16.KERNELS,
    *s4.KERNELS,
    *s16.KERNELS,
    *f32_depthwise.KERNELS,
    *f32_conv.KERNELS,
    *f32_grouped.KERNELS,
    *f32_pool.KERNELS,
    *conv.KERNELS,
    *pool.KERNELS,
    *elementwise.KERNELS,
    *normalize.KERNELS,
    *shape.KERNELS,
    *boundary.KERNELS,
    *typed.KERNELS,
    *indexed.KERNELS,
    *recurrent.KERNELS,
    *stored.KERNELS,
    *tree.KERNELS,
)

RENAMES = frozenset({"Reshape"})  # the output is the input under another shape: no code, one buffer
FOLDERS = ("include", "reference", "dsp", "fpu")
_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def select(node: Node, graph: Graph, features: Iterable[str] = ()) -> tuple[Call, ...]:
    """The calls that compute a node: of the first kernel that takes it (none for ``RENAMES``).

    Raises:
        UnsupportedModel: no kernel takes the node on a target with these features.
    """
    found = _choose(node, graph, frozenset(features))
    if isinstance(found, Refusal):
        raise UnsupportedModel([found])
    return found


def select_all(graph: Graph, features: Iterable[str] = ()) -> tuple[tuple[Call, ...], ...]:
    """``select`` for every node, in order.

    Raises:
        UnsupportedModel: with the refusals of all nodes that no kernel takes.
    """
    have = frozenset(features)
    chosen: list[tuple[Call, ...]] = []
    refusals: list[Refusal] = []
    for node in graph.nodes:
        found = _choose(node, graph, have)
        if isinstance(found, Refusal):
            refusals.append(found)
        else:
            chosen.append(found)
    if refusals:
        raise UnsupportedModel(refusals)
    return tuple(chosen)


def _choose(node: Node, graph: Graph, features: frozenset[str]) -> tuple[Call, ...] | Refusal:
    return () if node.op in RENAMES else choose(NodeView.of(graph, node), features)


def choose(view: NodeView, features: frozenset[str]) -> tuple[Call, ...] | Refusal:
    """The calls of the first kernel that takes a node, or why none does."""
    node = view.node
    dtype = view.x(0).dtype
    candidates = [k for k in KERNELS if k.op == node.op and k.needs <= features]
    misfit = Misfit(
        f"there is no kernel for {dtype.value} tensors",
        "use " + " or ".join(sorted({t.value for k in candidates for t in k.dtypes})) if candidates else "",
    )
    tried = False
    for kernel in candidates:
        if dtype not in kernel.dtypes:
            continue
        try:
            bound = kernel.bind(view)
        except EdgecError as error:
            bound = Misfit(str(error))
        if not isinstance(bound, Misfit):
            return bound
        misfit = misfit if tried and bound.yields else bound
        tried = True
    return Refusal(node.name, node.op, "", misfit.reason, misfit.remedy)


def runtime_files(headers: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Headers with all they include: (file name, text), sorted by name."""
    found: dict[str, str] = {}
    pending = sorted(set(headers))
    while pending:
        name = pending.pop()
        if name not in found:
            found[name] = _header_text(name)
            pending.extend(_INCLUDE.findall(found[name]))
    return tuple(sorted(found.items()))


def _header_text(name: str) -> str:
    root = resources.files("edgec.runtime_c")
    for folder in FOLDERS:
        path = root.joinpath(folder).joinpath(name)
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise FileNotFoundError(f"runtime_c has no header {name}")
