"""Random layers: windows, resampling, recurrence, normalization."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.conformance.grid_parts import Fixed, Generator, Rng, Sample, ints, pick, reals, sizes, some

ACTIVATIONS = ("Sigmoid", "Tanh", "Relu", "HardSigmoid", "Softsign", "Elu", "LeakyRelu", "ThresholdedRelu", "Affine",
               "ScaledTanh", "Softplus")  # fmt: skip


def _window(rng: Rng, rank: int, kernel: list[int], dilate: bool = True) -> dict[str, Any]:
    """Strides, dilations and pads (or auto_pad) of a window."""
    attrs: dict[str, Any] = {"strides": pick(rng, None, some(rng, 1, 3, rank))}
    if dilate and rng.random() < 0.3:
        attrs["dilations"] = some(rng, 1, 2, rank)
    auto = pick(rng, None, None, "SAME_UPPER", "SAME_LOWER", "VALID", "NOTSET")
    attrs["auto_pad"] = auto
    if auto in (None, "NOTSET") and rng.random() < 0.7:
        attrs["pads"] = [int(rng.integers(0, k)) for k in kernel * 2]
    return attrs


def pool(rng: Rng) -> Sample:
    op = pick(rng, "MaxPool", "AveragePool", "LpPool")
    rank = pick(rng, 1, 2, 2, 3)
    kernel = some(rng, 1, 3, rank)
    attrs = {"kernel_shape": kernel, **_window(rng, rank, kernel), "ceil_mode": pick(rng, 0, 1)}
    if op == "AveragePool":
        attrs["count_include_pad"] = pick(rng, None, 0, 1)
    if op == "LpPool":
        attrs["p"] = pick(rng, None, 1, 2, 3)
        return Sample(op, [reals(rng, 1, 2, *sizes(rng, rank, 4, 9))], attrs, pick(rng, 18, 22))
    if op == "MaxPool" and rng.random() < 0.2:
        x = rng.integers(-128, 128, (1, 2, *sizes(rng, rank, 4, 9))).astype(np.int8)
        return Sample(op, [x], attrs)
    outputs = 2 if op == "MaxPool" and rank < 3 and rng.random() < 0.2 else 1
    return Sample(op, [reals(rng, 1, 2, *sizes(rng, rank, 4, 9))], attrs, pick(rng, 12, 19, 22), outputs)


def conv(rng: Rng) -> Sample:
    rank, groups = pick(rng, 1, 2, 2, 3), pick(rng, 1, 1, 2, 3)
    kernel = some(rng, 1, 3, rank)
    inner, outer = pick(rng, 1, 2), pick(rng, 1, 2)
    attrs = {"kernel_shape": pick(rng, None, kernel), "group": groups, **_window(rng, rank, kernel)}
    x = reals(rng, pick(rng, 1, 2), inner * groups, *sizes(rng, rank, 5, 8))
    weight, bias = reals(rng, outer * groups, inner, *kernel), reals(rng, outer * groups)
    return Sample("Conv", [x, pick(rng, Fixed(weight), weight), pick(rng, None, Fixed(bias))], attrs)


def conv_transpose(rng: Rng) -> Sample:
    rank, groups = pick(rng, 1, 2, 2, 3), pick(rng, 1, 1, 2)
    kernel = some(rng, 1, 3, rank)
    inner, outer = pick(rng, 1, 2), pick(rng, 1, 2)
    attrs = {"kernel_shape": pick(rng, None, kernel), "group": groups, **_window(rng, rank, kernel)}
    strides = attrs["strides"] or [1] * rank
    shape = sizes(rng, rank, 2, 5)
    choice = rng.random()
    if choice < 0.3:
        attrs["output_padding"] = [int(rng.integers(0, s)) for s in strides]
    elif choice < 0.5:
        attrs["output_shape"] = [d * s + int(rng.integers(0, s)) for d, s in zip(shape, strides, strict=True)]
        attrs.pop("pads", None)
    weight, bias = reals(rng, inner * groups, outer, *kernel), reals(rng, outer * groups)
    return Sample(
        "ConvTranspose", [reals(rng, 1, inner * groups, *shape), Fixed(weight), pick(rng, None, Fixed(bias))], attrs
    )


def resize(rng: Rng) -> Sample:
    rank = pick(rng, 1, 2, 2)
    shape = (*pick(rng, (1, 2), (1, 1)), *sizes(rng, rank, 2, 7))
    mode = pick(rng, "nearest", "linear", "cubic")
    modes = ["half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
             "tf_crop_and_resize"]  # fmt: skip
    coordinates = pick(rng, *modes)
    attrs: dict[str, Any] = {"mode": mode, "coordinate_transformation_mode": coordinates}
    if mode == "nearest":
        attrs["nearest_mode"] = pick(rng, None, "round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
    if mode == "cubic":
        attrs["cubic_coeff_a"] = pick(rng, None, -0.5)
        attrs["exclude_outside"] = pick(rng, None, 0, 1)
    if mode != "nearest" and rng.random() < 0.25:
        attrs["antialias"] = 1
    axes = pick(rng, None, list(range(2, 2 + rank)))
    attrs["axes"] = axes
    count = rank if axes else 2 + rank
    roi = None
    if coordinates == "tf_crop_and_resize":
        attrs["extrapolation_value"] = pick(rng, None, 7.5)
        starts, ends = [0.0] * count, [1.0] * count
        starts[-1], ends[-1] = pick(rng, (0.1, 0.8), (-0.2, 1.3), (0.9, 0.2))
        roi = Fixed(np.asarray(starts + ends, np.float32))
    if rng.random() < 0.5:
        wanted = [*(() if axes else shape[:2]), *sizes(rng, rank, 1, 11)]
        if axes:
            attrs["keep_aspect_ratio_policy"] = pick(rng, None, "stretch", "not_larger", "not_smaller")
        return Sample("Resize", [reals(rng, *shape), roi, None, ints(wanted)], attrs, 19)
    chosen = [float(pick(rng, 0.5, 0.6, 0.75, 1.0, 1.4, 2.0, 2.7, 3.0)) for _ in range(rank)]
    factors = [*(() if axes else (1.0, 1.0)), *chosen]
    return Sample("Resize", [reals(rng, *shape), roi, Fixed(np.asarray(factors, np.float32))], attrs, 19)


def recurrent(rng: Rng) -> Sample:
    op = pick(rng, "LSTM", "GRU", "RNN")
    gates = {"LSTM": 4, "GRU": 3, "RNN": 1}[op]
    direction = pick(rng, None, "forward", "reverse", "bidirectional")
    count = 2 if direction == "bidirectional" else 1
    steps, batch, size, hidden = some(rng, 1, 4, 4)
    per = {"LSTM": 3, "GRU": 2, "RNN": 1}[op]
    attrs: dict[str, Any] = {"hidden_size": hidden, "direction": direction, "clip": pick(rng, None, None, 0.7)}
    if rng.random() < 0.5:
        attrs["activations"] = [pick(rng, *ACTIVATIONS) for _ in range(per * count)]
        if rng.random() < 0.5:  # taken in order by the functions that have them
            attrs["activation_alpha"] = [0.1, 0.3, 0.5, 0.7, 0.9, 1.1]
            attrs["activation_beta"] = [0.2, 0.4, 0.6, 0.8, 1.0, 1.2]
    if op == "GRU":
        attrs["linear_before_reset"] = pick(rng, None, 0, 1)
    if op == "LSTM":
        attrs["input_forget"] = pick(rng, None, None, 1)
    lengths = np.asarray(some(rng, 0, steps, batch), np.int32)
    inputs = [
        reals(rng, steps, batch, size),
        Fixed(reals(rng, count, gates * hidden, size)),
        Fixed(reals(rng, count, gates * hidden, hidden)),
        pick(rng, None, Fixed(reals(rng, count, 2 * gates * hidden))),
        pick(rng, None, None, Fixed(lengths), lengths),
        pick(rng, None, reals(rng, count, batch, hidden)),
    ]
    if op == "LSTM":
        inputs += [
            pick(rng, None, reals(rng, count, batch, hidden)),
            pick(rng, None, Fixed(reals(rng, count, 3 * hidden))),
        ]
    return Sample(op, inputs, attrs, pick(rng, 14, 22), 3 if op == "LSTM" else 2)


def normalize(rng: Rng) -> Sample:
    op = pick(rng, "BatchNormalization", "InstanceNormalization", "LayerNormalization", "GroupNormalization", "LRN",
              "MeanVarianceNormalization", "LpNormalization", "RMSNormalization")  # fmt: skip
    rank = pick(rng, 3, 3, 4) if op in ("InstanceNormalization", "GroupNormalization") else pick(rng, 2, 3, 4)
    x = reals(rng, pick(rng, 1, 2), 4, *sizes(rng, rank - 2, 3, 5))
    vectors = [Fixed(np.abs(reals(rng, 4)) + np.float32(0.1)) for _ in range(4)]
    if op == "BatchNormalization":
        return Sample(op, [x, *vectors], {"epsilon": pick(rng, None, 1e-2)}, 15)
    if op == "InstanceNormalization":
        return Sample(op, [x, *vectors[:2]], {"epsilon": pick(rng, None, 1e-2)}, 18)
    if op in ("LayerNormalization", "RMSNormalization"):
        axis = int(rng.integers(-rank, rank))
        scale = reals(rng, *x.shape[axis:])
        bias = [pick(rng, None, Fixed(scale * 2))] if op == "LayerNormalization" else []
        return Sample(op, [x, Fixed(scale), *bias], {"axis": axis}, 23, pick(rng, 1, 1, 3) if bias else 1)
    if op == "GroupNormalization":
        return Sample(op, [x, *vectors[:2]], {"num_groups": pick(rng, 1, 2, 4)}, 21)
    if op == "LRN":
        attrs = {"size": pick(rng, 1, 2, 3, 5), "alpha": pick(rng, None, 0.5), "bias": pick(rng, None, 2.0)}
        return Sample(op, [x if rank == 4 else x.reshape(*x.shape, *[1] * (4 - rank))], attrs)
    if op == "LpNormalization":
        return Sample(op, [x], {"axis": int(rng.integers(-rank, rank)), "p": pick(rng, 1, 2)})
    return Sample(op, [x], {"axes": [0, 1] if rank == 2 else [0, 2]} if rank < 4 else {}, 13)


def grid_sample(rng: Rng) -> Sample:
    x, grid = reals(rng, 2, 2, *sizes(rng, 2, 2, 5)), rng.uniform(-1.4, 1.4, (2, *sizes(rng, 2, 1, 4), 2))
    attrs = {
        "mode": pick(rng, "linear", "nearest", "cubic"),
        "padding_mode": pick(rng, None, "zeros", "border", "reflection"),
        "align_corners": pick(rng, None, 0, 1),
    }
    return Sample("GridSample", [x, grid.astype(np.float32)], attrs, 20)


def softmax(rng: Rng) -> Sample:
    rank = pick(rng, 2, 3, 4)
    op = pick(rng, "Softmax", "LogSoftmax", "Hardmax")
    return Sample(
        op,
        [reals(rng, *sizes(rng, rank))],
        {"axis": pick(rng, None, int(rng.integers(-rank, rank)))},
        pick(rng, 11, 13),
    )


LAYERS: dict[str, Generator] = {
    "pool": pool,
    "conv": conv,
    "conv_transpose": conv_transpose,
    "resize": resize,
    "recurrent": recurrent,
    "normalize": normalize,
    "grid_sample": grid_sample,
    "softmax": softmax,
}
