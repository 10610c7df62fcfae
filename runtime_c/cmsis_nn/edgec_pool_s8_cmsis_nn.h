/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pools of int8 tensors by CMSIS-NN: largest values, and means of an odd number of cells in the input's scale. */
#ifndef EDGEC_POOL_S8_CMSIS_NN_H
#define EDGEC_POOL_S8_CMSIS_NN_H

#include "edgec_layers_s8_cmsis_nn.h"

typedef struct {
    edgec_geometry geo; /* without dilation */
} edgec_pool_s8_cmsis_nn_params;

typedef arm_cmsis_nn_status (*edgec_cmsis_nn_pool)(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *params,
                                                   const cmsis_nn_dims *input_dims, const int8_t *input,
                                                   const cmsis_nn_dims *filter_dims, const cmsis_nn_dims *output_dims,
                                                   int8_t *output);

EDGEC_INLINE uint32_t edgec_pool_cmsis_nn(edgec_cmsis_nn_pool run, const edgec_pool_s8_cmsis_nn_params *p,
                                          const int8_t *x, int8_t *y, void *scratch)
{
    const edgec_geometry *g = &p->geo;
    const cmsis_nn_dims input = edgec_cmsis_nn_dims(g->batch, g->in_h, g->in_w, g->in_c);
    const cmsis_nn_dims filter = edgec_cmsis_nn_dims(1, g->kernel_h, g->kernel_w, 1);
    const cmsis_nn_dims output = edgec_cmsis_nn_dims(g->batch, g->out_h, g->out_w, g->in_c);
    cmsis_nn_context context;
    cmsis_nn_pool_params params;
    context.buf = scratch;
    context.size = 0;
    params.stride = edgec_cmsis_nn_tile(g->stride_h, g->stride_w);
    params.padding = edgec_cmsis_nn_tile(g->pad_top, g->pad_left);
    params.activation.min = -128;
    params.activation.max = 127;
    return edgec_cmsis_nn_failed(run(&context, &params, &input, x, &filter, &output, y));
}

EDGEC_LAYER_PART uint32_t edgec_maxpool_s8_cmsis_nn(const edgec_pool_s8_cmsis_nn_params *p, const int8_t *x, int8_t *y)
{
    return edgec_pool_cmsis_nn(arm_max_pool_s8, p, x, y, NULL);
}

/* Scratch of the size that arm_avgpool_s8_get_buffer_size gives. */
EDGEC_LAYER_PART uint32_t edgec_avgpool_s8_cmsis_nn(const edgec_pool_s8_cmsis_nn_params *p, const int8_t *x, int8_t *y,
                                                    void *scratch)
{
    return edgec_pool_cmsis_nn(arm_avgpool_s8, p, x, y, scratch);
}

/* Means that need no scratch. */
EDGEC_LAYER_PART uint32_t edgec_avgpool_s8_alone_cmsis_nn(const edgec_pool_s8_cmsis_nn_params *p, const int8_t *x,
                                                          int8_t *y)
{
    return edgec_pool_cmsis_nn(arm_avgpool_s8, p, x, y, NULL);
}

#endif
