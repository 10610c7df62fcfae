/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution with int4 weights, channels last: some blocks of four channels at a time are unpacked to the stream
 * of the int8 kernel. */
#ifndef EDGEC_CONV2D_S4_MVE_H
#define EDGEC_CONV2D_S4_MVE_H

#include "edgec_columns_s8_mve.h"
#include "edgec_pairs_s8_mve.h"
#include "edgec_unpack_s4_mve.h"

/* `chunk` blocks are unpacked at a time. */
typedef struct {
    edgec_unpack_mve unpack;
    int32_t chunk;
} edgec_chunks_mve;

typedef struct {
    edgec_conv2d_mve_params conv;
    edgec_chunks_mve chunks;
    int32_t room;
} edgec_conv2d_s4_mve_params;

typedef struct {
    edgec_conv2d_1x1_mve_params conv;
    edgec_chunks_mve chunks;
} edgec_conv2d_s4_1x1_mve_params;

/* The channels of the chunk that begins at channel c; the stream's blocks of them are unpacked. */
typedef struct {
    int32_t first, channels;
    const int8_t *packed; /* the next blocks */
    const int32_t *ends;
} edgec_chunk_mve;

EDGEC_INLINE void edgec_chunk_at_mve(const edgec_chunks_mve *k, edgec_chunk_mve *at, int32_t c, int32_t outputs,
                                     int8_t *scratch)
{
    const int32_t most = k->chunk * EDGEC_GEMM_MVE_CHANNELS;
    int32_t blocks;
    at->first = c;
    at->channels = outputs - c < most ? outputs - c : most;
    if (at->channels < EDGEC_GEMM_MVE_CHANNELS && outputs >= EDGEC_GEMM_MVE_CHANNELS) { /* the last block alone */
        at->first = outputs - EDGEC_GEMM_MVE_CHANNELS;
        at->channels = EDGEC_GEMM_MVE_CHANNELS;
    }
    blocks = (at->channels + EDGEC_GEMM_MVE_CHANNELS - 1) / EDGEC_GEMM_MVE_CHANNELS;
    edgec_unpack_blocks_mve(&k->unpack, at->packed, at->ends, blocks, scratch);
    at->packed += blocks * edgec_unpack_packed_mve(&k->unpack);
    at->ends += blocks * edgec_unpack_words_mve(&k->unpack);
}

/* Each chunk by the int8 kernel `call`, whose parameters have the channels `outputs`. */
#define EDGEC_CONV2D_S4_CHUNKS_MVE(type, outputs, call)                                                                \
    type one = p->conv;                                                                                                \
    const int32_t all = one.outputs;                                                                                   \
    edgec_chunk_mve at;                                                                                                \
    int32_t c;                                                                                                         \
    at.packed = packed;                                                                                                \
    at.ends = ends;                                                                                                    \
    for (c = 0; c < all; c += p->chunks.chunk * EDGEC_GEMM_MVE_CHANNELS) {                                             \
        edgec_chunk_at_mve(&p->chunks, &at, c, all, scratch);                                                          \
        one.outputs = at.channels;                                                                                     \
        call;                                                                                                          \
    }

#define EDGEC_CONV2D_S4_MVE(name)                                                                                      \
    EDGEC_KERNEL_MVE void edgec_conv2d_s4_##name##_mve(const edgec_conv2d_s4_mve_params *p, const int8_t *x,           \
                                                       const int8_t *packed, const int32_t *ends, int8_t *y,           \
                                                       int8_t *scratch)                                                \
    {                                                                                                                  \
        EDGEC_CONV2D_S4_CHUNKS_MVE(edgec_conv2d_mve_params, rows.geo.out_c,                                            \
                                   edgec_conv2d_s8_##name##_mve(&one, x, scratch, y + at.first, scratch + p->room))    \
    }

#define EDGEC_CONV2D_S4_1X1_MVE(name, int8)                                                                            \
    EDGEC_KERNEL_MVE void name(const edgec_conv2d_s4_1x1_mve_params *p, const int8_t *x, const int8_t *packed,         \
                               const int32_t *ends, int8_t *y, int8_t *scratch)                                        \
    {                                                                                                                  \
        EDGEC_CONV2D_S4_CHUNKS_MVE(edgec_conv2d_1x1_mve_params, out_c, int8(&one, x, scratch, y + at.first, NULL))     \
    }

EDGEC_CONV2D_S4_MVE(whole)
EDGEC_CONV2D_S4_MVE(ragged)
EDGEC_CONV2D_S4_MVE(short)
EDGEC_CONV2D_S4_MVE(patch_whole)
EDGEC_CONV2D_S4_MVE(patch_ragged)
EDGEC_CONV2D_S4_MVE(patch_short)
EDGEC_CONV2D_S4_MVE(pairs_3)
EDGEC_CONV2D_S4_MVE(pairs_6)
EDGEC_CONV2D_S4_MVE(columns_16)
EDGEC_CONV2D_S4_MVE(columns_32)
EDGEC_CONV2D_S4_MVE(columns_64)
EDGEC_CONV2D_S4_1X1_MVE(edgec_conv2d_s4_1x1_whole_mve, edgec_conv2d_s8_1x1_whole_mve)
EDGEC_CONV2D_S4_1X1_MVE(edgec_conv2d_s4_1x1_ragged_mve, edgec_conv2d_s8_1x1_ragged_mve)
EDGEC_CONV2D_S4_1X1_MVE(edgec_conv2d_s4_1x1_short_mve, edgec_conv2d_s8_1x1_short_mve)
EDGEC_CONV2D_S4_1X1_MVE(edgec_conv2d_s4_1x1_pairs_2_mve, edgec_conv2d_s8_1x1_pairs_2_mve)
EDGEC_CONV2D_S4_1X1_MVE(edgec_conv2d_s4_1x1_pairs_3_mve, edgec_conv2d_s8_1x1_pairs_3_mve)
EDGEC_CONV2D_S4_1X1_MVE(edgec_conv2d_s4_1x1_pairs_4_mve, edgec_conv2d_s8_1x1_pairs_4_mve)

#endif
