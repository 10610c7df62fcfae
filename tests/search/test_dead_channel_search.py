"""Tests of which dead channels a conversion removes, and of what ``--optimize size`` is estimated to take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.reports import Report
from edgec.search import search
from edgec.search.prune.channels import Channels
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.dead_channel_models import separable
from tests.builders.onnx_models import save

Converted: TypeAlias = Callable[..., tuple[Report, list[str]]]
STAY, REMOVED = "cannot change any output byte stay", "are removed"


def conversion(folder: Path, live: int, channels: int, size: int = 24) -> Converted:
    """Converts a net of ``channels``, of which ``live`` are alive, for a target; the report and the notes."""
    model = save(separable(live, live, channels, size), folder)
    samples = np.random.default_rng(1).standard_normal((8, 1, 1, size, size)).astype(np.float32)
    np.savez(folder / "calibration.npz", x=samples)

    def convert_for(target: str, **options: object) -> tuple[Report, list[str]]:
        notes: list[str] = []
        data = str(folder / "calibration.npz")
        asked = ConvertOptions(target=target, calibration=data, quantize="int8", **options)  # type: ignore[arg-type]
        return convert(model, asked, folder / "out", on_message=notes.extend).report, notes

    return convert_for


def width(report: Report) -> int:
    """Channels of the depthwise layer."""
    return report.layers[1].output_shape[-1]


def needs(name: str) -> None:
    if not available(load_target(name)):
        pytest.skip(f"no toolchain for {name}")


@pytest.mark.parametrize("target", ["cortex-a53", "cortex-a76"])
def test_seven_of_eight_channels_stay_eight_on_cortex_a(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    converted = conversion(tmp_path, 7, 8)
    priced, notes = converted(target)
    kept, _ = converted(target, keep_dead_channels=True)
    assert width(priced) == width(kept) == 8 and priced.instructions <= kept.instructions
    assert any(STAY in note for note in notes)
    monkeypatch.setattr(search, "channels_asked", lambda *_: Channels())
    gone, _ = converted(target)
    assert width(gone) == 7 and gone.instructions > 1.2 * priced.instructions


def test_all_go_where_bytes_are_short_and_that_is_quicker(tmp_path: Path) -> None:
    needs("cortex-a76")
    converted = conversion(tmp_path, 7, 8)
    speed, size = (converted("cortex-a76", optimize=mode)[0].flash.needed for mode in ("speed", "size"))
    limit = (speed + size) // 2
    taken, notes = converted("cortex-a76", max_flash=limit)
    kept, _ = converted("cortex-a76", max_flash=limit, keep_dead_channels=True)
    assert width(taken) == 7 and taken.flash.needed <= limit
    assert taken.instructions < kept.instructions
    assert any(REMOVED in note for note in notes)


def test_they_stay_where_bytes_are_short_and_that_is_quicker(tmp_path: Path) -> None:
    needs("cortex-a76")
    converted = conversion(tmp_path, 7, 8)
    limit = converted("cortex-a76")[0].flash.needed - 8
    taken, notes = converted("cortex-a76", max_flash=limit)
    assert width(taken) == 8 and taken.flash.needed <= limit
    assert not any(REMOVED in note for note in notes)


def test_size_is_not_refused_for_a_factor_that_assembly_does_not_have(tmp_path: Path) -> None:
    """Compiled kernels take 1.39 times as long at -Os on the mean, which this limit does not allow."""
    needs("cortex-m55")
    converted = conversion(tmp_path, 16, 16, 48)
    limit = int(1.15 * converted("cortex-m55")[0].instructions)
    size, _ = converted("cortex-m55", optimize="size", max_instructions=limit)
    assert size.level == "Os" and size.instructions <= limit
