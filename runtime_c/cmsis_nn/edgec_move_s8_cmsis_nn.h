/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytes in another place, by CMSIS-NN: transposes, concatenations, padding. */
#ifndef EDGEC_MOVE_S8_CMSIS_NN_H
#define EDGEC_MOVE_S8_CMSIS_NN_H

#include "edgec_cmsis_nn.h"

typedef struct {
    int32_t axes;          /* 2 to 4 */
    int32_t in[4], out[4]; /* sizes, of `axes` axes, then 1 */
    uint32_t perm[4];      /* the input's axis at each of the output */
} edgec_transpose_s8_cmsis_nn_params;

EDGEC_LAYER_PART uint32_t edgec_transpose_s8_cmsis_nn(const edgec_transpose_s8_cmsis_nn_params *p, const int8_t *x,
                                                      int8_t *y)
{
    const cmsis_nn_dims input = {p->in[0], p->in[1], p->in[2], p->in[3]};
    const cmsis_nn_dims output = {p->out[0], p->out[1], p->out[2], p->out[3]};
    const cmsis_nn_transpose_params params = {p->axes, p->perm};
    return edgec_cmsis_nn_failed(arm_transpose_s8(x, y, &input, &output, &params));
}

typedef struct {
    uint16_t rows, x_bytes, y_bytes; /* a row of the input, of the output */
    uint32_t y_offset;               /* of the first row, in bytes */
} edgec_concat_s8_cmsis_nn_params;

/* One input of a concatenation. */
EDGEC_LAYER_PART uint32_t edgec_concat_s8_cmsis_nn(const edgec_concat_s8_cmsis_nn_params *p, const int8_t *x, int8_t *y)
{
    arm_concatenation_s8_x(x, p->x_bytes, p->rows, 1, 1, y, p->y_bytes, p->y_offset);
    return 0u;
}

typedef struct {
    int32_t in[4], before[4], after[4];
    int32_t value;
} edgec_pad_s8_cmsis_nn_params;

EDGEC_LAYER_PART uint32_t edgec_pad_s8_cmsis_nn(const edgec_pad_s8_cmsis_nn_params *p, const int8_t *x, int8_t *y)
{
    const cmsis_nn_dims input = {p->in[0], p->in[1], p->in[2], p->in[3]};
    const cmsis_nn_dims before = {p->before[0], p->before[1], p->before[2], p->before[3]};
    const cmsis_nn_dims after = {p->after[0], p->after[1], p->after[2], p->after[3]};
    return edgec_cmsis_nn_failed(arm_pad_s8(x, y, (int8_t)p->value, &input, &before, &after));
}

#endif
