/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_code_neon_v7.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_CODE_NEON_V7_H
#define EDGEC_DW_CODE_NEON_V7_H

/* Depthwise rows of 3x3 windows on Armv7-A (edgec_dw_neon_v7.h): all positions of a block of 8 channels, whose windows
 * lie one column apart, or two.  Operand r2 is the job at first, count the channel. */
/* Registers:
 *   weights0..weights8                           d0..d8           of the taps, by columns
 *   column0_0..column0_2                         d9..d11          columns of windows, three rows each, that take turns
 *   column1_0..column1_2                         d12..d14         the next one
 *   column2_0..column2_2                         d15..d17         the third
 *   acc0 acc1                                    q9 q10           sums of a position
 *   acc_0 acc_1 acc_2 acc_3                      d18 d19 d20 d21  their halves
 *   product0 product1                            q11 q12          sums of two products of 8 channels, which take turns
 *   product0_0 product0_1 product1_0 product1_1  d22 d23 d24 d25  their halves
 *   factor0 factor1                              q11 q12          behind the taps: multipliers, then shifts to the left
 *   zero                                         q13              zero point of the outputs
 *   bias0 bias1                                  q14 q15          what sums begin with
 *   limits                                       q10              behind the shifts: both limits, then
 *   lo hi                                        d20 d21          of each byte
 */

#define EDGEC_DW_S1_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[r0], [%[r2]]\n\t" \
    "ldr %[r1], [%[r2], #4]\n\t" \
    "ldr %[n], [%[r2], #8]\n\t" \
    "add %[r0], %[r0], %[count]\n\t" \
    "add %[r1], %[r1], %[count]\n\t" \
    "add %[n], %[n], %[count]\n\t" \
    "ldr %[tap], [%[r2], #12]\n\t" \
    "ldr %[out], [%[r2], #16]\n\t" \
    "ldr %[count], [%[r2], #20]\n\t" \
    "ldr %[limits], [%[r2], #28]\n\t" \
    "add %[r2], %[r2], #24\n\t" \
    "vld1.16 {d26[], d27[]}, [%[r2]]\n\t" \
    "mov %[r2], %[n]\n\t" \
    "vld1.8 {d0-d3}, [%[m]]!\n\t" \
    "vld1.8 {d4-d7}, [%[m]]!\n\t" \
    "vld1.8 {d8}, [%[m]]!\n\t" \
    "vld1.32 {d28-d31}, [%[m]]!\n\t" \
    "add %[n], %[m], #32\n\t" \
    "vld1.8 {d9}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d10}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d11}, [%[r2]], %[tap]\n\t" \
    "vld1.8 {d12}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d13}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d14}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "vld1.8 {d15}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d16}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d17}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d9, d0\n\t" \
    "vmlal.s8 q11, d10, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d11, d2\n\t" \
    "vmlal.s8 q12, d12, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d13, d4\n\t" \
    "vmlal.s8 q11, d14, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d15, d6\n\t" \
    "vmlal.s8 q12, d16, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d17, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "vld1.8 {d9}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d10}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d11}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d12, d0\n\t" \
    "vmlal.s8 q11, d13, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d14, d2\n\t" \
    "vmlal.s8 q12, d15, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d16, d4\n\t" \
    "vmlal.s8 q11, d17, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d9, d6\n\t" \
    "vmlal.s8 q12, d10, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d11, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "vld1.8 {d12}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d13}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d14}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d15, d0\n\t" \
    "vmlal.s8 q11, d16, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d17, d2\n\t" \
    "vmlal.s8 q12, d9, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d10, d4\n\t" \
    "vmlal.s8 q11, d11, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d12, d6\n\t" \
    "vmlal.s8 q12, d13, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d14, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#define EDGEC_DW_S2_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[r0], [%[r2]]\n\t" \
    "ldr %[r1], [%[r2], #4]\n\t" \
    "ldr %[n], [%[r2], #8]\n\t" \
    "add %[r0], %[r0], %[count]\n\t" \
    "add %[r1], %[r1], %[count]\n\t" \
    "add %[n], %[n], %[count]\n\t" \
    "ldr %[tap], [%[r2], #12]\n\t" \
    "ldr %[out], [%[r2], #16]\n\t" \
    "ldr %[count], [%[r2], #20]\n\t" \
    "ldr %[limits], [%[r2], #28]\n\t" \
    "add %[r2], %[r2], #24\n\t" \
    "vld1.16 {d26[], d27[]}, [%[r2]]\n\t" \
    "mov %[r2], %[n]\n\t" \
    "vld1.8 {d0-d3}, [%[m]]!\n\t" \
    "vld1.8 {d4-d7}, [%[m]]!\n\t" \
    "vld1.8 {d8}, [%[m]]!\n\t" \
    "vld1.32 {d28-d31}, [%[m]]!\n\t" \
    "add %[n], %[m], #32\n\t" \
    "vld1.8 {d9}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d10}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d11}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "vld1.8 {d12}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d13}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d14}, [%[r2]], %[tap]\n\t" \
    "vld1.8 {d15}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d16}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d17}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d9, d0\n\t" \
    "vmlal.s8 q11, d10, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d11, d2\n\t" \
    "vmlal.s8 q12, d12, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d13, d4\n\t" \
    "vmlal.s8 q11, d14, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d15, d6\n\t" \
    "vmlal.s8 q12, d16, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d17, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "vld1.8 {d9}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d10}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d11}, [%[r2]], %[tap]\n\t" \
    "vld1.8 {d12}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d13}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d14}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d15, d0\n\t" \
    "vmlal.s8 q11, d16, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d17, d2\n\t" \
    "vmlal.s8 q12, d9, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d10, d4\n\t" \
    "vmlal.s8 q11, d11, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d12, d6\n\t" \
    "vmlal.s8 q12, d13, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d14, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "vld1.8 {d15}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d16}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d17}, [%[r2]], %[tap]\n\t" \
    "vld1.8 {d9}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d10}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d11}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d12, d0\n\t" \
    "vmlal.s8 q11, d13, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d14, d2\n\t" \
    "vmlal.s8 q12, d15, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d16, d4\n\t" \
    "vmlal.s8 q11, d17, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d9, d6\n\t" \
    "vmlal.s8 q12, d10, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d11, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#define EDGEC_DW_LIMITED_S1_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[r0], [%[r2]]\n\t" \
    "ldr %[r1], [%[r2], #4]\n\t" \
    "ldr %[n], [%[r2], #8]\n\t" \
    "add %[r0], %[r0], %[count]\n\t" \
    "add %[r1], %[r1], %[count]\n\t" \
    "add %[n], %[n], %[count]\n\t" \
    "ldr %[tap], [%[r2], #12]\n\t" \
    "ldr %[out], [%[r2], #16]\n\t" \
    "ldr %[count], [%[r2], #20]\n\t" \
    "ldr %[limits], [%[r2], #28]\n\t" \
    "add %[r2], %[r2], #24\n\t" \
    "vld1.16 {d26[], d27[]}, [%[r2]]\n\t" \
    "mov %[r2], %[n]\n\t" \
    "vld1.8 {d0-d3}, [%[m]]!\n\t" \
    "vld1.8 {d4-d7}, [%[m]]!\n\t" \
    "vld1.8 {d8}, [%[m]]!\n\t" \
    "vld1.32 {d28-d31}, [%[m]]!\n\t" \
    "add %[n], %[m], #32\n\t" \
    "vld1.8 {d9}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d10}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d11}, [%[r2]], %[tap]\n\t" \
    "vld1.8 {d12}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d13}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d14}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "vld1.8 {d15}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d16}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d17}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d9, d0\n\t" \
    "vmlal.s8 q11, d10, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d11, d2\n\t" \
    "vmlal.s8 q12, d12, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d13, d4\n\t" \
    "vmlal.s8 q11, d14, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d15, d6\n\t" \
    "vmlal.s8 q12, d16, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d17, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vdup.16 q10, %[limits]\n\t" \
    "vuzp.8 d20, d21\n\t" \
    "vmax.s8 d18, d18, d20\n\t" \
    "vmin.s8 d18, d18, d21\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "vld1.8 {d9}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d10}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d11}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d12, d0\n\t" \
    "vmlal.s8 q11, d13, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d14, d2\n\t" \
    "vmlal.s8 q12, d15, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d16, d4\n\t" \
    "vmlal.s8 q11, d17, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d9, d6\n\t" \
    "vmlal.s8 q12, d10, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d11, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vdup.16 q10, %[limits]\n\t" \
    "vuzp.8 d20, d21\n\t" \
    "vmax.s8 d18, d18, d20\n\t" \
    "vmin.s8 d18, d18, d21\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "vld1.8 {d12}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d13}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d14}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d15, d0\n\t" \
    "vmlal.s8 q11, d16, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d17, d2\n\t" \
    "vmlal.s8 q12, d9, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d10, d4\n\t" \
    "vmlal.s8 q11, d11, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d12, d6\n\t" \
    "vmlal.s8 q12, d13, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d14, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vdup.16 q10, %[limits]\n\t" \
    "vuzp.8 d20, d21\n\t" \
    "vmax.s8 d18, d18, d20\n\t" \
    "vmin.s8 d18, d18, d21\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#define EDGEC_DW_LIMITED_S2_CODE_V7 \
    ".syntax unified\n\t" \
    "ldr %[r0], [%[r2]]\n\t" \
    "ldr %[r1], [%[r2], #4]\n\t" \
    "ldr %[n], [%[r2], #8]\n\t" \
    "add %[r0], %[r0], %[count]\n\t" \
    "add %[r1], %[r1], %[count]\n\t" \
    "add %[n], %[n], %[count]\n\t" \
    "ldr %[tap], [%[r2], #12]\n\t" \
    "ldr %[out], [%[r2], #16]\n\t" \
    "ldr %[count], [%[r2], #20]\n\t" \
    "ldr %[limits], [%[r2], #28]\n\t" \
    "add %[r2], %[r2], #24\n\t" \
    "vld1.16 {d26[], d27[]}, [%[r2]]\n\t" \
    "mov %[r2], %[n]\n\t" \
    "vld1.8 {d0-d3}, [%[m]]!\n\t" \
    "vld1.8 {d4-d7}, [%[m]]!\n\t" \
    "vld1.8 {d8}, [%[m]]!\n\t" \
    "vld1.32 {d28-d31}, [%[m]]!\n\t" \
    "add %[n], %[m], #32\n\t" \
    "vld1.8 {d9}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d10}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d11}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "vld1.8 {d12}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d13}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d14}, [%[r2]], %[tap]\n\t" \
    "vld1.8 {d15}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d16}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d17}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d9, d0\n\t" \
    "vmlal.s8 q11, d10, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d11, d2\n\t" \
    "vmlal.s8 q12, d12, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d13, d4\n\t" \
    "vmlal.s8 q11, d14, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d15, d6\n\t" \
    "vmlal.s8 q12, d16, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d17, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vdup.16 q10, %[limits]\n\t" \
    "vuzp.8 d20, d21\n\t" \
    "vmax.s8 d18, d18, d20\n\t" \
    "vmin.s8 d18, d18, d21\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "vld1.8 {d9}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d10}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d11}, [%[r2]], %[tap]\n\t" \
    "vld1.8 {d12}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d13}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d14}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d15, d0\n\t" \
    "vmlal.s8 q11, d16, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d17, d2\n\t" \
    "vmlal.s8 q12, d9, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d10, d4\n\t" \
    "vmlal.s8 q11, d11, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d12, d6\n\t" \
    "vmlal.s8 q12, d13, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d14, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vdup.16 q10, %[limits]\n\t" \
    "vuzp.8 d20, d21\n\t" \
    "vmax.s8 d18, d18, d20\n\t" \
    "vmin.s8 d18, d18, d21\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "vld1.8 {d15}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d16}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d17}, [%[r2]], %[tap]\n\t" \
    "vld1.8 {d9}, [%[r0]], %[tap]\n\t" \
    "vld1.8 {d10}, [%[r1]], %[tap]\n\t" \
    "vld1.8 {d11}, [%[r2]], %[tap]\n\t" \
    "vmull.s8 q11, d12, d0\n\t" \
    "vmlal.s8 q11, d13, d1\n\t" \
    "vaddw.s16 q9, q14, d22\n\t" \
    "vaddw.s16 q10, q15, d23\n\t" \
    "vmull.s8 q12, d14, d2\n\t" \
    "vmlal.s8 q12, d15, d3\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d16, d4\n\t" \
    "vmlal.s8 q11, d17, d5\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vmull.s8 q12, d9, d6\n\t" \
    "vmlal.s8 q12, d10, d7\n\t" \
    "vaddw.s16 q9, q9, d24\n\t" \
    "vaddw.s16 q10, q10, d25\n\t" \
    "vmull.s8 q11, d11, d8\n\t" \
    "vaddw.s16 q9, q9, d22\n\t" \
    "vaddw.s16 q10, q10, d23\n\t" \
    "vld1.32 {d22-d25}, [%[m]]\n\t" \
    "vqdmulh.s32 q9, q9, q11\n\t" \
    "vqdmulh.s32 q10, q10, q12\n\t" \
    "vld1.32 {d22-d25}, [%[n]]\n\t" \
    "vrshl.s32 q9, q9, q11\n\t" \
    "vrshl.s32 q10, q10, q12\n\t" \
    "vqmovn.s32 d18, q9\n\t" \
    "vqmovn.s32 d19, q10\n\t" \
    "vqadd.s16 q9, q9, q13\n\t" \
    "vqmovn.s16 d18, q9\n\t" \
    "vdup.16 q10, %[limits]\n\t" \
    "vuzp.8 d20, d21\n\t" \
    "vmax.s8 d18, d18, d20\n\t" \
    "vmin.s8 d18, d18, d21\n\t" \
    "vst1.8 {d18}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "beq 2f\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#endif
