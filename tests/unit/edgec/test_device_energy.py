"""Energy of what a device measured: from its profile, through the JSON of ``--results``, to the page."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from edgec.codegen.emit.runner import TickUnit, TimerKind
from edgec.commands.device_profile import DeviceProfile
from edgec.device.board import Hello
from edgec.device.measure import DeviceMeasurement
from edgec.reports.page.render import page
from edgec.reports.results import read_results
from edgec.targets.reader import load_target
from tests.builders.reports import chain_report

BY_CURRENT = {"nanojoules_per_cycle": None, "run_milliamperes": 12.0, "supply_volts": 3.0}


def profiled(unit: TickUnit, whole: float, clock: float = 120e6, **board: Any) -> DeviceProfile:
    """A profile of a chain of layers on an STM32L4R5 with these figures of energy."""
    report = chain_report(4)
    hello = Hello(b"", 256, 4, TimerKind.DWT, 32, unit, Fraction(1), Fraction(0), int(clock), 0, "chain")
    target = replace(load_target("stm32l4r5"), **board)
    return DeviceProfile(target, report, DeviceMeasurement(hello, 1, whole, (), 0.0, None), clock)


@pytest.mark.parametrize(
    ("found", "milliseconds", "microjoules", "tile"),
    [
        (profiled(TickUnit.CYCLES, 1_200_000), 10.0, 336.0, "336 \u00b5J"),  # 0.28 nJ a cycle
        (profiled(TickUnit.CYCLES, 1_200_000, **BY_CURRENT), 10.0, 360.0, "360 \u00b5J"),  # 36 mW, 10 ms
        (profiled(TickUnit.NANOSECONDS, 10_000_000, **BY_CURRENT), 10.0, 360.0, "360 \u00b5J"),
        (profiled(TickUnit.CYCLES, 1_500), 0.0125, 0.42, "0.42 \u00b5J"),
        (profiled(TickUnit.CYCLES, 1_200_000, nanojoules_per_cycle=None), 10.0, None, ""),
        (profiled(TickUnit.INSTRUCTIONS, 1_200_000), None, None, ""),
    ],
)
def test_time_and_energy_reach_the_page(
    found: DeviceProfile, milliseconds: float | None, microjoules: float | None, tile: str, tmp_path: Path
) -> None:
    assert found.latency_ms == (milliseconds and pytest.approx(milliseconds))
    assert found.energy_uj == (microjoules and pytest.approx(microjoules))
    assert ("energy" in found.summary()) == (microjoules is not None)
    file = tmp_path / "device.json"
    file.write_text(json.dumps(found.as_json()))
    shown = page(found.report, results=read_results(file, found.report))
    assert ("per inference, of the measured time" in shown) == bool(tile) and tile in shown
