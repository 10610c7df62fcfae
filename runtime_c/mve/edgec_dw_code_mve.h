/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_CODE_MVE_H
#define EDGEC_DW_CODE_MVE_H

/* Depthwise windows of any size: eight output channels of the positions of a row (edgec_dwconv2d_s8_mve.h). */
/* Registers:
 *   row x      r0 r1  addresses of the window's rows, its cell
 *   at         r2     bytes from position 0 to this one
 *   stream     r3     biases, weights and what belongs to them
 *   y          r4     outputs
 *   cell       r5     bytes from one cell of a row to the next
 *   doubled    r6     how often sums are doubled
 *   in_step    r7     bytes between positions
 *   rows_left  r8     of the window
 *   columns    r9     of the window
 *   positions  r10    to go
 *   zero       r12    of the outputs
 *   job        r11    edgec_dw_mve
 *   v w        q0 q1  a cell and its weights, 16 bits
 *   even odd   q2 q3  sums
 *   p          q4     products
 *   from       q5     where the channels lie in a cell
 *   low high   q6 q7  limits
 */

#define EDGEC_DW_S8_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldr r2, [r11, #36]\n\t" \
    "vctp.16 r2\n\t" \
    "ldrd r12, r6, [r11, #40]\n\t" \
    "ldrd r4, r10, [r11, #20]\n\t" \
    "ldr r7, [r11, #28]\n\t" \
    "ldrd r9, r5, [r11, #8]\n\t" \
    "vldrh.16 q5, [r11, #56]\n\t" \
    "ldrd r0, r1, [r11, #72]\n\t" \
    "vdup.16 q6, r0\n\t" \
    "vdup.16 q7, r1\n\t" \
    "mov r2, #0\n\t" \
    "5:\n\t" \
    "ldr r3, [r11, #16]\n\t" \
    "vldrw.32 q2, [r3], #16\n\t" \
    "vldrw.32 q3, [r3], #16\n\t" \
    "ldrd r0, r8, [r11]\n\t" \
    "1:\n\t" \
    "ldr r1, [r0], #4\n\t" \
    "add r1, r1, r2\n\t" \
    "dls lr, r9\n\t" \
    "2:\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q0, [r1, q5]\n\t" \
    "vldrb.s16 q1, [r3], #8\n\t" \
    "add r1, r1, r5\n\t" \
    "vmullb.s16 q4, q0, q1\n\t" \
    "vadd.i32 q2, q2, q4\n\t" \
    "vmullt.s16 q4, q0, q1\n\t" \
    "vadd.i32 q3, q3, q4\n\t" \
    "le lr, 2b\n\t" \
    "subs r8, r8, #1\n\t" \
    "bne 1b\n\t" \
    "vldrw.32 q0, [r3], #16\n\t" \
    "vldrw.32 q1, [r3], #16\n\t" \
    "vshl.s32 q2, r6\n\t" \
    "vshl.s32 q3, r6\n\t" \
    "vqdmulh.s32 q2, q2, q0\n\t" \
    "vqdmulh.s32 q3, q3, q1\n\t" \
    "vldrb.s32 q0, [r3], #4\n\t" \
    "vldrb.s32 q1, [r3], #4\n\t" \
    "vrshl.s32 q2, q2, q0\n\t" \
    "vrshl.s32 q3, q3, q1\n\t" \
    "vadd.i32 q2, q2, r12\n\t" \
    "vadd.i32 q3, q3, r12\n\t" \
    "vqmovnb.s32 q0, q2\n\t" \
    "vqmovnt.s32 q0, q3\n\t" \
    "vmax.s16 q0, q0, q6\n\t" \
    "vmin.s16 q0, q0, q7\n\t" \
    "ldr r1, [r11, #32]\n\t" \
    "vpst\n\t" \
    "vstrbt.16 q0, [r4]\n\t" \
    "add r4, r4, r1\n\t" \
    "add r2, r2, r7\n\t" \
    "subs r10, r10, #1\n\t" \
    "bne 5b\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"
#define EDGEC_DW_S16_CODE_MVE \
    "strd r6, r7, [r11, #48]\n\t" \
    "ldr r2, [r11, #36]\n\t" \
    "vctp.16 r2\n\t" \
    "ldrd r12, r6, [r11, #40]\n\t" \
    "ldrd r4, r10, [r11, #20]\n\t" \
    "ldr r7, [r11, #28]\n\t" \
    "ldrd r9, r5, [r11, #8]\n\t" \
    "vldrh.16 q5, [r11, #56]\n\t" \
    "ldrd r0, r1, [r11, #72]\n\t" \
    "vdup.16 q6, r0\n\t" \
    "vdup.16 q7, r1\n\t" \
    "mov r2, #0\n\t" \
    "5:\n\t" \
    "ldr r3, [r11, #16]\n\t" \
    "vldrw.32 q2, [r3], #16\n\t" \
    "vldrw.32 q3, [r3], #16\n\t" \
    "ldrd r0, r8, [r11]\n\t" \
    "1:\n\t" \
    "ldr r1, [r0], #4\n\t" \
    "add r1, r1, r2\n\t" \
    "dls lr, r9\n\t" \
    "2:\n\t" \
    "vpst\n\t" \
    "vldrht.u16 q0, [r1, q5]\n\t" \
    "vldrb.s16 q1, [r3], #8\n\t" \
    "add r1, r1, r5\n\t" \
    "vmullb.s16 q4, q0, q1\n\t" \
    "vadd.i32 q2, q2, q4\n\t" \
    "vmullt.s16 q4, q0, q1\n\t" \
    "vadd.i32 q3, q3, q4\n\t" \
    "le lr, 2b\n\t" \
    "subs r8, r8, #1\n\t" \
    "bne 1b\n\t" \
    "vldrw.32 q0, [r3], #16\n\t" \
    "vldrw.32 q1, [r3], #16\n\t" \
    "vshl.s32 q2, r6\n\t" \
    "vshl.s32 q3, r6\n\t" \
    "vqdmulh.s32 q2, q2, q0\n\t" \
    "vqdmulh.s32 q3, q3, q1\n\t" \
    "vldrb.s32 q0, [r3], #4\n\t" \
    "vldrb.s32 q1, [r3], #4\n\t" \
    "vrshl.s32 q2, q2, q0\n\t" \
    "vrshl.s32 q3, q3, q1\n\t" \
    "vadd.i32 q2, q2, r12\n\t" \
    "vadd.i32 q3, q3, r12\n\t" \
    "vqmovnb.s32 q0, q2\n\t" \
    "vqmovnt.s32 q0, q3\n\t" \
    "vmax.s16 q0, q0, q6\n\t" \
    "vmin.s16 q0, q0, q7\n\t" \
    "ldr r1, [r11, #32]\n\t" \
    "vpst\n\t" \
    "vstrht.16 q0, [r4]\n\t" \
    "add r4, r4, r1\n\t" \
    "add r2, r2, r7\n\t" \
    "subs r10, r10, #1\n\t" \
    "bne 5b\n\t" \
    "ldrd r6, r7, [r11, #48]\n\t"

#endif
