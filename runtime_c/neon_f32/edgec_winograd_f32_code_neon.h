/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_winograd_f32_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_WINOGRAD_F32_CODE_NEON_H
#define EDGEC_WINOGRAD_F32_CODE_NEON_H

/* Winograd, float32 (edgec_winograd_f32_neon.h): products of four tiles at one point with 16, 8 or 4 channels.  The
 * registers are those of products of rows, of whose taps only x0 to x3 are used. */
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

#define EDGEC_WINOGRAD_F32_TILE16_CODE_NEON \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "ld1 {v8.4s}, [%[x0]], %[step]\n\t" \
    "ld1 {v10.4s}, [%[x1]], %[step]\n\t" \
    "ld1 {v12.4s}, [%[x2]], %[step]\n\t" \
    "ld1 {v14.4s}, [%[x3]], %[step]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmul v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmul v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmul v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmul v28.4s, v0.4s, v14.s[0]\n\t" \
    "fmul v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmul v21.4s, v1.4s, v10.s[0]\n\t" \
    "fmul v25.4s, v1.4s, v12.s[0]\n\t" \
    "fmul v29.4s, v1.4s, v14.s[0]\n\t" \
    "fmul v18.4s, v2.4s, v8.s[0]\n\t" \
    "fmul v22.4s, v2.4s, v10.s[0]\n\t" \
    "fmul v26.4s, v2.4s, v12.s[0]\n\t" \
    "fmul v30.4s, v2.4s, v14.s[0]\n\t" \
    "fmul v19.4s, v3.4s, v8.s[0]\n\t" \
    "fmul v23.4s, v3.4s, v10.s[0]\n\t" \
    "fmul v27.4s, v3.4s, v12.s[0]\n\t" \
    "fmul v31.4s, v3.4s, v14.s[0]\n\t" \
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
    "subs %[rounds], %[rounds], #1\n\t" \
    "b.eq 2f\n\t" \
    "1:\n\t" \
    "subs %[rounds], %[rounds], #1\n\t" \
    "ld1 {v8.4s}, [%[x0]], %[step]\n\t" \
    "ld1 {v10.4s}, [%[x1]], %[step]\n\t" \
    "ld1 {v12.4s}, [%[x2]], %[step]\n\t" \
    "ld1 {v14.4s}, [%[x3]], %[step]\n\t" \
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
    "b.ne 1b\n\t" \
    "2:\n\t" \
    "add %[x1], %[m], %[out1]\n\t" \
    "add %[x2], %[m], %[out2]\n\t" \
    "add %[x3], %[m], %[out3]\n\t" \
    "st1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[x3]]\n\t" \
    "st1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[x2]]\n\t" \
    "st1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[x1]]\n\t" \
    "st1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[m]]\n\t"

#define EDGEC_WINOGRAD_F32_TILE8_CODE_NEON \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "ld1 {v8.4s}, [%[x0]], %[step]\n\t" \
    "ld1 {v10.4s}, [%[x1]], %[step]\n\t" \
    "ld1 {v12.4s}, [%[x2]], %[step]\n\t" \
    "ld1 {v14.4s}, [%[x3]], %[step]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "fmul v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmul v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmul v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmul v28.4s, v0.4s, v14.s[0]\n\t" \
    "fmul v17.4s, v1.4s, v8.s[0]\n\t" \
    "fmul v21.4s, v1.4s, v10.s[0]\n\t" \
    "fmul v25.4s, v1.4s, v12.s[0]\n\t" \
    "fmul v29.4s, v1.4s, v14.s[0]\n\t" \
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
    "subs %[rounds], %[rounds], #1\n\t" \
    "b.eq 2f\n\t" \
    "1:\n\t" \
    "subs %[rounds], %[rounds], #1\n\t" \
    "ld1 {v8.4s}, [%[x0]], %[step]\n\t" \
    "ld1 {v10.4s}, [%[x1]], %[step]\n\t" \
    "ld1 {v12.4s}, [%[x2]], %[step]\n\t" \
    "ld1 {v14.4s}, [%[x3]], %[step]\n\t" \
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
    "b.ne 1b\n\t" \
    "2:\n\t" \
    "add %[x1], %[m], %[out1]\n\t" \
    "add %[x2], %[m], %[out2]\n\t" \
    "add %[x3], %[m], %[out3]\n\t" \
    "st1 {v28.4s, v29.4s}, [%[x3]]\n\t" \
    "st1 {v24.4s, v25.4s}, [%[x2]]\n\t" \
    "st1 {v20.4s, v21.4s}, [%[x1]]\n\t" \
    "st1 {v16.4s, v17.4s}, [%[m]]\n\t"

#define EDGEC_WINOGRAD_F32_TILE4_CODE_NEON \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "ld1 {v8.4s}, [%[x0]], %[step]\n\t" \
    "ld1 {v10.4s}, [%[x1]], %[step]\n\t" \
    "ld1 {v12.4s}, [%[x2]], %[step]\n\t" \
    "ld1 {v14.4s}, [%[x3]], %[step]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "fmul v16.4s, v0.4s, v8.s[0]\n\t" \
    "fmul v20.4s, v0.4s, v10.s[0]\n\t" \
    "fmul v24.4s, v0.4s, v12.s[0]\n\t" \
    "fmul v28.4s, v0.4s, v14.s[0]\n\t" \
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
    "subs %[rounds], %[rounds], #1\n\t" \
    "b.eq 2f\n\t" \
    "1:\n\t" \
    "subs %[rounds], %[rounds], #1\n\t" \
    "ld1 {v8.4s}, [%[x0]], %[step]\n\t" \
    "ld1 {v10.4s}, [%[x1]], %[step]\n\t" \
    "ld1 {v12.4s}, [%[x2]], %[step]\n\t" \
    "ld1 {v14.4s}, [%[x3]], %[step]\n\t" \
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
    "b.ne 1b\n\t" \
    "2:\n\t" \
    "add %[x1], %[m], %[out1]\n\t" \
    "add %[x2], %[m], %[out2]\n\t" \
    "add %[x3], %[m], %[out3]\n\t" \
    "st1 {v28.4s}, [%[x3]]\n\t" \
    "st1 {v24.4s}, [%[x2]]\n\t" \
    "st1 {v20.4s}, [%[x1]]\n\t" \
    "st1 {v16.4s}, [%[m]]\n\t"

#endif
