"""Generating again when what a compiler measured asks for another choice of kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from edgec.codegen import GenerateOptions
from edgec.codegen.choice import Optimize

Attempt = Callable[[GenerateOptions], Mapping[str, Any]]
"""Generates and measures; returns the report.  What was generated last is kept."""


def sized(
    settings: GenerateOptions,
    max_flash: int | None,
    attempt: Attempt,
    notify: Callable[[Sequence[str]], None] = lambda _: None,
) -> Mapping[str, Any]:
    """The report of what fits the flash best.

    For size the kernels of the target and the plain ones are both measured, and the smaller code is kept.  Otherwise,
    when more than ``max_flash`` bytes are needed, kernels that trade flash for speed are given up as far as needed.
    """
    report = attempt(settings)
    total = _total(report)
    if total is None:
        return report
    if settings.optimize == Optimize.SIZE:
        plain = attempt(replace(settings, plain=True))
        saved = total - (_total(plain) or total)
        if saved <= 0:
            return attempt(settings)
        notify(
            [
                f"size: plain C kernels, {saved} bytes less than the target's own, which take a fraction of the "
                "instructions; --optimize balanced keeps those"
            ]
        )
        return plain
    if max_flash is not None and total > max_flash:
        room = max(0, max_flash - (total - report["flash"]["weights"] - report["flash"]["tables"]))
        return attempt(replace(settings, max_constants=room))
    return report


def _total(report: Mapping[str, Any]) -> int | None:
    total: int | None = report["flash"]["total"]
    return total
