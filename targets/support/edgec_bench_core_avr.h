/* What the test bench needs of an AVR core: the stack pointer.  Its instructions are counted by a plugin of QEMU.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef EDGEC_BENCH_CORE_H
#define EDGEC_BENCH_CORE_H

#include <stdint.h>

extern uint8_t bench_stack_lowest[]; /* the linker script's */

static uint32_t *bench_stack_limit; /* whole words below the top, which may have any address */

static inline void bench_stack_begin(const uint32_t *top)
{
    bench_stack_limit = (uint32_t *)(void *)(bench_stack_lowest +
                                             ((uint16_t)(uintptr_t)top - (uint16_t)(uintptr_t)bench_stack_lowest) % 4u);
}

/* The address above the free byte that the processor's stack pointer (I/O address 0x3D) has. */
static inline uint32_t *bench_stack_pointer(void) { return (uint32_t *)(*(volatile uint16_t *)0x5Du + 1u); }

#endif
