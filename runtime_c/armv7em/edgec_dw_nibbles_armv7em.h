/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A filter of int4 taps of the depthwise convolution's stream (edgec_dwconv2d_planes_armv7em.h). */
#ifndef EDGEC_DW_NIBBLES_ARMV7EM_H
#define EDGEC_DW_NIBBLES_ARMV7EM_H

#include "edgec_dw_taps_armv7em.h"

#define EDGEC_DW_NIBBLES 8                      /* taps of a word */
#define EDGEC_DW_BYTES (2 * EDGEC_DW_PAIRS + 4) /* of unpacked taps, and what edgec_dw_expand reads behind them */

/* Words m >> 3 << 4 | tap and bias << 8 | n << 3 | m & 7; n counts that sums arrive times 16. */
static inline void edgec_dw_end_s4(edgec_dw_job *job, const int8_t *end)
{
    const uint32_t head = edgec_load4(end + 4);
    job->bias = (uint32_t)((int32_t)head >> 4) & ~15u;
    job->n = (head >> 3) & 31u;
    job->m = (int32_t)(((edgec_load4(end) >> 1) & ~7u) | (head & 7u));
}

/* Nibbles as bytes, times 16: of each word first the low nibbles of its bytes, then the high ones. */
static inline void edgec_dw_unpack(const int8_t *from, int32_t taps, int8_t *to)
{
    for (; taps > 0; taps -= EDGEC_DW_NIBBLES) {
        const uint32_t v = edgec_load4(from);
        edgec_store4(edgec_low_nibbles(v), to);
        edgec_store4(v & 0xF0F0F0F0u, to + 4);
        from += 4;
        to += EDGEC_DW_NIBBLES;
    }
}

#endif
