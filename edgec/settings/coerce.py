"""Coerce a Python program's arguments to what commands take: models in memory, arrays, shapes, values of options."""

from __future__ import annotations

import inspect
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

import click
import numpy as np
import numpy.typing as npt

from edgec.converter.graph.errors import EdgecError, UsageError
from edgec.converter.graph.limits import Limits
from edgec.converter.graph.wording import suggestion
from edgec.samples.binding import Bindings
from edgec.samples.data import LABELS, SAMPLES, DataSource
from edgec.settings.option import Option, SamplesType
from edgec.settings.table import IMPORT, options_of
from edgec.settings.values import packed

F = TypeVar("F", bound=Callable[..., Any])


class Proto(Protocol):
    """An ``onnx.ModelProto``, or what else can be written as one."""

    def SerializeToString(self) -> bytes:  # noqa: N802  protobuf's name
        """The bytes of the ``.onnx`` file."""


PathLike: TypeAlias = "str | os.PathLike[str]"
Model: TypeAlias = "PathLike | bytes | Proto"
Data: TypeAlias = "PathLike | npt.ArrayLike | Mapping[str, npt.ArrayLike] | tuple[npt.ArrayLike, npt.ArrayLike]"

IN_MEMORY = "model"  # the name of a model that has no file


@contextmanager
def model_file(model: Model, name: str | None = None) -> Iterator[Path]:
    """A file of the model: its own, or one that lives as long as the context.

    Args:
        model: a path, the bytes of an ``.onnx`` file, or an ``onnx.ModelProto`` (or what else serializes as one).
        name: of the file that is made for a model in memory.

    Raises:
        UsageError: it is none of these.
        EdgecError: what the body raises; messages do not name the folder of the file that was made.
    """
    if isinstance(model, (str, os.PathLike)):
        yield Path(model)
        return
    if not isinstance(model, bytes):
        if not hasattr(model, "SerializeToString"):
            raise UsageError(f"the model is a {type(model).__name__}; give a path, bytes or an onnx.ModelProto")
        model = model.SerializeToString()
    with tempfile.TemporaryDirectory(prefix="edgec-") as folder:
        file = Path(folder) / f"{name or IN_MEMORY}.onnx"
        file.write_bytes(model)
        try:
            yield file
        except EdgecError as e:
            e.args = tuple(a.replace(f"{folder}{os.sep}", "") if isinstance(a, str) else a for a in e.args)
            raise


def data_source(what: str, data: Data | DataSource | None) -> str | DataSource | None:
    """Samples as the commands take them.

    Args:
        what: the argument's name, for messages.
        data: ``FILE[:x[:y]]``; one array ``[N, ...]``; (samples, labels); arrays by input name (``y``: labels).
    """
    if data is None or isinstance(data, (str, DataSource)):
        return data
    if isinstance(data, os.PathLike):
        return os.fspath(data)
    if isinstance(data, Mapping):
        arrays = {str(name): np.asarray(a) for name, a in data.items()}
    elif isinstance(data, tuple):
        if len(data) != 2:
            raise UsageError(f"{what}: is a tuple of {len(data)}; give (samples, labels), or arrays by input name")
        arrays = {SAMPLES: np.asarray(data[0]), LABELS: np.asarray(data[1])}
    else:
        arrays = {SAMPLES: np.asarray(data)}
    return DataSource(Path(what), arrays=arrays)


def coerced(command: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Keywords of Python as the record of a command's settings takes them, checked as the command line's words are.

    Args:
        command: whose options they are named like (``max_flash`` for ``--max-flash``).
        settings: values by name; None stands for the option left out.

    Raises:
        UsageError: there is no such option, or its value is not of its form.
    """
    options = {o.keyword_name: o for o in options_of(command) if o.keyword}
    former = {old.replace("-", "_"): o.keyword_name for o in options.values() for old in o.former}
    values: dict[str, Any] = {}
    for given, value in settings.items():
        name = former.get(given, given)
        if name not in options:
            raise UsageError(_unknown(command, name, sorted(options)))
        if value is not None and name not in IMPORT:
            values[options[name].value_name] = _coerced(options[name], value)
    if set(options) >= IMPORT:
        values["bind"] = bindings(*(settings.get(name) for name in ("shape", "constant", "limit")))
    return packed(command, values)


def _coerced(option: Option, value: Any) -> Any:
    """One value.

    Raises:
        UsageError: it is not of the option's form.
    """
    if isinstance(option.kind, SamplesType):
        return data_source(option.keyword_name, value)
    try:
        return _converted(option, value)
    except click.BadParameter as e:
        raise UsageError(f"{option.keyword_name}: {e.message}") from None
    except TypeError:
        kind = type(value).__name__
        raise UsageError(f"{option.keyword_name}: {value!r} is a {kind}, which the option does not take") from None


def _converted(option: Option, value: Any) -> Any:
    """The value after the option's own checks.

    Raises:
        BadParameter: they refuse it.
        TypeError: it is not of the option's kind.
    """
    if option.flag:
        if not isinstance(value, bool):
            raise TypeError
        return value
    if option.many:
        return tuple(option.kind.convert(v, None, None) for v in ([value] if isinstance(value, str) else value))
    if isinstance(value, bool):
        raise TypeError
    return option.kind.convert(value, None, None)


def keywords(command: str) -> Callable[[F], F]:
    """Give a function whose ``**settings`` are a command's options the signature that names them."""

    def signed(function: F) -> F:
        own = inspect.signature(function)
        taken = [p for p in own.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
        named = {p.name for p in taken}
        more = [
            inspect.Parameter(o.keyword_name, inspect.Parameter.KEYWORD_ONLY, default=o.absent)
            for o in options_of(command)
            if o.keyword and o.keyword_name not in named
        ]
        function.__signature__ = own.replace(parameters=[*taken, *more])  # type: ignore[attr-defined]
        return function

    return signed


def _unknown(command: str, name: str, known: Sequence[str]) -> str:
    """The sentence for a keyword that does not exist."""
    hint = suggestion(name, known) or f"; the keywords are: {', '.join(known)}"
    return f"{command}: there is no setting '{name}'{hint}"


def bindings(
    shape: Mapping[str, Sequence[int]] | None, constant: Mapping[str, Any] | None, limit: Mapping[str, int] | None
) -> Bindings:
    """Bind the options by which a model is imported.

    Args:
        shape: of inputs by name.
        constant: values of inputs by name, arrays or files ``.npy``.
        limit: what the model may ask for at most, by name.

    Raises:
        UsageError: a value is not of its form.
    """
    files = {k: os.fspath(v) for k, v in (constant or {}).items() if isinstance(v, (str, os.PathLike))}
    parsed = Bindings.parse(
        [f"{name}={','.join(map(str, dims))}" for name, dims in (shape or {}).items()],
        [f"{name}={value}" for name, value in files.items()],
    )
    arrays = {k: np.asarray(v) for k, v in (constant or {}).items() if k not in files}
    limits = Limits.parse([f"{name}={value}" for name, value in (limit or {}).items()])
    return Bindings(parsed.shapes, {**parsed.constants, **arrays}, limits, parsed.files)
