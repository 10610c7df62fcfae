/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_elements_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_ELEMENTS_CODE_MVE_H
#define EDGEC_ELEMENTS_CODE_MVE_H

/* Operators without weights: sums, products and look-ups of int8 elements, largest values of cells. */
/* Registers:
 *   v found  q0 q1  sixteen values, what the table has for them
 *   most     q0     of cells
 *   cell     q1     sixteen channels
 */
/* Registers:
 *   from_a from_b to p       r0 r1 r2 r3  operands, result, parameters
 *   m_b offset minus_shift   r4 r5 r8     of a sum
 *   start                    r9           offset and what the one value of the second operand adds
 *   a_zero b_zero m minus_n  r4 r5 r8 r9  of a product; b_zero: also the one value without it
 *   zero doubled             r10 r12      of the result
 *   job                      r11          edgec_of_two_mve
 *   count                    lr           elements
 *   a b                      q0 q1        four elements of each operand, as 32 bits
 *   factor                   q2           of the first operand
 *   low high                 q6 q7        limits
 */
#define EDGEC_SUM_S8_CODE_MVE \
    "ldmia r11, {r0, r1, r2, r3}\n\t" \
    "ldr lr, [r3, #24]\n\t" \
    "vdup.32 q6, lr\n\t" \
    "ldr lr, [r3, #28]\n\t" \
    "vdup.32 q7, lr\n\t" \
    "ldr r10, [r3, #20]\n\t" \
    "ldr lr, [r3, #4]\n\t" \
    "vdup.32 q2, lr\n\t" \
    "ldrd r4, r5, [r3, #8]\n\t" \
    "ldr r8, [r3, #16]\n\t" \
    "3:\n\t" \
    "ldr lr, [r3]\n\t" \
    "wlstp.32 lr, lr, 2f\n\t" \
    "1:\n\t" \
    "vldrb.s32 q0, [r0], #4\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vmlas.s32 q0, q2, r5\n\t" \
    "vmla.s32 q0, q1, r4\n\t" \
    "vshl.s32 q0, r8\n\t" \
    "vadd.i32 q0, q0, r10\n\t" \
    "vmax.s32 q0, q0, q6\n\t" \
    "vmin.s32 q0, q0, q7\n\t" \
    "vstrb.32 q0, [r2], #4\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_MUL_S8_CODE_MVE \
    "ldmia r11, {r0, r1, r2, r3}\n\t" \
    "ldr lr, [r3, #24]\n\t" \
    "vdup.32 q6, lr\n\t" \
    "ldr lr, [r3, #28]\n\t" \
    "vdup.32 q7, lr\n\t" \
    "ldr r10, [r3, #20]\n\t" \
    "ldrd r4, r5, [r3, #4]\n\t" \
    "ldrd r8, r9, [r3, #12]\n\t" \
    "ldr r12, [r3, #32]\n\t" \
    "3:\n\t" \
    "ldr lr, [r3]\n\t" \
    "wlstp.32 lr, lr, 2f\n\t" \
    "1:\n\t" \
    "vldrb.s32 q0, [r0], #4\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vsub.i32 q0, q0, r4\n\t" \
    "vsub.i32 q1, q1, r5\n\t" \
    "vmul.i32 q0, q0, q1\n\t" \
    "vshl.s32 q0, r12\n\t" \
    "vqdmulh.s32 q0, q0, r8\n\t" \
    "vrshl.s32 q0, r9\n\t" \
    "vadd.i32 q0, q0, r10\n\t" \
    "vmax.s32 q0, q0, q6\n\t" \
    "vmin.s32 q0, q0, q7\n\t" \
    "vstrb.32 q0, [r2], #4\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_SUM_ROWS_S8_CODE_MVE \
    "ldmia r11, {r0, r1, r2, r3}\n\t" \
    "ldr lr, [r3, #24]\n\t" \
    "vdup.32 q6, lr\n\t" \
    "ldr lr, [r3, #28]\n\t" \
    "vdup.32 q7, lr\n\t" \
    "ldr r10, [r3, #20]\n\t" \
    "ldr lr, [r3, #4]\n\t" \
    "vdup.32 q2, lr\n\t" \
    "ldrd r4, r5, [r3, #8]\n\t" \
    "ldr r8, [r3, #16]\n\t" \
    "3:\n\t" \
    "ldr lr, [r3]\n\t" \
    "wlstp.32 lr, lr, 2f\n\t" \
    "1:\n\t" \
    "vldrb.s32 q0, [r0], #4\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vmlas.s32 q0, q2, r5\n\t" \
    "vmla.s32 q0, q1, r4\n\t" \
    "vshl.s32 q0, r8\n\t" \
    "vadd.i32 q0, q0, r10\n\t" \
    "vmax.s32 q0, q0, q6\n\t" \
    "vmin.s32 q0, q0, q7\n\t" \
    "vstrb.32 q0, [r2], #4\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t" \
    "ldr lr, [r11, #20]\n\t" \
    "add r0, r0, lr\n\t" \
    "ldr lr, [r11, #24]\n\t" \
    "add r1, r1, lr\n\t" \
    "ldr lr, [r11, #28]\n\t" \
    "add r2, r2, lr\n\t" \
    "ldr lr, [r11, #16]\n\t" \
    "subs lr, lr, #1\n\t" \
    "str lr, [r11, #16]\n\t" \
    "bne 3b\n\t"
#define EDGEC_MUL_ROWS_S8_CODE_MVE \
    "ldmia r11, {r0, r1, r2, r3}\n\t" \
    "ldr lr, [r3, #24]\n\t" \
    "vdup.32 q6, lr\n\t" \
    "ldr lr, [r3, #28]\n\t" \
    "vdup.32 q7, lr\n\t" \
    "ldr r10, [r3, #20]\n\t" \
    "ldrd r4, r5, [r3, #4]\n\t" \
    "ldrd r8, r9, [r3, #12]\n\t" \
    "ldr r12, [r3, #32]\n\t" \
    "3:\n\t" \
    "ldr lr, [r3]\n\t" \
    "wlstp.32 lr, lr, 2f\n\t" \
    "1:\n\t" \
    "vldrb.s32 q0, [r0], #4\n\t" \
    "vldrb.s32 q1, [r1], #4\n\t" \
    "vsub.i32 q0, q0, r4\n\t" \
    "vsub.i32 q1, q1, r5\n\t" \
    "vmul.i32 q0, q0, q1\n\t" \
    "vshl.s32 q0, r12\n\t" \
    "vqdmulh.s32 q0, q0, r8\n\t" \
    "vrshl.s32 q0, r9\n\t" \
    "vadd.i32 q0, q0, r10\n\t" \
    "vmax.s32 q0, q0, q6\n\t" \
    "vmin.s32 q0, q0, q7\n\t" \
    "vstrb.32 q0, [r2], #4\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t" \
    "ldr lr, [r11, #20]\n\t" \
    "add r0, r0, lr\n\t" \
    "ldr lr, [r11, #24]\n\t" \
    "add r1, r1, lr\n\t" \
    "ldr lr, [r11, #28]\n\t" \
    "add r2, r2, lr\n\t" \
    "ldr lr, [r11, #16]\n\t" \
    "subs lr, lr, #1\n\t" \
    "str lr, [r11, #16]\n\t" \
    "bne 3b\n\t"
#define EDGEC_SUM_SINGLE_S8_CODE_MVE \
    "ldmia r11, {r0, r1, r2, r3}\n\t" \
    "ldr lr, [r3, #24]\n\t" \
    "vdup.32 q6, lr\n\t" \
    "ldr lr, [r3, #28]\n\t" \
    "vdup.32 q7, lr\n\t" \
    "ldr r10, [r3, #20]\n\t" \
    "ldr lr, [r3, #4]\n\t" \
    "vdup.32 q2, lr\n\t" \
    "ldrd r4, r5, [r3, #8]\n\t" \
    "ldr r8, [r3, #16]\n\t" \
    "3:\n\t" \
    "ldrsb lr, [r1]\n\t" \
    "mla r9, lr, r4, r5\n\t" \
    "ldr lr, [r3]\n\t" \
    "wlstp.32 lr, lr, 2f\n\t" \
    "1:\n\t" \
    "vldrb.s32 q0, [r0], #4\n\t" \
    "vmlas.s32 q0, q2, r9\n\t" \
    "vshl.s32 q0, r8\n\t" \
    "vadd.i32 q0, q0, r10\n\t" \
    "vmax.s32 q0, q0, q6\n\t" \
    "vmin.s32 q0, q0, q7\n\t" \
    "vstrb.32 q0, [r2], #4\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t" \
    "ldr lr, [r11, #20]\n\t" \
    "add r0, r0, lr\n\t" \
    "ldr lr, [r11, #24]\n\t" \
    "add r1, r1, lr\n\t" \
    "ldr lr, [r11, #28]\n\t" \
    "add r2, r2, lr\n\t" \
    "ldr lr, [r11, #16]\n\t" \
    "subs lr, lr, #1\n\t" \
    "str lr, [r11, #16]\n\t" \
    "bne 3b\n\t"
#define EDGEC_MUL_SINGLE_S8_CODE_MVE \
    "ldmia r11, {r0, r1, r2, r3}\n\t" \
    "ldr lr, [r3, #24]\n\t" \
    "vdup.32 q6, lr\n\t" \
    "ldr lr, [r3, #28]\n\t" \
    "vdup.32 q7, lr\n\t" \
    "ldr r10, [r3, #20]\n\t" \
    "ldrd r4, r5, [r3, #4]\n\t" \
    "ldrd r8, r9, [r3, #12]\n\t" \
    "ldr r12, [r3, #32]\n\t" \
    "3:\n\t" \
    "ldrsb lr, [r1]\n\t" \
    "ldr r5, [r3, #8]\n\t" \
    "sub r5, lr, r5\n\t" \
    "ldr lr, [r3]\n\t" \
    "wlstp.32 lr, lr, 2f\n\t" \
    "1:\n\t" \
    "vldrb.s32 q0, [r0], #4\n\t" \
    "vsub.i32 q0, q0, r4\n\t" \
    "vmul.i32 q0, q0, r5\n\t" \
    "vshl.s32 q0, r12\n\t" \
    "vqdmulh.s32 q0, q0, r8\n\t" \
    "vrshl.s32 q0, r9\n\t" \
    "vadd.i32 q0, q0, r10\n\t" \
    "vmax.s32 q0, q0, q6\n\t" \
    "vmin.s32 q0, q0, q7\n\t" \
    "vstrb.32 q0, [r2], #4\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t" \
    "ldr lr, [r11, #20]\n\t" \
    "add r0, r0, lr\n\t" \
    "ldr lr, [r11, #24]\n\t" \
    "add r1, r1, lr\n\t" \
    "ldr lr, [r11, #28]\n\t" \
    "add r2, r2, lr\n\t" \
    "ldr lr, [r11, #16]\n\t" \
    "subs lr, lr, #1\n\t" \
    "str lr, [r11, #16]\n\t" \
    "bne 3b\n\t"
#define EDGEC_TABLE_S8_CODE_MVE \
    "wlstp.8 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrb.8 q0, [%[x]], #16\n\t" \
    "vldrb.u8 q1, [%[table], q0]\n\t" \
    "vstrb.8 q1, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_MAXPOOL_S8_CODE_MVE \
    "vctp.8 %[lanes]\n\t" \
    "vdup.8 q0, %[least]\n\t" \
    "1:\n\t" \
    "mov %[at], %[x]\n\t" \
    "dls lr, %[columns]\n\t" \
    "2:\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q1, [%[at]]\n\t" \
    "add %[at], %[at], %[step]\n\t" \
    "vmax.s8 q0, q0, q1\n\t" \
    "le lr, 2b\n\t" \
    "add %[x], %[x], %[row]\n\t" \
    "subs %[rows], %[rows], #1\n\t" \
    "bne 1b\n\t" \
    "vpst\n\t" \
    "vstrbt.8 q0, [%[y]]\n\t"

#endif
