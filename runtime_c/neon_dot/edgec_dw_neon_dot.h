/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise rows of 3x3 windows by SDOT, 16 channels at a time: TBL brings four columns of a row together, channel by
 * channel; columns stay in registers for the next windows, and the weights turn instead. */
#ifndef EDGEC_DW_NEON_DOT_H
#define EDGEC_DW_NEON_DOT_H

#include "edgec_dw_code_neon_dot.h"
#include "edgec_dw_neon.h"

/* Byte k of lane c: channel c of four, column k. */
static const uint8_t edgec_dw_columns_dot[64] = {
    0,  16, 32, 48, 1,  17, 33, 49, 2,  18, 34, 50, 3,  19, 35, 51, 4,  20, 36, 52, 5,  21,
    37, 53, 6,  22, 38, 54, 7,  23, 39, 55, 8,  24, 40, 56, 9,  25, 41, 57, 10, 26, 42, 58,
    11, 27, 43, 59, 12, 28, 44, 60, 13, 29, 45, 61, 14, 30, 46, 62, 15, 31, 47, 63,
};

/* All positions of a block of 16 channels, whose weights are `set` bytes; `code` is the assembly. */
#define EDGEC_DW_DOT_BLOCK(name, set, code)                                                                            \
    EDGEC_INLINE const int8_t *name(const edgec_dw_neon *g, const int8_t *stream, int32_t c)                           \
    {                                                                                                                  \
        const int8_t *r0 = g->rows[0] + c;                                                                             \
        const int8_t *r1 = g->rows[1] + c;                                                                             \
        const int8_t *r2 = g->rows[2] + c;                                                                             \
        const int8_t *w = stream;                                                                                      \
        const int8_t *const ends = stream + (set);                                                                     \
        const int8_t *const m = ends + 64;                                                                             \
        const int8_t *const n = ends + 128;                                                                            \
        int8_t *y = g->y + c;                                                                                          \
        int64_t count = g->positions;                                                                                  \
        __asm__ volatile(                                                                                              \
            code                                                                                                       \
            : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [w] "+&r"(w), [y] "+&r"(y), [count] "+&r"(count)         \
            : [stream] "r"(stream), [ends] "r"(ends), [m] "r"(m), [n] "r"(n), [tap] "r"((int64_t)g->tap),              \
              [out] "r"((int64_t)g->out_step), [zero] "r"(g->ending.out_zero), [lo] "r"(g->ending.lo),                 \
              [hi] "r"(g->ending.hi), [columns] "r"(edgec_dw_columns_dot)                                              \
            : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",  \
              "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", \
              "v29", "v30", "v31");                                                                                    \
        return ends + 192;                                                                                             \
    }

EDGEC_DW_DOT_BLOCK(edgec_dw_dot_block_s1, 48 * 16, EDGEC_DW_S1_CODE_DOT)
EDGEC_DW_DOT_BLOCK(edgec_dw_dot_block_s2, 24 * 16, EDGEC_DW_S2_CODE_DOT)
EDGEC_DW_DOT_BLOCK(edgec_dw_dot_limited_block_s1, 48 * 16, EDGEC_DW_LIMITED_S1_CODE_DOT)
EDGEC_DW_DOT_BLOCK(edgec_dw_dot_limited_block_s2, 24 * 16, EDGEC_DW_LIMITED_S2_CODE_DOT)

EDGEC_DW_ROW_NEON(edgec_dw_dot_s1, 16, edgec_dw_dot_block_s1(&g, w, c))
EDGEC_DW_ROW_NEON(edgec_dw_dot_s2, 16, edgec_dw_dot_block_s2(&g, w, c))
EDGEC_DW_ROW_NEON(edgec_dw_dot_limited_s1, 16, edgec_dw_dot_limited_block_s1(&g, w, c))
EDGEC_DW_ROW_NEON(edgec_dw_dot_limited_s2, 16, edgec_dw_dot_limited_block_s2(&g, w, c))

#endif
