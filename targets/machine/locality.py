"""Estimate the misses of a cache of instructions for a program of which only counts of blocks are known.

Order is not recorded, but loops are: a branch backwards says where one begins and ends, its jumps how often it turned,
and calls say which functions belong to it.  Code is read again whenever the outermost loop around it that the cache
holds as a whole is entered anew; code around which no loop fits is read each time.  Loops may lie in pieces, so counts
bound this, too: of a function with what it calls, the code that ran most often stays as far as the cache holds it, and
is read again as often as the first that does not fit runs, or the function is called.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from edgec.converter.graph.frozen import dataclass
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
        self._crowds: dict[int | None, int] = {}
        self._called: dict[int | None, int] = {f: sum(b.runs for b in self._sites[f]) for f in self._functions}

    def readings(self, block: CodeBlock) -> int:
        """Return the number of times that the code of a block is read anew."""
        count = block.runs
        for loop in self._around(block, set()):
            if self._size(loop) > self._capacity:
                break
            count = min(count, max(1, loop.entries))
        for function in self._callers(block):
            count = min(count, max(1, self._called.get(function, 1), self._crowded(function)))
        return count

    def _callers(self, block: CodeBlock) -> Iterator[int | None]:
        """The function of a block, the one that calls it most often, and so on."""
        function, seen = self._function(block.start), set[int | None]()
        while function not in seen:
            yield function
            seen.add(function)
            sites = self._sites.get(function, ()) if function is not None else ()
            if not sites:
                return
            function = self._function(max(sites, key=lambda b: b.runs).start)

    def _crowded(self, function: int | None) -> int:
        """Count the runs of code with which a function and what it calls no longer fit; 0 where all does."""
        if function not in self._crowds:
            inside = self._with_callees([b for b in self._blocks if self._function(b.start) == function])
            held: set[int] = set()
            self._crowds[function] = 0
            for block in sorted(inside, key=lambda b: -b.runs):
                held.update(self.reads(block))
                if len(held) > self._capacity:
                    self._crowds[function] = block.runs
                    break
        return self._crowds[function]

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
            inside = self._with_callees([b for b in self._blocks if loop.holds(b.start)])
            self._sizes[loop] = len({read for b in inside for read in self.reads(b)})
        return self._sizes[loop]

    def _with_callees(self, blocks: Sequence[CodeBlock]) -> list[CodeBlock]:
        """Blocks, and those of all functions that they call."""
        inside, pending, called = list(blocks), list(blocks), set[int]()
        while pending:
            callee = _callee(self._last[pending.pop()])
            if callee is not None and callee not in called:
                called.add(callee)
                pending += (more := [b for b in self._blocks if self._function(b.start) == callee])
                inside += more
        return inside

    def reads(self, block: CodeBlock) -> range:
        """The reads that bring a block's code, by number."""
        last = self._last[block]
        return range(block.start // self._width, (last.address + last.size - 1) // self._width + 1)


def _callee(last: MachineInstruction) -> int | None:
    return last.target if last.kind is OpKind.CALL else None
