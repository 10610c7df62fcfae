"""Labels of samples: class numbers, also as floats or one-hot, or class names where the model's are known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Array, Graph

KINDS = "class numbers, one-hot rows or class names"
MAX_NAME = 200  # characters of a class name


def class_numbers(values: Array, count: int, names: Sequence[str] = ()) -> Array | str:
    """The label of each sample, int64 ``[N]``, or why the values are none.

    Args:
        values: ``[N]`` or ``[N, 1]`` class numbers (whole floats too) or class names, or ``[N, classes]`` one-hot.
        count: number of samples N.
        names: the model's class names, in the order of its scores.
    """
    if values.ndim > 1 and values.shape[0] == count and values.size == count:
        values = values.reshape(count)
    if values.shape == (count,):
        if values.dtype.kind == "U":
            return _named(values, names)
        if values.dtype.kind in "iu":
            return np.asarray(values.astype(np.int64))
        if values.dtype.kind == "f" and np.isfinite(values).all() and (values == np.rint(values)).all():
            return np.asarray(values.astype(np.int64))
        return f"its values are not whole numbers ({values.dtype})"
    if values.ndim == 2 and values.shape[0] == count and values.dtype.kind in "biuf":
        if ((values == 0) | (values == 1)).all() and (values.sum(axis=1) == 1).all():
            return np.asarray(values.argmax(axis=1).astype(np.int64))
        return "its rows are not one-hot"
    return f"its shape {list(values.shape)} does not fit {count} samples"


def _named(values: Array, names: Sequence[str]) -> Array | str:
    if not names:
        return "they are texts, and the class names of the model are not known: convert it with --labels FILE"
    index = {name: i for i, name in enumerate(names)}
    unknown = next((str(v) for v in values if str(v) not in index), None)
    if unknown is not None:
        return f"'{printable(unknown, 40)}' is none of the model's class names"
    return np.array([index[str(v)] for v in values], np.int64)


def read_class_names(path: Path) -> tuple[str, ...]:
    """Class names from a text file, a line each, or from a JSON list.

    Raises:
        UsageError: the file cannot be read, or is not of this form.
    """
    shown = printable(str(path))
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as e:
        raise UsageError(f"--labels {shown}: cannot be read ({e.strerror}); check the path") from e
    except UnicodeDecodeError as e:
        raise UsageError(f"--labels {shown}: is not UTF-8 text; give one class name per line") from e
    names = [line.strip() for line in text.rstrip().split("\n")]
    if text.lstrip().startswith("["):
        try:
            names = json.loads(text)
        except (ValueError, RecursionError) as e:
            raise UsageError(f"--labels {shown}: is not valid JSON ({printable(str(e))})") from e
    for number, name in enumerate(names, 1):
        if not isinstance(name, str) or not name or len(name) > MAX_NAME:
            raise UsageError(f"--labels {shown}: entry {number} is no class name; give one per line, none left empty")
        if names.index(name) != number - 1:
            raise UsageError(f"--labels {shown}: '{printable(name, 40)}' is listed twice; class names must differ")
    return tuple(names)


def names_for(graph: Graph, file: Path | None, of_model: Sequence[str]) -> tuple[str, ...]:
    """The class names of a graph: those of the file, which must be as many as its scores, else those of the model.

    Raises:
        UsageError: the file cannot be read, or an output with as many scores is missing.
    """
    outputs = [graph.tensors[name] for name in graph.outputs]
    sizes = {t.size for t in outputs}
    numbered = any(t.size == 1 and not t.dtype.is_float and t.quant is None for t in outputs)
    if file is None:
        return tuple(of_model) if len(of_model) in sizes else ()
    names = read_class_names(file)
    if len(names) not in sizes and not numbered:
        listed = ", ".join(f"'{printable(t.name)}' has {t.size}" for t in outputs)
        raise UsageError(f"--labels {printable(str(file))}: has {len(names)} names, but output {listed} elements")
    return names
