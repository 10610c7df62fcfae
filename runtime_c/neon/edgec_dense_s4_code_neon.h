/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dense_s4_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DENSE_S4_CODE_NEON_H
#define EDGEC_DENSE_S4_CODE_NEON_H

/* Fully connected layers with int4 weights (edgec_dense_s4_neon.h): the sums of four channels.  A byte holds weights of
 * two taps: x0 takes those of its low nibble, x1 those of its high one. */
/* Registers:
 *   x0..x3          v0..v3    64 taps of the row
 *   upper0..upper3  v4..v7    weights of channels 0 to 3: high nibbles
 *   lower0..lower3  v16..v19  low nibbles
 *   sum0..sum3      v24..v27  sums of 16 bits
 *   acc0..acc3      v28..v31  sums of 32 bits
 */

#define EDGEC_DENSE_S4_CODE_NEON \
    "movi v28.4s, #0\n\t" \
    "movi v29.4s, #0\n\t" \
    "movi v30.4s, #0\n\t" \
    "movi v31.4s, #0\n\t" \
    "1:\n\t" \
    "mov %[k], %[most]\n\t" \
    "cmp %[pieces], %[most]\n\t" \
    "csel %[k], %[pieces], %[k], lt\n\t" \
    "sub %[pieces], %[pieces], %[k]\n\t" \
    "movi v24.4s, #0\n\t" \
    "movi v25.4s, #0\n\t" \
    "movi v26.4s, #0\n\t" \
    "movi v27.4s, #0\n\t" \
    "2:\n\t" \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[x]], #64\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v16.16b, v4.16b, #4\n\t" \
    "shl v17.16b, v5.16b, #4\n\t" \
    "shl v18.16b, v6.16b, #4\n\t" \
    "shl v19.16b, v7.16b, #4\n\t" \
    "sshr v4.16b, v4.16b, #4\n\t" \
    "sshr v5.16b, v5.16b, #4\n\t" \
    "sshr v6.16b, v6.16b, #4\n\t" \
    "sshr v7.16b, v7.16b, #4\n\t" \
    "sshr v16.16b, v16.16b, #4\n\t" \
    "sshr v17.16b, v17.16b, #4\n\t" \
    "sshr v18.16b, v18.16b, #4\n\t" \
    "sshr v19.16b, v19.16b, #4\n\t" \
    "smlal v24.8h, v1.8b, v4.8b\n\t" \
    "smlal v25.8h, v1.8b, v5.8b\n\t" \
    "smlal v26.8h, v1.8b, v6.8b\n\t" \
    "smlal v27.8h, v1.8b, v7.8b\n\t" \
    "smlal2 v24.8h, v1.16b, v4.16b\n\t" \
    "smlal2 v25.8h, v1.16b, v5.16b\n\t" \
    "smlal2 v26.8h, v1.16b, v6.16b\n\t" \
    "smlal2 v27.8h, v1.16b, v7.16b\n\t" \
    "smlal v24.8h, v0.8b, v16.8b\n\t" \
    "smlal v25.8h, v0.8b, v17.8b\n\t" \
    "smlal v26.8h, v0.8b, v18.8b\n\t" \
    "smlal v27.8h, v0.8b, v19.8b\n\t" \
    "smlal2 v24.8h, v0.16b, v16.16b\n\t" \
    "smlal2 v25.8h, v0.16b, v17.16b\n\t" \
    "smlal2 v26.8h, v0.16b, v18.16b\n\t" \
    "smlal2 v27.8h, v0.16b, v19.16b\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v16.16b, v4.16b, #4\n\t" \
    "shl v17.16b, v5.16b, #4\n\t" \
    "shl v18.16b, v6.16b, #4\n\t" \
    "shl v19.16b, v7.16b, #4\n\t" \
    "sshr v4.16b, v4.16b, #4\n\t" \
    "sshr v5.16b, v5.16b, #4\n\t" \
    "sshr v6.16b, v6.16b, #4\n\t" \
    "sshr v7.16b, v7.16b, #4\n\t" \
    "sshr v16.16b, v16.16b, #4\n\t" \
    "sshr v17.16b, v17.16b, #4\n\t" \
    "sshr v18.16b, v18.16b, #4\n\t" \
    "sshr v19.16b, v19.16b, #4\n\t" \
    "smlal v24.8h, v3.8b, v4.8b\n\t" \
    "smlal v25.8h, v3.8b, v5.8b\n\t" \
    "smlal v26.8h, v3.8b, v6.8b\n\t" \
    "smlal v27.8h, v3.8b, v7.8b\n\t" \
    "smlal2 v24.8h, v3.16b, v4.16b\n\t" \
    "smlal2 v25.8h, v3.16b, v5.16b\n\t" \
    "smlal2 v26.8h, v3.16b, v6.16b\n\t" \
    "smlal2 v27.8h, v3.16b, v7.16b\n\t" \
    "smlal v24.8h, v2.8b, v16.8b\n\t" \
    "smlal v25.8h, v2.8b, v17.8b\n\t" \
    "smlal v26.8h, v2.8b, v18.8b\n\t" \
    "smlal v27.8h, v2.8b, v19.8b\n\t" \
    "smlal2 v24.8h, v2.16b, v16.16b\n\t" \
    "smlal2 v25.8h, v2.16b, v17.16b\n\t" \
    "smlal2 v26.8h, v2.16b, v18.16b\n\t" \
    "smlal2 v27.8h, v2.16b, v19.16b\n\t" \
    "b.ne 2b\n\t" \
    "sadalp v28.4s, v24.8h\n\t" \
    "sadalp v29.4s, v25.8h\n\t" \
    "sadalp v30.4s, v26.8h\n\t" \
    "sadalp v31.4s, v27.8h\n\t" \
    "cbnz %[pieces], 1b\n\t" \
    "addp v28.4s, v28.4s, v29.4s\n\t" \
    "addp v30.4s, v30.4s, v31.4s\n\t" \
    "addp v28.4s, v28.4s, v30.4s\n\t"

/* The same on Armv7-A. */
/* Registers:
 *   x0_low x0_high x1_low x1_high                  d0 d1 d2 d3    32 taps of the row
 *   upper0 upper1                                  q2 q3          weights of two channels: high nibbles
 *   upper0_low upper0_high upper1_low upper1_high  d4 d5 d6 d7    their halves
 *   lower0 lower1                                  q4 q5          low nibbles
 *   lower0_low lower0_high lower1_low lower1_high  d8 d9 d10 d11  their halves
 *   sum0..sum3                                     q8..q11        sums of 16 bits
 *   acc0..acc3                                     q12..q15       sums of 32 bits, d24 to d31
 */

#define EDGEC_DENSE_S4_CODE_V7 \
    "vmov.i32 q12, #0\n\t" \
    "vmov.i32 q13, #0\n\t" \
    "vmov.i32 q14, #0\n\t" \
    "vmov.i32 q15, #0\n\t" \
    "1:\n\t" \
    "vmov.i32 q8, #0\n\t" \
    "vmov.i32 q9, #0\n\t" \
    "vmov.i32 q10, #0\n\t" \
    "vmov.i32 q11, #0\n\t" \
    "2:\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[x]]!\n\t" \
    "vld1.8 {d4, d5, d6, d7}, [%[w]]!\n\t" \
    "vshl.s8 q4, q2, #4\n\t" \
    "vshl.s8 q5, q3, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vshr.s8 q3, q3, #4\n\t" \
    "vshr.s8 q4, q4, #4\n\t" \
    "vshr.s8 q5, q5, #4\n\t" \
    "vmlal.s8 q8, d2, d4\n\t" \
    "vmlal.s8 q9, d2, d6\n\t" \
    "vmlal.s8 q8, d0, d8\n\t" \
    "vmlal.s8 q9, d0, d10\n\t" \
    "vmlal.s8 q8, d3, d5\n\t" \
    "vmlal.s8 q9, d3, d7\n\t" \
    "vmlal.s8 q8, d1, d9\n\t" \
    "vmlal.s8 q9, d1, d11\n\t" \
    "vld1.8 {d4, d5, d6, d7}, [%[w]]!\n\t" \
    "vshl.s8 q4, q2, #4\n\t" \
    "vshl.s8 q5, q3, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vshr.s8 q3, q3, #4\n\t" \
    "vshr.s8 q4, q4, #4\n\t" \
    "vshr.s8 q5, q5, #4\n\t" \
    "vmlal.s8 q10, d2, d4\n\t" \
    "vmlal.s8 q11, d2, d6\n\t" \
    "vmlal.s8 q10, d0, d8\n\t" \
    "vmlal.s8 q11, d0, d10\n\t" \
    "vmlal.s8 q10, d3, d5\n\t" \
    "vmlal.s8 q11, d3, d7\n\t" \
    "vmlal.s8 q10, d1, d9\n\t" \
    "vmlal.s8 q11, d1, d11\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[x]]!\n\t" \
    "vld1.8 {d4, d5, d6, d7}, [%[w]]!\n\t" \
    "vshl.s8 q4, q2, #4\n\t" \
    "vshl.s8 q5, q3, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vshr.s8 q3, q3, #4\n\t" \
    "vshr.s8 q4, q4, #4\n\t" \
    "vshr.s8 q5, q5, #4\n\t" \
    "vmlal.s8 q8, d2, d4\n\t" \
    "vmlal.s8 q9, d2, d6\n\t" \
    "vmlal.s8 q8, d0, d8\n\t" \
    "vmlal.s8 q9, d0, d10\n\t" \
    "vmlal.s8 q8, d3, d5\n\t" \
    "vmlal.s8 q9, d3, d7\n\t" \
    "vmlal.s8 q8, d1, d9\n\t" \
    "vmlal.s8 q9, d1, d11\n\t" \
    "vld1.8 {d4, d5, d6, d7}, [%[w]]!\n\t" \
    "vshl.s8 q4, q2, #4\n\t" \
    "vshl.s8 q5, q3, #4\n\t" \
    "vshr.s8 q2, q2, #4\n\t" \
    "vshr.s8 q3, q3, #4\n\t" \
    "vshr.s8 q4, q4, #4\n\t" \
    "vshr.s8 q5, q5, #4\n\t" \
    "vmlal.s8 q10, d2, d4\n\t" \
    "vmlal.s8 q11, d2, d6\n\t" \
    "vmlal.s8 q10, d0, d8\n\t" \
    "vmlal.s8 q11, d0, d10\n\t" \
    "vmlal.s8 q10, d3, d5\n\t" \
    "vmlal.s8 q11, d3, d7\n\t" \
    "vmlal.s8 q10, d1, d9\n\t" \
    "vmlal.s8 q11, d1, d11\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "bne 2b\n\t" \
    "vpadal.s16 q12, q8\n\t" \
    "vpadal.s16 q13, q9\n\t" \
    "vpadal.s16 q14, q10\n\t" \
    "vpadal.s16 q15, q11\n\t" \
    "mov %[k], %[most]\n\t" \
    "subs %[groups], %[groups], #1\n\t" \
    "bne 1b\n\t" \
    "vpadd.i32 d24, d24, d25\n\t" \
    "vpadd.i32 d26, d26, d27\n\t" \
    "vpadd.i32 d28, d28, d29\n\t" \
    "vpadd.i32 d30, d30, d31\n\t" \
    "vpadd.i32 d24, d24, d26\n\t" \
    "vpadd.i32 d25, d28, d30\n\t" \
    "vst1.32 {d24, d25}, [%[to]]\n\t"

#endif
