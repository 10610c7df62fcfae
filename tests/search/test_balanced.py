"""--optimize balanced: the build of least cost of what several rates choose, its flash measured; no dominated one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from edgec.codegen.choose.choice import Selection, choose_all
from edgec.converter.graph.ir import Graph
from edgec.search.build import selected
from edgec.search.engine import MAX_LOSS_FOR_CODE, RATES
from edgec.search.prune.channels import LayerPrices
from edgec.search.requirements import Objective
from tests.builders.chosen import target_with
from tests.builders.row_models import NETS, Net
from tests.builders.search_models import engine_for, network, report_of, with_compiler

RATE = Objective.BALANCED.exchange


def mixed() -> Graph:
    """Windows of few channels at many positions, which long streams pay for, then 1x1 layers of many channels."""
    net = Net(True, 5, (24, 24, 3))
    x = net.conv(net.x, 8)
    x = net.conv(x, 16, kernel=1, pad=0)
    return net.done(net.conv(x, 16, kernel=1, pad=0))


GRAPHS: dict[str, Callable[[], Graph]] = {
    "winograd": network,
    "mixed": mixed,
    **{net.__name__: lambda net=net: net(True) for net in NETS},  # type: ignore[misc]
}


@with_compiler
@pytest.mark.parametrize("graph", GRAPHS)
def test_no_rate_chooses_a_cheaper_build(graph: str) -> None:
    taken = report_of(GRAPHS[graph](), optimize="balanced")
    cost = taken.instructions + RATE * taken.flash.needed
    engine, start = engine_for(GRAPHS[graph](), optimize="balanced")
    for factor in RATES:
        other = engine.report(selected(start, exchange=factor * RATE))
        assert cost <= other.instructions + RATE * other.flash.needed
    speed = report_of(GRAPHS[graph](), optimize="speed")
    assert taken.flash.needed <= speed.flash.needed
    for level in ("Os", "O2"):
        other = engine.report(selected(start, level=level))
        if other.instructions <= (1 + MAX_LOSS_FOR_CODE) * taken.instructions:
            assert not (other.instructions <= taken.instructions and other.flash.needed < taken.flash.needed)


def test_part_of_a_model_says_nothing_of_the_code_that_others_share() -> None:
    net = Net(True, 5, (3, 3, 30))
    alone = net.done(net.conv(net.x, 22, kernel=1, pad=0))
    m4, selection = target_with("dsp", name="cortex-m4"), Selection(exchange=RATE)
    (price,) = LayerPrices(m4, selection)(alone)
    (choice,) = choose_all(alone, m4, selection)
    assert choice.cost is not None
    assert price == min(p.at_level + RATE * p.flash for p in (choice.cost, *choice.alternatives))
