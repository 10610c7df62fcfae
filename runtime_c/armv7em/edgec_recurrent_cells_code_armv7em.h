/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_recurrent_cells_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_RECURRENT_CELLS_CODE_ARMV7EM_H
#define EDGEC_RECURRENT_CELLS_CODE_ARMV7EM_H

/* Cells of recurrent layers, int8 (edgec_recurrent_cells_armv7em.h). */
/* Registers:
 *   args                 r0            arguments of gates
 *   of_gate of_value     r1 r2         tables
 *   turn one half        r3 r4 r5      make the shares of two values, 2**14, half of it
 *   state                r6            of the cell
 *   y                    r12           outputs
 *   job                  lr            its constants
 *   multiplier round     r7 r9         of an output
 *   shift end            r10 r11       of an output; where outputs end
 *   take keep value out  r7 r9 r10 r8  gates
 *   ends                 r11           of a line of a table
 *   added down           r7 r11        round the candidate's share; its shift
 *   old                  r7            state
 *   scale more shown     r7 r10 r11    make the state the argument of its function; that one's table
 *   from                 r7            ends of a line of it
 */
#define EDGEC_LSTM_CELLS_CODE \
    EDGEC_ENTER \
    "ldr.w lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "add.w r12, lr, #36\n\t" \
    "ldmia.w r12, {r0, r1, r2, r3, r4, r5, r6, r12}\n\t" \
    "add.w lr, lr, #16\n\t" \
    "1:\n\t" \
    "ldmia.w r0!, {r7, r8, r9, r10}\n\t" \
    "usat r11, #9, r7, asr #15\n\t" \
    "ldr.w r11, [r1, r11, lsl #1]\n\t" \
    "ubfx r7, r7, #8, #7\n\t" \
    "mla r7, r7, r3, r4\n\t" \
    "smlad r7, r11, r7, r5\n\t" \
    "asr.w r7, r7, #14\n\t" \
    "usat r11, #9, r8, asr #7\n\t" \
    "ldr.w r11, [r1, r11, lsl #1]\n\t" \
    "ubfx r8, r8, #0, #7\n\t" \
    "mla r8, r8, r3, r4\n\t" \
    "smlad r8, r11, r8, r5\n\t" \
    "asr.w r8, r8, #14\n\t" \
    "usat r11, #9, r9, asr #15\n\t" \
    "ldr.w r11, [r1, r11, lsl #1]\n\t" \
    "ubfx r9, r9, #8, #7\n\t" \
    "mla r9, r9, r3, r4\n\t" \
    "smlad r9, r11, r9, r5\n\t" \
    "asr.w r9, r9, #14\n\t" \
    "usat r11, #9, r10, asr #7\n\t" \
    "ldr.w r11, [r2, r11, lsl #1]\n\t" \
    "ubfx r10, r10, #0, #7\n\t" \
    "mla r10, r10, r3, r4\n\t" \
    "smlad r10, r11, r10, r5\n\t" \
    "asr.w r10, r10, #14\n\t" \
    "mul r10, r7, r10\n\t" \
    "ldrd r7, r11, [lr, #12]\n\t" \
    "add.w r10, r10, r7\n\t" \
    "asr.w r10, r10, r11\n\t" \
    "ldrsh.w r7, [r6]\n\t" \
    "mla r9, r9, r7, r10\n\t" \
    "ssat r9, #16, r9, asr #14\n\t" \
    "strh.w r9, [r6], #2\n\t" \
    "ldm.w lr, {r7, r10, r11}\n\t" \
    "mla r9, r9, r7, r10\n\t" \
    "usat r7, #9, r9, asr #15\n\t" \
    "ldr.w r7, [r11, r7, lsl #1]\n\t" \
    "ubfx r9, r9, #8, #7\n\t" \
    "mla r9, r9, r3, r4\n\t" \
    "smlad r9, r7, r9, r5\n\t" \
    "asr.w r9, r9, #14\n\t" \
    "mul r8, r8, r9\n\t" \
    "ldmdb.w lr, {r7, r9, r10, r11}\n\t" \
    "smmla r8, r8, r7, r9\n\t" \
    "asr.w r8, r8, r10\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "strb.w r8, [r12], #1\n\t" \
    "cmp r12, r11\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

/* Registers:
 *   args                      r0            arguments of gates
 *   of_gate of_value          r1 r2         tables
 *   turn one half             r3 r4 r5      make the shares of two values, 2**14, half of it
 *   state                     r6            of the cell
 *   y                         r12           outputs
 *   job                       lr            its constants
 *   multiplier round          r7 r9         of an output
 *   shift end                 r10 r11       of an output; where outputs end
 *   update reset inner value  r7 r8 r9 r10  gates; what the output before adds to the candidate
 *   ends                      r11           of a line of a table
 *   old                       r8            state, then output
 */
#define EDGEC_GRU_CELLS_CODE \
    EDGEC_ENTER \
    "ldr.w lr, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "add.w r12, lr, #16\n\t" \
    "ldmia.w r12, {r0, r1, r2, r3, r4, r5, r6, r12}\n\t" \
    "1:\n\t" \
    "ldrd r7, r8, [r0, #4]!\n\t" \
    "usat r11, #9, r7, asr #15\n\t" \
    "ldr.w r11, [r1, r11, lsl #1]\n\t" \
    "ubfx r7, r7, #8, #7\n\t" \
    "mla r7, r7, r3, r4\n\t" \
    "smlad r7, r11, r7, r5\n\t" \
    "asr.w r7, r7, #14\n\t" \
    "usat r11, #9, r8, asr #7\n\t" \
    "ldr.w r11, [r1, r11, lsl #1]\n\t" \
    "ubfx r8, r8, #0, #7\n\t" \
    "mla r8, r8, r3, r4\n\t" \
    "smlad r8, r11, r8, r5\n\t" \
    "asr.w r8, r8, #14\n\t" \
    "ldr.w r9, [r0, #16]\n\t" \
    "asr.w r9, r9, #8\n\t" \
    "mla r9, r9, r8, r5\n\t" \
    "ldr.w r10, [r0, #24]\n\t" \
    "asr.w r9, r9, #14\n\t" \
    "add.w r10, r10, r9, lsl #8\n\t" \
    "usat r11, #9, r10, asr #15\n\t" \
    "ldr.w r11, [r2, r11, lsl #1]\n\t" \
    "ubfx r10, r10, #8, #7\n\t" \
    "mla r10, r10, r3, r4\n\t" \
    "smlad r10, r11, r10, r5\n\t" \
    "asr.w r10, r10, #14\n\t" \
    "ldrsh.w r8, [r6]\n\t" \
    "sub.w r8, r8, r10\n\t" \
    "mla r8, r7, r8, r5\n\t" \
    "add.w r8, r8, r10, lsl #14\n\t" \
    "ssat r8, #16, r8, asr #14\n\t" \
    "strh.w r8, [r6], #2\n\t" \
    "ldm.w lr, {r7, r9, r10, r11}\n\t" \
    "smmla r8, r8, r7, r9\n\t" \
    "asr.w r8, r8, r10\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "strb.w r8, [r12], #1\n\t" \
    "ldrd r7, r8, [r0, #8]\n\t" \
    "usat r11, #9, r7, asr #15\n\t" \
    "ldr.w r11, [r1, r11, lsl #1]\n\t" \
    "ubfx r7, r7, #8, #7\n\t" \
    "mla r7, r7, r3, r4\n\t" \
    "smlad r7, r11, r7, r5\n\t" \
    "asr.w r7, r7, #14\n\t" \
    "usat r11, #9, r8, asr #7\n\t" \
    "ldr.w r11, [r1, r11, lsl #1]\n\t" \
    "ubfx r8, r8, #0, #7\n\t" \
    "mla r8, r8, r3, r4\n\t" \
    "smlad r8, r11, r8, r5\n\t" \
    "asr.w r8, r8, #14\n\t" \
    "ldr.w r9, [r0, #20]\n\t" \
    "mla r9, r9, r8, r5\n\t" \
    "ldr.w r10, [r0, #28]!\n\t" \
    "add.w r10, r10, r9, asr #14\n\t" \
    "usat r11, #9, r10, asr #7\n\t" \
    "ldr.w r11, [r2, r11, lsl #1]\n\t" \
    "ubfx r10, r10, #0, #7\n\t" \
    "mla r10, r10, r3, r4\n\t" \
    "smlad r10, r11, r10, r5\n\t" \
    "asr.w r10, r10, #14\n\t" \
    "ldrsh.w r8, [r6]\n\t" \
    "sub.w r8, r8, r10\n\t" \
    "mla r8, r7, r8, r5\n\t" \
    "add.w r8, r8, r10, lsl #14\n\t" \
    "ssat r8, #16, r8, asr #14\n\t" \
    "strh.w r8, [r6], #2\n\t" \
    "ldm.w lr, {r7, r9, r10, r11}\n\t" \
    "smmla r8, r8, r7, r9\n\t" \
    "asr.w r8, r8, r10\n\t" \
    "ssat r8, #8, r8, asr #1\n\t" \
    "strb.w r8, [r12], #1\n\t" \
    "cmp r12, r11\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

#endif
