"""Helium's integer instructions, as the kernels use them, as functions of the machine.

Each lane is a value of its own: an instruction on lanes of words makes four terms, one on halves or bytes takes words
apart and puts them together again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from edgec.proof.thumb.decode import Instruction, immediate
from edgec.proof.thumb.machine import Machine, NotCovered
from edgec.proof.thumb.operands import Action, get, target
from edgec.proof.thumb.slices import byte_of, half_of, joined
from edgec.proof.thumb.terms import M32, Term, Value, term
from edgec.proof.thumb.vector_accesses import INTERLEAVED, LOADS, STORES, interleaved, load, store
from edgec.proof.thumb.vector_words import ALL_BYTES, SIZES, active, merged, number, packed, put, splat, split, whole

BLOCKS = frozenset({"vpst", "vpstt", "vpsttt", "vpstttt"})

Lanes = Callable[..., Value]


def _plain(name: str) -> tuple[str, bool]:
    """A mnemonic without the letter of predicated ones, and whether it had it."""
    if name in _BASES:
        return name, False
    head, _, tail = name.partition(".")
    return f"{head.removesuffix('t')}.{tail}", head.endswith("t")


def _second(text: str, size: int) -> Callable[[Machine, int], Value]:
    """A last operand of lanes by the number of the word: a vector, or one value for all lanes."""
    if text.startswith("q"):
        q = number(text)
        return lambda m, k: m.floats[q + k]
    one = get(text)
    return lambda m, _: splat(one(m), size)


def _by_scalar(amount: Value) -> Value:
    if isinstance(amount, Term):
        raise NotCovered("a shift depends on inputs")
    return amount


def _lanes(i: Instruction) -> Action:
    """An instruction on lanes: of one vector and a shift, or of two operands."""
    name, predicated = _plain(i.name)
    op, size = _EACH[name], int(name.rpartition(".")[2].lstrip("siu")) // 8
    texts = i.operands if len(i.operands) == 3 else (i.operands[0], *i.operands)
    d, a, b = number(texts[0]), number(texts[1]), _second(texts[2], size)
    shifts = name.startswith(("vshl", "vshr", "vrshl"))

    def run(m: Machine) -> None:
        new = []
        for k in range(4):
            x, y = m.floats[a + k], b(m, k)
            if shifts:
                _by_scalar(y)
            if size == 4:
                new.append(op(x, y))
            elif name == "vadd.i16":
                new.append(term("sadd16", x, y))
            else:
                new.append(whole([op(p, r) for p, r in zip(split(x, size), split(y, size), strict=True)]))
        put(m, d, new, active(m, predicated))

    return run


def _multiplied(i: Instruction) -> Action:
    """A vector and a product with one value: added to a vector, or to a value; or the high half of twice that."""
    name, predicated = _plain(i.name)
    d, a, r = number(i.operands[0]), number(i.operands[1]), get(i.operands[2])
    op = "vqdmlash" if name == "vqdmlash.s32" else "mla"

    def run(m: Machine) -> None:
        s = r(m)
        words = [(m.floats[d + k], m.floats[a + k]) for k in range(4)]
        new = [term("mla", y, s, x) if name == "vmla.s32" else term(op, x, y, s) for x, y in words]
        put(m, d, new, active(m, predicated))

    return run


def _long_product(i: Instruction) -> Action:
    """Products of the even (b) or the odd (t) halves."""
    name, predicated = _plain(i.name)
    d, a, b = (number(t) for t in i.operands)
    high = name == "vmullt.s16"

    def run(m: Machine) -> None:
        pairs = [(half_of(m.floats[a + k], high), half_of(m.floats[b + k], high)) for k in range(4)]
        put(m, d, [term("mul", x, y) for x, y in pairs], active(m, predicated))

    return run


def _dot(i: Instruction) -> Action:
    """The sum of products of bytes or halves, of those that are active, on top of a register or not."""
    d, a, b = target(i.operands[0]), number(i.operands[1]), number(i.operands[2])
    adds, halves = i.name.startswith("vmlava"), i.name.endswith("16")

    def run(m: Machine) -> None:
        mask, total = active(m, False), m.regs[d] if adds else 0
        for k in range(4):
            bits, x, y = (mask >> (4 * k)) & 15, m.floats[a + k], m.floats[b + k]
            if not bits:
                continue
            x = x if bits == 15 else merged(x, 0, bits)
            total = term("smlad", x, y, total) if halves else term("sdot", total, x, y)
        m.regs[d] = total

    return run


def _summed(i: Instruction) -> Action:
    """The sum of signed bytes, of those that are active, on top of a register."""
    d, a = target(i.operands[0]), number(i.operands[1])

    def run(m: Machine) -> None:
        mask, total = active(m, False), m.regs[d]
        for k in range(4):
            ones = sum(1 << (8 * b) for b in range(4) if (mask >> (4 * k + b)) & 1)
            total = term("sdot", total, m.floats[a + k], ones) if ones else total
        m.regs[d] = total

    return run


def _narrowed(i: Instruction) -> Action:
    """Lanes that saturate to half their size, perhaps shifted, to the even (b) or the odd (t) places."""
    name, predicated = _plain(i.name)
    d, a = number(i.operands[0]), number(i.operands[1])
    shift = immediate(i.operands[2]) if len(i.operands) > 2 else 0
    right = -(shift or 0) & 255

    def run(m: Machine) -> None:
        new: list[Value] = []
        for k in range(4):
            x, old = m.floats[a + k], m.floats[d + k]
            if name.endswith(".s32"):
                half = term("ssat", 16, term("vrshl", x, right) if right else x)
                new.append(packed(old, half) if "nt." in name else term("pkhbt", half, old))
            else:
                low, high = (term("ssat", 8, one) for one in split(x, 2))
                new.append(joined([byte_of(low, 0), byte_of(old, 1), byte_of(high, 0), byte_of(old, 3)]))
        put(m, d, new, active(m, predicated))

    return run


def _widened(i: Instruction) -> Action:
    """The even (b) or the odd (t) halves as words, perhaps shifted to the left."""
    name, predicated = _plain(i.name)
    d, a = number(i.operands[0]), number(i.operands[1])
    shift = immediate(i.operands[2]) or 0 if len(i.operands) > 2 else 0
    high, signed = name.partition(".")[0].endswith("t"), name.endswith(".s16")

    def run(m: Machine) -> None:
        words = [half_of(m.floats[a + k], high) if signed else term("uxth", m.floats[a + k]) for k in range(4)]
        put(m, d, [term("lsl", x, shift) if shift else x for x in words], active(m, predicated))

    return run


def _shifted_whole(i: Instruction) -> Action:
    """A whole vector shifted to the left, with what a register holds below it and takes of it."""
    d, r, n = number(i.operands[0]), target(i.operands[1]), immediate(i.operands[2])

    def run(m: Machine) -> None:
        words = m.floats[d : d + 4]
        if n is None or any(isinstance(x, Term) for x in (*words, m.regs[r])):
            raise NotCovered("a vector of inputs is shifted as a whole")
        held = sum(x << (32 * k) for k, x in enumerate(words))
        held = (held << n) | (m.regs[r] & ((1 << n) - 1))
        m.regs[r] = held >> 128
        put(m, d, [(held >> (32 * k)) & M32 for k in range(4)], active(m, False))

    return run


def _duplicated(i: Instruction) -> Action:
    """One value in all lanes."""
    size = int(i.name.rpartition(".")[2].lstrip("i")) // 8
    d, one = number(i.operands[0]), get(i.operands[1])
    return lambda m: put(m, d, [splat(one(m), size)] * 4, active(m, False))


def _moved(i: Instruction) -> Action:
    """A move between single words, or of two registers to two lanes, or of a vector."""
    texts = i.operands
    if len(texts) == 6:
        places = [number(texts[k]) + int(texts[k + 1].strip("[]")) for k in (2, 0)]
        sources = [get(texts[4]), get(texts[5])]

        def both(m: Machine) -> None:
            for place, source in zip(places, sources, strict=True):
                m.floats[place] = source(m)

        return both
    if len(texts) == 2 and texts[0][0] == texts[1][0] == "q":
        d, a = number(texts[0]), number(texts[1])
        return lambda m: put(m, d, m.floats[a : a + 4], active(m, False))
    if texts[0] not in ("sl", "sp") and texts[0][0] in "sd":
        place, source = _single(texts[:-1]), get(texts[-1])

        def to(m: Machine) -> None:
            m.floats[place] = source(m)

        return to
    r, place = target(texts[0]), _single(texts[1:])

    def back(m: Machine) -> None:
        m.regs[r] = m.floats[place]

    return back


def _single(texts: Sequence[str]) -> int:
    """The word of ``("s12",)`` or ``("d3", "[1]")``."""
    if len(texts) == 1 and re.fullmatch(r"s\d+", texts[0]):
        return int(texts[0][1:])
    if len(texts) == 2 and re.fullmatch(r"d\d+", texts[0]):
        return 2 * int(texts[0][1:]) + int(texts[1].strip("[]"))
    raise NotCovered("floating-point arithmetic is not known")


def _united(i: Instruction) -> Action:
    """The bits of both vectors; of a vector and itself, as compilers copy one, the vector."""
    d, a, b = (number(text) for text in i.operands)

    def run(m: Machine) -> None:
        words = zip(m.floats[a : a + 4], m.floats[b : b + 4], strict=True)
        put(m, d, [x if a == b else term("orr", x, y) for x, y in words], active(m, False))

    return run


def _counted(i: Instruction) -> Action:
    """A predicate of the first lanes."""
    size, r = SIZES[i.name.rpartition(".")[2]], get(i.operands[0])

    def run(m: Machine) -> None:
        n = r(m)
        if isinstance(n, Term):
            raise NotCovered("a predicate depends on inputs")
        m.vpr = (1 << min(n * size, 16)) - 1

    return run


def _set(i: Instruction) -> Action:
    """A predicate from a register."""
    if i.operands[0] != "p0":
        raise NotCovered("floating-point arithmetic is not known")
    r = get(i.operands[1])

    def run(m: Machine) -> None:
        mask = r(m)
        if isinstance(mask, Term):
            raise NotCovered("a predicate depends on inputs")
        m.vpr = mask & ALL_BYTES

    return run


def _halved_sum(x: Value, y: Value) -> Value:
    """Half the sum of two numbers without signs, rounded down."""
    halves = term("add", term("lsr", x, 1), term("lsr", y, 1))
    return term("add", halves, term("and", term("and", x, y), 1))


def _either_way(x: Value, n: Value) -> Value:
    """A lane shifted by the lowest byte of another one, to the right if that is negative."""
    assert isinstance(n, int)
    return term("lsl", x, n & 255) if n & 128 == 0 else term("asr", x, -n & 255)


def _lane_op(op: str) -> Lanes:
    return lambda x, y: term(op, x, y)


_EACH: dict[str, Lanes] = {
    **{f"vadd.{t}": _lane_op("add") for t in ("i16", "i32")},
    "vqshlu.s16": lambda x, n: term("usat", 16, term("lsl", x, n)),
    "vqadd.s16": lambda x, y: term("ssat", 16, term("add", x, y)),
    "vsub.i32": _lane_op("sub"),
    "vmul.i32": _lane_op("mul"),
    **{f"v{n}.s{size}": _lane_op(f"s{n}") for n in ("max", "min") for size in (8, 16, 32)},
    **{f"{n}.s32": _lane_op(n) for n in ("vqdmulh", "vqrdmulh")},
    "vmulh.s32": _lane_op("smmul"),
    "vhadd.u32": _halved_sum,
    "vrshl.s32": _lane_op("vrshl"),
    **{
        f"vshl.s{n}": lambda x, n: term("lsl", x, n & 255) if n & 128 == 0 else term("asr", x, -n & 255)
        for n in (16, 32)
    },
    **{f"vshl.i{size}": _lane_op("lsl") for size in (8, 32)},
    **{f"vshr.s{size}": _lane_op("asr") for size in (8, 32)},
    "vshr.u16": lambda x, n: term("lsr", term("uxth", x), n),
    "vshr.u32": _lane_op("lsr"),
}
_MAKERS: tuple[tuple[frozenset[str], Callable[[Instruction], Action], bool], ...] = (
    (frozenset(_EACH), _lanes, True),
    (frozenset({"vmla.s32", "vmlas.s32", "vqdmlash.s32"}), _multiplied, True),
    (frozenset({"vmullb.s16", "vmullt.s16"}), _long_product, True),
    (frozenset({"vqmovnb.s32", "vqmovnt.s32", "vqmovnb.s16", "vqrshrnb.s32", "vqrshrnt.s32"}), _narrowed, True),
    (frozenset({"vmovlb.u16", "vmovlb.s16", "vmovlt.s16", "vshllb.s16", "vshllt.s16"}), _widened, True),
    (LOADS, load, True),
    (STORES, store, True),
    (frozenset({"vmlav.s8", "vmlava.s8", "vmlava.s16"}), _dot, False),
    (frozenset({"vaddva.s8"}), _summed, False),
    (frozenset({"vshlc"}), _shifted_whole, False),
    (frozenset({"vdup.8", "vdup.16", "vdup.32", "vmov.i8", "vmov.i16", "vmov.i32"}), _duplicated, False),
    (frozenset({"vmov", "vmov.32"}), _moved, False),
    (frozenset({"vorr"}), _united, False),
    (frozenset(f"vctp.{n}" for n in SIZES), _counted, False),
    (frozenset({"vmsr"}), _set, False),
    (frozenset(INTERLEAVED), interleaved, False),
    (BLOCKS, lambda _: lambda _m: None, False),
)
_BASES = frozenset(name for names, _, _ in _MAKERS for name in names)


def _predicated(name: str) -> str:
    head, _, kind = name.partition(".")
    return f"{head}t.{kind}"


_FORMS: dict[str, Callable[[Instruction], Action]] = {
    form: make
    for names, make, predicable in _MAKERS
    for name in names
    for form in ((name, _predicated(name)) if predicable else (name,))
}
VECTORS = frozenset(_FORMS)
"""Mnemonics that are executed."""


def vector(i: Instruction) -> Action:
    """Return the action of a vector instruction.

    Raises:
        NotCovered: it is not known.
    """
    return _FORMS[i.name](i)
