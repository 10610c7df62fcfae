/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Columns of matrix products: the taps of four positions as x + 128, without signs.
 *
 * A unit is four taps: four bytes of each of the four positions.  What is behind the last tap is 0. */
#ifndef EDGEC_COLUMNS_SCALAR_H
#define EDGEC_COLUMNS_SCALAR_H

#include "edgec_scalar.h"

#define EDGEC_SCALAR_POSITIONS 4
#define EDGEC_SCALAR_UNIT 4

#define EDGEC_SCALAR_HALF 128 /* units whose sums fit 16 bits */

/* Copies taps of a position, the first of a unit, into words `step` apart; gives the sum of what it wrote. */
#define edgec_scalar_column EDGEC_TAGGED(edgec_scalar_column)
EDGEC_SCALAR_BLOCK uint32_t edgec_scalar_column(const int8_t *x, int32_t taps, uint32_t *to, int32_t step);

/* Up to four positions one behind the other, a multiple of four taps each, to the columns; offset: -128 times the sums
 * of what it wrote. */
#define edgec_scalar_points EDGEC_TAGGED(edgec_scalar_points)
EDGEC_SCALAR_BLOCK void edgec_scalar_points(const int8_t *x, int32_t taps, int32_t count, uint32_t *to,
                                            uint32_t *offset);

#if EDGEC_BODIES

/* Up to EDGEC_SCALAR_HALF words from an address that is a multiple of four. */
static inline uint32_t edgec_scalar_words(const int8_t *x, int32_t words, uint32_t *to, int32_t step)
{
    uint32_t sums = 0u; /* of bytes 0 and 2, and of bytes 1 and 3 */
    for (; words > 0; words--) {
        uint32_t v;
        memcpy(&v, EDGEC_ALIGNED(x, 4), sizeof v);
        v ^= 0x80808080u;
        *to = v;
        sums += v & 0x00FF00FFu;
        sums += (v >> 8) & 0x00FF00FFu;
        x += EDGEC_SCALAR_UNIT;
        to += step;
    }
    return (sums & 0xFFFFu) + (sums >> 16);
}

EDGEC_SCALAR_BLOCK uint32_t edgec_scalar_column(const int8_t *x, int32_t taps, uint32_t *to, int32_t step)
{
    uint32_t sum = 0u;
    while (((uintptr_t)x & 3u) == 0u && taps >= EDGEC_SCALAR_UNIT) {
        const int32_t all = taps / EDGEC_SCALAR_UNIT;
        const int32_t words = (all < EDGEC_SCALAR_HALF) ? all : EDGEC_SCALAR_HALF;
        sum += edgec_scalar_words(x, words, to, step);
        x += EDGEC_SCALAR_UNIT * words;
        to += step * words;
        taps -= EDGEC_SCALAR_UNIT * words;
    }
    while (taps > 0) {
        uint8_t *bytes = (uint8_t *)to;
        int32_t i;
        *to = 0u;
        for (i = 0; i < EDGEC_SCALAR_UNIT && i < taps; i++) {
            const uint32_t v = (uint32_t)(*x++ + 128);
            bytes[i] = (uint8_t)v;
            sum += v;
        }
        taps -= EDGEC_SCALAR_UNIT;
        to += step;
    }
    return sum;
}

EDGEC_SCALAR_BLOCK void edgec_scalar_points(const int8_t *x, int32_t taps, int32_t count, uint32_t *to,
                                            uint32_t *offset)
{
    int32_t i;
    for (i = 0; i < count; i++) {
        if (((uintptr_t)x & 3u) == 0u && taps <= EDGEC_SCALAR_UNIT * EDGEC_SCALAR_HALF) {
            offset[i] = 0u - 128u * edgec_scalar_words(x, taps / EDGEC_SCALAR_UNIT, to, EDGEC_SCALAR_POSITIONS);
        } else {
            offset[i] = 0u - 128u * edgec_scalar_column(x, taps, to, EDGEC_SCALAR_POSITIONS);
        }
        x += taps;
        to++;
    }
}

#endif

#endif
