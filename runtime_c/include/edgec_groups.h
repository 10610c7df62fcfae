/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups of values that are normalized together: n values, `inner` apart; scale and bias of each value. */
#ifndef EDGEC_GROUPS_H
#define EDGEC_GROUPS_H

#include "edgec_base.h"

typedef struct {
    int32_t outer, n, inner;
    int32_t along, across; /* steps in scale and bias: to the next value of a group, to the next group inside */
} edgec_groups;

/* type y of type x, both [outer, n, inner], one group after the other; factor_type is the type of scale and bias. */
#define EDGEC_DEFINE_GROUPS(name, type, factor_type, params, group)                                                    \
    static inline void name(const params *p, const type *x, const factor_type *scale, const factor_type *bias,         \
                            type *y)                                                                                   \
    {                                                                                                                  \
        int32_t o;                                                                                                     \
        int32_t i;                                                                                                     \
        for (o = 0; o < p->shape.outer; o++) {                                                                         \
            for (i = 0; i < p->shape.inner; i++) {                                                                     \
                const int32_t first = o * p->shape.n * p->shape.inner + i;                                             \
                const int32_t factor = i * p->shape.across;                                                            \
                group(p, x + first, scale + factor, bias + factor, y + first);                                         \
            }                                                                                                          \
        }                                                                                                              \
    }

#endif
