/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Along one axis: the index of the largest or smallest value, and the k largest or smallest with their indices. */
#ifndef EDGEC_RANK_H
#define EDGEC_RANK_H

#include "edgec_integers.h"

/* The tensor is [outer, n, inner]. last: of equal values the last one; smallest: instead of largest. */
typedef struct {
    int32_t outer, n, inner;
    int32_t smallest, last;
} edgec_arg_params;

typedef struct {
    int32_t outer, n, inner;
    int32_t k, smallest;
} edgec_topk_params;

#define EDGEC_DEFINE_ARG(suffix, type)                                                                                 \
    static inline int64_t edgec_arg_one_##suffix(const edgec_arg_params *p, const type *x)                             \
    {                                                                                                                  \
        type best = x[0];                                                                                              \
        int32_t at = 0;                                                                                                \
        int32_t i;                                                                                                     \
        for (i = 1; i < p->n; i++) {                                                                                   \
            const type v = x[i * p->inner];                                                                            \
            const _Bool better = (p->smallest != 0) ? (v < best) : (v > best);                                         \
            if (better || (p->last != 0 && !(v < best) && !(v > best))) {                                              \
                best = v;                                                                                              \
                at = i;                                                                                                \
            }                                                                                                          \
        }                                                                                                              \
        return at;                                                                                                     \
    }                                                                                                                  \
    static inline void edgec_arg_##suffix##_plain(const edgec_arg_params *p, const type *x, int64_t *y)                \
    {                                                                                                                  \
        int32_t o, i;                                                                                                  \
        for (o = 0; o < p->outer; o++) {                                                                               \
            for (i = 0; i < p->inner; i++) {                                                                           \
                y[o * p->inner + i] = edgec_arg_one_##suffix(p, x + o * p->n * p->inner + i);                          \
            }                                                                                                          \
        }                                                                                                              \
    }

/* One group: insertion into the sorted list of the best k so far. */
#define EDGEC_DEFINE_TOPK(suffix, type)                                                                                \
    static inline void edgec_topk_one_##suffix(const edgec_topk_params *p, const type *x, type *values, int64_t *at)   \
    {                                                                                                                  \
        const int32_t step = p->inner;                                                                                 \
        int32_t count = 0;                                                                                             \
        int32_t i, j;                                                                                                  \
        for (i = 0; i < p->n; i++) {                                                                                   \
            const type v = x[i * step];                                                                                \
            for (j = count; j > 0; j--) {                                                                              \
                const type before = values[(j - 1) * step];                                                            \
                if (!((p->smallest != 0) ? (v < before) : (v > before))) {                                             \
                    break;                                                                                             \
                }                                                                                                      \
                if (j < p->k) {                                                                                        \
                    values[j * step] = before;                                                                         \
                    at[j * step] = at[(j - 1) * step];                                                                 \
                }                                                                                                      \
            }                                                                                                          \
            if (j < p->k) {                                                                                            \
                values[j * step] = v;                                                                                  \
                at[j * step] = i;                                                                                      \
                count += (count < p->k) ? 1 : 0;                                                                       \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    static inline void edgec_topk_##suffix##_plain(const edgec_topk_params *p, const type *x, type *values,            \
                                                   int64_t *indices)                                                   \
    {                                                                                                                  \
        int32_t o, i;                                                                                                  \
        for (o = 0; o < p->outer; o++) {                                                                               \
            for (i = 0; i < p->inner; i++) {                                                                           \
                const int32_t to = o * p->k * p->inner + i;                                                            \
                edgec_topk_one_##suffix(p, x + o * p->n * p->inner + i, values + to, indices + to);                    \
            }                                                                                                          \
        }                                                                                                              \
    }

#define EDGEC_DEFINE_RANK(suffix, type, wide, wide_signed)                                                             \
    EDGEC_DEFINE_ARG(suffix, type)                                                                                     \
    EDGEC_DEFINE_TOPK(suffix, type)

EDGEC_FOR_INTEGERS(EDGEC_DEFINE_RANK)
EDGEC_DEFINE_RANK(f32, float, float, float)

#endif
