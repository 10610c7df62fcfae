/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_taps_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_TAPS_CODE_ARMV7EM_H
#define EDGEC_DW_TAPS_CODE_ARMV7EM_H

/* Taps of int8 to pairs of int16 (edgec_dw_taps_armv7em.h); registers are the compiler's. */
#define EDGEC_DW_EXPAND_CODE \
    "1:\n\t" \
    "ldr %[odd], [%[w]], #4\n\t" \
    "sxtb16 %[even], %[odd]\n\t" \
    "sxtb16 %[odd], %[odd], ror #8\n\t" \
    "pkhbt %[low], %[even], %[odd], lsl #16\n\t" \
    "pkhtb %[odd], %[odd], %[even], asr #16\n\t" \
    "strd %[low], %[odd], [%[taps]], #8\n\t" \
    "cmp %[taps], %[end]\n\t" \
    "blo 1b\n\t"

#endif
