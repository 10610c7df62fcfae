/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_CODE_ARMV7EM_H
#define EDGEC_CODE_ARMV7EM_H

/* Assembly of more than one instruction that several kernels take: what blocks keep on the stack where they do not find
 * their variables in memory, and maxima and minima of each part of a word, %0 of %1 and %2. */
#define EDGEC_ENTER_CODE \
    "push {r0, r1, r2, r3, r4, r7}\n\t"
#define EDGEC_LEAVE_CODE \
    "pop {r0, r1, r2, r3, r4, r7}\n\t"
#define EDGEC_MAX_PAIR_CODE \
    "ssub16 %0, %1, %2\n\t" \
    "sel %0, %1, %2\n\t"
#define EDGEC_MIN_PAIR_CODE \
    "ssub16 %0, %2, %1\n\t" \
    "sel %0, %1, %2\n\t"
#define EDGEC_MAX_BYTES_CODE \
    "ssub8 %0, %1, %2\n\t" \
    "sel %0, %1, %2\n\t"

#endif
