"""The Python API: a function for each command, with keywords named like the command's options.

Models are paths, bytes or ``onnx.ModelProto``; samples are files or arrays; a generated folder is a path or what
``convert`` returned.  Nothing is printed: ``on_message`` is called with messages for the user.  Errors are raised as
subclasses of ``EdgecError``, whose ``exit_code`` is the command's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from edgec import pipeline
from edgec.commands import accuracy as measuring
from edgec.commands import device_profile, prediction
from edgec.commands import diff as differences
from edgec.commands import profile as profiling
from edgec.commands import verify as verification
from edgec.commands.accuracy import Accuracy
from edgec.commands.compared import VerifyResult
from edgec.commands.device_profile import DeviceProfile
from edgec.commands.diff import Difference
from edgec.commands.features import features_of
from edgec.commands.prediction import CheckResult
from edgec.commands.profile import ProfileResult
from edgec.converter.graph.errors import EdgecError, UsageError
from edgec.converter.graph.work import Notify, Work, unseen
from edgec.converter.onnx.raw_input import RawInput
from edgec.folder.report import checked_report
from edgec.pipeline import Converted
from edgec.reports import Report
from edgec.settings.coerce import Data, Model, PathLike, coerced, keywords, model_file
from edgec.settings.file import read_settings
from edgec.settings.table import option_of
from edgec.settings.values import (
    AccuracyOptions,
    CheckOptions,
    ConvertOptions,
    FeaturesOptions,
    ProfileOptions,
    VerifyOptions,
)

__all__ = [
    "CheckResult",
    "ConvertOptions",
    "Converted",
    "EdgecError",
    "ProfileResult",
    "VerifyResult",
    "accuracy",
    "check",
    "convert",
    "diff",
    "features",
    "profile",
    "report",
    "verify",
]

DEFAULT_TARGET = option_of("convert", "target").default


def quiet(_messages: Sequence[str]) -> None:
    """Drop the messages: the default of ``on_message``."""


def convert(
    model: Model,
    options: ConvertOptions | None = None,
    output: PathLike | None = None,
    force: bool = False,
    on_message: Notify = quiet,
    work: Work = unseen,
    **settings: Any,
) -> Converted:
    """Generate a folder of C from an ONNX model, as ``edgec convert`` does.

    Args:
        model: path, bytes or ``onnx.ModelProto``.
        options: all settings in one value, instead of keywords.
        output: the folder to make, by default ``./<name>``; it appears whole or not at all.
        force: replace ``output`` even when edgec did not make it, or it was edited since.
        on_message: called with messages for the user.
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
        return pipeline.convert(file, options, folder, force, on_message, work)


@keywords("check")
def check(
    model: Model, target: str = DEFAULT_TARGET, *, on_message: Notify = quiet, **settings: Any
) -> CheckResult:  # fmt: skip
    """Say everything in a model that edgec cannot deploy, or predict its flash and RAM, as ``edgec check`` does.

    Without samples the prediction is an estimate, of float32 and of int8, unless ``measure`` asks for a build.

    Args:
        model: path, bytes or ``onnx.ModelProto``.
        target: core or board.
        on_message: called with messages for the user.
        settings: named like the options of the command line.

    Raises:
        EdgecError: the file is not a valid model, or the target is unknown.
    """
    o = CheckOptions(**coerced("check", {"target": target, **settings}))
    with model_file(model) as file:
        return prediction.check_as(file, o, on_message)


@keywords("verify")
def verify(made: PathLike, data: Data | None = None, *, on_message: Notify = quiet, **settings: Any) -> VerifyResult:
    """Build and run a generated folder, and compare every output with the simulator, as ``edgec verify`` does.

    Args:
        made: the folder.
        data: samples, and labels for top-1: a file, an array, (samples, labels) or arrays by input name.
        on_message: called with messages for the user.
        settings: named like the options of the command line: ``target=`` to run for, None for the one the folder was
            made for; ``on="host"`` or ``"qemu"`` to run only there; ``samples=20`` to use the first ones only;
            ``min_agreement=``, ``max_drop=`` and ``min_sqnr=``: what integer models may differ; ``model=`` the file
            that the folder was made from; ``allow_edited=True`` to go on when files of the folder were changed.

    Returns:
        What was found: ``mismatches`` is empty where all is well, ``raise_on_mismatch()`` raises otherwise.

    Raises:
        EdgecError: the folder or the data are unusable, or nothing can be run.
    """
    options = VerifyOptions(**coerced("verify", {"data": data, **settings}))
    return verification.verify(Path(made), options, on_message)


@overload
def profile(
    made: PathLike, target: str | None = None, *, port: None = None, on_message: Notify = quiet, **settings: Any
) -> ProfileResult: ...
@overload
def profile(
    made: PathLike, target: str | None = None, *, port: str, on_message: Notify = quiet, **settings: Any
) -> DeviceProfile: ...
@keywords("profile")
def profile(
    made: PathLike, target: str | None = None, *, on_message: Notify = quiet, **settings: Any
) -> ProfileResult | DeviceProfile:  # fmt: skip
    """Count the instructions of each layer of a generated folder under QEMU, as ``edgec profile`` does.

    With ``port=`` its time is measured on a device, and what is returned is a ``DeviceProfile``.

    Args:
        made: the folder.
        target: to profile for; None for the one the folder was made for.
        on_message: called with messages for the user.
        settings: named like the options of the command line: ``clock=`` in MHz, for the latency; ``samples=`` number of
            inferences, whose means are taken; ``allow_edited=True`` to go on when files of the folder were changed.

    Raises:
        EdgecError: the folder is unusable, its target is not emulated, or a tool is missing.
    """
    o = ProfileOptions(**coerced("profile", {"target": target, **settings}))
    if o.trace is not None:
        raise UsageError("give either a folder or a trace; a trace is for the command: edgec profile --trace FILE")
    if o.port is not None:
        return device_profile.profile_device(Path(made), o, on_message)
    return profiling.profile(Path(made), o.target, o.clock, o.samples, on_message, allow_edited=o.allow_edited)


@keywords("accuracy")
def accuracy(model: Model, data: Data, *, on_message: Notify = quiet, **settings: Any) -> Accuracy:
    """Say which layers of a model, or of a generated folder's, lose accuracy in integers, as ``edgec accuracy`` does.

    Args:
        model: path, bytes or ``onnx.ModelProto``; or a generated folder.
        data: samples, and labels for top-1, as ``verify`` takes them.
        on_message: called with messages for the user.
        settings: named like the options of the command line.

    Raises:
        EdgecError: the data do not fit, the model is quantized already, or has no integer form.
    """
    if data is None:
        raise UsageError("accuracy: needs samples; give data=")
    options = AccuracyOptions(**coerced("accuracy", {"data": data, **settings}))
    with model_file(model) as file:
        return measuring.measure(file, options, on_message)


@keywords("features")
def features(
    samples: npt.ArrayLike, config: PathLike | None = None, **settings: Any
) -> npt.NDArray[np.int32]:  # fmt: skip
    """Features of audio or motion for training, the bytes that the C of ``edgec features`` gives.

    Args:
        samples: int16, [n] or [n, axes]; real values of a spectrum are those of ``samples / 32768``.
        config: the settings file whose table ``[features]`` holds, beneath ``settings``.
        settings: named like the options of the command line.

    Returns:
        One row for each whole frame, [frames, features]; real values are ``result / 65536``.

    Raises:
        UsageError: samples are not int16 of one dimension or two, or a setting cannot be.
    """
    array = np.asarray(samples)
    if array.dtype != np.int16 or array.ndim not in (1, 2):
        raise UsageError(f"features: samples are {array.dtype}, {array.ndim}-D; give int16 [n] or [n, axes]")
    stated = {} if config is None else read_settings(Path(config), "features").values
    return features_of(FeaturesOptions(**{**stated, **coerced("features", settings)}), array)


def report(made: PathLike, *, allow_edited: bool = False, on_message: Notify = quiet) -> Report:
    """The report of a generated folder.

    Raises:
        UsageError: it is none, or files were changed.
    """
    return checked_report(Path(made), allow_edited, on_message)


def diff(old: PathLike, new: PathLike) -> Difference:
    """Compare two generated folders, or their reports: sizes in bytes, estimated instructions, layers.

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
    table = given.pop("input", None)
    raw = None if table is None else RawInput.parse("input", table)
    return ConvertOptions(raw=raw, **coerced("convert", given))
