"""The examples for firmware run under QEMU and say what their texts promise."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.conftest import REPO
from tests.packages.tools import run

EXAMPLES = REPO / "examples"
pytestmark = [
    pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no Arm compiler or QEMU"),
    pytest.mark.slow,
]


@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
def test_bare_metal(tmp_path: Path) -> None:
    edgec = f"{sys.executable} -m edgec"
    done = run("make", "-s", "run", f"BUILD={tmp_path / 'build'}", f"EDGEC={edgec}", cwd=EXAMPLES / "bare-metal")
    assert done.returncode == 0 and "digit 7" in done.stdout + done.stderr, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake")
def test_the_cascade_saves_energy_and_answers_as_the_simulator(tmp_path: Path) -> None:
    words = ("--hours", 24, "--frames-an-hour", 100, "--on-core", 600, "--output", tmp_path / "build")
    done = run(sys.executable, EXAMPLES / "cascade" / "day.py", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    hours = re.findall(r"^ *(\d+) +100 +(\d+) +([0-9.]+) +([0-9.]+)$", done.stdout, re.MULTILINE)
    assert [int(hour) for hour, *_ in hours] == list(range(24))
    (day,) = re.findall(r"^day +2400 +(\d+) +([0-9.]+) +([0-9.]+)$", done.stdout, re.MULTILINE)
    assert int(day[0]) == sum(int(woken) for _, woken, *_ in hours) > 0
    assert float(day[1]) < float(day[2]) / 2
    assert "on the core: 600 frames" in done.stdout and "times, as in the simulator" in done.stdout


@pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake")
def test_the_decoder_tells_what_the_simulator_tells(tmp_path: Path) -> None:
    words = ("--count", 64, "--quantize", "int8", "--output", tmp_path / "build")
    done = run(sys.executable, EXAMPLES / "decoder" / "tell.py", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    ((share, count),) = re.findall(r"a character, ([0-9.]+) for each of (\d+) parameters", done.stdout)
    assert float(share) <= 1.3 and 100_000 <= int(count) <= 1_000_000
    assert re.search(r"^\d+ characters a second on stm32l4r5", done.stdout, re.MULTILINE)
    assert "the text is the one that the simulator tells" in done.stdout


@pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake")
def test_keywords_of_raw_audio(shared: Path, tmp_path: Path) -> None:
    model = shared / "models" / "mlperf_kws_dscnn.onnx"
    words = ("--clips", 50, "--on-core", 3, "--output", tmp_path / "build")
    done = run(sys.executable, EXAMPLES / "keywords" / "spot.py", model, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    ((ratio, same),) = re.findall(r"features: ([0-9.]+) dB to float64; (\d+) of 50 clips", done.stdout)
    assert float(ratio) >= 60.0 and int(same) >= 49
    assert "on the core: 3 clips, features and classes as in Python" in done.stdout


def test_accuracy_of_raw_audio(tmp_path: Path) -> None:
    """Integer features cost less than a point of accuracy; the recordings of a folder are read as they are named."""
    done = run(sys.executable, EXAMPLES / "keywords" / "accuracy.py", "--words", 4, "--training", 40, "--test", 25)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = re.findall(
        r"^(float64|integers, FFT of \d\d bits) .* ([0-9.]+)% +([0-9.]+)% +\d+ and \d+$", done.stdout, re.MULTILINE
    )
    assert [name for name, *_ in rows] == ["float64", "integers, FFT of 32 bits", "integers, FFT of 16 bits"]
    assert all(50.0 < float(figure) <= 100.0 for _, *figures in rows for figure in figures)
    refused = run(sys.executable, EXAMPLES / "keywords" / "accuracy.py", "--recordings", tmp_path)
    assert refused.returncode == 1 and "has no recordings" in refused.stderr


def test_the_cascades_gate_is_what_its_script_makes(tmp_path: Path) -> None:
    for name in ("cascade/gate.py", "digits/calibration.npz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(EXAMPLES / name, tmp_path / name)
    assert run(sys.executable, tmp_path / "cascade" / "gate.py").returncode == 0
    import numpy as np
    import onnx
    from onnx import numpy_helper

    made, kept = (onnx.load(p / "cascade" / "gate.onnx") for p in (tmp_path, EXAMPLES))
    for a, b in zip(made.graph.initializer, kept.graph.initializer, strict=True):
        assert np.allclose(numpy_helper.to_array(a), numpy_helper.to_array(b), atol=1e-5)
