/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Requantizations by the linked functions of CMSIS-NN, with the interface of a generated model: see
 * edgec/commands/self_test.py, which writes the numbers. */
#ifndef EDGEC_CMSIS_NN_TEST_H
#define EDGEC_CMSIS_NN_TEST_H

#include <stddef.h>
#include <stdint.h>

#include "edgec_cmsis_nn_numbers.h"

#define EDGEC_CMSIS_NN_TEST_ARENA_SIZE 16u
#define EDGEC_CMSIS_NN_TEST_ARENA_ALIGN 16u
#define EDGEC_CMSIS_NN_TEST_OUTPUT0_SIZE (EDGEC_CMSIS_NN_SUMS + EDGEC_CMSIS_NN_PAIRS)

typedef struct {
    void *arena;
} edgec_cmsis_nn_test_t;

/* Sums with their factors, and weights of 0. */
extern const int32_t edgec_cmsis_nn_sums[EDGEC_CMSIS_NN_SUMS];
extern const int32_t edgec_cmsis_nn_multipliers[EDGEC_CMSIS_NN_SUMS];
extern const int32_t edgec_cmsis_nn_shifts[EDGEC_CMSIS_NN_SUMS];
extern const int8_t edgec_cmsis_nn_weights[EDGEC_CMSIS_NN_SUMS];
/* Values that are added, by the factors of edgec_cmsis_nn_numbers.h. */
extern const int8_t edgec_cmsis_nn_a[EDGEC_CMSIS_NN_PAIRS];
extern const int8_t edgec_cmsis_nn_b[EDGEC_CMSIS_NN_PAIRS];

int edgec_cmsis_nn_test_init(edgec_cmsis_nn_test_t *test, void *arena, size_t arena_size);
int edgec_cmsis_nn_test_run(edgec_cmsis_nn_test_t *test, int8_t *y);

#endif
