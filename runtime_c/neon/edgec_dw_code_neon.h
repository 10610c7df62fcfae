/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_CODE_NEON_H
#define EDGEC_DW_CODE_NEON_H

/* Depthwise rows of 3x3 windows (edgec_dw_neon.h): all positions of a block of 16 channels, whose windows lie one
 * column apart, or two. */
/* Registers:
 *   column0_0..column0_2     v0..v2           columns of windows, three rows each: the three take turns
 *   column1_0..column1_2     v3..v5           the next one
 *   column2_0..column2_2     v6..v8           the third
 *   acc0_0..acc0_3           v9..v12          sums of a position
 *   bias0 bias1 bias2 bias3  v13 v14 v15 v25  what they begin with
 *   weights0..weights8       v16..v24         of the taps, by columns
 *   zero lo                  v26 v27          zero point of the outputs, their lower limit
 *   product0 product1        v28 v29          sums of two products of 8 channels
 *   factor0..factor3         v28..v31         behind the taps: multipliers, then minus the shifts to the right
 *   hi                       v31              behind these: the upper limit
 */

#define EDGEC_DW_S1_CODE_NEON \
    "ld1 {v16.16b, v17.16b, v18.16b, v19.16b}, [%[w]], #64\n\t" \
    "ld1 {v20.16b, v21.16b, v22.16b, v23.16b}, [%[w]], #64\n\t" \
    "ldr q24, [%[w]]\n\t" \
    "ldp q13, q14, [%[ends]]\n\t" \
    "ldp q15, q25, [%[ends], #32]\n\t" \
    "dup v26.8h, %w[zero]\n\t" \
    "dup v27.16b, %w[lo]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "ld1 {v6.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v7.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v0.8b, v16.8b\n\t" \
    "smull2 v29.8h, v0.16b, v16.16b\n\t" \
    "smlal v28.8h, v1.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v1.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v2.8b, v18.8b\n\t" \
    "smull2 v29.8h, v2.16b, v18.16b\n\t" \
    "smlal v28.8h, v3.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v3.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v4.8b, v20.8b\n\t" \
    "smull2 v29.8h, v4.16b, v20.16b\n\t" \
    "smlal v28.8h, v5.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v5.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v6.8b, v22.8b\n\t" \
    "smull2 v29.8h, v6.16b, v22.16b\n\t" \
    "smlal v28.8h, v7.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v7.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v8.8b, v24.8b\n\t" \
    "smull2 v29.8h, v8.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v3.8b, v16.8b\n\t" \
    "smull2 v29.8h, v3.16b, v16.16b\n\t" \
    "smlal v28.8h, v4.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v4.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v5.8b, v18.8b\n\t" \
    "smull2 v29.8h, v5.16b, v18.16b\n\t" \
    "smlal v28.8h, v6.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v6.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v7.8b, v20.8b\n\t" \
    "smull2 v29.8h, v7.16b, v20.16b\n\t" \
    "smlal v28.8h, v8.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v8.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v0.8b, v22.8b\n\t" \
    "smull2 v29.8h, v0.16b, v22.16b\n\t" \
    "smlal v28.8h, v1.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v1.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v2.8b, v24.8b\n\t" \
    "smull2 v29.8h, v2.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v6.8b, v16.8b\n\t" \
    "smull2 v29.8h, v6.16b, v16.16b\n\t" \
    "smlal v28.8h, v7.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v7.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v8.8b, v18.8b\n\t" \
    "smull2 v29.8h, v8.16b, v18.16b\n\t" \
    "smlal v28.8h, v0.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v0.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v1.8b, v20.8b\n\t" \
    "smull2 v29.8h, v1.16b, v20.16b\n\t" \
    "smlal v28.8h, v2.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v2.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v3.8b, v22.8b\n\t" \
    "smull2 v29.8h, v3.16b, v22.16b\n\t" \
    "smlal v28.8h, v4.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v4.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v5.8b, v24.8b\n\t" \
    "smull2 v29.8h, v5.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#define EDGEC_DW_S2_CODE_NEON \
    "ld1 {v16.16b, v17.16b, v18.16b, v19.16b}, [%[w]], #64\n\t" \
    "ld1 {v20.16b, v21.16b, v22.16b, v23.16b}, [%[w]], #64\n\t" \
    "ldr q24, [%[w]]\n\t" \
    "ldp q13, q14, [%[ends]]\n\t" \
    "ldp q15, q25, [%[ends], #32]\n\t" \
    "dup v26.8h, %w[zero]\n\t" \
    "dup v27.16b, %w[lo]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v6.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v7.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v0.8b, v16.8b\n\t" \
    "smull2 v29.8h, v0.16b, v16.16b\n\t" \
    "smlal v28.8h, v1.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v1.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v2.8b, v18.8b\n\t" \
    "smull2 v29.8h, v2.16b, v18.16b\n\t" \
    "smlal v28.8h, v3.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v3.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v4.8b, v20.8b\n\t" \
    "smull2 v29.8h, v4.16b, v20.16b\n\t" \
    "smlal v28.8h, v5.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v5.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v6.8b, v22.8b\n\t" \
    "smull2 v29.8h, v6.16b, v22.16b\n\t" \
    "smlal v28.8h, v7.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v7.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v8.8b, v24.8b\n\t" \
    "smull2 v29.8h, v8.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v6.8b, v16.8b\n\t" \
    "smull2 v29.8h, v6.16b, v16.16b\n\t" \
    "smlal v28.8h, v7.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v7.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v8.8b, v18.8b\n\t" \
    "smull2 v29.8h, v8.16b, v18.16b\n\t" \
    "smlal v28.8h, v0.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v0.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v1.8b, v20.8b\n\t" \
    "smull2 v29.8h, v1.16b, v20.16b\n\t" \
    "smlal v28.8h, v2.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v2.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v3.8b, v22.8b\n\t" \
    "smull2 v29.8h, v3.16b, v22.16b\n\t" \
    "smlal v28.8h, v4.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v4.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v5.8b, v24.8b\n\t" \
    "smull2 v29.8h, v5.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v6.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v7.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v3.8b, v16.8b\n\t" \
    "smull2 v29.8h, v3.16b, v16.16b\n\t" \
    "smlal v28.8h, v4.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v4.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v5.8b, v18.8b\n\t" \
    "smull2 v29.8h, v5.16b, v18.16b\n\t" \
    "smlal v28.8h, v6.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v6.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v7.8b, v20.8b\n\t" \
    "smull2 v29.8h, v7.16b, v20.16b\n\t" \
    "smlal v28.8h, v8.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v8.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v0.8b, v22.8b\n\t" \
    "smull2 v29.8h, v0.16b, v22.16b\n\t" \
    "smlal v28.8h, v1.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v1.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v2.8b, v24.8b\n\t" \
    "smull2 v29.8h, v2.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#define EDGEC_DW_LIMITED_S1_CODE_NEON \
    "ld1 {v16.16b, v17.16b, v18.16b, v19.16b}, [%[w]], #64\n\t" \
    "ld1 {v20.16b, v21.16b, v22.16b, v23.16b}, [%[w]], #64\n\t" \
    "ldr q24, [%[w]]\n\t" \
    "ldp q13, q14, [%[ends]]\n\t" \
    "ldp q15, q25, [%[ends], #32]\n\t" \
    "dup v26.8h, %w[zero]\n\t" \
    "dup v27.16b, %w[lo]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "ld1 {v6.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v7.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v0.8b, v16.8b\n\t" \
    "smull2 v29.8h, v0.16b, v16.16b\n\t" \
    "smlal v28.8h, v1.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v1.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v2.8b, v18.8b\n\t" \
    "smull2 v29.8h, v2.16b, v18.16b\n\t" \
    "smlal v28.8h, v3.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v3.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v4.8b, v20.8b\n\t" \
    "smull2 v29.8h, v4.16b, v20.16b\n\t" \
    "smlal v28.8h, v5.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v5.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v6.8b, v22.8b\n\t" \
    "smull2 v29.8h, v6.16b, v22.16b\n\t" \
    "smlal v28.8h, v7.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v7.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v8.8b, v24.8b\n\t" \
    "smull2 v29.8h, v8.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "smax v9.16b, v9.16b, v27.16b\n\t" \
    "dup v31.16b, %w[hi]\n\t" \
    "smin v9.16b, v9.16b, v31.16b\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v3.8b, v16.8b\n\t" \
    "smull2 v29.8h, v3.16b, v16.16b\n\t" \
    "smlal v28.8h, v4.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v4.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v5.8b, v18.8b\n\t" \
    "smull2 v29.8h, v5.16b, v18.16b\n\t" \
    "smlal v28.8h, v6.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v6.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v7.8b, v20.8b\n\t" \
    "smull2 v29.8h, v7.16b, v20.16b\n\t" \
    "smlal v28.8h, v8.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v8.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v0.8b, v22.8b\n\t" \
    "smull2 v29.8h, v0.16b, v22.16b\n\t" \
    "smlal v28.8h, v1.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v1.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v2.8b, v24.8b\n\t" \
    "smull2 v29.8h, v2.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "smax v9.16b, v9.16b, v27.16b\n\t" \
    "dup v31.16b, %w[hi]\n\t" \
    "smin v9.16b, v9.16b, v31.16b\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v6.8b, v16.8b\n\t" \
    "smull2 v29.8h, v6.16b, v16.16b\n\t" \
    "smlal v28.8h, v7.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v7.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v8.8b, v18.8b\n\t" \
    "smull2 v29.8h, v8.16b, v18.16b\n\t" \
    "smlal v28.8h, v0.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v0.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v1.8b, v20.8b\n\t" \
    "smull2 v29.8h, v1.16b, v20.16b\n\t" \
    "smlal v28.8h, v2.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v2.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v3.8b, v22.8b\n\t" \
    "smull2 v29.8h, v3.16b, v22.16b\n\t" \
    "smlal v28.8h, v4.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v4.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v5.8b, v24.8b\n\t" \
    "smull2 v29.8h, v5.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "smax v9.16b, v9.16b, v27.16b\n\t" \
    "dup v31.16b, %w[hi]\n\t" \
    "smin v9.16b, v9.16b, v31.16b\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#define EDGEC_DW_LIMITED_S2_CODE_NEON \
    "ld1 {v16.16b, v17.16b, v18.16b, v19.16b}, [%[w]], #64\n\t" \
    "ld1 {v20.16b, v21.16b, v22.16b, v23.16b}, [%[w]], #64\n\t" \
    "ldr q24, [%[w]]\n\t" \
    "ldp q13, q14, [%[ends]]\n\t" \
    "ldp q15, q25, [%[ends], #32]\n\t" \
    "dup v26.8h, %w[zero]\n\t" \
    "dup v27.16b, %w[lo]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v6.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v7.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v0.8b, v16.8b\n\t" \
    "smull2 v29.8h, v0.16b, v16.16b\n\t" \
    "smlal v28.8h, v1.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v1.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v2.8b, v18.8b\n\t" \
    "smull2 v29.8h, v2.16b, v18.16b\n\t" \
    "smlal v28.8h, v3.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v3.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v4.8b, v20.8b\n\t" \
    "smull2 v29.8h, v4.16b, v20.16b\n\t" \
    "smlal v28.8h, v5.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v5.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v6.8b, v22.8b\n\t" \
    "smull2 v29.8h, v6.16b, v22.16b\n\t" \
    "smlal v28.8h, v7.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v7.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v8.8b, v24.8b\n\t" \
    "smull2 v29.8h, v8.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "smax v9.16b, v9.16b, v27.16b\n\t" \
    "dup v31.16b, %w[hi]\n\t" \
    "smin v9.16b, v9.16b, v31.16b\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v6.8b, v16.8b\n\t" \
    "smull2 v29.8h, v6.16b, v16.16b\n\t" \
    "smlal v28.8h, v7.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v7.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v8.8b, v18.8b\n\t" \
    "smull2 v29.8h, v8.16b, v18.16b\n\t" \
    "smlal v28.8h, v0.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v0.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v1.8b, v20.8b\n\t" \
    "smull2 v29.8h, v1.16b, v20.16b\n\t" \
    "smlal v28.8h, v2.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v2.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v3.8b, v22.8b\n\t" \
    "smull2 v29.8h, v3.16b, v22.16b\n\t" \
    "smlal v28.8h, v4.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v4.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v5.8b, v24.8b\n\t" \
    "smull2 v29.8h, v5.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "smax v9.16b, v9.16b, v27.16b\n\t" \
    "dup v31.16b, %w[hi]\n\t" \
    "smin v9.16b, v9.16b, v31.16b\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v6.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v7.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r2]], %[tap]\n\t" \
    "smull v28.8h, v3.8b, v16.8b\n\t" \
    "smull2 v29.8h, v3.16b, v16.16b\n\t" \
    "smlal v28.8h, v4.8b, v17.8b\n\t" \
    "smlal2 v29.8h, v4.16b, v17.16b\n\t" \
    "saddw v9.4s, v13.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v14.4s, v28.8h\n\t" \
    "saddw v11.4s, v15.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v25.4s, v29.8h\n\t" \
    "smull v28.8h, v5.8b, v18.8b\n\t" \
    "smull2 v29.8h, v5.16b, v18.16b\n\t" \
    "smlal v28.8h, v6.8b, v19.8b\n\t" \
    "smlal2 v29.8h, v6.16b, v19.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v7.8b, v20.8b\n\t" \
    "smull2 v29.8h, v7.16b, v20.16b\n\t" \
    "smlal v28.8h, v8.8b, v21.8b\n\t" \
    "smlal2 v29.8h, v8.16b, v21.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v0.8b, v22.8b\n\t" \
    "smull2 v29.8h, v0.16b, v22.16b\n\t" \
    "smlal v28.8h, v1.8b, v23.8b\n\t" \
    "smlal2 v29.8h, v1.16b, v23.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "smull v28.8h, v2.8b, v24.8b\n\t" \
    "smull2 v29.8h, v2.16b, v24.16b\n\t" \
    "saddw v9.4s, v9.4s, v28.4h\n\t" \
    "saddw2 v10.4s, v10.4s, v28.8h\n\t" \
    "saddw v11.4s, v11.4s, v29.4h\n\t" \
    "saddw2 v12.4s, v12.4s, v29.8h\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v9.4s, v9.4s, v28.4s\n\t" \
    "sqdmulh v10.4s, v10.4s, v29.4s\n\t" \
    "sqdmulh v11.4s, v11.4s, v30.4s\n\t" \
    "sqdmulh v12.4s, v12.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v9.4s, v9.4s, v28.4s\n\t" \
    "srshl v11.4s, v11.4s, v30.4s\n\t" \
    "srshl v10.4s, v10.4s, v29.4s\n\t" \
    "srshl v12.4s, v12.4s, v31.4s\n\t" \
    "sqxtn v9.4h, v9.4s\n\t" \
    "sqxtn v11.4h, v11.4s\n\t" \
    "sqxtn2 v9.8h, v10.4s\n\t" \
    "sqxtn2 v11.8h, v12.4s\n\t" \
    "sqadd v9.8h, v9.8h, v26.8h\n\t" \
    "sqadd v11.8h, v11.8h, v26.8h\n\t" \
    "sqxtn v9.8b, v9.8h\n\t" \
    "sqxtn2 v9.16b, v11.8h\n\t" \
    "smax v9.16b, v9.16b, v27.16b\n\t" \
    "dup v31.16b, %w[hi]\n\t" \
    "smin v9.16b, v9.16b, v31.16b\n\t" \
    "st1 {v9.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#endif
