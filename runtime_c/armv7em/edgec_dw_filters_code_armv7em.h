/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_filters_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_FILTERS_CODE_ARMV7EM_H
#define EDGEC_DW_FILTERS_CODE_ARMV7EM_H

/* Filters of a depthwise convolution with any window, stride 1 along a row, whose sums are raised to one shift
 * (edgec_dw_filters_armv7em.h): blocks for rows of 2 to 6 pairs of columns. */
/* Registers:
 *   at_taps             r0          the next pairs of the stream
 *   job                 r0          between outputs: its member `m`, ahead of which the stream ends
 *   x                   r1          columns of the next tap
 *   p q                 r2 r3       pairs of taps {w0 w1} {w1 w2}
 *   c0..c3              r4..r7      four neighbouring words of two columns
 *   s0..s5              r8..r12 lr  sums
 *   m add               r2 r3       behind the products: multiplier, addend
 *   at step step3       r4 r5 r6    behind the products: the next output, bytes from one to the next, three times as many
 *   end                 r7          behind the products: of x, behind the row's sixes
 *   left                r7          outputs behind the sixes
 *   bytes               r2          ahead of a row: of x under its sixes
 *   x_next y_next       r2 r3       behind a row: from its end to the next row
 *   rows                r2          behind a row
 *   taps                r1          of a filter, int8
 *   raise               r2          taps and bias are times 1 << raise
 *   to                  r3          where pairs go
 *   w0..w2              r4..r6      taps
 *   odd                 r7          1, or 0 where rows of taps end with a pair
 *   tap_rows            r8          down to 0
 *   even_pair odd_pair  r9 r10      {w0 w1} {w1 w2}
 *   head bias           r9 r10      ahead of the taps: bias << 5 | raise, bias
 *   tail                r11         behind the taps of a filter
 *   y plane y_end       r2 r3 r4    behind a filter: its first output, bytes to the next plane, behind the last filter
 */

#define EDGEC_DW_FILTERS_2_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "1:\n\t" /* a filter */ \
    "ldr r1, [r0, %[taps]]\n\t" \
    "ldr r3, [r0, %[tap_bytes]]\n\t" \
    "add.w r11, r1, r3\n\t" \
    "ldr.w r9, [r11], #4\n\t" \
    "ldr r2, [r11], #4\n\t" \
    "str r11, [r0, %[taps]]\n\t" \
    "str r2, [r0]\n\t" \
    "and r2, r9, #31\n\t" \
    "asr.w r10, r9, #5\n\t" \
    "lsl.w r10, r10, r2\n\t" \
    "ldr r3, [r0, %[start]]\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "ldrd r7, r8, [r0, %[odd]]\n\t" \
    "2:\n\t" /* a row of taps */ \
    "ldrsb r4, [r1], #1\n\t" \
    "lsls r4, r2\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r6, [r1]\n\t" \
    "add r1, r7\n\t" \
    "muls r6, r7\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r6, r2\n\t" \
    "pkhbt r9, r4, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r6, lsl #16\n\t" \
    "strd r9, r10, [r3], #12\n\t" \
    "subs r8, r8, #1\n\t" \
    "bne 2b\n\t" \
    "ldr r2, [r0, %[rows]]\n\t" \
    "str r2, [r0, %[rows_left]]\n\t" \
    "ldrd r1, r4, [r0, %[x]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "3:\n\t" /* a row */ \
    "ldrd r2, r7, [r0, %[bytes]]\n\t" \
    "str r7, [r0, %[left]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 6f\n\t" \
    "add.w r2, r2, r1\n\t" \
    "str r2, [r0, %[end]]\n\t" \
    "4:\n\t" /* six outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlatb r9, r4, r2, r9\n\t" \
    "smlatb r11, r5, r2, r11\n\t" \
    "smlatb lr, r6, r2, lr\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlabt r8, r5, r3, r8\n\t" \
    "smlabt r10, r6, r3, r10\n\t" \
    "smlabt r12, r7, r3, r12\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "adds.w r1, r1, r2\n\t" \
    "bcc 5b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "smmla lr, lr, r2, r3\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ssat r12, #8, r12, asr #9\n\t" \
    "ssat lr, #8, lr, asr #9\n\t" \
    "strb.w r8, [r4]\n\t" \
    "strb.w r9, [r4, r5]\n\t" \
    "strb.w r10, [r4, r5, lsl #1]\n\t" \
    "strb.w r11, [r4, r6]\n\t" \
    "strb.w r12, [r4, r5, lsl #2]\n\t" \
    "add r4, r6\n\t" \
    "strb.w lr, [r4, r5, lsl #1]\n\t" \
    "add r4, r6\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "cmp r1, r7\n\t" \
    "bne.w 4b\n\t" \
    "6:\n\t" \
    "ldr r7, [r0, %[left]]\n\t" \
    "cmp r7, #0\n\t" \
    "beq.w 9f\n\t" \
    "7:\n\t" /* up to four outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "8:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlatb r9, r4, r2, r9\n\t" \
    "smlatb r11, r5, r2, r11\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlabt r8, r5, r3, r8\n\t" \
    "smlabt r10, r6, r3, r10\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "adds.w r1, r1, r2\n\t" \
    "bcc 8b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ldr r7, [r0, %[left]]\n\t" \
    "subs r1, #4\n\t" /* to the next four outputs */ \
    "strb.w r8, [r4]\n\t" \
    "cmp r7, #2\n\t" \
    "blt 9f\n\t" \
    "strb.w r9, [r4, r5]\n\t" \
    "beq 9f\n\t" \
    "strb.w r10, [r4, r5, lsl #1]\n\t" \
    "subs r7, #4\n\t" \
    "blt 9f\n\t" \
    "strb.w r11, [r4, r6]\n\t" \
    "add.w r4, r4, r5, lsl #2\n\t" \
    "str r7, [r0, %[left]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "bne 7b\n\t" \
    "9:\n\t" \
    "ldrd r2, r3, [r0, %[x_next]]\n\t" \
    "ldr.w r4, [r0, %[at]]\n\t" \
    "add.w r1, r1, r2\n\t" \
    "add.w r4, r4, r3\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "ldr r2, [r0, %[rows_left]]\n\t" \
    "subs r2, #1\n\t" \
    "str r2, [r0, %[rows_left]]\n\t" \
    "bne.w 3b\n\t" \
    "ldrd r1, r2, [r0, %[x]]\n\t" \
    "ldrd r3, r4, [r0, %[plane]]\n\t" \
    "add r1, r3\n\t" \
    "adds r2, #1\n\t" \
    "strd r1, r2, [r0, %[x]]\n\t" \
    "cmp r2, r4\n\t" \
    "bne 1b\n\t" \
    EDGEC_LEAVE

#define EDGEC_DW_FILTERS_3_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "1:\n\t" /* a filter */ \
    "ldr r1, [r0, %[taps]]\n\t" \
    "ldr r3, [r0, %[tap_bytes]]\n\t" \
    "add.w r11, r1, r3\n\t" \
    "ldr.w r9, [r11], #4\n\t" \
    "ldr r2, [r11], #4\n\t" \
    "str r11, [r0, %[taps]]\n\t" \
    "str r2, [r0]\n\t" \
    "and r2, r9, #31\n\t" \
    "asr.w r10, r9, #5\n\t" \
    "lsl.w r10, r10, r2\n\t" \
    "ldr r3, [r0, %[start]]\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "ldrd r7, r8, [r0, %[odd]]\n\t" \
    "2:\n\t" /* a row of taps */ \
    "ldrsb r4, [r1], #1\n\t" \
    "lsls r4, r2\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r6, [r1], #1\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r6, r2\n\t" \
    "pkhbt r9, r4, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r6, lsl #16\n\t" \
    "strd r9, r10, [r3], #8\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r4, [r1]\n\t" \
    "add r1, r7\n\t" \
    "muls r4, r7\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r4, r2\n\t" \
    "pkhbt r9, r6, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r4, lsl #16\n\t" \
    "strd r9, r10, [r3], #12\n\t" \
    "subs r8, r8, #1\n\t" \
    "bne 2b\n\t" \
    "ldr r2, [r0, %[rows]]\n\t" \
    "str r2, [r0, %[rows_left]]\n\t" \
    "ldrd r1, r4, [r0, %[x]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "3:\n\t" /* a row */ \
    "ldrd r2, r7, [r0, %[bytes]]\n\t" \
    "str r7, [r0, %[left]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 6f\n\t" \
    "add.w r2, r2, r1\n\t" \
    "str r2, [r0, %[end]]\n\t" \
    "4:\n\t" /* six outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlatb r9, r4, r2, r9\n\t" \
    "smlatb r11, r5, r2, r11\n\t" \
    "smlatb lr, r6, r2, lr\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "ldr r4, [r1], #4\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r4, r3, lr\n\t" \
    "smlabt r8, r6, r3, r8\n\t" \
    "smlabt r10, r7, r3, r10\n\t" \
    "smlabt r12, r4, r3, r12\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "adds.w r1, r1, r2\n\t" \
    "bcc 5b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "smmla lr, lr, r2, r3\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ssat r12, #8, r12, asr #9\n\t" \
    "ssat lr, #8, lr, asr #9\n\t" \
    "strb.w r8, [r4]\n\t" \
    "strb.w r9, [r4, r5]\n\t" \
    "strb.w r10, [r4, r5, lsl #1]\n\t" \
    "strb.w r11, [r4, r6]\n\t" \
    "strb.w r12, [r4, r5, lsl #2]\n\t" \
    "add r4, r6\n\t" \
    "strb.w lr, [r4, r5, lsl #1]\n\t" \
    "add r4, r6\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "cmp r1, r7\n\t" \
    "bne.w 4b\n\t" \
    "6:\n\t" \
    "ldr r7, [r0, %[left]]\n\t" \
    "cmp r7, #0\n\t" \
    "beq.w 9f\n\t" \
    "7:\n\t" /* up to four outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "8:\n\t" \
    "ldmia r1!, {r4, r5, r6}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlatb r9, r4, r2, r9\n\t" \
    "smlatb r11, r5, r2, r11\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "ldr r7, [r1], #8\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlabt r8, r6, r3, r8\n\t" \
    "smlabt r10, r7, r3, r10\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "adds.w r1, r1, r2\n\t" \
    "bcc 8b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ldr r7, [r0, %[left]]\n\t" \
    "subs r1, #4\n\t" /* to the next four outputs */ \
    "strb.w r8, [r4]\n\t" \
    "cmp r7, #2\n\t" \
    "blt 9f\n\t" \
    "strb.w r9, [r4, r5]\n\t" \
    "beq 9f\n\t" \
    "strb.w r10, [r4, r5, lsl #1]\n\t" \
    "subs r7, #4\n\t" \
    "blt 9f\n\t" \
    "strb.w r11, [r4, r6]\n\t" \
    "add.w r4, r4, r5, lsl #2\n\t" \
    "str r7, [r0, %[left]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "bne 7b\n\t" \
    "9:\n\t" \
    "ldrd r2, r3, [r0, %[x_next]]\n\t" \
    "ldr.w r4, [r0, %[at]]\n\t" \
    "add.w r1, r1, r2\n\t" \
    "add.w r4, r4, r3\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "ldr r2, [r0, %[rows_left]]\n\t" \
    "subs r2, #1\n\t" \
    "str r2, [r0, %[rows_left]]\n\t" \
    "bne.w 3b\n\t" \
    "ldrd r1, r2, [r0, %[x]]\n\t" \
    "ldrd r3, r4, [r0, %[plane]]\n\t" \
    "add r1, r3\n\t" \
    "adds r2, #1\n\t" \
    "strd r1, r2, [r0, %[x]]\n\t" \
    "cmp r2, r4\n\t" \
    "bne 1b\n\t" \
    EDGEC_LEAVE

#define EDGEC_DW_FILTERS_4_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "1:\n\t" /* a filter */ \
    "ldr r1, [r0, %[taps]]\n\t" \
    "ldr r3, [r0, %[tap_bytes]]\n\t" \
    "add.w r11, r1, r3\n\t" \
    "ldr.w r9, [r11], #4\n\t" \
    "ldr r2, [r11], #4\n\t" \
    "str r11, [r0, %[taps]]\n\t" \
    "str r2, [r0]\n\t" \
    "and r2, r9, #31\n\t" \
    "asr.w r10, r9, #5\n\t" \
    "lsl.w r10, r10, r2\n\t" \
    "ldr r3, [r0, %[start]]\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "ldrd r7, r8, [r0, %[odd]]\n\t" \
    "2:\n\t" /* a row of taps */ \
    "ldrsb r4, [r1], #1\n\t" \
    "lsls r4, r2\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r6, [r1], #1\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r6, r2\n\t" \
    "pkhbt r9, r4, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r6, lsl #16\n\t" \
    "strd r9, r10, [r3], #8\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r4, [r1], #1\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r4, r2\n\t" \
    "pkhbt r9, r6, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r4, lsl #16\n\t" \
    "strd r9, r10, [r3], #8\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r6, [r1]\n\t" \
    "add r1, r7\n\t" \
    "muls r6, r7\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r6, r2\n\t" \
    "pkhbt r9, r4, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r6, lsl #16\n\t" \
    "strd r9, r10, [r3], #12\n\t" \
    "subs r8, r8, #1\n\t" \
    "bne 2b\n\t" \
    "ldr r2, [r0, %[rows]]\n\t" \
    "str r2, [r0, %[rows_left]]\n\t" \
    "ldrd r1, r4, [r0, %[x]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "3:\n\t" /* a row */ \
    "ldrd r2, r7, [r0, %[bytes]]\n\t" \
    "str r7, [r0, %[left]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 6f\n\t" \
    "add.w r2, r2, r1\n\t" \
    "str r2, [r0, %[end]]\n\t" \
    "4:\n\t" /* six outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlatb r9, r4, r2, r9\n\t" \
    "smlatb r11, r5, r2, r11\n\t" \
    "smlatb lr, r6, r2, lr\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "ldrd r4, r5, [r1], #8\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r4, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "smlad r12, r4, r2, r12\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r11, r4, r3, r11\n\t" \
    "smlad lr, r5, r3, lr\n\t" \
    "smlabt r8, r7, r3, r8\n\t" \
    "smlabt r10, r4, r3, r10\n\t" \
    "smlabt r12, r5, r3, r12\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "adds.w r1, r1, r2\n\t" \
    "bcc 5b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "smmla lr, lr, r2, r3\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ssat r12, #8, r12, asr #9\n\t" \
    "ssat lr, #8, lr, asr #9\n\t" \
    "strb.w r8, [r4]\n\t" \
    "strb.w r9, [r4, r5]\n\t" \
    "strb.w r10, [r4, r5, lsl #1]\n\t" \
    "strb.w r11, [r4, r6]\n\t" \
    "strb.w r12, [r4, r5, lsl #2]\n\t" \
    "add r4, r6\n\t" \
    "strb.w lr, [r4, r5, lsl #1]\n\t" \
    "add r4, r6\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "cmp r1, r7\n\t" \
    "bne.w 4b\n\t" \
    "6:\n\t" \
    "ldr r7, [r0, %[left]]\n\t" \
    "cmp r7, #0\n\t" \
    "beq.w 9f\n\t" \
    "7:\n\t" /* up to four outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "8:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlatb r9, r4, r2, r9\n\t" \
    "smlatb r11, r5, r2, r11\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "ldr r4, [r1], #8\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r11, r4, r3, r11\n\t" \
    "smlabt r8, r7, r3, r8\n\t" \
    "smlabt r10, r4, r3, r10\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "adds.w r1, r1, r2\n\t" \
    "bcc 8b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ldr r7, [r0, %[left]]\n\t" \
    "subs r1, #4\n\t" /* to the next four outputs */ \
    "strb.w r8, [r4]\n\t" \
    "cmp r7, #2\n\t" \
    "blt 9f\n\t" \
    "strb.w r9, [r4, r5]\n\t" \
    "beq 9f\n\t" \
    "strb.w r10, [r4, r5, lsl #1]\n\t" \
    "subs r7, #4\n\t" \
    "blt 9f\n\t" \
    "strb.w r11, [r4, r6]\n\t" \
    "add.w r4, r4, r5, lsl #2\n\t" \
    "str r7, [r0, %[left]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "bne 7b\n\t" \
    "9:\n\t" \
    "ldrd r2, r3, [r0, %[x_next]]\n\t" \
    "ldr.w r4, [r0, %[at]]\n\t" \
    "add.w r1, r1, r2\n\t" \
    "add.w r4, r4, r3\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "ldr r2, [r0, %[rows_left]]\n\t" \
    "subs r2, #1\n\t" \
    "str r2, [r0, %[rows_left]]\n\t" \
    "bne.w 3b\n\t" \
    "ldrd r1, r2, [r0, %[x]]\n\t" \
    "ldrd r3, r4, [r0, %[plane]]\n\t" \
    "add r1, r3\n\t" \
    "adds r2, #1\n\t" \
    "strd r1, r2, [r0, %[x]]\n\t" \
    "cmp r2, r4\n\t" \
    "bne 1b\n\t" \
    EDGEC_LEAVE

#define EDGEC_DW_FILTERS_5_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "1:\n\t" /* a filter */ \
    "ldr r1, [r0, %[taps]]\n\t" \
    "ldr r3, [r0, %[tap_bytes]]\n\t" \
    "add.w r11, r1, r3\n\t" \
    "ldr.w r9, [r11], #4\n\t" \
    "ldr r2, [r11], #4\n\t" \
    "str r11, [r0, %[taps]]\n\t" \
    "str r2, [r0]\n\t" \
    "and r2, r9, #31\n\t" \
    "asr.w r10, r9, #5\n\t" \
    "lsl.w r10, r10, r2\n\t" \
    "ldr r3, [r0, %[start]]\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "ldrd r7, r8, [r0, %[odd]]\n\t" \
    "2:\n\t" /* a row of taps */ \
    "ldrsb r4, [r1], #1\n\t" \
    "lsls r4, r2\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r6, [r1], #1\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r6, r2\n\t" \
    "pkhbt r9, r4, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r6, lsl #16\n\t" \
    "strd r9, r10, [r3], #8\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r4, [r1], #1\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r4, r2\n\t" \
    "pkhbt r9, r6, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r4, lsl #16\n\t" \
    "strd r9, r10, [r3], #8\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r6, [r1], #1\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r6, r2\n\t" \
    "pkhbt r9, r4, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r6, lsl #16\n\t" \
    "strd r9, r10, [r3], #8\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r4, [r1]\n\t" \
    "add r1, r7\n\t" \
    "muls r4, r7\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r4, r2\n\t" \
    "pkhbt r9, r6, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r4, lsl #16\n\t" \
    "strd r9, r10, [r3], #12\n\t" \
    "subs r8, r8, #1\n\t" \
    "bne 2b\n\t" \
    "ldr r2, [r0, %[rows]]\n\t" \
    "str r2, [r0, %[rows_left]]\n\t" \
    "ldrd r1, r4, [r0, %[x]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "3:\n\t" /* a row */ \
    "ldrd r2, r7, [r0, %[bytes]]\n\t" \
    "str r7, [r0, %[left]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 6f\n\t" \
    "add.w r2, r2, r1\n\t" \
    "str r2, [r0, %[end]]\n\t" \
    "4:\n\t" /* six outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlatb r9, r4, r2, r9\n\t" \
    "smlatb r11, r5, r2, r11\n\t" \
    "smlatb lr, r6, r2, lr\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "ldrd r4, r5, [r1], #8\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r4, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "smlad r12, r4, r2, r12\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r11, r4, r3, r11\n\t" \
    "smlad lr, r5, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r7, r2, r8\n\t" \
    "smlad r10, r4, r2, r10\n\t" \
    "smlad r12, r5, r2, r12\n\t" \
    "ldr r6, [r1], #4\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "smlad lr, r6, r3, lr\n\t" \
    "smlabt r8, r4, r3, r8\n\t" \
    "smlabt r10, r5, r3, r10\n\t" \
    "smlabt r12, r6, r3, r12\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "adds.w r1, r1, r2\n\t" \
    "bcc 5b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "smmla lr, lr, r2, r3\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ssat r12, #8, r12, asr #9\n\t" \
    "ssat lr, #8, lr, asr #9\n\t" \
    "strb.w r8, [r4]\n\t" \
    "strb.w r9, [r4, r5]\n\t" \
    "strb.w r10, [r4, r5, lsl #1]\n\t" \
    "strb.w r11, [r4, r6]\n\t" \
    "strb.w r12, [r4, r5, lsl #2]\n\t" \
    "add r4, r6\n\t" \
    "strb.w lr, [r4, r5, lsl #1]\n\t" \
    "add r4, r6\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "cmp r1, r7\n\t" \
    "bne.w 4b\n\t" \
    "6:\n\t" \
    "ldr r7, [r0, %[left]]\n\t" \
    "cmp r7, #0\n\t" \
    "beq.w 9f\n\t" \
    "7:\n\t" /* up to four outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "8:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlatb r9, r4, r2, r9\n\t" \
    "smlatb r11, r5, r2, r11\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "ldrd r4, r5, [r1], #12\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r11, r4, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r7, r2, r8\n\t" \
    "smlad r10, r4, r2, r10\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "smlabt r8, r4, r3, r8\n\t" \
    "smlabt r10, r5, r3, r10\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "adds.w r1, r1, r2\n\t" \
    "bcc 8b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ldr r7, [r0, %[left]]\n\t" \
    "subs r1, #4\n\t" /* to the next four outputs */ \
    "strb.w r8, [r4]\n\t" \
    "cmp r7, #2\n\t" \
    "blt 9f\n\t" \
    "strb.w r9, [r4, r5]\n\t" \
    "beq 9f\n\t" \
    "strb.w r10, [r4, r5, lsl #1]\n\t" \
    "subs r7, #4\n\t" \
    "blt 9f\n\t" \
    "strb.w r11, [r4, r6]\n\t" \
    "add.w r4, r4, r5, lsl #2\n\t" \
    "str r7, [r0, %[left]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "bne 7b\n\t" \
    "9:\n\t" \
    "ldrd r2, r3, [r0, %[x_next]]\n\t" \
    "ldr.w r4, [r0, %[at]]\n\t" \
    "add.w r1, r1, r2\n\t" \
    "add.w r4, r4, r3\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "ldr r2, [r0, %[rows_left]]\n\t" \
    "subs r2, #1\n\t" \
    "str r2, [r0, %[rows_left]]\n\t" \
    "bne.w 3b\n\t" \
    "ldrd r1, r2, [r0, %[x]]\n\t" \
    "ldrd r3, r4, [r0, %[plane]]\n\t" \
    "add r1, r3\n\t" \
    "adds r2, #1\n\t" \
    "strd r1, r2, [r0, %[x]]\n\t" \
    "cmp r2, r4\n\t" \
    "bne 1b\n\t" \
    EDGEC_LEAVE

#define EDGEC_DW_FILTERS_6_CODE \
    EDGEC_ENTER \
    "ldr.w r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "1:\n\t" /* a filter */ \
    "ldr r1, [r0, %[taps]]\n\t" \
    "ldr r3, [r0, %[tap_bytes]]\n\t" \
    "add.w r11, r1, r3\n\t" \
    "ldr.w r9, [r11], #4\n\t" \
    "ldr r2, [r11], #4\n\t" \
    "str r11, [r0, %[taps]]\n\t" \
    "str r2, [r0]\n\t" \
    "and r2, r9, #31\n\t" \
    "asr.w r10, r9, #5\n\t" \
    "lsl.w r10, r10, r2\n\t" \
    "ldr r3, [r0, %[start]]\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "strd r10, r10, [r3], #8\n\t" \
    "ldrd r7, r8, [r0, %[odd]]\n\t" \
    "2:\n\t" /* a row of taps */ \
    "ldrsb r4, [r1], #1\n\t" \
    "lsls r4, r2\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r6, [r1], #1\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r6, r2\n\t" \
    "pkhbt r9, r4, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r6, lsl #16\n\t" \
    "strd r9, r10, [r3], #8\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r4, [r1], #1\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r4, r2\n\t" \
    "pkhbt r9, r6, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r4, lsl #16\n\t" \
    "strd r9, r10, [r3], #8\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r6, [r1], #1\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r6, r2\n\t" \
    "pkhbt r9, r4, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r6, lsl #16\n\t" \
    "strd r9, r10, [r3], #8\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r4, [r1], #1\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r4, r2\n\t" \
    "pkhbt r9, r6, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r4, lsl #16\n\t" \
    "strd r9, r10, [r3], #8\n\t" \
    "ldrsb r5, [r1], #1\n\t" \
    "ldrsb r6, [r1]\n\t" \
    "add r1, r7\n\t" \
    "muls r6, r7\n\t" \
    "lsls r5, r2\n\t" \
    "lsls r6, r2\n\t" \
    "pkhbt r9, r4, r5, lsl #16\n\t" \
    "pkhbt r10, r5, r6, lsl #16\n\t" \
    "strd r9, r10, [r3], #12\n\t" \
    "subs r8, r8, #1\n\t" \
    "bne 2b\n\t" \
    "ldr r2, [r0, %[rows]]\n\t" \
    "str r2, [r0, %[rows_left]]\n\t" \
    "ldrd r1, r4, [r0, %[x]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "3:\n\t" /* a row */ \
    "ldrd r2, r7, [r0, %[bytes]]\n\t" \
    "str r7, [r0, %[left]]\n\t" \
    "cmp r2, #0\n\t" \
    "beq.w 6f\n\t" \
    "add.w r2, r2, r1\n\t" \
    "str r2, [r0, %[end]]\n\t" \
    "4:\n\t" /* six outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "5:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlatb r9, r4, r2, r9\n\t" \
    "smlatb r11, r5, r2, r11\n\t" \
    "smlatb lr, r6, r2, lr\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r12, r7, r2, r12\n\t" \
    "ldrd r4, r5, [r1], #8\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r4, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "smlad r12, r4, r2, r12\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r11, r4, r3, r11\n\t" \
    "smlad lr, r5, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r7, r2, r8\n\t" \
    "smlad r10, r4, r2, r10\n\t" \
    "smlad r12, r5, r2, r12\n\t" \
    "ldrd r6, r7, [r1], #8\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "smlad lr, r6, r3, lr\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r12, r6, r2, r12\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "smlabt r8, r5, r3, r8\n\t" \
    "smlabt r10, r6, r3, r10\n\t" \
    "smlabt r12, r7, r3, r12\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "adds.w r1, r1, r2\n\t" \
    "bcc 5b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6, r7}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "smmla r12, r12, r2, r3\n\t" \
    "smmla lr, lr, r2, r3\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ssat r12, #8, r12, asr #9\n\t" \
    "ssat lr, #8, lr, asr #9\n\t" \
    "strb.w r8, [r4]\n\t" \
    "strb.w r9, [r4, r5]\n\t" \
    "strb.w r10, [r4, r5, lsl #1]\n\t" \
    "strb.w r11, [r4, r6]\n\t" \
    "strb.w r12, [r4, r5, lsl #2]\n\t" \
    "add r4, r6\n\t" \
    "strb.w lr, [r4, r5, lsl #1]\n\t" \
    "add r4, r6\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "cmp r1, r7\n\t" \
    "bne.w 4b\n\t" \
    "6:\n\t" \
    "ldr r7, [r0, %[left]]\n\t" \
    "cmp r7, #0\n\t" \
    "beq.w 9f\n\t" \
    "7:\n\t" /* up to four outputs */ \
    "ldr r0, [r0, %[start]]\n\t" \
    "ldmia.w r0!, {r8, r9, r10, r11, r12, lr}\n\t" \
    "8:\n\t" \
    "ldmia r1!, {r4, r5, r6, r7}\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlatb r9, r4, r2, r9\n\t" \
    "smlatb r11, r5, r2, r11\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r5, r2, r8\n\t" \
    "smlad r10, r6, r2, r10\n\t" \
    "smlad r9, r6, r3, r9\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r6, r2, r8\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "ldrd r4, r5, [r1], #8\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r11, r4, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r7, r2, r8\n\t" \
    "smlad r10, r4, r2, r10\n\t" \
    "smlad r9, r4, r3, r9\n\t" \
    "smlad r11, r5, r3, r11\n\t" \
    "ldmia r0!, {r2, r3}\n\t" \
    "smlad r8, r4, r2, r8\n\t" \
    "smlad r10, r5, r2, r10\n\t" \
    "ldr r6, [r1], #8\n\t" \
    "smlad r9, r5, r3, r9\n\t" \
    "smlad r11, r6, r3, r11\n\t" \
    "smlabt r8, r5, r3, r8\n\t" \
    "smlabt r10, r6, r3, r10\n\t" \
    "ldr r2, [r0], #4\n\t" \
    "adds.w r1, r1, r2\n\t" \
    "bcc 8b\n\t" \
    "ldmia r0, {r2, r3, r4, r5, r6}\n\t" \
    "smmla r8, r8, r2, r3\n\t" \
    "smmla r9, r9, r2, r3\n\t" \
    "smmla r10, r10, r2, r3\n\t" \
    "smmla r11, r11, r2, r3\n\t" \
    "ssat r8, #8, r8, asr #9\n\t" \
    "ssat r9, #8, r9, asr #9\n\t" \
    "ssat r10, #8, r10, asr #9\n\t" \
    "ssat r11, #8, r11, asr #9\n\t" \
    "ldr r7, [r0, %[left]]\n\t" \
    "subs r1, #4\n\t" /* to the next four outputs */ \
    "strb.w r8, [r4]\n\t" \
    "cmp r7, #2\n\t" \
    "blt 9f\n\t" \
    "strb.w r9, [r4, r5]\n\t" \
    "beq 9f\n\t" \
    "strb.w r10, [r4, r5, lsl #1]\n\t" \
    "subs r7, #4\n\t" \
    "blt 9f\n\t" \
    "strb.w r11, [r4, r6]\n\t" \
    "add.w r4, r4, r5, lsl #2\n\t" \
    "str r7, [r0, %[left]]\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "bne 7b\n\t" \
    "9:\n\t" \
    "ldrd r2, r3, [r0, %[x_next]]\n\t" \
    "ldr.w r4, [r0, %[at]]\n\t" \
    "add.w r1, r1, r2\n\t" \
    "add.w r4, r4, r3\n\t" \
    "str r4, [r0, %[at]]\n\t" \
    "ldr r2, [r0, %[rows_left]]\n\t" \
    "subs r2, #1\n\t" \
    "str r2, [r0, %[rows_left]]\n\t" \
    "bne.w 3b\n\t" \
    "ldrd r1, r2, [r0, %[x]]\n\t" \
    "ldrd r3, r4, [r0, %[plane]]\n\t" \
    "add r1, r3\n\t" \
    "adds r2, #1\n\t" \
    "strd r1, r2, [r0, %[x]]\n\t" \
    "cmp r2, r4\n\t" \
    "bne 1b\n\t" \
    EDGEC_LEAVE

#endif
