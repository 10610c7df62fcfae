/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_s16_code_neon_v7.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_S16_CODE_NEON_V7_H
#define EDGEC_GEMM_S16_CODE_NEON_V7_H

/* Products of rows of int16 with packed int8 weights on Armv7-A (edgec_gemm_s16_neon_v7.h): a run of one position with
 * 16 channels is added to their sums. */
/* Registers:
 *   x                   d0       four taps
 *   weights0..weights3  d4..d7   int8: two taps of 16 channels
 *   wide0..wide3        q4..q7   the same as int16
 *   part0..part7        d8..d15  their halves, of four channels each
 *   acc0..acc3          q8..q11  sums, d16 to d23
 */
#define EDGEC_GEMM_S16_ROW_CODE_V7 \
    "vld1.32 {d16, d17, d18, d19}, [%[sums]]!\n\t" \
    "vld1.32 {d20, d21, d22, d23}, [%[sums]]\n\t" \
    "1:\n\t" \
    "vld1.16 {d0}, [%[x]]!\n\t" \
    "subs %[bytes], %[bytes], #8\n\t" \
    "vld1.8 {d4, d5, d6, d7}, [%[w]]!\n\t" \
    "vmovl.s8 q4, d4\n\t" \
    "vmovl.s8 q5, d5\n\t" \
    "vmovl.s8 q6, d6\n\t" \
    "vmovl.s8 q7, d7\n\t" \
    "vmlal.s16 q8, d8, d0[0]\n\t" \
    "vmlal.s16 q9, d9, d0[0]\n\t" \
    "vmlal.s16 q10, d10, d0[0]\n\t" \
    "vmlal.s16 q11, d11, d0[0]\n\t" \
    "vmlal.s16 q8, d12, d0[1]\n\t" \
    "vmlal.s16 q9, d13, d0[1]\n\t" \
    "vmlal.s16 q10, d14, d0[1]\n\t" \
    "vmlal.s16 q11, d15, d0[1]\n\t" \
    "vld1.8 {d4, d5, d6, d7}, [%[w]]!\n\t" \
    "vmovl.s8 q4, d4\n\t" \
    "vmovl.s8 q5, d5\n\t" \
    "vmovl.s8 q6, d6\n\t" \
    "vmovl.s8 q7, d7\n\t" \
    "vmlal.s16 q8, d8, d0[2]\n\t" \
    "vmlal.s16 q9, d9, d0[2]\n\t" \
    "vmlal.s16 q10, d10, d0[2]\n\t" \
    "vmlal.s16 q11, d11, d0[2]\n\t" \
    "vmlal.s16 q8, d12, d0[3]\n\t" \
    "vmlal.s16 q9, d13, d0[3]\n\t" \
    "vmlal.s16 q10, d14, d0[3]\n\t" \
    "vmlal.s16 q11, d15, d0[3]\n\t" \
    "bgt 1b\n\t" \
    "vst1.32 {d20, d21, d22, d23}, [%[sums]]\n\t" \
    "sub %[sums], %[sums], #32\n\t" \
    "vst1.32 {d16, d17, d18, d19}, [%[sums]]\n\t"

#endif
