/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that move elements of any type; x8, x16, x32, x64 is the width of an element in bits.
 * Elements are moved as bytes of their width, so that the kernels may be used on every type of that width. */
#ifndef EDGEC_MOVE_H
#define EDGEC_MOVE_H

#include "edgec_base.h"

/* y[y_offset + i . y_stride] = x[x_offset + i . x_stride] for every index i below dims; offsets and strides in
 * elements. A transpose, a slice with steps and the inside of a pad are all of this form. */
typedef struct {
    int32_t dims[8], x_stride[8], y_stride[8];
    int32_t x_offset, y_offset;
} edgec_copy_params;

/* copy: where the input goes; count: elements of the output; value: the bits of a padding cell. */
typedef struct {
    edgec_copy_params copy;
    int32_t count;
    uint64_t value;
} edgec_pad_params;

/* dims: the output's sizes; index holds, for each axis in turn, dims[axis] offsets of input elements. */
typedef struct {
    int32_t dims[8];
} edgec_take_params;

/* One element. */
#define EDGEC_DEFINE_MOVE_ONE(width, type)                                                                             \
    static inline void edgec_move_##width(char *y, const char *x)                                                      \
    {                                                                                                                  \
        (void)memcpy(EDGEC_ALIGNED(y, sizeof(type)), EDGEC_ALIGNED(x, sizeof(type)), sizeof(type));                    \
    }

/* The last four dimensions of a strided copy. */
#define EDGEC_DEFINE_COPY_INNER(width, type)                                                                           \
    static inline void edgec_copy_inner_##width(const edgec_copy_params *p, const char *x, char *y)                    \
    {                                                                                                                  \
        const int32_t size = (int32_t)sizeof(type);                                                                    \
        const int32_t *sx = p->x_stride;                                                                               \
        const int32_t *sy = p->y_stride;                                                                               \
        int32_t i4, i5, i6, i7;                                                                                        \
        for (i4 = 0; i4 < p->dims[4]; i4++) {                                                                          \
            for (i5 = 0; i5 < p->dims[5]; i5++) {                                                                      \
                for (i6 = 0; i6 < p->dims[6]; i6++) {                                                                  \
                    const char *from = x + (i4 * sx[4] + i5 * sx[5] + i6 * sx[6]) * size;                              \
                    char *to = y + (i4 * sy[4] + i5 * sy[5] + i6 * sy[6]) * size;                                      \
                    if (sx[7] == 1 && sy[7] == 1) {                                                                    \
                        (void)memcpy(to, from, (size_t)p->dims[7] * sizeof(type));                                     \
                    } else {                                                                                           \
                        for (i7 = 0; i7 < p->dims[7]; i7++) {                                                          \
                            edgec_move_##width(to + i7 * sy[7] * size, from + i7 * sx[7] * size);                      \
                        }                                                                                              \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

/* A strided copy. */
#define EDGEC_DEFINE_COPY(width, type)                                                                                 \
    static inline void edgec_copy_##width##_plain(const edgec_copy_params *p, const void *x, void *y)                  \
    {                                                                                                                  \
        const int32_t size = (int32_t)sizeof(type);                                                                    \
        const int32_t *sx = p->x_stride;                                                                               \
        const int32_t *sy = p->y_stride;                                                                               \
        const char *from = (const char *)x + p->x_offset * size;                                                       \
        char *to = (char *)y + p->y_offset * size;                                                                     \
        int32_t i0, i1, i2, i3;                                                                                        \
        for (i0 = 0; i0 < p->dims[0]; i0++) {                                                                          \
            for (i1 = 0; i1 < p->dims[1]; i1++) {                                                                      \
                for (i2 = 0; i2 < p->dims[2]; i2++) {                                                                  \
                    for (i3 = 0; i3 < p->dims[3]; i3++) {                                                              \
                        edgec_copy_inner_##width(p, from + (i0 * sx[0] + i1 * sx[1] + i2 * sx[2] + i3 * sx[3]) * size, \
                                                 to + (i0 * sy[0] + i1 * sy[1] + i2 * sy[2] + i3 * sy[3]) * size);     \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

/* Constant padding: fills the output, then copies the input into it. */
#define EDGEC_DEFINE_PAD(width, type)                                                                                  \
    static inline void edgec_pad_##width##_plain(const edgec_pad_params *p, const void *x, void *y)                    \
    {                                                                                                                  \
        const type value = (type)p->value;                                                                             \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->count; i++) {                                                                               \
            edgec_move_##width((char *)y + i * (int32_t)sizeof(type), (const char *)&value);                           \
        }                                                                                                              \
        edgec_copy_##width##_plain(&p->copy, x, y);                                                                    \
    }

/* The last four dimensions of a take; index starts at their offsets. */
#define EDGEC_DEFINE_TAKE_INNER(width, type)                                                                           \
    static inline char *edgec_take_inner_##width(const edgec_take_params *p, const char *x,                            \
                                                 const EDGEC_FLASH int32_t *index, char *y)                            \
    {                                                                                                                  \
        const int32_t size = (int32_t)sizeof(type);                                                                    \
        const EDGEC_FLASH int32_t *index5 = index + p->dims[4];                                                        \
        const EDGEC_FLASH int32_t *index6 = index5 + p->dims[5];                                                       \
        const EDGEC_FLASH int32_t *index7 = index6 + p->dims[6];                                                       \
        int32_t i4, i5, i6, i7;                                                                                        \
        for (i4 = 0; i4 < p->dims[4]; i4++) {                                                                          \
            for (i5 = 0; i5 < p->dims[5]; i5++) {                                                                      \
                for (i6 = 0; i6 < p->dims[6]; i6++) {                                                                  \
                    for (i7 = 0; i7 < p->dims[7]; i7++) {                                                              \
                        edgec_move_##width(y, x + (index[i4] + index5[i5] + index6[i6] + index7[i7]) * size);          \
                        y += size;                                                                                     \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        return y;                                                                                                      \
    }

/* The input taken at listed positions of every axis: padding by edge, reflection or repetition. */
#define EDGEC_DEFINE_TAKE(width, type)                                                                                 \
    static inline void edgec_take_##width##_plain(const edgec_take_params *p, const void *x,                           \
                                                  const EDGEC_FLASH int32_t *index, void *y)                           \
    {                                                                                                                  \
        const int32_t size = (int32_t)sizeof(type);                                                                    \
        const EDGEC_FLASH int32_t *index1 = index + p->dims[0];                                                        \
        const EDGEC_FLASH int32_t *index2 = index1 + p->dims[1];                                                       \
        const EDGEC_FLASH int32_t *index3 = index2 + p->dims[2];                                                       \
        char *to = y;                                                                                                  \
        int32_t i0, i1, i2, i3;                                                                                        \
        for (i0 = 0; i0 < p->dims[0]; i0++) {                                                                          \
            for (i1 = 0; i1 < p->dims[1]; i1++) {                                                                      \
                for (i2 = 0; i2 < p->dims[2]; i2++) {                                                                  \
                    for (i3 = 0; i3 < p->dims[3]; i3++) {                                                              \
                        const int32_t at = index[i0] + index1[i1] + index2[i2] + index3[i3];                           \
                        to = edgec_take_inner_##width(p, (const char *)x + at * size, index3 + p->dims[3], to);        \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

#define EDGEC_DEFINE_MOVE(width, type)                                                                                 \
    EDGEC_DEFINE_MOVE_ONE(width, type)                                                                                 \
    EDGEC_DEFINE_COPY_INNER(width, type)                                                                               \
    EDGEC_DEFINE_COPY(width, type)                                                                                     \
    EDGEC_DEFINE_PAD(width, type)                                                                                      \
    EDGEC_DEFINE_TAKE_INNER(width, type)                                                                               \
    EDGEC_DEFINE_TAKE(width, type)

EDGEC_DEFINE_MOVE(x8, uint8_t)
EDGEC_DEFINE_MOVE(x16, uint16_t)
EDGEC_DEFINE_MOVE(x32, uint32_t)
EDGEC_DEFINE_MOVE(x64, uint64_t)

#endif
