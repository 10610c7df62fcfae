"""Files of the repository that are made from the code, and who makes them.

    python -m tests.written [NAME ...]   writes those that are not current (make written), or only those of some sources
    python -m tests.written --check      names those that are not current; exit code 1 when there are any

A new kind of file is one line of ``SOURCES``: its name, a function that gives path -> function that makes the text, and
what a machine may lack that makes it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import onnx

from edgec.converter.onnx import supported
from edgec.converter.schema import generate
from edgec.reports.schema import schema_text
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.assembly import render
from tests.conformance import report as conformance
from tests.conftest import REPO
from tests.docs import pictures, write
from tests.kernels import written as structs
from tests.misra import run as misra
from tests.suite.objects import objects_of_tests

Texts = Mapping[str, Callable[[], str]]
COMMAND = "make written"


@dataclass(frozen=True)
class Source:
    """Files of one kind.

    ``missing`` names what this machine lacks to make them; ``minutes``: they take minutes, and have tests of their own.
    """

    name: str
    texts: Callable[[], Texts]
    missing: Callable[[], str] = str
    minutes: bool = False


def headers() -> Texts:
    """The headers of kernels, whose structs are records."""
    return {path: partial(structs.rendered, text) for path, text in structs.headers().items()}


def assembly() -> Texts:
    """The headers of kernels that are assembly, from their templates."""
    return {h.relative_to(REPO).as_posix(): partial(str, text) for h, text in render.render_all().items()}


def chart() -> str:
    """The picture of README."""
    return pictures.chart((REPO / "docs/benchmarks.md").read_text(encoding="utf-8"))


def misra_record() -> str:
    """The record of what the addon of cppcheck finds."""
    script = misra.addon()
    assert script is not None
    return misra.record(misra.findings(script))


def graph_schema() -> Texts:
    """The classes that read and write ``.edge`` files."""
    folder = generate.GENERATED.relative_to(REPO).as_posix()
    return {f"{folder}/{name}": partial(str, text) for name, text in generate.generate().items()}


def conformance_page() -> str:
    """The page of ONNX's own tests."""
    return conformance.page(conformance.run_all(conformance.load_cases()))


def code_sizes() -> Texts:
    """A table for each core."""
    from benchmarks import code_sizes as sizes

    return {
        (sizes.FOLDER / f"{name}.toml").relative_to(REPO).as_posix(): partial(sizes.table, name)
        for name in sizes.TARGETS
    }


def _no_cppcheck() -> str:
    return "" if misra.addon() else f"{misra.VERSION} with its addon misra.py"


def _other_flatc() -> str:
    version = (generate.GENERATED / "__init__.py").read_text(encoding="utf-8").partition("by ")[2].partition(";")[0]
    return "" if generate.flatc_version() == version else version


def _other_onnx() -> str:
    return "" if f"onnx {onnx.__version__} " in conformance.PAGE.read_text(encoding="utf-8") else "the locked onnx"


def _no_compiler() -> str:
    return "" if available(load_target("cortex-m4")) else "arm-none-eabi-gcc"


SOURCES = (
    Source("assembly", assembly),
    Source("structs", headers),
    Source("schema", lambda: {"edgec/reports/report.schema.json": schema_text}),
    Source("graph", graph_schema, _other_flatc),
    Source("supported", lambda: {"SUPPORTED_OPS.md": supported.page}),
    Source("docs", lambda: write.WRITTEN),
    Source("pictures", lambda: {"docs/pictures/chart.svg": chart}),
    Source("misra", lambda: {"docs/misra.md": misra_record}, _no_cppcheck, minutes=True),
    Source("conformance", lambda: {"docs/conformance.md": conformance_page}, _other_onnx, minutes=True),
    Source("code-sizes", code_sizes, _no_compiler, minutes=True),
)


def stale(source: Source) -> Iterator[tuple[str, str]]:
    """The files that are not current, with what they should say."""
    for path, text in source.texts().items():
        file, new = REPO / path, text()
        if not file.is_file() or file.read_text(encoding="utf-8") != new:
            yield path, new


def main(arguments: Sequence[str]) -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(s.name for s in SOURCES))
    asked = parser.parse_args(arguments)
    unknown = set(asked.names) - {s.name for s in SOURCES}
    if unknown:
        parser.error(f"no source is called {', '.join(sorted(unknown))}")
    code = 0
    with objects_of_tests():
        for source in (s for s in SOURCES if not asked.names or s.name in asked.names):
            if source.missing():
                print(f"{source.name}: not made, this machine lacks {source.missing()}", file=sys.stderr)
                continue
            for path, new in stale(source):
                if asked.check:
                    print(f"{path} is not current; run {COMMAND}", file=sys.stderr)
                    code = 1
                else:
                    (REPO / path).parent.mkdir(parents=True, exist_ok=True)
                    (REPO / path).write_text(new, encoding="utf-8")
                    print(path)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
