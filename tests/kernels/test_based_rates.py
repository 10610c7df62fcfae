"""Rates that a core takes from another one: few numbers are stated beside them, and they are worked in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from edgec.targets.reader import load_target
from edgec.targets.shipped import with_bases
from tests.conftest import REPO
from tests.kernels.based_rates import RatesFile, fit_to_base
from tests.kernels.rates import BAND, Counted, Term

FILES = sorted(path.stem for path in (REPO / "targets/rates").glob("*.toml"))
BASE = {"plain": {"scale": {"call": 100.0, "element": 4.0, "row": 20.0}}}


@dataclass(frozen=True)
class Layer:
    """A layer whose work is known."""

    work: dict[Term, float]
    instructions: int


def layers(call: float, element: float, row: float) -> list[Counted]:
    """Layers of a kernel that takes so many instructions for its terms."""
    found = []
    for rows, columns in ((10, 200), (100, 50), (400, 10), (1, 4000), (60, 60)):
        counts = {"call": 1.0, "element": float(rows * columns), "row": float(rows)}
        total = call + element * rows * columns + row * rows
        found.append(Layer({("plain", "scale", term): times for term, times in counts.items()}, round(total)))
    return cast("list[Counted]", found)


@pytest.mark.parametrize(
    ("takes", "stated"),
    [
        ((100.0, 4.0, 20.0), []),
        ((95.0, 4.2, 19.0), []),
        ((200.0, 8.0, 40.0), [("plain", "scale")]),
        ((100.0, 4.0, 70.0), [("plain", "scale", "row")]),
    ],
)
def test_only_what_differs_is_stated(takes: tuple[float, float, float], stated: list[tuple[str, ...]]) -> None:
    found = layers(*takes)
    chosen = dict(fit_to_base(found, BASE))
    assert list(chosen) == stated
    factors = {"plain": {c[1]: v for c, v in chosen.items() if len(c) == 2}}
    terms = {"plain": {"scale": {c[2]: v for c, v in chosen.items() if len(c) == 3}}}
    factor = factors["plain"].get("scale", 1.0)
    rates = {term: rate * factor for term, rate in BASE["plain"]["scale"].items()} | terms["plain"]["scale"]
    for one in found:
        estimated = sum(rates[term] * times for (_, _, term), times in one.work.items())
        assert BAND[0] <= estimated / one.instructions <= BAND[1]


def test_few_numbers_are_stated_of_a_kernel_that_follows_none() -> None:
    """A kernel whose layers no numbers bring into the band was stated with all of them, twice as many as its base."""
    found = layers(100.0, 4.0, 20.0)
    uneven = [
        replace(cast("Layer", one), instructions=one.instructions * (3 if i % 2 else 1)) for i, one in enumerate(found)
    ]
    assert len(dict(fit_to_base(cast("list[Counted]", uneven), BASE))) == 1


def test_terms_of_a_base_are_taken_times_the_factor_of_the_kernel() -> None:
    known = load_target("cortex-m4").rates.terms["plain"]["dense_s8"]
    term = next(iter(known))
    table: dict[str, Any] = {
        "base": {"plain": "cortex-m4"},
        "factors": {"plain": {"dense_s8": 2.0}},
        "terms": {"plain": {"dense_s8": {term: 7.0}, "new": {"call": 3.0}}},
    }
    made = with_bases(table)
    assert list(made) == ["terms"]
    assert made["terms"]["plain"]["dense_s8"] == {t: 2.0 * rate for t, rate in known.items()} | {term: 7.0}
    assert made["terms"]["plain"]["new"] == {"call": 3.0}
    assert made["terms"]["plain"]["conv2d_s8"] == load_target("cortex-m4").rates.terms["plain"]["conv2d_s8"]


@pytest.mark.parametrize("name", FILES)
def test_files_are_as_they_are_written(name: str) -> None:
    file, home = RatesFile.read(name), load_target(name)
    assert (REPO / f"targets/rates/{name}.toml").read_text(encoding="utf-8") == file.text(home)
    assert file.rates == home.rates


@pytest.mark.parametrize("name", FILES)
def test_a_base_holds_what_is_stated_beside_it(name: str) -> None:
    file = RatesFile.read(name)
    for library, kernels_stated in file.factors.items():
        assert {*kernels_stated} <= {*load_target(file.base[library]).rates.terms[library]}
