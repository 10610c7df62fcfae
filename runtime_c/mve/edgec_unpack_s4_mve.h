/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams of int8 kernels from int4 weights: two in a byte, 32 in 16 bytes, of which the low halves come first. */
#ifndef EDGEC_UNPACK_S4_MVE_H
#define EDGEC_UNPACK_S4_MVE_H

#include "edgec_mve.h"

#define EDGEC_UNPACK_MVE_TOGETHER 32 /* weights; so many bytes behind a stream are written too */

/* A block of a stream: `parts` times `before` words and `weights` bytes, then `after` words. */
typedef struct {
    int32_t parts, before, weights, after;
} edgec_unpack_mve;

/* Whole vectors of 32 weights. */
EDGEC_INLINE void edgec_unpack_weights_mve(int8_t *to, const int8_t *from, int32_t vectors)
{
    __asm__ volatile(EDGEC_UNPACK_CODE_MVE
                     : [to] "+&r"(to), [from] "+&r"(from)
                     : [vectors] "r"(vectors)
                     : "lr", "d0", "d1", "d2", "d3", "cc", "memory");
}

EDGEC_INLINE int32_t edgec_unpack_vectors_mve(int32_t weights)
{
    return (weights + EDGEC_UNPACK_MVE_TOGETHER - 1) / EDGEC_UNPACK_MVE_TOGETHER;
}

/* Bytes of a block, packed. */
EDGEC_INLINE int32_t edgec_unpack_packed_mve(const edgec_unpack_mve *u)
{
    return u->parts * edgec_unpack_vectors_mve(u->weights) * 16;
}

/* Words of a block. */
EDGEC_INLINE int32_t edgec_unpack_words_mve(const edgec_unpack_mve *u) { return u->parts * u->before + u->after; }

EDGEC_KERNEL_MVE void edgec_unpack_blocks_mve(const edgec_unpack_mve *u, const int8_t *packed, const int32_t *ends,
                                              int32_t blocks, int8_t *to)
{
    const int32_t vectors = edgec_unpack_vectors_mve(u->weights);
    int32_t b;
    int32_t h;
    for (b = 0; b < blocks; b++) {
        for (h = 0; h < u->parts; h++) {
            edgec_copy_mve(to, (const int8_t *)(const void *)ends, 4 * u->before);
            ends += u->before;
            to += 4 * u->before;
            edgec_unpack_weights_mve(to, packed, vectors);
            packed += 16 * vectors;
            to += u->weights;
        }
        edgec_copy_mve(to, (const int8_t *)(const void *)ends, 4 * u->after);
        ends += u->after;
        to += 4 * u->after;
    }
}

#endif
