/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any function of one int8 value: a table indexed by value + 128.  The output may be the input's buffer. */
#ifndef EDGEC_TABLE_S8_H
#define EDGEC_TABLE_S8_H

#include "edgec_base.h"

typedef struct {
    int32_t n;
} edgec_table_s8_params;

static inline void edgec_table_s8_plain(const edgec_table_s8_params *p, const int8_t *x,
                                        const EDGEC_FLASH int8_t *table, int8_t *y)
{
    const EDGEC_FLASH int8_t *middle = table + 128;
    int32_t i;
    for (i = 0; i < p->n - 3; i += 4) {
        const int8_t a = middle[x[i]];
        const int8_t b = middle[x[i + 1]];
        const int8_t c = middle[x[i + 2]];
        const int8_t d = middle[x[i + 3]];
        y[i] = a;
        y[i + 1] = b;
        y[i + 2] = c;
        y[i + 3] = d;
    }
    for (; i < p->n; i++) {
        y[i] = middle[x[i]];
    }
}

#endif
