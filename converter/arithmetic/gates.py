"""Integer arithmetic of recurrent layers: sums of two products, gates by tables, states of 16 bits.

A gate's sum is rounded once to int16 in steps of a power of two, its function is a table with straight lines between
the entries (``wide.interpolate``), and its value has ``GATE_BITS`` fraction bits, so that 1 is exact.  States that add
up over time, an LSTM's cell and a GRU's state, are int16 in steps of a power of two: new ones need no multiplier.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from edgec.converter.arithmetic.wide import TABLE_BITS, TABLE_STEPS
from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.ir import Array, Quant

GATE_BITS = 14  # fraction bits of a gate's value: int16 holds -2 to 2
ONE = 1 << GATE_BITS
ARGUMENT_BITS = (13, 12, 11, 10)  # fraction bits of a gate's argument: int16 holds -4 to 4, ... -32 to 32
SATURATED_INPUT = 1e3  # what a function gives there it gives beyond its table too
HALF_STEP = 2.0**-15  # half a step of a gate's value
SUM_BITS = 30  # of a factor of a gate's sum
SUM_SHIFT = 31  # largest shift of a gate's sum


@dataclass(frozen=True)
class GateTable:
    """A gate's function: its values at 513 arguments from -2**15 to 2**15 in steps of 2**-bits, int16."""

    values: Array
    bits: int


def gate_table(fn: Callable[[Array], Array]) -> GateTable | None:
    """The table of a function with the finest argument beyond which the function is flat; None where there is none.

    Args:
        fn: of real values; a gate's values lie between -2 and 2.
    """
    q = np.arange(TABLE_STEPS + 1) * (1 << TABLE_BITS) - 32768
    ends = np.array([-SATURATED_INPUT, SATURATED_INPUT])
    for bits in ARGUMENT_BITS:
        with np.errstate(all="ignore"):  # what is infinite or NaN is not flat, or does not fit
            y = fn(q * 2.0**-bits)
            flat = np.abs(fn(ends) - y[[0, -1]]).max() < HALF_STEP
        if flat:
            values = np.floor(y * ONE + 0.5)
            limits = np.iinfo(np.int16)
            fits = values.min() >= limits.min and values.max() <= limits.max
            return GateTable(values.astype(np.int16), bits) if fits else None
    return None


@dataclass(frozen=True)
class SumFactors:
    """Factors of a layer's gate sums, floor((w sum * w + r sum * r + peephole) / 2**shift + 1/2) for each row."""

    w: tuple[int, ...]
    r: tuple[int, ...]
    peephole: int
    shift: int


def sum_factors(w: Sequence[float], r: Sequence[float], peephole: float = 0.0) -> SumFactors:
    """The factors nearest to real ones, with one shift for all.

    Raises:
        OutOfProportion: a factor is 2**29 or more, negative or not finite.
    """
    if not all(0.0 <= real < math.inf for real in (*w, *r, peephole)):
        raise OutOfProportion("the scales of a recurrent layer are negative, infinite or NaN")
    largest = max((*w, *r, peephole))
    shift = min(SUM_SHIFT, SUM_BITS - math.frexp(largest)[1])
    if shift < 1:
        raise OutOfProportion(f"products of a recurrent layer's scales reach {largest:.3g} times its gates' scale")

    def whole(real: float) -> int:
        return min(math.floor(real * 2.0**shift + 0.5), (1 << SUM_BITS) - 1)

    return SumFactors(tuple(map(whole, w)), tuple(map(whole, r)), whole(peephole), shift)


def rounded(acc: Array, shift: int) -> Array:
    """floor(acc / 2**shift + 1/2), int64."""
    return np.asarray((acc + (1 << shift >> 1)) >> shift)


def saturated(x: Array) -> Array:
    """Limited to int16."""
    return np.asarray(np.clip(x, -32768, 32767))


def rescaled(x: Array, bits: int, to: int) -> Array:
    """An int16 value with ``bits`` fraction bits with ``to`` of them, rounded half up and saturated."""
    return saturated(x << (to - bits) if to >= bits else rounded(x, bits - to))


def blended(keep: Array, old: Array, take: Array, new: Array, bits: int) -> Array:
    """The state keep * old + take * new, a value of int16 with ``bits`` fraction bits, at most ``GATE_BITS``.

    Args:
        keep: int64 with ``GATE_BITS`` fraction bits.
        old: the state before.
        take: like ``keep``.
        new: like ``keep``.
        bits: of the state.
    """
    return saturated(rounded(keep * old + rounded(take * new, GATE_BITS - bits), GATE_BITS))


def state_quant(largest: float) -> Quant:
    """The finest step of a power of two with which int16 holds a state's values, at most ``GATE_BITS`` fraction bits.

    Raises:
        OutOfProportion: int16 does not hold them in steps of 1.
    """
    bits = next((b for b in range(GATE_BITS, -1, -1) if largest * 2.0**b <= np.iinfo(np.int16).max), None)
    if bits is None:
        raise OutOfProportion(f"a state of {largest:.3g} does not fit 16 bits in steps of 1")
    return Quant.per_tensor(2.0**-bits)


def state_bits(quant: Quant) -> int | None:
    """The fraction bits of a state with this quantization; None where it is none of ``state_quant``."""
    if quant.axis is not None or quant.z != 0:
        return None
    fraction, exponent = math.frexp(quant.s)
    bits = 1 - exponent
    return bits if fraction == 0.5 and 0 <= bits <= GATE_BITS else None
