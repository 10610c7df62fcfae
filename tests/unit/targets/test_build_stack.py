"""Worst-case stack from call graph files: paths, and every reason for having no bound."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from edgec.targets.machine.stack import StackUse, worst_stack
from edgec.targets.reader import LibraryStack, Target, load_target


def _target() -> Target:
    host = load_target("host")
    library = (LibraryStack("memcpy", 16), LibraryStack("__aeabi_ldivmod", 48))
    return replace(host, toolchain=replace(host.toolchain, library_stack=library))


def _graph(tmp_path: Path, frames: dict[str, str], calls: list[tuple[str, str]]) -> list[Path]:
    lines = ['graph: { title: "x.c"']
    lines += [f'node: {{ title: "{n}" label: "{n}\\nx.c:1:1\\n{frame}" }}' for n, frame in frames.items()]
    lines += ['node: { title: "memcpy" label: "__builtin_memcpy\\n<built-in>" shape : ellipse }']
    lines += [f'edge: {{ sourcename: "{a}" targetname: "{b}" label: "x.c:2:2" }}' for a, b in calls]
    path = tmp_path / "x.ci"
    path.write_text("\n".join([*lines, "}"]))
    return [path]


FRAMES = {"run": "16 bytes (static)", "x.c:a": "8 bytes (static)", "b": "40 bytes (dynamic,bounded)"}


def test_the_deepest_path_counts(tmp_path: Path) -> None:
    graph = _graph(tmp_path, FRAMES, [("run", "x.c:a"), ("run", "b"), ("x.c:a", "memcpy"), ("b", "x.c:a")])
    assert worst_stack(graph, "run", _target()) == StackUse(80, ("run", "b", "x.c:a", "memcpy"))


def test_support_functions_that_gcc_does_not_list_are_added(tmp_path: Path) -> None:
    graph = _graph(tmp_path, FRAMES, [("run", "memcpy")])
    use = worst_stack(graph, "run", _target(), ["__aeabi_ldivmod", "memcpy"])
    assert use == StackUse(16 + 16 + 48, ("run", "memcpy", "__aeabi_ldivmod"))


def test_a_tail_call_counts_without_its_callers_frame(tmp_path: Path) -> None:
    graph = _graph(tmp_path, FRAMES, [("run", "x.c:a"), ("x.c:a", "b")])
    assert worst_stack(graph, "run", _target(), branches={"a": {"b": False}}).bytes == 16 + 8 + 40
    assert worst_stack(graph, "run", _target(), branches={"a": {"b": True}}).bytes == 16 + 40
    assert worst_stack(graph, "run", _target(), branches={"run": {"a": True}, "a": {"b": True}}).bytes == 40


def test_support_functions_count_where_they_are_called(tmp_path: Path) -> None:
    graph = _graph(tmp_path, FRAMES, [("run", "x.c:a"), ("run", "b"), ("run", "memcpy")])
    use = worst_stack(graph, "run", _target(), ["__aeabi_ldivmod"], {"a": {"__aeabi_ldivmod": False, "memcpy": False}})
    assert use == StackUse(16 + 8 + 48, ("run", "x.c:a", "__aeabi_ldivmod"))


def test_reasons_for_no_bound(tmp_path: Path) -> None:
    def reason(calls: list[tuple[str, str]], frames: dict[str, str] = FRAMES) -> str:
        use = worst_stack(_graph(tmp_path, frames, calls), "run", _target())
        assert use.bytes is None
        return use.reason

    assert reason([("run", "b"), ("b", "run")]) == "recursion: run -> b -> run"
    assert "'b' calls through a pointer" in reason([("run", "b"), ("b", "__indirect_call")])
    assert "variable size" in reason([("run", "v")], {**FRAMES, "v": "8 bytes (dynamic)"})
    assert "library function 'printf'" in reason([("run", "printf")])


def test_what_the_entry_does_not_reach_does_not_matter(tmp_path: Path) -> None:
    assert worst_stack(_graph(tmp_path, FRAMES, [("b", "b")]), "run", _target()).bytes == 16


def test_no_graph_and_no_entry(tmp_path: Path) -> None:
    assert "no call graph" in worst_stack([], "run", _target()).reason
    assert "not in the call graph" in worst_stack(_graph(tmp_path, FRAMES, []), "nope", _target()).reason


def test_stack_use_without_calls_takes_those_of_the_branches(tmp_path: Path) -> None:
    """GCC before release 10: copies of a function are named alike, and the largest counts."""
    path = tmp_path / "x.su"
    frames = ("run\t11\tstatic", "a.constprop\t30\tstatic", "a.constprop\t40\tdynamic,bounded", "b\t5\tstatic")
    path.write_text("".join(f"x.c:{i}:5:{frame}\n" for i, frame in enumerate(frames)))
    branches = {"run": {"a.constprop.1": False, "a.constprop.2": False}, "a.constprop.2": {"b": False, "memcpy": False}}
    assert worst_stack([path], "run", _target(), branches=branches) == StackUse(11 + 40 + 16, ("run", "a", "memcpy"))
    path.write_text("x.c:1:5:run\t11\tdynamic\n")
    assert "variable size" in worst_stack([path], "run", _target()).reason
