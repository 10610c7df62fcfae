/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 2-D convolution, int8 with int4 weights: they are unpacked for the kernels for int8 weights. */
#ifndef EDGEC_DWCONV2D_S4_NEON_H
#define EDGEC_DWCONV2D_S4_NEON_H

#include "edgec_dwconv2d_neon.h"
#include "edgec_dwconv2d_s8_neon.h"
#include "edgec_unpack_s4_neon.h"

/* Blocks of 16 channels with so many weights each. */
typedef struct {
    edgec_dwconv2d_neon_params conv;
    int32_t blocks, weights;
} edgec_dwconv2d_s4_neon_params;

/* Where the scratch of the int8 kernel begins. */
EDGEC_INLINE int8_t *edgec_dwconv2d_unpack_neon(const edgec_dwconv2d_s4_neon_params *p, const int8_t *stream,
                                                int8_t *scratch)
{
    int32_t i;
    for (i = 0; i < p->blocks; i++) {
        stream = edgec_unpack_neon(stream, p->weights, 0, scratch);
        edgec_copy_neon(scratch + p->weights, stream, 192);
        stream += 192;
        scratch += p->weights + 192;
    }
    return scratch;
}

static inline void edgec_dwconv2d_s4_3x3_neon(const edgec_dwconv2d_s4_neon_params *p, const int8_t *x,
                                              const int8_t *stream, int8_t *y, int8_t *scratch)
{
    int8_t *const rest = edgec_dwconv2d_unpack_neon(p, stream, scratch);
    edgec_dwconv2d_s8_3x3_neon(&p->conv, x, scratch, y, rest);
}

static inline void edgec_dwconv2d_s4_neon(const edgec_dwconv2d_s4_neon_params *p, const int8_t *x, const int8_t *stream,
                                          int8_t *y, int8_t *scratch)
{
    int8_t *const rest = edgec_dwconv2d_unpack_neon(p, stream, scratch);
    edgec_dwconv2d_s8_neon(&p->conv, x, scratch, y, rest);
}

static inline void edgec_dwconv2d_s4_3x3_many_neon(const edgec_dwconv2d_s4_neon_params *p, const int8_t *x,
                                                   const int8_t *stream, int8_t *y, int8_t *scratch)
{
    int8_t *const rest = edgec_dwconv2d_unpack_neon(p, stream, scratch);
    edgec_dwconv2d_s8_3x3_many_neon(&p->conv, x, scratch, y, rest);
}

static inline void edgec_dwconv2d_s4_many_neon(const edgec_dwconv2d_s4_neon_params *p, const int8_t *x,
                                               const int8_t *stream, int8_t *y, int8_t *scratch)
{
    int8_t *const rest = edgec_dwconv2d_unpack_neon(p, stream, scratch);
    edgec_dwconv2d_s8_many_neon(&p->conv, x, scratch, y, rest);
}

#endif
