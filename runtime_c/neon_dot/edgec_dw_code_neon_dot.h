/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dw_code_neon_dot.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DW_CODE_NEON_DOT_H
#define EDGEC_DW_CODE_NEON_DOT_H

/* Depthwise rows of 3x3 windows by SDOT (edgec_dw_neon_dot.h): all positions of a block of 16 channels.  Columns stay
 * in registers for the next windows and the weights turn instead. */
/* Registers:
 *   row0_0..row0_3      v0..v3    four columns of the first row of windows, 16 channels each
 *   row1_0..row1_3      v4..v7    of the second
 *   row2_0..row2_3      v8..v11   of the third
 *   columns0..columns3  v12..v15  indices: the columns of channels 0 to 3, 4 to 7, 8 to 11 and 12 to 15
 *   acc0_0..acc0_3      v16..v19  sums of a position
 *   acc1_0..acc1_3      v20..v23  of the one beside it
 *   one0..one3          v20..v23  of one position: four columns of four channels each
 *   two0 two1           v24 v25   of two: the same of eight channels at a time
 *   zero lo             v26 v27   zero point of the outputs, their lower limit
 *   weights0..weights3  v28..v31  of four channels each
 *   factor0..factor3    v28..v31  behind the taps: multipliers, then minus the shifts to the right
 *   hi                  v28       behind these: the upper limit
 */

#define EDGEC_DW_S1_CODE_DOT \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[columns]]\n\t" \
    "dup v26.8h, %w[zero]\n\t" \
    "dup v27.16b, %w[lo]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v9.16b}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "ld1 {v2.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v6.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v10.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v7.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v11.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[ends]]\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[ends]]\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v16.4s, v16.4s, v28.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v29.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v30.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v31.4s\n\t" \
    "sqdmulh v20.4s, v20.4s, v28.4s\n\t" \
    "sqdmulh v21.4s, v21.4s, v29.4s\n\t" \
    "sqdmulh v22.4s, v22.4s, v30.4s\n\t" \
    "sqdmulh v23.4s, v23.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v16.4s, v16.4s, v28.4s\n\t" \
    "srshl v17.4s, v17.4s, v29.4s\n\t" \
    "srshl v18.4s, v18.4s, v30.4s\n\t" \
    "srshl v19.4s, v19.4s, v31.4s\n\t" \
    "srshl v20.4s, v20.4s, v28.4s\n\t" \
    "srshl v21.4s, v21.4s, v29.4s\n\t" \
    "srshl v22.4s, v22.4s, v30.4s\n\t" \
    "srshl v23.4s, v23.4s, v31.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqadd v16.8h, v16.8h, v26.8h\n\t" \
    "sqadd v18.8h, v18.8h, v26.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "st1 {v16.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "sqxtn v20.4h, v20.4s\n\t" \
    "sqxtn v22.4h, v22.4s\n\t" \
    "sqxtn2 v20.8h, v21.4s\n\t" \
    "sqxtn2 v22.8h, v23.4s\n\t" \
    "sqadd v20.8h, v20.8h, v26.8h\n\t" \
    "sqadd v22.8h, v22.8h, v26.8h\n\t" \
    "sqxtn v20.8b, v20.8h\n\t" \
    "sqxtn2 v20.16b, v22.8h\n\t" \
    "st1 {v20.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v9.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[ends]]\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[ends]]\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v16.4s, v16.4s, v28.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v29.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v30.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v31.4s\n\t" \
    "sqdmulh v20.4s, v20.4s, v28.4s\n\t" \
    "sqdmulh v21.4s, v21.4s, v29.4s\n\t" \
    "sqdmulh v22.4s, v22.4s, v30.4s\n\t" \
    "sqdmulh v23.4s, v23.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v16.4s, v16.4s, v28.4s\n\t" \
    "srshl v17.4s, v17.4s, v29.4s\n\t" \
    "srshl v18.4s, v18.4s, v30.4s\n\t" \
    "srshl v19.4s, v19.4s, v31.4s\n\t" \
    "srshl v20.4s, v20.4s, v28.4s\n\t" \
    "srshl v21.4s, v21.4s, v29.4s\n\t" \
    "srshl v22.4s, v22.4s, v30.4s\n\t" \
    "srshl v23.4s, v23.4s, v31.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqadd v16.8h, v16.8h, v26.8h\n\t" \
    "sqadd v18.8h, v18.8h, v26.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "st1 {v16.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "sqxtn v20.4h, v20.4s\n\t" \
    "sqxtn v22.4h, v22.4s\n\t" \
    "sqxtn2 v20.8h, v21.4s\n\t" \
    "sqxtn2 v22.8h, v23.4s\n\t" \
    "sqadd v20.8h, v20.8h, v26.8h\n\t" \
    "sqadd v22.8h, v22.8h, v26.8h\n\t" \
    "sqxtn v20.8b, v20.8h\n\t" \
    "sqxtn2 v20.16b, v22.8h\n\t" \
    "st1 {v20.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "mov %[w], %[stream]\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#define EDGEC_DW_S2_CODE_DOT \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[columns]]\n\t" \
    "dup v26.8h, %w[zero]\n\t" \
    "dup v27.16b, %w[lo]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "ld1 {v1.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v9.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v6.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v10.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[ends]]\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v16.4s, v16.4s, v28.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v29.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v30.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v16.4s, v16.4s, v28.4s\n\t" \
    "srshl v17.4s, v17.4s, v29.4s\n\t" \
    "srshl v18.4s, v18.4s, v30.4s\n\t" \
    "srshl v19.4s, v19.4s, v31.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqadd v16.8h, v16.8h, v26.8h\n\t" \
    "sqadd v18.8h, v18.8h, v26.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "st1 {v16.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v7.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v11.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[ends]]\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v16.4s, v16.4s, v28.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v29.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v30.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v16.4s, v16.4s, v28.4s\n\t" \
    "srshl v17.4s, v17.4s, v29.4s\n\t" \
    "srshl v18.4s, v18.4s, v30.4s\n\t" \
    "srshl v19.4s, v19.4s, v31.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqadd v16.8h, v16.8h, v26.8h\n\t" \
    "sqadd v18.8h, v18.8h, v26.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "st1 {v16.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "mov %[w], %[stream]\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#define EDGEC_DW_LIMITED_S1_CODE_DOT \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[columns]]\n\t" \
    "dup v26.8h, %w[zero]\n\t" \
    "dup v27.16b, %w[lo]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v9.16b}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "ld1 {v2.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v6.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v10.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v7.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v11.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[ends]]\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[ends]]\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v16.4s, v16.4s, v28.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v29.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v30.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v31.4s\n\t" \
    "sqdmulh v20.4s, v20.4s, v28.4s\n\t" \
    "sqdmulh v21.4s, v21.4s, v29.4s\n\t" \
    "sqdmulh v22.4s, v22.4s, v30.4s\n\t" \
    "sqdmulh v23.4s, v23.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v16.4s, v16.4s, v28.4s\n\t" \
    "srshl v17.4s, v17.4s, v29.4s\n\t" \
    "srshl v18.4s, v18.4s, v30.4s\n\t" \
    "srshl v19.4s, v19.4s, v31.4s\n\t" \
    "srshl v20.4s, v20.4s, v28.4s\n\t" \
    "srshl v21.4s, v21.4s, v29.4s\n\t" \
    "srshl v22.4s, v22.4s, v30.4s\n\t" \
    "srshl v23.4s, v23.4s, v31.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqadd v16.8h, v16.8h, v26.8h\n\t" \
    "sqadd v18.8h, v18.8h, v26.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "smax v16.16b, v16.16b, v27.16b\n\t" \
    "dup v28.16b, %w[hi]\n\t" \
    "smin v16.16b, v16.16b, v28.16b\n\t" \
    "st1 {v16.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "sqxtn v20.4h, v20.4s\n\t" \
    "sqxtn v22.4h, v22.4s\n\t" \
    "sqxtn2 v20.8h, v21.4s\n\t" \
    "sqxtn2 v22.8h, v23.4s\n\t" \
    "sqadd v20.8h, v20.8h, v26.8h\n\t" \
    "sqadd v22.8h, v22.8h, v26.8h\n\t" \
    "sqxtn v20.8b, v20.8h\n\t" \
    "sqxtn2 v20.16b, v22.8h\n\t" \
    "smax v20.16b, v20.16b, v27.16b\n\t" \
    "dup v28.16b, %w[hi]\n\t" \
    "smin v20.16b, v20.16b, v28.16b\n\t" \
    "st1 {v20.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v1.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v9.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[ends]]\n\t" \
    "ld1 {v20.4s, v21.4s, v22.4s, v23.4s}, [%[ends]]\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v12.16b\n\t" \
    "tbl v25.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v13.16b\n\t" \
    "sdot v16.4s, v24.16b, v28.16b\n\t" \
    "sdot v20.4s, v24.16b, v29.16b\n\t" \
    "sdot v17.4s, v25.16b, v30.16b\n\t" \
    "sdot v21.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v24.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v14.16b\n\t" \
    "tbl v25.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v15.16b\n\t" \
    "sdot v18.4s, v24.16b, v28.16b\n\t" \
    "sdot v22.4s, v24.16b, v29.16b\n\t" \
    "sdot v19.4s, v25.16b, v30.16b\n\t" \
    "sdot v23.4s, v25.16b, v31.16b\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v16.4s, v16.4s, v28.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v29.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v30.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v31.4s\n\t" \
    "sqdmulh v20.4s, v20.4s, v28.4s\n\t" \
    "sqdmulh v21.4s, v21.4s, v29.4s\n\t" \
    "sqdmulh v22.4s, v22.4s, v30.4s\n\t" \
    "sqdmulh v23.4s, v23.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v16.4s, v16.4s, v28.4s\n\t" \
    "srshl v17.4s, v17.4s, v29.4s\n\t" \
    "srshl v18.4s, v18.4s, v30.4s\n\t" \
    "srshl v19.4s, v19.4s, v31.4s\n\t" \
    "srshl v20.4s, v20.4s, v28.4s\n\t" \
    "srshl v21.4s, v21.4s, v29.4s\n\t" \
    "srshl v22.4s, v22.4s, v30.4s\n\t" \
    "srshl v23.4s, v23.4s, v31.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqadd v16.8h, v16.8h, v26.8h\n\t" \
    "sqadd v18.8h, v18.8h, v26.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "smax v16.16b, v16.16b, v27.16b\n\t" \
    "dup v28.16b, %w[hi]\n\t" \
    "smin v16.16b, v16.16b, v28.16b\n\t" \
    "st1 {v16.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "sqxtn v20.4h, v20.4s\n\t" \
    "sqxtn v22.4h, v22.4s\n\t" \
    "sqxtn2 v20.8h, v21.4s\n\t" \
    "sqxtn2 v22.8h, v23.4s\n\t" \
    "sqadd v20.8h, v20.8h, v26.8h\n\t" \
    "sqadd v22.8h, v22.8h, v26.8h\n\t" \
    "sqxtn v20.8b, v20.8h\n\t" \
    "sqxtn2 v20.16b, v22.8h\n\t" \
    "smax v20.16b, v20.16b, v27.16b\n\t" \
    "dup v28.16b, %w[hi]\n\t" \
    "smin v20.16b, v20.16b, v28.16b\n\t" \
    "st1 {v20.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "mov %[w], %[stream]\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#define EDGEC_DW_LIMITED_S2_CODE_DOT \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[columns]]\n\t" \
    "dup v26.8h, %w[zero]\n\t" \
    "dup v27.16b, %w[lo]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "1:\n\t" \
    "ld1 {v1.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v5.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v9.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v2.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v6.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v10.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[ends]]\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v16.4s, v16.4s, v28.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v29.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v30.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v16.4s, v16.4s, v28.4s\n\t" \
    "srshl v17.4s, v17.4s, v29.4s\n\t" \
    "srshl v18.4s, v18.4s, v30.4s\n\t" \
    "srshl v19.4s, v19.4s, v31.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqadd v16.8h, v16.8h, v26.8h\n\t" \
    "sqadd v18.8h, v18.8h, v26.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "smax v16.16b, v16.16b, v27.16b\n\t" \
    "dup v28.16b, %w[hi]\n\t" \
    "smin v16.16b, v16.16b, v28.16b\n\t" \
    "st1 {v16.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "ld1 {v3.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v7.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v11.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v0.16b}, [%[r0]], %[tap]\n\t" \
    "ld1 {v4.16b}, [%[r1]], %[tap]\n\t" \
    "ld1 {v8.16b}, [%[r2]], %[tap]\n\t" \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[ends]]\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v0.16b, v1.16b, v2.16b, v3.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v4.16b, v5.16b, v6.16b, v7.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [%[w]], #64\n\t" \
    "tbl v20.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v12.16b\n\t" \
    "tbl v21.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v13.16b\n\t" \
    "tbl v22.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v14.16b\n\t" \
    "tbl v23.16b, {v8.16b, v9.16b, v10.16b, v11.16b}, v15.16b\n\t" \
    "sdot v16.4s, v20.16b, v28.16b\n\t" \
    "sdot v17.4s, v21.16b, v29.16b\n\t" \
    "sdot v18.4s, v22.16b, v30.16b\n\t" \
    "sdot v19.4s, v23.16b, v31.16b\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[m]]\n\t" \
    "sqdmulh v16.4s, v16.4s, v28.4s\n\t" \
    "sqdmulh v17.4s, v17.4s, v29.4s\n\t" \
    "sqdmulh v18.4s, v18.4s, v30.4s\n\t" \
    "sqdmulh v19.4s, v19.4s, v31.4s\n\t" \
    "ld1 {v28.4s, v29.4s, v30.4s, v31.4s}, [%[n]]\n\t" \
    "srshl v16.4s, v16.4s, v28.4s\n\t" \
    "srshl v17.4s, v17.4s, v29.4s\n\t" \
    "srshl v18.4s, v18.4s, v30.4s\n\t" \
    "srshl v19.4s, v19.4s, v31.4s\n\t" \
    "sqxtn v16.4h, v16.4s\n\t" \
    "sqxtn v18.4h, v18.4s\n\t" \
    "sqxtn2 v16.8h, v17.4s\n\t" \
    "sqxtn2 v18.8h, v19.4s\n\t" \
    "sqadd v16.8h, v16.8h, v26.8h\n\t" \
    "sqadd v18.8h, v18.8h, v26.8h\n\t" \
    "sqxtn v16.8b, v16.8h\n\t" \
    "sqxtn2 v16.16b, v18.8h\n\t" \
    "smax v16.16b, v16.16b, v27.16b\n\t" \
    "dup v28.16b, %w[hi]\n\t" \
    "smin v16.16b, v16.16b, v28.16b\n\t" \
    "st1 {v16.16b}, [%[y]], %[out]\n\t" \
    "subs %[count], %[count], #1\n\t" \
    "b.eq 2f\n\t" \
    "mov %[w], %[stream]\n\t" \
    "b 1b\n\t" \
    "2:\n\t"

#endif
