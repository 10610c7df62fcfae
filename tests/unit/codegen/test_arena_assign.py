"""Memories of items against the best of all assignments, each judged by exhaustive placement."""

from __future__ import annotations

import random
from itertools import product

import pytest

from edgec.codegen.arena import assign as assign_module
from edgec.codegen.arena.assign import _ORDERS, Item, _Assignment, _exact, assign
from edgec.codegen.arena.problem import Block, Overlap, Placement, Problem, lower_bound
from edgec.codegen.arena.solve import solve
from tests.arena import corpus
from tests.arena.exhaustive import smallest

Case = tuple[list[Item], list[Overlap], list[int], list[float]]


def case(seed: int) -> Case:
    """Up to five blocks and three constants, two or three memories, the fastest too small for all."""
    rng = random.Random(seed)
    items = []
    for _ in range(rng.randrange(2, 5)):
        first = rng.randrange(3)
        block = Block(16 * rng.randrange(1, 6), first, min(3, first + rng.randrange(3)))
        items.append(Item(block.size, float(rng.randrange(1, 200)), (), block))
    blocks = len(items)
    items += [Item(rng.randrange(1, 90), float(rng.randrange(1, 200)), ()) for _ in range(rng.randrange(3))]
    memories = rng.choice((2, 3))
    allowed = [tuple(sorted(rng.sample(range(memories), rng.randrange(1, memories + 1)))) for _ in items]
    items = [Item(i.size, i.heat, a, i.block) for i, a in zip(items, allowed, strict=True)]
    rules = [Overlap(a, b) for a in range(blocks) for b in range(blocks)
             if items[a].block.last == items[b].block.first and a != b and rng.random() < 0.3]  # type: ignore[union-attr]  # fmt: skip
    rooms = [rng.randrange(60, 200), *(rng.randrange(150, 400) for _ in range(memories - 1))]
    return items, rules, rooms, [1.0, 3.0, 10.0][:memories]


def needs(chosen: tuple[int, ...] | list[int], memory: int, items: list[Item], rules: list[Overlap]) -> int:
    """Bytes that a memory must have: the best placement of its blocks, and its constants."""
    blocks = [i for i, r in enumerate(chosen) if r == memory and items[i].block is not None]
    index = {i: n for n, i in enumerate(blocks)}
    kept = tuple(Overlap(index[o.a], index[o.b]) for o in rules if o.a in index and o.b in index)
    arena = smallest(Problem(tuple(b for i in blocks if (b := items[i].block) is not None), kept)) if blocks else 0
    return arena + sum(items[i].size for i, r in enumerate(chosen) if r == memory and items[i].block is None)


def cost(chosen: tuple[int, ...] | list[int], items: list[Item], costs: list[float]) -> float:
    return sum(item.heat * costs[r] for item, r in zip(items, chosen, strict=True) if r >= 0)


def fits(chosen: tuple[int, ...] | list[int], given: Case) -> bool:
    items, rules, rooms, _ = given
    return all(needs(chosen, r, items, rules) <= room for r, room in enumerate(rooms))


CASES = [case(seed) for seed in range(60)]


@pytest.mark.parametrize("group", range(6))
def test_the_cheapest_assignment_that_fits_is_found(group: int) -> None:
    for given in CASES[group::6]:
        items, rules, rooms, costs = given
        found = assign(items, rules, rooms, costs)
        assert all(r in item.allowed for r, item in zip(found, items, strict=True))
        every = sorted(product(*(i.allowed for i in items)), key=lambda c: cost(c, items, costs))
        best = next((c for c in every if fits(c, given)), None)
        if best is None:
            assert not fits(found, given)
        else:
            assert fits(found, given) and cost(found, items, costs) == cost(best, items, costs)


def test_what_has_no_choice_stays() -> None:
    block = Block(64, 0, 1)
    assert assign([Item(64, 5.0, (1,), block), Item(9, 1.0, ()), Item(7, 2.0, (0,))], [], [1, 1], [1.0, 2.0]) == [
        1,
        -1,
        0,
    ]
    assert assign([], [], [], []) == []
    mixed = [Item(64, 5.0, (1,), block), Item(9, 1.0, ()), Item(7, 2.0, (0, 1))]
    assert assign(mixed, [], [100, 100], [1.0, 2.0]) == [1, -1, 0]
    assert assign(mixed, [], [6, 100], [1.0, 2.0]) == [1, -1, 1]


def test_what_does_not_fit_is_in_the_last_memory() -> None:
    items = [Item(64, 9.0, (0, 1)), Item(64, 5.0, (0, 1)), Item(64, 7.0, (0, 1))]
    found = assign(items, [], [64, 64], [1.0, 5.0])
    assert sorted(found) == [0, 1, 1] and found[0] == 0


def test_the_hottest_bytes_are_in_the_fastest_memory() -> None:
    """One large item against two small ones that are read as often together: the best use of the room counts."""
    large, small = Item(96, 100.0, (0, 1)), [Item(48, 60.0, (0, 1)), Item(48, 55.0, (0, 1))]
    assert assign([large, *small], [], [100, 400], [1.0, 4.0]) == [1, 0, 0]
    assert assign([Item(96, 120.0, (0, 1)), *small], [], [100, 400], [1.0, 4.0]) == [0, 1, 1]
    dense = [Item(64, 100.0, (0, 1)), Item(40, 90.0, (0, 1))]
    assert assign(dense, [], [64, 400], [1.0, 4.0]) == [0, 1]


def test_blocks_that_are_never_in_use_together_share_the_room() -> None:
    blocks = [Block(64, i, i) for i in range(3)]
    items = [Item(64, 9.0, (0, 1), b) for b in blocks] + [Item(36, 1.0, (0, 1))]
    assert assign(items, [], [100, 400], [1.0, 2.0]) == [0, 0, 0, 0]
    assert assign(items, [], [99, 400], [1.0, 2.0]) == [0, 0, 0, 1]
    chain = [Item(64, 9.0, (0, 1), Block(64, i, i + 1)) for i in range(3)]
    assert assign(chain, [Overlap(0, 1), Overlap(1, 2)], [64, 400], [1.0, 2.0]) == [0, 0, 0]
    assert sorted(assign(chain, [Overlap(0, 1)], [64, 400], [1.0, 2.0])) == [0, 0, 1]


def test_many_items_are_assigned_by_greedy_orders_alone() -> None:
    """Each fits where it is, and nothing in a slower memory would fit into what is left of the fastest."""
    rng = random.Random(2)
    items = [Item(rng.randrange(1, 60), float(rng.randrange(1, 99)), (0, 1)) for _ in range(260)]
    found = assign(items, [], [4000, 9000], [1.0, 3.0])
    used = [sum(i.size for i, r in zip(items, found, strict=True) if r == memory) for memory in (0, 1)]
    assert used[0] <= 4000 and used[1] <= 9000
    assert all(i.size > 4000 - used[0] for i, r in zip(items, found, strict=True) if r == 1)
    by_density = sorted(items, key=lambda i: -i.heat / i.size)
    bound, room = 0.0, 4000
    for item in by_density:  # no assignment is better than a last item cut in two
        bound += item.heat * min(1.0, max(0, room) / item.size)
        room -= item.size
    inside = sum(i.heat for i, r in zip(items, found, strict=True) if r == 0)
    assert bound - 99 <= inside <= bound


# --- what the search costs, and where it ends ---


def crowded(seed: int, blocks: int, constants: int, tight: float, least: int = 0) -> Case:
    """Three memories and items of which most may go into each, at least into ``least`` of them."""
    rng = random.Random(seed)
    items = []
    for _ in range(blocks):
        first = rng.randrange(8)
        block = Block(16 * rng.randrange(1, 40), first, min(8, first + rng.randrange(4)))
        items.append(Item(block.size, float(rng.randrange(1, 400)), (), block))
    items += [Item(rng.randrange(600), float(rng.randrange(1, 900)), ()) for _ in range(constants)]
    allowed = [tuple(sorted(rng.sample(range(3), max(least, min(3, rng.randrange(8)))))) for _ in items]
    items = [Item(i.size, i.heat, a, i.block) for i, a in zip(items, allowed, strict=True)]
    rules = [Overlap(a, b) for a in range(blocks) for b in range(blocks)
             if a != b and items[a].block.last == items[b].block.first and rng.random() < 0.3]  # type: ignore[union-attr]  # fmt: skip
    total = tight * sum(i.size for i in items)
    return items, rules, [int(total * share) for share in (0.12, 0.18, 0.3)], [1.0, 3.0, 10.0]


ENDS = {
    (0, 6, 3, 1.0): (55, 623, 5, (451, 18596.0), 64),
    (1, 6, 3, 1.0): (38, 617, 2, (0, 6358.0), 50),
    (2, 6, 3, 1.0): (66, 627, 4, (413, 13183.0), 54),
    (0, 7, 5, 0.9): (163, 626, 4, (750, 19160.0), 85),
    (1, 7, 5, 0.9): (57, 617, 1, (820, 18577.0), 58),
    (0, 7, 5, 1.3): (523, 626, 7, (0, 15451.0), 84),
    (1, 7, 5, 1.3): (156, 616, 0, (0, 15487.0), 48),
    (1, 9, 7, 1.3): (651, 647, 6, (0, 26836.0), 119),
    (2, 9, 7, 1.6): (643, 638, 4, (0, 10427.0), 27),
    (0, 5, 55, 1.3): (829, 795, 38, (0, 89202.0), 1270),
    (1, 5, 55, 1.3): (813, 767, 40, (4030, 200148.0), 2573),
    (2, 5, 55, 1.3): (858, 823, 40, (1014, 182534.0), 2288),
    (1, 5, 55, 1.6): (847, 797, 40, (345, 194147.0), 2485),
    (0, 5, 60, 1.6): (812, 772, 37, (0, 79839.0), 1286),
    (1, 5, 60, 1.6): (813, 758, 37, (0, 102690.0), 2055),
    (1, 12, 30, 1.5): (795, 757, 25, (0, 58762.0), 775),
    (2, 12, 30, 1.5): (774, 746, 21, (0, 59445.0), 365),
    (0, 0, 200, 1.3, 2): (753, 603, 12, (12786, 421197.0), 26138),
    (55, 14, 3, 1.3, 2): (656, 649, 1, (0, 11183.0), 106),
    (56, 14, 3, 1.3, 2): (655, 652, 4, (0, 17892.0), 97),
    (1, 0, 201, 1.6, 2): (560, 739, 12, (2783, 305604.0), 18253),
}


@pytest.mark.parametrize("given", ENDS)
def test_assignments_stay_as_they_are(given: tuple[int, int, int, float]) -> None:
    """Equal models give equal code: placements tried, their limit, exact ones, the best score, and who is where."""
    search = _Assignment(*crowded(*given))
    found = search.run()
    placed = sum((i + 1) * r for i, r in enumerate(found))
    assert (search.trials, search.limit, search.exact_trials, search.score, placed) == ENDS[given]


def test_no_search_where_everything_fits_into_the_fastest() -> None:
    """To the last byte, whatever has no memory to be in."""
    for items, rooms in (
        ([Item(10, 5.0, (0, 1)), Item(20, 5.0, (0, 1))], [30, 0]),
        ([Item(64, 5.0, (0, 1), Block(64, 0, 1)), Item(999, 1.0, ()), Item(3, 1.0, (1,))], [64, 3]),
    ):
        search = _Assignment(items, [], rooms, [1.0, 2.0])
        assert search.run() == [min(i.allowed, default=-1) for i in items] and search.trials == 0


def test_of_equal_assignments_the_first_stays() -> None:
    items = [Item(10, 4.0, (0, 1)), Item(10, 4.0, (0, 1)), Item(5, 5.0, (1,))]
    assert assign(items, [], [10, 100], [1.0, 2.0]) == [0, 1, 1]


def test_what_does_not_fit_is_counted_in_bytes_of_every_memory() -> None:
    """At least one, where the bound fits and no placement in some order does."""
    blocks = corpus.scattered(1153, 12, 10, 5).blocks
    least = lower_bound(Problem(blocks))
    items = [Item(b.size, 1.0, (0, 1, 2), b) for b in blocks] + [Item(70, 2.0, (1, 2)), Item(40, 3.0, (0, 2))]
    search = _Assignment(items, [], [least, 60, 30], [1.0, 2.0, 4.0])
    assert search._score([0] * 12 + [1, 2]) == (1 + 10 + 10, 12 + 4 + 12)
    assert search._score([0] * 12 + [-1, -1]) == (1, 12)
    assert search._score([-1] * 12 + [-1, 0]) == (0, 3)


def test_orders_are_by_heat_per_byte_by_size_and_by_heat() -> None:
    """An item without bytes counts as one byte."""
    for size, wanted in ((4, (-1.5, -4, -6.0)), (1, (-6.0, -1, -6.0)), (0, (-6.0, 0, -6.0))):
        assert tuple(order(Item(size, 6.0, ())) for order in _ORDERS) == wanted


def test_an_exact_placement_has_a_thousand_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """More would find fewer bytes for this one."""
    problem, asked = corpus.mixed(203, 18, 9, 4), []

    def counted(given: Problem, nodes: int) -> Placement:
        asked.append(nodes)
        return solve(given, nodes)

    monkeypatch.setattr(assign_module, "solve", counted)
    assert _exact(problem) == solve(problem, 1000).size > solve(problem).size
    assert asked == [1000]


def test_small_heats_are_told_apart() -> None:
    """Costs far below one decide as large ones do; the greedy orders take the first item, or both others."""
    sizes, heats = (60, 50, 50), (70.0, 55.0, 54.0)
    for scale in (1.0, 2.0**-20):
        items = [Item(size, heat * scale, (0, 1)) for size, heat in zip(sizes, heats, strict=True)]
        search = _Assignment(items, [], [100, 400], [1.0, 2.0])
        assert search.run() == [1, 0, 0]


@pytest.mark.parametrize(("first_room", "taken"), [(0, 1), (None, 0)])
def test_an_item_moves_to_the_fastest_memory_with_room(first_room: int | None, taken: int) -> None:
    """Blocks that only an exact placement puts into a memory, to its last byte; the fastest has no room, or as much."""
    blocks = corpus.scattered(1, 8, 6, 4).blocks
    room = solve(Problem(blocks)).size
    fixed = [Item(b.size, 1.0, (memory,), b) for memory in (0, 1) for i, b in enumerate(blocks) if i != 3]
    items = [*fixed[7 if first_room == 0 else 0 :], Item(blocks[3].size, 0.5, (0, 1, 2), blocks[3])]
    items.append(Item(room + 1, 0.1, (0, 2)))  # fits nowhere else, so that not all are in the fastest
    search = _Assignment(items, [], [room if first_room is None else first_room, room, 10**6], [1.0, 2.0, 4.0])
    assert (search.run()[-2:], search.best[-2:]) == ([taken, 2], [2, 2])


def test_members_are_measured_in_the_order_of_the_items() -> None:
    blocks = [Block(16, 0, 1), Block(32, 1, 2), Block(48, 2, 3)]
    search = _Assignment([Item(b.size, 1.0, (0, 1), b) for b in blocks], [Overlap(0, 2)], [96, 96], [1.0, 2.0])
    seen: list[Problem] = []

    def measured(problem: Problem) -> int:
        seen.append(problem)
        return 0

    assert search._needs([2, 0], measured) == 0
    assert seen == [Problem((blocks[0], blocks[2]), (Overlap(0, 1),))]
