/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_clamp_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_CLAMP_CODE_ARMV7EM_H
#define EDGEC_CLAMP_CODE_ARMV7EM_H

/* Bytes from a whole word on limited to a range (edgec_clamp_s8_armv7em.h), or from below alone: 16 at a time, then four,
 * then one by one.  Limits are in all bytes of a word; other registers are the compiler's. */
/* Registers:
 *   v0..v2 v3  r4..r6 r8  words of bytes
 */
#define EDGEC_CLAMP_BYTES_CODE \
    "subs %[count], %[count], #16\n\t" \
    "blt 2f\n\t" \
    "1:\n\t" \
    "ldm %[y], {r4, r5, r6, r8}\n\t" \
    "ssub8 %[t], r4, %[lo]\n\t" \
    "sel r4, r4, %[lo]\n\t" \
    "ssub8 %[t], %[hi], r4\n\t" \
    "sel r4, r4, %[hi]\n\t" \
    "ssub8 %[t], r5, %[lo]\n\t" \
    "sel r5, r5, %[lo]\n\t" \
    "ssub8 %[t], %[hi], r5\n\t" \
    "sel r5, r5, %[hi]\n\t" \
    "ssub8 %[t], r6, %[lo]\n\t" \
    "sel r6, r6, %[lo]\n\t" \
    "ssub8 %[t], %[hi], r6\n\t" \
    "sel r6, r6, %[hi]\n\t" \
    "ssub8 %[t], r8, %[lo]\n\t" \
    "sel r8, r8, %[lo]\n\t" \
    "ssub8 %[t], %[hi], r8\n\t" \
    "sel r8, r8, %[hi]\n\t" \
    "subs %[count], %[count], #16\n\t" \
    "stm %[y]!, {r4, r5, r6, r8}\n\t" \
    "bge 1b\n\t" \
    "2:\n\t" \
    "adds %[count], %[count], #12\n\t" \
    "blt 4f\n\t" \
    "3:\n\t" \
    "ldr r4, [%[y]]\n\t" \
    "ssub8 %[t], r4, %[lo]\n\t" \
    "sel r4, r4, %[lo]\n\t" \
    "ssub8 %[t], %[hi], r4\n\t" \
    "sel r4, r4, %[hi]\n\t" \
    "str r4, [%[y]], #4\n\t" \
    "subs %[count], %[count], #4\n\t" \
    "bge 3b\n\t" \
    "4:\n\t" \
    "adds %[count], %[count], #4\n\t" \
    "beq 6f\n\t" \
    "5:\n\t" \
    "ldrb r4, [%[y]]\n\t" \
    "ssub8 %[t], r4, %[lo]\n\t" \
    "sel r4, r4, %[lo]\n\t" \
    "ssub8 %[t], %[hi], r4\n\t" \
    "sel r4, r4, %[hi]\n\t" \
    "strb r4, [%[y]], #1\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "bne 5b\n\t" \
    "6:\n\t"
#define EDGEC_CLAMP_BYTES_LOW_CODE \
    "subs %[count], %[count], #16\n\t" \
    "blt 2f\n\t" \
    "1:\n\t" \
    "ldm %[y], {r4, r5, r6, r8}\n\t" \
    "ssub8 %[t], r4, %[lo]\n\t" \
    "sel r4, r4, %[lo]\n\t" \
    "ssub8 %[t], r5, %[lo]\n\t" \
    "sel r5, r5, %[lo]\n\t" \
    "ssub8 %[t], r6, %[lo]\n\t" \
    "sel r6, r6, %[lo]\n\t" \
    "ssub8 %[t], r8, %[lo]\n\t" \
    "sel r8, r8, %[lo]\n\t" \
    "subs %[count], %[count], #16\n\t" \
    "stm %[y]!, {r4, r5, r6, r8}\n\t" \
    "bge 1b\n\t" \
    "2:\n\t" \
    "adds %[count], %[count], #12\n\t" \
    "blt 4f\n\t" \
    "3:\n\t" \
    "ldr r4, [%[y]]\n\t" \
    "ssub8 %[t], r4, %[lo]\n\t" \
    "sel r4, r4, %[lo]\n\t" \
    "str r4, [%[y]], #4\n\t" \
    "subs %[count], %[count], #4\n\t" \
    "bge 3b\n\t" \
    "4:\n\t" \
    "adds %[count], %[count], #4\n\t" \
    "beq 6f\n\t" \
    "5:\n\t" \
    "ldrb r4, [%[y]]\n\t" \
    "ssub8 %[t], r4, %[lo]\n\t" \
    "sel r4, r4, %[lo]\n\t" \
    "strb r4, [%[y]], #1\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "bne 5b\n\t" \
    "6:\n\t"

#endif
