/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of rows of int8 with packed weights by SMMLA, four positions with 16, 8 or 4 output channels at a time: a
 * vector holds the sums of two positions with two channels. */
#ifndef EDGEC_GEMM_S8_NEON_I8MM_H
#define EDGEC_GEMM_S8_NEON_I8MM_H

#include "edgec_gemm_s8_code_neon_i8mm.h"
#include "edgec_tiles_s8_neon.h"

#define EDGEC_GEMM_I8MM_UNIT 8 /* bytes of a segment are a multiple of it */

/* What tiles change. */
#define EDGEC_CHANGED_I8MM                                                                                             \
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16",       \
        "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31"

EDGEC_TILE_S8_NEON(edgec_i8mm_tile_16, EDGEC_GEMM_S8_TILE16_CODE_I8MM EDGEC_GEMM_S8_STORE16_CODE_I8MM,
                   EDGEC_CHANGED_I8MM)
EDGEC_TILE_S8_NEON(edgec_i8mm_tile_8, EDGEC_GEMM_S8_TILE8_CODE_I8MM EDGEC_GEMM_S8_STORE8_CODE_I8MM, EDGEC_CHANGED_I8MM)
EDGEC_TILE_S8_NEON(edgec_i8mm_tile_4, EDGEC_GEMM_S8_TILE4_CODE_I8MM EDGEC_GEMM_S8_STORE4_CODE_I8MM, EDGEC_CHANGED_I8MM)
EDGEC_TILE_S8_NEON(edgec_i8mm_limited_16,
                   EDGEC_GEMM_S8_TILE16_CODE_I8MM EDGEC_GEMM_S8_LIMIT16_CODE_I8MM EDGEC_GEMM_S8_STORE16_CODE_I8MM,
                   EDGEC_CHANGED_I8MM)
EDGEC_TILE_S8_NEON(edgec_i8mm_limited_8,
                   EDGEC_GEMM_S8_TILE8_CODE_I8MM EDGEC_GEMM_S8_LIMIT_CODE_I8MM EDGEC_GEMM_S8_STORE8_CODE_I8MM,
                   EDGEC_CHANGED_I8MM)
EDGEC_TILE_S8_NEON(edgec_i8mm_limited_4,
                   EDGEC_GEMM_S8_TILE4_CODE_I8MM EDGEC_GEMM_S8_LIMIT_CODE_I8MM EDGEC_GEMM_S8_STORE4_CODE_I8MM,
                   EDGEC_CHANGED_I8MM)

/* Four positions or fewer: `limited` is a constant. */
EDGEC_INLINE void edgec_i8mm_positions(const edgec_gemm_neon *g, int32_t p, const edgec_row_offsets_neon *in,
                                       const edgec_row_offsets_neon *out, int limited)
{
    if (limited) {
        edgec_positions_s8_neon(g, p, in, out, edgec_i8mm_limited_16, edgec_i8mm_limited_8, edgec_i8mm_limited_4,
                                edgec_i8mm_limited_4);
    } else {
        edgec_positions_s8_neon(g, p, in, out, edgec_i8mm_tile_16, edgec_i8mm_tile_8, edgec_i8mm_tile_4,
                                edgec_i8mm_limited_4);
    }
}

EDGEC_INLINE void edgec_i8mm_run(const edgec_gemm_neon *g, int limited)
{
    int32_t p;
    edgec_row_offsets_neon in = edgec_row_offsets_of_neon(4, g->step);
    edgec_row_offsets_neon out = edgec_row_offsets_of_neon(4, g->out_step);
    for (p = 0; p < g->positions; p += 4) {
        if (g->positions - p < 4) {
            in = edgec_row_offsets_of_neon(g->positions - p, g->step);
            out = edgec_row_offsets_of_neon(g->positions - p, g->out_step);
        }
        edgec_i8mm_positions(g, p, &in, &out, limited);
    }
}

EDGEC_SHARED_CODE void edgec_gemm_i8mm(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g; /* in registers */
    edgec_i8mm_run(&job, 0);
}

EDGEC_SHARED_CODE void edgec_gemm_limited_i8mm(const edgec_gemm_neon *g)
{
    const edgec_gemm_neon job = *g;
    edgec_i8mm_run(&job, 1);
}

#endif
