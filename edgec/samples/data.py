"""Samples and labels for calibration and verification.

An array is given per model input as ``[N, ...]``, already preprocessed: the values the model was trained on.  README.md
states how one array of a file is chosen; ``_choose`` is that rule.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from math import prod
from pathlib import Path
from typing import cast

import numpy as np

from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType, Graph, Layout, Quant, Shape, StatePair, Tensor
from edgec.converter.ops.stored import Stored, decode, encode
from edgec.samples.labels import KINDS, class_numbers
from edgec.samples.npfile import Array, ArrayFile, ArrayInfo, ArraysGiven
from edgec.samples.stream import MIN_STREAMED_BYTES, Streamed

LABELS = "y"
SAMPLES = "x"
INTEGERS = (DType.I8, DType.U8, DType.I16, DType.U16, DType.I32, DType.U32, DType.I64, DType.U64)


@dataclass(frozen=True)
class DataSource:
    """``FILE[:x[:y]]`` taken apart."""

    path: Path
    x: str | None = None
    y: str | None = None
    arrays: Mapping[str, Array] | None = None  # instead of the file's; ``path`` is what messages call them then
    class_names: tuple[str, ...] = ()  # of the model, for labels that are names

    @staticmethod
    def parse(text: str | DataSource) -> DataSource:
        """Split ``FILE.npz[:x[:y]]`` or ``FILE.npy``; a source stays what it is.

        Raises:
            UsageError: the file name ends in neither .npz nor .npy.
        """
        if isinstance(text, DataSource):
            return text
        match = re.fullmatch(r"(.*\.np[yz])(?::([^:]*))?(?::([^:]*))?", text, re.DOTALL)
        if match is None:
            raise UsageError(f"'{printable(text)}': must be FILE.npz[:x[:y]] or FILE.npy")
        path, x, y = match.groups()
        return DataSource(Path(path), x or None, y or None)

    def open(self) -> ArrayFile:
        """The arrays.

        Raises:
            UsageError: the file cannot be read.
        """
        return ArrayFile(self.path) if self.arrays is None else ArraysGiven(self.path, self.arrays)

    @property
    def file(self) -> tuple[Path, ...]:
        """The file, where there is one."""
        return (self.path,) if self.arrays is None else ()


@dataclass(frozen=True)
class InputSpec:
    """One input of the source model: shape in the model's own order, quantization when it is int8 or uint8.

    ``stored`` is the format in whose bits the generated code takes real values, ``limits`` are the smallest and largest
    value of integers of fewer than 8 bits.  ``default`` is what a sample of a state is where the data have none.
    """

    name: str
    shape: Shape
    dtype: DType
    quant: Quant | None = None
    stored: Stored | None = None
    limits: tuple[int, int] | None = None
    default: Array | None = field(default=None, compare=False)

    @property
    def sample(self) -> Shape:
        """The shape without its dimensions of size 1: what every sample must have."""
        return tuple(d for d in self.shape if d != 1)


@dataclass(frozen=True)
class Samples:
    """``inputs[i]`` is ``[N, *shape of model input i]`` in that input's type; ``labels`` is ``[N]`` or None."""

    inputs: tuple[Array, ...]
    labels: Array | None = None
    notices: tuple[str, ...] = ()
    about_labels: tuple[str, ...] = ()  # notices for those who need labels

    @property
    def count(self) -> int:
        """Number of samples; a model without inputs has one."""
        return int(self.inputs[0].shape[0]) if self.inputs else 1

    def first(self, n: int | None) -> Samples:
        """The first ``n`` samples (all when ``n`` is None)."""
        return self.taken(slice(n))

    def taken(self, rows: Array | slice) -> Samples:
        """The samples of these numbers."""
        labels = None if self.labels is None else self.labels[rows]
        return replace(self, inputs=tuple(x[rows] for x in self.inputs), labels=labels)


def distinct(inputs: Sequence[Array]) -> Array:
    """Numbers of the samples [N, ...] that no earlier one equals."""
    seen: dict[bytes, int] = {}
    for i in range(len(inputs[0])):
        digest = hashlib.sha256(b"".join(np.ascontiguousarray(x[i]).tobytes() for x in inputs)).digest()
        seen.setdefault(digest, i)
    return np.array(list(seen.values()), np.int64)


def load(source: DataSource, inputs: Sequence[InputSpec], stream: bool = False) -> Samples:
    """Read the samples, and the labels when there are any.

    ``stream``: large arrays are not read but stand for their files (``edgec.samples.stream``), to be taken by rows.

    Raises:
        UsageError: the file is unreadable; no array fits or several do; shapes, types or counts disagree; values are
            not finite.
    """
    given = [spec for spec in inputs if spec.default is None]
    if not given:
        raise UsageError(f"{source.path}: the model has no inputs, so there is nothing to read; leave the data out")
    file = source.open()
    notices: list[str] = []
    loaded: dict[str, Array] = {}
    for spec in inputs:
        if spec.default is None or spec.name in file.arrays:
            info = _choose(file, source, spec, alone=spec.default is None and len(given) == 1)
            loaded[spec.name] = _fitted(file, info, spec, notices, stream)
    counts = {len(a) for a in loaded.values()}
    if len(counts) > 1:
        raise UsageError(f"{file.path}: the arrays of the inputs differ in their number of samples: {file.listing()}")
    about_labels: list[str] = []
    count = counts.pop()
    arrays = [loaded[s.name] if s.name in loaded else _repeated(s, count) for s in inputs]
    labels = _labels(file, source, count, about_labels)
    return Samples(tuple(arrays), labels, tuple(notices), tuple(about_labels))


def _repeated(spec: InputSpec, count: int) -> Array:
    assert spec.default is not None
    return np.repeat(spec.default[np.newaxis], count, axis=0)


def random_samples(inputs: Sequence[InputSpec], count: int, seed: int = 0) -> Samples:
    """Seeded samples: standard normal for float inputs, the whole range for those of 8 bits or less, else 0 or 1."""
    rng = np.random.default_rng(seed)
    arrays: list[Array] = []
    for spec in inputs:
        shape = (count, *spec.shape)
        if spec.dtype.is_float:
            arrays.append(in_format(rng.standard_normal(shape).astype(spec.dtype.numpy), spec.stored))
        elif spec.limits is not None:
            arrays.append(rng.integers(*spec.limits, shape, spec.dtype.numpy, endpoint=True))
        elif spec.dtype in (DType.I8, DType.U8):
            info = np.iinfo(spec.dtype.numpy)
            arrays.append(rng.integers(info.min, info.max, shape, spec.dtype.numpy, endpoint=True))
        else:
            arrays.append(rng.integers(0, 2, shape).astype(spec.dtype.numpy))
    return Samples(tuple(arrays))


def source_shape(t: Tensor) -> Shape:
    """The shape of a graph input or output in the order of the source model."""
    if t.layout is Layout.CHANNELS_LAST:
        return (t.shape[0], t.shape[-1], *t.shape[1:-1])
    return t.shape


def with_defaults(graph: Graph, specs: Sequence[InputSpec]) -> list[InputSpec]:
    """The inputs of a graph's source, those of states with the value that they begin with."""
    first = {graph.inputs.index(s.input): s for s in graph.states}
    return [replace(spec, default=_first(spec, first[i])) if i in first else spec for i, spec in enumerate(specs)]


def _first(spec: InputSpec, state: StatePair) -> Array:
    """Return the initial value of a state, in the type that the source model takes."""
    real = np.resize(np.array(state.initial or (0.0,)), prod(spec.shape)).reshape(spec.shape)
    if spec.quant is not None and not spec.dtype.is_float:
        return quantize_array(real, spec.quant, spec.dtype)
    return real.astype(spec.dtype.numpy)


def in_format(x: Array, stored: Stored | None) -> Array:
    """Real values rounded to those that a format has; as they are without one."""
    return x if stored is None else decode(stored, encode(stored, x, saturate=True))


def to_device(x: Array | Streamed, t: Tensor, stored: Stored | None = None) -> Array:
    """Samples ``[N, *source shape]`` as ``[N, *shape]`` in the element type the generated C takes.

    With ``stored`` that type holds the bits of this format.
    """
    if isinstance(x, Streamed):
        return cast(Array, x.then(lambda rows: to_device(rows, t, stored)))
    if stored is not None:
        x = encode(stored, x, saturate=True)
    if t.layout is Layout.CHANNELS_LAST:
        x = np.moveaxis(x, 2, -1)
    if x.dtype.kind == "f" and not t.dtype.is_float and t.quant is not None:
        return quantize_array(x, t.quant, t.dtype)
    return np.ascontiguousarray(x.astype(t.dtype.numpy))


def _choose(file: ArrayFile, source: DataSource, spec: InputSpec, alone: bool) -> ArrayInfo:
    """The array for one model input: named, else ``x``, else the input's name, else the only one that fits best."""
    names = file.arrays
    if source.x is not None and not alone:
        raise UsageError(
            f"{file.path}: ':{printable(source.x)}' names one array but the model has several inputs; "
            "leave it out and name the arrays after the inputs"
        )
    for name in (source.x,) if source.x is not None else (*((SAMPLES,) if alone else ()), spec.name):
        if name in names:
            return names[name]
    if source.x is not None:
        raise UsageError(f"{file.path}: has no array '{printable(source.x)}'; it has: {file.listing()}")
    fitting = [
        a for a in names.values() if alone and a.name != LABELS and _fits(a.shape, spec) and _rank(a, spec) is not None
    ]
    ranks = [_rank(a, spec) or 0 for a in fitting]
    best = [a for a, r in zip(fitting, ranks, strict=True) if r == min(ranks)]
    if len(best) == 1:
        return best[0]
    fact = f"{len(best)} arrays fit" if best else "no array fits"
    remedy = f"name one: {file.path.name}:ARRAY" if alone else "name the arrays after the model's inputs"
    raise UsageError(
        f"{file.path}: {fact} the model input '{printable(spec.name)}' ({spec.dtype.value}{list(spec.shape)}); "
        f"the file has: {file.listing()}; {remedy}"
    )


def _rank(info: ArrayInfo, spec: InputSpec) -> int | None:
    """Rank an array's type as a source of an input: 0 its own kind, 1 by conversion, None unsuitable."""
    kind = info.dtype.kind
    if spec.dtype.is_float:
        return 0 if kind == "f" else 1 if kind in "iub" else None
    if info.dtype == spec.dtype.numpy:
        return 0
    if spec.dtype in (DType.I8, DType.U8):
        return 1 if kind in "fiu" and spec.quant is not None else None
    return 1 if kind in "iub" else None


def _fits(shape: Shape, spec: InputSpec) -> bool:
    return _arrangement(shape, spec) is not None


def _arrangement(shape: Shape, spec: InputSpec) -> tuple[int, Shape | None] | None:
    """(number of samples, the order that moves channels to their place or None); None when ``shape`` does not fit.

    Dimensions of size 1 are free: a batch or channel dimension may be there or not.
    """
    for count, rest in ((shape[0], shape[1:]), (1, shape)) if shape else ((1, shape),):
        if tuple(d for d in rest if d != 1) == spec.sample:
            return count, None
    if len(spec.shape) == 4 and len(shape) == 4 and spec.shape[0] == 1:
        _, a, b, c = spec.shape
        if shape[1:] == (b, c, a):
            return shape[0], (0, 3, 1, 2)
        if shape[1:] == (c, a, b):
            return shape[0], (0, 2, 3, 1)
    return None


def _fitted(file: ArrayFile, info: ArrayInfo, spec: InputSpec, notices: list[str], stream: bool) -> Array:
    """The array as ``[N, *spec.shape]`` in the input's type; conversions are told in ``notices``."""
    label = f"{file.path}: array '{printable(info.name)}'"
    arrangement = _arrangement(info.shape, spec)
    if arrangement is None:
        raise UsageError(
            f"{label} has shape {list(info.shape)}, but samples of the model input '{printable(spec.name)}' have shape "
            f"{list(spec.shape)}; {_reshaped(info, spec)}"
        )
    count, order = arrangement
    if count == 0:
        raise UsageError(f"{label} holds no samples; give at least one")
    if order is not None:
        notices.append(f"{label} {list(info.shape)} is moved to the model's order {list(spec.shape)}")

    def arranged(rows: Array, told: list[str]) -> Array:
        moved = rows if order is None else rows.transpose(order)
        array = _converted(label, info, spec, moved.reshape(len(rows), *spec.shape), told)
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise UsageError(f"{label} holds NaN or infinite values; remove those samples")
        return array

    if stream and info.by_rows and info.nbytes > MIN_STREAMED_BYTES and count == info.shape[0]:
        once = [notices]
        return cast(Array, Streamed(file, info, lambda rows: arranged(rows, once.pop() if once else [])))
    array = file.read(info.name)
    whole = info.shape[:1] == (count,)
    return arranged(array.reshape(count, *array.shape[1:]) if whole else array[np.newaxis], notices)


def _reshaped(info: ArrayInfo, spec: InputSpec) -> str:
    """Return the remedy for an array of another shape: flat samples of as many elements are reshaped."""
    shape = list(spec.shape[spec.shape[:1] == (1,) :])
    if len(info.shape) > 1 and prod(info.shape[1:]) == prod(shape):
        return f"reshape it: {printable(info.name)}.reshape({', '.join(map(str, (-1, *shape)))})"
    return f"give an array [{', '.join(map(str, ('N', *shape)))}]"


def _converted(label: str, info: ArrayInfo, spec: InputSpec, array: Array, notices: list[str]) -> Array:
    """The array in the input's type; only conversions that keep the values, or quantize real values, are made."""
    wanted = f"the model input '{printable(spec.name)}' is {spec.dtype.value}"
    if spec.limits is not None and array.size and (array.min() < spec.limits[0] or array.max() > spec.limits[1]):
        raise UsageError(
            f"{label} has values outside of {list(spec.limits)}, which is all that '{printable(spec.name)}' takes; "
            "correct the values"
        )
    if array.dtype == spec.dtype.numpy:
        return in_format(array, spec.stored)
    if _rank(info, spec) is None:
        raise UsageError(f"{label} is {array.dtype} but {wanted}; convert the array to {spec.dtype.value}")
    if spec.dtype.is_float:
        if array.dtype.kind != "f":
            notices.append(f"{label} is {array.dtype}: its values are kept, as {spec.dtype.value}")
        with np.errstate(over="ignore"):
            return in_format(np.asarray(array.astype(spec.dtype.numpy)), spec.stored)
    if spec.quant is not None:
        return _quantized(label, spec, spec.quant, array, notices)
    limits = np.iinfo(spec.dtype.numpy) if spec.dtype in INTEGERS else np.iinfo(np.uint8)
    if array.size and (array.min() < limits.min or array.max() > limits.max):
        raise UsageError(f"{label} has values that {spec.dtype.value} cannot hold, but {wanted}; correct the values")
    return np.asarray(array.astype(spec.dtype.numpy))


def _quantized(label: str, spec: InputSpec, quant: Quant, array: Array, notices: list[str]) -> Array:
    """Real values quantized with the input's scale; integers must all lie in its range, for pixels often do not."""
    limits = np.iinfo(spec.dtype.numpy)
    lo, hi = quant.s * (limits.min - quant.z), quant.s * (limits.max - quant.z)
    if array.dtype.kind != "f" and array.size and (array.min() < lo - quant.s / 2 or array.max() > hi + quant.s / 2):
        raise UsageError(
            f"{label} is {array.dtype} with values {array.min()}..{array.max()}, but the model input "
            f"'{printable(spec.name)}' is {spec.dtype.value} for real values {lo:g}..{hi:g}; give {spec.dtype.value} "
            "as the model takes it, or the preprocessed values as float32"
        )
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise UsageError(f"{label} holds NaN or infinite values; remove those samples")
    notices.append(f"{label} is quantized with the model input's scale {quant.s:g} and zero point {quant.z}")
    return quantize_array(array, quant, spec.dtype)


def _labels(file: ArrayFile, source: DataSource, count: int, notices: list[str]) -> Array | None:
    """The labels ``[N]``: the array named, which must fit, else ``y`` when it fits, else None; a note says so."""
    name = source.y or LABELS
    info = file.arrays.get(name)
    numbers = None if info is None else class_numbers(file.read(name), count, source.class_names)
    if numbers is not None and not isinstance(numbers, str):
        return numbers
    if source.y is None:
        if info is not None:
            notices.append(f"{file.path}: '{LABELS}' is not used as labels: {numbers}")
        elif (likely := file.arrays.get("labels")) is not None and likely.shape[:1] == (count,):
            notices.append(f"{file.path}: 'labels' is not used; {source.path.name}::labels takes it")
        return None
    if info is None:
        raise UsageError(f"{file.path}: has no array '{printable(name)}'; it has: {file.listing()}")
    raise UsageError(f"{file.path}: '{printable(name)}' is not used as labels: {numbers}; give {KINDS}")
