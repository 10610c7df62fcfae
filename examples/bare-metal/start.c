/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector table, start-up and console (semihosting) of a Cortex-M; the symbols are those of memory.ld. */
#include "start.h"

#include <stdint.h>

#define CPACR (*(volatile uint32_t *)0xE000ED88u)
#define SYS_WRITE0 0x04u
#define SYS_EXIT_EXTENDED 0x20u
#define APPLICATION_EXIT 0x20026u

typedef void (*vector_t)(void);

extern uint32_t stack_top[], data_load[], data_start[], data_end[], bss_start[], bss_end[];

int main(void);
void Reset_Handler(void);
void Fault_Handler(void);

__attribute__((section(".vectors"), used)) static const vector_t vectors[16] = {(vector_t)(uintptr_t)stack_top,
                                                                                Reset_Handler,
                                                                                Fault_Handler,
                                                                                Fault_Handler,
                                                                                Fault_Handler,
                                                                                Fault_Handler,
                                                                                Fault_Handler};

static void semihost(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

static void leave(uint32_t status)
{
    const uint32_t block[2] = {APPLICATION_EXIT, status};
    for (;;) {
        semihost(SYS_EXIT_EXTENDED, block);
    }
}

void say(const char *text) { semihost(SYS_WRITE0, text); }

void Reset_Handler(void)
{
    const uint32_t *load = data_load;
    volatile uint32_t *at = data_start;
    CPACR |= 0xFu << 20; /* access to the FPU */
    __asm__ volatile("dsb\n isb" ::: "memory");
    while (at < data_end) {
        *at++ = *load++;
    }
    for (at = bss_start; at < bss_end; at++) {
        *at = 0u;
    }
    leave((uint32_t)main());
}

void Fault_Handler(void)
{
    say("processor fault\n");
    leave(3u);
}
