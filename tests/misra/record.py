"""Rules of MISRA C:2012 that plain kernels and generated files do not meet, and why: the texts of docs/misra.md."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Deviation:
    """A required rule that files do not meet, and the reason."""

    rule: str
    files: tuple[str, ...]
    why: str


MACROS = (
    "broadcast", "groups", "integers", "reduction", "binary_int", "compare", "cumulate", "normalize_int",
    "pool_indices", "pool_int", "products_int", "quantize", "rank", "recurrent_f32", "recurrent_int", "reduce_int",
    "resample_int", "scatter", "unary_int",
)  # fmt: skip


def _kernels(*names: str) -> tuple[str, ...]:
    return tuple(f"edgec_{name}.h" for name in names)


DEVIATIONS = (
    Deviation("7.2", _kernels("cast", "cast_f64", "pool_int"), "the constants are those of `<stdint.h>`"),
    Deviation("10.1", _kernels("fixed", "binary_int", "conv2d_s4", "elementwise_s16", "recurrent_cells", "recurrent_s4",
                               "softmax_s16"),
              "shifts to the right of signed values are the floor that the arithmetic is defined by; where a shift "
              "does not keep the sign, the C does not compile (assertions in `edgec_base.h`)"),
    Deviation("10.3", _kernels("move"), "pointers to bytes move on by the size of an element: the addon takes them for "
              "characters"),
    Deviation("10.3", _kernels("pool_int"), "the constants are those of `<stdint.h>`"),
    Deviation("10.8", _kernels("base", "binary_int", "scatter", "unary_int"),
              "arithmetic that wraps is done in the unsigned type and converted back: signed overflow is undefined"),
    Deviation("11.6", ("<name>.c",), "the alignment of the caller's arena is checked by its address"),
    Deviation("20.7", (*_kernels(*MACROS), "<name>.h"), "parameters are types, names and operators, which take no "
              "parentheses"),
    Deviation("20.9", _kernels("base", "dot_s8", "fixed"), "INT_MAX and INT32_MAX are those of `<limits.h>` and "
              "`<stdint.h>`, which the addon does not read"),
    Deviation("20.12", _kernels("binary_int", "cast", "cast_f16", "cast_f64", "normalize_int", "reduce_int"),
              "the name that functions' names are made from is handed on to another macro"),
    Deviation("21.15", _kernels("cast_f64", "half", "rows", "stored"),
              "the bits of floats are read and written by memcpy, which C defines, unlike casts of pointers"),
)  # fmt: skip

ADVISORY = {
    "2.3": "the types of assertions at compile time are not used further",
    "2.4": "enumerations name constants",
    "2.5": "macros of the API, and of kernels that a model does not have, are there to be used",
    "10.5": "casts between the types of one macro's elements",
    "11.5": "the arena is a void pointer, tensors have types",
    "12.1": "products before sums, and comparisons before &&, need no parentheses",
    "12.3": "fields of a kind are declared together",
    "13.3": "an output or input pointer moves on where it is used",
    "15.5": "bad arguments and special values return at once",
    "17.8": "parameters that are counted or moved on save a copy each",
    "18.4": "tensors are walked by pointers",
    "20.10": "names of functions are made from the names of types",
}
"""Reasons why advisory rules are not kept."""
