"""Tests of how ``edgec prove`` follows code: returns through memory, and where the ways of a branch meet."""

from __future__ import annotations

import pytest

from edgec.proof.thumb.core import Core
from edgec.proof.thumb.counting import CountingCore
from edgec.proof.thumb.decode import Instruction
from edgec.proof.thumb.flow import EXIT, successors
from edgec.proof.thumb.machine import RAM, RETURN, Machine
from edgec.proof.thumb.terms import SEMANTICS, Term


def program(*lines: tuple[str, str, bool, tuple[str, ...]]) -> dict[int, Instruction]:
    """Instructions of four bytes from address 0."""
    return {4 * i: Instruction(4 * i, 4, name, when, sets, given) for i, (name, when, sets, given) in enumerate(lines)}


def test_a_return_through_memory_leaves_the_stack_as_it_was() -> None:
    code = program(("mov", "", False, ("r0", "#7")), ("ldr", "", False, ("pc", "[sp]", "#8")))
    m = Machine(b"", bytearray(64))
    m.regs[13] = RAM
    m.store(RAM, 4, RETURN | 1)
    assert Core(code, m).call(0) == 7
    assert m.regs[13] == RAM + 8
    assert successors(code[4]) == (EXIT,)


@pytest.mark.parametrize("byte", [3, 200])
def test_ways_meet_after_each_turn_of_a_loop(byte: int) -> None:
    """A loop whose end is there twice: with ways that met only behind it, 30 turns would be 2**30 ways."""
    code = program(
        ("mov", "", False, ("r2", "#0")),
        ("mov", "", False, ("r3", "#30")),
        ("cmp", "", False, ("r4", "#100")),  # 8: a turn
        ("b", "hi", False, ("20",)),
        ("add", "", False, ("r2", "r2", "#1")),
        ("sub", "", True, ("r3", "r3", "#1")),
        ("b", "ne", False, ("8",)),
        ("b", "", False, ("2c",)),
        ("add", "", False, ("r2", "r2", "#2")),  # 20: the other way to the end
        ("sub", "", True, ("r3", "r3", "#1")),
        ("b", "ne", False, ("8",)),
        ("mov", "", False, ("r0", "r2")),  # 2c
        ("bx", "", False, ("lr",)),
    )
    m = Machine(b"", bytearray(4096))
    m.regs[13] = RAM + 4000
    core = Core(code, m)
    m.store(RAM, 4, Term("leaf", (RAM,), byte))
    m.regs[4] = m.load(RAM, 1)
    found = core.call(0)
    assert isinstance(found, Term)
    assert found.v == (60 if byte > 100 else 30)
    for value in (0, 100, 101, 255):
        assert evaluated(found, value) == (60 if value > 100 else 30)


@pytest.mark.parametrize("byte", [3, 150, 250])
def test_two_branches_of_a_turn_are_counted(byte: int) -> None:
    """A clamp as cores without IT blocks have it: three ends of a turn, one of them longer than the others."""
    turns = 20
    code = program(
        ("mov", "", False, ("r2", "#0")),
        ("mov", "", False, ("r3", f"#{turns}")),
        ("cmp", "", False, ("r4", "#200")),  # 8: a turn
        ("b", "hi", False, ("2c",)),
        ("cmp", "", False, ("r4", "#100")),
        ("b", "hi", False, ("40",)),
        ("add", "", False, ("r2", "r2", "#1")),
        ("sub", "", True, ("r3", "r3", "#1")),
        ("b", "ne", False, ("8",)),
        ("b", "", False, ("50",)),
        ("b", "", False, ("50",)),
        ("mov", "", False, ("r5", "#0")),  # 2c
        ("add", "", False, ("r2", "r2", "#1")),
        ("add", "", False, ("r2", "r2", "#2")),
        ("sub", "", True, ("r3", "r3", "#1")),
        ("b", "", False, ("48",)),
        ("add", "", False, ("r2", "r2", "#2")),  # 40
        ("sub", "", True, ("r3", "r3", "#1")),
        ("b", "ne", False, ("8",)),  # 48
        ("b", "", False, ("50",)),
        ("mov", "", False, ("r0", "r2")),  # 50
        ("bx", "", False, ("lr",)),
    )
    m = Machine(b"", bytearray(4096))
    m.regs[13] = RAM + 4000
    core = CountingCore(code, m)
    m.store(RAM, 4, Term("leaf", (RAM,), byte))
    m.regs[4] = m.load(RAM, 1)
    found = core.call(0)
    assert isinstance(found, Term)
    for value in (0, 100, 101, 200, 201):
        assert evaluated(found, value) == turns * (3 if value > 200 else 2 if value > 100 else 1)
    assert m.steps < m.steps + core.spent.more
    for value in (0, 101, 201):
        one = CountingCore(code, Machine(b"", bytearray(4096)))
        one.m.regs[4] = value
        one.call(0)
        assert one.spent.more == 0
        assert m.steps <= one.m.steps <= m.steps + core.spent.more, value


def evaluated(root: Term, byte: int) -> int:
    """A value for another byte."""
    done: dict[int, int] = {}
    stack = [root]
    terms: dict[int, Term] = {}
    while stack:
        t = stack.pop()
        if t.n not in terms:
            terms[t.n] = t
            stack += [a for a in t.args if isinstance(a, Term)]
    for n in sorted(terms):
        t = terms[n]
        given = [done[a.n] if isinstance(a, Term) else a for a in t.args]
        done[n] = byte if t.op == "leaf" else int(SEMANTICS[t.op](*given))
    return done[root.n]
