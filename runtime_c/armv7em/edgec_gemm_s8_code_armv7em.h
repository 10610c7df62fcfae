/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s8_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S8_CODE_ARMV7EM_H
#define EDGEC_GEMM_S8_CODE_ARMV7EM_H

/* Tiles of three positions of int8 with pairs of output channels, weights of 8 bits (edgec_gemm_s8_armv7em.h). */
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
 *   wc                     r12         the third word of the weights; from load to load the one whose products are due
 *   place                  r3          ahead of the pairs: where the first word of the columns goes
 *   again over bytes       r5 r6 r7    ahead of the pairs: where a round and the ends of a pair begin; sizes
 *   threes last entry      r8 r9 r10   ahead of the pairs: sets of units, where the last word goes, what the first one is
 *   left                   r3          between tiles: units up to the next place in the columns that is left free
 */
/* Rounds of 3 units that end by a word of the columns. */
#define EDGEC_GEMM_S8_FAST_CODE \
    EDGEC_ENTER \
    "ldrd r12, r0, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r3, [r12, %[entry]]\n\t" \
    "cmp r3, r12\n\t" \
    "beq.w 9f\n\t" \
    "str r12, [r12, %[entry]]\n\t" \
    "ldr.w r3, [r12]\n\t" \
    "ldr r2, [r12, %[units]]\n\t" \
    "subs r2, r2, #1\n\t" \
    "adds r3, r3, #24\n\t" \
    "movs r7, #3\n\t" \
    "udiv r8, r2, r7\n\t" \
    "mls r2, r8, r7, r2\n\t" /* behind the rounds */ \
    "adr.w r5, 2f + 1\n\t" /* Thumb */ \
    "adr.w r6, 3f + 1\n\t" \
    "movs r7, #68\n\t" \
    "mls r6, r2, r7, r6\n\t" \
    "movs r7, #76\n\t" \
    "mla r9, r8, r7, r3\n\t" \
    "tst.w r8, #1\n\t" \
    "ite eq\n\t" \
    "moveq r10, r5\n\t" \
    "addne.w r10, r5, #200\n\t" \
    "str.w r10, [r3]\n\t" \
    "str.w r6, [r9]\n\t" \
    "movs r7, #24\n\t" \
    "mla r2, r2, r7, r9\n\t" \
    "adds r2, r2, #4\n\t" \
    "lsls r4, r0, #8\n\t" \
    "stmia.w r2, {r0, r4, r12}\n\t" \
    "b.n 7f\n\t" \
    "6:\n\t" \
    "str r5, [r9]\n\t" \
    "7:\n\t" \
    "sub.w r9, r9, #152\n\t" \
    "cmp r9, r3\n\t" \
    "bgt 6b\n\t" \
    "9:\n\t" \
    "ldr r1, [r12, %[stream]]\n\t" \
    "ldrd r4, r7, [r12, %[y]]\n\t" \
    "ldr r3, [r12, %[all]]\n\t" \
    "cmp r7, #0\n\t" \
    "beq.w 5f\n\t" /* the first tile's columns are to be made too */ \
    "ldr.w r0, [r12]\n\t" \
    ".p2align 2\n\t" \
    "1:\n\t" \
    "ldmia.w r1!, {r5, r6, r8, r12}\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r9, r8, r3, r5\n\t" \
    "smlad r10, r8, r4, r5\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r11, r8, r3, r6\n\t" \
    "smlad lr, r8, r4, r6\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "ldmia.w r0!, {r2, r3, r4, pc}\n\t" \
    "2:\n\t" \
    "smlad r5, r12, r2, r5\n\t" \
    "smlad r9, r12, r3, r9\n\t" \
    "smlad r10, r12, r4, r10\n\t" \
    "sxtb16 r12, r12\n\t" \
    "smlad r6, r12, r2, r6\n\t" \
    "smlad r11, r12, r3, r11\n\t" \
    "smlad lr, r12, r4, lr\n\t" \
    "ldmia.w r1!, {r7, r8, r12}\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r12, r2, r5\n\t" \
    "smlad r9, r12, r3, r9\n\t" \
    "smlad r10, r12, r4, r10\n\t" \
    "sxtb16 r12, r12\n\t" \
    "smlad r6, r12, r2, r6\n\t" \
    "smlad r11, r12, r3, r11\n\t" \
    "smlad lr, r12, r4, lr\n\t" \
    "ldmia.w r1!, {r7, r8, r12}\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, r7}\n\t" \
    "smlad r5, r12, r2, r5\n\t" \
    "smlad r9, r12, r3, r9\n\t" \
    "smlad r10, r12, r4, r10\n\t" \
    "sxtb16 r12, r12\n\t" \
    "smlad r6, r12, r2, r6\n\t" \
    "smlad r11, r12, r3, r11\n\t" \
    "smlad lr, r12, r4, lr\n\t" \
    "ldmia.w r1!, {r7, r8, r12}\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r12, r2, r5\n\t" \
    "smlad r9, r12, r3, r9\n\t" \
    "smlad r10, r12, r4, r10\n\t" \
    "sxtb16 r12, r12\n\t" \
    "smlad r6, r12, r2, r6\n\t" \
    "smlad r11, r12, r3, r11\n\t" \
    "smlad lr, r12, r4, lr\n\t" \
    "ldmia.w r1!, {r7, r8, r12}\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4, pc}\n\t" \
    "smlad r5, r12, r2, r5\n\t" \
    "smlad r9, r12, r3, r9\n\t" \
    "smlad r10, r12, r4, r10\n\t" \
    "sxtb16 r12, r12\n\t" \
    "smlad r6, r12, r2, r6\n\t" \
    "smlad r11, r12, r3, r11\n\t" \
    "smlad lr, r12, r4, lr\n\t" \
    "ldrd r8, r12, [r1], #8\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r12, r2, r5\n\t" \
    "smlad r9, r12, r3, r9\n\t" \
    "smlad r10, r12, r4, r10\n\t" \
    "sxtb16 r12, r12\n\t" \
    "smlad r6, r12, r2, r6\n\t" \
    "smlad r11, r12, r3, r11\n\t" \
    "smlad lr, r12, r4, lr\n\t" \
    "ldrd r8, r12, [r1], #8\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "3:\n\t" \
    "smlad r5, r12, r2, r5\n\t" \
    "smlad r9, r12, r3, r9\n\t" \
    "smlad r10, r12, r4, r10\n\t" \
    "sxtb16 r12, r12\n\t" \
    "smlad r6, r12, r2, r6\n\t" \
    "smlad r11, r12, r3, r11\n\t" \
    "smlad lr, r12, r4, lr\n\t" \
    "sub.w r5, r5, r6\n\t" \
    "sub.w r9, r9, r11\n\t" \
    "sub.w r10, r10, lr\n\t" \
    "ldmia.w r0, {r0, r4, r12}\n\t" \
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
    "ldr r5, [r12, %[y_step]]\n\t" \
    "add.w r4, r4, r5\n\t" \
    "5:\n\t" \
    "strd r4, r3, [r12, %[y]]\n\t" \
    "add.w r0, r12, %[first]\n\t" \
    "ldmia.w r0, {r1, r2, r3, r4}\n\t" \
    "add.w r5, r2, r3\n\t" \
    "add.w r6, r5, r3\n\t" \
    "add.w r7, r6, r3\n\t" \
    "str r7, [r12, %[x]]\n\t" \
    "ldr.w r0, [r12]\n\t" \
    "movs r3, #1\n\t" \
    "subs r4, r4, #1\n\t" \
    "6:\n\t" \
    "ldr r7, [r2], #4\n\t" \
    "ldr r8, [r5], #4\n\t" \
    "ldr r9, [r6], #4\n\t" \
    "sxtb16 r10, r7, ror #8\n\t" \
    "sxtb16 r11, r8, ror #8\n\t" \
    "sxtb16 lr, r9, ror #8\n\t" \
    "sxtb16 r7, r7\n\t" \
    "sxtb16 r8, r8\n\t" \
    "sxtb16 r9, r9\n\t" \
    "subs r3, r3, #1\n\t" \
    "stmia r0!, {r7, r8, r9, r10, r11, lr}\n\t" \
    "bne 6b\n\t" \
    "adds r0, r0, #4\n\t" \
    "movs r3, #3\n\t" \
    "subs r4, r4, #3\n\t" \
    "bge 6b\n\t" \
    "adds r3, r4, #3\n\t" \
    "bgt 6b\n\t" \
    "ldr.w r0, [r12]\n\t" \
    "b.w 1b\n\t" \
    "4:\n\t" \
    "str r1, [r12, %[stream]]\n\t" \
    EDGEC_LEAVE
/* Words of three positions to columns as EDGEC_GEMM_S8_FAST_CODE reads them. */
#define EDGEC_GEMM_S8_WIDEN_CODE \
    "1:\n\t" \
    "ldr r4, [%[a]], #4\n\t" \
    "ldr r5, [%[b]], #4\n\t" \
    "ldr r6, [%[c]], #4\n\t" \
    "sxtb16 r8, r4, ror #8\n\t" \
    "sxtb16 r9, r5, ror #8\n\t" \
    "sxtb16 r10, r6, ror #8\n\t" \
    "sxtb16 r4, r4\n\t" \
    "sxtb16 r5, r5\n\t" \
    "sxtb16 r6, r6\n\t" \
    "subs %[words], %[words], #1\n\t" \
    "stmia %[to]!, {r4, r5, r6, r8, r9, r10}\n\t" \
    "beq 2f\n\t" \
    "subs %[left], %[left], #1\n\t" \
    "bne 1b\n\t" \
    "adds %[to], %[to], #4\n\t" \
    "movs %[left], #3\n\t" \
    "b 1b\n\t" \
    "2:\n\t" \
    "subs %[left], %[left], #1\n\t" \
    "itt eq\n\t" \
    "addeq %[to], %[to], #4\n\t" \
    "moveq %[left], #3\n\t"
/* Rounds of 4 units, counted, with columns that lie behind each other. */
#define EDGEC_GEMM_S8_SMALL_CODE \
    EDGEC_ENTER \
    "ldr r12, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r2, [r12, %[units]]\n\t" \
    "sub.w r2, r2, #1\n\t" \
    "lsrs r3, r2, #2\n\t" \
    "adds r3, r3, #1\n\t" \
    "str r3, [r12, %[size]]\n\t" \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */ \
    "mov.w r4, #68\n\t" \
    "mul r3, r3, r4\n\t" \
    "adr.w r4, 2f\n\t" \
    "add.w r4, r4, r3\n\t" \
    "orr.w r4, r4, #1\n\t" \
    "str r4, [r12, %[entry]]\n\t" \
    "ldr r1, [r12, %[stream]]\n\t" \
    "ldrd r4, r7, [r12, %[y]]\n\t" \
    "ldr r3, [r12, %[all]]\n\t" \
    "cmp r7, #0\n\t" \
    "beq.w 5f\n\t" /* the first tile's columns are to be made too */ \
    "ldr.w r0, [r12]\n\t" \
    "1:\n\t" \
    "ldmia.w r1!, {r5, r6, r7, r8}\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r9, r7, r3, r5\n\t" \
    "smlad r10, r7, r4, r5\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r11, r7, r3, r6\n\t" \
    "smlad lr, r7, r4, r6\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldmdb.w r12, {r12, pc}\n\t" /* to the member `entry` */ \
    ".p2align 2\n\t" \
    "2:\n\t" \
    "ldrd r7, r8, [r1], #8\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldrd r7, r8, [r1], #8\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldrd r7, r8, [r1], #8\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "ldrd r7, r8, [r1], #8\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r7, r2, r5\n\t" \
    "smlad r9, r7, r3, r9\n\t" \
    "smlad r10, r7, r4, r10\n\t" \
    "sxtb16 r7, r7\n\t" \
    "smlad r6, r7, r2, r6\n\t" \
    "smlad r11, r7, r3, r11\n\t" \
    "smlad lr, r7, r4, lr\n\t" \
    "ldmia.w r0!, {r2, r3, r4}\n\t" \
    "smlad r5, r8, r2, r5\n\t" \
    "smlad r9, r8, r3, r9\n\t" \
    "smlad r10, r8, r4, r10\n\t" \
    "sxtb16 r8, r8\n\t" \
    "smlad r6, r8, r2, r6\n\t" \
    "smlad r11, r8, r3, r11\n\t" \
    "smlad lr, r8, r4, lr\n\t" \
    "subs.w r12, r12, #1\n\t" \
    "bne.w 2b\n\t" \
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
    "ldr r5, [r12, %[y_step]]\n\t" \
    "add.w r4, r4, r5\n\t" \
    "5:\n\t" \
    "strd r4, r3, [r12, %[y]]\n\t" \
    "add.w r0, r12, %[first]\n\t" \
    "ldmia.w r0, {r1, r2, r3, r4}\n\t" \
    "add.w r5, r2, r3\n\t" \
    "add.w r6, r5, r3\n\t" \
    "add.w r7, r6, r3\n\t" \
    "str r7, [r12, %[x]]\n\t" \
    "ldr.w r0, [r12]\n\t" \
    "3:\n\t" \
    "ldr r7, [r2], #4\n\t" \
    "ldr r8, [r5], #4\n\t" \
    "ldr r9, [r6], #4\n\t" \
    "sxtb16 r10, r7, ror #8\n\t" \
    "sxtb16 r11, r8, ror #8\n\t" \
    "sxtb16 lr, r9, ror #8\n\t" \
    "sxtb16 r7, r7\n\t" \
    "sxtb16 r8, r8\n\t" \
    "sxtb16 r9, r9\n\t" \
    "subs r4, r4, #1\n\t" \
    "stmia r0!, {r7, r8, r9, r10, r11, lr}\n\t" \
    "bne 3b\n\t" \
    "ldr.w r0, [r12]\n\t" \
    "b.w 1b\n\t" \
    "4:\n\t" \
    "str r1, [r12, %[stream]]\n\t" \
    EDGEC_LEAVE

#endif
