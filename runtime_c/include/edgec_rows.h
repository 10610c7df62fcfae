/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Layers computed row by row: the rows of a window that the next ones need are moved to its start. */
#ifndef EDGEC_ROWS_H
#define EDGEC_ROWS_H

#include "edgec_base.h"

/* size bytes from from to to, which lies below it; they may overlap. */
static EDGEC_NOINLINE void edgec_rows_move(void *to, const void *from, int32_t size)
{
    char *y = (char *)to;
    const char *x = (const char *)from;
    if (x - y >= 16) { /* what is stored together is loaded before */
        for (; size >= 16; size -= 16) {
            uint32_t v[4];
            (void)memcpy(v, x, sizeof(v));
            (void)memcpy(y, v, sizeof(v));
            x += 16;
            y += 16;
        }
    }
    for (; size > 0; size--) {
        *y++ = *x++;
    }
}

#endif
