/* What the test bench needs from its surroundings: files and an exit.
 * io_semihosting.c does it through a debugger or QEMU, io_stdio.c on an ordinary computer.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef EDGEC_BENCH_IO_H
#define EDGEC_BENCH_IO_H

#include <stddef.h>

/* Open for reading (write == 0) or writing; a handle, or a negative number. */
int bench_open(const char *path, int write);
/* 0 when exactly n bytes were read or written. */
int bench_read(int handle, void *data, size_t n);
int bench_write(int handle, const void *data, size_t n);
int bench_close(int handle);
/* Write text on the error channel. */
void bench_puts(const char *text);
/* End the program; 0 is success. */
void bench_exit(int status);

#endif
