"""Estimate the misses of a cache of instructions for a program of which only counts of blocks are known.

Order is not recorded, but loops are: a branch backwards says where one begins and ends, its jumps how often it turned,
and calls say which functions belong to it.  Code is read again whenever the outermost loop around it that the cache
holds as a whole is entered anew; code around which no loop fits is read each time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from edgec.targets.machine.arch.spec import MachineInstruction, OpKind
from edgec.targets.machine.counting import CodeBlock
from edgec.targets.machine.mix import instructions_of


@dataclass(frozen=True)
class Span:
    """Code from ``low`` up to ``high``: a loop that was entered ``entries`` times."""

    low: int
    high: int
    entries: int

    def holds(self, address: int) -> bool:
        """Return whether an address lies in it."""
        return self.low <= address < self.high


class Locality:
    """The loops and calls of blocks that ran, and how often each of them has to be read again.

    ``width`` is what one read of the flash brings, ``capacity`` how many of them the cache holds.
    """

    def __init__(
        self, blocks: Sequence[CodeBlock], code: Mapping[int, MachineInstruction], width: int, capacity: int
    ) -> None:
        self._width, self._capacity = width, capacity
        self._last = {b: instructions_of(b, code)[-1] for b in blocks}
        self._functions = sorted({t for last in self._last.values() if (t := _callee(last)) is not None})
        self._sites: dict[int | None, list[CodeBlock]] = defaultdict(list)
        for block, last in self._last.items():
            self._sites[_callee(last)].append(block)
        self._loops = self._found_loops(blocks)
        self._blocks = sorted(blocks, key=lambda b: b.start)
        self._sizes: dict[Span, int] = {}

    def readings(self, block: CodeBlock) -> int:
        """Return the number of times that the code of a block is read anew."""
        found = block.runs
        for loop in self._around(block, set()):
            if self._size(loop) > self._capacity:
                break
            found = min(found, max(1, loop.entries))
        return found

    def _found_loops(self, blocks: Iterable[CodeBlock]) -> list[Span]:
        turns: dict[int, int] = defaultdict(int)
        ends: dict[int, int] = defaultdict(int)
        for block, last in self._last.items():
            if last.kind is OpKind.BRANCH and last.target is not None and last.target <= last.address:
                turns[last.target] += block.jumps
                ends[last.target] = max(ends[last.target], last.address + last.size)
        runs = dict.fromkeys(turns, 0)
        for block in blocks:
            end = self._last[block].address
            for low in runs:
                runs[low] += block.runs if block.start <= low <= end else 0
        loops = [Span(low, ends[low], max(0, runs[low] - turns[low])) for low in turns]
        return sorted(loops, key=lambda loop: loop.high - loop.low)

    def _around(self, block: CodeBlock, seen: set[int | None]) -> Iterable[Span]:
        """Loops around a block, the innermost first; those of its function's commonest caller behind its own."""
        yield from (loop for loop in self._loops if loop.holds(block.start))
        function = self._function(block.start)
        callers = self._sites.get(function, ())
        if callers and function not in seen:
            yield from self._around(max(callers, key=lambda b: b.runs), seen | {function})

    def _function(self, address: int) -> int | None:
        at = bisect_right(self._functions, address)
        return self._functions[at - 1] if at else None

    def _size(self, loop: Span) -> int:
        """Reads that a loop's code takes, with the functions that it calls."""
        if loop not in self._sizes:
            inside = [b for b in self._blocks if loop.holds(b.start)]
            pending, called = list(inside), set()
            while pending:
                callee = _callee(self._last[pending.pop()])
                if callee is not None and callee not in called:
                    called.add(callee)
                    pending += (more := [b for b in self._blocks if self._function(b.start) == callee])
                    inside += more
            self._sizes[loop] = len({read for b in inside for read in self.reads(b)})
        return self._sizes[loop]

    def reads(self, block: CodeBlock) -> range:
        """The reads that bring a block's code, by number."""
        last = self._last[block]
        return range(block.start // self._width, (last.address + last.size - 1) // self._width + 1)


def _callee(last: MachineInstruction) -> int | None:
    return last.target if last.kind is OpKind.CALL else None
