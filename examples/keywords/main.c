/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Raw audio to a keyword: samples come in pieces, frames become features, a second of features is classified. */
#include "kws.h"
#include "mfcc.h"
#include "start.h"

#include "clips.h"

#include <stddef.h>
#include <stdint.h>

#define ROWS (KWS_INPUT0_SIZE / MFCC_FEATURES) /* frames of a second */
#define PIECE 173u                             /* samples that a microphone's buffer holds */

/* Front end and model run in turns, and neither keeps anything of it: they share their memory. */
static union {
    unsigned char arena[KWS_ARENA_SIZE];
    int32_t work[MFCC_WORK];
} memory __attribute__((aligned(16)));
static mfcc_stream_t stream;
static float second[KWS_INPUT0_SIZE];

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
}

/* Features of a clip into `second`; a sum over their bits. */
static uint32_t listen(const int16_t *samples, uint32_t count)
{
    uint32_t sum = 0u, row = 0u;
    stream.held = 0u;
    while (count != 0u && row < ROWS) {
        const uint32_t taken = mfcc_take(&stream, samples, (count < PIECE) ? count : PIECE);
        samples += taken;
        count -= taken;
        if (stream.held == MFCC_FRAME) {
            int32_t features[MFCC_FEATURES];
            uint32_t i;
            mfcc_frame(stream.samples, features, memory.work);
            mfcc_next(&stream);
            for (i = 0u; i < MFCC_FEATURES; i++) {
                sum = sum * 31u + (uint32_t)features[i];
                second[row * MFCC_FEATURES + i] = (float)features[i] / 65536.0f;
            }
            row++;
        }
    }
    return sum;
}

int main(void)
{
    static int8_t in[KWS_INPUT0_SIZE], out[KWS_OUTPUT0_SIZE];
    kws_t model;
    uint32_t n;
    int failed = kws_init(&model, memory.arena, sizeof memory.arena);
    for (n = 0u; n < CLIPS && failed == 0; n++) {
        const uint32_t sum = listen(clips[n], CLIP_SAMPLES);
        size_t i, best = 0u;
        kws_quantize_input0(second, in);
        failed = kws_run(&model, in, out);
        for (i = 1u; i < KWS_OUTPUT0_SIZE; i++) {
            best = (out[i] > out[best]) ? i : best;
        }
        number("clip ", n);
        number(" class ", (uint32_t)best);
        number(" features ", sum);
        say("\n");
    }
    if (failed != 0) {
        say("the model does not run\n");
    }
    return failed;
}
