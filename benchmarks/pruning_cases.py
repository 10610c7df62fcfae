"""Cases of ``pruning.py``: models and samples, none of which is both calibrated or trained with and evaluated."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cifar
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples" / "fashion"))
import data as fashion_data

from edgec.quantize.prune.groups import Budget, Kind
from edgec.quantize.train.data import Augment

REPO = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("EDGEC_SHARED", REPO.parent / "shared"))
CROPS = 3000  # parts of photos that resnet8 trains with, beside the images
CALIBRATING = 4096  # samples, where there are many
CALIBRATING_CROPS = 600
SHIFTED = 1800
SIDE, PHOTO = 32, 96  # pixels of a CIFAR image, and of a photo
SHIFT = 4
MIXED = 0.5  # share of the training samples that are mixtures of two


@dataclass(frozen=True)
class Case:
    """A model with samples [N, *input shape].

    ``labels``: of the training samples, None where the unpruned model's outputs alone teach; ``x``, ``y``: evaluation,
    ``y`` None where the model is to reproduce its input; ``steps``: of the training, 0 for none; ``said``: what the
    samples are.
    """

    model: Path
    calibration: np.ndarray
    x: np.ndarray
    y: np.ndarray | None
    budget: Budget
    said: str
    training: np.ndarray | None = None
    labels: np.ndarray | None = None
    steps: int = 0
    augment: Augment | None = None


def fashion() -> Case | None:
    """The example's net; labels of all training images are used in training."""
    if not fashion_data.FOLDER.is_dir():
        return None
    train, test = fashion_data.load("train"), fashion_data.load("t10k")
    said = (
        f"calibrated on {CALIBRATING:,} training images, trained on 60,000 with labels, mirrored at random; "
        "evaluated on 10,000 others"
    )
    return Case(
        REPO / "examples" / "fashion" / "fashion.onnx", train.x[:CALIBRATING], test.x, test.y,
        Budget(Kind.MACS, 0.5), said, train.x, train.y, 5000, mirrored,
    )  # fmt: skip


def resnet8() -> Case | None:
    """CIFAR-10, as if few images were there."""
    if not (SHARED / "models").is_dir():
        return None
    few = _arrays("cifar10_calib", "x")[0].astype(np.float32)
    sets = [_arrays(name, "x", "y") for name in ("cifar10_test", "cifar10_test_lossless")]
    x, y = (np.concatenate(parts) for parts in zip(*sets, strict=True))
    said = (
        "calibrated on 300 CIFAR images, as they are and mirrored, "
        f"{SHIFTED:,} copies shifted by up to {SHIFT} pixels, and {CALIBRATING_CROPS} crops of the 428 photos of "
        f"`vww_calib` and `vww01`; trained without labels on the images and {CROPS:,} such crops in equal parts, "
        "shifted, mirrored and mixed; evaluated on 1,250 other CIFAR images (1,000 of `cifar10_test`, 250 of "
        "`cifar10_test_lossless`)"
    )
    seen = np.concatenate([np.tile(few, (CROPS // len(few), 1, 1, 1)), crops(CROPS, 1)])  # as many of both
    rng = np.random.default_rng(2)
    turned = moved([np.tile(few[:, None], (SHIFTED // len(few), 1, 1, 1, 1))], rng)[0][:, 0]
    calibration = np.concatenate([few, few[:, :, ::-1], turned, crops(CALIBRATING_CROPS, 0)])[:, None]
    return Case(
        SHARED / "models" / "mlperf_resnet8_cifar.onnx", calibration, x.astype(np.float32)[:, None], y,
        Budget(Kind.INSTRUCTIONS, 0.75), said, seen[:, None], None, 3000, mixed,
    )  # fmt: skip


def resnet8_cifar() -> Case | None:
    """CIFAR-10 whole."""
    if not (SHARED / "models").is_dir() or not cifar.folder():
        return None
    train, test = cifar.load("train"), cifar.load("test")
    x, seen = (part.x.astype(np.float32)[:, None] for part in (test, train))
    said = (
        f"calibrated on {CALIBRATING:,} of CIFAR-10's training images, trained on all 50,000 with labels, shifted and "
        "mirrored; evaluated on the 10,000 test images"
    )
    return Case(
        SHARED / "models" / "mlperf_resnet8_cifar.onnx", seen[:CALIBRATING], x, test.y,
        Budget(Kind.INSTRUCTIONS, 0.75), said, seen, train.y, 6000, moved,
    )  # fmt: skip


def kws() -> Case | None:
    """Keyword spotting; one half, drawn by a seed, calibrates and trains."""
    if not (SHARED / "models").is_dir():
        return None
    (x, y), half = _arrays("kws01", "x_float", "y"), np.random.default_rng(0).permutation(500)
    x, y = x.astype(np.float32)[half][:, None], y[half]
    said = "calibrated and trained on 250 samples with labels; evaluated on 250 others"
    model = SHARED / "models" / "mlperf_kws_dscnn.onnx"
    return Case(model, x[:250], x[250:], y[250:], Budget(Kind.INSTRUCTIONS, 0.75), said, x[:250], y[:250], 300)


def ad() -> Case | None:
    """Anomaly detection; every other window calibrates."""
    if not (SHARED / "models").is_dir():
        return None
    x = _arrays("ad01_windows", "x")[0][:, None]
    said = "calibrated on 98 windows of sound; evaluated on 98 others: the mean squared error of the reconstruction"
    model = SHARED / "models" / "mlperf_ad01_autoencoder.onnx"
    return Case(model, x[::2], x[1::2], None, Budget(Kind.FLASH, 0.6), said)


CASES: dict[str, Callable[[], Case | None]] = {
    "fashion": fashion, "resnet8": resnet8, "resnet8-cifar": resnet8_cifar, "kws": kws, "ad": ad,
}  # fmt: skip


def crops(count: int, seed: int) -> np.ndarray:
    """Parts of photos, 32 to 96 pixels wide, made as small as CIFAR images: float32 [N,32,32,3] in 0..255."""
    rng = np.random.default_rng(seed)
    photos = np.concatenate([_arrays(name, "x")[0] for name in ("vww_calib", "vww01")]).astype(np.float32)
    made = []
    for i in range(count):
        scale = int(rng.integers(1, PHOTO // SIDE + 1))
        top, left = rng.integers(0, PHOTO - SIDE * scale + 1, 2)
        part = photos[i % len(photos), top : top + SIDE * scale, left : left + SIDE * scale]
        made.append(part.reshape(SIDE, scale, SIDE, scale, 3).mean((1, 3)))
    return np.stack(made)


def mirrored(inputs: Sequence[np.ndarray], rng: np.random.Generator) -> Sequence[np.ndarray]:
    """Images [N,1,1,H,W], half of them mirrored."""
    turned = rng.random(len(inputs[0])) < 0.5
    return [np.where(turned[:, None, None, None, None], x[..., ::-1], x) for x in inputs]


def moved(inputs: Sequence[np.ndarray], rng: np.random.Generator) -> Sequence[np.ndarray]:
    """Images [N,1,H,W,C] shifted by up to ``SHIFT`` pixels, half of them mirrored."""
    x = inputs[0]
    padded = np.pad(x, ((0, 0), (0, 0), (SHIFT, SHIFT), (SHIFT, SHIFT), (0, 0)), mode="edge")
    made = np.empty_like(x)
    for i, (top, left) in enumerate(rng.integers(0, 2 * SHIFT + 1, (len(x), 2))):
        image = padded[i, :, top : top + SIDE, left : left + SIDE]
        made[i] = image[:, :, ::-1] if rng.random() < 0.5 else image
    return [made]


def mixed(inputs: Sequence[np.ndarray], rng: np.random.Generator) -> Sequence[np.ndarray]:
    """``moved``; some are mixed with another one."""
    (made,), count = moved(inputs, rng), len(inputs[0])
    share = np.where(rng.random(count) < MIXED, rng.random(count), 1.0).astype(np.float32)[:, None, None, None, None]
    return [share * made + (1 - share) * made[rng.permutation(count)]]


def _arrays(name: str, *arrays: str) -> list[np.ndarray]:
    with np.load(SHARED / "data" / f"{name}.npz") as file:
        return [file[a] for a in arrays]
