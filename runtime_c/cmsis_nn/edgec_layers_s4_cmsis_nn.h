/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Layers with int4 weights, two in a byte without gaps between channels, by CMSIS-NN: as edgec_layers_s8_cmsis_nn.h. */
#ifndef EDGEC_LAYERS_S4_CMSIS_NN_H
#define EDGEC_LAYERS_S4_CMSIS_NN_H

#include "edgec_layers_s8_cmsis_nn.h"

/* A convolution; scratch of the size that arm_convolve_wrapper_s4_get_buffer_size gives. */
EDGEC_LAYER_PART uint32_t edgec_conv2d_s4_cmsis_nn(const edgec_layer_s8_cmsis_nn_params *p, const int8_t *x,
                                                   const int8_t *w, const int32_t *bias, const int32_t *multiplier,
                                                   const int32_t *shift, int8_t *y, void *scratch)
{
    return edgec_conv2d_cmsis_nn(arm_convolve_wrapper_s4, p, x, w, bias, multiplier, shift, y, scratch);
}

/* A convolution that needs no scratch. */
EDGEC_LAYER_PART uint32_t edgec_conv2d_s4_1x1_cmsis_nn(const edgec_layer_s8_cmsis_nn_params *p, const int8_t *x,
                                                       const int8_t *w, const int32_t *bias, const int32_t *multiplier,
                                                       const int32_t *shift, int8_t *y)
{
    return edgec_conv2d_s4_cmsis_nn(p, x, w, bias, multiplier, shift, y, NULL);
}

typedef struct {
    int32_t rows, taps, outputs;
    int32_t multiplier, shift; /* of all channels */
    int32_t in_zero, out_zero, lo, hi;
} edgec_dense_s4_cmsis_nn_params;

/* A fully connected layer whose channels have one factor. */
EDGEC_LAYER_PART uint32_t edgec_dense_s4_cmsis_nn(const edgec_dense_s4_cmsis_nn_params *p, const int8_t *x,
                                                  const int8_t *w, const int32_t *bias, int8_t *y)
{
    const cmsis_nn_dims input = edgec_cmsis_nn_dims(p->rows, 1, 1, p->taps);
    const cmsis_nn_dims filter = edgec_cmsis_nn_dims(p->taps, 1, 1, p->outputs);
    const cmsis_nn_dims biases = edgec_cmsis_nn_dims(1, 1, 1, p->outputs);
    const cmsis_nn_dims output = edgec_cmsis_nn_dims(p->rows, 1, 1, p->outputs);
    cmsis_nn_context context;
    cmsis_nn_fc_params params;
    cmsis_nn_per_tensor_quant_params factor;
    context.buf = NULL;
    context.size = 0;
    params.input_offset = -p->in_zero;
    params.filter_offset = 0;
    params.output_offset = p->out_zero;
    params.activation.min = p->lo;
    params.activation.max = p->hi;
    factor.multiplier = p->multiplier;
    factor.shift = p->shift;
    return edgec_cmsis_nn_failed(
        arm_fully_connected_s4(&context, &params, &factor, &input, x, &filter, w, &biases, bias, &output, y));
}

#endif
