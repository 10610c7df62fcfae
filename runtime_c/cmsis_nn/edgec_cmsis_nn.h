/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What all calls of CMSIS-NN share. */
#ifndef EDGEC_CMSIS_NN_H
#define EDGEC_CMSIS_NN_H

#include <arm_nnfunctions.h>

#include "edgec_base.h"

/* What a kernel gives: 0, or 1 where CMSIS-NN refuses its arguments. */
static inline uint32_t edgec_cmsis_nn_failed(arm_cmsis_nn_status status)
{
    return (status == ARM_CMSIS_NN_SUCCESS) ? 0u : 1u;
}

/* CMSIS-NN's structures point to variables, which it only reads. */
static inline int32_t *edgec_cmsis_nn_numbers(const int32_t *numbers) { return (int32_t *)(uintptr_t)numbers; }

static inline cmsis_nn_dims edgec_cmsis_nn_dims(int32_t n, int32_t h, int32_t w, int32_t c)
{
    cmsis_nn_dims dims;
    dims.n = n;
    dims.h = h;
    dims.w = w;
    dims.c = c;
    return dims;
}

static inline cmsis_nn_tile edgec_cmsis_nn_tile(int32_t h, int32_t w)
{
    cmsis_nn_tile tile;
    tile.h = h;
    tile.w = w;
    return tile;
}

#endif
