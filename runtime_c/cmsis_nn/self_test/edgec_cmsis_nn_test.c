/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "edgec_cmsis_nn_test.h"

#include "edgec_check_cmsis_nn.h"

int edgec_cmsis_nn_test_init(edgec_cmsis_nn_test_t *test, void *arena, size_t arena_size)
{
    test->arena = arena;
    return arena_size == EDGEC_CMSIS_NN_TEST_ARENA_SIZE ? 0 : 1;
}

/* Sums of a fully connected layer, whatever the variant, and an addition. */
int edgec_cmsis_nn_test_run(edgec_cmsis_nn_test_t *test, int8_t *y)
{
    uint32_t dense;
    arm_cmsis_nn_status add;
    (void)test;
    dense = edgec_cmsis_nn_dense_sums(edgec_cmsis_nn_sums, edgec_cmsis_nn_sums, edgec_cmsis_nn_multipliers,
                                      edgec_cmsis_nn_shifts, edgec_cmsis_nn_weights, EDGEC_CMSIS_NN_SUMS, y);
    add = arm_elementwise_add_s8(edgec_cmsis_nn_a, edgec_cmsis_nn_b, -EDGEC_CMSIS_NN_A_ZERO, EDGEC_CMSIS_NN_A_FACTOR, 1,
                                 -EDGEC_CMSIS_NN_B_ZERO, EDGEC_CMSIS_NN_B_FACTOR, 1, 20, y + EDGEC_CMSIS_NN_SUMS,
                                 EDGEC_CMSIS_NN_Y_ZERO, EDGEC_CMSIS_NN_Y_FACTOR, 0, -128, 127, EDGEC_CMSIS_NN_PAIRS);
    return dense == 0u && add == ARM_CMSIS_NN_SUCCESS ? 0 : 1;
}
