"""The layers that an ordinary run counts tell of every wrong rate of which the whole grids would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmarks.kernel_bench import Outcome
from edgec.codegen.kernels.catalog import kernels_of
from edgec.targets.reader import Rates, load_target
from tests.kernels import informative
from tests.kernels.informative import SHARE, all_layers
from tests.kernels.layers import Made
from tests.kernels.rates import BAND, LEAST, Counted

FACTORS = (0.0, 1 + (BAND[1] - 1) / SHARE)
"""Factors of a rate: both put a layer at the end of the band in which the term has just the share that counts."""
CORES = {
    "cortex-m4": ("plain", "armv7em", "blocked_f32"),
    "cortex-a7": ("neon_v7", "neon_f32_v7"),
    "armv8-i8mm": ("neon", "neon_dot", "neon_i8mm", "neon_f32"),
}


def counted(made: Sequence[Made], rates: Rates) -> list[Counted]:
    """Count layers as if QEMU counted just what the rates say."""
    return [
        replace(one, outcome=Outcome((), round(one.estimated(rates))))
        for one in (Counted(m, Outcome((), 0)) for m in made)
    ]


def told(found: Sequence[Counted], rates: Rates, factor: float, beyond: float) -> set[object]:
    """The terms of which layers are priced out of the band by a share of ``beyond``, when their rate is changed."""
    terms = set()
    for one in found:
        each = {term: rates.price(term[0], term[1], [(term[2], times)]) for term, times in one.work.items()}
        for term, part in each.items():
            ratio = 1 + (factor - 1) * part / max(1.0, sum(each.values()))
            if one.instructions >= LEAST and not (1 - beyond) * BAND[0] < ratio < (1 + beyond) * BAND[1]:
                terms.add(term)
    return terms


@pytest.mark.parametrize(("core", "library"), [(core, name) for core, names in CORES.items() for name in names])
def test_every_wrong_rate_is_told(core: str, library: str) -> None:
    rates = load_target(core).rates
    whole = some = 0
    for kernel in kernels_of(load_target(core)):
        if kernel.library.name != library or not kernel.grid:
            continue
        layers = all_layers(kernel)
        chosen = informative.informative(layers, rates)
        whole, some = whole + len(layers), some + len(chosen)
        every, few = counted(layers, rates), counted(chosen, rates)
        assert max(o.instructions for o in few) == max(o.instructions for o in every), kernel.name
        assert {c.symbol for m in chosen for c in m.trial.calls} == {c.symbol for m in layers for c in m.trial.calls}
        for factor in FACTORS:
            assert told(every, rates, factor, 0.01) <= told(few, rates, factor, -0.001), kernel.name
    assert some < 0.55 * whole


def test_the_whole_grids_are_counted_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """And another version of a kernel's C draws other layers of those that tell as much."""
    kernels = [k for k in kernels_of(load_target("cortex-m4")) if k.library.name == "armv7em"][:6]
    seen: list[int] = []
    monkeypatch.setattr(informative, "count_layers", lambda made, target: seen.append(len(made)) or [])
    informative.counted(kernels, "cortex-m4")
    monkeypatch.setattr(informative, "WHOLE", True)
    informative.counted(kernels, "cortex-m4")
    assert seen[0] < 0.6 * seen[1] and seen[1] == sum(len(k.grid) for k in kernels)
    rates = load_target("cortex-m4").rates
    drawn = set()
    for version in range(8):
        monkeypatch.setattr(informative, "_version", lambda _one, version=version: version)
        drawn.add(tuple(m.index for k in kernels for m in informative.informative(all_layers(k), rates)))
    assert len(drawn) > 1
