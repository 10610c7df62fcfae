/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_raised_four_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_RAISED_FOUR_CODE_ARMV7EM_H
#define EDGEC_DW_RAISED_FOUR_CODE_ARMV7EM_H

/* Output rows of four columns of a 3x3 depthwise convolution of stride 1, int8, of raised sums
 * (edgec_dw_raised_armv7em.h). */
/* Registers:
 *   x              r0        of the next output
 *   job            r1        its member `bias`, whose neighbours are loaded together
 *   end_in         lr        behind the products: x below the last row
 *   x_next y_next  r2 r3     below a group: from there to the top of the next one
 *   under          r6        bytes from the top of a group to the row below the last
 *   last           r7        below a group: x at the top behind all groups
 *   bytes y        r2 r4     ahead of the groups: of x under all of them; of the first output
 *   taps raise     r0 r2     behind a filter, int8; its taps and the bias are times 1 << raise
 *   head factor    r6 r7     bias << 5 | raise; the multiplier
 *   w0 w1 w2       r3 r4 r5  taps
 *   pair01 pair12  r6 r7     the taps of a row, w0 w1 and w1 w2
 *   plane y_end    r2 r3     behind a filter: bytes to the next plane, y behind the last filter
 *   c0..c2         r2..r4    columns x0 .. x5, two in a word
 *   s0 t01 t12     r6 r7 lr  first sum, the taps of a row, w0 w1 and w1 w2
 *   s1..s3         r8..r10   sums
 *   row            r2        a row of x below the second
 *   pitch          r11       bytes from a row of x to the next
 *   step3          r2        behind the products: three steps
 *   m add          r3 r4     behind the products: multiplier, addend
 *   at step        r5 r7     behind the products: the next output, bytes from one to the next of its row
 *   down           r12       behind the products: bytes of y from one row to the next
 */
#define EDGEC_DW_RAISED_FOUR_CODE \
    EDGEC_ENTER \
    "ldr.w r1, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r11, [r1, %[pitch]]\n\t" \
    "8:\n\t" /* a filter */ \
    "ldr r0, [r1, %[filter]]\n\t" \
    "ldrsb r3, [r0], #17\n\t" \
    "str r0, [r1, %[filter]]\n\t" \
    "ldr r6, [r0, #-8]\n\t" \
    "ldr r7, [r0, #-4]\n\t" \
    "and r2, r6, #31\n\t" \
    "asrs r6, r6, #5\n\t" \
    "lsls r6, r2\n\t" \
    "str r6, [r1]\n\t" \
    "str r7, [r1, %[m]]\n\t" \
    "ldrsb r4, [r0, #-16]\n\t" \
    "ldrsb r5, [r0, #-15]\n\t" \
    "lsls r3, r2\n\t" \
    "lsls r4, r2\n\t" \
    "lsls r5, r2\n\t" \
    "pkhbt r6, r3, r4, lsl #16\n\t" \
    "pkhbt r7, r4, r5, lsl #16\n\t" \
    "strd r6, r7, [r1, #4]\n\t" \
    "ldrsb r3, [r0, #-14]\n\t" \
    "ldrsb r4, [r0, #-13]\n\t" \
    "ldrsb r5, [r0, #-12]\n\t" \
    "lsls r3, r2\n\t" \
    "lsls r4, r2\n\t" \
    "lsls r5, r2\n\t" \
    "pkhbt r6, r3, r4, lsl #16\n\t" \
    "pkhbt r7, r4, r5, lsl #16\n\t" \
    "strd r6, r7, [r1, #12]\n\t" \
    "ldrsb r3, [r0, #-11]\n\t" \
    "ldrsb r4, [r0, #-10]\n\t" \
    "ldrsb r5, [r0, #-9]\n\t" \
    "lsls r3, r2\n\t" \
    "lsls r4, r2\n\t" \
    "lsls r5, r2\n\t" \
    "pkhbt r6, r3, r4, lsl #16\n\t" \
    "pkhbt r7, r4, r5, lsl #16\n\t" \
    "strd r6, r7, [r1, #20]\n\t" \
    "ldrd r0, r4, [r1, %[x]]\n\t" \
    "str r4, [r1, %[at]]\n\t" \
    "ldr r6, [r1, %[under]]\n\t" \
    "add r6, r0\n\t" \
    "str r6, [r1, %[end]]\n\t" \
    "2:\n\t" /* a row */ \
    "ldmia r1, {r6, r7, lr}\n\t" \
    "ldmia r0, {r2, r3, r4}\n\t" \
    "smlatb r8, r2, r7, r6\n\t" \
    "smlad r9, r3, r7, r6\n\t" \
    "smlatb r10, r3, r7, r6\n\t" \
    "smlad r6, r2, r7, r6\n\t" \
    "smlabt r6, r3, lr, r6\n\t" \
    "smlad r8, r3, lr, r8\n\t" \
    "smlabt r9, r4, lr, r9\n\t" \
    "smlad r10, r4, lr, r10\n\t" \
    "ldrd r7, lr, [r1, %[t1]]\n\t" \
    "add r0, r11\n\t" \
    "ldmia r0, {r2, r3, r4}\n\t" \
    "smlatb r8, r2, r7, r8\n\t" \
    "smlad r9, r3, r7, r9\n\t" \
    "smlatb r10, r3, r7, r10\n\t" \
    "smlad r6, r2, r7, r6\n\t" \
    "smlabt r6, r3, lr, r6\n\t" \
    "smlad r8, r3, lr, r8\n\t" \
    "smlabt r9, r4, lr, r9\n\t" \
    "smlad r10, r4, lr, r10\n\t" \
    "ldrd r7, lr, [r1, %[t2]]\n\t" \
    "add.w r2, r0, r11\n\t" \
    "ldmia r2, {r2, r3, r4}\n\t" \
    "smlatb r8, r2, r7, r8\n\t" \
    "smlad r9, r3, r7, r9\n\t" \
    "smlatb r10, r3, r7, r10\n\t" \
    "smlad r6, r2, r7, r6\n\t" \
    "smlabt r6, r3, lr, r6\n\t" \
    "smlad r8, r3, lr, r8\n\t" \
    "smlabt r9, r4, lr, r9\n\t" \
    "smlad r10, r4, lr, r10\n\t" \
    "ldmdb r1, {r2, r3, r4, r5, r7, r12, lr}\n\t" \
    "smmla r6, r6, r3, r4\n\t" \
    "smmla r8, r8, r3, r4\n\t" \
    "smmla r9, r9, r3, r4\n\t" \
    "smmla r10, r10, r3, r4\n\t" \
    "ssat r6, #8, r6, asr #9\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "strb r6, [r5]\n\t" \
    "strb.w r8, [r5, r7]\n\t" \
    "strb.w r9, [r5, r7, lsl #1]\n\t" \
    "strb.w r10, [r5, r2]\n\t" \
    "add r5, r12\n\t" \
    "str r5, [r1, %[at]]\n\t" \
    "cmp r0, lr\n\t" \
    "bne 2b\n\t" \
    "ldrd r0, r4, [r1, %[x]]\n\t" \
    "ldrd r2, r3, [r1, %[plane]]\n\t" \
    "add r0, r2\n\t" \
    "adds r4, #1\n\t" \
    "strd r0, r4, [r1, %[x]]\n\t" \
    "cmp r4, r3\n\t" \
    "bne 8b\n\t" \
    EDGEC_LEAVE

#endif
