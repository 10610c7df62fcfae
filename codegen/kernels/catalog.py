"""All libraries of kernels, found where they lie: packages of this one, and folders that a target names."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from edgec.codegen.kernels.library import Kernel, Library, Vendor
from edgec.converter.graph.errors import ToolchainMissing, UsageError, printable
from edgec.targets.features import check_features
from edgec.targets.machine.compile import KernelSources
from edgec.targets.reader import Target


@cache
def kernels() -> tuple[Kernel, ...]:
    """Every kernel of every library that comes with edgec, as its modules list them; the plain ones are the last.

    Without those of libraries that are taken only when asked for: ``asked_kernels``.
    """
    return _shipped(lambda library: not library.asked)


@cache
def asked_kernels() -> tuple[Kernel, ...]:
    """The kernels of libraries that are taken only when asked for."""
    return _shipped(lambda library: library.asked)


@cache
def vendors() -> tuple[Vendor, ...]:
    """The vendors' libraries that edgec knows, each once; reads the packages of libraries, not their modules."""
    libraries = (getattr(package, "LIBRARY", None) for package in _packages())
    known = (library.vendor for library in libraries if isinstance(library, Library))
    return tuple({vendor.flag: vendor for vendor in known if vendor is not None}.values())


def _shipped(wanted: Callable[[Library], bool]) -> tuple[Kernel, ...]:
    """The kernels of the ``wanted`` libraries that come with edgec.

    The modules of packages that name none of these are not read: a small conversion takes a tenth less time.
    """
    named = (p for p in _packages() if any(isinstance(v, Library) and wanted(v) for v in vars(p).values()))
    return _sorted(kernel for package in named for kernel in _read(package.__name__) if wanted(kernel.library))


@cache
def _packages() -> tuple[ModuleType, ...]:
    here = sys.modules[__package__]
    names = [m.name for m in pkgutil.iter_modules(here.__path__) if m.ispkg]
    return tuple(importlib.import_module(f"{__package__}.{name}") for name in names)


@cache
def _read(package: str) -> tuple[Kernel, ...]:
    return tuple(_kernels(sys.modules[package]))


def kernels_of(target: Target, asked: bool = False) -> tuple[Kernel, ...]:
    """The kernels that a target can run, those of libraries that it names among them.

    ``asked``: also those of libraries that are taken only when asked for.

    Raises:
        UsageError: a folder that the target names holds no library, or it has a feature that no library knows.
    """
    own = [kernel for folder in target.libraries for kernel in load_library(Path(folder))]
    if own:
        asked_for = (feature for k in own for feature in (*k.library.needs, *k.library.unless))
        check_features(target.features, f"target '{printable(target.name)}'", asked_for)
    return _runnable(target.features, target.libraries, asked)


@cache
def _runnable(features: tuple[str, ...], folders: tuple[str, ...], asked: bool) -> tuple[Kernel, ...]:
    def wanted(library: Library) -> bool:
        return library.runs_on(features) and (asked or not library.asked)

    own = (kernel for folder in folders for kernel in load_library(Path(folder)) if wanted(kernel.library))
    return _sorted((*own, *_shipped(wanted)))


@cache
def load_library(folder: Path) -> tuple[Kernel, ...]:
    """The kernels of a folder with bindings: ``LIBRARY`` in its ``__init__.py``, ``KERNELS`` there or in its modules.

    This runs the folder's Python code.

    Raises:
        UsageError: it cannot be imported, or defines no library.
    """
    init, name = folder / "__init__.py", f"edgec_library_{zlib.crc32(str(folder).encode()):08x}"
    where = f"library folder '{printable(str(folder))}'"
    spec = importlib.util.spec_from_file_location(name, init, submodule_search_locations=[str(folder)])
    if not init.is_file() or spec is None or spec.loader is None:
        raise UsageError(f"{where} has no __init__.py; a library of kernels is a Python package that defines LIBRARY")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
        offered = _kernels(module)
    except Exception as error:
        raise UsageError(f"{where} cannot be imported: {printable(repr(error))}") from error
    if not offered:
        raise UsageError(f"{where} defines no kernels; give LIBRARY in its __init__.py, KERNELS there or in a module")
    return tuple(offered)


def _kernels(package: ModuleType) -> list[Kernel]:
    """The kernels of a library's package and of its modules."""
    if not isinstance(getattr(package, "LIBRARY", None), Library):
        return []
    modules = [package]
    modules += [importlib.import_module(f"{package.__name__}.{m.name}") for m in pkgutil.iter_modules(package.__path__)]
    return [kernel for module in modules for kernel in getattr(module, "KERNELS", ())]


def _sorted(unsorted: Iterable[Kernel]) -> tuple[Kernel, ...]:
    return tuple(sorted(unsorted, key=lambda k: (k.plain, k.library.name)))


def sources_of(libraries: Iterable[Library]) -> KernelSources:
    """Return the sources, folders of headers and macros that the compiler needs for libraries of other vendors.

    Raises:
        ToolchainMissing: where a library's sources lie is unknown; names the variable that says it.
        UsageError: they do not lie there, or not all of them.
    """
    sources: list[Path] = []
    folders: list[Path] = []
    defines: list[str] = []
    for library in libraries:
        e = library.vendor
        if e is None:
            continue
        root = e.folder
        if root is None:
            raise ToolchainMissing(
                f"library '{library.name}': its sources are needed; set the environment variable {e.variable} to "
                "their folder"
            )
        if not root.is_dir():
            raise UsageError(
                f"library '{library.name}': its sources are not in '{printable(str(root))}'; set the environment "
                f"variable {e.variable} to their folder"
            )
        absent = next((name for name in (*e.sources, *e.includes) if not (root / name).exists()), None)
        if absent is not None:
            raise UsageError(
                f"library '{library.name}': '{printable(absent)}' is not below the folder that {e.variable} names; "
                f"name the folder of the library's sources{f', of version {e.since} or later' if e.since else ''}"
            )
        sources += [root / name for name in e.sources]
        folders += [root / name for name in e.includes]
        defines += e.defines
    return KernelSources(tuple(sources), tuple(folders), tuple(defines))
