"""Builds that take less flash and run longer: what costs fewest instructions is given up first.

A build is an optimization level of the compiler and a set of the target's own kernels that are given up: plain C takes
their place, or the kernel of another layer where that is faster.  What each costs is estimated by the cost model; how
much flash it takes is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from edgec.codegen import GenerateOptions
from edgec.codegen.choice import Optimize
from edgec.codegen.kernels.cost import slowed

Attempt = Callable[[GenerateOptions], Mapping[str, Any]]
"""Generates and measures; returns the report.  What was generated last is kept."""
TRIM = 0.02  # share of all instructions that --optimize size gives for the code of one kernel
WORTH = 0.005  # share of all instructions below which nothing is tried to win a kernel back


@dataclass(frozen=True)
class Smaller:
    """The build that was taken.  ``fits``: within the limit; ``said``: what was given up, and its price."""

    report: Mapping[str, Any]
    fits: bool
    said: str


@dataclass(frozen=True)
class _Build:
    level: str
    given_up: tuple[str, ...]


def smaller(settings: GenerateOptions, full: Mapping[str, Any], limit: int, attempt: Attempt) -> Smaller:
    """The quickest build of at most ``limit`` bytes of flash, or the smallest when none fits.

    Args:
        settings: those of the ``full`` build.
        full: the report of the quickest build, which takes more than ``limit``.
        limit: bytes of flash.
        attempt: generates and measures a build.
    """
    search = _Search(settings, full, limit, attempt)
    kernels = search.kernels()
    least = [_Build("Os", tuple(kernels)), _Build("Os", ())]
    best = next((b for b in least if search.fits(b)), None)
    if best is not None:
        for level in search.levels:
            best = search.prefix(level, kernels, best)
        best = search.won_back(best)
    taken = best or min(search.reports, key=search.total)
    return Smaller(search.built(taken), best is not None, search.said(taken))


def trimmed(
    settings: GenerateOptions, full: Mapping[str, Any], exchange: float, attempt: Attempt
) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """The report of the build without kernels whose code costs more than it saves, and these kernels.

    A kernel goes when each byte of flash that this saves costs fewer than ``exchange`` instructions, and all of it at
    most ``TRIM`` of all instructions.
    """
    search = _Search(settings, full, 0, attempt)
    taken = search.full
    for kernel in search.kernels():
        less = replace(taken, given_up=(*taken.given_up, kernel))
        lost = search.price(less) - search.price(taken)
        if lost <= TRIM * search.price(taken) and lost < exchange * (search.total(taken) - search.total(less)):
            taken = less
    return search.built(taken), taken.given_up


class _Search:
    def __init__(self, settings: GenerateOptions, full: Mapping[str, Any], limit: int, attempt: Attempt) -> None:
        self.settings = settings
        self.limit = limit
        self.attempt = attempt
        self.layers: Sequence[Mapping[str, Any]] = full["layers"]
        self.full = _Build(settings.level, ())
        self.reports: dict[_Build, Mapping[str, Any]] = {self.full: full}
        self.made = self.full
        self.levels = ("Os", "O2", "O3" if settings.optimize == Optimize.SIZE else "")  # "": the build's own

    def kernels(self) -> list[str]:
        """Kernels that could be given up; those that cost fewest instructions first."""
        found = dict.fromkeys(layer["kernel"] for layer in self.layers if _alternatives(layer, ()))
        return sorted(found, key=lambda k: self.price(_Build("", (k,))))

    def price(self, build: _Build) -> float:
        """Estimated instructions."""
        kept = {layer["kernel"] for layer in self.layers}.difference(build.given_up)
        total = 0.0
        for layer in self.layers:
            others = _alternatives(layer, kept) if layer["kernel"] in build.given_up else []
            taken = min(others, key=lambda a: int(a["instructions"]), default=layer)
            total += (taken["instructions"] or 0) * slowed(taken["kernel"], build.level)
        return total

    def total(self, build: _Build) -> int:
        """Measured bytes of flash."""
        if build not in self.reports:
            changed = replace(self.settings, level=build.level, given_up=build.given_up)
            self.reports[build] = self.attempt(changed)
            self.made = build
        return int(self.reports[build]["flash"]["total"])

    def fits(self, build: _Build) -> bool:
        """Whether the measured build is within the limit."""
        return self.total(build) <= self.limit

    def built(self, build: _Build) -> Mapping[str, Any]:
        """The report, the build being the one that was generated last."""
        if build != self.made:
            del self.reports[build]
            self.total(build)
        return self.reports[build]

    def prefix(self, level: str, kernels: Sequence[str], best: _Build) -> _Build:
        """The fewest of ``kernels``, from the first on, without which ``level`` fits; ``best`` when it is quicker."""
        builds = [_Build(level, tuple(kernels[:n])) for n in range(len(kernels) + 1)]
        quicker = [b for b in builds if self.price(b) < self.price(best)]
        if best not in builds and not (quicker and self.fits(quicker[-1])):
            return best
        low, high = 0, len(quicker) if best in builds else len(quicker) - 1
        while low < high:
            middle = (low + high) // 2
            if self.fits(builds[middle]):
                high = middle
            else:
                low = middle + 1
        return builds[high]

    def won_back(self, build: _Build) -> _Build:
        """Without the kernels that need not be given up after all, the dearest first."""
        for kernel in reversed(build.given_up[:-1]):  # without the last one it does not fit
            less = replace(build, given_up=tuple(k for k in build.given_up if k != kernel))
            if self.price(build) - self.price(less) > WORTH * self.price(build) and self.fits(less):
                build = less
        return build

    def said(self, build: _Build) -> str:
        """One line: what was given up, and what that costs."""
        level = f"compiled with -{build.level}" if build.level != self.full.level else ""
        kernels = f"without {', '.join(build.given_up)}" if build.given_up else ""
        what = " and ".join(filter(None, (level, kernels)))
        now, quick = self.price(build), self.price(self.full)
        more = f"about {now - quick:,.0f} instructions more ({100 * (now / max(quick, 1.0) - 1):.0f} %)"
        return f"smaller build: {self.total(build)} bytes of flash instead of {self.total(self.full)}: {what}; {more}"


def _alternatives(layer: Mapping[str, Any], kept: Collection[str]) -> list[Mapping[str, Any]]:
    """What may take the place of a layer's kernel: plain C, and kernels that are ``kept`` for other layers."""
    if is_plain(layer["kernel"]) or layer["instructions"] is None:
        return []
    return [a for a in layer["alternatives"] if is_plain(a["kernel"]) or a["kernel"] in kept]


def is_plain(kernel: str) -> bool:
    """Whether a kernel, as the report names it, is plain C."""
    return all(symbol.endswith("__ref") for symbol in kernel.split(", "))
