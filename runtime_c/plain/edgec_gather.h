/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that move whole runs of bytes: parts of a concatenation, and a gather along one axis. */
#ifndef EDGEC_GATHER_H
#define EDGEC_GATHER_H

#include "edgec_base.h"

/* One input of a concatenation: rows of x_bytes, each to its place in rows of y_bytes. */
typedef struct {
    int32_t rows, x_bytes, y_bytes, y_offset;
} edgec_concat_params;

static inline void edgec_concat_plain(const edgec_concat_params *p, const void *x, void *y)
{
    const char *from = (const char *)x;
    char *to = (char *)y + p->y_offset;
    int32_t i;
    for (i = 0; i < p->rows; i++) {
        (void)memcpy(to + i * p->y_bytes, from + i * p->x_bytes, (size_t)p->x_bytes);
    }
}

/* Rows of y: those of x from byte new_bytes on, kept_bytes of them, then new_bytes of fresh.  y may be x: what a memcpy
 * reads begins where its copy ends, or behind that. */
typedef struct {
    int32_t rows, kept_bytes, new_bytes;
} edgec_shift_params;

static inline void edgec_shift_plain(const edgec_shift_params *p, const void *x, const void *fresh, void *y)
{
    const char *from = (const char *)x;
    const char *behind = (const char *)fresh;
    char *to = (char *)y;
    const int32_t step = p->new_bytes;
    int32_t i, at, size;
    for (i = 0; i < p->rows; i++) {
        for (at = 0; at < p->kept_bytes; at += step) {
            size = (p->kept_bytes - at < step) ? p->kept_bytes - at : step;
            (void)memcpy(to + at, from + at + step, (size_t)size);
        }
        (void)memcpy(to + p->kept_bytes, behind, (size_t)step);
        from += p->kept_bytes + step;
        to += p->kept_bytes + step;
        behind += p->new_bytes;
    }
}

/* y[outer, count, bytes] = x[outer, index[count], bytes] with x[outer, axis, bytes]; rows of y are step bytes apart. */
typedef struct {
    int32_t outer, axis, count, bytes, step;
} edgec_gather_params;

/* A negative index counts from the end; one outside the axis is moved to its nearest end, so that no wrong index reads
 * outside the input. */
#define EDGEC_DEFINE_GATHER(name, type)                                                                                \
    static inline void edgec_gather_##name##_plain(const edgec_gather_params *p, const void *x, const type *index,     \
                                                   void *y)                                                            \
    {                                                                                                                  \
        const char *from = (const char *)x;                                                                            \
        char *to = (char *)y;                                                                                          \
        int32_t o, i;                                                                                                  \
        for (o = 0; o < p->outer; o++) {                                                                               \
            for (i = 0; i < p->count; i++) {                                                                           \
                const type wanted = (index[i] < 0) ? (type)(index[i] + p->axis) : index[i];                            \
                const int32_t last = p->axis - 1;                                                                      \
                const int32_t row = (wanted < 0) ? 0 : ((wanted > last) ? last : (int32_t)wanted);                     \
                (void)memcpy(to, from + (o * p->axis + row) * p->bytes, (size_t)p->bytes);                             \
                to += p->step;                                                                                         \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_GATHER(s32, int32_t)
EDGEC_DEFINE_GATHER(s64, int64_t)

/* Constant indices, each a row. */
static inline void edgec_gather_listed_plain(const edgec_gather_params *p, const void *x,
                                             const EDGEC_FLASH int32_t *index, void *y)
{
    const char *from = (const char *)x;
    char *to = (char *)y;
    int32_t o, i;
    for (o = 0; o < p->outer; o++) {
        for (i = 0; i < p->count; i++) {
            (void)memcpy(to, from + (o * p->axis + index[i]) * p->bytes, (size_t)p->bytes);
            to += p->step;
        }
    }
}

#endif
