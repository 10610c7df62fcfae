"""The nets that calibrators are compared on: shared models with their data, torch models, nets built by the tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import onnx

REPO = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(REPO), str(REPO / "benchmarks")]
import accuracy  # noqa: E402
import mobilenet_v2  # noqa: E402
from accuracy_peers import input_shape  # noqa: E402

from edgec.converter.graph.ir import Graph  # noqa: E402
from edgec.converter.onnx.importer import import_model  # noqa: E402
from edgec.converter.passes import run_default  # noqa: E402
from tests.builders import codegen_models, encoder_model, onnx_models, part_models, row_models  # noqa: E402

SAMPLES = 100
TORCH = ("cnn_torchscript_static", "cnn_dynamo_static", "transformer_torchscript_static", "transformer_dynamo_static")
BUILT: Mapping[str, Callable[[], Graph]] = {
    "residual": lambda: row_models.residual(False),
    "pools": lambda: row_models.pools(False),
    "joined_rows": lambda: part_models.joined_rows(False),
    "split": lambda: part_models.split(False),
    "heads": lambda: part_models.heads(False),
    "ends": lambda: part_models.ends(False),
    "channels": lambda: part_models.channels(False),
    "wide_branches": lambda: part_models.wide_branches(False),
    "two_outputs": codegen_models.float_graph,
}
MODELS: Mapping[str, Callable[[], onnx.ModelProto]] = {
    "conv": onnx_models.conv_model,
    "residual_onnx": onnx_models.residual_model,
    "encoder": encoder_model.encoder,
    "mobilenet_v2": lambda: mobilenet_v2.build(96, 0.35),
}
OTHER = {
    "kws": ((100, 200), (400, 500)),
    "resnet8": ((100, 200), (200, 300)),
    "vww": ((28, 128),),
    "ad": ((40, 100),),
    "mnist": ((500, 600), (800, 900)),
}
"""Other samples to calibrate the shared models with: how ``auto`` judges was not settled on these."""
FEWER = {"mobilenet_v2": 24, "encoder": 24}


@dataclass(frozen=True)
class Fold:
    """Samples to calibrate with and others to evaluate, [N, *shape of the graph's input]."""

    calibration: np.ndarray
    evaluation: np.ndarray


@dataclass(frozen=True)
class Net:
    """A float graph, its data, and its ONNX file when there is one."""

    name: str
    graph: Graph
    folds: tuple[Fold, ...]
    model: Path | None = None
    source: tuple[int, ...] = ()
    """Shape of a sample as the ONNX file takes it."""


def nets(folder: Path, wanted: list[str], other: bool = False) -> Iterator[Net]:
    """The nets of these names, all without any; ``folder`` takes ONNX files that are made.

    ``other``: the shared models alone, calibrated with the samples of ``OTHER``.
    """
    if other:
        yield from (_calibrated_otherwise(name) for name in wanted or OTHER)
        return
    makers: dict[str, Callable[[], Net]] = {}
    if (accuracy.SHARED / "models").is_dir():
        makers |= {name: lambda name=name: _shared(name) for name in accuracy.CASES}  # type: ignore[misc]
    makers["digits"] = _digits
    for name in TORCH:
        makers[name] = lambda name=name: _noise(name, REPO / f"tests/torch_models/{name}.onnx")  # type: ignore[misc]
    makers["sklearn_network"] = lambda: _noise("sklearn_network", REPO / "tests/sklearn_models/network.onnx")
    for name in MODELS:
        makers[name] = lambda name=name: _noise(name, _saved(name, folder))  # type: ignore[misc]
    for name in BUILT:
        makers[name] = lambda name=name: _noise(name, None)  # type: ignore[misc]
    for name in wanted or list(makers):
        yield makers[name]()


def _shared(name: str) -> Net:
    case = accuracy.CASES[name]
    model = accuracy.SHARED / "models" / f"{case.model}.onnx"
    graph = run_default(import_model(model).graph)
    shape = graph.tensors[graph.inputs[0]].shape
    source = input_shape(model)
    folds = tuple(Fold(_shaped(d.calibration, shape), _shaped(d.x, shape)) for d in accuracy.folds(case, source))
    return Net(name, graph, folds, model, source)


def _calibrated_otherwise(name: str) -> Net:
    """A shared model with other samples to calibrate; evaluated in a fixed order on what is left, or on its own set."""
    case, net = accuracy.CASES[name], _shared(name)
    shape = net.graph.tensors[net.graph.inputs[0]].shape
    whole = _shaped(accuracy.read(case, case.calibration or case.evaluation)[0], shape)
    folds = []
    for first, stop in OTHER[name]:
        rest = np.concatenate([whole[:first], whole[stop:]])
        x = rest if case.calibration is None else net.folds[0].evaluation
        folds.append(Fold(whole[first:stop], x[np.random.default_rng(5).permutation(len(x))]))
    return replace(net, folds=tuple(folds))


def _shaped(x: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    return x.reshape(len(x), *shape).astype(np.float32)


def _digits() -> Net:
    folder = REPO / "examples" / "digits"
    graph = run_default(import_model(folder / "digits.onnx").graph)
    shape = graph.tensors[graph.inputs[0]].shape
    with np.load(folder / "calibration.npz") as a, np.load(folder / "evaluation.npz") as b:
        fold = Fold(_shaped(a["x"], shape), _shaped(b["x"], shape))
    return Net("digits", graph, (fold,), folder / "digits.onnx", input_shape(folder / "digits.onnx"))


def _saved(name: str, folder: Path) -> Path:
    return onnx_models.save(MODELS[name](), folder, f"{name}.onnx")


def _noise(name: str, model: Path | None) -> Net:
    """A net without data of its own: noise, then noise whose size differs from sample to sample."""
    graph = run_default(BUILT[name]() if model is None else import_model(model).graph)
    shape = graph.tensors[graph.inputs[0]].shape
    rng = np.random.default_rng(0)
    count = FEWER.get(name, SAMPLES)
    x = rng.standard_normal((4 * count, *shape))
    x[2 * count :] *= np.exp(0.5 * rng.standard_normal((2 * count, *(1,) * len(shape))))
    parts = np.split(_shaped(x, shape), 4)
    return Net(name, graph, (Fold(*parts[:2]), Fold(*parts[2:])), model, () if model is None else input_shape(model))
