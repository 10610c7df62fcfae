/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_any_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_ANY_CODE_NEON_H
#define EDGEC_DW_ANY_CODE_NEON_H

/* Depthwise rows of any windows (edgec_dw_any_neon.h): the sums of 16 channels of a position, two taps at a time. */
/* Registers:
 *   x0 x1              v0 v1     inputs of both taps
 *   weights0 weights1  v2 v3     their weights
 *   low high           v4 v5     sums of two products, of channels 0 to 7 and 8 to 15
 *   acc0..acc3         v16..v19  sums
 */
#define EDGEC_DW_ANY_CODE_NEON \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[bias]]\n\t" \
    "1:\n\t" \
    "ldp %[x0], %[x1], [%[cells]], #16\n\t" \
    "ldp q2, q3, [%[w]], #32\n\t" \
    "ldr q0, [%[x0], %[at]]\n\t" \
    "ldr q1, [%[x1], %[at]]\n\t" \
    "subs %[taps], %[taps], #2\n\t" \
    "smull v4.8h, v0.8b, v2.8b\n\t" \
    "smull2 v5.8h, v0.16b, v2.16b\n\t" \
    "smlal v4.8h, v1.8b, v3.8b\n\t" \
    "smlal2 v5.8h, v1.16b, v3.16b\n\t" \
    "saddw v16.4s, v16.4s, v4.4h\n\t" \
    "saddw v18.4s, v18.4s, v5.4h\n\t" \
    "saddw2 v17.4s, v17.4s, v4.8h\n\t" \
    "saddw2 v19.4s, v19.4s, v5.8h\n\t" \
    "b.ne 1b\n\t"

/* The same on Armv7-A. */
/* Registers:
 *   x0_low x0_high x1_low x1_high  d0 d1 d2 d3      inputs of both taps
 *   w0_low w0_high w1_low w1_high  d4 d5 d6 d7      their weights
 *   low high                       q8 q9            sums of two products, of channels 0 to 7 and 8 to 15
 *   low0 low1 high0 high1          d16 d17 d18 d19  their halves
 *   acc0..acc3                     q4..q7           sums, d8 to d15
 */
#define EDGEC_DW_ANY_CODE_V7 \
    ".syntax unified\n\t" \
    "vld1.32 {d8-d11}, [%[bias]]!\n\t" \
    "vld1.32 {d12-d15}, [%[bias]]\n\t" \
    "1:\n\t" \
    "ldr %[x0], [%[cells]], #4\n\t" \
    "ldr %[x1], [%[cells]], #4\n\t" \
    "vld1.8 {d4-d7}, [%[w]]!\n\t" \
    "add %[x0], %[x0], %[at]\n\t" \
    "add %[x1], %[x1], %[at]\n\t" \
    "vld1.8 {d0-d1}, [%[x0]]\n\t" \
    "vld1.8 {d2-d3}, [%[x1]]\n\t" \
    "subs %[taps], %[taps], #2\n\t" \
    "vmull.s8 q8, d0, d4\n\t" \
    "vmull.s8 q9, d1, d5\n\t" \
    "vmlal.s8 q8, d2, d6\n\t" \
    "vmlal.s8 q9, d3, d7\n\t" \
    "vaddw.s16 q4, q4, d16\n\t" \
    "vaddw.s16 q6, q6, d18\n\t" \
    "vaddw.s16 q5, q5, d17\n\t" \
    "vaddw.s16 q7, q7, d19\n\t" \
    "bne 1b\n\t"

#endif
