"""Arm's CMSIS-NN, called layer by layer: taken when asked for, with the bytes of all other kernels.

Its functions are those of versions 7.0.0 and later.  Its sources are not part of edgec: ``CMSIS_NN_DIR`` names them.
"""

from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path

from edgec.codegen.kernels.build import LITTLE_ENDIAN, BuildRule, LinkCheck
from edgec.codegen.kernels.library import Library, Vendor
from edgec.targets.reader import Target

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
"""The library's files that hold the functions called and those that they call."""
_PACKED = (
    "arm_convolve_1_x_n_s4", "arm_convolve_1x1_s4", "arm_convolve_1x1_s4_fast", "arm_convolve_get_buffer_sizes_s4",
    "arm_convolve_s4", "arm_convolve_wrapper_s4", "arm_nn_mat_mult_kernel_s4_s16",
)  # fmt: skip
PACKED_SOURCES = (
    *(f"Source/ConvolutionFunctions/{name}.c" for name in _PACKED),
    "Source/FullyConnectedFunctions/arm_fully_connected_s4.c",
    *(f"Source/NNSupportFunctions/{name}.c" for name in ("arm_nn_mat_mult_nt_t_s4", "arm_nn_vec_mat_mult_t_s4")),
)
"""Sources for int4 weights, without Helium."""

WITH_HELIUM = BuildRule(
    "!defined(__ARM_FEATURE_MVE) && !defined(ARM_MATH_MVEI) && !defined(ARM_MATH_HELIUM)",
    "calls CMSIS-NN as it is with Helium (MVE), which this build is without",
    "compile it with -mcpu=cortex-m55 or cortex-m85 without +nomve, and with -mfloat-abi=hard or softfp, as soft turns "
    "Helium off (Zephyr: CONFIG_FPU=y), or convert for cortex-m33",
    kconfig="FPU && ARMV8_1_M_MVEI",
)
WITHOUT_HELIUM = BuildRule(
    "defined(__ARM_FEATURE_MVE) || defined(ARM_MATH_MVEI) || defined(ARM_MATH_HELIUM)",
    "calls CMSIS-NN as it is without Helium (MVE), which this build has",
    "compile it for the processor that it was converted for, or convert for cortex-m55 or cortex-m85",
    kconfig="!(FPU && ARMV8_1_M_MVEI)",
)


def _linked(helium: bool) -> Callable[[frozenset[str]], LinkCheck]:
    """Return the check by which a model finds out the linked variant: by functions that it calls anyway, if it can."""

    def check(kernels: frozenset[str]) -> LinkCheck:
        asked = next((name for name in ("dense_s8", "conv2d_s8") if name in kernels), "scratch")
        return LinkCheck("edgec_check_cmsis_nn.h", f"edgec_check_{asked}_cmsis_nn", "1" if helium else "0")

    return check


def _self_test(folder: Path, target: Target) -> str:
    from edgec.codegen.kernels.cmsis_nn.self_test import rounding_of

    return rounding_of(folder, target).value


CMSIS_NN = Vendor(
    "CMSIS_NN_DIR",
    None,
    (*SOURCES, *PACKED_SOURCES),
    ("Include",),
    component=("CMSIS", "NN Lib"),
    since="7.0.0",
    maker="Arm's",
    self_test=_self_test,
    q31=True,
    headers=(
        *(f"arm_{name}" for name in ("math", "nnfunctions", "nnsupportfunctions", "nn_types", "nn_math_types")),
        *("arm_nn_tables", "cmsis_compiler", "cmsis_gcc", "cmsis_version"),
    ),
)
LIBRARY = Library(
    "cmsis_nn",
    resources.files("edgec.runtime_c").joinpath("cmsis_nn"),
    unless=frozenset({"mve-int"}),
    portable=False,
    asked=True,
    rules=(WITHOUT_HELIUM, LITTLE_ENDIAN),
    linked=_linked(False),
    fails=True,
    vendor=CMSIS_NN,
)
HELIUM = replace(
    LIBRARY,
    name="cmsis_nn_mve",
    needs=frozenset({"mve-int"}),
    unless=frozenset(),
    rules=(WITH_HELIUM, LITTLE_ENDIAN),
    linked=_linked(True),
    vendor=replace(CMSIS_NN, sources=SOURCES),
)
