/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 3x3 convolution of stride 1, int8 with int4 weights, by Winograd: filters become the stream of the int8 kernel. */
#ifndef EDGEC_WINOGRAD_S4_NEON_H
#define EDGEC_WINOGRAD_S4_NEON_H

#include "edgec_winograd_s4_run_neon.h"
#include "edgec_winograd_s8_neon.h"

EDGEC_SHARED_CODE const int8_t *edgec_wino_stream_s4_neon(const int8_t *from, int32_t in_c, int32_t outputs, int8_t *to)
{
    const edgec_wino_places_neon at = {512, 128, 16, 8};
    int32_t c;
    for (c = 0; c < outputs; c += EDGEC_WINO_NEON_CHANNELS) {
        const int8_t *const ends = edgec_wino_block_neon(from, in_c, at, (int16_t *)(void *)(to + 16));
        edgec_unpack_ends_neon(ends, 16, 0, to);
        to += 16 + 128 * in_c;
        edgec_unpack_ends_neon(ends + 16, EDGEC_WINO_S4_ENDS - 16, 0, to);
        to += EDGEC_WINO_S4_ENDS - 16;
        from = ends + EDGEC_WINO_S4_ENDS;
    }
    return from;
}

static inline void edgec_winograd_s4_neon(const edgec_winograd_s4_neon_params *p, const int8_t *x, const int8_t *stream,
                                          int8_t *y, int8_t *scratch)
{
    edgec_winograd_s4_run_neon(p, x, stream, y, scratch, edgec_wino_whole_row_neon, edgec_wino_general_row_neon,
                               edgec_wino_stream_s4_neon);
}

#endif
