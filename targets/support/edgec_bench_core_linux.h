/* What the test bench needs of a Linux process: the stack pointer.  Its instructions are counted by a plugin of QEMU.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef EDGEC_BENCH_CORE_H
#define EDGEC_BENCH_CORE_H

#include <stdint.h>

#define STACK_WORDS 16384 /* painted: far less than Linux gives a process */

static uint32_t *bench_stack_limit;

static inline void bench_stack_begin(uint32_t *top) { bench_stack_limit = top - STACK_WORDS; }

static inline uint32_t *bench_stack_pointer(void)
{
    uint32_t *sp;
    __asm__ volatile("mov %0, sp" : "=r"(sp));
    return sp;
}

#endif
