/* Vector table, start-up and fault report for test images of Arm M-profile cores (see machine.ld for the symbols).
 * Where code is compiled for a core without unaligned accesses, these fault, whatever core is emulated.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "edgec_bench_io.h"

#include <stdint.h>

#define CPACR (*(volatile uint32_t *)0xE000ED88u)
#define CCR (*(volatile uint32_t *)0xE000ED14u)
#define CCR_UNALIGN_TRP (1u << 3)
#define CFSR (*(volatile uint32_t *)0xE000ED28u)
#define BFAR (*(volatile uint32_t *)0xE000ED38u)

typedef void (*vector_t)(void);

extern uint32_t bench_stack_top[], bench_data_load[], bench_data_start[], bench_data_end[];
extern uint32_t bench_bss_start[], bench_bss_end[], bench_stack_limit[];

int main(void);
void Reset_Handler(void);
void Fault_Handler(void);
void Unexpected_Handler(void);
void SysTick_Handler(void);
void bench_report_fault(const uint32_t *frame);

__attribute__((weak)) void SysTick_Handler(void) { Unexpected_Handler(); }

__attribute__((section(".vectors"), used)) static const vector_t vectors[16] = {
    (vector_t)(uintptr_t)bench_stack_top, /* initial stack pointer */
    Reset_Handler,
    Unexpected_Handler, /* NMI */
    Fault_Handler,      /* HardFault: every fault ends here, the others are not enabled */
    Fault_Handler,      /* MemManage */
    Fault_Handler,      /* BusFault */
    Fault_Handler,      /* UsageFault */
    0,
    0,
    0,
    0,
    Unexpected_Handler, /* SVCall */
    Unexpected_Handler, /* DebugMonitor */
    0,
    Unexpected_Handler, /* PendSV */
    SysTick_Handler,
};

static void clear(volatile uint32_t *from, const uint32_t *to)
{
    while (from < to) {
        *from++ = 0u;
    }
}

void Reset_Handler(void)
{
    const uint32_t *load = bench_data_load;
    volatile uint32_t *data = bench_data_start;
    CPACR |= 0xFu << 20; /* full access to the FPU */
#if !defined(__ARM_FEATURE_UNALIGNED)
    CCR |= CCR_UNALIGN_TRP;
#endif
    __asm__ volatile("dsb\n isb" ::: "memory");
    while (data < bench_data_end) {
        *data++ = *load++;
    }
    clear(bench_bss_start, bench_bss_end);
    bench_exit(main());
}

static void put_hex(const char *label, uint32_t value)
{
    char text[12] = "0x00000000";
    int i;
    for (i = 9; i > 1; i--, value >>= 4) {
        text[i] = "0123456789abcdef"[value & 15u];
    }
    bench_puts(label);
    bench_puts(text);
}

/* The frame is r0-r3, r12, lr, pc, xpsr. */
void bench_report_fault(const uint32_t *frame)
{
    put_hex("bench: processor fault, CFSR ", CFSR);
    if (frame >= bench_stack_limit && frame < bench_stack_top) {
        put_hex(", at pc ", frame[6]);
        put_hex(", called from ", frame[5]);
    } else {
        put_hex(", stack pointer outside the stack: ", (uint32_t)(uintptr_t)frame);
    }
    put_hex(", address ", BFAR);
    bench_puts("\n");
    bench_exit(3);
}

/* The stack may be what failed: take the frame's address, then start on a fresh one. */
__attribute__((naked)) void Fault_Handler(void)
{
    __asm__ volatile("mov r0, sp\n"
                     "ldr r1, =bench_stack_top\n"
                     "mov sp, r1\n"
                     "b bench_report_fault\n"
                     ".ltorg");
}

void Unexpected_Handler(void)
{
    bench_puts("bench: unexpected exception\n");
    bench_exit(3);
}
