"""Size of a model once its functions are inlined, computed before anything is inlined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import onnx

from edgec.converter.graph.errors import InvalidModel, printable
from edgec.converter.graph.limits import Limits

MAX_COUNT = 10**15  # larger counts are not told apart
MAX_NESTING = 100  # functions that call functions; so does onnx, whose inliner recurses

Key = tuple[str, str, str]


def all_nodes(nodes: Iterable[onnx.NodeProto]) -> Iterator[onnx.NodeProto]:
    """Nodes and those of their subgraphs."""
    stack = [iter(nodes)]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            continue
        yield node
        for attr in node.attribute:
            stack += [iter(sub.node) for sub in ([attr.g] if attr.HasField("g") else attr.graphs)]


def check_nodes(model: onnx.ModelProto, limits: Limits) -> None:
    """Count the model's nodes, those of its functions as often as they are called.

    Raises:
        InvalidModel: a function calls itself, or functions nest too deep.
        OverLimit: there are more nodes than the limit.
    """
    stored = sum(1 for _ in all_nodes(model.graph.node))
    stored += sum(1 for f in model.functions for _ in all_nodes(f.node))
    limits.check_nodes("the model has", stored)
    calls = {_key(f.domain, f.name, f): Counter(map(_called, all_nodes(f.node))) for f in model.functions}
    inlined: dict[Key, int] = {}
    for function in _callees_first(calls):
        inlined[function] = _size(calls[function], inlined)
    main = Counter(map(_called, all_nodes(model.graph.node)))
    limits.check_nodes("the model, with its functions inlined, has", _size(main, inlined))


def _size(calls: Counter[Key], inlined: dict[Key, int]) -> int:
    return min(MAX_COUNT, sum(count * inlined.get(key, 1) for key, count in calls.items()))


def _key(domain: str, name: str, message: onnx.NodeProto | onnx.FunctionProto) -> Key:
    return "" if domain == "ai.onnx" else domain, name, getattr(message, "overload", "")


def _called(node: onnx.NodeProto) -> Key:
    return _key(node.domain, node.op_type, node)


def _callees_first(calls: dict[Key, Counter[Key]]) -> list[Key]:
    """The functions, each behind those that it calls."""
    order: dict[Key, int] = {}  # function -> how deep its calls nest
    for start in calls:
        path: dict[Key, list[Key]] = {}
        if start not in order:
            path[start] = [k for k in calls[start] if k in calls]
        while path:
            current, open_calls = next(reversed(path.items()))
            while open_calls and open_calls[-1] in order:
                open_calls.pop()
            if not open_calls:
                depth = 1 + max((order[k] for k in calls[current] if k in calls), default=0)
                if depth > MAX_NESTING:
                    raise InvalidModel(f"{_named(current)}: calls of functions nest deeper than {MAX_NESTING}")
                order[current] = depth
                del path[current]
            elif open_calls[-1] in path:
                raise InvalidModel(f"{_named(open_calls[-1])}: it calls itself; functions of a model must not recurse")
            else:
                path[open_calls[-1]] = [k for k in calls[open_calls[-1]] if k in calls]
    return list(order)


def _named(key: Key) -> str:
    domain, name, _ = key
    return f"function '{printable(f'{domain}.{name}' if domain else name)}'"
