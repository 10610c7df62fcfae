"""Number of tests of each tier, by what they use, with the recorded seconds: ``python -m tests.suite.figures``.

With ``--slowest N`` the tests that take longest, too.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tests.suite.durations import REPO, Cost, read
from tests.suite.tiers import FAST_SECONDS, TIERS


def collected(tier: str) -> list[str]:
    """The names of a tier's tests, as pytest finds them."""
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:xdist", "--tier", tier]
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if "::" in line]


def rows(tier: str, names: Iterable[str], costs: Mapping[str, Cost]) -> list[str]:
    """A line for all tests of a tier, and one for each set of what they use."""
    groups: dict[str, list[float]] = defaultdict(list)
    for name in names:
        cost = costs.get(name, Cost(0.0))
        groups[" ".join(cost.uses) or "Python alone"].append(cost.seconds)
    every = [s for seconds in groups.values() for s in seconds]
    lines = [f"{tier:5}{len(every):6} tests {sum(every):8.0f} s"]
    return lines + [f"{'':5}{len(g):6} tests {sum(g):8.0f} s   {uses}" for uses, g in sorted(groups.items())]


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slowest", type=int, default=0, metavar="N")
    asked = parser.parse_args(arguments)
    costs = read()
    print(f"Recorded processor time, kept objects aside; a fast test takes at most {FAST_SECONDS} s")
    for tier in TIERS:
        print("\n".join(rows(tier, collected(tier), costs)))
    for name, cost in sorted(costs.items(), key=lambda item: -item[1].seconds)[: asked.slowest]:
        print(f"{cost.seconds:7.1f} s  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
