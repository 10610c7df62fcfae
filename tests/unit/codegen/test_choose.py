"""Kernels are chosen by price: instructions, bytes of constants, an exchange rate between them, limits."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from edgec.codegen.choose.choice import USUAL_EXCHANGE, Choice, Selection, choose_all
from edgec.codegen.choose.knapsack import KnapsackItem, cheapest
from edgec.converter.graph.ir import Graph
from tests.builders.chosen import target_with
from tests.builders.row_models import Net

DSP = target_with("dsp", name="cortex-m4")
WINOGRAD, TWO_BY_TWO = "armv7em/winograd4_s8", "armv7em/winograd_s8"


def network(channels: int = 16) -> Graph:
    """3x3 of so many and twice as many channels, a layer of stride 2 between: two may be done by Winograd."""
    net = Net(True, 5, (16, 16, channels))
    x = net.conv(net.x, channels)
    x = net.conv(x, 2 * channels, stride=2)
    x = net.conv(x, 2 * channels)
    return net.done(x)


def names(choices: tuple[Choice, ...]) -> list[str]:
    return [c.cost.name for c in choices if c.cost is not None]


def by_winograd(choices: tuple[Choice, ...]) -> int:
    """The number of layers that Winograd computes, with tiles of any size."""
    return sum("winograd" in name for name in names(choices))


def constants(choices: tuple[Choice, ...]) -> int:
    return sum(c.cost.flash for c in choices if c.cost is not None)


def test_speed_takes_winograd_where_it_wins_and_an_exchange_rate_does_not() -> None:
    fast = choose_all(network(), DSP)
    assert [k == WINOGRAD for k in names(fast)] == [True, False, True]
    for choice in fast:
        assert choice.cost is not None
        assert all(choice.cost.instructions <= other.instructions for other in choice.alternatives)
    assert by_winograd(choose_all(network(), DSP, Selection(exchange=USUAL_EXCHANGE))) == 0


def test_the_exchange_rate_decides_layer_by_layer() -> None:
    graph = network(48)  # too many channels for tiles of 4x4
    rates = []
    for fast in choose_all(graph, DSP):
        assert fast.cost is not None
        if fast.cost.name == TWO_BY_TWO:
            direct = next(other for other in fast.alternatives if other.name == "armv7em/conv2d_s8")
            rates.append((direct.instructions - fast.cost.instructions) / (fast.cost.flash - direct.flash))
    low, high = sorted(rates)
    assert by_winograd(choose_all(graph, DSP, Selection(exchange=(low * high) ** 0.5))) == 1
    assert by_winograd(choose_all(graph, DSP, Selection(exchange=low * 0.99))) == 2
    assert by_winograd(choose_all(graph, DSP, Selection(exchange=high * 1.01))) == 0


def test_a_target_without_the_instructions_gets_none_of_it() -> None:
    libraries = {k.partition("/")[0] for k in names(choose_all(network(), target_with()))}
    assert libraries <= {"plain", "scalar"}


def test_plain_asks_for_the_plain_library() -> None:
    found = choose_all(network(), DSP, Selection(plain=True))
    assert all(c.cost is not None and c.cost.plain for c in found)


def test_within_a_limit_the_layers_take_fewest_instructions() -> None:
    graph = network()
    fast = choose_all(graph, DSP)
    assert choose_all(graph, DSP, Selection(max_constants=constants(fast))) == fast
    fewer = choose_all(graph, DSP, Selection(max_constants=constants(fast) - 1))
    assert constants(fewer) < constants(fast)
    assert names(fewer) != names(fast)
    ways = itertools.product(*([c.cost, *c.alternatives] for c in fast if c.cost is not None))
    within = [sum(p.instructions for p in way) for way in ways if sum(p.flash for p in way) < constants(fast)]
    assert sum(c.cost.instructions for c in fewer if c.cost is not None) == min(within)
    none = choose_all(graph, DSP, Selection(max_constants=0))
    assert constants(none) == constants(choose_all(graph, DSP, Selection(exchange=1e9)))


@pytest.mark.parametrize("seed", range(40))
def test_the_knapsack_is_exact(seed: int) -> None:
    rng = np.random.default_rng(seed)
    layers = [
        [KnapsackItem(int(rng.integers(0, 60)), float(rng.integers(0, 1000))) for _ in range(rng.integers(0, 4))]
        for _ in range(6)
    ]
    limit = int(rng.integers(0, 200))
    ways = list(itertools.product(*(range(max(1, len(options))) for options in layers)))

    def total(way: tuple[int, ...]) -> tuple[int, float]:
        picked = [options[i] for options, i in zip(layers, way, strict=True) if options]
        return sum(o.nbytes for o in picked), sum(o.cost for o in picked)

    within = [total(w)[1] for w in ways if total(w)[0] <= limit]
    nbytes, cost = total(tuple(cheapest(layers, limit)))
    if within:
        assert nbytes <= limit and cost == min(within)
    else:
        assert nbytes == min(total(w)[0] for w in ways)


def test_kernels_given_up_give_way_to_plain_ones_and_to_those_of_other_layers() -> None:
    graph = network()
    found = choose_all(graph, DSP, Selection(given_up=frozenset({WINOGRAD})))
    assert names(found) == ["armv7em/conv2d_s8"] * 3  # the middle layer's
    assert [c.instead_of.name if c.instead_of else None for c in found] == [WINOGRAD, None, WINOGRAD]
    every = frozenset(names(choose_all(graph, DSP)))
    assert all(c.cost is not None and c.cost.plain for c in choose_all(graph, DSP, Selection(given_up=every)))


def test_the_code_of_a_plain_kernel_has_its_price() -> None:
    net = Net(True, 5, (8, 8, 32))
    x = net.pool(net.conv(net.x, 32, kernel=1, pad=0), "MaxPool", kernel=8, stride=8)
    graph = net.done(net.conv(x, 2, kernel=1, pad=0))
    first, pool, last = names(choose_all(graph, DSP))
    assert (first, last) == ("armv7em/conv2d_s8_1x1", "armv7em/dense_bytes_s8")
    found = [
        names(choose_all(graph, DSP, Selection(exchange=rate, given_up=frozenset({last})))) for rate in (0.0, 500.0)
    ]
    assert found == [[first, pool, "plain/conv2d_s8_1x1"], [first, pool, first]]
