/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says which digit an image of 8x8 pixels is. */
#include "digits.h"
#include "start.h"

#include <stddef.h>

/* Grey values from 0 to 16, as the sensor has them. */
static const unsigned char image[DIGITS_INPUT0_SIZE] = {
    0, 0, 2,  13, 16, 13, 1,  0, /* */
    0, 0, 9,  14, 12, 16, 6,  0, /* */
    0, 0, 0,  0,  4,  16, 4,  0, /* */
    0, 0, 5,  11, 14, 16, 11, 0, /* */
    0, 0, 11, 16, 16, 13, 7,  0, /* */
    0, 0, 0,  9,  14, 1,  0,  0, /* */
    0, 0, 1,  15, 8,  0,  0,  0, /* */
    0, 0, 3,  16, 2,  0,  0,  0, /* */
};

DIGITS_DEFINE_ARENA(arena);

int main(void)
{
    static float pixels[DIGITS_INPUT0_SIZE];
    static int8_t in[DIGITS_INPUT0_SIZE], out[DIGITS_OUTPUT0_SIZE];
    digits_t digits;
    char said[] = "digit 0\n";
    size_t i, best = 0u;
    for (i = 0u; i < DIGITS_INPUT0_SIZE; i++) {
        pixels[i] = (float)image[i] / 16.0f;
    }
    digits_quantize_input0(pixels, in);
    if (digits_init(&digits, arena, sizeof arena) != DIGITS_OK || digits_run(&digits, in, out) != DIGITS_OK) {
        say("the model does not run\n");
        return 1;
    }
    for (i = 1u; i < DIGITS_OUTPUT0_SIZE; i++) {
        best = (out[i] > out[best]) ? i : best;
    }
    said[6] = (char)('0' + (char)best);
    say(said);
    return 0;
}
