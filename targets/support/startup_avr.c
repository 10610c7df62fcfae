/* Start-up of test images of AVR cores, and the guard below their stack (see machine_avr.ld for the symbols).
 * The sections .init0 to .init9 are run in order; libgcc brings those that make data and zeros (.init4).
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "edgec_bench_io.h"

#include <stdint.h>

#define GUARD UINT32_C(0x5EA1B0C3)

extern uint32_t bench_stack_guard; /* between the data and the stack */

int main(void);
void bench_reset(void);
void bench_begin(void);
void bench_check_stack(void);

__asm__(".section .vectors,\"ax\",@progbits\n\t"
        "jmp bench_reset\n\t"
        ".text\n");

/* These two of libgcc skip a return, where QEMU 7.2 loops for ever: r25:r22 = (signed) r27:r26 * (unsigned) r19:r18. */
__asm__(".section .text.bench_usmulhisi3,\"ax\",@progbits\n"
        ".global __usmulhisi3\n"
        "__usmulhisi3:\n\t"
        "call __umulhisi3\n"
        ".global __usmulhisi3_tail\n"
        "__usmulhisi3_tail:\n\t"
        "tst r27\n\t"
        "brpl 1f\n\t"
        "sub r24, r18\n\t"
        "sbc r25, r19\n"
        "1: ret\n\t"
        ".text\n");

/* __zero_reg__ and the status, and the stack pointer (I/O addresses 0x3F, 0x3D). */
__attribute__((naked, used, section(".init2"))) void bench_reset(void)
{
    __asm__ volatile("clr r1\n\t"
                     "out 0x3F, r1\n\t"
                     "ldi r28, lo8(bench_stack_top - 1)\n\t"
                     "ldi r29, hi8(bench_stack_top - 1)\n\t"
                     "out 0x3E, r29\n\t"
                     "out 0x3D, r28\n\t"
                     ".global __do_copy_data\n\t"
                     ".global __do_clear_bss");
}

__attribute__((naked, used, section(".init9"))) void bench_begin(void)
{
    bench_stack_guard = GUARD;
    bench_exit(main());
}

/* Ends the program when the stack has met the data. */
void bench_check_stack(void)
{
    if (bench_stack_guard != GUARD) {
        bench_puts("bench: the stack grew into the data\n");
        bench_exit(3);
    }
}
