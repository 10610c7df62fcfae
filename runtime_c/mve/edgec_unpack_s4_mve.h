/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams of int8 kernels from int4 weights: two in a byte, 32 in 16 bytes, of which the low halves come first; those
 * of a block in one piece. */
#ifndef EDGEC_UNPACK_S4_MVE_H
#define EDGEC_UNPACK_S4_MVE_H

#include "edgec_mve.h"

#define EDGEC_UNPACK_MVE_TOGETHER 32 /* weights; so many bytes behind a stream are written too */

/* A block of a stream: `parts` times (at most 2) `before` words and `weights` bytes, then `after` words. */
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
    return edgec_unpack_vectors_mve(u->parts * u->weights) * 16;
}

/* Words of a block. */
EDGEC_INLINE int32_t edgec_unpack_words_mve(const edgec_unpack_mve *u) { return u->parts * u->before + u->after; }

EDGEC_INLINE int8_t *edgec_unpack_ends_mve(int8_t *to, const int32_t *ends, int32_t words)
{
    edgec_copy_mve(to, (const int8_t *)(const void *)ends, 4 * words);
    return to + 4 * words;
}

/* Weights of two parts that are no whole vectors are unpacked behind the words of both; then the first ones move. */
EDGEC_KERNEL_MVE void edgec_unpack_blocks_mve(const edgec_unpack_mve *u, const int8_t *packed, const int32_t *ends,
                                              int32_t blocks, int8_t *to)
{
    const int joined = u->parts > 1 && u->weights % EDGEC_UNPACK_MVE_TOGETHER != 0;
    const int32_t vectors = edgec_unpack_vectors_mve(joined ? u->parts * u->weights : u->weights);
    int32_t b;
    int32_t h;
    for (b = 0; b < blocks; b++) {
        if (joined) {
            edgec_unpack_weights_mve(to + 8 * u->before, packed, vectors);
            packed += 16 * vectors;
        }
        for (h = 0; h < u->parts; h++) {
            if (h == 0 && joined) {
                edgec_copy_mve(to + 4 * u->before, to + 8 * u->before, u->weights);
            }
            to = edgec_unpack_ends_mve(to, ends, u->before);
            ends += u->before;
            if (!joined) {
                edgec_unpack_weights_mve(to, packed, vectors);
                packed += 16 * vectors;
            }
            to += u->weights;
        }
        to = edgec_unpack_ends_mve(to, ends, u->after);
        ends += u->after;
    }
}

#endif
