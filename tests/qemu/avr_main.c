/* A model on an AVR with an int of 16 bits: prints its outputs for SAMPLES inputs as hexadecimal digits, a line each,
 * and then sleeps with interrupts off, which ends simavr. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "model.h"
#include "samples.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>

static uint8_t arena[MODEL_ARENA_SIZE] __attribute__((aligned(MODEL_ARENA_ALIGN)));
static int8_t x[INPUT];
static int8_t y[OUTPUT];
static model_t model;

static void put(char c)
{
    while ((UCSR0A & (1u << UDRE0)) == 0u) {
    }
    UDR0 = (uint8_t)c;
}

static void put_byte(uint8_t v)
{
    put("0123456789abcdef"[v >> 4]);
    put("0123456789abcdef"[v & 15u]);
}

int main(void)
{
    uint16_t i;
    uint8_t sample;
    UCSR0B = 1u << TXEN0;
    put_byte((uint8_t)model_init(&model, arena, sizeof arena));
    put('\n');
    for (sample = 0u; sample < SAMPLES; sample++) {
        memcpy_P(x, samples + sample * INPUT, INPUT);
#ifdef TIMED /* 256ths of the cycles of a run in place of its result: timer 1 counts every 256th */
        TCCR1B = 0u;
        TCNT1 = 0u;
        TCCR1B = 1u << CS12;
        (void)model_run(&model, x, y);
        i = TCNT1;
        put_byte((uint8_t)(i >> 8));
        put_byte((uint8_t)i);
#else
        put_byte((uint8_t)model_run(&model, x, y));
#endif
        for (i = 0u; i < OUTPUT; i++) {
            put_byte((uint8_t)y[i]);
        }
        put('\n');
    }
    cli();
    sleep_mode();
    return 0;
}
