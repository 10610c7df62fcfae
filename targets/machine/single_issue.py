"""Cycles of code on a core that issues one instruction a cycle: what the class of an instruction alone does not say.

* A load that a load or store follows costs ``load_grouped``, unless that one needs for its address the register that is
  loaded or a base that is written back.
* Loads and stores of several registers (LDM, LDRD, POP, VLDM, ...) cost ``multiple`` plus ``load_multiple`` or
  ``store_multiple`` each register.
* ``address_wait`` comes on top of a load or store whose address the instruction before computed: there is no
  forwarding path for addresses (Arm 100166, section 3.3.2).
* ``store_wait`` comes on top of a store that a load follows: the write takes place while the next instruction is
  executed, and nothing can be pipelined after it (the same section).
* ``wide_unaligned`` comes on top where three 32-bit instructions that are not at multiples of 4 follow an access of
  memory or an instruction of several cycles: meanwhile the buffer of three words has filled, the next word is asked for
  when one is free, and each of these needs halves of two.
* ``result_use`` comes on top where an instruction needs what the one before gives after two stages (a product, a DSP
  instruction, an operand that is shifted), except as what such an instruction itself adds to.
* MLA and MLS cost ``mul_add``.
* Whatever writes the program counter costs ``branch_taken`` on top of its own class; a taken branch to a 32-bit
  instruction that is not at a multiple of 4 costs ``branch_unaligned`` more, as its target takes two fetches.

Waits of addresses, stores, buffer and results are measured, too: jnk0le/random (pipeline cycle test, Cortex-M3, M4
and M33) and pornin/arm-asm-notes (memory), both public repositories.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from edgec.targets.cycles import CycleCosts
from edgec.targets.machine.arch.spec import MachineInstruction, OpKind

WIDE_INSTRUCTION_BYTES = 4  # bytes of a 32-bit instruction, and of a fetch of the core
WIDE_IN_A_ROW = 3  # that need a word more than the buffer of the core holds
_COST: Mapping[OpKind, str] = {  # the member of CycleCosts
    OpKind.ALU: "alu",
    OpKind.MUL: "mul",
    OpKind.MUL_LONG: "mul_long",
    OpKind.DIV: "div",
    OpKind.ALU_WIDE: "alu_wide",
    OpKind.LOAD_FLASH: "load_flash",
    OpKind.RETURN: "returning",
    OpKind.STORE: "store",
    OpKind.FLOAT_ADD: "float_add",
    OpKind.FLOAT_MUL: "float_mul",
    OpKind.FLOAT_MLA: "float_mla",
    OpKind.FLOAT_DIV: "float_div",
    OpKind.FLOAT_SQRT: "float_sqrt",
    OpKind.FLOAT_CONVERT: "float_convert",
    OpKind.FLOAT_STORE: "float_store",
    OpKind.VECTOR: "vector",
    OpKind.VECTOR_MUL: "vector",
    OpKind.VECTOR_LOAD: "vector",
    OpKind.VECTOR_STORE: "vector",
}
_LOADS = frozenset({OpKind.LOAD, OpKind.LOAD_UPDATING, OpKind.FLOAT_LOAD})
_STORES = frozenset({OpKind.STORE, OpKind.FLOAT_STORE})
_LOADS_MULTIPLE = frozenset({OpKind.LOAD_MULTIPLE, OpKind.FLOAT_LOAD_MULTIPLE})
_STORES_MULTIPLE = frozenset({OpKind.STORE_MULTIPLE, OpKind.FLOAT_STORE_MULTIPLE})
_ACCESSES = _LOADS | _STORES | _LOADS_MULTIPLE | _STORES_MULTIPLE
_COMPUTES = frozenset({OpKind.ALU, OpKind.MUL, OpKind.MUL_LONG})
_NO_RESULT = re.compile(r"(?:cmp|cmn|tst|teq|it|nop).*")
_MULTIPLY_ADD = re.compile(r"ml[as](?!l)")
_EXTENDS_AND_ADDS = re.compile(r"[su]xta[bh](?:16)?")
_DSP = re.compile(
    r"[su]xta?b16|[su]xta[bh]|[us]?h?q?(?:add|sub)(?:8|16)|[us]?[hq]?[as][sa]x|q(?:add|sub|dadd|dsub)|[us]sat(?:16)?|"
    r"sel|usada?8|pkh(?:bt|tb)"
)
_SHIFTED = re.compile(r"(?:lsl|lsr|asr|ror) #|rrx")
_ONLY_SHIFTS = re.compile(r"(?:lsl|lsr|asr|ror)s?|mov[sw]?|[su]xt[bh]")


def cycles_in_order(run: Sequence[MachineInstruction], costs: CycleCosts) -> list[tuple[OpKind, float]]:
    """Class of each instruction of a block in its place, and the cycles of one execution without those of a jump."""
    none: list[MachineInstruction | None] = [None]
    before, after = [*none, *run[:-1]], [*run[1:], *none]
    each = [_cycles(one, prior, then, costs) for one, prior, then in zip(run, before, after, strict=True)]
    across, fills = [_lies_across(one) for one in run], [cycles > 1 for cycles in each]
    for last in range(WIDE_IN_A_ROW, len(run)):
        first = last - WIDE_IN_A_ROW
        if all(across[first + 1 : last + 1]) and (run[first].kind in _ACCESSES or fills[first]):
            each[last] += costs.wide_unaligned
    kinds = [_kind_before(one, then) for one, then in zip(run, after, strict=True)]
    return list(zip(kinds, each, strict=True))


def cycles_of_leaving(
    last: MachineInstruction, code: Mapping[int, MachineInstruction], costs: CycleCosts
) -> float:  # fmt: skip
    """Cycles that a block's last instruction takes more where another than the next one follows."""
    if last.kind is OpKind.CALL:
        return costs.call - costs.alu
    if last.kind is OpKind.BRANCH:
        goes = code.get(last.target) if last.target is not None else None
        across = goes is not None and _lies_across(goes)
        return costs.branch_taken - costs.branch_not_taken + (costs.branch_unaligned if across else 0.0)
    return costs.branch_taken if last.writes_pc else 0.0


def _lies_across(one: MachineInstruction) -> bool:
    return one.size == WIDE_INSTRUCTION_BYTES and one.address % WIDE_INSTRUCTION_BYTES != 0


def _kind_before(one: MachineInstruction, then: MachineInstruction | None) -> OpKind:
    """The class of an instruction in its place, before ``then``."""
    return OpKind.LOAD_GROUPED if one.kind is OpKind.LOAD and _pipelines(one, then) else one.kind


def _pipelines(load: MachineInstruction, then: MachineInstruction | None) -> bool:
    """Return whether a load overlaps with what follows: a load whose address needs nothing that this one writes."""
    if then is None or then.kind not in _LOADS:
        return False
    updated = load.base if load.kind is OpKind.LOAD_UPDATING else frozenset()
    return load.loads not in then.base and not updated & then.base


def _cycles(
    one: MachineInstruction, before: MachineInstruction | None, then: MachineInstruction | None, costs: CycleCosts
) -> float:
    """Estimated cycles of one execution between two others, without those of a jump or of the buffer."""
    if one.kind is OpKind.BRANCH:
        return costs.branch_not_taken
    if one.kind is OpKind.CALL:
        return costs.alu  # and as for all calls, what it takes to go there
    if one.kind in _ACCESSES:
        cycles = _access(one, then, costs)
    else:
        cycles = costs.mul_add if _MULTIPLY_ADD.match(one.name) else float(getattr(costs, _COST[one.kind]))
    if costs.result_use and before is not None and _takes_two_stages(before) and _results(before) & _needed(one):
        cycles += costs.result_use
    if before is not None and before.kind in _COMPUTES and _results(before) & one.base:
        cycles += costs.address_wait
    return cycles


def _access(one: MachineInstruction, then: MachineInstruction | None, costs: CycleCosts) -> float:
    if one.kind in _LOADS_MULTIPLE:
        return costs.multiple + one.count * costs.load_multiple
    if one.kind in _LOADS:
        alone = costs.float_load if one.kind is OpKind.FLOAT_LOAD else costs.load
        cycles = costs.load_grouped if _pipelines(one, then) else alone
        cycles += costs.load_update if one.kind is OpKind.LOAD_UPDATING else 0.0
        return cycles + (costs.load_use if then is not None and one.loads in then.registers else 0.0)
    multiple = one.kind in _STORES_MULTIPLE
    cycles = costs.multiple + one.count * costs.store_multiple if multiple else float(getattr(costs, _COST[one.kind]))
    return cycles + (costs.store_wait if then is not None and then.kind in _LOADS | _LOADS_MULTIPLE else 0.0)


def _takes_two_stages(one: MachineInstruction) -> bool:
    """Return whether a result comes a cycle later than a sum."""
    if one.kind is not OpKind.ALU:
        return one.kind in (OpKind.MUL, OpKind.MUL_LONG)
    shifted = _SHIFTED.search(one.operands) is not None and not _ONLY_SHIFTS.fullmatch(one.name)
    return shifted or _DSP.fullmatch(one.name) is not None


def _needed(one: MachineInstruction) -> frozenset[str]:
    """The registers that an instruction reads, without what it adds a product or a shifted operand to or stores."""
    named = one.registers
    if one.kind in _LOADS | _STORES:
        return one.base
    if one.kind is OpKind.MUL_LONG:
        return frozenset(named[2:])
    if one.kind is OpKind.MUL or _EXTENDS_AND_ADDS.fullmatch(one.name):
        return frozenset(named[1:3] if one.kind is OpKind.MUL else named[2:])
    if one.kind is OpKind.ALU and len(named) > 2:
        return frozenset(named[2:] if _takes_two_stages(one) and not _DSP.fullmatch(one.name) else named[1:])
    return frozenset(named)


def _results(one: MachineInstruction) -> frozenset[str]:
    """The registers that a computation writes."""
    if _NO_RESULT.fullmatch(one.name):
        return frozenset()
    return frozenset(one.registers[: 2 if one.kind is OpKind.MUL_LONG else 1])
