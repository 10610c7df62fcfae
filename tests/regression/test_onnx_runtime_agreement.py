"""Attributes whose values once departed from ONNX Runtime's: they agree now, or are refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from edgec.converter.graph.errors import Exit, UnsupportedModel
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.conformance.grid_parts import Fixed, Sample, ints, reals
from tests.conformance.grids import case_of
from tests.conformance.onnx_cases import prepare
from tests.conformance.runner import run_all, summary

RNG = np.random.default_rng(3)
LENGTHS = np.array([0, 2], np.int32)
STEPS, BATCH, SIZE, HIDDEN = 3, 2, 3, 2


def recurrent(op: str, gates: int, **attrs: object) -> Sample:
    """A layer with initial states; one of the sequences has no step."""
    weights = [Fixed(reals(RNG, 1, gates * HIDDEN, n) * 2) for n in (SIZE, HIDDEN)]
    states = [reals(RNG, 1, BATCH, HIDDEN) for _ in range(2 if op == "LSTM" else 1)]
    inputs = [reals(RNG, STEPS, BATCH, SIZE) * 2, *weights, None, LENGTHS, *states]
    return Sample(op, inputs, {"hidden_size": HIDDEN, **attrs}, 14, 3 if op == "LSTM" else 2)


GRID = RNG.uniform(-1.4, 1.4, (1, 4, 4, 2)).astype(np.float32)
SAME: dict[str, Sample] = {
    "slice_from_before_the_start": Sample(
        "Slice", [reals(RNG, 6), ints([-7]), ints([-(1 << 40)]), ints([0]), ints([-2])]
    ),
    "lstm_clip_and_no_steps": recurrent("LSTM", 4, clip=0.5),
    "gru_no_steps_reversed": recurrent("GRU", 3, direction="reverse"),
    "rnn_no_steps": recurrent("RNN", 1, activations=["Affine"], activation_alpha=[0.3], activation_beta=[0.1]),
    "cubic_border": Sample(
        "GridSample", [reals(RNG, 1, 2, 3, 4), GRID], {"mode": "cubic", "padding_mode": "border"}, 20
    ),
    "transposes_before_another_operand": Sample(
        "Einsum", [reals(RNG, 1, 1), reals(RNG, 1, 1), reals(RNG, 1, 1, 2)], {"equation": "ab,bc,acd->dcab"}
    ),
}
X = reals(RNG, 1, 2, 6, 6)
REFUSED: list[tuple[Sample, str]] = [
    (
        Sample("MaxPool", [X], {"kernel_shape": [2, 2], "dilations": [2, 2], "auto_pad": "SAME_UPPER"}),
        "it has auto_pad SAME and dilations, which ONNX and its runtime pad differently; export explicit pads",
    ),
    (
        Sample("ConvTranspose", [X, Fixed(reals(RNG, 2, 1, 1, 1))], {"strides": [2, 2], "auto_pad": "SAME_UPPER"}),
        "would need negative pads along spatial axis 0; export explicit pads",
    ),
    (recurrent("RNN", 1, activations=["ScaledTanh"]), "has no default alpha and beta; give activation_alpha"),
    (recurrent("RNN", 1, activations=["ThresholdedRelu"]), "has no default alpha and beta"),
    (
        Sample("Slice", [X, ints([4]), ints([(1 << 63) - 1]), ints([2]), ints([-1])]),
        "goes backwards to 9223372036854775807, which is nothing or all; use the smallest integer for all",
    ),
]


def test_values_agree() -> None:
    if not available(load_target("host")):
        pytest.skip("no compiler")
    made = [replace(case_of(sample, name), name=name) for name, sample in SAME.items()]
    found = run_all(made)
    assert all(o.status == "passed" for o in found), summary(found)


@pytest.mark.parametrize(("sample", "sentence"), REFUSED)
def test_what_is_not_agreed_upon_is_refused(sample: Sample, sentence: str) -> None:
    with pytest.raises(UnsupportedModel) as caught:
        prepare(case_of(sample, "refused"))
    assert caught.value.exit_code == Exit.UNSUPPORTED == 3
    assert sentence in caught.value.refusals[0].sentence()
