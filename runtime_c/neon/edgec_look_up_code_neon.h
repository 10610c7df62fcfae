/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made from asm/edgec_look_up_code_neon.h.j2 by tests/assembly/render.py; do not edit. */
/* clang-format off */
#ifndef EDGEC_LOOK_UP_CODE_NEON_H
#define EDGEC_LOOK_UP_CODE_NEON_H

/* Bytes of 256 by their values on Armv7-A (edgec_look_up_neon.h), eight tables of 32 bytes one after the other: a
 * look-up beyond a table leaves the value as it is. */
/* Registers:
 *   table0..table3      d0..d3    32 bytes of the table
 *   index0..index7      d4..d11   what is looked up, less what the tables before held
 *   indices0..indices3  q2..q5    the same
 *   value0..value7      d16..d23  what is found
 *   entries             q15       32
 */

#define EDGEC_LOOK_UP_CODE_V7 \
    "vmov.i8 q15, #32\n\t" \
    "subs %[n], %[n], #64\n\t" \
    "blt 2f\n\t" \
    "1:\n\t" \
    "vld1.8 {d4, d5, d6, d7}, [%[x]]!\n\t" \
    "vld1.8 {d8, d9, d10, d11}, [%[x]]!\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[a]]!\n\t" \
    "vtbl.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbl.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vtbl.8 d18, {d0, d1, d2, d3}, d6\n\t" \
    "vtbl.8 d19, {d0, d1, d2, d3}, d7\n\t" \
    "vtbl.8 d20, {d0, d1, d2, d3}, d8\n\t" \
    "vtbl.8 d21, {d0, d1, d2, d3}, d9\n\t" \
    "vtbl.8 d22, {d0, d1, d2, d3}, d10\n\t" \
    "vtbl.8 d23, {d0, d1, d2, d3}, d11\n\t" \
    "vsub.i8 q3, q3, q15\n\t" \
    "vsub.i8 q4, q4, q15\n\t" \
    "vsub.i8 q5, q5, q15\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[a]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vtbx.8 d18, {d0, d1, d2, d3}, d6\n\t" \
    "vtbx.8 d19, {d0, d1, d2, d3}, d7\n\t" \
    "vtbx.8 d20, {d0, d1, d2, d3}, d8\n\t" \
    "vtbx.8 d21, {d0, d1, d2, d3}, d9\n\t" \
    "vtbx.8 d22, {d0, d1, d2, d3}, d10\n\t" \
    "vtbx.8 d23, {d0, d1, d2, d3}, d11\n\t" \
    "vsub.i8 q3, q3, q15\n\t" \
    "vsub.i8 q4, q4, q15\n\t" \
    "vsub.i8 q5, q5, q15\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[a]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vtbx.8 d18, {d0, d1, d2, d3}, d6\n\t" \
    "vtbx.8 d19, {d0, d1, d2, d3}, d7\n\t" \
    "vtbx.8 d20, {d0, d1, d2, d3}, d8\n\t" \
    "vtbx.8 d21, {d0, d1, d2, d3}, d9\n\t" \
    "vtbx.8 d22, {d0, d1, d2, d3}, d10\n\t" \
    "vtbx.8 d23, {d0, d1, d2, d3}, d11\n\t" \
    "vsub.i8 q3, q3, q15\n\t" \
    "vsub.i8 q4, q4, q15\n\t" \
    "vsub.i8 q5, q5, q15\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[a]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vtbx.8 d18, {d0, d1, d2, d3}, d6\n\t" \
    "vtbx.8 d19, {d0, d1, d2, d3}, d7\n\t" \
    "vtbx.8 d20, {d0, d1, d2, d3}, d8\n\t" \
    "vtbx.8 d21, {d0, d1, d2, d3}, d9\n\t" \
    "vtbx.8 d22, {d0, d1, d2, d3}, d10\n\t" \
    "vtbx.8 d23, {d0, d1, d2, d3}, d11\n\t" \
    "vsub.i8 q3, q3, q15\n\t" \
    "vsub.i8 q4, q4, q15\n\t" \
    "vsub.i8 q5, q5, q15\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[b]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vtbx.8 d18, {d0, d1, d2, d3}, d6\n\t" \
    "vtbx.8 d19, {d0, d1, d2, d3}, d7\n\t" \
    "vtbx.8 d20, {d0, d1, d2, d3}, d8\n\t" \
    "vtbx.8 d21, {d0, d1, d2, d3}, d9\n\t" \
    "vtbx.8 d22, {d0, d1, d2, d3}, d10\n\t" \
    "vtbx.8 d23, {d0, d1, d2, d3}, d11\n\t" \
    "vsub.i8 q3, q3, q15\n\t" \
    "vsub.i8 q4, q4, q15\n\t" \
    "vsub.i8 q5, q5, q15\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[b]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vtbx.8 d18, {d0, d1, d2, d3}, d6\n\t" \
    "vtbx.8 d19, {d0, d1, d2, d3}, d7\n\t" \
    "vtbx.8 d20, {d0, d1, d2, d3}, d8\n\t" \
    "vtbx.8 d21, {d0, d1, d2, d3}, d9\n\t" \
    "vtbx.8 d22, {d0, d1, d2, d3}, d10\n\t" \
    "vtbx.8 d23, {d0, d1, d2, d3}, d11\n\t" \
    "vsub.i8 q3, q3, q15\n\t" \
    "vsub.i8 q4, q4, q15\n\t" \
    "vsub.i8 q5, q5, q15\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[b]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vtbx.8 d18, {d0, d1, d2, d3}, d6\n\t" \
    "vtbx.8 d19, {d0, d1, d2, d3}, d7\n\t" \
    "vtbx.8 d20, {d0, d1, d2, d3}, d8\n\t" \
    "vtbx.8 d21, {d0, d1, d2, d3}, d9\n\t" \
    "vtbx.8 d22, {d0, d1, d2, d3}, d10\n\t" \
    "vtbx.8 d23, {d0, d1, d2, d3}, d11\n\t" \
    "vsub.i8 q3, q3, q15\n\t" \
    "vsub.i8 q4, q4, q15\n\t" \
    "vsub.i8 q5, q5, q15\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[b]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vtbx.8 d18, {d0, d1, d2, d3}, d6\n\t" \
    "vtbx.8 d19, {d0, d1, d2, d3}, d7\n\t" \
    "vtbx.8 d20, {d0, d1, d2, d3}, d8\n\t" \
    "vtbx.8 d21, {d0, d1, d2, d3}, d9\n\t" \
    "vtbx.8 d22, {d0, d1, d2, d3}, d10\n\t" \
    "vtbx.8 d23, {d0, d1, d2, d3}, d11\n\t" \
    "sub %[a], %[a], #128\n\t" \
    "sub %[b], %[b], #128\n\t" \
    "vst1.8 {d16, d17, d18, d19}, [%[y]]!\n\t" \
    "vst1.8 {d20, d21, d22, d23}, [%[y]]!\n\t" \
    "subs %[n], %[n], #64\n\t" \
    "bge 1b\n\t" \
    "2:\n\t" \
    "adds %[n], %[n], #64\n\t" \
    "beq 4f\n\t" \
    "3:\n\t" \
    "vld1.8 {d4, d5}, [%[x]]!\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[a]]!\n\t" \
    "vtbl.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbl.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[a]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[a]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[a]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[b]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[b]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[b]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "vsub.i8 q2, q2, q15\n\t" \
    "vld1.8 {d0, d1, d2, d3}, [%[b]]!\n\t" \
    "vtbx.8 d16, {d0, d1, d2, d3}, d4\n\t" \
    "vtbx.8 d17, {d0, d1, d2, d3}, d5\n\t" \
    "sub %[a], %[a], #128\n\t" \
    "sub %[b], %[b], #128\n\t" \
    "vst1.8 {d16, d17}, [%[y]]!\n\t" \
    "subs %[n], %[n], #16\n\t" \
    "bne 3b\n\t" \
    "4:\n\t"

#endif
