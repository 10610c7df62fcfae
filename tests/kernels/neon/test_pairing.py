"""The static count of pairs on cores that execute in order: what waits for what, and what llvm-mca tells."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator

import pytest

from benchmarks.scoreboard import Times, cycles, operands_of
from tests.conftest import REPO

ONE, LOAD = Times(4, 1.0), Times(6, 2.0)
PRODUCT = "sdot\tv{0}.4s, v4.16b, v0.4b[1]"


@pytest.fixture
def pairing(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """The script, whose modules import each other by name."""
    monkeypatch.syspath_prepend(str(REPO / "benchmarks"))
    import pairing

    yield pairing
    for name in ("accuracy", "pairing", "scoreboard", "whole_models"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("line", "reads", "writes", "unit"),
    [
        ("add\tx0, x1, w2", "x1 x2", "x0", ""),
        ("subs\tx3, x3, #0x1", "x3", "x3 flags", ""),
        ("b.ne\t.", "flags", "", ""),
        ("cbnz\tw7, .", "x7", "", ""),
        ("sdot\tv16.4s, v4.16b, v0.4b[2]", "v16 v4 v0", "v16", "vector"),
        ("smull\tv12.8h, v4.8b, v0.8b", "v4 v0", "v12", "vector"),
        ("smlal2\tv12.8h, v4.16b, v0.16b", "v12 v4 v0", "v12", "vector"),
        ("sadalp\tv16.4s, v12.8h", "v16 v12", "v16", "vector"),
        ("tbl\tv24.16b, {v0.16b-v3.16b}, v14.16b", "v0 v1 v2 v3 v14", "v24", "vector"),
        ("sqxtn2\tv16.8h, v17.4s", "v16 v17", "v16", "vector"),
        ("ldp\tq4, q5, [x12], #32", "x12", "v4 v5", "memory"),
        ("ld1\t{v0.16b-v3.16b}, [x0], #64", "x0", "v0 v1 v2 v3", "memory"),
        ("ldr\tx1, [x2, x3]", "x2 x3", "x1", "memory"),
        ("st1\t{v16.16b}, [x0], x11", "v16 x0 x11", "", "memory"),
    ],
)
def test_operands(line: str, reads: str, writes: str, unit: str) -> None:
    found = operands_of(line)
    assert (found.reads, found.writes, found.unit) == (frozenset(reads.split()), frozenset(writes.split()), unit)


def test_the_address_of_a_load_is_there_at_once() -> None:
    assert operands_of("ldp\tq4, q5, [x12], #32").early == {"x12"}
    assert operands_of("ldr\tq4, [x12, #16]!").early == {"x12"}
    assert operands_of("ldr\tq4, [x12, #16]").early == frozenset()


def test_two_instructions_a_cycle_and_one_for_each_unit() -> None:
    whole = [f"add\tx{i}, x20, x21" for i in range(8)]
    assert cycles(whole, [ONE] * 8) == 4
    assert cycles([PRODUCT.format(i) for i in range(16, 24)], [ONE] * 8) == 8
    mixed = [line for i in range(4) for line in (PRODUCT.format(16 + i), whole[i])]
    assert cycles(mixed, [ONE] * 8) == 4


def test_what_needs_a_result_waits_for_it() -> None:
    chain = ["smull\tv12.8h, v4.8b, v0.8b", "smlal2\tv12.8h, v4.16b, v0.16b", "sadalp\tv16.4s, v12.8h"]
    assert cycles(chain, [ONE] * 3) == 4 + 4 + 1
    assert cycles([PRODUCT.format(16)], [ONE]) == 4  # for its own last result


def test_a_load_costs_nothing_that_stands_early_enough() -> None:
    load, products = "ldr\tq4, [x0], #16", [PRODUCT.format(i) for i in range(16, 24)]
    late = cycles([load, *products], [LOAD, *[ONE] * 8])
    early = cycles([products[0].replace("v4", "v5"), load, *products[1:]], [ONE, LOAD, *[ONE] * 7])
    before = cycles([*(p.replace("v4.16b", "v5.16b") for p in products), load], [*[ONE] * 8, LOAD])
    assert late == 6 + 8 - 1 and early == 1 + 6 + 7 - 1 and before == 8


def test_products_are_counted(pairing: object) -> None:
    body = ["smull\tv12.8h, v4.8b, v0.8b", "smlal2\tv12.8h, v4.16b, v0.16b", "sadalp\tv16.4s, v12.8h", "b\t."]
    assert pairing.products_of(body) == 16  # type: ignore[attr-defined]
    assert pairing.products_of([PRODUCT.format(16)]) == 16  # type: ignore[attr-defined]
    assert pairing.products_of(["smmla\tv16.4s, v4.16b, v0.16b"]) == 32  # type: ignore[attr-defined]
    assert pairing.products_of(["smlal\tv1.4s, v2.4h, v3.4h", "mul\tx0, x1, x2"]) == 4  # type: ignore[attr-defined]


@pytest.mark.skipif(not shutil.which("llvm-mca"), reason="llvm-mca is absent")
@pytest.mark.parametrize("core", ["cortex-a53", "cortex-a55"])
def test_llvm_tells_latencies_and_its_own_count(pairing: object, core: str) -> None:
    load, product = "ld1\t{v4.16b-v7.16b}, [x0], #64", "smull\tv{}.8h, v4.8b, v0.8b"
    body = [load, *(product.format(i) for i in range(16, 32))]
    alone, both = pairing.cycles_of([body[1:], body], core)  # type: ignore[attr-defined]
    assert alone.bound == alone.cycles == 16 <= alone.llvm < 17
    assert both.llvm >= both.cycles > 16  # all wait for the load
