/* The functions of CMSIS-NN that edgec calls, tap by tap, with its default rounding: a high multiplication that rounds,
 * then a shift that rounds.  STANDIN_FOLDED: biases come from the context and hold the offset (as with Helium). */
#include <arm_nnfunctions.h>

static int32_t rounded(int32_t value, int32_t multiplier, int32_t shift)
{
    const int32_t left = shift > 0 ? shift : 0;
    const int32_t right = shift > 0 ? 0 : -shift;
    const int64_t product = (int64_t)(value * (1 << left)) * multiplier + (INT64_C(1) << 30);
    const int32_t high = (int32_t)(product >> 31);
    const int32_t mask = (int32_t)((UINT32_C(1) << right) - 1u);
    const int32_t threshold = (mask >> 1) + (high < 0);
    return (high >> right) + ((high & mask) > threshold);
}

static int8_t limited(int32_t value, int32_t offset, const cmsis_nn_activation *limits)
{
    const int32_t moved = value + offset;
    return (int8_t)(moved < limits->min ? limits->min : moved > limits->max ? limits->max : moved);
}

/* A weight of 8 bits, or of 4: the first of a byte in its low half. */
static int32_t weight(const int8_t *w, int32_t i, int32_t bits)
{
    const int32_t nibble = (w[i / 2] >> (i % 2 * 4)) & 15;
    return bits == 8 ? w[i] : nibble - (nibble & 8) * 2;
}

static arm_cmsis_nn_status convolve(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *p,
                                    const cmsis_nn_per_channel_quant_params *q, const cmsis_nn_dims *in,
                                    const int8_t *x, const cmsis_nn_dims *f, const int8_t *w,
                                    const cmsis_nn_dims *bias_dims, const int32_t *bias, const cmsis_nn_dims *out,
                                    int8_t *y, int32_t bits)
{
    const int32_t groups = in->c / f->c;
    const int32_t each = out->c / groups;
    int32_t n, oy, ox, o, ky, kx, c;
    if (ctx->buf == NULL && (f->h != 1 || f->w != 1)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    if (f->n != out->c || bias_dims->c != out->c || f->c * groups != in->c) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (n = 0; n < in->n; n++) {
        for (oy = 0; oy < out->h; oy++) {
            for (ox = 0; ox < out->w; ox++) {
                for (o = 0; o < out->c; o++) {
                    int32_t sum = bias[o];
                    for (ky = 0; ky < f->h; ky++) {
                        for (kx = 0; kx < f->w; kx++) {
                            const int32_t row = oy * p->stride.h - p->padding.h + ky * p->dilation.h;
                            const int32_t column = ox * p->stride.w - p->padding.w + kx * p->dilation.w;
                            if (row < 0 || row >= in->h || column < 0 || column >= in->w) {
                                continue;
                            }
                            for (c = 0; c < f->c; c++) {
                                sum += (x[((n * in->h + row) * in->w + column) * in->c + o / each * f->c + c] +
                                        p->input_offset) *
                                       weight(w, ((o * f->h + ky) * f->w + kx) * f->c + c, bits);
                            }
                        }
                    }
                    *y++ = limited(rounded(sum, q->multiplier[o], q->shift[o]), p->output_offset, &p->activation);
                }
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

arm_cmsis_nn_status arm_convolve_wrapper_s8(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *p,
                                            const cmsis_nn_per_channel_quant_params *q, const cmsis_nn_dims *in,
                                            const int8_t *x, const cmsis_nn_dims *f, const int8_t *w,
                                            const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                            const cmsis_nn_dims *out, int8_t *y)
{
    return convolve(ctx, p, q, in, x, f, w, bias_dims, bias, out, y, 8);
}

arm_cmsis_nn_status arm_convolve_wrapper_s4(const cmsis_nn_context *ctx, const cmsis_nn_conv_params *p,
                                            const cmsis_nn_per_channel_quant_params *q, const cmsis_nn_dims *in,
                                            const int8_t *x, const cmsis_nn_dims *f, const int8_t *w,
                                            const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                            const cmsis_nn_dims *out, int8_t *y)
{
    return in->c == f->c ? convolve(ctx, p, q, in, x, f, w, bias_dims, bias, out, y, 4) : ARM_CMSIS_NN_ARG_ERROR;
}

arm_cmsis_nn_status arm_depthwise_conv_wrapper_s8(const cmsis_nn_context *ctx, const cmsis_nn_dw_conv_params *p,
                                                  const cmsis_nn_per_channel_quant_params *q, const cmsis_nn_dims *in,
                                                  const int8_t *x, const cmsis_nn_dims *f, const int8_t *w,
                                                  const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                                  const cmsis_nn_dims *out, int8_t *y)
{
    int32_t n, oy, ox, o, ky, kx;
    (void)ctx;
    if (f->n != 1 || f->c != out->c || bias_dims->c != out->c || in->c * p->ch_mult != out->c) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (n = 0; n < in->n; n++) {
        for (oy = 0; oy < out->h; oy++) {
            for (ox = 0; ox < out->w; ox++) {
                for (o = 0; o < out->c; o++) {
                    int32_t sum = bias[o];
                    for (ky = 0; ky < f->h; ky++) {
                        for (kx = 0; kx < f->w; kx++) {
                            const int32_t row = oy * p->stride.h - p->padding.h + ky * p->dilation.h;
                            const int32_t column = ox * p->stride.w - p->padding.w + kx * p->dilation.w;
                            if (row >= 0 && row < in->h && column >= 0 && column < in->w) {
                                sum += (x[((n * in->h + row) * in->w + column) * in->c + o / p->ch_mult] +
                                        p->input_offset) *
                                       w[(ky * f->w + kx) * out->c + o];
                            }
                        }
                    }
                    *y++ = limited(rounded(sum, q->multiplier[o], q->shift[o]), p->output_offset, &p->activation);
                }
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

arm_cmsis_nn_status arm_fully_connected_per_channel_s8(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *p,
                                                       const cmsis_nn_per_channel_quant_params *q,
                                                       const cmsis_nn_dims *in, const int8_t *x, const cmsis_nn_dims *f,
                                                       const int8_t *w, const cmsis_nn_dims *bias_dims,
                                                       const int32_t *bias, const cmsis_nn_dims *out, int8_t *y)
{
    int32_t n, o, k;
    if (p->filter_offset != 0 || f->c != out->c || bias_dims->c != out->c) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (n = 0; n < in->n; n++) {
        for (o = 0; o < out->c; o++) {
#ifdef STANDIN_FOLDED
            int32_t sum = ((const int32_t *)ctx->buf)[o];
            const int32_t offset = 0;
            (void)bias;
#else
            int32_t sum = bias[o];
            const int32_t offset = p->input_offset;
            (void)ctx;
#endif
            for (k = 0; k < f->n; k++) {
                sum += (x[n * f->n + k] + offset) * w[o * f->n + k];
            }
            *y++ = limited(rounded(sum, q->multiplier[o], q->shift[o]), p->output_offset, &p->activation);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

arm_cmsis_nn_status arm_fully_connected_s4(const cmsis_nn_context *ctx, const cmsis_nn_fc_params *p,
                                           const cmsis_nn_per_tensor_quant_params *q, const cmsis_nn_dims *in,
                                           const int8_t *x, const cmsis_nn_dims *f, const int8_t *w,
                                           const cmsis_nn_dims *bias_dims, const int32_t *bias,
                                           const cmsis_nn_dims *out, int8_t *y)
{
    int32_t n, o, k;
    (void)ctx;
    if (f->c != out->c || bias_dims->c != out->c) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (n = 0; n < in->n; n++) {
        for (o = 0; o < out->c; o++) {
            int32_t sum = bias[o];
            for (k = 0; k < f->n; k++) {
                sum += (x[n * f->n + k] + p->input_offset) * weight(w, o * f->n + k, 4);
            }
            *y++ = limited(rounded(sum, q->multiplier, q->shift), p->output_offset, &p->activation);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

arm_cmsis_nn_status arm_elementwise_add_s8(const int8_t *a, const int8_t *b, const int32_t a_offset,
                                           const int32_t a_mult, const int32_t a_shift, const int32_t b_offset,
                                           const int32_t b_mult, const int32_t b_shift, const int32_t left_shift,
                                           int8_t *y, const int32_t out_offset, const int32_t out_mult,
                                           const int32_t out_shift, const int32_t lo, const int32_t hi, const int32_t n)
{
    const cmsis_nn_activation limits = {lo, hi};
    int32_t i;
    for (i = 0; i < n; i++) {
        const int32_t left = rounded((a[i] + a_offset) * (1 << left_shift), a_mult, a_shift);
        const int32_t right = rounded((b[i] + b_offset) * (1 << left_shift), b_mult, b_shift);
        y[i] = limited(rounded(left + right, out_mult, out_shift), out_offset, &limits);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
