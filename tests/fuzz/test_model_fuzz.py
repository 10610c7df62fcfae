"""Mutated models through the whole path for a short time, and all that was ever found; ``run.py`` is the long form."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.fuzz.path import Finding, Limits, Taken, compiled, taken
from tests.fuzz.run import CORPUS, fuzz, seeds

MODELS, SECONDS = 100, 60
FILES = sorted(CORPUS.glob("*.onnx"))
FINDINGS = ("crash", "hang", "memory", "program", "difference")


@pytest.fixture(autouse=True)
def _compiler() -> None:
    if not available(load_target("host")):
        pytest.skip("no compiler")


@pytest.mark.slow
def test_mutated_models(tmp_path: Path) -> None:
    met = fuzz(1, time.monotonic() + SECONDS, seeds(), tmp_path, MODELS)
    texts = [p.read_text(encoding="utf-8")[-600:] for p in sorted(tmp_path.glob("*.txt"))]
    assert not any(met[kind] for kind in FINDINGS), "\n".join(texts)
    assert met["compiled and run"] > 0
    assert met["refused (2)"] > 0


@pytest.mark.slow
def test_the_corpus() -> None:
    """The seeds are converted, what was found is not found again; one program holds them all."""
    assert len(FILES) > 60
    results = [taken(p.read_bytes(), i, False, Limits()) for i, p in enumerate(FILES)]
    results += [
        taken(p.read_bytes(), 1000 + i, True, Limits()) for i, p in enumerate(FILES) if p.name.startswith("found")
    ]
    assert not [r.text for r in results if isinstance(r, Finding)]
    models = [r for r in results if isinstance(r, Taken)]
    assert len(models) > 50
    assert not [f.text for f in compiled(models)]


def test_limits_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that takes too long or too much is seen."""
    import tests.fuzz.path as path

    def slow(*_: object) -> str:
        while True:
            pass

    def large(*_: object) -> str:
        return str(len(bytearray(1 << 31)))

    def broken(*_: object) -> str:
        raise KeyError("no such thing")

    for function, kind in ((slow, "hang"), (large, "memory"), (broken, "crash")):
        monkeypatch.setattr(path, "_converted", function)
        found = taken(b"", 0, False, Limits(seconds=0.2))
        assert isinstance(found, Finding)
        assert found.kind == kind
