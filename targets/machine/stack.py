"""Worst-case stack of a function from GCC's call graph files (``-fcallgraph-info=su``), without running anything.

Where the relocations of the objects are known (``branches``), a tail call counts without the frame of its caller, which
is gone by then, and compiler support functions count where they are called.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from edgec.converter.graph.frozen import dataclass
from edgec.targets.machine.branches import Branches
from edgec.targets.reader import Target

_NODE = re.compile(r'^node: \{ title: "([^"]*)" label: "([^"]*)"')
_EDGE = re.compile(r'^edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"')
_USAGE = re.compile(r"\\n(\d+) bytes \(([a-z,]+)\)")
USE_ENDING = ".su"
_COPY = re.compile(r"\.(?:constprop|isra|part|clone)(?:\.\d+)?")
_USED = re.compile(r"[^:]+:\d+:\d+:(\S+)\t(\d+)\t([a-z,]+)$")  # of a .su file
_INDIRECT = "__indirect_call"


@dataclass(frozen=True)
class StackUse:
    """Worst-case stack of a function and all it calls.

    ``bytes`` is None when there is no bound; ``reason`` then says why.  ``path`` is the deepest chain of calls.
    Interrupt handlers (which stack on top) are not part of it.
    """

    bytes: int | None
    path: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True)
class _Graph:
    frames: Mapping[str, int]
    dynamic: frozenset[str]
    calls: Mapping[str, Mapping[str, bool]]  # caller -> callee -> whether only in tail position
    library: Mapping[str, int]
    unknown: str  # why that of other functions is not known


class _NoBound(Exception):
    """Internal: carries the reason."""


def worst_stack(
    call_graphs: Sequence[Path],
    entry: str,
    target: Target,
    undefined: Sequence[str] = (),
    branches: Branches = MappingProxyType({}),
) -> StackUse:
    """Worst-case stack of ``entry``.

    Args:
        call_graphs: GCC's files; of those without calls (``.su``) the calls are in ``branches``.
        entry: the function.
        target: its file states what functions of the C library cost (``toolchain.library_stack``).
        undefined: undefined symbols of the same objects: compiler support functions (64-bit division, ...) are not in
            GCC's call graph; the deepest of those that ``branches`` does not place is added to the whole path.
        branches: of the same objects.
    """
    if not call_graphs:
        return StackUse(None, (entry,), "the compiler wrote no call graph (only GCC does)")
    graph = _read(call_graphs, target, branches)
    if entry not in graph.frames:
        return StackUse(None, (entry,), f"'{entry}' is not in the call graph")
    hidden = [s for s in undefined if s not in graph.calls and not any(s in c for c in graph.calls.values())]
    try:
        size, path = _deepest(graph, entry, (), {})
        extra = max(((_library(graph, s), s) for s in hidden), default=(0, ""))
    except _NoBound as error:
        return StackUse(None, (entry,), str(error))
    if extra[0]:
        return StackUse(size + extra[0], (*path, extra[1]))
    return StackUse(size, path)


def _read(call_graphs: Sequence[Path], target: Target, branches: Branches) -> _Graph:
    frames: dict[str, int] = {}
    dynamic: set[str] = set()
    calls: dict[str, list[str]] = {}
    if all(path.suffix == USE_ENDING for path in call_graphs):
        branches = _of_functions(branches)
        _read_use(call_graphs, frames, dynamic)
    for path in (p for p in call_graphs if p.suffix != USE_ENDING):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            node = _NODE.match(line)
            if node:
                usage = _USAGE.search(node[2])
                if usage:
                    frames[node[1]] = int(usage[1])
                    if usage[2] == "dynamic":
                        dynamic.add(node[1])
                continue
            edge = _EDGE.match(line)
            if edge:
                calls.setdefault(edge[1], []).append(edge[2].removeprefix("*"))  # * before a name given as asm("...")
    titles = {_base(title): title for title in frames}
    return _Graph(
        frames,
        frozenset(dynamic),
        {
            name: _placed(
                [c if c in frames else titles.get(c, c) for c in calls.get(name, ())],
                branches.get(_base(name), {}),
                titles,
            )
            for name in frames
        },
        {entry.name: entry.bytes for entry in target.toolchain.library_stack},
        target.toolchain.library_unknown,
    )


def _read_use(files: Sequence[Path], frames: dict[str, int], dynamic: set[str]) -> None:
    """Add the functions of ``.su`` files, which name a function's copies alike: of these the largest frame counts."""
    for path in files:
        for used in filter(None, map(_USED.match, path.read_text(encoding="utf-8", errors="replace").splitlines())):
            name = _COPY.sub("", used[1])
            frames[name] = max(frames.get(name, 0), int(used[2]))
            if used[3] == "dynamic":
                dynamic.add(name)


def _of_functions(branches: Branches) -> Branches:
    """Branches of functions with all their copies for certain arguments."""
    by_function: dict[str, dict[str, bool]] = {}
    for name, callees in branches.items():
        caller = _COPY.sub("", name)
        known = by_function.setdefault(caller, {})
        for callee, tail in ((_COPY.sub("", c), t) for c, t in callees.items()):
            known[callee] = known.get(callee, True) and tail
    return by_function


def _placed(callees: Sequence[str], branches: Mapping[str, bool], titles: Mapping[str, str]) -> dict[str, bool]:
    """Return whether each call is in tail position only; callees that GCC does not list are added."""
    targets = {titles.get(callee, callee): tail for callee, tail in branches.items()}
    return {callee: branches.get(_base(callee), False) for callee in callees} | targets


def _base(title: str) -> str:
    """The name of a function; that of a static or weak one is ``file.c:name`` in a call graph."""
    return title.rpartition(":")[2]


def _deepest(
    graph: _Graph, name: str, above: tuple[str, ...], done: dict[str, tuple[int, tuple[str, ...]]]
) -> tuple[int, tuple[str, ...]]:
    if name in above:
        raise _NoBound(f"recursion: {' -> '.join((*above[above.index(name) :], name))}")
    if name == _INDIRECT:
        raise _NoBound(f"'{above[-1]}' calls through a pointer")
    if name in graph.dynamic:
        raise _NoBound(f"'{name}' has a stack frame of variable size")
    if name in done:
        return done[name]
    if name not in graph.frames:
        done[name] = (_library(graph, name), (name,))
        return done[name]
    deepest: tuple[int, tuple[str, ...]] = (graph.frames[name], (name,))
    for callee, tail in graph.calls.get(name, {}).items():
        size, path = _deepest(graph, callee, (*above, name), done)
        size += 0 if tail else graph.frames[name]
        if size > deepest[0] or (size == deepest[0] and len(deepest[1]) == 1):
            deepest = (size, (name, *path))
    done[name] = deepest
    return deepest


def _library(graph: _Graph, name: str) -> int:
    if name not in graph.library:
        why = graph.unknown or "toolchain.library_stack of the target file"
        raise _NoBound(f"no stack figure for library function '{name}' ({why})")
    return graph.library[name]
