/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads a text, then goes on with it, a character a call; keys and values of the last ones are the model's state. */
#include "decoder.h"
#include "start.h"

#include "text.h"

#include <stddef.h>
#include <stdint.h>

static unsigned char arena[DECODER_ARENA_SIZE] __attribute__((aligned(16)));
static decoder_state_t state;
static uint32_t seed = TEXT_SEED;

/* The character of the largest score when each has got noise, so that likely ones are drawn as often as they are. */
static size_t drawn(const int8_t *scores)
{
    int32_t best = INT32_MIN;
    size_t found = 0u, i;
    for (i = 0u; i < DECODER_OUTPUT0_SIZE; i++) {
        int32_t score;
        seed = seed * 1664525u + 1013904223u;
        score = scores[i] + text_noise[(seed >> 16) % TEXT_NOISES];
        if (score > best) {
            best = score;
            found = i;
        }
    }
    return found;
}

int main(void)
{
    static int8_t scores[DECODER_OUTPUT0_SIZE];
    static char told[TEXT_COUNT + 1u];
    decoder_t decoder;
    size_t at;
    int failed = decoder_init(&decoder, arena, sizeof arena);
    decoder_reset(&state);
    for (at = 0u; at < TEXT_GIVEN + TEXT_COUNT && failed == 0; at++) {
        int64_t character = (at < TEXT_GIVEN) ? text_given[at] : 0;
        if (at >= TEXT_GIVEN) {
            character = (int64_t)drawn(scores);
            told[at - TEXT_GIVEN] = text_characters[character];
        }
        failed |= decoder_run(&decoder, &state, &character, scores);
    }
    say((failed != 0) ? "the model does not run\n" : told);
    return failed;
}
