"""Recurrent layers: the functions of their gates, and their attributes."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs


class GateFn(Enum):
    """Activations of gates; the name is the C constant's suffix."""

    SIGMOID = "sigmoid"
    TANH = "tanh"
    RELU = "relu"
    AFFINE = "affine"
    LEAKY_RELU = "leaky_relu"
    THRESHOLDED_RELU = "thresholded_relu"
    SCALED_TANH = "scaled_tanh"
    HARD_SIGMOID = "hard_sigmoid"
    ELU = "elu"
    SOFTSIGN = "softsign"
    SOFTPLUS = "softplus"


GATE: dict[GateFn, Callable[[Array, float, float], Array]] = {
    GateFn.SIGMOID: lambda x, a, b: 1.0 / (1.0 + np.exp(-x)),
    GateFn.TANH: lambda x, a, b: np.tanh(x),
    GateFn.RELU: lambda x, a, b: np.maximum(x, 0.0),
    GateFn.AFFINE: lambda x, a, b: a * x + b,
    GateFn.LEAKY_RELU: lambda x, a, b: np.where(x < 0, a * x, x),
    GateFn.THRESHOLDED_RELU: lambda x, a, b: np.where(x > a, x, 0.0),
    GateFn.SCALED_TANH: lambda x, a, b: a * np.tanh(b * x),
    GateFn.HARD_SIGMOID: lambda x, a, b: np.clip(a * x + b, 0.0, 1.0),
    GateFn.ELU: lambda x, a, b: np.where(x < 0, a * np.expm1(np.minimum(x, 0.0)), x),
    GateFn.SOFTSIGN: lambda x, a, b: x / (1.0 + np.abs(x)),
    GateFn.SOFTPLUS: lambda x, a, b: np.logaddexp(x, 0.0),
}


@dataclass(frozen=True)
class RecurrentAttrs(Attrs):
    """One direction of a recurrent layer.

    ``activations`` (with alphas and betas) are ONNX's f, g, h.  ``clip`` bounds the gates' inputs (0: not), but not the
    cell that an LSTM's h reads (as in ONNX Runtime).  ``before_reset`` is GRU's linear_before_reset, ``coupled`` LSTM's
    input_forget.
    """

    hidden: int
    activations: tuple[GateFn, ...]
    alphas: tuple[float, ...]
    betas: tuple[float, ...]
    clip: float = 0.0
    reverse: bool = False
    before_reset: bool = False
    coupled: bool = False


GATES = {"Rnn": 1, "Gru": 3, "Lstm": 4}
USUAL = {
    "Rnn": (GateFn.TANH,),
    "Gru": (GateFn.SIGMOID, GateFn.TANH),
    "Lstm": (GateFn.SIGMOID, GateFn.TANH, GateFn.TANH),
}
"""Functions of a layer that names none."""
