"""Cycles in which a core waits for its flash: misses that the counting plugin saw, times the wait states.

The plugin runs the caches of the board's file (least recently used, filled as far as one read of the flash goes) over
all fetches and all reads of constants, in their order.  A miss stops the core for the wait states.  Instructions that
follow in order are read while those before are executed, by the core's own queue or by the flash where it prefetches:
a read takes the wait states and ``SEQUENTIAL_READ_CYCLES`` or ``PREFETCHED_READ_CYCLES`` cycles, of which only what
is left stops the core.  On an STM32G474 (4 wait states) 8 bytes of straight code without caches take 6.2 to 6.4
cycles, with prefetch 5.1, whether they are four instructions or two (public repository studyztp/gem5,
microbenchmarks: nop, alu, art_prefetch, icache_miss).
"""

from __future__ import annotations

from edgec.converter.graph.frozen import dataclass
from edgec.targets.cycles import Cache, FlashReads
from edgec.targets.reader import Target

SEQUENTIAL_READ_CYCLES = 2.0  # cycles of a read in order beside its wait states
PREFETCHED_READ_CYCLES = 1.0  # where the flash reads ahead


@dataclass(frozen=True)
class Fetches:
    """Reads of the flash that missed: of instructions in order, of instructions after a jump, and of constants."""

    in_order: int = 0
    after_jumps: int = 0
    constants: int = 0


@dataclass(frozen=True)
class FlashTiming:
    """The wait states of a board's flash, and how it is read."""

    wait_states: int
    reads: FlashReads

    @property
    def miss(self) -> float:
        """Cycles that a read takes longer where no cache holds what it asks for."""
        return self.wait_states + self.reads.fill

    def fetching(self, misses: Fetches, cycles: float, code: int) -> float:
        """Cycles spent waiting for instructions of a block of ``code`` bytes that takes ``cycles`` to execute."""
        beside = PREFETCHED_READ_CYCLES if self.reads.prefetch else SEQUENTIAL_READ_CYCLES
        left = max(0.0, self.miss + beside - cycles * self.reads.bytes / code)
        return misses.after_jumps * self.miss + misses.in_order * left

    def reading(self, misses: Fetches) -> float:
        """Cycles spent waiting for constants."""
        return misses.constants * self.miss

    def options(self) -> str:
        """The options of the plugin that stand for the caches."""
        caches = [("code", self.reads.code), ("data", self.reads.data)]
        stated = [f"{name}={_shape(cache)}" for name, cache in caches if cache is not None]
        return ",".join([f"read={self.reads.bytes}", *stated, *(["shared=on"] if self.reads.shared else [])])


def flash_timing(target: Target, name: str | None = None) -> FlashTiming | None:
    """Return the timing of the target's first flash, or of that memory; None where its file states none."""
    memories = (m for m in target.memories if name is None or m.name == name)
    timings = (FlashTiming(m.wait_states, m.reads) for m in memories if m.reads is not None)
    return next(timings, None)


def _shape(cache: Cache) -> str:
    ways = cache.ways or cache.lines
    return f"{cache.lines}x{cache.line_bytes}x{ways}"
