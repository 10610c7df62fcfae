/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transposes of elements of 8, 16 and 32 bits: lines that are side by side in x or in y, a vector at a time. */
#ifndef EDGEC_TRANSPOSE_MVE_H
#define EDGEC_TRANSPOSE_MVE_H

#include "edgec_move_code_mve.h"
#include "edgec_mve.h"

/* `lines` lines of `count` elements at every index below dims; `pitch` between elements that are apart: all steps are
 * bytes, those between elements apart fit 16 bits seven times (three times 32 bits, of x32). */
typedef struct {
    int32_t dims[4], x_stride[4], y_stride[4];
    int32_t lines, count;
    int32_t x_line, y_line, pitch;
} edgec_transpose_mve_params;

/* Bytes from the first element of a vector to each, in lanes of 16 bits or 32. */
typedef union {
    uint16_t halves[8];
    uint32_t words[4];
} edgec_places_mve;

EDGEC_INLINE edgec_places_mve edgec_places_of_mve(int32_t pitch, int32_t lanes)
{
    edgec_places_mve places;
    int32_t i;
    for (i = 0; i < lanes; i++) {
        if (lanes == 8) {
            places.halves[i] = (uint16_t)(i * pitch);
        } else {
            places.words[i] = (uint32_t)(i * pitch);
        }
    }
    return places;
}

/* Elements of so many bits, lanes of a vector, whether they go apart. */
#define EDGEC_DEFINE_TRANSPOSE_MVE(name, code, lanes)                                                                  \
    EDGEC_KERNEL_MVE void edgec_transpose_##name##_mve(const edgec_transpose_mve_params *p, const void *x, void *y)    \
    {                                                                                                                  \
        const int32_t *sx = p->x_stride;                                                                               \
        const int32_t *sy = p->y_stride;                                                                               \
        const edgec_places_mve places = edgec_places_of_mve(p->pitch, lanes);                                          \
        int32_t i0, i1, i2, i3, line;                                                                                  \
        for (i0 = 0; i0 < p->dims[0]; i0++) {                                                                          \
            for (i1 = 0; i1 < p->dims[1]; i1++) {                                                                      \
                for (i2 = 0; i2 < p->dims[2]; i2++) {                                                                  \
                    for (i3 = 0; i3 < p->dims[3]; i3++) {                                                              \
                        const int8_t *from = (const int8_t *)x + (i0 * sx[0] + i1 * sx[1] + i2 * sx[2] + i3 * sx[3]);  \
                        int8_t *to = (int8_t *)y + (i0 * sy[0] + i1 * sy[1] + i2 * sy[2] + i3 * sy[3]);                \
                        for (line = 0; line < p->lines; line++) {                                                      \
                            const int8_t *at = from;                                                                   \
                            int8_t *out = to;                                                                          \
                            __asm__ volatile(code                                                                      \
                                             : [x] "+&l"(at), [y] "+&l"(out)                                           \
                                             : [n] "r"(p->count), [offsets] "r"(&places), [step] "r"(lanes * p->pitch) \
                                             : "lr", "d0", "d1", "d2", "d3", "cc", "memory");                          \
                            from += p->x_line;                                                                         \
                            to += p->y_line;                                                                           \
                        }                                                                                              \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_TRANSPOSE_MVE(x8_apart, EDGEC_APART_X8_CODE_MVE, 8)
EDGEC_DEFINE_TRANSPOSE_MVE(x8_together, EDGEC_TOGETHER_X8_CODE_MVE, 8)
EDGEC_DEFINE_TRANSPOSE_MVE(x16_apart, EDGEC_APART_X16_CODE_MVE, 8)
EDGEC_DEFINE_TRANSPOSE_MVE(x16_together, EDGEC_TOGETHER_X16_CODE_MVE, 8)
EDGEC_DEFINE_TRANSPOSE_MVE(x32_apart, EDGEC_APART_X32_CODE_MVE, 4)
EDGEC_DEFINE_TRANSPOSE_MVE(x32_together, EDGEC_TOGETHER_X32_CODE_MVE, 4)

#endif
