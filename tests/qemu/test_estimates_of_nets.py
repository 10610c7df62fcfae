"""The estimated instructions of a whole net are near those counted, at every optimization level."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec import ConvertOptions, convert, profile
from edgec.codegen import GenerateOptions
from edgec.codegen.choose.choice import Selection
from edgec.codegen.kernels.spec import CTYPES
from edgec.reports.measure import write_files
from edgec.search.build import Measurements, build
from edgec.targets.machine.bench import BenchModel, Port
from edgec.targets.machine.profile import profile_model
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Rates, load_target
from tests.builders.search_models import network
from tests.builders.separable import samples, separable

BAND, OWN_RATES = (0.8, 1.25), (0.9, 1.1)


def ratio(name: str, level: str, folder: Path, rates: Rates | None = None) -> float:
    """Estimated to counted instructions of a net of convolutions."""
    target = load_target(name)
    target = target if rates is None else replace(target, rates=rates)
    who = GenerateOptions("net", target, "int8", "net", "0" * 64, "test", "speed", selection=Selection(level=level))
    made = build(network(), who, Measurements(target, lambda _: None))
    folder.mkdir()
    write_files(folder, made.files)
    inputs, outputs = (
        [Port(CTYPES[t.dtype], t.nbytes) for t in side] for side in (made.plan.inputs, made.plan.outputs)
    )
    model = BenchModel("net", tuple(inputs), tuple(outputs), made.plan.arena_size, made.plan.arena_align)
    samples = [np.zeros((1, *t.shape), np.int8) for t in made.plan.inputs]
    counted = profile_model(folder, model, target, samples, len(made.report.layers)).total.instructions
    return made.report.instructions / counted


def needs(name: str) -> None:
    if not available(load_target(name)):
        pytest.skip(f"no toolchain for {name}")


@pytest.mark.parametrize("level", ["Os", "O2"])
@pytest.mark.parametrize("name", ["cortex-m4", "cortex-m0plus", "cortex-m7", "cortex-a53"])
def test_levels(name: str, level: str, tmp_path: Path) -> None:
    needs(name)
    assert BAND[0] <= ratio(name, level, tmp_path / "net") <= BAND[1]


def test_the_mean_of_all_kernels_is_not_that_of_a_net(tmp_path: Path) -> None:
    needs("cortex-m4")
    mean = {"Os": {"armv7em": 1.39, "plain": 2.01}}  # of all kernels of the libraries alike
    rates = replace(load_target("cortex-m4").rates, levels=mean, at={})
    assert ratio("cortex-m4", "Os", tmp_path / "net", rates) > BAND[1]


def test_risc_v_has_rates_of_its_own(tmp_path: Path) -> None:
    needs("rv32imc")
    assert OWN_RATES[0] <= ratio("rv32imc", "", tmp_path / "net") <= OWN_RATES[1]


@pytest.mark.parametrize("mode", ["speed", "balanced", "size", "ram"])
def test_modes(mode: str, tmp_path: Path) -> None:
    """The report's figure, by which ``--max-instructions`` goes, of separable convolutions."""
    needs("cortex-m4")
    separable(tmp_path / "net.onnx")
    options = ConvertOptions(calibration=samples(tmp_path / "data.npz"), optimize=mode)
    made = convert(tmp_path / "net.onnx", options, tmp_path / "out")
    counted = profile(made.folder).as_json()["instructions"]
    assert BAND[0] * counted <= made.report.instructions <= BAND[1] * counted
