/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_recurrent_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_RECURRENT_CODE_NEON_H
#define EDGEC_RECURRENT_CODE_NEON_H

/* Recurrent layers (edgec_recurrent_neon.h): sums of gates over two rows, eight gates at a time, and functions of
 * gates by tables. */
/* Registers:
 *   product0..product7  v0..v7    sums of two products of 16 bits
 *   weights0..weights7  v8..v15   of eight gates
 *   acc0..acc7          v16..v23  sums of eight gates over a row
 *   over_x0 over_x1     v24 v25   sums of four gates over x
 *   taps more_taps      v26 v28   of a row
 *   minus_shift         v27       of all sums
 *   upper0..upper3      v8..v11   int4: weights in high halves of bytes
 *   lower0..lower3      v12..v15  int4: those in low halves
 *   begin0..begin3      v0..v3    behind the loops: what sums of 64 bits begin with
 *   w_factor r_factor   v4 v5     factors of the sums over x, over the output before
 *   gates0 gates1       v6 v7     arguments
 */
#define EDGEC_GATES_S8_CODE_NEON \
    "dup v27.2d, %[minus_shift]\n\t" \
    "1:\n\t" \
    "mov %[row], %[x]\n\t" \
    "mov %[k], %[rounds_x]\n\t" \
    "ldr q26, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v11.16b\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "saddlp v16.4s, v0.8h\n\t" \
    "saddlp v17.4s, v1.8h\n\t" \
    "saddlp v18.4s, v2.8h\n\t" \
    "saddlp v19.4s, v3.8h\n\t" \
    "saddlp v20.4s, v4.8h\n\t" \
    "saddlp v21.4s, v5.8h\n\t" \
    "saddlp v22.4s, v6.8h\n\t" \
    "saddlp v23.4s, v7.8h\n\t" \
    "cbz %[k], 3f\n\t" \
    "2:\n\t" \
    "ldr q26, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v11.16b\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "b.ne 2b\n\t" \
    "3:\n\t" \
    "cbz %[tail_x], 4f\n\t" \
    "ldr d26, [%[row]], #8\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "ld1 {v12.8b, v13.8b, v14.8b, v15.8b}, [%[w]], #32\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "4:\n\t" \
    "addp v16.4s, v16.4s, v17.4s\n\t" \
    "addp v18.4s, v18.4s, v19.4s\n\t" \
    "addp v24.4s, v16.4s, v18.4s\n\t" \
    "addp v20.4s, v20.4s, v21.4s\n\t" \
    "addp v22.4s, v22.4s, v23.4s\n\t" \
    "addp v25.4s, v20.4s, v22.4s\n\t" \
    "mov %[row], %[y]\n\t" \
    "mov %[k], %[rounds_y]\n\t" \
    "ldr q26, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v11.16b\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "saddlp v16.4s, v0.8h\n\t" \
    "saddlp v17.4s, v1.8h\n\t" \
    "saddlp v18.4s, v2.8h\n\t" \
    "saddlp v19.4s, v3.8h\n\t" \
    "saddlp v20.4s, v4.8h\n\t" \
    "saddlp v21.4s, v5.8h\n\t" \
    "saddlp v22.4s, v6.8h\n\t" \
    "saddlp v23.4s, v7.8h\n\t" \
    "cbz %[k], 6f\n\t" \
    "5:\n\t" \
    "ldr q26, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v11.16b\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "b.ne 5b\n\t" \
    "6:\n\t" \
    "cbz %[tail_y], 7f\n\t" \
    "ldr d26, [%[row]], #8\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "ld1 {v12.8b, v13.8b, v14.8b, v15.8b}, [%[w]], #32\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "7:\n\t" \
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
#define EDGEC_GATES_APART_S8_CODE_NEON \
    "dup v27.2d, %[minus_shift]\n\t" \
    "1:\n\t" \
    "mov %[row], %[x]\n\t" \
    "mov %[k], %[rounds_x]\n\t" \
    "ldr q26, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v11.16b\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "saddlp v16.4s, v0.8h\n\t" \
    "saddlp v17.4s, v1.8h\n\t" \
    "saddlp v18.4s, v2.8h\n\t" \
    "saddlp v19.4s, v3.8h\n\t" \
    "saddlp v20.4s, v4.8h\n\t" \
    "saddlp v21.4s, v5.8h\n\t" \
    "saddlp v22.4s, v6.8h\n\t" \
    "saddlp v23.4s, v7.8h\n\t" \
    "cbz %[k], 3f\n\t" \
    "2:\n\t" \
    "ldr q26, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v11.16b\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "b.ne 2b\n\t" \
    "3:\n\t" \
    "cbz %[tail_x], 4f\n\t" \
    "ldr d26, [%[row]], #8\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "ld1 {v12.8b, v13.8b, v14.8b, v15.8b}, [%[w]], #32\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "4:\n\t" \
    "addp v16.4s, v16.4s, v17.4s\n\t" \
    "addp v18.4s, v18.4s, v19.4s\n\t" \
    "addp v24.4s, v16.4s, v18.4s\n\t" \
    "addp v20.4s, v20.4s, v21.4s\n\t" \
    "addp v22.4s, v22.4s, v23.4s\n\t" \
    "addp v25.4s, v20.4s, v22.4s\n\t" \
    "mov %[row], %[y]\n\t" \
    "mov %[k], %[rounds_y]\n\t" \
    "ldr q26, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v11.16b\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "saddlp v16.4s, v0.8h\n\t" \
    "saddlp v17.4s, v1.8h\n\t" \
    "saddlp v18.4s, v2.8h\n\t" \
    "saddlp v19.4s, v3.8h\n\t" \
    "saddlp v20.4s, v4.8h\n\t" \
    "saddlp v21.4s, v5.8h\n\t" \
    "saddlp v22.4s, v6.8h\n\t" \
    "saddlp v23.4s, v7.8h\n\t" \
    "cbz %[k], 6f\n\t" \
    "5:\n\t" \
    "ldr q26, [%[row]], #16\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "smlal2 v0.8h, v26.16b, v8.16b\n\t" \
    "smlal2 v1.8h, v26.16b, v9.16b\n\t" \
    "smlal2 v2.8h, v26.16b, v10.16b\n\t" \
    "smlal2 v3.8h, v26.16b, v11.16b\n\t" \
    "ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [%[w]], #64\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "smlal2 v4.8h, v26.16b, v12.16b\n\t" \
    "smlal2 v5.8h, v26.16b, v13.16b\n\t" \
    "smlal2 v6.8h, v26.16b, v14.16b\n\t" \
    "smlal2 v7.8h, v26.16b, v15.16b\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "subs %[k], %[k], #1\n\t" \
    "b.ne 5b\n\t" \
    "6:\n\t" \
    "cbz %[tail_y], 7f\n\t" \
    "ldr d26, [%[row]], #8\n\t" \
    "ld1 {v8.8b, v9.8b, v10.8b, v11.8b}, [%[w]], #32\n\t" \
    "smull v0.8h, v26.8b, v8.8b\n\t" \
    "smull v1.8h, v26.8b, v9.8b\n\t" \
    "smull v2.8h, v26.8b, v10.8b\n\t" \
    "smull v3.8h, v26.8b, v11.8b\n\t" \
    "ld1 {v12.8b, v13.8b, v14.8b, v15.8b}, [%[w]], #32\n\t" \
    "smull v4.8h, v26.8b, v12.8b\n\t" \
    "smull v5.8h, v26.8b, v13.8b\n\t" \
    "smull v6.8h, v26.8b, v14.8b\n\t" \
    "smull v7.8h, v26.8b, v15.8b\n\t" \
    "sadalp v16.4s, v0.8h\n\t" \
    "sadalp v17.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "sadalp v20.4s, v4.8h\n\t" \
    "sadalp v21.4s, v5.8h\n\t" \
    "sadalp v22.4s, v6.8h\n\t" \
    "sadalp v23.4s, v7.8h\n\t" \
    "7:\n\t" \
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

/* A function of eight arguments: straight lines between the values of a table, 128 arguments apart.  Values are loaded
 * with the next ones, by places in memory. */
#define EDGEC_GATE_CODE_NEON \
    "shl v3.8h, v0.8h, #9\n\t" \
    "sshr v0.8h, v0.8h, #7\n\t" \
    "sshll v1.4s, v0.4h, #1\n\t" \
    "sshll2 v2.4s, v0.8h, #1\n\t" \
    "ushr v3.8h, v3.8h, #1\n\t" \
    "stp q1, q2, [%[room]]\n\t" \
    "ldpsw x0, x1, [%[room], #0]\n\t" \
    "ldr w0, [%[table], x0]\n\t" \
    "ldr w1, [%[table], x1]\n\t" \
    "stp w0, w1, [%[room], #0]\n\t" \
    "ldpsw x0, x1, [%[room], #8]\n\t" \
    "ldr w0, [%[table], x0]\n\t" \
    "ldr w1, [%[table], x1]\n\t" \
    "stp w0, w1, [%[room], #8]\n\t" \
    "ldpsw x0, x1, [%[room], #16]\n\t" \
    "ldr w0, [%[table], x0]\n\t" \
    "ldr w1, [%[table], x1]\n\t" \
    "stp w0, w1, [%[room], #16]\n\t" \
    "ldpsw x0, x1, [%[room], #24]\n\t" \
    "ldr w0, [%[table], x0]\n\t" \
    "ldr w1, [%[table], x1]\n\t" \
    "stp w0, w1, [%[room], #24]\n\t" \
    "ld2 {v1.8h, v2.8h}, [%[room]]\n\t" \
    "sub v2.8h, v2.8h, v1.8h\n\t" \
    "sqrdmulh v2.8h, v2.8h, v3.8h\n\t" \
    "add v0.8h, v1.8h, v2.8h\n\t"

#endif
