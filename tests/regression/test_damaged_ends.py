"""Findings of mutants of models: ends of models without inputs, and scales that are not finite."""

from __future__ import annotations

import math

import pytest

from edgec.converter.arithmetic.fixed_point import add_multipliers
from edgec.converter.graph.errors import OutOfProportion, UsageError
from edgec.converter.onnx.edit import drop_final_softmax
from tests.builders.onnx_models import model, node


@pytest.mark.parametrize(
    "last",
    [node("Identity", [], ["y"]), node("Softmax", [], ["y"]), node("Identity", ["y"], ["y"])],
    ids=["no input", "softmax without input", "cycle"],
)
def test_argmax_of_an_output_that_comes_from_nowhere(last: object) -> None:
    with pytest.raises(UsageError, match="no output of the model ends in a softmax"):
        drop_final_softmax(model([node("Relu", ["x"], ["h"]), last], {"x": [1, 4]}, ["y"]), 17)


@pytest.mark.parametrize("scales", [(math.inf, 1.0, math.inf), (1.0, math.inf, 1.0), (math.nan, 1.0, 1.0)])
def test_sums_of_scales_that_are_not_finite(scales: tuple[float, float, float]) -> None:
    with pytest.raises(OutOfProportion):
        add_multipliers(*scales)
