/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int16 with packed int8 weights, four positions with 16, 8 or 4 output channels at a time: SXTL
 * widens the weights, SMLAL multiplies them by a lane of a position, sums have 32 bits. */
#ifndef EDGEC_GEMM_S16_NEON_H
#define EDGEC_GEMM_S16_NEON_H

#include "edgec_run_s16_neon.h"

/* clang-format off */

/* Four channels (half `op` of v8 or v9) of tap l with four positions. */
#define EDGEC_S16_FOUR(op, w, type, s0, s1, s2, s3, l)                                                                 \
    op " v" #s0 ".4s, v" #w type ", v0.h[" #l "]\n\t" op " v" #s1 ".4s, v" #w type ", v1.h[" #l "]\n\t"                \
    op " v" #s2 ".4s, v" #w type ", v2.h[" #l "]\n\t" op " v" #s3 ".4s, v" #w type ", v3.h[" #l "]\n\t"

#define EDGEC_S16_TAP_16(w, l)                                                                                         \
    "sxtl v8.8h, v" #w ".8b\n\t" "sxtl2 v9.8h, v" #w ".16b\n\t"                                                        \
    EDGEC_S16_FOUR("smlal", 8, ".4h", 16, 20, 24, 28, l) EDGEC_S16_FOUR("smlal2", 8, ".8h", 17, 21, 25, 29, l)         \
    EDGEC_S16_FOUR("smlal", 9, ".4h", 18, 22, 26, 30, l) EDGEC_S16_FOUR("smlal2", 9, ".8h", 19, 23, 27, 31, l)

#define EDGEC_S16_TAPS_16(a, b, c, d)                                                                                  \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t"                                                            \
    EDGEC_S16_TAP_16(4, a) EDGEC_S16_TAP_16(5, b) EDGEC_S16_TAP_16(6, c) EDGEC_S16_TAP_16(7, d)

#define EDGEC_S16_TAP_8(sxtl, w, type, l)                                                                              \
    sxtl " v8.8h, v" #w type "\n\t"                                                                                    \
    EDGEC_S16_FOUR("smlal", 8, ".4h", 16, 20, 24, 28, l) EDGEC_S16_FOUR("smlal2", 8, ".8h", 17, 21, 25, 29, l)

#define EDGEC_S16_TAPS_8(a, b, c, d)                                                                                   \
    "ldp q4, q5, [%[w]], #32\n\t"                                                                                      \
    EDGEC_S16_TAP_8("sxtl", 4, ".8b", a) EDGEC_S16_TAP_8("sxtl2", 4, ".16b", b)                                        \
    EDGEC_S16_TAP_8("sxtl", 5, ".8b", c) EDGEC_S16_TAP_8("sxtl2", 5, ".16b", d)

#define EDGEC_S16_TAPS_4(a, b, c, d)                                                                                   \
    "ldr q4, [%[w]], #16\n\t" "sxtl v8.8h, v4.8b\n\t" "sxtl2 v9.8h, v4.16b\n\t"                                        \
    EDGEC_S16_FOUR("smlal", 8, ".4h", 16, 20, 24, 28, a) EDGEC_S16_FOUR("smlal2", 8, ".8h", 16, 20, 24, 28, b)         \
    EDGEC_S16_FOUR("smlal", 9, ".4h", 16, 20, 24, 28, c) EDGEC_S16_FOUR("smlal2", 9, ".8h", 16, 20, 24, 28, d)

/* The sums begin with the biases. */
#define EDGEC_S16_BEGIN_16                                                                                             \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]]\n\t" "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[w]]\n\t"              \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]]\n\t" "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[w]], #64\n\t"

#define EDGEC_S16_BEGIN_8                                                                                              \
    "ldp q16, q17, [%[w]]\n\t" "ldp q20, q21, [%[w]]\n\t" "ldp q24, q25, [%[w]]\n\t" "ldp q28, q29, [%[w]], #32\n\t"

#define EDGEC_S16_BEGIN_4                                                                                              \
    "ldr q16, [%[w]]\n\t" "ldr q20, [%[w]]\n\t" "ldr q24, [%[w]]\n\t" "ldr q28, [%[w]], #16\n\t"

#define EDGEC_S16_X(r, bytes)                                                                                          \
    "ldr " r "0, [%[x0]], #" bytes "\n\t" "ldr " r "1, [%[x1]], #" bytes "\n\t"                                        \
    "ldr " r "2, [%[x2]], #" bytes "\n\t" "ldr " r "3, [%[x3]], #" bytes "\n\t"

#define EDGEC_S16_SUMS(taps)                                                                                           \
    "1:\n\t"                                                                                                           \
    EDGEC_S16_SEGMENT                                                                                                  \
    "subs %[k], %[bytes], #16\n\t"                                                                                     \
    "b.lt 3f\n\t"                                                                                                      \
    "2:\n\t"                                                                                                           \
    EDGEC_S16_X("q", "16") "subs %[k], %[k], #16\n\t" taps(0, 1, 2, 3) taps(4, 5, 6, 7)                                \
    "b.ge 2b\n\t"                                                                                                      \
    "3:\n\t"                                                                                                           \
    "tbz %[bytes], #3, 4f\n\t"                                                                                         \
    EDGEC_S16_X("d", "8") taps(0, 1, 2, 3)                                                                             \
    "4:\n\t"                                                                                                           \
    "subs %[count], %[count], #1\n\t"                                                                                  \
    "b.ne 1b\n\t"

/* clang-format on */

/* Four positions with a block of channels: `begin`, `taps` and `end` are the macros of its width. */
#define EDGEC_S16_TILE(name, begin, taps, end)                                                                         \
    EDGEC_INLINE const int8_t *name(const edgec_gemm_neon *g, int64_t from, const edgec_row_offsets_neon *in,          \
                                    const int8_t *w, int8_t *y, const edgec_row_offsets_neon *out)                     \
    {                                                                                                                  \
        const int8_t *const *segments = g->segments;                                                                   \
        int64_t count = g->count;                                                                                      \
        int64_t k;                                                                                                     \
        const int8_t *x0;                                                                                              \
        const int8_t *x1;                                                                                              \
        const int8_t *x2;                                                                                              \
        const int8_t *x3;                                                                                              \
        __asm__ volatile(                                                                                              \
            begin EDGEC_S16_SUMS(taps) end                                                                             \
            : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0),            \
              [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                                                           \
            : [from] "r"(from), [one] "r"(in->row1), [two] "r"(in->row2), [three] "r"(in->row3),                       \
              [bytes] "r"((int64_t)g->bytes), [y] "r"(y), [y1] "r"(y + out->row1), [y2] "r"(y + out->row2),            \
              [y3] "r"(y + out->row3), [lo] "r"(g->ending.lo), [hi] "r"(g->ending.hi)                                  \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v16", "v17", "v18", "v19",  \
              "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");                     \
        return w;                                                                                                      \
    }

EDGEC_S16_TILE(edgec_tile_s16_16, EDGEC_S16_BEGIN_16, EDGEC_S16_TAPS_16, EDGEC_S16_END_16)
EDGEC_S16_TILE(edgec_tile_s16_8, EDGEC_S16_BEGIN_8, EDGEC_S16_TAPS_8, EDGEC_S16_END_8)
EDGEC_S16_TILE(edgec_tile_s16_4, EDGEC_S16_BEGIN_4, EDGEC_S16_TAPS_4, EDGEC_S16_END_4)

EDGEC_ONCE void edgec_gemm_s16_neon(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_run_s16_neon(&job, edgec_tile_s16_16, edgec_tile_s16_8, edgec_tile_s16_4, edgec_row_s16);
}

#endif
