/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s16_code_neon_dot.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S16_CODE_NEON_DOT_H
#define EDGEC_GEMM_S16_CODE_NEON_DOT_H

/* Products of rows of int16 with packed int8 weights by SDOT (edgec_gemm_s16_neon_dot.h): tiles of four positions with
 * 16, 8 or 4 channels.  The low bytes less 128 are int8; 16 channels take all taps twice, for the high bytes and for
 * the low. */
/* Registers:
 *   low0 high0                v0 v1     bytes of taps of position 0
 *   low1 high1                v2 v3     of position 1
 *   low2 high2                v4 v5     of position 2
 *   low3 high3                v6 v7     of position 3
 *   weights0..weights3        v8..v11   four taps of four channels each
 *   bias0..bias3              v8..v11   between the two passes of 16 channels
 *   half                      v12       128 in each byte
 *   acc0_0..acc0_3            v16..v19  sums of position 0, four channels each; up to 8 channels: 2 and 3 of high bytes
 *   acc1_0..acc1_3            v20..v23  of position 1
 *   acc2_0..acc2_3            v24..v27  of position 2
 *   acc3_0..acc3_3            v28..v31  of position 3
 *   multiplier0..multiplier3  v0..v3    behind the taps: what sums are scaled with
 *   shift0..shift3            v4..v7    minus the shift to the right
 *   lo hi                     v8 v9     limits of the outputs
 */

/* Four positions with 16 channels: high bytes, then low ones. */
#define EDGEC_GEMM_S16_TILE16_CODE_DOT \
    "movi v12.16b, #128\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v1.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v3.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v5.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v7.4b[0]\n\t" \
    "sdot v17.4s, v9.16b, v1.4b[0]\n\t" \
    "sdot v21.4s, v9.16b, v3.4b[0]\n\t" \
    "sdot v25.4s, v9.16b, v5.4b[0]\n\t" \
    "sdot v29.4s, v9.16b, v7.4b[0]\n\t" \
    "sdot v18.4s, v10.16b, v1.4b[0]\n\t" \
    "sdot v22.4s, v10.16b, v3.4b[0]\n\t" \
    "sdot v26.4s, v10.16b, v5.4b[0]\n\t" \
    "sdot v30.4s, v10.16b, v7.4b[0]\n\t" \
    "sdot v19.4s, v11.16b, v1.4b[0]\n\t" \
    "sdot v23.4s, v11.16b, v3.4b[0]\n\t" \
    "sdot v27.4s, v11.16b, v5.4b[0]\n\t" \
    "sdot v31.4s, v11.16b, v7.4b[0]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v1.4b[1]\n\t" \
    "sdot v20.4s, v8.16b, v3.4b[1]\n\t" \
    "sdot v24.4s, v8.16b, v5.4b[1]\n\t" \
    "sdot v28.4s, v8.16b, v7.4b[1]\n\t" \
    "sdot v17.4s, v9.16b, v1.4b[1]\n\t" \
    "sdot v21.4s, v9.16b, v3.4b[1]\n\t" \
    "sdot v25.4s, v9.16b, v5.4b[1]\n\t" \
    "sdot v29.4s, v9.16b, v7.4b[1]\n\t" \
    "sdot v18.4s, v10.16b, v1.4b[1]\n\t" \
    "sdot v22.4s, v10.16b, v3.4b[1]\n\t" \
    "sdot v26.4s, v10.16b, v5.4b[1]\n\t" \
    "sdot v30.4s, v10.16b, v7.4b[1]\n\t" \
    "sdot v19.4s, v11.16b, v1.4b[1]\n\t" \
    "sdot v23.4s, v11.16b, v3.4b[1]\n\t" \
    "sdot v27.4s, v11.16b, v5.4b[1]\n\t" \
    "sdot v31.4s, v11.16b, v7.4b[1]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v1.4b[2]\n\t" \
    "sdot v20.4s, v8.16b, v3.4b[2]\n\t" \
    "sdot v24.4s, v8.16b, v5.4b[2]\n\t" \
    "sdot v28.4s, v8.16b, v7.4b[2]\n\t" \
    "sdot v17.4s, v9.16b, v1.4b[2]\n\t" \
    "sdot v21.4s, v9.16b, v3.4b[2]\n\t" \
    "sdot v25.4s, v9.16b, v5.4b[2]\n\t" \
    "sdot v29.4s, v9.16b, v7.4b[2]\n\t" \
    "sdot v18.4s, v10.16b, v1.4b[2]\n\t" \
    "sdot v22.4s, v10.16b, v3.4b[2]\n\t" \
    "sdot v26.4s, v10.16b, v5.4b[2]\n\t" \
    "sdot v30.4s, v10.16b, v7.4b[2]\n\t" \
    "sdot v19.4s, v11.16b, v1.4b[2]\n\t" \
    "sdot v23.4s, v11.16b, v3.4b[2]\n\t" \
    "sdot v27.4s, v11.16b, v5.4b[2]\n\t" \
    "sdot v31.4s, v11.16b, v7.4b[2]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v1.4b[3]\n\t" \
    "sdot v20.4s, v8.16b, v3.4b[3]\n\t" \
    "sdot v24.4s, v8.16b, v5.4b[3]\n\t" \
    "sdot v28.4s, v8.16b, v7.4b[3]\n\t" \
    "sdot v17.4s, v9.16b, v1.4b[3]\n\t" \
    "sdot v21.4s, v9.16b, v3.4b[3]\n\t" \
    "sdot v25.4s, v9.16b, v5.4b[3]\n\t" \
    "sdot v29.4s, v9.16b, v7.4b[3]\n\t" \
    "sdot v18.4s, v10.16b, v1.4b[3]\n\t" \
    "sdot v22.4s, v10.16b, v3.4b[3]\n\t" \
    "sdot v26.4s, v10.16b, v5.4b[3]\n\t" \
    "sdot v30.4s, v10.16b, v7.4b[3]\n\t" \
    "sdot v19.4s, v11.16b, v1.4b[3]\n\t" \
    "sdot v23.4s, v11.16b, v3.4b[3]\n\t" \
    "sdot v27.4s, v11.16b, v5.4b[3]\n\t" \
    "sdot v31.4s, v11.16b, v7.4b[3]\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #4, 4f\n\t" \
    "ld2 {v0.8b, v1.8b}, [%[x0]], #16\n\t" \
    "ld2 {v2.8b, v3.8b}, [%[x1]], #16\n\t" \
    "ld2 {v4.8b, v5.8b}, [%[x2]], #16\n\t" \
    "ld2 {v6.8b, v7.8b}, [%[x3]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v1.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v3.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v5.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v7.4b[0]\n\t" \
    "sdot v17.4s, v9.16b, v1.4b[0]\n\t" \
    "sdot v21.4s, v9.16b, v3.4b[0]\n\t" \
    "sdot v25.4s, v9.16b, v5.4b[0]\n\t" \
    "sdot v29.4s, v9.16b, v7.4b[0]\n\t" \
    "sdot v18.4s, v10.16b, v1.4b[0]\n\t" \
    "sdot v22.4s, v10.16b, v3.4b[0]\n\t" \
    "sdot v26.4s, v10.16b, v5.4b[0]\n\t" \
    "sdot v30.4s, v10.16b, v7.4b[0]\n\t" \
    "sdot v19.4s, v11.16b, v1.4b[0]\n\t" \
    "sdot v23.4s, v11.16b, v3.4b[0]\n\t" \
    "sdot v27.4s, v11.16b, v5.4b[0]\n\t" \
    "sdot v31.4s, v11.16b, v7.4b[0]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v1.4b[1]\n\t" \
    "sdot v20.4s, v8.16b, v3.4b[1]\n\t" \
    "sdot v24.4s, v8.16b, v5.4b[1]\n\t" \
    "sdot v28.4s, v8.16b, v7.4b[1]\n\t" \
    "sdot v17.4s, v9.16b, v1.4b[1]\n\t" \
    "sdot v21.4s, v9.16b, v3.4b[1]\n\t" \
    "sdot v25.4s, v9.16b, v5.4b[1]\n\t" \
    "sdot v29.4s, v9.16b, v7.4b[1]\n\t" \
    "sdot v18.4s, v10.16b, v1.4b[1]\n\t" \
    "sdot v22.4s, v10.16b, v3.4b[1]\n\t" \
    "sdot v26.4s, v10.16b, v5.4b[1]\n\t" \
    "sdot v30.4s, v10.16b, v7.4b[1]\n\t" \
    "sdot v19.4s, v11.16b, v1.4b[1]\n\t" \
    "sdot v23.4s, v11.16b, v3.4b[1]\n\t" \
    "sdot v27.4s, v11.16b, v5.4b[1]\n\t" \
    "sdot v31.4s, v11.16b, v7.4b[1]\n\t" \
    "4:\n\t" \
    "tbz %[bytes], #3, 5f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "uzp2 v1.8b, v0.8b, v0.8b\n\t" \
    "uzp1 v0.8b, v0.8b, v0.8b\n\t" \
    "ldr d2, [%[x1]], #8\n\t" \
    "uzp2 v3.8b, v2.8b, v2.8b\n\t" \
    "uzp1 v2.8b, v2.8b, v2.8b\n\t" \
    "ldr d4, [%[x2]], #8\n\t" \
    "uzp2 v5.8b, v4.8b, v4.8b\n\t" \
    "uzp1 v4.8b, v4.8b, v4.8b\n\t" \
    "ldr d6, [%[x3]], #8\n\t" \
    "uzp2 v7.8b, v6.8b, v6.8b\n\t" \
    "uzp1 v6.8b, v6.8b, v6.8b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v1.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v3.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v5.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v7.4b[0]\n\t" \
    "sdot v17.4s, v9.16b, v1.4b[0]\n\t" \
    "sdot v21.4s, v9.16b, v3.4b[0]\n\t" \
    "sdot v25.4s, v9.16b, v5.4b[0]\n\t" \
    "sdot v29.4s, v9.16b, v7.4b[0]\n\t" \
    "sdot v18.4s, v10.16b, v1.4b[0]\n\t" \
    "sdot v22.4s, v10.16b, v3.4b[0]\n\t" \
    "sdot v26.4s, v10.16b, v5.4b[0]\n\t" \
    "sdot v30.4s, v10.16b, v7.4b[0]\n\t" \
    "sdot v19.4s, v11.16b, v1.4b[0]\n\t" \
    "sdot v23.4s, v11.16b, v3.4b[0]\n\t" \
    "sdot v27.4s, v11.16b, v5.4b[0]\n\t" \
    "sdot v31.4s, v11.16b, v7.4b[0]\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "ld1 {v8.4s, v9.4s, v10.4s, v11.4s}, [%[biases]]\n\t" \
    "mov %[w], %[weights]\n\t" \
    "mov %[segments], %[first]\n\t" \
    "mov %[count], %[number]\n\t" \
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
    "add v16.4s, v16.4s, v8.4s\n\t" \
    "add v17.4s, v17.4s, v9.4s\n\t" \
    "add v18.4s, v18.4s, v10.4s\n\t" \
    "add v19.4s, v19.4s, v11.4s\n\t" \
    "add v20.4s, v20.4s, v8.4s\n\t" \
    "add v21.4s, v21.4s, v9.4s\n\t" \
    "add v22.4s, v22.4s, v10.4s\n\t" \
    "add v23.4s, v23.4s, v11.4s\n\t" \
    "add v24.4s, v24.4s, v8.4s\n\t" \
    "add v25.4s, v25.4s, v9.4s\n\t" \
    "add v26.4s, v26.4s, v10.4s\n\t" \
    "add v27.4s, v27.4s, v11.4s\n\t" \
    "add v28.4s, v28.4s, v8.4s\n\t" \
    "add v29.4s, v29.4s, v9.4s\n\t" \
    "add v30.4s, v30.4s, v10.4s\n\t" \
    "add v31.4s, v31.4s, v11.4s\n\t" \
    "6:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "subs %[k], %[bytes], #32\n\t" \
    "b.lt 8f\n\t" \
    "7:\n\t" \
    "ld2 {v0.16b, v1.16b}, [%[x0]], #32\n\t" \
    "ld2 {v2.16b, v3.16b}, [%[x1]], #32\n\t" \
    "ld2 {v4.16b, v5.16b}, [%[x2]], #32\n\t" \
    "ld2 {v6.16b, v7.16b}, [%[x3]], #32\n\t" \
    "eor v0.16b, v0.16b, v12.16b\n\t" \
    "eor v2.16b, v2.16b, v12.16b\n\t" \
    "eor v4.16b, v4.16b, v12.16b\n\t" \
    "eor v6.16b, v6.16b, v12.16b\n\t" \
    "subs %[k], %[k], #32\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[0]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[0]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[0]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[0]\n\t" \
    "sdot v18.4s, v10.16b, v0.4b[0]\n\t" \
    "sdot v22.4s, v10.16b, v2.4b[0]\n\t" \
    "sdot v26.4s, v10.16b, v4.4b[0]\n\t" \
    "sdot v30.4s, v10.16b, v6.4b[0]\n\t" \
    "sdot v19.4s, v11.16b, v0.4b[0]\n\t" \
    "sdot v23.4s, v11.16b, v2.4b[0]\n\t" \
    "sdot v27.4s, v11.16b, v4.4b[0]\n\t" \
    "sdot v31.4s, v11.16b, v6.4b[0]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[1]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[1]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[1]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[1]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[1]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[1]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[1]\n\t" \
    "sdot v18.4s, v10.16b, v0.4b[1]\n\t" \
    "sdot v22.4s, v10.16b, v2.4b[1]\n\t" \
    "sdot v26.4s, v10.16b, v4.4b[1]\n\t" \
    "sdot v30.4s, v10.16b, v6.4b[1]\n\t" \
    "sdot v19.4s, v11.16b, v0.4b[1]\n\t" \
    "sdot v23.4s, v11.16b, v2.4b[1]\n\t" \
    "sdot v27.4s, v11.16b, v4.4b[1]\n\t" \
    "sdot v31.4s, v11.16b, v6.4b[1]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[2]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[2]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[2]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[2]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[2]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[2]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[2]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[2]\n\t" \
    "sdot v18.4s, v10.16b, v0.4b[2]\n\t" \
    "sdot v22.4s, v10.16b, v2.4b[2]\n\t" \
    "sdot v26.4s, v10.16b, v4.4b[2]\n\t" \
    "sdot v30.4s, v10.16b, v6.4b[2]\n\t" \
    "sdot v19.4s, v11.16b, v0.4b[2]\n\t" \
    "sdot v23.4s, v11.16b, v2.4b[2]\n\t" \
    "sdot v27.4s, v11.16b, v4.4b[2]\n\t" \
    "sdot v31.4s, v11.16b, v6.4b[2]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[3]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[3]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[3]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[3]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[3]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[3]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[3]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[3]\n\t" \
    "sdot v18.4s, v10.16b, v0.4b[3]\n\t" \
    "sdot v22.4s, v10.16b, v2.4b[3]\n\t" \
    "sdot v26.4s, v10.16b, v4.4b[3]\n\t" \
    "sdot v30.4s, v10.16b, v6.4b[3]\n\t" \
    "sdot v19.4s, v11.16b, v0.4b[3]\n\t" \
    "sdot v23.4s, v11.16b, v2.4b[3]\n\t" \
    "sdot v27.4s, v11.16b, v4.4b[3]\n\t" \
    "sdot v31.4s, v11.16b, v6.4b[3]\n\t" \
    "b.ge 7b\n\t" \
    "8:\n\t" \
    "tbz %[bytes], #4, 9f\n\t" \
    "ld2 {v0.8b, v1.8b}, [%[x0]], #16\n\t" \
    "ld2 {v2.8b, v3.8b}, [%[x1]], #16\n\t" \
    "ld2 {v4.8b, v5.8b}, [%[x2]], #16\n\t" \
    "ld2 {v6.8b, v7.8b}, [%[x3]], #16\n\t" \
    "eor v0.16b, v0.16b, v12.16b\n\t" \
    "eor v2.16b, v2.16b, v12.16b\n\t" \
    "eor v4.16b, v4.16b, v12.16b\n\t" \
    "eor v6.16b, v6.16b, v12.16b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[0]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[0]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[0]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[0]\n\t" \
    "sdot v18.4s, v10.16b, v0.4b[0]\n\t" \
    "sdot v22.4s, v10.16b, v2.4b[0]\n\t" \
    "sdot v26.4s, v10.16b, v4.4b[0]\n\t" \
    "sdot v30.4s, v10.16b, v6.4b[0]\n\t" \
    "sdot v19.4s, v11.16b, v0.4b[0]\n\t" \
    "sdot v23.4s, v11.16b, v2.4b[0]\n\t" \
    "sdot v27.4s, v11.16b, v4.4b[0]\n\t" \
    "sdot v31.4s, v11.16b, v6.4b[0]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[1]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[1]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[1]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[1]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[1]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[1]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[1]\n\t" \
    "sdot v18.4s, v10.16b, v0.4b[1]\n\t" \
    "sdot v22.4s, v10.16b, v2.4b[1]\n\t" \
    "sdot v26.4s, v10.16b, v4.4b[1]\n\t" \
    "sdot v30.4s, v10.16b, v6.4b[1]\n\t" \
    "sdot v19.4s, v11.16b, v0.4b[1]\n\t" \
    "sdot v23.4s, v11.16b, v2.4b[1]\n\t" \
    "sdot v27.4s, v11.16b, v4.4b[1]\n\t" \
    "sdot v31.4s, v11.16b, v6.4b[1]\n\t" \
    "9:\n\t" \
    "tbz %[bytes], #3, 10f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "uzp2 v1.8b, v0.8b, v0.8b\n\t" \
    "uzp1 v0.8b, v0.8b, v0.8b\n\t" \
    "ldr d2, [%[x1]], #8\n\t" \
    "uzp2 v3.8b, v2.8b, v2.8b\n\t" \
    "uzp1 v2.8b, v2.8b, v2.8b\n\t" \
    "ldr d4, [%[x2]], #8\n\t" \
    "uzp2 v5.8b, v4.8b, v4.8b\n\t" \
    "uzp1 v4.8b, v4.8b, v4.8b\n\t" \
    "ldr d6, [%[x3]], #8\n\t" \
    "uzp2 v7.8b, v6.8b, v6.8b\n\t" \
    "uzp1 v6.8b, v6.8b, v6.8b\n\t" \
    "eor v0.16b, v0.16b, v12.16b\n\t" \
    "eor v2.16b, v2.16b, v12.16b\n\t" \
    "eor v4.16b, v4.16b, v12.16b\n\t" \
    "eor v6.16b, v6.16b, v12.16b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[0]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[0]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[0]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[0]\n\t" \
    "sdot v18.4s, v10.16b, v0.4b[0]\n\t" \
    "sdot v22.4s, v10.16b, v2.4b[0]\n\t" \
    "sdot v26.4s, v10.16b, v4.4b[0]\n\t" \
    "sdot v30.4s, v10.16b, v6.4b[0]\n\t" \
    "sdot v19.4s, v11.16b, v0.4b[0]\n\t" \
    "sdot v23.4s, v11.16b, v2.4b[0]\n\t" \
    "sdot v27.4s, v11.16b, v4.4b[0]\n\t" \
    "sdot v31.4s, v11.16b, v6.4b[0]\n\t" \
    "10:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 6b\n\t" \
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

/* Four positions with 8 channels: both bytes. */
#define EDGEC_GEMM_S16_TILE8_CODE_DOT \
    "movi v12.16b, #128\n\t" \
    "movi v18.4s, #0\n\t" \
    "movi v22.4s, #0\n\t" \
    "movi v26.4s, #0\n\t" \
    "movi v30.4s, #0\n\t" \
    "movi v19.4s, #0\n\t" \
    "movi v23.4s, #0\n\t" \
    "movi v27.4s, #0\n\t" \
    "movi v31.4s, #0\n\t" \
    "ldp q16, q17, [%[biases]]\n\t" \
    "ldp q20, q21, [%[biases]]\n\t" \
    "ldp q24, q25, [%[biases]]\n\t" \
    "ldp q28, q29, [%[biases]]\n\t" \
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
    "eor v0.16b, v0.16b, v12.16b\n\t" \
    "eor v2.16b, v2.16b, v12.16b\n\t" \
    "eor v4.16b, v4.16b, v12.16b\n\t" \
    "eor v6.16b, v6.16b, v12.16b\n\t" \
    "subs %[k], %[k], #32\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[0]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[0]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[0]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[0]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[0]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[0]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[0]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[0]\n\t" \
    "sdot v19.4s, v9.16b, v1.4b[0]\n\t" \
    "sdot v23.4s, v9.16b, v3.4b[0]\n\t" \
    "sdot v27.4s, v9.16b, v5.4b[0]\n\t" \
    "sdot v31.4s, v9.16b, v7.4b[0]\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[1]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[1]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[1]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[1]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[1]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[1]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[1]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[1]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[1]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[1]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[1]\n\t" \
    "sdot v19.4s, v9.16b, v1.4b[1]\n\t" \
    "sdot v23.4s, v9.16b, v3.4b[1]\n\t" \
    "sdot v27.4s, v9.16b, v5.4b[1]\n\t" \
    "sdot v31.4s, v9.16b, v7.4b[1]\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[2]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[2]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[2]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[2]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[2]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[2]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[2]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[2]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[2]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[2]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[2]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[2]\n\t" \
    "sdot v19.4s, v9.16b, v1.4b[2]\n\t" \
    "sdot v23.4s, v9.16b, v3.4b[2]\n\t" \
    "sdot v27.4s, v9.16b, v5.4b[2]\n\t" \
    "sdot v31.4s, v9.16b, v7.4b[2]\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[3]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[3]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[3]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[3]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[3]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[3]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[3]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[3]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[3]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[3]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[3]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[3]\n\t" \
    "sdot v19.4s, v9.16b, v1.4b[3]\n\t" \
    "sdot v23.4s, v9.16b, v3.4b[3]\n\t" \
    "sdot v27.4s, v9.16b, v5.4b[3]\n\t" \
    "sdot v31.4s, v9.16b, v7.4b[3]\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #4, 4f\n\t" \
    "ld2 {v0.8b, v1.8b}, [%[x0]], #16\n\t" \
    "ld2 {v2.8b, v3.8b}, [%[x1]], #16\n\t" \
    "ld2 {v4.8b, v5.8b}, [%[x2]], #16\n\t" \
    "ld2 {v6.8b, v7.8b}, [%[x3]], #16\n\t" \
    "eor v0.16b, v0.16b, v12.16b\n\t" \
    "eor v2.16b, v2.16b, v12.16b\n\t" \
    "eor v4.16b, v4.16b, v12.16b\n\t" \
    "eor v6.16b, v6.16b, v12.16b\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[0]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[0]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[0]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[0]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[0]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[0]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[0]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[0]\n\t" \
    "sdot v19.4s, v9.16b, v1.4b[0]\n\t" \
    "sdot v23.4s, v9.16b, v3.4b[0]\n\t" \
    "sdot v27.4s, v9.16b, v5.4b[0]\n\t" \
    "sdot v31.4s, v9.16b, v7.4b[0]\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[1]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[1]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[1]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[1]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[1]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[1]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[1]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[1]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[1]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[1]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[1]\n\t" \
    "sdot v19.4s, v9.16b, v1.4b[1]\n\t" \
    "sdot v23.4s, v9.16b, v3.4b[1]\n\t" \
    "sdot v27.4s, v9.16b, v5.4b[1]\n\t" \
    "sdot v31.4s, v9.16b, v7.4b[1]\n\t" \
    "4:\n\t" \
    "tbz %[bytes], #3, 5f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "uzp2 v1.8b, v0.8b, v0.8b\n\t" \
    "uzp1 v0.8b, v0.8b, v0.8b\n\t" \
    "ldr d2, [%[x1]], #8\n\t" \
    "uzp2 v3.8b, v2.8b, v2.8b\n\t" \
    "uzp1 v2.8b, v2.8b, v2.8b\n\t" \
    "ldr d4, [%[x2]], #8\n\t" \
    "uzp2 v5.8b, v4.8b, v4.8b\n\t" \
    "uzp1 v4.8b, v4.8b, v4.8b\n\t" \
    "ldr d6, [%[x3]], #8\n\t" \
    "uzp2 v7.8b, v6.8b, v6.8b\n\t" \
    "uzp1 v6.8b, v6.8b, v6.8b\n\t" \
    "eor v0.16b, v0.16b, v12.16b\n\t" \
    "eor v2.16b, v2.16b, v12.16b\n\t" \
    "eor v4.16b, v4.16b, v12.16b\n\t" \
    "eor v6.16b, v6.16b, v12.16b\n\t" \
    "ldp q8, q9, [%[w]], #32\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[0]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v9.16b, v2.4b[0]\n\t" \
    "sdot v25.4s, v9.16b, v4.4b[0]\n\t" \
    "sdot v29.4s, v9.16b, v6.4b[0]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[0]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[0]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[0]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[0]\n\t" \
    "sdot v19.4s, v9.16b, v1.4b[0]\n\t" \
    "sdot v23.4s, v9.16b, v3.4b[0]\n\t" \
    "sdot v27.4s, v9.16b, v5.4b[0]\n\t" \
    "sdot v31.4s, v9.16b, v7.4b[0]\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "shl v18.4s, v18.4s, #8\n\t" \
    "shl v22.4s, v22.4s, #8\n\t" \
    "shl v26.4s, v26.4s, #8\n\t" \
    "shl v30.4s, v30.4s, #8\n\t" \
    "shl v19.4s, v19.4s, #8\n\t" \
    "shl v23.4s, v23.4s, #8\n\t" \
    "shl v27.4s, v27.4s, #8\n\t" \
    "shl v31.4s, v31.4s, #8\n\t" \
    "add v16.4s, v16.4s, v18.4s\n\t" \
    "add v20.4s, v20.4s, v22.4s\n\t" \
    "add v24.4s, v24.4s, v26.4s\n\t" \
    "add v28.4s, v28.4s, v30.4s\n\t" \
    "add v17.4s, v17.4s, v19.4s\n\t" \
    "add v21.4s, v21.4s, v23.4s\n\t" \
    "add v25.4s, v25.4s, v27.4s\n\t" \
    "add v29.4s, v29.4s, v31.4s\n\t" \
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

/* Four positions with 4 channels: both bytes. */
#define EDGEC_GEMM_S16_TILE4_CODE_DOT \
    "movi v12.16b, #128\n\t" \
    "movi v18.4s, #0\n\t" \
    "movi v22.4s, #0\n\t" \
    "movi v26.4s, #0\n\t" \
    "movi v30.4s, #0\n\t" \
    "ldr q16, [%[biases]]\n\t" \
    "ldr q20, [%[biases]]\n\t" \
    "ldr q24, [%[biases]]\n\t" \
    "ldr q28, [%[biases]]\n\t" \
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
    "eor v0.16b, v0.16b, v12.16b\n\t" \
    "eor v2.16b, v2.16b, v12.16b\n\t" \
    "eor v4.16b, v4.16b, v12.16b\n\t" \
    "eor v6.16b, v6.16b, v12.16b\n\t" \
    "subs %[k], %[k], #32\n\t" \
    "ldr q8, [%[w]], #16\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[0]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[0]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[0]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[0]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[0]\n\t" \
    "ldr q8, [%[w]], #16\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[1]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[1]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[1]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[1]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[1]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[1]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[1]\n\t" \
    "ldr q8, [%[w]], #16\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[2]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[2]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[2]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[2]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[2]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[2]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[2]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[2]\n\t" \
    "ldr q8, [%[w]], #16\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[3]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[3]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[3]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[3]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[3]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[3]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[3]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[3]\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #4, 4f\n\t" \
    "ld2 {v0.8b, v1.8b}, [%[x0]], #16\n\t" \
    "ld2 {v2.8b, v3.8b}, [%[x1]], #16\n\t" \
    "ld2 {v4.8b, v5.8b}, [%[x2]], #16\n\t" \
    "ld2 {v6.8b, v7.8b}, [%[x3]], #16\n\t" \
    "eor v0.16b, v0.16b, v12.16b\n\t" \
    "eor v2.16b, v2.16b, v12.16b\n\t" \
    "eor v4.16b, v4.16b, v12.16b\n\t" \
    "eor v6.16b, v6.16b, v12.16b\n\t" \
    "ldr q8, [%[w]], #16\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[0]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[0]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[0]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[0]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[0]\n\t" \
    "ldr q8, [%[w]], #16\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[1]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[1]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[1]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[1]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[1]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[1]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[1]\n\t" \
    "4:\n\t" \
    "tbz %[bytes], #3, 5f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "uzp2 v1.8b, v0.8b, v0.8b\n\t" \
    "uzp1 v0.8b, v0.8b, v0.8b\n\t" \
    "ldr d2, [%[x1]], #8\n\t" \
    "uzp2 v3.8b, v2.8b, v2.8b\n\t" \
    "uzp1 v2.8b, v2.8b, v2.8b\n\t" \
    "ldr d4, [%[x2]], #8\n\t" \
    "uzp2 v5.8b, v4.8b, v4.8b\n\t" \
    "uzp1 v4.8b, v4.8b, v4.8b\n\t" \
    "ldr d6, [%[x3]], #8\n\t" \
    "uzp2 v7.8b, v6.8b, v6.8b\n\t" \
    "uzp1 v6.8b, v6.8b, v6.8b\n\t" \
    "eor v0.16b, v0.16b, v12.16b\n\t" \
    "eor v2.16b, v2.16b, v12.16b\n\t" \
    "eor v4.16b, v4.16b, v12.16b\n\t" \
    "eor v6.16b, v6.16b, v12.16b\n\t" \
    "ldr q8, [%[w]], #16\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v8.16b, v2.4b[0]\n\t" \
    "sdot v24.4s, v8.16b, v4.4b[0]\n\t" \
    "sdot v28.4s, v8.16b, v6.4b[0]\n\t" \
    "sdot v18.4s, v8.16b, v1.4b[0]\n\t" \
    "sdot v22.4s, v8.16b, v3.4b[0]\n\t" \
    "sdot v26.4s, v8.16b, v5.4b[0]\n\t" \
    "sdot v30.4s, v8.16b, v7.4b[0]\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "shl v18.4s, v18.4s, #8\n\t" \
    "shl v22.4s, v22.4s, #8\n\t" \
    "shl v26.4s, v26.4s, #8\n\t" \
    "shl v30.4s, v30.4s, #8\n\t" \
    "add v16.4s, v16.4s, v18.4s\n\t" \
    "add v20.4s, v20.4s, v22.4s\n\t" \
    "add v24.4s, v24.4s, v26.4s\n\t" \
    "add v28.4s, v28.4s, v30.4s\n\t" \
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
