/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layers, int8 with int4 weights in -7..7, four outputs at a time: weights are unpacked to registers,
 * and 32 products fit sums of 16 bits. */
#ifndef EDGEC_DENSE_S4_NEON_H
#define EDGEC_DENSE_S4_NEON_H

#include "edgec_dense_s4_code_neon.h"
#include "edgec_neon.h"

#define EDGEC_DENSE_S4_NEON_PIECES 4 /* of 64 taps, whose products of a lane fit 16 bits: 4 * 8 * 7 * 128 < 2**15 */

/* `pieces` of 64 taps; where in_c is no whole piece, rows are copied to scratch. */
typedef struct {
    int32_t rows, in_c, pieces, out_c, out_step;
    edgec_ending_neon ending;
} edgec_dense_s4_neon_params;

#if defined(__aarch64__)
/* The sums of four channels; `w` goes on. */
EDGEC_INLINE int32x4_t edgec_dense_sums_s4_neon(const int8_t *x, const int8_t **stream, int64_t pieces)
{
    register int32x4_t s __asm__("v28");
    const int8_t *w = *stream;
    int64_t k;
    __asm__ volatile(EDGEC_DENSE_S4_CODE_NEON
                     : [x] "+&r"(x), [w] "+&r"(w), [k] "=&r"(k), [pieces] "+&r"(pieces), "=&w"(s)
                     : [most] "r"((int64_t)EDGEC_DENSE_S4_NEON_PIECES)
                     : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19",
                       "v24", "v25", "v26", "v27", "v29", "v30", "v31");
    *stream = w;
    return s;
}
#else
/* The sums of four channels; `w` goes on.  The first pieces are those beyond whole groups of them. */
EDGEC_INLINE int32x4_t edgec_dense_sums_s4_neon(const int8_t *x, const int8_t **stream, int32_t pieces)
{
    const int8_t *w = *stream;
    int32_t groups = (pieces + EDGEC_DENSE_S4_NEON_PIECES - 1) / EDGEC_DENSE_S4_NEON_PIECES;
    int32_t k = pieces - (groups - 1) * EDGEC_DENSE_S4_NEON_PIECES;
    int32_t sums[4];
    __asm__ volatile(EDGEC_DENSE_S4_CODE_V7
                     : [x] "+&r"(x), [w] "+&r"(w), [k] "+&r"(k), [groups] "+&r"(groups)
                     : [to] "r"(sums), [most] "i"(EDGEC_DENSE_S4_NEON_PIECES)
                     : "cc", "memory", "q0", "q1", "q2", "q3", "q4", "q5", "q8", "q9", "q10", "q11", "q12", "q13",
                       "q14", "q15");
    *stream = w;
    return vld1q_s32(sums);
}
#endif

static inline void edgec_dense_s4_neon(const edgec_dense_s4_neon_params *p, const int8_t *x, const int8_t *stream,
                                       int8_t *y, int8_t *scratch)
{
    int32_t r;
    for (r = 0; r < p->rows; r++) {
        const int8_t *w = stream;
        const int8_t *row = x + r * p->in_c;
        int32_t c;
        if (p->in_c != 64 * p->pieces) {
            memcpy(scratch, row, (size_t)p->in_c);
            row = scratch;
        }
        for (c = 0; c < p->out_c; c += 4) {
            int32x4_t v = edgec_dense_sums_s4_neon(row, &w, p->pieces);
            const int32x4x3_t end = edgec_three_neon((const int32_t *)(const void *)w);
            int8x16_t bytes;
            w += 48;
            v = edgec_scaled_neon(vaddq_s32(v, end.val[0]), end.val[1], end.val[2], &p->ending, 1);
            bytes = edgec_narrowed_neon(v, v, v, v, &p->ending, 1);
            if (p->out_c < 4) {
                const uint32_t tail = vgetq_lane_u32(vreinterpretq_u32_s8(bytes), 0);
                memcpy(y, &tail, (size_t)p->out_c);
            } else {
                EDGEC_STORE_WORD_NEON(y + (c + 4 <= p->out_c ? c : p->out_c - 4), bytes, 0);
            }
        }
        y += p->out_step;
    }
}

#endif
