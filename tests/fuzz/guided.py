"""A search for files that break a reader, guided by what they make it do (atheris, the extra ``fuzz``).

    python -m tests.fuzz.guided onnx|npz|edge [--seconds 60] [--seed 0] [--corpus build/guided/onnx]

What breaks a rule is written beside the new corpus as ``crash-*``, ``timeout-*`` or ``oom-*``.  Repaired ones live in
tests/fuzz/guided as ``found_*``, with the part of the corpus that ``tests.fuzz.minimize`` kept; the tests replay them.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT = HERE / "guided"
ONNX_SEEDS = HERE / "corpus"
KINDS = ("onnx", "npz", "edge")
SECONDS, MEGABYTES = 20, 2048  # of one file
LONGEST = 1 << 12  # bytes of a file


def flags(options: argparse.Namespace, found: Path) -> list[str]:
    """The words for the fuzzer, without folders."""
    return [
        f"-max_total_time={options.seconds}", f"-runs={options.runs}",
        f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}",
        f"-seed={options.seed + 1}", f"-max_len={LONGEST}", f"-artifact_prefix={found}/", "-print_final_stats=1",
        "-reload=0", "-use_value_profile=0",
    ]  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Search; the process ends with another code than 0 when something is found."""
    parser = argparse.ArgumentParser(description="coverage-guided search for files that break a reader")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=-1, help="files to try, the same for a seed  [default: no limit]")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus", type=Path, help="folder of what was found to be new  [default: build/guided/KIND]")
    options = parser.parse_args(arguments)
    import atheris  # type: ignore[import-untyped]

    with atheris.instrument_imports(include=["edgec"]):
        from tests.fuzz.readers import MUTATORS, READERS

    corpus = options.corpus or Path("build/guided") / options.kind
    corpus.mkdir(parents=True, exist_ok=True)
    found = corpus.parent / f"{options.kind}-found"
    found.mkdir(exist_ok=True)
    read, mutate = READERS[options.kind], MUTATORS[options.kind]
    scratch = Path(tempfile.mkdtemp(prefix="edgec-guided-"))

    def one(data: bytes) -> None:
        read(data, scratch)

    def mutator(data: bytes, largest: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.1:
            return bytes(atheris.Mutate(data, largest))
        changed = mutate(data, rng)
        return changed if len(changed) <= largest else data[:largest]

    folders = [str(corpus), *(str(f) for f in seed_folders(options.kind))]
    atheris.Setup([sys.argv[0], *flags(options, found), *folders], one, custom_mutator=mutator)
    atheris.Fuzz()
    return 0


def seed_folders(kind: str) -> list[Path]:
    """The folders of files that a search begins with."""
    return [f for f in (KEPT / kind, *([ONNX_SEEDS] if kind == "onnx" else [])) if f.is_dir()]


def in_a_child(arguments: Sequence[str]) -> int:
    """Search in a forked process: the peak memory that libFuzzer limits begins at that of the caller behind an exec."""
    child = os.fork()
    if child == 0:
        os._exit(main(arguments))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    raise SystemExit(in_a_child(sys.argv[1:]))
