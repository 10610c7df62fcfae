/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8, weights of 8 bits (edgec_dense_armv7em.h). */
#ifndef EDGEC_DENSE_S8_ARMV7EM_H
#define EDGEC_DENSE_S8_ARMV7EM_H

#include "edgec_dense_pairs_s8_armv7em.h"

#include "edgec_dense_widened_armv7em.h"

#if !EDGEC_DENSE_S8
#error "the headers of blocks come before those of kernels"
#endif

static inline void edgec_dense_s8_armv7em(const edgec_dense_s8_armv7em_params *p, const int8_t *x,
                                          const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_dense_run(p, 8, x, stream, y, scratch);
}

#endif
