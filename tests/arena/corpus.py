"""Planning problems as CSV files: how they are read and written, and how the generated ones were made.

A file holds a line ``block,<first>,<last>,<size>,<align>`` per block and ``overlap,<a>,<b>,<low>,<high>`` per allowed
overlap (empty: open; see ``edgec.codegen.arena.problem``).  ``best.csv`` holds the best known peak of every file.
``python tests/arena/corpus.py`` writes the generated files again; it must change nothing.
"""

from __future__ import annotations

import csv
import random
from pathlib import Path

from edgec.codegen.arena.problem import Block, Overlap, Problem

FOLDER = Path(__file__).resolve().parent


def read(path: Path) -> Problem:
    """The problem of a file."""
    blocks, overlaps = [], []
    with path.open(newline="") as file:
        for kind, *values in csv.reader(file):
            numbers = [int(v) if v else None for v in values]
            if kind == "block":
                first, last, size, align = (n or 0 for n in numbers)
                blocks.append(Block(size, first, last, align))
            else:
                overlaps.append(Overlap(numbers[0] or 0, numbers[1] or 0, numbers[2], numbers[3]))
    return Problem(tuple(blocks), tuple(overlaps))


def write(path: Path, problem: Problem) -> None:
    """The file of a problem."""
    rows: list[tuple[object, ...]] = [("block", b.first, b.last, b.size, b.align) for b in problem.blocks]
    rows += [("overlap", o.a, o.b, o.low, o.high) for o in problem.overlaps]
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def best() -> dict[str, int]:
    """File name -> best known peak in bytes."""
    with (FOLDER / "best.csv").open(newline="") as file:
        return {name: int(size) for name, size in csv.reader(file)}


def chain(seed: int, count: int, distance: int) -> Problem:
    """A row of layers, each output a little below its input: the sum of all distances counts."""
    rng = random.Random(seed)
    sizes = [rng.choice((4000, 8000, 6400)) for _ in range(count)]
    blocks = [Block(size, i, i + 1) for i, size in enumerate(sizes)]
    blocks += [Block(rng.randrange(100, 900), i, i) for i in range(count)]
    rules = [Overlap(i, i + 1, None, -rng.randrange(1, distance)) for i in range(count - 1)]
    rules += [Overlap(i, i + 1) for i in range(0, count - 1, 3)]
    return Problem(tuple(blocks), tuple(rules))


def residual(seed: int, stages: int) -> Problem:
    """Blocks with a skip connection each, sums in place, sizes halving."""
    rng = random.Random(seed)
    blocks: list[Block] = [Block(1 << 14, 0, 4)]
    rules: list[Overlap] = []
    for s in range(stages):
        at, size = 4 * s, (1 << 14) >> s // 2
        skip = len(blocks) - 1
        blocks += [Block(size, at + 1, at + 2), Block(size, at + 2, at + 4), Block(size, at + 4, at + 8)]
        blocks.append(blocks.pop())
        rules += [Overlap(skip, len(blocks) - 1), Overlap(len(blocks) - 2, len(blocks) - 1)]
        rules.append(Overlap(len(blocks) - 3, len(blocks) - 2, None, -rng.randrange(64, 1024)))
    return Problem(tuple(blocks), tuple(rules))


def perfect(seed: int, pieces: int, height: int, steps: int) -> Problem:
    """A rectangle cut into pieces: the peak is its height, and greedy orders rarely find it."""
    rng = random.Random(seed)
    cut = [(0, steps, 0, height)]
    while len(cut) < pieces:
        i = max(range(len(cut)), key=lambda k: (cut[k][1] - cut[k][0]) * (cut[k][3] - cut[k][2]) * rng.random())
        t0, t1, a0, a1 = cut.pop(i)
        if t1 - t0 > 1 and (rng.random() < 0.5 or a1 - a0 <= 1):
            middle = rng.randrange(t0 + 1, t1)
            cut += [(t0, middle, a0, a1), (middle, t1, a0, a1)]
        elif a1 - a0 > 1:
            middle = rng.randrange(a0 + 1, a1)
            cut += [(t0, t1, a0, middle), (t0, t1, middle, a1)]
        else:
            cut.append((t0, t1, a0, a1))
    rng.shuffle(cut)
    return Problem(tuple(Block(16 * (a1 - a0), t0, t1 - 1) for t0, t1, a0, a1 in cut))


def scattered(seed: int, count: int, steps: int, longest: int) -> Problem:
    """Random lives and sizes."""
    rng = random.Random(seed)
    blocks = []
    for _ in range(count):
        first = rng.randrange(steps)
        blocks.append(Block(16 * rng.randrange(1, 200), first, min(steps, first + rng.randrange(longest))))
    return Problem(tuple(blocks))


def staircase(count: int) -> Problem:
    """Every block overlaps two neighbours in time and sizes alternate: large-first leaves holes nothing fits."""
    return Problem(tuple(Block(16 * (60 + 37 * i % 50), 2 * i, 2 * i + 3) for i in range(count)))


def mixed(seed: int, count: int, steps: int, longest: int) -> Problem:
    """Random lives and sizes, and where one life ends as another begins, an overlap: in place, diagonal or both."""
    rng = random.Random(seed)
    blocks = scattered(seed, count, steps, longest).blocks
    rules: list[Overlap] = []
    for i, a in enumerate(blocks):
        later = [j for j, b in enumerate(blocks) if b.first == a.last > a.first and all(o.b != j for o in rules)]
        if later and rng.random() < 0.8:
            j = rng.choice(later)
            if rng.random() < 0.6:
                rules.append(Overlap(i, j))
            else:
                rules.append(Overlap(i, j, None, -16 * rng.randrange(1, 40)))
    return Problem(blocks, tuple(rules))


def pyramid(levels: int) -> Problem:
    """An encoder and a decoder: every level's map waits for its mirror image, sizes halving (U-Net)."""
    blocks = []
    for level in range(levels):
        size, end = (1 << 15) >> level, 4 * levels - 2 - level
        blocks += [Block(size, level, end), Block(size // 2 + 48, level, level + 1), Block(size + 80, end, end + 1)]
    return Problem(tuple(blocks))


def grown(layers: int) -> Problem:
    """Every output is kept to the end, with scratch of other sizes between (DenseNet without views)."""
    blocks = [Block(400 + 16 * (7 * i % 11), i, layers) for i in range(layers)]
    blocks += [Block(900 + 112 * (5 * i % 13), i, i) for i in range(layers)]
    blocks += [Block(330 * (i % 4 + 1), i, i + 2) for i in range(layers - 2)]
    return Problem(tuple(blocks))


TRAPS = {(12, 10, 5): (1153, 2037, 1067), (20, 16, 6): (1260, 1442, 1353), (32, 20, 7): (2169, 1564, 1581)}
"""Seeds, of 1500 for each size, for which greedy placement is furthest (15 to 29 %) from the bound."""


def generated() -> dict[str, Problem]:
    """File name -> problem."""
    found = {f"chain_{n}.csv": chain(n, n, 700) for n in (6, 9, 12, 16, 20)}
    found |= {f"residual_{n}.csv": residual(n, n) for n in (2, 3, 4, 6)}
    for i, (pieces, height, steps) in enumerate(((8, 40, 12), (12, 60, 16), (16, 80, 20), (20, 90, 24), (24, 120, 30))):
        found |= {f"perfect_{pieces}_{seed}.csv": perfect(10 * i + seed, pieces, height, steps) for seed in range(3)}
    for count, steps, longest in ((10, 12, 4), (16, 16, 5), (24, 24, 6), (40, 30, 6), (60, 60, 6)):
        found |= {f"scattered_{count}_{seed}.csv": scattered(seed, count, steps, longest) for seed in range(3)}
    found |= {
        f"trap_{count}_{seed}.csv": scattered(seed, count, steps, longest)
        for (count, steps, longest), seeds in TRAPS.items()
        for seed in seeds
    }
    found |= {
        f"perfect_{n}_{seed}.csv": perfect(100 * n + seed, n, 5 * n, n + 8) for n in (28, 32, 40) for seed in (0, 1)
    }
    found |= {f"scattered_{n}_{seed}.csv": scattered(seed, n, n, 8) for n, seed in ((100, 100), (150, 150))}
    found |= {f"mixed_{n}_{seed}.csv": mixed(seed, n, n // 2, 4) for n in (14, 22, 30) for seed in (0, 1)}
    found |= {f"pyramid_{n}.csv": pyramid(n) for n in (5, 8)} | {f"grown_{n}.csv": grown(n) for n in (12, 24)}
    found |= {f"staircase_{n}.csv": staircase(n) for n in (8, 16, 32)}
    return found


if __name__ == "__main__":
    for name, problem in generated().items():
        write(FOLDER / name, problem)
