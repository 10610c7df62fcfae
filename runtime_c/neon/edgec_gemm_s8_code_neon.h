/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s8_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S8_CODE_NEON_H
#define EDGEC_GEMM_S8_CODE_NEON_H

/* Products of rows of int8 with packed weights (edgec_gemm_s8_neon.h): the sums of four positions, or of one, with four
 * channels. */
/* Registers:
 *   weights0..weights3       v0..v3        16 or 8 taps of channels 0 to 3
 *   x0 x1 x2 x3              v4 v6 v8 v10  16 taps of positions 0 to 3
 *   next0 next1 next2 next3  v5 v7 v9 v11  the 16 behind them
 *   taps0..taps3             v4..v7        in steps of 16 and of 8: taps of positions 0 to 3
 *   product0..product3       v12..v15      sums of two products
 *   acc0_0..acc0_3           v16..v19      sums of position 0, a channel each; then acc0_0 holds all four
 *   acc1_0..acc1_3           v20..v23      of position 1
 *   acc2_0..acc2_3           v24..v27      of position 2
 *   acc3_0..acc3_3           v28..v31      of position 3
 */

/* Four positions: acc0_0, acc1_0, acc2_0 and acc3_0 hold four channels of one each. */
#define EDGEC_GEMM_S8_TILE_CODE_NEON \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "subs %[k], %[rounds], #1\n\t" \
    "b.lt 6f\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "ldp q4, q5, [%[x0]], #32\n\t" \
    "ldp q6, q7, [%[x1]], #32\n\t" \
    "smull v12.8h, v4.8b, v0.8b\n\t" \
    "ldp q8, q9, [%[x2]], #32\n\t" \
    "smull v13.8h, v6.8b, v0.8b\n\t" \
    "ldp q10, q11, [%[x3]], #32\n\t" \
    "smlal2 v12.8h, v4.16b, v0.16b\n\t" \
    "smull v14.8h, v8.8b, v0.8b\n\t" \
    "smlal2 v13.8h, v6.16b, v0.16b\n\t" \
    "smull v15.8h, v10.8b, v0.8b\n\t" \
    "saddlp v16.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v8.16b, v0.16b\n\t" \
    "ldp q2, q3, [%[w]], #32\n\t" \
    "smull v12.8h, v4.8b, v1.8b\n\t" \
    "saddlp v20.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v10.16b, v0.16b\n\t" \
    "smull v13.8h, v6.8b, v1.8b\n\t" \
    "saddlp v24.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v4.16b, v1.16b\n\t" \
    "smull v14.8h, v8.8b, v1.8b\n\t" \
    "saddlp v28.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v6.16b, v1.16b\n\t" \
    "smull v15.8h, v10.8b, v1.8b\n\t" \
    "saddlp v17.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v8.16b, v1.16b\n\t" \
    "smull v12.8h, v4.8b, v2.8b\n\t" \
    "saddlp v21.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v10.16b, v1.16b\n\t" \
    "smull v13.8h, v6.8b, v2.8b\n\t" \
    "saddlp v25.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v4.16b, v2.16b\n\t" \
    "smull v14.8h, v8.8b, v2.8b\n\t" \
    "saddlp v29.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v6.16b, v2.16b\n\t" \
    "smull v15.8h, v10.8b, v2.8b\n\t" \
    "saddlp v18.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v8.16b, v2.16b\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "smull v12.8h, v4.8b, v3.8b\n\t" \
    "saddlp v22.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v10.16b, v2.16b\n\t" \
    "smull v13.8h, v6.8b, v3.8b\n\t" \
    "saddlp v26.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v4.16b, v3.16b\n\t" \
    "smull v14.8h, v8.8b, v3.8b\n\t" \
    "saddlp v30.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v6.16b, v3.16b\n\t" \
    "smull v15.8h, v10.8b, v3.8b\n\t" \
    "saddlp v19.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v8.16b, v3.16b\n\t" \
    "smull v12.8h, v5.8b, v0.8b\n\t" \
    "saddlp v23.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v10.16b, v3.16b\n\t" \
    "smull v13.8h, v7.8b, v0.8b\n\t" \
    "saddlp v27.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v5.16b, v0.16b\n\t" \
    "smull v14.8h, v9.8b, v0.8b\n\t" \
    "saddlp v31.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v7.16b, v0.16b\n\t" \
    "smull v15.8h, v11.8b, v0.8b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v9.16b, v0.16b\n\t" \
    "ldp q2, q3, [%[w]], #32\n\t" \
    "smull v12.8h, v5.8b, v1.8b\n\t" \
    "sadalp v20.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v11.16b, v0.16b\n\t" \
    "smull v13.8h, v7.8b, v1.8b\n\t" \
    "sadalp v24.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v5.16b, v1.16b\n\t" \
    "smull v14.8h, v9.8b, v1.8b\n\t" \
    "sadalp v28.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v7.16b, v1.16b\n\t" \
    "smull v15.8h, v11.8b, v1.8b\n\t" \
    "sadalp v17.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v9.16b, v1.16b\n\t" \
    "smull v12.8h, v5.8b, v2.8b\n\t" \
    "sadalp v21.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v11.16b, v1.16b\n\t" \
    "smull v13.8h, v7.8b, v2.8b\n\t" \
    "sadalp v25.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v5.16b, v2.16b\n\t" \
    "smull v14.8h, v9.8b, v2.8b\n\t" \
    "sadalp v29.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v7.16b, v2.16b\n\t" \
    "smull v15.8h, v11.8b, v2.8b\n\t" \
    "sadalp v18.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v9.16b, v2.16b\n\t" \
    "smull v12.8h, v5.8b, v3.8b\n\t" \
    "sadalp v22.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v11.16b, v2.16b\n\t" \
    "smull v13.8h, v7.8b, v3.8b\n\t" \
    "sadalp v26.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v5.16b, v3.16b\n\t" \
    "smull v14.8h, v9.8b, v3.8b\n\t" \
    "sadalp v30.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v7.16b, v3.16b\n\t" \
    "smull v15.8h, v11.8b, v3.8b\n\t" \
    "sadalp v19.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v9.16b, v3.16b\n\t" \
    "smlal2 v15.8h, v11.16b, v3.16b\n\t" \
    "sadalp v23.4s, v13.8h\n\t" \
    "sadalp v27.4s, v14.8h\n\t" \
    "sadalp v31.4s, v15.8h\n\t" \
    "b 2f\n\t" \
    "1:\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "ldp q4, q5, [%[x0]], #32\n\t" \
    "ldp q6, q7, [%[x1]], #32\n\t" \
    "smull v12.8h, v4.8b, v0.8b\n\t" \
    "ldp q8, q9, [%[x2]], #32\n\t" \
    "smull v13.8h, v6.8b, v0.8b\n\t" \
    "ldp q10, q11, [%[x3]], #32\n\t" \
    "smlal2 v12.8h, v4.16b, v0.16b\n\t" \
    "smull v14.8h, v8.8b, v0.8b\n\t" \
    "smlal2 v13.8h, v6.16b, v0.16b\n\t" \
    "smull v15.8h, v10.8b, v0.8b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v8.16b, v0.16b\n\t" \
    "ldp q2, q3, [%[w]], #32\n\t" \
    "smull v12.8h, v4.8b, v1.8b\n\t" \
    "sadalp v20.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v10.16b, v0.16b\n\t" \
    "smull v13.8h, v6.8b, v1.8b\n\t" \
    "sadalp v24.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v4.16b, v1.16b\n\t" \
    "smull v14.8h, v8.8b, v1.8b\n\t" \
    "sadalp v28.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v6.16b, v1.16b\n\t" \
    "smull v15.8h, v10.8b, v1.8b\n\t" \
    "sadalp v17.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v8.16b, v1.16b\n\t" \
    "smull v12.8h, v4.8b, v2.8b\n\t" \
    "sadalp v21.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v10.16b, v1.16b\n\t" \
    "smull v13.8h, v6.8b, v2.8b\n\t" \
    "sadalp v25.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v4.16b, v2.16b\n\t" \
    "smull v14.8h, v8.8b, v2.8b\n\t" \
    "sadalp v29.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v6.16b, v2.16b\n\t" \
    "smull v15.8h, v10.8b, v2.8b\n\t" \
    "sadalp v18.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v8.16b, v2.16b\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "smull v12.8h, v4.8b, v3.8b\n\t" \
    "sadalp v22.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v10.16b, v2.16b\n\t" \
    "smull v13.8h, v6.8b, v3.8b\n\t" \
    "sadalp v26.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v4.16b, v3.16b\n\t" \
    "smull v14.8h, v8.8b, v3.8b\n\t" \
    "sadalp v30.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v6.16b, v3.16b\n\t" \
    "smull v15.8h, v10.8b, v3.8b\n\t" \
    "sadalp v19.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v8.16b, v3.16b\n\t" \
    "smull v12.8h, v5.8b, v0.8b\n\t" \
    "sadalp v23.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v10.16b, v3.16b\n\t" \
    "smull v13.8h, v7.8b, v0.8b\n\t" \
    "sadalp v27.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v5.16b, v0.16b\n\t" \
    "smull v14.8h, v9.8b, v0.8b\n\t" \
    "sadalp v31.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v7.16b, v0.16b\n\t" \
    "smull v15.8h, v11.8b, v0.8b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v9.16b, v0.16b\n\t" \
    "ldp q2, q3, [%[w]], #32\n\t" \
    "smull v12.8h, v5.8b, v1.8b\n\t" \
    "sadalp v20.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v11.16b, v0.16b\n\t" \
    "smull v13.8h, v7.8b, v1.8b\n\t" \
    "sadalp v24.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v5.16b, v1.16b\n\t" \
    "smull v14.8h, v9.8b, v1.8b\n\t" \
    "sadalp v28.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v7.16b, v1.16b\n\t" \
    "smull v15.8h, v11.8b, v1.8b\n\t" \
    "sadalp v17.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v9.16b, v1.16b\n\t" \
    "smull v12.8h, v5.8b, v2.8b\n\t" \
    "sadalp v21.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v11.16b, v1.16b\n\t" \
    "smull v13.8h, v7.8b, v2.8b\n\t" \
    "sadalp v25.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v5.16b, v2.16b\n\t" \
    "smull v14.8h, v9.8b, v2.8b\n\t" \
    "sadalp v29.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v7.16b, v2.16b\n\t" \
    "smull v15.8h, v11.8b, v2.8b\n\t" \
    "sadalp v18.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v9.16b, v2.16b\n\t" \
    "smull v12.8h, v5.8b, v3.8b\n\t" \
    "sadalp v22.4s, v13.8h\n\t" \
    "smlal2 v15.8h, v11.16b, v2.16b\n\t" \
    "smull v13.8h, v7.8b, v3.8b\n\t" \
    "sadalp v26.4s, v14.8h\n\t" \
    "smlal2 v12.8h, v5.16b, v3.16b\n\t" \
    "smull v14.8h, v9.8b, v3.8b\n\t" \
    "sadalp v30.4s, v15.8h\n\t" \
    "smlal2 v13.8h, v7.16b, v3.16b\n\t" \
    "smull v15.8h, v11.8b, v3.8b\n\t" \
    "sadalp v19.4s, v12.8h\n\t" \
    "smlal2 v14.8h, v9.16b, v3.16b\n\t" \
    "smlal2 v15.8h, v11.16b, v3.16b\n\t" \
    "sadalp v23.4s, v13.8h\n\t" \
    "sadalp v27.4s, v14.8h\n\t" \
    "sadalp v31.4s, v15.8h\n\t" \
    "sub %[k], %[k], #1\n\t" \
    "2:\n\t" \
    "cbnz %[k], 1b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #4, 4f\n\t" \
    "ldr q4, [%[x0]], #16\n\t" \
    "ldr q5, [%[x1]], #16\n\t" \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t" \
    "ldr q6, [%[x2]], #16\n\t" \
    "ldr q7, [%[x3]], #16\n\t" \
    "smull v12.8h, v4.8b, v0.8b\n\t" \
    "smull v13.8h, v5.8b, v0.8b\n\t" \
    "smull v14.8h, v6.8b, v0.8b\n\t" \
    "smull v15.8h, v7.8b, v0.8b\n\t" \
    "smlal2 v12.8h, v4.16b, v0.16b\n\t" \
    "smlal2 v13.8h, v5.16b, v0.16b\n\t" \
    "smlal2 v14.8h, v6.16b, v0.16b\n\t" \
    "smlal2 v15.8h, v7.16b, v0.16b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "sadalp v20.4s, v13.8h\n\t" \
    "sadalp v24.4s, v14.8h\n\t" \
    "sadalp v28.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v1.8b\n\t" \
    "smull v13.8h, v5.8b, v1.8b\n\t" \
    "smull v14.8h, v6.8b, v1.8b\n\t" \
    "smull v15.8h, v7.8b, v1.8b\n\t" \
    "smlal2 v12.8h, v4.16b, v1.16b\n\t" \
    "smlal2 v13.8h, v5.16b, v1.16b\n\t" \
    "smlal2 v14.8h, v6.16b, v1.16b\n\t" \
    "smlal2 v15.8h, v7.16b, v1.16b\n\t" \
    "sadalp v17.4s, v12.8h\n\t" \
    "sadalp v21.4s, v13.8h\n\t" \
    "sadalp v25.4s, v14.8h\n\t" \
    "sadalp v29.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v2.8b\n\t" \
    "smull v13.8h, v5.8b, v2.8b\n\t" \
    "smull v14.8h, v6.8b, v2.8b\n\t" \
    "smull v15.8h, v7.8b, v2.8b\n\t" \
    "smlal2 v12.8h, v4.16b, v2.16b\n\t" \
    "smlal2 v13.8h, v5.16b, v2.16b\n\t" \
    "smlal2 v14.8h, v6.16b, v2.16b\n\t" \
    "smlal2 v15.8h, v7.16b, v2.16b\n\t" \
    "sadalp v18.4s, v12.8h\n\t" \
    "sadalp v22.4s, v13.8h\n\t" \
    "sadalp v26.4s, v14.8h\n\t" \
    "sadalp v30.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v3.8b\n\t" \
    "smull v13.8h, v5.8b, v3.8b\n\t" \
    "smull v14.8h, v6.8b, v3.8b\n\t" \
    "smull v15.8h, v7.8b, v3.8b\n\t" \
    "smlal2 v12.8h, v4.16b, v3.16b\n\t" \
    "smlal2 v13.8h, v5.16b, v3.16b\n\t" \
    "smlal2 v14.8h, v6.16b, v3.16b\n\t" \
    "smlal2 v15.8h, v7.16b, v3.16b\n\t" \
    "sadalp v19.4s, v12.8h\n\t" \
    "sadalp v23.4s, v13.8h\n\t" \
    "sadalp v27.4s, v14.8h\n\t" \
    "sadalp v31.4s, v15.8h\n\t" \
    "4:\n\t" \
    "tbz %[bytes], #3, 5f\n\t" \
    "ldr d4, [%[x0]]\n\t" \
    "ldr d5, [%[x1]]\n\t" \
    "ld1 {v0.8b, v1.8b, v2.8b, v3.8b}, [%[w]], #32\n\t" \
    "ldr d6, [%[x2]]\n\t" \
    "ldr d7, [%[x3]]\n\t" \
    "smull v12.8h, v4.8b, v0.8b\n\t" \
    "smull v13.8h, v5.8b, v0.8b\n\t" \
    "smull v14.8h, v6.8b, v0.8b\n\t" \
    "smull v15.8h, v7.8b, v0.8b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "sadalp v20.4s, v13.8h\n\t" \
    "sadalp v24.4s, v14.8h\n\t" \
    "sadalp v28.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v1.8b\n\t" \
    "smull v13.8h, v5.8b, v1.8b\n\t" \
    "smull v14.8h, v6.8b, v1.8b\n\t" \
    "smull v15.8h, v7.8b, v1.8b\n\t" \
    "sadalp v17.4s, v12.8h\n\t" \
    "sadalp v21.4s, v13.8h\n\t" \
    "sadalp v25.4s, v14.8h\n\t" \
    "sadalp v29.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v2.8b\n\t" \
    "smull v13.8h, v5.8b, v2.8b\n\t" \
    "smull v14.8h, v6.8b, v2.8b\n\t" \
    "smull v15.8h, v7.8b, v2.8b\n\t" \
    "sadalp v18.4s, v12.8h\n\t" \
    "sadalp v22.4s, v13.8h\n\t" \
    "sadalp v26.4s, v14.8h\n\t" \
    "sadalp v30.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v3.8b\n\t" \
    "smull v13.8h, v5.8b, v3.8b\n\t" \
    "smull v14.8h, v6.8b, v3.8b\n\t" \
    "smull v15.8h, v7.8b, v3.8b\n\t" \
    "sadalp v19.4s, v12.8h\n\t" \
    "sadalp v23.4s, v13.8h\n\t" \
    "sadalp v27.4s, v14.8h\n\t" \
    "sadalp v31.4s, v15.8h\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 8f\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "mov %[k], %[rounds]\n\t" \
    "b 2b\n\t" \
    "6:\n\t" \
    "tbz %[bytes], #4, 7f\n\t" \
    "ldr q4, [%[x0]], #16\n\t" \
    "ldr q5, [%[x1]], #16\n\t" \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t" \
    "ldr q6, [%[x2]], #16\n\t" \
    "ldr q7, [%[x3]], #16\n\t" \
    "smull v12.8h, v4.8b, v0.8b\n\t" \
    "smull v13.8h, v5.8b, v0.8b\n\t" \
    "smull v14.8h, v6.8b, v0.8b\n\t" \
    "smull v15.8h, v7.8b, v0.8b\n\t" \
    "smlal2 v12.8h, v4.16b, v0.16b\n\t" \
    "smlal2 v13.8h, v5.16b, v0.16b\n\t" \
    "smlal2 v14.8h, v6.16b, v0.16b\n\t" \
    "smlal2 v15.8h, v7.16b, v0.16b\n\t" \
    "saddlp v16.4s, v12.8h\n\t" \
    "saddlp v20.4s, v13.8h\n\t" \
    "saddlp v24.4s, v14.8h\n\t" \
    "saddlp v28.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v1.8b\n\t" \
    "smull v13.8h, v5.8b, v1.8b\n\t" \
    "smull v14.8h, v6.8b, v1.8b\n\t" \
    "smull v15.8h, v7.8b, v1.8b\n\t" \
    "smlal2 v12.8h, v4.16b, v1.16b\n\t" \
    "smlal2 v13.8h, v5.16b, v1.16b\n\t" \
    "smlal2 v14.8h, v6.16b, v1.16b\n\t" \
    "smlal2 v15.8h, v7.16b, v1.16b\n\t" \
    "saddlp v17.4s, v12.8h\n\t" \
    "saddlp v21.4s, v13.8h\n\t" \
    "saddlp v25.4s, v14.8h\n\t" \
    "saddlp v29.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v2.8b\n\t" \
    "smull v13.8h, v5.8b, v2.8b\n\t" \
    "smull v14.8h, v6.8b, v2.8b\n\t" \
    "smull v15.8h, v7.8b, v2.8b\n\t" \
    "smlal2 v12.8h, v4.16b, v2.16b\n\t" \
    "smlal2 v13.8h, v5.16b, v2.16b\n\t" \
    "smlal2 v14.8h, v6.16b, v2.16b\n\t" \
    "smlal2 v15.8h, v7.16b, v2.16b\n\t" \
    "saddlp v18.4s, v12.8h\n\t" \
    "saddlp v22.4s, v13.8h\n\t" \
    "saddlp v26.4s, v14.8h\n\t" \
    "saddlp v30.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v3.8b\n\t" \
    "smull v13.8h, v5.8b, v3.8b\n\t" \
    "smull v14.8h, v6.8b, v3.8b\n\t" \
    "smull v15.8h, v7.8b, v3.8b\n\t" \
    "smlal2 v12.8h, v4.16b, v3.16b\n\t" \
    "smlal2 v13.8h, v5.16b, v3.16b\n\t" \
    "smlal2 v14.8h, v6.16b, v3.16b\n\t" \
    "smlal2 v15.8h, v7.16b, v3.16b\n\t" \
    "saddlp v19.4s, v12.8h\n\t" \
    "saddlp v23.4s, v13.8h\n\t" \
    "saddlp v27.4s, v14.8h\n\t" \
    "saddlp v31.4s, v15.8h\n\t" \
    "b 4b\n\t" \
    "7:\n\t" \
    "ldr d4, [%[x0]]\n\t" \
    "ldr d5, [%[x1]]\n\t" \
    "ld1 {v0.8b, v1.8b, v2.8b, v3.8b}, [%[w]], #32\n\t" \
    "ldr d6, [%[x2]]\n\t" \
    "ldr d7, [%[x3]]\n\t" \
    "smull v12.8h, v4.8b, v0.8b\n\t" \
    "smull v13.8h, v5.8b, v0.8b\n\t" \
    "smull v14.8h, v6.8b, v0.8b\n\t" \
    "smull v15.8h, v7.8b, v0.8b\n\t" \
    "saddlp v16.4s, v12.8h\n\t" \
    "saddlp v20.4s, v13.8h\n\t" \
    "saddlp v24.4s, v14.8h\n\t" \
    "saddlp v28.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v1.8b\n\t" \
    "smull v13.8h, v5.8b, v1.8b\n\t" \
    "smull v14.8h, v6.8b, v1.8b\n\t" \
    "smull v15.8h, v7.8b, v1.8b\n\t" \
    "saddlp v17.4s, v12.8h\n\t" \
    "saddlp v21.4s, v13.8h\n\t" \
    "saddlp v25.4s, v14.8h\n\t" \
    "saddlp v29.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v2.8b\n\t" \
    "smull v13.8h, v5.8b, v2.8b\n\t" \
    "smull v14.8h, v6.8b, v2.8b\n\t" \
    "smull v15.8h, v7.8b, v2.8b\n\t" \
    "saddlp v18.4s, v12.8h\n\t" \
    "saddlp v22.4s, v13.8h\n\t" \
    "saddlp v26.4s, v14.8h\n\t" \
    "saddlp v30.4s, v15.8h\n\t" \
    "smull v12.8h, v4.8b, v3.8b\n\t" \
    "smull v13.8h, v5.8b, v3.8b\n\t" \
    "smull v14.8h, v6.8b, v3.8b\n\t" \
    "smull v15.8h, v7.8b, v3.8b\n\t" \
    "saddlp v19.4s, v12.8h\n\t" \
    "saddlp v23.4s, v13.8h\n\t" \
    "saddlp v27.4s, v14.8h\n\t" \
    "saddlp v31.4s, v15.8h\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "addp v16.4s, v16.4s, v17.4s\n\t" \
    "addp v18.4s, v18.4s, v19.4s\n\t" \
    "addp v16.4s, v16.4s, v18.4s\n\t" \
    "addp v20.4s, v20.4s, v21.4s\n\t" \
    "addp v22.4s, v22.4s, v23.4s\n\t" \
    "addp v20.4s, v20.4s, v22.4s\n\t" \
    "addp v24.4s, v24.4s, v25.4s\n\t" \
    "addp v26.4s, v26.4s, v27.4s\n\t" \
    "addp v24.4s, v24.4s, v26.4s\n\t" \
    "addp v28.4s, v28.4s, v29.4s\n\t" \
    "addp v30.4s, v30.4s, v31.4s\n\t" \
    "addp v28.4s, v28.4s, v30.4s\n\t"

/* One position: products and sums of the four channels take turns; acc0_0 holds them. */
#define EDGEC_GEMM_S8_ROW_CODE_NEON \
    "movi v16.4s, #0\n\t" \
    "movi v17.4s, #0\n\t" \
    "movi v18.4s, #0\n\t" \
    "movi v19.4s, #0\n\t" \
    "1:\n\t" \
    "ldr %[x], [%[segments]], #8\n\t" \
    "mov %[k], %[rounds]\n\t" \
    "add %[x], %[x], %[from]\n\t" \
    "cbz %[k], 3f\n\t" \
    "2:\n\t" \
    "ldp q4, q5, [%[x]], #32\n\t" \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t" \
    "smull v12.8h, v4.8b, v0.8b\n\t" \
    "smull v13.8h, v4.8b, v1.8b\n\t" \
    "smull v14.8h, v4.8b, v2.8b\n\t" \
    "smull v15.8h, v4.8b, v3.8b\n\t" \
    "smlal2 v12.8h, v4.16b, v0.16b\n\t" \
    "smlal2 v13.8h, v4.16b, v1.16b\n\t" \
    "smlal2 v14.8h, v4.16b, v2.16b\n\t" \
    "smlal2 v15.8h, v4.16b, v3.16b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "sadalp v17.4s, v13.8h\n\t" \
    "sadalp v18.4s, v14.8h\n\t" \
    "sadalp v19.4s, v15.8h\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t" \
    "smull v12.8h, v5.8b, v0.8b\n\t" \
    "smull v13.8h, v5.8b, v1.8b\n\t" \
    "smull v14.8h, v5.8b, v2.8b\n\t" \
    "smull v15.8h, v5.8b, v3.8b\n\t" \
    "smlal2 v12.8h, v5.16b, v0.16b\n\t" \
    "smlal2 v13.8h, v5.16b, v1.16b\n\t" \
    "smlal2 v14.8h, v5.16b, v2.16b\n\t" \
    "smlal2 v15.8h, v5.16b, v3.16b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "sadalp v17.4s, v13.8h\n\t" \
    "sadalp v18.4s, v14.8h\n\t" \
    "sadalp v19.4s, v15.8h\n\t" \
    "b.ne 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #4, 4f\n\t" \
    "ldr q4, [%[x]], #16\n\t" \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t" \
    "smull v12.8h, v4.8b, v0.8b\n\t" \
    "smull v13.8h, v4.8b, v1.8b\n\t" \
    "smull v14.8h, v4.8b, v2.8b\n\t" \
    "smull v15.8h, v4.8b, v3.8b\n\t" \
    "smlal2 v12.8h, v4.16b, v0.16b\n\t" \
    "smlal2 v13.8h, v4.16b, v1.16b\n\t" \
    "smlal2 v14.8h, v4.16b, v2.16b\n\t" \
    "smlal2 v15.8h, v4.16b, v3.16b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "sadalp v17.4s, v13.8h\n\t" \
    "sadalp v18.4s, v14.8h\n\t" \
    "sadalp v19.4s, v15.8h\n\t" \
    "4:\n\t" \
    "tbz %[bytes], #3, 5f\n\t" \
    "ldr d4, [%[x]]\n\t" \
    "ld1 {v0.8b, v1.8b, v2.8b, v3.8b}, [%[w]], #32\n\t" \
    "smull v12.8h, v4.8b, v0.8b\n\t" \
    "smull v13.8h, v4.8b, v1.8b\n\t" \
    "smull v14.8h, v4.8b, v2.8b\n\t" \
    "smull v15.8h, v4.8b, v3.8b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "sadalp v17.4s, v13.8h\n\t" \
    "sadalp v18.4s, v14.8h\n\t" \
    "sadalp v19.4s, v15.8h\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "addp v16.4s, v16.4s, v17.4s\n\t" \
    "addp v18.4s, v18.4s, v19.4s\n\t" \
    "addp v16.4s, v16.4s, v18.4s\n\t"

#endif
