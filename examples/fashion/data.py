"""Fashion-MNIST, as Debian's package ``dataset-fashion-mnist`` installs it: 60,000 + 10,000 images of 28x28 pixels."""

from __future__ import annotations

import gzip
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

FOLDER = Path(os.environ.get("EDGEC_FASHION") or "/usr/share/datasets/fashion-mnist")
HEADER = {"images": 16, "labels": 8}  # bytes before the values


@dataclass(frozen=True)
class Fashion:
    """Images float32 [N,1,1,28,28] (samples of a model's input) in 0..1, labels int64 [N]."""

    x: np.ndarray
    y: np.ndarray


def load(part: str) -> Fashion:
    """The images and labels of ``train`` or ``t10k``."""
    images = _values(f"{part}-images-idx3-ubyte.gz", "images").reshape(-1, 1, 1, 28, 28)
    labels = _values(f"{part}-labels-idx1-ubyte.gz", "labels")
    return Fashion(images.astype(np.float32) / np.float32(255), labels.astype(np.int64))


def _values(name: str, kind: str) -> np.ndarray:
    path = FOLDER / name
    if not path.exists():
        raise SystemExit(f"{path} is missing; apt-get install dataset-fashion-mnist, or set EDGEC_FASHION")
    with gzip.open(path) as file:
        return np.frombuffer(file.read(), np.uint8)[HEADER[kind] :]
