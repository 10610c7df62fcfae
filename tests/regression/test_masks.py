"""Masks ahead of a softmax take no part in the ranges: masked nets are as near to float as others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import GenerateOptions, generate
from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.ir import Array, Graph
from edgec.converter.onnx.importer import import_model
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.masks import unmasked
from edgec.quantize.ranges.scheme import Scheme
from edgec.quantize.ranges.simulate import run_float, simulate, to_real
from edgec.quantize.rewrite.rewrites import simplified
from edgec.targets.machine.compile import SANITIZERS
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.mask_models import KINDS, TOKENS, WIDTH, masked_attention
from tests.conformance.c_program import Job, run_jobs

WANTED_DB = {Scheme.INT8: 24.0, Scheme.INT16X8: 36.0}


def graph_of(kind: str, folder: Path) -> Graph:
    path = folder / "attention.onnx"
    path.write_bytes(masked_attention(kind).SerializeToString())
    return simplified(import_model(path).graph)


def samples(count: int, seed: int) -> Array:
    return np.random.default_rng(seed).normal(0.0, 1.0, (count, 1, TOKENS, WIDTH)).astype(np.float32)


def outputs(graph: Graph, scheme: Scheme, calibrator: str = "auto") -> tuple[Graph, Array, Array, Array]:
    """The integer graph, its input and output, and the real output."""
    made = quantize_model(graph, [samples(12, 1)], QuantizeOptions(scheme, calibrator))
    x = samples(8, 2)
    t = made.tensors[made.inputs[0]]
    assert t.quant is not None
    integers = quantize_array(x, t.quant, t.dtype)
    return made, integers, simulate(made, [integers])[0], run_float(graph, [x])[0]


@pytest.mark.parametrize("scheme", WANTED_DB)
@pytest.mark.parametrize("kind", KINDS)
def test_masked_nets_are_as_near_as_others(kind: str, scheme: Scheme, tmp_path: Path) -> None:
    made, _, y, wanted = outputs(graph_of(kind, tmp_path), scheme)
    assert sqnr_db(wanted, to_real(y, made.tensors[made.outputs[0]])) >= WANTED_DB[scheme]


@pytest.mark.parametrize("calibrator", ["minmax", "percentile", "mse"])
def test_no_calibrator_lets_masked_scores_in(calibrator: str, tmp_path: Path) -> None:
    made, _, y, wanted = outputs(graph_of("added", tmp_path), Scheme.INT8, calibrator)
    assert sqnr_db(wanted, to_real(y, made.tensors[made.outputs[0]])) >= 20.0


def test_c_gives_the_bytes(tmp_path: Path) -> None:
    host = load_target("host")
    if not available(host):
        pytest.skip("no compiler")
    made, x, y, _ = outputs(graph_of("filled_infinity", tmp_path), Scheme.INT8)
    job = Job(generate(made, GenerateOptions("masked", host, "int8", "masked", "0" * 64, "test")), (x[0],))
    np.testing.assert_array_equal(run_jobs([job], host, tmp_path, SANITIZERS)[0][0], y[0])


def test_what_counts_of_scores() -> None:
    scores = np.array([[3.0, 1.0, -1e4], [-2.0, -np.inf, -4.0]])
    lowest = -2.0 - np.log(2.0**11 * 3)
    np.testing.assert_allclose(unmasked(scores, 1), [[3.0, 1.0, lowest], [-2.0, lowest, -4.0]])
    together = np.array([[3.0, -40.0, 1.0]])
    assert unmasked(together, 1) is together


def test_a_row_that_is_masked_as_a_whole_is_left_as_it_is() -> None:
    scores = np.array([[3.0, 1.0, -1e4], [-1e4, -9999.0, -1e4]])
    assert unmasked(scores, 1) is scores
