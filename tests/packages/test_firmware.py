"""Folders in real frameworks (benchmarks/firmware.py), where EDGEC_FIRMWARE_SOURCES names what a developer fetched."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import firmware
from benchmarks.firmware import BOARDS, Board, Result
from tests.packages.tools import named


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_all_bytes_are_equal(board: Board, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = named("EDGEC_FIRMWARE_SOURCES", "folder of fetched frameworks")
    lacking = firmware.missing(board, sources)
    if lacking:
        pytest.skip(f"{sources} has no {lacking}")
    monkeypatch.setenv("CMSIS_NN_DIR", str(sources / "cmsis-nn"))
    result = firmware.outcome(board, sources, 5, tmp_path / "models", tmp_path)
    assert result.good and (result.samples == 10 or not board.machine), result


def test_a_row_that_was_not_measured_again_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n\n{firmware.MARK}{firmware.HEAD}\nafter\n")
    monkeypatch.setattr(firmware, "PAGE", page)
    last, first = Result(BOARDS[-1], 0, 0, 60.0), Result(BOARDS[0], 40, 40, 120.0)
    firmware.write([last])
    firmware.write([first])
    rows = page.read_text().split(firmware.HEAD)[1]
    assert rows == (
        "| zephyr | mps2_an385 | own | 40 of 40 | 2.0 |\n| pico-sdk | pico | own | built | 1.0 |\n\nafter\n"
    )


def test_a_byte_that_differs_is_no_success() -> None:
    assert Result(BOARDS[0], 40, 40, 1.0).good
    assert not Result(BOARDS[0], 40, 39, 1.0).good and not Result(BOARDS[0], 0, 0, 1.0, "no image").good


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "zephyr").mkdir()
    assert firmware.missing(BOARDS[1], tmp_path) == "cmsis, cmsis-nn"
