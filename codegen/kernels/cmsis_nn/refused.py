"""Layers that CMSIS-NN has a function for whose bytes are others: why they are not taken, for the report."""

from __future__ import annotations

from edgec.codegen.kernels.cmsis_nn import HELIUM, LIBRARY
from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.graph.ir import DType

I16 = frozenset({DType.I16})
NARROW = "with int16 activations CMSIS-NN's factors have 16 bits"
REASONS = (
    ("softmax_s8", "Softmax", I8, "arm_softmax_s8 rounds otherwise"),
    ("matmul_s8", "MatMul", I8, "arm_batch_matmul_s8 reads the second matrix transposed"),
    ("table_s8", "Unary", I8, "CMSIS-NN has no tables of functions of one value"),
    ("conv2d_s16", "Conv", I16, NARROW),
    ("dense_s16", "Dense", I16, NARROW),
)


def _nothing(view: NodeView, call: Call) -> Counts:
    return ()


def _refusing(library: Library, name: str, op: str, dtypes: frozenset[DType], reason: str) -> Kernel:
    def bind(view: NodeView) -> Bound:
        return Misfit(reason)

    return Kernel(library, name, op, dtypes, bind, _nothing)


KERNELS = tuple(_refusing(library, *row) for library in (LIBRARY, HELIUM) for row in REASONS)
