"""Factors as CMSIS-NN takes them, so that it rounds a product once, however it was built."""

from __future__ import annotations

from edgec.codegen.kernels.spec import Misfit
from edgec.converter.arithmetic.fixed_point import Multiplier

SUM_LIMIT = 2**30  # of sums, shifted: with Helium their double must fit int32
LARGEST_PRODUCT = 255 * 255  # of two values less their zero points


def as_stored(factor: Multiplier) -> tuple[int, int]:
    """Multiplier (factor * 2**31) and shift to the left: 0 of a factor below 1."""
    if not factor.m:
        return 0, 0
    return factor.m >> max(0, factor.shift - 31), max(0, 31 - factor.shift)


def reaches(most: int, factor: Multiplier, q31: bool) -> Misfit | None:
    """Return why a factor is unsuitable for sums (or products) of ``most``; ``q31``: it is a multiple of 2**-31."""
    if most << as_stored(factor)[1] >= SUM_LIMIT:
        return Misfit("a sum, times its factor, may reach 2**30, whose double CMSIS-NN does not hold")
    if not q31:
        return Misfit("a factor is no multiple of 2**-31: CMSIS-NN may round it twice")
    return None
