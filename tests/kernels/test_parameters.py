"""A kernel is passed what it reads, no more: the struct members of every call of the grids, against the C itself."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.spec import Call
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels import grids, typed_grids
from tests.kernels.armv7em import grids as armv7em_grids
from tests.kernels.blocked_f32 import test_blocked_f32 as blocked_grids
from tests.kernels.layers import made_of
from tests.kernels.plain.test_plain import declared
from tests.suite.kept import contents, kept

OF_ANOTHER_KIND = {  # what the depthwise kernels' common code reads for layers that are not 3x3, or have int4 weights
    "edgec_dwconv2d_s8_3x3_s1_armv7em": {"stride_col", "tap_step", "tap_rows", "tap_cols"},
    "edgec_dwconv2d_s8_3x3_s2_armv7em": {"stride_col", "tap_step", "tap_rows", "tap_cols"},
    "edgec_dwconv2d_s8_raised_s1_armv7em": {"stride_col", "tap_step", "tap_rows", "tap_cols"},
    "edgec_dwconv2d_s8_raised_s2_armv7em": {"stride_col", "tap_step", "tap_rows", "tap_cols"},
    "edgec_dwconv2d_s8_raised_armv7em": {"stride_col"},
    "edgec_dwconv2d_s4_3x3_s1_armv7em": {"stride_col", "tap_step"},
    "edgec_dwconv2d_s4_3x3_s2_armv7em": {"stride_col", "tap_step"},
}
INITIALIZED = {"cmsis_nn_transpose_params"}  # whole: of members that cannot be assigned
NEON, NEON_V7, HELIUM = "armv8-i8mm", "cortex-a7", "cortex-m55"
VECTORS = {  # targets of vector kernels: how their libraries' names begin, the compiler's target, its C library
    NEON: ("neon", "aarch64-linux-gnu", ""),
    NEON_V7: ("neon", "arm-linux-gnueabihf", "/usr/arm-linux-gnueabihf/include"),
    HELIUM: ("mve", "arm-none-eabi", "/usr/lib/arm-none-eabi/include"),
}
RUNTIME = Path(__file__).resolve().parents[2] / "runtime_c"
ARM = RUNTIME.parent / "tests" / "cmsis_nn" / "standin" / "Include"  # what stands in for the headers of CMSIS-NN


@dataclass
class Source:
    """The functions of all headers: which members (by declaration) and functions each names; members by struct."""

    reads: dict[str, set[str]] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)
    members: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)  # struct -> member -> (id, type)

    def read_by(self, symbol: str) -> set[str]:
        """Ids of the members that a function or one that it calls names."""
        found, pending, seen = set(), [symbol], set()
        while pending:
            name = pending.pop()
            if name not in seen and name in self.reads:
                seen.add(name)
                found |= self.reads[name]
                pending += self.names[name]
        return found

    def paths(self, ctype: str, read: set[str], prefix: str = "") -> Iterator[str]:
        """The members whose ids are read; those of a struct only where the struct itself is."""
        for name, (key, kind) in self.members[ctype].items():
            if key in read and kind in self.members:
                yield from self.paths(kind, read, f"{prefix}{name}.")
            elif key in read:
                yield prefix + name


def _nodes(node: dict[str, Any]) -> list[dict[str, Any]]:
    found, at = [node], 0
    while at < len(found):
        found += found[at].get("inner", ())
        at += 1
    return found


def tree(
    path: Path, folders: list[Path], flags: tuple[str, ...] = (), only: frozenset[str] = frozenset(),
    stand_ins: Sequence[Path] = (),
) -> Source:  # fmt: skip
    """The functions of all headers of some folders, or of ``only`` these; ``stand_ins`` are searched for others."""
    if shutil.which("clang") is None:
        pytest.skip("clang is absent")
    searched = [*folders, *stand_ins]
    headers = sorted(h for f in folders for h in f.glob("*.h") if not only or h.name in only)
    headers.sort(key=lambda h: "EDGEC_TAGGED(" not in h.read_text(encoding="ascii"))
    path.write_text("".join(f'#include "{h.name}"\n' for h in headers), encoding="utf-8")
    command = ["clang", "-std=c99", *flags, "-DEDGEC_OWN_BLOCKS", "-fsyntax-only", "-Xclang", "-ast-dump=json"]
    files = [Path(__file__), *(h for f in searched for h in f.rglob("*.h"))]
    versions = contents("clang", [*command, *(h.name for h in headers)], files)
    own = [f"-I{f}" for f in searched]
    return kept("members", versions, lambda: _source([*command, *own, str(path)], alone=bool(only)))


def _source(command: list[str], *, alone: bool) -> Source:
    """Read what clang says; ``alone``: without functions of others."""
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found, records = Source(), {}
    for node in json.loads(done.stdout)["inner"]:
        if node["kind"] == "RecordDecl":
            fields = [c for c in node.get("inner", ()) if c["kind"] == "FieldDecl"]
            records[node["id"]] = {c["name"]: (c["id"], c["type"]["qualType"]) for c in fields}
        elif node["kind"] == "TypedefDecl":
            owned = [n["ownedTagDecl"]["id"] for n in _nodes(node) if "ownedTagDecl" in n]
            for key in owned:
                if key in records:
                    found.members[node["name"]] = records[key]
        elif node["kind"] == "FunctionDecl" and alone and not node["name"].startswith("edgec_"):
            continue  # an intrinsic: there are thousands, and they read no struct of ours
        elif node["kind"] == "FunctionDecl" and any(c["kind"] == "CompoundStmt" for c in node.get("inner", ())):
            inside = _nodes(node)
            found.reads[node["name"]] = {n["referencedMemberDecl"] for n in inside if n.get("kind") == "MemberExpr"}
            found.names[node["name"]] = {n["referencedDecl"]["name"] for n in inside if n.get("kind") == "DeclRefExpr"}
    return found


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """The headers that any compiler takes."""
    folders = [f for f in RUNTIME.iterdir() if f.is_dir() and not f.name.startswith(("neon", "mve"))]
    return tree(tmp_path_factory.mktemp("ast") / "all.c", folders, stand_ins=(ARM,))


def vector_tree(path: Path, target: str) -> Source:
    """The headers of the vector kernels that a target runs."""
    begin, triple, system = VECTORS[target]
    processor = tuple(f for f in load_target(target).toolchain.flags if f.startswith(("-mcpu", "-march", "-mf")))
    flags = (f"--target={triple}", *(("-isystem", system) if system else ()), *processor)
    folders = [f for f in RUNTIME.iterdir() if f.name.startswith((begin, "include", "plain"))]
    return tree(path, folders, flags, frozenset(call.header for call in vector_calls(target)))


def vector_calls(target: str) -> Iterator[Call]:
    """Calls of the vector kernels."""
    for kernel in kernels_of(load_target(target)):
        if kernel.library.name.startswith(VECTORS[target][0]):
            for made in made_of(kernel):
                yield from made.trial.calls


def calls() -> Iterator[Call]:
    """Calls of every kernel."""
    made = [*grids.FAMILIES.values(), *typed_grids.FAMILIES.values()]
    for trial in (*declared(), *(t for make in made for t in make()), *blocked_grids.every_trial()):
        yield from trial.calls
    for name in (*armv7em_grids.GRIDS, *armv7em_grids.SHARED_GRIDS):
        yield from (trial.call for trial in armv7em_grids.grid(name))


def wrong_parameters(source: Source, every: Iterator[Call]) -> list[str]:
    """Members that calls pass in vain, or do not pass."""
    wrong, seen = [], set()
    for call in every:
        if call.initializer is None or (call.symbol, len(call.initializer.fields)) in seen:
            continue
        seen.add((call.symbol, len(call.initializer.fields)))
        read = source.read_by(call.symbol)
        wanted = set(source.paths(call.initializer.ctype, read)) - OF_ANOTHER_KIND.get(call.symbol, set())
        passed = {re.sub(r"\[.*", "", name) for name, _ in call.initializer.fields}
        given = {path for path in wanted if path in passed or any(path.startswith(f"{name}.") for name in passed)}
        if passed - wanted:
            wrong.append(f"{call.symbol}: never reads {sorted(passed - wanted)}")
        if wanted - given:
            wrong.append(f"{call.symbol}: reads {sorted(wanted - given)}, which it is not passed")
    return sorted(wrong)


def test_kernels_read_what_they_are_passed(source: Source) -> None:
    wrong = wrong_parameters(source, calls())
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("target", VECTORS)
def test_vector_kernels_read_what_they_are_passed(target: str, tmp_path: Path) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    wrong = wrong_parameters(vector_tree(tmp_path / "vectors.c", target), vector_calls(target))
    assert not wrong, "\n".join(wrong)


def test_every_member_is_read_by_some_kernel(source: Source) -> None:
    every = set().union(*source.reads.values())
    unread = [
        f"{ctype}.{name}"
        for ctype, members in source.members.items()
        if ctype.endswith("_params") and ctype not in INITIALIZED
        for name, (key, _) in members.items()
        if key not in every
    ]
    assert not unread
