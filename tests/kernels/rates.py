"""Counts the layers of grids under QEMU, compares them with their prices, and fits the rates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import exp, log
from types import MappingProxyType

import numpy as np

from benchmarks.kernel_bench import Outcome, run_trials
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.spec import Call
from edgec.converter.graph.ir import Array
from edgec.targets.reader import Rates
from tests.kernels.layers import Made, made_of

LEAST = 5000  # instructions of a layer that must be priced well
BAND = (0.8, 1.25)
RIDGE, ROUNDS, ENOUGH = 0.001, 40, 0.16  # of the fit; the error that it may leave
LEAST_SHARE = 0.032  # of a layer: a term that is less of every one is none
FLOOR = 0.05  # of a layer's weight, however near its estimate is
TAKE_MOST = ("Conv", "Dense", "MaxPool", "AvgPool", "Reduce", "Resample", "Transpose", "Slice", "Gather")  # in nets
OWN_FACTOR = 0.05  # how far the logarithm of a kernel's factor may lie from its library's without being kept
TOGETHER = 24  # layers of a program
Term = tuple[str, str, str]  # library, kernel, what it counts
Terms = Mapping[str, Mapping[str, Mapping[str, float]]]


@dataclass(frozen=True)
class Counted:
    """A layer of a grid with the instructions that its kernel takes."""

    made: Made
    outcome: Outcome

    @property
    def instructions(self) -> int:
        """Instructions that were counted."""
        return self.outcome.instructions

    @property
    def work(self) -> dict[Term, float]:
        """Terms that all calls count, by the names of their rates."""
        found: dict[Term, float] = defaultdict(float)
        for call in self.made.trial.calls:
            assert call.kernel is not None
            for term, times in counts_of(self.made, call):
                owner = Rates.owner(call.kernel.id, term)
                found[(call.kernel.library.name, *owner)] += times
        return found

    def estimated(self, rates: Rates, level: str = "") -> float:
        """Instructions that the rates give at an optimization level: the price."""
        return sum(
            rates.price(library, kernel, [(term, times)], level) for (library, kernel, term), times in self.work.items()
        )

    def within(self, rates: Rates) -> bool:
        """Return whether the price is in the band, or the layer so small that it does not matter."""
        ratio = self.estimated(rates) / max(1, self.instructions)
        return self.instructions < LEAST or BAND[0] <= ratio <= BAND[1]

    @property
    def right(self) -> bool:
        """True when the outputs are the reference's."""
        pairs = zip(self.outcome.outputs, self.made.expected, strict=False)
        return all(agrees(got, expected.reshape(got.shape)) for got, expected in pairs)


def wrong_prices(found: Sequence[Counted], rates: Rates) -> list[str]:
    """The layers whose price is out of the band."""
    return [
        f"{one.made.name}: {one.instructions:,} counted, {one.estimated(rates):,.0f} estimated"
        for one in found
        if not one.within(rates)
    ]


def counts_of(made: Made, call: Call) -> Counts:
    """Return the terms that the kernel of a call counts for a layer."""
    assert call.kernel is not None
    return call.kernel.work(made.trial.view, call)


def agrees(got: Array, expected: Array) -> bool:
    """Equal values, NaN for NaN; float32 within 1e-5 relative or 1e-6 of the largest value."""
    if expected.dtype == np.float32:
        largest = np.abs(expected[np.isfinite(expected)]).max(initial=1.0)
        return bool(np.allclose(got, expected, rtol=1e-5, atol=1e-6 * largest, equal_nan=True))
    return bool(np.array_equal(got, expected, equal_nan=expected.dtype.kind == "f"))


def count(
    kernels: Iterable[Kernel], target: str = "cortex-m4", jobs: int = 1, level: str = "", *, alone: bool = True
) -> list[Counted]:
    """Every layer of the kernels' grids, counted, ``jobs`` programs at a time."""
    return count_layers([made for kernel in kernels for made in made_of(kernel)], target, jobs, level, alone=alone)


def count_layers(
    made: Sequence[Made], target: str = "cortex-m4", jobs: int = 1, level: str = "", *, alone: bool = True
) -> list[Counted]:
    """These layers, counted.

    Each is compiled ``alone``: functions that several layers share are compiled for one, as they are where the layers
    of a model are alike.  Where instructions are not compared one file for all compiles sooner.
    """
    parts = [made[i : i + TOGETHER] for i in range(0, len(made), TOGETHER)]

    def run(part: Sequence[Made]) -> list[Counted]:
        outcomes = run_trials([m.trial for m in part], target, level=level, alone=alone)
        return [Counted(m, o) for m, o in zip(part, outcomes, strict=True)]

    with ThreadPoolExecutor(jobs) as pool:
        return [one for part in pool.map(run, parts) for one in part]


def fit(found: Sequence[Counted]) -> Terms:
    """The rates of least relative errors over the layers, large ones above all; none is negative, none zero.

    Layers whose kernels share rates (a concatenation copies with another kernel) are fitted together.  Small layers
    weigh less.  Where several terms grow alike each gets a share of what they take.  Terms that are next to nothing of
    every layer are left out.
    """
    terms: dict[str, dict[str, dict[str, float]]] = {}
    for part in independent(found):
        names = list(dict.fromkeys(name for one in part for name in one.work))
        weights = np.array([min(1.0, one.instructions / LEAST) for one in part])
        rows = np.array([[one.work.get(n, 0.0) / max(1, one.instructions) for n in names] for one in part])
        rates = _solve(rows, weights)
        shares = (rows * rates).max(axis=0)
        for (library, kernel, term), rate, share in zip(names, rates, shares, strict=True):
            known = terms.setdefault(library, {}).setdefault(kernel, {})
            if share >= LEAST_SHARE and float(f"{rate:.3g}"):
                known[term] = float(f"{rate:.3g}")
    return terms


def _solve(a: Array, weights: Array) -> Array:
    """Rates r >= 0 with a r near 1: least squares; while layers are far off they weigh more from round to round."""
    from scipy.optimize import nnls

    norm = np.sqrt((a * a * weights[:, None]).sum(axis=0))
    scale = np.where(norm > 0, norm, 1.0)
    ridge = RIDGE * np.eye(a.shape[1])
    best, least = np.zeros(a.shape[1]), np.inf
    each = weights.copy()
    for _ in range(ROUNDS):
        root = np.sqrt(each)[:, None]
        rates, _ = nnls(np.vstack([a / scale * root, ridge]), np.concatenate([root[:, 0], np.zeros(len(ridge))]))
        errors = np.abs(a @ (rates / scale) - 1.0) * weights
        if errors.max() < least:
            best, least = rates / scale, float(errors.max())
        if least < ENOUGH:
            break
        each = each * (1.0 + errors / errors.max())
        each = np.maximum(each * weights.sum() / each.sum(), FLOOR * weights)
    ratios = (a @ best)[weights == 1.0]
    if least < ENOUGH or not ratios.size:
        return best
    centred: Array = best / np.sqrt(ratios.min() * ratios.max())  # as far above as below, as a ratio
    return centred


def independent(found: Sequence[Counted], length: int = 3) -> list[list[Counted]]:
    """Group layers so that two groups share no rates; with a ``length`` of 2 no kernels (see ``Term``)."""
    groups: list[tuple[set[tuple[str, ...]], list[Counted]]] = []
    for one in found:
        names, members = {name[:length] for name in one.work}, [one]
        for group in [g for g in groups if g[0] & names]:
            groups.remove(group)
            names, members = names | group[0], [*group[1], *members]
        groups.append((names, members))
    return [members for _, members in groups]


def with_terms(rates: Rates, terms: Terms) -> Rates:
    """Rates with those of some kernels replaced."""
    libraries = {**rates.terms}
    for library, kernels in terms.items():
        libraries[library] = {**libraries.get(library, {}), **kernels}
    return replace(rates, terms=libraries)


def with_level(rates: Rates, level: str, factors: Mapping[str, float], terms: Terms, counted: Collection[str]) -> Rates:
    """Rates with those of a level replaced, for the libraries and the kernels, by name, that were counted."""
    kept = {n: f for n, f in rates.levels.get(level, {}).items() if n not in counted}
    at = with_terms(Rates(rates.at.get(level, {})), terms).terms
    levels = {**rates.levels, level: {**kept, **factors}}
    return replace(rates, levels=levels, at={**rates.at, level: at} if at else rates.at)


def slower(
    found: Sequence[Counted], again: Sequence[Counted], known: Mapping[str, float] = MappingProxyType({})
) -> dict[str, float]:
    """Times the instructions: of each library, and of each of its kernels that differs from it.

    A kernel's is that of all its layers together, so that large ones decide; a library's the geometric mean of these.

    Args:
        found: layers at -O3.
        again: the same at another level.
        known: factors of libraries that stay, as only some of their kernels are counted.
    """
    sums: dict[str, dict[str, tuple[int, int]]] = defaultdict(lambda: defaultdict(lambda: (0, 0)))
    for one, other in zip(found, again, strict=True):
        kernel = one.made.kernel
        before, after = sums[kernel.library.name][kernel.name]
        sums[kernel.library.name][kernel.name] = before + one.instructions, after + other.instructions
    factors: dict[str, float] = {}
    for library, kernels in sorted(sums.items()):
        each = {name: log(max(1, after) / max(1, before)) for name, (before, after) in kernels.items()}
        mean = log(known[library]) if library in known else sum(each.values()) / len(each)
        factors[library] = _rounded(mean)
        factors |= {name: _rounded(own) for name, own in each.items() if abs(own - mean) > OWN_FACTOR}
    return factors


def at_level(found: Sequence[Counted], again: Sequence[Counted], factors: Mapping[str, float]) -> Terms:
    """Rates at a level of kernels that take most, some of whose layers ``slower``'s factors price out of the band."""
    layers: dict[tuple[str, str], list[Counted]] = defaultdict(list)
    far: set[tuple[str, str]] = set()
    for one, other in zip(found, again, strict=True):
        kernel = one.made.kernel
        if kernel.op not in TAKE_MOST or {name for _, name, _ in one.work} != {kernel.id}:
            continue
        key = kernel.library.name, kernel.id
        layers[key].append(other)
        ratio = factors.get(kernel.name, factors[kernel.library.name]) * one.instructions / max(1, other.instructions)
        far |= {key} if other.instructions >= LEAST and not BAND[0] <= ratio <= BAND[1] else set()
    return fit([one for key in layers if key in far for one in layers[key]])


def _rounded(logarithm: float) -> float:
    return float(f"{exp(logarithm):.3g}")


def tables(name: str, terms: Terms, kernels: Sequence[Kernel]) -> list[str]:
    """Return the lines of TOML of rates: libraries and kernels in the order of the catalog."""
    lines: list[str] = []
    for library in dict.fromkeys(k.library.name for k in kernels if k.library.name in terms):
        lines += ["", f"[{name}.{library}]"]
        names = dict.fromkeys(k.id for k in kernels if k.library.name == library)
        for one in (*names, *(n for n in sorted(terms[library]) if n not in names)):
            known = terms[library].get(one)
            if known:
                lines.append(f"{one} = {{ " + ", ".join(f"{t} = {v!r}" for t, v in known.items()) + " }")
    return lines
