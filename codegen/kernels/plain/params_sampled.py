"""Parameters of the kernels in ``runtime_c/plain`` that sample, and of recurrent layers and trees."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.params import Defined, Float, Int32, Int32x3, Line, Record, UInt32
from edgec.codegen.kernels.shared.params import Gate, Resample
from edgec.converter.graph.frozen import dataclass


class Interpolation(Defined):
    """Interpolation of values between cells."""

    EDGEC_GRID_NEAREST = 0
    EDGEC_GRID_LINEAR = 1
    EDGEC_GRID_CUBIC = 2


class Outside(Defined):
    """Values outside of a sampled image."""

    EDGEC_PAD_ZEROS = 0
    EDGEC_PAD_BORDER = 1
    EDGEC_PAD_REFLECTION = 2


@dataclass(frozen=True)
class ResampleInt(Record, ctype="edgec_resample_int_params"):
    """Sums of int8 and int16 cells of one axis."""

    shape: Resample
    in_zero: Int32
    multiplier: Annotated[Int32, Line()]
    shift: UInt32
    out_zero: Int32


@dataclass(frozen=True)
class GridSample(Record, ctype="edgec_grid_params"):
    """Samples at points of which a tensor holds the places."""

    batch: Int32
    channels: Int32
    points: Int32
    axes: Int32
    size: Annotated[Int32x3, Line()]
    mode: Annotated[Interpolation, Line()]
    padding: Outside
    align_corners: Int32


@dataclass(frozen=True)
class RoiAlign(Record, ctype="edgec_roi_params"):
    """Means and maxima of samples in cells of regions."""

    batch: Int32
    channels: Int32
    height: Int32
    width: Int32
    regions: Annotated[Int32, Line()]
    out_h: Int32
    out_w: Int32
    ratio: Int32
    maximum: Annotated[Int32, Line()]
    half_pixel: Int32
    scale: Float


@dataclass(frozen=True)
class Recurrent(Record, ctype="edgec_recurrent_params"):
    """A recurrent layer of any kind."""

    steps: Int32
    batch: Int32
    in_: Int32
    hidden: Int32
    reverse: Annotated[Int32, Line()]
    before_reset: Int32
    coupled: Int32
    clip: Float
    f: Gate
    g: Gate
    h: Gate


@dataclass(frozen=True)
class RecurrentInt(Record, ctype="edgec_recurrent_int_params"):
    """A recurrent layer of any kind in integers."""

    steps: Int32
    batch: Int32
    in_: Int32
    hidden: Int32
    reverse: Annotated[Int32, Line()]
    before_reset: Int32
    coupled: Int32
    rectified: Int32
    state: Annotated[Int32, Line("fraction bits of the state")]
    raise_: Annotated[Int32, Line("fraction bits that an LSTM's h has more than its cell")]
    kept_bits: Annotated[Int32, Line("fraction bits that an output times the reset gate loses")]
    peephole: Annotated[Int32, Line("factor of a peephole's products")]
    shift: Annotated[UInt32, Line("of a gate's sum")]
    out_shift: UInt32
    out_multiplier: Annotated[Int32, Line()]
    out_zero: Int32
    lo: Int32
    hi: Int32


class TreeAggregate(Defined):
    """Aggregation of the leaves of all trees."""

    EDGEC_TREE_SUM = 0
    EDGEC_TREE_AVERAGE = 1
    EDGEC_TREE_MIN = 2
    EDGEC_TREE_MAX = 3


@dataclass(frozen=True)
class Trees(Record):
    """Common first fields of the parameters of ensembles of trees."""

    rows: Int32
    features: Int32
    trees: Int32
    targets: Int32
    aggregate: Annotated[TreeAggregate, Line()]


@dataclass(frozen=True)
class TreeEnsemble(Trees, ctype="edgec_tree_params"):
    """Any trees."""


@dataclass(frozen=True)
class SmallTrees(Trees, ctype="edgec_tree_small_params"):
    """Trees whose nodes have numbers of 16 bits."""

    mode: Int32
    words: Int32
    direct: Int32
    each: Int32
    field: UInt32
    missing: UInt32
