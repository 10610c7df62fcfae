"""Arm's CMSIS-NN, called layer by layer: taken when asked for, with the bytes of all other kernels.

Its functions are those of versions 7.0.0 and later.  Its sources are not part of edgec: ``CMSIS_NN_DIR`` names them.
"""

from dataclasses import replace
from importlib import resources

from edgec.codegen.kernels.library import External, Library

_SUPPORT = (
    "arm_nn_depthwise_conv_nt_t_s8", "arm_nn_depthwise_conv_nt_t_padded_s8", "arm_nn_mat_mul_core_1x_s8",
    "arm_nn_mat_mul_core_4x_s8", "arm_nn_mat_mult_nt_t_s8", "arm_nn_vec_mat_mult_t_per_ch_s8",
    "arm_q7_to_q15_with_offset", "arm_s8_to_s16_unordered_with_offset",
)  # fmt: skip
_CONVOLUTION = (
    "arm_convolve_1_x_n_s8", "arm_convolve_1x1_s8", "arm_convolve_1x1_s8_fast", "arm_convolve_get_buffer_sizes_s8",
    "arm_convolve_s8", "arm_convolve_wrapper_s8", "arm_depthwise_conv_3x3_s8",
    "arm_depthwise_conv_get_buffer_sizes_s8", "arm_depthwise_conv_s8", "arm_depthwise_conv_s8_opt",
    "arm_depthwise_conv_wrapper_s8", "arm_nn_mat_mult_kernel_row_offset_s8_s16", "arm_nn_mat_mult_kernel_s8_s16",
)  # fmt: skip
_POOLS = "arm_avgpool_get_buffer_sizes_s8", "arm_avgpool_s8", "arm_max_pool_s8"
_MOVES = (
    "ConcatenationFunctions/arm_concatenation_s8_x", "PadFunctions/arm_pad_s8", "TransposeFunctions/arm_transpose_s8",
)  # fmt: skip
SOURCES = (
    *(f"Source/BasicMathFunctions/arm_elementwise_{name}_s8.c" for name in ("add", "mul")),
    *(f"Source/ConvolutionFunctions/{name}.c" for name in _CONVOLUTION),
    "Source/FullyConnectedFunctions/arm_fully_connected_per_channel_s8.c",
    *(f"Source/NNSupportFunctions/{name}.c" for name in _SUPPORT),
    *(f"Source/PoolingFunctions/{name}.c" for name in _POOLS),
    *(f"Source/{name}.c" for name in _MOVES),
)
"""Of the library: what the functions called and those that they call are in."""
_PACKED = (
    "arm_convolve_1_x_n_s4", "arm_convolve_1x1_s4", "arm_convolve_1x1_s4_fast", "arm_convolve_get_buffer_sizes_s4",
    "arm_convolve_s4", "arm_convolve_wrapper_s4", "arm_nn_mat_mult_kernel_s4_s16",
)  # fmt: skip
PACKED_SOURCES = (
    *(f"Source/ConvolutionFunctions/{name}.c" for name in _PACKED),
    "Source/FullyConnectedFunctions/arm_fully_connected_s4.c",
    *(f"Source/NNSupportFunctions/{name}.c" for name in ("arm_nn_mat_mult_nt_t_s4", "arm_nn_vec_mat_mult_t_s4")),
)
"""Those of int4 weights, without Helium."""

COMPONENT, SINCE = ("CMSIS", "NN Lib"), "7.0.0"

LIBRARY = Library(
    "cmsis_nn",
    resources.files("edgec.runtime_c").joinpath("cmsis_nn"),
    unless=frozenset({"mve-int"}),
    portable=False,
    asked=True,
    external=External(
        "CMSIS_NN_DIR", None, (*SOURCES, *PACKED_SOURCES), ("Include",), component=COMPONENT, since=SINCE
    ),
)
HELIUM = replace(
    LIBRARY,
    name="cmsis_nn_mve",
    needs=frozenset({"mve-int"}),
    unless=frozenset(),
    external=External("CMSIS_NN_DIR", None, SOURCES, ("Include",), component=COMPONENT, since=SINCE),
)
