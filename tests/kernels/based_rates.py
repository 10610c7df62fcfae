"""Rates of a core that are those of another one, but for the fewest numbers that bring its prices into the band.

Two cores of one architecture take nearly the same instructions for a term: compilers differ by a factor for a kernel,
and by a few of its loops.  Only these are stated: the numbers are chosen one by one, always the one that lessens the
largest error most, and all that were chosen are fitted anew with each (forward selection); idle ones then go.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from edgec.codegen.kernels.catalog import asked_kernels, kernels, kernels_of
from edgec.converter.graph.ir import Array
from edgec.targets.reader import Rates, Target
from edgec.targets.records import build_record
from edgec.targets.shipped import read_rates, with_bases
from tests.conftest import REPO
from tests.kernels.rates import (
    ENOUGH,
    FLOOR,
    LEAST,
    RIDGE,
    ROUNDS,
    Counted,
    Term,
    Terms,
    fit,
    independent,
    tables,
    with_terms,
)  # fmt: skip

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

IN_BAND = 0.22  # logarithm of a ratio in the band
LEAST_FACTOR = 0.05  # of a rate to that of the base, so that none is zero
TRIALS = 8  # rounds of a fit that only tells which number to choose
Factors = Mapping[str, Mapping[str, float]]
Owner = tuple[str, str]  # library, kernel


@dataclass(frozen=True)
class RatesFile:
    """A file of ``targets/rates``: ``own`` are the rates that it states itself.

    ``base``: library -> the file whose rates its terms take that are not stated; ``factors``: library -> kernel ->
    times these rates.
    """

    own: Rates = field(default_factory=Rates)
    base: Mapping[str, str] = field(default_factory=dict)
    factors: Factors = field(default_factory=dict)

    @staticmethod
    def read(name: str) -> RatesFile:
        """Read the file of a core."""
        table = tomllib.loads((REPO / f"targets/rates/{name}.toml").read_text(encoding="utf-8"))
        base, factors = table.pop("base", {}), table.pop("factors", {})
        return RatesFile(build_record(Rates, table, name), base, factors)

    @property
    def rates(self) -> Rates:
        """The rates with those of the bases."""
        table = {"terms": self.own.terms, "base": self.base, "factors": self.factors}
        return replace(self.own, terms=with_bases(table)["terms"])

    def fitted(self, found: Sequence[Counted]) -> RatesFile:
        """The file with the rates of all kernels of these layers fitted, to their bases where they have one."""
        base = {library: read_rates(name, name)["terms"][library] for library, name in self.base.items()}
        own, terms = [], dict[str, dict[str, dict[str, float]]]()
        factors = {library: dict(kernels) for library, kernels in self.factors.items()}
        for part in independent(found, length=2):
            owners = dict.fromkeys(name[:2] for one in part for name in one.work)
            if all(library not in base for library, _ in owners):
                own += part
                continue
            for library, kernel in owners:
                terms.setdefault(library, {})[kernel] = {}
                factors.get(library, {}).pop(kernel, None)
            for choice, value in fit_to_base(part, base):
                if len(choice) == 2:
                    factors.setdefault(choice[0], {})[choice[1]] = value
                else:
                    terms[choice[0]][choice[1]][choice[2]] = value
        return RatesFile(with_terms(with_terms(self.own, fit(own)), terms), self.base, factors)

    def text(self, home: Target) -> str:
        """Return the text of the file of a target: libraries and kernels in the order of the catalog."""
        rated = self.rates.terms
        every = dict.fromkeys((*kernels(), *asked_kernels(), *kernels_of(home, asked=True)))
        known = sorted((k for k in every if k.library.name in rated), key=lambda k: (k.plain, k.library.name))
        lines = [
            f"# Instructions that kernels execute on {home.description}, by what they count (Kernel.work), at -O3."
        ]
        lines += ["# Written by benchmarks/prices.py --fit --levels --write."]
        names = dict.fromkeys(k.library.name for k in known)
        if self.base:
            lines += ["", "[base]  # the file whose rates a library takes that are not stated here, times its factors"]
            lines += [f'{library} = "{self.base[library]}"' for library in names if library in self.base]
        for library in (name for name in names if self.factors.get(name)):
            stated = self.factors[library]
            ids = dict.fromkeys(k.id for k in known if k.library.name == library)
            order = [*(i for i in ids if i in stated), *sorted({*stated} - {*ids})]
            lines += ["", f"[factors.{library}]", *(f"{kernel} = {stated[kernel]!r}" for kernel in order)]
        lines += tables("terms", self.own.terms, known)
        for level, each in sorted(self.own.levels.items()):
            lines += ["", f"[levels.{level}]  # times the instructions at -O3"]
            of = [(name, factor) for name, factor in each.items() if name.partition("/")[0] in names]
            lines += [(f'"{name}"' if "/" in name else name) + f" = {factor!r}" for name, factor in sorted(of)]
        for level, terms in sorted(self.own.at.items()):
            lines += tables(f"at.{level}", terms, known)
        return "\n".join(lines) + "\n"


def fit_to_base(part: Sequence[Counted], base: Terms) -> Iterator[tuple[Owner | Term, float]]:
    """Choose the fewest factors (by owner) and rates (by term) that layers need beside the rates of a base.

    Args:
        part: counted layers that share rates.
        base: rates by library and kernel; what it lacks takes nothing.
    """
    group, choices = _Group(part, base), list[Owner | Term]()
    values, error = group.fitted(choices, ROUNDS)
    near = ENOUGH if error <= ENOUGH else max(ENOUGH, _allowed(group.fitted(group.names, ROUNDS)[1]))
    while error > near:
        tried = [(group.fitted([*choices, c], TRIALS)[1], c) for c in group.candidates(choices)]
        if not tried:
            break
        choices.append(min(tried, key=lambda t: t[0])[1])
        values, error = group.fitted(choices, ROUNDS)
    for choice in tuple(choices if error <= IN_BAND else ()):  # that later ones have made idle
        fewer = [c for c in choices if c != choice]
        without = group.fitted(fewer, ROUNDS)
        if without[1] <= max(near, error):
            choices, values = fewer, without[0]
    for choice, value in zip(choices, values, strict=True):
        rounded = float(f"{value:.3g}")
        if rounded:
            yield choice, rounded


def _allowed(least: float) -> float:
    """Return the error of few numbers where all of a group's own leave ``least``: a tenth more, but in the band.

    A twentieth where all are not enough, for these would state what follows no term.
    """
    return 1.05 * least if least > IN_BAND else min(1.1 * least, IN_BAND)


class _Group:
    """Layers that share rates, as shares of their instructions: what each term takes by the base, and its counts."""

    def __init__(self, part: Sequence[Counted], base: Terms) -> None:
        self.names: list[Term] = list(dict.fromkeys(name for one in part for name in one.work))
        self.weights = np.array([min(1.0, one.instructions / LEAST) for one in part])
        self.counts = np.array([[one.work.get(n, 0.0) / max(1, one.instructions) for n in self.names] for one in part])
        self.rates = np.array([base.get(lib, {}).get(kernel, {}).get(term, 0.0) for lib, kernel, term in self.names])
        self.based = self.counts * self.rates

    def candidates(self, choices: Sequence[Owner | Term]) -> Iterator[Owner | Term]:
        """Yield the terms, and the owners of rates of the base, that are not chosen yet."""
        for i, name in enumerate(self.names):
            if name not in choices and self.counts[:, i].any():
                yield name
        owners = dict.fromkeys(name[:2] for i, name in enumerate(self.names) if self.based[:, i].any())
        yield from (owner for owner in owners if owner not in choices)

    def fitted(self, choices: Sequence[Owner | Term], rounds: int) -> tuple[Array, float]:
        """Return the values of the choices, and the largest error that they leave, small layers weighing less.

        As ``rates.fit``: least squares whose far layers weigh more from round to round.
        """
        from scipy.optimize import nnls

        own = np.array([name in choices for name in self.names])
        scaled = np.array([name[:2] in choices for name in self.names])
        rest = 1.0 - self.based[:, ~(scaled | own)].sum(axis=1)
        if not choices:
            return np.zeros(0), float(self._errors(rest).max(initial=0.0))
        a = np.stack([self._column(choice, own) for choice in choices], axis=1)
        least_values = LEAST_FACTOR * np.array(
            [self.rates[self.names.index(c)] if len(c) == 3 else 1.0 for c in choices]
        )
        rest = rest - a @ least_values
        norm = np.sqrt((a * a * self.weights[:, None]).sum(axis=0))
        scale = np.where(norm > 0, norm, 1.0)
        ridge, each = RIDGE * np.eye(a.shape[1]), self.weights.copy()
        best, least = np.zeros(a.shape[1]), np.inf
        for _ in range(rounds):
            root = np.sqrt(each)
            aim = np.concatenate([root * rest, np.zeros(len(ridge))])
            values, _ = nnls(np.vstack([a / scale * root[:, None], ridge]), aim)
            errors = self._errors(rest - a @ (values / scale))
            if errors.max() < least:
                best, least = values / scale, float(errors.max())
            if least < ENOUGH:
                break
            each = each * (1.0 + errors / errors.max())
            each = np.maximum(each * self.weights.sum() / each.sum(), FLOOR * self.weights)
        return best + least_values, least

    def _errors(self, missing: Array) -> Array:
        """Return what estimates miss, as far above as below: the logarithm of the ratio, small layers weighing less."""
        errors: Array = np.abs(np.log(np.maximum(1.0 - missing, 1e-3))) * self.weights
        return errors

    def _column(self, choice: Owner | Term, own: Array) -> Array:
        """Return what a value of 1 of a choice adds to the layers: a count, or what a kernel takes by the base."""
        if len(choice) == 3:
            return self.counts[:, self.names.index(choice)]
        taken = [i for i, name in enumerate(self.names) if name[:2] == choice and not own[i]]
        column: Array = self.based[:, taken].sum(axis=1)
        return column
