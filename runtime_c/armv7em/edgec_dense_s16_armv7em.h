/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int16 activations and int8 weights: y[M, N] = x[M, K] . w[N, K]^T + bias[N], two outputs at a
 * time: 16 MACs take 22 instructions.  The stream is that of edgec_gemm_s16_armv7em.h in units of eight k: words of A,
 * B, A, B.  Scratch: the row of x, filled with zeros to a unit. */
#ifndef EDGEC_DENSE_S16_ARMV7EM_H
#define EDGEC_DENSE_S16_ARMV7EM_H

#include "edgec_gemm_s16_armv7em.h"
#include "edgec_dense_s16_code_armv7em.h"

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t lo, hi;
    int32_t units; /* ceil(in_c / 8) */
} edgec_dense_s16_armv7em_params;

/* Adds the products of units of eight k to two sums; the stream behind them. */
#define edgec_dense_s16_sums EDGEC_TAGGED(edgec_dense_s16_sums)
EDGEC_SHARED const uint32_t *edgec_dense_s16_sums(const uint32_t *x, const uint32_t *w, int32_t units, uint32_t *sums);

#if EDGEC_BODIES
EDGEC_SHARED const uint32_t *edgec_dense_s16_sums(const uint32_t *x, const uint32_t *w, int32_t units, uint32_t *sums)
{
    uint32_t a = sums[0];
    uint32_t b = sums[1];
#if EDGEC_ARMV7EM_BLOCKS
    __asm__ volatile(EDGEC_DENSE_S16_CODE
                     : [x] "+r"(x), [w] "+r"(w), [n] "+r"(units), [a] "+r"(a), [b] "+r"(b)
                     :
                     : "r4", "r5", "r6", "r8", "r9", "cc", "memory");
#else
    for (units *= 2; units > 0; units--) {
        a = edgec_smlad(edgec_sxtb16(w[0]), x[0], a);
        a = edgec_smlad(edgec_sxtb16_odd(w[0]), x[1], a);
        b = edgec_smlad(edgec_sxtb16(w[1]), x[0], b);
        b = edgec_smlad(edgec_sxtb16_odd(w[1]), x[1], b);
        x += 2;
        w += 2;
    }
#endif
    sums[0] = a;
    sums[1] = b;
    return w;
}
#endif

static inline int16_t edgec_dense_s16_armv7em_one(const edgec_dense_s16_armv7em_params *p, uint32_t sum, uint32_t m,
                                                  uint32_t n)
{
    const int32_t v = edgec_requantize_s16_armv7em((int32_t)sum, (int32_t)m, n);
    const int32_t low = (v < p->lo) ? p->lo : v;
    return (int16_t)((low > p->hi) ? p->hi : low);
}

/* The last pair of an odd number of outputs holds the one before it again; of a single output that output twice. */
static inline void edgec_dense_s16_armv7em(const edgec_dense_s16_armv7em_params *p, const int16_t *x,
                                           const uint32_t *stream, int16_t *y, uint32_t *scratch)
{
    int32_t m;
    int32_t o;
    memset(scratch, 0, (size_t)p->units * 16u);
    for (m = 0; m < p->rows; m++) {
        const uint32_t *w = stream;
        memcpy(scratch, x, (size_t)p->in_c * sizeof *x);
        for (o = 0; o < p->out_c; o += 2) {
            const int32_t first = (o + 1 < p->out_c || o == 0) ? o : o - 1;
            uint32_t sums[2];
            sums[0] = w[0];
            sums[1] = w[1];
            w = edgec_dense_s16_sums(scratch, w + 2, p->units, sums);
            y[first] = edgec_dense_s16_armv7em_one(p, sums[0], w[0], w[2] & 0xFFu);
            if (first + 1 < p->out_c) {
                y[first + 1] = edgec_dense_s16_armv7em_one(p, sums[1], w[1], w[2] >> 8);
            }
            w += 3;
        }
        x += p->in_c;
        y += p->out_c;
    }
}

#endif
