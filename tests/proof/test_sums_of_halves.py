"""Words of two sums in the proof: a byte is one of its sum; sums of which one leaves its half stay together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("z3", reason="the extra 'prove' is not installed")

from edgec.proof.lanes import Lanes
from edgec.proof.pairs import code_over
from edgec.proof.thumb.terms import Value, term
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.proof import test_kernels as kernels

LEAVES = tuple(term("leaf", 100 + i) for i in range(8))
A, B = term("cat", *LEAVES[:4]), term("cat", *LEAVES[4:])
HALF = 0x00800080


def weighted(first: int, second: int, addend: int = HALF) -> Value:
    """Values + 128 of two words, weighted and summed, in halves."""
    x, y = term("sxtab16", HALF, A), term("sxtab16", HALF, B)
    return term("add", term("mla", y, second, term("mul", x, first)), addend)


def leaves_of(root: Value) -> set[int]:
    _, code = code_over(root, {100 + i: i for i in range(8)})
    return {t.args[0] for t in code.order if t.op == "leaf"}


def computed(root: Value, cells: Sequence[np.ndarray]) -> np.ndarray:
    _, code = code_over(root, {100 + i: i for i in range(8)})
    return np.broadcast_to(np.asarray(code(list(cells))), cells[0].shape)


@pytest.mark.parametrize(
    "word", [weighted(113, 143), weighted(256, 0), weighted(3, 20, 0x12345678), weighted(1, 200, 0)]
)
def test_a_byte_depends_on_its_own_sum(word: Value) -> None:
    rng = np.random.default_rng(3)
    ends = rng.choice([0, 127, 128, 255], (8, 500))
    cells = list(np.concatenate([ends, rng.integers(0, 256, (8, 2000))], axis=1).astype(np.int64))
    for i in range(4):
        byte = term("byte", word, i)
        apart = Lanes().of(byte)
        assert leaves_of(apart) <= {100 + 2 * (i // 2), 104 + 2 * (i // 2)}
        np.testing.assert_array_equal(computed(apart, cells), computed(byte, cells))


@pytest.mark.parametrize("word", [weighted(130, 143), weighted(113, 143, 0x0080FF80), term("sxtab16", 0x00800001, A)])
def test_a_low_sum_that_reaches_the_high_half(word: Value) -> None:
    byte = term("byte", word, 3)
    assert Lanes().of(byte) is byte


def layer(tmp_path: Path, old: str, new: str) -> list[bool]:
    """Proofs of a blended layer whose header has a mistake."""
    kernel = next(k for k in kernels.MINE if k.name == "armv7em/blend_s8")
    made = kernels.smallest(kernel)
    assert made is not None

    def mistaken(path: Path) -> None:
        header = next(path.rglob("edgec_blend_s8_armv7em.h"))
        text, count = re.subn(old, new, header.read_text())
        assert count == 1
        header.write_text(text)

    found = kernels.proofs(made, tmp_path, mistaken)
    assert found is not None
    return [p.proven for p in found]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"edgec_sxtab16\(half, va\) \* first", "edgec_sxtab16(half + 1u, va) * first"),
        (r"edgec_sxtab16_odd\(half, vb\) \* other", "edgec_sxtab16_odd(half, vb) * (other + 1u)"),
        (r"\^ 0x80808080u", "^ 0x80808081u"),
    ],
)
@pytest.mark.skipif(not available(load_target(kernels.TARGET)), reason="the Arm toolchain is missing")
def test_a_mistake_is_not_proven(old: str, new: str, tmp_path: Path) -> None:
    assert layer(tmp_path, old, new) == [False]
