"""Targets as a report holds them: every value, so that a folder is complete anywhere, but no right to run anything.

What a report says is data from whoever made the folder.  Its sizes, costs and rates are taken; the programs that
compile and emulate, with everything that is given to them, are those of an installed target or of none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import PurePath
from typing import Any

from edgec.converter.graph.errors import UsageError, printable
from edgec.targets.reader import Qemu, Rates, Target, Toolchain, check, load_target, merged
from edgec.targets.records import build_record
from edgec.targets.shipped import list_targets, read_rates

GO_ON = "give its file, or the name of an installed target, with -t"


def recorded(target: Target) -> Target:
    """Return the record of a target for a report: all but shared rates, and of paths the last part.

    Rates that stand in the file that ``rates_from`` names are left to it.
    """
    shared = read_rates(target.rates_from, "") if target.rates_from else {}
    own = build_record(Rates, _beyond(asdict(target.rates), shared), "rates")
    return replace(target, rates=own, libraries=tuple(PurePath(folder).name for folder in target.libraries))


def recalled(kept: Target, where: str) -> Target:
    """A target that a report kept, with the compiler and the emulator of the installed target that it agrees with.

    Folders of libraries are not opened: they hold Python code.

    Args:
        kept: the target as read from the report.
        where: the start of a sentence about it.

    Raises:
        UsageError: no installed target has this compiler or this emulator, or a value breaks a rule.
    """
    check(kept, where)
    shared = read_rates(kept.rates_from, where) if kept.rates_from else {}
    rates = build_record(Rates, merged(shared, asdict(kept.rates)), f"{where}: key 'rates'")
    tools = next((t.toolchain for t in _installed(kept.name) if _same_tools(t.toolchain, kept.toolchain)), None)
    if tools is None:
        raise _not_installed(where, "compiler", kept.toolchain.compilers[:1])
    stack = (kept.toolchain.library_stack, kept.toolchain.library_unknown)
    toolchain = replace(tools, library_stack=stack[0], library_unknown=stack[1])
    if kept.qemu is None:
        return replace(kept, toolchain=toolchain, libraries=(), rates=rates)
    emulators = (t.qemu for t in _installed(kept.name) if t.qemu is not None)
    qemu = next((q for q in emulators if _same_machine(q, kept.qemu)), None)
    if qemu is None:
        raise _not_installed(where, "emulator", (kept.qemu.command,))
    qemu = replace(qemu, stand_ins=kept.qemu.stand_ins)
    return replace(kept, toolchain=toolchain, qemu=qemu, libraries=(), rates=rates)


def _installed(name: str) -> Iterator[Target]:
    """The installed targets; the one of this name first, for a report mostly agrees with it."""
    return map(load_target, sorted(list_targets(), key=lambda known: known != name))


def _same_tools(one: Toolchain, other: Toolchain) -> bool:
    """Return whether two toolchains compile alike; the library's stack and packages to install are not compared."""
    return _bare_tools(one) == _bare_tools(other)


def _bare_tools(tools: Toolchain) -> Toolchain:
    return replace(tools, library_stack=(), library_unknown="", debian="", brew="")


def _same_machine(one: Qemu, other: Qemu) -> bool:
    """Return whether two emulate the same machine; which of its memory stands in for a board's is not asked."""
    return _bare_machine(one) == _bare_machine(other)


def _bare_machine(qemu: Qemu) -> Qemu:
    return replace(qemu, stand_ins=(), stands_for="", debian="", brew="")


def _not_installed(where: str, what: str, program: tuple[str, ...]) -> UsageError:
    name = f" ('{printable(program[0])}' with its options)" if program else ""
    return UsageError(
        f"{where}: its {what}{name} is not that of an installed target, and a program that only a report names is "
        f"never run; {GO_ON}"
    )


def _beyond(full: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a table that another one lacks or has with another value."""
    values: dict[str, Any] = {}
    for key, value in full.items():
        old = base.get(key)
        if isinstance(value, Mapping):
            inner = _beyond(value, old if isinstance(old, Mapping) else {})
            if inner:
                values[key] = inner
        elif value != old:
            values[key] = value
    return values
