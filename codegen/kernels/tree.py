"""Binding of TreeEnsemble."""

from __future__ import annotations

from edgec.codegen.kernels.common import F32, Fields, operand, output
from edgec.codegen.kernels.spec import Bound, Call, Kernel, NodeView, Params
from edgec.converter.ops.tree import TreeAttrs


def _bind(view: NodeView) -> Bound:
    a = view.attrs(TreeAttrs)
    rows, features = view.x(0).shape
    fields: Fields = (
        ("rows", rows),
        ("features", features),
        ("trees", view.x(3).size),
        ("targets", a.targets),
        ("aggregate", f"EDGEC_TREE_{a.aggregate.value}"),
    )
    args = (*(operand(view, i) for i in range(8)), output(view))
    params = Params("edgec_tree_params", fields)
    why = f"{view.x(3).size} trees of {view.x(1).shape[0]} nodes in all"
    return (Call("edgec_tree_f32__ref", "edgec_tree_f32.h", params, args, why=why),)


KERNELS: tuple[Kernel, ...] = (Kernel("edgec_tree_f32__ref", "TreeEnsemble", F32, _bind),)
