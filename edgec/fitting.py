"""Generating again when what a compiler measured asks for another choice of kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from edgec.codegen import GenerateOptions
from edgec.codegen.choice import TRADES, Optimize
from edgec.codegen.regions import Places
from edgec.codegen.report import from_json
from edgec.smaller import is_plain, smaller, trimmed

Attempt = Callable[[GenerateOptions], Mapping[str, Any]]
"""Generates and measures; returns the report.  What was generated last is kept."""
Notify = Callable[[Sequence[str]], None]

LEVELS = ("Os", "O2", "O3")  # where the kernels are small already, -Os is not always the smallest
EXCHANGE = 1000  # instructions that a kernel of the target's own must save for each byte that plain C does not take


def sized(
    settings: GenerateOptions,
    max_flash: int | None,
    attempt: Attempt,
    notify: Notify = lambda _: None,
    slower: bool = True,
) -> Mapping[str, Any]:
    """The report of what fits the flash best.

    For size several builds are measured, and the smallest is kept.  Otherwise, when more than ``max_flash`` bytes are
    needed, kernels whose constants trade flash for speed are given up as far as needed.  When that does not suffice and
    ``slower`` builds are welcome, so are others, as far as needed (``edgec.smaller``).
    """
    if settings.optimize == Optimize.SIZE:
        report, settings = _smallest(settings, attempt, notify)
        if all(is_plain(layer["kernel"]) for layer in report["layers"]):
            return report  # nothing smaller is known
    else:
        report = attempt(settings)
    total = _total(report)
    if total is None or max_flash is None or total <= max_flash:
        return report
    if settings.given_up:
        settings = replace(settings, given_up=())
        report = attempt(settings)
    constants = report["flash"]["weights"] + report["flash"]["tables"]
    if any(trade in layer["kernel"] for layer in report["layers"] for trade in TRADES):
        settings = replace(settings, max_constants=max(0, max_flash - (total - constants)))
        report = attempt(settings)
    if not slower or (_total(report) or 0) <= max_flash:
        return report
    found = smaller(settings, report, max_flash, attempt)
    if found.fits:
        notify([found.said])
    return found.report


def _smallest(settings: GenerateOptions, attempt: Attempt, notify: Notify) -> tuple[Mapping[str, Any], GenerateOptions]:
    """Of the target's kernels at all ``LEVELS`` and the plain ones: the build that takes the least flash.

    Plain kernels are left alone, all or single ones, when the others save ``EXCHANGE`` instructions (estimated) for
    each byte more.
    """
    trials = [replace(settings, level=level) for level in LEVELS]
    found = [attempt(trials[0])]
    if _total(found[0]) is None:  # no compiler: nothing to compare
        return found[0], trials[0]
    found += [attempt(trial) for trial in trials[1:]]
    best = min(range(len(found)), key=lambda i: _total(found[i]) or 0)
    plain = attempt(replace(settings, plain=True))
    saved = (_total(found[best]) or 0) - (_total(plain) or 0)
    if saved > 0:
        lost = instructions(plain) - instructions(found[best])
        if lost < EXCHANGE * saved:
            return plain, replace(settings, plain=True)
        notify(
            [
                f"size: plain C kernels would take {saved} bytes less and about {lost:,} instructions more; "
                f"{settings.target.name}'s own are kept"
            ]
        )
    report, given_up = trimmed(trials[best], attempt(trials[best]), EXCHANGE, attempt)
    return report, replace(trials[best], given_up=given_up)


def beside_code(settings: GenerateOptions, places: Places, attempt: Attempt) -> Mapping[str, Any]:
    """The report of an attempt in which constants leave room for the code, where another memory can hold them."""
    report = attempt(settings)
    if places.home is None:
        return report
    home = next(m for m in from_json(report).memories if m.name == places.home.name)
    if home.used <= home.room or {r.name for r in places.constants} <= {home.name}:
        return report
    return attempt(replace(settings, places=places.beside({home.name: home.used - home.constants})))


def _total(report: Mapping[str, Any]) -> int | None:
    total: int | None = report["flash"]["total"]
    return total


def instructions(report: Mapping[str, Any]) -> int:
    """Estimated instructions of an inference, as far as the kernels' are known."""
    return sum(layer.get("instructions") or 0 for layer in report["layers"]) + int(report["level_instructions"])
