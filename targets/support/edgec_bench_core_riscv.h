/* What the test bench needs of a RISC-V core: a timer, a delay, the stack pointer.
 * mcycle counts instructions (QEMU -icount); the C extension's assembler knows its name only with Zicsr.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef EDGEC_BENCH_CORE_H
#define EDGEC_BENCH_CORE_H

#include <stdint.h>

#if defined(BENCH_TIMER)
static uint32_t bench_started;

static inline uint32_t bench_timer_value(void)
{
    uint32_t now;
    __asm__ volatile(".option push\n.option arch, +zicsr\ncsrr %0, mcycle\n.option pop" : "=r"(now) : : "memory");
    return now;
}
static inline void bench_timer_start(void) { bench_started = bench_timer_value(); }
static inline void bench_timer_stop(void) {}
static inline uint32_t bench_timer_ticks(uint32_t now) { return now - bench_started; }

/* 3 n instructions; n is not 0. */
static inline void bench_delay(uint32_t n) { __asm__ volatile("1: nop\n\taddi %0, %0, -1\n\tbnez %0, 1b" : "+r"(n)); }
#endif

extern uint32_t bench_stack_limit[]; /* the linker script's */
static inline void bench_stack_begin(const uint32_t *top) { (void)top; }

static inline uint32_t *bench_stack_pointer(void)
{
    uint32_t *sp;
    __asm__ volatile("mv %0, sp" : "=r"(sp));
    return sp;
}

#endif
