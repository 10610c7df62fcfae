/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8 with int4 weights, by the kernels for int8 weights: some channels are unpacked to scratch, then
 * computed at all positions. */
#ifndef EDGEC_CONV2D_S4_RUN_NEON_H
#define EDGEC_CONV2D_S4_RUN_NEON_H

#include "edgec_conv2d_neon.h"
#include "edgec_unpack_s4_neon.h"

typedef struct {
    edgec_conv2d_neon_params conv;
    edgec_chunks_neon chunks;
} edgec_conv2d_s4_neon_params;

typedef struct {
    edgec_conv2d_1x1_neon_params conv;
    edgec_chunks_neon chunks;
} edgec_conv2d_s4_1x1_neon_params;

/* How many of `rest` channels come next. */
EDGEC_INLINE int32_t edgec_chunk_neon(const edgec_chunks_neon *c, int32_t rest)
{
    return rest < c->chunk + 16 ? rest : c->chunk;
}

/* Unpacks the stream of so many channels, as a library has it (edgec_unpack_blocks_neon). */
typedef const int8_t *edgec_unpack_function_neon(const edgec_chunks_neon *g, const int8_t *from, int32_t outputs,
                                                 int8_t *to);

EDGEC_INLINE void edgec_conv2d_s4_run_neon(const edgec_conv2d_s4_neon_params *p, const int8_t *x, const int8_t *stream,
                                           int8_t *y, int8_t *scratch, int patch, edgec_gemm_function_neon *gemm,
                                           edgec_unpack_function_neon *unpack)
{
    const int32_t outputs = p->conv.rows.geo.out_c;
    edgec_conv2d_neon_params part = p->conv;
    int32_t c = 0;
    while (c < outputs) {
        const int32_t next = edgec_chunk_neon(&p->chunks, outputs - c);
        stream = unpack(&p->chunks, stream, next, scratch);
        part.rows.geo.out_c = next;
        edgec_conv2d_run_neon(&part, x, scratch, y + c, scratch + p->chunks.room, patch, gemm);
        c += next;
    }
}

EDGEC_INLINE void edgec_conv2d_s4_1x1_run_neon(const edgec_conv2d_s4_1x1_neon_params *p, const int8_t *x,
                                               const int8_t *stream, int8_t *y, int8_t *scratch,
                                               edgec_gemm_function_neon *gemm, edgec_unpack_function_neon *unpack)
{
    const int32_t outputs = p->conv.out_c;
    edgec_conv2d_1x1_neon_params part = p->conv;
    int32_t c = 0;
    while (c < outputs) {
        const int32_t next = edgec_chunk_neon(&p->chunks, outputs - c);
        stream = unpack(&p->chunks, stream, next, scratch);
        part.out_c = next;
        edgec_conv2d_1x1_run_neon(&part, x, scratch, y + c, scratch + p->chunks.room, gemm);
        c += next;
    }
}

/* The kernels of a library: `gemm` chooses its products, windows are copied with `patch`. */
#define EDGEC_DEFINE_CONV2D_S4_NEON(symbol, patch, gemm, unpack)                                                       \
    static inline void symbol(const edgec_conv2d_s4_neon_params *p, const int8_t *x, const int8_t *stream, int8_t *y,  \
                              int8_t *scratch)                                                                         \
    {                                                                                                                  \
        edgec_conv2d_s4_run_neon(p, x, stream, y, scratch, (patch), gemm(&p->conv), unpack);                           \
    }

#define EDGEC_DEFINE_CONV2D_S4_1X1_NEON(symbol, gemm, unpack)                                                          \
    static inline void symbol(const edgec_conv2d_s4_1x1_neon_params *p, const int8_t *x, const int8_t *stream,         \
                              int8_t *y, int8_t *scratch)                                                              \
    {                                                                                                                  \
        edgec_conv2d_s4_1x1_run_neon(p, x, stream, y, scratch, gemm(&p->conv), unpack);                                \
    }

#endif
