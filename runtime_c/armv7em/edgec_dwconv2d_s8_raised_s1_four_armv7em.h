/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* edgec_dwconv2d_s8_raised_s1_armv7em.h with the block for layers of four columns, which models without any lack. */
#ifndef EDGEC_DWCONV2D_S8_RAISED_S1_FOUR_ARMV7EM_H
#define EDGEC_DWCONV2D_S8_RAISED_S1_FOUR_ARMV7EM_H

#include "edgec_dw_raised_four_armv7em.h"

#include "edgec_dwconv2d_s8_raised_s1_armv7em.h"

#endif
