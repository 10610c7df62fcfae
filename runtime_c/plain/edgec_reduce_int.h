/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions over any axes, of one integer type; overflow wraps around, a mean truncates toward zero. */
#ifndef EDGEC_REDUCE_INT_H
#define EDGEC_REDUCE_INT_H

#include "edgec_integers.h"
#include "edgec_reduction.h"

/* count is the number of elements of a group. */
typedef struct {
    edgec_reduction shape;
    int32_t count;
} edgec_reduce_int_params;

#define EDGEC_DEFINE_REDUCE_INT(fn, suffix, type, start)                                                               \
    static inline type edgec_int_##fn##_one_##suffix(const edgec_reduce_int_params *p, const type *x)                  \
    {                                                                                                                  \
        return (type)edgec_int_fold_##fn##_##suffix(&p->shape, x, (start));                                            \
    }                                                                                                                  \
    EDGEC_DEFINE_REDUCE(edgec_int_reduce_##fn##_##suffix##_plain, type, edgec_reduce_int_params,                       \
                        edgec_int_##fn##_one_##suffix)

#define EDGEC_DEFINE_REDUCE_INTS(suffix, type, wide, wide_signed)                                                      \
    static inline wide edgec_int_step_sum_##suffix(wide acc, type v)                                                   \
    {                                                                                                                  \
        const wide w = (wide)v;                                                                                        \
        return acc + w;                                                                                                \
    }                                                                                                                  \
    static inline wide edgec_int_step_prod_##suffix(wide acc, type v)                                                  \
    {                                                                                                                  \
        const wide w = (wide)v;                                                                                        \
        return acc * w;                                                                                                \
    }                                                                                                                  \
    static inline wide edgec_int_step_sum_square_##suffix(wide acc, type v)                                            \
    {                                                                                                                  \
        const wide w = (wide)v;                                                                                        \
        return acc + w * w;                                                                                            \
    }                                                                                                                  \
    static inline type edgec_int_step_max_##suffix(type acc, type v) { return (v > acc) ? v : acc; }                   \
    static inline type edgec_int_step_min_##suffix(type acc, type v) { return (v < acc) ? v : acc; }                   \
    EDGEC_DEFINE_FOLD(edgec_int_fold_sum_##suffix, type, wide, edgec_int_step_sum_##suffix)                            \
    EDGEC_DEFINE_FOLD(edgec_int_fold_prod_##suffix, type, wide, edgec_int_step_prod_##suffix)                          \
    EDGEC_DEFINE_FOLD(edgec_int_fold_sum_square_##suffix, type, wide, edgec_int_step_sum_square_##suffix)              \
    EDGEC_DEFINE_FOLD(edgec_int_fold_l1_##suffix, type, wide, edgec_int_step_l1_##suffix)                              \
    EDGEC_DEFINE_FOLD(edgec_int_fold_max_##suffix, type, type, edgec_int_step_max_##suffix)                            \
    EDGEC_DEFINE_FOLD(edgec_int_fold_min_##suffix, type, type, edgec_int_step_min_##suffix)                            \
    EDGEC_DEFINE_REDUCE_INT(sum, suffix, type, 0u)                                                                     \
    EDGEC_DEFINE_REDUCE_INT(prod, suffix, type, 1u)                                                                    \
    EDGEC_DEFINE_REDUCE_INT(sum_square, suffix, type, 0u)                                                              \
    EDGEC_DEFINE_REDUCE_INT(l1, suffix, type, 0u)                                                                      \
    EDGEC_DEFINE_REDUCE_INT(max, suffix, type, x[0])                                                                   \
    EDGEC_DEFINE_REDUCE_INT(min, suffix, type, x[0])

#define EDGEC_DEFINE_REDUCE_SIGNED(suffix, type, wide, wide_signed)                                                    \
    static inline wide edgec_int_step_l1_##suffix(wide acc, type v)                                                    \
    {                                                                                                                  \
        const wide w = (wide)v;                                                                                        \
        return (wide)((v < 0) ? acc - w : acc + w);                                                                    \
    }                                                                                                                  \
    EDGEC_DEFINE_REDUCE_INTS(suffix, type, wide, wide_signed)                                                          \
    static inline type edgec_int_mean_one_##suffix(const edgec_reduce_int_params *p, const type *x)                    \
    {                                                                                                                  \
        return (type)((wide_signed)edgec_int_fold_sum_##suffix(&p->shape, x, 0u) / p->count);                          \
    }                                                                                                                  \
    EDGEC_DEFINE_REDUCE(edgec_int_reduce_mean_##suffix##_plain, type, edgec_reduce_int_params,                         \
                        edgec_int_mean_one_##suffix)

#define EDGEC_DEFINE_REDUCE_UNSIGNED(suffix, type, wide, wide_signed)                                                  \
    static inline wide edgec_int_step_l1_##suffix(wide acc, type v) { return acc + v; }                                \
    EDGEC_DEFINE_REDUCE_INTS(suffix, type, wide, wide_signed)                                                          \
    static inline type edgec_int_mean_one_##suffix(const edgec_reduce_int_params *p, const type *x)                    \
    {                                                                                                                  \
        return (type)(edgec_int_fold_sum_##suffix(&p->shape, x, 0u) / (wide)p->count);                                 \
    }                                                                                                                  \
    EDGEC_DEFINE_REDUCE(edgec_int_reduce_mean_##suffix##_plain, type, edgec_reduce_int_params,                         \
                        edgec_int_mean_one_##suffix)

EDGEC_FOR_SIGNED(EDGEC_DEFINE_REDUCE_SIGNED)
EDGEC_FOR_UNSIGNED(EDGEC_DEFINE_REDUCE_UNSIGNED)

#endif
