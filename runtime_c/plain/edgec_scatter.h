/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of a table replaced by, or combined with, updates; an index outside the table is skipped. */
#ifndef EDGEC_SCATTER_H
#define EDGEC_SCATTER_H

#include "edgec_integers.h"

/* The table is [rows, width], the updates [count, width]. */
typedef struct {
    int32_t rows, width, count;
} edgec_scatter_params;

/* width in bytes */
static inline void edgec_scatter_plain(const edgec_scatter_params *p, const void *x, const int64_t *index,
                                       const void *updates, void *y)
{
    int32_t i;
    if (x != y) {
        (void)memcpy(y, x, (size_t)p->rows * (size_t)p->width);
    }
    for (i = 0; i < p->count; i++) {
        if (index[i] >= 0 && index[i] < p->rows) {
            (void)memcpy((char *)y + (int32_t)index[i] * p->width, (const char *)updates + i * p->width,
                         (size_t)p->width);
        }
    }
}

#define EDGEC_DEFINE_SCATTER(fn, suffix, type, expression)                                                             \
    static inline void edgec_scatter_##fn##_##suffix##_plain(const edgec_scatter_params *p, const type *x,             \
                                                             const int64_t *index, const type *updates, type *y)       \
    {                                                                                                                  \
        int32_t i, j;                                                                                                  \
        if (x != y) {                                                                                                  \
            (void)memcpy(y, x, (size_t)p->rows *(size_t)p->width * sizeof(type));                                      \
        }                                                                                                              \
        for (i = 0; i < p->count; i++) {                                                                               \
            if (index[i] >= 0 && index[i] < p->rows) {                                                                 \
                type *to = y + (int32_t)index[i] * p->width;                                                           \
                for (j = 0; j < p->width; j++) {                                                                       \
                    const type u = to[j];                                                                              \
                    const type v = updates[i * p->width + j];                                                          \
                    to[j] = (type)(expression);                                                                        \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

#define EDGEC_DEFINE_SCATTERS(suffix, type, wide, wide_signed)                                                         \
    EDGEC_DEFINE_SCATTER(add, suffix, type, (wide)u + (wide)v)                                                         \
    EDGEC_DEFINE_SCATTER(mul, suffix, type, (wide)u *(wide)v)                                                          \
    EDGEC_DEFINE_SCATTER(max, suffix, type, (v > u) ? v : u)                                                           \
    EDGEC_DEFINE_SCATTER(min, suffix, type, (v < u) ? v : u)

EDGEC_FOR_INTEGERS(EDGEC_DEFINE_SCATTERS)
EDGEC_DEFINE_SCATTERS(f32, float, float, float)

#endif
