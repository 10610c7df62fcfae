/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sum and product of two int8 tensors of one shape in parts, for runs in slices: an item is a run of elements. */
#ifndef EDGEC_BINARY_S8_PARTS_ARMV7EM_H
#define EDGEC_BINARY_S8_PARTS_ARMV7EM_H

#include "edgec_binary_s8_armv7em.h"

#define EDGEC_BINARY_ITEM 64 /* elements */

static inline void edgec_add_s8_armv7em_part(const edgec_add_s8_armv7em_params *p, int32_t first, int32_t count,
                                             const int8_t *a, const int8_t *b, int8_t *y)
{
    edgec_add_s8_armv7em_params some = *p;
    const int32_t at = first * EDGEC_BINARY_ITEM;
    const int32_t rest = p->shape.dims[5] - at;
    some.shape.dims[5] = (count * EDGEC_BINARY_ITEM < rest) ? count * EDGEC_BINARY_ITEM : rest;
    edgec_add_s8_armv7em_both(&some, a + at, b + at, y + at);
}

static inline void edgec_mul_s8_armv7em_part(const edgec_mul_s8_armv7em_params *p, int32_t first, int32_t count,
                                             const int8_t *a, const int8_t *b, int8_t *y)
{
    edgec_mul_s8_armv7em_params some = *p;
    const int32_t at = first * EDGEC_BINARY_ITEM;
    const int32_t rest = p->shape.dims[5] - at;
    some.shape.dims[5] = (count * EDGEC_BINARY_ITEM < rest) ? count * EDGEC_BINARY_ITEM : rest;
    edgec_mul_s8_armv7em_both(&some, a + at, b + at, y + at);
}

#endif
