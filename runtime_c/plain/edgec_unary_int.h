/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of one plain integer (no scale), applied to a whole tensor; the output may be the input's buffer. */
#ifndef EDGEC_UNARY_INT_H
#define EDGEC_UNARY_INT_H

#include "edgec_integers.h"

typedef struct {
    int32_t n;
} edgec_unary_int_params;

/* edgec_int_<fn>_<type>_plain: y = expression of v; the most negative number is its own negative, as in numpy. */
#define EDGEC_DEFINE_UNARY_INT(fn, name, type, expression)                                                             \
    static inline void edgec_int_##fn##_##name##_plain(const edgec_unary_int_params *p, const type *x, type *y)        \
    {                                                                                                                  \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->n; i++) {                                                                                   \
            const type v = x[i];                                                                                       \
            y[i] = (type)(expression);                                                                                 \
        }                                                                                                              \
    }

#define EDGEC_DEFINE_UNARY_SIGNED(name, type, wide, wide_signed)                                                       \
    EDGEC_DEFINE_UNARY_INT(abs, name, type, (v < 0) ? (type)((wide)0 - (wide)v) : v)                                   \
    EDGEC_DEFINE_UNARY_INT(neg, name, type, (wide)0 - (wide)v)                                                         \
    EDGEC_DEFINE_UNARY_INT(sign, name, type, (v > 0) - (v < 0))

#define EDGEC_DEFINE_UNARY_UNSIGNED(name, type, wide, wide_signed)                                                     \
    EDGEC_DEFINE_UNARY_INT(abs, name, type, v)                                                                         \
    EDGEC_DEFINE_UNARY_INT(neg, name, type, (wide)0 - (wide)v)                                                         \
    EDGEC_DEFINE_UNARY_INT(sign, name, type, v != 0u)

EDGEC_FOR_SIGNED(EDGEC_DEFINE_UNARY_SIGNED)
EDGEC_FOR_UNSIGNED(EDGEC_DEFINE_UNARY_UNSIGNED)

/* y = min(max(x, lo), hi) */
#define EDGEC_DEFINE_CLIP_INT(name, type, wide, wide_signed)                                                           \
    typedef struct {                                                                                                   \
        int32_t n;                                                                                                     \
        type lo, hi;                                                                                                   \
    } edgec_clip_##name##_params;                                                                                      \
    static inline void edgec_int_clip_##name##_plain(const edgec_clip_##name##_params *p, const type *x, type *y)      \
    {                                                                                                                  \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->n; i++) {                                                                                   \
            const type low = (x[i] < p->lo) ? p->lo : x[i];                                                            \
            y[i] = (low > p->hi) ? p->hi : low;                                                                        \
        }                                                                                                              \
    }

EDGEC_FOR_INTEGERS(EDGEC_DEFINE_CLIP_INT)

#endif
