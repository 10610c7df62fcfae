/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_lines_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_LINES_CODE_ARMV7EM_H
#define EDGEC_GEMM_LINES_CODE_ARMV7EM_H

/* Tiles of three positions of int8 with pairs of output channels, from lines of a plane (edgec_gemm_lines_armv7em.h):
 * a block for each number of words that a window reads of a line. */
/* Registers:
 *   columns                r0          of the three positions
 *   stream                 r1          weights and what belongs to them
 *   x0..x2                 r2..r4      a word of each position's column
 *   a0 b0 wa wb            r5..r8      first sums of A and B, words of the weights: loaded together
 *   a1 a2                  r9 r10      sums of A for the other positions
 *   b1 b2                  r11 lr      sums of B
 *   job                    r12         its member `columns`, outside of the loop over k
 *   rounds                 r12         in the loop over k: those that are left
 *   units skipped scratch  r2 r3 r4    ahead of the pairs
 *   m_a m_b                r2 r3       behind the loop: multipliers
 *   second third y pairs   r2..r4 r7   at the end of a pair: members of the job behind `columns`
 *   tiles all step         r2 r3 r5    between tiles: members of the job
 *   row_a in_c words       r2 r3 r4    between tiles: the first row, bytes from one to the next, words of one
 *   row_b row_c            r5 r6       the rows of the others
 *   next                   r7          the row behind them
 *   v0..v2 o0..o2          r7..r11 lr  bytes of the three positions, then the even ones; the odd ones
 *   round_b round_a        r0 r4       behind the loop: zz << shift of B and A
 *   ends                   r7          shifts of both, where each channel has its own: n B in the low byte, n A in the next
 *   shift_a added zz       r0 r4 r8    the shift of A, zz << shift; 2 * out_zero + 1
 *   line                   r12         in the loop over lines: bytes from one to the next, in the upper half those that are left behind this one
 */
#define EDGEC_GEMM_LINES_1_CODE \
    EDGEC_ENTER \
    "ldr r12, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r1, [r12, %[stream]]\n\t" \
    "ldr.w r0, [r12]\n\t" \
    "1:\n\t" \
    "ldrd r5, r6, [r1], #8\n\t" \
    "ldr r12, [r12, %[line]]\n\t" \
    "mov r9, r5\n\t" \
    "mov r10, r5\n\t" \
    "mov r11, r6\n\t" \
    "mov lr, r6\n\t" \
    "2:\n\t" \
    "ldr.w r7, [r1], #4\n\t" \
    "ldm.w r0, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "uxtah r0, r0, r12\n\t" \
    "subs.w r12, r12, #0x10000\n\t" \
    "bcs.w 2b\n\t" \
    "sub.w r5, r5, r6\n\t" \
    "sub.w r9, r9, r11\n\t" \
    "sub.w r10, r10, lr\n\t" \
    "ldrd r12, r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "lsl.w r4, r0, #8\n\t" \
    "ldrd r2, r3, [r1], #8\n\t" \
    "smmla r6, r6, r3, r0\n\t" \
    "smmla r11, r11, r3, r0\n\t" \
    "smmla lr, lr, r3, r0\n\t" \
    "ssat r6, #8, r6, asr %[shift_b]\n\t" \
    "ssat r11, #8, r11, asr %[shift_b]\n\t" \
    "ssat lr, #8, lr, asr %[shift_b]\n\t" \
    "smmla r5, r5, r2, r4\n\t" \
    "smmla r9, r9, r2, r4\n\t" \
    "smmla r10, r10, r2, r4\n\t" \
    "ssat r5, #8, r5, asr %[shift_a]\n\t" \
    "ssat r9, #8, r9, asr %[shift_a]\n\t" \
    "ssat r10, #8, r10, asr %[shift_a]\n\t" \
    "ldmia.w r12, {r0, r2, r3, r4, r7}\n\t" \
    /* the first position last: absent ones write to its cell */ \
    "strb.w r10, [r4, r3]\n\t" \
    "strb.w r9, [r4, r2]\n\t" \
    "strb r5, [r4], #1\n\t" \
    "strb.w lr, [r4, r3]\n\t" \
    "strb.w r11, [r4, r2]\n\t" \
    "strb r6, [r4], #1\n\t" \
    "subs r7, r7, #1\n\t" \
    "strd r4, r7, [r12, %[y]]\n\t" \
    "bne.w 1b\n\t" \
    "ldrd r2, r3, [r12, %[tiles]]\n\t" \
    "subs r2, r2, #1\n\t" \
    "blt 4f\n\t" \
    "str r2, [r12, %[tiles]]\n\t" \
    "ldr.w r5, [r12, %[y_step]]\n\t" \
    "add.w r4, r4, r5\n\t" \
    "strd r4, r3, [r12, %[y]]\n\t" \
    "ldr r1, [r12, %[first]]\n\t" \
    "add.w r0, r0, #12\n\t" /* three positions */ \
    "str r0, [r12]\n\t" \
    "b.w 1b\n\t" \
    "4:\n\t" \
    EDGEC_LEAVE
#define EDGEC_GEMM_LINES_2_CODE \
    EDGEC_ENTER \
    "ldr r12, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r1, [r12, %[stream]]\n\t" \
    "ldr.w r0, [r12]\n\t" \
    "1:\n\t" \
    "ldrd r5, r6, [r1], #8\n\t" \
    "ldr r12, [r12, %[line]]\n\t" \
    "mov r9, r5\n\t" \
    "mov r10, r5\n\t" \
    "mov r11, r6\n\t" \
    "mov lr, r6\n\t" \
    "2:\n\t" \
    "ldrd r7, r8, [r1], #8\n\t" \
    "ldm.w r0, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldr.w r2, [r0, #12]\n\t" \
    "smlad r5, r8, r3, r5\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "smlad r10, r8, r2, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r3, r6\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "smlad lr, r8, r2, lr\n\t" \
    "uxtah r0, r0, r12\n\t" \
    "subs.w r12, r12, #0x10000\n\t" \
    "bcs.w 2b\n\t" \
    "sub.w r5, r5, r6\n\t" \
    "sub.w r9, r9, r11\n\t" \
    "sub.w r10, r10, lr\n\t" \
    "ldrd r12, r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "lsl.w r4, r0, #8\n\t" \
    "ldrd r2, r3, [r1], #8\n\t" \
    "smmla r6, r6, r3, r0\n\t" \
    "smmla r11, r11, r3, r0\n\t" \
    "smmla lr, lr, r3, r0\n\t" \
    "ssat r6, #8, r6, asr %[shift_b]\n\t" \
    "ssat r11, #8, r11, asr %[shift_b]\n\t" \
    "ssat lr, #8, lr, asr %[shift_b]\n\t" \
    "smmla r5, r5, r2, r4\n\t" \
    "smmla r9, r9, r2, r4\n\t" \
    "smmla r10, r10, r2, r4\n\t" \
    "ssat r5, #8, r5, asr %[shift_a]\n\t" \
    "ssat r9, #8, r9, asr %[shift_a]\n\t" \
    "ssat r10, #8, r10, asr %[shift_a]\n\t" \
    "ldmia.w r12, {r0, r2, r3, r4, r7}\n\t" \
    /* the first position last: absent ones write to its cell */ \
    "strb.w r10, [r4, r3]\n\t" \
    "strb.w r9, [r4, r2]\n\t" \
    "strb r5, [r4], #1\n\t" \
    "strb.w lr, [r4, r3]\n\t" \
    "strb.w r11, [r4, r2]\n\t" \
    "strb r6, [r4], #1\n\t" \
    "subs r7, r7, #1\n\t" \
    "strd r4, r7, [r12, %[y]]\n\t" \
    "bne.w 1b\n\t" \
    "ldrd r2, r3, [r12, %[tiles]]\n\t" \
    "subs r2, r2, #1\n\t" \
    "blt 4f\n\t" \
    "str r2, [r12, %[tiles]]\n\t" \
    "ldr.w r5, [r12, %[y_step]]\n\t" \
    "add.w r4, r4, r5\n\t" \
    "strd r4, r3, [r12, %[y]]\n\t" \
    "ldr r1, [r12, %[first]]\n\t" \
    "add.w r0, r0, #12\n\t" /* three positions */ \
    "str r0, [r12]\n\t" \
    "b.w 1b\n\t" \
    "4:\n\t" \
    EDGEC_LEAVE
#define EDGEC_GEMM_LINES_3_CODE \
    EDGEC_ENTER \
    "ldr r12, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r1, [r12, %[stream]]\n\t" \
    "ldr.w r0, [r12]\n\t" \
    "1:\n\t" \
    "ldrd r5, r6, [r1], #8\n\t" \
    "ldr r12, [r12, %[line]]\n\t" \
    "mov r9, r5\n\t" \
    "mov r10, r5\n\t" \
    "mov r11, r6\n\t" \
    "mov lr, r6\n\t" \
    "2:\n\t" \
    "ldrd r7, r8, [r1], #8\n\t" \
    "ldm.w r0, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldr.w r2, [r0, #12]\n\t" \
    "smlad r5, r8, r3, r5\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "smlad r10, r8, r2, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r3, r6\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "smlad lr, r8, r2, lr\n\t" \
    "ldr.w r7, [r1], #4\n\t" \
    "ldr.w r3, [r0, #16]\n\t" \
    "smlad r5, r7, r4, r5\n\t" \
    "smlad r9, r7, r2, r9\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r4, r6\n\t" \
    "smlad r11, r7, r2, r11\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "uxtah r0, r0, r12\n\t" \
    "subs.w r12, r12, #0x10000\n\t" \
    "bcs.w 2b\n\t" \
    "sub.w r5, r5, r6\n\t" \
    "sub.w r9, r9, r11\n\t" \
    "sub.w r10, r10, lr\n\t" \
    "ldrd r12, r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "lsl.w r4, r0, #8\n\t" \
    "ldrd r2, r3, [r1], #8\n\t" \
    "smmla r6, r6, r3, r0\n\t" \
    "smmla r11, r11, r3, r0\n\t" \
    "smmla lr, lr, r3, r0\n\t" \
    "ssat r6, #8, r6, asr %[shift_b]\n\t" \
    "ssat r11, #8, r11, asr %[shift_b]\n\t" \
    "ssat lr, #8, lr, asr %[shift_b]\n\t" \
    "smmla r5, r5, r2, r4\n\t" \
    "smmla r9, r9, r2, r4\n\t" \
    "smmla r10, r10, r2, r4\n\t" \
    "ssat r5, #8, r5, asr %[shift_a]\n\t" \
    "ssat r9, #8, r9, asr %[shift_a]\n\t" \
    "ssat r10, #8, r10, asr %[shift_a]\n\t" \
    "ldmia.w r12, {r0, r2, r3, r4, r7}\n\t" \
    /* the first position last: absent ones write to its cell */ \
    "strb.w r10, [r4, r3]\n\t" \
    "strb.w r9, [r4, r2]\n\t" \
    "strb r5, [r4], #1\n\t" \
    "strb.w lr, [r4, r3]\n\t" \
    "strb.w r11, [r4, r2]\n\t" \
    "strb r6, [r4], #1\n\t" \
    "subs r7, r7, #1\n\t" \
    "strd r4, r7, [r12, %[y]]\n\t" \
    "bne.w 1b\n\t" \
    "ldrd r2, r3, [r12, %[tiles]]\n\t" \
    "subs r2, r2, #1\n\t" \
    "blt 4f\n\t" \
    "str r2, [r12, %[tiles]]\n\t" \
    "ldr.w r5, [r12, %[y_step]]\n\t" \
    "add.w r4, r4, r5\n\t" \
    "strd r4, r3, [r12, %[y]]\n\t" \
    "ldr r1, [r12, %[first]]\n\t" \
    "add.w r0, r0, #12\n\t" /* three positions */ \
    "str r0, [r12]\n\t" \
    "b.w 1b\n\t" \
    "4:\n\t" \
    EDGEC_LEAVE
#define EDGEC_GEMM_LINES_5_CODE \
    EDGEC_ENTER \
    "ldr r12, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r1, [r12, %[stream]]\n\t" \
    "ldr.w r0, [r12]\n\t" \
    "1:\n\t" \
    "ldrd r5, r6, [r1], #8\n\t" \
    "ldr r12, [r12, %[line]]\n\t" \
    "mov r9, r5\n\t" \
    "mov r10, r5\n\t" \
    "mov r11, r6\n\t" \
    "mov lr, r6\n\t" \
    "2:\n\t" \
    "ldrd r7, r8, [r1], #8\n\t" \
    "ldm.w r0, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldr.w r2, [r0, #12]\n\t" \
    "smlad r5, r8, r3, r5\n\t" \
    "smlad r9, r8, r4, r9\n\t" \
    "smlad r10, r8, r2, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r3, r6\n\t" \
    "smlad r11, r8, r4, r11\n\t" \
    "smlad lr, r8, r2, lr\n\t" \
    "ldrd r7, r8, [r1], #8\n\t" \
    "ldr.w r3, [r0, #16]\n\t" \
    "smlad r5, r7, r4, r5\n\t" \
    "smlad r9, r7, r2, r9\n\t" \
    "smlad r10, r7, r3, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r4, r6\n\t" \
    "smlad r11, r7, r2, r11\n\t" \
    "smlad lr, r7, r3, lr\n\t" \
    "ldr.w r4, [r0, #20]\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldr.w r7, [r1], #4\n\t" \
    "ldr.w r2, [r0, #24]\n\t" \
    "smlad r5, r7, r3, r5\n\t" \
    "smlad r9, r7, r4, r9\n\t" \
    "smlad r10, r7, r2, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r3, r6\n\t" \
    "smlad r11, r7, r4, r11\n\t" \
    "smlad lr, r7, r2, lr\n\t" \
    "uxtah r0, r0, r12\n\t" \
    "subs.w r12, r12, #0x10000\n\t" \
    "bcs.w 2b\n\t" \
    "sub.w r5, r5, r6\n\t" \
    "sub.w r9, r9, r11\n\t" \
    "sub.w r10, r10, lr\n\t" \
    "ldrd r12, r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "lsl.w r4, r0, #8\n\t" \
    "ldrd r2, r3, [r1], #8\n\t" \
    "smmla r6, r6, r3, r0\n\t" \
    "smmla r11, r11, r3, r0\n\t" \
    "smmla lr, lr, r3, r0\n\t" \
    "ssat r6, #8, r6, asr %[shift_b]\n\t" \
    "ssat r11, #8, r11, asr %[shift_b]\n\t" \
    "ssat lr, #8, lr, asr %[shift_b]\n\t" \
    "smmla r5, r5, r2, r4\n\t" \
    "smmla r9, r9, r2, r4\n\t" \
    "smmla r10, r10, r2, r4\n\t" \
    "ssat r5, #8, r5, asr %[shift_a]\n\t" \
    "ssat r9, #8, r9, asr %[shift_a]\n\t" \
    "ssat r10, #8, r10, asr %[shift_a]\n\t" \
    "ldmia.w r12, {r0, r2, r3, r4, r7}\n\t" \
    /* the first position last: absent ones write to its cell */ \
    "strb.w r10, [r4, r3]\n\t" \
    "strb.w r9, [r4, r2]\n\t" \
    "strb r5, [r4], #1\n\t" \
    "strb.w lr, [r4, r3]\n\t" \
    "strb.w r11, [r4, r2]\n\t" \
    "strb r6, [r4], #1\n\t" \
    "subs r7, r7, #1\n\t" \
    "strd r4, r7, [r12, %[y]]\n\t" \
    "bne.w 1b\n\t" \
    "ldrd r2, r3, [r12, %[tiles]]\n\t" \
    "subs r2, r2, #1\n\t" \
    "blt 4f\n\t" \
    "str r2, [r12, %[tiles]]\n\t" \
    "ldr.w r5, [r12, %[y_step]]\n\t" \
    "add.w r4, r4, r5\n\t" \
    "strd r4, r3, [r12, %[y]]\n\t" \
    "ldr r1, [r12, %[first]]\n\t" \
    "add.w r0, r0, #12\n\t" /* three positions */ \
    "str r0, [r12]\n\t" \
    "b.w 1b\n\t" \
    "4:\n\t" \
    EDGEC_LEAVE

#endif
