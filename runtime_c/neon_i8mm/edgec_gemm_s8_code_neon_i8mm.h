/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s8_code_neon_i8mm.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S8_CODE_NEON_I8MM_H
#define EDGEC_GEMM_S8_CODE_NEON_I8MM_H

/* Products of rows of int8 with packed weights by SMMLA (edgec_gemm_s8_neon_i8mm.h): tiles of four positions with 16, 8
 * or 4 channels.  A vector of sums holds two positions with two channels. */
/* Registers:
 *   x0..x3              v0..v3     taps of positions 0 to 3
 *   low0 low1           v4 v5      eight taps of positions 0 and 1, and of positions 2 and 3
 *   high0 high1         v6 v7      the next eight
 *   weights0..weights7  v8..v15    eight taps of two channels each
 *   acc0_0..acc0_7      v16..v23   sums of positions 0 and 1
 *   acc1_0..acc1_7      v24..v31   of positions 2 and 3
 *   factor0..factor7    v0..v7     behind the taps: multipliers, then minus the shifts to the right
 *   zero lo hi          v8 v9 v10  zero point of the outputs, their limits
 *   out0..out3          v1..v4     outputs of positions 0 to 3
 */

/* The bytes of four positions with 16 channels: products, requantization epilogue; the channels of two
 * positions alternate by twos. */
#define EDGEC_GEMM_S8_TILE16_CODE_I8MM \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]], #64\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[w]]\n\t" \
    "sub %[w], %[w], #64\n\t" \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]], #64\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[w]], #64\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "subs %[k], %[bytes], #16\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ldr q0, [%[x0]], #16\n\t" \
    "ldr q1, [%[x1]], #16\n\t" \
    "ldr q2, [%[x2]], #16\n\t" \
    "ldr q3, [%[x3]], #16\n\t" \
    "zip1 v4.2d, v0.2d, v1.2d\n\t" \
    "zip1 v5.2d, v2.2d, v3.2d\n\t" \
    "zip2 v6.2d, v0.2d, v1.2d\n\t" \
    "zip2 v7.2d, v2.2d, v3.2d\n\t" \
    "subs %[k], %[k], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smmla v16.4s, v4.16b, v8.16b\n\t" \
    "smmla v24.4s, v5.16b, v8.16b\n\t" \
    "smmla v17.4s, v4.16b, v9.16b\n\t" \
    "smmla v25.4s, v5.16b, v9.16b\n\t" \
    "smmla v18.4s, v4.16b, v10.16b\n\t" \
    "smmla v26.4s, v5.16b, v10.16b\n\t" \
    "smmla v19.4s, v4.16b, v11.16b\n\t" \
    "smmla v27.4s, v5.16b, v11.16b\n\t" \
    "smmla v20.4s, v4.16b, v12.16b\n\t" \
    "smmla v28.4s, v5.16b, v12.16b\n\t" \
    "smmla v21.4s, v4.16b, v13.16b\n\t" \
    "smmla v29.4s, v5.16b, v13.16b\n\t" \
    "smmla v22.4s, v4.16b, v14.16b\n\t" \
    "smmla v30.4s, v5.16b, v14.16b\n\t" \
    "smmla v23.4s, v4.16b, v15.16b\n\t" \
    "smmla v31.4s, v5.16b, v15.16b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smmla v16.4s, v6.16b, v8.16b\n\t" \
    "smmla v24.4s, v7.16b, v8.16b\n\t" \
    "smmla v17.4s, v6.16b, v9.16b\n\t" \
    "smmla v25.4s, v7.16b, v9.16b\n\t" \
    "smmla v18.4s, v6.16b, v10.16b\n\t" \
    "smmla v26.4s, v7.16b, v10.16b\n\t" \
    "smmla v19.4s, v6.16b, v11.16b\n\t" \
    "smmla v27.4s, v7.16b, v11.16b\n\t" \
    "smmla v20.4s, v6.16b, v12.16b\n\t" \
    "smmla v28.4s, v7.16b, v12.16b\n\t" \
    "smmla v21.4s, v6.16b, v13.16b\n\t" \
    "smmla v29.4s, v7.16b, v13.16b\n\t" \
    "smmla v22.4s, v6.16b, v14.16b\n\t" \
    "smmla v30.4s, v7.16b, v14.16b\n\t" \
    "smmla v23.4s, v6.16b, v15.16b\n\t" \
    "smmla v31.4s, v7.16b, v15.16b\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #3, 4f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "ldr d1, [%[x1]], #8\n\t" \
    "ldr d2, [%[x2]], #8\n\t" \
    "ldr d3, [%[x3]], #8\n\t" \
    "zip1 v4.2d, v0.2d, v1.2d\n\t" \
    "zip1 v5.2d, v2.2d, v3.2d\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smmla v16.4s, v4.16b, v8.16b\n\t" \
    "smmla v24.4s, v5.16b, v8.16b\n\t" \
    "smmla v17.4s, v4.16b, v9.16b\n\t" \
    "smmla v25.4s, v5.16b, v9.16b\n\t" \
    "smmla v18.4s, v4.16b, v10.16b\n\t" \
    "smmla v26.4s, v5.16b, v10.16b\n\t" \
    "smmla v19.4s, v4.16b, v11.16b\n\t" \
    "smmla v27.4s, v5.16b, v11.16b\n\t" \
    "smmla v20.4s, v4.16b, v12.16b\n\t" \
    "smmla v28.4s, v5.16b, v12.16b\n\t" \
    "smmla v21.4s, v4.16b, v13.16b\n\t" \
    "smmla v29.4s, v5.16b, v13.16b\n\t" \
    "smmla v22.4s, v4.16b, v14.16b\n\t" \
    "smmla v30.4s, v5.16b, v14.16b\n\t" \
    "smmla v23.4s, v4.16b, v15.16b\n\t" \
    "smmla v31.4s, v5.16b, v15.16b\n\t" \
    "4:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
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
    "dup v8.8h, %w[zero]\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn v20.4h, v20.4s\n\t" \
    "sqxtn v22.4h, v22.4s\n\t" \
    "sqxtn v24.4h, v24.4s\n\t" \
    "sqxtn v26.4h, v26.4s\n\t" \
    "sqxtn v28.4h, v28.4s\n\t" \
    "sqxtn v30.4h, v30.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqxtn2 v20.8h, v21.4s\n\t" \
    "sqxtn2 v22.8h, v23.4s\n\t" \
    "sqxtn2 v24.8h, v25.4s\n\t" \
    "sqxtn2 v26.8h, v27.4s\n\t" \
    "sqxtn2 v28.8h, v29.4s\n\t" \
    "sqxtn2 v30.8h, v31.4s\n\t" \
    "sqadd v16.8h, v16.8h, v8.8h\n\t" \
    "sqadd v18.8h, v18.8h, v8.8h\n\t" \
    "sqadd v20.8h, v20.8h, v8.8h\n\t" \
    "sqadd v22.8h, v22.8h, v8.8h\n\t" \
    "sqadd v24.8h, v24.8h, v8.8h\n\t" \
    "sqadd v26.8h, v26.8h, v8.8h\n\t" \
    "sqadd v28.8h, v28.8h, v8.8h\n\t" \
    "sqadd v30.8h, v30.8h, v8.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn v20.8b, v20.8h\n\t" \
    "sqxtn v24.8b, v24.8h\n\t" \
    "sqxtn v28.8b, v28.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "sqxtn2 v20.16b, v22.8h\n\t" \
    "sqxtn2 v24.16b, v26.8h\n\t" \
    "sqxtn2 v28.16b, v30.8h\n\t"

#define EDGEC_GEMM_S8_STORE16_CODE_I8MM \
    "uzp1 v1.8h, v16.8h, v20.8h\n\t" \
    "uzp2 v2.8h, v16.8h, v20.8h\n\t" \
    "uzp1 v3.8h, v24.8h, v28.8h\n\t" \
    "uzp2 v4.8h, v24.8h, v28.8h\n\t" \
    "str q4, [%[y], %[out3]]\n\t" \
    "str q3, [%[y], %[out2]]\n\t" \
    "str q2, [%[y], %[out1]]\n\t" \
    "str q1, [%[y]]\n\t"

/* The bytes of four positions with 8 channels: products, requantization epilogue; the channels of two
 * positions alternate by twos. */
#define EDGEC_GEMM_S8_TILE8_CODE_I8MM \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]]\n\t" \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]], #64\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "subs %[k], %[bytes], #16\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ldr q0, [%[x0]], #16\n\t" \
    "ldr q1, [%[x1]], #16\n\t" \
    "ldr q2, [%[x2]], #16\n\t" \
    "ldr q3, [%[x3]], #16\n\t" \
    "zip1 v4.2d, v0.2d, v1.2d\n\t" \
    "zip1 v5.2d, v2.2d, v3.2d\n\t" \
    "zip2 v6.2d, v0.2d, v1.2d\n\t" \
    "zip2 v7.2d, v2.2d, v3.2d\n\t" \
    "subs %[k], %[k], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smmla v16.4s, v4.16b, v8.16b\n\t" \
    "smmla v24.4s, v5.16b, v8.16b\n\t" \
    "smmla v17.4s, v4.16b, v9.16b\n\t" \
    "smmla v25.4s, v5.16b, v9.16b\n\t" \
    "smmla v18.4s, v4.16b, v10.16b\n\t" \
    "smmla v26.4s, v5.16b, v10.16b\n\t" \
    "smmla v19.4s, v4.16b, v11.16b\n\t" \
    "smmla v27.4s, v5.16b, v11.16b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smmla v16.4s, v6.16b, v8.16b\n\t" \
    "smmla v24.4s, v7.16b, v8.16b\n\t" \
    "smmla v17.4s, v6.16b, v9.16b\n\t" \
    "smmla v25.4s, v7.16b, v9.16b\n\t" \
    "smmla v18.4s, v6.16b, v10.16b\n\t" \
    "smmla v26.4s, v7.16b, v10.16b\n\t" \
    "smmla v19.4s, v6.16b, v11.16b\n\t" \
    "smmla v27.4s, v7.16b, v11.16b\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #3, 4f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "ldr d1, [%[x1]], #8\n\t" \
    "ldr d2, [%[x2]], #8\n\t" \
    "ldr d3, [%[x3]], #8\n\t" \
    "zip1 v4.2d, v0.2d, v1.2d\n\t" \
    "zip1 v5.2d, v2.2d, v3.2d\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smmla v16.4s, v4.16b, v8.16b\n\t" \
    "smmla v24.4s, v5.16b, v8.16b\n\t" \
    "smmla v17.4s, v4.16b, v9.16b\n\t" \
    "smmla v25.4s, v5.16b, v9.16b\n\t" \
    "smmla v18.4s, v4.16b, v10.16b\n\t" \
    "smmla v26.4s, v5.16b, v10.16b\n\t" \
    "smmla v19.4s, v4.16b, v11.16b\n\t" \
    "smmla v27.4s, v5.16b, v11.16b\n\t" \
    "4:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
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
    "dup v8.8h, %w[zero]\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn v24.4h, v24.4s\n\t" \
    "sqxtn v26.4h, v26.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqxtn2 v24.8h, v25.4s\n\t" \
    "sqxtn2 v26.8h, v27.4s\n\t" \
    "sqadd v16.8h, v16.8h, v8.8h\n\t" \
    "sqadd v18.8h, v18.8h, v8.8h\n\t" \
    "sqadd v24.8h, v24.8h, v8.8h\n\t" \
    "sqadd v26.8h, v26.8h, v8.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn v24.8b, v24.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "sqxtn2 v24.16b, v26.8h\n\t"

#define EDGEC_GEMM_S8_STORE8_CODE_I8MM \
    "uzp1 v1.8h, v16.8h, v16.8h\n\t" \
    "uzp2 v2.8h, v16.8h, v16.8h\n\t" \
    "uzp1 v3.8h, v24.8h, v24.8h\n\t" \
    "uzp2 v4.8h, v24.8h, v24.8h\n\t" \
    "str d4, [%[y], %[out3]]\n\t" \
    "str d3, [%[y], %[out2]]\n\t" \
    "str d2, [%[y], %[out1]]\n\t" \
    "str d1, [%[y]]\n\t"

/* The bytes of four positions with 4 channels: products, requantization epilogue; the channels of two
 * positions alternate by twos. */
#define EDGEC_GEMM_S8_TILE4_CODE_I8MM \
    "ldp q16, q17, [%[w]]\n\t" \
    "ldp q24, q25, [%[w]], #32\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "subs %[k], %[bytes], #16\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ldr q0, [%[x0]], #16\n\t" \
    "ldr q1, [%[x1]], #16\n\t" \
    "ldr q2, [%[x2]], #16\n\t" \
    "ldr q3, [%[x3]], #16\n\t" \
    "zip1 v4.2d, v0.2d, v1.2d\n\t" \
    "zip1 v5.2d, v2.2d, v3.2d\n\t" \
    "zip2 v6.2d, v0.2d, v1.2d\n\t" \
    "zip2 v7.2d, v2.2d, v3.2d\n\t" \
    "subs %[k], %[k], #16\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "smmla v16.4s, v4.16b, v8.16b\n\t" \
    "smmla v24.4s, v5.16b, v8.16b\n\t" \
    "smmla v17.4s, v4.16b, v9.16b\n\t" \
    "smmla v25.4s, v5.16b, v9.16b\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "smmla v16.4s, v6.16b, v8.16b\n\t" \
    "smmla v24.4s, v7.16b, v8.16b\n\t" \
    "smmla v17.4s, v6.16b, v9.16b\n\t" \
    "smmla v25.4s, v7.16b, v9.16b\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #3, 4f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "ldr d1, [%[x1]], #8\n\t" \
    "ldr d2, [%[x2]], #8\n\t" \
    "ldr d3, [%[x3]], #8\n\t" \
    "zip1 v4.2d, v0.2d, v1.2d\n\t" \
    "zip1 v5.2d, v2.2d, v3.2d\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "smmla v16.4s, v4.16b, v8.16b\n\t" \
    "smmla v24.4s, v5.16b, v8.16b\n\t" \
    "smmla v17.4s, v4.16b, v9.16b\n\t" \
    "smmla v25.4s, v5.16b, v9.16b\n\t" \
    "4:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
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
    "dup v8.8h, %w[zero]\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v24.4h, v24.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v24.8h, v25.4s\n\t" \
    "sqadd v16.8h, v16.8h, v8.8h\n\t" \
    "sqadd v24.8h, v24.8h, v8.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn v24.8b, v24.8h\n\t"

#define EDGEC_GEMM_S8_STORE4_CODE_I8MM \
    "uzp1 v1.8h, v16.8h, v16.8h\n\t" \
    "uzp2 v2.8h, v16.8h, v16.8h\n\t" \
    "uzp1 v3.8h, v24.8h, v24.8h\n\t" \
    "uzp2 v4.8h, v24.8h, v24.8h\n\t" \
    "str s4, [%[y], %[out3]]\n\t" \
    "str s3, [%[y], %[out2]]\n\t" \
    "str s2, [%[y], %[out1]]\n\t" \
    "str s1, [%[y]]\n\t"

/* Between them: the limits of the outputs. */
#define EDGEC_GEMM_S8_LIMIT16_CODE_I8MM \
    "dup v9.16b, %w[lo]\n\t" \
    "dup v10.16b, %w[hi]\n\t" \
    "smax v16.16b, v16.16b, v9.16b\n\t" \
    "smax v20.16b, v20.16b, v9.16b\n\t" \
    "smax v24.16b, v24.16b, v9.16b\n\t" \
    "smax v28.16b, v28.16b, v9.16b\n\t" \
    "smin v16.16b, v16.16b, v10.16b\n\t" \
    "smin v20.16b, v20.16b, v10.16b\n\t" \
    "smin v24.16b, v24.16b, v10.16b\n\t" \
    "smin v28.16b, v28.16b, v10.16b\n\t"

#define EDGEC_GEMM_S8_LIMIT_CODE_I8MM \
    "dup v9.16b, %w[lo]\n\t" \
    "dup v10.16b, %w[hi]\n\t" \
    "smax v16.16b, v16.16b, v9.16b\n\t" \
    "smax v24.16b, v24.16b, v9.16b\n\t" \
    "smin v16.16b, v16.16b, v10.16b\n\t" \
    "smin v24.16b, v24.16b, v10.16b\n\t"

#endif
