"""Types of a node's inputs and attributes, checked against the operator's ONNX schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import onnx
import onnx.defs

from edgec.converter.graph.ir import DType, Tensor
from edgec.converter.lower.elementwise import ONNX_TYPES
from edgec.converter.lower.storage import FORMAT_CODES, NARROW_CODES

_CODES = {
    **{code: DType.F32 if dtype.is_float else dtype for code, dtype in ONNX_TYPES.items()},
    **dict.fromkeys(FORMAT_CODES, DType.F32),
    **{code: narrow.holder for code, narrow in NARROW_CODES.items()},
}
_NAMES: dict[int, str] = {code: name for name, code in onnx.TensorProto.DataType.items()}  # of the installed onnx
_DTYPES = {f"tensor({_NAMES[code].lower()})": dtype for code, dtype in _CODES.items() if code in _NAMES}
"""Data type in which edgec holds a value of an ONNX type: several share one."""

FLAGS = frozenset({
    "align_corners", "allowzero", "antialias", "broadcast", "ceil_mode", "channels_last", "count_include_pad",
    "detect_negative", "detect_positive", "exclude_outside", "exclusive", "fmod", "input_forget", "interleaved",
    "inverse", "is_causal", "keepdims", "largest", "linear_before_reset", "noop_with_empty_axes", "one_class",
    "onesided", "periodic", "reverse", "saturate", "select_last_index", "sorted", "training_mode", "transA",
    "transB", "transBatchA", "transBatchB", "upper", "zeros",
})  # fmt: skip
"""Integer attributes that mean false (0) or true (1), in whichever operator."""


def type_name(code: int) -> str:
    """ONNX's name of an element type; its number when the installed onnx has none for it."""
    return _NAMES.get(code, f"type {code}")


def flag_fault(attrs: Mapping[str, object]) -> str:
    """Say what is wrong with the truth values among a node's attributes, "" when nothing is.

    Runtimes take other numbers differently: as 1 only, as anything but 0, or as what 32 bits of it hold.
    """
    for name, value in attrs.items():
        if name in FLAGS and isinstance(value, int) and value not in (0, 1):
            return f"attribute {name} is {value}, it must be 0 or 1"
    return ""


def type_fault(op: str, domain: str, opset: int, inputs: Sequence[Tensor | None]) -> str:
    """Say what is wrong with the types of a node's inputs, "" when nothing is.

    Types that edgec holds alike (float16 and float32) are not told apart.
    """
    schema: Any
    try:
        schema = onnx.defs.get_schema(op, opset or onnx.defs.onnx_opset_version(), domain)
    except onnx.defs.SchemaError:
        return ""
    formal = list(schema.inputs)
    bound: dict[str, tuple[int, DType]] = {}
    for i, x in enumerate(inputs):
        if x is None or not formal:
            continue
        parameter = formal[min(i, len(formal) - 1)]
        held = {_DTYPES.get(t) for t in parameter.types}
        if x.dtype not in held:
            return f"input {i} is {x.dtype.value}, which the operator does not take{_before(op, domain, opset, i, x)}"
        if parameter.is_homogeneous:
            first, dtype = bound.setdefault(parameter.type_str, (i, x.dtype))
            if x.dtype is not dtype:
                return f"inputs {first} and {i} are {dtype.value} and {x.dtype.value}, they must have one type"
    return ""


def _before(op: str, domain: str, opset: int, i: int, x: Tensor) -> str:
    """Return the later opset from which on the operator takes the type, and the remedy; "" when it never does."""
    schema: Any
    for version in range(opset + 1, onnx.defs.onnx_opset_version() + 1 if not domain and opset else 0):
        schema = onnx.defs.get_schema(op, version, domain)
        formal = list(schema.inputs)
        if x.dtype in {_DTYPES.get(t) for t in formal[min(i, len(formal) - 1)].types}:
            return f" before opset {version}, and the model is of opset {opset}; export it with {version} or later"
    return ""
