/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the linked CMSIS-NN tells of itself: whether it is the variant, with Helium or without, that a model's arrays
 * and scratch were made for, and whether it rounds as it must.  <name>_init asks once; a prebuilt library says neither.
 */
#ifndef EDGEC_CHECK_CMSIS_NN_H
#define EDGEC_CHECK_CMSIS_NN_H

#include "edgec_cmsis_nn.h"

/* Outputs [count] of a fully connected layer of one input and weights 0: the sums that it begins with, rounded.  With
 * Helium these come from the context, else from the biases. */
static inline uint32_t edgec_cmsis_nn_dense_sums(const int32_t *context_sums, const int32_t *biases,
                                                 const int32_t *multipliers, const int32_t *shifts,
                                                 const int8_t *weights, int32_t count, int8_t *y)
{
    static const int8_t x[1] = {0};
    const cmsis_nn_dims input = edgec_cmsis_nn_dims(1, 1, 1, 1);
    const cmsis_nn_dims filter = edgec_cmsis_nn_dims(1, 1, 1, count);
    const cmsis_nn_dims output = edgec_cmsis_nn_dims(1, 1, 1, count);
    cmsis_nn_context context;
    cmsis_nn_fc_params params;
    cmsis_nn_per_channel_quant_params factors;
    context.buf = edgec_cmsis_nn_numbers(context_sums);
    context.size = 0;
    params.input_offset = 0;
    params.filter_offset = 0;
    params.output_offset = 0;
    params.activation.min = -128;
    params.activation.max = 127;
    factors.multiplier = edgec_cmsis_nn_numbers(multipliers);
    factors.shift = edgec_cmsis_nn_numbers(shifts);
    return edgec_cmsis_nn_failed(arm_fully_connected_per_channel_s8(&context, &params, &factors, &input, x, &filter,
                                                                    weights, &output, biases, &output, y));
}

/* Sums, and factors * 2^31, whose products lie near halves: Helium takes four of them and one, and reads eight. */
#define EDGEC_CHECK_SUMS 5
#define EDGEC_CHECK_READ 8
static const int32_t edgec_check_sums[EDGEC_CHECK_READ + 1] = {-935, -25909, 124468, -18114270, -294718863, 315};
static const int32_t edgec_check_multipliers[EDGEC_CHECK_READ] = {26414049, 7086696, 1009317, 13100, 623};
static const int32_t edgec_check_shifts[EDGEC_CHECK_READ] = {0};
static const int8_t edgec_check_weights[EDGEC_CHECK_READ] = {0};

/* 0 when y holds the sums rounded once, halves up. */
static inline uint32_t edgec_check_rounding(const int8_t *y)
{
    uint32_t wrong = 0u;
    int32_t i;
    for (i = 0; i < EDGEC_CHECK_SUMS; i++) {
        const int64_t product = (int64_t)edgec_check_sums[i] * edgec_check_multipliers[i];
        wrong |= ((int32_t)((product + (INT64_C(1) << 30)) >> 31) == (int32_t)y[i]) ? 0u : 1u;
    }
    return wrong;
}

/* Of models with fully connected layers: the sums are where the planned variant reads them, others where it does not.
 */
EDGEC_COLD static uint32_t edgec_check_dense_s8_cmsis_nn(int32_t helium)
{
    const int32_t *const others = &edgec_check_sums[1];
    int8_t y[EDGEC_CHECK_SUMS] = {0};
    const uint32_t failed = edgec_cmsis_nn_dense_sums(
        (helium != 0) ? edgec_check_sums : others, (helium != 0) ? others : edgec_check_sums, edgec_check_multipliers,
        edgec_check_shifts, edgec_check_weights, EDGEC_CHECK_SUMS, y);
    return failed | edgec_check_rounding(y);
}

/* Of models whose scratch alone differs between the variants: that of a convolution of one value. */
EDGEC_COLD static uint32_t edgec_check_scratch_cmsis_nn(int32_t helium)
{
    const cmsis_nn_dims one = edgec_cmsis_nn_dims(1, 1, 1, 1);
    return (arm_convolve_s8_get_buffer_size(&one, &one) == ((helium != 0) ? 64 : 16)) ? 0u : 1u;
}

/* Of models with convolutions: the scratch, and how a layer of one position rounds. */
EDGEC_COLD static uint32_t edgec_check_conv2d_s8_cmsis_nn(int32_t helium)
{
    static const int8_t x[1] = {0};
    const cmsis_nn_dims one = edgec_cmsis_nn_dims(1, 1, 1, 1);
    const cmsis_nn_dims filter = edgec_cmsis_nn_dims(EDGEC_CHECK_SUMS, 1, 1, 1);
    const cmsis_nn_dims output = edgec_cmsis_nn_dims(1, 1, 1, EDGEC_CHECK_SUMS);
    int8_t y[EDGEC_CHECK_SUMS] = {0};
    uint32_t failed = edgec_check_scratch_cmsis_nn(helium);
    cmsis_nn_context context;
    cmsis_nn_conv_params params;
    cmsis_nn_per_channel_quant_params factors;
    context.buf = NULL;
    context.size = 0;
    params.input_offset = 0;
    params.output_offset = 0;
    params.stride = edgec_cmsis_nn_tile(1, 1);
    params.padding = edgec_cmsis_nn_tile(0, 0);
    params.dilation = edgec_cmsis_nn_tile(1, 1);
    params.activation.min = -128;
    params.activation.max = 127;
    factors.multiplier = edgec_cmsis_nn_numbers(edgec_check_multipliers);
    factors.shift = edgec_cmsis_nn_numbers(edgec_check_shifts);
    failed |= edgec_cmsis_nn_failed(arm_convolve_wrapper_s8(
        &context, &params, &factors, &one, x, &filter, edgec_check_weights, &output, edgec_check_sums, &output, y));
    return failed | edgec_check_rounding(y);
}

#endif
