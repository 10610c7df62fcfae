"""Compile the C files of a generated folder into objects in a build folder of their own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from edgec.converter.graph.errors import DoesNotFit, EdgecError, Exit, ToolFailed, UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.work import Progress, silent
from edgec.targets.machine.toolchain import find_compiler, first_diagnostic, is_gcc, run_tool, writes_call_graphs
from edgec.targets.reader import Target

PARALLEL_JOBS = 2
KERNEL_FOLDER = "edgec_kernels"
"""The folder of a generated folder that holds the kernels that the model brings."""

STRICT_WARNINGS = (
    "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wcast-qual", "-Wcast-align", "-Wshadow",
    "-Wstrict-prototypes", "-Wmissing-prototypes", "-Wundef", "-Wdouble-promotion", "-Wvla", "-Werror",
)  # fmt: skip
"""Warnings under which generated code must compile, with GCC and Clang."""

SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")
"""Host checks: addresses and undefined behaviour; the first finding ends the program."""

CALL_GRAPH = ("-fcallgraph-info=su",)
"""Makes GCC write a ``.ci`` file (call graph with stack use) beside each object."""

STACK_USE = ("-fstack-usage",)
"""Makes a GCC that writes no call graphs (before release 10) write a ``.su`` file (stack use)."""


@dataclass(frozen=True)
class KernelSources:
    """Kernels that lie outside of a generated folder: C files, folders of headers, macros (``NAME`` or ``NAME=1``)."""

    sources: tuple[Path, ...] = ()
    include_dirs: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()

    @property
    def flags(self) -> tuple[str, ...]:
        """Options of the compiler for these sources, and for the model that uses them."""
        return (*(f"-I{folder.resolve()}" for folder in self.include_dirs), *(f"-D{name}" for name in self.defines))


NO_SOURCES = KernelSources()


@dataclass(frozen=True)
class CompiledModel:
    """Objects of a generated folder: the model's own, its constants, and those of the kernels it brings.

    The name of ``weights`` ends in ``_weights.o``: linker scripts rely on it.
    """

    name: str
    code: Path
    weights: Path
    kernels: tuple[Path, ...] = ()

    @property
    def objects(self) -> tuple[Path, ...]:
        """All objects, in link order."""
        return (self.code, self.weights, *self.kernels)

    @property
    def call_graphs(self) -> tuple[Path, ...]:
        """The ``.ci`` files, or else ``.su`` files, that exist (compiled with ``CALL_GRAPH``)."""
        beside = (o.with_suffix(end) for o in self.objects for end in (".ci", ".su"))
        return tuple(p for p in beside if p.is_file())


def compile_model(
    folder: Path, name: str, target: Target, build: Path, *,
    compiler: str | None = None, extra_flags: Sequence[str] = (),
    libraries: KernelSources = NO_SOURCES, progress: Progress = silent,
) -> CompiledModel:  # fmt: skip
    """Compile the C files of a model (``model_sources``) into ``build``, which must exist.

    ``libraries`` are kernels from outside of the folder, whose faults are none of edgec's.  ``CALL_GRAPH`` among
    ``extra_flags`` asks for ``.ci`` files; an older GCC writes ``.su`` files instead.
    ``progress`` is called after every file.

    Raises:
        UsageError: the folder holds no such model, or a file of ``libraries`` does not compile.
        ToolchainMissing: no compiler.
        EdgecError: the code does not compile (a bug); names the file and quotes the first diagnostic.
    """
    sources = model_sources(folder, name)
    flags = [*libraries.flags, *extra_flags]
    if set(CALL_GRAPH) <= set(flags):
        cc = find_compiler(target, compiler)
        instead = CALL_GRAPH if writes_call_graphs(cc) else STACK_USE if is_gcc(cc) else ()
        flags = [*instead, *(flag for flag in flags if flag not in CALL_GRAPH)]
    with of_vendor(bool(libraries.sources)):
        others = compile_files(libraries.sources, target, build, compiler=compiler, extra_flags=flags)
        code, weights, *own = compile_files(
            sources, target, build, compiler=compiler, extra_flags=flags, progress=progress
        )
    kernels = (*own, *others)
    return CompiledModel(name, code, weights, tuple(kernels))


@contextmanager
def of_vendor(concerned: bool) -> Iterator[None]:
    """While something is built with sources of another vendor (if it is): that it fails is no bug of edgec.

    Raises:
        UsageError: in the place of an error that is called a bug.
    """
    try:
        yield
    except EdgecError as e:
        if concerned and e.exit_code is Exit.INTERNAL:
            raise UsageError(
                f"with the other vendor's sources: {e}; take them as the vendor releases them, of a version that the "
                "library's documentation names"
            ) from e
        raise


def model_sources(folder: Path, name: str) -> tuple[Path, ...]:
    """The C files of a generated folder: ``<name>.c``, ``<name>_weights.c`` and those of its kernels, in link order.

    Raises:
        UsageError: the folder holds no such model.
    """
    own = (folder / f"{name}.c", folder / f"{name}_weights.c")
    for source in own:
        if not source.is_file():
            raise UsageError(
                f"folder '{folder.name}' holds no generated model named '{name}': {source.name} is missing"
            )
    return (*own, *sorted((folder / KERNEL_FOLDER).glob("*.c")))


def compile_files(
    sources: Sequence[Path], target: Target, build: Path, *,
    compiler: str | None = None, extra_flags: Sequence[str] = (), progress: Progress = silent,
) -> tuple[Path, ...]:  # fmt: skip
    """Compile C files, two at a time, each in its own folder's view; the objects, in the order of ``sources``.

    ``progress`` is called after every file.

    Raises:
        ToolchainMissing: no compiler.
        ToolFailed: the compiler compiles nothing at all.
        EdgecError: a file does not compile.
    """
    cc = find_compiler(target, compiler)

    def one(source: Path) -> Path:
        out = build.resolve() / f"{source.stem}.o"
        command = [cc, *target.toolchain.compile_flags, *extra_flags, "-I.", "-c", source.name, "-o", str(out)]
        done = run_tool(command, source.parent.resolve(), f"compiling {source.name}")
        if done.returncode != 0 or not out.is_file():
            _check_works(cc, target, build)
            raise EdgecError(
                f"{source.name} does not compile for target '{target.name}' with {Path(cc).name}: "
                f"{first_diagnostic(done.stderr)}"
            )
        return out

    with ThreadPoolExecutor(PARALLEL_JOBS) as pool:
        objects = []
        for made in pool.map(one, sources):
            objects.append(made)
            progress(len(objects), len(sources))
        return tuple(objects)


def _check_works(cc: str, target: Target, build: Path) -> None:
    """Raise ``ToolFailed`` when the compiler fails on a file that is right for sure."""
    with tempfile.TemporaryDirectory(prefix="edgec-", dir=build) as temp:
        (Path(temp) / "nothing.c").write_text("extern int nothing;\n", encoding="ascii")
        command = [cc, *target.toolchain.compile_flags, "-c", "nothing.c", "-o", "nothing.o"]
        done = run_tool(command, Path(temp), f"running {Path(cc).name}")
        if done.returncode != 0 or not (Path(temp) / "nothing.o").is_file():
            raise ToolFailed(
                f"'{Path(cc).name}', the compiler of target '{target.name}', does not work: "
                f"{first_diagnostic(done.stderr)}; install it again"
            )


def link(
    objects: Sequence[Path], target: Target, output: Path, flags: Sequence[str] = (), compiler: str | None = None
) -> Path:
    """Link objects into ``output``; library and sanitizer flags are the caller's.

    Raises:
        ToolchainMissing: no compiler.
        DoesNotFit: a memory of the linker script overflows.
        EdgecError: any other linker error.
    """
    tools = target.toolchain
    command = [find_compiler(target, compiler), *tools.compile_flags, *tools.link_flags, *flags]
    command += [str(o.resolve()) for o in objects] + [*tools.libraries, "-o", str(output.resolve())]
    done = run_tool(command, output.parent.resolve(), f"linking {output.name}")
    if done.returncode != 0:
        overflow = [line for line in done.stderr.splitlines() if "overflowed by" in line]
        if overflow:
            fact = first_diagnostic("\n".join(overflow)).rpartition(": ")[2]
            raise DoesNotFit(f"the model does not fit the memories of '{target.name}' as linked: {fact}")
        raise EdgecError(f"{output.name} does not link for target '{target.name}': {first_diagnostic(done.stderr)}")
    return output
