"""Instructions that the proof does not know, by the layer whose code has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from edgec.proof.image import Image
from edgec.proof.thumb.decode import Instruction

MAX_NAMED_MNEMONICS = 6
"""Mnemonics that a sentence names; the rest is counted."""


def unknown_of(image: Image, layer: int) -> str:
    """The instructions of a layer's code that are not known, in words; "" where all are."""
    counts: Counter[str] = Counter()
    first = ""
    for i in _code_of(image, layer):
        if not image.isa.is_executable(i):
            counts[i.name] += 1
            first = first or f"the first at {i.address:#x} in {image.function_at(i.address)}"
    if not counts:
        return ""
    names = [name for name, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    more = f" and {len(names) - MAX_NAMED_MNEMONICS} more" if len(names) > MAX_NAMED_MNEMONICS else ""
    what = "the instruction" if len(names) == 1 else "the instructions"
    verb = "is" if len(names) == 1 else "are"
    return f"{what} {', '.join(names[:MAX_NAMED_MNEMONICS])}{more} {verb} not known ({first})"


def _code_of(image: Image, layer: int) -> Iterator[Instruction]:
    """Instructions between the marks of a layer, and of all functions that are called from there."""
    ends = {m.begins: m.address for m in image.marks if m.layer == layer}
    if len(ends) != 2:
        return
    todo, done = [(ends[True], ends[False])], set()
    while todo:
        low, high = todo.pop()
        if (low, high) in done:
            continue
        done.add((low, high))
        for at in range(low & ~1, high, 2):
            i = image.code.get(at)
            if i is None:
                continue
            yield i
            to = i.operands[-1].split()[0] if i.name in image.isa.calls and i.operands else ""
            span = image.span_at(int(to, 16)) if _is_hex(to) else None
            if span is not None and not span[0] <= at < span[1]:
                todo.append(span)


def _is_hex(text: str) -> bool:
    try:
        int(text, 16)
    except ValueError:
        return False
    return True
