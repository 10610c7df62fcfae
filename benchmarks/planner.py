"""The arena planner beside OR-tools CP-SAT on the corpus of tests/arena.

    pip install -e '.[planning]' && python benchmarks/planner.py [FILE ...]

prints a line per problem: our peak and whether it is proven, CP-SAT's after the same ten seconds on one thread.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from ortools.sat.python import cp_model

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "arena"))

import corpus

from edgec.codegen.arena.problem import Problem
from edgec.codegen.arena.solve import solve

SECONDS = 10.0


def cp_sat(problem: Problem, seconds: float = SECONDS) -> tuple[int, bool]:
    """CP-SAT's smallest peak in bytes, and whether it proved it; every pair in use at once is a disjunction."""
    model = cp_model.CpModel()
    blocks = problem.blocks
    largest = sum(b.size + b.align for b in blocks)
    peak = model.new_int_var(0, largest, "peak")
    offsets = []
    for i, b in enumerate(blocks):
        unit = model.new_int_var(0, largest // b.align, f"unit{i}")
        offsets.append(unit * b.align)
        model.add(offsets[i] + b.size <= peak)
    rules = {(o.a, o.b): (o.low, o.high) for o in problem.overlaps}
    rules |= {(o.b, o.a): (_minus(o.high), _minus(o.low)) for o in problem.overlaps}
    for i, a in enumerate(blocks):
        for j in range(i + 1, len(blocks)):
            b = blocks[j]
            if a.last < b.first or b.last < a.first:
                continue
            ways = [model.new_bool_var("") for _ in range(3 if (i, j) in rules else 2)]
            model.add(offsets[i] + a.size <= offsets[j]).only_enforce_if(ways[0])
            model.add(offsets[j] + b.size <= offsets[i]).only_enforce_if(ways[1])
            low, high = rules.get((i, j), (None, None))
            if low is not None:
                model.add(offsets[j] - offsets[i] >= low).only_enforce_if(ways[2])
            if high is not None:
                model.add(offsets[j] - offsets[i] <= high).only_enforce_if(ways[2])
            model.add_bool_or(ways)
    model.minimize(peak)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return (int(solver.objective_value) if found else largest), status == cp_model.OPTIMAL


def _minus(value: int | None) -> int | None:
    return None if value is None else -value


def main(names: list[str]) -> None:
    """The table, and the sums of what each proved and won."""
    names = names or sorted(corpus.best())
    won, lost, ours_proven, theirs_proven = 0, 0, 0, 0
    for name in names:
        problem = corpus.read(corpus.FOLDER / name)
        began = time.process_time()
        ours = solve(problem)
        took = time.process_time() - began
        theirs, proven = cp_sat(problem)
        won, lost = won + (ours.size < theirs), lost + (ours.size > theirs)
        ours_proven, theirs_proven = ours_proven + ours.optimal, theirs_proven + proven
        mark = {True: "proven", False: "open"}
        row = f"{name:32} edgec {ours.size:8,} {mark[ours.optimal]:6} {took:5.1f} s   CP-SAT {theirs:8,} {mark[proven]}"
        print(row, flush=True)
    print(f"{len(names)} problems: edgec smaller on {won}, larger on {lost}; proven {ours_proven} and {theirs_proven}")


if __name__ == "__main__":
    main(sys.argv[1:])
