/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Running sums and products along one axis of [outer, n, inner]. */
#ifndef EDGEC_CUMULATE_H
#define EDGEC_CUMULATE_H

#include "edgec_integers.h"

/* exclusive: without the cell itself; reverse: from the last cell. */
typedef struct {
    int32_t outer, n, inner;
    int32_t exclusive, reverse;
} edgec_cumulate_params;

#define EDGEC_DEFINE_CUMULATE(fn, suffix, type, wide, start, expression)                                               \
    static inline void edgec_cumulate_##fn##_##suffix##_one(const edgec_cumulate_params *p, const type *x, type *y)    \
    {                                                                                                                  \
        wide total = (start);                                                                                          \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->n; i++) {                                                                                   \
            const int32_t at = ((p->reverse != 0) ? p->n - 1 - i : i) * p->inner;                                      \
            const wide v = (wide)x[at];                                                                                \
            const wide next = (expression);                                                                            \
            y[at] = (type)((p->exclusive != 0) ? total : next);                                                        \
            total = next;                                                                                              \
        }                                                                                                              \
    }                                                                                                                  \
    static inline void edgec_cumulate_##fn##_##suffix##_plain(const edgec_cumulate_params *p, const type *x, type *y)  \
    {                                                                                                                  \
        int32_t o, i;                                                                                                  \
        for (o = 0; o < p->outer; o++) {                                                                               \
            for (i = 0; i < p->inner; i++) {                                                                           \
                const int32_t at = o * p->n * p->inner + i;                                                            \
                edgec_cumulate_##fn##_##suffix##_one(p, x + at, y + at);                                               \
            }                                                                                                          \
        }                                                                                                              \
    }

#define EDGEC_DEFINE_CUMULATES(suffix, type, wide, wide_signed)                                                        \
    EDGEC_DEFINE_CUMULATE(sum, suffix, type, wide, 0u, total + v)                                                      \
    EDGEC_DEFINE_CUMULATE(prod, suffix, type, wide, 1u, total *v)

EDGEC_FOR_INTEGERS(EDGEC_DEFINE_CUMULATES)
EDGEC_DEFINE_CUMULATE(sum, f32, float, float, 0.0f, total + v)
EDGEC_DEFINE_CUMULATE(prod, f32, float, float, 1.0f, total *v)

#endif
