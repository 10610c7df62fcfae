/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_narrow_s8_code_mve.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_NARROW_S8_CODE_MVE_H
#define EDGEC_NARROW_S8_CODE_MVE_H

/* Single cells of up to 16 bytes: weights of four output channels stay in registers (edgec_conv2d_s8_narrow_mve.h). */
/* Registers:
 *   a0..a3            r0 r2 r4 r6  sums of four channels
 *   stream            r1           biases, weights and what belongs to them
 *   x y               r3 r5        a position, its outputs
 *   run taps          r7 r12       bytes of a position, weights of a channel
 *   y_step            r8           bytes between outputs
 *   zero              r9           of the outputs
 *   end               r10          where whole blocks end
 *   job               r11          edgec_narrow_mve
 *   count             lr           positions
 *   w0..w3            q0..q3       weights
 *   s                 q4           bytes of a position, then sums of four channels
 *   biases m minus_n  q5..q7       how sums become bytes
 */
#define EDGEC_NARROW_S8_8_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldr r1, [r11, #8]\n\t" \
    "ldrd r7, r8, [r11, #12]\n\t" \
    "ldrd r9, r10, [r11, #20]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vctp.8 r12\n\t" \
    "5:\n\t" \
    "vldrw.32 q5, [r1], #16\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q0, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q1, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q2, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q3, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vldrw.32 q6, [r1], #16\n\t" \
    "vldrb.s32 q7, [r1], #4\n\t" \
    "ldrd r3, r5, [r11]\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrb.8 q4, [r3], #8\n\t" \
    "vmladav.s8 r0, q4, q0\n\t" \
    "vmladav.s8 r2, q4, q1\n\t" \
    "vmladav.s8 r4, q4, q2\n\t" \
    "vmladav.s8 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnb.s16 q4, q4\n\t" \
    "vstrb.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q4, [r3], #8\n\t" \
    "vmladav.s8 r0, q4, q0\n\t" \
    "vmladav.s8 r2, q4, q1\n\t" \
    "vmladav.s8 r4, q4, q2\n\t" \
    "vmladav.s8 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnb.s16 q4, q4\n\t" \
    "vstrb.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #4]\n\t" \
    "add r5, r5, #4\n\t" \
    "str r5, [r11, #4]\n\t" \
    "cmp r5, r10\n\t" \
    "blo 5b\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cbz r5, 9f\n\t" \
    "str r5, [r11, #4]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #28]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"
#define EDGEC_NARROW_S8_16_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldr r1, [r11, #8]\n\t" \
    "ldrd r7, r8, [r11, #12]\n\t" \
    "ldrd r9, r10, [r11, #20]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vctp.8 r12\n\t" \
    "5:\n\t" \
    "vldrw.32 q5, [r1], #16\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q0, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q1, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q2, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q3, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vldrw.32 q6, [r1], #16\n\t" \
    "vldrb.s32 q7, [r1], #4\n\t" \
    "ldrd r3, r5, [r11]\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrb.8 q4, [r3], #16\n\t" \
    "vmladav.s8 r0, q4, q0\n\t" \
    "vmladav.s8 r2, q4, q1\n\t" \
    "vmladav.s8 r4, q4, q2\n\t" \
    "vmladav.s8 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnb.s16 q4, q4\n\t" \
    "vstrb.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q4, [r3], #16\n\t" \
    "vmladav.s8 r0, q4, q0\n\t" \
    "vmladav.s8 r2, q4, q1\n\t" \
    "vmladav.s8 r4, q4, q2\n\t" \
    "vmladav.s8 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnb.s16 q4, q4\n\t" \
    "vstrb.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #4]\n\t" \
    "add r5, r5, #4\n\t" \
    "str r5, [r11, #4]\n\t" \
    "cmp r5, r10\n\t" \
    "blo 5b\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cbz r5, 9f\n\t" \
    "str r5, [r11, #4]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #28]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"
#define EDGEC_NARROW_S8_ANY_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldr r1, [r11, #8]\n\t" \
    "ldrd r7, r8, [r11, #12]\n\t" \
    "ldrd r9, r10, [r11, #20]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vctp.8 r12\n\t" \
    "5:\n\t" \
    "vldrw.32 q5, [r1], #16\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q0, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q1, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q2, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q3, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vldrw.32 q6, [r1], #16\n\t" \
    "vldrb.s32 q7, [r1], #4\n\t" \
    "ldrd r3, r5, [r11]\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrb.8 q4, [r3]\n\t" \
    "add r3, r3, r7\n\t" \
    "vmladav.s8 r0, q4, q0\n\t" \
    "vmladav.s8 r2, q4, q1\n\t" \
    "vmladav.s8 r4, q4, q2\n\t" \
    "vmladav.s8 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnb.s16 q4, q4\n\t" \
    "vstrb.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "vpst\n\t" \
    "vldrbt.8 q4, [r3]\n\t" \
    "add r3, r3, r7\n\t" \
    "vmladav.s8 r0, q4, q0\n\t" \
    "vmladav.s8 r2, q4, q1\n\t" \
    "vmladav.s8 r4, q4, q2\n\t" \
    "vmladav.s8 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqmovnb.s16 q4, q4\n\t" \
    "vstrb.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #4]\n\t" \
    "add r5, r5, #4\n\t" \
    "str r5, [r11, #4]\n\t" \
    "cmp r5, r10\n\t" \
    "blo 5b\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cbz r5, 9f\n\t" \
    "str r5, [r11, #4]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #28]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"
#define EDGEC_NARROW_S16_16_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldr r1, [r11, #8]\n\t" \
    "ldrd r7, r8, [r11, #12]\n\t" \
    "ldrd r9, r10, [r11, #20]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vctp.16 r12\n\t" \
    "5:\n\t" \
    "vldrw.32 q5, [r1], #16\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q0, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q1, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q2, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q3, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vldrw.32 q6, [r1], #16\n\t" \
    "vldrb.s32 q7, [r1], #4\n\t" \
    "ldrd r3, r5, [r11]\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrh.16 q4, [r3], #16\n\t" \
    "vmladav.s16 r0, q4, q0\n\t" \
    "vmladav.s16 r2, q4, q1\n\t" \
    "vmladav.s16 r4, q4, q2\n\t" \
    "vmladav.s16 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vstrh.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "vpst\n\t" \
    "vldrht.16 q4, [r3], #16\n\t" \
    "vmladav.s16 r0, q4, q0\n\t" \
    "vmladav.s16 r2, q4, q1\n\t" \
    "vmladav.s16 r4, q4, q2\n\t" \
    "vmladav.s16 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vstrh.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #4]\n\t" \
    "add r5, r5, #8\n\t" \
    "str r5, [r11, #4]\n\t" \
    "cmp r5, r10\n\t" \
    "blo 5b\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cbz r5, 9f\n\t" \
    "str r5, [r11, #4]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #28]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"
#define EDGEC_NARROW_S16_ANY_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldr r1, [r11, #8]\n\t" \
    "ldrd r7, r8, [r11, #12]\n\t" \
    "ldrd r9, r10, [r11, #20]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vctp.16 r12\n\t" \
    "5:\n\t" \
    "vldrw.32 q5, [r1], #16\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q0, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q1, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q2, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q3, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vldrw.32 q6, [r1], #16\n\t" \
    "vldrb.s32 q7, [r1], #4\n\t" \
    "ldrd r3, r5, [r11]\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrh.16 q4, [r3]\n\t" \
    "add r3, r3, r7\n\t" \
    "vmladav.s16 r0, q4, q0\n\t" \
    "vmladav.s16 r2, q4, q1\n\t" \
    "vmladav.s16 r4, q4, q2\n\t" \
    "vmladav.s16 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vstrh.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "vpst\n\t" \
    "vldrht.16 q4, [r3]\n\t" \
    "add r3, r3, r7\n\t" \
    "vmladav.s16 r0, q4, q0\n\t" \
    "vmladav.s16 r2, q4, q1\n\t" \
    "vmladav.s16 r4, q4, q2\n\t" \
    "vmladav.s16 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vstrh.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #4]\n\t" \
    "add r5, r5, #8\n\t" \
    "str r5, [r11, #4]\n\t" \
    "cmp r5, r10\n\t" \
    "blo 5b\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cbz r5, 9f\n\t" \
    "str r5, [r11, #4]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #28]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"
#define EDGEC_NARROW_S16_16_POSITIVE_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldr r1, [r11, #8]\n\t" \
    "ldrd r7, r8, [r11, #12]\n\t" \
    "ldrd r9, r10, [r11, #20]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vctp.16 r12\n\t" \
    "5:\n\t" \
    "vldrw.32 q5, [r1], #16\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q0, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q1, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q2, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q3, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vldrw.32 q6, [r1], #16\n\t" \
    "vldrb.s32 q7, [r1], #4\n\t" \
    "ldrd r3, r5, [r11]\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrh.16 q4, [r3], #16\n\t" \
    "vmladav.s16 r0, q4, q0\n\t" \
    "vmladav.s16 r2, q4, q1\n\t" \
    "vmladav.s16 r4, q4, q2\n\t" \
    "vmladav.s16 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqshlu.s16 q4, q4, #0\n\t" \
    "vstrh.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "vpst\n\t" \
    "vldrht.16 q4, [r3], #16\n\t" \
    "vmladav.s16 r0, q4, q0\n\t" \
    "vmladav.s16 r2, q4, q1\n\t" \
    "vmladav.s16 r4, q4, q2\n\t" \
    "vmladav.s16 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqshlu.s16 q4, q4, #0\n\t" \
    "vstrh.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #4]\n\t" \
    "add r5, r5, #8\n\t" \
    "str r5, [r11, #4]\n\t" \
    "cmp r5, r10\n\t" \
    "blo 5b\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cbz r5, 9f\n\t" \
    "str r5, [r11, #4]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #28]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"
#define EDGEC_NARROW_S16_ANY_POSITIVE_CODE_MVE \
    "strd r6, r7, [r11, #44]\n\t" \
    "ldr r1, [r11, #8]\n\t" \
    "ldrd r7, r8, [r11, #12]\n\t" \
    "ldrd r9, r10, [r11, #20]\n\t" \
    "ldr r12, [r11, #40]\n\t" \
    "vctp.16 r12\n\t" \
    "5:\n\t" \
    "vldrw.32 q5, [r1], #16\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q0, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q1, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q2, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vpst\n\t" \
    "vldrbt.s16 q3, [r1]\n\t" \
    "add r1, r1, r12\n\t" \
    "vldrw.32 q6, [r1], #16\n\t" \
    "vldrb.s32 q7, [r1], #4\n\t" \
    "ldrd r3, r5, [r11]\n\t" \
    "ldr lr, [r11, #32]\n\t" \
    "wls lr, lr, 3f\n\t" \
    "2:\n\t" \
    "vldrh.16 q4, [r3]\n\t" \
    "add r3, r3, r7\n\t" \
    "vmladav.s16 r0, q4, q0\n\t" \
    "vmladav.s16 r2, q4, q1\n\t" \
    "vmladav.s16 r4, q4, q2\n\t" \
    "vmladav.s16 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqshlu.s16 q4, q4, #0\n\t" \
    "vstrh.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 2b\n\t" \
    "3:\n\t" \
    "ldr lr, [r11, #36]\n\t" \
    "wls lr, lr, 6f\n\t" \
    "4:\n\t" \
    "vpst\n\t" \
    "vldrht.16 q4, [r3]\n\t" \
    "add r3, r3, r7\n\t" \
    "vmladav.s16 r0, q4, q0\n\t" \
    "vmladav.s16 r2, q4, q1\n\t" \
    "vmladav.s16 r4, q4, q2\n\t" \
    "vmladav.s16 r6, q4, q3\n\t" \
    "vmov q4[2], q4[0], r0, r4\n\t" \
    "vmov q4[3], q4[1], r2, r6\n\t" \
    "vadd.i32 q4, q4, q5\n\t" \
    "vqdmulh.s32 q4, q4, q6\n\t" \
    "vrshl.s32 q4, q4, q7\n\t" \
    "vadd.i32 q4, q4, r9\n\t" \
    "vqmovnb.s32 q4, q4\n\t" \
    "vqshlu.s16 q4, q4, #0\n\t" \
    "vstrh.32 q4, [r5]\n\t" \
    "add r5, r5, r8\n\t" \
    "le lr, 4b\n\t" \
    "6:\n\t" \
    "ldr r5, [r11, #4]\n\t" \
    "add r5, r5, #8\n\t" \
    "str r5, [r11, #4]\n\t" \
    "cmp r5, r10\n\t" \
    "blo 5b\n\t" \
    "ldr r5, [r11, #28]\n\t" \
    "cbz r5, 9f\n\t" \
    "str r5, [r11, #4]\n\t" /* the last channels */ \
    "mov r0, #0\n\t" \
    "str r0, [r11, #28]\n\t" \
    "b 5b\n\t" \
    "9:\n\t" \
    "ldrd r6, r7, [r11, #44]\n\t"

#endif
