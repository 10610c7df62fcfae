/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_f32_code_neon_v7.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_F32_CODE_NEON_V7_H
#define EDGEC_GEMM_F32_CODE_NEON_V7_H

/* Products of rows of float32 with packed weights on Armv7-A (edgec_gemm_f32_neon_v7.h): four positions, or one, with 8
 * or 4 channels.  Members of edgec_tile_f32_v7 are read at their offsets. */
/* Registers:
 *   x0_0 x0_1                    d0 d1            four taps of position 0
 *   x1_0 x1_1                    d2 d3            of position 1
 *   x2_0 x2_1                    d4 d5            of position 2
 *   x3_0 x3_1                    d6 d7            of position 3
 *   weights0..weights3           q4..q7           two taps of 8 channels or four of 4, d8 to d15
 *   acc0_0 acc0_1 acc1_0 acc1_1  q8 q9 q10 q11    8 channels: sums of positions 0 and 1, d16 to d23
 *   acc2_0 acc2_1 acc3_0 acc3_1  q12 q13 q14 q15  and of positions 2 and 3, d24 to d31
 *   acc0..acc3                   q8..q11          4 channels: sums of positions 0 to 3
 *   lo hi                        q0 q1            behind the taps: limits of the outputs
 */

/* Four positions with 8 channels: all segments, 4 taps at a time, then single ones. */
#define EDGEC_GEMM_F32_TILE8_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[count], [%[t], #20]\n\t" \
    "ldr %[segments], [%[t], #24]\n\t" \
    "ldr %[w], [%[t], #28]\n\t" \
    "vld1.32 {d16-d19}, [%[w]]\n\t" \
    "vld1.32 {d20-d23}, [%[w]]\n\t" \
    "vld1.32 {d24-d27}, [%[w]]\n\t" \
    "vld1.32 {d28-d31}, [%[w]]!\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #4\n\t" \
    "ldr %[k], [%[t]]\n\t" \
    "ldr %[x1], [%[t], #4]\n\t" \
    "ldr %[x2], [%[t], #8]\n\t" \
    "ldr %[x3], [%[t], #12]\n\t" \
    "add %[x0], %[x0], %[k]\n\t" \
    "ldr %[k], [%[t], #16]\n\t" \
    "add %[x1], %[x0], %[x1]\n\t" \
    "add %[x2], %[x0], %[x2]\n\t" \
    "add %[x3], %[x0], %[x3]\n\t" \
    "lsrs %[k], %[k], #2\n\t" \
    "beq 3f\n\t" \
    "2:\n\t" \
    "vld1.32 {d0-d1}, [%[x0]]!\n\t" \
    "vld1.32 {d2-d3}, [%[x1]]!\n\t" \
    "vld1.32 {d4-d5}, [%[x2]]!\n\t" \
    "vld1.32 {d6-d7}, [%[x3]]!\n\t" \
    "vldmia %[w]!, {d8-d15}\n\t" \
    "vmla.f32 q8, q4, d0[0]\n\t" \
    "vmla.f32 q10, q4, d2[0]\n\t" \
    "vmla.f32 q12, q4, d4[0]\n\t" \
    "vmla.f32 q14, q4, d6[0]\n\t" \
    "vmla.f32 q9, q5, d0[0]\n\t" \
    "vmla.f32 q11, q5, d2[0]\n\t" \
    "vmla.f32 q13, q5, d4[0]\n\t" \
    "vmla.f32 q15, q5, d6[0]\n\t" \
    "vmla.f32 q8, q6, d0[1]\n\t" \
    "vmla.f32 q10, q6, d2[1]\n\t" \
    "vmla.f32 q12, q6, d4[1]\n\t" \
    "vmla.f32 q14, q6, d6[1]\n\t" \
    "vmla.f32 q9, q7, d0[1]\n\t" \
    "vmla.f32 q11, q7, d2[1]\n\t" \
    "vmla.f32 q13, q7, d4[1]\n\t" \
    "vmla.f32 q15, q7, d6[1]\n\t" \
    "vldmia %[w]!, {d8-d15}\n\t" \
    "vmla.f32 q8, q4, d1[0]\n\t" \
    "vmla.f32 q10, q4, d3[0]\n\t" \
    "vmla.f32 q12, q4, d5[0]\n\t" \
    "vmla.f32 q14, q4, d7[0]\n\t" \
    "vmla.f32 q9, q5, d1[0]\n\t" \
    "vmla.f32 q11, q5, d3[0]\n\t" \
    "vmla.f32 q13, q5, d5[0]\n\t" \
    "vmla.f32 q15, q5, d7[0]\n\t" \
    "vmla.f32 q8, q6, d1[1]\n\t" \
    "vmla.f32 q10, q6, d3[1]\n\t" \
    "vmla.f32 q12, q6, d5[1]\n\t" \
    "vmla.f32 q14, q6, d7[1]\n\t" \
    "vmla.f32 q9, q7, d1[1]\n\t" \
    "vmla.f32 q11, q7, d3[1]\n\t" \
    "vmla.f32 q13, q7, d5[1]\n\t" \
    "vmla.f32 q15, q7, d7[1]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 2b\n\t" \
    "3:\n\t" \
    "ldr %[k], [%[t], #16]\n\t" \
    "ands %[k], %[k], #3\n\t" \
    "beq 5f\n\t" \
    "4:\n\t" \
    "vld1.32 {d0[0]}, [%[x0]]!\n\t" \
    "vld1.32 {d2[0]}, [%[x1]]!\n\t" \
    "vld1.32 {d4[0]}, [%[x2]]!\n\t" \
    "vld1.32 {d6[0]}, [%[x3]]!\n\t" \
    "vld1.32 {d8-d11}, [%[w]]!\n\t" \
    "vmla.f32 q8, q4, d0[0]\n\t" \
    "vmla.f32 q10, q4, d2[0]\n\t" \
    "vmla.f32 q12, q4, d4[0]\n\t" \
    "vmla.f32 q14, q4, d6[0]\n\t" \
    "vmla.f32 q9, q5, d0[0]\n\t" \
    "vmla.f32 q11, q5, d2[0]\n\t" \
    "vmla.f32 q13, q5, d4[0]\n\t" \
    "vmla.f32 q15, q5, d6[0]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 4b\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "bne 1b\n\t" \
    "ldr %[k], [%[t], #48]\n\t" \
    "add %[x0], %[t], #52\n\t" \
    "cmp %[k], #1\n\t" \
    "blt 7f\n\t" \
    "vld1.32 {d0[], d1[]}, [%[x0]]!\n\t" \
    "vmax.f32 q8, q8, q0\n\t" \
    "vmax.f32 q9, q9, q0\n\t" \
    "vmax.f32 q10, q10, q0\n\t" \
    "vmax.f32 q11, q11, q0\n\t" \
    "vmax.f32 q12, q12, q0\n\t" \
    "vmax.f32 q13, q13, q0\n\t" \
    "vmax.f32 q14, q14, q0\n\t" \
    "vmax.f32 q15, q15, q0\n\t" \
    "cmp %[k], #1\n\t" \
    "beq 7f\n\t" \
    "vld1.32 {d2[], d3[]}, [%[x0]]\n\t" \
    "vmin.f32 q8, q8, q1\n\t" \
    "vmin.f32 q9, q9, q1\n\t" \
    "vmin.f32 q10, q10, q1\n\t" \
    "vmin.f32 q11, q11, q1\n\t" \
    "vmin.f32 q12, q12, q1\n\t" \
    "vmin.f32 q13, q13, q1\n\t" \
    "vmin.f32 q14, q14, q1\n\t" \
    "vmin.f32 q15, q15, q1\n\t" \
    "7:\n\t" \
    "ldr %[x0], [%[t], #32]\n\t" \
    "ldr %[x1], [%[t], #36]\n\t" \
    "ldr %[x2], [%[t], #40]\n\t" \
    "ldr %[x3], [%[t], #44]\n\t" \
    "add %[x1], %[x0], %[x1]\n\t" \
    "add %[x2], %[x0], %[x2]\n\t" \
    "add %[x3], %[x0], %[x3]\n\t" \
    "vst1.32 {d28-d31}, [%[x3]]\n\t" \
    "vst1.32 {d24-d27}, [%[x2]]\n\t" \
    "vst1.32 {d20-d23}, [%[x1]]\n\t" \
    "vst1.32 {d16-d19}, [%[x0]]\n\t"

/* Four positions with 4 channels: all segments, 4 taps at a time, then single ones. */
#define EDGEC_GEMM_F32_TILE4_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[count], [%[t], #20]\n\t" \
    "ldr %[segments], [%[t], #24]\n\t" \
    "ldr %[w], [%[t], #28]\n\t" \
    "vld1.32 {d16-d17}, [%[w]]\n\t" \
    "vld1.32 {d18-d19}, [%[w]]\n\t" \
    "vld1.32 {d20-d21}, [%[w]]\n\t" \
    "vld1.32 {d22-d23}, [%[w]]!\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #4\n\t" \
    "ldr %[k], [%[t]]\n\t" \
    "ldr %[x1], [%[t], #4]\n\t" \
    "ldr %[x2], [%[t], #8]\n\t" \
    "ldr %[x3], [%[t], #12]\n\t" \
    "add %[x0], %[x0], %[k]\n\t" \
    "ldr %[k], [%[t], #16]\n\t" \
    "add %[x1], %[x0], %[x1]\n\t" \
    "add %[x2], %[x0], %[x2]\n\t" \
    "add %[x3], %[x0], %[x3]\n\t" \
    "lsrs %[k], %[k], #2\n\t" \
    "beq 3f\n\t" \
    "2:\n\t" \
    "vld1.32 {d0-d1}, [%[x0]]!\n\t" \
    "vld1.32 {d2-d3}, [%[x1]]!\n\t" \
    "vld1.32 {d4-d5}, [%[x2]]!\n\t" \
    "vld1.32 {d6-d7}, [%[x3]]!\n\t" \
    "vldmia %[w]!, {d8-d15}\n\t" \
    "vmla.f32 q8, q4, d0[0]\n\t" \
    "vmla.f32 q9, q4, d2[0]\n\t" \
    "vmla.f32 q10, q4, d4[0]\n\t" \
    "vmla.f32 q11, q4, d6[0]\n\t" \
    "vmla.f32 q8, q5, d0[1]\n\t" \
    "vmla.f32 q9, q5, d2[1]\n\t" \
    "vmla.f32 q10, q5, d4[1]\n\t" \
    "vmla.f32 q11, q5, d6[1]\n\t" \
    "vmla.f32 q8, q6, d1[0]\n\t" \
    "vmla.f32 q9, q6, d3[0]\n\t" \
    "vmla.f32 q10, q6, d5[0]\n\t" \
    "vmla.f32 q11, q6, d7[0]\n\t" \
    "vmla.f32 q8, q7, d1[1]\n\t" \
    "vmla.f32 q9, q7, d3[1]\n\t" \
    "vmla.f32 q10, q7, d5[1]\n\t" \
    "vmla.f32 q11, q7, d7[1]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 2b\n\t" \
    "3:\n\t" \
    "ldr %[k], [%[t], #16]\n\t" \
    "ands %[k], %[k], #3\n\t" \
    "beq 5f\n\t" \
    "4:\n\t" \
    "vld1.32 {d0[0]}, [%[x0]]!\n\t" \
    "vld1.32 {d2[0]}, [%[x1]]!\n\t" \
    "vld1.32 {d4[0]}, [%[x2]]!\n\t" \
    "vld1.32 {d6[0]}, [%[x3]]!\n\t" \
    "vld1.32 {d8-d9}, [%[w]]!\n\t" \
    "vmla.f32 q8, q4, d0[0]\n\t" \
    "vmla.f32 q9, q4, d2[0]\n\t" \
    "vmla.f32 q10, q4, d4[0]\n\t" \
    "vmla.f32 q11, q4, d6[0]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 4b\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "bne 1b\n\t" \
    "ldr %[k], [%[t], #48]\n\t" \
    "add %[x0], %[t], #52\n\t" \
    "cmp %[k], #1\n\t" \
    "blt 7f\n\t" \
    "vld1.32 {d0[], d1[]}, [%[x0]]!\n\t" \
    "vmax.f32 q8, q8, q0\n\t" \
    "vmax.f32 q9, q9, q0\n\t" \
    "vmax.f32 q10, q10, q0\n\t" \
    "vmax.f32 q11, q11, q0\n\t" \
    "cmp %[k], #1\n\t" \
    "beq 7f\n\t" \
    "vld1.32 {d2[], d3[]}, [%[x0]]\n\t" \
    "vmin.f32 q8, q8, q1\n\t" \
    "vmin.f32 q9, q9, q1\n\t" \
    "vmin.f32 q10, q10, q1\n\t" \
    "vmin.f32 q11, q11, q1\n\t" \
    "7:\n\t" \
    "ldr %[x0], [%[t], #32]\n\t" \
    "ldr %[x1], [%[t], #36]\n\t" \
    "ldr %[x2], [%[t], #40]\n\t" \
    "ldr %[x3], [%[t], #44]\n\t" \
    "add %[x1], %[x0], %[x1]\n\t" \
    "add %[x2], %[x0], %[x2]\n\t" \
    "add %[x3], %[x0], %[x3]\n\t" \
    "vst1.32 {d22-d23}, [%[x3]]\n\t" \
    "vst1.32 {d20-d21}, [%[x2]]\n\t" \
    "vst1.32 {d18-d19}, [%[x1]]\n\t" \
    "vst1.32 {d16-d17}, [%[x0]]\n\t"

/* One position: a load of 128 bytes of weights is four taps of 8 channels, eight of 4; taps alternate between sums. */
/* Registers:
 *   x0..x7              d0..d7   16 taps
 *   weights0..weights7  q8..q15  two taps of 8 channels each or one of 4, d16 to d31
 *   acc0..acc3          q4..q7   sums, added in the end, d8 to d15
 *   lo hi               q0 q1    behind the taps: limits of the outputs
 */

#define EDGEC_GEMM_F32_LINE8_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[count], [%[t], #20]\n\t" \
    "ldr %[segments], [%[t], #24]\n\t" \
    "ldr %[w], [%[t], #28]\n\t" \
    "vld1.32 {d8-d11}, [%[w]]!\n\t" \
    "vmov.i32 q6, #0\n\t" \
    "vmov.i32 q7, #0\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #4\n\t" \
    "ldr %[k], [%[t]]\n\t" \
    "add %[x0], %[x0], %[k]\n\t" \
    "ldr %[k], [%[t], #16]\n\t" \
    "lsrs %[k], %[k], #4\n\t" \
    "beq 3f\n\t" \
    "2:\n\t" \
    "vldmia %[x0]!, {d0-d7}\n\t" \
    "vldmia %[w]!, {d16-d31}\n\t" \
    "vmla.f32 q4, q8, d0[0]\n\t" \
    "vmla.f32 q5, q9, d0[0]\n\t" \
    "vmla.f32 q6, q10, d0[1]\n\t" \
    "vmla.f32 q7, q11, d0[1]\n\t" \
    "vmla.f32 q4, q12, d1[0]\n\t" \
    "vmla.f32 q5, q13, d1[0]\n\t" \
    "vmla.f32 q6, q14, d1[1]\n\t" \
    "vmla.f32 q7, q15, d1[1]\n\t" \
    "vldmia %[w]!, {d16-d31}\n\t" \
    "vmla.f32 q4, q8, d2[0]\n\t" \
    "vmla.f32 q5, q9, d2[0]\n\t" \
    "vmla.f32 q6, q10, d2[1]\n\t" \
    "vmla.f32 q7, q11, d2[1]\n\t" \
    "vmla.f32 q4, q12, d3[0]\n\t" \
    "vmla.f32 q5, q13, d3[0]\n\t" \
    "vmla.f32 q6, q14, d3[1]\n\t" \
    "vmla.f32 q7, q15, d3[1]\n\t" \
    "vldmia %[w]!, {d16-d31}\n\t" \
    "vmla.f32 q4, q8, d4[0]\n\t" \
    "vmla.f32 q5, q9, d4[0]\n\t" \
    "vmla.f32 q6, q10, d4[1]\n\t" \
    "vmla.f32 q7, q11, d4[1]\n\t" \
    "vmla.f32 q4, q12, d5[0]\n\t" \
    "vmla.f32 q5, q13, d5[0]\n\t" \
    "vmla.f32 q6, q14, d5[1]\n\t" \
    "vmla.f32 q7, q15, d5[1]\n\t" \
    "vldmia %[w]!, {d16-d31}\n\t" \
    "vmla.f32 q4, q8, d6[0]\n\t" \
    "vmla.f32 q5, q9, d6[0]\n\t" \
    "vmla.f32 q6, q10, d6[1]\n\t" \
    "vmla.f32 q7, q11, d6[1]\n\t" \
    "vmla.f32 q4, q12, d7[0]\n\t" \
    "vmla.f32 q5, q13, d7[0]\n\t" \
    "vmla.f32 q6, q14, d7[1]\n\t" \
    "vmla.f32 q7, q15, d7[1]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 2b\n\t" \
    "3:\n\t" \
    "ldr %[k], [%[t], #16]\n\t" \
    "ubfx %[k], %[k], #2, #2\n\t" \
    "cmp %[k], #0\n\t" \
    "beq 5f\n\t" \
    "4:\n\t" \
    "vld1.32 {d0-d1}, [%[x0]]!\n\t" \
    "vldmia %[w]!, {d16-d31}\n\t" \
    "vmla.f32 q4, q8, d0[0]\n\t" \
    "vmla.f32 q5, q9, d0[0]\n\t" \
    "vmla.f32 q6, q10, d0[1]\n\t" \
    "vmla.f32 q7, q11, d0[1]\n\t" \
    "vmla.f32 q4, q12, d1[0]\n\t" \
    "vmla.f32 q5, q13, d1[0]\n\t" \
    "vmla.f32 q6, q14, d1[1]\n\t" \
    "vmla.f32 q7, q15, d1[1]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 4b\n\t" \
    "5:\n\t" \
    "ldr %[k], [%[t], #16]\n\t" \
    "ands %[k], %[k], #3\n\t" \
    "beq 7f\n\t" \
    "6:\n\t" \
    "vld1.32 {d0[0]}, [%[x0]]!\n\t" \
    "vld1.32 {d16-d19}, [%[w]]!\n\t" \
    "vmla.f32 q4, q8, d0[0]\n\t" \
    "vmla.f32 q5, q9, d0[0]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 6b\n\t" \
    "7:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "bne 1b\n\t" \
    "vadd.f32 q4, q4, q6\n\t" \
    "vadd.f32 q5, q5, q7\n\t" \
    "ldr %[k], [%[t], #48]\n\t" \
    "add %[x0], %[t], #52\n\t" \
    "cmp %[k], #1\n\t" \
    "blt 7f\n\t" \
    "vld1.32 {d0[], d1[]}, [%[x0]]!\n\t" \
    "vmax.f32 q4, q4, q0\n\t" \
    "vmax.f32 q5, q5, q0\n\t" \
    "cmp %[k], #1\n\t" \
    "beq 7f\n\t" \
    "vld1.32 {d2[], d3[]}, [%[x0]]\n\t" \
    "vmin.f32 q4, q4, q1\n\t" \
    "vmin.f32 q5, q5, q1\n\t" \
    "7:\n\t" \
    "ldr %[x0], [%[t], #32]\n\t" \
    "vst1.32 {d8-d11}, [%[x0]]\n\t"

#define EDGEC_GEMM_F32_LINE4_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[count], [%[t], #20]\n\t" \
    "ldr %[segments], [%[t], #24]\n\t" \
    "ldr %[w], [%[t], #28]\n\t" \
    "vld1.32 {d8-d9}, [%[w]]!\n\t" \
    "vmov.i32 q5, #0\n\t" \
    "vmov.i32 q6, #0\n\t" \
    "vmov.i32 q7, #0\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[segments]], #4\n\t" \
    "ldr %[k], [%[t]]\n\t" \
    "add %[x0], %[x0], %[k]\n\t" \
    "ldr %[k], [%[t], #16]\n\t" \
    "lsrs %[k], %[k], #4\n\t" \
    "beq 3f\n\t" \
    "2:\n\t" \
    "vldmia %[x0]!, {d0-d7}\n\t" \
    "vldmia %[w]!, {d16-d31}\n\t" \
    "vmla.f32 q4, q8, d0[0]\n\t" \
    "vmla.f32 q5, q9, d0[1]\n\t" \
    "vmla.f32 q6, q10, d1[0]\n\t" \
    "vmla.f32 q7, q11, d1[1]\n\t" \
    "vmla.f32 q4, q12, d2[0]\n\t" \
    "vmla.f32 q5, q13, d2[1]\n\t" \
    "vmla.f32 q6, q14, d3[0]\n\t" \
    "vmla.f32 q7, q15, d3[1]\n\t" \
    "vldmia %[w]!, {d16-d31}\n\t" \
    "vmla.f32 q4, q8, d4[0]\n\t" \
    "vmla.f32 q5, q9, d4[1]\n\t" \
    "vmla.f32 q6, q10, d5[0]\n\t" \
    "vmla.f32 q7, q11, d5[1]\n\t" \
    "vmla.f32 q4, q12, d6[0]\n\t" \
    "vmla.f32 q5, q13, d6[1]\n\t" \
    "vmla.f32 q6, q14, d7[0]\n\t" \
    "vmla.f32 q7, q15, d7[1]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 2b\n\t" \
    "3:\n\t" \
    "ldr %[k], [%[t], #16]\n\t" \
    "ubfx %[k], %[k], #2, #2\n\t" \
    "cmp %[k], #0\n\t" \
    "beq 5f\n\t" \
    "4:\n\t" \
    "vld1.32 {d0-d1}, [%[x0]]!\n\t" \
    "vldmia %[w]!, {d16-d23}\n\t" \
    "vmla.f32 q4, q8, d0[0]\n\t" \
    "vmla.f32 q5, q9, d0[1]\n\t" \
    "vmla.f32 q6, q10, d1[0]\n\t" \
    "vmla.f32 q7, q11, d1[1]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 4b\n\t" \
    "5:\n\t" \
    "ldr %[k], [%[t], #16]\n\t" \
    "ands %[k], %[k], #3\n\t" \
    "beq 7f\n\t" \
    "6:\n\t" \
    "vld1.32 {d0[0]}, [%[x0]]!\n\t" \
    "vld1.32 {d16-d17}, [%[w]]!\n\t" \
    "vmla.f32 q4, q8, d0[0]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 6b\n\t" \
    "7:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "bne 1b\n\t" \
    "vadd.f32 q4, q4, q6\n\t" \
    "vadd.f32 q5, q5, q7\n\t" \
    "vadd.f32 q4, q4, q5\n\t" \
    "ldr %[k], [%[t], #48]\n\t" \
    "add %[x0], %[t], #52\n\t" \
    "cmp %[k], #1\n\t" \
    "blt 7f\n\t" \
    "vld1.32 {d0[], d1[]}, [%[x0]]!\n\t" \
    "vmax.f32 q4, q4, q0\n\t" \
    "cmp %[k], #1\n\t" \
    "beq 7f\n\t" \
    "vld1.32 {d2[], d3[]}, [%[x0]]\n\t" \
    "vmin.f32 q4, q4, q1\n\t" \
    "7:\n\t" \
    "ldr %[x0], [%[t], #32]\n\t" \
    "vst1.32 {d8-d9}, [%[x0]]\n\t"

#endif
