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

int32_t arm_convolve_s8_get_buffer_size(const cmsis_nn_dims *in, const cmsis_nn_dims *f)
{
#ifdef STANDIN_FOLDED
    const int32_t unit = 16;
#else
    const int32_t unit = 4;
#endif
    return 4 * ((in->c * f->w * f->h + unit - 1) / unit * unit);
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

arm_cmsis_nn_status arm_elementwise_mul_s8(const int8_t *a, const int8_t *b, const int32_t a_offset,
                                           const int32_t b_offset, int8_t *y, const int32_t out_offset,
                                           const int32_t out_mult, const int32_t out_shift, const int32_t lo,
                                           const int32_t hi, const int32_t n)
{
    const cmsis_nn_activation limits = {lo, hi};
    int32_t i;
    for (i = 0; i < n; i++) {
        y[i] = limited(rounded((a[i] + a_offset) * (b[i] + b_offset), out_mult, out_shift), out_offset, &limits);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

/* The largest value of every window, or the mean of its cells, halves away from zero. */
static arm_cmsis_nn_status pool(const cmsis_nn_pool_params *p, const cmsis_nn_dims *in, const int8_t *x,
                                const cmsis_nn_dims *f, const cmsis_nn_dims *out, int8_t *y, int32_t mean)
{
    int32_t n, oy, ox, c, ky, kx;
    for (n = 0; n < in->n; n++) {
        for (oy = 0; oy < out->h; oy++) {
            for (ox = 0; ox < out->w; ox++) {
                for (c = 0; c < in->c; c++) {
                    int32_t sum = 0, most = -128, cells = 0;
                    for (ky = 0; ky < f->h; ky++) {
                        for (kx = 0; kx < f->w; kx++) {
                            const int32_t row = oy * p->stride.h - p->padding.h + ky;
                            const int32_t column = ox * p->stride.w - p->padding.w + kx;
                            if (row >= 0 && row < in->h && column >= 0 && column < in->w) {
                                const int32_t value = x[((n * in->h + row) * in->w + column) * in->c + c];
                                sum += value;
                                most = value > most ? value : most;
                                cells++;
                            }
                        }
                    }
                    if (cells == 0) {
                        return ARM_CMSIS_NN_ARG_ERROR;
                    }
                    sum = (sum > 0 ? sum + cells / 2 : sum - cells / 2) / cells;
                    *y++ = limited(mean ? sum : most, 0, &p->activation);
                }
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

arm_cmsis_nn_status arm_max_pool_s8(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *p, const cmsis_nn_dims *in,
                                    const int8_t *x, const cmsis_nn_dims *f, const cmsis_nn_dims *out, int8_t *y)
{
    (void)ctx;
    return pool(p, in, x, f, out, y, 0);
}

arm_cmsis_nn_status arm_avgpool_s8(const cmsis_nn_context *ctx, const cmsis_nn_pool_params *p, const cmsis_nn_dims *in,
                                   const int8_t *x, const cmsis_nn_dims *f, const cmsis_nn_dims *out, int8_t *y)
{
#ifndef STANDIN_FOLDED
    if (ctx->buf == NULL) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
#endif
    (void)ctx;
    return pool(p, in, x, f, out, y, 1);
}

arm_cmsis_nn_status arm_transpose_s8(const int8_t *x, int8_t *const y, const cmsis_nn_dims *const in,
                                     const cmsis_nn_dims *const out, const cmsis_nn_transpose_params *const p)
{
    const int32_t sizes[4] = {in->n, in->h, in->w, in->c};
    const int32_t ends[4] = {out->n, out->h, out->w, out->c};
    int32_t steps[4], at[4], i;
    for (i = 0; i < p->num_dims; i++) {
        const uint32_t axis = p->permutations[i];
        int32_t k;
        if (axis >= (uint32_t)p->num_dims || ends[i] != sizes[axis]) {
            return ARM_CMSIS_NN_ARG_ERROR;
        }
        steps[axis] = 1;
        for (k = i + 1; k < p->num_dims; k++) {
            steps[axis] *= ends[k];
        }
    }
    for (; i < 4; i++) {
        steps[i] = 0;
    }
    for (at[0] = 0; at[0] < sizes[0]; at[0]++) {
        for (at[1] = 0; at[1] < sizes[1]; at[1]++) {
            for (at[2] = 0; at[2] < sizes[2]; at[2]++) {
                for (at[3] = 0; at[3] < sizes[3]; at[3]++) {
                    y[at[0] * steps[0] + at[1] * steps[1] + at[2] * steps[2] + at[3] * steps[3]] = *x++;
                }
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

void arm_concatenation_s8_x(const int8_t *x, const uint16_t x_size, const uint16_t y_size, const uint16_t z_size,
                            const uint16_t w_size, int8_t *y, const uint16_t out_size, const uint32_t offset)
{
    const int32_t rows = (int32_t)y_size * z_size * w_size;
    int32_t row, i;
    for (row = 0; row < rows; row++) {
        for (i = 0; i < x_size; i++) {
            y[(int32_t)offset + row * out_size + i] = *x++;
        }
    }
}

arm_cmsis_nn_status arm_pad_s8(const int8_t *x, int8_t *y, const int8_t value, const cmsis_nn_dims *in,
                               const cmsis_nn_dims *before, const cmsis_nn_dims *after)
{
    int32_t n, h, w, c;
    for (n = -before->n; n < in->n + after->n; n++) {
        for (h = -before->h; h < in->h + after->h; h++) {
            for (w = -before->w; w < in->w + after->w; w++) {
                for (c = -before->c; c < in->c + after->c; c++) {
                    const int32_t inside = n >= 0 && n < in->n && h >= 0 && h < in->h && w >= 0 && w < in->w && c >= 0;
                    *y++ = inside && c < in->c ? *x++ : value;
                }
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
