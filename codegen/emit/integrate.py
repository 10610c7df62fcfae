"""Descriptions of a generated folder for build systems, each made from the templates of a folder.

A folder below ``templates/packages`` is a format: its name is what users ask for, ``package.toml`` says what it is and
which template makes which file.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources

import numpy as np

from edgec.codegen.emit.amalgam import amalgam
from edgec.codegen.emit.calls import arena_suffix
from edgec.codegen.emit.environment import render
from edgec.codegen.emit.package import optimization_of, version_of
from edgec.codegen.emit.release import CODE_LICENSE, Release
from edgec.codegen.emit.runner import runner_constants, runner_ports
from edgec.codegen.emit.self_check import FACTOR, SEED, SUMMAND, self_check
from edgec.codegen.emit.states import alignment, struct_size
from edgec.codegen.kernels.library import Library, Vendor
from edgec.codegen.kernels.spec import CTYPES
from edgec.codegen.plan.plan import Plan
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType, Tensor

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

MAX_COMPONENT_CHARS = 32  # characters of a component's name in a pack
PACKAGES = "packages"
ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # the first that the format has
SPLIT_ARCHES = {
    "cortex-m33": "armv8-m.main+dsp",
    "cortex-m55": "armv8.1-m.main+dsp",
    "cortex-m85": "armv8.1-m.main+dsp",
}
"""The architecture to ask for, by processor with the DSP extension whose Rust target is compiled without it."""
RUST_TYPES = {"int8_t": "i8", "uint8_t": "u8", "int16_t": "i16", "uint16_t": "u16", "int32_t": "i32",
              "uint32_t": "u32", "int64_t": "i64", "uint64_t": "u64", "float": "f32", "double": "f64"}  # fmt: skip


@dataclass(frozen=True)
class Packaging:
    """A format in which a folder is described: what it is, and the template and the path of each file.

    ``amalgam``: the folder of a copy of all C as one file and one header, "" without one.  ``archive``: the name of a
    file that holds C and descriptions (a zip), "" without one.  ``stateless``: it is for models without states.
    """

    name: str
    help: str
    files: tuple[tuple[str, str], ...]
    amalgam: str = ""
    archive: str = ""
    stateless: bool = False


@dataclass(frozen=True)
class CompiledFile:
    """A C file that belongs to a model: ``variable`` names the folder that it lies in, "" for the generated folder."""

    path: str
    variable: str = ""


@dataclass(frozen=True)
class PortText:
    """An input or output as the sources of packages write it; ``scale`` is "" of real numbers."""

    ctype: str
    rust: str
    size: int
    scale: str
    zero_point: int | None
    about: str


@cache
def packagings() -> Mapping[str, Packaging]:
    """All formats by name."""
    home = resources.files("edgec.codegen.emit").joinpath("templates").joinpath(PACKAGES)
    by_name = {}
    for folder in sorted(home.iterdir(), key=lambda f: f.name):
        table = tomllib.loads(folder.joinpath("package.toml").read_text(encoding="utf-8"))
        files = tuple((f"{PACKAGES}/{folder.name}/{template}", path) for template, path in table["files"].items())
        by_name[folder.name] = Packaging(
            folder.name, table.get("help", ""), files, table.get("amalgam", ""), table.get("archive", ""),
            table.get("stateless", False),
        )  # fmt: skip
    return by_name


def compiled_files(libraries: Sequence[Library], paths: Iterable[str]) -> tuple[CompiledFile, ...]:
    """Every C file that a build of a folder compiles: its own (``paths`` are all its files), then those of vendors."""
    own = sorted(path for path in paths if path.endswith(".c"))
    theirs = [CompiledFile(path, vendor.variable) for vendor in vendors_of(libraries) for path in vendor.sources]
    return (*map(CompiledFile, own), *theirs)


def vendors_of(libraries: Sequence[Library]) -> list[Vendor]:
    """The vendors whose functions are called."""
    return list(dict.fromkeys(lib.vendor for lib in libraries if lib.vendor is not None))


def descriptions(
    plan: Plan, folder: Iterable[tuple[str, bytes]], wanted: Sequence[Packaging], release: Release
) -> tuple[tuple[str, bytes], ...]:
    """Path and content of the files that describe a folder of these files (path and content), sorted by path.

    Raises:
        UsageError: a format holds the C itself, and part of it is another vendor's; or it is for no model with states.
    """
    if not wanted:
        return ()
    contents = dict(folder)
    values = _values(plan, contents, release)
    made: dict[str, bytes] = {}
    for one in dict.fromkeys(wanted):
        if one.stateless and plan.states:
            raise UsageError(f"--package {one.name}: is for models without states; leave it out, or --state")
        named = {"prefix": plan.identity.prefix, **vars(release)}
        own = {path.format(**named): render(template, **values).encode("ascii") for template, path in one.files}
        if one.amalgam:
            own |= {f"{one.amalgam}/{name}": text for name, text in _one_file(plan, contents, one).items()}
        if one.archive:
            code = {path: content for path, content in contents.items() if path.endswith((".c", ".h"))}
            own[one.archive.format(**named)] = _archive(code | own)
        made |= own
    return tuple((path, made[path]) for path in sorted(made))


def _values(plan: Plan, contents: Mapping[str, bytes], release: Release) -> dict[str, object]:
    """Return the values that templates may write."""
    known = sorted(contents)
    who, floats = plan.identity, any(t.dtype.is_float for t in plan.graph.tensors.values() if not t.is_const)
    rules = [rule for library in plan.libraries for rule in library.rules if rule.kconfig]
    processor = next((f.removeprefix("-mcpu=").partition("+")[0] for f in who.options if f.startswith("-mcpu=")), "")
    return {
        "prefix": who.prefix,
        "upper": who.prefix.upper(),
        "component": who.prefix[:MAX_COMPONENT_CHARS],
        "release": release,
        "code_license": CODE_LICENSE,
        "tool": version_of(who),
        "sha256": who.model_sha256,
        "sources": [path for path in known if path.endswith(".c")],
        "headers": [path for path in known if path.endswith(".h")],
        "compiled": compiled_files(plan.libraries, known),
        "externals": vendors_of(plan.libraries),
        "optimization": optimization_of(who),
        "options": who.options,
        "target": who.target,
        "floats": floats,
        "fpu": "-mfloat-abi=hard" in who.options and (floats or any(r.kconfig.startswith("FPU") for r in rules)),
        "kconfigs": dict.fromkeys((rule.kconfig, rule.allow) for rule in rules),
        "rust_march": SPLIT_ARCHES.get(processor, ""),
        "header": f"{who.prefix}.h",
        "runner": runner_constants(contents),
        "arena_suffixes": [arena_suffix(plan, i) for i in range(len(plan.arenas))],
        "arenas": [f"{who.prefix.upper()}_ARENA{arena_suffix(plan, i).upper()}_SIZE" for i in range(len(plan.arenas))],
        "arena_sizes": [arena.size for arena in plan.arenas],
        "arena_align": plan.arena_align,
        **runner_ports(plan.graph),
        "state_size": struct_size(plan.graph),
        "state_align": alignment(plan.graph),
        "state_struct": -(-struct_size(plan.graph) // alignment(plan.graph)) * alignment(plan.graph),
        "inputs": [_port(t) for t in plan.inputs],
        "outputs": [_port(t) for t in plan.outputs],
        "check": cache(lambda: self_check(plan.graph)),
        "lcg": (SEED, FACTOR, SUMMAND),
    }


def _port(tensor: Tensor) -> PortText:
    quant = tensor.quant if tensor.quant is not None and tensor.quant.axis is None else None
    ctype = CTYPES[tensor.dtype]
    shape = "x".join(map(str, tensor.shape)) or "1"
    about = f"{shape}, {'bits of float16' if tensor.dtype is DType.F16 else tensor.dtype.value}"
    scale = str(np.float32(quant.s)) if quant else ""
    return PortText(ctype, RUST_TYPES[ctype], tensor.size, scale, quant.z if quant else None, about)


def _one_file(plan: Plan, contents: Mapping[str, bytes], one: Packaging) -> dict[str, bytes]:
    external = vendors_of(plan.libraries)
    if external:
        raise UsageError(
            f"--package {one.name}: holds all of the C, and part of this model's is {external[0].maker}'s; convert "
            "with '--kernels own'"
        )
    files = {path: text.decode("ascii") for path, text in contents.items() if path.endswith((".c", ".h"))}
    return {name: text.encode("ascii") for name, text in amalgam(files, plan.identity.prefix).items()}


def _archive(files: Mapping[str, bytes]) -> bytes:
    """A zip of files, stored as they are: the bytes depend on no release of a compressor, and on no clock."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as zipped:
        for path in sorted(files):
            zipped.writestr(zipfile.ZipInfo(path, ZIP_TIME), files[path])
    return stream.getvalue()
