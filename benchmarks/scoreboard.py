"""A core that executes in order, two instructions a cycle, on a loop of AArch64: what waits for what.

An instruction begins when the one before it has begun, its operands are there and the unit that it needs is free.
Latencies and how long units are busy are llvm-mca's.  llvm-mca itself (LLVM 14) lets nothing end before a load in
front of it, so that a load costs its whole latency wherever it stands; here only what reads the register waits, as on
the cores.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 2
SETTLED, ROUNDS = 4, 12  # runs of the loop that do not count, and all of them
_REGISTER = re.compile(r"(?<![\w#.])([vqdshbxw])(\d+)(?:\.\w+)?(?:-v(\d+))?")
_ALSO_READ = re.compile(
    r"(\w*2|\w+l[aq]\w*|mla|mls|fml[as]|[us]dot|smmla|[us]adalp|ins|tbx|bi[tf]|bsl|movk|[su]r?sra)$"
)
_NO_RESULT = re.compile(r"(st\w+|b|b\.\w+|bl|br|blr|ret|cb\w+|tb[nz]\w*|cmp|cmn|tst|ccmp|nop|prfm)$")
_FLAGS_SET, _FLAGS_READ = (
    re.compile(r"(adds|subs|ands|cmp|cmn|tst|ccmp|fcmp)$"),
    re.compile(r"(b\.\w+|cs\w+|ccmp|cinc|cneg)$"),
)


@dataclass(frozen=True)
class Times:
    """Cycles until an instruction's result is there, and cycles that its unit is busy."""

    latency: int
    busy: float


@dataclass(frozen=True)
class Operands:
    """Operands that an instruction reads and writes; ``early`` is the address, which a load or store makes at once."""

    reads: frozenset[str]
    writes: frozenset[str]
    early: frozenset[str]
    unit: str


def operands_of(line: str) -> Operands:
    """Registers of an instruction in objdump's syntax, vectors as v, others as x; "flags" is one of them."""
    mnemonic, _, rest = line.partition("\t")
    before, bracket, address = rest.partition("[")
    memory = mnemonic[:2] in ("ld", "st") and bool(bracket)
    updates = memory and ("]!" in address or "], " in address)
    early = frozenset(_registers(address)[:1]) if updates else frozenset()
    listed = _registers(before if memory else rest)
    pair = mnemonic.startswith("ldp")
    if _NO_RESULT.match(mnemonic):
        written: list[str] = []
    elif memory:
        written = listed
    else:
        written = listed[: 2 if pair else 1]
    reads = set(_registers(address)) if memory else set(listed[1:])
    if not written or _ALSO_READ.match(mnemonic):
        reads |= set(listed)
    if _FLAGS_READ.match(mnemonic):
        reads.add("flags")
    flags = {"flags"} if _FLAGS_SET.match(mnemonic) else set()
    vector = any(name.startswith("v") for name in listed)
    unit = "memory" if memory else "vector" if vector else ""
    return Operands(frozenset(reads), frozenset(set(written) | flags), early, unit)


def _registers(text: str) -> list[str]:
    found = []
    for kind, number, last in _REGISTER.findall(text):
        name = "x" if kind in "xw" else "v"
        found += [f"{name}{n}" for n in range(int(number), int(last or number) + 1)]
    return found


def cycles(body: Sequence[str], times: Sequence[Times]) -> float:
    """Cycles of one run of a loop's body, when it runs again and again."""
    lines = [operands_of(line) for line in body]
    ready: dict[str, float] = defaultdict(float)
    free: dict[str, float] = defaultdict(float)
    now, issued, ends = 0.0, 0, []
    for _ in range(ROUNDS):
        for one, time in zip(lines, times, strict=True):
            start = max([now, *(ready[name] for name in one.reads), free[one.unit] if one.unit else 0.0])
            if int(start) > int(now):
                issued = 0
            elif issued == WIDTH:
                start, issued = int(now) + 1.0, 0
            now, issued = start, issued + 1
            if one.unit:
                free[one.unit] = start + time.busy
            for name in one.writes:
                ready[name] = start + time.latency
            for name in one.early:
                ready[name] = start + 1
        ends.append(now)
    return (ends[-1] - ends[SETTLED - 1]) / (ROUNDS - SETTLED)
