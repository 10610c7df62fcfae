/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_elements_f32_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_ELEMENTS_F32_CODE_MVE_H
#define EDGEC_ELEMENTS_F32_CODE_MVE_H

/* Sums, differences and products of float32 elements, largest values and means of cells. */
/* Registers:
 *   a b  q0 q1  elements of each operand
 *   low  q2     the lower limit
 */
#define EDGEC_ADD_F32_LIMITS0_CODE_MVE \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[a]], #16\n\t" \
    "vldrw.32 q1, [%[b]], #16\n\t" \
    "vadd.f32 q0, q0, q1\n\t" \
    "vstrw.32 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_ADD_F32_LIMITS1_CODE_MVE \
    "vdup.32 q2, %[lo]\n\t" \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[a]], #16\n\t" \
    "vldrw.32 q1, [%[b]], #16\n\t" \
    "vadd.f32 q0, q0, q1\n\t" \
    "vpt.f32 gt, q2, q0\n\t" \
    "vdupt.32 q0, %[lo]\n\t" \
    "vstrw.32 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_ADD_F32_LIMITS2_CODE_MVE \
    "vdup.32 q2, %[lo]\n\t" \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[a]], #16\n\t" \
    "vldrw.32 q1, [%[b]], #16\n\t" \
    "vadd.f32 q0, q0, q1\n\t" \
    "vpt.f32 gt, q2, q0\n\t" \
    "vdupt.32 q0, %[lo]\n\t" \
    "vpt.f32 gt, q0, %[hi]\n\t" \
    "vdupt.32 q0, %[hi]\n\t" \
    "vstrw.32 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_SUB_F32_LIMITS0_CODE_MVE \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[a]], #16\n\t" \
    "vldrw.32 q1, [%[b]], #16\n\t" \
    "vsub.f32 q0, q0, q1\n\t" \
    "vstrw.32 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_SUB_F32_LIMITS1_CODE_MVE \
    "vdup.32 q2, %[lo]\n\t" \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[a]], #16\n\t" \
    "vldrw.32 q1, [%[b]], #16\n\t" \
    "vsub.f32 q0, q0, q1\n\t" \
    "vpt.f32 gt, q2, q0\n\t" \
    "vdupt.32 q0, %[lo]\n\t" \
    "vstrw.32 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_SUB_F32_LIMITS2_CODE_MVE \
    "vdup.32 q2, %[lo]\n\t" \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[a]], #16\n\t" \
    "vldrw.32 q1, [%[b]], #16\n\t" \
    "vsub.f32 q0, q0, q1\n\t" \
    "vpt.f32 gt, q2, q0\n\t" \
    "vdupt.32 q0, %[lo]\n\t" \
    "vpt.f32 gt, q0, %[hi]\n\t" \
    "vdupt.32 q0, %[hi]\n\t" \
    "vstrw.32 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_MUL_F32_LIMITS0_CODE_MVE \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[a]], #16\n\t" \
    "vldrw.32 q1, [%[b]], #16\n\t" \
    "vmul.f32 q0, q0, q1\n\t" \
    "vstrw.32 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_MUL_F32_LIMITS1_CODE_MVE \
    "vdup.32 q2, %[lo]\n\t" \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[a]], #16\n\t" \
    "vldrw.32 q1, [%[b]], #16\n\t" \
    "vmul.f32 q0, q0, q1\n\t" \
    "vpt.f32 gt, q2, q0\n\t" \
    "vdupt.32 q0, %[lo]\n\t" \
    "vstrw.32 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_MUL_F32_LIMITS2_CODE_MVE \
    "vdup.32 q2, %[lo]\n\t" \
    "wlstp.32 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrw.32 q0, [%[a]], #16\n\t" \
    "vldrw.32 q1, [%[b]], #16\n\t" \
    "vmul.f32 q0, q0, q1\n\t" \
    "vpt.f32 gt, q2, q0\n\t" \
    "vdupt.32 q0, %[lo]\n\t" \
    "vpt.f32 gt, q0, %[hi]\n\t" \
    "vdupt.32 q0, %[hi]\n\t" \
    "vstrw.32 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
/* Registers:
 *   acc0..acc3  q0..q3  sums or largest values of four channels each
 *   v0 v1       q4 q5   cells
 */
#define EDGEC_MAX16_F32_CODE_MVE \
    "vdup.32 q0, %[first]\n\t" \
    "vdup.32 q1, %[first]\n\t" \
    "vdup.32 q2, %[first]\n\t" \
    "vdup.32 q3, %[first]\n\t" \
    "1:\n\t" \
    "mov %[at], %[x]\n\t" \
    "dls lr, %[columns]\n\t" \
    "2:\n\t" \
    "vldrw.32 q4, [%[at], #0]\n\t" \
    "vmaxnm.f32 q0, q0, q4\n\t" \
    "vldrw.32 q5, [%[at], #16]\n\t" \
    "vmaxnm.f32 q1, q1, q5\n\t" \
    "vldrw.32 q4, [%[at], #32]\n\t" \
    "vmaxnm.f32 q2, q2, q4\n\t" \
    "vldrw.32 q5, [%[at], #48]\n\t" \
    "vmaxnm.f32 q3, q3, q5\n\t" \
    "add %[at], %[at], %[column]\n\t" \
    "le lr, 2b\n\t" \
    "add %[x], %[x], %[row]\n\t" \
    "subs %[rows], %[rows], #1\n\t" \
    "bne 1b\n\t" \
    "vstrw.32 q0, [%[y], #0]\n\t" \
    "vstrw.32 q1, [%[y], #16]\n\t" \
    "vstrw.32 q2, [%[y], #32]\n\t" \
    "vstrw.32 q3, [%[y], #48]\n\t"
#define EDGEC_MAX4_F32_CODE_MVE \
    "vctp.32 %[lanes]\n\t" \
    "vdup.32 q0, %[first]\n\t" \
    "1:\n\t" \
    "mov %[at], %[x]\n\t" \
    "dls lr, %[columns]\n\t" \
    "2:\n\t" \
    "vpst\n\t" \
    "vldrwt.32 q4, [%[at]]\n\t" \
    "vmaxnm.f32 q0, q0, q4\n\t" \
    "add %[at], %[at], %[column]\n\t" \
    "le lr, 2b\n\t" \
    "add %[x], %[x], %[row]\n\t" \
    "subs %[rows], %[rows], #1\n\t" \
    "bne 1b\n\t" \
    "vpst\n\t" \
    "vstrwt.32 q0, [%[y]]\n\t"
#define EDGEC_MEAN16_F32_CODE_MVE \
    "vdup.32 q0, %[first]\n\t" \
    "vdup.32 q1, %[first]\n\t" \
    "vdup.32 q2, %[first]\n\t" \
    "vdup.32 q3, %[first]\n\t" \
    "1:\n\t" \
    "mov %[at], %[x]\n\t" \
    "dls lr, %[columns]\n\t" \
    "2:\n\t" \
    "vldrw.32 q4, [%[at], #0]\n\t" \
    "vadd.f32 q0, q0, q4\n\t" \
    "vldrw.32 q5, [%[at], #16]\n\t" \
    "vadd.f32 q1, q1, q5\n\t" \
    "vldrw.32 q4, [%[at], #32]\n\t" \
    "vadd.f32 q2, q2, q4\n\t" \
    "vldrw.32 q5, [%[at], #48]\n\t" \
    "vadd.f32 q3, q3, q5\n\t" \
    "add %[at], %[at], %[column]\n\t" \
    "le lr, 2b\n\t" \
    "add %[x], %[x], %[row]\n\t" \
    "subs %[rows], %[rows], #1\n\t" \
    "bne 1b\n\t" \
    "vmul.f32 q0, q0, %[factor]\n\t" \
    "vmul.f32 q1, q1, %[factor]\n\t" \
    "vmul.f32 q2, q2, %[factor]\n\t" \
    "vmul.f32 q3, q3, %[factor]\n\t" \
    "vstrw.32 q0, [%[y], #0]\n\t" \
    "vstrw.32 q1, [%[y], #16]\n\t" \
    "vstrw.32 q2, [%[y], #32]\n\t" \
    "vstrw.32 q3, [%[y], #48]\n\t"
#define EDGEC_MEAN4_F32_CODE_MVE \
    "vctp.32 %[lanes]\n\t" \
    "vdup.32 q0, %[first]\n\t" \
    "1:\n\t" \
    "mov %[at], %[x]\n\t" \
    "dls lr, %[columns]\n\t" \
    "2:\n\t" \
    "vpst\n\t" \
    "vldrwt.32 q4, [%[at]]\n\t" \
    "vadd.f32 q0, q0, q4\n\t" \
    "add %[at], %[at], %[column]\n\t" \
    "le lr, 2b\n\t" \
    "add %[x], %[x], %[row]\n\t" \
    "subs %[rows], %[rows], #1\n\t" \
    "bne 1b\n\t" \
    "vmul.f32 q0, q0, %[factor]\n\t" \
    "vpst\n\t" \
    "vstrwt.32 q0, [%[y]]\n\t"

#endif
