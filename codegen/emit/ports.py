"""Inputs and outputs of a model as the templates see them: macros, types, helpers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from edgec.codegen.emit.literals import float_literal, int_literal
from edgec.codegen.emit.names import comment_text
from edgec.codegen.emit.naming import macro_names
from edgec.codegen.kernels.spec import CTYPES
from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType, Layout, Tensor

_HELD_AS = {DType.F16: ", held as bits", DType.I4: ", one per byte", DType.BOOL: ", 0 or 1"}
_HELPER_TYPES = (DType.I8, DType.U8, DType.I16, DType.U16)
_SCORE_TYPES = (DType.I8, DType.U8, DType.I16, DType.F32)


@dataclass(frozen=True)
class PortView:
    """A graph input or output.

    ``param`` is its C parameter, ``macro`` the start of its macros, ``index_macro`` that of its index, which is named
    after it.  ``scores``: it is a vector of which the largest element says a class.
    """

    param: str
    macro: str
    suffix: str
    ctype: str
    comment: str
    size: int
    nbytes: int
    rank: int
    dims: str
    scale: str = ""
    zero_point: str = ""
    low: str = ""
    high: str = ""
    index_macro: str = ""
    scores: bool = False

    @property
    def quantized(self) -> bool:
        """Whether the port has one scale and zero point."""
        return bool(self.scale)

    @property
    def has_helper(self) -> bool:
        """Whether a conversion from or to float is generated."""
        return bool(self.low)


def ports_of(
    tensors: Sequence[Tensor], prefix: str, kind: str, param: str, taken: Collection[str] = ()
) -> tuple[PortView, ...]:
    """Inputs, outputs or states, each with a macro of its index that is named after it (by no name of ``taken``)."""
    macros = macro_names([t.name for t in tensors], f"{prefix.upper()}_{kind.upper()}_", taken)
    ports = (_port(t, i, prefix, kind, param) for i, t in enumerate(tensors))
    scored = (kind == "output" and is_scores(t) for t in tensors)
    return tuple(replace(p, index_macro=m, scores=s) for p, m, s in zip(ports, macros, scored, strict=True))


def is_scores(tensor: Tensor) -> bool:
    """Return whether the largest element of an output may say a class: it is a vector of at least two numbers."""
    return tensor.dtype in _SCORE_TYPES and max(tensor.shape, default=0) == tensor.size > 1


def dims_text(tensor: Tensor) -> str:
    """A shape such as [1,49,10,1]."""
    return "[" + ",".join(map(str, tensor.shape)) + "]"


def tensor_text(tensor: Tensor) -> str:
    """Shape, type and quantization of a tensor."""
    text = f"{dims_text(tensor)} {tensor.dtype.value}"
    q = tensor.quant
    if q is None:
        return text
    if q.axis is None:
        return f"{text}, scale {q.s:.9g}, zero point {q.z}"
    return f"{text}, {len(q.scale)} scales along axis {q.axis}"


def _port(tensor: Tensor, index: int, prefix: str, kind: str, param: str) -> PortView:
    layout = ", channels last" if tensor.layout is Layout.CHANNELS_LAST else ""
    layout += _HELD_AS.get(tensor.dtype, "")
    port = PortView(
        param=f"{param}{index}",
        macro=f"{prefix.upper()}_{kind.upper()}{index}",
        suffix=f"{kind}{index}",
        ctype=CTYPES[tensor.dtype],
        comment=f"{kind} {index}: '{comment_text(tensor.name)}', {tensor_text(tensor)}{layout}",
        size=tensor.size,
        nbytes=tensor.nbytes,
        rank=len(tensor.shape),
        dims=", ".join(map(str, tensor.shape or (1,))),
    )
    q = tensor.quant
    if q is None or q.axis is not None:
        return port
    low, high = integer_limits(tensor.dtype)
    helper = tensor.dtype in _HELPER_TYPES
    return PortView(
        **{k: getattr(port, k) for k in port.__dataclass_fields__ if k not in ("scale", "zero_point", "low", "high")},
        scale=float_literal(q.s),
        zero_point=_signed(q.z),
        low=int_literal(low) if helper else "",
        high=int_literal(high) if helper else "",
    )


def _signed(value: int) -> str:
    text = int_literal(value)
    return f"({text})" if value < 0 else text
