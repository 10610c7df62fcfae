"""Mistakes in generated folders: each is noticed by the one of which the table in docs/proof.md says so."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("z3", reason="the extra 'prove' is not installed")

from edgec.converter.graph.errors import UsageError
from edgec.folder.read import OutputFolder, open_checked
from edgec.proof.arguments import compare_arguments
from edgec.proof.findings import Proof
from edgec.proof.forms import prove_forms
from edgec.proof.helpers import compare_helpers
from edgec.proof.image import compiled
from edgec.proof.interface import prove_interface
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import save
from tests.proof.mistakes import GROUPS, SEEDS
from tests.proof.seeds import CHECKS, COMPILER, HEADER, M0, M3, M4, M55, NETS, OUTSIDE, RV32, VERIFY, Seed
from tests.suite.sample import sample

pytestmark = pytest.mark.skipif(
    not available(load_target(M4)), reason="the Arm toolchain or QEMU is missing (CI installs both)"
)
FEWEST = 40
"""Mistakes that must be noticed."""
Made = Callable[[str, str], Path]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The folder of a net for a target, converted once."""
    from edgec.cli import run

    @cache
    def get(name: str, target: str) -> Path:
        proto, folder = NETS[name](), tmp_path_factory.mktemp(name)
        shape = [d.dim_value for d in proto.graph.input[0].type.tensor_type.shape.dim]
        samples, out = folder / "x.npz", folder / "out"
        np.savez(samples, x=np.random.default_rng(0).standard_normal((16, *shape[1:])).astype(np.float32))
        words = ["convert", save(proto, folder), "-t", target, "--calibration", samples, "-o", out]
        assert run([str(w) for w in words]) == 0
        return out

    return get


def opened(folder: Path) -> OutputFolder:
    return open_checked(folder, allow_edited=True)


def forms(out: OutputFolder) -> tuple[Proof, ...]:
    return prove_forms(out, None, 300.0, lambda _done, _total: None)


def planted(seed: Seed, made: Made, folder: Path) -> OutputFolder:
    """A copy of the seed's net with the mistake."""
    shutil.copytree(made(seed.net, seed.target), folder)
    seed.plant(folder)
    return opened(folder)


WHOLE = [(net, target) for net in NETS for target in (M4, M3, M0, M55, RV32)]


@pytest.mark.parametrize(("net", "target"), WHOLE)
def test_without_a_mistake_all_is_proven(net: str, target: str, made: Made) -> None:
    out = opened(made(net, target))
    assert [f"{p.where}: {p.detail}" for p in (*forms(out), *prove_interface(out, compiled(out))) if not p.proven] == []


PROVEN = [s for s in SEEDS if s.by not in (COMPILER, VERIFY, OUTSIDE)]
KINDS = {seed.what: kind for kind, seeds in GROUPS.items() for seed in seeds}


def kind(seed: Seed) -> tuple[str, ...]:
    """Return what is changed, in which file of which net, and who notices it."""
    return KINDS[seed.what], seed.net, seed.target, seed.file, seed.by


@pytest.mark.grids
@pytest.mark.parametrize("seed", sample(PROVEN, kind), ids=lambda s: s.what)
def test_prove_notices(seed: Seed, made: Made, tmp_path: Path) -> None:
    out = planted(seed, made, tmp_path / "edited")
    if seed.by == CHECKS:
        found: tuple[Proof, ...] = (compare_arguments(out, compiled(out)),)
    else:
        found = (compare_helpers(out),) if seed.by == HEADER else forms(out)
    details = [p.detail for p in found if not p.proven]
    assert details
    assert not any("time" in d for d in details)


@pytest.mark.parametrize("seed", [s for s in SEEDS if s.by == COMPILER], ids=lambda s: s.what)
def test_the_compiler_notices(seed: Seed, made: Made, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not compile"):
        compiled(planted(seed, made, tmp_path / "edited"))


@pytest.mark.parametrize("seed", [s for s in SEEDS if s.by == VERIFY], ids=lambda s: s.what)
def test_verify_notices(seed: Seed, made: Made, tmp_path: Path, edgec: Callable[..., Any]) -> None:
    model, folder = made(seed.net, seed.target).parent / "m.onnx", tmp_path / "out"
    planted(seed, made, folder)
    ran = edgec("verify", folder, "--allow-edited", "--model", model)
    assert ran.code == 5, ran.err


def test_verify_notices_a_wrong_helper_of_the_header(made: Made, tmp_path: Path, edgec: Callable[..., Any]) -> None:
    seed = next(s for s in SEEDS if s.by == HEADER and s.what.startswith("NaN"))
    planted(seed, made, tmp_path / "out")
    model = made(seed.net, seed.target).parent / "m.onnx"
    ran = edgec("verify", tmp_path / "out", "--allow-edited", "--model", model, "--on", "host", "--samples", 2)
    assert ran.code == 5
    assert "m.h: quantize_input0, dequantize_output0: quantize_input0 gives" in ran.err


@pytest.mark.parametrize("seed", [s for s in SEEDS if s.by == OUTSIDE], ids=lambda s: s.what)
def test_what_is_outside_changes_no_byte(seed: Seed, made: Made, tmp_path: Path) -> None:
    assert seed.why
    assert [p.detail for p in forms(planted(seed, made, tmp_path / "edited")) if not p.proven] == []


def test_enough_mistakes_of_every_kind() -> None:
    assert len(PROVEN) >= FEWEST
    assert {kind(s) for s in sample(PROVEN, kind)} == {kind(s) for s in PROVEN}
    assert len({s.what for s in SEEDS}) == len(SEEDS)
    assert {s.net for s in SEEDS} == set(NETS)
