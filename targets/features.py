"""Features of targets: what libraries of kernels ask for by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edgec.converter.graph.errors import UsageError, printable

FEATURES = (
    "dsp",
    "fpu-sp",
    "fpu-dp",
    "mve-int",
    "mve-float",
    "half",
    "neon",
    "aarch64",
    "armv7-a",
    "dotprod",
    "i8mm",
    "int16",
)
"""Features that edgec's own libraries ask of a target; a library from a folder may ask for others.

``int16`` is what a target lacks: its ``int`` has 16 bits, for which few kernels are written.
"""


def check_features(features: Sequence[str], where: str, more: Iterable[str] = ()) -> None:
    """Raise unless each feature of a target is known; ``more`` are those that the target's own libraries ask for.

    Raises:
        UsageError: names the feature and those that are known.
    """
    known = (*FEATURES, *sorted({*more} - {*FEATURES}))
    for feature in features:
        if feature not in known:
            raise UsageError(f"{where}: unknown feature '{printable(feature)}' (known: {', '.join(known)})")
