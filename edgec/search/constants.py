"""Notes to the user on constants that make kernels fast: their bytes, and the option that saves them."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.codegen.choose.choice import Choice

WORTH_A_NOTE = 0.5  # times the smallest constants
FEWEST_BYTES = 4096  # of which a note is made


def about_constants(choices: Sequence[Choice]) -> tuple[str, ...]:
    """A note when kernels that trade flash for speed take much more than those of the smallest constants would."""
    costs = [c for c in choices if c.cost is not None]
    taken = sum(c.cost.flash for c in costs if c.cost is not None)
    least = sum(min(p.flash for p in (c.cost, *c.alternatives) if p is not None) for c in costs)
    more = taken - least
    if more < FEWEST_BYTES or more <= WORTH_A_NOTE * least:
        return ()
    return (
        f"kernels that trade flash for speed take {more} bytes of constants more than the {least} of the smallest "
        "ones; --optimize balanced, --optimize size or --max-flash BYTES takes fewer",
    )
