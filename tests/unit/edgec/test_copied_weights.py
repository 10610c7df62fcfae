"""``--place weights=auto``: which constants go to RAM, by what they save, and what is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgec.codegen import generate
from edgec.codegen.plan.regions import CopyRule, Places
from edgec.converter.graph.errors import UsageError
from edgec.reports import from_json, render, to_json
from edgec.reports.copied import ranges
from edgec.reports.model import make_report
from edgec.search.build import Build
from edgec.search.copied import about_copies, with_copied
from edgec.search.placing import places_of
from edgec.search.requirements import Requirements
from edgec.targets.cycles import Cache, FlashReads
from edgec.targets.reader import Memory, Target, load_target
from tests.builders.codegen_models import aimed, int8_graph, options
from tests.builders.row_models import Net, bottleneck

L4 = load_target("stm32l4r5")
WAITS, UNCACHED = 5, FlashReads(8)


def board(ram: int = 640 << 10, reads: FlashReads | None = UNCACHED, waits: int = WAITS) -> Target:
    flash = Memory("flash", "flash", 2 << 20, wait_states=waits, reads=reads)
    return replace(L4, memories=(flash, Memory("sram", "ram", ram)))


def made(target: Target, texts: Sequence[str] = (), places: Places | None = None) -> Build:
    """A build that no compiler measured."""
    places = places or places_of(target, texts)
    one = generate(bottleneck(True), replace(options(scheme="int8"), target=target, places=places))
    return Build(one.plan.graph, one.plan, one.files, make_report(one.plan, None))


def moved(target: Target, *texts: str, ram: int | None = None) -> tuple[Build, list[str]]:
    build = made(target, texts)
    assert build.plan.places.copied is not None
    return with_copied(build, target, Requirements(ram=ram), build.plan.places.copied)


def in_ram(build: Build) -> set[str]:
    return {s.name for s in build.plan.symbols if s.memory == "sram"}


def test_all_weights_go_where_there_is_room() -> None:
    target = board()
    build, told = moved(target, "weights=auto")
    named = made(target, ["weights=sram"])
    assert told == []
    assert build.files == named.files != made(target).files
    assert build.plan.symbols == named.plan.symbols
    found, known = ({m.name: m for m in b.report.memories} for b in (build, named))
    assert {k: replace(m, accesses=0.0) for k, m in found.items()} == {
        k: replace(m, accesses=0.0) for k, m in known.items()
    }
    assert {k: m.accesses for k, m in found.items()} == pytest.approx({k: m.accesses for k, m in known.items()})
    info = build.report.copied
    assert info is not None
    assert info.bytes == sum(s.nbytes for s in named.plan.symbols)
    assert info.memories == ("sram",)
    assert from_json(to_json(build.report)) == build.report
    assert f"copied      {info.bytes:,} bytes of weights to sram at start-up (all layers)" in render(build.report)


def test_those_that_save_most_for_each_byte_go_first() -> None:
    """Each layer alone says what it saves; a limit that holds the best one and no other takes that one."""
    target = board()
    whole = made(target).plan
    names = [layer.node.name for layer in whole.layers]
    alone = {}
    for at in whole.constants:
        others = [f"weights:{name}=flash" for i, name in enumerate(names) if i != at and i in whole.constants]
        info = moved(target, "weights=auto", *others)[0].report.copied
        assert info is not None and info.layers == (at,)
        alone[at] = info
    best = max(alone.values(), key=lambda i: i.cycles / i.bytes)
    aligned = sum(-(-s.nbytes // s.array.align) * s.array.align for s in whole.constants[best.layers[0]])
    assert any(i.bytes <= aligned for i in alone.values() if i != best), "others would fit too"
    found = moved(target, f"weights=auto:{aligned}")[0].report.copied
    assert found == best
    assert moved(target, f"weights=auto:{aligned - 1}")[0].report.copied != best


def test_half_of_the_free_ram_stays_free_unless_a_limit_is_given() -> None:
    need = made(board())
    taken, constants = need.report.ram.total, sum(s.nbytes for s in need.plan.symbols)
    for free in (2 * constants + 64, constants + 64):
        target = board(taken + free)
        half, limited = (moved(target, text)[0] for text in ("weights=auto", "weights=auto:1M"))
        assert half.report.copied is not None and limited.report.copied is not None
        assert half.report.copied.bytes <= free // 2
        assert limited.report.copied.bytes == constants
        assert (half.report.copied.bytes == constants) is (free > 2 * constants)
        assert sum(m.used for m in limited.report.memories if m.kind == "ram") <= target.memories[1].bytes


def test_a_limit_on_ram_counts_copies() -> None:
    target = board()
    total = made(target).report.ram.total
    info = moved(target, "weights=auto:1M", ram=total + 700)[0].report.copied
    assert info is not None and 0 < info.bytes <= 700
    build, told = moved(target, "weights=auto", ram=total)
    assert build.report.copied is None and in_ram(build) == set()
    assert "fit into the RAM that is left" in told[0]


def test_a_layer_that_is_placed_stays_there() -> None:
    target = board()
    name = made(target).plan.layers[0].node.name
    build, _ = moved(target, "weights=auto", f"weights:{name}=flash")
    assert build.report.copied is not None and 0 not in build.report.copied.layers
    assert {s.memory for s in build.plan.symbols if s.layers == (0,)} == {""}


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (board(reads=None), "does not say how its flash is read"),
        (load_target("cortex-m4"), "does not say how its flash is read"),
        (board(waits=0), "no layer waits for the flash"),
    ],
    ids=["no figures", "a core", "no wait states"],
)
def test_where_nothing_is_saved_nothing_moves(target: Target, said: str) -> None:
    build, told = moved(target, "weights=auto")
    assert len(told) == 1 and said in told[0]
    assert build.files == made(target).files
    assert build.report.copied is None
    assert about_copies(build, target, Requirements()) == []


def test_caches_save_what_they_hold() -> None:
    def cycles(reads: FlashReads) -> int:
        info = moved(board(reads=reads), "weights=auto")[0].report.copied
        assert info is not None
        return info.cycles

    plan = made(board()).plan
    nbytes = sum(s.nbytes for s in plan.symbols)
    big, small = Cache(1024, 32), Cache(1, 8)
    assert cycles(FlashReads(8, data=big)) <= round(nbytes / 8 * WAITS)
    assert cycles(FlashReads(8, code=big, shared=True)) == cycles(FlashReads(8, data=big))
    assert cycles(FlashReads(8, data=small)) == round(sum(plan.reads) / 8 * WAITS)
    assert cycles(FlashReads(8, code=big)) == round(
        sum(n / s.array.data.itemsize for n, s in zip(plan.reads, plan.symbols, strict=True)) * WAITS
    )


def test_a_note_where_it_would_save_much() -> None:
    target = board(reads=L4.memories[0].reads, waits=2 * WAITS)
    build = made(target)
    (note,) = about_copies(build, target, Requirements())
    info = with_copied(build, target, Requirements(), CopyRule())[0].report.copied
    assert info is not None and info.share is not None and info.share > 0.05
    assert f"{info.bytes:,} bytes of weights in RAM would save about {info.share:.0%}" in note
    assert "--place weights=auto" in note
    assert about_copies(build, target, Requirements(ram=build.report.ram.total)) == []  # no room


def test_packed_weights_of_a_vector_are_read_once() -> None:
    """Items of packed weights are words: they counted as if each multiplication read one."""
    plan = generate(
        int8_graph(sizes=(64, 32, 8)), replace(options(scheme="int8"), target=L4, places=places_of(L4))
    ).plan
    packed = [i for i, s in enumerate(plan.symbols) if s.array.role == "weights" and s.array.data.itemsize > 1]
    assert packed
    assert all(plan.reads[i] <= plan.symbols[i].nbytes for i in packed)


def test_weights_of_a_transform_serve_more_positions() -> None:
    """Two tiles of 16 outputs: they counted as if read for each eight positions, 4 times as often as on a board."""
    net = Net(int8=True, seed=0, shape=(16, 16, 16))
    graph = net.done(net.conv(net.x, 16, 3))
    plan = generate(graph, replace(aimed(options(scheme="int8"), "speed"), target=L4, places=places_of(L4))).plan
    (kernel,) = {c.kernel.id for c in plan.calls if c.kernel is not None}
    assert kernel == "winograd4_s8"
    (at,) = (i for i, s in enumerate(plan.symbols) if s.array.role == "weights")
    assert plan.reads[at] == plan.symbols[at].nbytes * 16 * 16 / 32


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["weights=auto,flash"], "'auto' is for all weights"),
        (["weights=sram,auto"], "'auto' is for all weights"),
        (["arena=auto"], "'auto' is for all weights"),
        (["weights:conv=auto"], "'auto' is for all weights"),
        (["weights=auto:lots"], "'lots' is no number of bytes"),
        (["weights=auto:"], "no number of bytes"),
        (["weights=auto", "weights=sram"], "is given twice"),
        (["weights=sram", "weights=auto"], "is given twice"),
    ],
)
def test_wrong_texts_are_refused(texts: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        places_of(L4, texts)


def test_the_text() -> None:
    assert places_of(L4, ["weights=auto"]).copied == CopyRule()
    assert places_of(L4, ["weights=auto:10K", "arena=sram"]).copied == CopyRule(10240)
    assert places_of(L4).copied is None
    assert ranges([0, 1, 2, 5, 7, 8]) == "0-2, 5, 7-8"


def test_the_command(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    start = ("convert", digits / "digits.onnx", "--calibration", digits / "calibration.npz", "-t", "stm32l4r5", "-o")
    plain, auto = (edgec(*start, tmp_path / "out", *more) for more in ((), ("--place", "weights=auto")))
    assert plain.code == auto.code == 0
    assert "copied" not in plain.out and "--place weights=auto" in plain.err
    assert "copied" in auto.out and "--place weights=auto" not in auto.err
    assert "EDGEC_SECTION_SRAM" in (tmp_path / "out" / "digits_weights.c").read_text()
