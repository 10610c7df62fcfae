"""Mutation score of the modules whose arithmetic nothing else repeats: ``python -m tests.mutation.run [PART ...]``.

Every mutant that the tests of its part do not notice must be in ``survivors.toml``, with the reason why it cannot be
noticed; what is listed there and is noticed after all must go.  The command fails otherwise, and below 95 %.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tests.mutation.parts import PARTS, Part
from tests.mutation.survivors import LEAST_SCORE, explained

REPO = Path(__file__).resolve().parents[2]


def main() -> int:
    """Try the mutants of the named parts, of all without a name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help="parts to try (default: all)")
    parser.add_argument("--jobs", type=int, default=2, help="mutants tried at one time (default: 2)")
    parser.add_argument("--only", default="", help="mutants whose name holds this text")
    parser.add_argument("--file", default="", help="files whose path holds this text")
    parser.add_argument("--every", type=int, default=1, help="one mutant of so many alone (default: 1, all)")
    asked = parser.parse_args()
    os.chdir(REPO)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    faults = 0
    for name in asked.parts or PARTS:
        sys.stdout.flush()
        pid = os.fork()  # what the tests of a part import and remember ends with it
        if not pid:
            os._exit(_part(name, PARTS[name], asked))
        faults |= os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return int(faults != 0)


def _part(name: str, part: Part, asked: argparse.Namespace) -> int:
    """Prints what survived in a part; 1 when something is not explained."""
    from hypothesis import settings

    from tests.mutation.trials import tried

    settings.register_profile("mutation", deadline=None, derandomize=True, database=None)
    settings.load_profile("mutation")
    known, faults, partly = explained(), 0, bool(asked.only) or asked.every > 1
    files = [(path, module) for path, module in part.modules if asked.file in path]
    try:
        results = list(tried(files, part.tests, asked.jobs, asked.only, asked.every))
    except RuntimeError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 1
    for result in results:
        reasons = known.get(result.path, {})
        unknown = [m for m in result.survivors if m not in reasons]
        gone = [m for m in reasons if m in result.tried and m not in result.survivors]
        gone += [] if partly else [m for m in reasons if m not in result.tried]
        count = len(result.tried)
        noticed = count - len(result.survivors)
        score = 100.0 * noticed / max(1, count)
        share = f"{noticed} of {count} mutants noticed ({score:.1f} %, {result.timeouts} by time)"
        left = f"{len(result.survivors) - len(unknown)} survivors explained, {len(unknown)} not"
        print(f"{result.path}: {share}, {left}; {result.seconds:.0f} s")
        for mutant in unknown:
            print(f"  survived: {mutant}")
        for mutant in gone:
            print(f"  explained, and no survivor: {mutant}")
        faults += len(unknown) + len(gone) + (score < LEAST_SCORE and not partly)
    sys.stdout.flush()
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
