/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s8_code_neon_v7.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S8_CODE_NEON_V7_H
#define EDGEC_GEMM_S8_CODE_NEON_V7_H

/* Products of rows of int8 with packed weights on Armv7-A (edgec_gemm_s8_neon_v7.h): the sums of two positions, or of
 * one, with four channels; and all channels of two positions. */
/* Registers:
 *   x0_0..x0_3                  d0..d3    32 taps of position 0
 *   x1_0..x1_3                  d4..d7    of position 1
 *   weights0..weights3          d8..d11   16 taps of two channels, or 8 of four
 *   weights4..weights7          d4..d7    one position: 16 taps of two more channels
 *   product0 product1           q6 q7     sums of two products of positions 0 and 1
 *   row_product0..row_product3  q12..q15  one position: of channels 0 to 3
 *   acc0_0..acc0_3              q8..q11   sums of position 0, a channel each; then acc0_0 holds all four
 *   acc1_0..acc1_3              q12..q15  of position 1
 *   half0_0..half0_7            d16..d23  halves of acc0_0 to acc0_3
 *   half1_0..half1_7            d24..d31  and of acc1_0 to acc1_3
 *   bias multiplier shift       q0 q1 q2  behind the taps: of the four channels; the shift is to the left
 *   constant                    q3        of all channels
 *   lo hi                       d0 d1     limits of the outputs
 */

/* The sums of two positions: all segments by steps of 32, 16 and 8 taps. */
#define EDGEC_GEMM_S8_TWO_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[x], [%[segments]], #4\n\t" \
    "add %[x], %[x], %[from]\n\t" \
    "add %[x1], %[x], %[in1]\n\t" \
    "lsrs %[k], %[bytes], #5\n\t" \
    "beq 6f\n\t" \
    "vld1.8 {d0-d3}, [%[x]]!\n\t" \
    "vld1.8 {d4-d7}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q8, q6\n\t" \
    "vpaddl.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q9, q6\n\t" \
    "vpaddl.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q10, q6\n\t" \
    "vpaddl.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q11, q6\n\t" \
    "vpaddl.s16 q15, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "beq 3f\n\t" \
    "1:\n\t" \
    "vld1.8 {d0-d3}, [%[x]]!\n\t" \
    "vld1.8 {d4-d7}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 1b\n\t" \
    "3:\n\t" \
    "tst %[bytes], #16\n\t" \
    "beq 4f\n\t" \
    "vld1.8 {d0-d1}, [%[x]]!\n\t" \
    "vld1.8 {d4-d5}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "4:\n\t" \
    "tst %[bytes], #8\n\t" \
    "beq 5f\n\t" \
    "vld1.8 {d0}, [%[x]]!\n\t" \
    "vld1.8 {d4}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d9\n\t" \
    "vmull.s8 q7, d4, d9\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d11\n\t" \
    "vmull.s8 q7, d4, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 8f\n\t" \
    "ldr %[x], [%[segments]], #4\n\t" \
    "add %[x], %[x], %[from]\n\t" \
    "add %[x1], %[x], %[in1]\n\t" \
    "lsrs %[k], %[bytes], #5\n\t" \
    "bne 1b\n\t" \
    "b 3b\n\t" \
    "6:\n\t" \
    "tst %[bytes], #16\n\t" \
    "beq 7f\n\t" \
    "vld1.8 {d0-d1}, [%[x]]!\n\t" \
    "vld1.8 {d4-d5}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q8, q6\n\t" \
    "vpaddl.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q9, q6\n\t" \
    "vpaddl.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q10, q6\n\t" \
    "vpaddl.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q11, q6\n\t" \
    "vpaddl.s16 q15, q7\n\t" \
    "b 4b\n\t" \
    "7:\n\t" \
    "vld1.8 {d0}, [%[x]]!\n\t" \
    "vld1.8 {d4}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vpaddl.s16 q8, q6\n\t" \
    "vpaddl.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d9\n\t" \
    "vmull.s8 q7, d4, d9\n\t" \
    "vpaddl.s16 q9, q6\n\t" \
    "vpaddl.s16 q13, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vpaddl.s16 q10, q6\n\t" \
    "vpaddl.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d11\n\t" \
    "vmull.s8 q7, d4, d11\n\t" \
    "vpaddl.s16 q11, q6\n\t" \
    "vpaddl.s16 q15, q7\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "vld1.32 {d0-d3}, [%[w]]!\n\t" \
    "vld1.32 {d4-d5}, [%[w]]!\n\t" \
    "vpadd.i32 d16, d16, d17\n\t" \
    "vpadd.i32 d17, d18, d19\n\t" \
    "vpadd.i32 d18, d20, d21\n\t" \
    "vpadd.i32 d19, d22, d23\n\t" \
    "vpadd.i32 d16, d16, d17\n\t" \
    "vpadd.i32 d17, d18, d19\n\t" \
    "vadd.i32 q8, q8, q0\n\t" \
    "vpadd.i32 d24, d24, d25\n\t" \
    "vpadd.i32 d25, d26, d27\n\t" \
    "vpadd.i32 d26, d28, d29\n\t" \
    "vpadd.i32 d27, d30, d31\n\t" \
    "vpadd.i32 d24, d24, d25\n\t" \
    "vpadd.i32 d25, d26, d27\n\t" \
    "vadd.i32 q12, q12, q0\n\t"

/* The sums of one position: all segments by steps of 32, 16 and 8 taps. */
#define EDGEC_GEMM_S8_ONE_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[x], [%[segments]], #4\n\t" \
    "add %[x], %[x], %[from]\n\t" \
    "lsrs %[k], %[bytes], #5\n\t" \
    "beq 6f\n\t" \
    "vld1.8 {d0-d3}, [%[x]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vld1.8 {d4-d7}, [%[w]]!\n\t" \
    "vmull.s8 q12, d0, d8\n\t" \
    "vmull.s8 q13, d0, d10\n\t" \
    "vmull.s8 q14, d0, d4\n\t" \
    "vmull.s8 q15, d0, d6\n\t" \
    "vmlal.s8 q12, d1, d9\n\t" \
    "vmlal.s8 q13, d1, d11\n\t" \
    "vmlal.s8 q14, d1, d5\n\t" \
    "vmlal.s8 q15, d1, d7\n\t" \
    "vpaddl.s16 q8, q12\n\t" \
    "vpaddl.s16 q9, q13\n\t" \
    "vpaddl.s16 q10, q14\n\t" \
    "vpaddl.s16 q11, q15\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vld1.8 {d4-d7}, [%[w]]!\n\t" \
    "vmull.s8 q12, d2, d8\n\t" \
    "vmull.s8 q13, d2, d10\n\t" \
    "vmull.s8 q14, d2, d4\n\t" \
    "vmull.s8 q15, d2, d6\n\t" \
    "vmlal.s8 q12, d3, d9\n\t" \
    "vmlal.s8 q13, d3, d11\n\t" \
    "vmlal.s8 q14, d3, d5\n\t" \
    "vmlal.s8 q15, d3, d7\n\t" \
    "vpadal.s16 q8, q12\n\t" \
    "vpadal.s16 q9, q13\n\t" \
    "vpadal.s16 q10, q14\n\t" \
    "vpadal.s16 q11, q15\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "beq 3f\n\t" \
    "1:\n\t" \
    "vld1.8 {d0-d3}, [%[x]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vld1.8 {d4-d7}, [%[w]]!\n\t" \
    "vmull.s8 q12, d0, d8\n\t" \
    "vmull.s8 q13, d0, d10\n\t" \
    "vmull.s8 q14, d0, d4\n\t" \
    "vmull.s8 q15, d0, d6\n\t" \
    "vmlal.s8 q12, d1, d9\n\t" \
    "vmlal.s8 q13, d1, d11\n\t" \
    "vmlal.s8 q14, d1, d5\n\t" \
    "vmlal.s8 q15, d1, d7\n\t" \
    "vpadal.s16 q8, q12\n\t" \
    "vpadal.s16 q9, q13\n\t" \
    "vpadal.s16 q10, q14\n\t" \
    "vpadal.s16 q11, q15\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vld1.8 {d4-d7}, [%[w]]!\n\t" \
    "vmull.s8 q12, d2, d8\n\t" \
    "vmull.s8 q13, d2, d10\n\t" \
    "vmull.s8 q14, d2, d4\n\t" \
    "vmull.s8 q15, d2, d6\n\t" \
    "vmlal.s8 q12, d3, d9\n\t" \
    "vmlal.s8 q13, d3, d11\n\t" \
    "vmlal.s8 q14, d3, d5\n\t" \
    "vmlal.s8 q15, d3, d7\n\t" \
    "vpadal.s16 q8, q12\n\t" \
    "vpadal.s16 q9, q13\n\t" \
    "vpadal.s16 q10, q14\n\t" \
    "vpadal.s16 q11, q15\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 1b\n\t" \
    "3:\n\t" \
    "tst %[bytes], #16\n\t" \
    "beq 4f\n\t" \
    "vld1.8 {d0-d1}, [%[x]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vld1.8 {d4-d7}, [%[w]]!\n\t" \
    "vmull.s8 q12, d0, d8\n\t" \
    "vmull.s8 q13, d0, d10\n\t" \
    "vmull.s8 q14, d0, d4\n\t" \
    "vmull.s8 q15, d0, d6\n\t" \
    "vmlal.s8 q12, d1, d9\n\t" \
    "vmlal.s8 q13, d1, d11\n\t" \
    "vmlal.s8 q14, d1, d5\n\t" \
    "vmlal.s8 q15, d1, d7\n\t" \
    "vpadal.s16 q8, q12\n\t" \
    "vpadal.s16 q9, q13\n\t" \
    "vpadal.s16 q10, q14\n\t" \
    "vpadal.s16 q11, q15\n\t" \
    "4:\n\t" \
    "tst %[bytes], #8\n\t" \
    "beq 5f\n\t" \
    "vld1.8 {d0}, [%[x]]\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q12, d0, d8\n\t" \
    "vmull.s8 q13, d0, d9\n\t" \
    "vmull.s8 q14, d0, d10\n\t" \
    "vmull.s8 q15, d0, d11\n\t" \
    "vpadal.s16 q8, q12\n\t" \
    "vpadal.s16 q9, q13\n\t" \
    "vpadal.s16 q10, q14\n\t" \
    "vpadal.s16 q11, q15\n\t" \
    "5:\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 8f\n\t" \
    "ldr %[x], [%[segments]], #4\n\t" \
    "add %[x], %[x], %[from]\n\t" \
    "lsrs %[k], %[bytes], #5\n\t" \
    "bne 1b\n\t" \
    "b 3b\n\t" \
    "6:\n\t" \
    "tst %[bytes], #16\n\t" \
    "beq 7f\n\t" \
    "vld1.8 {d0-d1}, [%[x]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vld1.8 {d4-d7}, [%[w]]!\n\t" \
    "vmull.s8 q12, d0, d8\n\t" \
    "vmull.s8 q13, d0, d10\n\t" \
    "vmull.s8 q14, d0, d4\n\t" \
    "vmull.s8 q15, d0, d6\n\t" \
    "vmlal.s8 q12, d1, d9\n\t" \
    "vmlal.s8 q13, d1, d11\n\t" \
    "vmlal.s8 q14, d1, d5\n\t" \
    "vmlal.s8 q15, d1, d7\n\t" \
    "vpaddl.s16 q8, q12\n\t" \
    "vpaddl.s16 q9, q13\n\t" \
    "vpaddl.s16 q10, q14\n\t" \
    "vpaddl.s16 q11, q15\n\t" \
    "b 4b\n\t" \
    "7:\n\t" \
    "vld1.8 {d0}, [%[x]]\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q12, d0, d8\n\t" \
    "vmull.s8 q13, d0, d9\n\t" \
    "vmull.s8 q14, d0, d10\n\t" \
    "vmull.s8 q15, d0, d11\n\t" \
    "vpaddl.s16 q8, q12\n\t" \
    "vpaddl.s16 q9, q13\n\t" \
    "vpaddl.s16 q10, q14\n\t" \
    "vpaddl.s16 q11, q15\n\t" \
    "b 5b\n\t" \
    "8:\n\t" \
    "vld1.32 {d0-d3}, [%[w]]!\n\t" \
    "vld1.32 {d4-d5}, [%[w]]!\n\t" \
    "vpadd.i32 d16, d16, d17\n\t" \
    "vpadd.i32 d17, d18, d19\n\t" \
    "vpadd.i32 d18, d20, d21\n\t" \
    "vpadd.i32 d19, d22, d23\n\t" \
    "vpadd.i32 d16, d16, d17\n\t" \
    "vpadd.i32 d17, d18, d19\n\t" \
    "vadd.i32 q8, q8, q0\n\t"

/* All blocks of channels of two positions that read one run of `bytes` each, 4 channels or more.  Operand job is the
 * job, then its zero point.
 * LSLS leaves bit 4 of `bytes` in C and bit 3 in N, which NEON does not change. */
#define EDGEC_GEMM_S8_BLOCKS_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[bytes], [%[job], #8]\n\t" \
    "ldr %[k], [%[job], #12]\n\t" \
    "ldr %[w], [%[job], #16]\n\t" \
    "add %[x1], %[x], %[k]\n\t" \
    "ldr %[job], [%[job], #36]\n\t" \
    "1:\n\t" \
    "lsrs %[k], %[bytes], #5\n\t" \
    "beq 6f\n\t" \
    "vld1.8 {d0-d3}, [%[x]]!\n\t" \
    "vld1.8 {d4-d7}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q8, q6\n\t" \
    "vpaddl.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q9, q6\n\t" \
    "vpaddl.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q10, q6\n\t" \
    "vpaddl.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q11, q6\n\t" \
    "vpaddl.s16 q15, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "beq 3f\n\t" \
    "2:\n\t" \
    "vld1.8 {d0-d3}, [%[x]]!\n\t" \
    "vld1.8 {d4-d7}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 2b\n\t" \
    "3:\n\t" \
    "lsls %[k], %[bytes], #28\n\t" \
    "bcc 4f\n\t" \
    "vld1.8 {d0-d1}, [%[x]]!\n\t" \
    "vld1.8 {d4-d5}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "4:\n\t" \
    "bpl 5f\n\t" \
    "vld1.8 {d0}, [%[x]]!\n\t" \
    "vld1.8 {d4}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d9\n\t" \
    "vmull.s8 q7, d4, d9\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d11\n\t" \
    "vmull.s8 q7, d4, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "5:\n\t" \
    "vld1.32 {d0-d3}, [%[w]]!\n\t" \
    "vld1.32 {d4-d5}, [%[w]]!\n\t" \
    "vpadd.i32 d16, d16, d17\n\t" \
    "vpadd.i32 d17, d18, d19\n\t" \
    "vpadd.i32 d18, d20, d21\n\t" \
    "vpadd.i32 d19, d22, d23\n\t" \
    "vpadd.i32 d16, d16, d17\n\t" \
    "vpadd.i32 d17, d18, d19\n\t" \
    "vadd.i32 q8, q8, q0\n\t" \
    "vpadd.i32 d24, d24, d25\n\t" \
    "vpadd.i32 d25, d26, d27\n\t" \
    "vpadd.i32 d26, d28, d29\n\t" \
    "vpadd.i32 d27, d30, d31\n\t" \
    "vpadd.i32 d24, d24, d25\n\t" \
    "vpadd.i32 d25, d26, d27\n\t" \
    "vadd.i32 q12, q12, q0\n\t" \
    "vqdmulh.s32 q8, q8, q1\n\t" \
    "vqdmulh.s32 q12, q12, q1\n\t" \
    "vrshl.s32 q8, q8, q2\n\t" \
    "vrshl.s32 q12, q12, q2\n\t" \
    "vdup.16 q3, %[job]\n\t" \
    "vqmovn.s32 d16, q8\n\t" \
    "vqmovn.s32 d17, q12\n\t" \
    "sub %[x], %[x], %[bytes]\n\t" \
    "sub %[x1], %[x1], %[bytes]\n\t" \
    "vqadd.s16 q8, q8, q3\n\t" \
    "vqmovn.s16 d16, q8\n\t" \
    "vst1.32 {d16[0]}, [%[y]]!\n\t" \
    "vst1.32 {d16[1]}, [%[y1]]!\n\t" \
    "subs %[left], %[left], #4\n\t" \
    "bge 1b\n\t" \
    "cmn %[left], #4\n\t" /* the last block ends with the last channel */ \
    "beq 8f\n\t" \
    "add %[y], %[y], %[left]\n\t" \
    "add %[y1], %[y1], %[left]\n\t" \
    "mov %[left], #0\n\t" \
    "b 1b\n\t" \
    "6:\n\t" \
    "lsls %[k], %[bytes], #28\n\t" \
    "bcc 7f\n\t" \
    "vld1.8 {d0-d1}, [%[x]]!\n\t" \
    "vld1.8 {d4-d5}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q8, q6\n\t" \
    "vpaddl.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q9, q6\n\t" \
    "vpaddl.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q10, q6\n\t" \
    "vpaddl.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q11, q6\n\t" \
    "vpaddl.s16 q15, q7\n\t" \
    "b 4b\n\t" \
    "7:\n\t" \
    "vld1.8 {d0}, [%[x]]!\n\t" \
    "vld1.8 {d4}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vpaddl.s16 q8, q6\n\t" \
    "vpaddl.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d9\n\t" \
    "vmull.s8 q7, d4, d9\n\t" \
    "vpaddl.s16 q9, q6\n\t" \
    "vpaddl.s16 q13, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vpaddl.s16 q10, q6\n\t" \
    "vpaddl.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d11\n\t" \
    "vmull.s8 q7, d4, d11\n\t" \
    "vpaddl.s16 q11, q6\n\t" \
    "vpaddl.s16 q15, q7\n\t" \
    "b 5b\n\t" \
    "8:\n\t"

/* All blocks of channels of two positions that read one run of `bytes` each, 4 channels or more.  Operand job is the
 * job, then how it requantizes, with limits.
 * LSLS leaves bit 4 of `bytes` in C and bit 3 in N, which NEON does not change. */
#define EDGEC_GEMM_S8_GENERAL_BLOCKS_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[bytes], [%[job], #8]\n\t" \
    "ldr %[k], [%[job], #12]\n\t" \
    "ldr %[w], [%[job], #16]\n\t" \
    "add %[x1], %[x], %[k]\n\t" \
    "add %[job], %[job], #36\n\t" \
    "1:\n\t" \
    "lsrs %[k], %[bytes], #5\n\t" \
    "beq 6f\n\t" \
    "vld1.8 {d0-d3}, [%[x]]!\n\t" \
    "vld1.8 {d4-d7}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q8, q6\n\t" \
    "vpaddl.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q9, q6\n\t" \
    "vpaddl.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q10, q6\n\t" \
    "vpaddl.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q11, q6\n\t" \
    "vpaddl.s16 q15, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "beq 3f\n\t" \
    "2:\n\t" \
    "vld1.8 {d0-d3}, [%[x]]!\n\t" \
    "vld1.8 {d4-d7}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d2, d8\n\t" \
    "vmull.s8 q7, d6, d8\n\t" \
    "vmlal.s8 q6, d3, d9\n\t" \
    "vmlal.s8 q7, d7, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d2, d10\n\t" \
    "vmull.s8 q7, d6, d10\n\t" \
    "vmlal.s8 q6, d3, d11\n\t" \
    "vmlal.s8 q7, d7, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 2b\n\t" \
    "3:\n\t" \
    "lsls %[k], %[bytes], #28\n\t" \
    "bcc 4f\n\t" \
    "vld1.8 {d0-d1}, [%[x]]!\n\t" \
    "vld1.8 {d4-d5}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "4:\n\t" \
    "bpl 5f\n\t" \
    "vld1.8 {d0}, [%[x]]!\n\t" \
    "vld1.8 {d4}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vpadal.s16 q8, q6\n\t" \
    "vpadal.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d9\n\t" \
    "vmull.s8 q7, d4, d9\n\t" \
    "vpadal.s16 q9, q6\n\t" \
    "vpadal.s16 q13, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vpadal.s16 q10, q6\n\t" \
    "vpadal.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d11\n\t" \
    "vmull.s8 q7, d4, d11\n\t" \
    "vpadal.s16 q11, q6\n\t" \
    "vpadal.s16 q15, q7\n\t" \
    "5:\n\t" \
    "vld1.32 {d0-d3}, [%[w]]!\n\t" \
    "vld1.32 {d4-d5}, [%[w]]!\n\t" \
    "vpadd.i32 d16, d16, d17\n\t" \
    "vpadd.i32 d17, d18, d19\n\t" \
    "vpadd.i32 d18, d20, d21\n\t" \
    "vpadd.i32 d19, d22, d23\n\t" \
    "vpadd.i32 d16, d16, d17\n\t" \
    "vpadd.i32 d17, d18, d19\n\t" \
    "vadd.i32 q8, q8, q0\n\t" \
    "vpadd.i32 d24, d24, d25\n\t" \
    "vpadd.i32 d25, d26, d27\n\t" \
    "vpadd.i32 d26, d28, d29\n\t" \
    "vpadd.i32 d27, d30, d31\n\t" \
    "vpadd.i32 d24, d24, d25\n\t" \
    "vpadd.i32 d25, d26, d27\n\t" \
    "vadd.i32 q12, q12, q0\n\t" \
    "ldr %[k], [%[job], #12]\n\t" \
    "vdup.32 q3, %[k]\n\t" \
    "vshl.s32 q8, q8, q3\n\t" \
    "vshl.s32 q12, q12, q3\n\t" \
    "vqdmulh.s32 q8, q8, q1\n\t" \
    "vqdmulh.s32 q12, q12, q1\n\t" \
    "vrshl.s32 q8, q8, q2\n\t" \
    "vrshl.s32 q12, q12, q2\n\t" \
    "ldr %[k], [%[job]]\n\t" \
    "vdup.16 q3, %[k]\n\t" \
    "vqmovn.s32 d16, q8\n\t" \
    "vqmovn.s32 d17, q12\n\t" \
    "sub %[x], %[x], %[bytes]\n\t" \
    "sub %[x1], %[x1], %[bytes]\n\t" \
    "vqadd.s16 q8, q8, q3\n\t" \
    "vqmovn.s16 d16, q8\n\t" \
    "ldr %[k], [%[job], #4]\n\t" \
    "vdup.8 d0, %[k]\n\t" \
    "ldr %[k], [%[job], #8]\n\t" \
    "vdup.8 d1, %[k]\n\t" \
    "vmax.s8 d16, d16, d0\n\t" \
    "vmin.s8 d16, d16, d1\n\t" \
    "vst1.32 {d16[0]}, [%[y]]!\n\t" \
    "vst1.32 {d16[1]}, [%[y1]]!\n\t" \
    "subs %[left], %[left], #4\n\t" \
    "bge 1b\n\t" \
    "cmn %[left], #4\n\t" /* the last block ends with the last channel */ \
    "beq 8f\n\t" \
    "add %[y], %[y], %[left]\n\t" \
    "add %[y1], %[y1], %[left]\n\t" \
    "mov %[left], #0\n\t" \
    "b 1b\n\t" \
    "6:\n\t" \
    "lsls %[k], %[bytes], #28\n\t" \
    "bcc 7f\n\t" \
    "vld1.8 {d0-d1}, [%[x]]!\n\t" \
    "vld1.8 {d4-d5}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q8, q6\n\t" \
    "vpaddl.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q9, q6\n\t" \
    "vpaddl.s16 q13, q7\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vmlal.s8 q6, d1, d9\n\t" \
    "vmlal.s8 q7, d5, d9\n\t" \
    "vpaddl.s16 q10, q6\n\t" \
    "vpaddl.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vmlal.s8 q6, d1, d11\n\t" \
    "vmlal.s8 q7, d5, d11\n\t" \
    "vpaddl.s16 q11, q6\n\t" \
    "vpaddl.s16 q15, q7\n\t" \
    "b 4b\n\t" \
    "7:\n\t" \
    "vld1.8 {d0}, [%[x]]!\n\t" \
    "vld1.8 {d4}, [%[x1]]!\n\t" \
    "vld1.8 {d8-d11}, [%[w]]!\n\t" \
    "vmull.s8 q6, d0, d8\n\t" \
    "vmull.s8 q7, d4, d8\n\t" \
    "vpaddl.s16 q8, q6\n\t" \
    "vpaddl.s16 q12, q7\n\t" \
    "vmull.s8 q6, d0, d9\n\t" \
    "vmull.s8 q7, d4, d9\n\t" \
    "vpaddl.s16 q9, q6\n\t" \
    "vpaddl.s16 q13, q7\n\t" \
    "vmull.s8 q6, d0, d10\n\t" \
    "vmull.s8 q7, d4, d10\n\t" \
    "vpaddl.s16 q10, q6\n\t" \
    "vpaddl.s16 q14, q7\n\t" \
    "vmull.s8 q6, d0, d11\n\t" \
    "vmull.s8 q7, d4, d11\n\t" \
    "vpaddl.s16 q11, q6\n\t" \
    "vpaddl.s16 q15, q7\n\t" \
    "b 5b\n\t" \
    "8:\n\t"

#endif
