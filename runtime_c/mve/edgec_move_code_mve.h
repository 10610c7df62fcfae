/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_move_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_MOVE_CODE_MVE_H
#define EDGEC_MOVE_CODE_MVE_H

/* Lines of a transpose: elements side by side go apart, or those apart come together (edgec_transpose_mve.h). */
/* Registers:
 *   v places  q0 q1  elements; bytes from the first one to each
 */
#define EDGEC_APART_X8_CODE_MVE \
    "vldrh.16 q1, [%[offsets]]\n\t" \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrb.u16 q0, [%[x]], #8\n\t" \
    "vstrb.16 q0, [%[y], q1]\n\t" \
    "add %[y], %[y], %[step]\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_TOGETHER_X8_CODE_MVE \
    "vldrh.16 q1, [%[offsets]]\n\t" \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrb.u16 q0, [%[x], q1]\n\t" \
    "vstrb.16 q0, [%[y]], #8\n\t" \
    "add %[x], %[x], %[step]\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_APART_X16_CODE_MVE \
    "vldrh.16 q1, [%[offsets]]\n\t" \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q0, [%[x]], #16\n\t" \
    "vstrh.16 q0, [%[y], q1]\n\t" \
    "add %[y], %[y], %[step]\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_TOGETHER_X16_CODE_MVE \
    "vldrh.16 q1, [%[offsets]]\n\t" \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.u16 q0, [%[x], q1]\n\t" \
    "vstrh.16 q0, [%[y]], #16\n\t" \
    "add %[x], %[x], %[step]\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_APART_X32_CODE_MVE \
    "vldrw.32 q1, [%[offsets]]\n\t" \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[x]], #16\n\t" \
    "vstrw.32 q0, [%[y], q1]\n\t" \
    "add %[y], %[y], %[step]\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_TOGETHER_X32_CODE_MVE \
    "vldrw.32 q1, [%[offsets]]\n\t" \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.u32 q0, [%[x], q1]\n\t" \
    "vstrw.32 q0, [%[y]], #16\n\t" \
    "add %[x], %[x], %[step]\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"

#endif
