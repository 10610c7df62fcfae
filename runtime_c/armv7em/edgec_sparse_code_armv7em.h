/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_sparse_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_SPARSE_CODE_ARMV7EM_H
#define EDGEC_SPARSE_CODE_ARMV7EM_H

/* Filters of which only the blocks that are not zero are stored, for four positions (edgec_sparse_armv7em.h). */
/* Registers:
 *   v0 v1  r4 r5  bytes of two positions, then their first words
 *   s0 s1  r6 r8  their second words
 */
#define EDGEC_SPARSE_WIDEN_CODE \
    "1:\n\t" \
    "ldr r4, [%[c]], #4\n\t" \
    "ldr r5, [%[d]], #4\n\t" \
    "eor r4, r4, #0x00800080\n\t" \
    "eor r5, r5, #0x00800080\n\t" \
    "bic r6, %[mask], r4\n\t" \
    "bic r8, %[mask], r5\n\t" \
    "strd r6, r8, [%[to], #8]\n\t" \
    "strd r4, r5, [%[to], #24]\n\t" \
    "ldr r4, [%[a]], #4\n\t" \
    "ldr r5, [%[b]], #4\n\t" \
    "eor r4, r4, #0x00800080\n\t" \
    "eor r5, r5, #0x00800080\n\t" \
    "bic r6, %[mask], r4\n\t" \
    "bic r8, %[mask], r5\n\t" \
    "strd r4, r5, [%[to], #16]\n\t" \
    "strd r6, r8, [%[to]], #32\n\t" \
    "subs %[n], %[n], #1\n\t" \
    "bne 1b\n\t"

/* Registers:
 *   column               r0        of the next block
 *   words                r1        stored blocks and what belongs to filters
 *   places               r2        bytes that say how many blocks are left out
 *   skip                 r3        blocks left out before this one
 *   x0..x3               r3..r6    a word of each position's column
 *   s0..s3               r7..r10   sums of the four positions
 *   w                    r11       a block of weights
 *   head                 r12       stored blocks - 1, shift << 11; then the shift
 *   pairs                lr        pairs of blocks to do
 *   job                  lr        outside of the loop over blocks
 *   m round zz           r3 r5 r5  behind the loop: multiplier, zz << shift, zz
 *   second third fourth  r3 r4 r5  at the end of a channel: members of the job
 *   y channels           r6 r11    likewise
 */
#define EDGEC_SPARSE_TILE_CODE \
    EDGEC_ENTER \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r1, [lr, %[words]]\n\t" \
    "ldr r2, [lr, %[places]]\n\t" \
    "1:\n\t" \
    "ldrh r12, [r2], #2\n\t" \
    "ldr r7, [r1], #4\n\t" \
    "ldr r0, [lr, %[columns]]\n\t" \
    "mov r8, r7\n\t" \
    "mov r9, r7\n\t" \
    "mov r10, r7\n\t" \
    "ubfx lr, r12, #1, #10\n\t" \
    "lsls r3, r12, #31\n\t" \
    "beq.w 3f\n\t" /* an odd number of blocks: the loop is entered in its middle */ \
    "2:\n\t" \
    "ldrb r3, [r2], #1\n\t" \
    "ldr.w r11, [r1], #4\n\t" \
    "add.w r0, r0, r3, lsl #5\n\t" \
    "ldmia.w r0!, {r3, r4, r5, r6}\n\t" \
    "smlad r7, r11, r3, r7\n\t" \
    "smlad r8, r11, r4, r8\n\t" \
    "smlad r9, r11, r5, r9\n\t" \
    "smlad r10, r11, r6, r10\n\t" \
    "sxtb16 r11, r11\n\t" \
    "ldmia.w r0!, {r3, r4, r5, r6}\n\t" \
    "smlad r7, r11, r3, r7\n\t" \
    "smlad r8, r11, r4, r8\n\t" \
    "smlad r9, r11, r5, r9\n\t" \
    "smlad r10, r11, r6, r10\n\t" \
    "3:\n\t" \
    "ldrb r3, [r2], #1\n\t" \
    "ldr.w r11, [r1], #4\n\t" \
    "add.w r0, r0, r3, lsl #5\n\t" \
    "ldmia.w r0!, {r3, r4, r5, r6}\n\t" \
    "smlad r7, r11, r3, r7\n\t" \
    "smlad r8, r11, r4, r8\n\t" \
    "smlad r9, r11, r5, r9\n\t" \
    "smlad r10, r11, r6, r10\n\t" \
    "sxtb16 r11, r11\n\t" \
    "ldmia.w r0!, {r3, r4, r5, r6}\n\t" \
    "smlad r7, r11, r3, r7\n\t" \
    "smlad r8, r11, r4, r8\n\t" \
    "smlad r9, r11, r5, r9\n\t" \
    "smlad r10, r11, r6, r10\n\t" \
    "subs.w lr, lr, #1\n\t" \
    "bpl.w 2b\n\t" \
    "ldr lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr r3, [r1], #4\n\t" \
    "lsr.w r12, r12, #11\n\t" \
    "ldr r5, [lr, %[zz]]\n\t" \
    "lsl.w r5, r5, r12\n\t" \
    "smmla r7, r7, r3, r5\n\t" \
    "smmla r8, r8, r3, r5\n\t" \
    "smmla r9, r9, r3, r5\n\t" \
    "smmla r10, r10, r3, r5\n\t" \
    "asr.w r7, r7, r12\n\t" \
    "asr.w r8, r8, r12\n\t" \
    "asr.w r9, r9, r12\n\t" \
    "asr.w r10, r10, r12\n\t" \
    "ssat r7, #8, r7, asr #1\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "ssat r9, #8, r9, asr #1\n\t" \
    "ssat r10, #8, r10, asr #1\n\t" \
    "ldmia.w lr, {r3, r4, r5, r6, r11}\n\t" \
    "strb.w r10, [r6, r5]\n\t" /* the first position last: absent ones write to its cell */ \
    "strb.w r9, [r6, r4]\n\t" \
    "strb.w r8, [r6, r3]\n\t" \
    "strb r7, [r6], #1\n\t" \
    "subs.w r11, r11, #1\n\t" \
    "strd r6, r11, [lr, %[y]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#endif
