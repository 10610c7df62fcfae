"""Figures of the sources keep their bounds (``python -m tests.unit.house.figures`` prints them)."""

from __future__ import annotations

import ast

import pytest

from tests.unit.house.figures import FIGURES, Figure
from tests.unit.house.figures_of_kernels import looks_into_a_symbol, reads_by_name


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_a_figure_keeps_its_bound(figure: Figure) -> None:
    assert figure.count() <= figure.bound, figure.count.__doc__


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ('"_3x3" in call.symbol', True),
        ('call.symbol.endswith("_s4")', True),
        ("symbol[6:]", True),
        ("re.search(SPARSE, call.symbol)", True),
        ("call.symbol in known", False),
        ("Instance(call.symbol)", False),
    ],
)
def test_what_looks_into_a_symbol(text: str, seen: bool) -> None:
    assert looks_into_a_symbol(ast.parse(text, mode="eval").body) is seen


@pytest.mark.parametrize(
    ("text", "seen"), [('number(call, "rows.pitch")', True), ('replace(call, why="pitch")', False)]
)
def test_what_reads_a_parameter_by_name(text: str, seen: bool) -> None:
    assert reads_by_name(ast.parse(text, mode="eval").body, {"rows.pitch", "pitch"}) is seen
