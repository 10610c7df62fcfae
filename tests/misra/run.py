"""MISRA C:2012 in plain kernels and generated files, by the addon of cppcheck 2.10 (no rule texts are needed).

    python -m tests.misra.run [--write] [--where] [--library armv7em]

Prints the record, or writes it to docs/misra.md; --where lists every place.  Exits with 1 when a required rule is not
met without a deviation in tests/misra/record.py, or a deviation is no longer needed.  --library prints the counts of
another library.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from edgec.codegen import generate
from tests.builders.codegen_models import float_graph, int8_graph, options, write
from tests.misra.record import ADVISORY, DEVIATIONS
from tests.suite.kept import contents, kept

REPO = Path(__file__).resolve().parents[2]
RECORD = REPO / "docs" / "misra.md"
ADDONS = tuple(Path(p) for p in ("/usr/lib/x86_64-linux-gnu/cppcheck/addons", "/usr/share/cppcheck/addons",
                                 "/usr/lib/aarch64-linux-gnu/cppcheck/addons"))  # fmt: skip
VERSION = "Cppcheck 2.10"
# One configuration: standard C, 32 bits, blocks of a model's own.
FLAGS = ("--std=c99", "--platform=unix32", "-U__GNUC__", "-U__clang__", "-U__cplusplus", "-DEDGEC_OWN_BLOCKS=1")
HEAD = """# MISRA C:2012

Written by `python -m tests.misra.run --write`; CI compares. Cppcheck 2.10's MISRA addon checks every plain kernel
(`runtime_c/include`, `runtime_c/plain`) as standard C, and the files generated for a float32 and an int8 model. It
covers most rules, not all. Rules are listed by number only; their texts belong to MISRA.
"""


@dataclass(frozen=True, order=True)
class Finding:
    """A place that does not meet a rule; ``file`` without folders, ``<name>`` standing for the model's name."""

    rule: str
    file: str
    line: int
    column: int


def addon() -> Path | None:
    """The addon of the Cppcheck that the record is made with, or None."""
    if shutil.which("cppcheck") is None:
        return None
    version = subprocess.run(["cppcheck", "--version"], capture_output=True, text=True, check=True).stdout
    scripts = [folder / "misra.py" for folder in ADDONS if (folder / "misra.py").exists()]
    return scripts[0] if scripts and version.startswith(VERSION) else None


def findings(script: Path) -> set[Finding]:
    """Every place in plain kernels and generated files; kept while none of them changes."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        programs = []
        for graph, scheme in ((float_graph(), "float32"), (int8_graph(), "int8")):
            folder = write(generate(graph, options("model", scheme)), work / scheme)
            programs.append([folder / "model.c", folder / "model_weights.c"])
        units = [*kernels(work, "include", "plain"), *(unit for p in programs for unit in p)]

        def found() -> set[Finding]:
            of_files = checked(script, units, work)
            return of_files.union(*(_said(script, [f"{unit}.ctu-info" for unit in p]) for p in programs))

        read = [script, *(file for file in work.rglob("*") if file.is_file())]
        return kept("misra", contents("cppcheck", FLAGS, read), found)


def kernels(work: Path, *libraries: str) -> list[Path]:
    """Copies of these libraries' headers, and a file for each header that includes it."""
    headers = [h for library in libraries for h in sorted((REPO / "runtime_c" / library).glob("*.h"))]
    for header in headers:
        shutil.copy(header, work / header.name)
        (work / f"{header.stem}.c").write_text(f'#include "{header.name}"\n')
    return [work / f"{header.stem}.c" for header in headers]


def checked(script: Path, units: Iterable[Path], work: Path) -> set[Finding]:
    """Return what the addon finds in C files and what they include."""

    def of_one(unit: Path) -> set[Finding]:
        dump = ["cppcheck", "-q", "--dump", *FLAGS, f"-I{work}", str(unit)]
        subprocess.run(dump, check=True, capture_output=True)
        return _said(script, [f"{unit}.dump"])

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return set().union(*pool.map(of_one, units))


def _said(script: Path, files: list[str]) -> set[Finding]:
    """Return what the addon says of the dumps of files, or of a program by what it has kept of its files' dumps."""
    command = [sys.executable, str(script), "--cli", *files]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.stderr:
        raise RuntimeError(said.stderr)
    lines = [json.loads(line) for line in said.stdout.splitlines() if line.startswith("{")]
    return {Finding(m["errorId"].removeprefix("c2012-"), _file(m["file"]), m["linenr"], m["column"]) for m in lines}


def _file(path: str) -> str:
    return Path(path).name.replace("model", "<name>")


def required(found: Iterable[Finding]) -> Counter[tuple[str, str]]:
    """Places of each rule that is not advisory, in each file."""
    return Counter((f.rule, f.file) for f in found if f.rule not in ADVISORY)


def complaints(found: set[Finding]) -> list[str]:
    """Required rules that are not met without a deviation, and deviations that nothing needs."""
    allowed = {(d.rule, file) for d in DEVIATIONS for file in d.files}
    there = required(found)
    places = sorted(f for f in found if (f.rule, f.file) in set(there) - allowed)
    new = [f"{f.file}:{f.line}:{f.column}: rule {f.rule} is not met; change the C" for f in places]
    old = [
        f"{file}: the deviation from rule {rule} is not needed; remove it"
        for rule, file in sorted(allowed - set(there))
    ]
    return new + old


def record(found: set[Finding]) -> str:
    """The text of docs/misra.md."""
    there, advisory = required(found), Counter(f.rule for f in found if f.rule in ADVISORY)
    lines = [HEAD, "## Deviations from required rules", "", "| rule | places | files | why |", "|---|---|---|---|"]
    for d in DEVIATIONS:
        places = sum(there[d.rule, file] for file in d.files)
        lines.append(f"| {d.rule} | {places} | {', '.join(f'`{f}`' for f in d.files)} | {d.why} |")
    lines += ["", "All other required and mandatory rules that the addon checks are met.", "", "## Advisory rules", ""]
    lines += ["| rule | places | why |", "|---|---|---|"]
    lines += [f"| {rule} | {advisory[rule]} | {why} |" for rule, why in ADVISORY.items()]
    return "\n".join([*lines, ""])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--where", action="store_true")
    parser.add_argument("--library")
    asked = parser.parse_args(arguments)
    script = addon()
    if script is None:
        print(f"{VERSION} with its addon misra.py is needed: apt-get install cppcheck", file=sys.stderr)
        return 7
    if asked.library:
        with tempfile.TemporaryDirectory() as name:
            units = kernels(Path(name), "include", "plain", asked.library)
            own = {h.name for h in (REPO / "runtime_c" / asked.library).glob("*.h")}
            found = {
                f for f in checked(script, [u for u in units if f"{u.stem}.h" in own], Path(name)) if f.file in own
            }
        for rule, places in sorted(Counter(f.rule for f in found).items()):
            print(f"{rule}\t{places}\t{'advisory' if rule in ADVISORY else 'required'}")
        return 0
    found = findings(script)
    if asked.where:
        print("\n".join(f"{f.rule}\t{f.file}:{f.line}:{f.column}" for f in sorted(found)))
    elif asked.write:
        RECORD.write_text(record(found), encoding="utf-8")
    else:
        print(record(found), end="")
    told = complaints(found)
    print("".join(f"{line}\n" for line in told), end="", file=sys.stderr)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
