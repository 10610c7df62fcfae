/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_recurrent_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_RECURRENT_CODE_NEON_H
#define EDGEC_RECURRENT_CODE_NEON_H

/* Recurrent layers (edgec_recurrent_neon.h): sums of gates over two rows, those of eight cells at a time, functions of
 * gates by tables, and cells. */
/* int4. */
/* Registers:
 *   product0..product7  v0..v7    int4: sums of products of 16 bits
 *   acc0..acc7          v16..v23  sums of eight gates over a row
 *   over_x0 over_x1     v24 v25   sums of four gates over x
 *   taps more_taps      v26 v28   of a row
 *   minus_shift         v27       of all sums
 *   upper0..upper3      v8..v11   weights in high halves of bytes
 *   lower0..lower3      v12..v15  those in low halves
 *   begin0..begin3      v0..v3    behind the loops: what sums of 64 bits begin with
 *   w_factor r_factor   v4 v5     factors of the sums over x, over the output before
 *   gates0 gates1       v6 v7     arguments
 */
#define EDGEC_GATES_S4_CODE_NEON \
    "dup v27.2d, %[minus_shift]\n\t" \
    "1:\n\t" \
    "mov %[row], %[x]\n\t" \
    "mov %[left], %[rounds_x]\n\t" \
    "movi v16.4s, #0\n\t" \
    "movi v17.4s, #0\n\t" \
    "movi v18.4s, #0\n\t" \
    "movi v19.4s, #0\n\t" \
    "movi v20.4s, #0\n\t" \
    "movi v21.4s, #0\n\t" \
    "movi v22.4s, #0\n\t" \
    "movi v23.4s, #0\n\t" \
    "2:\n\t" \
    "movi v0.4s, #0\n\t" \
    "movi v1.4s, #0\n\t" \
    "movi v2.4s, #0\n\t" \
    "movi v3.4s, #0\n\t" \
    "movi v4.4s, #0\n\t" \
    "movi v5.4s, #0\n\t" \
    "movi v6.4s, #0\n\t" \
    "movi v7.4s, #0\n\t" \
    "mov %[k], %[most]\n\t" \
    "cmp %[left], %[k]\n\t" \
    "csel %[k], %[left], %[k], lt\n\t" \
    "sub %[left], %[left], %[k]\n\t" \
    "cbz %[k], 4f\n\t" \
    "3:\n\t" \
    "ldp q26, q28, [%[row]], #32\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "shl v12.16b, v8.16b, #4\n\t" \
    "shl v13.16b, v9.16b, #4\n\t" \
    "shl v14.16b, v10.16b, #4\n\t" \
    "shl v15.16b, v11.16b, #4\n\t" \
    "sshr v8.16b, v8.16b, #4\n\t" \
    "sshr v9.16b, v9.16b, #4\n\t" \
    "sshr v10.16b, v10.16b, #4\n\t" \
    "sshr v11.16b, v11.16b, #4\n\t" \
    "sshr v12.16b, v12.16b, #4\n\t" \
    "sshr v13.16b, v13.16b, #4\n\t" \
    "sshr v14.16b, v14.16b, #4\n\t" \
    "sshr v15.16b, v15.16b, #4\n\t" \
    "smlal v0.8h, v26.8b, v12.8b\n\t" \
    "smlal v1.8h, v26.8b, v13.8b\n\t" \
    "smlal v2.8h, v26.8b, v14.8b\n\t" \
    "smlal v3.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v15.16b\n\t" \
    "smlal v0.8h, v28.8b, v8.8b\n\t" \
    "smlal v1.8h, v28.8b, v9.8b\n\t" \
    "smlal v2.8h, v28.8b, v10.8b\n\t" \
    "smlal v3.8h, v28.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v28.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v28.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v28.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v28.16b, v11.16b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "shl v12.16b, v8.16b, #4\n\t" \
    "shl v13.16b, v9.16b, #4\n\t" \
    "shl v14.16b, v10.16b, #4\n\t" \
    "shl v15.16b, v11.16b, #4\n\t" \
    "sshr v8.16b, v8.16b, #4\n\t" \
    "sshr v9.16b, v9.16b, #4\n\t" \
    "sshr v10.16b, v10.16b, #4\n\t" \
    "sshr v11.16b, v11.16b, #4\n\t" \
    "sshr v12.16b, v12.16b, #4\n\t" \
    "sshr v13.16b, v13.16b, #4\n\t" \
    "sshr v14.16b, v14.16b, #4\n\t" \
    "sshr v15.16b, v15.16b, #4\n\t" \
    "smlal v4.8h, v26.8b, v12.8b\n\t" \
    "smlal v5.8h, v26.8b, v13.8b\n\t" \
    "smlal v6.8h, v26.8b, v14.8b\n\t" \
    "smlal v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "smlal v4.8h, v28.8b, v8.8b\n\t" \
    "smlal v5.8h, v28.8b, v9.8b\n\t" \
    "smlal v6.8h, v28.8b, v10.8b\n\t" \
    "smlal v7.8h, v28.8b, v11.8b\n\t" \
    "smlal2 v4.8h, v28.16b, v8.16b\n\t" \
    "smlal2 v5.8h, v28.16b, v9.16b\n\t" \
    "smlal2 v6.8h, v28.16b, v10.16b\n\t" \
    "smlal2 v7.8h, v28.16b, v11.16b\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "b.ne 3b\n\t" \
    "cbnz %[left], 5f\n\t" \
    "4:\n\t" \
    "cbz %[tail_x], 5f\n\t" \
    "ldr q26, [%[row]]\n\t" \
    "ext v28.16b, v26.16b, v26.16b, #8\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "shl v12.8b, v8.8b, #4\n\t" \
    "shl v13.8b, v9.8b, #4\n\t" \
    "shl v14.8b, v10.8b, #4\n\t" \
    "shl v15.8b, v11.8b, #4\n\t" \
    "sshr v8.8b, v8.8b, #4\n\t" \
    "sshr v9.8b, v9.8b, #4\n\t" \
    "sshr v10.8b, v10.8b, #4\n\t" \
    "sshr v11.8b, v11.8b, #4\n\t" \
    "sshr v12.8b, v12.8b, #4\n\t" \
    "sshr v13.8b, v13.8b, #4\n\t" \
    "sshr v14.8b, v14.8b, #4\n\t" \
    "sshr v15.8b, v15.8b, #4\n\t" \
    "smlal v0.8h, v26.8b, v12.8b\n\t" \
    "smlal v1.8h, v26.8b, v13.8b\n\t" \
    "smlal v2.8h, v26.8b, v14.8b\n\t" \
    "smlal v3.8h, v26.8b, v15.8b\n\t" \
    "smlal v0.8h, v28.8b, v8.8b\n\t" \
    "smlal v1.8h, v28.8b, v9.8b\n\t" \
    "smlal v2.8h, v28.8b, v10.8b\n\t" \
    "smlal v3.8h, v28.8b, v11.8b\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "shl v12.8b, v8.8b, #4\n\t" \
    "shl v13.8b, v9.8b, #4\n\t" \
    "shl v14.8b, v10.8b, #4\n\t" \
    "shl v15.8b, v11.8b, #4\n\t" \
    "sshr v8.8b, v8.8b, #4\n\t" \
    "sshr v9.8b, v9.8b, #4\n\t" \
    "sshr v10.8b, v10.8b, #4\n\t" \
    "sshr v11.8b, v11.8b, #4\n\t" \
    "sshr v12.8b, v12.8b, #4\n\t" \
    "sshr v13.8b, v13.8b, #4\n\t" \
    "sshr v14.8b, v14.8b, #4\n\t" \
    "sshr v15.8b, v15.8b, #4\n\t" \
    "smlal v4.8h, v26.8b, v12.8b\n\t" \
    "smlal v5.8h, v26.8b, v13.8b\n\t" \
    "smlal v6.8h, v26.8b, v14.8b\n\t" \
    "smlal v7.8h, v26.8b, v15.8b\n\t" \
    "smlal v4.8h, v28.8b, v8.8b\n\t" \
    "smlal v5.8h, v28.8b, v9.8b\n\t" \
    "smlal v6.8h, v28.8b, v10.8b\n\t" \
    "smlal v7.8h, v28.8b, v11.8b\n\t" \
    "5:\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "cbnz %[left], 2b\n\t" \
    "addp v16.4s, v16.4s, v17.4s\n\t" \
    "addp v18.4s, v18.4s, v19.4s\n\t" \
    "addp v24.4s, v16.4s, v18.4s\n\t" \
    "addp v20.4s, v20.4s, v21.4s\n\t" \
    "addp v22.4s, v22.4s, v23.4s\n\t" \
    "addp v25.4s, v20.4s, v22.4s\n\t" \
    "mov %[row], %[y]\n\t" \
    "mov %[left], %[rounds_y]\n\t" \
    "movi v16.4s, #0\n\t" \
    "movi v17.4s, #0\n\t" \
    "movi v18.4s, #0\n\t" \
    "movi v19.4s, #0\n\t" \
    "movi v20.4s, #0\n\t" \
    "movi v21.4s, #0\n\t" \
    "movi v22.4s, #0\n\t" \
    "movi v23.4s, #0\n\t" \
    "6:\n\t" \
    "movi v0.4s, #0\n\t" \
    "movi v1.4s, #0\n\t" \
    "movi v2.4s, #0\n\t" \
    "movi v3.4s, #0\n\t" \
    "movi v4.4s, #0\n\t" \
    "movi v5.4s, #0\n\t" \
    "movi v6.4s, #0\n\t" \
    "movi v7.4s, #0\n\t" \
    "mov %[k], %[most]\n\t" \
    "cmp %[left], %[k]\n\t" \
    "csel %[k], %[left], %[k], lt\n\t" \
    "sub %[left], %[left], %[k]\n\t" \
    "cbz %[k], 8f\n\t" \
    "7:\n\t" \
    "ldp q26, q28, [%[row]], #32\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "shl v12.16b, v8.16b, #4\n\t" \
    "shl v13.16b, v9.16b, #4\n\t" \
    "shl v14.16b, v10.16b, #4\n\t" \
    "shl v15.16b, v11.16b, #4\n\t" \
    "sshr v8.16b, v8.16b, #4\n\t" \
    "sshr v9.16b, v9.16b, #4\n\t" \
    "sshr v10.16b, v10.16b, #4\n\t" \
    "sshr v11.16b, v11.16b, #4\n\t" \
    "sshr v12.16b, v12.16b, #4\n\t" \
    "sshr v13.16b, v13.16b, #4\n\t" \
    "sshr v14.16b, v14.16b, #4\n\t" \
    "sshr v15.16b, v15.16b, #4\n\t" \
    "smlal v0.8h, v26.8b, v12.8b\n\t" \
    "smlal v1.8h, v26.8b, v13.8b\n\t" \
    "smlal v2.8h, v26.8b, v14.8b\n\t" \
    "smlal v3.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v15.16b\n\t" \
    "smlal v0.8h, v28.8b, v8.8b\n\t" \
    "smlal v1.8h, v28.8b, v9.8b\n\t" \
    "smlal v2.8h, v28.8b, v10.8b\n\t" \
    "smlal v3.8h, v28.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v28.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v28.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v28.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v28.16b, v11.16b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "shl v12.16b, v8.16b, #4\n\t" \
    "shl v13.16b, v9.16b, #4\n\t" \
    "shl v14.16b, v10.16b, #4\n\t" \
    "shl v15.16b, v11.16b, #4\n\t" \
    "sshr v8.16b, v8.16b, #4\n\t" \
    "sshr v9.16b, v9.16b, #4\n\t" \
    "sshr v10.16b, v10.16b, #4\n\t" \
    "sshr v11.16b, v11.16b, #4\n\t" \
    "sshr v12.16b, v12.16b, #4\n\t" \
    "sshr v13.16b, v13.16b, #4\n\t" \
    "sshr v14.16b, v14.16b, #4\n\t" \
    "sshr v15.16b, v15.16b, #4\n\t" \
    "smlal v4.8h, v26.8b, v12.8b\n\t" \
    "smlal v5.8h, v26.8b, v13.8b\n\t" \
    "smlal v6.8h, v26.8b, v14.8b\n\t" \
    "smlal v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "smlal v4.8h, v28.8b, v8.8b\n\t" \
    "smlal v5.8h, v28.8b, v9.8b\n\t" \
    "smlal v6.8h, v28.8b, v10.8b\n\t" \
    "smlal v7.8h, v28.8b, v11.8b\n\t" \
    "smlal2 v4.8h, v28.16b, v8.16b\n\t" \
    "smlal2 v5.8h, v28.16b, v9.16b\n\t" \
    "smlal2 v6.8h, v28.16b, v10.16b\n\t" \
    "smlal2 v7.8h, v28.16b, v11.16b\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "b.ne 7b\n\t" \
    "cbnz %[left], 9f\n\t" \
    "8:\n\t" \
    "cbz %[tail_y], 9f\n\t" \
    "ldr q26, [%[row]]\n\t" \
    "ext v28.16b, v26.16b, v26.16b, #8\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "shl v12.8b, v8.8b, #4\n\t" \
    "shl v13.8b, v9.8b, #4\n\t" \
    "shl v14.8b, v10.8b, #4\n\t" \
    "shl v15.8b, v11.8b, #4\n\t" \
    "sshr v8.8b, v8.8b, #4\n\t" \
    "sshr v9.8b, v9.8b, #4\n\t" \
    "sshr v10.8b, v10.8b, #4\n\t" \
    "sshr v11.8b, v11.8b, #4\n\t" \
    "sshr v12.8b, v12.8b, #4\n\t" \
    "sshr v13.8b, v13.8b, #4\n\t" \
    "sshr v14.8b, v14.8b, #4\n\t" \
    "sshr v15.8b, v15.8b, #4\n\t" \
    "smlal v0.8h, v26.8b, v12.8b\n\t" \
    "smlal v1.8h, v26.8b, v13.8b\n\t" \
    "smlal v2.8h, v26.8b, v14.8b\n\t" \
    "smlal v3.8h, v26.8b, v15.8b\n\t" \
    "smlal v0.8h, v28.8b, v8.8b\n\t" \
    "smlal v1.8h, v28.8b, v9.8b\n\t" \
    "smlal v2.8h, v28.8b, v10.8b\n\t" \
    "smlal v3.8h, v28.8b, v11.8b\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "shl v12.8b, v8.8b, #4\n\t" \
    "shl v13.8b, v9.8b, #4\n\t" \
    "shl v14.8b, v10.8b, #4\n\t" \
    "shl v15.8b, v11.8b, #4\n\t" \
    "sshr v8.8b, v8.8b, #4\n\t" \
    "sshr v9.8b, v9.8b, #4\n\t" \
    "sshr v10.8b, v10.8b, #4\n\t" \
    "sshr v11.8b, v11.8b, #4\n\t" \
    "sshr v12.8b, v12.8b, #4\n\t" \
    "sshr v13.8b, v13.8b, #4\n\t" \
    "sshr v14.8b, v14.8b, #4\n\t" \
    "sshr v15.8b, v15.8b, #4\n\t" \
    "smlal v4.8h, v26.8b, v12.8b\n\t" \
    "smlal v5.8h, v26.8b, v13.8b\n\t" \
    "smlal v6.8h, v26.8b, v14.8b\n\t" \
    "smlal v7.8h, v26.8b, v15.8b\n\t" \
    "smlal v4.8h, v28.8b, v8.8b\n\t" \
    "smlal v5.8h, v28.8b, v9.8b\n\t" \
    "smlal v6.8h, v28.8b, v10.8b\n\t" \
    "smlal v7.8h, v28.8b, v11.8b\n\t" \
    "9:\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "cbnz %[left], 6b\n\t" \
    "addp v16.4s, v16.4s, v17.4s\n\t" \
    "addp v18.4s, v18.4s, v19.4s\n\t" \
    "addp v16.4s, v16.4s, v18.4s\n\t" \
    "addp v20.4s, v20.4s, v21.4s\n\t" \
    "addp v22.4s, v22.4s, v23.4s\n\t" \
    "addp v20.4s, v20.4s, v22.4s\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "smlal v0.2d, v24.2s, v4.2s\n\t" \
    "smlal2 v1.2d, v24.4s, v4.4s\n\t" \
    "smlal v0.2d, v16.2s, v5.2s\n\t" \
    "smlal2 v1.2d, v16.4s, v5.4s\n\t" \
    "sshl v0.2d, v0.2d, v27.2d\n\t" \
    "sshl v1.2d, v1.2d, v27.2d\n\t" \
    "uzp1 v6.4s, v0.4s, v1.4s\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "smlal v0.2d, v25.2s, v4.2s\n\t" \
    "smlal2 v1.2d, v25.4s, v4.4s\n\t" \
    "smlal v0.2d, v20.2s, v5.2s\n\t" \
    "smlal2 v1.2d, v20.4s, v5.4s\n\t" \
    "sshl v0.2d, v0.2d, v27.2d\n\t" \
    "sshl v1.2d, v1.2d, v27.2d\n\t" \
    "uzp1 v7.4s, v0.4s, v1.4s\n\t" \
    "sqxtn v6.4h, v6.4s\n\t" \
    "sqxtn2 v6.8h, v7.4s\n\t" \
    "str q6, [%[out]], #16\n\t" \
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"
#define EDGEC_GATES_APART_S4_CODE_NEON \
    "dup v27.2d, %[minus_shift]\n\t" \
    "1:\n\t" \
    "mov %[row], %[x]\n\t" \
    "mov %[left], %[rounds_x]\n\t" \
    "movi v16.4s, #0\n\t" \
    "movi v17.4s, #0\n\t" \
    "movi v18.4s, #0\n\t" \
    "movi v19.4s, #0\n\t" \
    "movi v20.4s, #0\n\t" \
    "movi v21.4s, #0\n\t" \
    "movi v22.4s, #0\n\t" \
    "movi v23.4s, #0\n\t" \
    "2:\n\t" \
    "movi v0.4s, #0\n\t" \
    "movi v1.4s, #0\n\t" \
    "movi v2.4s, #0\n\t" \
    "movi v3.4s, #0\n\t" \
    "movi v4.4s, #0\n\t" \
    "movi v5.4s, #0\n\t" \
    "movi v6.4s, #0\n\t" \
    "movi v7.4s, #0\n\t" \
    "mov %[k], %[most]\n\t" \
    "cmp %[left], %[k]\n\t" \
    "csel %[k], %[left], %[k], lt\n\t" \
    "sub %[left], %[left], %[k]\n\t" \
    "cbz %[k], 4f\n\t" \
    "3:\n\t" \
    "ldp q26, q28, [%[row]], #32\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "shl v12.16b, v8.16b, #4\n\t" \
    "shl v13.16b, v9.16b, #4\n\t" \
    "shl v14.16b, v10.16b, #4\n\t" \
    "shl v15.16b, v11.16b, #4\n\t" \
    "sshr v8.16b, v8.16b, #4\n\t" \
    "sshr v9.16b, v9.16b, #4\n\t" \
    "sshr v10.16b, v10.16b, #4\n\t" \
    "sshr v11.16b, v11.16b, #4\n\t" \
    "sshr v12.16b, v12.16b, #4\n\t" \
    "sshr v13.16b, v13.16b, #4\n\t" \
    "sshr v14.16b, v14.16b, #4\n\t" \
    "sshr v15.16b, v15.16b, #4\n\t" \
    "smlal v0.8h, v26.8b, v12.8b\n\t" \
    "smlal v1.8h, v26.8b, v13.8b\n\t" \
    "smlal v2.8h, v26.8b, v14.8b\n\t" \
    "smlal v3.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v15.16b\n\t" \
    "smlal v0.8h, v28.8b, v8.8b\n\t" \
    "smlal v1.8h, v28.8b, v9.8b\n\t" \
    "smlal v2.8h, v28.8b, v10.8b\n\t" \
    "smlal v3.8h, v28.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v28.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v28.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v28.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v28.16b, v11.16b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "shl v12.16b, v8.16b, #4\n\t" \
    "shl v13.16b, v9.16b, #4\n\t" \
    "shl v14.16b, v10.16b, #4\n\t" \
    "shl v15.16b, v11.16b, #4\n\t" \
    "sshr v8.16b, v8.16b, #4\n\t" \
    "sshr v9.16b, v9.16b, #4\n\t" \
    "sshr v10.16b, v10.16b, #4\n\t" \
    "sshr v11.16b, v11.16b, #4\n\t" \
    "sshr v12.16b, v12.16b, #4\n\t" \
    "sshr v13.16b, v13.16b, #4\n\t" \
    "sshr v14.16b, v14.16b, #4\n\t" \
    "sshr v15.16b, v15.16b, #4\n\t" \
    "smlal v4.8h, v26.8b, v12.8b\n\t" \
    "smlal v5.8h, v26.8b, v13.8b\n\t" \
    "smlal v6.8h, v26.8b, v14.8b\n\t" \
    "smlal v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "smlal v4.8h, v28.8b, v8.8b\n\t" \
    "smlal v5.8h, v28.8b, v9.8b\n\t" \
    "smlal v6.8h, v28.8b, v10.8b\n\t" \
    "smlal v7.8h, v28.8b, v11.8b\n\t" \
    "smlal2 v4.8h, v28.16b, v8.16b\n\t" \
    "smlal2 v5.8h, v28.16b, v9.16b\n\t" \
    "smlal2 v6.8h, v28.16b, v10.16b\n\t" \
    "smlal2 v7.8h, v28.16b, v11.16b\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "b.ne 3b\n\t" \
    "cbnz %[left], 5f\n\t" \
    "4:\n\t" \
    "cbz %[tail_x], 5f\n\t" \
    "ldr q26, [%[row]]\n\t" \
    "ext v28.16b, v26.16b, v26.16b, #8\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "shl v12.8b, v8.8b, #4\n\t" \
    "shl v13.8b, v9.8b, #4\n\t" \
    "shl v14.8b, v10.8b, #4\n\t" \
    "shl v15.8b, v11.8b, #4\n\t" \
    "sshr v8.8b, v8.8b, #4\n\t" \
    "sshr v9.8b, v9.8b, #4\n\t" \
    "sshr v10.8b, v10.8b, #4\n\t" \
    "sshr v11.8b, v11.8b, #4\n\t" \
    "sshr v12.8b, v12.8b, #4\n\t" \
    "sshr v13.8b, v13.8b, #4\n\t" \
    "sshr v14.8b, v14.8b, #4\n\t" \
    "sshr v15.8b, v15.8b, #4\n\t" \
    "smlal v0.8h, v26.8b, v12.8b\n\t" \
    "smlal v1.8h, v26.8b, v13.8b\n\t" \
    "smlal v2.8h, v26.8b, v14.8b\n\t" \
    "smlal v3.8h, v26.8b, v15.8b\n\t" \
    "smlal v0.8h, v28.8b, v8.8b\n\t" \
    "smlal v1.8h, v28.8b, v9.8b\n\t" \
    "smlal v2.8h, v28.8b, v10.8b\n\t" \
    "smlal v3.8h, v28.8b, v11.8b\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "shl v12.8b, v8.8b, #4\n\t" \
    "shl v13.8b, v9.8b, #4\n\t" \
    "shl v14.8b, v10.8b, #4\n\t" \
    "shl v15.8b, v11.8b, #4\n\t" \
    "sshr v8.8b, v8.8b, #4\n\t" \
    "sshr v9.8b, v9.8b, #4\n\t" \
    "sshr v10.8b, v10.8b, #4\n\t" \
    "sshr v11.8b, v11.8b, #4\n\t" \
    "sshr v12.8b, v12.8b, #4\n\t" \
    "sshr v13.8b, v13.8b, #4\n\t" \
    "sshr v14.8b, v14.8b, #4\n\t" \
    "sshr v15.8b, v15.8b, #4\n\t" \
    "smlal v4.8h, v26.8b, v12.8b\n\t" \
    "smlal v5.8h, v26.8b, v13.8b\n\t" \
    "smlal v6.8h, v26.8b, v14.8b\n\t" \
    "smlal v7.8h, v26.8b, v15.8b\n\t" \
    "smlal v4.8h, v28.8b, v8.8b\n\t" \
    "smlal v5.8h, v28.8b, v9.8b\n\t" \
    "smlal v6.8h, v28.8b, v10.8b\n\t" \
    "smlal v7.8h, v28.8b, v11.8b\n\t" \
    "5:\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "cbnz %[left], 2b\n\t" \
    "addp v16.4s, v16.4s, v17.4s\n\t" \
    "addp v18.4s, v18.4s, v19.4s\n\t" \
    "addp v24.4s, v16.4s, v18.4s\n\t" \
    "addp v20.4s, v20.4s, v21.4s\n\t" \
    "addp v22.4s, v22.4s, v23.4s\n\t" \
    "addp v25.4s, v20.4s, v22.4s\n\t" \
    "mov %[row], %[y]\n\t" \
    "mov %[left], %[rounds_y]\n\t" \
    "movi v16.4s, #0\n\t" \
    "movi v17.4s, #0\n\t" \
    "movi v18.4s, #0\n\t" \
    "movi v19.4s, #0\n\t" \
    "movi v20.4s, #0\n\t" \
    "movi v21.4s, #0\n\t" \
    "movi v22.4s, #0\n\t" \
    "movi v23.4s, #0\n\t" \
    "6:\n\t" \
    "movi v0.4s, #0\n\t" \
    "movi v1.4s, #0\n\t" \
    "movi v2.4s, #0\n\t" \
    "movi v3.4s, #0\n\t" \
    "movi v4.4s, #0\n\t" \
    "movi v5.4s, #0\n\t" \
    "movi v6.4s, #0\n\t" \
    "movi v7.4s, #0\n\t" \
    "mov %[k], %[most]\n\t" \
    "cmp %[left], %[k]\n\t" \
    "csel %[k], %[left], %[k], lt\n\t" \
    "sub %[left], %[left], %[k]\n\t" \
    "cbz %[k], 8f\n\t" \
    "7:\n\t" \
    "ldp q26, q28, [%[row]], #32\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "shl v12.16b, v8.16b, #4\n\t" \
    "shl v13.16b, v9.16b, #4\n\t" \
    "shl v14.16b, v10.16b, #4\n\t" \
    "shl v15.16b, v11.16b, #4\n\t" \
    "sshr v8.16b, v8.16b, #4\n\t" \
    "sshr v9.16b, v9.16b, #4\n\t" \
    "sshr v10.16b, v10.16b, #4\n\t" \
    "sshr v11.16b, v11.16b, #4\n\t" \
    "sshr v12.16b, v12.16b, #4\n\t" \
    "sshr v13.16b, v13.16b, #4\n\t" \
    "sshr v14.16b, v14.16b, #4\n\t" \
    "sshr v15.16b, v15.16b, #4\n\t" \
    "smlal v0.8h, v26.8b, v12.8b\n\t" \
    "smlal v1.8h, v26.8b, v13.8b\n\t" \
    "smlal v2.8h, v26.8b, v14.8b\n\t" \
    "smlal v3.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v15.16b\n\t" \
    "smlal v0.8h, v28.8b, v8.8b\n\t" \
    "smlal v1.8h, v28.8b, v9.8b\n\t" \
    "smlal v2.8h, v28.8b, v10.8b\n\t" \
    "smlal v3.8h, v28.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v28.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v28.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v28.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v28.16b, v11.16b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "shl v12.16b, v8.16b, #4\n\t" \
    "shl v13.16b, v9.16b, #4\n\t" \
    "shl v14.16b, v10.16b, #4\n\t" \
    "shl v15.16b, v11.16b, #4\n\t" \
    "sshr v8.16b, v8.16b, #4\n\t" \
    "sshr v9.16b, v9.16b, #4\n\t" \
    "sshr v10.16b, v10.16b, #4\n\t" \
    "sshr v11.16b, v11.16b, #4\n\t" \
    "sshr v12.16b, v12.16b, #4\n\t" \
    "sshr v13.16b, v13.16b, #4\n\t" \
    "sshr v14.16b, v14.16b, #4\n\t" \
    "sshr v15.16b, v15.16b, #4\n\t" \
    "smlal v4.8h, v26.8b, v12.8b\n\t" \
    "smlal v5.8h, v26.8b, v13.8b\n\t" \
    "smlal v6.8h, v26.8b, v14.8b\n\t" \
    "smlal v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "smlal v4.8h, v28.8b, v8.8b\n\t" \
    "smlal v5.8h, v28.8b, v9.8b\n\t" \
    "smlal v6.8h, v28.8b, v10.8b\n\t" \
    "smlal v7.8h, v28.8b, v11.8b\n\t" \
    "smlal2 v4.8h, v28.16b, v8.16b\n\t" \
    "smlal2 v5.8h, v28.16b, v9.16b\n\t" \
    "smlal2 v6.8h, v28.16b, v10.16b\n\t" \
    "smlal2 v7.8h, v28.16b, v11.16b\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "b.ne 7b\n\t" \
    "cbnz %[left], 9f\n\t" \
    "8:\n\t" \
    "cbz %[tail_y], 9f\n\t" \
    "ldr q26, [%[row]]\n\t" \
    "ext v28.16b, v26.16b, v26.16b, #8\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "shl v12.8b, v8.8b, #4\n\t" \
    "shl v13.8b, v9.8b, #4\n\t" \
    "shl v14.8b, v10.8b, #4\n\t" \
    "shl v15.8b, v11.8b, #4\n\t" \
    "sshr v8.8b, v8.8b, #4\n\t" \
    "sshr v9.8b, v9.8b, #4\n\t" \
    "sshr v10.8b, v10.8b, #4\n\t" \
    "sshr v11.8b, v11.8b, #4\n\t" \
    "sshr v12.8b, v12.8b, #4\n\t" \
    "sshr v13.8b, v13.8b, #4\n\t" \
    "sshr v14.8b, v14.8b, #4\n\t" \
    "sshr v15.8b, v15.8b, #4\n\t" \
    "smlal v0.8h, v26.8b, v12.8b\n\t" \
    "smlal v1.8h, v26.8b, v13.8b\n\t" \
    "smlal v2.8h, v26.8b, v14.8b\n\t" \
    "smlal v3.8h, v26.8b, v15.8b\n\t" \
    "smlal v0.8h, v28.8b, v8.8b\n\t" \
    "smlal v1.8h, v28.8b, v9.8b\n\t" \
    "smlal v2.8h, v28.8b, v10.8b\n\t" \
    "smlal v3.8h, v28.8b, v11.8b\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "shl v12.8b, v8.8b, #4\n\t" \
    "shl v13.8b, v9.8b, #4\n\t" \
    "shl v14.8b, v10.8b, #4\n\t" \
    "shl v15.8b, v11.8b, #4\n\t" \
    "sshr v8.8b, v8.8b, #4\n\t" \
    "sshr v9.8b, v9.8b, #4\n\t" \
    "sshr v10.8b, v10.8b, #4\n\t" \
    "sshr v11.8b, v11.8b, #4\n\t" \
    "sshr v12.8b, v12.8b, #4\n\t" \
    "sshr v13.8b, v13.8b, #4\n\t" \
    "sshr v14.8b, v14.8b, #4\n\t" \
    "sshr v15.8b, v15.8b, #4\n\t" \
    "smlal v4.8h, v26.8b, v12.8b\n\t" \
    "smlal v5.8h, v26.8b, v13.8b\n\t" \
    "smlal v6.8h, v26.8b, v14.8b\n\t" \
    "smlal v7.8h, v26.8b, v15.8b\n\t" \
    "smlal v4.8h, v28.8b, v8.8b\n\t" \
    "smlal v5.8h, v28.8b, v9.8b\n\t" \
    "smlal v6.8h, v28.8b, v10.8b\n\t" \
    "smlal v7.8h, v28.8b, v11.8b\n\t" \
    "9:\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "cbnz %[left], 6b\n\t" \
    "addp v16.4s, v16.4s, v17.4s\n\t" \
    "addp v18.4s, v18.4s, v19.4s\n\t" \
    "addp v16.4s, v16.4s, v18.4s\n\t" \
    "addp v20.4s, v20.4s, v21.4s\n\t" \
    "addp v22.4s, v22.4s, v23.4s\n\t" \
    "addp v20.4s, v20.4s, v22.4s\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "ldp q2, q3, [%[w]], #32\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "smlal v0.2d, v24.2s, v4.2s\n\t" \
    "smlal2 v1.2d, v24.4s, v4.4s\n\t" \
    "smlal v2.2d, v16.2s, v5.2s\n\t" \
    "smlal2 v3.2d, v16.4s, v5.4s\n\t" \
    "sshl v0.2d, v0.2d, v27.2d\n\t" \
    "sshl v1.2d, v1.2d, v27.2d\n\t" \
    "uzp1 v6.4s, v0.4s, v1.4s\n\t" \
    "sshl v2.2d, v2.2d, v27.2d\n\t" \
    "sshl v3.2d, v3.2d, v27.2d\n\t" \
    "uzp1 v7.4s, v2.4s, v3.4s\n\t" \
    "stp q6, q7, [%[out]], #32\n\t" \
    "ldp q0, q1, [%[w]], #32\n\t" \
    "ldp q2, q3, [%[w]], #32\n\t" \
    "ldp q4, q5, [%[w]], #32\n\t" \
    "smlal v0.2d, v25.2s, v4.2s\n\t" \
    "smlal2 v1.2d, v25.4s, v4.4s\n\t" \
    "smlal v2.2d, v20.2s, v5.2s\n\t" \
    "smlal2 v3.2d, v20.4s, v5.4s\n\t" \
    "sshl v0.2d, v0.2d, v27.2d\n\t" \
    "sshl v1.2d, v1.2d, v27.2d\n\t" \
    "uzp1 v6.4s, v0.4s, v1.4s\n\t" \
    "sshl v2.2d, v2.2d, v27.2d\n\t" \
    "sshl v3.2d, v3.2d, v27.2d\n\t" \
    "uzp1 v7.4s, v2.4s, v3.4s\n\t" \
    "stp q6, q7, [%[out]], #32\n\t" \
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"

/* Rows of int8 or int16, for RNNs. */
/* Registers:
 *   sums0..sums3        v0..v3    int8: of two products of 16 bits; int16: widened weights
 *   taps0..taps3        v4..v7    two taps of a row, again and again; int16: taps0 are eight
 *   weights0..weights3  v8..v11   of eight gates with two taps each; int16: with one
 *   over_x0..over_x7    v16..v23  sums of four gates over x
 *   over_y0..over_y7    v24..v31  sums of four gates over the output before
 *   begin0..begin3      v8..v11   behind the loops: what sums of 64 bits begin with
 *   w_factor r_factor   v10 v11   factors of the sums over x, over the output before
 *   w_apart r_apart     v6 v7     of sums that stay apart
 *   more                v4        arguments of four gates
 *   at0                 v0        arguments
 *   minus_shift         v12       of all sums
 */
#define EDGEC_GATES_S8_CODE_NEON \
    "dup v12.2d, %[minus_shift]\n\t" \
    "1:\n\t" \
    "mov %[row], %[x]\n\t" \
    "ld4r {v4.8h, v5.8h, v6.8h, v7.8h}, [%[row]], #8\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v16.4s, v0.8h\n\t" \
    "saddlp v17.4s, v1.8h\n\t" \
    "sadalp v16.4s, v2.8h\n\t" \
    "sadalp v17.4s, v3.8h\n\t" \
    "2:\n\t" \
    "ld4r {v4.8h, v5.8h, v6.8h, v7.8h}, [%[row]], #8\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v16.4s, v2.8h\n\t" \
    "sadalp v17.4s, v3.8h\n\t" \
    "cmp %[row], %[end_x]\n\t" \
    "b.ne 2b\n\t" \
    "mov %[row], %[y]\n\t" \
    "ld4r {v4.8h, v5.8h, v6.8h, v7.8h}, [%[row]], #8\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v24.4s, v0.8h\n\t" \
    "saddlp v25.4s, v1.8h\n\t" \
    "sadalp v24.4s, v2.8h\n\t" \
    "sadalp v25.4s, v3.8h\n\t" \
    "3:\n\t" \
    "ld4r {v4.8h, v5.8h, v6.8h, v7.8h}, [%[row]], #8\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v24.4s, v0.8h\n\t" \
    "sadalp v25.4s, v1.8h\n\t" \
    "sadalp v24.4s, v2.8h\n\t" \
    "sadalp v25.4s, v3.8h\n\t" \
    "cmp %[row], %[end_y]\n\t" \
    "b.ne 3b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v16.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v16.4s, v10.4s\n\t" \
    "smlal v8.2d, v24.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v24.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, v12.2d\n\t" \
    "sshl v9.2d, v9.2d, v12.2d\n\t" \
    "uzp1 v0.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v17.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v17.4s, v10.4s\n\t" \
    "smlal v8.2d, v25.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v25.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, v12.2d\n\t" \
    "sshl v9.2d, v9.2d, v12.2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v0.4h, v0.4s\n\t" \
    "sqxtn2 v0.8h, v4.4s\n\t" \
    "str q0, [%[out]], #16\n\t" \
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"
#define EDGEC_GATES_S8_WHOLE_CODE_NEON \
    "1:\n\t" \
    "mov %[row], %[x]\n\t" \
    "ld4r {v4.8h, v5.8h, v6.8h, v7.8h}, [%[row]], #8\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v16.4s, v0.8h\n\t" \
    "saddlp v17.4s, v1.8h\n\t" \
    "sadalp v16.4s, v2.8h\n\t" \
    "sadalp v17.4s, v3.8h\n\t" \
    "2:\n\t" \
    "ld4r {v4.8h, v5.8h, v6.8h, v7.8h}, [%[row]], #8\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v16.4s, v2.8h\n\t" \
    "sadalp v17.4s, v3.8h\n\t" \
    "cmp %[row], %[end_x]\n\t" \
    "b.ne 2b\n\t" \
    "mov %[row], %[y]\n\t" \
    "ld4r {v4.8h, v5.8h, v6.8h, v7.8h}, [%[row]], #8\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v24.4s, v0.8h\n\t" \
    "saddlp v25.4s, v1.8h\n\t" \
    "sadalp v24.4s, v2.8h\n\t" \
    "sadalp v25.4s, v3.8h\n\t" \
    "3:\n\t" \
    "ld4r {v4.8h, v5.8h, v6.8h, v7.8h}, [%[row]], #8\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v24.4s, v0.8h\n\t" \
    "sadalp v25.4s, v1.8h\n\t" \
    "sadalp v24.4s, v2.8h\n\t" \
    "sadalp v25.4s, v3.8h\n\t" \
    "cmp %[row], %[end_y]\n\t" \
    "b.ne 3b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v16.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v16.4s, v10.4s\n\t" \
    "smlal v8.2d, v24.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v24.4s, v11.4s\n\t" \
    "uzp2 v0.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v17.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v17.4s, v10.4s\n\t" \
    "smlal v8.2d, v25.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v25.4s, v11.4s\n\t" \
    "uzp2 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v0.4h, v0.4s\n\t" \
    "sqxtn2 v0.8h, v4.4s\n\t" \
    "str q0, [%[out]], #16\n\t" \
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"
#define EDGEC_GATES_S16_CODE_NEON \
    "dup v12.2d, %[minus_shift]\n\t" \
    "1:\n\t" \
    "mov %[row], %[x]\n\t" \
    "ldr q4, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v16.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v17.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v16.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v17.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v16.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v17.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v16.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v17.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v16.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v17.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v16.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v17.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v16.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v17.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v16.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v17.4s, v3.8h, v4.h[7]\n\t" \
    "2:\n\t" \
    "ldr q4, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v16.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v17.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v16.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v17.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v16.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v17.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v16.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v17.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v16.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v17.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v16.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v17.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v16.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v17.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v16.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v17.4s, v3.8h, v4.h[7]\n\t" \
    "cmp %[row], %[end_x]\n\t" \
    "b.ne 2b\n\t" \
    "mov %[row], %[y]\n\t" \
    "ldr q4, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v24.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v25.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v24.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v25.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v24.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v25.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v24.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v25.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v24.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v25.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v24.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v25.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v24.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v25.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v24.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v25.4s, v3.8h, v4.h[7]\n\t" \
    "3:\n\t" \
    "ldr q4, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v24.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v25.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v24.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v25.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v24.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v25.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v24.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v25.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v24.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v25.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v24.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v25.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v24.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v25.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v24.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v25.4s, v3.8h, v4.h[7]\n\t" \
    "cmp %[row], %[end_y]\n\t" \
    "b.ne 3b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v16.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v16.4s, v10.4s\n\t" \
    "smlal v8.2d, v24.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v24.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, v12.2d\n\t" \
    "sshl v9.2d, v9.2d, v12.2d\n\t" \
    "uzp1 v0.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v17.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v17.4s, v10.4s\n\t" \
    "smlal v8.2d, v25.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v25.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, v12.2d\n\t" \
    "sshl v9.2d, v9.2d, v12.2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v0.4h, v0.4s\n\t" \
    "sqxtn2 v0.8h, v4.4s\n\t" \
    "str q0, [%[out]], #16\n\t" \
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"

/* Registers:
 *   at0..at3          v0..v3   arguments, then how far they lie behind values
 *   place0..place3    v4..v7   where arguments lie in a table, in values, then behind the argument before
 *   low high          v4 v5    the same in bytes
 *   found0 next0      v16 v17  values of a table, and those behind them
 *   found1 next1      v18 v19  of the second arguments
 *   found2 next2      v20 v21  of the third
 *   found3 next3      v22 v23  of the fourth
 *   step0 step1       x0 x1    bytes from an argument's values to those of the next one
 *   from0 from1       x2 x3    values
 *   sum0 sum1         v0 v1    of a state, of an output
 *   cell              v2       states
 *   output            v0       of a step
 *   added multiplier  v24 v25  constants of an LSTM
 *   raise none        v26 v27  the others, 0
 *   over_x4 over_x5   v20 v21  candidates of a GRU over x
 *   over_y4 over_y5   v28 v29  over the output before
 */
/* A function of eight arguments: straight lines between the values of a table, 128 arguments apart.  Values are loaded
 * with the next ones, from places that lie so many bytes behind those of the argument before. */
#define EDGEC_GATE_CODE_NEON \
    "movi v27.4s, #0\n\t" \
    "sshr v4.8h, v0.8h, #7\n\t" \
    "shl v0.8h, v0.8h, #9\n\t" \
    "ushr v0.8h, v0.8h, #1\n\t" \
    "ext v16.16b, v27.16b, v4.16b, #14\n\t" \
    "sub v16.8h, v4.8h, v16.8h\n\t" \
    "sshll v4.4s, v16.4h, #1\n\t" \
    "sshll2 v5.4s, v16.8h, #1\n\t" \
    "stp q4, q5, [%[room], #0]\n\t" \
    "ldpsw x0, x1, [%[room], #0]\n\t" \
    "add x2, %[table], x0\n\t" \
    "ld2 {v16.h, v17.h}[0], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #8]\n\t" \
    "ld2 {v16.h, v17.h}[1], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[2], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #16]\n\t" \
    "ld2 {v16.h, v17.h}[3], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[4], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #24]\n\t" \
    "ld2 {v16.h, v17.h}[5], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[6], [x2], x1\n\t" \
    "ld2 {v16.h, v17.h}[7], [x2]\n\t" \
    "sub v17.8h, v17.8h, v16.8h\n\t" \
    "sqrdmulh v17.8h, v17.8h, v0.8h\n\t" \
    "add v16.8h, v16.8h, v17.8h\n\t"
/* Cells of arguments in memory. */
#define EDGEC_GRU_CELLS_CODE_NEON \
    "1:\n\t" \
    "ldp q0, q1, [%[gates]], #32\n\t" \
    "ldp q20, q28, [%[apart]], #32\n\t" \
    "ldp q21, q29, [%[apart]], #32\n\t" \
    "sshr v4.8h, v0.8h, #7\n\t" \
    "shl v0.8h, v0.8h, #9\n\t" \
    "ushr v0.8h, v0.8h, #1\n\t" \
    "ext v16.16b, %[none].16b, v4.16b, #14\n\t" \
    "sub v16.8h, v4.8h, v16.8h\n\t" \
    "sshr v5.8h, v1.8h, #7\n\t" \
    "shl v1.8h, v1.8h, #9\n\t" \
    "ushr v1.8h, v1.8h, #1\n\t" \
    "ext v18.16b, v4.16b, v5.16b, #14\n\t" \
    "sub v18.8h, v5.8h, v18.8h\n\t" \
    "sshll v4.4s, v16.4h, #1\n\t" \
    "sshll2 v5.4s, v16.8h, #1\n\t" \
    "stp q4, q5, [%[room], #0]\n\t" \
    "sshll v4.4s, v18.4h, #1\n\t" \
    "sshll2 v5.4s, v18.8h, #1\n\t" \
    "stp q4, q5, [%[room], #32]\n\t" \
    "ldpsw x0, x1, [%[room], #0]\n\t" \
    "add x2, %[f], x0\n\t" \
    "ld2 {v16.h, v17.h}[0], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #8]\n\t" \
    "ld2 {v16.h, v17.h}[1], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[2], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #16]\n\t" \
    "ld2 {v16.h, v17.h}[3], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[4], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #24]\n\t" \
    "ld2 {v16.h, v17.h}[5], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[6], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #32]\n\t" \
    "ld2 {v16.h, v17.h}[7], [x2], x0\n\t" \
    "ld2 {v18.h, v19.h}[0], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #40]\n\t" \
    "ld2 {v18.h, v19.h}[1], [x2], x0\n\t" \
    "ld2 {v18.h, v19.h}[2], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #48]\n\t" \
    "ld2 {v18.h, v19.h}[3], [x2], x0\n\t" \
    "ld2 {v18.h, v19.h}[4], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #56]\n\t" \
    "ld2 {v18.h, v19.h}[5], [x2], x0\n\t" \
    "ld2 {v18.h, v19.h}[6], [x2], x1\n\t" \
    "ld2 {v18.h, v19.h}[7], [x2]\n\t" \
    "sub v17.8h, v17.8h, v16.8h\n\t" \
    "sqrdmulh v17.8h, v17.8h, v0.8h\n\t" \
    "add v16.8h, v16.8h, v17.8h\n\t" \
    "sub v19.8h, v19.8h, v18.8h\n\t" \
    "sqrdmulh v19.8h, v19.8h, v1.8h\n\t" \
    "add v18.8h, v18.8h, v19.8h\n\t" \
    /* over x + (reset * over the output + 2**13 >> 14): SQRDMULH adds what rounds */ \
    "shl v28.4s, v28.4s, #2\n\t" \
    "shl v29.4s, v29.4s, #2\n\t" \
    "sshll v0.4s, v18.4h, #15\n\t" \
    "sshll2 v1.4s, v18.8h, #15\n\t" \
    "sqrdmulh v28.4s, v28.4s, v0.4s\n\t" \
    "sqrdmulh v29.4s, v29.4s, v1.4s\n\t" \
    "add v20.4s, v20.4s, v28.4s\n\t" \
    "add v21.4s, v21.4s, v29.4s\n\t" \
    "sqxtn v2.4h, v20.4s\n\t" \
    "sqxtn2 v2.8h, v21.4s\n\t" \
    "sshr v6.8h, v2.8h, #7\n\t" \
    "shl v2.8h, v2.8h, #9\n\t" \
    "ushr v2.8h, v2.8h, #1\n\t" \
    "ext v20.16b, %[none].16b, v6.16b, #14\n\t" \
    "sub v20.8h, v6.8h, v20.8h\n\t" \
    "sshll v4.4s, v20.4h, #1\n\t" \
    "sshll2 v5.4s, v20.8h, #1\n\t" \
    "stp q4, q5, [%[room], #64]\n\t" \
    "ldpsw x0, x1, [%[room], #64]\n\t" \
    "add x2, %[g], x0\n\t" \
    "ld2 {v20.h, v21.h}[0], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #72]\n\t" \
    "ld2 {v20.h, v21.h}[1], [x2], x0\n\t" \
    "ld2 {v20.h, v21.h}[2], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #80]\n\t" \
    "ld2 {v20.h, v21.h}[3], [x2], x0\n\t" \
    "ld2 {v20.h, v21.h}[4], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #88]\n\t" \
    "ld2 {v20.h, v21.h}[5], [x2], x0\n\t" \
    "ld2 {v20.h, v21.h}[6], [x2], x1\n\t" \
    "ld2 {v20.h, v21.h}[7], [x2]\n\t" \
    "sub v21.8h, v21.8h, v20.8h\n\t" \
    "sqrdmulh v21.8h, v21.8h, v2.8h\n\t" \
    "add v20.8h, v20.8h, v21.8h\n\t" \
    "sub v18.8h, %[one].8h, v16.8h\n\t" \
    "smull v0.4s, v18.4h, v20.4h\n\t" \
    "smull2 v1.4s, v18.8h, v20.8h\n\t" \
    "ldr q2, [%[state]]\n\t" \
    "srshl v0.4s, v0.4s, %[added].4s\n\t" \
    "srshl v1.4s, v1.4s, %[added].4s\n\t" \
    "smlal v0.4s, v16.4h, v2.4h\n\t" \
    "smlal2 v1.4s, v16.8h, v2.8h\n\t" \
    "sqrshrn v2.4h, v0.4s, #14\n\t" \
    "sqrshrn2 v2.8h, v1.4s, #14\n\t" \
    "str q2, [%[state]], #16\n\t" \
    "smull v0.4s, v2.4h, %[power].4h\n\t" \
    "smull2 v1.4s, v2.8h, %[power].8h\n\t" \
    "sqdmulh v0.4s, v0.4s, %[multiplier].4s\n\t" \
    "sqdmulh v1.4s, v1.4s, %[multiplier].4s\n\t" \
    "sqrshrn v0.4h, v0.4s, %[narrow]\n\t" \
    "sqrshrn2 v0.8h, v1.4s, %[narrow]\n\t" \
    "sqadd v0.8h, v0.8h, %[zero].8h\n\t" \
    "sqxtn v0.8b, v0.8h\n\t" \
    "str d0, [%[out]], #8\n\t" \
    "cmp %[gates], %[end]\n\t" \
    "b.ne 1b\n\t"
#define EDGEC_LSTM_CELLS_CODE_NEON \
    "1:\n\t" \
    "ld1 {v0.8h, v1.8h, v2.8h, v3.8h}, [%[gates]], #64\n\t" \
    "ld1 {v24.16b, v25.16b, v26.16b, v27.16b}, [%[constants]]\n\t" \
    "sshr v4.8h, v0.8h, #7\n\t" \
    "shl v0.8h, v0.8h, #9\n\t" \
    "ushr v0.8h, v0.8h, #1\n\t" \
    "ext v16.16b, v27.16b, v4.16b, #14\n\t" \
    "sub v16.8h, v4.8h, v16.8h\n\t" \
    "sshr v5.8h, v1.8h, #7\n\t" \
    "shl v1.8h, v1.8h, #9\n\t" \
    "ushr v1.8h, v1.8h, #1\n\t" \
    "ext v18.16b, v4.16b, v5.16b, #14\n\t" \
    "sub v18.8h, v5.8h, v18.8h\n\t" \
    "sshr v6.8h, v2.8h, #7\n\t" \
    "shl v2.8h, v2.8h, #9\n\t" \
    "ushr v2.8h, v2.8h, #1\n\t" \
    "ext v20.16b, v27.16b, v6.16b, #14\n\t" \
    "sub v20.8h, v6.8h, v20.8h\n\t" \
    "sshr v7.8h, v3.8h, #7\n\t" \
    "shl v3.8h, v3.8h, #9\n\t" \
    "ushr v3.8h, v3.8h, #1\n\t" \
    "ext v22.16b, v27.16b, v7.16b, #14\n\t" \
    "sub v22.8h, v7.8h, v22.8h\n\t" \
    "sshll v4.4s, v16.4h, #1\n\t" \
    "sshll2 v5.4s, v16.8h, #1\n\t" \
    "stp q4, q5, [%[room], #0]\n\t" \
    "sshll v4.4s, v18.4h, #1\n\t" \
    "sshll2 v5.4s, v18.8h, #1\n\t" \
    "stp q4, q5, [%[room], #32]\n\t" \
    "sshll v4.4s, v20.4h, #1\n\t" \
    "sshll2 v5.4s, v20.8h, #1\n\t" \
    "stp q4, q5, [%[room], #64]\n\t" \
    "sshll v4.4s, v22.4h, #1\n\t" \
    "sshll2 v5.4s, v22.8h, #1\n\t" \
    "stp q4, q5, [%[room], #96]\n\t" \
    "ldpsw x0, x1, [%[room], #0]\n\t" \
    "add x2, %[f], x0\n\t" \
    "ld2 {v16.h, v17.h}[0], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #64]\n\t" \
    "add x3, %[f], x0\n\t" \
    "ld2 {v20.h, v21.h}[0], [x3], x1\n\t" \
    "ldpsw x0, x1, [%[room], #8]\n\t" \
    "ld2 {v16.h, v17.h}[1], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[2], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #72]\n\t" \
    "ld2 {v20.h, v21.h}[1], [x3], x0\n\t" \
    "ld2 {v20.h, v21.h}[2], [x3], x1\n\t" \
    "ldpsw x0, x1, [%[room], #16]\n\t" \
    "ld2 {v16.h, v17.h}[3], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[4], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #80]\n\t" \
    "ld2 {v20.h, v21.h}[3], [x3], x0\n\t" \
    "ld2 {v20.h, v21.h}[4], [x3], x1\n\t" \
    "ldpsw x0, x1, [%[room], #24]\n\t" \
    "ld2 {v16.h, v17.h}[5], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[6], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #88]\n\t" \
    "ld2 {v20.h, v21.h}[5], [x3], x0\n\t" \
    "ld2 {v20.h, v21.h}[6], [x3], x1\n\t" \
    "ld2 {v20.h, v21.h}[7], [x3]\n\t" \
    "ldpsw x0, x1, [%[room], #32]\n\t" \
    "ld2 {v16.h, v17.h}[7], [x2], x0\n\t" \
    "ld2 {v18.h, v19.h}[0], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #96]\n\t" \
    "add x3, %[g], x0\n\t" \
    "ld2 {v22.h, v23.h}[0], [x3], x1\n\t" \
    "ldpsw x0, x1, [%[room], #40]\n\t" \
    "ld2 {v18.h, v19.h}[1], [x2], x0\n\t" \
    "ld2 {v18.h, v19.h}[2], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #104]\n\t" \
    "ld2 {v22.h, v23.h}[1], [x3], x0\n\t" \
    "ld2 {v22.h, v23.h}[2], [x3], x1\n\t" \
    "ldpsw x0, x1, [%[room], #48]\n\t" \
    "ld2 {v18.h, v19.h}[3], [x2], x0\n\t" \
    "ld2 {v18.h, v19.h}[4], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #112]\n\t" \
    "ld2 {v22.h, v23.h}[3], [x3], x0\n\t" \
    "ld2 {v22.h, v23.h}[4], [x3], x1\n\t" \
    "ldpsw x0, x1, [%[room], #56]\n\t" \
    "ld2 {v18.h, v19.h}[5], [x2], x0\n\t" \
    "ld2 {v18.h, v19.h}[6], [x2], x1\n\t" \
    "ld2 {v18.h, v19.h}[7], [x2]\n\t" \
    "ldpsw x0, x1, [%[room], #120]\n\t" \
    "ld2 {v22.h, v23.h}[5], [x3], x0\n\t" \
    "ld2 {v22.h, v23.h}[6], [x3], x1\n\t" \
    "ld2 {v22.h, v23.h}[7], [x3]\n\t" \
    "sub v17.8h, v17.8h, v16.8h\n\t" \
    "sqrdmulh v17.8h, v17.8h, v0.8h\n\t" \
    "add v16.8h, v16.8h, v17.8h\n\t" \
    "sub v19.8h, v19.8h, v18.8h\n\t" \
    "sqrdmulh v19.8h, v19.8h, v1.8h\n\t" \
    "add v18.8h, v18.8h, v19.8h\n\t" \
    "sub v21.8h, v21.8h, v20.8h\n\t" \
    "sqrdmulh v21.8h, v21.8h, v2.8h\n\t" \
    "add v20.8h, v20.8h, v21.8h\n\t" \
    "sub v23.8h, v23.8h, v22.8h\n\t" \
    "sqrdmulh v23.8h, v23.8h, v3.8h\n\t" \
    "add v22.8h, v22.8h, v23.8h\n\t" \
    "smull v0.4s, v16.4h, v22.4h\n\t" \
    "smull2 v1.4s, v16.8h, v22.8h\n\t" \
    "ldr q2, [%[state]]\n\t" \
    "srshl v0.4s, v0.4s, v24.4s\n\t" \
    "srshl v1.4s, v1.4s, v24.4s\n\t" \
    "smlal v0.4s, v20.4h, v2.4h\n\t" \
    "smlal2 v1.4s, v20.8h, v2.8h\n\t" \
    "sqrshrn v2.4h, v0.4s, #14\n\t" \
    "sqrshrn2 v2.8h, v1.4s, #14\n\t" \
    "str q2, [%[state]], #16\n\t" \
    "sqrshl v0.8h, v2.8h, v26.8h\n\t" \
    "sshr v4.8h, v0.8h, #7\n\t" \
    "shl v0.8h, v0.8h, #9\n\t" \
    "ushr v0.8h, v0.8h, #1\n\t" \
    "ext v16.16b, v27.16b, v4.16b, #14\n\t" \
    "sub v16.8h, v4.8h, v16.8h\n\t" \
    "sshll v4.4s, v16.4h, #1\n\t" \
    "sshll2 v5.4s, v16.8h, #1\n\t" \
    "stp q4, q5, [%[room], #0]\n\t" \
    "ldpsw x0, x1, [%[room], #0]\n\t" \
    "add x2, %[h], x0\n\t" \
    "ld2 {v16.h, v17.h}[0], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #8]\n\t" \
    "ld2 {v16.h, v17.h}[1], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[2], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #16]\n\t" \
    "ld2 {v16.h, v17.h}[3], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[4], [x2], x1\n\t" \
    "ldpsw x0, x1, [%[room], #24]\n\t" \
    "ld2 {v16.h, v17.h}[5], [x2], x0\n\t" \
    "ld2 {v16.h, v17.h}[6], [x2], x1\n\t" \
    "ld2 {v16.h, v17.h}[7], [x2]\n\t" \
    "sub v17.8h, v17.8h, v16.8h\n\t" \
    "sqrdmulh v17.8h, v17.8h, v0.8h\n\t" \
    "add v16.8h, v16.8h, v17.8h\n\t" \
    "smull v0.4s, v18.4h, v16.4h\n\t" \
    "smull2 v1.4s, v18.8h, v16.8h\n\t" \
    "sqdmulh v0.4s, v0.4s, v25.4s\n\t" \
    "sqdmulh v1.4s, v1.4s, v25.4s\n\t" \
    "srshl v0.4s, v0.4s, %[minus_n].4s\n\t" \
    "srshl v1.4s, v1.4s, %[minus_n].4s\n\t" \
    "sqxtn v0.4h, v0.4s\n\t" \
    "sqxtn2 v0.8h, v1.4s\n\t" \
    "sqadd v0.8h, v0.8h, %[zero].8h\n\t" \
    "sqxtn v0.8b, v0.8h\n\t" \
    "str d0, [%[out]], #8\n\t" \
    "cmp %[gates], %[end]\n\t" \
    "b.ne 1b\n\t"

#endif
