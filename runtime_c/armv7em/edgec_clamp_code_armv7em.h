/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_clamp_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_CLAMP_CODE_ARMV7EM_H
#define EDGEC_CLAMP_CODE_ARMV7EM_H

/* Bytes limited to a range (edgec_clamp_s8_armv7em.h): four at a time, then one by one; registers are the compiler's.
 * Both limits are in all bytes of a word. */
#define EDGEC_CLAMP_BYTES_CODE \
    "subs %[count], %[count], #4\n\t" \
    "blt 2f\n\t" \
    "1:\n\t" \
    "ldr %[v], [%[y]]\n\t" \
    "ssub8 %[t], %[v], %[lo]\n\t" \
    "sel %[v], %[v], %[lo]\n\t" \
    "ssub8 %[t], %[hi], %[v]\n\t" \
    "sel %[v], %[v], %[hi]\n\t" \
    "str %[v], [%[y]], #4\n\t" \
    "subs %[count], %[count], #4\n\t" \
    "bge 1b\n\t" \
    "2:\n\t" \
    "adds %[count], %[count], #4\n\t" \
    "beq 4f\n\t" \
    "3:\n\t" \
    "ldrb %[v], [%[y]]\n\t" \
    "ssub8 %[t], %[v], %[lo]\n\t" \
    "sel %[v], %[v], %[lo]\n\t" \
    "ssub8 %[t], %[hi], %[v]\n\t" \
    "sel %[v], %[v], %[hi]\n\t" \
    "strb %[v], [%[y]], #1\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "bne 3b\n\t" \
    "4:\n\t"

#endif
