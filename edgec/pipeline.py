"""The whole flow, on one screen: ONNX -> graph -> passes -> integers -> C, report and ``.edge``.

``convert`` is what ``edgec convert`` and ``edgec.convert`` run; each step is one function of the package that owns it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from edgec import __version__
from edgec.binding import Bindings
from edgec.codegen import Generated, GenerateOptions, generate, identifier
from edgec.codegen.build.target import Target, load_target
from edgec.codegen.choice import Optimize
from edgec.codegen.regions import Places
from edgec.codegen.report import from_json, measure, render
from edgec.converter.edge_file import EdgeMeta, load_edge, write_edge
from edgec.converter.errors import DoesNotFit, UsageError, printable
from edgec.converter.ir import Graph
from edgec.converter.onnx_import import Imported, import_model
from edgec.converter.passes import run_default
from edgec.converter.raw_input import RawInput
from edgec.data import DataSource
from edgec.fitting import Attempt, beside_code, sized
from edgec.folder import open_folder
from edgec.numbers import Numbers, build_integers
from edgec.output import MARKER, replacing
from edgec.placing import check_memories, places_of
from edgec.quantize.calibrate import Progress, silent
from edgec.quantize.qdq import strip_qdq

Notify = Callable[[Sequence[str]], None]
RAM_TRIALS = 3


@dataclass(frozen=True)
class ConvertOptions:
    """The settings of one conversion; the names and defaults are those of the command line."""

    target: str = "cortex-m4"
    name: str | None = None
    calibration: str | None = None
    bind: Bindings = field(default_factory=Bindings)
    argmax: bool = False
    input_layout: str = "keep"
    quantize: str = "auto"
    calibrator: str = "auto"
    optimize: str = "speed"
    max_ram: int | None = None
    allow_float: bool = False
    keep_dead_channels: bool = False
    layers: tuple[str, ...] = ()
    raw: RawInput | None = None
    max_flash: int | None = None
    max_drop: float | None = None
    data: str | None = None
    place: tuple[str, ...] = ()


@dataclass(frozen=True)
class Converted:
    """What a conversion made."""

    folder: Path
    report: Mapping[str, Any]
    text: str


def convert(
    model: Path,
    options: ConvertOptions,
    output: Path | None = None,
    force: bool = False,
    notify: Notify = lambda _: None,
    progress: Progress = silent,
) -> Converted:
    """Generate a folder of C from an ONNX model.

    Args:
        model: the ``.onnx`` file.
        options: what to generate.
        output: the folder to make, by default ``./<name>``; it appears whole or not at all.
        force: replace ``output`` even when edgec did not make it.
        notify: called with messages for the user.
        progress: called with the samples or layers done and how many there are in all.

    Raises:
        EdgecError: any of ``edgec.converter.errors``; nothing is written then.
    """
    name = _c_name(options.name, model)
    target = load_target(options.target)
    folder = output or Path(name)
    places = places_of(target, options.place)
    source = DataSource.parse(options.calibration) if options.calibration is not None else None
    inputs = [model] if source is None else [model, source.path]
    with replacing(folder, force, inputs) as work:
        imported = import_model(model, options.bind.shapes, options.bind.constants, options.argmax, options.raw)
        notify(imported.notices)
        graph = run_default(strip_qdq(imported.graph), channels_last_input=options.input_layout == "nhwc")

        def once(graph: Graph, settings: GenerateOptions) -> Mapping[str, Any]:
            generated = generate(graph, settings)
            write_files(work, generated, graph, imported)
            return measure(generated.plan, work, target, notify)

        def build(graph: Graph, scheme: str, slower: bool | None = None) -> Mapping[str, Any]:
            settings = generate_options(name, target, scheme, model, imported)
            settings = replace(settings, optimize=options.optimize, places=places)
            made = fitted(settings, options, target, lambda changed: once(graph, changed), notify, slower is not False)
            if slower is None:
                check_limit(options.max_flash, made["flash"])
            return made

        report = build_integers(graph, Numbers.of(options), source, build, notify, progress)
        check_fit(target, report["flash"]["total"], ram_of(report))
        check_memories(target, from_json(report).memories)
        (work / MARKER).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return Converted(folder, report, render(report))


def fitted(
    settings: GenerateOptions,
    options: ConvertOptions,
    target: Target,
    once: Attempt,
    notify: Notify,
    slower: bool = True,
) -> Mapping[str, Any]:
    """The report of what fits into flash and RAM best, generated and measured as often as that takes.

    ``slower``: builds that trade speed for flash may be taken.
    """
    places = settings.places or Places()
    limits = [n for n in (options.max_flash, target.memory_bytes("flash")) if n is not None]
    flash = min(limits, default=None)

    def attempt(changed: GenerateOptions) -> Mapping[str, Any]:
        return beside_code(changed, places, once)

    def within(max_arena: int | None) -> Mapping[str, Any]:
        return sized(replace(settings, max_arena=max_arena), flash, attempt, notify, slower)

    return _within(options.max_ram, within)


def generate_options(name: str, target: Target, scheme: str, model: Path, imported: Imported) -> GenerateOptions:
    """What is generated unless the user says otherwise."""
    return GenerateOptions(
        name=name,
        target=target,
        scheme=scheme,
        model_name=model.stem,
        model_sha256=imported.sha256,
        tool_version=__version__,
        optimize=Optimize.SPEED.value,
    )


def ram_of(report: Mapping[str, Any]) -> int:
    """Bytes of RAM: arenas, buffers of inputs and outputs, and the stack where it is known."""
    return sum(report["ram"][k] or 0 for k in ("arena", "input_output", "stack"))


def _within(max_ram: int | None, attempt: Callable[[int | None], Mapping[str, Any]]) -> Mapping[str, Any]:
    """The report of the first attempt whose RAM is at most ``max_ram``; an attempt takes the arena's limit.

    Raises:
        DoesNotFit: the smallest arena is still too large.
    """
    report = attempt(None)
    for _ in range(RAM_TRIALS):  # another arrangement may need a little more stack
        if max_ram is None or ram_of(report) <= max_ram:
            return report
        report = attempt(max(0, max_ram - (ram_of(report) - report["ram"]["arena"])))
    if max_ram is not None and ram_of(report) > max_ram:
        raise DoesNotFit(
            f"the model needs {ram_of(report)} bytes of RAM ({report['ram']['arena']} of arena) and --max-ram allows "
            f"{max_ram}; make the model smaller, quantize it or allow more"
        )
    return report


def write_files(work: Path, generated: Generated, graph: Graph, imported: Imported) -> None:
    """The files of a folder, all but the report, in the place of earlier ones."""
    for old in sorted(work.rglob("*")):
        if old.is_file():
            old.unlink()
    for path, content in generated.files:
        (work / path).parent.mkdir(exist_ok=True)
        (work / path).write_bytes(content)
    who = generated.plan.identity
    meta = EdgeMeta(f"edgec {__version__}", who.model_name, who.model_sha256, who.target, who.scheme)
    (work / f"{who.prefix}.edge").write_bytes(write_edge(graph, meta))
    (work / "model.onnx").write_bytes(imported.standalone)


def check_limit(max_flash: int | None, flash: Mapping[str, Any]) -> None:
    """Compare what a report says of the flash with ``--max-flash``; without a compiler, the constants alone.

    Raises:
        DoesNotFit: names what is needed.
    """
    needed = flash["total"] if flash["total"] is not None else flash["weights"] + flash["tables"]
    if max_flash is not None and needed > max_flash:
        raise DoesNotFit(
            f"the model needs {needed} bytes of flash in its smallest build and --max-flash allows {max_flash}; the "
            f"nearest is --max-flash {needed}; give --calibration (and --quantize auto) for int4, or a smaller model"
        )


def check_fit(target: Target, flash: int | None, ram: int) -> None:
    """Compare with the memories of a board; a bare core has none.

    Raises:
        DoesNotFit: names the memory, what is needed and what there is.
    """
    for kind, needed in (("flash", flash), ("ram", ram)):
        size = target.memory_bytes(kind)
        if size is not None and needed is not None and needed > size:
            raise DoesNotFit(
                f"the model needs {needed} bytes of {kind} and target '{target.name}' has {size}; "
                "quantize it, make it smaller, or choose a larger target"
            )


def load_graph(file: Path, bind: Bindings, notify: Notify) -> Graph:
    """The graph of an ``.onnx`` file (after the passes), an ``.edge`` file or a generated folder.

    Raises:
        EdgecError: it is none of these, or damaged.
    """
    if file.is_dir():
        return open_folder(file).graph
    if file.suffix == ".edge":
        return load_edge(file)[0]
    imported = import_model(file, bind.shapes, bind.constants)
    notify(imported.notices)
    return run_default(strip_qdq(imported.graph))


def _c_name(name: str | None, model: Path) -> str:
    """The prefix of the C API: as given, else made from the file's name."""
    if name is None:
        return identifier(model.stem)
    if identifier(name) != name:
        raise UsageError(
            f"--name {printable(name)}: cannot be the prefix of a C API (lower case letters, digits and single _, no "
            f"word of C, C++ or their libraries); '{identifier(name)}' can"
        )
    return name
