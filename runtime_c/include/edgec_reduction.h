/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops of a reduction over any axes: up to four kept and four reduced dimensions (adjacent axes of a kind are merged).
 */
#ifndef EDGEC_REDUCTION_H
#define EDGEC_REDUCTION_H

#include "edgec_base.h"

/* Sizes (unused ones are 1) and element strides in the input. */
typedef struct {
    int32_t kept[4], kept_stride[4];
    int32_t reduced[4], reduced_stride[4];
} edgec_reduction;

/* static acc_t name(r, x, acc): acc = step(acc, v) for each v of one group whose first element is x[0]. */
#define EDGEC_DEFINE_FOLD(name, type, acc_t, step)                                                                     \
    static inline acc_t name(const edgec_reduction *r, const type *x, acc_t acc)                                       \
    {                                                                                                                  \
        const int32_t *s = r->reduced_stride;                                                                          \
        int32_t i0, i1, i2, i3;                                                                                        \
        for (i0 = 0; i0 < r->reduced[0]; i0++) {                                                                       \
            for (i1 = 0; i1 < r->reduced[1]; i1++) {                                                                   \
                for (i2 = 0; i2 < r->reduced[2]; i2++) {                                                               \
                    for (i3 = 0; i3 < r->reduced[3]; i3++) {                                                           \
                        acc = step(acc, x[i0 * s[0] + i1 * s[1] + i2 * s[2] + i3 * s[3]]);                             \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        return acc;                                                                                                    \
    }

/* The kernel: one(p, x) for each group, in the order of the output; params_t has a member edgec_reduction shape. */
#define EDGEC_DEFINE_REDUCE(symbol, type, params_t, one)                                                               \
    static inline void symbol(const params_t *p, const type *EDGEC_RESTRICT x, type *EDGEC_RESTRICT y)                 \
    {                                                                                                                  \
        const edgec_reduction *r = &p->shape;                                                                          \
        const int32_t *s = r->kept_stride;                                                                             \
        int32_t i0, i1, i2, i3;                                                                                        \
        for (i0 = 0; i0 < r->kept[0]; i0++) {                                                                          \
            for (i1 = 0; i1 < r->kept[1]; i1++) {                                                                      \
                for (i2 = 0; i2 < r->kept[2]; i2++) {                                                                  \
                    for (i3 = 0; i3 < r->kept[3]; i3++) {                                                              \
                        *y++ = one(p, x + i0 * s[0] + i1 * s[1] + i2 * s[2] + i3 * s[3]);                              \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

#endif
