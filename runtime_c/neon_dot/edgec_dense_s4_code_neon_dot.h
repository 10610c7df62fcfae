/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_dense_s4_code_neon_dot.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_DENSE_S4_CODE_NEON_DOT_H
#define EDGEC_DENSE_S4_CODE_NEON_DOT_H

/* Fully connected layers with int4 weights by SDOT (edgec_dense_s4_neon_dot.h): the sums of 16 channels.  A byte of
 * weights is 16 * a + b, of two channels: as it is it counts for 16 A + B, shifted by four bits for 16 B. */
/* Registers:
 *   x0..x3        v0..v3    64 taps, or 16 in x0
 *   both0..both3  v4..v7    weights of eight channels at four taps in two vectors, then of the four taps behind
 *   b0..b3        v20..v23  the same, shifted
 *   acc0 acc1     v16 v17   sums 16 A + B
 *   acc2 acc3     v18 v19   sums 16 B
 */

#define EDGEC_DENSE_S4_CODE_DOT \
    "ld1 {v16.4s, v17.4s, v18.4s, v19.4s}, [%[w]], #64\n\t" \
    "subs %[pieces], %[pieces], #4\n\t" \
    "b.lt 2f\n\t" \
    "1:\n\t" \
    "ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [%[x]], #64\n\t" \
    "subs %[pieces], %[pieces], #4\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v20.16b, v4.16b, #4\n\t" \
    "shl v21.16b, v5.16b, #4\n\t" \
    "shl v22.16b, v6.16b, #4\n\t" \
    "shl v23.16b, v7.16b, #4\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v18.4s, v20.16b, v0.4b[0]\n\t" \
    "sdot v19.4s, v21.16b, v0.4b[0]\n\t" \
    "sdot v16.4s, v6.16b, v0.4b[1]\n\t" \
    "sdot v17.4s, v7.16b, v0.4b[1]\n\t" \
    "sdot v18.4s, v22.16b, v0.4b[1]\n\t" \
    "sdot v19.4s, v23.16b, v0.4b[1]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v20.16b, v4.16b, #4\n\t" \
    "shl v21.16b, v5.16b, #4\n\t" \
    "shl v22.16b, v6.16b, #4\n\t" \
    "shl v23.16b, v7.16b, #4\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[2]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[2]\n\t" \
    "sdot v18.4s, v20.16b, v0.4b[2]\n\t" \
    "sdot v19.4s, v21.16b, v0.4b[2]\n\t" \
    "sdot v16.4s, v6.16b, v0.4b[3]\n\t" \
    "sdot v17.4s, v7.16b, v0.4b[3]\n\t" \
    "sdot v18.4s, v22.16b, v0.4b[3]\n\t" \
    "sdot v19.4s, v23.16b, v0.4b[3]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v20.16b, v4.16b, #4\n\t" \
    "shl v21.16b, v5.16b, #4\n\t" \
    "shl v22.16b, v6.16b, #4\n\t" \
    "shl v23.16b, v7.16b, #4\n\t" \
    "sdot v16.4s, v4.16b, v1.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v1.4b[0]\n\t" \
    "sdot v18.4s, v20.16b, v1.4b[0]\n\t" \
    "sdot v19.4s, v21.16b, v1.4b[0]\n\t" \
    "sdot v16.4s, v6.16b, v1.4b[1]\n\t" \
    "sdot v17.4s, v7.16b, v1.4b[1]\n\t" \
    "sdot v18.4s, v22.16b, v1.4b[1]\n\t" \
    "sdot v19.4s, v23.16b, v1.4b[1]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v20.16b, v4.16b, #4\n\t" \
    "shl v21.16b, v5.16b, #4\n\t" \
    "shl v22.16b, v6.16b, #4\n\t" \
    "shl v23.16b, v7.16b, #4\n\t" \
    "sdot v16.4s, v4.16b, v1.4b[2]\n\t" \
    "sdot v17.4s, v5.16b, v1.4b[2]\n\t" \
    "sdot v18.4s, v20.16b, v1.4b[2]\n\t" \
    "sdot v19.4s, v21.16b, v1.4b[2]\n\t" \
    "sdot v16.4s, v6.16b, v1.4b[3]\n\t" \
    "sdot v17.4s, v7.16b, v1.4b[3]\n\t" \
    "sdot v18.4s, v22.16b, v1.4b[3]\n\t" \
    "sdot v19.4s, v23.16b, v1.4b[3]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v20.16b, v4.16b, #4\n\t" \
    "shl v21.16b, v5.16b, #4\n\t" \
    "shl v22.16b, v6.16b, #4\n\t" \
    "shl v23.16b, v7.16b, #4\n\t" \
    "sdot v16.4s, v4.16b, v2.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v2.4b[0]\n\t" \
    "sdot v18.4s, v20.16b, v2.4b[0]\n\t" \
    "sdot v19.4s, v21.16b, v2.4b[0]\n\t" \
    "sdot v16.4s, v6.16b, v2.4b[1]\n\t" \
    "sdot v17.4s, v7.16b, v2.4b[1]\n\t" \
    "sdot v18.4s, v22.16b, v2.4b[1]\n\t" \
    "sdot v19.4s, v23.16b, v2.4b[1]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v20.16b, v4.16b, #4\n\t" \
    "shl v21.16b, v5.16b, #4\n\t" \
    "shl v22.16b, v6.16b, #4\n\t" \
    "shl v23.16b, v7.16b, #4\n\t" \
    "sdot v16.4s, v4.16b, v2.4b[2]\n\t" \
    "sdot v17.4s, v5.16b, v2.4b[2]\n\t" \
    "sdot v18.4s, v20.16b, v2.4b[2]\n\t" \
    "sdot v19.4s, v21.16b, v2.4b[2]\n\t" \
    "sdot v16.4s, v6.16b, v2.4b[3]\n\t" \
    "sdot v17.4s, v7.16b, v2.4b[3]\n\t" \
    "sdot v18.4s, v22.16b, v2.4b[3]\n\t" \
    "sdot v19.4s, v23.16b, v2.4b[3]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v20.16b, v4.16b, #4\n\t" \
    "shl v21.16b, v5.16b, #4\n\t" \
    "shl v22.16b, v6.16b, #4\n\t" \
    "shl v23.16b, v7.16b, #4\n\t" \
    "sdot v16.4s, v4.16b, v3.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v3.4b[0]\n\t" \
    "sdot v18.4s, v20.16b, v3.4b[0]\n\t" \
    "sdot v19.4s, v21.16b, v3.4b[0]\n\t" \
    "sdot v16.4s, v6.16b, v3.4b[1]\n\t" \
    "sdot v17.4s, v7.16b, v3.4b[1]\n\t" \
    "sdot v18.4s, v22.16b, v3.4b[1]\n\t" \
    "sdot v19.4s, v23.16b, v3.4b[1]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v20.16b, v4.16b, #4\n\t" \
    "shl v21.16b, v5.16b, #4\n\t" \
    "shl v22.16b, v6.16b, #4\n\t" \
    "shl v23.16b, v7.16b, #4\n\t" \
    "sdot v16.4s, v4.16b, v3.4b[2]\n\t" \
    "sdot v17.4s, v5.16b, v3.4b[2]\n\t" \
    "sdot v18.4s, v20.16b, v3.4b[2]\n\t" \
    "sdot v19.4s, v21.16b, v3.4b[2]\n\t" \
    "sdot v16.4s, v6.16b, v3.4b[3]\n\t" \
    "sdot v17.4s, v7.16b, v3.4b[3]\n\t" \
    "sdot v18.4s, v22.16b, v3.4b[3]\n\t" \
    "sdot v19.4s, v23.16b, v3.4b[3]\n\t" \
    "b.ge 1b\n\t" \
    "2:\n\t" \
    "adds %[pieces], %[pieces], #4\n\t" \
    "b.eq 4f\n\t" \
    "3:\n\t" \
    "ldr q0, [%[x]], #16\n\t" \
    "subs %[pieces], %[pieces], #1\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v20.16b, v4.16b, #4\n\t" \
    "shl v21.16b, v5.16b, #4\n\t" \
    "shl v22.16b, v6.16b, #4\n\t" \
    "shl v23.16b, v7.16b, #4\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[0]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[0]\n\t" \
    "sdot v18.4s, v20.16b, v0.4b[0]\n\t" \
    "sdot v19.4s, v21.16b, v0.4b[0]\n\t" \
    "sdot v16.4s, v6.16b, v0.4b[1]\n\t" \
    "sdot v17.4s, v7.16b, v0.4b[1]\n\t" \
    "sdot v18.4s, v22.16b, v0.4b[1]\n\t" \
    "sdot v19.4s, v23.16b, v0.4b[1]\n\t" \
    "ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [%[w]], #64\n\t" \
    "shl v20.16b, v4.16b, #4\n\t" \
    "shl v21.16b, v5.16b, #4\n\t" \
    "shl v22.16b, v6.16b, #4\n\t" \
    "shl v23.16b, v7.16b, #4\n\t" \
    "sdot v16.4s, v4.16b, v0.4b[2]\n\t" \
    "sdot v17.4s, v5.16b, v0.4b[2]\n\t" \
    "sdot v18.4s, v20.16b, v0.4b[2]\n\t" \
    "sdot v19.4s, v21.16b, v0.4b[2]\n\t" \
    "sdot v16.4s, v6.16b, v0.4b[3]\n\t" \
    "sdot v17.4s, v7.16b, v0.4b[3]\n\t" \
    "sdot v18.4s, v22.16b, v0.4b[3]\n\t" \
    "sdot v19.4s, v23.16b, v0.4b[3]\n\t" \
    "b.ne 3b\n\t" \
    "4:\n\t"

#endif
