"""Loads and stores of vectors as functions of the machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from edgec.proof.thumb.decode import Instruction, immediate
from edgec.proof.thumb.machine import Machine, NotCovered
from edgec.proof.thumb.operands import Action, target
from edgec.proof.thumb.slices import byte_of, joined
from edgec.proof.thumb.terms import M32, Term, Value, term
from edgec.proof.thumb.vector_words import active, number

INTERLEAVED = {"vst40.8": (0, 1, 10, 11), "vst41.8": (2, 3, 12, 13), "vst42.8": (4, 5, 14, 15), "vst43.8": (6, 7, 8, 9)}
"""Words that each of the four instructions writes: byte ``k`` of word ``j`` is byte ``j`` of register ``k``."""
_WIDTHS = {"b": 1, "h": 2, "w": 4}
LOADS = frozenset(
    {*(f"vldrb.{lane}" for lane in ("u8", "s16", "u16", "s32", "u32")), "vldrh.u16", "vldrh.u32", "vldrw.u32"}
)
STORES = frozenset({"vstrb.8", "vstrb.16", "vstrb.32", "vstrh.16", "vstrh.32", "vstrw.32"})


def plain(name: str) -> tuple[str, bool]:
    """A mnemonic of an access without the letter of predicated ones, and whether it had it."""
    head, _, kind = name.partition(".")
    return f"{head.removesuffix('t')}.{kind}", head.endswith("t")


def _places(texts: Sequence[str]) -> Callable[[Machine, int, int], tuple[list[Value], Callable[[], None]]]:
    """Parse an address: a function to the lanes' addresses, by their number and size, and the update of the base."""
    inside = [p.strip() for p in texts[0].rstrip("!").strip("[]").split(",")]
    offset = immediate(inside[1]) if len(inside) > 1 else 0
    after = immediate(texts[1]) if len(texts) > 1 else None
    written = texts[0].endswith("!")

    def vector(m: Machine, count: int, _size: int) -> tuple[list[Value], Callable[[], None]]:
        q = number(inside[0])
        addresses: list[Value] = [_constant_address(m.floats[q + k]) + (offset or 0) for k in range(count)]

        def back() -> None:
            if written:
                m.floats[q : q + count] = [_constant_address(x) & M32 for x in addresses]

        return addresses, back

    def scalar(m: Machine, count: int, size: int) -> tuple[list[Value], Callable[[], None]]:
        r = target(inside[0])
        base = _constant_address(m.regs[r])
        if offset is None:
            lanes = [x for k in range(4) for x in _unsigned(m.floats[number(inside[1]) + k], 16 // count)]
            return [_sum(base, x) for x in lanes], lambda: None
        first = base + offset

        def back() -> None:
            if written or after is not None:
                m.regs[r] = (first + (after or 0)) & M32

        return [first + size * k for k in range(count)], back

    return vector if inside[0].startswith("q") else scalar


def _constant_address(x: Value) -> int:
    if isinstance(x, Term):
        raise NotCovered("the address of a vector depends on inputs")
    return x


def _sum(base: int, x: Value) -> Value:
    return term("add", x, base) if isinstance(x, Term) else (base + x) & M32


def _unsigned(x: Value, size: int) -> list[Value]:
    """Lanes of a word as numbers without signs."""
    return [joined([byte_of(x, size * k + b) for b in range(size)]) for k in range(4 // size)]


def _contiguous(addresses: Sequence[Value], size: int) -> bool:
    """Return whether the lanes of a word lie one behind the other."""
    first = addresses[0]
    return isinstance(first, int) and all(x == first + size * n for n, x in enumerate(addresses))


def load(i: Instruction) -> Action:
    """A load of lanes, which may be wider than in memory."""
    name, predicated = plain(i.name)
    head, _, kind = name.partition(".")
    size, lane, negative = _WIDTHS[head[-1]], int(kind[1:]) // 8, kind[0] == "s"
    d, places, count = number(i.operands[0]), _places(i.operands[1:]), 16 // (int(kind[1:]) // 8)

    def run(m: Machine) -> None:
        mask = active(m, predicated)
        addresses, back = places(m, count, size)
        on = [(mask >> (lane * k)) & 1 for k in range(count)]
        words: list[Value] = []
        for k in range(4):
            each = range(k * count // 4, (k + 1) * count // 4)
            if lane == size and all(on[e] for e in each) and _contiguous([addresses[e] for e in each], size):
                words.append(m.load(addresses[each[0]], 4))
                continue
            lanes = [m.load(addresses[e], size, negative and lane == 4) if on[e] else 0 for e in each]
            if lane == 4:
                words.append(lanes[0])
            elif size == 1 and lane == 2:
                both = joined([lanes[0], 0, lanes[1], 0])
                words.append(term("sxtb16" if negative else "uxtb16", both))
            else:
                words.append(joined([byte_of(x, b) for x in lanes for b in range(size)]))
        m.floats[d : d + 4] = words
        back()

    return run


def store(i: Instruction) -> Action:
    """A store of lanes, which may be narrower in memory."""
    name, predicated = plain(i.name)
    head, _, kind = name.partition(".")
    size, lane = _WIDTHS[head[-1]], int(kind) // 8
    d, places, count = number(i.operands[0]), _places(i.operands[1:]), 16 // (int(kind) // 8)

    def run(m: Machine) -> None:
        mask = active(m, predicated)
        addresses, back = places(m, count, size)
        for k in range(4):
            word, each = m.floats[d + k], range(k * count // 4, (k + 1) * count // 4)
            on = [(mask >> (lane * e)) & 1 for e in each]
            if lane == size and all(on) and _contiguous([addresses[e] for e in each], size):
                m.store(addresses[each[0]], 4, word)
                continue
            for n, e in enumerate(each):
                if on[n]:
                    m.store(addresses[e], size, joined([byte_of(word, lane * n + b) for b in range(size)]))
        back()

    return run


def interleaved(i: Instruction) -> Action:
    """A quarter of the bytes of four vectors, in turn."""
    qs, places = [number(t.strip()) for t in i.operands[0].strip("{}").split(",")], INTERLEAVED[i.name]
    back = i.operands[1].endswith("!")
    r = target(i.operands[1].rstrip("!").strip("[]"))

    def run(m: Machine) -> None:
        base = _constant_address(m.regs[r])
        for j in places:
            m.store(base + 4 * j, 4, joined([byte_of(m.floats[q + j // 4], j % 4) for q in qs]))
        if back:
            m.regs[r] = base + 64

    return run
