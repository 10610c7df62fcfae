/* A firmware that recognises one digit.  Everything it needs is in the folder that edgec generated:
 *
 *     edgec convert digits.onnx --target cortex-m4 --calibration calibration.npz --output out
 *     arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -O3 -Iout -c main.c $(find out -name '*.c')
 *
 * On your computer:  cc -O2 -Iout main.c $(find out -name '*.c') -o digits && ./digits; echo $?
 *
 * There is no heap and no file-scope state but the arena, which is yours: put it where you want it.
 */
#include "digits.h"

#include <stdint.h>

static uint8_t arena[DIGITS_ARENA_SIZE] __attribute__((aligned(DIGITS_ARENA_ALIGN)));

/* A three, as a camera or a touch panel would give it: 8x8, row by row, 0 (paper) to 16 (ink). */
/* clang-format off */
static const uint8_t three[DIGITS_INPUT0_SIZE] = {
     0,  6, 16, 16, 15,  7,  0,  0,
     0,  2, 11, 12, 16, 16,  5,  0,
     0,  0,  0,  0, 14, 15,  2,  0,
     0,  0,  0,  1, 16, 11,  0,  0,
     0,  0,  0,  0, 14, 14,  0,  0,
     0,  0,  0,  0,  5, 16,  9,  0,
     0,  0,  3,  7, 12, 16,  7,  0,
     0,  3, 16, 16, 15, 11,  1,  0,
};
/* clang-format on */

/* The digit, or -1 when the model cannot be set up. */
static int recognise_digit(const uint8_t *pixels)
{
    float image[DIGITS_INPUT0_SIZE];
    int8_t in[DIGITS_INPUT0_SIZE];
    int8_t out[DIGITS_OUTPUT0_SIZE];
    digits_t model;
    int best = 0;

    for (uint32_t i = 0; i < DIGITS_INPUT0_SIZE; i++) {
        image[i] = (float)pixels[i] / 16.0f; /* as in training */
    }
    digits_quantize_input0(image, in);
    if (digits_init(&model, arena, sizeof arena) != DIGITS_OK || digits_run(&model, in, out) != DIGITS_OK) {
        return -1;
    }
    for (int k = 1; k < (int)DIGITS_OUTPUT0_SIZE; k++) {
        if (out[k] > out[best]) {
            best = k;
        }
    }
    return best;
}

int main(void) { return recognise_digit(three); }
