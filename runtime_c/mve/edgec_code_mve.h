/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_CODE_MVE_H
#define EDGEC_CODE_MVE_H

/* Copies and fills of any number of bytes; words to which a number is added. */
#define EDGEC_COPY_CODE_MVE \
    "wlstp.8 lr, %[bytes], 2f\n\t" \
    "1:\n\t" \
    "vldrb.8 q0, [%[from]], #16\n\t" \
    "vstrb.8 q0, [%[to]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_FILL_CODE_MVE \
    "vdup.8 q0, %[value]\n\t" \
    "wlstp.8 lr, %[bytes], 2f\n\t" \
    "1:\n\t" \
    "vstrb.8 q0, [%[to]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_ADVANCE_CODE_MVE \
    "wlstp.32 lr, %[words], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[table]]\n\t" \
    "vadd.i32 q0, q0, %[bytes]\n\t" \
    "vstrw.32 q0, [%[table]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_SPREAD_CODE_MVE \
    "vctp.8 %[bytes]\n\t" \
    "wls lr, %[times], 2f\n\t" \
    "1:\n\t" \
    "vpstt\n\t" \
    "vldrbt.8 q0, [%[from]]\n\t" \
    "vstrbt.8 q0, [%[to]]\n\t" \
    "add %[from], %[from], %[from_step]\n\t" \
    "add %[to], %[to], %[to_step]\n\t" \
    "le lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_UNPACK_CODE_MVE \
    "wls lr, %[vectors], 2f\n\t" \
    "1:\n\t" \
    "vldrb.8 q0, [%[from]], #16\n\t" \
    "vshl.i8 q1, q0, #4\n\t" \
    "vshr.s8 q1, q1, #4\n\t" \
    "vshr.s8 q0, q0, #4\n\t" \
    "vstrb.8 q1, [%[to]], #16\n\t" \
    "vstrb.8 q0, [%[to]], #16\n\t" \
    "le lr, 1b\n\t" \
    "2:\n\t"

#endif
