"""Decoders of one token a call: caches are states, and every token gives equal bytes everywhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import edgec as package
from tests.builders.decoder_models import FORMS, decoder, tokens

STEPS = 64
WANTED = {"int8": 20.0, "int4": 12.0, "float32": 100.0}  # dB


@pytest.mark.parametrize(
    ("form", "scheme"), [*((form, "int8") for form in FORMS), ("sliding", "int4"), ("where", "float32")]
)
def test_sixty_four_tokens(form: str, scheme: str, tmp_path: Path) -> None:
    onnx.save(decoder(form), tmp_path / "decoder.onnx")
    np.savez(tmp_path / "tokens.npz", **tokens(form, STEPS))
    integers = {} if scheme == "float32" else {"calibration": tmp_path / "tokens.npz", "calibrator": "minmax"}
    made = package.convert(
        tmp_path / "decoder.onnx", quantize=scheme, state=("auto",), output=tmp_path / "out", **integers
    )
    assert [s.input for s in made.report.states] == ["k", "v"]
    found = package.verify(made, data=tmp_path / "tokens.npz")
    assert found.mismatches == () and found.agree["host"] == found.agree["qemu"] == STEPS
    assert scheme == "float32" or found.byte_equal == {"host": STEPS, "qemu": STEPS}
    assert min(found.accuracy.values()) >= WANTED[scheme]
