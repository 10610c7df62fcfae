"""Advice on samples that cannot serve, and silence on sound ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from edgec.converter.graph.ir import Array, Graph
from edgec.converter.ops.elementwise import relu
from edgec.samples.advice import about_calibration, about_model, about_scale
from edgec.samples.data import Samples
from tests.builders.quant_graphs import Net, real


def graph(*shape: int) -> Graph:
    net = Net()
    return net.done(net.op("Unary", relu(), net.input(shape)))


def advice(x: Array) -> str:
    return " | ".join(about_calibration(graph(*x.shape[1:]), Samples((x,))))


@pytest.mark.parametrize(
    ("x", "words"),
    [
        (np.zeros((20, 1, 6), np.float32), "input 'x' are all zero"),
        (np.full((20, 1, 6), -0.0, np.float32), "input 'x' are all zero"),
        (np.full((20, 1, 6), 0.25, np.float32), "input 'x' hold one value only, 0.25"),
        (np.full((20, 1, 6), 1e-41, np.float32), "input 'x' are denormal numbers"),
        (real(20, 1, 6) * np.float32(1e-39), "input 'x' are denormal numbers"),
        (np.repeat(real(1, 1, 6), 20, axis=0), "input 'x' are all the same"),
        (np.repeat(real(1, 1, 1), 20, axis=0), "input 'x' are all the same"),
        (real(1, 1, 6), "has 1 sample: ranges"),
        (real(7, 1, 6), "has 7 samples: ranges"),
    ],
)
def test_useless_calibration_sets(x: Array, words: str) -> None:
    found = advice(x)
    assert words in found
    assert found.count(" | ") == 0  # one cause, one sentence


@pytest.mark.parametrize(
    "x",
    [
        real(8, 1, 6),
        real(8, 1, 1),
        real(1000, 1, 3) * np.float32(1e-6),
        np.maximum(real(100, 1, 6) - 2, 0),  # mostly zeros
        np.concatenate([np.repeat(real(1, 1, 6), 90, axis=0), real(10, 1, 6, seed=1)]),  # most of them the same
        np.eye(8, dtype=np.float32)[:, None],
        np.where(np.arange(40) % 2, 1, 0).astype(np.float32).reshape(40, 1, 1),
    ],
)
def test_sound_calibration_sets(x: Array) -> None:
    assert advice(x) == ""


def test_every_input_is_looked_at() -> None:
    net = Net()
    net.input((1, 3), name="a")
    y = net.op("Unary", relu(), net.input((1, 3), name="b"))
    found = about_calibration(net.done(y), Samples((real(9, 1, 3), np.zeros((9, 1, 3), np.float32))))
    assert len(found) == 1 and "input 'b' are all zero" in found[0]


def scores(top1: float, count: int, classes: int, seed: int = 0) -> tuple[Array, Array]:
    """Scores that are right for this share of the samples, else another class at random; labels."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, classes, count)
    wrong = (labels + rng.integers(1, classes, count)) % classes
    answers = np.where(np.arange(count) < top1 * count, labels, wrong)
    return np.eye(classes)[answers] + rng.uniform(0, 0.1, (count, classes)), labels


@pytest.mark.parametrize(
    ("top1", "count", "classes"),
    [(0.1, 1000, 10), (0.149, 1000, 10), (0.02, 200, 12), (0.5, 2000, 2), (0.45, 500, 2), (0.0, 60, 3)],
)
def test_a_model_near_chance(top1: float, count: int, classes: int) -> None:
    (found,) = about_model(*scores(top1, count, classes))
    assert f"near chance: top-1 {top1:.3f} on {count} samples" in found
    assert "preprocessing (scale, layout, normalization) or the labels" in found


@pytest.mark.parametrize(
    ("top1", "count", "classes"),
    [
        (0.97, 1000, 10), (0.76, 300, 10), (0.35, 1000, 10), (0.30, 300, 100), (0.65, 500, 2), (0.87, 30, 2),
        (0.2, 10, 10), (0.5, 6, 2), (0.0, 1, 10), (0.1, 20, 10),  # too few to say anything
    ],
)  # fmt: skip
def test_a_model_that_is_not_or_may_not_be(top1: float, count: int, classes: int) -> None:
    assert about_model(*scores(top1, count, classes)) == []


def test_one_answer_for_all_is_chance_however_often_it_is_right() -> None:
    labels = np.array([1] * 700 + [0] * 300)
    always = np.tile([0.0, 1.0], (1000, 1))
    assert "near chance: top-1 0.700 on 1000 samples, where chance gives 0.700" in about_model(always, labels)[0]


def test_nothing_is_said_without_labels_of_several_classes() -> None:
    y, labels = scores(0.1, 500, 10)
    assert about_model(y, None) == []
    assert about_model(y[:, :1], labels) == []
    assert about_model(np.tile([0.0, 1.0], (500, 1)), np.ones(500, np.int64)) == []  # and all of them right


@pytest.mark.parametrize(
    ("scale", "words"),
    [
        (255.0, "255 times larger"),
        (1 / 255, "255 times smaller"),
        (1e4, "too small by a factor of about 10000"),
        (4.0, "the calibration samples of input 'x' are too small by a factor of about 4"),
        (0.25, "the calibration samples of input 'x' are too large by a factor of about 4"),
    ],
)
@pytest.mark.parametrize("count", [10, 50, 300])
def test_another_scale(scale: float, words: str, count: int) -> None:
    x = np.random.default_rng(0).uniform(0, 1, (count, 3, 8)) * scale
    x[:, 0, 0] = scale
    found = about_scale("x", 1.0, x)
    assert found is not None and words in found.note and "input 'x'" in found.note


@pytest.mark.parametrize("scale", [0.4, 0.5, 1.0, 2.5])
def test_a_like_scale(scale: float) -> None:
    x = np.random.default_rng(0).uniform(0, 1, (50, 3, 8)) * scale
    x[0] *= 1e6  # one outlier
    assert about_scale("x", 1.0, x) is None
    assert about_scale("x", 1.0, np.zeros((5, 3))) is None


def test_few_samples_may_be_quiet() -> None:
    x = np.random.default_rng(0).uniform(0, 0.1, (5, 8))
    assert about_scale("x", 1.0, x) is None
    quiet, loud = (about_scale("x", 1.0, data) for data in (x / 10, x + 4))
    assert quiet is not None and "too large" in quiet.cause
    assert loud is not None and "too small" in loud.cause
    assert about_scale("x", 1.0, np.where(np.arange(5)[:, None] == 2, 9.0, x)) is None  # one of five


def test_commands_say_it(digits: Path, tmp_path: Path, edgec: Callable[..., object]) -> None:
    model, out = digits / "digits.onnx", tmp_path / "out"
    ran = edgec("convert", model, "--calibration", digits / "calibration.npz", "-t", "host", "-o", out)
    assert ran.code == 0 and "calibration set has" not in ran.err and "likely" not in ran.err  # type: ignore[attr-defined]
    with np.load(digits / "evaluation.npz") as file:
        x, y = file["x"], file["y"]
    ran = edgec("verify", out, "--data", digits / "evaluation.npz", "--on", "host")
    assert ran.code == 0 and "likely" not in ran.err  # type: ignore[attr-defined]
    np.savez(tmp_path / "pixels.npz", x=x * np.float32(255), y=y)
    ran = edgec("verify", out, "--data", tmp_path / "pixels.npz", "--on", "host")
    assert "values of input 'image' are 255 times larger" in ran.err  # type: ignore[attr-defined]
    np.savez(tmp_path / "turned.npz", x=np.random.default_rng(0).permuted(x, axis=0), y=y)
    ran = edgec("verify", out, "--data", tmp_path / "turned.npz", "--on", "host")
    assert "the float model itself is near chance: top-1 0." in ran.err  # type: ignore[attr-defined]
    np.savez(tmp_path / "zero.npz", x=np.zeros_like(x))
    ran = edgec("convert", model, "--calibration", tmp_path / "zero.npz", "-t", "host", "-o", tmp_path / "none")
    assert ran.code == 0 and "input 'image' are all zero" in ran.err  # type: ignore[attr-defined]
    ran = edgec("accuracy", model, "--data", tmp_path / "turned.npz", "--calibration", digits / "calibration.npz")
    assert "the float model itself is near chance" in ran.err  # type: ignore[attr-defined]
