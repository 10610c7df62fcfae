/* Start-up and fault report for test images of RISC-V cores (see machine.ld for the symbols).
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "edgec_bench_io.h"

#include <stdint.h>

extern uint32_t bench_data_load[], bench_data_start[], bench_data_end[];
extern uint32_t bench_bss_start[], bench_bss_end[], bench_stack_limit[], bench_stack_top[];

int main(void);
void Reset_Handler(void);
void bench_start(void);
void bench_report_fault(uint32_t cause, uint32_t pc, uint32_t address, uint32_t stack);

/* The first instructions of the image: registers that C relies on, access to the FPU, no access to the MB below the
 * stack (a locked entry of the memory protection), the handler of traps, which goes on with a fresh stack. */
__attribute__((section(".vectors"), naked, used)) void Reset_Handler(void)
{
    __asm__ volatile(".option push\n"
                     ".option norelax\n"
                     ".option arch, +zicsr\n"
                     "la gp, __global_pointer$\n"
                     "la sp, bench_stack_top\n"
                     "la t0, 1f\n"
                     "csrw mtvec, t0\n"
                     "li t0, 0x2000\n" /* mstatus.FS: initial */
                     "csrs mstatus, t0\n"
                     "la t0, bench_stack_limit - 0x100000\n"
                     "srli t0, t0, 2\n"
                     "li t1, (0x100000 >> 3) - 1\n"
                     "or t0, t0, t1\n"
                     "csrw pmpaddr0, t0\n"
                     "li t0, 0x98\n"
                     "csrw pmpcfg0, t0\n"
                     "j bench_start\n"
                     ".balign 4\n"
                     "1: csrr a0, mcause\n"
                     "csrr a1, mepc\n"
                     "csrr a2, mtval\n"
                     "mv a3, sp\n"
                     "la sp, bench_stack_top\n"
                     "j bench_report_fault\n"
                     ".option pop");
}

void bench_start(void)
{
    const uint32_t *load = bench_data_load;
    volatile uint32_t *data = bench_data_start;
    volatile uint32_t *bss = bench_bss_start;
    while (data < bench_data_end) {
        *data++ = *load++;
    }
    while (bss < bench_bss_end) {
        *bss++ = 0u;
    }
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

void bench_report_fault(uint32_t cause, uint32_t pc, uint32_t address, uint32_t stack)
{
    put_hex("bench: processor fault, mcause ", cause);
    if (stack >= (uint32_t)(uintptr_t)bench_stack_limit) {
        put_hex(", at pc ", pc);
    } else {
        put_hex(", stack pointer outside the stack: ", stack);
    }
    put_hex(", address ", address);
    bench_puts("\n");
    bench_exit(3);
}
