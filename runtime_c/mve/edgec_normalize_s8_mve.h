/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* (x - mean) / sqrt(variance + epsilon) * scale + bias, int8, of values side by side: the bytes of
 * edgec_normalize_s8_plain, four at a time.  The output may be the input's buffer.
 * Products with the scale have 64 bits, to which the bias is added 20 bits up: upper words are added, and the carry of
 * the lower ones, which the half of their sum has in its first bit. */
#ifndef EDGEC_NORMALIZE_S8_MVE_H
#define EDGEC_NORMALIZE_S8_MVE_H

#include "edgec_mve.h"
#include "edgec_normalize_int.h"
#include "edgec_normalize_s8_code_mve.h"

typedef struct {
    int32_t outer;
    int32_t n;          /* n <= 8192 */
    uint64_t epsilon;   /* below 2**41, so that the spread is below 2**42 */
    int32_t minus_down; /* 32 - shift, -22 .. -1 */
    int32_t out_zero;
} edgec_normalize_s8_mve_params;

/* The assembly reads members at their offsets. */
typedef struct {
    const int8_t *x;
    int8_t *y;
    const int32_t *scale, *bias;
    int32_t less, m, minus_down, zero, times, n;
} edgec_normalize_s8_mve_job;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 || (offsetof(edgec_normalize_s8_mve_job, less) == 16 &&
                                            offsetof(edgec_normalize_s8_mve_job, minus_down) == 24 &&
                                            offsetof(edgec_normalize_s8_mve_job, n) == 36),
                    normalize_mve_reads_jobs_at_offsets);

#define edgec_normalize_values_s8_mve EDGEC_TAGGED(edgec_normalize_values_s8_mve)
EDGEC_BLOCK_MVE(edgec_normalize_values_s8_mve, edgec_normalize_s8_mve_job, EDGEC_NORMALIZE_S8_CODE_MVE)

/* The sums of n values and of their squares. */
EDGEC_INLINE void edgec_normalize_sums_mve(const int8_t *x, int32_t n, int32_t *sum, int32_t *squares)
{
    int32_t s = 0;
    int32_t q = 0;
    __asm__ volatile(EDGEC_NORMALIZE_SUMS_S8_CODE_MVE
                     : [x] "+&r"(x), [sum] "+&Te"(s), [squares] "+&Te"(q)
                     : [n] "r"(n)
                     : "lr", "d0", "d1", "cc", "memory");
    *sum = s;
    *squares = q;
}

EDGEC_KERNEL_MVE void edgec_normalize_s8_mve(const edgec_normalize_s8_mve_params *p, const int8_t *x,
                                             const int32_t *scale, const int32_t *bias, int8_t *y)
{
    edgec_normalize_s8_mve_job job;
    int32_t o;
    job.scale = scale;
    job.bias = bias;
    job.minus_down = p->minus_down;
    job.zero = p->out_zero;
    job.n = p->n;
    for (o = 0; o < p->outer; o++) {
        int32_t sum;
        int32_t squares;
        uint64_t spread;
        uint32_t h;
        uint32_t k;
        edgec_normalize_sums_mve(x, p->n, &sum, &squares);
        spread = (uint64_t)((int64_t)p->n * squares - (int64_t)sum * sum) + p->epsilon;
        job.m = edgec_inverse_root((spread == 0u) ? 1u : spread, &h);
        k = h - 10u; /* 31 bits down are then 41 - h; the products may wrap, the difference is below 2**28 */
        job.times = (int32_t)((uint32_t)p->n << k);
        job.less = (int32_t)(0u - ((uint32_t)sum << k));
        job.x = x;
        job.y = y;
        edgec_normalize_values_s8_mve(&job);
        x += p->n;
        y += p->n;
    }
}

#endif
