"""The search within a budget: what was measured counts, not the order that was predicted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from quant_graphs import real
from test_mixed import net

from edgec import loss as measuring
from edgec.budget import Budget, Found, search
from edgec.converter.errors import DoesNotFit
from edgec.converter.ir import DType, Graph
from edgec.data import Samples
from edgec.loss import Loss
from edgec.quantize import QuantizeOptions

BYTES = {0: 1000, 1: 900, 2: 700, 3: 800}  # by the number of int4 layers: one more kernel costs more than it saves

SLOWER = 150  # bytes that smaller, slower builds take less


def four(graph: Graph) -> int:
    return sum(t.dtype is DType.I4 for t in graph.tensors.values())


def find(limits: Budget, monkeypatch: pytest.MonkeyPatch) -> tuple[Mapping[str, Any], int]:
    """The report, and the number of int4 layers in the folder that was generated last."""
    made: list[int] = []

    def finish(graph: Graph, scheme: str, slower: bool) -> Found:
        made.append(four(graph))
        total = BYTES[made[-1]] - (SLOWER if slower else 0)
        layers = [{"instructions": 1000 + 10 * made[-1]}]  # int4 is slower
        cost = {"flash": {"total": total}, "layers": layers, "level_instructions": 0}
        return Found(graph, cost | {"four": made[-1], "slower": slower})

    monkeypatch.setattr(Loss, "of", lambda self, graph: float(four(graph) in (1, 3)))
    samples = Samples((real(16, 1, 6, 6, 3),), np.arange(16) % 2)
    return search(net(), samples, samples, QuantizeOptions(), limits, finish, lambda _: None), made[-1]


@pytest.mark.parametrize("flash", [950, 700])
def test_a_measured_choice_that_fits_is_taken(flash: int, monkeypatch: pytest.MonkeyPatch) -> None:
    report, made = find(Budget(flash, None, 0.5), monkeypatch)
    assert report["four"] == made == 2


def test_the_nearest_is_the_smallest_that_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DoesNotFit, match=r"in any build; the nearest is --max-flash 550 --max-drop 0\.00"):
        find(Budget(500, None, 0.5), monkeypatch)


def test_slower_builds_are_made_when_no_quick_one_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    for flash in (600, 550):
        report, made = find(Budget(flash, None, 0.5), monkeypatch)
        assert report["four"] == made == 2 and report["slower"]


def test_room_left_by_a_slower_build_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for n in BYTES:
        monkeypatch.setitem(BYTES, n, 1000 - n)
    monkeypatch.setitem(globals(), "SLOWER", 600)
    report, made = find(Budget(990, None, 0.5), monkeypatch)
    assert report["four"] == made == 0 and report["slower"]


def test_one_sample_of_a_hundred_is_one_point(monkeypatch: pytest.MonkeyPatch) -> None:
    loss = Loss.__new__(Loss)
    loss.samples = Samples((real(1, 1, 6, 6, 3),), np.zeros(1, np.int64))
    loss.reference, loss.labels = np.zeros((1, 2)), loss.samples.labels
    shares = iter((0.93, 0.92))
    monkeypatch.setattr(measuring, "top1", lambda *_: next(shares))
    monkeypatch.setattr(measuring, "simulated", lambda *_: [np.zeros((1, 2))])
    assert 100 * (0.93 - 0.92) > 1.0
    assert loss.of(net()) == 1.0
