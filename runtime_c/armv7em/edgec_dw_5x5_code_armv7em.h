/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_5x5_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_5X5_CODE_ARMV7EM_H
#define EDGEC_DW_5X5_CODE_ARMV7EM_H

/* Filters of a 5x5 depthwise convolution of stride 1 to three columns, int8, whose sums are raised to one shift
 * (edgec_dw_5x5_armv7em.h). */
/* Registers:
 *   at_taps          r0          the next pairs of the stream
 *   job              r0          between outputs: its member `m`, ahead of which the stream ends
 *   x                r1          the next row of columns
 *   c0..c3 next      r2..r5 r6   columns x0 .. x7, two in a word, and the rest of their row
 *   p01 p12 p23 p34  r7..r10     pairs of taps {w0 w1} {w1 w2} ..
 *   s0..s2           r11 r12 lr  sums
 *   m add            r2 r3       behind the products: multiplier, addend
 *   at step down     r4 r5 r6    behind the products: the next output, bytes from one to the next, to the row below
 *   raise end        r7 r8       behind the products: sums are times 1 << raise; x below the last row of outputs
 *   taps             r1          of a filter, int8
 *   to               r2          where pairs go
 *   w even odd       r3 r5 r6    w0 .. w3, {w0 w2}, {w1 w3}
 *   w4               r4          the last tap of a row
 *   head bias        r3 r3       behind the taps: bias << 5 | raise, bias
 *   shift factor     r4 r5       behind the taps: raise, multiplier
 *   rows             r3          of outputs, in bytes of x
 *   y plane y_end    r2 r3 r4    behind a filter: its first output, bytes to the next plane, behind the last filter
 */
#define EDGEC_DW_5X5_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "1:\n\t" /* a filter */ \
    "ldr r1, [r0, %[taps]]\n\t" \
    "sub.w r2, r0, #80\n\t" \
    "2:\n\t" /* a row of taps */ \
    "ldr r3, [r1], #4\n\t" \
    "ldrsb r4, [r1], #1\n\t" \
    "sxtb16 r5, r3\n\t" \
    "sxtb16 r6, r3, ror #8\n\t" \
    "lsls r4, r4, #16\n\t" \
    "pkhbt r7, r5, r6, lsl #16\n\t" \
    "pkhbt r8, r6, r5\n\t" \
    "pkhtb r9, r6, r5, asr #16\n\t" \
    "pkhtb r10, r4, r6, asr #16\n\t" \
    "stmia.w r2!, {r7, r8, r9, r10}\n\t" \
    "cmp r2, r0\n\t" \
    "bne 2b\n\t" \
    "ldr r3, [r1]\n\t" \
    "ldr r5, [r1, #4]\n\t" \
    "adds r1, #8\n\t" \
    "str r1, [r0, %[taps]]\n\t" \
    "and r4, r3, #31\n\t" \
    "asrs r3, r3, #5\n\t" \
    "str r5, [r0]\n\t" \
    "str r4, [r0, %[raise]]\n\t" \
    "str r3, [r0, #-92]\n\t" \
    "str r3, [r0, #-88]\n\t" \
    "str r3, [r0, #-84]\n\t" \
    "ldrd r1, r4, [r0, %[x]]\n\t" \
    "ldr r3, [r0, %[rows]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "add r3, r1\n\t" \
    "str r3, [r0, %[end]]\n\t" \
    "3:\n\t" /* a row of outputs */ \
    "sub.w r0, r0, #92\n\t" \
    "ldmia.w r0!, {r11, r12, lr}\n\t" \
    "ldmia r1!, {r2, r3, r4, r5, r6}\n\t" \
    "ldmia.w r0!, {r7, r8, r9, r10}\n\t" \
    "smlad r11, r2, r7, r11\n\t" \
    "smlatb r12, r2, r7, r12\n\t" \
    "smlad lr, r3, r7, lr\n\t" \
    "smlad r11, r3, r9, r11\n\t" \
    "smlad r12, r3, r8, r12\n\t" \
    "smlad lr, r4, r9, lr\n\t" \
    "smlabt r11, r4, r10, r11\n\t" \
    "smlad r12, r4, r10, r12\n\t" \
    "smlabt lr, r5, r10, lr\n\t" \
    "ldmia r1!, {r2, r3, r4, r5, r6}\n\t" \
    "ldmia.w r0!, {r7, r8, r9, r10}\n\t" \
    "smlad r11, r2, r7, r11\n\t" \
    "smlatb r12, r2, r7, r12\n\t" \
    "smlad lr, r3, r7, lr\n\t" \
    "smlad r11, r3, r9, r11\n\t" \
    "smlad r12, r3, r8, r12\n\t" \
    "smlad lr, r4, r9, lr\n\t" \
    "smlabt r11, r4, r10, r11\n\t" \
    "smlad r12, r4, r10, r12\n\t" \
    "smlabt lr, r5, r10, lr\n\t" \
    "ldmia r1!, {r2, r3, r4, r5, r6}\n\t" \
    "ldmia.w r0!, {r7, r8, r9, r10}\n\t" \
    "smlad r11, r2, r7, r11\n\t" \
    "smlatb r12, r2, r7, r12\n\t" \
    "smlad lr, r3, r7, lr\n\t" \
    "smlad r11, r3, r9, r11\n\t" \
    "smlad r12, r3, r8, r12\n\t" \
    "smlad lr, r4, r9, lr\n\t" \
    "smlabt r11, r4, r10, r11\n\t" \
    "smlad r12, r4, r10, r12\n\t" \
    "smlabt lr, r5, r10, lr\n\t" \
    "ldmia r1!, {r2, r3, r4, r5, r6}\n\t" \
    "ldmia.w r0!, {r7, r8, r9, r10}\n\t" \
    "smlad r11, r2, r7, r11\n\t" \
    "smlatb r12, r2, r7, r12\n\t" \
    "smlad lr, r3, r7, lr\n\t" \
    "smlad r11, r3, r9, r11\n\t" \
    "smlad r12, r3, r8, r12\n\t" \
    "smlad lr, r4, r9, lr\n\t" \
    "smlabt r11, r4, r10, r11\n\t" \
    "smlad r12, r4, r10, r12\n\t" \
    "smlabt lr, r5, r10, lr\n\t" \
    "ldmia r1!, {r2, r3, r4, r5, r6}\n\t" \
    "ldmia.w r0!, {r7, r8, r9, r10}\n\t" \
    "smlad r11, r2, r7, r11\n\t" \
    "smlatb r12, r2, r7, r12\n\t" \
    "smlad lr, r3, r7, lr\n\t" \
    "smlad r11, r3, r9, r11\n\t" \
    "smlad r12, r3, r8, r12\n\t" \
    "smlad lr, r4, r9, lr\n\t" \
    "smlabt r11, r4, r10, r11\n\t" \
    "smlad r12, r4, r10, r12\n\t" \
    "smlabt lr, r5, r10, lr\n\t" \
    "ldmia.w r0, {r2, r3, r4, r5, r6, r7, r8}\n\t" \
    "lsl.w r11, r11, r7\n\t" \
    "lsl.w r12, r12, r7\n\t" \
    "lsl.w lr, lr, r7\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "smmla lr, lr, r2, r3\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ssat r12, #8, r12, asr #9\n\t" \
    "ssat lr, #8, lr, asr #9\n\t" \
    "strb.w r11, [r4]\n\t" \
    "strb.w r12, [r4, r5]\n\t" \
    "strb.w lr, [r4, r5, lsl #1]\n\t" \
    "add r4, r6\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "subs r1, #80\n\t" /* from behind five rows to the second one */ \
    "cmp r1, r8\n\t" \
    "bne 3b\n\t" \
    "ldrd r1, r2, [r0, %[x]]\n\t" \
    "ldrd r3, r4, [r0, %[plane]]\n\t" \
    "add r1, r3\n\t" \
    "adds r2, #1\n\t" \
    "strd r1, r2, [r0, %[x]]\n\t" \
    "cmp r2, r4\n\t" \
    "bne 1b\n\t" \
    EDGEC_LEAVE

#endif
