"""Mutated models through ``edgec convert`` and ``edgec verify``, each command in a process with limits.

    python -m tests.fuzz.mutants [--mutants 20000] [--verify 2000] [--seed 0] [--jobs 2] [--only 17]

Models are those of the tests, ONNX's node tests and the shared folder's; options are drawn at random.  Every command
must end with a documented exit code and a sentence, within 60 s of processor time and 2 GB.  Programs that ``verify``
builds for this computer run under the address and undefined-behaviour sanitizers, and must give what the simulator
gives.  A case that is late (240 s of wall time) is tried again when nothing else of this program runs, before it
counts.  Models whose values are not ONNX Runtime's are counted apart, and kept for people to judge.
"""

from __future__ import annotations

import argparse
import functools
import multiprocessing
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty

from tests import conftest  # noqa: F401  one BLAS thread, which must be said before numpy is imported
from tests.fuzz.draw import TARGETS, Drawn, Sources, companions, drawn, sources
from tests.fuzz.forked import Bounds, Ended, ended
from tests.fuzz.run import CORPUS

UNLIKE = "simulator: "  # how a sentence begins where edgec computes another value than ONNX Runtime
GATE = "the integer model does not follow the float model"
SAMPLES = "4"
WATCHDOG_S = 300.0
_ANY = re.compile(r"'[^']*'|/\S+|\d+")


@dataclass(frozen=True)
class Tried:
    """A case and how its commands ended."""

    index: int
    case: Drawn
    converted: Ended
    verified: Ended | None = None
    convert_fault: str = ""
    verify_fault: str = ""

    @property
    def late(self) -> bool:
        """True when a command was stopped."""
        return self.converted.late or (self.verified is not None and self.verified.late)


@dataclass
class Tally:
    """Tally of the cases: exit codes, the slowest, the largest, and findings."""

    codes: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, tuple[float, float, int]] = field(default_factory=dict)
    largest: dict[str, tuple[int, int]] = field(default_factory=dict)
    findings: list[Tried] = field(default_factory=list)

    def add(self, tried: Tried) -> None:
        """Count one case."""
        for command, end in (("convert", tried.converted), ("verify", tried.verified)):
            if end is None:
                continue
            self.codes[f"{command} {_outcome(end, command)}"] += 1
            self.slowest[command] = max(self.slowest.get(command, (0.0, 0.0, 0)), (end.cpu, end.seconds, tried.index))
            self.largest[command] = max(self.largest.get(command, (0, 0)), (end.memory, tried.index))
        if tried.convert_fault or tried.verify_fault:
            self.findings.append(tried)

    def table(self) -> str:
        """The figures as text."""
        rows = [f"{n:7d}  {what}" for what, n in sorted(self.codes.items())]
        for command, (cpu, seconds, index) in sorted(self.slowest.items()):
            memory, other = self.largest[command]
            slowest = f"{command}: slowest {cpu:.1f} s of processor, {seconds:.1f} s of wall time (case {index})"
            rows.append(f"{slowest}, largest {memory >> 20} MiB (case {other})")
        return "\n".join([*rows, f"findings: {len(self.findings)}"])


def _outcome(end: Ended, command: str) -> str:
    if end.code == 5:
        return "5: not as ONNX Runtime, gate of integers" if GATE in end.text else "5: not as ONNX Runtime, values"
    if command == "verify" and end.code:
        return f"{end.code}: {_ANY.sub('_', end.sentence)[:100]}"
    return "late" if end.late else str(end.code)


def attempt(index: int, case: Drawn, verify: bool, folder: Path, bounds: Bounds) -> Tried:
    """Convert a case in ``folder``, and verify what came out when that is wanted and it came out."""
    from edgec import cli

    model, samples, out = folder / "m.onnx", folder / "samples.npz", folder / "out"
    model.write_bytes(case.model)
    words = ["convert", str(model), *case.words, "-o", str(out)]
    if case.samples:
        samples.write_bytes(case.samples)
        words += ["--calibration", str(samples)]
    shutil.rmtree(out, ignore_errors=True)
    converted = ended(lambda: int(cli.run(words)), folder, bounds)
    tried = Tried(index, case, converted, None, converted.fault(bounds))
    if verify and converted.code == 0:
        place = ["--on", "host"] if index % 5 else []
        words = [str(out), "--samples", SAMPLES, *place]
        verified = ended(lambda: verify_sanitized(words), folder, replace(bounds, addresses=0))
        fault = verified.fault(bounds) or _difference(verified)
        tried = replace(tried, verified=verified, verify_fault=fault)
    return tried


def verify_sanitized(words: Sequence[str]) -> int:
    """``edgec verify`` with sanitizers in what it builds for this computer; in a process that ends afterwards."""
    from edgec import cli
    from edgec.commands import verify as command
    from edgec.targets.machine import bench

    def sanitized(folder: Path, model: bench.BenchModel, target: object, inputs: object, _: object = None) -> object:
        options = bench.BenchOptions(sanitize=target.qemu is None, extra_flags=("-O0",))  # type: ignore[attr-defined]
        return bench.run_bench(folder, model, target, inputs, options)  # type: ignore[arg-type]

    command.run_bench = sanitized  # type: ignore[assignment,attr-defined]
    return int(cli.run(["verify", *words]))


def _difference(end: Ended) -> str:
    """The sentence when the C code alone gives other values; where the simulator does too, import is in question."""
    if end.code == 5 and GATE not in end.text and UNLIKE not in end.sentence:
        return f"difference: {end.sentence}"
    return ""


def _worker(number: int, options: argparse.Namespace, models: Sources, queue: multiprocessing.Queue[Tried]) -> None:
    """Every ``jobs``-th case; as many are verified as keep the pace."""
    verified = 0
    with tempfile.TemporaryDirectory(prefix="edgec-mutants-", dir=options.scratch) as temp:
        folder = Path(temp)
        companions(folder)
        for index in range(number, options.mutants, options.jobs):
            wanted = verified * options.mutants < (index + 1) * options.verify / options.jobs
            tried = attempt(index, case_of(options.seed, index, models), wanted, folder, Bounds())
            verified += tried.verified is not None
            queue.put(tried)


def case_of(seed: int, index: int, models: Sources) -> Drawn:
    """The case of a number."""
    return drawn(random.Random(f"{seed}/{index}"), models)


def _unlike(tried: Tried) -> bool:
    """Return whether values are not ONNX Runtime's: because numbers cancel, or because of a wrong import."""
    return tried.verified is not None and tried.verified.code == 5


def _every(options: argparse.Namespace, models: Sources) -> Iterator[Tried]:
    """All cases, from worker processes."""
    queue: multiprocessing.Queue[Tried] = multiprocessing.Queue()
    workers = [multiprocessing.Process(target=_worker, args=(i, options, models, queue)) for i in range(options.jobs)]
    for worker in workers:
        worker.start()
    waiting = options.mutants
    while waiting:
        try:
            yield queue.get(timeout=WATCHDOG_S)
            waiting -= 1
        except Empty:
            if not any(w.is_alive() for w in workers):
                raise RuntimeError(f"the workers ended with {waiting} cases to do") from None
    for worker in workers:
        worker.join()


def keep(folder: Path, tried: Tried) -> None:
    """Write the model of a finding, its samples, and what happened."""
    name = f"mutant-{tried.index}"
    (folder / f"{name}.onnx").write_bytes(tried.case.model)
    if tried.case.samples:
        (folder / f"{name}.npz").write_bytes(tried.case.samples)
    printed = "\n".join(end.text for end in (tried.converted, tried.verified) if end is not None)
    fault = tried.convert_fault or tried.verify_fault or f"no finding: {(tried.verified or tried.converted).sentence}"
    text = f"{fault}\nfrom {tried.case.source}\nconvert {' '.join(tried.case.words)}\n{printed}\n"
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    print(f"{name}: {fault[:300]}", flush=True)


def _alone(tried: Tried, scratch: Path | None) -> Tried:
    """A late case once more."""
    with tempfile.TemporaryDirectory(prefix="edgec-mutants-", dir=scratch) as temp:
        companions(Path(temp))
        return attempt(tried.index, tried.case, tried.verified is not None, Path(temp), Bounds())


def run(options: argparse.Namespace, models: Sources) -> Tally:
    """All cases of a run; what breaks a rule is kept in ``options.out``."""
    tally, late = Tally(), list[Tried]()
    for done, tried in enumerate(_every(options, models), 1):
        if tried.late:
            print(f"mutant-{tried.index} is late", flush=True)
            late.append(tried)
        else:
            tally.add(tried)
            if tried.convert_fault or tried.verify_fault or _unlike(tried):
                keep(options.out, tried)
        if done % 500 == 0:
            print(f"{done} of {options.mutants}, {len(tally.findings)} findings, {len(late)} late", flush=True)
            (options.out / "table.txt").write_text(tally.table() + "\n", encoding="utf-8")
    for tried in late:
        again = _alone(tried, options.scratch)
        tally.add(again)
        if again.convert_fault or again.verify_fault:
            keep(options.out, again)
    return tally


def main(arguments: Sequence[str]) -> int:
    """Run; 1 when a rule was broken."""
    parser = argparse.ArgumentParser(description="mutated models through convert and verify")
    parser.add_argument("--mutants", type=int, default=20_000)
    parser.add_argument("--verify", type=int, default=2_000, help="how many of them are verified")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int, help="one case, whose text is shown")
    parser.add_argument("--out", type=Path, default=Path("build/mutants"))
    parser.add_argument("--scratch", type=Path, help="where temporary folders are made")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    warm_up()
    models = sources()
    if options.only is not None:
        tried = _alone_only(options, models)
        keep(options.out, tried)
        print((options.out / f"mutant-{options.only}.txt").read_text(encoding="utf-8"))
        return int(bool(tried.convert_fault or tried.verify_fault))
    tally = run(options, models)
    sys.stdout.write(tally.table() + "\n")
    subprocess.run([sys.executable, "-m", "tests.fuzz.causes", str(options.out)], check=False)
    return int(bool(tally.findings))


def _alone_only(options: argparse.Namespace, models: Sources) -> Tried:
    case = case_of(options.seed, options.only, models)
    dummy = Ended(0, 0.0, 0.0, 0, "")
    return _alone(Tried(options.only, case, dummy, dummy), options.scratch)


@functools.cache
def warm_up() -> None:
    """Import and read what commands do when they are called; no session of ONNX Runtime, whose threads die in forks."""
    import onnxruntime  # noqa: F401

    import edgec.commands.verify  # noqa: F401
    from edgec import pipeline

    with tempfile.TemporaryDirectory() as temp:
        for target in sorted(set(TARGETS)):
            for model in ("quantized", "conv_0", "recurrent_0"):
                options = pipeline.ConvertOptions(target=target)
                pipeline.convert(CORPUS / f"{model}.onnx", options, Path(temp) / "out", force=True)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
