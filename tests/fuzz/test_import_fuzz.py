"""Damaged models: the importer answers with an error of its own, soon, and without allocating what the file claims."""

from __future__ import annotations

import tempfile
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgec.converter.errors import EdgecError, Exit
from edgec.converter.onnx_import import import_model
from edgec.converter.passes import run_default

REPO = Path(__file__).resolve().parents[2]
CORPUS = [
    p.read_bytes()
    for p in sorted([*REPO.glob("tests/torch_models/*_static.onnx"), *REPO.glob("tests/sklearn_models/*.onnx")])
]
KINDS = ["set", "insert", "delete", "repeat"]
EDITS = st.lists(
    st.tuples(
        st.floats(0, 1), st.sampled_from(["set", "insert", "delete", "repeat"]), st.binary(min_size=1, max_size=9)
    ),
    min_size=1,
    max_size=6,
)


def damaged(data: bytes, edits: list[tuple[float, str, bytes]]) -> bytes:
    for where, kind, patch in edits:
        at = int(where * (len(data) - 1)) if data else 0
        keep = {"set": len(patch), "insert": 0, "delete": len(patch), "repeat": 0}[kind]
        middle = {"set": patch, "insert": patch, "delete": b"", "repeat": data[at : at + 40]}[kind]
        data = data[:at] + middle + data[at + keep :]
    return data


def test_there_is_a_corpus() -> None:
    assert len(CORPUS) > 10


def imported(path: Path) -> Exit:
    """The exit code the command line would give."""
    try:
        run_default(import_model(path).graph)
    except EdgecError as error:
        return error.exit_code
    return Exit.DONE


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(which=st.integers(0, 10**6), edits=EDITS)
def test_damage_is_refused_or_harmless(which: int, edits: list[tuple[float, str, bytes]]) -> None:
    data = damaged(CORPUS[which % len(CORPUS)], edits)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.onnx"
        path.write_bytes(data)
        tracemalloc.start()
        began = time.process_time()
        code = imported(path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert code != Exit.INTERNAL
        assert time.process_time() - began < 10
        assert peak < 1 << 30
