/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resizing along one axis of [outer, n, inner]. */
#ifndef EDGEC_RESAMPLE_H
#define EDGEC_RESAMPLE_H

#include "edgec_base.h"

/* out: cells of the output's axis; taps: summands of each. */
typedef struct {
    int32_t outer, n, inner;
    int32_t out, taps;
} edgec_resample_params;

#endif
