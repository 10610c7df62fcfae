"""The state of a training, and the file that holds it between two runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import fields
from io import BytesIO
from pathlib import Path

import numpy as np

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph

Arrays = tuple[Array, ...]


@dataclass(frozen=True)
class TrainingState:
    """Weights, Adam's two moments, and the best weights so far with their loss on the samples held out.

    ``step`` counts steps, ``seconds`` the time they took, in all runs together.
    """

    weights: Arrays
    mean: Arrays
    square: Arrays
    best: Arrays
    best_loss: float
    step: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Checkpoint:
    """A file that a training goes on from.

    ``identity`` tells of which model, samples and settings the state is.
    """

    path: Path
    identity: str

    def read(self, weights: int) -> TrainingState | None:
        """The state in the file, None when there is no file; ``weights``: how many arrays there are of each kind.

        Raises:
            UsageError: it is damaged, or of another training.
        """
        if not self.path.exists():
            return None
        try:
            with np.load(self.path, allow_pickle=False) as file:
                if str(file["identity"]) != self.identity:
                    raise UsageError(
                        f"{self.path}: is the checkpoint of another training run (model, samples or settings differ); "
                        "name another file, or remove this one"
                    )
                kinds = [tuple(file[f"{k}{i}"] for i in range(weights)) for k in KINDS]
                numbers = float(file["best_loss"]), int(file["step"]), float(file["seconds"])
                return TrainingState(kinds[0], kinds[1], kinds[2], kinds[3], *numbers)
        except (OSError, ValueError, KeyError, EOFError) as e:
            raise UsageError(f"{self.path}: is not a training checkpoint; name another file, or remove this one") from e

    def write(self, state: TrainingState) -> None:
        """Put a state in the file's place, at one moment."""
        buffer = BytesIO()
        arrays = {f"{k}{i}": x for k in KINDS for i, x in enumerate(getattr(state, k))}
        numbers = {f.name: np.asarray(getattr(state, f.name)) for f in fields(TrainingState) if f.name not in KINDS}
        np.savez(buffer, identity=np.asarray(self.identity), **arrays, **numbers)  # type: ignore[arg-type]
        beside = self.path.with_name(f".{self.path.name}.new")
        beside.write_bytes(buffer.getvalue())
        beside.replace(self.path)


KINDS = ("weights", "mean", "square", "best")


def identity_of(graph: Graph, arrays: Sequence[Array | None], settings: str) -> str:
    """A digest of a graph with its constants, of samples and of settings."""
    digest = hashlib.sha256(settings.encode())
    for part in _parts(graph):
        digest.update(part)
    for x in arrays:
        digest.update(b"none" if x is None else f"{x.dtype}{x.shape}".encode() + np.ascontiguousarray(x).tobytes())
    return digest.hexdigest()


def _parts(graph: Graph) -> Iterator[bytes]:
    for node in graph.nodes:
        yield repr((node.op, node.inputs, node.outputs, node.attrs)).encode()
    for t in graph.constants():
        assert t.data is not None
        yield np.ascontiguousarray(t.data).tobytes()
