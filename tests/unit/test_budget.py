"""The search within a budget: what was measured counts, not the order that was predicted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from quant_graphs import real
from test_mixed import net

from edgec import budget
from edgec.budget import Budget, Found, Loss, search
from edgec.converter.errors import DoesNotFit
from edgec.converter.ir import DType, Graph
from edgec.data import Samples
from edgec.quantize import QuantizeOptions

BYTES = {0: 1000, 1: 900, 2: 700, 3: 800}  # by the number of int4 layers: one more kernel costs more than it saves


def four(graph: Graph) -> int:
    return sum(t.dtype is DType.I4 for t in graph.tensors.values())


def find(limits: Budget, monkeypatch: pytest.MonkeyPatch) -> tuple[Mapping[str, Any], int]:
    """The report, and the number of int4 layers in the folder that was generated last."""
    made: list[int] = []

    def finish(graph: Graph, scheme: str) -> Found:
        made.append(four(graph))
        return Found(graph, {"flash": {"total": BYTES[made[-1]]}, "four": made[-1]})

    monkeypatch.setattr(Loss, "of", lambda self, graph: float(four(graph) in (1, 3)))
    samples = Samples((real(16, 1, 6, 6, 3),), np.arange(16) % 2)
    return search(net(), samples, samples, QuantizeOptions(), limits, finish, lambda _: None), made[-1]


@pytest.mark.parametrize("flash", [950, 700])
def test_a_measured_choice_that_fits_is_taken(flash: int, monkeypatch: pytest.MonkeyPatch) -> None:
    report, made = find(Budget(flash, None, 0.5), monkeypatch)
    assert report["four"] == made == 2


def test_the_nearest_is_the_smallest_that_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DoesNotFit, match=r"the nearest is --max-flash 700 --max-drop 0\.00"):
        find(Budget(600, None, 0.5), monkeypatch)


def test_one_sample_of_a_hundred_is_one_point(monkeypatch: pytest.MonkeyPatch) -> None:
    loss = Loss.__new__(Loss)
    loss.samples = Samples((real(1, 1, 6, 6, 3),), np.zeros(1, np.int64))
    loss.reference, loss.labels = np.zeros((1, 2)), loss.samples.labels
    shares = iter((0.93, 0.92))
    monkeypatch.setattr(budget, "top1", lambda *_: next(shares))
    monkeypatch.setattr(budget, "simulated", lambda *_: [np.zeros((1, 2))])
    assert 100 * (0.93 - 0.92) > 1.0
    assert loss.of(net()) == 1.0
