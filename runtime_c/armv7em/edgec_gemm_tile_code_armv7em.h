/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_tile_code_armv7em.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_TILE_CODE_ARMV7EM_H
#define EDGEC_GEMM_TILE_CODE_ARMV7EM_H

/* Four bytes of each of three positions at a time, widened to columns (edgec_gemm_tile_armv7em.h). */
/* Registers:
 *   v0..v2  r4..r6   bytes of the three positions, then the even ones
 *   o0..o2  r8..r10  the odd ones
 */
#define EDGEC_GEMM_WIDEN_CODE \
    "1:\n\t" \
    "ldr r4, [%[a]], #4\n\t" \
    "ldr r5, [%[b]], #4\n\t" \
    "ldr r6, [%[c]], #4\n\t" \
    "sxtb16 r8, r4, ror #8\n\t" \
    "sxtb16 r9, r5, ror #8\n\t" \
    "sxtb16 r10, r6, ror #8\n\t" \
    "sxtb16 r4, r4\n\t" \
    "sxtb16 r5, r5\n\t" \
    "sxtb16 r6, r6\n\t" \
    "subs %[n], %[n], #1\n\t" \
    "stmia %[to]!, {r4, r5, r6, r8, r9, r10}\n\t" \
    "bne 1b\n\t"

#endif
