/* What the test bench needs of an Armv7-M core: a timer, a delay, the stack pointer.
 * SysTick counts down, a fixed number of instructions per tick (QEMU -icount).
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef EDGEC_BENCH_CORE_H
#define EDGEC_BENCH_CORE_H

#include <stdint.h>

#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)
#define SYST_RELOAD 0xFFFFFFu

extern volatile uint32_t bench_wraps; /* passes of the timer */

/* The bench includes this once with BENCH_TIMER defined: the timer's variable and its interrupt. */
#if defined(BENCH_TIMER)
volatile uint32_t bench_wraps;
void SysTick_Handler(void);
void SysTick_Handler(void) { bench_wraps++; }
#endif

static inline void bench_timer_start(void)
{
    bench_wraps = 0u;
    SYST_CSR = 0u;
    SYST_RVR = SYST_RELOAD;
    SYST_CVR = 0u;
    SYST_CSR = 7u;
}

static inline void bench_timer_stop(void) { SYST_CSR = 0u; }

/* Ticks since the start, of the timer's value: the first tick loads the reload value, so 0 means no tick since the
 * start or since the last wrap. */
static inline uint32_t bench_timer_value(void) { return SYST_CVR; }
static inline uint32_t bench_timer_ticks(uint32_t now)
{
    return bench_wraps * (SYST_RELOAD + 1u) + ((now == 0u) ? 0u : SYST_RELOAD + 1u - now);
}

/* 3 n instructions; n is not 0. */
static inline void bench_delay(uint32_t n)
{
    __asm__ volatile(".syntax unified\n1: nop\n\tsubs %0, #1\n\tbne 1b" : "+l"(n) : : "cc");
}

extern uint32_t bench_stack_limit[]; /* the linker script's */
static inline void bench_stack_begin(const uint32_t *top) { (void)top; }

static inline uint32_t *bench_stack_pointer(void)
{
    uint32_t *sp;
    __asm__ volatile("mov %0, sp" : "=r"(sp));
    return sp;
}

#endif
