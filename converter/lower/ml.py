"""Classical machine learning (ai.onnx.ml), as skl2onnx exports it: scalers, linear models, small tables."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Array, DType, Node, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.conv import dense
from edgec.converter.lower.pool import powered, rooted
from edgec.converter.ops.elementwise import BinaryFn, SoftmaxAttrs, UnaryAttrs, UnaryFn
from edgec.converter.ops.index import ArgReduceAttrs
from edgec.converter.ops.logic import CompareFn
from edgec.converter.ops.pool import ReduceFn
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs

ML = "ai.onnx.ml"
FEW_KEYS = 8  # of a LabelEncoder, from which on they become a table
WIDE_TABLE = 4  # entries of the table for each key at most


def numbers(c: Lowering, name: str) -> Array:
    """A list attribute (or tensor attribute) as float64."""
    value = c.node.attrs.get(name, ())
    if not isinstance(value, (tuple, np.ndarray)):
        c.invalid(f"attribute {name} is not a list of numbers")
    return np.asarray(value, np.float64).reshape(-1)


def matrix(c: Lowering, x: Tensor) -> Tensor:
    """The input as float32 rows."""
    if len(x.shape) not in (1, 2):
        c.invalid(f"its input has shape {list(x.shape)}, rank 1 or 2 is needed")
    return c.cast(x if len(x.shape) == 2 else c.reshape(x, (1, x.size)), DType.F32)


def class_labels(c: Lowering) -> Array:
    """The integer labels of a classifier."""
    if c.node.attrs.get("classlabels_strings"):
        c.refuse("its class labels are strings", "train with integer labels, or map them back in the firmware")
    labels = numbers(c, "classlabels_int64s" if "classlabels_int64s" in c.node.attrs else "classlabels_ints")
    if labels.size == 0:
        c.invalid("its class labels are missing")
    return labels.astype(np.int64)


def post_transform(c: Lowering, scores: Tensor) -> Tensor:
    """The post_transform attribute."""
    name = c.attr_str("post_transform", "NONE")
    if name == "LOGISTIC":
        return c.unary(scores, UnaryFn.SIGMOID)
    if name in ("SOFTMAX", "SOFTMAX_ZERO"):
        y = c.emit("Softmax", SoftmaxAttrs(len(scores.shape) - 1), scores)
        if name == "SOFTMAX":
            return y
        zero = c.compare(scores, c.like(scores, 0.0), CompareFn.EQ)
        return c.where(zero, c.like(scores, 0.0), y)
    if name != "NONE":
        c.refuse(f"its post_transform {name} is not supported", "use NONE, LOGISTIC or SOFTMAX")
    return scores


def classify(c: Lowering, scores: Tensor, labels: Array, positive_only: bool) -> None:
    """Outputs label and scores; one column is the score of the second of two classes.

    ``positive_only``: that column is a probability (threshold 0.5), not a margin (threshold 0).
    """
    if scores.shape[1] == 1 and labels.size == 2:
        cut = 0.5 if positive_only else 0.0
        second = c.cast(c.compare(scores, c.like(scores, cut), CompareFn.GT), DType.I64)
        index = c.reshape(second, (scores.shape[0],))
        complement = c.binary(c.like(scores, 1.0), scores, BinaryFn.SUB)
        first = complement if positive_only else c.unary(scores, UnaryFn.NEG)
        scores = c.emit("Concat", ConcatAttrs(1), first, scores)
    else:
        if scores.shape[1] != labels.size:
            c.invalid(f"it has {scores.shape[1]} scores for {labels.size} classes")
        index = c.emit("ArgReduce", ArgReduceAttrs(1, keepdims=False), scores)
    if not np.array_equal(labels, np.arange(labels.size)):
        index = c.emit("Gather", GatherAttrs(0), c.const_tensor(labels), index)
    c.output(index)
    c.output(post_transform(c, scores), 1)


@onnx_op("LinearClassifier", domain=ML)
def lower_linear_classifier(c: Lowering) -> None:
    """Integer labels and scores; post_transform NONE, LOGISTIC or SOFTMAX."""
    x = matrix(c, c.x(0))
    labels = class_labels(c)
    c_rows = numbers(c, "coefficients")
    rows = max(c_rows.size // x.shape[1], 1)
    scores = _linear(c, x, c_rows, numbers(c, "intercepts"), rows)
    classify(c, scores, labels, False)


def _linear(c: Lowering, x: Tensor, coefficients: Array, intercepts: Array, rows: int) -> Tensor:
    if coefficients.size != rows * x.shape[1]:
        c.invalid(f"{coefficients.size} coefficients do not fit {rows} x {x.shape[1]}")
    weight = c.const_tensor(coefficients.reshape(rows, -1).T.astype(np.float32), hint=f"{c.node.label}.weight")
    bias = np.zeros(rows) if intercepts.size == 0 else intercepts
    if bias.size != rows:
        c.invalid(f"{bias.size} intercepts do not fit {rows} outputs")
    return dense(c, x, weight, c.const_tensor(bias.astype(np.float32), hint=f"{c.node.label}.bias"))


@onnx_op("LinearRegressor", domain=ML)
def lower_linear_regressor(c: Lowering) -> None:
    """One or more targets."""
    targets = c.attr_int("targets", 1)
    scores = _linear(c, matrix(c, c.x(0)), numbers(c, "coefficients"), numbers(c, "intercepts"), targets)
    c.output(post_transform(c, scores))


@onnx_op("Scaler", domain=ML)
def lower_scaler(c: Lowering) -> None:
    """(x - offset) * scale per feature."""
    x = c.cast(c.x(0), DType.F32)
    for name, fn in (("offset", BinaryFn.SUB), ("scale", BinaryFn.MUL)):
        values = numbers(c, name)
        if values.size not in (0, 1, x.shape[-1]):
            c.invalid(f"{values.size} values of {name} do not fit {list(x.shape)}")
        if values.size:
            x = c.binary(x, c.const_tensor(values.astype(np.float32)), fn)
    c.output(x)


@onnx_op("Normalizer", domain=ML)
def lower_normalizer(c: Lowering) -> None:
    """Rows divided by their maximum, L1 or L2 norm."""
    x = c.cast(c.x(0), DType.F32)
    axis = (len(x.shape) - 1,)
    name = c.attr_str("norm", "MAX")
    if name == "L1" and _sums_to_one(c, x):  # behind the classifier of every logistic regression
        c.output(x)
        return
    if name == "MAX":
        norm = c.reduce(x, ReduceFn.MAX, axis)
    elif name in ("L1", "L2"):
        norm = rooted(c, c.reduce(powered(c, x, int(name[1])), ReduceFn.SUM, axis), int(name[1]))
    else:
        c.invalid(f"norm '{name}' is not MAX, L1 or L2")
    zero = c.compare(norm, c.like(norm, 0.0), CompareFn.EQ)
    c.output(c.binary(x, c.where(zero, c.like(norm, 1.0), norm), BinaryFn.DIV))


def _sums_to_one(c: Lowering, x: Tensor) -> bool:
    """Return whether rows are probabilities already: of a Softmax, or the two of a sigmoid."""
    node = _maker(c, x.name)
    if node is None:
        return False
    if isinstance(node.attrs, SoftmaxAttrs):
        return node.attrs.axis == len(x.shape) - 1 and not node.attrs.log
    if not isinstance(node.attrs, UnaryAttrs) or node.attrs.fn is not UnaryFn.SIGMOID:
        return False
    pair = _maker(c, node.inputs[0])
    if pair is None or pair.op != "Concat" or len(pair.inputs) != 2:
        return False
    first = _maker(c, pair.inputs[0])
    negated = first is not None and isinstance(first.attrs, UnaryAttrs) and first.attrs.fn is UnaryFn.NEG
    return negated and first is not None and first.inputs[0] == pair.inputs[1] and x.shape[-1] == 2


def _maker(c: Lowering, name: str) -> Node | None:
    return next((n for n in reversed(c.editor.nodes) if name in n.outputs), None)


@onnx_op("Binarizer", domain=ML)
def lower_binarizer(c: Lowering) -> None:
    """1 above the threshold, else 0."""
    x = c.x(0)
    c.output(c.cast(c.compare(x, c.like(x, c.attr_float("threshold", 0.0)), CompareFn.GT), x.dtype))


@onnx_op("Imputer", domain=ML)
def lower_imputer(c: Lowering) -> None:
    """A replaced value (or NaN) becomes the imputed one, per feature."""
    x = c.x(0)
    names = ("imputed_value_floats", "replaced_value_float")
    if not x.dtype.is_float:
        names = ("imputed_value_int64s", "replaced_value_int64")
    values = numbers(c, names[0])
    if values.size not in (1, x.shape[-1]):
        c.invalid(f"{values.size} imputed values do not fit {list(x.shape)}")
    wanted = c.attr_float(names[1], 0.0)
    nan = bool(np.isnan(wanted))
    missing = c.compare(x, x if nan else c.like(x, wanted), CompareFn.NE if nan else CompareFn.EQ)
    c.output(c.where(missing, c.const_tensor(values.astype(x.dtype.numpy)), x))


@onnx_op("ArrayFeatureExtractor", domain=ML)
def lower_array_feature_extractor(c: Lowering) -> None:
    """Columns of the last axis."""
    x, index = c.x(0), c.x(1)
    x = c.reshape(x, (1, x.size)) if len(x.shape) == 1 else x
    flat = c.reshape(index, (index.size,))
    c.output(c.emit("Gather", GatherAttrs(len(x.shape) - 1), x, flat))


@onnx_op("FeatureVectorizer", domain=ML)
def lower_feature_vectorizer(c: Lowering) -> None:
    """Columns of several inputs side by side."""
    parts = [matrix(c, x) for x in c.xs()]
    c.output(parts[0] if len(parts) == 1 else c.emit("Concat", ConcatAttrs(1), *parts))


@onnx_op("OneHotEncoder", domain=ML)
def lower_one_hot_encoder(c: Lowering) -> None:
    """One column per integer category; unknown values give zeros (zeros=1)."""
    if c.node.attrs.get("cats_strings"):
        c.refuse("its categories are strings", "encode them as integers before the model")
    if not c.attr_int("zeros", 1):
        c.refuse(
            "unknown categories are an error (zeros=0), which a device cannot raise",
            "export zeros=1, in scikit-learn OneHotEncoder(handle_unknown='ignore'), with which they give zeros",
        )
    x = c.cast(c.x(0), DType.I64)
    categories = c.const_tensor(numbers(c, "cats_int64s").astype(np.int64))
    wide = c.reshape(x, (*x.shape, 1))
    c.output(c.cast(c.compare(wide, categories, CompareFn.EQ), DType.F32))


def _mapping(c: Lowering, what: str) -> Array | None:
    """Keys or values of a LabelEncoder that are numbers."""
    for kind in ("int64s", "floats"):
        if f"{what}_{kind}" in c.node.attrs:
            values = numbers(c, f"{what}_{kind}")
            return values.astype(np.int64) if kind == "int64s" else values.astype(np.float32)
    value = c.node.attrs.get(f"{what}_tensor")
    return value.reshape(-1) if isinstance(value, np.ndarray) else None


@onnx_op("LabelEncoder", domain=ML)
def lower_label_encoder(c: Lowering) -> None:
    """Numbers to numbers: a choice per key, the default elsewhere; strings are refused."""
    x = c.x(0)
    keys, values = _mapping(c, "keys"), _mapping(c, "values")
    if keys is None or values is None or keys.size != values.size:
        c.refuse("it maps strings, or its keys and values do not pair", "use integer or float keys and values")
    given = c.node.attrs.get("default_tensor")
    name = "default_int64" if values.dtype == np.int64 else "default_float"
    fallback = (
        c.single(given, name) if isinstance(given, np.ndarray) else c.attr_float(name, -1.0 if "int" in name else -0.0)
    )
    if keys.dtype == np.int64 and keys.size >= FEW_KEYS and int(keys.max()) - int(keys.min()) < WIDE_TABLE * keys.size:
        c.output(_table(c, x, keys, values, fallback))
        return
    y = c.const_tensor(np.asarray(fallback, values.dtype))
    for key, value in reversed(list(zip(keys, values, strict=True))):
        if np.issubdtype(keys.dtype, np.floating) and np.isnan(key):
            hit = c.compare(x, x, CompareFn.NE)
        else:
            hit = c.compare(x, c.const_tensor(np.asarray(key, x.dtype.numpy)), CompareFn.EQ)
        y = c.where(hit, c.const_tensor(np.asarray(value, values.dtype)), y)
    c.output(c.expand(y, x.shape))


def _table(c: Lowering, x: Tensor, keys: Array, values: Array, fallback: object) -> Tensor:
    """Integers whose keys lie near each other: what lies outside of them reads the entry behind them."""
    first, size = int(keys.min()), int(keys.max() - keys.min()) + 1
    table = np.full(size + 1, fallback, values.dtype)
    table[keys[::-1] - first] = values[::-1]  # of equal keys the first
    place = c.binary(c.cast(x, DType.I64), c.const_tensor(np.asarray(first, np.int64)), BinaryFn.SUB)
    end = c.const_tensor(np.asarray(size, np.int64))
    outside = c.compare(place, c.const_tensor(np.asarray(0, np.int64)), CompareFn.LT)
    place = c.where(outside, end, c.binary(place, end, BinaryFn.MIN))
    return c.emit("Gather", GatherAttrs(0), c.const_tensor(table), place)


@onnx_op("ZipMap", domain=ML)
def lower_zip_map(c: Lowering) -> None:
    """Refused: a map has no counterpart in C."""
    c.refuse("it makes a list of dictionaries", "export with zipmap=False (skl2onnx options), and read the scores")
