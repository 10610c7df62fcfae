"""Both exact searches are pinned by what they try: their steps are counted, and equal models give equal code."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from edgec.codegen.arena import exact, order
from edgec.codegen.arena.pairs import Gaps, make_gaps
from edgec.codegen.arena.problem import Block, Overlap, Problem, lower_bound
from edgec.codegen.arena.solve import solve
from tests.arena import corpus
from tests.arena.exhaustive import ends, valid


@cache
def tied(seed: int, count: int = 9) -> tuple[Problem, Gaps]:
    """Blocks of three alignments, two of them twins, with one rule or two where a life ends as another begins."""
    rng = random.Random(seed)
    blocks = [
        replace(b, align=rng.choice((8, 16, 32)), size=b.size // 5) for b in corpus.scattered(seed, count, 4, 3).blocks
    ]
    blocks[1] = blocks[0]
    rules = []
    for i, a in enumerate(blocks):
        for j, b in enumerate(blocks):
            if i != j and a.last == b.first and rng.random() < 0.5:
                rules.append(Overlap(i, j))
                if rng.random() < 0.4:
                    sides = (None, -16), (0, None), (None, 0), (None, 8)
                    rules.append(Overlap(i, j, *rng.choice(sides)))
    problem = Problem(tuple(blocks), tuple(rules))
    return problem, make_gaps(problem)


def stacked(problem: Problem) -> list[int]:
    """All blocks above one another."""
    offsets, end = [], 0
    for b in problem.blocks:
        offsets.append(-(-end // 32) * 32)
        end = offsets[-1] + b.size
    return offsets


def placed(offsets: list[int] | None) -> int:
    return sum((i + 1) * at for i, at in enumerate(offsets or []))


def decided(seed: int) -> tuple[int, int, int]:
    """Steps of ``order`` in eight sizes, how many are certain, and where the blocks are."""
    problem, gaps = tied(seed)
    low, high = lower_bound(problem), solve(problem).size
    steps = certain = where = 0
    for size in (low - 8, low, (low + high) // 2, high - 8, high, high + 8, high + 64, 2 * high):
        found = order.fit(problem, gaps, size, 300)
        if found.offsets is not None:
            assert valid(problem, found.offsets) and ends(problem, found.offsets) <= size
        steps, certain, where = steps + found.nodes, certain + found.certain, where + placed(found.offsets)
    return steps, certain, where


def branched(seed: int) -> tuple[int, bool, int, int]:
    """Steps of ``exact``, whether nothing is left to try, and where the blocks are then and after 20 steps."""
    problem, gaps = tied(seed, 6)
    start = stacked(problem)
    search = exact._Search(problem, gaps, exact._State(ends(problem, start), start), 0, 1000)
    search.run()
    found = search.state.best_offsets
    assert valid(problem, found) and ends(problem, found) == search.state.best
    early, _ = exact.improve(problem, gaps, start, ends(problem, start), 0, 20)
    return search.state.nodes, search.complete, placed(found), placed(early)


SEEDS = range(40)

DECIDED: list[tuple[int, int, int]] = [
    (409, 8, 61672), (46, 8, 29296), (285, 8, 87616), (90, 8, 69512),
    (32, 8, 38688), (47, 8, 57024), (44, 8, 87816), (71, 8, 129760),
    (24, 8, 20864), (42, 8, 63528), (45, 8, 48752), (160, 8, 127648),
    (31, 8, 64344), (42, 8, 38944), (45, 8, 145440), (465, 8, 53744),
    (215, 8, 68992), (213, 8, 112064), (1546, 3, 54200), (39, 8, 39424),
    (1409, 4, 123968), (88, 8, 104904), (32, 8, 79192), (29, 8, 35168),
    (37, 8, 83176), (105, 8, 112640), (81, 8, 144632), (25, 8, 48256),
    (26, 8, 54320), (157, 8, 92752), (23, 8, 27632), (25, 8, 6864),
    (26, 8, 26048), (120, 8, 140064), (38, 8, 92360), (41, 8, 82896),
    (26, 8, 39792), (83, 8, 98080), (1347, 4, 54016), (421, 8, 91912),
]  # fmt: skip
BRANCHED: list[tuple[int, bool, int, int]] = [
    (70, True, 10872, 10872), (764, False, 5992, 5992), (90, True, 6000, 4696), (296, True, 5456, 9840),
    (4, False, 552, 552), (6, True, 19520, 19520), (6, True, 4576, 4576), (432, False, 2384, 2384),
    (789, False, 304, 304), (122, True, 7320, 7320), (13, True, 3632, 3632), (484, True, 6400, 6400),
    (809, True, 2368, 2368), (128, True, 2976, 6400), (339, True, 7616, 7616), (169, True, 7040, 7040),
    (302, True, 7984, 7984), (125, False, 7424, 7424), (244, True, 5424, 8872), (468, True, 4512, 3200),
    (287, False, 3096, 3096), (117, False, 12608, 12608), (118, True, 12616, 12616), (386, False, 2344, 2344),
    (278, True, 6792, 6792), (272, False, 3432, 3432), (698, True, 16256, 18368), (499, True, 1872, 1872),
    (777, False, 408, 408), (555, False, 4544, 4544), (520, True, 1024, 1024), (4, False, 2496, 2496),
    (12, True, 2048, 2048), (88, True, 14640, 14640), (724, True, 11736, 7520), (364, False, 5760, 1920),
    (344, False, 2928, 2928), (206, True, 10416, 10416), (357, True, 9856, 9856), (348, True, 3176, 5968),
]  # fmt: skip


@pytest.mark.parametrize("group", range(4))
def test_deciding_pairs_takes_the_steps_it_took(group: int) -> None:
    assert [decided(seed) for seed in SEEDS[group::4]] == DECIDED[group::4]


@pytest.mark.parametrize("group", range(4))
def test_branch_and_bound_takes_the_steps_it_took(group: int) -> None:
    assert [branched(seed) for seed in SEEDS[group::4]] == BRANCHED[group::4]


def test_blocks_may_begin_at_any_byte() -> None:
    """Two that are apart by one byte are apart; a byte less is a clash."""
    problem = Problem((Block(1, 0, 0, 1), Block(1, 0, 0, 1)))
    found = order.fit(problem, make_gaps(problem), 2, 100)
    assert found.offsets is not None and sorted(found.offsets) == [0, 1]

    inside = Problem((Block(1, 0, 1, 1), Block(1, 1, 2, 1)), (Overlap(0, 1),))
    assert order.fit(inside, make_gaps(inside), 1, 100).offsets == [0, 0]


@pytest.mark.parametrize("sizes", [(2, 5), (5, 2)])
def test_blocks_at_one_offset_leave_the_room_of_the_larger(sizes: tuple[int, int]) -> None:
    """In six bytes neither fits above the other."""
    problem = Problem((Block(sizes[0], 0, 1, 1), Block(sizes[1], 1, 2, 1)), (Overlap(0, 1),))
    search = order._Search(problem, make_gaps(problem), 6, 1)
    state = order._State([order._UP | order._DOWN | order._TIE], [0, 0], list(sizes))
    assert search._propagate(state) is True
    assert (state.ways, state.heads, state.tails) == ([order._TIE], [0, 0], [5, 5])
    assert order._Search(problem, make_gaps(problem), 4, 1)._propagate(state) is False


def test_nothing_is_certain_while_a_band_is_left_out() -> None:
    """A distance of 16 alone is allowed, which deciding pairs does not try."""
    problem = Problem((Block(64, 0, 1), Block(32, 1, 2)), (Overlap(0, 1, 16, 16),))
    found = order.fit(problem, make_gaps(problem), 64, 100)
    assert found.offsets is None and found.certain is False
    assert order.fit(problem, make_gaps(problem), 64, 0).certain is False


def test_sets_at_one_offset_are_tried_up_to_their_limit() -> None:
    """All sets of blocks that may all lie at one offset, 400 in sum; with one more, single blocks and no certainty."""

    def apart(*counts: int) -> tuple[list[exact._Unit], bool]:
        blocks: list[Block] = []
        rules: list[Overlap] = []
        for step, count in enumerate(counts):
            rules += [Overlap(len(blocks) + a, len(blocks) + b) for a in range(count) for b in range(a)]
            blocks += [Block(16, step, step, 16 << step) for _ in range(count)]
        problem = Problem((*blocks, Block(0, 0, 9)), tuple(rules))
        return exact._units(problem, make_gaps(problem))

    units, whole = apart(8, 7, 4, 2)
    assert whole is True and len(units) == 255 + 127 + 15 + 3
    assert {u.blocks for u in units} >= {(0,), (0, 3, 7), tuple(range(8)), (8, 14), (15, 16, 17, 18), (19, 20)}
    assert {u.align for u in units if u.blocks[0] in (0, 8, 20)} == {16, 32, 128}
    later = [u.blocks for u in apart(7, 3)[0] if u.blocks[0] >= 7]
    assert later == [(7,), (8,), (9,), (7, 9), (8, 9), (7, 8, 9), (7, 8)]
    units, whole = apart(8, 7, 4, 2, 1)
    assert whole is False and [u.blocks for u in units] == [(i,) for i in range(22)]


def test_blocks_without_bytes_stay_at_the_bottom() -> None:
    problem = Problem((Block(0, 0, 1), Block(32, 0, 1), Block(48, 1, 2), Block(0, 1, 1)))
    offsets, optimal = exact.improve(problem, make_gaps(problem), [0, 64, 0, 0], 96, 0, 50)
    assert optimal is True and offsets[0] == offsets[3] == 0 and sorted(offsets[1:3]) in ([0, 32], [0, 48])
    none = Problem((Block(0, 0, 0),))
    assert exact.improve(none, make_gaps(none), [8], 8, 0, 50) == ([0], True)


def test_a_search_assumes_that_a_byte_less_is_enough() -> None:
    """In 160 bytes the first two may lie either way, in 159 one way alone, and in 158 the third has no room."""
    problem = Problem((Block(100, 0, 1, 1), Block(60, 1, 2, 1), Block(159, 3, 3, 1)), (Overlap(0, 1, None, -8),))
    gaps = make_gaps(problem)
    assert exact._Search(problem, gaps, exact._State(160, [0] * 3), 0, 1).tails == (100, 108, 159)
    for best in (159, 161, 162):
        assert exact._Search(problem, gaps, exact._State(best, [0] * 3), 0, 1).tails == (100, 60, 159)


def test_what_is_pending_counts_from_the_floor_and_from_what_is_there() -> None:
    problem = Problem((Block(8, 0, 0, 1), Block(8, 1, 1, 1)))
    search = exact._Search(problem, make_gaps(problem), exact._State(99, [0, 0]), 0, 1)
    for skyline, pending, floor, bound in (
        ([5, 20], [0, -3], 30, 20), ([5, 6], [1, -9], 8, 9), ([5, 3], [4, 2], 2, 9), ([5, 5], [0, 2], 6, 8),
    ):  # fmt: skip
        search.skyline, search.pending = skyline, pending
        assert search._bound(floor) == bound


def searched(seed: int, bound: int, limit: int) -> tuple[exact._State, bool]:
    """A search from blocks above one another, and whether it is complete."""
    problem, gaps = tied(seed, 6)
    start = stacked(problem)
    search = exact._Search(problem, gaps, exact._State(ends(problem, start), start), bound, limit)
    search.run()
    return search.state, search.complete


def test_a_search_ends_with_the_step_that_reaches_the_bound_or_the_limit() -> None:
    reached = 0
    for seed in range(30):
        whole, _ = searched(seed, 0, 400)
        found, _ = searched(seed, whole.best, 400)
        assert found.best == whole.best
        if found.nodes < whole.nodes <= 400:
            reached += 1
            again, _ = searched(seed, whole.best, found.nodes)
            short, complete = searched(seed, whole.best, found.nodes - 1)
            assert (again.best, again.nodes) == (found.best, found.nodes)
            assert short.best > found.best and short.nodes == found.nodes and complete is False
    assert reached > 4
    for count in (0, 1):
        nothing = exact._State(8, [16] * count)
        exact._Search(Problem((Block(0, 0, 0),) * count), [{}] * count, nothing, 0, 5).run()
        assert (nothing.best, nothing.best_offsets, nothing.nodes) == (0, [0] * count, 1)


@pytest.mark.parametrize("tails", [(99, 10), (100, 10), (10, 100), (100, 100)])
def test_blocks_are_not_placed_where_what_must_lie_above_them_has_no_room(tails: tuple[int, int]) -> None:
    """Alone, and together at one offset: then each of them counts."""
    for rules in ((), (Overlap(0, 1),)):
        problem = Problem((Block(10, 0, 1, 1), Block(10, 1, 2, 1)), rules)
        search = exact._Search(problem, make_gaps(problem), exact._State(100, [50, 90]), 0, 50)
        search.tails = tails
        search.run()
        room = [0, 0] if rules else [0, 10]
        assert search.state.best_offsets == (room if max(tails) < 100 else [50, 90])


def test_first_offsets_are_multiples_of_one_byte_too() -> None:
    problem = Problem((Block(1, 0, 0, 1), Block(2, 0, 0, 1)))
    assert exact.improve(problem, make_gaps(problem), [0, 8], 10, 0, 50) == ([2, 0], True)
    band = Problem((Block(3, 0, 0, 1), Block(2, 0, 0, 1)), (Overlap(0, 1, 0, 1),))
    assert exact.improve(band, make_gaps(band), [0, 8], 10, 0, 50) == ([0, 0], False)  # bands are not all tried
