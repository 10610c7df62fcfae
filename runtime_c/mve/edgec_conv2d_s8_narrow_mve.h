/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 1x1 convolution of up to 16 bytes of input channels, int8 or int16 activations, channels last, at least four output
 * channels, outputs of the whole range, of int16 also of its positive half: weights of four channels stay in registers
 * for some positions.  The stream is that of layers of one position (edgec_gemm_s8_mve.h). */
#ifndef EDGEC_CONV2D_S8_NARROW_MVE_H
#define EDGEC_CONV2D_S8_NARROW_MVE_H

#include "edgec_mve.h"
#include "edgec_narrow_s8_code_mve.h"

#define EDGEC_NARROW_MVE_POSITIONS 32 /* whose channels are computed block by block */
#define EDGEC_NARROW_MVE_CHANNELS 4   /* of a block */
#define EDGEC_NARROW_MVE_VECTOR 16    /* bytes that a position is read as */

typedef struct {
    int32_t positions, in_c, out_c, out_step, out_zero;
} edgec_conv2d_narrow_mve_params;

/* The assembly reads and changes members at their offsets. */
typedef struct {
    const int8_t *x;
    int8_t *y;
    const int8_t *stream;
    int32_t run, y_step, zero;
    int8_t *end, *last;
    int32_t whole, few; /* positions, of which the last ones have fewer than 16 bytes behind their first one */
    int32_t taps, kept[2];
} edgec_narrow_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_narrow_mve, run) == 12 && offsetof(edgec_narrow_mve, zero) == 20 &&
                         offsetof(edgec_narrow_mve, last) == 28 && offsetof(edgec_narrow_mve, whole) == 32 &&
                         offsetof(edgec_narrow_mve, taps) == 40 && offsetof(edgec_narrow_mve, kept) == 44),
                    narrow_mve_reads_jobs_at_offsets);

#define edgec_narrow_s8_8_mve EDGEC_TAGGED(edgec_narrow_s8_8_mve)
#define edgec_narrow_s8_16_mve EDGEC_TAGGED(edgec_narrow_s8_16_mve)
#define edgec_narrow_s8_any_mve EDGEC_TAGGED(edgec_narrow_s8_any_mve)
#define edgec_narrow_s16_16_mve EDGEC_TAGGED(edgec_narrow_s16_16_mve)
#define edgec_narrow_s16_any_mve EDGEC_TAGGED(edgec_narrow_s16_any_mve)
#define edgec_narrow_s16_16_positive_mve EDGEC_TAGGED(edgec_narrow_s16_16_positive_mve)
#define edgec_narrow_s16_any_positive_mve EDGEC_TAGGED(edgec_narrow_s16_any_positive_mve)
EDGEC_BLOCK_MVE(edgec_narrow_s8_8_mve, edgec_narrow_mve, EDGEC_NARROW_S8_8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_narrow_s8_16_mve, edgec_narrow_mve, EDGEC_NARROW_S8_16_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_narrow_s8_any_mve, edgec_narrow_mve, EDGEC_NARROW_S8_ANY_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_narrow_s16_16_mve, edgec_narrow_mve, EDGEC_NARROW_S16_16_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_narrow_s16_any_mve, edgec_narrow_mve, EDGEC_NARROW_S16_ANY_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_narrow_s16_16_positive_mve, edgec_narrow_mve, EDGEC_NARROW_S16_16_POSITIVE_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_narrow_s16_any_positive_mve, edgec_narrow_mve, EDGEC_NARROW_S16_ANY_POSITIVE_CODE_MVE)

typedef void edgec_narrow_of_mve(edgec_narrow_mve *job); /* one of these */

EDGEC_INLINE void edgec_narrow_run_mve(const edgec_conv2d_narrow_mve_params *p, const int8_t *x, const int8_t *stream,
                                       int8_t *y, edgec_narrow_of_mve *positions, int32_t size)
{
    const int32_t block = EDGEC_NARROW_MVE_CHANNELS * size;
    const int32_t whole = p->out_c / block * block;
    const int32_t behind = (EDGEC_NARROW_MVE_VECTOR - 1) / p->in_c; /* positions that end nearer to the last byte */
    edgec_narrow_mve job;
    int32_t left;
    int32_t count;
    job.stream = stream;
    job.run = p->in_c;
    job.taps = p->in_c / size;
    job.y_step = p->out_step;
    job.zero = p->out_zero;
    for (left = p->positions; left > 0; left -= count) {
        count = left < EDGEC_NARROW_MVE_POSITIONS ? left : EDGEC_NARROW_MVE_POSITIONS;
        job.x = x;
        job.y = y;
        job.end = y + whole;
        job.last = whole != p->out_c ? y + p->out_c - block : NULL;
        job.few = left - behind < count ? count - (left - behind) : 0;
        job.few = job.few < count ? job.few : count;
        job.whole = count - job.few;
        positions(&job);
        x += count * p->in_c;
        y += count * p->out_step;
    }
}

/* Positions of eight bytes, of 16, of any number below. */
#define EDGEC_DEFINE_NARROW_MVE(bits, name)                                                                            \
    EDGEC_KERNEL_MVE void edgec_conv2d_s##bits##_narrow_##name##_mve(                                                  \
        const edgec_conv2d_narrow_mve_params *p, const int##bits##_t *x, const int8_t *stream, int##bits##_t *y)       \
    {                                                                                                                  \
        edgec_narrow_run_mve(p, (const int8_t *)x, stream, (int8_t *)y, edgec_narrow_s##bits##_##name##_mve,           \
                             (bits) / 8);                                                                              \
    }

EDGEC_DEFINE_NARROW_MVE(8, 8)
EDGEC_DEFINE_NARROW_MVE(8, 16)
EDGEC_DEFINE_NARROW_MVE(8, any)
EDGEC_DEFINE_NARROW_MVE(16, 16)
EDGEC_DEFINE_NARROW_MVE(16, any)
EDGEC_DEFINE_NARROW_MVE(16, 16_positive)
EDGEC_DEFINE_NARROW_MVE(16, any_positive)

#endif
