"""CIFAR-10 (Krizhevsky, 2009): 50,000 + 10,000 images of 32x32 pixels, in the binary version that its author publishes.

The environment variable ``CIFAR10`` names the folder with ``data_batch_1.bin`` to ``data_batch_5.bin`` and
``test_batch.bin``; without it the cases that need the set are left out::

    make pruning CIFAR10=FOLDER
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

IMAGES_A_FILE, CLASSES = 10_000, 10
PIXELS = 3 * 32 * 32
PARTS = {"train": [f"data_batch_{i}.bin" for i in range(1, 6)], "test": ["test_batch.bin"]}


@dataclass(frozen=True)
class Cifar:
    """Images uint8 [N,32,32,3] (RGB), labels int64 [N]."""

    x: np.ndarray
    y: np.ndarray


def folder() -> Path | None:
    """The folder that the user names; None without one."""
    named = os.environ.get("CIFAR10", "")
    return Path(named) if named else None


def load(part: str) -> Cifar:
    """The images and labels of ``train`` or ``test``.

    Raises:
        SystemExit: a file is missing, or is none of the set's.
    """
    found = folder()
    if found is None:
        raise SystemExit("CIFAR10 names no folder")
    files = [found / name for name in PARTS[part]]
    absent = [f.name for f in files if not f.is_file() or f.stat().st_size != IMAGES_A_FILE * (1 + PIXELS)]
    if absent:
        raise SystemExit(f"{found}: {', '.join(absent)} missing or not of CIFAR-10's binary version")
    records = np.concatenate([np.fromfile(f, np.uint8).reshape(-1, 1 + PIXELS) for f in files])
    x, y = records[:, 1:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1), records[:, 0].astype(np.int64)
    if not np.array_equal(np.bincount(y), np.full(CLASSES, len(y) // CLASSES)):
        raise SystemExit(f"{found}: the labels are not CIFAR-10's, which has as many images of each class")
    return Cifar(np.ascontiguousarray(x), y)
