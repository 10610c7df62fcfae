"""Mutated models through the whole path, from the ONNX file to C that runs under sanitizers.

    python -m tests.fuzz.run [--minutes 20] [--seed 0] [--jobs 2] [--out build/fuzz]

Every model must be refused by an error of edgec's own, or be converted; soon, in little memory.  What is converted is
compiled with all warnings as errors and run under the address and undefined-behaviour sanitizers, many models in one
program, and must give what the simulator gives.  A model that breaks a rule is kept in the output folder, with a text
that says which; the repaired ones live in tests/fuzz/corpus, which the tests replay.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.fuzz.mutate import mutated
from tests.fuzz.path import Finding, Limits, Taken, compiled, taken

HERE = Path(__file__).resolve().parent
CORPUS = HERE / "corpus"
BATCH = 40  # models in a program
WATCHDOG_S = 240.0  # without a sign of life


def seeds() -> list[bytes]:
    """The small models of the repository, and those of ONNX's own node tests."""
    tests = HERE.parent
    files = [*CORPUS.glob("*.onnx"), *tests.glob("torch_models/*.onnx"), *tests.glob("sklearn_models/*.onnx")]
    return [p.read_bytes() for p in sorted(files)]


def node_tests() -> list[bytes]:
    """The models of ONNX's node tests."""
    from tests.conformance.onnx_cases import load_cases

    found = (c.model.SerializeToString() for c in load_cases())
    return [data for data in found if len(data) < 20_000]


def fuzz(number: int, deadline: float, models: Sequence[bytes], folder: Path, count: int = 1 << 60) -> Counter[str]:
    """Mutate and convert until the deadline (seconds of the monotonic clock) or ``count`` models; what was met."""
    rng = random.Random(number)
    met: Counter[str] = Counter()
    waiting: list[Taken] = []
    known: set[str] = set()
    current = folder / f"current-{number}.onnx"
    while time.monotonic() < deadline and met["models"] < count:
        data = mutated(rng.choice(models), rng)
        met["models"] += 1
        current.write_bytes(data)
        found = taken(data, met["models"], rng.random() < 0.15, Limits())
        if isinstance(found, Finding):
            keep(folder, found)
            met[found.kind] += 1
        elif isinstance(found, str):
            met[found] += 1
        elif found.digest not in known:
            known.add(found.digest)
            waiting.append(found)
        if len(waiting) == BATCH:
            _compile(waiting, folder, met, current)
    _compile(waiting, folder, met, current)
    current.unlink(missing_ok=True)
    return met


def _compile(waiting: list[Taken], folder: Path, met: Counter[str], current: Path) -> None:
    current.touch()
    for finding in compiled(waiting):
        keep(folder, finding)
        met[finding.kind] += 1
    met["compiled and run"] += len(waiting)
    waiting.clear()


def keep(folder: Path, finding: Finding) -> None:
    """Write a model that breaks a rule, and what it does."""
    name = f"{finding.kind}-{hashlib.sha256(finding.model).hexdigest()[:8]}"
    (folder / f"{name}.onnx").write_bytes(finding.model)
    (folder / f"{name}.txt").write_text(finding.text + "\n", encoding="utf-8")
    print(f"{name}: {finding.text.strip().splitlines()[-1][:200]}", flush=True)


def _worker(number: int, deadline: float, models: Sequence[bytes], folder: Path, queue: object) -> None:
    queue.put(fuzz(number, deadline, models, folder))  # type: ignore[attr-defined]


def _watch(number: int, deadline: float, models: Sequence[bytes], folder: Path) -> Iterator[Counter[str]]:
    """Run a worker in a process of its own, and again with other mutations when it dies or hangs."""
    while time.monotonic() < deadline:
        queue: multiprocessing.Queue[Counter[str]] = multiprocessing.Queue()
        process = multiprocessing.Process(target=_worker, args=(number, deadline, models, folder, queue))
        process.start()
        current = folder / f"current-{number}.onnx"
        while process.is_alive() and queue.empty():
            process.join(1)
            stale = current.exists() and time.time() - current.stat().st_mtime > WATCHDOG_S
            if stale:
                process.kill()
            yield Counter()
        if not queue.empty():
            yield queue.get()
        process.join()
        if process.exitcode:
            keep(folder, Finding("death", current.read_bytes(), f"the process ended with {process.exitcode}"))
            yield Counter(death=1)
        number += 1000


def main(arguments: Sequence[str]) -> int:
    """Fuzz; 1 when a model broke a rule."""
    parser = argparse.ArgumentParser(description="mutated models through the whole path")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"))
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    models = seeds() + node_tests()
    deadline = time.monotonic() + 60 * options.minutes
    workers = [_watch(options.seed + i, deadline, models, options.out) for i in range(options.jobs)]
    met: Counter[str] = Counter()
    while workers:
        for worker in list(workers):
            some = next(worker, None)
            if some is None:
                workers.remove(worker)
            else:
                met.update(some)
    sys.stdout.write(", ".join(f"{n} {what}" for what, n in sorted(met.items())) + "\n")
    return int(any(what in met for what in ("crash", "hang", "memory", "death", "program", "difference")))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
