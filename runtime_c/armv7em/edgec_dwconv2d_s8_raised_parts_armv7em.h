/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, int8, any taps, raised sums, in parts (edgec_dwconv2d_parts_armv7em.h). */
#ifndef EDGEC_DWCONV2D_S8_RAISED_PARTS_ARMV7EM_H
#define EDGEC_DWCONV2D_S8_RAISED_PARTS_ARMV7EM_H

#include "edgec_dwconv2d_s8_raised_armv7em.h"

#include "edgec_dwconv2d_parts_armv7em.h"

static inline void edgec_dwconv2d_s8_raised_armv7em_part(const edgec_dwconv2d_s8_armv7em_params *p, int32_t first,
                                                         int32_t count, const int8_t *x, const int8_t *stream,
                                                         int8_t *y, int16_t *scratch)
{
    edgec_dw_part(p, EDGEC_DW_RAISED_ANY, 8, first, count, x, stream, y, scratch);
}

/* Fours of a line: the first ones begin with the first channel, and the last one ends with the last. */
EDGEC_SPECIALIZED_PART void edgec_dw_line_part(const edgec_dwconv2d_s8_armv7em_params *p, int32_t first, int32_t count,
                                               const int8_t *x, const int8_t *stream, int8_t *y, int16_t *planes)
{
    const int32_t rest = p->channels % 4;
    const int32_t before = (rest > 0) ? 4 - rest : 0; /* channels that the first four lack */
    int32_t c;
    edgec_dw_lines_job job;
    if (first == 0) {
        edgec_dw_fill(planes, 2 * p->pitch, p->in_zero);
        first = 1;
        count--;
    }
    c = 4 * (first - 1) - before;
    edgec_dw_line_begin(p, &job);
    job.taps = stream + ((c > 0) ? c : 0) * (p->tap_bytes + EDGEC_DW_END);
    job.y_end = y + ((c > 0) ? c : 0);
    edgec_dw_line_fours(p, c, c + 4 * count, x, planes, &job);
}

/* The same where an item is four channels. */
EDGEC_SPECIALIZED_PART void edgec_dwconv2d_s8_raised_armv7em_fours(const edgec_dwconv2d_s8_armv7em_params *p,
                                                                   int32_t first, int32_t count, const int8_t *x,
                                                                   const int8_t *stream, int8_t *y, int16_t *scratch)
{
    if (edgec_dw_is_line(p)) {
        edgec_dw_line_part(p, first, count, x, stream, y, scratch);
    } else {
        edgec_dw_fours(p, EDGEC_DW_RAISED_ANY, 8, first, count, x, stream, y, scratch);
    }
}

#endif
