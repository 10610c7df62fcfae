/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "edgec_cmsis_nn_test.h"

#include <arm_nnfunctions.h>

static cmsis_nn_dims dims(int32_t n, int32_t c)
{
    cmsis_nn_dims found;
    found.n = n;
    found.h = 1;
    found.w = 1;
    found.c = c;
    return found;
}

/* CMSIS-NN's structures point to variables, which it only reads. */
static int32_t *numbers(const int32_t *read) { return (int32_t *)(uintptr_t)read; }

int edgec_cmsis_nn_test_init(edgec_cmsis_nn_test_t *test, void *arena, size_t arena_size)
{
    test->arena = arena;
    return arena_size == EDGEC_CMSIS_NN_TEST_ARENA_SIZE ? 0 : 1;
}

/* A fully connected layer of weights 0, whose sums are its biases (with Helium they come from the context), and an
 * addition. */
int edgec_cmsis_nn_test_run(edgec_cmsis_nn_test_t *test, int8_t *y)
{
    static const int8_t x[1] = {0};
    const cmsis_nn_dims input = dims(1, 1);
    const cmsis_nn_dims filter = dims(1, EDGEC_CMSIS_NN_SUMS);
    const cmsis_nn_dims output = dims(1, EDGEC_CMSIS_NN_SUMS);
    cmsis_nn_context context;
    cmsis_nn_fc_params params;
    cmsis_nn_per_channel_quant_params factors;
    arm_cmsis_nn_status dense;
    arm_cmsis_nn_status add;
    (void)test;
    context.buf = numbers(edgec_cmsis_nn_sums);
    context.size = 0;
    params.input_offset = 0;
    params.filter_offset = 0;
    params.output_offset = 0;
    params.activation.min = -128;
    params.activation.max = 127;
    factors.multiplier = numbers(edgec_cmsis_nn_multipliers);
    factors.shift = numbers(edgec_cmsis_nn_shifts);
    dense = arm_fully_connected_per_channel_s8(&context, &params, &factors, &input, x, &filter, edgec_cmsis_nn_weights,
                                               &output, edgec_cmsis_nn_sums, &output, y);
    add = arm_elementwise_add_s8(edgec_cmsis_nn_a, edgec_cmsis_nn_b, -EDGEC_CMSIS_NN_A_ZERO, EDGEC_CMSIS_NN_A_FACTOR, 1,
                                 -EDGEC_CMSIS_NN_B_ZERO, EDGEC_CMSIS_NN_B_FACTOR, 1, 20, y + EDGEC_CMSIS_NN_SUMS,
                                 EDGEC_CMSIS_NN_Y_ZERO, EDGEC_CMSIS_NN_Y_FACTOR, 0, -128, 127, EDGEC_CMSIS_NN_PAIRS);
    return dense == ARM_CMSIS_NN_SUCCESS && add == ARM_CMSIS_NN_SUCCESS ? 0 : 1;
}
