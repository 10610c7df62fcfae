/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8, weights of 4 bits, in parts (edgec_dense_parts_armv7em.h). */
#ifndef EDGEC_DENSE_S4_PARTS_ARMV7EM_H
#define EDGEC_DENSE_S4_PARTS_ARMV7EM_H

#include "edgec_dense_s4_armv7em.h"

#include "edgec_dense_parts_armv7em.h"

static inline void edgec_dense_s4_armv7em_part(const edgec_dense_s8_armv7em_params *p, int32_t first, int32_t count,
                                               const int8_t *x, const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_dense_part(p, 4, first, count, x, stream, y, scratch);
}

#endif
