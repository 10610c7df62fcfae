"""The Python API: a function for each command, with keywords named like the command's options.

Models are paths, bytes or ``onnx.ModelProto``; samples are files or arrays; a generated folder is a path or what
``convert`` returned.  Nothing is printed: ``notify`` is called with messages for the user.  Errors are raised as
subclasses of ``EdgecError``, whose ``exit_code`` is the command's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from edgec import pipeline
from edgec.command_line import accuracy as accuracy_command
from edgec.command_line import check as check_command
from edgec.command_line import convert as convert_command
from edgec.command_line import profile as profile_command
from edgec.command_line import verify as verify_command
from edgec.commands import accuracy as measuring
from edgec.commands import diff as differences
from edgec.commands import prediction
from edgec.commands import profile as profiling
from edgec.commands import verify as verification
from edgec.commands.accuracy import Accuracy
from edgec.commands.compared import Found
from edgec.commands.diff import Difference
from edgec.commands.prediction import Checked
from edgec.commands.profile import Profiled
from edgec.console.clock import within
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.work import Notify, Work, unseen
from edgec.converter.onnx.raw_input import RawInput
from edgec.folder.report import checked_report
from edgec.pipeline import Converted
from edgec.reports import Report
from edgec.settings.coerce import Data, Model, PathLike, bindings, checked, data_source, model_file
from edgec.settings.values import ConvertOptions

Shapes = Mapping[str, Sequence[int]]
Constants = Mapping[str, Any]


def quiet(_messages: Sequence[str]) -> None:
    """What ``notify`` is by default."""


def convert(
    model: Model,
    options: ConvertOptions | None = None,
    output: PathLike | None = None,
    force: bool = False,
    notify: Notify = quiet,
    work: Work = unseen,
    **settings: Any,
) -> Converted:
    """Generate a folder of C from an ONNX model, as ``edgec convert`` does.

    Args:
        model: path, bytes or ``onnx.ModelProto``.
        options: all settings in one value, instead of keywords.
        output: the folder to make, by default ``./<name>``; it appears whole or not at all.
        force: replace ``output`` even when edgec did not make it, or it was edited since.
        notify: called with messages for the user.
        work: gives, for the name of a kind of work, what is called with how much is done and how much there is.
        settings: named like the options of the command line: ``target="cortex-m4"``, ``calibration=`` samples (a file,
            an array ``[N, ...]``, arrays by input name), ``quantize="int8"``, ``max_flash="64K"``,
            ``layer=["conv1=int16"]``, ``shape={"input": (1, 3, 32, 32)}``, ``constant={"n": 3}``,
            ``limit={"seconds": 60}``, and ``input=`` what the settings file says in its table ``[input]``.

    Returns:
        What was made; it stands for its folder wherever a path is taken.

    Raises:
        UsageError: an unknown keyword, options beside keywords, or a value of a wrong form.
        EdgecError: any of ``edgec.converter.graph.errors``; nothing is written then.
    """
    if options is not None and settings:
        raise UsageError(f"options are given beside {', '.join(sorted(settings))}; set these in the options")
    options = _options(settings) if options is None else options
    folder = None if output is None else Path(output)
    with model_file(model, options.name) as file:
        return pipeline.convert(file, options, folder, force, notify, work)


def check(
    model: Model,
    target: str = ConvertOptions.target,
    *,
    quantize: str = "auto",
    calibration: Data | None = None,
    measure: bool = False,
    shape: Shapes | None = None,
    constant: Constants | None = None,
    limit: Mapping[str, int] | None = None,
    notify: Notify = quiet,
) -> Checked:
    """Say everything in a model that edgec cannot deploy, or predict its flash and RAM, as ``edgec check`` does.

    Without samples the prediction is an estimate, of float32 and of int8, unless ``measure`` asks for a build.

    Raises:
        EdgecError: the file is not a valid model, or the target is unknown.
    """
    bind = bindings(shape, constant, limit)
    checked(check_command.check, {"quantize": quantize})
    with model_file(model) as file, within(bind.limits):
        return prediction.check(file, target, bind, quantize, data_source("calibration", calibration), notify, measure)


def verify(
    made: PathLike,
    data: Data | None = None,
    *,
    target: str | None = None,
    on: str | None = None,
    samples: int | None = None,
    min_agreement: float | None = None,
    max_drop: float | None = None,
    min_sqnr: float | None = None,
    cmsis_nn: PathLike | None = None,
    model: PathLike | None = None,
    allow_edited: bool = False,
    notify: Notify = quiet,
) -> Found:
    """Build and run a generated folder, and compare every output with the simulator, as ``edgec verify`` does.

    Args:
        made: the folder.
        data: samples, and labels for top-1: a file, an array, (samples, labels) or arrays by input name.
        target: to run for; None for the one the folder was made for.
        on: "host" or "qemu" to run only there.
        samples: use the first ones only.
        min_agreement: how far an integer model's outputs must vary as ONNX Runtime's do.
        max_drop: points of top-1 that an integer model may lose on labelled samples.
        min_sqnr: signal to noise ratio in dB that its outputs must have on samples without labels.
        cmsis_nn: where the sources of CMSIS-NN lie; None where the variable CMSIS_NN_DIR says it.
        model: the file that the folder was made from; None for the copy in or beside it.
        allow_edited: go on when files of the folder were changed.
        notify: called with messages for the user.

    Returns:
        What was found: ``mismatches`` is empty where all is well, ``raise_on_mismatch()`` raises otherwise.

    Raises:
        EdgecError: the folder or the data are unusable, or nothing can be run.
    """
    checked(verify_command.verify, {"on": on, "samples": samples, "min_agreement": min_agreement})
    return verification.verify(
        Path(made), data_source("data", data), on, samples, notify, target,
        allow_edited=allow_edited, min_agreement=min_agreement, max_drop=max_drop, min_sqnr=min_sqnr,
        cmsis_nn=None if cmsis_nn is None else Path(cmsis_nn), model=None if model is None else Path(model),
    )  # fmt: skip


def profile(
    made: PathLike,
    target: str | None = None,
    *,
    clock: float | None = None,
    samples: int = 1,
    allow_edited: bool = False,
    notify: Notify = quiet,
) -> Profiled:
    """Count the instructions of each layer of a generated folder under QEMU, as ``edgec profile`` does.

    Args:
        made: the folder.
        target: to profile for; None for the one the folder was made for.
        clock: in MHz, for the latency; None for the target's own.
        samples: number of inferences; the figures are means.
        allow_edited: go on when files of the folder were changed.
        notify: called with messages for the user.

    Raises:
        EdgecError: the folder is unusable, its target is not emulated, or a tool is missing.
    """
    checked(profile_command.profile, {"clock": clock, "samples": samples})
    return profiling.profile(Path(made), target, clock, samples, notify, allow_edited=allow_edited)


def accuracy(
    model: Model,
    data: Data,
    *,
    calibration: Data | None = None,
    quantize: str = "int8",
    calibrator: str = "auto",
    layer: str | Sequence[str] = (),
    shape: Shapes | None = None,
    constant: Constants | None = None,
    limit: Mapping[str, int] | None = None,
    notify: Notify = quiet,
) -> Accuracy:
    """Say which layers of a model, or of a generated folder's, lose accuracy in integers, as ``edgec accuracy`` does.

    Raises:
        EdgecError: the data do not fit, the model is quantized already, or has no integer form.
    """
    settings = checked(accuracy_command.accuracy, {"quantize": quantize, "calibrator": calibrator, "layer": layer})
    bind, source = bindings(shape, constant, limit), data_source("data", data)
    if source is None:
        raise UsageError("accuracy: needs samples; give data=")
    calibrated = data_source("calibration", calibration)
    options = measuring.AccuracyOptions(source, calibrated, quantize, calibrator, settings["layer"], bind)
    with model_file(model) as file, within(bind.limits):
        return measuring.measure(file, options, notify)


def report(made: PathLike, *, allow_edited: bool = False, notify: Notify = quiet) -> Report:
    """The report of a generated folder.

    Raises:
        UsageError: it is none, or files were changed.
    """
    return checked_report(Path(made), allow_edited, notify)


def diff(old: PathLike, new: PathLike) -> Difference:
    """What changed between two generated folders, or their reports: sizes, instructions, layers.

    Raises:
        UsageError: there is no report, or another schema's.
    """
    return differences.diff(Path(old), Path(new))


def _options(settings: Mapping[str, Any]) -> ConvertOptions:
    """The options that keywords ask for.

    Raises:
        UsageError: an unknown keyword, or a value of a wrong form.
    """
    given = dict(settings)
    bind = bindings(given.pop("shape", None), given.pop("constant", None), given.pop("limit", None))
    made: dict[str, Any] = {name: data_source(name, given.pop(name, None)) for name in ("calibration", "data")}
    table = given.pop("input", None)
    raw = None if table is None else RawInput.parse("input", table)
    made |= checked(convert_command.convert, given)
    layers = made.pop("layer", ())
    return replace(ConvertOptions(), bind=bind, raw=raw, layers=layers, **made)
