/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_normalize_s8_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_NORMALIZE_S8_CODE_MVE_H
#define EDGEC_NORMALIZE_S8_CODE_MVE_H

/* Normalization of values side by side: their sums, then four of them at a time (edgec_normalize_s8_mve.h). */
#define EDGEC_NORMALIZE_SUMS_S8_CODE_MVE \
    "wlstp.8 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrb.8 q0, [%[x]], #16\n\t" \
    "vaddva.s8 %[sum], q0\n\t" \
    "vmladava.s8 %[squares], q0, q0\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
/* Registers:
 *   x y              r0 r1  values, what becomes of them
 *   scale bias       r2 r3  of each value
 *   less m           r4 r5  what is taken off, inverse root
 *   minus_down zero  r8 r9  of the outputs
 *   job              r11    edgec_normalize_s8_mve_job
 *   count            lr     values
 *   v                q0     values, normalized ones, upper words of their products
 *   low              q1     lower words, then what they carry
 *   scales biases    q2 q3  of four values
 *   times            q4     what values are multiplied with
 */
#define EDGEC_NORMALIZE_S8_CODE_MVE \
    "ldmia r11, {r0, r1, r2, r3, r4, r5}\n\t" \
    "ldrd r8, r9, [r11, #24]\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "vdup.32 q4, lr\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wlstp.32 lr, lr, 2f\n\t" \
    "1:\n\t" \
    "vldrb.s32 q0, [r0], #4\n\t" \
    "vldrw.32 q2, [r2], #16\n\t" \
    "vldrw.32 q3, [r3], #16\n\t" \
    "vmlas.s32 q0, q4, r4\n\t" \
    "vqrdmulh.s32 q0, q0, r5\n\t" \
    "vmul.i32 q1, q0, q2\n\t" \
    "vmulh.s32 q0, q0, q2\n\t" \
    "vshl.i32 q2, q3, #20\n\t" \
    "vshr.s32 q3, q3, #12\n\t" \
    "vhadd.u32 q1, q1, q2\n\t" \
    "vadd.i32 q0, q0, q3\n\t" \
    "vshr.u32 q1, q1, #31\n\t" \
    "vadd.i32 q0, q0, q1\n\t" \
    "vrshl.s32 q0, r8\n\t" \
    "vadd.i32 q0, q0, r9\n\t" \
    "vqmovnb.s32 q0, q0\n\t" \
    "vqmovnb.s16 q0, q0\n\t" \
    "vstrb.32 q0, [r1], #4\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"

#endif
