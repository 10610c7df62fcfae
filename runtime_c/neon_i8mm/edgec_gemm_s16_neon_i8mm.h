/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int16 with packed int8 weights by SMMLA and USMMLA, four positions with 16, 8 or 4 output
 * channels at a time: x = 256 * high + low.  LD2 takes the bytes apart.  Sums of the high bytes count 256 times; 16
 * channels go through the taps once for each byte, fewer channels once for both. */
#ifndef EDGEC_GEMM_S16_NEON_I8MM_H
#define EDGEC_GEMM_S16_NEON_I8MM_H

#include "edgec_gemm_s16_code_neon_i8mm.h"
#include "edgec_run_s16_neon.h"

/* Four positions with a block of `width` channels: `code` is its assembly. */
#define EDGEC_I8MM_S16_TILE(name, width, code)                                                                         \
    EDGEC_INLINE const int8_t *name(const edgec_gemm_neon *g, int64_t from, const edgec_row_offsets_neon *in,          \
                                    const int8_t *stream, int8_t *y, const edgec_row_offsets_neon *out)                \
    {                                                                                                                  \
        const int8_t *const *segments = g->segments;                                                                   \
        const int8_t *w = stream + 8 * (width);                                                                        \
        int64_t count = g->count;                                                                                      \
        int64_t k;                                                                                                     \
        const int8_t *x0;                                                                                              \
        const int8_t *x1;                                                                                              \
        const int8_t *x2;                                                                                              \
        const int8_t *x3;                                                                                              \
        __asm__ volatile(                                                                                              \
            code                                                                                                       \
            : [segments] "+&r"(segments), [count] "+&r"(count), [w] "+&r"(w), [k] "=&r"(k), [x0] "=&r"(x0),            \
              [x1] "=&r"(x1), [x2] "=&r"(x2), [x3] "=&r"(x3)                                                           \
            : [from] "r"(from), [in1] "r"(in->row1), [in2] "r"(in->row2), [in3] "r"(in->row3),                         \
              [bytes] "r"((int64_t)g->bytes), [biases] "r"(stream), [first] "r"(g->segments),                          \
              [number] "r"((int64_t)g->count), [y] "r"(y), [y1] "r"(y + out->row1), [y2] "r"(y + out->row2),           \
              [y3] "r"(y + out->row3), [lo] "r"(g->ending.lo), [hi] "r"(g->ending.hi)                                  \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",  \
              "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", \
              "v29", "v30", "v31");                                                                                    \
        return w;                                                                                                      \
    }

EDGEC_I8MM_S16_TILE(edgec_i8mm_s16_16, 16, EDGEC_GEMM_S16_TILE16_CODE_I8MM)
EDGEC_I8MM_S16_TILE(edgec_i8mm_s16_8, 8, EDGEC_GEMM_S16_TILE8_CODE_I8MM)
EDGEC_I8MM_S16_TILE(edgec_i8mm_s16_4, 4, EDGEC_GEMM_S16_TILE4_CODE_I8MM)

EDGEC_SHARED_CODE void edgec_gemm_s16_i8mm(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_run_s16_neon(&job, edgec_i8mm_s16_16, edgec_i8mm_s16_8, edgec_i8mm_s16_4, NULL);
}

#endif
