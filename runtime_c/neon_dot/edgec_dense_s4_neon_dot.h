/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layers, int8 with int4 weights in -7..7, 16 outputs at a time by SDOT.  A byte of weights is
 * 16 * a + b, of two channels: its products sum to 16 A + B as they are, and to 16 B where it is shifted by four bits.
 */
#ifndef EDGEC_DENSE_S4_NEON_DOT_H
#define EDGEC_DENSE_S4_NEON_DOT_H

#include "edgec_dense_s4_code_neon_dot.h"
#include "edgec_neon.h"

/* `pieces` of 16 taps; where in_c is no whole piece, rows are copied to scratch. */
typedef struct {
    int32_t rows, in_c, pieces, out_c, out_step;
    edgec_ending_neon ending;
} edgec_dense_s4_neon_dot_params;

/* The sums of 16 channels, doubled `left` times; the stream goes on. */
EDGEC_INLINE const int8_t *edgec_dense_sums_s4_dot(const int8_t *x, const int8_t *w, int64_t pieces, int32_t left,
                                                   int32x4_t sums[4])
{
    const int32x4_t down = vdupq_n_s32(left - 4);
    register int32x4_t a __asm__("v16");
    register int32x4_t b __asm__("v17");
    register int32x4_t c __asm__("v18");
    register int32x4_t d __asm__("v19");
    __asm__ volatile(EDGEC_DENSE_S4_CODE_DOT
                     : [x] "+&r"(x), [w] "+&r"(w), [pieces] "+&r"(pieces), "=&w"(a), "=&w"(b), "=&w"(c), "=&w"(d)
                     :
                     : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v20", "v21", "v22", "v23");
    sums[0] = vshlq_s32(vsubq_s32(a, vshrq_n_s32(c, 4)), down);
    sums[1] = vshlq_s32(vsubq_s32(b, vshrq_n_s32(d, 4)), down);
    sums[2] = vshlq_s32(c, down);
    sums[3] = vshlq_s32(d, down);
    return w;
}

/* Multipliers and shifts at `end`. */
EDGEC_INLINE int8x16_t edgec_dense_bytes_s4_dot(const int32x4_t *v, const int32_t *end, const edgec_ending_neon *e)
{
    const int32x4x4_t m = vld1q_s32_x4(end);
    const int32x4x4_t n = vld1q_s32_x4(end + 16);
    return edgec_narrowed_neon(edgec_scaled_neon(v[0], m.val[0], n.val[0], e, 0),
                               edgec_scaled_neon(v[1], m.val[1], n.val[1], e, 0),
                               edgec_scaled_neon(v[2], m.val[2], n.val[2], e, 0),
                               edgec_scaled_neon(v[3], m.val[3], n.val[3], e, 0), e, edgec_is_limited_neon(e));
}

static inline void edgec_dense_s4_neon_dot(const edgec_dense_s4_neon_dot_params *p, const int8_t *x,
                                           const int8_t *stream, int8_t *y, int8_t *scratch)
{
    int32_t r;
    for (r = 0; r < p->rows; r++) {
        const int8_t *w = stream;
        const int8_t *row = x + r * p->in_c;
        int32_t c;
        if (p->in_c != 16 * p->pieces) {
            memcpy(scratch, row, (size_t)p->in_c);
            row = scratch;
        }
        for (c = 0; c < p->out_c; c += 16) {
            int32x4_t v[4];
            int8x16_t bytes;
            w = edgec_dense_sums_s4_dot(row, w, p->pieces, p->ending.left, v);
            bytes = edgec_dense_bytes_s4_dot(v, (const int32_t *)(const void *)w, &p->ending);
            w += 128;
            if (p->out_c < 16) {
                int8_t tail[16];
                vst1q_s8(tail, bytes);
                memcpy(y, tail, (size_t)p->out_c);
            } else {
                vst1q_s8(y + (c + 16 <= p->out_c ? c : p->out_c - 16), bytes);
            }
        }
        y += p->out_step;
    }
}

#endif
