/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dense_s16_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DENSE_S16_CODE_ARMV7EM_H
#define EDGEC_DENSE_S16_CODE_ARMV7EM_H

/* Units of eight k of two outputs, int16 (edgec_dense_s16_armv7em.h). */
/* Registers:
 *   x0 x1    r4 r5  pairs of x
 *   w_a w_b  r6 r8  words of the weights
 *   pair     r9     two k of an output
 */
#define EDGEC_DENSE_S16_CODE \
    "1:\n\t" \
    "ldrd r4, r5, [%[x]], #8\n\t" \
    "ldrd r6, r8, [%[w]], #8\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad %[a], r9, r4, %[a]\n\t" \
    "sxtb16 r6, r6, ror #8\n\t" \
    "smlad %[a], r6, r5, %[a]\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad %[b], r9, r4, %[b]\n\t" \
    "sxtb16 r8, r8, ror #8\n\t" \
    "smlad %[b], r8, r5, %[b]\n\t" \
    "ldrd r4, r5, [%[x]], #8\n\t" \
    "ldrd r6, r8, [%[w]], #8\n\t" \
    "sxtb16 r9, r6\n\t" \
    "smlad %[a], r9, r4, %[a]\n\t" \
    "sxtb16 r6, r6, ror #8\n\t" \
    "smlad %[a], r6, r5, %[a]\n\t" \
    "sxtb16 r9, r8\n\t" \
    "smlad %[b], r9, r4, %[b]\n\t" \
    "sxtb16 r8, r8, ror #8\n\t" \
    "smlad %[b], r8, r5, %[b]\n\t" \
    "subs %[n], %[n], #1\n\t" \
    "bne 1b\n\t"

#endif
