"""Optional values of ONNX: known to be there or not at compile time."""

from __future__ import annotations

import numpy as np

from edgec.converter.lower.context import Lowering, onnx_op


@onnx_op("OptionalHasElement")
def lower_optional_has_element(c: Lowering) -> None:
    """A constant: a tensor is there, an absent input is not."""
    c.output(c.const_tensor(np.asarray(c.has(0))))


@onnx_op("Optional", "OptionalGetElement")
def lower_optional_get_element(c: Lowering) -> None:
    """The tensor itself; an empty optional is refused."""
    if not c.has(0):
        c.refuse("it holds nothing", "give it a tensor")
    c.output(c.x(0))
