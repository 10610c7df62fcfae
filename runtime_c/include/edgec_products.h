/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Several matrix products in one call: up to four batch dimensions, with numpy broadcasting. */
#ifndef EDGEC_PRODUCTS_H
#define EDGEC_PRODUCTS_H

#include "edgec_base.h"

/* How many there are; every dimension is 1 at least. */
static inline int32_t edgec_products(const int32_t batch[4]) { return batch[0] * batch[1] * batch[2] * batch[3]; }

/* Offset of an operand's matrix in product i; strides in elements, 0 where a dimension is broadcast. */
static inline int32_t edgec_product_at(const int32_t batch[4], const int32_t stride[4], int32_t i)
{
    int32_t at = 0;
    int32_t d;
    for (d = 3; d >= 0; d--) {
        at += i % batch[d] * stride[d];
        i /= batch[d];
    }
    return at;
}

#endif
