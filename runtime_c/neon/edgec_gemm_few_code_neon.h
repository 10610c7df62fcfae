/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_gemm_few_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_GEMM_FEW_CODE_NEON_H
#define EDGEC_GEMM_FEW_CODE_NEON_H

/* Products of up to 16 taps with 16 channels (edgec_conv2d_s8_few_neon.h): all positions of a block of channels, whose
 * weights stay in registers.  LD4R repeats four pairs of taps; a lane of 16 bits sums two of them for a channel. */
/* Registers:
 *   weights0..weights7  v0..v7       of pairs of taps, two vectors of eight channels each
 *   x0..x3              v8..v11      pairs of taps of a position, repeated
 *   product0..product3  v12..v15     sums of two products of a channel and of two pairs
 *   acc0_0..acc0_3      v16..v19     sums
 *   factor0..factor3    v20..v23     multipliers
 *   shift0..shift3      v24..v27     minus the shifts to the right
 *   zero lo hi          v28 v29 v30  zero point of the outputs, their limits
 */
/* Registers:
 *   weights0..weights15  v0..v15      as above, of eight pairs
 *   x0..x3               v16..v19     four pairs of taps of a position, repeated
 *   factor0..factor3     v16..v19     behind them: multipliers
 *   product0..product3   v20..v23     sums of two products of a channel and of two pairs
 *   shift0..shift3       v20..v23     behind them: minus the shifts to the right
 *   acc0_0..acc0_3       v24..v27     sums
 *   zero lo hi           v28 v29 v30  zero point of the outputs, their limits
 */

#define EDGEC_GEMM_FEW_8_CODE_NEON \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[m]]\n\t" \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[n]]\n\t" \
    "dup v28.8h, %w[zero]\n\t" \
    "dup v29.16b, %w[lo]\n\t" \
    "dup v30.16b, %w[hi]\n\t" \
    "1:\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]]\n\t" \
    "ld4r {v8.8h, v9.8h, v10.8h, v11.8h}, [%[x]], %[step]\n\t" \
    "smull v12.8h, v8.8b, v0.8b\n\t" \
    "smull2 v13.8h, v8.16b, v0.16b\n\t" \
    "smull v14.8h, v8.8b, v1.8b\n\t" \
    "smull2 v15.8h, v8.16b, v1.16b\n\t" \
    "smlal v12.8h, v9.8b, v2.8b\n\t" \
    "smlal2 v13.8h, v9.16b, v2.16b\n\t" \
    "smlal v14.8h, v9.8b, v3.8b\n\t" \
    "smlal2 v15.8h, v9.16b, v3.16b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "sadalp v17.4s, v13.8h\n\t" \
    "sadalp v18.4s, v14.8h\n\t" \
    "sadalp v19.4s, v15.8h\n\t" \
    "smull v12.8h, v10.8b, v4.8b\n\t" \
    "smull2 v13.8h, v10.16b, v4.16b\n\t" \
    "smull v14.8h, v10.8b, v5.8b\n\t" \
    "smull2 v15.8h, v10.16b, v5.16b\n\t" \
    "smlal v12.8h, v11.8b, v6.8b\n\t" \
    "smlal2 v13.8h, v11.16b, v6.16b\n\t" \
    "smlal v14.8h, v11.8b, v7.8b\n\t" \
    "smlal2 v15.8h, v11.16b, v7.16b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "sadalp v17.4s, v13.8h\n\t" \
    "sadalp v18.4s, v14.8h\n\t" \
    "sadalp v19.4s, v15.8h\n\t" \
    "sqdmulh v16.4s, v16.4s, v20.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v21.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v22.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v23.4s\n\t" \
    "srshl v16.4s, v16.4s, v24.4s\n\t" \
    "srshl v17.4s, v17.4s, v25.4s\n\t" \
    "srshl v18.4s, v18.4s, v26.4s\n\t" \
    "srshl v19.4s, v19.4s, v27.4s\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqadd v16.8h, v16.8h, v28.8h\n\t" \
    "sqadd v18.8h, v18.8h, v28.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "st1 {v16.16b}, [%[y]], %[out]\n\t" \
    "b.ne 1b\n\t"

#define EDGEC_GEMM_FEW_LIMITED_8_CODE_NEON \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[m]]\n\t" \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[n]]\n\t" \
    "dup v28.8h, %w[zero]\n\t" \
    "dup v29.16b, %w[lo]\n\t" \
    "dup v30.16b, %w[hi]\n\t" \
    "1:\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]]\n\t" \
    "ld4r {v8.8h, v9.8h, v10.8h, v11.8h}, [%[x]], %[step]\n\t" \
    "smull v12.8h, v8.8b, v0.8b\n\t" \
    "smull2 v13.8h, v8.16b, v0.16b\n\t" \
    "smull v14.8h, v8.8b, v1.8b\n\t" \
    "smull2 v15.8h, v8.16b, v1.16b\n\t" \
    "smlal v12.8h, v9.8b, v2.8b\n\t" \
    "smlal2 v13.8h, v9.16b, v2.16b\n\t" \
    "smlal v14.8h, v9.8b, v3.8b\n\t" \
    "smlal2 v15.8h, v9.16b, v3.16b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "sadalp v17.4s, v13.8h\n\t" \
    "sadalp v18.4s, v14.8h\n\t" \
    "sadalp v19.4s, v15.8h\n\t" \
    "smull v12.8h, v10.8b, v4.8b\n\t" \
    "smull2 v13.8h, v10.16b, v4.16b\n\t" \
    "smull v14.8h, v10.8b, v5.8b\n\t" \
    "smull2 v15.8h, v10.16b, v5.16b\n\t" \
    "smlal v12.8h, v11.8b, v6.8b\n\t" \
    "smlal2 v13.8h, v11.16b, v6.16b\n\t" \
    "smlal v14.8h, v11.8b, v7.8b\n\t" \
    "smlal2 v15.8h, v11.16b, v7.16b\n\t" \
    "sadalp v16.4s, v12.8h\n\t" \
    "sadalp v17.4s, v13.8h\n\t" \
    "sadalp v18.4s, v14.8h\n\t" \
    "sadalp v19.4s, v15.8h\n\t" \
    "sqdmulh v16.4s, v16.4s, v20.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v21.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v22.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v23.4s\n\t" \
    "srshl v16.4s, v16.4s, v24.4s\n\t" \
    "srshl v17.4s, v17.4s, v25.4s\n\t" \
    "srshl v18.4s, v18.4s, v26.4s\n\t" \
    "srshl v19.4s, v19.4s, v27.4s\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqadd v16.8h, v16.8h, v28.8h\n\t" \
    "sqadd v18.8h, v18.8h, v28.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "smax v16.16b, v16.16b, v29.16b\n\t" \
    "smin v16.16b, v16.16b, v30.16b\n\t" \
    "st1 {v16.16b}, [%[y]], %[out]\n\t" \
    "b.ne 1b\n\t"

#define EDGEC_GEMM_FEW_16_CODE_NEON \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "dup v28.8h, %w[zero]\n\t" \
    "dup v29.16b, %w[lo]\n\t" \
    "dup v30.16b, %w[hi]\n\t" \
    "1:\n\t" \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]]\n\t" \
    "ld4r {v16.8h, v17.8h, v18.8h, v19.8h}, [%[x]], #8\n\t" \
    "smull v20.8h, v16.8b, v0.8b\n\t" \
    "smull2 v21.8h, v16.16b, v0.16b\n\t" \
    "smull v22.8h, v16.8b, v1.8b\n\t" \
    "smull2 v23.8h, v16.16b, v1.16b\n\t" \
    "smlal v20.8h, v17.8b, v2.8b\n\t" \
    "smlal2 v21.8h, v17.16b, v2.16b\n\t" \
    "smlal v22.8h, v17.8b, v3.8b\n\t" \
    "smlal2 v23.8h, v17.16b, v3.16b\n\t" \
    "sadalp v24.4s, v20.8h\n\t" \
    "sadalp v25.4s, v21.8h\n\t" \
    "sadalp v26.4s, v22.8h\n\t" \
    "sadalp v27.4s, v23.8h\n\t" \
    "smull v20.8h, v18.8b, v4.8b\n\t" \
    "smull2 v21.8h, v18.16b, v4.16b\n\t" \
    "smull v22.8h, v18.8b, v5.8b\n\t" \
    "smull2 v23.8h, v18.16b, v5.16b\n\t" \
    "smlal v20.8h, v19.8b, v6.8b\n\t" \
    "smlal2 v21.8h, v19.16b, v6.16b\n\t" \
    "smlal v22.8h, v19.8b, v7.8b\n\t" \
    "smlal2 v23.8h, v19.16b, v7.16b\n\t" \
    "sadalp v24.4s, v20.8h\n\t" \
    "sadalp v25.4s, v21.8h\n\t" \
    "sadalp v26.4s, v22.8h\n\t" \
    "sadalp v27.4s, v23.8h\n\t" \
    "ld4r {v16.8h, v17.8h, v18.8h, v19.8h}, [%[x]], %[step]\n\t" \
    "smull v20.8h, v16.8b, v8.8b\n\t" \
    "smull2 v21.8h, v16.16b, v8.16b\n\t" \
    "smull v22.8h, v16.8b, v9.8b\n\t" \
    "smull2 v23.8h, v16.16b, v9.16b\n\t" \
    "smlal v20.8h, v17.8b, v10.8b\n\t" \
    "smlal2 v21.8h, v17.16b, v10.16b\n\t" \
    "smlal v22.8h, v17.8b, v11.8b\n\t" \
    "smlal2 v23.8h, v17.16b, v11.16b\n\t" \
    "sadalp v24.4s, v20.8h\n\t" \
    "sadalp v25.4s, v21.8h\n\t" \
    "sadalp v26.4s, v22.8h\n\t" \
    "sadalp v27.4s, v23.8h\n\t" \
    "smull v20.8h, v18.8b, v12.8b\n\t" \
    "smull2 v21.8h, v18.16b, v12.16b\n\t" \
    "smull v22.8h, v18.8b, v13.8b\n\t" \
    "smull2 v23.8h, v18.16b, v13.16b\n\t" \
    "smlal v20.8h, v19.8b, v14.8b\n\t" \
    "smlal2 v21.8h, v19.16b, v14.16b\n\t" \
    "smlal v22.8h, v19.8b, v15.8b\n\t" \
    "smlal2 v23.8h, v19.16b, v15.16b\n\t" \
    "sadalp v24.4s, v20.8h\n\t" \
    "sadalp v25.4s, v21.8h\n\t" \
    "sadalp v26.4s, v22.8h\n\t" \
    "sadalp v27.4s, v23.8h\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[m]]\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[n]]\n\t" \
    "sqdmulh v24.4s, v24.4s, v16.4s\n\t" \
    "sqdmulh v25.4s, v25.4s, v17.4s\n\t" \
    "sqdmulh v26.4s, v26.4s, v18.4s\n\t" \
    "sqdmulh v27.4s, v27.4s, v19.4s\n\t" \
    "srshl v24.4s, v24.4s, v20.4s\n\t" \
    "srshl v25.4s, v25.4s, v21.4s\n\t" \
    "srshl v26.4s, v26.4s, v22.4s\n\t" \
    "srshl v27.4s, v27.4s, v23.4s\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "sqxtn v24.4h, v24.4s\n\t" \
    "sqxtn v26.4h, v26.4s\n\t" \
    "sqxtn2 v24.8h, v25.4s\n\t" \
    "sqxtn2 v26.8h, v27.4s\n\t" \
    "sqadd v24.8h, v24.8h, v28.8h\n\t" \
    "sqadd v26.8h, v26.8h, v28.8h\n\t" \
    "sqxtn v24.8b, v24.8h\n\t" \
    "sqxtn2 v24.16b, v26.8h\n\t" \
    "st1 {v24.16b}, [%[y]], %[out]\n\t" \
    "b.ne 1b\n\t"

#define EDGEC_GEMM_FEW_LIMITED_16_CODE_NEON \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[w]], #64\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "dup v28.8h, %w[zero]\n\t" \
    "dup v29.16b, %w[lo]\n\t" \
    "dup v30.16b, %w[hi]\n\t" \
    "1:\n\t" \
    "ld1 {v24.4s, v25.4s, v26.4s, v27.4s}, [%[w]]\n\t" \
    "ld4r {v16.8h, v17.8h, v18.8h, v19.8h}, [%[x]], #8\n\t" \
    "smull v20.8h, v16.8b, v0.8b\n\t" \
    "smull2 v21.8h, v16.16b, v0.16b\n\t" \
    "smull v22.8h, v16.8b, v1.8b\n\t" \
    "smull2 v23.8h, v16.16b, v1.16b\n\t" \
    "smlal v20.8h, v17.8b, v2.8b\n\t" \
    "smlal2 v21.8h, v17.16b, v2.16b\n\t" \
    "smlal v22.8h, v17.8b, v3.8b\n\t" \
    "smlal2 v23.8h, v17.16b, v3.16b\n\t" \
    "sadalp v24.4s, v20.8h\n\t" \
    "sadalp v25.4s, v21.8h\n\t" \
    "sadalp v26.4s, v22.8h\n\t" \
    "sadalp v27.4s, v23.8h\n\t" \
    "smull v20.8h, v18.8b, v4.8b\n\t" \
    "smull2 v21.8h, v18.16b, v4.16b\n\t" \
    "smull v22.8h, v18.8b, v5.8b\n\t" \
    "smull2 v23.8h, v18.16b, v5.16b\n\t" \
    "smlal v20.8h, v19.8b, v6.8b\n\t" \
    "smlal2 v21.8h, v19.16b, v6.16b\n\t" \
    "smlal v22.8h, v19.8b, v7.8b\n\t" \
    "smlal2 v23.8h, v19.16b, v7.16b\n\t" \
    "sadalp v24.4s, v20.8h\n\t" \
    "sadalp v25.4s, v21.8h\n\t" \
    "sadalp v26.4s, v22.8h\n\t" \
    "sadalp v27.4s, v23.8h\n\t" \
    "ld4r {v16.8h, v17.8h, v18.8h, v19.8h}, [%[x]], %[step]\n\t" \
    "smull v20.8h, v16.8b, v8.8b\n\t" \
    "smull2 v21.8h, v16.16b, v8.16b\n\t" \
    "smull v22.8h, v16.8b, v9.8b\n\t" \
    "smull2 v23.8h, v16.16b, v9.16b\n\t" \
    "smlal v20.8h, v17.8b, v10.8b\n\t" \
    "smlal2 v21.8h, v17.16b, v10.16b\n\t" \
    "smlal v22.8h, v17.8b, v11.8b\n\t" \
    "smlal2 v23.8h, v17.16b, v11.16b\n\t" \
    "sadalp v24.4s, v20.8h\n\t" \
    "sadalp v25.4s, v21.8h\n\t" \
    "sadalp v26.4s, v22.8h\n\t" \
    "sadalp v27.4s, v23.8h\n\t" \
    "smull v20.8h, v18.8b, v12.8b\n\t" \
    "smull2 v21.8h, v18.16b, v12.16b\n\t" \
    "smull v22.8h, v18.8b, v13.8b\n\t" \
    "smull2 v23.8h, v18.16b, v13.16b\n\t" \
    "smlal v20.8h, v19.8b, v14.8b\n\t" \
    "smlal2 v21.8h, v19.16b, v14.16b\n\t" \
    "smlal v22.8h, v19.8b, v15.8b\n\t" \
    "smlal2 v23.8h, v19.16b, v15.16b\n\t" \
    "sadalp v24.4s, v20.8h\n\t" \
    "sadalp v25.4s, v21.8h\n\t" \
    "sadalp v26.4s, v22.8h\n\t" \
    "sadalp v27.4s, v23.8h\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[m]]\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[n]]\n\t" \
    "sqdmulh v24.4s, v24.4s, v16.4s\n\t" \
    "sqdmulh v25.4s, v25.4s, v17.4s\n\t" \
    "sqdmulh v26.4s, v26.4s, v18.4s\n\t" \
    "sqdmulh v27.4s, v27.4s, v19.4s\n\t" \
    "srshl v24.4s, v24.4s, v20.4s\n\t" \
    "srshl v25.4s, v25.4s, v21.4s\n\t" \
    "srshl v26.4s, v26.4s, v22.4s\n\t" \
    "srshl v27.4s, v27.4s, v23.4s\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "sqxtn v24.4h, v24.4s\n\t" \
    "sqxtn v26.4h, v26.4s\n\t" \
    "sqxtn2 v24.8h, v25.4s\n\t" \
    "sqxtn2 v26.8h, v27.4s\n\t" \
    "sqadd v24.8h, v24.8h, v28.8h\n\t" \
    "sqadd v26.8h, v26.8h, v28.8h\n\t" \
    "sqxtn v24.8b, v24.8h\n\t" \
    "sqxtn2 v24.16b, v26.8h\n\t" \
    "smax v24.16b, v24.16b, v29.16b\n\t" \
    "smin v24.16b, v24.16b, v30.16b\n\t" \
    "st1 {v24.16b}, [%[y]], %[out]\n\t" \
    "b.ne 1b\n\t"

#endif
