"""Processor time of ``edgec convert`` beside another checkout's, and time and memory of a model of 20 million weights.

    python benchmarks/convert_time.py COMMIT_OR_FOLDER [MODEL ...] [--runs 5]

MODEL: names of shared models, ``mobilenet_v2``, ``weights`` (the large model; only this checkout's).  Runs of both
checkouts take turns, with this environment's libraries and bytecode written before; the least user and system time,
that of compilers among it, counts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from benchmarks.against import SHARED, checkout, laid_out  # noqa: E402
from benchmarks.mobilenet_v2 import Builder, build  # noqa: E402
from tests.builders.shared_models import ZOO  # noqa: E402

MODELS = ("mlperf_kws_dscnn", "mlperf_resnet8_cifar", "mlperf_ad01_autoencoder", "mobilenet_v2", "weights")
CHANNELS, WIDTHS = (32, 64, 128), (2800, 2800, 2200, 100)  # with 2,048 inputs of the first layer 20.06 M weights
SAMPLES = 100


def large() -> onnx.ModelProto:
    """Three convolutions and four fully connected layers on [1, 3, 32, 32]."""
    b = Builder(np.random.default_rng(0))
    x, c = "image", 3
    for channels in CHANNELS:
        x, c = b.node("Relu", [b.conv(x, c, channels, 3, 2, relu=False)]), channels
    x, c = b.node("Flatten", [x]), c * 16
    for width in WIDTHS:
        w = b.constant(b.rng.standard_normal((width, c)) * np.sqrt(2 / c))
        x, c = b.node("Relu", [b.node("Gemm", [x, w, b.constant(np.zeros(width))], transB=1)]), width
    ports = [
        helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in (("image", [1, 3, 32, 32]), (x, [1, c]))
    ]
    graph = helper.make_graph(b.nodes, "weights", ports[:1], ports[1:], b.weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def files(name: str, folder: Path) -> tuple[Path, Path]:
    """A model's ONNX file and its calibration samples, written to ``folder`` where they are not shared."""
    model, samples = folder / f"{name}.onnx", folder / f"{name}.npz"
    if name in ("mobilenet_v2", "weights"):
        onnx.save(large() if name == "weights" else build(96, 0.35), model)
        size = 32 if name == "weights" else 96
        x = np.random.default_rng(1).standard_normal((SAMPLES if size == 32 else 16, 3, size, size))
    else:
        model = SHARED / "models" / f"{name}.onnx"
        calibration = next(e.calibration for e in ZOO if e.name == name)
        if calibration is None:
            raise SystemExit(f"{name} brings its scales: it needs no calibration")
        x = calibration(SHARED / "data")["x"][:SAMPLES]
    np.savez(samples, image=x.astype(np.float32))
    return model, samples


def cost(model: Path, samples: Path, path: Path | None) -> tuple[float, float]:
    """Processor seconds and largest resident memory in GB of one conversion; ``path``: another checkout's packages."""
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    env |= {} if path is None else {"PYTHONPATH": str(path)}
    with tempfile.TemporaryDirectory() as temp:
        command = [sys.executable, "-m", "edgec", "convert", str(model), "-t", "cortex-m4", "-o", f"{temp}/out"]
        command += ["--calibration", f"{samples}:image"]
        process = subprocess.Popen(command, cwd=temp, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, use = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{' '.join(command)} ends with {os.waitstatus_to_exitcode(status)}")
    return use.ru_utime + use.ru_stime, use.ru_maxrss / 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other")
    parser.add_argument("models", nargs="*", default=MODELS)
    parser.add_argument("--runs", type=int, default=5)
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as temp:
        tree = Path(a.other).resolve()
        other = laid_out(tree, Path(temp) / "other") if tree.is_dir() else checkout(a.other)
        for name in a.models:
            model, samples = files(name, Path(temp))
            if name == "weights":
                seconds, memory = cost(model, samples, None)
                print(f"{name:<28} {seconds:6.2f} s, {memory:.2f} GB", flush=True)
                continue
            sides = (None, other)
            for path in sides:
                cost(model, samples, path)  # writes bytecode
            runs = [[cost(model, samples, path)[0] for path in sides] for _ in range(a.runs)]
            now, before = (min(times) for times in zip(*runs, strict=True))
            print(f"{name:<28} {now:6.2f} s, {a.other} {before:6.2f} s, ratio {now / before:.2f}", flush=True)


if __name__ == "__main__":
    main()
