/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_code_avr.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_CODE_AVR_H
#define EDGEC_CODE_AVR_H

/* Products on AVR (edgec_dot_s8.h, edgec_fixed.h), whose kernels take them where this file is included before them.
 * MUL leaves its product in r1:r0, and MULS the sign of the product in the carry. */

/* s += the sum of x[i] * w[i] for 4 * fours + ones products, in 24 bits, and the sign; w in flash, or among the data. */
#define EDGEC_DOT_FLASH_AVR \
    "tst %[fours]\n\t" \
    "breq 2f\n\t" \
    "1:\n\t" \
    "ld %[a], %a[x]+\n\t" \
    "lpm %[b], %a[w]+\n\t" \
    "muls %[a], %[b]\n\t" \
    "sbc %[b], %[b]\n\t" \
    "add %A[s], r0\n\t" \
    "adc %B[s], r1\n\t" \
    "adc %C[s], %[b]\n\t" \
    "ld %[a], %a[x]+\n\t" \
    "lpm %[b], %a[w]+\n\t" \
    "muls %[a], %[b]\n\t" \
    "sbc %[b], %[b]\n\t" \
    "add %A[s], r0\n\t" \
    "adc %B[s], r1\n\t" \
    "adc %C[s], %[b]\n\t" \
    "ld %[a], %a[x]+\n\t" \
    "lpm %[b], %a[w]+\n\t" \
    "muls %[a], %[b]\n\t" \
    "sbc %[b], %[b]\n\t" \
    "add %A[s], r0\n\t" \
    "adc %B[s], r1\n\t" \
    "adc %C[s], %[b]\n\t" \
    "ld %[a], %a[x]+\n\t" \
    "lpm %[b], %a[w]+\n\t" \
    "muls %[a], %[b]\n\t" \
    "sbc %[b], %[b]\n\t" \
    "add %A[s], r0\n\t" \
    "adc %B[s], r1\n\t" \
    "adc %C[s], %[b]\n\t" \
    "dec %[fours]\n\t" \
    "brne 1b\n\t" \
    "2:\n\t" \
    "tst %[ones]\n\t" \
    "breq 4f\n\t" \
    "3:\n\t" \
    "ld %[a], %a[x]+\n\t" \
    "lpm %[b], %a[w]+\n\t" \
    "muls %[a], %[b]\n\t" \
    "sbc %[b], %[b]\n\t" \
    "add %A[s], r0\n\t" \
    "adc %B[s], r1\n\t" \
    "adc %C[s], %[b]\n\t" \
    "dec %[ones]\n\t" \
    "brne 3b\n\t" \
    "4:\n\t" \
    "clr r1\n\t" \
    "mov %[a], %C[s]\n\t" \
    "lsl %[a]\n\t" \
    "sbc %D[s], %D[s]\n\t"

#define EDGEC_DOT_DATA_AVR \
    "tst %[fours]\n\t" \
    "breq 2f\n\t" \
    "1:\n\t" \
    "ld %[a], %a[x]+\n\t" \
    "ld %[b], %a[w]+\n\t" \
    "muls %[a], %[b]\n\t" \
    "sbc %[b], %[b]\n\t" \
    "add %A[s], r0\n\t" \
    "adc %B[s], r1\n\t" \
    "adc %C[s], %[b]\n\t" \
    "ld %[a], %a[x]+\n\t" \
    "ld %[b], %a[w]+\n\t" \
    "muls %[a], %[b]\n\t" \
    "sbc %[b], %[b]\n\t" \
    "add %A[s], r0\n\t" \
    "adc %B[s], r1\n\t" \
    "adc %C[s], %[b]\n\t" \
    "ld %[a], %a[x]+\n\t" \
    "ld %[b], %a[w]+\n\t" \
    "muls %[a], %[b]\n\t" \
    "sbc %[b], %[b]\n\t" \
    "add %A[s], r0\n\t" \
    "adc %B[s], r1\n\t" \
    "adc %C[s], %[b]\n\t" \
    "ld %[a], %a[x]+\n\t" \
    "ld %[b], %a[w]+\n\t" \
    "muls %[a], %[b]\n\t" \
    "sbc %[b], %[b]\n\t" \
    "add %A[s], r0\n\t" \
    "adc %B[s], r1\n\t" \
    "adc %C[s], %[b]\n\t" \
    "dec %[fours]\n\t" \
    "brne 1b\n\t" \
    "2:\n\t" \
    "tst %[ones]\n\t" \
    "breq 4f\n\t" \
    "3:\n\t" \
    "ld %[a], %a[x]+\n\t" \
    "ld %[b], %a[w]+\n\t" \
    "muls %[a], %[b]\n\t" \
    "sbc %[b], %[b]\n\t" \
    "add %A[s], r0\n\t" \
    "adc %B[s], r1\n\t" \
    "adc %C[s], %[b]\n\t" \
    "dec %[ones]\n\t" \
    "brne 3b\n\t" \
    "4:\n\t" \
    "clr r1\n\t" \
    "mov %[a], %C[s]\n\t" \
    "lsl %[a]\n\t" \
    "sbc %D[s], %D[s]\n\t"

/* y = the upper half of x * m, without signs: the products of their bytes, from the least on. */
#define EDGEC_PRODUCT_AVR \
    "clr %[zero]\n\t" \
    "clr %[b2]\n\t" \
    "clr %[b3]\n\t" \
    "clr %A[y]\n\t" \
    "clr %B[y]\n\t" \
    "clr %C[y]\n\t" \
    "clr %D[y]\n\t" \
    "mul %A[x], %A[m]\n\t" \
    "mov %[b1], r1\n\t" \
    "mul %A[x], %B[m]\n\t" \
    "add %[b1], r0\n\t" \
    "adc %[b2], r1\n\t" \
    "adc %[b3], %[zero]\n\t" \
    "mul %B[x], %A[m]\n\t" \
    "add %[b1], r0\n\t" \
    "adc %[b2], r1\n\t" \
    "adc %[b3], %[zero]\n\t" \
    "mul %A[x], %C[m]\n\t" \
    "add %[b2], r0\n\t" \
    "adc %[b3], r1\n\t" \
    "adc %A[y], %[zero]\n\t" \
    "mul %B[x], %B[m]\n\t" \
    "add %[b2], r0\n\t" \
    "adc %[b3], r1\n\t" \
    "adc %A[y], %[zero]\n\t" \
    "mul %C[x], %A[m]\n\t" \
    "add %[b2], r0\n\t" \
    "adc %[b3], r1\n\t" \
    "adc %A[y], %[zero]\n\t" \
    "mul %A[x], %D[m]\n\t" \
    "add %[b3], r0\n\t" \
    "adc %A[y], r1\n\t" \
    "adc %B[y], %[zero]\n\t" \
    "mul %B[x], %C[m]\n\t" \
    "add %[b3], r0\n\t" \
    "adc %A[y], r1\n\t" \
    "adc %B[y], %[zero]\n\t" \
    "mul %C[x], %B[m]\n\t" \
    "add %[b3], r0\n\t" \
    "adc %A[y], r1\n\t" \
    "adc %B[y], %[zero]\n\t" \
    "mul %D[x], %A[m]\n\t" \
    "add %[b3], r0\n\t" \
    "adc %A[y], r1\n\t" \
    "adc %B[y], %[zero]\n\t" \
    "mul %B[x], %D[m]\n\t" \
    "add %A[y], r0\n\t" \
    "adc %B[y], r1\n\t" \
    "adc %C[y], %[zero]\n\t" \
    "mul %C[x], %C[m]\n\t" \
    "add %A[y], r0\n\t" \
    "adc %B[y], r1\n\t" \
    "adc %C[y], %[zero]\n\t" \
    "mul %D[x], %B[m]\n\t" \
    "add %A[y], r0\n\t" \
    "adc %B[y], r1\n\t" \
    "adc %C[y], %[zero]\n\t" \
    "mul %C[x], %D[m]\n\t" \
    "add %B[y], r0\n\t" \
    "adc %C[y], r1\n\t" \
    "adc %D[y], %[zero]\n\t" \
    "mul %D[x], %C[m]\n\t" \
    "add %B[y], r0\n\t" \
    "adc %C[y], r1\n\t" \
    "adc %D[y], %[zero]\n\t" \
    "mul %D[x], %D[m]\n\t" \
    "add %C[y], r0\n\t" \
    "adc %D[y], r1\n\t" \
    "clr r1\n\t"

#endif
