/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_elements_f16_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_ELEMENTS_F16_CODE_MVE_H
#define EDGEC_ELEMENTS_F16_CODE_MVE_H

/* Sums, differences and products of float16 elements; conversions from and to float32. */
/* Registers:
 *   a b  q0 q1  elements of each operand
 *   low  q2     the lower limit
 */
#define EDGEC_ADD_F16_LIMITS0_CODE_MVE \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q0, [%[a]], #16\n\t" \
    "vldrh.16 q1, [%[b]], #16\n\t" \
    "vadd.f16 q0, q0, q1\n\t" \
    "vstrh.16 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_ADD_F16_LIMITS1_CODE_MVE \
    "vdup.16 q2, %[lo]\n\t" \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q0, [%[a]], #16\n\t" \
    "vldrh.16 q1, [%[b]], #16\n\t" \
    "vadd.f16 q0, q0, q1\n\t" \
    "vpt.f16 gt, q2, q0\n\t" \
    "vdupt.16 q0, %[lo]\n\t" \
    "vstrh.16 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_ADD_F16_LIMITS2_CODE_MVE \
    "vdup.16 q2, %[lo]\n\t" \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q0, [%[a]], #16\n\t" \
    "vldrh.16 q1, [%[b]], #16\n\t" \
    "vadd.f16 q0, q0, q1\n\t" \
    "vpt.f16 gt, q2, q0\n\t" \
    "vdupt.16 q0, %[lo]\n\t" \
    "vpt.f16 gt, q0, %[hi]\n\t" \
    "vdupt.16 q0, %[hi]\n\t" \
    "vstrh.16 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_SUB_F16_LIMITS0_CODE_MVE \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q0, [%[a]], #16\n\t" \
    "vldrh.16 q1, [%[b]], #16\n\t" \
    "vsub.f16 q0, q0, q1\n\t" \
    "vstrh.16 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_SUB_F16_LIMITS1_CODE_MVE \
    "vdup.16 q2, %[lo]\n\t" \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q0, [%[a]], #16\n\t" \
    "vldrh.16 q1, [%[b]], #16\n\t" \
    "vsub.f16 q0, q0, q1\n\t" \
    "vpt.f16 gt, q2, q0\n\t" \
    "vdupt.16 q0, %[lo]\n\t" \
    "vstrh.16 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_SUB_F16_LIMITS2_CODE_MVE \
    "vdup.16 q2, %[lo]\n\t" \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q0, [%[a]], #16\n\t" \
    "vldrh.16 q1, [%[b]], #16\n\t" \
    "vsub.f16 q0, q0, q1\n\t" \
    "vpt.f16 gt, q2, q0\n\t" \
    "vdupt.16 q0, %[lo]\n\t" \
    "vpt.f16 gt, q0, %[hi]\n\t" \
    "vdupt.16 q0, %[hi]\n\t" \
    "vstrh.16 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_MUL_F16_LIMITS0_CODE_MVE \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q0, [%[a]], #16\n\t" \
    "vldrh.16 q1, [%[b]], #16\n\t" \
    "vmul.f16 q0, q0, q1\n\t" \
    "vstrh.16 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_MUL_F16_LIMITS1_CODE_MVE \
    "vdup.16 q2, %[lo]\n\t" \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q0, [%[a]], #16\n\t" \
    "vldrh.16 q1, [%[b]], #16\n\t" \
    "vmul.f16 q0, q0, q1\n\t" \
    "vpt.f16 gt, q2, q0\n\t" \
    "vdupt.16 q0, %[lo]\n\t" \
    "vstrh.16 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_MUL_F16_LIMITS2_CODE_MVE \
    "vdup.16 q2, %[lo]\n\t" \
    "wlstp.16 lr, %[n], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q0, [%[a]], #16\n\t" \
    "vldrh.16 q1, [%[b]], #16\n\t" \
    "vmul.f16 q0, q0, q1\n\t" \
    "vpt.f16 gt, q2, q0\n\t" \
    "vdupt.16 q0, %[lo]\n\t" \
    "vpt.f16 gt, q0, %[hi]\n\t" \
    "vdupt.16 q0, %[hi]\n\t" \
    "vstrh.16 q0, [%[y]], #16\n\t" \
    "letp lr, 1b\n\t" \
    "2:\n\t"
/* Registers:
 *   even odd  q0 q1  float32 of even and odd elements
 *   halves    q2     eight elements in float16
 */
#define EDGEC_CAST_F32_F16_CODE_MVE \
    "wls lr, %[eights], 2f\n\t" \
    "1:\n\t" \
    "vld20.32 {q0, q1}, [%[from]]\n\t" \
    "vld21.32 {q0, q1}, [%[from]]!\n\t" \
    ".inst.w 0xee3f4e01\n\t" /* vcvtb.f16.f32 halves, even */ \
    ".inst.w 0xee3f5e03\n\t" /* vcvtt.f16.f32 halves, odd */ \
    "vstrh.16 q2, [%[to]], #16\n\t" \
    "le lr, 1b\n\t" \
    "2:\n\t"
#define EDGEC_CAST_F16_F32_CODE_MVE \
    "wls lr, %[eights], 2f\n\t" \
    "1:\n\t" \
    "vldrh.16 q2, [%[from]], #16\n\t" \
    ".inst.w 0xfe3f0e05\n\t" /* vcvtb.f32.f16 even, halves */ \
    ".inst.w 0xfe3f3e05\n\t" /* vcvtt.f32.f16 odd, halves */ \
    "vst20.32 {q0, q1}, [%[to]]\n\t" \
    "vst21.32 {q0, q1}, [%[to]]!\n\t" \
    "le lr, 1b\n\t" \
    "2:\n\t"

#endif
