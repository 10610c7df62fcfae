/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Layers with weights, int8, by CMSIS-NN: its structures are filled with a layer's constants, its functions called.
 * Multipliers are factors * 2^31 with shifts of 0 (to the left, of factors of 1 and more), so that its double rounding
 * rounds once (see Quant.q31). */
#ifndef EDGEC_LAYERS_S8_CMSIS_NN_H
#define EDGEC_LAYERS_S8_CMSIS_NN_H

#include "edgec_cmsis_nn.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t filter_c; /* of conv2d: channels of a filter; of dwconv2d: filters of a channel */
    int32_t in_zero, out_zero, lo, hi;
} edgec_layer_s8_cmsis_nn_params;

/* CMSIS-NN's convolutions differ in the type of the weights. */
typedef arm_cmsis_nn_status (*edgec_cmsis_nn_conv)(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *params,
                                                   const cmsis_nn_per_channel_quant_params *factors,
                                                   const cmsis_nn_dims *input_dims, const int8_t *input,
                                                   const cmsis_nn_dims *filter_dims, const int8_t *filter,
                                                   const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                                   const cmsis_nn_dims *output_dims, int8_t *output);

EDGEC_INLINE uint32_t edgec_conv2d_cmsis_nn(edgec_cmsis_nn_conv run, const edgec_layer_s8_cmsis_nn_params *p,
                                            const int8_t *x, const int8_t *w, const int32_t *bias,
                                            const int32_t *multiplier, const int32_t *shift, int8_t *y, void *scratch)
{
    const edgec_geometry *g = &p->geo;
    const cmsis_nn_dims input = edgec_cmsis_nn_dims(g->batch, g->in_h, g->in_w, g->in_c);
    const cmsis_nn_dims filter = edgec_cmsis_nn_dims(g->out_c, g->kernel_h, g->kernel_w, p->filter_c);
    const cmsis_nn_dims biases = edgec_cmsis_nn_dims(1, 1, 1, g->out_c);
    const cmsis_nn_dims output = edgec_cmsis_nn_dims(g->batch, g->out_h, g->out_w, g->out_c);
    cmsis_nn_context context;
    cmsis_nn_conv_params params;
    cmsis_nn_per_channel_quant_params factors;
    context.buf = scratch;
    context.size = 0;
    params.input_offset = -p->in_zero;
    params.output_offset = p->out_zero;
    params.stride = edgec_cmsis_nn_tile(g->stride_h, g->stride_w);
    params.padding = edgec_cmsis_nn_tile(g->pad_top, g->pad_left);
    params.dilation = edgec_cmsis_nn_tile(g->dilation_h, g->dilation_w);
    params.activation.min = p->lo;
    params.activation.max = p->hi;
    factors.multiplier = edgec_cmsis_nn_numbers(multiplier);
    factors.shift = edgec_cmsis_nn_numbers(shift);
    return edgec_cmsis_nn_failed(run(&context, &params, &factors, &input, x, &filter, w, &biases, bias, &output, y));
}

/* A convolution; scratch of the size that arm_convolve_wrapper_s8_get_buffer_size gives. */
EDGEC_LAYER_PART uint32_t edgec_conv2d_s8_cmsis_nn(const edgec_layer_s8_cmsis_nn_params *p, const int8_t *x,
                                                   const int8_t *w, const int32_t *bias, const int32_t *multiplier,
                                                   const int32_t *shift, int8_t *y, void *scratch)
{
    return edgec_conv2d_cmsis_nn(arm_convolve_wrapper_s8, p, x, w, bias, multiplier, shift, y, scratch);
}

/* A convolution that needs no scratch. */
EDGEC_LAYER_PART uint32_t edgec_conv2d_s8_1x1_cmsis_nn(const edgec_layer_s8_cmsis_nn_params *p, const int8_t *x,
                                                       const int8_t *w, const int32_t *bias, const int32_t *multiplier,
                                                       const int32_t *shift, int8_t *y)
{
    return edgec_conv2d_s8_cmsis_nn(p, x, w, bias, multiplier, shift, y, NULL);
}

/* A depthwise convolution, weights [kh, kw, O]; scratch: arm_depthwise_conv_wrapper_s8_get_buffer_size. */
EDGEC_LAYER_PART uint32_t edgec_dwconv2d_s8_cmsis_nn(const edgec_layer_s8_cmsis_nn_params *p, const int8_t *x,
                                                     const int8_t *w, const int32_t *bias, const int32_t *multiplier,
                                                     const int32_t *shift, int8_t *y, void *scratch)
{
    const edgec_geometry *g = &p->geo;
    const cmsis_nn_dims input = edgec_cmsis_nn_dims(g->batch, g->in_h, g->in_w, g->in_c);
    const cmsis_nn_dims filter = edgec_cmsis_nn_dims(1, g->kernel_h, g->kernel_w, g->out_c);
    const cmsis_nn_dims biases = edgec_cmsis_nn_dims(1, 1, 1, g->out_c);
    const cmsis_nn_dims output = edgec_cmsis_nn_dims(g->batch, g->out_h, g->out_w, g->out_c);
    cmsis_nn_context context;
    cmsis_nn_dw_conv_params params;
    cmsis_nn_per_channel_quant_params factors;
    context.buf = scratch;
    context.size = 0;
    params.input_offset = -p->in_zero;
    params.output_offset = p->out_zero;
    params.ch_mult = p->filter_c;
    params.stride = edgec_cmsis_nn_tile(g->stride_h, g->stride_w);
    params.padding = edgec_cmsis_nn_tile(g->pad_top, g->pad_left);
    params.dilation = edgec_cmsis_nn_tile(g->dilation_h, g->dilation_w);
    params.activation.min = p->lo;
    params.activation.max = p->hi;
    factors.multiplier = edgec_cmsis_nn_numbers(multiplier);
    factors.shift = edgec_cmsis_nn_numbers(shift);
    return edgec_cmsis_nn_failed(
        arm_depthwise_conv_wrapper_s8(&context, &params, &factors, &input, x, &filter, w, &biases, bias, &output, y));
}

/* A depthwise convolution that needs no scratch. */
EDGEC_LAYER_PART uint32_t edgec_dwconv2d_s8_alone_cmsis_nn(const edgec_layer_s8_cmsis_nn_params *p, const int8_t *x,
                                                           const int8_t *w, const int32_t *bias,
                                                           const int32_t *multiplier, const int32_t *shift, int8_t *y)
{
    return edgec_dwconv2d_s8_cmsis_nn(p, x, w, bias, multiplier, shift, y, NULL);
}

typedef struct {
    int32_t rows, taps, outputs;
    int32_t in_zero, out_zero, lo, hi;
} edgec_dense_s8_cmsis_nn_params;

/* A fully connected layer.  Without Helium CMSIS-NN adds the input's offset to every value; with it, it reads instead
 * sums that hold the offset already from the context: what `bias` holds depends on the library. */
EDGEC_LAYER_PART uint32_t edgec_dense_s8_cmsis_nn(const edgec_dense_s8_cmsis_nn_params *p, const int8_t *x,
                                                  const int8_t *w, const int32_t *bias, const int32_t *multiplier,
                                                  const int32_t *shift, int8_t *y)
{
    const cmsis_nn_dims input = edgec_cmsis_nn_dims(p->rows, 1, 1, p->taps);
    const cmsis_nn_dims filter = edgec_cmsis_nn_dims(p->taps, 1, 1, p->outputs);
    const cmsis_nn_dims biases = edgec_cmsis_nn_dims(1, 1, 1, p->outputs);
    const cmsis_nn_dims output = edgec_cmsis_nn_dims(p->rows, 1, 1, p->outputs);
    cmsis_nn_context context;
    cmsis_nn_fc_params params;
    cmsis_nn_per_channel_quant_params factors;
    context.buf = edgec_cmsis_nn_numbers(bias);
    context.size = 0;
    params.input_offset = -p->in_zero;
    params.filter_offset = 0;
    params.output_offset = p->out_zero;
    params.activation.min = p->lo;
    params.activation.max = p->hi;
    factors.multiplier = edgec_cmsis_nn_numbers(multiplier);
    factors.shift = edgec_cmsis_nn_numbers(shift);
    return edgec_cmsis_nn_failed(arm_fully_connected_per_channel_s8(&context, &params, &factors, &input, x, &filter, w,
                                                                    &biases, bias, &output, y));
}

#endif
