"""Cycles of a core's instructions and of its flash: the tables of a target from which ``profile`` estimates."""

from __future__ import annotations

from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class DualIssue:
    """A core that issues two instructions a cycle, in order: cycles after which others can use what one gives.

    ``alu``, ``saturating`` (also of DSP instructions that saturate), ``mul`` (accumulators are needed a cycle later),
    ``load`` of words and ``load_narrow`` of bytes and halves, to the unit that adds; an address is needed one cycle
    before. ``float_add`` (all that is no multiply-add), ``float_mla`` and ``float_fma``, whose accumulators are needed
    3 and 2 cycles later. ``mispredicted`` is what a branch costs that goes where it mostly does not.
    """

    alu: float = 1.0
    saturating: float = 2.0
    mul: float = 2.0
    load: float = 1.0
    load_narrow: float = 2.0
    float_add: float = 3.0
    float_mla: float = 6.0
    float_fma: float = 5.0
    mispredicted: float = 6.0


@dataclass(frozen=True)
class CycleCosts:
    """Estimated cycles per instruction of each class, from memories without wait states.

    ``load`` is a load, ``load_grouped`` one that a load or store follows which does not need its register;
    ``load_use`` comes on top where the next instruction needs the register, ``load_update`` where the base register is
    written back, ``address_wait`` where the instruction before computed the address of an access, ``store_wait`` on a
    store that a load follows.
    ``load_multiple`` and ``store_multiple`` are each register of LDM, POP, VLDM and of STM, PUSH, VSTM,
    which cost ``multiple`` more. ``result_use`` comes on top where a product or a shifted operand is needed at once.
    ``mul_add`` is MLA and MLS.
    ``vector`` is an instruction of Helium, whose 128 bits take two cycles at two beats a cycle.
    ``branch_unaligned`` comes on top of a taken branch to a 32-bit instruction that lies across two words, and
    ``wide_unaligned`` on top of three such instructions in a row behind an access of memory or several cycles.
    ``alu_wide``, ``load_flash`` and ``returning`` are AVR's: on a pair of registers, a load from the flash, a return.
    ``mean_integer`` and ``mean_float`` are the mean of all instructions of nets in integers and in float32, for figures
    without a count of each class; ``error`` is the mean error beside boards, flash included ("4 % on ...").
    ``dual_issue``: two instructions are issued at once, by these latencies; of the costs of classes ``div``,
    ``float_div``, ``float_sqrt`` and those of multiple loads and stores, which then cost no 1 more, still count.
    """

    alu: float
    mul: float
    mul_long: float
    div: float
    load: float
    load_grouped: float
    load_multiple: float
    store: float
    branch_taken: float
    branch_not_taken: float
    call: float
    store_multiple: float = 1.0
    load_use: float = 0.0
    load_update: float = 0.0
    address_wait: float = 0.0
    store_wait: float = 0.0
    mul_add: float = 1.0
    multiple: float = 1.0
    result_use: float = 0.0
    branch_unaligned: float = 0.0
    wide_unaligned: float = 0.0
    float_add: float = 1.0
    float_mul: float = 1.0
    float_mla: float = 3.0
    float_div: float = 14.0
    float_sqrt: float = 14.0
    float_convert: float = 1.0
    float_load: float = 2.0
    float_store: float = 2.0
    vector: float = 2.0
    alu_wide: float = 2.0
    load_flash: float = 3.0
    returning: float = 4.0
    mean_integer: float | None = None
    mean_float: float | None = None
    error: str = ""
    dual_issue: DualIssue | None = None


@dataclass(frozen=True)
class Cache:
    """A cache of a flash: ``lines`` of ``line_bytes``, fully associative unless ``ways`` are stated; LRU."""

    lines: int
    line_bytes: int
    ways: int = 0


@dataclass(frozen=True)
class FlashReads:
    """Timing of a core's flash: ``bytes`` are read at once, each time after ``wait_states`` and ``fill`` cycles.

    ``prefetch``: the next ones in order are read while these are executed. ``code`` is the cache of instructions,
    ``data`` that of constants; ``shared``: constants go through that of instructions. ``fill`` is what a line of a
    core's own cache takes beyond the wait states.
    """

    bytes: int
    prefetch: bool = False
    code: Cache | None = None
    data: Cache | None = None
    shared: bool = False
    fill: float = 0.0

    @property
    def flaw(self) -> str:
        """The mistake in these figures; "" when there is none."""
        if self.bytes < 1 or self.bytes & (self.bytes - 1):
            return "'bytes' must be a power of two"
        if self.fill < 0:
            return "'fill' must not be negative"
        for cache in filter(None, (self.code, self.data)):
            if cache.lines < 1 or cache.ways < 0 or cache.lines % (cache.ways or cache.lines):
                return "a cache needs 'lines' from 1, a multiple of its 'ways'"
            if cache.line_bytes < self.bytes or cache.line_bytes % self.bytes or cache.line_bytes > 64 * self.bytes:
                return "'line_bytes' must be 1 to 64 times 'bytes'"
        return ""
