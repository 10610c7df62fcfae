/* Depthwise convolution, int8, channels last, one filter per channel.
 * Four channels at a time are turned into planes of int16 rows in scratch (padding included), where two neighbouring
 * taps are one word.  The binding names the axes: "columns" run along a plane's row, which may be either axis of the
 * image.  A tall plane is done in strips of rows.  All rows a strip needs are read before it is written and later
 * strips keep their own, so the output may be the input's buffer when both have the same size.
 *
 * Stream of a channel, in words: bias << 5 | n, m, then two pairs of taps a, b in each word as bytes {a0 b0 a1 b1}.
 * Pairs of 3x3: {w0 w1} {w1 w2} of each row; else {w0 w1} {w2 w3} .. of each row, with a zero behind an odd one. */
#ifndef EDGEC_DWCONV2D_S8_DSP_H
#define EDGEC_DWCONV2D_S8_DSP_H

#include "edgec_dsp.h"

#define EDGEC_DW_PAIRS 64 /* of taps, at most; even */

typedef struct {
    int32_t batch, channels;
    int32_t in_rows, in_cols, in_row_step, in_col_step; /* steps in bytes */
    int32_t out_rows, out_cols, out_row_step, out_col_step;
    int32_t in_size, out_size; /* bytes of one image */
    int32_t tap_rows, tap_cols, stride_row, stride_col;
    int32_t pad_row, pad_col;
    int32_t pitch;     /* int16 of a plane's row, even */
    int32_t depth;     /* rows of a plane */
    int32_t strip;     /* output rows of a strip */
    int32_t tap_words; /* of a channel in the stream */
    int32_t in_zero, out_zero, lo, hi;
} edgec_dwconv2d_s8_dsp_params;

/* Output rows of one channel of a strip; the assembly loads neighbouring members in pairs. */
typedef struct {
    uint32_t bias;
    int32_t m;
    uint32_t add; /* (2 * out_zero + 1) << n */
    uint32_t n;
    const int16_t *end; /* set inside */
    int32_t pitch;      /* bytes */
    int32_t col_step;   /* bytes of y */
    const int16_t *x;
    int8_t *y;
    int32_t x_step, row_step; /* to the next row, bytes */
    int32_t fours, rest;      /* out_cols = 4 * fours + rest */
    int32_t rows;
    int32_t left; /* set inside */
    uint32_t taps[EDGEC_DW_PAIRS];
} edgec_dw_job;

/* One pixel of four channels into four planes. */
static inline void edgec_dw_pixel(const int8_t *x, int16_t *to, int32_t plane)
{
    to[0] = x[0];
    to[plane] = x[1];
    to[2 * plane] = x[2];
    to[3 * plane] = x[3];
}

/* Four pixels of four channels: as pairs {0 1} {2 3} into four planes; to is word-aligned. */
EDGEC_SHARED void edgec_dw_pixels(const int8_t *x, int32_t step, int32_t count, int16_t *to, int32_t plane)
{
#if EDGEC_DSP_BLOCKS
    int16_t *to1 = to + plane;
    int16_t *to2 = to1 + plane;
    int16_t *to3 = to2 + plane;
    __asm__ volatile(
        "1:\n\t"
        "ldr r2, [%[x]]\n\t"
        "ldr r3, [%[x], %[step]]\n\t"
        "add.w %[x], %[x], %[step], lsl #1\n\t"
        "ldr r4, [%[x]]\n\t"
        "ldr r5, [%[x], %[step]]\n\t"
        "add.w %[x], %[x], %[step], lsl #1\n\t"
        "pkhbt r6, r2, r3, lsl #16\n\t"
        "pkhtb r2, r3, r2, asr #16\n\t"
        "pkhbt r8, r4, r5, lsl #16\n\t"
        "pkhtb r4, r5, r4, asr #16\n\t"
        "sxtb16 r3, r6\n\t"
        "sxtb16 r5, r8\n\t"
        "strd r3, r5, [%[to]], #8\n\t"
        "sxtb16 r6, r6, ror #8\n\t"
        "sxtb16 r8, r8, ror #8\n\t"
        "strd r6, r8, [%[to1]], #8\n\t"
        "sxtb16 r3, r2\n\t"
        "sxtb16 r5, r4\n\t"
        "strd r3, r5, [%[to2]], #8\n\t"
        "sxtb16 r2, r2, ror #8\n\t"
        "sxtb16 r4, r4, ror #8\n\t"
        "strd r2, r4, [%[to3]], #8\n\t"
        "subs %[count], %[count], #1\n\t"
        "bne 1b\n\t"
        : [x] "+r"(x), [to] "+r"(to), [to1] "+r"(to1), [to2] "+r"(to2), [to3] "+r"(to3), [count] "+r"(count)
        : [step] "r"(step)
        : "r2", "r3", "r4", "r5", "r6", "r8", "cc", "memory");
#else
    for (count *= 4; count > 0; count--) {
        edgec_dw_pixel(x, to++, plane);
        x += step;
    }
#endif
}

/* One input row of four channels into the planes; to is where the image's column 0 goes. */
EDGEC_SHARED void edgec_dw_row(const int8_t *x, int32_t step, int32_t count, int16_t *to, int32_t plane)
{
    if (((uintptr_t)to & 2u) != 0u) {
        edgec_dw_pixel(x, to++, plane);
        x += step;
        count--;
    }
    if (count >= 4) {
        edgec_dw_pixels(x, step, count / 4, to, plane);
        x += (count & ~3) * step;
        to += count & ~3;
        count &= 3;
    }
    for (; count > 0; count--) {
        edgec_dw_pixel(x, to++, plane);
        x += step;
    }
}

/* The same for fewer than four channels. */
static inline void edgec_dw_row_narrow(const int8_t *x, int32_t step, int32_t count, int32_t channels, int16_t *to,
                                       int32_t plane)
{
    int32_t c;
    int32_t i;
    for (i = 0; i < count; i++) {
        for (c = 0; c < channels; c++) {
            to[c * plane + i] = x[i * step + c];
        }
    }
}

/* count words of two int16. */
EDGEC_SHARED void edgec_dw_fill(void *words, int32_t count, int32_t value)
{
    const uint32_t pair = edgec_pair(value, value);
    uint32_t *to = (uint32_t *)words;
    for (; count >= 4; count -= 4) {
        to[0] = pair;
        to[1] = pair;
        to[2] = pair;
        to[3] = pair;
        to += 4;
    }
    for (; count > 0; count--) {
        *to++ = pair;
    }
}

/* Rows from .. end - 1 of the planes; row 0 is the image's row first. */
static inline void edgec_dw_load(const edgec_dwconv2d_s8_dsp_params *p, const int8_t *x, int32_t first, int32_t from,
                                 int32_t end, int16_t *planes)
{
    const int32_t plane = p->pitch * p->depth;
    int32_t b;
    for (b = from; b < end; b++) {
        const int32_t row = first + b;
        int16_t *to = planes + b * p->pitch;
        if (row < 0 || row >= p->in_rows) {
            int32_t i;
            if (p->strip >= p->out_rows) { /* a single strip: filled once, never written */
                continue;
            }
            for (i = 0; i < 4; i++) {
                edgec_dw_fill(to + i * plane, p->pitch / 2, p->in_zero);
            }
        } else if (p->channels >= 4) {
            edgec_dw_row(x + row * p->in_row_step, p->in_col_step, p->in_cols, to + p->pad_col, plane);
        } else {
            edgec_dw_row_narrow(x + row * p->in_row_step, p->in_col_step, p->in_cols, p->channels,
                                to + (4 - p->channels) * plane + p->pad_col, plane);
        }
    }
}

/* Moves the last keep rows of the planes to their top. */
static inline void edgec_dw_scroll(const edgec_dwconv2d_s8_dsp_params *p, int32_t by, int32_t keep, int16_t *planes)
{
    const int32_t words = keep * p->pitch / 2;
    int32_t c;
    for (c = 0; c < 4; c++) {
        uint32_t *to = (uint32_t *)(void *)(planes + c * p->pitch * p->depth);
        const uint32_t *from = to + by * p->pitch / 2;
        int32_t i;
        for (i = 0; i < words; i++) {
            to[i] = from[i];
        }
    }
}

static inline int8_t edgec_dw_finish(const edgec_dw_job *job, uint32_t sum)
{
    return (int8_t)edgec_half_s8(edgec_smmla((int32_t)sum, job->m, job->add) >> job->n);
}

static inline void edgec_dw_expand(const uint32_t *words, int32_t count, uint32_t *taps)
{
    for (; count > 0; count--, words++) {
        *taps++ = edgec_sxtb16(*words);
        *taps++ = edgec_sxtb16_odd(*words);
    }
}

#if EDGEC_DSP_BLOCKS

#define EDGEC_DW_OFFSETS                                                                                               \
    [bias] "i"(offsetof(edgec_dw_job, bias)), [m] "i"(offsetof(edgec_dw_job, m)), [n] "i"(offsetof(edgec_dw_job, n)),  \
        [pitch] "i"(offsetof(edgec_dw_job, pitch)), [x] "i"(offsetof(edgec_dw_job, x)),                                \
        [y] "i"(offsetof(edgec_dw_job, y)), [x_step] "i"(offsetof(edgec_dw_job, x_step)),                              \
        [row_step] "i"(offsetof(edgec_dw_job, row_step)), [fours] "i"(offsetof(edgec_dw_job, fours)),                  \
        [rest] "i"(offsetof(edgec_dw_job, rest)), [rows] "i"(offsetof(edgec_dw_job, rows)),                            \
        [end] "i"(offsetof(edgec_dw_job, end)), [left] "i"(offsetof(edgec_dw_job, left)),                              \
        [col_step] "i"(offsetof(edgec_dw_job, col_step)), [t0] "i"(offsetof(edgec_dw_job, taps)),                      \
        [t1] "i"(offsetof(edgec_dw_job, taps) + 8), [t2] "i"(offsetof(edgec_dw_job, taps) + 16)

#define EDGEC_DW_CLOBBERS                                                                                              \
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory"

/* r0 x, r1 job, r12 y; the end of the fours in the job.  shift: log2 of the bytes of x that four outputs take. */
#define EDGEC_DW_ROW_BEGIN(shift)                                                                                      \
    "1:\n\t"                                                                                                           \
    "ldrd r0, r12, [r1, %[x]]\n\t"                                                                                     \
    "ldr r2, [r1, %[fours]]\n\t"                                                                                       \
    "cmp r2, #0\n\t"                                                                                                   \
    "beq 3f\n\t"                                                                                                       \
    "add r2, r0, r2, lsl #" shift "\n\t"                                                                               \
    "str r2, [r1, %[end]]\n\t"

#define EDGEC_DW_ROW_END                                                                                               \
    "5:\n\t"                                                                                                           \
    "ldrd r0, r12, [r1, %[x]]\n\t"                                                                                     \
    "ldrd r2, r3, [r1, %[x_step]]\n\t"                                                                                 \
    "ldr r4, [r1, %[rows]]\n\t"                                                                                        \
    "add r0, r0, r2\n\t"                                                                                               \
    "add r12, r12, r3\n\t"                                                                                             \
    "strd r0, r12, [r1, %[x]]\n\t"                                                                                     \
    "subs r4, r4, #1\n\t"                                                                                              \
    "str r4, [r1, %[rows]]\n\t"                                                                                        \
    "bne 1b\n\t"

/* Sums to int8: {m, add} in r2, r3, n in r4. */
#define EDGEC_DW_FINISH(a)                                                                                             \
    "smmla " a ", " a ", r2, r3\n\t"                                                                                   \
    "asr.w " a ", " a ", r4\n\t"                                                                                       \
    "ssat " a ", #8, " a ", asr #1\n\t"

/* One row of taps {w0 w1} in v, {w1 w2} in w, with four outputs next to each other: x0 .. x5 in three words. */
#define EDGEC_DW_TAPS_1(v, w)                                                                                          \
    "smlad r7, r2, " v ", r7\n\t"                                                                                      \
    "smlatb r8, r2, " v ", r8\n\t"                                                                                     \
    "smlad r9, r3, " v ", r9\n\t"                                                                                      \
    "smlatb r10, r3, " v ", r10\n\t" EDGEC_DW_TAPS_1_LATE(w)

#define EDGEC_DW_TAPS_1_LATE(w)                                                                                        \
    "smlabt r7, r3, " w ", r7\n\t"                                                                                     \
    "smlad r8, r3, " w ", r8\n\t"                                                                                      \
    "smlabt r9, r4, " w ", r9\n\t"                                                                                     \
    "smlad r10, r4, " w ", r10\n\t"

#define EDGEC_DW_TAPS_1_TWO                                                                                            \
    "smlad r7, r2, r5, r7\n\t"                                                                                         \
    "smlatb r8, r2, r5, r8\n\t"                                                                                        \
    "smlabt r7, r3, r6, r7\n\t"                                                                                        \
    "smlad r8, r3, r6, r8\n\t"

/* 3x3, stride 1 along the row. */
EDGEC_SHARED void edgec_dw_rows_3x3_s1(edgec_dw_job *job)
{
    edgec_dw_job *const self = job;
    __asm__ volatile(
        "ldr r1, %[self]\n\t" EDGEC_DW_ROW_BEGIN(
            "3") "ldrd r11, lr, [r1, %[pitch]]\n\t"
                 "2:\n\t" /* four outputs */
                 "ldr r7, [r1, %[bias]]\n\t"
                 "ldrd r5, r6, [r1, %[t0]]\n\t"
                 "ldm r0, {r2, r3, r4}\n\t"
                 "smlatb r8, r2, r5, r7\n\t"
                 "smlad r9, r3, r5, r7\n\t"
                 "smlatb r10, r3, r5, r7\n\t"
                 "smlad r7, r2, r5, r7\n\t" EDGEC_DW_TAPS_1_LATE(
                     "r6") "add r2, r0, r11\n\t"
                           "ldrd r5, r6, [r1, %[t1]]\n\t"
                           "ldm r2, {r2, r3, r4}\n\t" EDGEC_DW_TAPS_1(
                               "r5", "r6") "add r2, r0, r11, lsl #1\n\t"
                                           "ldrd r5, r6, [r1, %[t2]]\n\t"
                                           "ldm r2, {r2, r3, r4}\n\t" EDGEC_DW_TAPS_1(
                                               "r5", "r6") "ldrd r2, r3, [r1, %[m]]\n\t"
                                                           "ldrd r4, r5, [r1, %[n]]\n\t"
                                                           "adds r0, #8\n\t" EDGEC_DW_FINISH("r7") EDGEC_DW_FINISH("r8")
                                                               EDGEC_DW_FINISH("r9") EDGEC_DW_FINISH(
                                                                   "r10") "strb r7, [r12]\n\t"
                                                                          "strb r8, [r12, lr]\n\t"
                                                                          "strb r9, [r12, lr, lsl #1]\n\t"
                                                                          "add r12, r12, lr, lsl #1\n\t"
                                                                          "strb r10, [r12, lr]\n\t"
                                                                          "add r12, r12, lr, lsl #1\n\t"
                                                                          "cmp r0, r5\n\t"
                                                                          "bne 2b\n\t"
                                                                          "3:\n\t"
                                                                          "ldr r5, [r1, %[rest]]\n\t"
                                                                          "ldrd r11, lr, [r1, %[pitch]]\n\t"
                                                                          "cmp r5, #0\n\t"
                                                                          "beq 5f\n\t"
                                                                          "str r5, [r1, %[left]]\n\t"
                                                                          "4:\n\t" /* two outputs */
                                                                          "ldr r7, [r1, %[bias]]\n\t"
                                                                          "ldrd r5, r6, [r1, %[t0]]\n\t"
                                                                          "ldrd r2, r3, [r0]\n\t"
                                                                          "mov r8, r7\n\t" EDGEC_DW_TAPS_1_TWO
                                                                          "add r2, r0, r11\n\t"
                                                                          "ldrd r5, r6, [r1, %[t1]]\n\t"
                                                                          "ldrd r2, r3, [r2]\n\t" EDGEC_DW_TAPS_1_TWO
                                                                          "add r2, r0, r11, lsl #1\n\t"
                                                                          "ldrd r5, r6, [r1, %[t2]]\n\t"
                                                                          "ldrd r2, r3, [r2]\n\t" EDGEC_DW_TAPS_1_TWO
                                                                          "ldrd r2, r3, [r1, %[m]]\n\t"
                                                                          "ldr r4, [r1, %[n]]\n\t"
                                                                          "ldr r5, [r1, %[left]]\n\t"
                                                                          "adds r0, #4\n\t" EDGEC_DW_FINISH("r7")
                                                                              EDGEC_DW_FINISH(
                                                                                  "r8") "strb r7, [r12]\n\t"
                                                                                        "subs r5, r5, #2\n\t"
                                                                                        "blt 5f\n\t"
                                                                                        "strb r8, [r12, lr]\n\t"
                                                                                        "add r12, r12, lr, lsl #1\n\t"
                                                                                        "str r5, [r1, %[left]]\n\t"
                                                                                        "bgt 4b\n\t" EDGEC_DW_ROW_END
        :
        : [self] "m"(self), EDGEC_DW_OFFSETS
        : EDGEC_DW_CLOBBERS);
}

/* The same with stride 2: four outputs take x0 .. x8 in five words r2 .. r6; taps in r11, lr. */
#define EDGEC_DW_TAPS_2                                                                                                \
    "smlad r7, r2, r11, r7\n\t"                                                                                        \
    "smlad r8, r3, r11, r8\n\t"                                                                                        \
    "smlad r9, r4, r11, r9\n\t"                                                                                        \
    "smlad r10, r5, r11, r10\n\t" EDGEC_DW_TAPS_2_LATE

#define EDGEC_DW_TAPS_2_LATE                                                                                           \
    "smlabt r7, r3, lr, r7\n\t"                                                                                        \
    "smlabt r8, r4, lr, r8\n\t"                                                                                        \
    "smlabt r9, r5, lr, r9\n\t"                                                                                        \
    "smlabt r10, r6, lr, r10\n\t"

#define EDGEC_DW_TAPS_2_TWO                                                                                            \
    "smlad r7, r2, r11, r7\n\t"                                                                                        \
    "smlad r8, r3, r11, r8\n\t"                                                                                        \
    "smlabt r7, r3, lr, r7\n\t"                                                                                        \
    "smlabt r8, r4, lr, r8\n\t"

/* 3x3, stride 2 along the row. */
EDGEC_SHARED void edgec_dw_rows_3x3_s2(edgec_dw_job *job)
{
    edgec_dw_job *const self = job;
    __asm__ volatile(
        "ldr r1, %[self]\n\t" EDGEC_DW_ROW_BEGIN(
            "4") "2:\n\t" /* four outputs */
                 "ldr r7, [r1, %[bias]]\n\t"
                 "ldrd r11, lr, [r1, %[t0]]\n\t"
                 "ldm r0, {r2, r3, r4, r5, r6}\n\t"
                 "smlad r8, r3, r11, r7\n\t"
                 "smlad r9, r4, r11, r7\n\t"
                 "smlad r10, r5, r11, r7\n\t"
                 "smlad r7, r2, r11, r7\n\t" EDGEC_DW_TAPS_2_LATE "ldr r2, [r1, %[pitch]]\n\t"
                 "ldrd r11, lr, [r1, %[t1]]\n\t"
                 "add r2, r0, r2\n\t"
                 "ldm r2, {r2, r3, r4, r5, r6}\n\t" EDGEC_DW_TAPS_2 "ldr r2, [r1, %[pitch]]\n\t"
                 "ldrd r11, lr, [r1, %[t2]]\n\t"
                 "add r2, r0, r2, lsl #1\n\t"
                 "ldm r2, {r2, r3, r4, r5, r6}\n\t" EDGEC_DW_TAPS_2 "ldrd r2, r3, [r1, %[m]]\n\t"
                 "ldrd r4, r5, [r1, %[n]]\n\t"
                 "ldr lr, [r1, %[col_step]]\n\t"
                 "adds r0, #16\n\t" EDGEC_DW_FINISH("r7") EDGEC_DW_FINISH("r8") EDGEC_DW_FINISH("r9") EDGEC_DW_FINISH(
                     "r10") "strb r7, [r12]\n\t"
                            "strb r8, [r12, lr]\n\t"
                            "strb r9, [r12, lr, lsl #1]\n\t"
                            "add r12, r12, lr, lsl #1\n\t"
                            "strb r10, [r12, lr]\n\t"
                            "add r12, r12, lr, lsl #1\n\t"
                            "cmp r0, r5\n\t"
                            "bne 2b\n\t"
                            "3:\n\t"
                            "ldr r5, [r1, %[rest]]\n\t"
                            "cmp r5, #0\n\t"
                            "beq 5f\n\t"
                            "str r5, [r1, %[left]]\n\t"
                            "4:\n\t" /* two outputs */
                            "ldr r7, [r1, %[bias]]\n\t"
                            "ldrd r11, lr, [r1, %[t0]]\n\t"
                            "ldm r0, {r2, r3, r4}\n\t"
                            "mov r8, r7\n\t" EDGEC_DW_TAPS_2_TWO "ldr r5, [r1, %[pitch]]\n\t"
                            "ldrd r11, lr, [r1, %[t1]]\n\t"
                            "add r2, r0, r5\n\t"
                            "ldm r2, {r2, r3, r4}\n\t" EDGEC_DW_TAPS_2_TWO "ldrd r11, lr, [r1, %[t2]]\n\t"
                            "add r2, r0, r5, lsl #1\n\t"
                            "ldm r2, {r2, r3, r4}\n\t" EDGEC_DW_TAPS_2_TWO "ldrd r2, r3, [r1, %[m]]\n\t"
                            "ldr r4, [r1, %[n]]\n\t"
                            "ldr r5, [r1, %[left]]\n\t"
                            "ldr lr, [r1, %[col_step]]\n\t"
                            "adds r0, #8\n\t" EDGEC_DW_FINISH("r7") EDGEC_DW_FINISH("r8") "strb r7, [r12]\n\t"
                                                                                          "subs r5, r5, #2\n\t"
                                                                                          "blt 5f\n\t"
                                                                                          "strb r8, [r12, lr]\n\t"
                                                                                          "add r12, r12, lr, lsl #1\n\t"
                                                                                          "str r5, [r1, %[left]]\n\t"
                                                                                          "bgt 4b\n\t" EDGEC_DW_ROW_END
        :
        : [self] "m"(self), EDGEC_DW_OFFSETS
        : EDGEC_DW_CLOBBERS);
}

#else

static inline void edgec_dw_rows_3x3(edgec_dw_job *job, int32_t stride)
{
    const int32_t columns = 4 * job->fours + job->rest;
    for (; job->rows > 0; job->rows--) {
        int32_t i;
        for (i = 0; i < columns; i++) {
            const int16_t *x = job->x + i * stride;
            uint32_t sum = job->bias;
            int32_t ky;
            for (ky = 0; ky < 3; ky++, x += job->pitch / 2) {
                sum = edgec_smlad(edgec_pair(x[0], x[1]), job->taps[2 * ky], sum);
                sum += (uint32_t)(x[2] * edgec_high(job->taps[2 * ky + 1]));
            }
            job->y[i * job->col_step] = edgec_dw_finish(job, sum);
        }
        job->x += job->x_step / 2;
        job->y += job->row_step;
    }
}

EDGEC_SHARED void edgec_dw_rows_3x3_s1(edgec_dw_job *job) { edgec_dw_rows_3x3(job, 1); }

EDGEC_SHARED void edgec_dw_rows_3x3_s2(edgec_dw_job *job) { edgec_dw_rows_3x3(job, 2); }

#endif

/* One output row of one channel, any taps; two outputs share a pair of taps. */
static inline void edgec_dw_row_any(const edgec_dwconv2d_s8_dsp_params *p, const edgec_dw_job *job)
{
    const int32_t words = (p->tap_cols + 1) / 2;
    int32_t i;
    for (i = 0; i < p->out_cols; i += 2) {
        const int32_t next = (i + 1 < p->out_cols) ? p->stride_col : 0; /* the last one twice when they are odd */
        const int16_t *x = job->x + i * p->stride_col;
        const uint32_t *w = job->taps;
        uint32_t a = job->bias;
        uint32_t b = job->bias;
        int8_t *y = job->y + i * job->col_step;
        int32_t ky;
        int32_t j;
        for (ky = 0; ky < p->tap_rows; ky++) {
            const int16_t *row = x;
            for (j = 0; j < words; j++, row += 2, w++) {
                a = edgec_smlad(edgec_load_pair(row), *w, a);
                b = edgec_smlad(edgec_load_pair(row + next), *w, b);
            }
            x += p->pitch;
        }
        y[next != 0 ? job->col_step : 0] = edgec_dw_finish(job, b);
        y[0] = edgec_dw_finish(job, a);
    }
}

EDGEC_SHARED void edgec_dw_rows_any(const edgec_dwconv2d_s8_dsp_params *p, edgec_dw_job *job)
{
    for (; job->rows > 0; job->rows--) {
        edgec_dw_row_any(p, job);
        job->x += job->x_step / 2;
        job->y += job->row_step;
    }
}

#define EDGEC_DW_ANY 0
#define EDGEC_DW_3X3_S1 1
#define EDGEC_DW_3X3_S2 2

/* rows output rows of the last count of four channels, the first of which is at y. */
EDGEC_SHARED void edgec_dw_strip(const edgec_dwconv2d_s8_dsp_params *p, int32_t kind, const int16_t *planes,
                                 const uint32_t *stream, int8_t *y, int32_t count, int32_t rows)
{
    edgec_dw_job job;
    int32_t c;
    job.pitch = 2 * p->pitch;
    job.col_step = p->out_col_step;
    job.x_step = 2 * p->pitch * p->stride_row;
    job.row_step = p->out_row_step;
    job.fours = p->out_cols / 4;
    job.rest = p->out_cols % 4;
    for (c = 4 - count; c < 4; c++) {
        job.bias = (uint32_t)((int32_t)stream[0] >> 5);
        job.n = stream[0] & 31u;
        job.m = (int32_t)stream[1];
        job.add = (uint32_t)(2 * p->out_zero + 1) << job.n;
        job.x = planes + c * p->pitch * p->depth;
        job.y = y++;
        job.rows = rows;
        edgec_dw_expand(stream + 2, p->tap_words, job.taps);
        if (kind == EDGEC_DW_3X3_S1) {
            edgec_dw_rows_3x3_s1(&job);
        } else if (kind == EDGEC_DW_3X3_S2) {
            edgec_dw_rows_3x3_s2(&job);
        } else {
            edgec_dw_rows_any(p, &job);
        }
        stream += 2 + p->tap_words;
    }
}

/* Four channels of one image, beginning at x; the last count are computed, the first of which is at y. */
EDGEC_SHARED void edgec_dw_quad(const edgec_dwconv2d_s8_dsp_params *p, int32_t kind, const int8_t *x,
                                const uint32_t *stream, int8_t *y, int32_t count, int16_t *planes)
{
    int32_t row;
    int32_t have = 0;
    for (row = 0; row < p->out_rows; row += p->strip) {
        const int32_t rows = (p->out_rows - row < p->strip) ? p->out_rows - row : p->strip;
        const int32_t need = (rows - 1) * p->stride_row + p->tap_rows;
        const int32_t by = rows * p->stride_row;
        edgec_dw_load(p, x, row * p->stride_row - p->pad_row, have, need, planes);
        edgec_dw_strip(p, kind, planes, stream, y + row * p->out_row_step, count, rows);
        have = (need > by) ? need - by : 0;
        if (have > 0 && row + rows < p->out_rows) {
            edgec_dw_scroll(p, by, have, planes);
        }
    }
}

EDGEC_SHARED void edgec_dw_all(const edgec_dwconv2d_s8_dsp_params *p, int32_t kind, const int8_t *x,
                               const uint32_t *stream, int8_t *y, int16_t *planes)
{
    const int32_t words = 2 + p->tap_words;
    int32_t n;
    int32_t c;
    edgec_dw_fill(planes, 2 * p->pitch * p->depth, p->in_zero);
    for (n = 0; n < p->batch; n++) {
        for (c = 0; c + 4 <= p->channels; c += 4) {
            edgec_dw_quad(p, kind, x + c, stream + c * words, y + c, 4, planes);
        }
        if (c < p->channels) { /* four channels that end with the last one, or all when there are fewer */
            const int32_t first = (p->channels < 4) ? 0 : p->channels - 4;
            edgec_dw_quad(p, kind, x + first, stream + c * words, y + c, p->channels - c, planes);
        }
        if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
            edgec_clamp_bytes(y, p->out_size, p->lo, p->hi);
        }
        x += p->in_size;
        y += p->out_size;
    }
}

static inline void edgec_dwconv2d_s8_3x3_s1__dsp(const edgec_dwconv2d_s8_dsp_params *p, const int8_t *x,
                                                 const uint32_t *stream, int8_t *y, int16_t *scratch)
{
    edgec_dw_all(p, EDGEC_DW_3X3_S1, x, stream, y, scratch);
}

static inline void edgec_dwconv2d_s8_3x3_s2__dsp(const edgec_dwconv2d_s8_dsp_params *p, const int8_t *x,
                                                 const uint32_t *stream, int8_t *y, int16_t *scratch)
{
    edgec_dw_all(p, EDGEC_DW_3X3_S2, x, stream, y, scratch);
}

static inline void edgec_dwconv2d_s8__dsp(const edgec_dwconv2d_s8_dsp_params *p, const int8_t *x,
                                          const uint32_t *stream, int8_t *y, int16_t *scratch)
{
    edgec_dw_all(p, EDGEC_DW_ANY, x, stream, y, scratch);
}

#endif
