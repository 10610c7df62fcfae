"""``edgec.testing``: what a firmware project's own tests call."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from edgec import ConvertOptions, convert
from edgec.converter.graph.errors import UsageError
from edgec.testing import assert_gates, assert_up_to_date, verified
from tests.builders.codegen_models import need


@pytest.fixture(scope="module")
def made(digits: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("gcc")
    return convert(
        digits / "digits.onnx", ConvertOptions(target="host"), tmp_path_factory.mktemp("d") / "digits"
    ).folder


def test_verified(made: Path, digits: Path, tmp_path: Path) -> None:
    found = verified(made, str(digits / "evaluation.npz"), samples=9)
    assert found.samples == 9 and found.metric == "top1" and found.accuracy["host"] > 0.5
    edited = shutil.copytree(made, tmp_path / "digits")
    (edited / "digits.c").write_text("int x;\n")
    with pytest.raises(UsageError, match="is not as edgec wrote it"):
        verified(edited)


def test_verified_fails_as_an_assertion(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from edgec.commands import verify

    real = verify.compared
    monkeypatch.setattr(verify, "compared", lambda outputs, runs, *rest, **more: real(
        outputs, {p: [y + (p == "host") for y in ys] for p, ys in runs.items()}, *rest, **more
    ))  # fmt: skip
    with pytest.raises(AssertionError, match="host: 4 of 4 samples differ"):
        verified(made, samples=4)


def test_gates_by_keywords(made: Path, digits: Path) -> None:
    data = str(digits / "evaluation.npz")
    checks = assert_gates(made, data, samples=20, max_flash="64K", min_accuracy=0.8)
    assert [c.name for c in checks] == ["max_flash", "min_accuracy"]
    assert len(assert_gates(made, max_growth_pct=0, baseline=made)) in (2, 3)
    with pytest.raises(AssertionError, match=r"2 of 2 gates broken:\n  max_flash: .*\n  max_arena: "):
        assert_gates(str(made), max_flash="1K", max_arena=1)
    with pytest.raises(AssertionError, match=r"max_drop: cannot be judged: top-1 needs labels"):
        assert_gates(made, max_drop=1, samples=2)


def test_gates_of_a_file(made: Path, tmp_path: Path) -> None:
    file = tmp_path / "edgec.toml"
    file.write_text('[gates]\nmax_flash = "1K"\nmax_arena = "1M"\n')
    with pytest.raises(AssertionError, match="1 of 2 gates broken"):
        assert_gates(made, config=file)
    assert len(assert_gates(made, config=file, max_flash="1M")) == 2
    file.write_text("[convert]\n")
    with pytest.raises(UsageError, match=r"has no table \[gates\]"):
        assert_gates(made, config=file)


def test_nothing_to_judge_is_an_error(made: Path) -> None:
    with pytest.raises(UsageError, match="no gate is given"):
        assert_gates(made)
    with pytest.raises(UsageError, match="max_growth_pct: not judged; name a folder"):
        assert_gates(made, max_growth_pct=5)
    with pytest.raises(UsageError, match=r"unknown key 'max_flahs' .*did you mean 'max_flash'"):
        assert_gates(made, max_flahs=5)


def test_up_to_date(made: Path, digits: Path) -> None:
    model = digits / "digits.onnx"
    assert_up_to_date(model, made, ConvertOptions(target="host"))
    with pytest.raises(AssertionError, match=r"is not up to date \(.*digits.c differs"):
        assert_up_to_date(model, made, ConvertOptions(target="host", argmax=True))
