/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A factor and a shift for each channel, int16: the sum x * w + bias, requantized.
 * lines holds w, bias, m and n of every channel; sums are proven to fit int32. */
#ifndef EDGEC_SCALE_S16_ARMV7EM_H
#define EDGEC_SCALE_S16_ARMV7EM_H

#include "edgec_requantize_s16_armv7em.h"

typedef struct {
    int32_t positions, channels;
    int32_t lo, hi;
} edgec_scale_s16_armv7em_params;

static inline void edgec_scale_s16_armv7em(const edgec_scale_s16_armv7em_params *p, const int16_t *x,
                                           const int32_t *lines, int16_t *y)
{
    int32_t c;
    for (c = 0; c < p->channels; c++) {
        const int32_t w = lines[0];
        const int32_t bias = lines[1];
        const int32_t m = lines[2];
        const uint32_t n = (uint32_t)lines[3];
        int32_t i;
        for (i = c; i < p->positions * p->channels; i += p->channels) {
            const int32_t v = edgec_requantize_s16_armv7em(x[i] * w + bias, m, n);
            const int32_t low = (v < p->lo) ? p->lo : v;
            y[i] = (int16_t)((low > p->hi) ? p->hi : low);
        }
        lines += 4;
    }
}

#endif
