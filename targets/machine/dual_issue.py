"""Cycles of code on a core that issues two instructions at once, in order: a scoreboard of registers and units.

What is issued together, and how long results take, is LLVM's scheduling model of the Cortex-M7 (ARMScheduleM7.td):

* two ALUs, two loads, one store, one multiplication, one shifter, one branch and one float instruction a cycle;
* LDM, LDRD, their stores and divisions alone; one DSP instruction, in either place (LLVM: as the first, but measured
  loops slide by half a pair);
* addresses and shifted operands are needed a cycle earlier than other operands, accumulators and stored values later;
* a sum, a move or a shift whose operands are there a cycle early is computed early, so that its result is there at once
  (a shift in either place, the others as the first of two).

The measured loops are those of an STM32H743 (public repository jnk0le/random, pipeline cycle test, cortex_m7).

The target states the latencies (``DualIssue``).  Instructions come by 8 bytes.  A branch is predicted to go where it
mostly goes, and a return to go where it went last (the core keeps targets of branches: Arm DDI 0489); one that goes the
other way, or to an address in another register, refills the pipeline.  What a block computed is taken as there when the
next one begins.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from edgec.converter.graph.frozen import dataclass
from edgec.targets.cycles import CycleCosts, DualIssue
from edgec.targets.machine.arch.spec import MachineInstruction, OpKind

FLAGS = "flags"
FETCH_BYTES = 8
UNITS = {"alu": 2, "load": 2, "store": 1, "mac": 1, "shift": 1, "simd": 1, "branch": 1, "float": 1}
LOOP_COPIES = 3  # of a loop's body, of which the last is in its steady state

_COMPARES = re.compile(r"cmp|cmn|tst|teq|vcmpe?")
_ONE_SOURCE = re.compile(
    r"mov[sw]?|mvns?|[su]xt[bh](?:16)?|clz|rev(?:16|sh)?|rbit|[su]bfx|negs?|rsbs?|adr|[us]sat(?:16)?"
)
_SIMD = re.compile(
    r"[su]xta?[bh](?:16)?|[us]?h?q?(?:add|sub)(?:8|16)|[us]?[hq]?[as][sa]x|q(?:add|sub|dadd|dsub)|[us]sat(?:16)?|sel|"
    r"usada?8|rbit|rev(?:16|sh)?|[su]bfx|pkh(?:bt|tb)"
)
_SLOW_SIMD = re.compile(r"u?q(?:add|sub|asx|sax|dadd|dsub)(?:8|16)?|usada?8|[us]sat(?:16)?")
_EARLY_SIMD = re.compile(r"[us]sat(?:16)?|q(?:dadd|dsub)|rbit|rev(?:16|sh)?|[su]bfx|pkh(?:bt|tb)|[su]xta[bh](?:16)?")
_FIRST_ONLY = re.compile(r"clz|bf[ci]")
_EXTENDS = re.compile(r"[su]xt[bh]")
_EARLY_SUM = re.compile(r"(?:add|sub)[sw]?|mov[sw]?")
_EARLY_SHIFT = re.compile(r"(?:lsl|lsr|asr|ror)s?")
_SHIFTS = re.compile(r"(?:lsl|lsr|asr|ror|rrx)s?|bf[ci]")
_SETS_FLAGS = re.compile(r"(?:add|sub|and|orr|orn|eor|bic|mov|mvn|lsl|lsr|asr|ror|rrx|rsb|adc|sbc|mul|neg)s")
_ALONE = (
    OpKind.DIV,
    OpKind.LOAD_MULTIPLE,
    OpKind.STORE_MULTIPLE,
    OpKind.FLOAT_LOAD_MULTIPLE,
    OpKind.FLOAT_STORE_MULTIPLE,
)
_CONDITION = re.compile(r"(?:eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)$")
_NARROW = re.compile(rf"ldrs?[bh]t?(?:{_CONDITION.pattern})?")
_OPERAND_SHIFT = re.compile(r"(?:lsl|lsr|asr|ror) #|rrx")
_INDIRECT = re.compile(r"bx|blx|tb[bh]")
_RETURN = re.compile(r"bx lr|pop|ldm\w* sp!")


@dataclass(frozen=True)
class Demand:
    """The units and registers that an instruction needs, and the results it gives.

    ``reads`` says of registers how many cycles after those of an ALU they are needed (before: negative), ``writes`` how
    many cycles after its issue they are there; ``busy`` cycles pass before another is issued where it is issued
    ``alone``; ``first``: not as the second of two. ``early``: a result is there at once where the operands are there a
    cycle early; ``early_second``: as the second of two, too.
    """

    units: tuple[str, ...] = ()
    reads: Mapping[str, int] = field(default_factory=dict)
    writes: Mapping[str, float] = field(default_factory=dict)
    alone: bool = False
    first: bool = False
    busy: float = 1.0
    early: bool = False
    early_second: bool = False


def issue_cycles(
    run: Sequence[MachineInstruction], loops: bool, then: MachineInstruction | None, costs: CycleCosts
) -> list[float]:
    """The cycles of each instruction of a block, without those of branches that are mispredicted.

    Args:
        run: the instructions.
        loops: the block mostly follows itself.
        then: what follows in memory, which may be issued with the last one; None where the block ends in a jump.
        costs: of a core with ``dual_issue``.
    """
    model = costs.dual_issue
    assert model is not None
    copies = LOOP_COPIES if loops else 1
    demands = _demands([*list(run) * copies, *([then] if then is not None and not loops else [])], costs, model)
    times = _issued(demands, frozenset(range(len(run) - 1, len(run) * copies, len(run))) if loops else frozenset())
    last = len(run) * (copies - 1)
    ends = times[last + len(run)] if last + len(run) < len(times) else times[-1] + demands[-1].busy
    times_of_run = _shared(times[last : last + len(run)], ends)
    size = run[-1].address + run[-1].size - run[0].address
    windows = (run[-1].address + run[-1].size - 1) // FETCH_BYTES - run[0].address // FETCH_BYTES + 1
    least = float(windows) if loops else size / FETCH_BYTES
    short = max(0.0, least - sum(times_of_run)) / len(times_of_run)
    return [cycles + short for cycles in times_of_run]


def mispredicted(last: MachineInstruction, runs: int, jumps: int, model: DualIssue) -> float:
    """Cycles that the branches at a block's end cost because they went elsewhere than predicted, all runs together."""
    if (last.writes_pc or _INDIRECT.fullmatch(last.name)) and not _RETURN.match(f"{last.name} {last.operands}"):
        return jumps * model.mispredicted
    return min(jumps, runs - jumps) * model.mispredicted if last.kind is OpKind.BRANCH and _conditional(last) else 0.0


def _conditional(branch: MachineInstruction) -> bool:
    return branch.name != "b"


def _shared(times: Sequence[float], end: float) -> list[float]:
    """The cycles until the next are issued, in equal parts for those that are issued together."""
    cycles: list[float] = []
    for at, time in enumerate(times):
        together = [t for t in times if t == time]
        later = next((t for t in times[at:] if t > time), end)
        cycles.append((later - time) / len(together))
    return cycles


def _issued(demands: Sequence[Demand], ends: frozenset[int]) -> list[float]:
    """Return the cycle in which each is issued; a new one begins behind taken branches, whose indices are ``ends``."""
    ready: dict[str, float] = {}
    free, times = 0.0, list[float]()
    cycle: list[Demand] = []  # what is issued at `now` so far
    now = -1.0
    for at, demand in enumerate(demands):
        wanted = max((ready[r] - late for r, late in demand.reads.items() if r in ready), default=0.0)
        if wanted > now or free > now or not _pairs(cycle, demand):
            now = max(wanted, free, now + 1.0)
            cycle = []
        cycle.append(demand)
        times.append(now)
        early = demand.early and (len(cycle) == 1 or demand.early_second)
        sooner = 1.0 if early and all(ready.get(register, -1.0) < now for register in demand.reads) else 0.0
        for register, latency in demand.writes.items():
            ready[register] = now + latency - (0.0 if register == FLAGS else sooner)
        if demand.alone:
            free = now + demand.busy
        if at in ends:
            free = max(free, now + 1.0)
    return times


def _pairs(cycle: Sequence[Demand], demand: Demand) -> bool:
    if not cycle:
        return True
    if len(cycle) == 2 or demand.alone or demand.first or cycle[0].alone:
        return False
    used = [unit for one in (*cycle, demand) for unit in one.units]
    return all(used.count(unit) <= UNITS[unit] for unit in set(used))


def _demands(run: Sequence[MachineInstruction], costs: CycleCosts, model: DualIssue) -> list[Demand]:
    demands, conditional = [], 0
    for one in run:
        demand = demand_of(one, costs, model)
        if conditional:
            conditional -= 1
            demand = replace(demand, reads={**demand.reads, FLAGS: 0})
        if re.fullmatch(r"it[te]{0,3}", one.name):
            conditional = len(one.name) - 1
        demands.append(demand)
    return demands


def demand_of(one: MachineInstruction, costs: CycleCosts, model: DualIssue) -> Demand:
    """Return the needs and results of an instruction on a core with two pipelines."""
    kind, named = one.kind, one.registers
    if kind in _ALONE:
        return _alone(one, costs)
    if kind in (OpKind.LOAD, OpKind.LOAD_UPDATING, OpKind.FLOAT_LOAD):
        latency = model.load_narrow if _NARROW.fullmatch(one.name) else model.load
        written = {named[0]: latency, **dict.fromkeys(_updated(one), 0.0)}
        return Demand(("load",), dict.fromkeys(named[1:], -1), written)
    if kind in (OpKind.STORE, OpKind.FLOAT_STORE):
        late = 1 if kind is OpKind.STORE else 2
        reads = {named[0]: late, **dict.fromkeys(named[1:], -1)}
        return Demand(("store",), reads, dict.fromkeys(_updated(one), 0.0))
    if kind in (OpKind.MUL, OpKind.MUL_LONG):
        return _multiply(one, model)
    if kind in (OpKind.BRANCH, OpKind.CALL):
        read = () if one.target is not None and not one.name.startswith("cb") else named
        return Demand(("branch",), dict.fromkeys(read[:1], 0), {"lr": model.alu} if kind is OpKind.CALL else {})
    if one.name.startswith("v"):
        return _float(one, costs, model)
    return _integer(one, model)


def _updated(one: MachineInstruction) -> frozenset[str]:
    """The base register that a load or store writes back, as soon as the address is known."""
    return one.base if "!" in one.operands or "]," in one.operands.replace(" ", "") else frozenset()


def _alone(one: MachineInstruction, costs: CycleCosts) -> Demand:
    named = one.registers
    if one.kind is OpKind.DIV:
        return Demand(("alu",), dict.fromkeys(named[-2:], 0), {named[0]: costs.div}, alone=True, busy=costs.div)
    loads = one.kind in (OpKind.LOAD_MULTIPLE, OpKind.FLOAT_LOAD_MULTIPLE)
    each = costs.load_multiple if loads else costs.store_multiple
    busy = max(1.0, float(math.ceil(one.count * each)))
    pair = one.name.startswith(("ldrd", "strd"))
    moved = named[:2] if pair else named if one.name.startswith(("pop", "push")) else named[1:]
    base = frozenset(named) - frozenset(moved)
    written = dict.fromkeys(moved, busy) if loads else {}
    reads = {**({} if loads else dict.fromkeys(moved, 1)), **dict.fromkeys(base, -1)}
    return Demand(("load",) if loads else ("store",), reads, written, alone=True, busy=busy)


def _multiply(one: MachineInstruction, model: DualIssue) -> Demand:
    long, named = one.kind is OpKind.MUL_LONG, one.registers
    written = named[:2] if long else named[:1]
    factors = named[len(written) :][:2] if len(named) > 2 else named
    accumulates = re.match(r"[su]mlal|umaal|smlsld", one.name) is not None
    added = written if accumulates else named[3:] if not long else ()
    reads = {**dict.fromkeys(added, 1), **dict.fromkeys(factors, 0)}
    given = dict.fromkeys(written, model.mul)
    return Demand(("mac",), reads, {**given, FLAGS: model.mul} if one.name == "muls" else given)


def _float(one: MachineInstruction, costs: CycleCosts, model: DualIssue) -> Demand:
    named, units = one.registers, ("float",)
    if one.kind in (OpKind.FLOAT_DIV, OpKind.FLOAT_SQRT):
        busy = costs.float_div if one.kind is OpKind.FLOAT_DIV else costs.float_sqrt
        return Demand(units, dict.fromkeys(named[1:], 0), {named[0]: busy})
    if one.kind is OpKind.FLOAT_MLA:
        fused = one.name.startswith("vf")
        reads = {**dict.fromkeys(named[:1], 2 if fused else 3), **dict.fromkeys(named[1:], 0)}
        return Demand(units, reads, {named[0]: model.float_fma if fused else model.float_mla})
    if _COMPARES.fullmatch(one.name):
        return Demand(units, dict.fromkeys(named, 0), {"fpscr": 0.0})
    if one.name == "vmrs":
        return Demand(units, {"fpscr": 0}, {FLAGS: model.alu}, alone=True)
    return Demand(units, dict.fromkeys(named[1:], 0), dict.fromkeys(named[:1], model.float_add))


def _integer(one: MachineInstruction, model: DualIssue) -> Demand:
    name, named = one.name, one.registers
    bare = name if _known(name) else _CONDITION.sub("", name)
    if bare == "nop" or re.fullmatch(r"it[te]{0,3}", bare):
        return Demand()
    compares = _COMPARES.fullmatch(bare) is not None
    two_operands = len(named) < 3 and not _ONE_SOURCE.fullmatch(bare)
    sources = named if compares or two_operands or bare in ("bfi", "movt") else named[1:]
    shifted = _OPERAND_SHIFT.search(one.operands) is not None
    simd = _SIMD.fullmatch(bare) is not None
    if _EXTENDS.fullmatch(bare):
        shifted = False  # a rotation of its own takes no shifter
    early = sources[-1:] if shifted or _EARLY_SIMD.fullmatch(bare) else ()
    reads = {**dict.fromkeys(sources, 0), **dict.fromkeys(early, -1)}
    if re.fullmatch(r"(?:adc|sbc)s?|sel|rrx", bare):
        reads[FLAGS] = 0
    latency = model.saturating if _SLOW_SIMD.fullmatch(bare) else model.alu
    written = {} if compares else dict.fromkeys(named[:1], latency)
    if compares or _SETS_FLAGS.fullmatch(bare):
        written[FLAGS] = latency + (1.0 if compares and shifted else 0.0)
    shifter = shifted or _SHIFTS.fullmatch(bare) is not None or (simd and _EARLY_SIMD.fullmatch(bare) is not None)
    units = ("alu", *(("shift",) if shifter else ()), *(("simd",) if simd else ()))
    shifts = _EARLY_SHIFT.fullmatch(bare) is not None
    soon = shifts or (_EARLY_SUM.fullmatch(bare) is not None and not shifted)
    first = _FIRST_ONLY.fullmatch(bare) is not None
    return Demand(units, reads, written, first=first, early=soon, early_second=shifts)


def _known(name: str) -> bool:
    patterns = (_COMPARES, _ONE_SOURCE, _SIMD, _FIRST_ONLY, _SHIFTS, _SETS_FLAGS)
    return any(pattern.fullmatch(name) for pattern in patterns)
