"""The generated folder as the proof reads it: its code, its graph, and the statements of its report."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from edgec.codegen.kernels.library import Library
from edgec.converter.graph.ir import Graph
from edgec.targets.machine.bench import BenchModel
from edgec.targets.reader import Target


class StatedModel(Protocol):
    """The source model in a report."""

    @property
    def name(self) -> str:
        """Its name, which is untrusted text."""

    @property
    def sha256(self) -> str:
        """The hash of its file."""


class StatedLayer(Protocol):
    """A layer of a report: the node that it computes."""

    @property
    def name(self) -> str:
        """The node's name."""

    @property
    def op(self) -> str:
        """The node's operator."""


class StatedMemory(Protocol):
    """A memory of the target in a report."""

    @property
    def constants(self) -> int:
        """Bytes of constants that lie in it."""


class Statement(Protocol):
    """A report, as far as the proof reads it."""

    @property
    def edgec(self) -> str:
        """The version that wrote the folder."""

    @property
    def prefix(self) -> str:
        """The prefix of names in C."""

    @property
    def scheme(self) -> str:
        """The integer scheme."""

    @property
    def model(self) -> StatedModel:
        """The source model."""

    @property
    def layers(self) -> Sequence[StatedLayer]:
        """Layers in the order of execution."""

    @property
    def memories(self) -> Sequence[StatedMemory]:
        """Memories, the fastest first."""


class Subject(Protocol):
    """A generated folder whose code is proven."""

    @property
    def path(self) -> Path:
        """Path of the folder."""

    @property
    def graph(self) -> Graph:
        """The integer graph that the code computes."""

    @property
    def model(self) -> BenchModel:
        """The interface of the code."""

    @property
    def report(self) -> Statement:
        """The statements of the folder's report."""

    @property
    def target(self) -> Target:
        """The target that it was made for."""

    @property
    def bench(self) -> BenchModel:
        """The interface, and the sources of other vendors' kernels."""

    @property
    def libraries(self) -> tuple[Library, ...]:
        """The libraries of its kernels."""

    def running(self) -> AbstractContextManager[None]:
        """While its code is compiled: failures of edited code are the user's."""
