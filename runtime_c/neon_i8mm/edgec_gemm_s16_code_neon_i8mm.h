/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s16_code_neon_i8mm.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S16_CODE_NEON_I8MM_H
#define EDGEC_GEMM_S16_CODE_NEON_I8MM_H

/* Products of rows of int16 with packed int8 weights by SMMLA and USMMLA (edgec_gemm_s16_neon_i8mm.h): tiles of four
 * positions with 16, 8 or 4 channels; a vector of sums holds two positions with two channels. */
/* Registers:
 *   low0 high0             v0 v1     bytes of taps of position 0
 *   low1 high1             v2 v3     of position 1
 *   low2 high2             v4 v5     of position 2
 *   low3 high3             v6 v7     of position 3
 *   weights0..weights7     v8..v15   eight taps of two channels each
 *   zip_high0 zip_high1    v0 v2     16 channels: high bytes of eight taps of positions 0 and 1, of 2 and 3
 *   zip_low0 zip_low1      v1 v3     or low ones
 *   low_pair0 low_pair1    v12 v13   8 or 4 channels: the same of low bytes
 *   high_pair0 high_pair1  v14 v15   and of high bytes
 *   acc0_0..acc0_7         v16..v23  sums of positions 0 and 1; of 8 or 4 channels, from 4 on, of high bytes
 *   acc1_0..acc1_7         v24..v31  of positions 2 and 3
 *   factor0..factor7       v0..v7    behind the taps: biases, multipliers, minus the shifts to the right
 *   lo hi                  v8 v9     limits of the outputs
 */

/* Four positions with 16 channels: high bytes, then low ones. */
#define EDGEC_GEMM_S16_TILE16_CODE_I8MM \
    "movi v16.4s, #0\n\t" \
    "movi v17.4s, #0\n\t" \
    "movi v18.4s, #0\n\t" \
    "movi v19.4s, #0\n\t" \
    "movi v20.4s, #0\n\t" \
    "movi v21.4s, #0\n\t" \
    "movi v22.4s, #0\n\t" \
    "movi v23.4s, #0\n\t" \
    "movi v24.4s, #0\n\t" \
    "movi v25.4s, #0\n\t" \
    "movi v26.4s, #0\n\t" \
    "movi v27.4s, #0\n\t" \
    "movi v28.4s, #0\n\t" \
    "movi v29.4s, #0\n\t" \
    "movi v30.4s, #0\n\t" \
    "movi v31.4s, #0\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "subs %[k], %[bytes], #32\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ld2 {v0.16b, v1.16b}, [%[x0]], #32\n\t" \
    "ld2 {v2.16b, v3.16b}, [%[x1]], #32\n\t" \
    "ld2 {v4.16b, v5.16b}, [%[x2]], #32\n\t" \
    "ld2 {v6.16b, v7.16b}, [%[x3]], #32\n\t" \
    "subs %[k], %[k], #32\n\t" \
    "zip1 v0.2d, v1.2d, v3.2d\n\t" \
    "zip1 v2.2d, v5.2d, v7.2d\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smmla v16.4s, v0.16b, v8.16b\n\t" \
    "smmla v24.4s, v2.16b, v8.16b\n\t" \
    "smmla v17.4s, v0.16b, v9.16b\n\t" \
    "smmla v25.4s, v2.16b, v9.16b\n\t" \
    "smmla v18.4s, v0.16b, v10.16b\n\t" \
    "smmla v26.4s, v2.16b, v10.16b\n\t" \
    "smmla v19.4s, v0.16b, v11.16b\n\t" \
    "smmla v27.4s, v2.16b, v11.16b\n\t" \
    "smmla v20.4s, v0.16b, v12.16b\n\t" \
    "smmla v28.4s, v2.16b, v12.16b\n\t" \
    "smmla v21.4s, v0.16b, v13.16b\n\t" \
    "smmla v29.4s, v2.16b, v13.16b\n\t" \
    "smmla v22.4s, v0.16b, v14.16b\n\t" \
    "smmla v30.4s, v2.16b, v14.16b\n\t" \
    "smmla v23.4s, v0.16b, v15.16b\n\t" \
    "smmla v31.4s, v2.16b, v15.16b\n\t" \
    "zip2 v0.2d, v1.2d, v3.2d\n\t" \
    "zip2 v2.2d, v5.2d, v7.2d\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smmla v16.4s, v0.16b, v8.16b\n\t" \
    "smmla v24.4s, v2.16b, v8.16b\n\t" \
    "smmla v17.4s, v0.16b, v9.16b\n\t" \
    "smmla v25.4s, v2.16b, v9.16b\n\t" \
    "smmla v18.4s, v0.16b, v10.16b\n\t" \
    "smmla v26.4s, v2.16b, v10.16b\n\t" \
    "smmla v19.4s, v0.16b, v11.16b\n\t" \
    "smmla v27.4s, v2.16b, v11.16b\n\t" \
    "smmla v20.4s, v0.16b, v12.16b\n\t" \
    "smmla v28.4s, v2.16b, v12.16b\n\t" \
    "smmla v21.4s, v0.16b, v13.16b\n\t" \
    "smmla v29.4s, v2.16b, v13.16b\n\t" \
    "smmla v22.4s, v0.16b, v14.16b\n\t" \
    "smmla v30.4s, v2.16b, v14.16b\n\t" \
    "smmla v23.4s, v0.16b, v15.16b\n\t" \
    "smmla v31.4s, v2.16b, v15.16b\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #4, 4f\n\t" \
    "ld2 {v0.8b, v1.8b}, [%[x0]], #16\n\t" \
    "ld2 {v2.8b, v3.8b}, [%[x1]], #16\n\t" \
    "ld2 {v4.8b, v5.8b}, [%[x2]], #16\n\t" \
    "ld2 {v6.8b, v7.8b}, [%[x3]], #16\n\t" \
    "zip1 v0.2d, v1.2d, v3.2d\n\t" \
    "zip1 v2.2d, v5.2d, v7.2d\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smmla v16.4s, v0.16b, v8.16b\n\t" \
    "smmla v24.4s, v2.16b, v8.16b\n\t" \
    "smmla v17.4s, v0.16b, v9.16b\n\t" \
    "smmla v25.4s, v2.16b, v9.16b\n\t" \
    "smmla v18.4s, v0.16b, v10.16b\n\t" \
    "smmla v26.4s, v2.16b, v10.16b\n\t" \
    "smmla v19.4s, v0.16b, v11.16b\n\t" \
    "smmla v27.4s, v2.16b, v11.16b\n\t" \
    "smmla v20.4s, v0.16b, v12.16b\n\t" \
    "smmla v28.4s, v2.16b, v12.16b\n\t" \
    "smmla v21.4s, v0.16b, v13.16b\n\t" \
    "smmla v29.4s, v2.16b, v13.16b\n\t" \
    "smmla v22.4s, v0.16b, v14.16b\n\t" \
    "smmla v30.4s, v2.16b, v14.16b\n\t" \
    "smmla v23.4s, v0.16b, v15.16b\n\t" \
    "smmla v31.4s, v2.16b, v15.16b\n\t" \
    "4:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "mov %[segments], %[first]\n\t" \
    "mov %[count], %[number]\n\t" \
    "mov %[w], %[biases]\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "shl v16.4s, v16.4s, #8\n\t" \
    "shl v17.4s, v17.4s, #8\n\t" \
    "shl v18.4s, v18.4s, #8\n\t" \
    "shl v19.4s, v19.4s, #8\n\t" \
    "shl v20.4s, v20.4s, #8\n\t" \
    "shl v21.4s, v21.4s, #8\n\t" \
    "shl v22.4s, v22.4s, #8\n\t" \
    "shl v23.4s, v23.4s, #8\n\t" \
    "shl v24.4s, v24.4s, #8\n\t" \
    "shl v25.4s, v25.4s, #8\n\t" \
    "shl v26.4s, v26.4s, #8\n\t" \
    "shl v27.4s, v27.4s, #8\n\t" \
    "shl v28.4s, v28.4s, #8\n\t" \
    "shl v29.4s, v29.4s, #8\n\t" \
    "shl v30.4s, v30.4s, #8\n\t" \
    "shl v31.4s, v31.4s, #8\n\t" \
    "add v16.4s, v16.4s, v0.4s\n\t" \
    "add v17.4s, v17.4s, v1.4s\n\t" \
    "add v18.4s, v18.4s, v2.4s\n\t" \
    "add v19.4s, v19.4s, v3.4s\n\t" \
    "add v20.4s, v20.4s, v4.4s\n\t" \
    "add v21.4s, v21.4s, v5.4s\n\t" \
    "add v22.4s, v22.4s, v6.4s\n\t" \
    "add v23.4s, v23.4s, v7.4s\n\t" \
    "add v24.4s, v24.4s, v0.4s\n\t" \
    "add v25.4s, v25.4s, v1.4s\n\t" \
    "add v26.4s, v26.4s, v2.4s\n\t" \
    "add v27.4s, v27.4s, v3.4s\n\t" \
    "add v28.4s, v28.4s, v4.4s\n\t" \
    "add v29.4s, v29.4s, v5.4s\n\t" \
    "add v30.4s, v30.4s, v6.4s\n\t" \
    "add v31.4s, v31.4s, v7.4s\n\t" \
    "5:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "subs %[k], %[bytes], #32\n\t" \
    "b.lt 7f\n\t" \
    "6:\n\t" \
    "ld2 {v0.16b, v1.16b}, [%[x0]], #32\n\t" \
    "ld2 {v2.16b, v3.16b}, [%[x1]], #32\n\t" \
    "ld2 {v4.16b, v5.16b}, [%[x2]], #32\n\t" \
    "ld2 {v6.16b, v7.16b}, [%[x3]], #32\n\t" \
    "subs %[k], %[k], #32\n\t" \
    "zip1 v1.2d, v0.2d, v2.2d\n\t" \
    "zip1 v3.2d, v4.2d, v6.2d\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "usmmla v16.4s, v1.16b, v8.16b\n\t" \
    "usmmla v24.4s, v3.16b, v8.16b\n\t" \
    "usmmla v17.4s, v1.16b, v9.16b\n\t" \
    "usmmla v25.4s, v3.16b, v9.16b\n\t" \
    "usmmla v18.4s, v1.16b, v10.16b\n\t" \
    "usmmla v26.4s, v3.16b, v10.16b\n\t" \
    "usmmla v19.4s, v1.16b, v11.16b\n\t" \
    "usmmla v27.4s, v3.16b, v11.16b\n\t" \
    "usmmla v20.4s, v1.16b, v12.16b\n\t" \
    "usmmla v28.4s, v3.16b, v12.16b\n\t" \
    "usmmla v21.4s, v1.16b, v13.16b\n\t" \
    "usmmla v29.4s, v3.16b, v13.16b\n\t" \
    "usmmla v22.4s, v1.16b, v14.16b\n\t" \
    "usmmla v30.4s, v3.16b, v14.16b\n\t" \
    "usmmla v23.4s, v1.16b, v15.16b\n\t" \
    "usmmla v31.4s, v3.16b, v15.16b\n\t" \
    "zip2 v1.2d, v0.2d, v2.2d\n\t" \
    "zip2 v3.2d, v4.2d, v6.2d\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "usmmla v16.4s, v1.16b, v8.16b\n\t" \
    "usmmla v24.4s, v3.16b, v8.16b\n\t" \
    "usmmla v17.4s, v1.16b, v9.16b\n\t" \
    "usmmla v25.4s, v3.16b, v9.16b\n\t" \
    "usmmla v18.4s, v1.16b, v10.16b\n\t" \
    "usmmla v26.4s, v3.16b, v10.16b\n\t" \
    "usmmla v19.4s, v1.16b, v11.16b\n\t" \
    "usmmla v27.4s, v3.16b, v11.16b\n\t" \
    "usmmla v20.4s, v1.16b, v12.16b\n\t" \
    "usmmla v28.4s, v3.16b, v12.16b\n\t" \
    "usmmla v21.4s, v1.16b, v13.16b\n\t" \
    "usmmla v29.4s, v3.16b, v13.16b\n\t" \
    "usmmla v22.4s, v1.16b, v14.16b\n\t" \
    "usmmla v30.4s, v3.16b, v14.16b\n\t" \
    "usmmla v23.4s, v1.16b, v15.16b\n\t" \
    "usmmla v31.4s, v3.16b, v15.16b\n\t" \
    "b.ge 6b\n\t" \
    "7:\n\t" \
    "tbz %[bytes], #4, 8f\n\t" \
    "ld2 {v0.8b, v1.8b}, [%[x0]], #16\n\t" \
    "ld2 {v2.8b, v3.8b}, [%[x1]], #16\n\t" \
    "ld2 {v4.8b, v5.8b}, [%[x2]], #16\n\t" \
    "ld2 {v6.8b, v7.8b}, [%[x3]], #16\n\t" \
    "zip1 v1.2d, v0.2d, v2.2d\n\t" \
    "zip1 v3.2d, v4.2d, v6.2d\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "usmmla v16.4s, v1.16b, v8.16b\n\t" \
    "usmmla v24.4s, v3.16b, v8.16b\n\t" \
    "usmmla v17.4s, v1.16b, v9.16b\n\t" \
    "usmmla v25.4s, v3.16b, v9.16b\n\t" \
    "usmmla v18.4s, v1.16b, v10.16b\n\t" \
    "usmmla v26.4s, v3.16b, v10.16b\n\t" \
    "usmmla v19.4s, v1.16b, v11.16b\n\t" \
    "usmmla v27.4s, v3.16b, v11.16b\n\t" \
    "usmmla v20.4s, v1.16b, v12.16b\n\t" \
    "usmmla v28.4s, v3.16b, v12.16b\n\t" \
    "usmmla v21.4s, v1.16b, v13.16b\n\t" \
    "usmmla v29.4s, v3.16b, v13.16b\n\t" \
    "usmmla v22.4s, v1.16b, v14.16b\n\t" \
    "usmmla v30.4s, v3.16b, v14.16b\n\t" \
    "usmmla v23.4s, v1.16b, v15.16b\n\t" \
    "usmmla v31.4s, v3.16b, v15.16b\n\t" \
    "8:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 5b\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v1.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v2.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v3.4s\n\t" \
    "sqdmulh v20.4s, v20.4s, v4.4s\n\t" \
    "sqdmulh v21.4s, v21.4s, v5.4s\n\t" \
    "sqdmulh v22.4s, v22.4s, v6.4s\n\t" \
    "sqdmulh v23.4s, v23.4s, v7.4s\n\t" \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" \
    "sqdmulh v25.4s, v25.4s, v1.4s\n\t" \
    "sqdmulh v26.4s, v26.4s, v2.4s\n\t" \
    "sqdmulh v27.4s, v27.4s, v3.4s\n\t" \
    "sqdmulh v28.4s, v28.4s, v4.4s\n\t" \
    "sqdmulh v29.4s, v29.4s, v5.4s\n\t" \
    "sqdmulh v30.4s, v30.4s, v6.4s\n\t" \
    "sqdmulh v31.4s, v31.4s, v7.4s\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "srshl v16.4s, v16.4s, v0.4s\n\t" \
    "srshl v17.4s, v17.4s, v1.4s\n\t" \
    "srshl v18.4s, v18.4s, v2.4s\n\t" \
    "srshl v19.4s, v19.4s, v3.4s\n\t" \
    "srshl v20.4s, v20.4s, v4.4s\n\t" \
    "srshl v21.4s, v21.4s, v5.4s\n\t" \
    "srshl v22.4s, v22.4s, v6.4s\n\t" \
    "srshl v23.4s, v23.4s, v7.4s\n\t" \
    "srshl v24.4s, v24.4s, v0.4s\n\t" \
    "srshl v25.4s, v25.4s, v1.4s\n\t" \
    "srshl v26.4s, v26.4s, v2.4s\n\t" \
    "srshl v27.4s, v27.4s, v3.4s\n\t" \
    "srshl v28.4s, v28.4s, v4.4s\n\t" \
    "srshl v29.4s, v29.4s, v5.4s\n\t" \
    "srshl v30.4s, v30.4s, v6.4s\n\t" \
    "srshl v31.4s, v31.4s, v7.4s\n\t" \
    "dup v8.8h, %w[lo]\n\t" \
    "dup v9.8h, %w[hi]\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "uzp2 v17.4s, v16.4s, v18.4s\n\t" \
    "uzp1 v16.4s, v16.4s, v18.4s\n\t" \
    "sqxtn v20.4h, v20.4s\n\t" \
    "sqxtn v22.4h, v22.4s\n\t" \
    "sqxtn2 v20.8h, v21.4s\n\t" \
    "sqxtn2 v22.8h, v23.4s\n\t" \
    "uzp2 v21.4s, v20.4s, v22.4s\n\t" \
    "uzp1 v20.4s, v20.4s, v22.4s\n\t" \
    "sqxtn v24.4h, v24.4s\n\t" \
    "sqxtn v26.4h, v26.4s\n\t" \
    "sqxtn2 v24.8h, v25.4s\n\t" \
    "sqxtn2 v26.8h, v27.4s\n\t" \
    "uzp2 v25.4s, v24.4s, v26.4s\n\t" \
    "uzp1 v24.4s, v24.4s, v26.4s\n\t" \
    "sqxtn v28.4h, v28.4s\n\t" \
    "sqxtn v30.4h, v30.4s\n\t" \
    "sqxtn2 v28.8h, v29.4s\n\t" \
    "sqxtn2 v30.8h, v31.4s\n\t" \
    "uzp2 v29.4s, v28.4s, v30.4s\n\t" \
    "uzp1 v28.4s, v28.4s, v30.4s\n\t" \
    "smax v16.8h, v16.8h, v8.8h\n\t" \
    "smax v17.8h, v17.8h, v8.8h\n\t" \
    "smax v20.8h, v20.8h, v8.8h\n\t" \
    "smax v21.8h, v21.8h, v8.8h\n\t" \
    "smin v16.8h, v16.8h, v9.8h\n\t" \
    "smin v17.8h, v17.8h, v9.8h\n\t" \
    "smin v20.8h, v20.8h, v9.8h\n\t" \
    "smin v21.8h, v21.8h, v9.8h\n\t" \
    "smax v24.8h, v24.8h, v8.8h\n\t" \
    "smax v25.8h, v25.8h, v8.8h\n\t" \
    "smax v28.8h, v28.8h, v8.8h\n\t" \
    "smax v29.8h, v29.8h, v8.8h\n\t" \
    "smin v24.8h, v24.8h, v9.8h\n\t" \
    "smin v25.8h, v25.8h, v9.8h\n\t" \
    "smin v28.8h, v28.8h, v9.8h\n\t" \
    "smin v29.8h, v29.8h, v9.8h\n\t" \
    "stp q25, q29, [%[y3]]\n\t" \
    "stp q24, q28, [%[y2]]\n\t" \
    "stp q17, q21, [%[y1]]\n\t" \
    "stp q16, q20, [%[y]]\n\t"

/* Four positions with 8 channels: both bytes. */
#define EDGEC_GEMM_S16_TILE8_CODE_I8MM \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[biases]]\n\t" \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[biases]]\n\t" \
    "movi v20.4s, #0\n\t" \
    "movi v21.4s, #0\n\t" \
    "movi v22.4s, #0\n\t" \
    "movi v23.4s, #0\n\t" \
    "movi v28.4s, #0\n\t" \
    "movi v29.4s, #0\n\t" \
    "movi v30.4s, #0\n\t" \
    "movi v31.4s, #0\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "subs %[k], %[bytes], #32\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ld2 {v0.16b, v1.16b}, [%[x0]], #32\n\t" \
    "ld2 {v2.16b, v3.16b}, [%[x1]], #32\n\t" \
    "ld2 {v4.16b, v5.16b}, [%[x2]], #32\n\t" \
    "ld2 {v6.16b, v7.16b}, [%[x3]], #32\n\t" \
    "subs %[k], %[k], #32\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "zip1 v12.2d, v0.2d, v2.2d\n\t" \
    "zip1 v13.2d, v4.2d, v6.2d\n\t" \
    "zip1 v14.2d, v1.2d, v3.2d\n\t" \
    "zip1 v15.2d, v5.2d, v7.2d\n\t" \
    "usmmla v16.4s, v12.16b, v8.16b\n\t" \
    "usmmla v24.4s, v13.16b, v8.16b\n\t" \
    "smmla v20.4s, v14.16b, v8.16b\n\t" \
    "smmla v28.4s, v15.16b, v8.16b\n\t" \
    "usmmla v17.4s, v12.16b, v9.16b\n\t" \
    "usmmla v25.4s, v13.16b, v9.16b\n\t" \
    "smmla v21.4s, v14.16b, v9.16b\n\t" \
    "smmla v29.4s, v15.16b, v9.16b\n\t" \
    "usmmla v18.4s, v12.16b, v10.16b\n\t" \
    "usmmla v26.4s, v13.16b, v10.16b\n\t" \
    "smmla v22.4s, v14.16b, v10.16b\n\t" \
    "smmla v30.4s, v15.16b, v10.16b\n\t" \
    "usmmla v19.4s, v12.16b, v11.16b\n\t" \
    "usmmla v27.4s, v13.16b, v11.16b\n\t" \
    "smmla v23.4s, v14.16b, v11.16b\n\t" \
    "smmla v31.4s, v15.16b, v11.16b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "zip2 v12.2d, v0.2d, v2.2d\n\t" \
    "zip2 v13.2d, v4.2d, v6.2d\n\t" \
    "zip2 v14.2d, v1.2d, v3.2d\n\t" \
    "zip2 v15.2d, v5.2d, v7.2d\n\t" \
    "usmmla v16.4s, v12.16b, v8.16b\n\t" \
    "usmmla v24.4s, v13.16b, v8.16b\n\t" \
    "smmla v20.4s, v14.16b, v8.16b\n\t" \
    "smmla v28.4s, v15.16b, v8.16b\n\t" \
    "usmmla v17.4s, v12.16b, v9.16b\n\t" \
    "usmmla v25.4s, v13.16b, v9.16b\n\t" \
    "smmla v21.4s, v14.16b, v9.16b\n\t" \
    "smmla v29.4s, v15.16b, v9.16b\n\t" \
    "usmmla v18.4s, v12.16b, v10.16b\n\t" \
    "usmmla v26.4s, v13.16b, v10.16b\n\t" \
    "smmla v22.4s, v14.16b, v10.16b\n\t" \
    "smmla v30.4s, v15.16b, v10.16b\n\t" \
    "usmmla v19.4s, v12.16b, v11.16b\n\t" \
    "usmmla v27.4s, v13.16b, v11.16b\n\t" \
    "smmla v23.4s, v14.16b, v11.16b\n\t" \
    "smmla v31.4s, v15.16b, v11.16b\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #4, 4f\n\t" \
    "ld2 {v0.8b, v1.8b}, [%[x0]], #16\n\t" \
    "ld2 {v2.8b, v3.8b}, [%[x1]], #16\n\t" \
    "ld2 {v4.8b, v5.8b}, [%[x2]], #16\n\t" \
    "ld2 {v6.8b, v7.8b}, [%[x3]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "zip1 v12.2d, v0.2d, v2.2d\n\t" \
    "zip1 v13.2d, v4.2d, v6.2d\n\t" \
    "zip1 v14.2d, v1.2d, v3.2d\n\t" \
    "zip1 v15.2d, v5.2d, v7.2d\n\t" \
    "usmmla v16.4s, v12.16b, v8.16b\n\t" \
    "usmmla v24.4s, v13.16b, v8.16b\n\t" \
    "smmla v20.4s, v14.16b, v8.16b\n\t" \
    "smmla v28.4s, v15.16b, v8.16b\n\t" \
    "usmmla v17.4s, v12.16b, v9.16b\n\t" \
    "usmmla v25.4s, v13.16b, v9.16b\n\t" \
    "smmla v21.4s, v14.16b, v9.16b\n\t" \
    "smmla v29.4s, v15.16b, v9.16b\n\t" \
    "usmmla v18.4s, v12.16b, v10.16b\n\t" \
    "usmmla v26.4s, v13.16b, v10.16b\n\t" \
    "smmla v22.4s, v14.16b, v10.16b\n\t" \
    "smmla v30.4s, v15.16b, v10.16b\n\t" \
    "usmmla v19.4s, v12.16b, v11.16b\n\t" \
    "usmmla v27.4s, v13.16b, v11.16b\n\t" \
    "smmla v23.4s, v14.16b, v11.16b\n\t" \
    "smmla v31.4s, v15.16b, v11.16b\n\t" \
    "4:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "shl v20.4s, v20.4s, #8\n\t" \
    "shl v21.4s, v21.4s, #8\n\t" \
    "shl v22.4s, v22.4s, #8\n\t" \
    "shl v23.4s, v23.4s, #8\n\t" \
    "shl v28.4s, v28.4s, #8\n\t" \
    "shl v29.4s, v29.4s, #8\n\t" \
    "shl v30.4s, v30.4s, #8\n\t" \
    "shl v31.4s, v31.4s, #8\n\t" \
    "add v16.4s, v16.4s, v20.4s\n\t" \
    "add v17.4s, v17.4s, v21.4s\n\t" \
    "add v18.4s, v18.4s, v22.4s\n\t" \
    "add v19.4s, v19.4s, v23.4s\n\t" \
    "add v24.4s, v24.4s, v28.4s\n\t" \
    "add v25.4s, v25.4s, v29.4s\n\t" \
    "add v26.4s, v26.4s, v30.4s\n\t" \
    "add v27.4s, v27.4s, v31.4s\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v1.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v2.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v3.4s\n\t" \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" \
    "sqdmulh v25.4s, v25.4s, v1.4s\n\t" \
    "sqdmulh v26.4s, v26.4s, v2.4s\n\t" \
    "sqdmulh v27.4s, v27.4s, v3.4s\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "srshl v16.4s, v16.4s, v0.4s\n\t" \
    "srshl v17.4s, v17.4s, v1.4s\n\t" \
    "srshl v18.4s, v18.4s, v2.4s\n\t" \
    "srshl v19.4s, v19.4s, v3.4s\n\t" \
    "srshl v24.4s, v24.4s, v0.4s\n\t" \
    "srshl v25.4s, v25.4s, v1.4s\n\t" \
    "srshl v26.4s, v26.4s, v2.4s\n\t" \
    "srshl v27.4s, v27.4s, v3.4s\n\t" \
    "dup v8.8h, %w[lo]\n\t" \
    "dup v9.8h, %w[hi]\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "uzp2 v17.4s, v16.4s, v18.4s\n\t" \
    "uzp1 v16.4s, v16.4s, v18.4s\n\t" \
    "sqxtn v24.4h, v24.4s\n\t" \
    "sqxtn v26.4h, v26.4s\n\t" \
    "sqxtn2 v24.8h, v25.4s\n\t" \
    "sqxtn2 v26.8h, v27.4s\n\t" \
    "uzp2 v25.4s, v24.4s, v26.4s\n\t" \
    "uzp1 v24.4s, v24.4s, v26.4s\n\t" \
    "smax v16.8h, v16.8h, v8.8h\n\t" \
    "smax v17.8h, v17.8h, v8.8h\n\t" \
    "smax v24.8h, v24.8h, v8.8h\n\t" \
    "smax v25.8h, v25.8h, v8.8h\n\t" \
    "smin v16.8h, v16.8h, v9.8h\n\t" \
    "smin v17.8h, v17.8h, v9.8h\n\t" \
    "smin v24.8h, v24.8h, v9.8h\n\t" \
    "smin v25.8h, v25.8h, v9.8h\n\t" \
    "str q25, [%[y3]]\n\t" \
    "str q24, [%[y2]]\n\t" \
    "str q17, [%[y1]]\n\t" \
    "str q16, [%[y]]\n\t"

/* Four positions with 4 channels: both bytes. */
#define EDGEC_GEMM_S16_TILE4_CODE_I8MM \
    "ldp q16, q17, [%[biases]]\n\t" \
    "ldp q24, q25, [%[biases]]\n\t" \
    "movi v20.4s, #0\n\t" \
    "movi v21.4s, #0\n\t" \
    "movi v28.4s, #0\n\t" \
    "movi v29.4s, #0\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "subs %[k], %[bytes], #32\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ld2 {v0.16b, v1.16b}, [%[x0]], #32\n\t" \
    "ld2 {v2.16b, v3.16b}, [%[x1]], #32\n\t" \
    "ld2 {v4.16b, v5.16b}, [%[x2]], #32\n\t" \
    "ld2 {v6.16b, v7.16b}, [%[x3]], #32\n\t" \
    "subs %[k], %[k], #32\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "zip1 v12.2d, v0.2d, v2.2d\n\t" \
    "zip1 v13.2d, v4.2d, v6.2d\n\t" \
    "zip1 v14.2d, v1.2d, v3.2d\n\t" \
    "zip1 v15.2d, v5.2d, v7.2d\n\t" \
    "usmmla v16.4s, v12.16b, v8.16b\n\t" \
    "usmmla v24.4s, v13.16b, v8.16b\n\t" \
    "smmla v20.4s, v14.16b, v8.16b\n\t" \
    "smmla v28.4s, v15.16b, v8.16b\n\t" \
    "usmmla v17.4s, v12.16b, v9.16b\n\t" \
    "usmmla v25.4s, v13.16b, v9.16b\n\t" \
    "smmla v21.4s, v14.16b, v9.16b\n\t" \
    "smmla v29.4s, v15.16b, v9.16b\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "zip2 v12.2d, v0.2d, v2.2d\n\t" \
    "zip2 v13.2d, v4.2d, v6.2d\n\t" \
    "zip2 v14.2d, v1.2d, v3.2d\n\t" \
    "zip2 v15.2d, v5.2d, v7.2d\n\t" \
    "usmmla v16.4s, v12.16b, v8.16b\n\t" \
    "usmmla v24.4s, v13.16b, v8.16b\n\t" \
    "smmla v20.4s, v14.16b, v8.16b\n\t" \
    "smmla v28.4s, v15.16b, v8.16b\n\t" \
    "usmmla v17.4s, v12.16b, v9.16b\n\t" \
    "usmmla v25.4s, v13.16b, v9.16b\n\t" \
    "smmla v21.4s, v14.16b, v9.16b\n\t" \
    "smmla v29.4s, v15.16b, v9.16b\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #4, 4f\n\t" \
    "ld2 {v0.8b, v1.8b}, [%[x0]], #16\n\t" \
    "ld2 {v2.8b, v3.8b}, [%[x1]], #16\n\t" \
    "ld2 {v4.8b, v5.8b}, [%[x2]], #16\n\t" \
    "ld2 {v6.8b, v7.8b}, [%[x3]], #16\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "zip1 v12.2d, v0.2d, v2.2d\n\t" \
    "zip1 v13.2d, v4.2d, v6.2d\n\t" \
    "zip1 v14.2d, v1.2d, v3.2d\n\t" \
    "zip1 v15.2d, v5.2d, v7.2d\n\t" \
    "usmmla v16.4s, v12.16b, v8.16b\n\t" \
    "usmmla v24.4s, v13.16b, v8.16b\n\t" \
    "smmla v20.4s, v14.16b, v8.16b\n\t" \
    "smmla v28.4s, v15.16b, v8.16b\n\t" \
    "usmmla v17.4s, v12.16b, v9.16b\n\t" \
    "usmmla v25.4s, v13.16b, v9.16b\n\t" \
    "smmla v21.4s, v14.16b, v9.16b\n\t" \
    "smmla v29.4s, v15.16b, v9.16b\n\t" \
    "4:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "shl v20.4s, v20.4s, #8\n\t" \
    "shl v21.4s, v21.4s, #8\n\t" \
    "shl v28.4s, v28.4s, #8\n\t" \
    "shl v29.4s, v29.4s, #8\n\t" \
    "add v16.4s, v16.4s, v20.4s\n\t" \
    "add v17.4s, v17.4s, v21.4s\n\t" \
    "add v24.4s, v24.4s, v28.4s\n\t" \
    "add v25.4s, v25.4s, v29.4s\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v1.4s\n\t" \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" \
    "sqdmulh v25.4s, v25.4s, v1.4s\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "srshl v16.4s, v16.4s, v0.4s\n\t" \
    "srshl v17.4s, v17.4s, v1.4s\n\t" \
    "srshl v24.4s, v24.4s, v0.4s\n\t" \
    "srshl v25.4s, v25.4s, v1.4s\n\t" \
    "dup v8.8h, %w[lo]\n\t" \
    "dup v9.8h, %w[hi]\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v17.4h, v17.4s\n\t" \
    "sqxtn2 v16.8h, v24.4s\n\t" \
    "sqxtn2 v17.8h, v25.4s\n\t" \
    "zip1 v18.4s, v16.4s, v17.4s\n\t" /* positions 0 and 1 */ \
    "zip2 v19.4s, v16.4s, v17.4s\n\t" /* positions 2 and 3 */ \
    "smax v18.8h, v18.8h, v8.8h\n\t" \
    "smax v19.8h, v19.8h, v8.8h\n\t" \
    "smin v18.8h, v18.8h, v9.8h\n\t" \
    "smin v19.8h, v19.8h, v9.8h\n\t" \
    "st1 {v19.d}[1], [%[y3]]\n\t" \
    "str d19, [%[y2]]\n\t" \
    "st1 {v18.d}[1], [%[y1]]\n\t" \
    "str d18, [%[y]]\n\t"

#endif
