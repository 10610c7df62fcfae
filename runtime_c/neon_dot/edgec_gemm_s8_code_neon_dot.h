/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s8_code_neon_dot.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S8_CODE_NEON_DOT_H
#define EDGEC_GEMM_S8_CODE_NEON_DOT_H

/* Products of rows of int8 with packed weights by SDOT (edgec_gemm_s8_neon_dot.h): tiles of four positions with 16, 8
 * or 4 channels, and one position with 16. */
/* Registers:
 *   x0..x3                    v0..v3     taps of positions 0 to 3, four in each word
 *   even0..even3              v4..v7     weights: four taps of each channel
 *   odd0..odd3                v8..v11    and the next four: a core that executes in order waits for what is loaded
 *   odd8_0 odd8_1             v6 v7      the same of 8 channels
 *   acc0_0..acc0_3            v16..v19   sums of position 0, four channels each
 *   acc1_0..acc1_3            v20..v23   of position 1
 *   acc2_0..acc2_3            v24..v27   of position 2
 *   acc3_0..acc3_3            v28..v31   of position 3
 *   multiplier0..multiplier3  v0..v3     behind the taps: what sums are scaled with
 *   shift0..shift3            v4..v7     minus the shift to the right
 *   zero lo hi                v8 v9 v10  zero point of the outputs, their limits
 */

/* The bytes of four positions with 16 channels: products, requantization epilogue. */
#define EDGEC_GEMM_S8_TILE16_CODE_DOT \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]]\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[w]]\n\t" \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]]\n\t" \
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
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "ldr q0, [%[x0]], #16\n\t" \
    "ldr q1, [%[x1]], #16\n\t" \
    "ldr q2, [%[x2]], #16\n\t" \
    "ldr q3, [%[x3]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "subs %[k], %[k], #16\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[0]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[0]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v5.16b, v1.4b[0]\n\t" \
    "sdot v25.4s, v5.16b, v2.4b[0]\n\t" \
    "sdot v29.4s, v5.16b, v3.4b[0]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[0]\n\t" \
    "sdot v22.4s, v6.16b, v1.4b[0]\n\t" \
    "sdot v26.4s, v6.16b, v2.4b[0]\n\t" \
    "sdot v30.4s, v6.16b, v3.4b[0]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[0]\n\t" \
    "sdot v23.4s, v7.16b, v1.4b[0]\n\t" \
    "sdot v27.4s, v7.16b, v2.4b[0]\n\t" \
    "sdot v31.4s, v7.16b, v3.4b[0]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v8.16b, v1.4b[1]\n\t" \
    "sdot v24.4s, v8.16b, v2.4b[1]\n\t" \
    "sdot v28.4s, v8.16b, v3.4b[1]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[1]\n\t" \
    "sdot v21.4s, v9.16b, v1.4b[1]\n\t" \
    "sdot v25.4s, v9.16b, v2.4b[1]\n\t" \
    "sdot v29.4s, v9.16b, v3.4b[1]\n\t" \
    "sdot v18.4s, v10.16b, v0.4b[1]\n\t" \
    "sdot v22.4s, v10.16b, v1.4b[1]\n\t" \
    "sdot v26.4s, v10.16b, v2.4b[1]\n\t" \
    "sdot v30.4s, v10.16b, v3.4b[1]\n\t" \
    "sdot v19.4s, v11.16b, v0.4b[1]\n\t" \
    "sdot v23.4s, v11.16b, v1.4b[1]\n\t" \
    "sdot v27.4s, v11.16b, v2.4b[1]\n\t" \
    "sdot v31.4s, v11.16b, v3.4b[1]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[2]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[2]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[2]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[2]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[2]\n\t" \
    "sdot v21.4s, v5.16b, v1.4b[2]\n\t" \
    "sdot v25.4s, v5.16b, v2.4b[2]\n\t" \
    "sdot v29.4s, v5.16b, v3.4b[2]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[2]\n\t" \
    "sdot v22.4s, v6.16b, v1.4b[2]\n\t" \
    "sdot v26.4s, v6.16b, v2.4b[2]\n\t" \
    "sdot v30.4s, v6.16b, v3.4b[2]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[2]\n\t" \
    "sdot v23.4s, v7.16b, v1.4b[2]\n\t" \
    "sdot v27.4s, v7.16b, v2.4b[2]\n\t" \
    "sdot v31.4s, v7.16b, v3.4b[2]\n\t" \
    "sdot v16.4s, v8.16b, v0.4b[3]\n\t" \
    "sdot v20.4s, v8.16b, v1.4b[3]\n\t" \
    "sdot v24.4s, v8.16b, v2.4b[3]\n\t" \
    "sdot v28.4s, v8.16b, v3.4b[3]\n\t" \
    "sdot v17.4s, v9.16b, v0.4b[3]\n\t" \
    "sdot v21.4s, v9.16b, v1.4b[3]\n\t" \
    "sdot v25.4s, v9.16b, v2.4b[3]\n\t" \
    "sdot v29.4s, v9.16b, v3.4b[3]\n\t" \
    "sdot v18.4s, v10.16b, v0.4b[3]\n\t" \
    "sdot v22.4s, v10.16b, v1.4b[3]\n\t" \
    "sdot v26.4s, v10.16b, v2.4b[3]\n\t" \
    "sdot v30.4s, v10.16b, v3.4b[3]\n\t" \
    "sdot v19.4s, v11.16b, v0.4b[3]\n\t" \
    "sdot v23.4s, v11.16b, v1.4b[3]\n\t" \
    "sdot v27.4s, v11.16b, v2.4b[3]\n\t" \
    "sdot v31.4s, v11.16b, v3.4b[3]\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #3, 4f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "ldr d1, [%[x1]], #8\n\t" \
    "ldr d2, [%[x2]], #8\n\t" \
    "ldr d3, [%[x3]], #8\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[0]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[0]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v5.16b, v1.4b[0]\n\t" \
    "sdot v25.4s, v5.16b, v2.4b[0]\n\t" \
    "sdot v29.4s, v5.16b, v3.4b[0]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[0]\n\t" \
    "sdot v22.4s, v6.16b, v1.4b[0]\n\t" \
    "sdot v26.4s, v6.16b, v2.4b[0]\n\t" \
    "sdot v30.4s, v6.16b, v3.4b[0]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[0]\n\t" \
    "sdot v23.4s, v7.16b, v1.4b[0]\n\t" \
    "sdot v27.4s, v7.16b, v2.4b[0]\n\t" \
    "sdot v31.4s, v7.16b, v3.4b[0]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[1]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[1]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[1]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[1]\n\t" \
    "sdot v21.4s, v5.16b, v1.4b[1]\n\t" \
    "sdot v25.4s, v5.16b, v2.4b[1]\n\t" \
    "sdot v29.4s, v5.16b, v3.4b[1]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[1]\n\t" \
    "sdot v22.4s, v6.16b, v1.4b[1]\n\t" \
    "sdot v26.4s, v6.16b, v2.4b[1]\n\t" \
    "sdot v30.4s, v6.16b, v3.4b[1]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[1]\n\t" \
    "sdot v23.4s, v7.16b, v1.4b[1]\n\t" \
    "sdot v27.4s, v7.16b, v2.4b[1]\n\t" \
    "sdot v31.4s, v7.16b, v3.4b[1]\n\t" \
    "4:\n\t" \
    "tbz %[bytes], #2, 5f\n\t" \
    "ldr s0, [%[x0]], #4\n\t" \
    "ldr s1, [%[x1]], #4\n\t" \
    "ldr s2, [%[x2]], #4\n\t" \
    "ldr s3, [%[x3]], #4\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[0]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[0]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v5.16b, v1.4b[0]\n\t" \
    "sdot v25.4s, v5.16b, v2.4b[0]\n\t" \
    "sdot v29.4s, v5.16b, v3.4b[0]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[0]\n\t" \
    "sdot v22.4s, v6.16b, v1.4b[0]\n\t" \
    "sdot v26.4s, v6.16b, v2.4b[0]\n\t" \
    "sdot v30.4s, v6.16b, v3.4b[0]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[0]\n\t" \
    "sdot v23.4s, v7.16b, v1.4b[0]\n\t" \
    "sdot v27.4s, v7.16b, v2.4b[0]\n\t" \
    "sdot v31.4s, v7.16b, v3.4b[0]\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "ld1 {v0.4s, v1.4s, v2.4s, v3.4s}, [%[w]], #64\n\t" \
    "ld1 {v4.4s, v5.4s, v6.4s, v7.4s}, [%[w]], #64\n\t" \
    "dup v8.8h, %w[zero]\n\t" \
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

#define EDGEC_GEMM_S8_STORE16_CODE_DOT \
    "str q28, [%[y], %[out3]]\n\t" \
    "str q24, [%[y], %[out2]]\n\t" \
    "str q20, [%[y], %[out1]]\n\t" \
    "str q16, [%[y]]\n\t"

/* The bytes of four positions with 8 channels: products, requantization epilogue. */
#define EDGEC_GEMM_S8_TILE8_CODE_DOT \
    "ldp q16, q17, [%[w]]\n\t" \
    "ldp q20, q21, [%[w]]\n\t" \
    "ldp q24, q25, [%[w]]\n\t" \
    "ldp q28, q29, [%[w]], #32\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #8\n\t" \
    "subs %[k], %[bytes], #16\n\t" \
    "add %[x0], %[x0], %[from]\n\t" \
    "add %[x1], %[x0], %[in1]\n\t" \
    "add %[x2], %[x0], %[in2]\n\t" \
    "add %[x3], %[x0], %[in3]\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "ldr q0, [%[x0]], #16\n\t" \
    "ldr q1, [%[x1]], #16\n\t" \
    "ldr q2, [%[x2]], #16\n\t" \
    "ldr q3, [%[x3]], #16\n\t" \
    "ldp q6, q7, [%[w]], #32\n\t" \
    "subs %[k], %[k], #16\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[0]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[0]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v5.16b, v1.4b[0]\n\t" \
    "sdot v25.4s, v5.16b, v2.4b[0]\n\t" \
    "sdot v29.4s, v5.16b, v3.4b[0]\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "sdot v16.4s, v6.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v6.16b, v1.4b[1]\n\t" \
    "sdot v24.4s, v6.16b, v2.4b[1]\n\t" \
    "sdot v28.4s, v6.16b, v3.4b[1]\n\t" \
    "sdot v17.4s, v7.16b, v0.4b[1]\n\t" \
    "sdot v21.4s, v7.16b, v1.4b[1]\n\t" \
    "sdot v25.4s, v7.16b, v2.4b[1]\n\t" \
    "sdot v29.4s, v7.16b, v3.4b[1]\n\t" \
    "ldp q6, q7, [%[w]], #32\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[2]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[2]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[2]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[2]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[2]\n\t" \
    "sdot v21.4s, v5.16b, v1.4b[2]\n\t" \
    "sdot v25.4s, v5.16b, v2.4b[2]\n\t" \
    "sdot v29.4s, v5.16b, v3.4b[2]\n\t" \
    "sdot v16.4s, v6.16b, v0.4b[3]\n\t" \
    "sdot v20.4s, v6.16b, v1.4b[3]\n\t" \
    "sdot v24.4s, v6.16b, v2.4b[3]\n\t" \
    "sdot v28.4s, v6.16b, v3.4b[3]\n\t" \
    "sdot v17.4s, v7.16b, v0.4b[3]\n\t" \
    "sdot v21.4s, v7.16b, v1.4b[3]\n\t" \
    "sdot v25.4s, v7.16b, v2.4b[3]\n\t" \
    "sdot v29.4s, v7.16b, v3.4b[3]\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #3, 4f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "ldr d1, [%[x1]], #8\n\t" \
    "ldr d2, [%[x2]], #8\n\t" \
    "ldr d3, [%[x3]], #8\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[0]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[0]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v5.16b, v1.4b[0]\n\t" \
    "sdot v25.4s, v5.16b, v2.4b[0]\n\t" \
    "sdot v29.4s, v5.16b, v3.4b[0]\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[1]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[1]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[1]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[1]\n\t" \
    "sdot v21.4s, v5.16b, v1.4b[1]\n\t" \
    "sdot v25.4s, v5.16b, v2.4b[1]\n\t" \
    "sdot v29.4s, v5.16b, v3.4b[1]\n\t" \
    "4:\n\t" \
    "tbz %[bytes], #2, 5f\n\t" \
    "ldr s0, [%[x0]], #4\n\t" \
    "ldr s1, [%[x1]], #4\n\t" \
    "ldr s2, [%[x2]], #4\n\t" \
    "ldr s3, [%[x3]], #4\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[0]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[0]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v21.4s, v5.16b, v1.4b[0]\n\t" \
    "sdot v25.4s, v5.16b, v2.4b[0]\n\t" \
    "sdot v29.4s, v5.16b, v3.4b[0]\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "dup v8.8h, %w[zero]\n\t" \
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
    "sqadd v16.8h, v16.8h, v8.8h\n\t" \
    "sqadd v20.8h, v20.8h, v8.8h\n\t" \
    "sqadd v24.8h, v24.8h, v8.8h\n\t" \
    "sqadd v28.8h, v28.8h, v8.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn v20.8b, v20.8h\n\t" \
    "sqxtn v24.8b, v24.8h\n\t" \
    "sqxtn v28.8b, v28.8h\n\t"

#define EDGEC_GEMM_S8_STORE8_CODE_DOT \
    "str d28, [%[y], %[out3]]\n\t" \
    "str d24, [%[y], %[out2]]\n\t" \
    "str d20, [%[y], %[out1]]\n\t" \
    "str d16, [%[y]]\n\t"

/* The bytes of four positions with 4 channels: products, requantization epilogue. */
#define EDGEC_GEMM_S8_TILE4_CODE_DOT \
    "ldr q16, [%[w]]\n\t" \
    "ldr q20, [%[w]]\n\t" \
    "ldr q24, [%[w]]\n\t" \
    "ldr q28, [%[w]], #16\n\t" \
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
    "subs %[k], %[k], #16\n\t" \
    "ldr q4, [%[w]], #16\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[0]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[0]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[0]\n\t" \
    "ldr q4, [%[w]], #16\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[1]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[1]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[1]\n\t" \
    "ldr q4, [%[w]], #16\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[2]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[2]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[2]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[2]\n\t" \
    "ldr q4, [%[w]], #16\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[3]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[3]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[3]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[3]\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #3, 4f\n\t" \
    "ldr d0, [%[x0]], #8\n\t" \
    "ldr d1, [%[x1]], #8\n\t" \
    "ldr d2, [%[x2]], #8\n\t" \
    "ldr d3, [%[x3]], #8\n\t" \
    "ldr q4, [%[w]], #16\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[0]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[0]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[0]\n\t" \
    "ldr q4, [%[w]], #16\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[1]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[1]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[1]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[1]\n\t" \
    "4:\n\t" \
    "tbz %[bytes], #2, 5f\n\t" \
    "ldr s0, [%[x0]], #4\n\t" \
    "ldr s1, [%[x1]], #4\n\t" \
    "ldr s2, [%[x2]], #4\n\t" \
    "ldr s3, [%[x3]], #4\n\t" \
    "ldr q4, [%[w]], #16\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v20.4s, v4.16b, v1.4b[0]\n\t" \
    "sdot v24.4s, v4.16b, v2.4b[0]\n\t" \
    "sdot v28.4s, v4.16b, v3.4b[0]\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t" \
    "ldp q0, q4, [%[w]], #32\n\t" \
    "dup v8.8h, %w[zero]\n\t" \
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
    "sqadd v16.8h, v16.8h, v8.8h\n\t" \
    "sqadd v20.8h, v20.8h, v8.8h\n\t" \
    "sqadd v24.8h, v24.8h, v8.8h\n\t" \
    "sqadd v28.8h, v28.8h, v8.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn v20.8b, v20.8h\n\t" \
    "sqxtn v24.8b, v24.8h\n\t" \
    "sqxtn v28.8b, v28.8h\n\t"

#define EDGEC_GEMM_S8_STORE4_CODE_DOT \
    "str s28, [%[y], %[out3]]\n\t" \
    "str s24, [%[y], %[out2]]\n\t" \
    "str s20, [%[y], %[out1]]\n\t" \
    "str s16, [%[y]]\n\t"

/* Between them: the limits of the outputs. */
#define EDGEC_GEMM_S8_LIMIT_CODE_DOT \
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

/* One position with 16 channels: their sums. */
#define EDGEC_GEMM_S8_ROW16_CODE_DOT \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]], #64\n\t" \
    "1:\n\t" \
    "ldr %[x], [%[segments]], #8\n\t" \
    "subs %[k], %[bytes], #16\n\t" \
    "add %[x], %[x], %[from]\n\t" \
    "b.lt 3f\n\t" \
    "2:\n\t" \
    "ldr q0, [%[x]], #16\n\t" \
    "subs %[k], %[k], #16\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[0]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[0]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[1]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[1]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[1]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[1]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[2]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[2]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[2]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[2]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[3]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[3]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[3]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[3]\n\t" \
    "b.ge 2b\n\t" \
    "3:\n\t" \
    "tbz %[bytes], #3, 4f\n\t" \
    "ldr d0, [%[x]], #8\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[0]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[0]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[1]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[1]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[1]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[1]\n\t" \
    "4:\n\t" \
    "tbz %[bytes], #2, 5f\n\t" \
    "ldr s0, [%[x]], #4\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v18.4s, v6.16b, v0.4b[0]\n\t" \
    "sdot v19.4s, v7.16b, v0.4b[0]\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.ne 1b\n\t"

#endif
