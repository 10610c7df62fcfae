"""The nets that calibrators are compared on: shared models with their data, torch models, nets built by the tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
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
SLICES = {
    "kws": ((100, 200), (400, 500)),
    "resnet8": ((100, 200), (200, 300)),
    "vww": ((28, 128),),
    "ad": ((40, 100),),
    "mnist": ((500, 600), (800, 900)),
}
"""More samples to calibrate the shared models with."""
UNSEEN = {
    "kws": ((150, 250), (200, 300), (220, 236)),
    "resnet8": ((30, 130), (170, 270), (60, 76)),
    "vww": ((7, 107), (80, 96)),
    "ad": ((20, 80),),
    "mnist": ((50, 150), (900, 1000), (700, 716)),
}
"""Others, 16 at a time among them: how ``auto`` judges was not settled on these."""
FEWER = {"mobilenet_v2": 24, "encoder": 24}


@dataclass(frozen=True)
class Fold:
    """Samples to calibrate with and others to evaluate, [N, *shape of the graph's input]; what tells it from others."""

    calibration: np.ndarray
    evaluation: np.ndarray
    label: str = ""


@dataclass(frozen=True)
class Net:
    """A float graph, its data, and its ONNX file when there is one."""

    name: str
    graph: Graph
    folds: tuple[Fold, ...]
    model: Path | None = None
    source: tuple[int, ...] = ()
    """Shape of a sample as the ONNX file takes it."""


def names() -> list[str]:
    """All nets, in the order of the page."""
    return [*accuracy.CASES, "digits", *TORCH, "sklearn_network", *MODELS, *BUILT]


def nets(folder: Path, wanted: list[str], unseen: bool = False) -> Iterator[Net]:
    """The nets of these names, all without any; ``folder`` takes ONNX files that are made.

    ``unseen``: the shared models alone, calibrated with the samples of ``UNSEEN``.
    """
    makers: dict[str, Callable[[], Net]] = {}
    if (accuracy.SHARED / "models").is_dir():
        makers |= {n: lambda n=n: _shared(n, unseen) for n in (UNSEEN if unseen else accuracy.CASES)}  # type: ignore[misc]
    if not unseen:
        makers["digits"] = _digits
        for name in TORCH:
            makers[name] = lambda name=name: _noise(name, REPO / f"tests/torch_models/{name}.onnx")  # type: ignore[misc]
        makers["sklearn_network"] = lambda: _noise("sklearn_network", REPO / "tests/sklearn_models/network.onnx")
        makers |= {n: lambda n=n: _noise(n, _saved(n, folder)) for n in MODELS}  # type: ignore[misc]
        makers |= {n: lambda n=n: _noise(n, None) for n in BUILT}  # type: ignore[misc]
    for name in wanted or list(makers):
        yield makers[name]()


def _shared(name: str, unseen: bool) -> Net:
    """A shared model; slices of a calibration set of its own are evaluated on the evaluation set, else on the rest."""
    case = accuracy.CASES[name]
    model = accuracy.SHARED / "models" / f"{case.model}.onnx"
    graph = run_default(import_model(model).graph)
    shape = graph.tensors[graph.inputs[0]].shape
    source = input_shape(model)
    data = accuracy.folds(case, source)
    folds = [
        Fold(_shaped(d.calibration, shape), _shaped(d.x, shape), str(i + 1) if len(data) > 1 else "")
        for i, d in enumerate(data)
    ]
    whole = _shaped(accuracy.read(case, case.calibration or case.evaluation)[0], shape)
    slices = []
    for first, stop in (UNSEEN if unseen else SLICES).get(name, ()):
        rest = np.concatenate([whole[:first], whole[stop:]]) if case.calibration is None else folds[0].evaluation
        x = rest[np.random.default_rng(5).permutation(len(rest))]
        slices.append(Fold(whole[first:stop], x, f"{first}-{stop}"))
    return Net(name, graph, tuple(slices if unseen else folds + slices), model, source)


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
    folds = (Fold(*parts[:2], "1"), Fold(*parts[2:], "2"))
    return Net(name, graph, folds, model, () if model is None else input_shape(model))
