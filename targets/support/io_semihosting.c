/* Test bench I/O by semihosting, as served by QEMU and by debug probes.
 * Operation numbers and argument blocks: Arm, "Semihosting for AArch32 and AArch64", which RISC-V takes over with a
 * trap of its own ("RISC-V Semihosting").
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "edgec_bench_io.h"

#include <stdint.h>
#include <string.h>

#define SYS_OPEN 0x01u
#define SYS_CLOSE 0x02u
#define SYS_WRITE0 0x04u
#define SYS_WRITE 0x05u
#define SYS_READ 0x06u
#define SYS_EXIT_EXTENDED 0x20u
#define MODE_READ_BINARY 1u
#define MODE_WRITE_BINARY 5u
#define APPLICATION_EXIT 0x20026u

#if defined(__riscv)
/* The three instructions have 32 bits each and must lie in one page. */
__attribute__((noinline, aligned(16))) static intptr_t semihost(uint32_t operation, const void *argument)
{
    register intptr_t a0 __asm__("a0") = (intptr_t)operation;
    register const void *a1 __asm__("a1") = argument;
    __asm__ volatile(".option push\n"
                     ".option norvc\n"
                     ".balign 16\n"
                     "slli zero, zero, 0x1f\n"
                     "ebreak\n"
                     "srai zero, zero, 7\n"
                     ".option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
    return a0;
}
#else
static intptr_t semihost(uint32_t operation, const void *argument)
{
    register intptr_t r0 __asm__("r0") = (intptr_t)operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}
#endif

int bench_open(const char *path, int write)
{
    const uintptr_t block[3] = {(uintptr_t)path, write ? MODE_WRITE_BINARY : MODE_READ_BINARY, strlen(path)};
    return (int)semihost(SYS_OPEN, block);
}

/* SYS_READ and SYS_WRITE return the number of bytes that were NOT transferred. */
int bench_read(int handle, void *data, size_t n)
{
    const uintptr_t block[3] = {(uintptr_t)handle, (uintptr_t)data, n};
    return semihost(SYS_READ, block) == 0 ? 0 : -1;
}

int bench_write(int handle, const void *data, size_t n)
{
    const uintptr_t block[3] = {(uintptr_t)handle, (uintptr_t)data, n};
    return semihost(SYS_WRITE, block) == 0 ? 0 : -1;
}

int bench_close(int handle)
{
    const uintptr_t block[1] = {(uintptr_t)handle};
    return (int)semihost(SYS_CLOSE, block);
}

void bench_puts(const char *text) { (void)semihost(SYS_WRITE0, text); }

void bench_exit(int status)
{
    const uintptr_t block[2] = {APPLICATION_EXIT, (uintptr_t)status};
    for (;;) {
        (void)semihost(SYS_EXIT_EXTENDED, block);
    }
}
