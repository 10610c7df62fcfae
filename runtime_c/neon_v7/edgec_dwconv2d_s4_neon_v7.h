/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 2-D convolution, int8 with int4 weights: they are unpacked for the kernels for int8 weights. */
#ifndef EDGEC_DWCONV2D_S4_NEON_V7_H
#define EDGEC_DWCONV2D_S4_NEON_V7_H

#include "edgec_dwconv2d_neon.h"
#include "edgec_dwconv2d_s8_neon_v7.h"
#include "edgec_unpack_s4_neon.h"

/* Blocks with so many weights each, and so many bytes of biases, multipliers and shifts.  Weights are packed as the
 * next multiple of 16. */
typedef struct {
    edgec_dwconv2d_neon_params conv;
    int32_t blocks, weights, ends;
} edgec_dwconv2d_s4_neon_v7_params;

/* Where the scratch of the int8 kernel begins. */
EDGEC_INLINE int8_t *edgec_dwconv2d_unpack_v7(const edgec_dwconv2d_s4_neon_v7_params *p, const int8_t *stream,
                                              int8_t *scratch)
{
    int32_t i;
    for (i = 0; i < p->blocks; i++) {
        stream = edgec_unpack_neon(stream, (p->weights + 15) & ~15, 0, scratch);
        edgec_copy_neon(scratch + p->weights, stream, p->ends);
        stream += p->ends;
        scratch += p->weights + p->ends;
    }
    return scratch;
}

static inline void edgec_dwconv2d_s4_3x3_neon_v7(const edgec_dwconv2d_s4_neon_v7_params *p, const int8_t *x,
                                                 const int8_t *stream, int8_t *y, int8_t *scratch)
{
    int8_t *const rest = edgec_dwconv2d_unpack_v7(p, stream, scratch);
    edgec_dwconv2d_s8_3x3_neon_v7(&p->conv, x, scratch, y, rest);
}

static inline void edgec_dwconv2d_s4_neon_v7(const edgec_dwconv2d_s4_neon_v7_params *p, const int8_t *x,
                                             const int8_t *stream, int8_t *y, int8_t *scratch)
{
    int8_t *const rest = edgec_dwconv2d_unpack_v7(p, stream, scratch);
    edgec_dwconv2d_s8_neon(&p->conv, x, scratch, y, rest);
}

static inline void edgec_dwconv2d_s4_3x3_many_neon_v7(const edgec_dwconv2d_s4_neon_v7_params *p, const int8_t *x,
                                                      const int8_t *stream, int8_t *y, int8_t *scratch)
{
    int8_t *const rest = edgec_dwconv2d_unpack_v7(p, stream, scratch);
    edgec_dwconv2d_s8_3x3_many_neon_v7(&p->conv, x, scratch, y, rest);
}

static inline void edgec_dwconv2d_s4_many_neon_v7(const edgec_dwconv2d_s4_neon_v7_params *p, const int8_t *x,
                                                  const int8_t *stream, int8_t *y, int8_t *scratch)
{
    int8_t *const rest = edgec_dwconv2d_unpack_v7(p, stream, scratch);
    edgec_dwconv2d_s8_many_neon(&p->conv, x, scratch, y, rest);
}

#endif
