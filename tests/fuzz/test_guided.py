"""The readers of untrusted files: all that was kept is read again; a search of seconds where atheris is installed."""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPO
from tests.fuzz.guided import KEPT, KINDS, LONGEST, MEGABYTES
from tests.fuzz.readers import MUTATORS, READERS, Broken, read_onnx

RUNS, SECONDS = 1500, 60  # the same files on every machine that is not much slower


@pytest.mark.parametrize("kind", KINDS)
def test_the_corpus(kind: str, tmp_path: Path) -> None:
    """Each file that is kept is small, and is read or refused as documented."""
    files = sorted((KEPT / kind).iterdir())
    assert len(files) > 15
    assert max(f.stat().st_size for f in files) <= LONGEST
    accepted = sum(READERS[kind](f.read_bytes(), tmp_path) for f in files)
    assert 0 < accepted < len(files)


@pytest.mark.parametrize("kind", KINDS)
def test_mutations_reach_beyond_the_surface(kind: str, tmp_path: Path) -> None:
    """Mutated files are still accepted now and then, so that what is behind the first checks is searched too."""
    rng = random.Random(3)
    files = [f.read_bytes() for f in sorted((KEPT / kind).iterdir())]
    accepted = [f for f in files if READERS[kind](f, tmp_path)]
    made = [MUTATORS[kind](rng.choice(accepted), rng) for _ in range(60)]
    taken = sum(READERS[kind](data, tmp_path) for data in made)
    assert 3 <= taken < len(made)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_guided_search(kind: str, tmp_path: Path) -> None:
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed (the extra 'fuzz')")
    command = [sys.executable, "-m", "tests.fuzz.guided", kind, "--seconds", str(SECONDS), "--runs", str(RUNS)]
    command += ["--corpus", str(tmp_path / "new")]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, cwd=REPO, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    runs = [line for line in done.stderr.splitlines() if line.startswith("stat::number_of_executed_units")]
    assert int(runs[0].split()[-1]) > len(list((KEPT / kind).iterdir()))


@pytest.mark.slow
def test_a_large_caller_is_not_counted(tmp_path: Path) -> None:
    """The limit on memory is the search's own, whatever the process that starts it has used."""
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed (the extra 'fuzz')")
    command = ["-m", "tests.fuzz.guided", "npz", "--seconds", "5", "--runs", "1", "--corpus", str(tmp_path / "new")]
    large = (
        "import subprocess, sys\n"
        f"held = b'x' * ({MEGABYTES + 100} << 20)\n"
        "sys.exit(subprocess.run([sys.executable, *sys.argv[1:]]).returncode)"
    )
    done = subprocess.run(
        [sys.executable, "-c", large, *command], cwd=REPO, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_a_broken_reader_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An error that nobody meant, or one without an exit code of its own, is no refusal."""
    import tests.fuzz.readers as readers
    from edgec.converter.graph.errors import EdgecError

    def crash(*_: object, **__: object) -> None:
        raise KeyError("no such thing")

    def vague(*_: object, **__: object) -> None:
        raise EdgecError("something went wrong")

    monkeypatch.setattr(readers, "import_model", crash)
    with pytest.raises(KeyError):
        read_onnx(b"", tmp_path)
    monkeypatch.setattr(readers, "import_model", vague)
    with pytest.raises(Broken):
        read_onnx(b"", tmp_path)
