"""Energy of a busy cycle of a core, by the figures that its board states."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from edgec.converter.graph.errors import UsageError

if TYPE_CHECKING:
    from edgec.targets.reader import Target

KEYS = ("nanojoules_per_cycle", "run_milliamperes", "supply_volts")


def of_cycle(target: Target) -> float | None:
    """Nanojoules of a busy cycle: stated, or current * voltage / clock; None where neither is stated."""
    if target.run_milliamperes is None or target.supply_volts is None:
        return target.nanojoules_per_cycle
    return target.run_milliamperes * target.supply_volts / target.clock_hz * 1e6


def basis(target: Target) -> str:
    """The stated figures that energy is computed with, as text; "" where there are none."""
    if target.run_milliamperes is not None:
        return f"{target.run_milliamperes:g} mA at {target.supply_volts:g} V"
    return "" if target.nanojoules_per_cycle is None else f"{target.nanojoules_per_cycle:g} nJ per cycle"


def check(target: Target, where: str) -> None:
    """Raise unless the figures can be and state energy once.

    Raises:
        UsageError: the sentence starts with ``where`` and names key and rule.
    """
    each, current, volts = stated = [getattr(target, key) for key in KEYS]
    for key, value in zip(KEYS, stated, strict=True):
        if value is not None and not 0 < value < math.inf:
            raise UsageError(f"{where}: key '{key}' must be above 0")
    if (current is None) != (volts is None):
        raise UsageError(f"{where}: keys 'run_milliamperes' and 'supply_volts' state energy together; one is missing")
    if current is None:
        return
    if each is not None:
        raise UsageError(f"{where}: keys 'nanojoules_per_cycle' and 'run_milliamperes' both state energy; keep one")
    if target.clock_hz <= 0:
        raise UsageError(f"{where}: key 'run_milliamperes' needs clock_hz, at which the current was measured")
