"""The planner on the corpus: valid, never worse than greedy, mostly proven optimal, in ten processor seconds."""

from __future__ import annotations

import time

import corpus

from edgec.codegen.arena.greedy import greedy, top
from edgec.codegen.arena.pairs import make_gaps
from edgec.codegen.arena.solve import solve
from edgec.codegen.plan.proof import check_placement

SECONDS = 10.0
PROVEN = 0.97
SLACK = 1.06  # of those that are not proven: CP-SAT finds better ones (benchmarks/planner.py)


def test_corpus() -> None:
    best = corpus.best()
    names = {p.name for p in corpus.FOLDER.glob("*.csv")} - {"best.csv"}
    assert names == set(best)
    proven = 0
    for name in sorted(names):
        problem = corpus.read(corpus.FOLDER / name)
        began = time.process_time()
        placement = solve(problem)
        assert time.process_time() - began < SECONDS, name
        check_placement(problem, placement)
        assert placement.size <= top(problem.blocks, greedy(problem, make_gaps(problem))[0]), name
        if placement.optimal:
            assert placement.size == best[name], f"{name}: not the best known placement, or better than it"
        assert placement.size <= SLACK * best[name], f"{name}: much worse than the best known placement"
        assert placement.bounds[0] <= best[name], f"{name}: a bound above a known placement"
        proven += placement.optimal
    assert proven >= PROVEN * len(names)


def test_generated_files_are_what_the_generator_makes() -> None:
    for name, problem in corpus.generated().items():
        assert corpus.read(corpus.FOLDER / name) == problem
