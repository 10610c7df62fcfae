/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layers, int8 with int4 weights in -7..7, four outputs at a time: weights are unpacked to registers,
 * and 32 products fit sums of 16 bits. */
#ifndef EDGEC_DENSE_S4_NEON_H
#define EDGEC_DENSE_S4_NEON_H

#include "edgec_neon.h"

#define EDGEC_DENSE_S4_NEON_PIECES 4 /* of 64 taps, whose products of a lane fit 16 bits: 4 * 8 * 7 * 128 < 2**15 */

/* `pieces` of 64 taps; where in_c is no whole piece, rows are copied to scratch. */
typedef struct {
    int32_t rows, in_c, pieces, out_c, out_step;
    edgec_ending_neon ending;
} edgec_dense_s4_neon_params;

/* clang-format off */

#if defined(__aarch64__)
#define EDGEC_DENSE_S4_FOUR(op, a, b, c, d, x, type, w0, w1, w2, w3)                                                   \
    op " v" #a ".8h, v" #x type ", v" #w0 type "\n\t" op " v" #b ".8h, v" #x type ", v" #w1 type "\n\t"                \
    op " v" #c ".8h, v" #x type ", v" #w2 type "\n\t" op " v" #d ".8h, v" #x type ", v" #w3 type "\n\t"

/* 32 taps of four channels: the first 16 of each in the low halves of a register, the others in the high ones. */
#define EDGEC_DENSE_S4_32(x0, x1)                                                                                      \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t"                                                            \
    "shl v16.16b, v4.16b, #4\n\t" "shl v17.16b, v5.16b, #4\n\t"                                                        \
    "shl v18.16b, v6.16b, #4\n\t" "shl v19.16b, v7.16b, #4\n\t"                                                        \
    "sshr v4.16b, v4.16b, #4\n\t" "sshr v5.16b, v5.16b, #4\n\t"                                                        \
    "sshr v6.16b, v6.16b, #4\n\t" "sshr v7.16b, v7.16b, #4\n\t"                                                        \
    "sshr v16.16b, v16.16b, #4\n\t" "sshr v17.16b, v17.16b, #4\n\t"                                                    \
    "sshr v18.16b, v18.16b, #4\n\t" "sshr v19.16b, v19.16b, #4\n\t"                                                    \
    EDGEC_DENSE_S4_FOUR("smlal", 24, 25, 26, 27, x1, ".8b", 4, 5, 6, 7)                                                \
    EDGEC_DENSE_S4_FOUR("smlal2", 24, 25, 26, 27, x1, ".16b", 4, 5, 6, 7)                                              \
    EDGEC_DENSE_S4_FOUR("smlal", 24, 25, 26, 27, x0, ".8b", 16, 17, 18, 19)                                            \
    EDGEC_DENSE_S4_FOUR("smlal2", 24, 25, 26, 27, x0, ".16b", 16, 17, 18, 19)

/* The sums of four channels; `w` goes on. */
EDGEC_INLINE int32x4_t edgec_dense_sums_s4_neon(const int8_t *x, const int8_t **stream, int64_t pieces)
{
    register int32x4_t s __asm__("v28");
    const int8_t *w = *stream;
    int64_t k;
    __asm__ volatile(
        "movi v28.4s, #0\n\t" "movi v29.4s, #0\n\t" "movi v30.4s, #0\n\t" "movi v31.4s, #0\n\t"
        "1:\n\t"
        "mov %[k], %[most]\n\t"
        "cmp %[pieces], %[most]\n\t"
        "csel %[k], %[pieces], %[k], lt\n\t"
        "sub %[pieces], %[pieces], %[k]\n\t"
        "movi v24.4s, #0\n\t" "movi v25.4s, #0\n\t" "movi v26.4s, #0\n\t" "movi v27.4s, #0\n\t"
        "2:\n\t"
        "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[x]], #64\n\t"
        "subs %[k], %[k], #1\n\t"
        EDGEC_DENSE_S4_32(0, 1)
        EDGEC_DENSE_S4_32(2, 3)
        "b.ne 2b\n\t"
        "sadalp v28.4s, v24.8h\n\t" "sadalp v29.4s, v25.8h\n\t"
        "sadalp v30.4s, v26.8h\n\t" "sadalp v31.4s, v27.8h\n\t"
        "cbnz %[pieces], 1b\n\t"
        "addp v28.4s, v28.4s, v29.4s\n\t" "addp v30.4s, v30.4s, v31.4s\n\t" "addp v28.4s, v28.4s, v30.4s\n\t"
        : [x] "+&r"(x), [w] "+&r"(w), [k] "=&r"(k), [pieces] "+&r"(pieces), "=&w"(s)
        : [most] "r"((int64_t)EDGEC_DENSE_S4_NEON_PIECES)
        : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v24", "v25", "v26",
          "v27", "v29", "v30", "v31");
    *stream = w;
    return s;
}
#else
/* Of two channels `lower` and `upper` the taps of 16 bytes; of the row 32 taps in d0 to d3. */
#define EDGEC_DENSE_S4_TWO(lower, upper)                                                                               \
    "vld1.8 {d4, d5, d6, d7}, [%[w]]!\n\t"                                                                             \
    "vshl.s8 q4, q2, #4\n\t" "vshl.s8 q5, q3, #4\n\t"                                                                 \
    "vshr.s8 q2, q2, #4\n\t" "vshr.s8 q3, q3, #4\n\t"                                                                 \
    "vshr.s8 q4, q4, #4\n\t" "vshr.s8 q5, q5, #4\n\t"                                                                 \
    "vmlal.s8 " #lower ", d2, d4\n\t" "vmlal.s8 " #upper ", d2, d6\n\t"                                               \
    "vmlal.s8 " #lower ", d0, d8\n\t" "vmlal.s8 " #upper ", d0, d10\n\t"                                              \
    "vmlal.s8 " #lower ", d3, d5\n\t" "vmlal.s8 " #upper ", d3, d7\n\t"                                               \
    "vmlal.s8 " #lower ", d1, d9\n\t" "vmlal.s8 " #upper ", d1, d11\n\t"
#define EDGEC_DENSE_S4_32                                                                                              \
    "vld1.8 {d0, d1, d2, d3}, [%[x]]!\n\t" EDGEC_DENSE_S4_TWO(q8, q9) EDGEC_DENSE_S4_TWO(q10, q11)

/* The sums of four channels; `w` goes on.  The first pieces are those beyond whole groups of them. */
EDGEC_INLINE int32x4_t edgec_dense_sums_s4_neon(const int8_t *x, const int8_t **stream, int32_t pieces)
{
    const int8_t *w = *stream;
    int32_t groups = (pieces + EDGEC_DENSE_S4_NEON_PIECES - 1) / EDGEC_DENSE_S4_NEON_PIECES;
    int32_t k = pieces - (groups - 1) * EDGEC_DENSE_S4_NEON_PIECES;
    int32_t sums[4];
    __asm__ volatile(
        "vmov.i32 q12, #0\n\t" "vmov.i32 q13, #0\n\t" "vmov.i32 q14, #0\n\t" "vmov.i32 q15, #0\n\t"
        "1:\n\t"
        "vmov.i32 q8, #0\n\t" "vmov.i32 q9, #0\n\t" "vmov.i32 q10, #0\n\t" "vmov.i32 q11, #0\n\t"
        "2:\n\t"
        EDGEC_DENSE_S4_32 EDGEC_DENSE_S4_32
        "subs %[k], %[k], #1\n\t"
        "bne 2b\n\t"
        "vpadal.s16 q12, q8\n\t" "vpadal.s16 q13, q9\n\t" "vpadal.s16 q14, q10\n\t" "vpadal.s16 q15, q11\n\t"
        "mov %[k], %[most]\n\t"
        "subs %[groups], %[groups], #1\n\t"
        "bne 1b\n\t"
        "vpadd.i32 d24, d24, d25\n\t" "vpadd.i32 d26, d26, d27\n\t"
        "vpadd.i32 d28, d28, d29\n\t" "vpadd.i32 d30, d30, d31\n\t"
        "vpadd.i32 d24, d24, d26\n\t" "vpadd.i32 d25, d28, d30\n\t"
        "vst1.32 {d24, d25}, [%[to]]\n\t"
        : [x] "+&r"(x), [w] "+&r"(w), [k] "+&r"(k), [groups] "+&r"(groups)
        : [to] "r"(sums), [most] "i"(EDGEC_DENSE_S4_NEON_PIECES)
        : "cc", "memory", "q0", "q1", "q2", "q3", "q4", "q5", "q8", "q9", "q10", "q11", "q12", "q13", "q14", "q15");
    *stream = w;
    return vld1q_s32(sums);
}
#endif

/* clang-format on */

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
