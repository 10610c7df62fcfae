/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

typedef void (*vector_t)(void);

extern uint32_t stack_top[], data_load[], data_start[], data_end[], bss_start[], bss_end[];

int main(void);
void Reset_Handler(void);
void Fault_Handler(void);
void SVC_Handler(void);
void PendSV_Handler(void);
void SysTick_Handler(void);

__attribute__((section(".vectors"), used)) static const vector_t vectors[16] = {
    (vector_t)(uintptr_t)stack_top,
    Reset_Handler,
    Fault_Handler,
    Fault_Handler,
    Fault_Handler,
    Fault_Handler,
    Fault_Handler,
    0,
    0,
    0,
    0,
    SVC_Handler,
    Fault_Handler,
    0,
    PendSV_Handler,
    SysTick_Handler,
};

void Reset_Handler(void)
{
    const uint32_t *load = data_load;
    volatile uint32_t *at = data_start;
    while (at < data_end) {
        *at++ = *load++;
    }
    for (at = bss_start; at < bss_end; at++) {
        *at = 0u;
    }
    (void)main();
    Fault_Handler();
}

void Fault_Handler(void)
{
    for (;;) {
    }
}
