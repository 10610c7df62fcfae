"""Figures of the sources, with what bounds them: ``python -m tests.unit.house.figures``.

Each figure is a function that counts in the sources; its docstring is its definition.  ``was`` is what the review found
from which the bound is.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tests.unit.house import figures_of_kernels as kernels
from tests.unit.house.sources import REPO, sources
from tests.unit.house.test_architecture import installed
from tests.unit.house.trees import nodes

PRODUCT = ("converter", "quantize", "targets", "codegen", "proof", "edgec")
VENDOR_ROOM = ("codegen", "kernels", "cmsis_nn")


@dataclass(frozen=True)
class Figure:
    """A figure of the sources, what it was, and the most that it may be."""

    name: str
    was: int | None
    bound: int
    count: Callable[[], int]


def functions(text: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions and methods."""
    for node in nodes(text):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """Names of all parameters, ``*`` and ``**`` among them, without ``self`` and ``cls``."""
    a = function.args
    found = [p.arg for p in (*a.posonlyargs, *a.args, *a.kwonlyargs, *(p for p in (a.vararg, a.kwarg) if p))]
    return [name for name in found if name not in ("self", "cls")]


def option_statements() -> int:
    """Files of the front that state the option ``--no-crop``: its record, a list of a group, a field's default.

    What reads its value (``options.no_crop``), a parameter of the name and the sentence of an error state none.
    """
    stated = re.compile(r"(?<!``--)\bno-crop\b(?!:)|^    no_crop: bool = ", re.M)
    return sum(bool(stated.search(text)) for _, text in sources("edgec"))


def front_modules() -> int:
    """Modules that lie flat in ``edgec/``, without ``__init__``."""
    return sum(p.name != "__init__.py" for p in (REPO / "edgec").glob("*.py"))


def api_imports_of_the_command_line() -> int:
    """Imports of ``edgec.command_line`` and of ``click`` in ``edgec/api.py``."""
    text = (REPO / "edgec" / "api.py").read_text(encoding="utf-8")
    return len(re.findall(r"^\s*(?:from|import) (?:edgec\.command_line|edgec\.cli|click)\b", text, re.M))


def most_parameters() -> int:
    """The most parameters of one function or method (fields of dataclasses are none)."""
    return max(len(parameters(f)) for _, text in sources(*PRODUCT) for f in functions(text))


def vendor_modules() -> int:
    """Modules that name CMSIS, but for those of the library."""
    named = (p for p, text in sources(*PRODUCT) if "cmsis" in text.lower())
    return sum(p.parts[: len(VENDOR_ROOM)] != VENDOR_ROOM for p in named)


def notify_declarations() -> int:
    """Statements that declare the type ``Notify``."""
    return sum(len(re.findall(r"^Notify\b.*=", text, re.M)) for _, text in sources(*PRODUCT))


def doubled_class_names() -> int:
    """Names of public classes that two classes of the product have; generated code is left out."""
    names: Counter[str] = Counter()
    for _, text in sources(*PRODUCT):
        names.update(n.name for n in nodes(text) if isinstance(n, ast.ClassDef) and not n.name.startswith("_"))
    return sum(count > 1 for count in names.values())


def graph_climbs() -> int:
    """Calls in ``edgec/search`` that hand a parameter ``graph`` on to a function or class of ``edgec/search``.

    A graph that lies in a value (``self.graph``) is not handed on by hand, and what another room computes of it is not
    counted.
    """
    texts = [text for _, text in sources("edgec/search")]
    own = {n.name for text in texts for n in nodes(text) if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    return sum(_handed_on(text, own, {"graph"}) for text in texts)


def accuracy_climbs() -> int:
    """Arguments in ``edgec/commands/accuracy.py`` that are parameters of the calling function, but for ``len``.

    What the measuring of accuracy holds in a value (``self.graph``, ``self.ranges``) is not handed on by hand.
    """
    return _handed_on((REPO / "edgec" / "commands" / "accuracy.py").read_text(encoding="utf-8"), None, None)


def _handed_on(text: str, callees: set[str] | None, names: set[str] | None) -> int:
    """Arguments of calls of ``callees`` that are parameters of the calling function; None: of all, whatever names."""
    count = 0
    for function in functions(text):
        given = set(parameters(function)) if names is None else names & set(parameters(function))
        for call in (n for n in ast.walk(function) if isinstance(n, ast.Call)):
            called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if called in callees if callees is not None else called != "len":
                arguments = (*call.args, *(k.value for k in call.keywords))
                count += sum(isinstance(a, ast.Name) and a.id in given for a in arguments)
    return count


def rooms() -> int:
    """Rooms that lie directly in the installed package: folders, and modules of their own."""
    return len(installed())


def arrows() -> int:
    """Imports between these, each pair once."""
    return sum(len(needs) for needs in installed().values())


FIGURES = (
    Figure("symbols parsed", 8, 0, kernels.symbols_parsed),
    Figure("parameters read back by their C name", 169, 0, kernels.parameters_by_name),
    Figure("tables of operators that are no facet", 14, 0, kernels.operator_tables),
    Figure("node.op compared with names", 129, 30, kernels.operators_compared),
    Figure("lines of assembly as C strings", 1867, 0, kernels.assembly_in_strings),
    Figure("lines of the longest macro", 100, 40, kernels.longest_macro),
    Figure("imports of a library that is no declared base", 12, 0, kernels.imports_of_other_libraries),
    Figure("modules that name CMSIS outside its library", 12, 0, vendor_modules),
    Figure("statements of an option", 4, 1, option_statements),
    Figure("flat modules of the front", 19, 6, front_modules),
    Figure("imports of the command line in the API", 1, 0, api_imports_of_the_command_line),
    Figure("most parameters of a function", 16, 8, most_parameters),
    Figure("rooms of the installed package", 32, 24, rooms),
    Figure("arrows between them", 131, 95, arrows),
    Figure("arrows upward", 0, 0, kernels.upward_arrows),
    Figure("class names used twice", 36, 8, doubled_class_names),
    Figure("declarations of Notify", 10, 1, notify_declarations),
    Figure("climbs of the graph through the search", 21, 10, graph_climbs),
    Figure("climbs in accuracy", 42, 12, accuracy_climbs),
    Figure("fitted price terms", 6923, 4000, kernels.price_terms),
    Figure("fitted price terms that are zero", 1296, 0, kernels.price_zeros),
    Figure("stack entries of C libraries", 1206, 450, kernels.stack_entries),
    Figure("names of the dialect", None, 0, lambda: len(kernels.retired_names())),
    Figure("words of the glossary", None, 60, kernels.glossary_words),
    Figure("bytes of DESIGN.md", 49_000, 12_000, partial(kernels.bytes_of, "DESIGN.md")),
    Figure("bytes of CHANGELOG.md", 29_000, 4_000, partial(kernels.bytes_of, "CHANGELOG.md")),
)


def main() -> None:
    """Print the table."""
    rows = [(f.name, "" if f.was is None else str(f.was), str(f.bound), str(f.count())) for f in FIGURES]
    width = max(len(name) for name, *_ in rows)
    print(f"{'figure':<{width}} |   was | bound |   now")
    for name, was, bound, now in rows:
        print(f"{name:<{width}} | {was:>5} | {bound:>5} | {now:>5}")


if __name__ == "__main__":
    main()
