"""Kernels that hold where ``int`` has 16 bits."""

from __future__ import annotations

from collections.abc import Iterable

from edgec.codegen.kernels.spec import Bound, Misfit

NARROW_INT = frozenset(
    f"edgec_{name}.h"
    for name in (
        "base",
        "binary_s8",
        "broadcast",
        "code_avr",
        "conv2d_s8",
        "conv2d_s8_avr",
        "dense_s8",
        "dot_s8",
        "dwconv2d_s8",
        "fixed",
        "gather",
        "integers",
        "matmul_s8",
        "move",
        "moving_mean_s8",
        "pool_s8",
        "products",
        "rank",
        "reduce_s8",
        "reduction",
        "requantize",
        "resample",
        "resample_int",
        "softmax_s8",
        "table_s8",
        "window",
    )
)
"""Headers whose C holds where int has 16 bits.

Their constants may lie in an address space of their own, but for operands (``ConstArray.is_operand``).
"""


NEAR_SPACE, FAR_SPACE = "__flash", "__memx"  # AVR's address spaces of GNU C: addresses of 16 and of 24 bits
MOST_NEAR = 60 * 1024  # bytes of constants for which there is room below 64 KB, beside what else wants to be there
OWN_BLOCKS = "-DEDGEC_OWN_BLOCKS"  # what C for any compiler is compiled with
MOST_BYTES = 2**15 - 1  # of an object in C where sizes have 16 bits


CODE_AVR = "edgec_code_avr.h"


def leading_headers(options: Iterable[str]) -> tuple[str, ...]:
    """The headers that come before all kernels of a model that is compiled with these options."""
    return (CODE_AVR,) if any(option.startswith("-mmcu=avr") for option in options) else ()


def narrow_calls(bound: Bound) -> Bound:
    """The calls of a kernel where ``int`` has 16 bits, or why it has none there."""
    if isinstance(bound, Misfit):
        return bound
    largest = max((len(data) for call in bound for _, data in call.constants), default=0)
    if largest > MOST_BYTES:
        return Misfit(
            f"it has {largest:,} bytes of weights, and an object has at most {MOST_BYTES:,} where int has 16 bits",
            "make the layer smaller, or two of it",
        )
    if all(call.header in NARROW_INT for call in bound):
        return bound
    return Misfit(
        "it has no kernel for an int of 16 bits",
        "use int8 and layers that have one: all but recurrent and sparse ones, normalization and int4 weights",
    )


def space_of(space: str, constants: int) -> str:
    """The address space of so many bytes of constants, on a target that has ``space``."""
    return FAR_SPACE if space == NEAR_SPACE and constants > MOST_NEAR else space
