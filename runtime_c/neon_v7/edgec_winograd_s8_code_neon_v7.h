/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_winograd_s8_code_neon_v7.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_WINOGRAD_S8_CODE_NEON_V7_H
#define EDGEC_WINOGRAD_S8_CODE_NEON_V7_H

/* Winograd F(2x2, 3x3), int8, on Armv7-A (edgec_winograd_s8_neon_v7.h): points of 8 channels of a tile, B' d B. */
/* Registers:
 *   cell0_0..cell0_3  d16..d19  first row of a tile's inputs
 *   cell1_0..cell1_3  d20..d23  second row
 *   cell2_0..cell2_3  d24..d27  third row
 *   cell3_0..cell3_3  d28..d31  fourth row
 *   sum0..sum3        q0..q3    sums or differences of two rows
 *   point0..point3    q4..q7    of their columns, d8 to d15
 */
#define EDGEC_WINOGRAD_INPUT_CODE_V7 \
    "vld1.8 {d16}, [%[r0]], %[step]\n\t" \
    "vld1.8 {d20}, [%[r1]], %[step]\n\t" \
    "vld1.8 {d24}, [%[r2]], %[step]\n\t" \
    "vld1.8 {d28}, [%[r3]], %[step]\n\t" \
    "vld1.8 {d17}, [%[r0]], %[step]\n\t" \
    "vld1.8 {d21}, [%[r1]], %[step]\n\t" \
    "vld1.8 {d25}, [%[r2]], %[step]\n\t" \
    "vld1.8 {d29}, [%[r3]], %[step]\n\t" \
    "vld1.8 {d18}, [%[r0]], %[step]\n\t" \
    "vld1.8 {d22}, [%[r1]], %[step]\n\t" \
    "vld1.8 {d26}, [%[r2]], %[step]\n\t" \
    "vld1.8 {d30}, [%[r3]], %[step]\n\t" \
    "vld1.8 {d19}, [%[r0]], %[step]\n\t" \
    "vld1.8 {d23}, [%[r1]], %[step]\n\t" \
    "vld1.8 {d27}, [%[r2]], %[step]\n\t" \
    "vld1.8 {d31}, [%[r3]], %[step]\n\t" \
    "vsubl.s8 q0, d16, d24\n\t" \
    "vsubl.s8 q1, d17, d25\n\t" \
    "vsubl.s8 q2, d18, d26\n\t" \
    "vsubl.s8 q3, d19, d27\n\t" \
    "vsub.i16 q4, q0, q2\n\t" \
    "vadd.i16 q5, q1, q2\n\t" \
    "vsub.i16 q6, q2, q1\n\t" \
    "vsub.i16 q7, q1, q3\n\t" \
    "vst1.16 {d8-d11}, [%[to]], %[half]\n\t" \
    "vst1.16 {d12-d15}, [%[to]], %[next]\n\t" \
    "vaddl.s8 q0, d20, d24\n\t" \
    "vaddl.s8 q1, d21, d25\n\t" \
    "vaddl.s8 q2, d22, d26\n\t" \
    "vaddl.s8 q3, d23, d27\n\t" \
    "vsub.i16 q4, q0, q2\n\t" \
    "vadd.i16 q5, q1, q2\n\t" \
    "vsub.i16 q6, q2, q1\n\t" \
    "vsub.i16 q7, q1, q3\n\t" \
    "vst1.16 {d8-d11}, [%[to]], %[half]\n\t" \
    "vst1.16 {d12-d15}, [%[to]], %[next]\n\t" \
    "vsubl.s8 q0, d24, d20\n\t" \
    "vsubl.s8 q1, d25, d21\n\t" \
    "vsubl.s8 q2, d26, d22\n\t" \
    "vsubl.s8 q3, d27, d23\n\t" \
    "vsub.i16 q4, q0, q2\n\t" \
    "vadd.i16 q5, q1, q2\n\t" \
    "vsub.i16 q6, q2, q1\n\t" \
    "vsub.i16 q7, q1, q3\n\t" \
    "vst1.16 {d8-d11}, [%[to]], %[half]\n\t" \
    "vst1.16 {d12-d15}, [%[to]], %[next]\n\t" \
    "vsubl.s8 q0, d20, d28\n\t" \
    "vsubl.s8 q1, d21, d29\n\t" \
    "vsubl.s8 q2, d22, d30\n\t" \
    "vsubl.s8 q3, d23, d31\n\t" \
    "vsub.i16 q4, q0, q2\n\t" \
    "vadd.i16 q5, q1, q2\n\t" \
    "vsub.i16 q6, q2, q1\n\t" \
    "vsub.i16 q7, q1, q3\n\t" \
    "vst1.16 {d8-d11}, [%[to]], %[half]\n\t" \
    "vst1.16 {d12-d15}, [%[to]], %[next]\n\t"

/* The outputs of two tiles with four output channels: products at four points at a time, whose columns are summed to
 * scratch; then rows, requantization epilogue. */
/* Registers:
 *   t0p0_low t0p0_high t0p1_low t0p1_high  d0 d1 d2 d3      8 channels of tile 0 at two points
 *   t1p0_low t1p0_high t1p1_low t1p1_high  d4 d5 d6 d7      of tile 1
 *   weights0..weights7                     d8..d15          of four channels, at both points in turn
 *   acc0_0..acc0_3                         q8..q11          sums of tile 0 at four points, d16 to d23
 *   acc1_0..acc1_3                         q12..q15         of tile 1, d24 to d31
 *   up0 up1 down0 down1                    q0 q1 q2 q3      behind the products: two rows of sums, then of outputs
 *   row2_0 row2_1                          q4 q5            third row of sums
 *   row3_0 row3_1                          q6 q7            fourth row
 *   left                                   q7               behind it: how often sums are doubled
 *   bias multiplier shift zero             q12 q13 q14 q15  of the four channels
 *   narrow0..narrow3                       d0..d3           of 16 bits
 *   bytes0..bytes3                         d16..d19         outputs of both tiles
 */

#define EDGEC_WINOGRAD_OUTPUTS_CODE_V7 \
    "1:\n\t" \
    "vld1.16 {d0-d3}, [%[x]]!\n\t" \
    "vld1.16 {d4-d7}, [%[x]]!\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmull.s16 q8, d8, d0[0]\n\t" \
    "vmull.s16 q9, d9, d2[0]\n\t" \
    "vmull.s16 q12, d8, d4[0]\n\t" \
    "vmull.s16 q13, d9, d6[0]\n\t" \
    "vmlal.s16 q8, d10, d0[1]\n\t" \
    "vmlal.s16 q9, d11, d2[1]\n\t" \
    "vmlal.s16 q12, d10, d4[1]\n\t" \
    "vmlal.s16 q13, d11, d6[1]\n\t" \
    "vmlal.s16 q8, d12, d0[2]\n\t" \
    "vmlal.s16 q9, d13, d2[2]\n\t" \
    "vmlal.s16 q12, d12, d4[2]\n\t" \
    "vmlal.s16 q13, d13, d6[2]\n\t" \
    "vmlal.s16 q8, d14, d0[3]\n\t" \
    "vmlal.s16 q9, d15, d2[3]\n\t" \
    "vmlal.s16 q12, d14, d4[3]\n\t" \
    "vmlal.s16 q13, d15, d6[3]\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q8, d8, d1[0]\n\t" \
    "vmlal.s16 q9, d9, d3[0]\n\t" \
    "vmlal.s16 q12, d8, d5[0]\n\t" \
    "vmlal.s16 q13, d9, d7[0]\n\t" \
    "vmlal.s16 q8, d10, d1[1]\n\t" \
    "vmlal.s16 q9, d11, d3[1]\n\t" \
    "vmlal.s16 q12, d10, d5[1]\n\t" \
    "vmlal.s16 q13, d11, d7[1]\n\t" \
    "vmlal.s16 q8, d12, d1[2]\n\t" \
    "vmlal.s16 q9, d13, d3[2]\n\t" \
    "vmlal.s16 q12, d12, d5[2]\n\t" \
    "vmlal.s16 q13, d13, d7[2]\n\t" \
    "vmlal.s16 q8, d14, d1[3]\n\t" \
    "vmlal.s16 q9, d15, d3[3]\n\t" \
    "vmlal.s16 q12, d14, d5[3]\n\t" \
    "vmlal.s16 q13, d15, d7[3]\n\t" \
    "vld1.16 {d0-d3}, [%[x]]!\n\t" \
    "vld1.16 {d4-d7}, [%[x]]!\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmull.s16 q10, d8, d0[0]\n\t" \
    "vmull.s16 q11, d9, d2[0]\n\t" \
    "vmull.s16 q14, d8, d4[0]\n\t" \
    "vmull.s16 q15, d9, d6[0]\n\t" \
    "vmlal.s16 q10, d10, d0[1]\n\t" \
    "vmlal.s16 q11, d11, d2[1]\n\t" \
    "vmlal.s16 q14, d10, d4[1]\n\t" \
    "vmlal.s16 q15, d11, d6[1]\n\t" \
    "vmlal.s16 q10, d12, d0[2]\n\t" \
    "vmlal.s16 q11, d13, d2[2]\n\t" \
    "vmlal.s16 q14, d12, d4[2]\n\t" \
    "vmlal.s16 q15, d13, d6[2]\n\t" \
    "vmlal.s16 q10, d14, d0[3]\n\t" \
    "vmlal.s16 q11, d15, d2[3]\n\t" \
    "vmlal.s16 q14, d14, d4[3]\n\t" \
    "vmlal.s16 q15, d15, d6[3]\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q10, d8, d1[0]\n\t" \
    "vmlal.s16 q11, d9, d3[0]\n\t" \
    "vmlal.s16 q14, d8, d5[0]\n\t" \
    "vmlal.s16 q15, d9, d7[0]\n\t" \
    "vmlal.s16 q10, d10, d1[1]\n\t" \
    "vmlal.s16 q11, d11, d3[1]\n\t" \
    "vmlal.s16 q14, d10, d5[1]\n\t" \
    "vmlal.s16 q15, d11, d7[1]\n\t" \
    "vmlal.s16 q10, d12, d1[2]\n\t" \
    "vmlal.s16 q11, d13, d3[2]\n\t" \
    "vmlal.s16 q14, d12, d5[2]\n\t" \
    "vmlal.s16 q15, d13, d7[2]\n\t" \
    "vmlal.s16 q10, d14, d1[3]\n\t" \
    "vmlal.s16 q11, d15, d3[3]\n\t" \
    "vmlal.s16 q14, d14, d5[3]\n\t" \
    "vmlal.s16 q15, d15, d7[3]\n\t" \
    "subs %[k], %[rounds], #1\n\t" \
    "beq 3f\n\t" \
    "2:\n\t" \
    "vld1.16 {d0-d3}, [%[x]]!\n\t" \
    "vld1.16 {d4-d7}, [%[x]]!\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q8, d8, d0[0]\n\t" \
    "vmlal.s16 q9, d9, d2[0]\n\t" \
    "vmlal.s16 q12, d8, d4[0]\n\t" \
    "vmlal.s16 q13, d9, d6[0]\n\t" \
    "vmlal.s16 q8, d10, d0[1]\n\t" \
    "vmlal.s16 q9, d11, d2[1]\n\t" \
    "vmlal.s16 q12, d10, d4[1]\n\t" \
    "vmlal.s16 q13, d11, d6[1]\n\t" \
    "vmlal.s16 q8, d12, d0[2]\n\t" \
    "vmlal.s16 q9, d13, d2[2]\n\t" \
    "vmlal.s16 q12, d12, d4[2]\n\t" \
    "vmlal.s16 q13, d13, d6[2]\n\t" \
    "vmlal.s16 q8, d14, d0[3]\n\t" \
    "vmlal.s16 q9, d15, d2[3]\n\t" \
    "vmlal.s16 q12, d14, d4[3]\n\t" \
    "vmlal.s16 q13, d15, d6[3]\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q8, d8, d1[0]\n\t" \
    "vmlal.s16 q9, d9, d3[0]\n\t" \
    "vmlal.s16 q12, d8, d5[0]\n\t" \
    "vmlal.s16 q13, d9, d7[0]\n\t" \
    "vmlal.s16 q8, d10, d1[1]\n\t" \
    "vmlal.s16 q9, d11, d3[1]\n\t" \
    "vmlal.s16 q12, d10, d5[1]\n\t" \
    "vmlal.s16 q13, d11, d7[1]\n\t" \
    "vmlal.s16 q8, d12, d1[2]\n\t" \
    "vmlal.s16 q9, d13, d3[2]\n\t" \
    "vmlal.s16 q12, d12, d5[2]\n\t" \
    "vmlal.s16 q13, d13, d7[2]\n\t" \
    "vmlal.s16 q8, d14, d1[3]\n\t" \
    "vmlal.s16 q9, d15, d3[3]\n\t" \
    "vmlal.s16 q12, d14, d5[3]\n\t" \
    "vmlal.s16 q13, d15, d7[3]\n\t" \
    "vld1.16 {d0-d3}, [%[x]]!\n\t" \
    "vld1.16 {d4-d7}, [%[x]]!\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q10, d8, d0[0]\n\t" \
    "vmlal.s16 q11, d9, d2[0]\n\t" \
    "vmlal.s16 q14, d8, d4[0]\n\t" \
    "vmlal.s16 q15, d9, d6[0]\n\t" \
    "vmlal.s16 q10, d10, d0[1]\n\t" \
    "vmlal.s16 q11, d11, d2[1]\n\t" \
    "vmlal.s16 q14, d10, d4[1]\n\t" \
    "vmlal.s16 q15, d11, d6[1]\n\t" \
    "vmlal.s16 q10, d12, d0[2]\n\t" \
    "vmlal.s16 q11, d13, d2[2]\n\t" \
    "vmlal.s16 q14, d12, d4[2]\n\t" \
    "vmlal.s16 q15, d13, d6[2]\n\t" \
    "vmlal.s16 q10, d14, d0[3]\n\t" \
    "vmlal.s16 q11, d15, d2[3]\n\t" \
    "vmlal.s16 q14, d14, d4[3]\n\t" \
    "vmlal.s16 q15, d15, d6[3]\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q10, d8, d1[0]\n\t" \
    "vmlal.s16 q11, d9, d3[0]\n\t" \
    "vmlal.s16 q14, d8, d5[0]\n\t" \
    "vmlal.s16 q15, d9, d7[0]\n\t" \
    "vmlal.s16 q10, d10, d1[1]\n\t" \
    "vmlal.s16 q11, d11, d3[1]\n\t" \
    "vmlal.s16 q14, d10, d5[1]\n\t" \
    "vmlal.s16 q15, d11, d7[1]\n\t" \
    "vmlal.s16 q10, d12, d1[2]\n\t" \
    "vmlal.s16 q11, d13, d3[2]\n\t" \
    "vmlal.s16 q14, d12, d5[2]\n\t" \
    "vmlal.s16 q15, d13, d7[2]\n\t" \
    "vmlal.s16 q10, d14, d1[3]\n\t" \
    "vmlal.s16 q11, d15, d3[3]\n\t" \
    "vmlal.s16 q14, d14, d5[3]\n\t" \
    "vmlal.s16 q15, d15, d7[3]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 2b\n\t" \
    "3:\n\t" \
    "vadd.i32 q8, q8, q9\n\t" \
    "vadd.i32 q12, q12, q13\n\t" \
    "vsub.i32 q9, q9, q10\n\t" \
    "vsub.i32 q13, q13, q14\n\t" \
    "vadd.i32 q8, q8, q10\n\t" \
    "vadd.i32 q12, q12, q14\n\t" \
    "vsub.i32 q9, q9, q11\n\t" \
    "vsub.i32 q13, q13, q15\n\t" \
    "vst1.32 {d16-d19}, [%[sums]]!\n\t" \
    "vst1.32 {d24-d27}, [%[sums]]!\n\t" \
    "subs %[rows], %[rows], #1\n\t" \
    "bne 1b\n\t" \
    "vld1.32 {d24-d27}, [%[w]]!\n\t" \
    "vld1.32 {d28-d29}, [%[w]]!\n\t" \
    "vdup.16 q15, %[zero]\n\t" \
    "sub %[sums], %[sums], #256\n\t" \
    "vld1.32 {d0-d3}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d4-d7}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d8-d11}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d12-d15}, [%[sums]], %[half]\n\t" \
    "vadd.i32 q2, q2, q12\n\t" \
    "vadd.i32 q3, q3, q12\n\t" \
    "vadd.i32 q0, q0, q2\n\t" \
    "vadd.i32 q1, q1, q3\n\t" \
    "vsub.i32 q2, q2, q4\n\t" \
    "vsub.i32 q3, q3, q5\n\t" \
    "vadd.i32 q0, q0, q4\n\t" \
    "vadd.i32 q1, q1, q5\n\t" \
    "vsub.i32 q2, q2, q6\n\t" \
    "vsub.i32 q3, q3, q7\n\t" \
    "vqdmulh.s32 q0, q0, q13\n\t" \
    "vqdmulh.s32 q1, q1, q13\n\t" \
    "vqdmulh.s32 q2, q2, q13\n\t" \
    "vqdmulh.s32 q3, q3, q13\n\t" \
    "vrshl.s32 q0, q0, q14\n\t" \
    "vrshl.s32 q1, q1, q14\n\t" \
    "vrshl.s32 q2, q2, q14\n\t" \
    "vrshl.s32 q3, q3, q14\n\t" \
    "vqmovn.s32 d0, q0\n\t" \
    "vqmovn.s32 d1, q1\n\t" \
    "vqmovn.s32 d2, q2\n\t" \
    "vqmovn.s32 d3, q3\n\t" \
    "vqadd.s16 q0, q0, q15\n\t" \
    "vqadd.s16 q1, q1, q15\n\t" \
    "vqmovn.s16 d16, q0\n\t" \
    "vqmovn.s16 d17, q1\n\t" \
    "sub %[sums], %[sums], #224\n\t" \
    "vld1.32 {d0-d3}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d4-d7}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d8-d11}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d12-d15}, [%[sums]], %[half]\n\t" \
    "vadd.i32 q2, q2, q12\n\t" \
    "vadd.i32 q3, q3, q12\n\t" \
    "vadd.i32 q0, q0, q2\n\t" \
    "vadd.i32 q1, q1, q3\n\t" \
    "vsub.i32 q2, q2, q4\n\t" \
    "vsub.i32 q3, q3, q5\n\t" \
    "vadd.i32 q0, q0, q4\n\t" \
    "vadd.i32 q1, q1, q5\n\t" \
    "vsub.i32 q2, q2, q6\n\t" \
    "vsub.i32 q3, q3, q7\n\t" \
    "vqdmulh.s32 q0, q0, q13\n\t" \
    "vqdmulh.s32 q1, q1, q13\n\t" \
    "vqdmulh.s32 q2, q2, q13\n\t" \
    "vqdmulh.s32 q3, q3, q13\n\t" \
    "vrshl.s32 q0, q0, q14\n\t" \
    "vrshl.s32 q1, q1, q14\n\t" \
    "vrshl.s32 q2, q2, q14\n\t" \
    "vrshl.s32 q3, q3, q14\n\t" \
    "vqmovn.s32 d0, q0\n\t" \
    "vqmovn.s32 d1, q1\n\t" \
    "vqmovn.s32 d2, q2\n\t" \
    "vqmovn.s32 d3, q3\n\t" \
    "vqadd.s16 q0, q0, q15\n\t" \
    "vqadd.s16 q1, q1, q15\n\t" \
    "vqmovn.s16 d18, q0\n\t" \
    "vqmovn.s16 d19, q1\n\t"

#define EDGEC_WINOGRAD_GENERAL_OUTPUTS_CODE_V7 \
    "1:\n\t" \
    "vld1.16 {d0-d3}, [%[x]]!\n\t" \
    "vld1.16 {d4-d7}, [%[x]]!\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmull.s16 q8, d8, d0[0]\n\t" \
    "vmull.s16 q9, d9, d2[0]\n\t" \
    "vmull.s16 q12, d8, d4[0]\n\t" \
    "vmull.s16 q13, d9, d6[0]\n\t" \
    "vmlal.s16 q8, d10, d0[1]\n\t" \
    "vmlal.s16 q9, d11, d2[1]\n\t" \
    "vmlal.s16 q12, d10, d4[1]\n\t" \
    "vmlal.s16 q13, d11, d6[1]\n\t" \
    "vmlal.s16 q8, d12, d0[2]\n\t" \
    "vmlal.s16 q9, d13, d2[2]\n\t" \
    "vmlal.s16 q12, d12, d4[2]\n\t" \
    "vmlal.s16 q13, d13, d6[2]\n\t" \
    "vmlal.s16 q8, d14, d0[3]\n\t" \
    "vmlal.s16 q9, d15, d2[3]\n\t" \
    "vmlal.s16 q12, d14, d4[3]\n\t" \
    "vmlal.s16 q13, d15, d6[3]\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q8, d8, d1[0]\n\t" \
    "vmlal.s16 q9, d9, d3[0]\n\t" \
    "vmlal.s16 q12, d8, d5[0]\n\t" \
    "vmlal.s16 q13, d9, d7[0]\n\t" \
    "vmlal.s16 q8, d10, d1[1]\n\t" \
    "vmlal.s16 q9, d11, d3[1]\n\t" \
    "vmlal.s16 q12, d10, d5[1]\n\t" \
    "vmlal.s16 q13, d11, d7[1]\n\t" \
    "vmlal.s16 q8, d12, d1[2]\n\t" \
    "vmlal.s16 q9, d13, d3[2]\n\t" \
    "vmlal.s16 q12, d12, d5[2]\n\t" \
    "vmlal.s16 q13, d13, d7[2]\n\t" \
    "vmlal.s16 q8, d14, d1[3]\n\t" \
    "vmlal.s16 q9, d15, d3[3]\n\t" \
    "vmlal.s16 q12, d14, d5[3]\n\t" \
    "vmlal.s16 q13, d15, d7[3]\n\t" \
    "vld1.16 {d0-d3}, [%[x]]!\n\t" \
    "vld1.16 {d4-d7}, [%[x]]!\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmull.s16 q10, d8, d0[0]\n\t" \
    "vmull.s16 q11, d9, d2[0]\n\t" \
    "vmull.s16 q14, d8, d4[0]\n\t" \
    "vmull.s16 q15, d9, d6[0]\n\t" \
    "vmlal.s16 q10, d10, d0[1]\n\t" \
    "vmlal.s16 q11, d11, d2[1]\n\t" \
    "vmlal.s16 q14, d10, d4[1]\n\t" \
    "vmlal.s16 q15, d11, d6[1]\n\t" \
    "vmlal.s16 q10, d12, d0[2]\n\t" \
    "vmlal.s16 q11, d13, d2[2]\n\t" \
    "vmlal.s16 q14, d12, d4[2]\n\t" \
    "vmlal.s16 q15, d13, d6[2]\n\t" \
    "vmlal.s16 q10, d14, d0[3]\n\t" \
    "vmlal.s16 q11, d15, d2[3]\n\t" \
    "vmlal.s16 q14, d14, d4[3]\n\t" \
    "vmlal.s16 q15, d15, d6[3]\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q10, d8, d1[0]\n\t" \
    "vmlal.s16 q11, d9, d3[0]\n\t" \
    "vmlal.s16 q14, d8, d5[0]\n\t" \
    "vmlal.s16 q15, d9, d7[0]\n\t" \
    "vmlal.s16 q10, d10, d1[1]\n\t" \
    "vmlal.s16 q11, d11, d3[1]\n\t" \
    "vmlal.s16 q14, d10, d5[1]\n\t" \
    "vmlal.s16 q15, d11, d7[1]\n\t" \
    "vmlal.s16 q10, d12, d1[2]\n\t" \
    "vmlal.s16 q11, d13, d3[2]\n\t" \
    "vmlal.s16 q14, d12, d5[2]\n\t" \
    "vmlal.s16 q15, d13, d7[2]\n\t" \
    "vmlal.s16 q10, d14, d1[3]\n\t" \
    "vmlal.s16 q11, d15, d3[3]\n\t" \
    "vmlal.s16 q14, d14, d5[3]\n\t" \
    "vmlal.s16 q15, d15, d7[3]\n\t" \
    "subs %[k], %[rounds], #1\n\t" \
    "beq 3f\n\t" \
    "2:\n\t" \
    "vld1.16 {d0-d3}, [%[x]]!\n\t" \
    "vld1.16 {d4-d7}, [%[x]]!\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q8, d8, d0[0]\n\t" \
    "vmlal.s16 q9, d9, d2[0]\n\t" \
    "vmlal.s16 q12, d8, d4[0]\n\t" \
    "vmlal.s16 q13, d9, d6[0]\n\t" \
    "vmlal.s16 q8, d10, d0[1]\n\t" \
    "vmlal.s16 q9, d11, d2[1]\n\t" \
    "vmlal.s16 q12, d10, d4[1]\n\t" \
    "vmlal.s16 q13, d11, d6[1]\n\t" \
    "vmlal.s16 q8, d12, d0[2]\n\t" \
    "vmlal.s16 q9, d13, d2[2]\n\t" \
    "vmlal.s16 q12, d12, d4[2]\n\t" \
    "vmlal.s16 q13, d13, d6[2]\n\t" \
    "vmlal.s16 q8, d14, d0[3]\n\t" \
    "vmlal.s16 q9, d15, d2[3]\n\t" \
    "vmlal.s16 q12, d14, d4[3]\n\t" \
    "vmlal.s16 q13, d15, d6[3]\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q8, d8, d1[0]\n\t" \
    "vmlal.s16 q9, d9, d3[0]\n\t" \
    "vmlal.s16 q12, d8, d5[0]\n\t" \
    "vmlal.s16 q13, d9, d7[0]\n\t" \
    "vmlal.s16 q8, d10, d1[1]\n\t" \
    "vmlal.s16 q9, d11, d3[1]\n\t" \
    "vmlal.s16 q12, d10, d5[1]\n\t" \
    "vmlal.s16 q13, d11, d7[1]\n\t" \
    "vmlal.s16 q8, d12, d1[2]\n\t" \
    "vmlal.s16 q9, d13, d3[2]\n\t" \
    "vmlal.s16 q12, d12, d5[2]\n\t" \
    "vmlal.s16 q13, d13, d7[2]\n\t" \
    "vmlal.s16 q8, d14, d1[3]\n\t" \
    "vmlal.s16 q9, d15, d3[3]\n\t" \
    "vmlal.s16 q12, d14, d5[3]\n\t" \
    "vmlal.s16 q13, d15, d7[3]\n\t" \
    "vld1.16 {d0-d3}, [%[x]]!\n\t" \
    "vld1.16 {d4-d7}, [%[x]]!\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q10, d8, d0[0]\n\t" \
    "vmlal.s16 q11, d9, d2[0]\n\t" \
    "vmlal.s16 q14, d8, d4[0]\n\t" \
    "vmlal.s16 q15, d9, d6[0]\n\t" \
    "vmlal.s16 q10, d10, d0[1]\n\t" \
    "vmlal.s16 q11, d11, d2[1]\n\t" \
    "vmlal.s16 q14, d10, d4[1]\n\t" \
    "vmlal.s16 q15, d11, d6[1]\n\t" \
    "vmlal.s16 q10, d12, d0[2]\n\t" \
    "vmlal.s16 q11, d13, d2[2]\n\t" \
    "vmlal.s16 q14, d12, d4[2]\n\t" \
    "vmlal.s16 q15, d13, d6[2]\n\t" \
    "vmlal.s16 q10, d14, d0[3]\n\t" \
    "vmlal.s16 q11, d15, d2[3]\n\t" \
    "vmlal.s16 q14, d14, d4[3]\n\t" \
    "vmlal.s16 q15, d15, d6[3]\n\t" \
    "vld1.16 {d8-d11}, [%[w]]!\n\t" \
    "vld1.16 {d12-d15}, [%[w]]!\n\t" \
    "vmlal.s16 q10, d8, d1[0]\n\t" \
    "vmlal.s16 q11, d9, d3[0]\n\t" \
    "vmlal.s16 q14, d8, d5[0]\n\t" \
    "vmlal.s16 q15, d9, d7[0]\n\t" \
    "vmlal.s16 q10, d10, d1[1]\n\t" \
    "vmlal.s16 q11, d11, d3[1]\n\t" \
    "vmlal.s16 q14, d10, d5[1]\n\t" \
    "vmlal.s16 q15, d11, d7[1]\n\t" \
    "vmlal.s16 q10, d12, d1[2]\n\t" \
    "vmlal.s16 q11, d13, d3[2]\n\t" \
    "vmlal.s16 q14, d12, d5[2]\n\t" \
    "vmlal.s16 q15, d13, d7[2]\n\t" \
    "vmlal.s16 q10, d14, d1[3]\n\t" \
    "vmlal.s16 q11, d15, d3[3]\n\t" \
    "vmlal.s16 q14, d14, d5[3]\n\t" \
    "vmlal.s16 q15, d15, d7[3]\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 2b\n\t" \
    "3:\n\t" \
    "vadd.i32 q8, q8, q9\n\t" \
    "vadd.i32 q12, q12, q13\n\t" \
    "vsub.i32 q9, q9, q10\n\t" \
    "vsub.i32 q13, q13, q14\n\t" \
    "vadd.i32 q8, q8, q10\n\t" \
    "vadd.i32 q12, q12, q14\n\t" \
    "vsub.i32 q9, q9, q11\n\t" \
    "vsub.i32 q13, q13, q15\n\t" \
    "vst1.32 {d16-d19}, [%[sums]]!\n\t" \
    "vst1.32 {d24-d27}, [%[sums]]!\n\t" \
    "subs %[rows], %[rows], #1\n\t" \
    "bne 1b\n\t" \
    "vld1.32 {d24-d27}, [%[w]]!\n\t" \
    "vld1.32 {d28-d29}, [%[w]]!\n\t" \
    "vdup.16 q15, %[zero]\n\t" \
    "sub %[sums], %[sums], #256\n\t" \
    "vld1.32 {d0-d3}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d4-d7}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d8-d11}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d12-d15}, [%[sums]], %[half]\n\t" \
    "vadd.i32 q2, q2, q12\n\t" \
    "vadd.i32 q3, q3, q12\n\t" \
    "vadd.i32 q0, q0, q2\n\t" \
    "vadd.i32 q1, q1, q3\n\t" \
    "vsub.i32 q2, q2, q4\n\t" \
    "vsub.i32 q3, q3, q5\n\t" \
    "vadd.i32 q0, q0, q4\n\t" \
    "vadd.i32 q1, q1, q5\n\t" \
    "vsub.i32 q2, q2, q6\n\t" \
    "vsub.i32 q3, q3, q7\n\t" \
    "vdup.32 q7, %[left]\n\t" \
    "vshl.s32 q0, q0, q7\n\t" \
    "vshl.s32 q1, q1, q7\n\t" \
    "vshl.s32 q2, q2, q7\n\t" \
    "vshl.s32 q3, q3, q7\n\t" \
    "vqdmulh.s32 q0, q0, q13\n\t" \
    "vqdmulh.s32 q1, q1, q13\n\t" \
    "vqdmulh.s32 q2, q2, q13\n\t" \
    "vqdmulh.s32 q3, q3, q13\n\t" \
    "vrshl.s32 q0, q0, q14\n\t" \
    "vrshl.s32 q1, q1, q14\n\t" \
    "vrshl.s32 q2, q2, q14\n\t" \
    "vrshl.s32 q3, q3, q14\n\t" \
    "vqmovn.s32 d0, q0\n\t" \
    "vqmovn.s32 d1, q1\n\t" \
    "vqmovn.s32 d2, q2\n\t" \
    "vqmovn.s32 d3, q3\n\t" \
    "vqadd.s16 q0, q0, q15\n\t" \
    "vqadd.s16 q1, q1, q15\n\t" \
    "vqmovn.s16 d16, q0\n\t" \
    "vqmovn.s16 d17, q1\n\t" \
    "sub %[sums], %[sums], #224\n\t" \
    "vld1.32 {d0-d3}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d4-d7}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d8-d11}, [%[sums]], %[half]\n\t" \
    "vld1.32 {d12-d15}, [%[sums]], %[half]\n\t" \
    "vadd.i32 q2, q2, q12\n\t" \
    "vadd.i32 q3, q3, q12\n\t" \
    "vadd.i32 q0, q0, q2\n\t" \
    "vadd.i32 q1, q1, q3\n\t" \
    "vsub.i32 q2, q2, q4\n\t" \
    "vsub.i32 q3, q3, q5\n\t" \
    "vadd.i32 q0, q0, q4\n\t" \
    "vadd.i32 q1, q1, q5\n\t" \
    "vsub.i32 q2, q2, q6\n\t" \
    "vsub.i32 q3, q3, q7\n\t" \
    "vdup.32 q7, %[left]\n\t" \
    "vshl.s32 q0, q0, q7\n\t" \
    "vshl.s32 q1, q1, q7\n\t" \
    "vshl.s32 q2, q2, q7\n\t" \
    "vshl.s32 q3, q3, q7\n\t" \
    "vqdmulh.s32 q0, q0, q13\n\t" \
    "vqdmulh.s32 q1, q1, q13\n\t" \
    "vqdmulh.s32 q2, q2, q13\n\t" \
    "vqdmulh.s32 q3, q3, q13\n\t" \
    "vrshl.s32 q0, q0, q14\n\t" \
    "vrshl.s32 q1, q1, q14\n\t" \
    "vrshl.s32 q2, q2, q14\n\t" \
    "vrshl.s32 q3, q3, q14\n\t" \
    "vqmovn.s32 d0, q0\n\t" \
    "vqmovn.s32 d1, q1\n\t" \
    "vqmovn.s32 d2, q2\n\t" \
    "vqmovn.s32 d3, q3\n\t" \
    "vqadd.s16 q0, q0, q15\n\t" \
    "vqadd.s16 q1, q1, q15\n\t" \
    "vqmovn.s16 d18, q0\n\t" \
    "vqmovn.s16 d19, q1\n\t"

#endif
