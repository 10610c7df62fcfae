/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_f32_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_F32_CODE_NEON_H
#define EDGEC_GEMM_F32_CODE_NEON_H

/* Products of rows of float32 with packed weights (edgec_gemm_f32_neon.h): four positions, or one, with 16, 8 or 4
 * channels. */
/* Registers:
 *   weights0..weights7       v0..v7          four taps of 4 channels, two of 8, or twice one of 16, loaded ahead
 *   x0 x1 x2 x3              v8 v10 v12 v14  four taps of positions 0 to 3
 *   next0 next1 next2 next3  v9 v11 v13 v15  the four behind them
 *   acc0_0..acc0_3           v16..v19        sums of position 0, four channels each
 *   acc1_0..acc1_3           v20..v23        of position 1
 *   acc2_0..acc2_3           v24..v27        of position 2
 *   acc3_0..acc3_3           v28..v31        of position 3
 *   lo hi                    v0 v1           behind the taps: limits of the outputs
 */

/* Four positions with 16 channels: all segments by 8 taps, four, then single ones. */
#define EDGEC_GEMM_F32_TILE16_CODE_NEON \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]]\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[w]]\n\t" \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]]\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[w]], #64\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "lsr %[k], %[taps], #3\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "cbz %[k], 3f\n\t" \
    "2:\n\t" \
    "ldp q8, q9, [%[x0]], #32\n\t" \
    "ldp q10, q11, [%[x1]], #32\n\t" \
    "ldp q12, q13, [%[x2]], #32\n\t" \
    "ldp q14, q15, [%[x3]], #32\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v21.4s, v1.4s, v10.s[0]\n\t" \
    "fmla v25.4s, v1.4s, v12.s[0]\n\t" \
    "fmla v29.4s, v1.4s, v14.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[0]\n\t" \
    "fmla v22.4s, v2.4s, v10.s[0]\n\t" \
    "fmla v26.4s, v2.4s, v12.s[0]\n\t" \
    "fmla v30.4s, v2.4s, v14.s[0]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[0]\n\t" \
    "fmla v23.4s, v3.4s, v10.s[0]\n\t" \
    "fmla v27.4s, v3.4s, v12.s[0]\n\t" \
    "fmla v31.4s, v3.4s, v14.s[0]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v4.4s, v8.s[1]\n\t" \
    "fmla v20.4s, v4.4s, v10.s[1]\n\t" \
    "fmla v24.4s, v4.4s, v12.s[1]\n\t" \
    "fmla v28.4s, v4.4s, v14.s[1]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[1]\n\t" \
    "fmla v21.4s, v5.4s, v10.s[1]\n\t" \
    "fmla v25.4s, v5.4s, v12.s[1]\n\t" \
    "fmla v29.4s, v5.4s, v14.s[1]\n\t" \
    "fmla v18.4s, v6.4s, v8.s[1]\n\t" \
    "fmla v22.4s, v6.4s, v10.s[1]\n\t" \
    "fmla v26.4s, v6.4s, v12.s[1]\n\t" \
    "fmla v30.4s, v6.4s, v14.s[1]\n\t" \
    "fmla v19.4s, v7.4s, v8.s[1]\n\t" \
    "fmla v23.4s, v7.4s, v10.s[1]\n\t" \
    "fmla v27.4s, v7.4s, v12.s[1]\n\t" \
    "fmla v31.4s, v7.4s, v14.s[1]\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[2]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[2]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[2]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[2]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[2]\n\t" \
    "fmla v21.4s, v1.4s, v10.s[2]\n\t" \
    "fmla v25.4s, v1.4s, v12.s[2]\n\t" \
    "fmla v29.4s, v1.4s, v14.s[2]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[2]\n\t" \
    "fmla v22.4s, v2.4s, v10.s[2]\n\t" \
    "fmla v26.4s, v2.4s, v12.s[2]\n\t" \
    "fmla v30.4s, v2.4s, v14.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[2]\n\t" \
    "fmla v23.4s, v3.4s, v10.s[2]\n\t" \
    "fmla v27.4s, v3.4s, v12.s[2]\n\t" \
    "fmla v31.4s, v3.4s, v14.s[2]\n\t" \
    "fmla v16.4s, v4.4s, v8.s[3]\n\t" \
    "fmla v20.4s, v4.4s, v10.s[3]\n\t" \
    "fmla v24.4s, v4.4s, v12.s[3]\n\t" \
    "fmla v28.4s, v4.4s, v14.s[3]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[3]\n\t" \
    "fmla v21.4s, v5.4s, v10.s[3]\n\t" \
    "fmla v25.4s, v5.4s, v12.s[3]\n\t" \
    "fmla v29.4s, v5.4s, v14.s[3]\n\t" \
    "fmla v18.4s, v6.4s, v8.s[3]\n\t" \
    "fmla v22.4s, v6.4s, v10.s[3]\n\t" \
    "fmla v26.4s, v6.4s, v12.s[3]\n\t" \
    "fmla v30.4s, v6.4s, v14.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v8.s[3]\n\t" \
    "fmla v23.4s, v7.4s, v10.s[3]\n\t" \
    "fmla v27.4s, v7.4s, v12.s[3]\n\t" \
    "fmla v31.4s, v7.4s, v14.s[3]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v9.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v11.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v13.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v15.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v9.s[0]\n\t" \
    "fmla v21.4s, v1.4s, v11.s[0]\n\t" \
    "fmla v25.4s, v1.4s, v13.s[0]\n\t" \
    "fmla v29.4s, v1.4s, v15.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v9.s[0]\n\t" \
    "fmla v22.4s, v2.4s, v11.s[0]\n\t" \
    "fmla v26.4s, v2.4s, v13.s[0]\n\t" \
    "fmla v30.4s, v2.4s, v15.s[0]\n\t" \
    "fmla v19.4s, v3.4s, v9.s[0]\n\t" \
    "fmla v23.4s, v3.4s, v11.s[0]\n\t" \
    "fmla v27.4s, v3.4s, v13.s[0]\n\t" \
    "fmla v31.4s, v3.4s, v15.s[0]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v4.4s, v9.s[1]\n\t" \
    "fmla v20.4s, v4.4s, v11.s[1]\n\t" \
    "fmla v24.4s, v4.4s, v13.s[1]\n\t" \
    "fmla v28.4s, v4.4s, v15.s[1]\n\t" \
    "fmla v17.4s, v5.4s, v9.s[1]\n\t" \
    "fmla v21.4s, v5.4s, v11.s[1]\n\t" \
    "fmla v25.4s, v5.4s, v13.s[1]\n\t" \
    "fmla v29.4s, v5.4s, v15.s[1]\n\t" \
    "fmla v18.4s, v6.4s, v9.s[1]\n\t" \
    "fmla v22.4s, v6.4s, v11.s[1]\n\t" \
    "fmla v26.4s, v6.4s, v13.s[1]\n\t" \
    "fmla v30.4s, v6.4s, v15.s[1]\n\t" \
    "fmla v19.4s, v7.4s, v9.s[1]\n\t" \
    "fmla v23.4s, v7.4s, v11.s[1]\n\t" \
    "fmla v27.4s, v7.4s, v13.s[1]\n\t" \
    "fmla v31.4s, v7.4s, v15.s[1]\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v9.s[2]\n\t" \
    "fmla v20.4s, v0.4s, v11.s[2]\n\t" \
    "fmla v24.4s, v0.4s, v13.s[2]\n\t" \
    "fmla v28.4s, v0.4s, v15.s[2]\n\t" \
    "fmla v17.4s, v1.4s, v9.s[2]\n\t" \
    "fmla v21.4s, v1.4s, v11.s[2]\n\t" \
    "fmla v25.4s, v1.4s, v13.s[2]\n\t" \
    "fmla v29.4s, v1.4s, v15.s[2]\n\t" \
    "fmla v18.4s, v2.4s, v9.s[2]\n\t" \
    "fmla v22.4s, v2.4s, v11.s[2]\n\t" \
    "fmla v26.4s, v2.4s, v13.s[2]\n\t" \
    "fmla v30.4s, v2.4s, v15.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v9.s[2]\n\t" \
    "fmla v23.4s, v3.4s, v11.s[2]\n\t" \
    "fmla v27.4s, v3.4s, v13.s[2]\n\t" \
    "fmla v31.4s, v3.4s, v15.s[2]\n\t" \
    "fmla v16.4s, v4.4s, v9.s[3]\n\t" \
    "fmla v20.4s, v4.4s, v11.s[3]\n\t" \
    "fmla v24.4s, v4.4s, v13.s[3]\n\t" \
    "fmla v28.4s, v4.4s, v15.s[3]\n\t" \
    "fmla v17.4s, v5.4s, v9.s[3]\n\t" \
    "fmla v21.4s, v5.4s, v11.s[3]\n\t" \
    "fmla v25.4s, v5.4s, v13.s[3]\n\t" \
    "fmla v29.4s, v5.4s, v15.s[3]\n\t" \
    "fmla v18.4s, v6.4s, v9.s[3]\n\t" \
    "fmla v22.4s, v6.4s, v11.s[3]\n\t" \
    "fmla v26.4s, v6.4s, v13.s[3]\n\t" \
    "fmla v30.4s, v6.4s, v15.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v9.s[3]\n\t" \
    "fmla v23.4s, v7.4s, v11.s[3]\n\t" \
    "fmla v27.4s, v7.4s, v13.s[3]\n\t" \
    "fmla v31.4s, v7.4s, v15.s[3]\n\t" \
    "b.ne 2b\n\t" \
    "3:\n\t" \
    "tbz %[taps], #2, 4f\n\t" \
    "ldr q8, [%[x0]], #16\n\t" \
    "ldr q10, [%[x1]], #16\n\t" \
    "ldr q12, [%[x2]], #16\n\t" \
    "ldr q14, [%[x3]], #16\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v21.4s, v1.4s, v10.s[0]\n\t" \
    "fmla v25.4s, v1.4s, v12.s[0]\n\t" \
    "fmla v29.4s, v1.4s, v14.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[0]\n\t" \
    "fmla v22.4s, v2.4s, v10.s[0]\n\t" \
    "fmla v26.4s, v2.4s, v12.s[0]\n\t" \
    "fmla v30.4s, v2.4s, v14.s[0]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[0]\n\t" \
    "fmla v23.4s, v3.4s, v10.s[0]\n\t" \
    "fmla v27.4s, v3.4s, v12.s[0]\n\t" \
    "fmla v31.4s, v3.4s, v14.s[0]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v4.4s, v8.s[1]\n\t" \
    "fmla v20.4s, v4.4s, v10.s[1]\n\t" \
    "fmla v24.4s, v4.4s, v12.s[1]\n\t" \
    "fmla v28.4s, v4.4s, v14.s[1]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[1]\n\t" \
    "fmla v21.4s, v5.4s, v10.s[1]\n\t" \
    "fmla v25.4s, v5.4s, v12.s[1]\n\t" \
    "fmla v29.4s, v5.4s, v14.s[1]\n\t" \
    "fmla v18.4s, v6.4s, v8.s[1]\n\t" \
    "fmla v22.4s, v6.4s, v10.s[1]\n\t" \
    "fmla v26.4s, v6.4s, v12.s[1]\n\t" \
    "fmla v30.4s, v6.4s, v14.s[1]\n\t" \
    "fmla v19.4s, v7.4s, v8.s[1]\n\t" \
    "fmla v23.4s, v7.4s, v10.s[1]\n\t" \
    "fmla v27.4s, v7.4s, v12.s[1]\n\t" \
    "fmla v31.4s, v7.4s, v14.s[1]\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[2]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[2]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[2]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[2]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[2]\n\t" \
    "fmla v21.4s, v1.4s, v10.s[2]\n\t" \
    "fmla v25.4s, v1.4s, v12.s[2]\n\t" \
    "fmla v29.4s, v1.4s, v14.s[2]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[2]\n\t" \
    "fmla v22.4s, v2.4s, v10.s[2]\n\t" \
    "fmla v26.4s, v2.4s, v12.s[2]\n\t" \
    "fmla v30.4s, v2.4s, v14.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[2]\n\t" \
    "fmla v23.4s, v3.4s, v10.s[2]\n\t" \
    "fmla v27.4s, v3.4s, v12.s[2]\n\t" \
    "fmla v31.4s, v3.4s, v14.s[2]\n\t" \
    "fmla v16.4s, v4.4s, v8.s[3]\n\t" \
    "fmla v20.4s, v4.4s, v10.s[3]\n\t" \
    "fmla v24.4s, v4.4s, v12.s[3]\n\t" \
    "fmla v28.4s, v4.4s, v14.s[3]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[3]\n\t" \
    "fmla v21.4s, v5.4s, v10.s[3]\n\t" \
    "fmla v25.4s, v5.4s, v12.s[3]\n\t" \
    "fmla v29.4s, v5.4s, v14.s[3]\n\t" \
    "fmla v18.4s, v6.4s, v8.s[3]\n\t" \
    "fmla v22.4s, v6.4s, v10.s[3]\n\t" \
    "fmla v26.4s, v6.4s, v12.s[3]\n\t" \
    "fmla v30.4s, v6.4s, v14.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v8.s[3]\n\t" \
    "fmla v23.4s, v7.4s, v10.s[3]\n\t" \
    "fmla v27.4s, v7.4s, v12.s[3]\n\t" \
    "fmla v31.4s, v7.4s, v14.s[3]\n\t" \
    "4:\n\t" \
    "ands %[k], %[taps], #3\n\t" \
    "b.eq 6f\n\t" \
    "5:\n\t" \
    "ldr s8, [%[x0]], #4\n\t" \
    "ldr s10, [%[x1]], #4\n\t" \
    "ldr s12, [%[x2]], #4\n\t" \
    "ldr s14, [%[x3]], #4\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v21.4s, v1.4s, v10.s[0]\n\t" \
    "fmla v25.4s, v1.4s, v12.s[0]\n\t" \
    "fmla v29.4s, v1.4s, v14.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[0]\n\t" \
    "fmla v22.4s, v2.4s, v10.s[0]\n\t" \
    "fmla v26.4s, v2.4s, v12.s[0]\n\t" \
    "fmla v30.4s, v2.4s, v14.s[0]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[0]\n\t" \
    "fmla v23.4s, v3.4s, v10.s[0]\n\t" \
    "fmla v27.4s, v3.4s, v12.s[0]\n\t" \
    "fmla v31.4s, v3.4s, v14.s[0]\n\t" \
    "b.ne 5b\n\t" \
    "6:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "tbz %[bounds], #0, 7f\n\t" \
    "ld1r {v0.4s}, [%[limits]]\n\t" \
    "fmax v16.4s, v16.4s, v0.4s\n\t" \
    "fmax v20.4s, v20.4s, v0.4s\n\t" \
    "fmax v24.4s, v24.4s, v0.4s\n\t" \
    "fmax v28.4s, v28.4s, v0.4s\n\t" \
    "fmax v17.4s, v17.4s, v0.4s\n\t" \
    "fmax v21.4s, v21.4s, v0.4s\n\t" \
    "fmax v25.4s, v25.4s, v0.4s\n\t" \
    "fmax v29.4s, v29.4s, v0.4s\n\t" \
    "fmax v18.4s, v18.4s, v0.4s\n\t" \
    "fmax v22.4s, v22.4s, v0.4s\n\t" \
    "fmax v26.4s, v26.4s, v0.4s\n\t" \
    "fmax v30.4s, v30.4s, v0.4s\n\t" \
    "fmax v19.4s, v19.4s, v0.4s\n\t" \
    "fmax v23.4s, v23.4s, v0.4s\n\t" \
    "fmax v27.4s, v27.4s, v0.4s\n\t" \
    "fmax v31.4s, v31.4s, v0.4s\n\t" \
    "tbz %[bounds], #1, 7f\n\t" \
    "ldr s1, [%[limits], #4]\n\t" \
    "dup v1.4s, v1.s[0]\n\t" \
    "fmin v16.4s, v16.4s, v1.4s\n\t" \
    "fmin v20.4s, v20.4s, v1.4s\n\t" \
    "fmin v24.4s, v24.4s, v1.4s\n\t" \
    "fmin v28.4s, v28.4s, v1.4s\n\t" \
    "fmin v17.4s, v17.4s, v1.4s\n\t" \
    "fmin v21.4s, v21.4s, v1.4s\n\t" \
    "fmin v25.4s, v25.4s, v1.4s\n\t" \
    "fmin v29.4s, v29.4s, v1.4s\n\t" \
    "fmin v18.4s, v18.4s, v1.4s\n\t" \
    "fmin v22.4s, v22.4s, v1.4s\n\t" \
    "fmin v26.4s, v26.4s, v1.4s\n\t" \
    "fmin v30.4s, v30.4s, v1.4s\n\t" \
    "fmin v19.4s, v19.4s, v1.4s\n\t" \
    "fmin v23.4s, v23.4s, v1.4s\n\t" \
    "fmin v27.4s, v27.4s, v1.4s\n\t" \
    "fmin v31.4s, v31.4s, v1.4s\n\t" \
    "7:\n\t" \
    "add %[x1], %[y], %[out1]\n\t" \
    "add %[x2], %[y], %[out2]\n\t" \
    "add %[x3], %[y], %[out3]\n\t" \
    "st1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[x3]]\n\t" \
    "st1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[x2]]\n\t" \
    "st1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[x1]]\n\t" \
    "st1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[y]]\n\t"

/* Four positions with 8 channels: all segments by 8 taps, four, then single ones. */
#define EDGEC_GEMM_F32_TILE8_CODE_NEON \
    "ld1 {v16.4s, v17.4s}, [%[w]]\n\t" \
    "ld1 {v20.4s, v21.4s}, [%[w]]\n\t" \
    "ld1 {v24.4s, v25.4s}, [%[w]]\n\t" \
    "ld1 {v28.4s, v29.4s}, [%[w]], #32\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "lsr %[k], %[taps], #3\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "cbz %[k], 3f\n\t" \
    "2:\n\t" \
    "ldp q8, q9, [%[x0]], #32\n\t" \
    "ldp q10, q11, [%[x1]], #32\n\t" \
    "ldp q12, q13, [%[x2]], #32\n\t" \
    "ldp q14, q15, [%[x3]], #32\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v21.4s, v1.4s, v10.s[0]\n\t" \
    "fmla v25.4s, v1.4s, v12.s[0]\n\t" \
    "fmla v29.4s, v1.4s, v14.s[0]\n\t" \
    "fmla v16.4s, v2.4s, v8.s[1]\n\t" \
    "fmla v20.4s, v2.4s, v10.s[1]\n\t" \
    "fmla v24.4s, v2.4s, v12.s[1]\n\t" \
    "fmla v28.4s, v2.4s, v14.s[1]\n\t" \
    "fmla v17.4s, v3.4s, v8.s[1]\n\t" \
    "fmla v21.4s, v3.4s, v10.s[1]\n\t" \
    "fmla v25.4s, v3.4s, v12.s[1]\n\t" \
    "fmla v29.4s, v3.4s, v14.s[1]\n\t" \
    "fmla v16.4s, v4.4s, v8.s[2]\n\t" \
    "fmla v20.4s, v4.4s, v10.s[2]\n\t" \
    "fmla v24.4s, v4.4s, v12.s[2]\n\t" \
    "fmla v28.4s, v4.4s, v14.s[2]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[2]\n\t" \
    "fmla v21.4s, v5.4s, v10.s[2]\n\t" \
    "fmla v25.4s, v5.4s, v12.s[2]\n\t" \
    "fmla v29.4s, v5.4s, v14.s[2]\n\t" \
    "fmla v16.4s, v6.4s, v8.s[3]\n\t" \
    "fmla v20.4s, v6.4s, v10.s[3]\n\t" \
    "fmla v24.4s, v6.4s, v12.s[3]\n\t" \
    "fmla v28.4s, v6.4s, v14.s[3]\n\t" \
    "fmla v17.4s, v7.4s, v8.s[3]\n\t" \
    "fmla v21.4s, v7.4s, v10.s[3]\n\t" \
    "fmla v25.4s, v7.4s, v12.s[3]\n\t" \
    "fmla v29.4s, v7.4s, v14.s[3]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v9.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v11.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v13.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v15.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v9.s[0]\n\t" \
    "fmla v21.4s, v1.4s, v11.s[0]\n\t" \
    "fmla v25.4s, v1.4s, v13.s[0]\n\t" \
    "fmla v29.4s, v1.4s, v15.s[0]\n\t" \
    "fmla v16.4s, v2.4s, v9.s[1]\n\t" \
    "fmla v20.4s, v2.4s, v11.s[1]\n\t" \
    "fmla v24.4s, v2.4s, v13.s[1]\n\t" \
    "fmla v28.4s, v2.4s, v15.s[1]\n\t" \
    "fmla v17.4s, v3.4s, v9.s[1]\n\t" \
    "fmla v21.4s, v3.4s, v11.s[1]\n\t" \
    "fmla v25.4s, v3.4s, v13.s[1]\n\t" \
    "fmla v29.4s, v3.4s, v15.s[1]\n\t" \
    "fmla v16.4s, v4.4s, v9.s[2]\n\t" \
    "fmla v20.4s, v4.4s, v11.s[2]\n\t" \
    "fmla v24.4s, v4.4s, v13.s[2]\n\t" \
    "fmla v28.4s, v4.4s, v15.s[2]\n\t" \
    "fmla v17.4s, v5.4s, v9.s[2]\n\t" \
    "fmla v21.4s, v5.4s, v11.s[2]\n\t" \
    "fmla v25.4s, v5.4s, v13.s[2]\n\t" \
    "fmla v29.4s, v5.4s, v15.s[2]\n\t" \
    "fmla v16.4s, v6.4s, v9.s[3]\n\t" \
    "fmla v20.4s, v6.4s, v11.s[3]\n\t" \
    "fmla v24.4s, v6.4s, v13.s[3]\n\t" \
    "fmla v28.4s, v6.4s, v15.s[3]\n\t" \
    "fmla v17.4s, v7.4s, v9.s[3]\n\t" \
    "fmla v21.4s, v7.4s, v11.s[3]\n\t" \
    "fmla v25.4s, v7.4s, v13.s[3]\n\t" \
    "fmla v29.4s, v7.4s, v15.s[3]\n\t" \
    "b.ne 2b\n\t" \
    "3:\n\t" \
    "tbz %[taps], #2, 4f\n\t" \
    "ldr q8, [%[x0]], #16\n\t" \
    "ldr q10, [%[x1]], #16\n\t" \
    "ldr q12, [%[x2]], #16\n\t" \
    "ldr q14, [%[x3]], #16\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v21.4s, v1.4s, v10.s[0]\n\t" \
    "fmla v25.4s, v1.4s, v12.s[0]\n\t" \
    "fmla v29.4s, v1.4s, v14.s[0]\n\t" \
    "fmla v16.4s, v2.4s, v8.s[1]\n\t" \
    "fmla v20.4s, v2.4s, v10.s[1]\n\t" \
    "fmla v24.4s, v2.4s, v12.s[1]\n\t" \
    "fmla v28.4s, v2.4s, v14.s[1]\n\t" \
    "fmla v17.4s, v3.4s, v8.s[1]\n\t" \
    "fmla v21.4s, v3.4s, v10.s[1]\n\t" \
    "fmla v25.4s, v3.4s, v12.s[1]\n\t" \
    "fmla v29.4s, v3.4s, v14.s[1]\n\t" \
    "fmla v16.4s, v4.4s, v8.s[2]\n\t" \
    "fmla v20.4s, v4.4s, v10.s[2]\n\t" \
    "fmla v24.4s, v4.4s, v12.s[2]\n\t" \
    "fmla v28.4s, v4.4s, v14.s[2]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[2]\n\t" \
    "fmla v21.4s, v5.4s, v10.s[2]\n\t" \
    "fmla v25.4s, v5.4s, v12.s[2]\n\t" \
    "fmla v29.4s, v5.4s, v14.s[2]\n\t" \
    "fmla v16.4s, v6.4s, v8.s[3]\n\t" \
    "fmla v20.4s, v6.4s, v10.s[3]\n\t" \
    "fmla v24.4s, v6.4s, v12.s[3]\n\t" \
    "fmla v28.4s, v6.4s, v14.s[3]\n\t" \
    "fmla v17.4s, v7.4s, v8.s[3]\n\t" \
    "fmla v21.4s, v7.4s, v10.s[3]\n\t" \
    "fmla v25.4s, v7.4s, v12.s[3]\n\t" \
    "fmla v29.4s, v7.4s, v14.s[3]\n\t" \
    "4:\n\t" \
    "ands %[k], %[taps], #3\n\t" \
    "b.eq 6f\n\t" \
    "5:\n\t" \
    "ldr s8, [%[x0]], #4\n\t" \
    "ldr s10, [%[x1]], #4\n\t" \
    "ldr s12, [%[x2]], #4\n\t" \
    "ldr s14, [%[x3]], #4\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v21.4s, v1.4s, v10.s[0]\n\t" \
    "fmla v25.4s, v1.4s, v12.s[0]\n\t" \
    "fmla v29.4s, v1.4s, v14.s[0]\n\t" \
    "b.ne 5b\n\t" \
    "6:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "tbz %[bounds], #0, 7f\n\t" \
    "ld1r {v0.4s}, [%[limits]]\n\t" \
    "fmax v16.4s, v16.4s, v0.4s\n\t" \
    "fmax v20.4s, v20.4s, v0.4s\n\t" \
    "fmax v24.4s, v24.4s, v0.4s\n\t" \
    "fmax v28.4s, v28.4s, v0.4s\n\t" \
    "fmax v17.4s, v17.4s, v0.4s\n\t" \
    "fmax v21.4s, v21.4s, v0.4s\n\t" \
    "fmax v25.4s, v25.4s, v0.4s\n\t" \
    "fmax v29.4s, v29.4s, v0.4s\n\t" \
    "tbz %[bounds], #1, 7f\n\t" \
    "ldr s1, [%[limits], #4]\n\t" \
    "dup v1.4s, v1.s[0]\n\t" \
    "fmin v16.4s, v16.4s, v1.4s\n\t" \
    "fmin v20.4s, v20.4s, v1.4s\n\t" \
    "fmin v24.4s, v24.4s, v1.4s\n\t" \
    "fmin v28.4s, v28.4s, v1.4s\n\t" \
    "fmin v17.4s, v17.4s, v1.4s\n\t" \
    "fmin v21.4s, v21.4s, v1.4s\n\t" \
    "fmin v25.4s, v25.4s, v1.4s\n\t" \
    "fmin v29.4s, v29.4s, v1.4s\n\t" \
    "7:\n\t" \
    "add %[x1], %[y], %[out1]\n\t" \
    "add %[x2], %[y], %[out2]\n\t" \
    "add %[x3], %[y], %[out3]\n\t" \
    "st1 {v28.4s, v29.4s}, [%[x3]]\n\t" \
    "st1 {v24.4s, v25.4s}, [%[x2]]\n\t" \
    "st1 {v20.4s, v21.4s}, [%[x1]]\n\t" \
    "st1 {v16.4s, v17.4s}, [%[y]]\n\t"

/* Four positions with 4 channels: all segments by 8 taps, four, then single ones. */
#define EDGEC_GEMM_F32_TILE4_CODE_NEON \
    "ld1 {v16.4s}, [%[w]]\n\t" \
    "ld1 {v20.4s}, [%[w]]\n\t" \
    "ld1 {v24.4s}, [%[w]]\n\t" \
    "ld1 {v28.4s}, [%[w]], #16\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "lsr %[k], %[taps], #3\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "cbz %[k], 3f\n\t" \
    "2:\n\t" \
    "ldp q8, q9, [%[x0]], #32\n\t" \
    "ldp q10, q11, [%[x1]], #32\n\t" \
    "ldp q12, q13, [%[x2]], #32\n\t" \
    "ldp q14, q15, [%[x3]], #32\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[0]\n\t" \
    "fmla v16.4s, v1.4s, v8.s[1]\n\t" \
    "fmla v20.4s, v1.4s, v10.s[1]\n\t" \
    "fmla v24.4s, v1.4s, v12.s[1]\n\t" \
    "fmla v28.4s, v1.4s, v14.s[1]\n\t" \
    "fmla v16.4s, v2.4s, v8.s[2]\n\t" \
    "fmla v20.4s, v2.4s, v10.s[2]\n\t" \
    "fmla v24.4s, v2.4s, v12.s[2]\n\t" \
    "fmla v28.4s, v2.4s, v14.s[2]\n\t" \
    "fmla v16.4s, v3.4s, v8.s[3]\n\t" \
    "fmla v20.4s, v3.4s, v10.s[3]\n\t" \
    "fmla v24.4s, v3.4s, v12.s[3]\n\t" \
    "fmla v28.4s, v3.4s, v14.s[3]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v9.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v11.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v13.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v15.s[0]\n\t" \
    "fmla v16.4s, v1.4s, v9.s[1]\n\t" \
    "fmla v20.4s, v1.4s, v11.s[1]\n\t" \
    "fmla v24.4s, v1.4s, v13.s[1]\n\t" \
    "fmla v28.4s, v1.4s, v15.s[1]\n\t" \
    "fmla v16.4s, v2.4s, v9.s[2]\n\t" \
    "fmla v20.4s, v2.4s, v11.s[2]\n\t" \
    "fmla v24.4s, v2.4s, v13.s[2]\n\t" \
    "fmla v28.4s, v2.4s, v15.s[2]\n\t" \
    "fmla v16.4s, v3.4s, v9.s[3]\n\t" \
    "fmla v20.4s, v3.4s, v11.s[3]\n\t" \
    "fmla v24.4s, v3.4s, v13.s[3]\n\t" \
    "fmla v28.4s, v3.4s, v15.s[3]\n\t" \
    "b.ne 2b\n\t" \
    "3:\n\t" \
    "tbz %[taps], #2, 4f\n\t" \
    "ldr q8, [%[x0]], #16\n\t" \
    "ldr q10, [%[x1]], #16\n\t" \
    "ldr q12, [%[x2]], #16\n\t" \
    "ldr q14, [%[x3]], #16\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[0]\n\t" \
    "fmla v16.4s, v1.4s, v8.s[1]\n\t" \
    "fmla v20.4s, v1.4s, v10.s[1]\n\t" \
    "fmla v24.4s, v1.4s, v12.s[1]\n\t" \
    "fmla v28.4s, v1.4s, v14.s[1]\n\t" \
    "fmla v16.4s, v2.4s, v8.s[2]\n\t" \
    "fmla v20.4s, v2.4s, v10.s[2]\n\t" \
    "fmla v24.4s, v2.4s, v12.s[2]\n\t" \
    "fmla v28.4s, v2.4s, v14.s[2]\n\t" \
    "fmla v16.4s, v3.4s, v8.s[3]\n\t" \
    "fmla v20.4s, v3.4s, v10.s[3]\n\t" \
    "fmla v24.4s, v3.4s, v12.s[3]\n\t" \
    "fmla v28.4s, v3.4s, v14.s[3]\n\t" \
    "4:\n\t" \
    "ands %[k], %[taps], #3\n\t" \
    "b.eq 6f\n\t" \
    "5:\n\t" \
    "ldr s8, [%[x0]], #4\n\t" \
    "ldr s10, [%[x1]], #4\n\t" \
    "ldr s12, [%[x2]], #4\n\t" \
    "ldr s14, [%[x3]], #4\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ldr q0, [%[w]], #16\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmla v28.4s, v0.4s, v14.s[0]\n\t" \
    "b.ne 5b\n\t" \
    "6:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "tbz %[bounds], #0, 7f\n\t" \
    "ld1r {v0.4s}, [%[limits]]\n\t" \
    "fmax v16.4s, v16.4s, v0.4s\n\t" \
    "fmax v20.4s, v20.4s, v0.4s\n\t" \
    "fmax v24.4s, v24.4s, v0.4s\n\t" \
    "fmax v28.4s, v28.4s, v0.4s\n\t" \
    "tbz %[bounds], #1, 7f\n\t" \
    "ldr s1, [%[limits], #4]\n\t" \
    "dup v1.4s, v1.s[0]\n\t" \
    "fmin v16.4s, v16.4s, v1.4s\n\t" \
    "fmin v20.4s, v20.4s, v1.4s\n\t" \
    "fmin v24.4s, v24.4s, v1.4s\n\t" \
    "fmin v28.4s, v28.4s, v1.4s\n\t" \
    "7:\n\t" \
    "add %[x1], %[y], %[out1]\n\t" \
    "add %[x2], %[y], %[out2]\n\t" \
    "add %[x3], %[y], %[out3]\n\t" \
    "st1 {v28.4s}, [%[x3]]\n\t" \
    "st1 {v24.4s}, [%[x2]]\n\t" \
    "st1 {v20.4s}, [%[x1]]\n\t" \
    "st1 {v16.4s}, [%[y]]\n\t"

/* One position: a load of 64 bytes of weights is one tap of 16 channels, two of 8, four of 4. */
/* Registers:
 *   weights0..weights7  v0..v7    taps of four channels each
 *   x0..x3              v8..v11   16 taps
 *   acc0..acc3          v16..v19  sums; fewer than 16 channels have two of them, or four, which are added in the end
 *   lo hi               v0 v1     behind the taps: limits of the outputs
 */

#define EDGEC_GEMM_F32_LINE16_CODE_NEON \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]], #64\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "lsr %[k], %[taps], #4\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "cbz %[k], 3f\n\t" \
    "2:\n\t" \
    "ld1 {v8.4s, v9.4s, v10.4s, v11.4s}, [%[x0]], #64\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[0]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[0]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v4.4s, v8.s[1]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[1]\n\t" \
    "fmla v18.4s, v6.4s, v8.s[1]\n\t" \
    "fmla v19.4s, v7.4s, v8.s[1]\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[2]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[2]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[2]\n\t" \
    "fmla v16.4s, v4.4s, v8.s[3]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[3]\n\t" \
    "fmla v18.4s, v6.4s, v8.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v8.s[3]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v9.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v9.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v9.s[0]\n\t" \
    "fmla v19.4s, v3.4s, v9.s[0]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v4.4s, v9.s[1]\n\t" \
    "fmla v17.4s, v5.4s, v9.s[1]\n\t" \
    "fmla v18.4s, v6.4s, v9.s[1]\n\t" \
    "fmla v19.4s, v7.4s, v9.s[1]\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v9.s[2]\n\t" \
    "fmla v17.4s, v1.4s, v9.s[2]\n\t" \
    "fmla v18.4s, v2.4s, v9.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v9.s[2]\n\t" \
    "fmla v16.4s, v4.4s, v9.s[3]\n\t" \
    "fmla v17.4s, v5.4s, v9.s[3]\n\t" \
    "fmla v18.4s, v6.4s, v9.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v9.s[3]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v10.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v10.s[0]\n\t" \
    "fmla v19.4s, v3.4s, v10.s[0]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v4.4s, v10.s[1]\n\t" \
    "fmla v17.4s, v5.4s, v10.s[1]\n\t" \
    "fmla v18.4s, v6.4s, v10.s[1]\n\t" \
    "fmla v19.4s, v7.4s, v10.s[1]\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v10.s[2]\n\t" \
    "fmla v17.4s, v1.4s, v10.s[2]\n\t" \
    "fmla v18.4s, v2.4s, v10.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v10.s[2]\n\t" \
    "fmla v16.4s, v4.4s, v10.s[3]\n\t" \
    "fmla v17.4s, v5.4s, v10.s[3]\n\t" \
    "fmla v18.4s, v6.4s, v10.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v10.s[3]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v11.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v11.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v11.s[0]\n\t" \
    "fmla v19.4s, v3.4s, v11.s[0]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v4.4s, v11.s[1]\n\t" \
    "fmla v17.4s, v5.4s, v11.s[1]\n\t" \
    "fmla v18.4s, v6.4s, v11.s[1]\n\t" \
    "fmla v19.4s, v7.4s, v11.s[1]\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v11.s[2]\n\t" \
    "fmla v17.4s, v1.4s, v11.s[2]\n\t" \
    "fmla v18.4s, v2.4s, v11.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v11.s[2]\n\t" \
    "fmla v16.4s, v4.4s, v11.s[3]\n\t" \
    "fmla v17.4s, v5.4s, v11.s[3]\n\t" \
    "fmla v18.4s, v6.4s, v11.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v11.s[3]\n\t" \
    "b.ne 2b\n\t" \
    "3:\n\t" \
    "ubfx %[k], %[taps], #2, #2\n\t" \
    "cbz %[k], 5f\n\t" \
    "4:\n\t" \
    "ldr q8, [%[x0]], #16\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[0]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[0]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v4.4s, v8.s[1]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[1]\n\t" \
    "fmla v18.4s, v6.4s, v8.s[1]\n\t" \
    "fmla v19.4s, v7.4s, v8.s[1]\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[2]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[2]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[2]\n\t" \
    "fmla v16.4s, v4.4s, v8.s[3]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[3]\n\t" \
    "fmla v18.4s, v6.4s, v8.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v8.s[3]\n\t" \
    "b.ne 4b\n\t" \
    "5:\n\t" \
    "ands %[k], %[taps], #3\n\t" \
    "b.eq 7f\n\t" \
    "6:\n\t" \
    "ldr s8, [%[x0]], #4\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[0]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[0]\n\t" \
    "b.ne 6b\n\t" \
    "7:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "tbz %[bounds], #0, 7f\n\t" \
    "ld1r {v0.4s}, [%[limits]]\n\t" \
    "fmax v16.4s, v16.4s, v0.4s\n\t" \
    "fmax v17.4s, v17.4s, v0.4s\n\t" \
    "fmax v18.4s, v18.4s, v0.4s\n\t" \
    "fmax v19.4s, v19.4s, v0.4s\n\t" \
    "tbz %[bounds], #1, 7f\n\t" \
    "ldr s1, [%[limits], #4]\n\t" \
    "dup v1.4s, v1.s[0]\n\t" \
    "fmin v16.4s, v16.4s, v1.4s\n\t" \
    "fmin v17.4s, v17.4s, v1.4s\n\t" \
    "fmin v18.4s, v18.4s, v1.4s\n\t" \
    "fmin v19.4s, v19.4s, v1.4s\n\t" \
    "7:\n\t" \
    "st1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[y]]\n\t"

#define EDGEC_GEMM_F32_LINE8_CODE_NEON \
    "ldp q16, q17, [%[w]], #32\n\t" \
    "movi v18.4s, #0\n\t" \
    "movi v19.4s, #0\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "lsr %[k], %[taps], #4\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "cbz %[k], 3f\n\t" \
    "2:\n\t" \
    "ld1 {v8.4s, v9.4s, v10.4s, v11.4s}, [%[x0]], #64\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[1]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[1]\n\t" \
    "fmla v16.4s, v4.4s, v8.s[2]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[2]\n\t" \
    "fmla v18.4s, v6.4s, v8.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v8.s[3]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v9.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v9.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v9.s[1]\n\t" \
    "fmla v19.4s, v3.4s, v9.s[1]\n\t" \
    "fmla v16.4s, v4.4s, v9.s[2]\n\t" \
    "fmla v17.4s, v5.4s, v9.s[2]\n\t" \
    "fmla v18.4s, v6.4s, v9.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v9.s[3]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v10.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v10.s[1]\n\t" \
    "fmla v19.4s, v3.4s, v10.s[1]\n\t" \
    "fmla v16.4s, v4.4s, v10.s[2]\n\t" \
    "fmla v17.4s, v5.4s, v10.s[2]\n\t" \
    "fmla v18.4s, v6.4s, v10.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v10.s[3]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v11.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v11.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v11.s[1]\n\t" \
    "fmla v19.4s, v3.4s, v11.s[1]\n\t" \
    "fmla v16.4s, v4.4s, v11.s[2]\n\t" \
    "fmla v17.4s, v5.4s, v11.s[2]\n\t" \
    "fmla v18.4s, v6.4s, v11.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v11.s[3]\n\t" \
    "b.ne 2b\n\t" \
    "3:\n\t" \
    "ubfx %[k], %[taps], #2, #2\n\t" \
    "cbz %[k], 5f\n\t" \
    "4:\n\t" \
    "ldr q8, [%[x0]], #16\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[1]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[1]\n\t" \
    "fmla v16.4s, v4.4s, v8.s[2]\n\t" \
    "fmla v17.4s, v5.4s, v8.s[2]\n\t" \
    "fmla v18.4s, v6.4s, v8.s[3]\n\t" \
    "fmla v19.4s, v7.4s, v8.s[3]\n\t" \
    "b.ne 4b\n\t" \
    "5:\n\t" \
    "ands %[k], %[taps], #3\n\t" \
    "b.eq 7f\n\t" \
    "6:\n\t" \
    "ldr s8, [%[x0]], #4\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[0]\n\t" \
    "b.ne 6b\n\t" \
    "7:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "fadd v16.4s, v16.4s, v18.4s\n\t" \
    "fadd v17.4s, v17.4s, v19.4s\n\t" \
    "tbz %[bounds], #0, 7f\n\t" \
    "ld1r {v0.4s}, [%[limits]]\n\t" \
    "fmax v16.4s, v16.4s, v0.4s\n\t" \
    "fmax v17.4s, v17.4s, v0.4s\n\t" \
    "tbz %[bounds], #1, 7f\n\t" \
    "ldr s1, [%[limits], #4]\n\t" \
    "dup v1.4s, v1.s[0]\n\t" \
    "fmin v16.4s, v16.4s, v1.4s\n\t" \
    "fmin v17.4s, v17.4s, v1.4s\n\t" \
    "7:\n\t" \
    "st1 {v16.4s, v17.4s}, [%[y]]\n\t"

#define EDGEC_GEMM_F32_LINE4_CODE_NEON \
    "ldr q16, [%[w]], #16\n\t" \
    "movi v17.4s, #0\n\t" \
    "movi v18.4s, #0\n\t" \
    "movi v19.4s, #0\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "lsr %[k], %[taps], #4\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "cbz %[k], 3f\n\t" \
    "2:\n\t" \
    "ld1 {v8.4s, v9.4s, v10.4s, v11.4s}, [%[x0]], #64\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[1]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[3]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v9.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v9.s[1]\n\t" \
    "fmla v18.4s, v2.4s, v9.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v9.s[3]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v10.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v10.s[1]\n\t" \
    "fmla v18.4s, v2.4s, v10.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v10.s[3]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v11.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v11.s[1]\n\t" \
    "fmla v18.4s, v2.4s, v11.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v11.s[3]\n\t" \
    "b.ne 2b\n\t" \
    "3:\n\t" \
    "ubfx %[k], %[taps], #2, #2\n\t" \
    "cbz %[k], 5f\n\t" \
    "4:\n\t" \
    "ldr q8, [%[x0]], #16\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmla v17.4s, v1.4s, v8.s[1]\n\t" \
    "fmla v18.4s, v2.4s, v8.s[2]\n\t" \
    "fmla v19.4s, v3.4s, v8.s[3]\n\t" \
    "b.ne 4b\n\t" \
    "5:\n\t" \
    "ands %[k], %[taps], #3\n\t" \
    "b.eq 7f\n\t" \
    "6:\n\t" \
    "ldr s8, [%[x0]], #4\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ldr q0, [%[w]], #16\n\t" \
    "fmla v16.4s, v0.4s, v8.s[0]\n\t" \
    "b.ne 6b\n\t" \
    "7:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "fadd v16.4s, v16.4s, v18.4s\n\t" \
    "fadd v17.4s, v17.4s, v19.4s\n\t" \
    "fadd v16.4s, v16.4s, v17.4s\n\t" \
    "tbz %[bounds], #0, 7f\n\t" \
    "ld1r {v0.4s}, [%[limits]]\n\t" \
    "fmax v16.4s, v16.4s, v0.4s\n\t" \
    "tbz %[bounds], #1, 7f\n\t" \
    "ldr s1, [%[limits], #4]\n\t" \
    "dup v1.4s, v1.s[0]\n\t" \
    "fmin v16.4s, v16.4s, v1.4s\n\t" \
    "7:\n\t" \
    "st1 {v16.4s}, [%[y]]\n\t"

#endif
