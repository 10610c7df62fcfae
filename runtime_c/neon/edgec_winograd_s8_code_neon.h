/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_winograd_s8_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_WINOGRAD_S8_CODE_NEON_H
#define EDGEC_WINOGRAD_S8_CODE_NEON_H

/* Winograd F(2x2, 3x3), int8 (edgec_winograd_s8_neon.h): the sums of four output channels at the 16 points of a
 * tile. */
/* Registers:
 *   x0..x3           v0..v3    8 channels at four points
 *   even0..even3     v4..v7    weights of two channels at these points, loaded two channels before their use:
 *   odd0..odd3       v8..v11   a core that executes in order waits for them otherwise
 *   point0..point15  v16..v31  sums of the four output channels
 */

#define EDGEC_WINOGRAD_S8_CODE_NEON \
    "ldr q21, [%[w]], #16\n\t" /* the biases: this point counts in all four outputs */ \
    "ld1 {v0.8h, v1.8h, v2.8h, v3.8h}, [%[x]], #64\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smull v16.4s, v4.4h, v0.h[0]\n\t" \
    "smull2 v17.4s, v4.8h, v1.h[0]\n\t" \
    "smull v18.4s, v5.4h, v2.h[0]\n\t" \
    "smull2 v19.4s, v5.8h, v3.h[0]\n\t" \
    "smlal v16.4s, v6.4h, v0.h[1]\n\t" \
    "smlal2 v17.4s, v6.8h, v1.h[1]\n\t" \
    "smlal v18.4s, v7.4h, v2.h[1]\n\t" \
    "smlal2 v19.4s, v7.8h, v3.h[1]\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "smlal v16.4s, v8.4h, v0.h[2]\n\t" \
    "smlal2 v17.4s, v8.8h, v1.h[2]\n\t" \
    "smlal v18.4s, v9.4h, v2.h[2]\n\t" \
    "smlal2 v19.4s, v9.8h, v3.h[2]\n\t" \
    "smlal v16.4s, v10.4h, v0.h[3]\n\t" \
    "smlal2 v17.4s, v10.8h, v1.h[3]\n\t" \
    "smlal v18.4s, v11.4h, v2.h[3]\n\t" \
    "smlal2 v19.4s, v11.8h, v3.h[3]\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v16.4s, v4.4h, v0.h[4]\n\t" \
    "smlal2 v17.4s, v4.8h, v1.h[4]\n\t" \
    "smlal v18.4s, v5.4h, v2.h[4]\n\t" \
    "smlal2 v19.4s, v5.8h, v3.h[4]\n\t" \
    "smlal v16.4s, v6.4h, v0.h[5]\n\t" \
    "smlal2 v17.4s, v6.8h, v1.h[5]\n\t" \
    "smlal v18.4s, v7.4h, v2.h[5]\n\t" \
    "smlal2 v19.4s, v7.8h, v3.h[5]\n\t" \
    "smlal v16.4s, v8.4h, v0.h[6]\n\t" \
    "smlal2 v17.4s, v8.8h, v1.h[6]\n\t" \
    "smlal v18.4s, v9.4h, v2.h[6]\n\t" \
    "smlal2 v19.4s, v9.8h, v3.h[6]\n\t" \
    "smlal v16.4s, v10.4h, v0.h[7]\n\t" \
    "smlal2 v17.4s, v10.8h, v1.h[7]\n\t" \
    "smlal v18.4s, v11.4h, v2.h[7]\n\t" \
    "smlal2 v19.4s, v11.8h, v3.h[7]\n\t" \
    "ld1 {v0.8h, v1.8h, v2.8h, v3.8h}, [%[x]], #64\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smull v20.4s, v4.4h, v0.h[0]\n\t" \
    "smlal2 v21.4s, v4.8h, v1.h[0]\n\t" \
    "smull v22.4s, v5.4h, v2.h[0]\n\t" \
    "smull2 v23.4s, v5.8h, v3.h[0]\n\t" \
    "smlal v20.4s, v6.4h, v0.h[1]\n\t" \
    "smlal2 v21.4s, v6.8h, v1.h[1]\n\t" \
    "smlal v22.4s, v7.4h, v2.h[1]\n\t" \
    "smlal2 v23.4s, v7.8h, v3.h[1]\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "smlal v20.4s, v8.4h, v0.h[2]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[2]\n\t" \
    "smlal v22.4s, v9.4h, v2.h[2]\n\t" \
    "smlal2 v23.4s, v9.8h, v3.h[2]\n\t" \
    "smlal v20.4s, v10.4h, v0.h[3]\n\t" \
    "smlal2 v21.4s, v10.8h, v1.h[3]\n\t" \
    "smlal v22.4s, v11.4h, v2.h[3]\n\t" \
    "smlal2 v23.4s, v11.8h, v3.h[3]\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v20.4s, v4.4h, v0.h[4]\n\t" \
    "smlal2 v21.4s, v4.8h, v1.h[4]\n\t" \
    "smlal v22.4s, v5.4h, v2.h[4]\n\t" \
    "smlal2 v23.4s, v5.8h, v3.h[4]\n\t" \
    "smlal v20.4s, v6.4h, v0.h[5]\n\t" \
    "smlal2 v21.4s, v6.8h, v1.h[5]\n\t" \
    "smlal v22.4s, v7.4h, v2.h[5]\n\t" \
    "smlal2 v23.4s, v7.8h, v3.h[5]\n\t" \
    "smlal v20.4s, v8.4h, v0.h[6]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[6]\n\t" \
    "smlal v22.4s, v9.4h, v2.h[6]\n\t" \
    "smlal2 v23.4s, v9.8h, v3.h[6]\n\t" \
    "smlal v20.4s, v10.4h, v0.h[7]\n\t" \
    "smlal2 v21.4s, v10.8h, v1.h[7]\n\t" \
    "smlal v22.4s, v11.4h, v2.h[7]\n\t" \
    "smlal2 v23.4s, v11.8h, v3.h[7]\n\t" \
    "ld1 {v0.8h, v1.8h, v2.8h, v3.8h}, [%[x]], #64\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smull v24.4s, v4.4h, v0.h[0]\n\t" \
    "smull2 v25.4s, v4.8h, v1.h[0]\n\t" \
    "smull v26.4s, v5.4h, v2.h[0]\n\t" \
    "smull2 v27.4s, v5.8h, v3.h[0]\n\t" \
    "smlal v24.4s, v6.4h, v0.h[1]\n\t" \
    "smlal2 v25.4s, v6.8h, v1.h[1]\n\t" \
    "smlal v26.4s, v7.4h, v2.h[1]\n\t" \
    "smlal2 v27.4s, v7.8h, v3.h[1]\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "smlal v24.4s, v8.4h, v0.h[2]\n\t" \
    "smlal2 v25.4s, v8.8h, v1.h[2]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[2]\n\t" \
    "smlal2 v27.4s, v9.8h, v3.h[2]\n\t" \
    "smlal v24.4s, v10.4h, v0.h[3]\n\t" \
    "smlal2 v25.4s, v10.8h, v1.h[3]\n\t" \
    "smlal v26.4s, v11.4h, v2.h[3]\n\t" \
    "smlal2 v27.4s, v11.8h, v3.h[3]\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v24.4s, v4.4h, v0.h[4]\n\t" \
    "smlal2 v25.4s, v4.8h, v1.h[4]\n\t" \
    "smlal v26.4s, v5.4h, v2.h[4]\n\t" \
    "smlal2 v27.4s, v5.8h, v3.h[4]\n\t" \
    "smlal v24.4s, v6.4h, v0.h[5]\n\t" \
    "smlal2 v25.4s, v6.8h, v1.h[5]\n\t" \
    "smlal v26.4s, v7.4h, v2.h[5]\n\t" \
    "smlal2 v27.4s, v7.8h, v3.h[5]\n\t" \
    "smlal v24.4s, v8.4h, v0.h[6]\n\t" \
    "smlal2 v25.4s, v8.8h, v1.h[6]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[6]\n\t" \
    "smlal2 v27.4s, v9.8h, v3.h[6]\n\t" \
    "smlal v24.4s, v10.4h, v0.h[7]\n\t" \
    "smlal2 v25.4s, v10.8h, v1.h[7]\n\t" \
    "smlal v26.4s, v11.4h, v2.h[7]\n\t" \
    "smlal2 v27.4s, v11.8h, v3.h[7]\n\t" \
    "ld1 {v0.8h, v1.8h, v2.8h, v3.8h}, [%[x]], #64\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smull v28.4s, v4.4h, v0.h[0]\n\t" \
    "smull2 v29.4s, v4.8h, v1.h[0]\n\t" \
    "smull v30.4s, v5.4h, v2.h[0]\n\t" \
    "smull2 v31.4s, v5.8h, v3.h[0]\n\t" \
    "smlal v28.4s, v6.4h, v0.h[1]\n\t" \
    "smlal2 v29.4s, v6.8h, v1.h[1]\n\t" \
    "smlal v30.4s, v7.4h, v2.h[1]\n\t" \
    "smlal2 v31.4s, v7.8h, v3.h[1]\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "smlal v28.4s, v8.4h, v0.h[2]\n\t" \
    "smlal2 v29.4s, v8.8h, v1.h[2]\n\t" \
    "smlal v30.4s, v9.4h, v2.h[2]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[2]\n\t" \
    "smlal v28.4s, v10.4h, v0.h[3]\n\t" \
    "smlal2 v29.4s, v10.8h, v1.h[3]\n\t" \
    "smlal v30.4s, v11.4h, v2.h[3]\n\t" \
    "smlal2 v31.4s, v11.8h, v3.h[3]\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v28.4s, v4.4h, v0.h[4]\n\t" \
    "smlal2 v29.4s, v4.8h, v1.h[4]\n\t" \
    "smlal v30.4s, v5.4h, v2.h[4]\n\t" \
    "smlal2 v31.4s, v5.8h, v3.h[4]\n\t" \
    "smlal v28.4s, v6.4h, v0.h[5]\n\t" \
    "smlal2 v29.4s, v6.8h, v1.h[5]\n\t" \
    "smlal v30.4s, v7.4h, v2.h[5]\n\t" \
    "smlal2 v31.4s, v7.8h, v3.h[5]\n\t" \
    "smlal v28.4s, v8.4h, v0.h[6]\n\t" \
    "smlal2 v29.4s, v8.8h, v1.h[6]\n\t" \
    "smlal v30.4s, v9.4h, v2.h[6]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[6]\n\t" \
    "smlal v28.4s, v10.4h, v0.h[7]\n\t" \
    "smlal2 v29.4s, v10.8h, v1.h[7]\n\t" \
    "smlal v30.4s, v11.4h, v2.h[7]\n\t" \
    "smlal2 v31.4s, v11.8h, v3.h[7]\n\t" \
    "subs %[rounds], %[rounds], #1\n\t" \
    "b.eq 2f\n\t" \
    "1:\n\t" \
    "ld1 {v0.8h, v1.8h, v2.8h, v3.8h}, [%[x]], #64\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v16.4s, v4.4h, v0.h[0]\n\t" \
    "smlal2 v17.4s, v4.8h, v1.h[0]\n\t" \
    "smlal v18.4s, v5.4h, v2.h[0]\n\t" \
    "smlal2 v19.4s, v5.8h, v3.h[0]\n\t" \
    "smlal v16.4s, v6.4h, v0.h[1]\n\t" \
    "smlal2 v17.4s, v6.8h, v1.h[1]\n\t" \
    "smlal v18.4s, v7.4h, v2.h[1]\n\t" \
    "smlal2 v19.4s, v7.8h, v3.h[1]\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "smlal v16.4s, v8.4h, v0.h[2]\n\t" \
    "smlal2 v17.4s, v8.8h, v1.h[2]\n\t" \
    "smlal v18.4s, v9.4h, v2.h[2]\n\t" \
    "smlal2 v19.4s, v9.8h, v3.h[2]\n\t" \
    "smlal v16.4s, v10.4h, v0.h[3]\n\t" \
    "smlal2 v17.4s, v10.8h, v1.h[3]\n\t" \
    "smlal v18.4s, v11.4h, v2.h[3]\n\t" \
    "smlal2 v19.4s, v11.8h, v3.h[3]\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v16.4s, v4.4h, v0.h[4]\n\t" \
    "smlal2 v17.4s, v4.8h, v1.h[4]\n\t" \
    "smlal v18.4s, v5.4h, v2.h[4]\n\t" \
    "smlal2 v19.4s, v5.8h, v3.h[4]\n\t" \
    "smlal v16.4s, v6.4h, v0.h[5]\n\t" \
    "smlal2 v17.4s, v6.8h, v1.h[5]\n\t" \
    "smlal v18.4s, v7.4h, v2.h[5]\n\t" \
    "smlal2 v19.4s, v7.8h, v3.h[5]\n\t" \
    "smlal v16.4s, v8.4h, v0.h[6]\n\t" \
    "smlal2 v17.4s, v8.8h, v1.h[6]\n\t" \
    "smlal v18.4s, v9.4h, v2.h[6]\n\t" \
    "smlal2 v19.4s, v9.8h, v3.h[6]\n\t" \
    "smlal v16.4s, v10.4h, v0.h[7]\n\t" \
    "smlal2 v17.4s, v10.8h, v1.h[7]\n\t" \
    "smlal v18.4s, v11.4h, v2.h[7]\n\t" \
    "smlal2 v19.4s, v11.8h, v3.h[7]\n\t" \
    "ld1 {v0.8h, v1.8h, v2.8h, v3.8h}, [%[x]], #64\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v20.4s, v4.4h, v0.h[0]\n\t" \
    "smlal2 v21.4s, v4.8h, v1.h[0]\n\t" \
    "smlal v22.4s, v5.4h, v2.h[0]\n\t" \
    "smlal2 v23.4s, v5.8h, v3.h[0]\n\t" \
    "smlal v20.4s, v6.4h, v0.h[1]\n\t" \
    "smlal2 v21.4s, v6.8h, v1.h[1]\n\t" \
    "smlal v22.4s, v7.4h, v2.h[1]\n\t" \
    "smlal2 v23.4s, v7.8h, v3.h[1]\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "smlal v20.4s, v8.4h, v0.h[2]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[2]\n\t" \
    "smlal v22.4s, v9.4h, v2.h[2]\n\t" \
    "smlal2 v23.4s, v9.8h, v3.h[2]\n\t" \
    "smlal v20.4s, v10.4h, v0.h[3]\n\t" \
    "smlal2 v21.4s, v10.8h, v1.h[3]\n\t" \
    "smlal v22.4s, v11.4h, v2.h[3]\n\t" \
    "smlal2 v23.4s, v11.8h, v3.h[3]\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v20.4s, v4.4h, v0.h[4]\n\t" \
    "smlal2 v21.4s, v4.8h, v1.h[4]\n\t" \
    "smlal v22.4s, v5.4h, v2.h[4]\n\t" \
    "smlal2 v23.4s, v5.8h, v3.h[4]\n\t" \
    "smlal v20.4s, v6.4h, v0.h[5]\n\t" \
    "smlal2 v21.4s, v6.8h, v1.h[5]\n\t" \
    "smlal v22.4s, v7.4h, v2.h[5]\n\t" \
    "smlal2 v23.4s, v7.8h, v3.h[5]\n\t" \
    "smlal v20.4s, v8.4h, v0.h[6]\n\t" \
    "smlal2 v21.4s, v8.8h, v1.h[6]\n\t" \
    "smlal v22.4s, v9.4h, v2.h[6]\n\t" \
    "smlal2 v23.4s, v9.8h, v3.h[6]\n\t" \
    "smlal v20.4s, v10.4h, v0.h[7]\n\t" \
    "smlal2 v21.4s, v10.8h, v1.h[7]\n\t" \
    "smlal v22.4s, v11.4h, v2.h[7]\n\t" \
    "smlal2 v23.4s, v11.8h, v3.h[7]\n\t" \
    "ld1 {v0.8h, v1.8h, v2.8h, v3.8h}, [%[x]], #64\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v24.4s, v4.4h, v0.h[0]\n\t" \
    "smlal2 v25.4s, v4.8h, v1.h[0]\n\t" \
    "smlal v26.4s, v5.4h, v2.h[0]\n\t" \
    "smlal2 v27.4s, v5.8h, v3.h[0]\n\t" \
    "smlal v24.4s, v6.4h, v0.h[1]\n\t" \
    "smlal2 v25.4s, v6.8h, v1.h[1]\n\t" \
    "smlal v26.4s, v7.4h, v2.h[1]\n\t" \
    "smlal2 v27.4s, v7.8h, v3.h[1]\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "smlal v24.4s, v8.4h, v0.h[2]\n\t" \
    "smlal2 v25.4s, v8.8h, v1.h[2]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[2]\n\t" \
    "smlal2 v27.4s, v9.8h, v3.h[2]\n\t" \
    "smlal v24.4s, v10.4h, v0.h[3]\n\t" \
    "smlal2 v25.4s, v10.8h, v1.h[3]\n\t" \
    "smlal v26.4s, v11.4h, v2.h[3]\n\t" \
    "smlal2 v27.4s, v11.8h, v3.h[3]\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v24.4s, v4.4h, v0.h[4]\n\t" \
    "smlal2 v25.4s, v4.8h, v1.h[4]\n\t" \
    "smlal v26.4s, v5.4h, v2.h[4]\n\t" \
    "smlal2 v27.4s, v5.8h, v3.h[4]\n\t" \
    "smlal v24.4s, v6.4h, v0.h[5]\n\t" \
    "smlal2 v25.4s, v6.8h, v1.h[5]\n\t" \
    "smlal v26.4s, v7.4h, v2.h[5]\n\t" \
    "smlal2 v27.4s, v7.8h, v3.h[5]\n\t" \
    "smlal v24.4s, v8.4h, v0.h[6]\n\t" \
    "smlal2 v25.4s, v8.8h, v1.h[6]\n\t" \
    "smlal v26.4s, v9.4h, v2.h[6]\n\t" \
    "smlal2 v27.4s, v9.8h, v3.h[6]\n\t" \
    "smlal v24.4s, v10.4h, v0.h[7]\n\t" \
    "smlal2 v25.4s, v10.8h, v1.h[7]\n\t" \
    "smlal v26.4s, v11.4h, v2.h[7]\n\t" \
    "smlal2 v27.4s, v11.8h, v3.h[7]\n\t" \
    "ld1 {v0.8h, v1.8h, v2.8h, v3.8h}, [%[x]], #64\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v28.4s, v4.4h, v0.h[0]\n\t" \
    "smlal2 v29.4s, v4.8h, v1.h[0]\n\t" \
    "smlal v30.4s, v5.4h, v2.h[0]\n\t" \
    "smlal2 v31.4s, v5.8h, v3.h[0]\n\t" \
    "smlal v28.4s, v6.4h, v0.h[1]\n\t" \
    "smlal2 v29.4s, v6.8h, v1.h[1]\n\t" \
    "smlal v30.4s, v7.4h, v2.h[1]\n\t" \
    "smlal2 v31.4s, v7.8h, v3.h[1]\n\t" \
    "ld1 {v4.8h, v5.8h, v6.8h, v7.8h}, [%[w]], #64\n\t" \
    "smlal v28.4s, v8.4h, v0.h[2]\n\t" \
    "smlal2 v29.4s, v8.8h, v1.h[2]\n\t" \
    "smlal v30.4s, v9.4h, v2.h[2]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[2]\n\t" \
    "smlal v28.4s, v10.4h, v0.h[3]\n\t" \
    "smlal2 v29.4s, v10.8h, v1.h[3]\n\t" \
    "smlal v30.4s, v11.4h, v2.h[3]\n\t" \
    "smlal2 v31.4s, v11.8h, v3.h[3]\n\t" \
    "ld1 {v8.8h, v9.8h, v10.8h, v11.8h}, [%[w]], #64\n\t" \
    "smlal v28.4s, v4.4h, v0.h[4]\n\t" \
    "smlal2 v29.4s, v4.8h, v1.h[4]\n\t" \
    "smlal v30.4s, v5.4h, v2.h[4]\n\t" \
    "smlal2 v31.4s, v5.8h, v3.h[4]\n\t" \
    "smlal v28.4s, v6.4h, v0.h[5]\n\t" \
    "smlal2 v29.4s, v6.8h, v1.h[5]\n\t" \
    "smlal v30.4s, v7.4h, v2.h[5]\n\t" \
    "smlal2 v31.4s, v7.8h, v3.h[5]\n\t" \
    "smlal v28.4s, v8.4h, v0.h[6]\n\t" \
    "smlal2 v29.4s, v8.8h, v1.h[6]\n\t" \
    "smlal v30.4s, v9.4h, v2.h[6]\n\t" \
    "smlal2 v31.4s, v9.8h, v3.h[6]\n\t" \
    "smlal v28.4s, v10.4h, v0.h[7]\n\t" \
    "smlal2 v29.4s, v10.8h, v1.h[7]\n\t" \
    "smlal v30.4s, v11.4h, v2.h[7]\n\t" \
    "smlal2 v31.4s, v11.8h, v3.h[7]\n\t" \
    "subs %[rounds], %[rounds], #1\n\t" \
    "b.ne 1b\n\t" \
    "2:\n\t"

#endif
