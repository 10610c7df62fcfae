"""Lower bounds and distances of blocks against exhaustive search."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from edgec.codegen.arena.bounds import reach, refuting_bound
from edgec.codegen.arena.pairs import Gap, make_gaps, meeting
from edgec.codegen.arena.problem import (
    ARENA_ALIGN,
    Block,
    Overlap,
    Placement,
    Problem,
    bytes_at,
    bytes_together,
    lower_bound,
)
from tests.arena.exhaustive import permitted, small, smallest, within

SEEDS = range(60)
RULES = [None, Overlap(0, 1), Overlap(1, 0), Overlap(0, 1, None, -16), Overlap(0, 1, 16, None), Overlap(0, 1, None, 20),
         Overlap(0, 1, -20, 20), Overlap(1, 0, None, -32), Overlap(0, 1, 16, 32), Overlap(0, 1, -33, -20),
         Overlap(1, 0, -48, 5), Overlap(0, 1, 5, 9), Overlap(0, 1, None, None), Overlap(0, 1, 200, None)]  # fmt: skip
PAIRS = [(a, b, x, y) for a, b in product((16, 40, 90), repeat=2) for x, y in ((16, 16), (16, 32), (32, 16))]


def pair(rule: Overlap | None, a: int, b: int, x: int = 16, y: int = 16) -> Problem:
    return Problem((Block(a, 0, 1, x), Block(b, 1, 2, y)), (rule,) if rule else ())


@pytest.mark.parametrize("rule", RULES)
def test_gaps_allow_what_the_rule_allows(rule: Overlap | None) -> None:
    """For every distance of two blocks, and the most bytes that they then share."""
    for a, b in product((16, 40, 90), repeat=2):
        problem = pair(rule, a, b)
        gaps = make_gaps(problem)
        for lower, upper in ((0, 1), (1, 0)):
            gap, sizes = gaps[lower][upper], (problem.blocks[lower].size, problem.blocks[upper].size)
            free = [d for d in range(240) if permitted(problem, lower, upper, 0, d)]
            for d in range(0, 204, 1 if a == 40 else 8):
                assert gap.next_allowed(d) == min(v for v in free if v >= d), (rule, a, b, d)
            shared = [max(0, min(sizes[1], sizes[0] - d)) for d in free]
            assert gap.shared == max(shared) or not 0 < gap.low <= gap.high
            assert gap.shared >= max(shared)


def test_rules_add_up_without_allowing_more() -> None:
    """Two rules of one pair: their union, or less where it is no single band and a side."""
    for first, second in product(RULES[1:], repeat=2):
        assert first is not None and second is not None
        problem = Problem(pair(None, 64, 40).blocks, (first, second))
        gaps = make_gaps(problem)
        for lower, upper in ((0, 1), (1, 0)):
            gap = gaps[lower][upper]
            for d in range(150):
                if gap.next_allowed(d) == d:
                    assert permitted(problem, lower, upper, 0, d), (first, second, d)
    wide, narrow = Overlap(0, 1, 0, 40), Overlap(0, 1, 50, 52)
    for rules in ((wide, narrow), (narrow, wide)):
        gap = make_gaps(Problem(pair(None, 64, 40).blocks, rules))[0][1]
        assert (gap.apart, gap.low, gap.high) == (64, 0, 40)  # the widest band stays
    open_side = Overlap(0, 1, 32, None), Overlap(0, 1, 16, None)
    for rules in (open_side, open_side[::-1]):
        assert make_gaps(Problem(pair(None, 64, 40).blocks, rules))[0][1] == Gap(16, shared=40)


def test_the_next_allowed_distance_is_the_smallest_of_all() -> None:
    for apart, low, high in product(range(7), repeat=3):
        if low < apart or low > high:
            gap = Gap(apart, low, high)
            for d in range(10):
                free = (v for v in range(d, 20) if v >= apart or low <= v <= high)
                assert gap.next_allowed(d) == next(free), (gap, d)


@pytest.mark.parametrize(
    ("rules", "forward", "backward"),
    [
        ((), Gap(64), Gap(40)),
        (((None, None),), Gap(0, shared=40), Gap(0, shared=40)),
        (((None, -16),), Gap(64), Gap(16, shared=24)),
        (((None, 20),), Gap(64, 0, 20, shared=40), Gap(0, shared=40)),
        (((-20, 20),), Gap(64, 0, 20, shared=40), Gap(40, 0, 20, shared=40)),
        (((16, 63),), Gap(64, 16, 63, shared=40), Gap(40)),
        (((16, 64),), Gap(16, shared=40), Gap(40)),
        (((80, 90),), Gap(64), Gap(40)),
        (((-48, -16), (0, 0)), Gap(64, 0, 0, shared=40), Gap(16, 0, 0, shared=40)),
        (((0, 10), (20, 30)), Gap(64, 0, 10, shared=40), Gap(40, 0, 0, shared=40)),
        (((20, 30), (0, 10)), Gap(64, 20, 30, shared=40), Gap(40, 0, 0, shared=40)),
        (((16, None), (8, 20)), Gap(16, 8, 20, shared=40), Gap(40)),
        (((16, None), (16, 20)), Gap(16, shared=40), Gap(40)),
        (((16, None), (20, 30)), Gap(16, shared=40), Gap(40)),
    ],
)
def test_gaps_of_64_and_40_bytes(rules: tuple[tuple[int | None, int | None], ...], forward: Gap, backward: Gap) -> None:
    """Equal ones say the same in one way: a band lies below what is apart, and of two equally wide the first stays."""
    problem = Problem(pair(None, 64, 40).blocks, tuple(Overlap(0, 1, *sides) for sides in rules))
    assert make_gaps(problem) == [{1: forward}, {0: backward}]


def test_blocks_meet_when_they_share_a_step_and_a_region() -> None:
    def meet(a: Block, b: Block) -> bool:
        return a.region == b.region and bool(set(range(a.first, a.last + 1)) & set(range(b.first, b.last + 1)))

    lives = [(f, last, r) for f in range(4) for last in range(f, 4) for r in (0, 1)]
    blocks = tuple(Block(size, *life[:2], region=life[2]) for life in lives for size in (0, 16))
    rng = random.Random(0)
    for _ in range(20):
        some = rng.sample(blocks, 12)
        wanted = [
            (i, j) for j in range(12) for i in range(j) if some[i].size and some[j].size and meet(some[i], some[j])
        ]
        assert meeting(some) == sorted(wanted)
        gaps = make_gaps(Problem(tuple(some)))
        assert sorted((i, j) for i, row in enumerate(gaps) for j in row if i < j) == sorted(wanted)
        assert all(gaps[j][i] == Gap(some[j].size) for i, row in enumerate(gaps) for j in row)


@pytest.mark.parametrize("rule", RULES)
def test_the_bytes_of_two_blocks_are_those_of_their_best_placement(rule: Overlap | None) -> None:
    for a, b, x, y in PAIRS:
        problem = pair(rule, a, b, x, y)
        least = smallest(problem)
        assert bytes_at(problem, 0) == a and bytes_at(problem, 2) == b and bytes_at(problem, 3) == 0
        assert lower_bound(problem) <= least
        assert max(a, b, bytes_at(problem, 1)) == lower_bound(problem)
        if x == y == 16 and a == b:
            assert lower_bound(problem) == least, (rule, a, b)


@pytest.mark.parametrize("bands", [False, True])
def test_no_bound_is_above_the_best_placement(bands: bool) -> None:
    """On small problems of all kinds; and the refuting bound is never below the simple one."""
    simple = refuted = exact = 0
    for seed in SEEDS:
        problem = small(seed, bands)
        least = smallest(problem)
        gaps = make_gaps(problem)
        low = lower_bound(problem)
        assert low <= least
        assert low == max(bytes_at(problem, step) for step in {b.first for b in problem.blocks})
        bound = refuting_bound(problem, gaps, low, least + 64)
        assert low <= bound <= least
        forced = reach(problem, gaps, least)
        assert forced is not None
        best = within(problem, least)
        assert best is not None
        for i, b in enumerate(problem.blocks):
            assert forced.heads[i] <= best[i] and best[i] + forced.tails[i] <= least and forced.tails[i] >= b.size
        simple, refuted, exact = simple + (low == least), refuted + (bound == least), exact + 1
    assert simple >= 0.7 * exact and refuted > simple  # contradictions find more than sums


def row(distances: list[int], sizes: list[int]) -> Problem:
    """Layers whose outputs begin a little before their inputs."""
    blocks = tuple(Block(size, i, i + 1) for i, size in enumerate(sizes))
    return Problem(blocks, tuple(Overlap(i, i + 1, None, -d) for i, d in enumerate(distances)))


def test_rows_of_layers_are_bounded_by_the_sum_of_their_distances() -> None:
    """Everything is pushed up by what follows: distances rounded up to the alignment add up below the first block."""
    problem = row([100, 40, 70, 16], [400, 400, 400, 400, 400])
    gaps = make_gaps(problem)
    wanted = 112 + 48 + 80 + 16 + 400
    assert refuting_bound(problem, gaps, lower_bound(problem), 4000) == wanted == smallest(problem)
    assert reach(problem, gaps, wanted - 1) is None
    forced = reach(problem, gaps, wanted)
    assert forced is not None
    assert forced.heads == (256, 144, 96, 16, 0) and forced.tails == (400, 512, 560, 640, 656)
    assert reach(Problem((Block(33, 0, 0), Block(16, 1, 1))), [{}, {}], 32) is None
    loose = reach(problem, gaps, 4000)
    assert loose is not None and loose.heads == (0,) * 5 and loose.tails == (400,) * 5
    assert refuting_bound(problem, gaps, 700, 700) == 700


def test_the_order_of_blocks_does_not_matter() -> None:
    """Whichever of two is forced up, or what is above it moved further away."""
    for seed in range(120):
        problem = small(seed)
        gaps, last = make_gaps(problem), len(problem.blocks) - 1
        turned = Problem(problem.blocks[::-1], tuple(replace(o, a=last - o.a, b=last - o.b) for o in problem.overlaps))
        for top in range(lower_bound(problem), lower_bound(problem) + 96, 16):
            found, again = reach(problem, gaps, top), reach(turned, make_gaps(turned), top)
            assert (found is None) == (again is None)
            if found is not None and again is not None:
                assert (found.heads, found.tails) == (again.heads[::-1], again.tails[::-1])


def test_what_is_forced_is_followed_to_its_end() -> None:
    """Two blocks that fit one way alone have at least their distance: from the bottom, and from the top."""
    heads_alone = tails_alone = 0
    for seed in range(300):
        problem = small(seed)
        gaps, blocks = make_gaps(problem), problem.blocks
        for top in range(lower_bound(problem), lower_bound(problem) + 64, 16):
            found = reach(problem, gaps, top)
            if found is None:
                continue
            assert all(head + tail <= top for head, tail in zip(found.heads, found.tails, strict=True))
            for i, row in enumerate(gaps):
                for j, gap in row.items():
                    align = min(blocks[i].align, blocks[j].align)
                    up, down = (-(-g.apart // align) * align for g in (gap, gaps[j][i]))
                    if gap.low <= gap.high or gaps[j][i].low <= gaps[j][i].high:
                        continue
                    if found.heads[j] + down + found.tails[i] > top:
                        assert found.heads[j] >= found.heads[i] + up and found.tails[i] >= found.tails[j] + up
                        heads_alone += found.heads[j] == found.heads[i] + up and found.tails[i] > found.tails[j] + up
                        tails_alone += found.heads[j] > found.heads[i] + up and found.tails[i] == found.tails[j] + up
    assert heads_alone and tails_alone


def test_bytes_of_further_blocks_that_share_nothing() -> None:
    """They count as blocks of the usual alignment."""
    rng = random.Random(1)
    for seed in SEEDS:
        problem = small(seed)
        alive = {i: b for i, b in enumerate(problem.blocks) if b.first <= 2 <= b.last}
        beside = [rng.randrange(1, 70) for _ in range(seed % 3)]
        more = {100 + k: Block(size, 0, 0, ARENA_ALIGN) for k, size in enumerate(beside)}
        assert bytes_together(alive, problem.overlaps, beside) == bytes_together({**alive, **more}, problem.overlaps)
    assert bytes_together({}, ()) == 0 and bytes_together({}, (), [33, 20]) == 32 + 33
    assert bytes_together({0: Block(20, 0, 0, 4)}, (), [17]) == 20 + 17  # the smallest alignment counts
    assert bytes_together({}, (), [32, 32]) == 64
    in_place = [Overlap(a, b) for a in range(4) for b in range(a)]
    assert bytes_together({i: Block(64, 0, 0) for i in range(4)}, in_place, [100, 20]) == 100  # never below the largest


def test_three_blocks_save_no_byte_twice() -> None:
    """Two that may not share with each other share different bytes of a third; where all may, each saves its own."""
    blocks = (Block(64, 0, 2), Block(48, 1, 1), Block(48, 1, 1))
    turned = Problem(blocks, (Overlap(1, 0, None, 0), Overlap(2, 0, None, 0)))
    assert lower_bound(turned) == smallest(turned) == 96
    every = Problem(blocks, (Overlap(0, 1), Overlap(0, 2), Overlap(1, 2)))
    assert lower_bound(every) == smallest(every) == 64
    both_ways = Problem(blocks, (Overlap(1, 0, None, 0), Overlap(0, 1), Overlap(2, 0, None, 0)))
    assert lower_bound(both_ways) == bytes_at(both_ways, 1) == smallest(both_ways) == 96
    twice = Problem(blocks[:2], (Overlap(0, 1, None, -48), Overlap(0, 1), Overlap(1, 0, None, -32)))
    assert lower_bound(twice) == smallest(twice) == 64


def test_bounds_are_those_of_one_region() -> None:
    blocks = (Block(64, 0, 1), Block(32, 0, 1, region=1), Block(16, 1, 1, region=1), Block(0, 0, 5, region=2))
    problem = Problem(blocks)
    assert [lower_bound(problem, r) for r in range(4)] == [64, 48, 0, 0]
    assert [bytes_at(problem, 1, r) for r in range(4)] == [64, 48, 0, 0]
    assert bytes_at(problem, 0) == 64 and problem.regions == 3 and Problem(()).regions == 1
    assert Block(1, 0, 0) == Block(1, 0, 0, 16, 0) and Overlap(1, 2) == Overlap(1, 2, 0, 0)


def test_a_placement_is_optimal_when_nothing_smaller_exists() -> None:
    placed = Placement((0, 0), (64, 32), "by hand", (64, 32))
    assert placed.optimal and placed.size == 64
    assert not Placement((0, 0), (64, 32), "by hand", (64, 16)).optimal
    unbounded = Placement((0, 0), (64, 32), "by hand")
    assert unbounded.bounds == () and not unbounded.optimal
