/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s16_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S16_CODE_NEON_H
#define EDGEC_GEMM_S16_CODE_NEON_H

/* Products of rows of int16 with packed int8 weights (edgec_gemm_s16_neon.h): tiles of four positions with 16, 8 or 4
 * channels. */
/* Registers:
 *   x0..x3                    v0..v3    taps of positions 0 to 3
 *   weights0..weights3        v4..v7    int8: a tap of 16 channels each, two of 8, four of 4
 *   wide0 wide1               v8 v9     the same as int16
 *   acc0_0..acc0_3            v16..v19  sums of position 0, four channels each
 *   acc1_0..acc1_3            v20..v23  of position 1
 *   acc2_0..acc2_3            v24..v27  of position 2
 *   acc3_0..acc3_3            v28..v31  of position 3
 *   multiplier0..multiplier3  v0..v3    behind the taps: what sums are scaled with
 *   shift0..shift3            v4..v7    minus the shift to the right
 *   lo hi                     v8 v9     limits of the outputs
 */

/* Four positions with 16 channels. */
#define EDGEC_GEMM_S16_TILE16_CODE_NEON \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]]\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[w]]\n\t" \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]]\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[w]], #64\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "subs %[k], %[bytes], #16\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ldr q0, [%[x0]], #16\n\t" \
    "ldr q1, [%[x1]], #16\n\t" \
    "ldr q2, [%[x2]], #16\n\t" \
    "ldr q3, [%[x3]], #16\n\t" \
    "subs %[k], %[k], #16\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sxtl v8.8h, v4.8b\n\t" \
    "sxtl2 v9.8h, v4.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[0]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[0]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[0]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[0]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[0]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[0]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[0]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[0]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[0]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[0]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[0]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[0]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[0]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[0]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[0]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[0]\n\t" \
    "sxtl v8.8h, v5.8b\n\t" \
    "sxtl2 v9.8h, v5.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[1]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[1]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[1]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[1]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[1]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[1]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[1]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[1]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[1]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[1]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[1]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[1]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[1]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[1]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[1]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[1]\n\t" \
    "sxtl v8.8h, v6.8b\n\t" \
    "sxtl2 v9.8h, v6.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[2]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[2]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[2]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[2]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[2]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[2]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[2]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[2]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[2]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[2]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[2]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[2]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[2]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[2]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[2]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[2]\n\t" \
    "sxtl v8.8h, v7.8b\n\t" \
    "sxtl2 v9.8h, v7.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[3]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[3]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[3]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[3]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[3]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[3]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[3]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[3]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[3]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[3]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[3]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[3]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[3]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[3]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[3]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[3]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sxtl v8.8h, v4.8b\n\t" \
    "sxtl2 v9.8h, v4.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[4]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[4]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[4]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[4]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[4]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[4]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[4]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[4]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[4]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[4]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[4]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[4]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[4]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[4]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[4]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[4]\n\t" \
    "sxtl v8.8h, v5.8b\n\t" \
    "sxtl2 v9.8h, v5.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[5]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[5]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[5]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[5]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[5]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[5]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[5]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[5]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[5]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[5]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[5]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[5]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[5]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[5]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[5]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[5]\n\t" \
    "sxtl v8.8h, v6.8b\n\t" \
    "sxtl2 v9.8h, v6.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[6]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[6]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[6]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[6]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[6]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[6]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[6]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[6]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[6]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[6]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[6]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[6]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[6]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[6]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[6]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[6]\n\t" \
    "sxtl v8.8h, v7.8b\n\t" \
    "sxtl2 v9.8h, v7.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[7]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[7]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[7]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[7]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[7]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[7]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[7]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[7]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[7]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[7]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[7]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[7]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[7]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[7]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[7]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[7]\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #3, 4f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "ldr d1, [%[x1]], #8\n\t" \
    "ldr d2, [%[x2]], #8\n\t" \
    "ldr d3, [%[x3]], #8\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sxtl v8.8h, v4.8b\n\t" \
    "sxtl2 v9.8h, v4.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[0]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[0]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[0]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[0]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[0]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[0]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[0]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[0]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[0]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[0]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[0]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[0]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[0]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[0]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[0]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[0]\n\t" \
    "sxtl v8.8h, v5.8b\n\t" \
    "sxtl2 v9.8h, v5.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[1]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[1]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[1]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[1]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[1]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[1]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[1]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[1]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[1]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[1]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[1]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[1]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[1]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[1]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[1]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[1]\n\t" \
    "sxtl v8.8h, v6.8b\n\t" \
    "sxtl2 v9.8h, v6.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[2]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[2]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[2]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[2]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[2]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[2]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[2]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[2]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[2]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[2]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[2]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[2]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[2]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[2]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[2]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[2]\n\t" \
    "sxtl v8.8h, v7.8b\n\t" \
    "sxtl2 v9.8h, v7.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[3]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[3]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[3]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[3]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[3]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[3]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[3]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[3]\n\t" \
    "smlal v18.4s, v9.4h, v0.h[3]\n\t" \
    "smlal v22.4s, v9.4h, v1.h[3]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[3]\n\t" \
    "smlal v30.4s, v9.4h, v3.h[3]\n\t" \
    "smlal2 v19.4s, v9.8h, v0.h[3]\n\t" \
    "smlal2 v23.4s, v9.8h, v1.h[3]\n\t" \
    "smlal2 v27.4s, v9.8h, v2.h[3]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[3]\n\t" \
    "4:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "dup v8.8h, %w[lo]\n\t" \
    "dup v9.8h, %w[hi]\n\t" \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v1.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v2.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v3.4s\n\t" \
    "sqdmulh v20.4s, v20.4s, v0.4s\n\t" \
    "sqdmulh v21.4s, v21.4s, v1.4s\n\t" \
    "sqdmulh v22.4s, v22.4s, v2.4s\n\t" \
    "sqdmulh v23.4s, v23.4s, v3.4s\n\t" \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" \
    "sqdmulh v25.4s, v25.4s, v1.4s\n\t" \
    "sqdmulh v26.4s, v26.4s, v2.4s\n\t" \
    "sqdmulh v27.4s, v27.4s, v3.4s\n\t" \
    "sqdmulh v28.4s, v28.4s, v0.4s\n\t" \
    "sqdmulh v29.4s, v29.4s, v1.4s\n\t" \
    "sqdmulh v30.4s, v30.4s, v2.4s\n\t" \
    "sqdmulh v31.4s, v31.4s, v3.4s\n\t" \
    "srshl v16.4s, v16.4s, v4.4s\n\t" \
    "srshl v17.4s, v17.4s, v5.4s\n\t" \
    "srshl v18.4s, v18.4s, v6.4s\n\t" \
    "srshl v19.4s, v19.4s, v7.4s\n\t" \
    "srshl v20.4s, v20.4s, v4.4s\n\t" \
    "srshl v21.4s, v21.4s, v5.4s\n\t" \
    "srshl v22.4s, v22.4s, v6.4s\n\t" \
    "srshl v23.4s, v23.4s, v7.4s\n\t" \
    "srshl v24.4s, v24.4s, v4.4s\n\t" \
    "srshl v25.4s, v25.4s, v5.4s\n\t" \
    "srshl v26.4s, v26.4s, v6.4s\n\t" \
    "srshl v27.4s, v27.4s, v7.4s\n\t" \
    "srshl v28.4s, v28.4s, v4.4s\n\t" \
    "srshl v29.4s, v29.4s, v5.4s\n\t" \
    "srshl v30.4s, v30.4s, v6.4s\n\t" \
    "srshl v31.4s, v31.4s, v7.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v20.4h, v20.4s\n\t" \
    "sqxtn v24.4h, v24.4s\n\t" \
    "sqxtn v28.4h, v28.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn v22.4h, v22.4s\n\t" \
    "sqxtn v26.4h, v26.4s\n\t" \
    "sqxtn v30.4h, v30.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v20.8h, v21.4s\n\t" \
    "sqxtn2 v24.8h, v25.4s\n\t" \
    "sqxtn2 v28.8h, v29.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqxtn2 v22.8h, v23.4s\n\t" \
    "sqxtn2 v26.8h, v27.4s\n\t" \
    "sqxtn2 v30.8h, v31.4s\n\t" \
    "smax v16.8h, v16.8h, v8.8h\n\t" \
    "smax v20.8h, v20.8h, v8.8h\n\t" \
    "smax v24.8h, v24.8h, v8.8h\n\t" \
    "smax v28.8h, v28.8h, v8.8h\n\t" \
    "smin v16.8h, v16.8h, v9.8h\n\t" \
    "smin v20.8h, v20.8h, v9.8h\n\t" \
    "smin v24.8h, v24.8h, v9.8h\n\t" \
    "smin v28.8h, v28.8h, v9.8h\n\t" \
    "smax v18.8h, v18.8h, v8.8h\n\t" \
    "smax v22.8h, v22.8h, v8.8h\n\t" \
    "smax v26.8h, v26.8h, v8.8h\n\t" \
    "smax v30.8h, v30.8h, v8.8h\n\t" \
    "smin v18.8h, v18.8h, v9.8h\n\t" \
    "smin v22.8h, v22.8h, v9.8h\n\t" \
    "smin v26.8h, v26.8h, v9.8h\n\t" \
    "smin v30.8h, v30.8h, v9.8h\n\t" \
    "stp q28, q30, [%[y3]]\n\t" \
    "stp q24, q26, [%[y2]]\n\t" \
    "stp q20, q22, [%[y1]]\n\t" \
    "stp q16, q18, [%[y]]\n\t"

/* Four positions with 8 channels. */
#define EDGEC_GEMM_S16_TILE8_CODE_NEON \
    "ldp q16, q17, [%[w]]\n\t" \
    "ldp q20, q21, [%[w]]\n\t" \
    "ldp q24, q25, [%[w]]\n\t" \
    "ldp q28, q29, [%[w]], #32\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "subs %[k], %[bytes], #16\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ldr q0, [%[x0]], #16\n\t" \
    "ldr q1, [%[x1]], #16\n\t" \
    "ldr q2, [%[x2]], #16\n\t" \
    "ldr q3, [%[x3]], #16\n\t" \
    "subs %[k], %[k], #16\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "sxtl v8.8h, v4.8b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[0]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[0]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[0]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[0]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[0]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[0]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[0]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[0]\n\t" \
    "sxtl2 v8.8h, v4.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[1]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[1]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[1]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[1]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[1]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[1]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[1]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[1]\n\t" \
    "sxtl v8.8h, v5.8b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[2]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[2]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[2]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[2]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[2]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[2]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[2]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[2]\n\t" \
    "sxtl2 v8.8h, v5.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[3]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[3]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[3]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[3]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[3]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[3]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[3]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[3]\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "sxtl v8.8h, v4.8b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[4]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[4]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[4]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[4]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[4]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[4]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[4]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[4]\n\t" \
    "sxtl2 v8.8h, v4.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[5]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[5]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[5]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[5]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[5]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[5]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[5]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[5]\n\t" \
    "sxtl v8.8h, v5.8b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[6]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[6]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[6]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[6]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[6]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[6]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[6]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[6]\n\t" \
    "sxtl2 v8.8h, v5.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[7]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[7]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[7]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[7]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[7]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[7]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[7]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[7]\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #3, 4f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "ldr d1, [%[x1]], #8\n\t" \
    "ldr d2, [%[x2]], #8\n\t" \
    "ldr d3, [%[x3]], #8\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "sxtl v8.8h, v4.8b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[0]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[0]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[0]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[0]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[0]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[0]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[0]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[0]\n\t" \
    "sxtl2 v8.8h, v4.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[1]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[1]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[1]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[1]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[1]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[1]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[1]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[1]\n\t" \
    "sxtl v8.8h, v5.8b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[2]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[2]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[2]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[2]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[2]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[2]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[2]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[2]\n\t" \
    "sxtl2 v8.8h, v5.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[3]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[3]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[3]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[3]\n\t" \
    "smlal2 v17.4s, v8.8h, v0.h[3]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[3]\n\t" \
    "smlal2 v25.4s, v8.8h, v2.h[3]\n\t" \
    "smlal2 v29.4s, v8.8h, v3.h[3]\n\t" \
    "4:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "dup v8.8h, %w[lo]\n\t" \
    "dup v9.8h, %w[hi]\n\t" \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v1.4s\n\t" \
    "sqdmulh v20.4s, v20.4s, v0.4s\n\t" \
    "sqdmulh v21.4s, v21.4s, v1.4s\n\t" \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" \
    "sqdmulh v25.4s, v25.4s, v1.4s\n\t" \
    "sqdmulh v28.4s, v28.4s, v0.4s\n\t" \
    "sqdmulh v29.4s, v29.4s, v1.4s\n\t" \
    "srshl v16.4s, v16.4s, v4.4s\n\t" \
    "srshl v17.4s, v17.4s, v5.4s\n\t" \
    "srshl v20.4s, v20.4s, v4.4s\n\t" \
    "srshl v21.4s, v21.4s, v5.4s\n\t" \
    "srshl v24.4s, v24.4s, v4.4s\n\t" \
    "srshl v25.4s, v25.4s, v5.4s\n\t" \
    "srshl v28.4s, v28.4s, v4.4s\n\t" \
    "srshl v29.4s, v29.4s, v5.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v20.4h, v20.4s\n\t" \
    "sqxtn v24.4h, v24.4s\n\t" \
    "sqxtn v28.4h, v28.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v20.8h, v21.4s\n\t" \
    "sqxtn2 v24.8h, v25.4s\n\t" \
    "sqxtn2 v28.8h, v29.4s\n\t" \
    "smax v16.8h, v16.8h, v8.8h\n\t" \
    "smax v20.8h, v20.8h, v8.8h\n\t" \
    "smax v24.8h, v24.8h, v8.8h\n\t" \
    "smax v28.8h, v28.8h, v8.8h\n\t" \
    "smin v16.8h, v16.8h, v9.8h\n\t" \
    "smin v20.8h, v20.8h, v9.8h\n\t" \
    "smin v24.8h, v24.8h, v9.8h\n\t" \
    "smin v28.8h, v28.8h, v9.8h\n\t" \
    "str q28, [%[y3]]\n\t" \
    "str q24, [%[y2]]\n\t" \
    "str q20, [%[y1]]\n\t" \
    "str q16, [%[y]]\n\t"

/* Four positions with 4 channels. */
#define EDGEC_GEMM_S16_TILE4_CODE_NEON \
    "ldr q16, [%[w]]\n\t" \
    "ldr q20, [%[w]]\n\t" \
    "ldr q24, [%[w]]\n\t" \
    "ldr q28, [%[w]], #16\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "subs %[k], %[bytes], #16\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ldr q0, [%[x0]], #16\n\t" \
    "ldr q1, [%[x1]], #16\n\t" \
    "ldr q2, [%[x2]], #16\n\t" \
    "ldr q3, [%[x3]], #16\n\t" \
    "subs %[k], %[k], #16\n\t" \
    "ldr q4, [%[w]], #16\n\t" \
    "sxtl v8.8h, v4.8b\n\t" \
    "sxtl2 v9.8h, v4.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[0]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[0]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[0]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[0]\n\t" \
    "smlal2 v16.4s, v8.8h, v0.h[1]\n\t" \
    "smlal2 v20.4s, v8.8h, v1.h[1]\n\t" \
    "smlal2 v24.4s, v8.8h, v2.h[1]\n\t" \
    "smlal2 v28.4s, v8.8h, v3.h[1]\n\t" \
    "smlal v16.4s, v9.4h, v0.h[2]\n\t" \
    "smlal v20.4s, v9.4h, v1.h[2]\n\t" \
    "smlal v24.4s, v9.4h, v2.h[2]\n\t" \
    "smlal v28.4s, v9.4h, v3.h[2]\n\t" \
    "smlal2 v16.4s, v9.8h, v0.h[3]\n\t" \
    "smlal2 v20.4s, v9.8h, v1.h[3]\n\t" \
    "smlal2 v24.4s, v9.8h, v2.h[3]\n\t" \
    "smlal2 v28.4s, v9.8h, v3.h[3]\n\t" \
    "ldr q4, [%[w]], #16\n\t" \
    "sxtl v8.8h, v4.8b\n\t" \
    "sxtl2 v9.8h, v4.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[4]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[4]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[4]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[4]\n\t" \
    "smlal2 v16.4s, v8.8h, v0.h[5]\n\t" \
    "smlal2 v20.4s, v8.8h, v1.h[5]\n\t" \
    "smlal2 v24.4s, v8.8h, v2.h[5]\n\t" \
    "smlal2 v28.4s, v8.8h, v3.h[5]\n\t" \
    "smlal v16.4s, v9.4h, v0.h[6]\n\t" \
    "smlal v20.4s, v9.4h, v1.h[6]\n\t" \
    "smlal v24.4s, v9.4h, v2.h[6]\n\t" \
    "smlal v28.4s, v9.4h, v3.h[6]\n\t" \
    "smlal2 v16.4s, v9.8h, v0.h[7]\n\t" \
    "smlal2 v20.4s, v9.8h, v1.h[7]\n\t" \
    "smlal2 v24.4s, v9.8h, v2.h[7]\n\t" \
    "smlal2 v28.4s, v9.8h, v3.h[7]\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #3, 4f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "ldr d1, [%[x1]], #8\n\t" \
    "ldr d2, [%[x2]], #8\n\t" \
    "ldr d3, [%[x3]], #8\n\t" \
    "ldr q4, [%[w]], #16\n\t" \
    "sxtl v8.8h, v4.8b\n\t" \
    "sxtl2 v9.8h, v4.16b\n\t" \
    "smlal v16.4s, v8.4h, v0.h[0]\n\t" \
    "smlal v20.4s, v8.4h, v1.h[0]\n\t" \
    "smlal v24.4s, v8.4h, v2.h[0]\n\t" \
    "smlal v28.4s, v8.4h, v3.h[0]\n\t" \
    "smlal2 v16.4s, v8.8h, v0.h[1]\n\t" \
    "smlal2 v20.4s, v8.8h, v1.h[1]\n\t" \
    "smlal2 v24.4s, v8.8h, v2.h[1]\n\t" \
    "smlal2 v28.4s, v8.8h, v3.h[1]\n\t" \
    "smlal v16.4s, v9.4h, v0.h[2]\n\t" \
    "smlal v20.4s, v9.4h, v1.h[2]\n\t" \
    "smlal v24.4s, v9.4h, v2.h[2]\n\t" \
    "smlal v28.4s, v9.4h, v3.h[2]\n\t" \
    "smlal2 v16.4s, v9.8h, v0.h[3]\n\t" \
    "smlal2 v20.4s, v9.8h, v1.h[3]\n\t" \
    "smlal2 v24.4s, v9.8h, v2.h[3]\n\t" \
    "smlal2 v28.4s, v9.8h, v3.h[3]\n\t" \
    "4:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "ldp q0, q4, [%[w]], #32\n\t" \
    "dup v8.8h, %w[lo]\n\t" \
    "dup v9.8h, %w[hi]\n\t" \
    "sqdmulh v16.4s, v16.4s, v0.4s\n\t" \
    "sqdmulh v20.4s, v20.4s, v0.4s\n\t" \
    "sqdmulh v24.4s, v24.4s, v0.4s\n\t" \
    "sqdmulh v28.4s, v28.4s, v0.4s\n\t" \
    "srshl v16.4s, v16.4s, v4.4s\n\t" \
    "srshl v20.4s, v20.4s, v4.4s\n\t" \
    "srshl v24.4s, v24.4s, v4.4s\n\t" \
    "srshl v28.4s, v28.4s, v4.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v20.4h, v20.4s\n\t" \
    "sqxtn v24.4h, v24.4s\n\t" \
    "sqxtn v28.4h, v28.4s\n\t" \
    "smax v16.8h, v16.8h, v8.8h\n\t" \
    "smax v20.8h, v20.8h, v8.8h\n\t" \
    "smax v24.8h, v24.8h, v8.8h\n\t" \
    "smax v28.8h, v28.8h, v8.8h\n\t" \
    "smin v16.8h, v16.8h, v9.8h\n\t" \
    "smin v20.8h, v20.8h, v9.8h\n\t" \
    "smin v24.8h, v24.8h, v9.8h\n\t" \
    "smin v28.8h, v28.8h, v9.8h\n\t" \
    "str d28, [%[y3]]\n\t" \
    "str d24, [%[y2]]\n\t" \
    "str d20, [%[y1]]\n\t" \
    "str d16, [%[y]]\n\t"

#endif
