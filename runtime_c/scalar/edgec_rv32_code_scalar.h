/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_rv32_code_scalar.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_RV32_CODE_SCALAR_H
#define EDGEC_RV32_CODE_SCALAR_H

/* Loops of RV32: four positions with all channels, a row with all outputs of a fully connected layer, points of two
 * tiles, lines of a depthwise layer. */
/* Registers:
 *   columns weights end  a1 a2 a3       the next unit; where the columns end
 *   v b c                a4 a5 a6       the weights of a tap in three ways
 *   x0 x1                a7 t0          a tap of two positions
 *   t u                  t1 t2          products
 *   v0..v3               s1 s2 s3 s4    sums of the four positions
 *   b0..b3               s5 s6 s7 s8    others
 *   c0..c3               s9 s10 s11 t3  others
 *   f0..f3               t4 t5 t6 ra    behind the loop: channel 0
 *   ends wide            a1 a3          behind the loop: multipliers and shifts; 256
 *   to0..to3             a4 a5 a6 a7    behind the loop: where the outputs go
 *   m shift round        t0 a2 t2       behind the loop
 *   left                 t4             behind channel 0: channels
 */
#define EDGEC_SCALAR_RV32_TILE_CODE \
    "1:\n\t" \
    "lw a1, %[ends](%[self])\n\t" \
    "lw a4, 0(a1)\n\t" \
    "lw t1, 4(a1)\n\t" \
    "lw a5, 8(a1)\n\t" \
    "lw t2, 12(a1)\n\t" \
    "slli a6, a5, 8\n\t" \
    "add a6, a6, t1\n\t" \
    "slli t2, t2, 8\n\t" \
    "add a5, a5, t2\n\t" \
    "slli t1, t1, 8\n\t" \
    "add a4, a4, t1\n\t" \
    "slli t1, a5, 16\n\t" \
    "add a4, a4, t1\n\t" \
    "lw t1, %[twice]+0(%[self])\n\t" \
    "lw t2, %[fourfold]+0(%[self])\n\t" \
    "add s5, a5, t1\n\t" \
    "add s9, a6, t1\n\t" \
    "add s1, a4, t2\n\t" \
    "lw t1, %[twice]+4(%[self])\n\t" \
    "lw t2, %[fourfold]+4(%[self])\n\t" \
    "add s6, a5, t1\n\t" \
    "add s10, a6, t1\n\t" \
    "add s2, a4, t2\n\t" \
    "lw t1, %[twice]+8(%[self])\n\t" \
    "lw t2, %[fourfold]+8(%[self])\n\t" \
    "add s7, a5, t1\n\t" \
    "add s11, a6, t1\n\t" \
    "add s3, a4, t2\n\t" \
    "lw t1, %[twice]+12(%[self])\n\t" \
    "lw t2, %[fourfold]+12(%[self])\n\t" \
    "add s8, a5, t1\n\t" \
    "add t3, a6, t1\n\t" \
    "add s4, a4, t2\n\t" \
    "lw a1, %[columns](%[self])\n\t" \
    "lw a2, %[weights](%[self])\n\t" \
    "lw a3, %[end](%[self])\n\t" \
    "2:\n\t" \
    "lw a4, 0(a2)\n\t" \
    "lbu a7, 0(a1)\n\t" \
    "lbu t0, 4(a1)\n\t" \
    "slli a6, a4, 8\n\t" \
    "srli a5, a4, 16\n\t" \
    "srli a6, a6, 16\n\t" \
    "mul t1, a7, a4\n\t" \
    "mul t2, a7, a5\n\t" \
    "mul a7, a7, a6\n\t" \
    "add s1, s1, t1\n\t" \
    "add s5, s5, t2\n\t" \
    "add s9, s9, a7\n\t" \
    "lbu a7, 8(a1)\n\t" \
    "mul t1, t0, a4\n\t" \
    "mul t2, t0, a5\n\t" \
    "mul t0, t0, a6\n\t" \
    "add s2, s2, t1\n\t" \
    "add s6, s6, t2\n\t" \
    "add s10, s10, t0\n\t" \
    "lbu t0, 12(a1)\n\t" \
    "mul t1, a7, a4\n\t" \
    "mul t2, a7, a5\n\t" \
    "mul a7, a7, a6\n\t" \
    "add s3, s3, t1\n\t" \
    "add s7, s7, t2\n\t" \
    "add s11, s11, a7\n\t" \
    "mul t1, t0, a4\n\t" \
    "mul t2, t0, a5\n\t" \
    "mul t0, t0, a6\n\t" \
    "add s4, s4, t1\n\t" \
    "add s8, s8, t2\n\t" \
    "add t3, t3, t0\n\t" \
    "lw a4, 4(a2)\n\t" \
    "lbu a7, 1(a1)\n\t" \
    "lbu t0, 5(a1)\n\t" \
    "slli a6, a4, 8\n\t" \
    "srli a5, a4, 16\n\t" \
    "srli a6, a6, 16\n\t" \
    "mul t1, a7, a4\n\t" \
    "mul t2, a7, a5\n\t" \
    "mul a7, a7, a6\n\t" \
    "add s1, s1, t1\n\t" \
    "add s5, s5, t2\n\t" \
    "add s9, s9, a7\n\t" \
    "lbu a7, 9(a1)\n\t" \
    "mul t1, t0, a4\n\t" \
    "mul t2, t0, a5\n\t" \
    "mul t0, t0, a6\n\t" \
    "add s2, s2, t1\n\t" \
    "add s6, s6, t2\n\t" \
    "add s10, s10, t0\n\t" \
    "lbu t0, 13(a1)\n\t" \
    "mul t1, a7, a4\n\t" \
    "mul t2, a7, a5\n\t" \
    "mul a7, a7, a6\n\t" \
    "add s3, s3, t1\n\t" \
    "add s7, s7, t2\n\t" \
    "add s11, s11, a7\n\t" \
    "mul t1, t0, a4\n\t" \
    "mul t2, t0, a5\n\t" \
    "mul t0, t0, a6\n\t" \
    "add s4, s4, t1\n\t" \
    "add s8, s8, t2\n\t" \
    "add t3, t3, t0\n\t" \
    "lw a4, 8(a2)\n\t" \
    "lbu a7, 2(a1)\n\t" \
    "lbu t0, 6(a1)\n\t" \
    "slli a6, a4, 8\n\t" \
    "srli a5, a4, 16\n\t" \
    "srli a6, a6, 16\n\t" \
    "mul t1, a7, a4\n\t" \
    "mul t2, a7, a5\n\t" \
    "mul a7, a7, a6\n\t" \
    "add s1, s1, t1\n\t" \
    "add s5, s5, t2\n\t" \
    "add s9, s9, a7\n\t" \
    "lbu a7, 10(a1)\n\t" \
    "mul t1, t0, a4\n\t" \
    "mul t2, t0, a5\n\t" \
    "mul t0, t0, a6\n\t" \
    "add s2, s2, t1\n\t" \
    "add s6, s6, t2\n\t" \
    "add s10, s10, t0\n\t" \
    "lbu t0, 14(a1)\n\t" \
    "mul t1, a7, a4\n\t" \
    "mul t2, a7, a5\n\t" \
    "mul a7, a7, a6\n\t" \
    "add s3, s3, t1\n\t" \
    "add s7, s7, t2\n\t" \
    "add s11, s11, a7\n\t" \
    "mul t1, t0, a4\n\t" \
    "mul t2, t0, a5\n\t" \
    "mul t0, t0, a6\n\t" \
    "add s4, s4, t1\n\t" \
    "add s8, s8, t2\n\t" \
    "add t3, t3, t0\n\t" \
    "lw a4, 12(a2)\n\t" \
    "lbu a7, 3(a1)\n\t" \
    "lbu t0, 7(a1)\n\t" \
    "slli a6, a4, 8\n\t" \
    "srli a5, a4, 16\n\t" \
    "srli a6, a6, 16\n\t" \
    "mul t1, a7, a4\n\t" \
    "mul t2, a7, a5\n\t" \
    "mul a7, a7, a6\n\t" \
    "add s1, s1, t1\n\t" \
    "add s5, s5, t2\n\t" \
    "add s9, s9, a7\n\t" \
    "lbu a7, 11(a1)\n\t" \
    "mul t1, t0, a4\n\t" \
    "mul t2, t0, a5\n\t" \
    "mul t0, t0, a6\n\t" \
    "add s2, s2, t1\n\t" \
    "add s6, s6, t2\n\t" \
    "add s10, s10, t0\n\t" \
    "lbu t0, 15(a1)\n\t" \
    "mul t1, a7, a4\n\t" \
    "mul t2, a7, a5\n\t" \
    "mul a7, a7, a6\n\t" \
    "add s3, s3, t1\n\t" \
    "add s7, s7, t2\n\t" \
    "add s11, s11, a7\n\t" \
    "mul t1, t0, a4\n\t" \
    "mul t2, t0, a5\n\t" \
    "mul t0, t0, a6\n\t" \
    "add s4, s4, t1\n\t" \
    "add s8, s8, t2\n\t" \
    "add t3, t3, t0\n\t" \
    "addi a1, a1, 16\n\t" \
    "addi a2, a2, 16\n\t" \
    "bne a1, a3, 2b\n\t" \
    "slli t4, s9, 8\n\t" \
    "sub t4, s1, t4\n\t" \
    "slli t4, t4, 8\n\t" \
    "srai t4, t4, 8\n\t" \
    "slli t2, s5, 16\n\t" \
    "sub s1, s1, t2\n\t" \
    "sub s1, s1, t4\n\t" \
    "srai s1, s1, 8\n\t" \
    "sub s9, s9, s1\n\t" \
    "srai s9, s9, 8\n\t" \
    "sub s5, s5, s9\n\t" \
    "srai s5, s5, 8\n\t" \
    "slli t5, s10, 8\n\t" \
    "sub t5, s2, t5\n\t" \
    "slli t5, t5, 8\n\t" \
    "srai t5, t5, 8\n\t" \
    "slli t2, s6, 16\n\t" \
    "sub s2, s2, t2\n\t" \
    "sub s2, s2, t5\n\t" \
    "srai s2, s2, 8\n\t" \
    "sub s10, s10, s2\n\t" \
    "srai s10, s10, 8\n\t" \
    "sub s6, s6, s10\n\t" \
    "srai s6, s6, 8\n\t" \
    "slli t6, s11, 8\n\t" \
    "sub t6, s3, t6\n\t" \
    "slli t6, t6, 8\n\t" \
    "srai t6, t6, 8\n\t" \
    "slli t2, s7, 16\n\t" \
    "sub s3, s3, t2\n\t" \
    "sub s3, s3, t6\n\t" \
    "srai s3, s3, 8\n\t" \
    "sub s11, s11, s3\n\t" \
    "srai s11, s11, 8\n\t" \
    "sub s7, s7, s11\n\t" \
    "srai s7, s7, 8\n\t" \
    "slli ra, t3, 8\n\t" \
    "sub ra, s4, ra\n\t" \
    "slli ra, ra, 8\n\t" \
    "srai ra, ra, 8\n\t" \
    "slli t2, s8, 16\n\t" \
    "sub s4, s4, t2\n\t" \
    "sub s4, s4, ra\n\t" \
    "srai s4, s4, 8\n\t" \
    "sub t3, t3, s4\n\t" \
    "srai t3, t3, 8\n\t" \
    "sub s8, s8, t3\n\t" \
    "srai s8, s8, 8\n\t" \
    "sw a2, %[weights](%[self])\n\t" \
    "lw a1, %[ends](%[self])\n\t" \
    "lw t1, %[channel](%[self])\n\t" \
    "lw a4, %[to]+0(%[self])\n\t" \
    "add a4, a4, t1\n\t" \
    "lw a5, %[to]+4(%[self])\n\t" \
    "add a5, a5, t1\n\t" \
    "lw a6, %[to]+8(%[self])\n\t" \
    "add a6, a6, t1\n\t" \
    "lw a7, %[to]+12(%[self])\n\t" \
    "add a7, a7, t1\n\t" \
    "addi t1, t1, 4\n\t" \
    "sw t1, %[channel](%[self])\n\t" \
    "li a3, 256\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw t0, 16(a1)\n\t" \
    "lbu a2, 32(a1)\n\t" \
    "sll t2, t2, a2\n\t" \
    "addi a2, a2, 1\n\t" \
    "mulh ra, ra, t0\n\t" \
    "add ra, ra, t2\n\t" \
    "sra ra, ra, a2\n\t" \
    "addi t1, ra, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai ra, ra, 31\n\t" \
    "xori ra, ra, 127\n\t" \
    "7:\n\t" \
    "sb ra, 0(a7)\n\t" \
    "mulh t6, t6, t0\n\t" \
    "add t6, t6, t2\n\t" \
    "sra t6, t6, a2\n\t" \
    "addi t1, t6, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai t6, t6, 31\n\t" \
    "xori t6, t6, 127\n\t" \
    "7:\n\t" \
    "sb t6, 0(a6)\n\t" \
    "mulh t5, t5, t0\n\t" \
    "add t5, t5, t2\n\t" \
    "sra t5, t5, a2\n\t" \
    "addi t1, t5, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai t5, t5, 31\n\t" \
    "xori t5, t5, 127\n\t" \
    "7:\n\t" \
    "sb t5, 0(a5)\n\t" \
    "mulh t4, t4, t0\n\t" \
    "add t4, t4, t2\n\t" \
    "sra t4, t4, a2\n\t" \
    "addi t1, t4, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai t4, t4, 31\n\t" \
    "xori t4, t4, 127\n\t" \
    "7:\n\t" \
    "sb t4, 0(a4)\n\t" \
    "lw t4, %[left](%[self])\n\t" \
    "addi t4, t4, -1\n\t" \
    "beqz t4, 3f\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw t0, 20(a1)\n\t" \
    "lbu a2, 33(a1)\n\t" \
    "sll t2, t2, a2\n\t" \
    "addi a2, a2, 1\n\t" \
    "mulh s4, s4, t0\n\t" \
    "add s4, s4, t2\n\t" \
    "sra s4, s4, a2\n\t" \
    "addi t1, s4, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s4, s4, 31\n\t" \
    "xori s4, s4, 127\n\t" \
    "7:\n\t" \
    "sb s4, 1(a7)\n\t" \
    "mulh s3, s3, t0\n\t" \
    "add s3, s3, t2\n\t" \
    "sra s3, s3, a2\n\t" \
    "addi t1, s3, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s3, s3, 31\n\t" \
    "xori s3, s3, 127\n\t" \
    "7:\n\t" \
    "sb s3, 1(a6)\n\t" \
    "mulh s2, s2, t0\n\t" \
    "add s2, s2, t2\n\t" \
    "sra s2, s2, a2\n\t" \
    "addi t1, s2, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s2, s2, 31\n\t" \
    "xori s2, s2, 127\n\t" \
    "7:\n\t" \
    "sb s2, 1(a5)\n\t" \
    "mulh s1, s1, t0\n\t" \
    "add s1, s1, t2\n\t" \
    "sra s1, s1, a2\n\t" \
    "addi t1, s1, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s1, s1, 31\n\t" \
    "xori s1, s1, 127\n\t" \
    "7:\n\t" \
    "sb s1, 1(a4)\n\t" \
    "addi t4, t4, -1\n\t" \
    "beqz t4, 3f\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw t0, 24(a1)\n\t" \
    "lbu a2, 34(a1)\n\t" \
    "sll t2, t2, a2\n\t" \
    "addi a2, a2, 1\n\t" \
    "mulh t3, t3, t0\n\t" \
    "add t3, t3, t2\n\t" \
    "sra t3, t3, a2\n\t" \
    "addi t1, t3, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai t3, t3, 31\n\t" \
    "xori t3, t3, 127\n\t" \
    "7:\n\t" \
    "sb t3, 2(a7)\n\t" \
    "mulh s11, s11, t0\n\t" \
    "add s11, s11, t2\n\t" \
    "sra s11, s11, a2\n\t" \
    "addi t1, s11, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s11, s11, 31\n\t" \
    "xori s11, s11, 127\n\t" \
    "7:\n\t" \
    "sb s11, 2(a6)\n\t" \
    "mulh s10, s10, t0\n\t" \
    "add s10, s10, t2\n\t" \
    "sra s10, s10, a2\n\t" \
    "addi t1, s10, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s10, s10, 31\n\t" \
    "xori s10, s10, 127\n\t" \
    "7:\n\t" \
    "sb s10, 2(a5)\n\t" \
    "mulh s9, s9, t0\n\t" \
    "add s9, s9, t2\n\t" \
    "sra s9, s9, a2\n\t" \
    "addi t1, s9, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s9, s9, 31\n\t" \
    "xori s9, s9, 127\n\t" \
    "7:\n\t" \
    "sb s9, 2(a4)\n\t" \
    "addi t4, t4, -1\n\t" \
    "beqz t4, 3f\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw t0, 28(a1)\n\t" \
    "lbu a2, 35(a1)\n\t" \
    "sll t2, t2, a2\n\t" \
    "addi a2, a2, 1\n\t" \
    "mulh s8, s8, t0\n\t" \
    "add s8, s8, t2\n\t" \
    "sra s8, s8, a2\n\t" \
    "addi t1, s8, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s8, s8, 31\n\t" \
    "xori s8, s8, 127\n\t" \
    "7:\n\t" \
    "sb s8, 3(a7)\n\t" \
    "mulh s7, s7, t0\n\t" \
    "add s7, s7, t2\n\t" \
    "sra s7, s7, a2\n\t" \
    "addi t1, s7, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s7, s7, 31\n\t" \
    "xori s7, s7, 127\n\t" \
    "7:\n\t" \
    "sb s7, 3(a6)\n\t" \
    "mulh s6, s6, t0\n\t" \
    "add s6, s6, t2\n\t" \
    "sra s6, s6, a2\n\t" \
    "addi t1, s6, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s6, s6, 31\n\t" \
    "xori s6, s6, 127\n\t" \
    "7:\n\t" \
    "sb s6, 3(a5)\n\t" \
    "mulh s5, s5, t0\n\t" \
    "add s5, s5, t2\n\t" \
    "sra s5, s5, a2\n\t" \
    "addi t1, s5, 128\n\t" \
    "bltu t1, a3, 7f\n\t" \
    "srai s5, s5, 31\n\t" \
    "xori s5, s5, 127\n\t" \
    "7:\n\t" \
    "sb s5, 3(a4)\n\t" \
    "addi t4, t4, -1\n\t" \
    "beqz t4, 3f\n\t" \
    "sw t4, %[left](%[self])\n\t" \
    "addi a1, a1, 36\n\t" \
    "sw a1, %[ends](%[self])\n\t" \
    "j 1b\n\t" \
    "3:\n\t"

/* Registers:
 *   row end         a1 a2     the next taps, where they end
 *   weights second  a3 a4     of eight outputs
 *   v b c           a5 a6 a7  the weights of a tap in three ways
 *   x y             t0 t3     a tap, a copy
 *   t u             t1 t2     products
 *   v0 b0 c0        s1 s2 s3  sums of four outputs
 *   v1 b1 c1        s4 s5 s6  of the next four
 *   ends more       s7 s8     their ends
 *   left to         s9 s10    outputs, and where they go
 *   wide step       s11 t4    256; bytes from the weights of four outputs to those of the next
 *   f0 f1           t5 t6     behind the loop: sums of the first outputs
 *   m shift round   a5 a6 a7  behind the loop
 */
#define EDGEC_SCALAR_RV32_ROW_CODE \
    "lw s7, %[ends](%[self])\n\t" \
    "lw s9, %[channels](%[self])\n\t" \
    "lw s10, %[y](%[self])\n\t" \
    "lw a3, %[weights](%[self])\n\t" \
    "lw t4, %[units](%[self])\n\t" \
    "slli t4, t4, 4\n\t" \
    "li s11, 256\n\t" \
    "1:\n\t" \
    "mv s8, s7\n\t" \
    "mv a4, a3\n\t" \
    "addi t1, s9, -5\n\t" \
    "bltz t1, 2f\n\t" /* the last four outputs twice */ \
    "addi s8, s7, 36\n\t" \
    "add a4, a3, t4\n\t" \
    "2:\n\t" \
    "lw s1, 0(s7)\n\t" \
    "lw t1, 4(s7)\n\t" \
    "lw s2, 8(s7)\n\t" \
    "lw t2, 12(s7)\n\t" \
    "slli s3, s2, 8\n\t" \
    "add s3, s3, t1\n\t" \
    "slli t2, t2, 8\n\t" \
    "add s2, s2, t2\n\t" \
    "slli t1, t1, 8\n\t" \
    "add s1, s1, t1\n\t" \
    "slli t1, s2, 16\n\t" \
    "add s1, s1, t1\n\t" \
    "lw t1, %[twice](%[self])\n\t" \
    "lw t2, %[fourfold](%[self])\n\t" \
    "add s2, s2, t1\n\t" \
    "add s3, s3, t1\n\t" \
    "add s1, s1, t2\n\t" \
    "lw s4, 0(s8)\n\t" \
    "lw t1, 4(s8)\n\t" \
    "lw s5, 8(s8)\n\t" \
    "lw t2, 12(s8)\n\t" \
    "slli s6, s5, 8\n\t" \
    "add s6, s6, t1\n\t" \
    "slli t2, t2, 8\n\t" \
    "add s5, s5, t2\n\t" \
    "slli t1, t1, 8\n\t" \
    "add s4, s4, t1\n\t" \
    "slli t1, s5, 16\n\t" \
    "add s4, s4, t1\n\t" \
    "lw t1, %[twice](%[self])\n\t" \
    "lw t2, %[fourfold](%[self])\n\t" \
    "add s5, s5, t1\n\t" \
    "add s6, s6, t1\n\t" \
    "add s4, s4, t2\n\t" \
    "lw a1, %[row](%[self])\n\t" \
    "lw a2, %[end](%[self])\n\t" \
    "2:\n\t" \
    "lbu t0, 0(a1)\n\t" \
    "lw a5, 0(a3)\n\t" \
    "slli a7, a5, 8\n\t" \
    "srli a6, a5, 16\n\t" \
    "srli a7, a7, 16\n\t" \
    "mul t1, t0, a5\n\t" \
    "mul t2, t0, a6\n\t" \
    "mul t3, t0, a7\n\t" \
    "lw a5, 0(a4)\n\t" \
    "add s1, s1, t1\n\t" \
    "add s2, s2, t2\n\t" \
    "add s3, s3, t3\n\t" \
    "slli a7, a5, 8\n\t" \
    "srli a6, a5, 16\n\t" \
    "srli a7, a7, 16\n\t" \
    "mul t1, t0, a5\n\t" \
    "mul t2, t0, a6\n\t" \
    "mul t0, t0, a7\n\t" \
    "add s4, s4, t1\n\t" \
    "add s5, s5, t2\n\t" \
    "add s6, s6, t0\n\t" \
    "lbu t0, 1(a1)\n\t" \
    "lw a5, 4(a3)\n\t" \
    "slli a7, a5, 8\n\t" \
    "srli a6, a5, 16\n\t" \
    "srli a7, a7, 16\n\t" \
    "mul t1, t0, a5\n\t" \
    "mul t2, t0, a6\n\t" \
    "mul t3, t0, a7\n\t" \
    "lw a5, 4(a4)\n\t" \
    "add s1, s1, t1\n\t" \
    "add s2, s2, t2\n\t" \
    "add s3, s3, t3\n\t" \
    "slli a7, a5, 8\n\t" \
    "srli a6, a5, 16\n\t" \
    "srli a7, a7, 16\n\t" \
    "mul t1, t0, a5\n\t" \
    "mul t2, t0, a6\n\t" \
    "mul t0, t0, a7\n\t" \
    "add s4, s4, t1\n\t" \
    "add s5, s5, t2\n\t" \
    "add s6, s6, t0\n\t" \
    "lbu t0, 2(a1)\n\t" \
    "lw a5, 8(a3)\n\t" \
    "slli a7, a5, 8\n\t" \
    "srli a6, a5, 16\n\t" \
    "srli a7, a7, 16\n\t" \
    "mul t1, t0, a5\n\t" \
    "mul t2, t0, a6\n\t" \
    "mul t3, t0, a7\n\t" \
    "lw a5, 8(a4)\n\t" \
    "add s1, s1, t1\n\t" \
    "add s2, s2, t2\n\t" \
    "add s3, s3, t3\n\t" \
    "slli a7, a5, 8\n\t" \
    "srli a6, a5, 16\n\t" \
    "srli a7, a7, 16\n\t" \
    "mul t1, t0, a5\n\t" \
    "mul t2, t0, a6\n\t" \
    "mul t0, t0, a7\n\t" \
    "add s4, s4, t1\n\t" \
    "add s5, s5, t2\n\t" \
    "add s6, s6, t0\n\t" \
    "lbu t0, 3(a1)\n\t" \
    "lw a5, 12(a3)\n\t" \
    "slli a7, a5, 8\n\t" \
    "srli a6, a5, 16\n\t" \
    "srli a7, a7, 16\n\t" \
    "mul t1, t0, a5\n\t" \
    "mul t2, t0, a6\n\t" \
    "mul t3, t0, a7\n\t" \
    "lw a5, 12(a4)\n\t" \
    "add s1, s1, t1\n\t" \
    "add s2, s2, t2\n\t" \
    "add s3, s3, t3\n\t" \
    "slli a7, a5, 8\n\t" \
    "srli a6, a5, 16\n\t" \
    "srli a7, a7, 16\n\t" \
    "mul t1, t0, a5\n\t" \
    "mul t2, t0, a6\n\t" \
    "mul t0, t0, a7\n\t" \
    "add s4, s4, t1\n\t" \
    "add s5, s5, t2\n\t" \
    "add s6, s6, t0\n\t" \
    "addi a1, a1, 4\n\t" \
    "addi a3, a3, 16\n\t" \
    "addi a4, a4, 16\n\t" \
    "bne a1, a2, 2b\n\t" \
    "slli t5, s3, 8\n\t" \
    "sub t5, s1, t5\n\t" \
    "slli t5, t5, 8\n\t" \
    "srai t5, t5, 8\n\t" \
    "slli t2, s2, 16\n\t" \
    "sub s1, s1, t2\n\t" \
    "sub s1, s1, t5\n\t" \
    "srai s1, s1, 8\n\t" \
    "sub s3, s3, s1\n\t" \
    "srai s3, s3, 8\n\t" \
    "sub s2, s2, s3\n\t" \
    "srai s2, s2, 8\n\t" \
    "slli t6, s6, 8\n\t" \
    "sub t6, s4, t6\n\t" \
    "slli t6, t6, 8\n\t" \
    "srai t6, t6, 8\n\t" \
    "slli t2, s5, 16\n\t" \
    "sub s4, s4, t2\n\t" \
    "sub s4, s4, t6\n\t" \
    "srai s4, s4, 8\n\t" \
    "sub s6, s6, s4\n\t" \
    "srai s6, s6, 8\n\t" \
    "sub s5, s5, s6\n\t" \
    "srai s5, s5, 8\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw a5, 16(s7)\n\t" \
    "lbu a6, 32(s7)\n\t" \
    "sll a7, t2, a6\n\t" \
    "addi a6, a6, 1\n\t" \
    "mulh t5, t5, a5\n\t" \
    "add t5, t5, a7\n\t" \
    "sra t5, t5, a6\n\t" \
    "addi t1, t5, 128\n\t" \
    "bltu t1, s11, 7f\n\t" \
    "srai t5, t5, 31\n\t" \
    "xori t5, t5, 127\n\t" \
    "7:\n\t" \
    "sb t5, 0(s10)\n\t" \
    "addi s9, s9, -1\n\t" \
    "beqz s9, 3f\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw a5, 20(s7)\n\t" \
    "lbu a6, 33(s7)\n\t" \
    "sll a7, t2, a6\n\t" \
    "addi a6, a6, 1\n\t" \
    "mulh s1, s1, a5\n\t" \
    "add s1, s1, a7\n\t" \
    "sra s1, s1, a6\n\t" \
    "addi t1, s1, 128\n\t" \
    "bltu t1, s11, 7f\n\t" \
    "srai s1, s1, 31\n\t" \
    "xori s1, s1, 127\n\t" \
    "7:\n\t" \
    "sb s1, 1(s10)\n\t" \
    "addi s9, s9, -1\n\t" \
    "beqz s9, 3f\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw a5, 24(s7)\n\t" \
    "lbu a6, 34(s7)\n\t" \
    "sll a7, t2, a6\n\t" \
    "addi a6, a6, 1\n\t" \
    "mulh s3, s3, a5\n\t" \
    "add s3, s3, a7\n\t" \
    "sra s3, s3, a6\n\t" \
    "addi t1, s3, 128\n\t" \
    "bltu t1, s11, 7f\n\t" \
    "srai s3, s3, 31\n\t" \
    "xori s3, s3, 127\n\t" \
    "7:\n\t" \
    "sb s3, 2(s10)\n\t" \
    "addi s9, s9, -1\n\t" \
    "beqz s9, 3f\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw a5, 28(s7)\n\t" \
    "lbu a6, 35(s7)\n\t" \
    "sll a7, t2, a6\n\t" \
    "addi a6, a6, 1\n\t" \
    "mulh s2, s2, a5\n\t" \
    "add s2, s2, a7\n\t" \
    "sra s2, s2, a6\n\t" \
    "addi t1, s2, 128\n\t" \
    "bltu t1, s11, 7f\n\t" \
    "srai s2, s2, 31\n\t" \
    "xori s2, s2, 127\n\t" \
    "7:\n\t" \
    "sb s2, 3(s10)\n\t" \
    "addi s9, s9, -1\n\t" \
    "beqz s9, 3f\n\t" \
    "addi s10, s10, 4\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw a5, 16(s8)\n\t" \
    "lbu a6, 32(s8)\n\t" \
    "sll a7, t2, a6\n\t" \
    "addi a6, a6, 1\n\t" \
    "mulh t6, t6, a5\n\t" \
    "add t6, t6, a7\n\t" \
    "sra t6, t6, a6\n\t" \
    "addi t1, t6, 128\n\t" \
    "bltu t1, s11, 7f\n\t" \
    "srai t6, t6, 31\n\t" \
    "xori t6, t6, 127\n\t" \
    "7:\n\t" \
    "sb t6, 0(s10)\n\t" \
    "addi s9, s9, -1\n\t" \
    "beqz s9, 3f\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw a5, 20(s8)\n\t" \
    "lbu a6, 33(s8)\n\t" \
    "sll a7, t2, a6\n\t" \
    "addi a6, a6, 1\n\t" \
    "mulh s4, s4, a5\n\t" \
    "add s4, s4, a7\n\t" \
    "sra s4, s4, a6\n\t" \
    "addi t1, s4, 128\n\t" \
    "bltu t1, s11, 7f\n\t" \
    "srai s4, s4, 31\n\t" \
    "xori s4, s4, 127\n\t" \
    "7:\n\t" \
    "sb s4, 1(s10)\n\t" \
    "addi s9, s9, -1\n\t" \
    "beqz s9, 3f\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw a5, 24(s8)\n\t" \
    "lbu a6, 34(s8)\n\t" \
    "sll a7, t2, a6\n\t" \
    "addi a6, a6, 1\n\t" \
    "mulh s6, s6, a5\n\t" \
    "add s6, s6, a7\n\t" \
    "sra s6, s6, a6\n\t" \
    "addi t1, s6, 128\n\t" \
    "bltu t1, s11, 7f\n\t" \
    "srai s6, s6, 31\n\t" \
    "xori s6, s6, 127\n\t" \
    "7:\n\t" \
    "sb s6, 2(s10)\n\t" \
    "addi s9, s9, -1\n\t" \
    "beqz s9, 3f\n\t" \
    "lw t2, %[zz](%[self])\n\t" \
    "lw a5, 28(s8)\n\t" \
    "lbu a6, 35(s8)\n\t" \
    "sll a7, t2, a6\n\t" \
    "addi a6, a6, 1\n\t" \
    "mulh s5, s5, a5\n\t" \
    "add s5, s5, a7\n\t" \
    "sra s5, s5, a6\n\t" \
    "addi t1, s5, 128\n\t" \
    "bltu t1, s11, 7f\n\t" \
    "srai s5, s5, 31\n\t" \
    "xori s5, s5, 127\n\t" \
    "7:\n\t" \
    "sb s5, 3(s10)\n\t" \
    "addi s9, s9, -1\n\t" \
    "beqz s9, 3f\n\t" \
    "addi s10, s10, 4\n\t" \
    "mv a3, a4\n\t" \
    "addi s7, s8, 36\n\t" \
    "j 1b\n\t" \
    "3:\n\t"

/* Registers:
 *   points weights  a1 a2  the next channel
 *   end last        a3 a4  of a point's channels, of all
 *   x0 x1           a5 a6  a point of both tiles
 *   w t             a7 t0  a weight, a product
 *   sums step       t1 t2  where they go; bytes of a point
 *   a0_0..a0_1      s1 s2  sums of channel 0 for both tiles
 *   a1_0..a1_1      s3 s4  of channel 1
 *   a2_0..a2_1      s5 s6  of channel 2
 *   a3_0..a3_1      s7 s8  of channel 3
 */
#define EDGEC_SCALAR_RV32_WINO_CODE \
    "lw a1, 0(%[self])\n\t" \
    "lw a2, 4(%[self])\n\t" \
    "lw t1, 8(%[self])\n\t" \
    "lw t2, 12(%[self])\n\t" \
    "lw a4, 16(%[self])\n\t" \
    "1:\n\t" /* a point: what its sums begin with, its channels */ \
    "add a3, a1, t2\n\t" \
    "lw a5, 0(a1)\n\t" \
    "lw a6, 4(a1)\n\t" \
    "mv s1, a5\n\t" \
    "mv s2, a6\n\t" \
    "mv s3, a5\n\t" \
    "mv s4, a6\n\t" \
    "mv s5, a5\n\t" \
    "mv s6, a6\n\t" \
    "mv s7, a5\n\t" \
    "mv s8, a6\n\t" \
    "addi a1, a1, 8\n\t" \
    "2:\n\t" \
    "lw a5, 0(a1)\n\t" \
    "lw a6, 4(a1)\n\t" \
    "lhu a7, 0(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s1, s1, t0\n\t" \
    "add s2, s2, a7\n\t" \
    "lhu a7, 2(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s3, s3, t0\n\t" \
    "add s4, s4, a7\n\t" \
    "lhu a7, 4(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s5, s5, t0\n\t" \
    "add s6, s6, a7\n\t" \
    "lhu a7, 6(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s7, s7, t0\n\t" \
    "add s8, s8, a7\n\t" \
    "lw a5, 8(a1)\n\t" \
    "lw a6, 12(a1)\n\t" \
    "lhu a7, 8(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s1, s1, t0\n\t" \
    "add s2, s2, a7\n\t" \
    "lhu a7, 10(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s3, s3, t0\n\t" \
    "add s4, s4, a7\n\t" \
    "lhu a7, 12(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s5, s5, t0\n\t" \
    "add s6, s6, a7\n\t" \
    "lhu a7, 14(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s7, s7, t0\n\t" \
    "add s8, s8, a7\n\t" \
    "lw a5, 16(a1)\n\t" \
    "lw a6, 20(a1)\n\t" \
    "lhu a7, 16(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s1, s1, t0\n\t" \
    "add s2, s2, a7\n\t" \
    "lhu a7, 18(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s3, s3, t0\n\t" \
    "add s4, s4, a7\n\t" \
    "lhu a7, 20(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s5, s5, t0\n\t" \
    "add s6, s6, a7\n\t" \
    "lhu a7, 22(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s7, s7, t0\n\t" \
    "add s8, s8, a7\n\t" \
    "lw a5, 24(a1)\n\t" \
    "lw a6, 28(a1)\n\t" \
    "lhu a7, 24(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s1, s1, t0\n\t" \
    "add s2, s2, a7\n\t" \
    "lhu a7, 26(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s3, s3, t0\n\t" \
    "add s4, s4, a7\n\t" \
    "lhu a7, 28(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s5, s5, t0\n\t" \
    "add s6, s6, a7\n\t" \
    "lhu a7, 30(a2)\n\t" \
    "mul t0, a5, a7\n\t" \
    "mul a7, a6, a7\n\t" \
    "add s7, s7, t0\n\t" \
    "add s8, s8, a7\n\t" \
    "addi a1, a1, 32\n\t" \
    "addi a2, a2, 32\n\t" \
    "bne a1, a3, 2b\n\t" \
    "sw s1, 0(t1)\n\t" \
    "sw s2, 4(t1)\n\t" \
    "sw s3, 8(t1)\n\t" \
    "sw s4, 12(t1)\n\t" \
    "sw s5, 16(t1)\n\t" \
    "sw s6, 20(t1)\n\t" \
    "sw s7, 24(t1)\n\t" \
    "sw s8, 28(t1)\n\t" \
    "addi t1, t1, 32\n\t" \
    "bne a1, a4, 1b\n\t" \
    "sw a2, 4(%[self])\n\t"

/* Registers:
 *   at pitch       a1 a2                       three cells of the plane; bytes to the next ones
 *   x0..x2         a3 a4 a5                    cells
 *   t              a6                          a product
 *   y step end     a7 t0 t1                    the next output, bytes to the one behind it, where a line ends
 *   a b c          t2 t3 t4                    sums of three outputs in turn
 *   m shift round  t5 t6 ra                    their requantization
 *   w0..w8         s1 s2 s3 s4 s5 s6 s7 s8 s9  weights
 *   bias wide      s10 s11                     what sums begin with; 256
 */
#define EDGEC_SCALAR_RV32_DW_CODE \
    "lw s1, %[w]+0(%[self])\n\t" \
    "lw s2, %[w]+4(%[self])\n\t" \
    "lw s3, %[w]+8(%[self])\n\t" \
    "lw s4, %[w]+12(%[self])\n\t" \
    "lw s5, %[w]+16(%[self])\n\t" \
    "lw s6, %[w]+20(%[self])\n\t" \
    "lw s7, %[w]+24(%[self])\n\t" \
    "lw s8, %[w]+28(%[self])\n\t" \
    "lw s9, %[w]+32(%[self])\n\t" \
    "lw s10, %[bias](%[self])\n\t" \
    "lw t5, %[m](%[self])\n\t" \
    "lw ra, %[round](%[self])\n\t" \
    "lw t6, %[shift](%[self])\n\t" \
    "lw a2, %[pitch](%[self])\n\t" \
    "lw t0, %[step](%[self])\n\t" \
    "li s11, 256\n\t" \
    "1:\n\t" \
    "lw a1, %[plane](%[self])\n\t" \
    "lw a6, %[line](%[self])\n\t" \
    "add a6, a6, a1\n\t" \
    "sw a6, %[plane](%[self])\n\t" \
    "lw a7, %[y](%[self])\n\t" \
    "lw a6, %[y_line](%[self])\n\t" \
    "add a6, a6, a7\n\t" \
    "sw a6, %[y](%[self])\n\t" \
    "lw t1, %[size](%[self])\n\t" \
    "add t1, t1, a7\n\t" \
    "lbu a3, 0(a1)\n\t" \
    "lbu a4, 1(a1)\n\t" \
    "lbu a5, 2(a1)\n\t" \
    "add a1, a1, a2\n\t" \
    "mul a6, a3, s1\n\t" \
    "add t2, s10, a6\n\t" \
    "mul a6, a4, s2\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a5, s3\n\t" \
    "add t2, t2, a6\n\t" \
    "lbu a3, 0(a1)\n\t" \
    "lbu a4, 1(a1)\n\t" \
    "lbu a5, 2(a1)\n\t" \
    "add a1, a1, a2\n\t" \
    "mul a6, a3, s4\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a4, s5\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a5, s6\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a3, s1\n\t" \
    "add t3, s10, a6\n\t" \
    "mul a6, a4, s2\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a5, s3\n\t" \
    "add t3, t3, a6\n\t" \
    "2:\n\t" \
    "lbu a3, 0(a1)\n\t" \
    "lbu a4, 1(a1)\n\t" \
    "lbu a5, 2(a1)\n\t" \
    "add a1, a1, a2\n\t" \
    "mul a6, a3, s7\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a4, s8\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a5, s9\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a3, s4\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a4, s5\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a5, s6\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a3, s1\n\t" \
    "add t4, s10, a6\n\t" \
    "mul a6, a4, s2\n\t" \
    "add t4, t4, a6\n\t" \
    "mul a6, a5, s3\n\t" \
    "add t4, t4, a6\n\t" \
    "mulh t2, t2, t5\n\t" \
    "add t2, t2, ra\n\t" \
    "sra t2, t2, t6\n\t" \
    "addi a6, t2, 128\n\t" \
    "bltu a6, s11, 7f\n\t" \
    "srai t2, t2, 31\n\t" \
    "xori t2, t2, 127\n\t" \
    "7:\n\t" \
    "sb t2, 0(a7)\n\t" \
    "add a7, a7, t0\n\t" \
    "beq a7, t1, 3f\n\t" \
    "lbu a3, 0(a1)\n\t" \
    "lbu a4, 1(a1)\n\t" \
    "lbu a5, 2(a1)\n\t" \
    "add a1, a1, a2\n\t" \
    "mul a6, a3, s7\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a4, s8\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a5, s9\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a3, s4\n\t" \
    "add t4, t4, a6\n\t" \
    "mul a6, a4, s5\n\t" \
    "add t4, t4, a6\n\t" \
    "mul a6, a5, s6\n\t" \
    "add t4, t4, a6\n\t" \
    "mul a6, a3, s1\n\t" \
    "add t2, s10, a6\n\t" \
    "mul a6, a4, s2\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a5, s3\n\t" \
    "add t2, t2, a6\n\t" \
    "mulh t3, t3, t5\n\t" \
    "add t3, t3, ra\n\t" \
    "sra t3, t3, t6\n\t" \
    "addi a6, t3, 128\n\t" \
    "bltu a6, s11, 7f\n\t" \
    "srai t3, t3, 31\n\t" \
    "xori t3, t3, 127\n\t" \
    "7:\n\t" \
    "sb t3, 0(a7)\n\t" \
    "add a7, a7, t0\n\t" \
    "beq a7, t1, 3f\n\t" \
    "lbu a3, 0(a1)\n\t" \
    "lbu a4, 1(a1)\n\t" \
    "lbu a5, 2(a1)\n\t" \
    "add a1, a1, a2\n\t" \
    "mul a6, a3, s7\n\t" \
    "add t4, t4, a6\n\t" \
    "mul a6, a4, s8\n\t" \
    "add t4, t4, a6\n\t" \
    "mul a6, a5, s9\n\t" \
    "add t4, t4, a6\n\t" \
    "mul a6, a3, s4\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a4, s5\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a5, s6\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a3, s1\n\t" \
    "add t3, s10, a6\n\t" \
    "mul a6, a4, s2\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a5, s3\n\t" \
    "add t3, t3, a6\n\t" \
    "mulh t4, t4, t5\n\t" \
    "add t4, t4, ra\n\t" \
    "sra t4, t4, t6\n\t" \
    "addi a6, t4, 128\n\t" \
    "bltu a6, s11, 7f\n\t" \
    "srai t4, t4, 31\n\t" \
    "xori t4, t4, 127\n\t" \
    "7:\n\t" \
    "sb t4, 0(a7)\n\t" \
    "add a7, a7, t0\n\t" \
    "beq a7, t1, 3f\n\t" \
    "j 2b\n\t" \
    "3:\n\t" \
    "lw a6, %[lines](%[self])\n\t" \
    "addi a6, a6, -1\n\t" \
    "sw a6, %[lines](%[self])\n\t" \
    "bnez a6, 1b\n\t"

#define EDGEC_SCALAR_RV32_DW_S2_CODE \
    "lw s1, %[w]+0(%[self])\n\t" \
    "lw s2, %[w]+4(%[self])\n\t" \
    "lw s3, %[w]+8(%[self])\n\t" \
    "lw s4, %[w]+12(%[self])\n\t" \
    "lw s5, %[w]+16(%[self])\n\t" \
    "lw s6, %[w]+20(%[self])\n\t" \
    "lw s7, %[w]+24(%[self])\n\t" \
    "lw s8, %[w]+28(%[self])\n\t" \
    "lw s9, %[w]+32(%[self])\n\t" \
    "lw s10, %[bias](%[self])\n\t" \
    "lw t5, %[m](%[self])\n\t" \
    "lw ra, %[round](%[self])\n\t" \
    "lw t6, %[shift](%[self])\n\t" \
    "lw a2, %[pitch](%[self])\n\t" \
    "lw t0, %[step](%[self])\n\t" \
    "li s11, 256\n\t" \
    "1:\n\t" \
    "lw a1, %[plane](%[self])\n\t" \
    "lw a6, %[line](%[self])\n\t" \
    "add a6, a6, a1\n\t" \
    "sw a6, %[plane](%[self])\n\t" \
    "lw a7, %[y](%[self])\n\t" \
    "lw a6, %[y_line](%[self])\n\t" \
    "add a6, a6, a7\n\t" \
    "sw a6, %[y](%[self])\n\t" \
    "lw t1, %[size](%[self])\n\t" \
    "add t1, t1, a7\n\t" \
    "lbu a3, 0(a1)\n\t" \
    "lbu a4, 1(a1)\n\t" \
    "lbu a5, 2(a1)\n\t" \
    "add a1, a1, a2\n\t" \
    "mul a6, a3, s1\n\t" \
    "add t2, s10, a6\n\t" \
    "mul a6, a4, s2\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a5, s3\n\t" \
    "add t2, t2, a6\n\t" \
    "2:\n\t" \
    "lbu a3, 0(a1)\n\t" \
    "lbu a4, 1(a1)\n\t" \
    "lbu a5, 2(a1)\n\t" \
    "add a1, a1, a2\n\t" \
    "mul a6, a3, s4\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a4, s5\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a5, s6\n\t" \
    "add t2, t2, a6\n\t" \
    "lbu a3, 0(a1)\n\t" \
    "lbu a4, 1(a1)\n\t" \
    "lbu a5, 2(a1)\n\t" \
    "add a1, a1, a2\n\t" \
    "mul a6, a3, s7\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a4, s8\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a5, s9\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a3, s1\n\t" \
    "add t3, s10, a6\n\t" \
    "mul a6, a4, s2\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a5, s3\n\t" \
    "add t3, t3, a6\n\t" \
    "mulh t2, t2, t5\n\t" \
    "add t2, t2, ra\n\t" \
    "sra t2, t2, t6\n\t" \
    "addi a6, t2, 128\n\t" \
    "bltu a6, s11, 7f\n\t" \
    "srai t2, t2, 31\n\t" \
    "xori t2, t2, 127\n\t" \
    "7:\n\t" \
    "sb t2, 0(a7)\n\t" \
    "add a7, a7, t0\n\t" \
    "beq a7, t1, 3f\n\t" \
    "lbu a3, 0(a1)\n\t" \
    "lbu a4, 1(a1)\n\t" \
    "lbu a5, 2(a1)\n\t" \
    "add a1, a1, a2\n\t" \
    "mul a6, a3, s4\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a4, s5\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a5, s6\n\t" \
    "add t3, t3, a6\n\t" \
    "lbu a3, 0(a1)\n\t" \
    "lbu a4, 1(a1)\n\t" \
    "lbu a5, 2(a1)\n\t" \
    "add a1, a1, a2\n\t" \
    "mul a6, a3, s7\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a4, s8\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a5, s9\n\t" \
    "add t3, t3, a6\n\t" \
    "mul a6, a3, s1\n\t" \
    "add t2, s10, a6\n\t" \
    "mul a6, a4, s2\n\t" \
    "add t2, t2, a6\n\t" \
    "mul a6, a5, s3\n\t" \
    "add t2, t2, a6\n\t" \
    "mulh t3, t3, t5\n\t" \
    "add t3, t3, ra\n\t" \
    "sra t3, t3, t6\n\t" \
    "addi a6, t3, 128\n\t" \
    "bltu a6, s11, 7f\n\t" \
    "srai t3, t3, 31\n\t" \
    "xori t3, t3, 127\n\t" \
    "7:\n\t" \
    "sb t3, 0(a7)\n\t" \
    "add a7, a7, t0\n\t" \
    "beq a7, t1, 3f\n\t" \
    "j 2b\n\t" \
    "3:\n\t" \
    "lw a6, %[lines](%[self])\n\t" \
    "addi a6, a6, -1\n\t" \
    "sw a6, %[lines](%[self])\n\t" \
    "bnez a6, 1b\n\t"

#endif
