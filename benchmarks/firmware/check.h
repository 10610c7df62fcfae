/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a model on the samples of samples.h, and says how many outputs have the simulator's bytes. */
#ifndef CHECK_H
#define CHECK_H

#include <string.h>

#include "samples.h"

#define CHECK(name, NAME, say)                                                                                         \
    do {                                                                                                               \
        NAME##_DEFINE_ARENA(arena);                                                                                    \
        static name##_t model;                                                                                         \
        static int8_t out[NAME##_OUTPUT0_SIZE];                                                                        \
        int equal = 0, i;                                                                                              \
        int status = name##_init(&model, arena, sizeof arena);                                                         \
        for (i = 0; i < SAMPLES && status == NAME##_OK; i++) {                                                         \
            status = name##_run(&model, name##_in[i], out);                                                            \
            equal += status == NAME##_OK && memcmp(out, name##_out[i], sizeof out) == 0;                               \
        }                                                                                                              \
        say(#name, equal, SAMPLES);                                                                                    \
    } while (0)

#endif
