"""Modules that are mutated, and the tests that must notice it: few, direct and quick."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """Modules (file, name of the module) and the test files that hold their properties."""

    modules: tuple[tuple[str, str], ...]
    tests: tuple[str, ...]


def _modules(folder: str, *names: str) -> tuple[tuple[str, str], ...]:
    return tuple((f"{folder}/{name}.py", f"edgec.{folder.replace('/', '.')}.{name}") for name in names)


PARTS = {
    "arithmetic": Part(
        _modules("converter/arithmetic", "fixed_point", "gates", "root", "wide"),
        (
            "tests/unit/converter/test_exact_gates.py",
            "tests/unit/converter/test_exact_requantization.py",
            "tests/unit/converter/test_exact_root.py",
            "tests/unit/converter/test_exact_wide.py",
        ),
    ),
    "rounding": Part(
        _modules("quantize/integers", "rounding"),
        ("tests/unit/quantize/test_rounding.py", "tests/unit/quantize/test_rounding_steps.py"),
    ),
    "arena": Part(
        _modules("codegen/arena", "problem", "pairs", "bounds", "greedy", "order", "exact", "solve", "assign"),
        (
            "tests/unit/codegen/test_arena_problem.py",
            "tests/unit/codegen/test_arena_solvers.py",
            "tests/unit/codegen/test_arena_searches.py",
            "tests/unit/codegen/test_arena_solve_steps.py",
            "tests/unit/codegen/test_arena_assign.py",
            "tests/unit/codegen/test_hill_climb.py",
        ),
    ),
    "proof": Part(
        _modules("codegen/plan", "proof", "proof_rows", "replay"),
        (
            "tests/unit/codegen/test_plan_proof.py",
            "tests/unit/codegen/test_plan_names.py",
            "tests/unit/codegen/test_plan_proof_ports.py",
            "tests/unit/codegen/test_plan_proof_rows.py",
            "tests/unit/codegen/test_plan_proof_strips.py",
        ),
    ),
}
