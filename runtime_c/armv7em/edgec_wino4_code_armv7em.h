/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_wino4_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_WINO4_CODE_ARMV7EM_H
#define EDGEC_WINO4_CODE_ARMV7EM_H

/* Winograd F(4x4, 3x3) on int16: patches to points, points to outputs (edgec_wino4_armv7em.h). */
/* Registers:
 *   x row cell    r0..r2          cells of the patch, bytes from one row and one cell to the next
 *   to p6 point   r0..r2          behind the rows: points of the tile, bytes to the sixth and to the next one
 *   line          r3              rows in the job, transformed; then a column of them
 *   d0..d5        r4..r9          six values, then their points
 *   c f u w       r10 r11 r12 lr  differences, scratch
 *   job end half  r10 r11 r11     between rows: the job, where its rows end, the second two of four channels
 *   count         r11             behind the columns: fours of channels to do
 */
#define EDGEC_WINO4_PATCH_CODE \
    EDGEC_ENTER \
    "1:\n\t" \
    "ldr.w r10, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldmia.w r10, {r0, r1, r2}\n\t" \
    "add.w r3, r10, %[lines]\n\t" \
    "2:\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r2]\n\t" \
    "ldr.w r6, [r0, r2, lsl #1]\n\t" \
    "ldr.w r7, [r12, r2, lsl #1]\n\t" \
    "ldr.w r8, [r0, r2, lsl #2]\n\t" \
    "ldr.w r9, [r12, r2, lsl #2]\n\t" \
    "sxtb16 r4, r4\n\t" \
    "sxtb16 r5, r5\n\t" \
    "sxtb16 r6, r6\n\t" \
    "sxtb16 r7, r7\n\t" \
    "sxtb16 r8, r8\n\t" \
    "sxtb16 r9, r9\n\t" \
    "ssub16 r10, r8, r6\n\t" \
    "ssub16 r11, r7, r5\n\t" \
    "ssub16 r12, r4, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r4, r12, r10\n\t" \
    "ssub16 r9, r9, r7\n\t" \
    "sadd16 r11, r11, r11\n\t" \
    "sadd16 r12, r11, r11\n\t" \
    "ssub16 r9, r9, r12\n\t" \
    "sadd16 r12, r6, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "ssub16 r12, r8, r12\n\t" \
    "sadd16 lr, r5, r5\n\t" \
    "sadd16 lr, lr, lr\n\t" \
    "ssub16 lr, r7, lr\n\t" \
    "sadd16 r5, r12, lr\n\t" \
    "ssub16 r6, r12, lr\n\t" \
    "sadd16 r7, r10, r11\n\t" \
    "ssub16 r8, r10, r11\n\t" \
    "stmia r3!, {r4, r5, r6, r7, r8, r9}\n\t" \
    "add.w r0, r0, r1\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r2]\n\t" \
    "ldr.w r6, [r0, r2, lsl #1]\n\t" \
    "ldr.w r7, [r12, r2, lsl #1]\n\t" \
    "ldr.w r8, [r0, r2, lsl #2]\n\t" \
    "ldr.w r9, [r12, r2, lsl #2]\n\t" \
    "sxtb16 r4, r4\n\t" \
    "sxtb16 r5, r5\n\t" \
    "sxtb16 r6, r6\n\t" \
    "sxtb16 r7, r7\n\t" \
    "sxtb16 r8, r8\n\t" \
    "sxtb16 r9, r9\n\t" \
    "ssub16 r10, r8, r6\n\t" \
    "ssub16 r11, r7, r5\n\t" \
    "ssub16 r12, r4, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r4, r12, r10\n\t" \
    "ssub16 r9, r9, r7\n\t" \
    "sadd16 r11, r11, r11\n\t" \
    "sadd16 r12, r11, r11\n\t" \
    "ssub16 r9, r9, r12\n\t" \
    "sadd16 r12, r6, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "ssub16 r12, r8, r12\n\t" \
    "sadd16 lr, r5, r5\n\t" \
    "sadd16 lr, lr, lr\n\t" \
    "ssub16 lr, r7, lr\n\t" \
    "sadd16 r5, r12, lr\n\t" \
    "ssub16 r6, r12, lr\n\t" \
    "sadd16 r7, r10, r11\n\t" \
    "ssub16 r8, r10, r11\n\t" \
    "stmia r3!, {r4, r5, r6, r7, r8, r9}\n\t" \
    "add.w r0, r0, r1\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r2]\n\t" \
    "ldr.w r6, [r0, r2, lsl #1]\n\t" \
    "ldr.w r7, [r12, r2, lsl #1]\n\t" \
    "ldr.w r8, [r0, r2, lsl #2]\n\t" \
    "ldr.w r9, [r12, r2, lsl #2]\n\t" \
    "sxtb16 r4, r4\n\t" \
    "sxtb16 r5, r5\n\t" \
    "sxtb16 r6, r6\n\t" \
    "sxtb16 r7, r7\n\t" \
    "sxtb16 r8, r8\n\t" \
    "sxtb16 r9, r9\n\t" \
    "ssub16 r10, r8, r6\n\t" \
    "ssub16 r11, r7, r5\n\t" \
    "ssub16 r12, r4, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r4, r12, r10\n\t" \
    "ssub16 r9, r9, r7\n\t" \
    "sadd16 r11, r11, r11\n\t" \
    "sadd16 r12, r11, r11\n\t" \
    "ssub16 r9, r9, r12\n\t" \
    "sadd16 r12, r6, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "ssub16 r12, r8, r12\n\t" \
    "sadd16 lr, r5, r5\n\t" \
    "sadd16 lr, lr, lr\n\t" \
    "ssub16 lr, r7, lr\n\t" \
    "sadd16 r5, r12, lr\n\t" \
    "ssub16 r6, r12, lr\n\t" \
    "sadd16 r7, r10, r11\n\t" \
    "ssub16 r8, r10, r11\n\t" \
    "stmia r3!, {r4, r5, r6, r7, r8, r9}\n\t" \
    "add.w r0, r0, r1\n\t" \
    "ldr.w r10, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w r11, [r10, %[end]]\n\t" \
    "cmp r3, r11\n\t" \
    "bne.w 2b\n\t" \
    "b.w 4f\n\t" \
    "3:\n\t" \
    "ldr.w r10, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldmia.w r10, {r0, r1, r2}\n\t" \
    "add.w r3, r10, %[lines]\n\t" \
    "5:\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r2]\n\t" \
    "ldr.w r6, [r0, r2, lsl #1]\n\t" \
    "ldr.w r7, [r12, r2, lsl #1]\n\t" \
    "ldr.w r8, [r0, r2, lsl #2]\n\t" \
    "ldr.w r9, [r12, r2, lsl #2]\n\t" \
    "sxtb16 r4, r4, ror #8\n\t" \
    "sxtb16 r5, r5, ror #8\n\t" \
    "sxtb16 r6, r6, ror #8\n\t" \
    "sxtb16 r7, r7, ror #8\n\t" \
    "sxtb16 r8, r8, ror #8\n\t" \
    "sxtb16 r9, r9, ror #8\n\t" \
    "ssub16 r10, r8, r6\n\t" \
    "ssub16 r11, r7, r5\n\t" \
    "ssub16 r12, r4, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r4, r12, r10\n\t" \
    "ssub16 r9, r9, r7\n\t" \
    "sadd16 r11, r11, r11\n\t" \
    "sadd16 r12, r11, r11\n\t" \
    "ssub16 r9, r9, r12\n\t" \
    "sadd16 r12, r6, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "ssub16 r12, r8, r12\n\t" \
    "sadd16 lr, r5, r5\n\t" \
    "sadd16 lr, lr, lr\n\t" \
    "ssub16 lr, r7, lr\n\t" \
    "sadd16 r5, r12, lr\n\t" \
    "ssub16 r6, r12, lr\n\t" \
    "sadd16 r7, r10, r11\n\t" \
    "ssub16 r8, r10, r11\n\t" \
    "stmia r3!, {r4, r5, r6, r7, r8, r9}\n\t" \
    "add.w r0, r0, r1\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r2]\n\t" \
    "ldr.w r6, [r0, r2, lsl #1]\n\t" \
    "ldr.w r7, [r12, r2, lsl #1]\n\t" \
    "ldr.w r8, [r0, r2, lsl #2]\n\t" \
    "ldr.w r9, [r12, r2, lsl #2]\n\t" \
    "sxtb16 r4, r4, ror #8\n\t" \
    "sxtb16 r5, r5, ror #8\n\t" \
    "sxtb16 r6, r6, ror #8\n\t" \
    "sxtb16 r7, r7, ror #8\n\t" \
    "sxtb16 r8, r8, ror #8\n\t" \
    "sxtb16 r9, r9, ror #8\n\t" \
    "ssub16 r10, r8, r6\n\t" \
    "ssub16 r11, r7, r5\n\t" \
    "ssub16 r12, r4, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r4, r12, r10\n\t" \
    "ssub16 r9, r9, r7\n\t" \
    "sadd16 r11, r11, r11\n\t" \
    "sadd16 r12, r11, r11\n\t" \
    "ssub16 r9, r9, r12\n\t" \
    "sadd16 r12, r6, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "ssub16 r12, r8, r12\n\t" \
    "sadd16 lr, r5, r5\n\t" \
    "sadd16 lr, lr, lr\n\t" \
    "ssub16 lr, r7, lr\n\t" \
    "sadd16 r5, r12, lr\n\t" \
    "ssub16 r6, r12, lr\n\t" \
    "sadd16 r7, r10, r11\n\t" \
    "ssub16 r8, r10, r11\n\t" \
    "stmia r3!, {r4, r5, r6, r7, r8, r9}\n\t" \
    "add.w r0, r0, r1\n\t" \
    "add.w r12, r0, r2\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r2]\n\t" \
    "ldr.w r6, [r0, r2, lsl #1]\n\t" \
    "ldr.w r7, [r12, r2, lsl #1]\n\t" \
    "ldr.w r8, [r0, r2, lsl #2]\n\t" \
    "ldr.w r9, [r12, r2, lsl #2]\n\t" \
    "sxtb16 r4, r4, ror #8\n\t" \
    "sxtb16 r5, r5, ror #8\n\t" \
    "sxtb16 r6, r6, ror #8\n\t" \
    "sxtb16 r7, r7, ror #8\n\t" \
    "sxtb16 r8, r8, ror #8\n\t" \
    "sxtb16 r9, r9, ror #8\n\t" \
    "ssub16 r10, r8, r6\n\t" \
    "ssub16 r11, r7, r5\n\t" \
    "ssub16 r12, r4, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r4, r12, r10\n\t" \
    "ssub16 r9, r9, r7\n\t" \
    "sadd16 r11, r11, r11\n\t" \
    "sadd16 r12, r11, r11\n\t" \
    "ssub16 r9, r9, r12\n\t" \
    "sadd16 r12, r6, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "ssub16 r12, r8, r12\n\t" \
    "sadd16 lr, r5, r5\n\t" \
    "sadd16 lr, lr, lr\n\t" \
    "ssub16 lr, r7, lr\n\t" \
    "sadd16 r5, r12, lr\n\t" \
    "ssub16 r6, r12, lr\n\t" \
    "sadd16 r7, r10, r11\n\t" \
    "ssub16 r8, r10, r11\n\t" \
    "stmia r3!, {r4, r5, r6, r7, r8, r9}\n\t" \
    "add.w r0, r0, r1\n\t" \
    "ldr.w r10, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w r11, [r10, %[end]]\n\t" \
    "cmp r3, r11\n\t" \
    "bne.w 5b\n\t" \
    "4:\n\t" \
    "ldr.w r0, [r10, %[to]]\n\t" \
    "ldrd r1, r2, [r10, %[to] + 4]\n\t" \
    "add.w r3, r10, %[lines]\n\t" \
    "6:\n\t" \
    "ldr.w r5, [r3, #24]\n\t" \
    "ldr.w r6, [r3, #48]\n\t" \
    "ldr.w r7, [r3, #72]\n\t" \
    "ldr.w r8, [r3, #96]\n\t" \
    "ldr.w r9, [r3, #120]\n\t" \
    "ldr.w r4, [r3], #4\n\t" \
    "ssub16 r10, r8, r6\n\t" \
    "ssub16 r11, r7, r5\n\t" \
    "ssub16 r12, r4, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r4, r12, r10\n\t" \
    "ssub16 r9, r9, r7\n\t" \
    "sadd16 r11, r11, r11\n\t" \
    "sadd16 r12, r11, r11\n\t" \
    "ssub16 r9, r9, r12\n\t" \
    "sadd16 r12, r6, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "ssub16 r12, r8, r12\n\t" \
    "sadd16 lr, r5, r5\n\t" \
    "sadd16 lr, lr, lr\n\t" \
    "ssub16 lr, r7, lr\n\t" \
    "sadd16 r5, r12, lr\n\t" \
    "ssub16 r6, r12, lr\n\t" \
    "sadd16 r7, r10, r11\n\t" \
    "ssub16 r8, r10, r11\n\t" \
    "add.w r12, r0, r1\n\t" \
    "str.w r4, [r0]\n\t" \
    "str.w r5, [r0, r1]\n\t" \
    "str.w r6, [r0, r1, lsl #1]\n\t" \
    "str.w r7, [r12, r1, lsl #1]\n\t" \
    "str.w r8, [r0, r1, lsl #2]\n\t" \
    "str.w r9, [r12, r1, lsl #2]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "ldr.w r5, [r3, #24]\n\t" \
    "ldr.w r6, [r3, #48]\n\t" \
    "ldr.w r7, [r3, #72]\n\t" \
    "ldr.w r8, [r3, #96]\n\t" \
    "ldr.w r9, [r3, #120]\n\t" \
    "ldr.w r4, [r3], #4\n\t" \
    "ssub16 r10, r8, r6\n\t" \
    "ssub16 r11, r7, r5\n\t" \
    "ssub16 r12, r4, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r4, r12, r10\n\t" \
    "ssub16 r9, r9, r7\n\t" \
    "sadd16 r11, r11, r11\n\t" \
    "sadd16 r12, r11, r11\n\t" \
    "ssub16 r9, r9, r12\n\t" \
    "sadd16 r12, r6, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "ssub16 r12, r8, r12\n\t" \
    "sadd16 lr, r5, r5\n\t" \
    "sadd16 lr, lr, lr\n\t" \
    "ssub16 lr, r7, lr\n\t" \
    "sadd16 r5, r12, lr\n\t" \
    "ssub16 r6, r12, lr\n\t" \
    "sadd16 r7, r10, r11\n\t" \
    "ssub16 r8, r10, r11\n\t" \
    "add.w r12, r0, r1\n\t" \
    "str.w r4, [r0]\n\t" \
    "str.w r5, [r0, r1]\n\t" \
    "str.w r6, [r0, r1, lsl #1]\n\t" \
    "str.w r7, [r12, r1, lsl #1]\n\t" \
    "str.w r8, [r0, r1, lsl #2]\n\t" \
    "str.w r9, [r12, r1, lsl #2]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "ldr.w r5, [r3, #24]\n\t" \
    "ldr.w r6, [r3, #48]\n\t" \
    "ldr.w r7, [r3, #72]\n\t" \
    "ldr.w r8, [r3, #96]\n\t" \
    "ldr.w r9, [r3, #120]\n\t" \
    "ldr.w r4, [r3], #4\n\t" \
    "ssub16 r10, r8, r6\n\t" \
    "ssub16 r11, r7, r5\n\t" \
    "ssub16 r12, r4, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "sadd16 r4, r12, r10\n\t" \
    "ssub16 r9, r9, r7\n\t" \
    "sadd16 r11, r11, r11\n\t" \
    "sadd16 r12, r11, r11\n\t" \
    "ssub16 r9, r9, r12\n\t" \
    "sadd16 r12, r6, r6\n\t" \
    "sadd16 r12, r12, r12\n\t" \
    "ssub16 r12, r8, r12\n\t" \
    "sadd16 lr, r5, r5\n\t" \
    "sadd16 lr, lr, lr\n\t" \
    "ssub16 lr, r7, lr\n\t" \
    "sadd16 r5, r12, lr\n\t" \
    "ssub16 r6, r12, lr\n\t" \
    "sadd16 r7, r10, r11\n\t" \
    "ssub16 r8, r10, r11\n\t" \
    "add.w r12, r0, r1\n\t" \
    "str.w r4, [r0]\n\t" \
    "str.w r5, [r0, r1]\n\t" \
    "str.w r6, [r0, r1, lsl #1]\n\t" \
    "str.w r7, [r12, r1, lsl #1]\n\t" \
    "str.w r8, [r0, r1, lsl #2]\n\t" \
    "str.w r9, [r12, r1, lsl #2]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "ldr.w r10, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w r11, [r10, %[half_end]]\n\t" \
    "cmp r3, r11\n\t" \
    "bne.w 6b\n\t" \
    "ldr.w r0, [r10, %[to]]\n\t" \
    "ldr.w r11, [r10, %[half]]\n\t" \
    "add.w r0, r0, #8\n\t" \
    "eors r11, r11, #1\n\t" \
    "str.w r11, [r10, %[half]]\n\t" \
    "str.w r0, [r10, %[to]]\n\t" \
    "bne.w 3b\n\t" \
    "ldr.w r0, [r10]\n\t" \
    "ldr.w r11, [r10, %[count]]\n\t" \
    "add.w r0, r0, #4\n\t" \
    "subs r11, r11, #1\n\t" \
    "str.w r0, [r10]\n\t" \
    "str.w r11, [r10, %[count]]\n\t" \
    "bne.w 1b\n\t" \
    EDGEC_LEAVE

/* Registers:
 *   sum p6 point    r0..r2          sums of a column of points, bytes to the sixth and to the next one
 *   line            r3              columns in the job
 *   m0..m5          r4..r9          six sums; behind them four outputs
 *   s d p q         r10 r11 r12 lr  sums and differences of two
 *   job             r2              behind the columns
 *   own end         r12 lr          between columns: the job, where its columns end
 *   channel         r3              bias, multiplier and factors of the channel
 *   bias m          r0 r1           of them
 *   k0 k1 k2 round  r8 r9 r10 r11   the factors of a row, zz << shift
 *   y y1 y2 y3      r8..r11         the first cell of a row, bytes to the others
 *   below           r12             bytes from the first row
 */
#define EDGEC_WINO4_OUTPUT_CODE \
    EDGEC_ENTER \
    "ldr.w r12, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldmia.w r12, {r0, r1, r2}\n\t" \
    "add.w r3, r12, %[lines]\n\t" \
    "1:\n\t" \
    "add.w r10, r0, r1\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r1]\n\t" \
    "ldr.w r6, [r0, r1, lsl #1]\n\t" \
    "ldr.w r7, [r10, r1, lsl #1]\n\t" \
    "ldr.w r8, [r0, r1, lsl #2]\n\t" \
    "ldr.w r9, [r10, r1, lsl #2]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "add.w r10, r5, r6\n\t" \
    "sub.w r11, r5, r6\n\t" \
    "add.w r12, r7, r8\n\t" \
    "sub.w lr, r7, r8\n\t" \
    "add.w r4, r4, r12\n\t" \
    "sub.w r4, r4, r10, lsl #2\n\t" \
    "sub.w r5, lr, r11, lsl #1\n\t" \
    "sub.w r6, r12, r10\n\t" \
    "rsb.w r7, r11, lr, lsl #1\n\t" \
    "add.w r7, r7, r9\n\t" \
    "stmia r3!, {r4, r5, r6, r7}\n\t" \
    "add.w r10, r0, r1\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r1]\n\t" \
    "ldr.w r6, [r0, r1, lsl #1]\n\t" \
    "ldr.w r7, [r10, r1, lsl #1]\n\t" \
    "ldr.w r8, [r0, r1, lsl #2]\n\t" \
    "ldr.w r9, [r10, r1, lsl #2]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "add.w r10, r5, r6\n\t" \
    "sub.w r11, r5, r6\n\t" \
    "add.w r12, r7, r8\n\t" \
    "sub.w lr, r7, r8\n\t" \
    "add.w r4, r4, r12\n\t" \
    "sub.w r4, r4, r10, lsl #2\n\t" \
    "sub.w r5, lr, r11, lsl #1\n\t" \
    "sub.w r6, r12, r10\n\t" \
    "rsb.w r7, r11, lr, lsl #1\n\t" \
    "add.w r7, r7, r9\n\t" \
    "stmia r3!, {r4, r5, r6, r7}\n\t" \
    "add.w r10, r0, r1\n\t" \
    "ldr.w r4, [r0]\n\t" \
    "ldr.w r5, [r0, r1]\n\t" \
    "ldr.w r6, [r0, r1, lsl #1]\n\t" \
    "ldr.w r7, [r10, r1, lsl #1]\n\t" \
    "ldr.w r8, [r0, r1, lsl #2]\n\t" \
    "ldr.w r9, [r10, r1, lsl #2]\n\t" \
    "add.w r0, r0, r2\n\t" \
    "add.w r10, r5, r6\n\t" \
    "sub.w r11, r5, r6\n\t" \
    "add.w r12, r7, r8\n\t" \
    "sub.w lr, r7, r8\n\t" \
    "add.w r4, r4, r12\n\t" \
    "sub.w r4, r4, r10, lsl #2\n\t" \
    "sub.w r5, lr, r11, lsl #1\n\t" \
    "sub.w r6, r12, r10\n\t" \
    "rsb.w r7, r11, lr, lsl #1\n\t" \
    "add.w r7, r7, r9\n\t" \
    "stmia r3!, {r4, r5, r6, r7}\n\t" \
    "ldr.w r12, " EDGEC_ASM_SLOT(self, "0") "\n\t" \
    "ldr.w lr, [r12, %[end]]\n\t" \
    "cmp r3, lr\n\t" \
    "bne.w 1b\n\t" \
    "mov r2, r12\n\t" \
    "ldr.w r3, [r2, %[channel]]\n\t" \
    "ldrd r0, r1, [r3]\n\t" \
    /* the first row and cell last: what does not exist is overwritten by what does */ \
    "ldr.w r4, [r2, %[lines] + 12]\n\t" \
    "ldr.w r5, [r2, %[lines] + 28]\n\t" \
    "ldr.w r6, [r2, %[lines] + 44]\n\t" \
    "ldr.w r7, [r2, %[lines] + 60]\n\t" \
    "ldr.w r8, [r2, %[lines] + 76]\n\t" \
    "ldr.w r9, [r2, %[lines] + 92]\n\t" \
    "add.w r10, r5, r6\n\t" \
    "sub.w r11, r5, r6\n\t" \
    "add.w r12, r7, r8\n\t" \
    "sub.w lr, r7, r8\n\t" \
    "add.w r4, r4, r12\n\t" \
    "sub.w r4, r4, r10, lsl #2\n\t" \
    "sub.w r5, lr, r11, lsl #1\n\t" \
    "sub.w r6, r12, r10\n\t" \
    "rsb.w r7, r11, lr, lsl #1\n\t" \
    "add.w r7, r7, r9\n\t" \
    "ldrd r8, r9, [r3, #16]\n\t" \
    "ldr.w r10, [r3, #24]\n\t" \
    "ldr.w r11, [r2, %[round]]\n\t" \
    "mla r4, r4, r8, r0\n\t" \
    "mla r5, r5, r9, r0\n\t" \
    "mla r6, r6, r10, r0\n\t" \
    "mla r7, r7, r10, r0\n\t" \
    "smmla r4, r4, r1, r11\n\t" \
    "smmla r5, r5, r1, r11\n\t" \
    "smmla r6, r6, r1, r11\n\t" \
    "smmla r7, r7, r1, r11\n\t" \
    "ssat r4, #8, r4, asr #16\n\t" \
    "ssat r5, #8, r5, asr #16\n\t" \
    "ssat r6, #8, r6, asr #16\n\t" \
    "ssat r7, #8, r7, asr #16\n\t" \
    "ldrd r8, r9, [r2, %[y]]\n\t" \
    "ldrd r10, r11, [r2, %[y] + 8]\n\t" \
    "ldr.w r12, [r2, %[y] + 24]\n\t" \
    "add.w r8, r8, r12\n\t" \
    "strb.w r7, [r8, r11]\n\t" \
    "strb.w r6, [r8, r10]\n\t" \
    "strb.w r5, [r8, r9]\n\t" \
    "strb.w r4, [r8]\n\t" \
    "ldr.w r4, [r2, %[lines] + 8]\n\t" \
    "ldr.w r5, [r2, %[lines] + 24]\n\t" \
    "ldr.w r6, [r2, %[lines] + 40]\n\t" \
    "ldr.w r7, [r2, %[lines] + 56]\n\t" \
    "ldr.w r8, [r2, %[lines] + 72]\n\t" \
    "ldr.w r9, [r2, %[lines] + 88]\n\t" \
    "add.w r10, r5, r6\n\t" \
    "sub.w r11, r5, r6\n\t" \
    "add.w r12, r7, r8\n\t" \
    "sub.w lr, r7, r8\n\t" \
    "add.w r4, r4, r12\n\t" \
    "sub.w r4, r4, r10, lsl #2\n\t" \
    "sub.w r5, lr, r11, lsl #1\n\t" \
    "sub.w r6, r12, r10\n\t" \
    "rsb.w r7, r11, lr, lsl #1\n\t" \
    "add.w r7, r7, r9\n\t" \
    "ldrd r8, r9, [r3, #16]\n\t" \
    "ldr.w r10, [r3, #24]\n\t" \
    "ldr.w r11, [r2, %[round]]\n\t" \
    "mla r4, r4, r8, r0\n\t" \
    "mla r5, r5, r9, r0\n\t" \
    "mla r6, r6, r10, r0\n\t" \
    "mla r7, r7, r10, r0\n\t" \
    "smmla r4, r4, r1, r11\n\t" \
    "smmla r5, r5, r1, r11\n\t" \
    "smmla r6, r6, r1, r11\n\t" \
    "smmla r7, r7, r1, r11\n\t" \
    "ssat r4, #8, r4, asr #16\n\t" \
    "ssat r5, #8, r5, asr #16\n\t" \
    "ssat r6, #8, r6, asr #16\n\t" \
    "ssat r7, #8, r7, asr #16\n\t" \
    "ldrd r8, r9, [r2, %[y]]\n\t" \
    "ldrd r10, r11, [r2, %[y] + 8]\n\t" \
    "ldr.w r12, [r2, %[y] + 20]\n\t" \
    "add.w r8, r8, r12\n\t" \
    "strb.w r7, [r8, r11]\n\t" \
    "strb.w r6, [r8, r10]\n\t" \
    "strb.w r5, [r8, r9]\n\t" \
    "strb.w r4, [r8]\n\t" \
    "ldr.w r4, [r2, %[lines] + 4]\n\t" \
    "ldr.w r5, [r2, %[lines] + 20]\n\t" \
    "ldr.w r6, [r2, %[lines] + 36]\n\t" \
    "ldr.w r7, [r2, %[lines] + 52]\n\t" \
    "ldr.w r8, [r2, %[lines] + 68]\n\t" \
    "ldr.w r9, [r2, %[lines] + 84]\n\t" \
    "add.w r10, r5, r6\n\t" \
    "sub.w r11, r5, r6\n\t" \
    "add.w r12, r7, r8\n\t" \
    "sub.w lr, r7, r8\n\t" \
    "add.w r4, r4, r12\n\t" \
    "sub.w r4, r4, r10, lsl #2\n\t" \
    "sub.w r5, lr, r11, lsl #1\n\t" \
    "sub.w r6, r12, r10\n\t" \
    "rsb.w r7, r11, lr, lsl #1\n\t" \
    "add.w r7, r7, r9\n\t" \
    "ldrd r8, r9, [r3, #12]\n\t" \
    "ldr.w r10, [r3, #20]\n\t" \
    "ldr.w r11, [r2, %[round]]\n\t" \
    "mla r4, r4, r8, r0\n\t" \
    "mla r5, r5, r9, r0\n\t" \
    "mla r6, r6, r10, r0\n\t" \
    "mla r7, r7, r10, r0\n\t" \
    "smmla r4, r4, r1, r11\n\t" \
    "smmla r5, r5, r1, r11\n\t" \
    "smmla r6, r6, r1, r11\n\t" \
    "smmla r7, r7, r1, r11\n\t" \
    "ssat r4, #8, r4, asr #16\n\t" \
    "ssat r5, #8, r5, asr #16\n\t" \
    "ssat r6, #8, r6, asr #16\n\t" \
    "ssat r7, #8, r7, asr #16\n\t" \
    "ldrd r8, r9, [r2, %[y]]\n\t" \
    "ldrd r10, r11, [r2, %[y] + 8]\n\t" \
    "ldr.w r12, [r2, %[y] + 16]\n\t" \
    "add.w r8, r8, r12\n\t" \
    "strb.w r7, [r8, r11]\n\t" \
    "strb.w r6, [r8, r10]\n\t" \
    "strb.w r5, [r8, r9]\n\t" \
    "strb.w r4, [r8]\n\t" \
    "ldr.w r4, [r2, %[lines] + 0]\n\t" \
    "ldr.w r5, [r2, %[lines] + 16]\n\t" \
    "ldr.w r6, [r2, %[lines] + 32]\n\t" \
    "ldr.w r7, [r2, %[lines] + 48]\n\t" \
    "ldr.w r8, [r2, %[lines] + 64]\n\t" \
    "ldr.w r9, [r2, %[lines] + 80]\n\t" \
    "add.w r10, r5, r6\n\t" \
    "sub.w r11, r5, r6\n\t" \
    "add.w r12, r7, r8\n\t" \
    "sub.w lr, r7, r8\n\t" \
    "add.w r4, r4, r12\n\t" \
    "sub.w r4, r4, r10, lsl #2\n\t" \
    "sub.w r5, lr, r11, lsl #1\n\t" \
    "sub.w r6, r12, r10\n\t" \
    "rsb.w r7, r11, lr, lsl #1\n\t" \
    "add.w r7, r7, r9\n\t" \
    "ldrd r8, r9, [r3, #8]\n\t" \
    "ldr.w r10, [r3, #16]\n\t" \
    "ldr.w r11, [r2, %[round]]\n\t" \
    "mla r4, r4, r8, r0\n\t" \
    "mla r5, r5, r9, r0\n\t" \
    "mla r6, r6, r10, r0\n\t" \
    "mla r7, r7, r10, r0\n\t" \
    "smmla r4, r4, r1, r11\n\t" \
    "smmla r5, r5, r1, r11\n\t" \
    "smmla r6, r6, r1, r11\n\t" \
    "smmla r7, r7, r1, r11\n\t" \
    "ssat r4, #8, r4, asr #16\n\t" \
    "ssat r5, #8, r5, asr #16\n\t" \
    "ssat r6, #8, r6, asr #16\n\t" \
    "ssat r7, #8, r7, asr #16\n\t" \
    "ldrd r8, r9, [r2, %[y]]\n\t" \
    "ldrd r10, r11, [r2, %[y] + 8]\n\t" \
    "strb.w r7, [r8, r11]\n\t" \
    "strb.w r6, [r8, r10]\n\t" \
    "strb.w r5, [r8, r9]\n\t" \
    "strb.w r4, [r8]\n\t" \
    "add.w r8, r8, #1\n\t" \
    "str.w r8, [r2, %[y]]\n\t" \
    EDGEC_LEAVE

#endif
