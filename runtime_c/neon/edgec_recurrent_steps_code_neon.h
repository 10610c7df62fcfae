/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_recurrent_steps_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_RECURRENT_STEPS_CODE_NEON_H
#define EDGEC_RECURRENT_STEPS_CODE_NEON_H

/* Steps of GRUs and LSTMs (edgec_recurrent_neon.h): sums of all gates of eight cells over two rows, then these cells.
 * `USUAL`: sums are shifted by 32, functions rise, by little, from each value of their tables to the next, and a GRU's
 * state has 14 fraction bits. */
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
 *   at0..at3            v0..v3    arguments, then how far they lie behind values
 *   place0..place3      v4..v7    where arguments lie in a table, in values, then behind the argument before
 *   low high            v4 v5     the same in bytes
 *   found0 next0        v16 v17   values of a table, and those behind them
 *   found1 next1        v18 v19   of the second arguments
 *   found2 next2        v20 v21   of the third
 *   found3 next3        v22 v23   of the fourth
 *   step0 step1         x0 x1     bytes from an argument's values to those of the next one
 *   from0 from1         x2 x3     values
 *   sum0 sum1           v0 v1     of a state, of an output
 *   cell                v2        states
 *   output              v0        of a step
 *   added multiplier    v24 v25   constants of an LSTM
 *   raise none          v26 v27   the others, 0
 */
#define EDGEC_GRU_S8_USUAL_CODE_NEON \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v18.4s, v0.8h\n\t" \
    "saddlp v19.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v20.4s, v0.8h\n\t" \
    "saddlp v21.4s, v1.8h\n\t" \
    "sadalp v20.4s, v2.8h\n\t" \
    "sadalp v21.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v18.4s, v0.8h\n\t" \
    "sadalp v19.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v20.4s, v0.8h\n\t" \
    "sadalp v21.4s, v1.8h\n\t" \
    "sadalp v20.4s, v2.8h\n\t" \
    "sadalp v21.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v26.4s, v0.8h\n\t" \
    "saddlp v27.4s, v1.8h\n\t" \
    "sadalp v26.4s, v2.8h\n\t" \
    "sadalp v27.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v28.4s, v0.8h\n\t" \
    "saddlp v29.4s, v1.8h\n\t" \
    "sadalp v28.4s, v2.8h\n\t" \
    "sadalp v29.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v26.4s, v0.8h\n\t" \
    "sadalp v27.4s, v1.8h\n\t" \
    "sadalp v26.4s, v2.8h\n\t" \
    "sadalp v27.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v28.4s, v0.8h\n\t" \
    "sadalp v29.4s, v1.8h\n\t" \
    "sadalp v28.4s, v2.8h\n\t" \
    "sadalp v29.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v18.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v18.4s, v10.4s\n\t" \
    "smlal v8.2d, v26.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v26.4s, v11.4s\n\t" \
    "uzp2 v1.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v19.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v19.4s, v10.4s\n\t" \
    "smlal v8.2d, v27.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v27.4s, v11.4s\n\t" \
    "uzp2 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v1.4h, v1.4s\n\t" \
    "sqxtn2 v1.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ldp q6, q7, [%[w]], #32\n\t" \
    "smlal v8.2d, v20.2s, v6.2s\n\t" \
    "smlal2 v9.2d, v20.4s, v6.4s\n\t" \
    "smlal v10.2d, v28.2s, v7.2s\n\t" \
    "smlal2 v11.2d, v28.4s, v7.4s\n\t" \
    "uzp2 v20.4s, v8.4s, v9.4s\n\t" \
    "uzp2 v28.4s, v10.4s, v11.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ldp q6, q7, [%[w]], #32\n\t" \
    "smlal v8.2d, v21.2s, v6.2s\n\t" \
    "smlal2 v9.2d, v21.4s, v6.4s\n\t" \
    "smlal v10.2d, v29.2s, v7.2s\n\t" \
    "smlal2 v11.2d, v29.4s, v7.4s\n\t" \
    "uzp2 v21.4s, v8.4s, v9.4s\n\t" \
    "uzp2 v29.4s, v10.4s, v11.4s\n\t" \
    "sshr v4.8h, v0.8h, #7\n\t" \
    "and v0.16b, v0.16b, %[mask].16b\n\t" \
    "ext v16.16b, %[none].16b, v4.16b, #14\n\t" \
    "sub v16.8h, v4.8h, v16.8h\n\t" \
    "sshr v5.8h, v1.8h, #7\n\t" \
    "and v1.16b, v1.16b, %[mask].16b\n\t" \
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
    "mul v17.8h, v17.8h, v0.8h\n\t" \
    "ursra v16.8h, v17.8h, #7\n\t" \
    "sub v19.8h, v19.8h, v18.8h\n\t" \
    "mul v19.8h, v19.8h, v1.8h\n\t" \
    "ursra v18.8h, v19.8h, #7\n\t" \
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
    "and v2.16b, v2.16b, %[mask].16b\n\t" \
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
    "mul v21.8h, v21.8h, v2.8h\n\t" \
    "ursra v20.8h, v21.8h, #7\n\t" \
    "sub v18.8h, %[one].8h, v16.8h\n\t" \
    "smull v0.4s, v18.4h, v20.4h\n\t" \
    "smull2 v1.4s, v18.8h, v20.8h\n\t" \
    "ldr q2, [%[state]]\n\t" \
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
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"
#define EDGEC_LSTM_S8_USUAL_CODE_NEON \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v18.4s, v0.8h\n\t" \
    "saddlp v19.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v20.4s, v0.8h\n\t" \
    "saddlp v21.4s, v1.8h\n\t" \
    "sadalp v20.4s, v2.8h\n\t" \
    "sadalp v21.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v22.4s, v0.8h\n\t" \
    "saddlp v23.4s, v1.8h\n\t" \
    "sadalp v22.4s, v2.8h\n\t" \
    "sadalp v23.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v18.4s, v0.8h\n\t" \
    "sadalp v19.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v20.4s, v0.8h\n\t" \
    "sadalp v21.4s, v1.8h\n\t" \
    "sadalp v20.4s, v2.8h\n\t" \
    "sadalp v21.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v22.4s, v0.8h\n\t" \
    "sadalp v23.4s, v1.8h\n\t" \
    "sadalp v22.4s, v2.8h\n\t" \
    "sadalp v23.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v26.4s, v0.8h\n\t" \
    "saddlp v27.4s, v1.8h\n\t" \
    "sadalp v26.4s, v2.8h\n\t" \
    "sadalp v27.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v28.4s, v0.8h\n\t" \
    "saddlp v29.4s, v1.8h\n\t" \
    "sadalp v28.4s, v2.8h\n\t" \
    "sadalp v29.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v30.4s, v0.8h\n\t" \
    "saddlp v31.4s, v1.8h\n\t" \
    "sadalp v30.4s, v2.8h\n\t" \
    "sadalp v31.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v26.4s, v0.8h\n\t" \
    "sadalp v27.4s, v1.8h\n\t" \
    "sadalp v26.4s, v2.8h\n\t" \
    "sadalp v27.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v28.4s, v0.8h\n\t" \
    "sadalp v29.4s, v1.8h\n\t" \
    "sadalp v28.4s, v2.8h\n\t" \
    "sadalp v29.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v30.4s, v0.8h\n\t" \
    "sadalp v31.4s, v1.8h\n\t" \
    "sadalp v30.4s, v2.8h\n\t" \
    "sadalp v31.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v18.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v18.4s, v10.4s\n\t" \
    "smlal v8.2d, v26.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v26.4s, v11.4s\n\t" \
    "uzp2 v1.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v19.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v19.4s, v10.4s\n\t" \
    "smlal v8.2d, v27.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v27.4s, v11.4s\n\t" \
    "uzp2 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v1.4h, v1.4s\n\t" \
    "sqxtn2 v1.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v20.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v20.4s, v10.4s\n\t" \
    "smlal v8.2d, v28.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v28.4s, v11.4s\n\t" \
    "uzp2 v2.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v21.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v21.4s, v10.4s\n\t" \
    "smlal v8.2d, v29.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v29.4s, v11.4s\n\t" \
    "uzp2 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v2.4h, v2.4s\n\t" \
    "sqxtn2 v2.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v22.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v22.4s, v10.4s\n\t" \
    "smlal v8.2d, v30.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v30.4s, v11.4s\n\t" \
    "uzp2 v3.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v23.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v23.4s, v10.4s\n\t" \
    "smlal v8.2d, v31.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v31.4s, v11.4s\n\t" \
    "uzp2 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v3.4h, v3.4s\n\t" \
    "sqxtn2 v3.8h, v4.4s\n\t" \
    "ld1 {v24.16b, v25.16b, v26.16b, v27.16b}, [%[constants]]\n\t" \
    "sshr v4.8h, v0.8h, #7\n\t" \
    "and v0.16b, v0.16b, %[mask].16b\n\t" \
    "ext v16.16b, v27.16b, v4.16b, #14\n\t" \
    "sub v16.8h, v4.8h, v16.8h\n\t" \
    "sshr v5.8h, v1.8h, #7\n\t" \
    "and v1.16b, v1.16b, %[mask].16b\n\t" \
    "ext v18.16b, v4.16b, v5.16b, #14\n\t" \
    "sub v18.8h, v5.8h, v18.8h\n\t" \
    "sshr v6.8h, v2.8h, #7\n\t" \
    "and v2.16b, v2.16b, %[mask].16b\n\t" \
    "ext v20.16b, v27.16b, v6.16b, #14\n\t" \
    "sub v20.8h, v6.8h, v20.8h\n\t" \
    "sshr v7.8h, v3.8h, #7\n\t" \
    "and v3.16b, v3.16b, %[mask].16b\n\t" \
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
    "mul v17.8h, v17.8h, v0.8h\n\t" \
    "ursra v16.8h, v17.8h, #7\n\t" \
    "sub v19.8h, v19.8h, v18.8h\n\t" \
    "mul v19.8h, v19.8h, v1.8h\n\t" \
    "ursra v18.8h, v19.8h, #7\n\t" \
    "sub v21.8h, v21.8h, v20.8h\n\t" \
    "mul v21.8h, v21.8h, v2.8h\n\t" \
    "ursra v20.8h, v21.8h, #7\n\t" \
    "sub v23.8h, v23.8h, v22.8h\n\t" \
    "mul v23.8h, v23.8h, v3.8h\n\t" \
    "ursra v22.8h, v23.8h, #7\n\t" \
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
    "and v0.16b, v0.16b, %[mask].16b\n\t" \
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
    "mul v17.8h, v17.8h, v0.8h\n\t" \
    "ursra v16.8h, v17.8h, #7\n\t" \
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
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"
#define EDGEC_GRU_S8_CODE_NEON \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v18.4s, v0.8h\n\t" \
    "saddlp v19.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v20.4s, v0.8h\n\t" \
    "saddlp v21.4s, v1.8h\n\t" \
    "sadalp v20.4s, v2.8h\n\t" \
    "sadalp v21.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v18.4s, v0.8h\n\t" \
    "sadalp v19.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v20.4s, v0.8h\n\t" \
    "sadalp v21.4s, v1.8h\n\t" \
    "sadalp v20.4s, v2.8h\n\t" \
    "sadalp v21.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v26.4s, v0.8h\n\t" \
    "saddlp v27.4s, v1.8h\n\t" \
    "sadalp v26.4s, v2.8h\n\t" \
    "sadalp v27.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v28.4s, v0.8h\n\t" \
    "saddlp v29.4s, v1.8h\n\t" \
    "sadalp v28.4s, v2.8h\n\t" \
    "sadalp v29.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v26.4s, v0.8h\n\t" \
    "sadalp v27.4s, v1.8h\n\t" \
    "sadalp v26.4s, v2.8h\n\t" \
    "sadalp v27.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v28.4s, v0.8h\n\t" \
    "sadalp v29.4s, v1.8h\n\t" \
    "sadalp v28.4s, v2.8h\n\t" \
    "sadalp v29.4s, v3.8h\n\t" \
    "cmp %[row], %[end_y]\n\t" \
    "b.ne 3b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v16.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v16.4s, v10.4s\n\t" \
    "smlal v8.2d, v24.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v24.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v0.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v17.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v17.4s, v10.4s\n\t" \
    "smlal v8.2d, v25.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v25.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v0.4h, v0.4s\n\t" \
    "sqxtn2 v0.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v18.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v18.4s, v10.4s\n\t" \
    "smlal v8.2d, v26.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v26.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v1.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v19.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v19.4s, v10.4s\n\t" \
    "smlal v8.2d, v27.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v27.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v1.4h, v1.4s\n\t" \
    "sqxtn2 v1.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ldp q6, q7, [%[w]], #32\n\t" \
    "smlal v8.2d, v20.2s, v6.2s\n\t" \
    "smlal2 v9.2d, v20.4s, v6.4s\n\t" \
    "smlal v10.2d, v28.2s, v7.2s\n\t" \
    "smlal2 v11.2d, v28.4s, v7.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v20.4s, v8.4s, v9.4s\n\t" \
    "sshl v10.2d, v10.2d, %[minus_shift].2d\n\t" \
    "sshl v11.2d, v11.2d, %[minus_shift].2d\n\t" \
    "uzp1 v28.4s, v10.4s, v11.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ldp q6, q7, [%[w]], #32\n\t" \
    "smlal v8.2d, v21.2s, v6.2s\n\t" \
    "smlal2 v9.2d, v21.4s, v6.4s\n\t" \
    "smlal v10.2d, v29.2s, v7.2s\n\t" \
    "smlal2 v11.2d, v29.4s, v7.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v21.4s, v8.4s, v9.4s\n\t" \
    "sshl v10.2d, v10.2d, %[minus_shift].2d\n\t" \
    "sshl v11.2d, v11.2d, %[minus_shift].2d\n\t" \
    "uzp1 v29.4s, v10.4s, v11.4s\n\t" \
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
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"
#define EDGEC_LSTM_S8_CODE_NEON \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v18.4s, v0.8h\n\t" \
    "saddlp v19.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v20.4s, v0.8h\n\t" \
    "saddlp v21.4s, v1.8h\n\t" \
    "sadalp v20.4s, v2.8h\n\t" \
    "sadalp v21.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v22.4s, v0.8h\n\t" \
    "saddlp v23.4s, v1.8h\n\t" \
    "sadalp v22.4s, v2.8h\n\t" \
    "sadalp v23.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v18.4s, v0.8h\n\t" \
    "sadalp v19.4s, v1.8h\n\t" \
    "sadalp v18.4s, v2.8h\n\t" \
    "sadalp v19.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v20.4s, v0.8h\n\t" \
    "sadalp v21.4s, v1.8h\n\t" \
    "sadalp v20.4s, v2.8h\n\t" \
    "sadalp v21.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v22.4s, v0.8h\n\t" \
    "sadalp v23.4s, v1.8h\n\t" \
    "sadalp v22.4s, v2.8h\n\t" \
    "sadalp v23.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v26.4s, v0.8h\n\t" \
    "saddlp v27.4s, v1.8h\n\t" \
    "sadalp v26.4s, v2.8h\n\t" \
    "sadalp v27.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v28.4s, v0.8h\n\t" \
    "saddlp v29.4s, v1.8h\n\t" \
    "sadalp v28.4s, v2.8h\n\t" \
    "sadalp v29.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "saddlp v30.4s, v0.8h\n\t" \
    "saddlp v31.4s, v1.8h\n\t" \
    "sadalp v30.4s, v2.8h\n\t" \
    "sadalp v31.4s, v3.8h\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v26.4s, v0.8h\n\t" \
    "sadalp v27.4s, v1.8h\n\t" \
    "sadalp v26.4s, v2.8h\n\t" \
    "sadalp v27.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v28.4s, v0.8h\n\t" \
    "sadalp v29.4s, v1.8h\n\t" \
    "sadalp v28.4s, v2.8h\n\t" \
    "sadalp v29.4s, v3.8h\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smull v0.8h, v4.8b, v8.8b\n\t" \
    "smull2 v1.8h, v4.16b, v8.16b\n\t" \
    "smull v2.8h, v6.8b, v10.8b\n\t" \
    "smull2 v3.8h, v6.16b, v10.16b\n\t" \
    "smlal v0.8h, v5.8b, v9.8b\n\t" \
    "smlal2 v1.8h, v5.16b, v9.16b\n\t" \
    "smlal v2.8h, v7.8b, v11.8b\n\t" \
    "smlal2 v3.8h, v7.16b, v11.16b\n\t" \
    "sadalp v30.4s, v0.8h\n\t" \
    "sadalp v31.4s, v1.8h\n\t" \
    "sadalp v30.4s, v2.8h\n\t" \
    "sadalp v31.4s, v3.8h\n\t" \
    "cmp %[row], %[end_y]\n\t" \
    "b.ne 3b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v16.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v16.4s, v10.4s\n\t" \
    "smlal v8.2d, v24.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v24.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v0.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v17.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v17.4s, v10.4s\n\t" \
    "smlal v8.2d, v25.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v25.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v0.4h, v0.4s\n\t" \
    "sqxtn2 v0.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v18.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v18.4s, v10.4s\n\t" \
    "smlal v8.2d, v26.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v26.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v1.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v19.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v19.4s, v10.4s\n\t" \
    "smlal v8.2d, v27.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v27.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v1.4h, v1.4s\n\t" \
    "sqxtn2 v1.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v20.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v20.4s, v10.4s\n\t" \
    "smlal v8.2d, v28.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v28.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v2.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v21.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v21.4s, v10.4s\n\t" \
    "smlal v8.2d, v29.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v29.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v2.4h, v2.4s\n\t" \
    "sqxtn2 v2.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v22.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v22.4s, v10.4s\n\t" \
    "smlal v8.2d, v30.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v30.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v3.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v23.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v23.4s, v10.4s\n\t" \
    "smlal v8.2d, v31.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v31.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v3.4h, v3.4s\n\t" \
    "sqxtn2 v3.8h, v4.4s\n\t" \
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
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"
#define EDGEC_GRU_S16_CODE_NEON \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v18.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v19.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v18.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v19.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v18.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v19.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v18.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v19.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v18.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v19.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v18.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v19.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v18.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v19.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v18.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v19.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v20.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v21.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v20.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v21.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v20.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v21.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v20.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v21.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v20.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v21.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v20.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v21.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v20.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v21.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v20.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v21.4s, v3.8h, v4.h[7]\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v18.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v19.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v18.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v19.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v18.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v19.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v18.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v19.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v18.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v19.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v18.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v19.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v18.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v19.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v18.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v19.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v20.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v21.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v20.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v21.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v20.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v21.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v20.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v21.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v20.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v21.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v20.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v21.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v20.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v21.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v20.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v21.4s, v3.8h, v4.h[7]\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v26.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v27.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v26.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v27.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v26.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v27.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v26.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v27.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v26.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v27.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v26.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v27.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v26.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v27.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v26.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v27.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v28.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v29.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v28.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v29.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v28.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v29.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v28.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v29.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v28.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v29.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v28.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v29.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v28.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v29.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v28.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v29.4s, v3.8h, v4.h[7]\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v26.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v27.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v26.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v27.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v26.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v27.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v26.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v27.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v26.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v27.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v26.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v27.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v26.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v27.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v26.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v27.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v28.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v29.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v28.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v29.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v28.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v29.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v28.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v29.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v28.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v29.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v28.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v29.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v28.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v29.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v28.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v29.4s, v3.8h, v4.h[7]\n\t" \
    "cmp %[row], %[end_y]\n\t" \
    "b.ne 3b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v16.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v16.4s, v10.4s\n\t" \
    "smlal v8.2d, v24.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v24.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v0.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v17.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v17.4s, v10.4s\n\t" \
    "smlal v8.2d, v25.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v25.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v0.4h, v0.4s\n\t" \
    "sqxtn2 v0.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v18.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v18.4s, v10.4s\n\t" \
    "smlal v8.2d, v26.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v26.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v1.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v19.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v19.4s, v10.4s\n\t" \
    "smlal v8.2d, v27.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v27.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v1.4h, v1.4s\n\t" \
    "sqxtn2 v1.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ldp q6, q7, [%[w]], #32\n\t" \
    "smlal v8.2d, v20.2s, v6.2s\n\t" \
    "smlal2 v9.2d, v20.4s, v6.4s\n\t" \
    "smlal v10.2d, v28.2s, v7.2s\n\t" \
    "smlal2 v11.2d, v28.4s, v7.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v20.4s, v8.4s, v9.4s\n\t" \
    "sshl v10.2d, v10.2d, %[minus_shift].2d\n\t" \
    "sshl v11.2d, v11.2d, %[minus_shift].2d\n\t" \
    "uzp1 v28.4s, v10.4s, v11.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "ldp q6, q7, [%[w]], #32\n\t" \
    "smlal v8.2d, v21.2s, v6.2s\n\t" \
    "smlal2 v9.2d, v21.4s, v6.4s\n\t" \
    "smlal v10.2d, v29.2s, v7.2s\n\t" \
    "smlal2 v11.2d, v29.4s, v7.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v21.4s, v8.4s, v9.4s\n\t" \
    "sshl v10.2d, v10.2d, %[minus_shift].2d\n\t" \
    "sshl v11.2d, v11.2d, %[minus_shift].2d\n\t" \
    "uzp1 v29.4s, v10.4s, v11.4s\n\t" \
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
    "str q0, [%[out]], #16\n\t" \
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"
#define EDGEC_LSTM_S16_CODE_NEON \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v18.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v19.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v18.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v19.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v18.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v19.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v18.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v19.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v18.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v19.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v18.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v19.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v18.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v19.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v18.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v19.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v20.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v21.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v20.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v21.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v20.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v21.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v20.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v21.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v20.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v21.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v20.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v21.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v20.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v21.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v20.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v21.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v22.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v23.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v22.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v23.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v22.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v23.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v22.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v23.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v22.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v23.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v22.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v23.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v22.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v23.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v22.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v23.4s, v3.8h, v4.h[7]\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v18.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v19.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v18.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v19.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v18.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v19.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v18.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v19.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v18.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v19.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v18.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v19.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v18.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v19.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v18.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v19.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v20.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v21.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v20.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v21.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v20.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v21.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v20.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v21.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v20.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v21.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v20.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v21.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v20.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v21.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v20.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v21.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v22.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v23.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v22.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v23.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v22.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v23.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v22.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v23.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v22.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v23.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v22.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v23.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v22.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v23.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v22.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v23.4s, v3.8h, v4.h[7]\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v26.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v27.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v26.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v27.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v26.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v27.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v26.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v27.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v26.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v27.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v26.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v27.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v26.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v27.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v26.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v27.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v28.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v29.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v28.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v29.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v28.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v29.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v28.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v29.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v28.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v29.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v28.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v29.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v28.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v29.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v28.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v29.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smull v30.4s, v0.4h, v4.h[0]\n\t" \
    "smull2 v31.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v30.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v31.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v30.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v31.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v30.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v31.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v30.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v31.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v30.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v31.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v30.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v31.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v30.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v31.4s, v3.8h, v4.h[7]\n\t" \
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
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v26.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v27.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v26.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v27.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v26.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v27.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v26.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v27.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v26.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v27.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v26.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v27.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v26.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v27.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v26.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v27.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v28.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v29.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v28.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v29.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v28.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v29.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v28.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v29.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v28.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v29.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v28.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v29.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v28.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v29.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v28.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v29.4s, v3.8h, v4.h[7]\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "sxtl v0.8h, v8.8b\n\t" \
    "sxtl2 v1.8h, v8.16b\n\t" \
    "smlal v30.4s, v0.4h, v4.h[0]\n\t" \
    "smlal2 v31.4s, v0.8h, v4.h[0]\n\t" \
    "smlal v30.4s, v1.4h, v4.h[1]\n\t" \
    "smlal2 v31.4s, v1.8h, v4.h[1]\n\t" \
    "sxtl v2.8h, v9.8b\n\t" \
    "sxtl2 v3.8h, v9.16b\n\t" \
    "smlal v30.4s, v2.4h, v4.h[2]\n\t" \
    "smlal2 v31.4s, v2.8h, v4.h[2]\n\t" \
    "smlal v30.4s, v3.4h, v4.h[3]\n\t" \
    "smlal2 v31.4s, v3.8h, v4.h[3]\n\t" \
    "sxtl v0.8h, v10.8b\n\t" \
    "sxtl2 v1.8h, v10.16b\n\t" \
    "smlal v30.4s, v0.4h, v4.h[4]\n\t" \
    "smlal2 v31.4s, v0.8h, v4.h[4]\n\t" \
    "smlal v30.4s, v1.4h, v4.h[5]\n\t" \
    "smlal2 v31.4s, v1.8h, v4.h[5]\n\t" \
    "sxtl v2.8h, v11.8b\n\t" \
    "sxtl2 v3.8h, v11.16b\n\t" \
    "smlal v30.4s, v2.4h, v4.h[6]\n\t" \
    "smlal2 v31.4s, v2.8h, v4.h[6]\n\t" \
    "smlal v30.4s, v3.4h, v4.h[7]\n\t" \
    "smlal2 v31.4s, v3.8h, v4.h[7]\n\t" \
    "cmp %[row], %[end_y]\n\t" \
    "b.ne 3b\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v16.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v16.4s, v10.4s\n\t" \
    "smlal v8.2d, v24.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v24.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v0.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v17.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v17.4s, v10.4s\n\t" \
    "smlal v8.2d, v25.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v25.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v0.4h, v0.4s\n\t" \
    "sqxtn2 v0.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v18.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v18.4s, v10.4s\n\t" \
    "smlal v8.2d, v26.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v26.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v1.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v19.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v19.4s, v10.4s\n\t" \
    "smlal v8.2d, v27.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v27.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v1.4h, v1.4s\n\t" \
    "sqxtn2 v1.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v20.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v20.4s, v10.4s\n\t" \
    "smlal v8.2d, v28.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v28.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v2.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v21.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v21.4s, v10.4s\n\t" \
    "smlal v8.2d, v29.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v29.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v2.4h, v2.4s\n\t" \
    "sqxtn2 v2.8h, v4.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v22.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v22.4s, v10.4s\n\t" \
    "smlal v8.2d, v30.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v30.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v3.4s, v8.4s, v9.4s\n\t" \
    "ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [%[w]], #64\n\t" \
    "smlal v8.2d, v23.2s, v10.2s\n\t" \
    "smlal2 v9.2d, v23.4s, v10.4s\n\t" \
    "smlal v8.2d, v31.2s, v11.2s\n\t" \
    "smlal2 v9.2d, v31.4s, v11.4s\n\t" \
    "sshl v8.2d, v8.2d, %[minus_shift].2d\n\t" \
    "sshl v9.2d, v9.2d, %[minus_shift].2d\n\t" \
    "uzp1 v4.4s, v8.4s, v9.4s\n\t" \
    "sqxtn v3.4h, v3.4s\n\t" \
    "sqxtn2 v3.8h, v4.4s\n\t" \
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
    "str q0, [%[out]], #16\n\t" \
    "cmp %[w], %[end]\n\t" \
    "b.ne 1b\n\t"

#endif
