/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A factor and a shift for each channel, int8: y = limit((x * m + offset) >> shift), which the binding has proven to be
 * the requantized value for each of the 256 inputs.  lines holds m, offset and shift of every channel. */
#ifndef EDGEC_SCALE_S8_ARMV7EM_H
#define EDGEC_SCALE_S8_ARMV7EM_H

#include "edgec_armv7em.h"

typedef struct {
    int32_t positions, channels;
    int32_t lo, hi;
} edgec_scale_s8_armv7em_params;

static inline void edgec_scale_s8_armv7em(const edgec_scale_s8_armv7em_params *p, const int8_t *x, const int32_t *lines,
                                          int8_t *y)
{
    const int32_t step = p->channels;
    int32_t c;
    for (c = 0; c < p->channels; c++) {
        const int32_t m = lines[0];
        const int32_t offset = lines[1];
        const uint32_t shift = (uint32_t)lines[2];
        const int8_t *from = x + c;
        int8_t *to = y + c;
        int32_t n = p->positions;
        for (; n >= 4; n -= 4) {
            const int32_t a = from[0] * m + offset;
            const int32_t b = from[step] * m + offset;
            const int32_t d = from[2 * step] * m + offset;
            const int32_t e = from[3 * step] * m + offset;
            to[0] = (int8_t)edgec_limit_s8(a >> shift, p->lo, p->hi);
            to[step] = (int8_t)edgec_limit_s8(b >> shift, p->lo, p->hi);
            to[2 * step] = (int8_t)edgec_limit_s8(d >> shift, p->lo, p->hi);
            to[3 * step] = (int8_t)edgec_limit_s8(e >> shift, p->lo, p->hi);
            from += 4 * step;
            to += 4 * step;
        }
        for (; n > 0; n--) {
            *to = (int8_t)edgec_limit_s8((*from * m + offset) >> shift, p->lo, p->hi);
            from += step;
            to += step;
        }
        lines += 3;
    }
}

#endif
