"""Join of the ways of a branch: the nearest instruction that all of them come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from edgec.proof.thumb.decode import Instruction, registers
from edgec.proof.thumb.machine import NotCovered

EXIT = -1
"""Behind every return of a function."""


def target_of(i: Instruction) -> int:
    """Return the target of a branch.

    Raises:
        NotCovered: it is not an address.
    """
    try:
        return int(i.operands[-1].split()[0], 16)
    except ValueError:
        raise NotCovered(f"the branch to {i.operands[-1]} is not known") from None


def successors(i: Instruction) -> tuple[int, ...]:
    """The addresses that may follow, calls taken as done."""
    if i.name == "b":
        return (target_of(i), i.next) if i.condition else (target_of(i),)
    if i.name in ("cbz", "cbnz", "le", "letp") or i.name.startswith("wls"):
        return (target_of(i), i.next)
    loads = (i.name == "ldr" and i.operands[0] == "pc") or (
        i.name in ("pop", "ldm", "ldmia", "ldmdb") and 15 in registers(i.operands[-1])
    )
    returns = i.name == "bx" or loads
    if returns:
        return (EXIT, i.next) if i.condition else (EXIT,)
    return (i.next,)


def join_of(
    code: Mapping[int, Instruction], branch: int, successors: Callable[[Instruction], tuple[int, ...]] = successors
) -> int:
    """The immediate post-dominator of a branch (``EXIT``: its ways meet only where the function returns)."""
    after: dict[int, tuple[int, ...]] = {}
    todo = [branch]
    while todo:
        at = todo.pop()
        if at in after or at == EXIT:
            continue
        if at not in code:
            raise NotCovered(f"a branch leads to {at:#x}, where no instruction is")
        after[at] = successors(code[at])
        todo += after[at]
    every = frozenset(after) | {EXIT}
    behind: dict[int, frozenset[int]] = dict.fromkeys(after, every)
    behind[EXIT] = frozenset({EXIT})
    order = sorted(after, reverse=True)
    changed = True
    while changed:
        changed = False
        for at in order:
            new = frozenset.intersection(*(behind[s] for s in after[at])) | {at}
            if new != behind[at]:
                behind[at], changed = new, True
    # Of those that all ways come to, the first is the one that comes before all others.
    candidates = behind[branch] - {branch}
    return max(candidates, key=lambda at: len(behind[at]))
