"""The checks of ``init`` and ``run``: each argument that they must refuse, executed, with the others right.

The machine code is executed as it is: null pointers, sizes around the arena's, every misalignment, and states that no
``init`` has made.  A refusal returns its code, writes to nothing but the state, and leaves a state that cannot run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from edgec.proof.findings import Proof
from edgec.proof.image import Image
from edgec.proof.subject import Subject
from edgec.proof.thumb.machine import RAM, NotCovered

OK, NULL, ARENA_SIZE, ARENA_ALIGN, NOT_INITIALIZED = range(5)
NO_STATE = 7
STATE = 64  # bytes, more than a state has
STACK = 1 << 12
GUARD = 64


def compare_arguments(out: Subject, image: Image) -> Proof:
    """Execute every refusal that the header promises."""
    tried = _CallTrial(out, image)
    functions = ("init", "run", *(("reset", "state_save", "state_restore") if out.model.states else ()))
    where = ", ".join(f"{out.model.name}_{function}" for function in functions)
    try:
        detail = next(tried.wrong(), "")
    except NotCovered as e:
        detail = f"not covered: {e}"
    return Proof("argument checks", where, "each wrong", f"executed, {tried.count} calls", not detail, 0.0, detail)


class _CallTrial:
    """A machine with room for the state, arenas and ports; ``count`` says how many calls were made."""

    def __init__(self, out: Subject, image: Image) -> None:
        self.name, self.align, self.image = out.model.name, out.model.arena_align, image
        self.sizes = [a.bytes for a in out.model.all_arenas]
        at = RAM + STATE + GUARD
        self.places: list[int] = []
        model = out.model
        self.held, self.word = model.state_bytes, model.state_ready_at
        free = [*(model.inputs[i] for i in model.free_inputs), *(model.outputs[i] for i in model.free_outputs)]
        saved = [self.held] if self.held else []
        for size in (*self.sizes, *saved, *saved, *(p.bytes for p in free)):
            self.places.append(at)
            at += -(-(size + GUARD) // GUARD) * GUARD
        rng = np.random.default_rng(0)
        ram = bytearray(rng.integers(1, 256, at - RAM + STACK, dtype=np.uint8).tobytes())
        self.m = image.isa.machine(image.flash, ram, image.symbols)
        self.core, self.count = image.isa.core(image.code, self.m), 0
        self.arenas, self.ports = self.places[: len(self.sizes)], self.places[len(self.sizes) :]
        self.saved = self.ports.pop(0) if self.held else 0
        self.below = at - RAM  # the stack begins here
        self.state = rng.integers(1, 256, STATE, dtype=np.uint8).tobytes()

    def wrong(self) -> Iterator[str]:
        """Each call that does not give what it must, in words."""
        yield from self._of_init()
        self._put(self.state)
        yield from self._call("run", "a state that was never prepared", NOT_INITIALIZED, [RAM, *self.ports])
        self._put(bytes(STATE))
        yield from self._call("run", "a state of zeros", NOT_INITIALIZED, [RAM, *self.ports])
        yield from self._call("init", "right arguments", OK, self._init())
        ready = bytes(self.m.ram[:STATE])
        for bit in range(8 * self._ready_bytes(ready)):
            at = len(self.sizes) * 4 + bit // 8
            self._put(ready[:at] + bytes([ready[at] ^ 1 << bit % 8]) + ready[at + 1 :])
            yield from self._call("run", f"a state with bit {bit} turned", NOT_INITIALIZED, [RAM, *self.ports])
        self._put(ready)
        for i in range(len(self.ports) + 1):
            given = [RAM, *self.ports]
            given[i] = 0
            yield from self._call("run", f"NULL in the place of argument {i}", NULL, given)
        if self.held:
            yield from self._of_states()

    def _of_states(self) -> Iterator[str]:
        """States that were not reset, saved bytes of others, and room that is too little."""
        state, saved, size = self.ports[0], self.saved, self.held
        yield from self._call("run", "states that were never reset", NO_STATE, [RAM, *self.ports])
        yield from self._call("state_save", "states that were never reset", NO_STATE, [state, saved, size])
        yield from self._call("reset", "NULL", NULL, [0])
        yield from self._call("reset", "right arguments", OK, [state], (state, size))
        for i in (0, 1):
            for function in ("state_save", "state_restore"):
                given = [state, saved, size]
                given[i] = 0
                yield from self._call(function, f"NULL in the place of argument {i}", NULL, given)
        yield from self._call("state_save", "too little room", NO_STATE, [state, saved, size - 1])
        yield from self._call("state_save", "right arguments", OK, [state, saved, size], (saved, size))
        for other in (0, size - 1, size + 1, 0xFFFFFFFF):
            yield from self._call("state_restore", f"{other} bytes", NO_STATE, [state, saved, other])
        yield from self._call("state_restore", "right arguments", OK, [state, saved, size], (state, size))
        for bit in range(32):
            for at, what, function, given in (
                (saved, "saved bytes", "state_restore", [state, saved, size]),
                (state, "states", "run", [RAM, *self.ports]),
            ):
                self._turn(at + self.word, bit)
                yield from self._call(function, f"{what} with bit {bit} turned", NO_STATE, given)
                self._turn(at + self.word, bit)

    def _turn(self, at: int, bit: int) -> None:
        self.m.ram[at - RAM + bit // 8] ^= 1 << bit % 8

    def _ready_bytes(self, ready: bytes) -> int:
        """Bytes of the word behind the pointers, of those that ``init`` wrote."""
        return 4 if ready[4 * len(self.sizes) : 4 * len(self.sizes) + 4] != self.state[4 * len(self.sizes) :][:4] else 0

    def _of_init(self) -> Iterator[str]:
        yield from self._refused("NULL in the place of the state", NULL, [0, *self._init()[1:]])
        for k, size in enumerate(self.sizes):
            pointer, bytes_at = 1 + 2 * k, 2 + 2 * k
            if not size:
                continue
            yield from self._refused(f"NULL in the place of arena {k}", NULL, self._init({pointer: 0}))
            for less in sorted({0, size // 2, size - 1}):
                yield from self._refused(f"{less} bytes for arena {k}", ARENA_SIZE, self._init({bytes_at: less}))
            for more in (size, size + 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF):
                yield from self._call("init", f"{more} bytes for arena {k}", OK, self._init({bytes_at: more}))
            for off in range(1, self.align):
                moved = self._init({pointer: self.arenas[k] + off})
                yield from self._refused(f"arena {k} off by {off}", ARENA_ALIGN, moved)

    def _init(self, changed: dict[int, int] | None = None) -> list[int]:
        """The arguments of ``init``, some of them others."""
        given = [RAM, *(x for pair in zip(self.arenas, self.sizes, strict=True) for x in pair)]
        return [(changed or {}).get(i, x) for i, x in enumerate(given)]

    def _refused(self, what: str, code: int, given: Sequence[int]) -> Iterator[str]:
        """A call of ``init`` on a state that was ready, which must not run afterwards."""
        yield from self._call("init", "right arguments", OK, self._init())
        yield from self._call("init", what, code, given)
        if given[0]:
            yield from self._call("run", f"a state whose init had {what}", NOT_INITIALIZED, [RAM, *self.ports])

    def _put(self, state: bytes) -> None:
        self.m.ram[:STATE] = state

    def _call(
        self, function: str, what: str, code: int, given: Sequence[int], written: tuple[int, int] = (RAM, 0)
    ) -> Iterator[str]:
        """One call: its code, and that it writes nothing but ``written`` (``init``: the object) and the stack."""
        self.count += 1
        first, size = (RAM, STATE) if function == "init" else written
        before = self._outside(first, size)
        self.m.regs[self.m.calling.stack] = RAM + len(self.m.ram) - GUARD
        self.core.depth = 0
        got = self.core.call(self.image.symbols[f"{self.name}_{function}"], *given)
        if got != code:
            yield f"{self.name}_{function} with {what} returns {got}, and must return {code}"
        elif self._outside(first, size) != before:
            yield f"{self.name}_{function} with {what} writes to memory that it must leave alone"

    def _outside(self, at: int, size: int) -> bytes:
        """All memory below the stack but ``size`` bytes from an address on."""
        return bytes(self.m.ram[: at - RAM]) + bytes(self.m.ram[at - RAM + size : self.below])
