"""ONNX Runtime may end the process on a model; the commands go on and say so."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from edgec.samples.reference import Reference
from edgec.samples.trial import fatal_signal

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")


def test_the_signal_that_ends_the_work_has_a_name() -> None:
    assert fatal_signal(lambda: os.kill(os.getpid(), signal.SIGSEGV)) == "SIGSEGV"


def test_work_that_returns_raises_or_takes_long_is_harmless() -> None:
    def fails() -> None:
        raise KeyboardInterrupt

    assert fatal_signal(lambda: None) == fatal_signal(fails) == ""
    assert fatal_signal(signal.pause, seconds=0.1) == ""


def add_one(path: Path) -> Path:
    """A model of one addition."""
    one = onnx.numpy_helper.from_array(np.ones(1, np.float32), "one")
    ports = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 3]) for name in "xy"]
    graph = helper.make_graph([helper.make_node("Add", ["x", "one"], ["y"])], "g", ports[:1], ports[1:], [one])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return path


def test_a_session_that_crashes_is_no_reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = add_one(tmp_path / "m.onnx")
    assert not Reference(path).missing
    parent, session = os.getpid(), __import__("onnxruntime").InferenceSession

    class Crashing(session):  # type: ignore[misc, valid-type]
        def run(self, *given: object) -> object:
            if os.getpid() != parent:
                os.kill(os.getpid(), signal.SIGSEGV)
            return super().run(*given)

    monkeypatch.setattr("onnxruntime.InferenceSession", Crashing)
    assert Reference(path).note == (
        "ONNX Runtime does not run the model (it ends with SIGSEGV): the simulator alone is compared with"
    )
