/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 1x1 convolution of up to 16 input channels, int8: the weights of 16 output channels stay in registers for all
 * positions; two products are summed in 16 bits (weights are in -127..127). */
#ifndef EDGEC_CONV2D_S8_FEW_NEON_H
#define EDGEC_CONV2D_S8_FEW_NEON_H

#include "edgec_conv2d_neon.h"
#include "edgec_gemm_few_code_neon.h"

#define EDGEC_CONV2D_FEW_NEON_CHANNELS 16 /* of a block; of the input, at most */

/* A block: so many taps of each position, which are 8 or 16, at w; biases, multipliers and shifts behind the weights.
 */
#define EDGEC_GEMM_FEW_NEON(name, code, taps)                                                                          \
    EDGEC_INLINE void name(const edgec_gemm_neon *g, const int8_t *w, int8_t *y)                                       \
    {                                                                                                                  \
        const int8_t *x = g->segments[0];                                                                              \
        int64_t count = g->positions;                                                                                  \
        const int8_t *const m = w + 16 * (taps) + 64;                                                                  \
        __asm__ volatile(code                                                                                          \
                         : [x] "+&r"(x), [w] "+&r"(w), [y] "+&r"(y), [count] "+&r"(count)                              \
                         : [m] "r"(m), [n] "r"(m + 64), [step] "r"((int64_t)(g->step - ((taps)-8))),                   \
                           [out] "r"((int64_t)g->out_step), [zero] "r"(g->ending.out_zero), [lo] "r"(g->ending.lo),    \
                           [hi] "r"(g->ending.hi)                                                                      \
                         : "cc", "memory", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11",   \
                           "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24",  \
                           "v25", "v26", "v27", "v28", "v29", "v30");                                                  \
    }

EDGEC_GEMM_FEW_NEON(edgec_gemm_few_8_neon, EDGEC_GEMM_FEW_8_CODE_NEON, 8)
EDGEC_GEMM_FEW_NEON(edgec_gemm_few_16_neon, EDGEC_GEMM_FEW_16_CODE_NEON, 16)
EDGEC_GEMM_FEW_NEON(edgec_gemm_few_limited_8_neon, EDGEC_GEMM_FEW_LIMITED_8_CODE_NEON, 8)
EDGEC_GEMM_FEW_NEON(edgec_gemm_few_limited_16_neon, EDGEC_GEMM_FEW_LIMITED_16_CODE_NEON, 16)

/* All channels: 16 and more, of which the last block ends with the last one. */
#define EDGEC_GEMM_FEW_CHANNELS_NEON(name, taps, block)                                                                \
    EDGEC_SHARED_CODE void name(const edgec_gemm_neon *job)                                                            \
    {                                                                                                                  \
        const edgec_gemm_neon g = *job;                                                                                \
        const int32_t last = g.outputs - EDGEC_CONV2D_FEW_NEON_CHANNELS;                                               \
        const int8_t *w = g.stream;                                                                                    \
        int32_t c = 0;                                                                                                 \
        for (;;) {                                                                                                     \
            block(&g, w, g.y + c);                                                                                     \
            if (c == last) {                                                                                           \
                break;                                                                                                 \
            }                                                                                                          \
            c = c + EDGEC_CONV2D_FEW_NEON_CHANNELS < last ? c + EDGEC_CONV2D_FEW_NEON_CHANNELS : last;                 \
            w += 16 * (taps) + 192;                                                                                    \
        }                                                                                                              \
    }

EDGEC_GEMM_FEW_CHANNELS_NEON(edgec_gemm_of_8_neon, 8, edgec_gemm_few_8_neon)
EDGEC_GEMM_FEW_CHANNELS_NEON(edgec_gemm_of_16_neon, 16, edgec_gemm_few_16_neon)
EDGEC_GEMM_FEW_CHANNELS_NEON(edgec_gemm_limited_of_8_neon, 8, edgec_gemm_few_limited_8_neon)
EDGEC_GEMM_FEW_CHANNELS_NEON(edgec_gemm_limited_of_16_neon, 16, edgec_gemm_few_limited_16_neon)

static inline void edgec_conv2d_s8_1x1_few_neon(const edgec_conv2d_1x1_neon_params *p, const int8_t *x,
                                                const int8_t *stream, int8_t *y, int8_t *scratch)
{
    if (edgec_is_general_neon(&p->ending)) {
        edgec_conv2d_1x1_run_neon(p, x, stream, y, scratch,
                                  p->bytes == 8 ? edgec_gemm_limited_of_8_neon : edgec_gemm_limited_of_16_neon);
    } else {
        edgec_conv2d_1x1_run_neon(p, x, stream, y, scratch,
                                  p->bytes == 8 ? edgec_gemm_of_8_neon : edgec_gemm_of_16_neon);
    }
}

#endif
