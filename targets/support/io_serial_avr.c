/* Test bench I/O through the serial ports of an ATmega1280 or ATmega2560, as QEMU emulates them: 0 for samples and
 * results, 1 for messages, 2 to end QEMU (see SERIAL in targets/machine/emulator.py).  Addresses: ATmega2560 data sheet
 * (DS40002211), register summary.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "edgec_bench_io.h"

#include <stdint.h>

#define SAMPLES 0xC0u
#define MESSAGES 0xC8u
#define END 0xD0u

#define STATUS(port) (*(volatile uint8_t *)(port)) /* UCSRnA */
#define RECEIVED 0x80u
#define EMPTY 0x20u
#define CONTROL(port) (*(volatile uint8_t *)((port) + 1u)) /* UCSRnB */
#define RECEIVE 0x10u
#define SEND 0x08u
#define DATA(port) (*(volatile uint8_t *)((port) + 6u)) /* UDRn */

void bench_check_stack(void); /* of the start-up */

static void put(uint16_t port, uint8_t byte)
{
    while ((STATUS(port) & EMPTY) == 0u) {
    }
    DATA(port) = byte;
}

static uint8_t get(uint16_t port)
{
    while ((STATUS(port) & RECEIVED) == 0u) {
    }
    return DATA(port);
}

/* There is one file to read and one to write. */
int bench_open(const char *path, int write)
{
    (void)path;
    CONTROL(SAMPLES) = RECEIVE | SEND;
    CONTROL(MESSAGES) = SEND;
    return write;
}

int bench_read(int handle, void *data, size_t n)
{
    uint8_t *to = data;
    size_t i;
    (void)handle;
    for (i = 0; i < n; i++) {
        to[i] = get(SAMPLES);
    }
    return 0;
}

int bench_write(int handle, const void *data, size_t n)
{
    const uint8_t *from = data;
    size_t i;
    (void)handle;
    bench_check_stack();
    for (i = 0; i < n; i++) {
        put(SAMPLES, from[i]);
    }
    return 0;
}

int bench_close(int handle)
{
    (void)handle;
    return 0;
}

void bench_puts(const char *text)
{
    CONTROL(MESSAGES) = SEND;
    while (*text != '\0') {
        put(MESSAGES, (uint8_t)*text++);
    }
}

void bench_exit(int status)
{
    (void)status; /* who ends with another than 0 has said why */
    CONTROL(END) = RECEIVE;
    for (;;) {
        (void)get(END);
    }
}
