/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A small model looks at every frame; where it sees something, a large one says what.  They share an arena. */
#include "digits.h"
#include "gate.h"
#include "start.h"

#include "frames.h"

#include <stddef.h>
#include <stdint.h>

#define LARGER (GATE_ARENA_SIZE > DIGITS_ARENA_SIZE ? GATE_ARENA_SIZE : DIGITS_ARENA_SIZE)

static unsigned char arena[LARGER] __attribute__((aligned(16))); /* no model needs anything of it between its runs */
static float frame[GATE_INPUT0_SIZE];
static uint32_t state = FRAMES_SEED;

static uint32_t next(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}

/* What the sensor would see: noise, and now and then a digit. */
static void look(void)
{
    const int shown = next() % FRAMES_ONE_IN == 0u;
    const uint32_t which = next() % FRAMES;
    size_t i;
    for (i = 0u; i < GATE_INPUT0_SIZE; i++) {
        const uint32_t noise = next() % 5u;
        frame[i] = (float)(shown ? frames[which][i] : noise) / 16.0f;
    }
}

static void number(const char *what, uint32_t value)
{
    char text[11], *at = text + sizeof text - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + (char)(value % 10u));
        value /= 10u;
    } while (value != 0u);
    say(what);
    say(at);
    say("\n");
}

int main(void)
{
    static int8_t seen[GATE_INPUT0_SIZE], shown[GATE_OUTPUT0_SIZE], in[DIGITS_INPUT0_SIZE], out[DIGITS_OUTPUT0_SIZE];
    uint32_t woken = 0u, sum = 0u, n;
    gate_t gate;
    digits_t digits;
    int failed = gate_init(&gate, arena, sizeof arena) | digits_init(&digits, arena, sizeof arena);
    for (n = 0u; n < FRAMES_LOOKED_AT && failed == 0; n++) {
        look();
        gate_quantize_input0(frame, seen);
        failed |= gate_run(&gate, seen, shown);
        if (shown[1] > shown[0]) {
            size_t i, best = 0u;
            digits_quantize_input0(frame, in);
            failed |= digits_run(&digits, in, out);
            for (i = 1u; i < DIGITS_OUTPUT0_SIZE; i++) {
                best = (out[i] > out[best]) ? i : best;
            }
            woken++;
            sum = sum * 31u + (uint32_t)best; /* of the answers, in order */
        }
    }
    if (failed != 0) {
        say("a model does not run\n");
        return 1;
    }
    number("frames ", FRAMES_LOOKED_AT);
    number("woken ", woken);
    number("answers ", sum);
    return 0;
}
