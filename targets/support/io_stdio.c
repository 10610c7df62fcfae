/* Test bench I/O on an ordinary computer.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "edgec_bench_io.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_FILES 8

static FILE *files[MAX_FILES];

int bench_open(const char *path, int write)
{
    int handle;
    for (handle = 0; handle < MAX_FILES; handle++) {
        if (files[handle] == NULL) {
            files[handle] = fopen(path, write ? "wb" : "rb");
            return files[handle] != NULL ? handle : -1;
        }
    }
    return -1;
}

int bench_read(int handle, void *data, size_t n) { return fread(data, 1, n, files[handle]) == n ? 0 : -1; }

int bench_write(int handle, const void *data, size_t n) { return fwrite(data, 1, n, files[handle]) == n ? 0 : -1; }

int bench_close(int handle)
{
    FILE *file = files[handle];
    files[handle] = NULL;
    return fclose(file) == 0 ? 0 : -1;
}

void bench_puts(const char *text) { fputs(text, stderr); }

void bench_exit(int status) { exit(status); }
