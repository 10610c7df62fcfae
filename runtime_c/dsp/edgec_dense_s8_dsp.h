/* Fully connected layer, int8: y[M, N] = x[M, K] . w[N, K]^T + bias[N], a pair of outputs at a time, with int8 or int4
 * weights.  Filter pairs share words as in edgec_gemm_s8_dsp.h and edgec_gemm_s4_dsp.h: 16 MACs take 14 instructions,
 * 22 with int4.  A unit is eight k; its words are {k0 k2} {k1 k3} {k4 k6} {k5 k7}, or {k0 k1 k2 k3} {k4 k5 k6 k7} with
 * int4.  Behind the words of a pair: {m A, m B, 256 * bias A | n A, 256 * bias B | n B}.  Scratch: the row of x as
 * int16 in the first of these orders. */
#ifndef EDGEC_DENSE_S8_DSP_H
#define EDGEC_DENSE_S8_DSP_H

#include "edgec_gemm_s4_dsp.h"

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t out_zero, lo, hi;
    int32_t units; /* ceil(in_c / 8) */
} edgec_dense_s8_dsp_params;

/* n bytes as int16 pairs {0 2} {1 3}, filled with zeros to a unit. */
EDGEC_SHARED void edgec_dense_widen(const int8_t *x, int32_t n, uint32_t *to)
{
    const uint32_t *end = to + (n + 7) / 8 * 4;
    for (; n >= 4; n -= 4) {
        const uint32_t v = edgec_load4(x);
        to[0] = edgec_sxtb16(v);
        to[1] = edgec_sxtb16_odd(v);
        to += 2;
        x += 4;
    }
    if (n > 0) {
        const uint32_t v = edgec_load_rest(x, n);
        *to++ = edgec_sxtb16(v);
        *to++ = edgec_sxtb16_odd(v);
    }
    while (to < end) {
        *to++ = 0u;
    }
}

typedef struct {
    const uint32_t *row; /* of x, widened */
    const uint32_t *stream;
    int8_t *y;
    int32_t units;
    int32_t pairs;
    int32_t zz;    /* 2 * out_zero + 1 */
    int32_t loops; /* both set inside */
    uint32_t entry;
} edgec_dense_job;

#if EDGEC_DSP_BLOCKS

/* clang-format off */

/* Up to the loop over k, as in edgec_gemm_s8_dsp.h.  Sums in r10, r11; x at r0, stream at r1, rounds in r12, job in lr. */
#define EDGEC_DENSE_HEAD(bytes)                                                                                        \
    "ldr lr, %[self]\n\t"                                                                                              \
    "ldr r2, [lr, %[units]]\n\t"                                                                                       \
    "adds r3, r2, #3\n\t"                                                                                              \
    "lsrs r3, r3, #2\n\t"                                                                                              \
    "str r3, [lr, %[loops]]\n\t"                                                                                       \
    "rsb r3, r2, r3, lsl #2\n\t" /* units of the first round to skip */                                                \
    "mov.w r4, #" bytes "\n\t"                                                                                         \
    "mul r3, r3, r4\n\t"                                                                                               \
    "adr.w r4, 2f\n\t"                                                                                                 \
    "add.w r4, r4, r3\n\t"                                                                                             \
    "orr.w r4, r4, #1\n\t"                                                                                             \
    "str r4, [lr, %[entry]]\n\t"                                                                                       \
    "ldr r1, [lr, %[stream]]\n\t"                                                                                      \
    "1:\n\t"                                                                                                           \
    "ldr r2, [lr, %[entry]]\n\t"                                                                                       \
    "ldr.w r12, [lr, %[loops]]\n\t"                                                                                    \
    "mov.w r10, #0\n\t"                                                                                                \
    "mov.w r11, #0\n\t"                                                                                                \
    "ldr r0, [lr, %[row]]\n\t"                                                                                         \
    "bx r2\n\t"                                                                                                        \
    ".p2align 2\n\t"                                                                                                   \
    "2:\n\t"

#define EDGEC_DENSE_LOOP                                                                                               \
    "subs.w r12, r12, #1\n\t"                                                                                          \
    "bne.w 2b\n\t"

/* From the sums, 256 * A and B (times 2^(8 - scale)), to the next pair: biases and shifts share words. */
#define EDGEC_DENSE_TAIL(scale)                                                                                        \
    "ldmia.w r1!, {r2, r3, r4, r5}\n\t"                                                                                \
    "ldr.w r8, [lr, %[zz]]\n\t"                                                                                        \
    "ldr.w r7, [lr, %[y]]\n\t"                                                                                         \
    "ldr.w r0, [lr, %[pairs]]\n\t"                                                                                     \
    "bic.w r6, r4, #255\n\t"                                                                                           \
    "add.w r10, r10, r6\n\t"                                                                                           \
    "bic.w r6, r5, #255\n\t"                                                                                           \
    "add.w r11, r11, r6, asr #" scale "\n\t"                                                                           \
    "lsl.w r6, r8, r4\n\t"                                                                                             \
    "smmla r10, r10, r2, r6\n\t"                                                                                       \
    "asr.w r10, r10, r4\n\t"                                                                                           \
    "ssat r10, #8, r10, asr #1\n\t"                                                                                    \
    "lsl.w r6, r8, r5\n\t"                                                                                             \
    "smmla r11, r11, r3, r6\n\t"                                                                                       \
    "asr.w r11, r11, r5\n\t"                                                                                           \
    "ssat r11, #8, r11, asr #1\n\t"                                                                                    \
    "strb.w r10, [r7], #1\n\t"                                                                                         \
    "strb.w r11, [r7], #1\n\t"                                                                                         \
    "str.w r7, [lr, %[y]]\n\t"                                                                                         \
    "subs r0, r0, #1\n\t"                                                                                              \
    "str.w r0, [lr, %[pairs]]\n\t"                                                                                     \
    "bne.w 1b\n\t"                                                                                                     \
    "str.w r1, [lr, %[stream]]\n\t"

#define EDGEC_DENSE_OPERANDS                                                                                           \
    [self] "m"(self), [row] "i"(offsetof(edgec_dense_job, row)), [stream] "i"(offsetof(edgec_dense_job, stream)),      \
        [y] "i"(offsetof(edgec_dense_job, y)), [units] "i"(offsetof(edgec_dense_job, units)),                          \
        [pairs] "i"(offsetof(edgec_dense_job, pairs)), [zz] "i"(offsetof(edgec_dense_job, zz)),                        \
        [loops] "i"(offsetof(edgec_dense_job, loops)), [entry] "i"(offsetof(edgec_dense_job, entry))

/* Two k of two outputs: weights w and columns x. */
#define EDGEC_DENSE_S8_WORD(w, x)                                                                                      \
    "smlad r10, " w ", " x ", r10\n\t"                                                                                 \
    "sxtb16.w " w ", " w "\n\t"                                                                                        \
    "smlad r11, " w ", " x ", r11\n\t"

#define EDGEC_DENSE_S8_UNIT                                                                                            \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t"                                                                                \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t" EDGEC_DENSE_S8_WORD("r6", "r2") EDGEC_DENSE_S8_WORD("r7", "r3")                \
        EDGEC_DENSE_S8_WORD("r8", "r4") EDGEC_DENSE_S8_WORD("r9", "r5")

/* Four k of two outputs. */
#define EDGEC_DENSE_S4_WORD(w, x, z)                                                                                   \
    "lsl.w r8, " w ", #4\n\t"                                                                                          \
    "bic.w r8, r8, #0x0F0F0F0F\n\t"                                                                                    \
    "sxtb16.w r9, " w "\n\t"                                                                                           \
    "smlad r10, r9, " x ", r10\n\t"                                                                                    \
    "sxtb16.w r9, r8\n\t"                                                                                              \
    "smlad r11, r9, " x ", r11\n\t"                                                                                    \
    "sxtb16.w r9, " w ", ror #8\n\t"                                                                                   \
    "smlad r10, r9, " z ", r10\n\t"                                                                                    \
    "sxtb16.w r9, r8, ror #8\n\t"                                                                                      \
    "smlad r11, r9, " z ", r11\n\t"

#define EDGEC_DENSE_S4_UNIT                                                                                            \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t"                                                                                \
    "ldmia.w r1!, {r6, r7}\n\t" EDGEC_DENSE_S4_WORD("r6", "r2", "r3") EDGEC_DENSE_S4_WORD("r7", "r4", "r5")

/* All pairs; job->stream and job->y end behind the last one. */
EDGEC_BLOCK void edgec_dense_s8_pairs(edgec_dense_job *job)
{
    edgec_dense_job *const self = job;
    __asm__ volatile(EDGEC_DENSE_HEAD("56")
                     EDGEC_DENSE_S8_UNIT EDGEC_DENSE_S8_UNIT EDGEC_DENSE_S8_UNIT EDGEC_DENSE_S8_UNIT EDGEC_DENSE_LOOP
                     "sub.w r10, r10, r11\n\t" EDGEC_DENSE_TAIL("8")
                     :
                     : EDGEC_DENSE_OPERANDS
                     : EDGEC_GEMM_CLOBBERS);
}

EDGEC_BLOCK void edgec_dense_s4_pairs(edgec_dense_job *job)
{
    edgec_dense_job *const self = job;
    __asm__ volatile(EDGEC_DENSE_HEAD("88")
                     EDGEC_DENSE_S4_UNIT EDGEC_DENSE_S4_UNIT EDGEC_DENSE_S4_UNIT EDGEC_DENSE_S4_UNIT EDGEC_DENSE_LOOP
                     "rsb.w r10, r11, r10, lsl #4\n\t" EDGEC_DENSE_TAIL("4")
                     :
                     : EDGEC_DENSE_OPERANDS
                     : EDGEC_GEMM_CLOBBERS);
}
/* clang-format on */

#else

/* The outputs of a pair from 256 * A and B (times 2^(8 - scale)), without their biases. */
static inline void edgec_dense_outputs(edgec_dense_job *job, uint32_t a, uint32_t b, const uint32_t *last, int scale)
{
    const int32_t bias_b = (int32_t)(last[3] & ~0xFFu) / (1 << scale);
    a += last[2] & ~0xFFu;
    b += (uint32_t)bias_b;
    *job->y++ = (int8_t)edgec_requantize_dsp((int32_t)a, (int32_t)last[0], last[2] & 0xFFu, job->zz);
    *job->y++ = (int8_t)edgec_requantize_dsp((int32_t)b, (int32_t)last[1], last[3] & 0xFFu, job->zz);
    job->stream = last + 4;
    job->pairs--;
}

EDGEC_BLOCK void edgec_dense_s8_pairs(edgec_dense_job *job)
{
    while (job->pairs > 0) {
        const uint32_t *w = job->stream;
        uint32_t both = 0;
        uint32_t low = 0;
        int32_t i;
        for (i = 0; i < 4 * job->units; i++, w++) {
            both = edgec_smlad(*w, job->row[i], both);
            low = edgec_smlad(edgec_sxtb16(*w), job->row[i], low);
        }
        edgec_dense_outputs(job, both - low, low, w, 8);
    }
}

EDGEC_BLOCK void edgec_dense_s4_pairs(edgec_dense_job *job)
{
    while (job->pairs > 0) {
        const uint32_t *w = job->stream;
        uint32_t both = 0;
        uint32_t low = 0;
        int32_t i;
        for (i = 0; i < 4 * job->units; i += 2, w++) {
            const uint32_t nibbles = edgec_low_nibbles(*w);
            both = edgec_smlad(edgec_sxtb16(*w), job->row[i], both);
            both = edgec_smlad(edgec_sxtb16_odd(*w), job->row[i + 1], both);
            low = edgec_smlad(edgec_sxtb16(nibbles), job->row[i], low);
            low = edgec_smlad(edgec_sxtb16_odd(nibbles), job->row[i + 1], low);
        }
        edgec_dense_outputs(job, (both << 4) - low, low, w, 4);
    }
}

#endif

static inline void edgec_dense_pairs(edgec_dense_job *job, int32_t bits)
{
    if (bits == 4) {
        edgec_dense_s4_pairs(job);
    } else {
        edgec_dense_s8_pairs(job);
    }
}

EDGEC_SHARED void edgec_dense_s8_dsp_run(const edgec_dense_s8_dsp_params *p, int32_t bits, const int8_t *x,
                                         const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_dense_job job;
    int32_t m;
    job.row = scratch;
    job.units = p->units;
    job.zz = 2 * p->out_zero + 1;
    for (m = 0; m < p->rows; m++) {
        edgec_dense_widen(x + m * p->in_c, p->in_c, scratch);
        job.stream = stream;
        job.y = y + m * p->out_c;
        job.pairs = p->out_c / 2;
        edgec_dense_pairs(&job, bits);
        if (p->out_c % 2 != 0) { /* the last output once more with the one before it */
            job.y--;
            job.pairs = 1;
            edgec_dense_pairs(&job, bits);
        }
    }
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        edgec_clamp_bytes(y, p->rows * p->out_c, p->lo, p->hi);
    }
}

static inline void edgec_dense_s8__dsp(const edgec_dense_s8_dsp_params *p, const int8_t *x, const uint32_t *stream,
                                       int8_t *y, uint32_t *scratch)
{
    edgec_dense_s8_dsp_run(p, 8, x, stream, y, scratch);
}

static inline void edgec_dense_s4__dsp(const edgec_dense_s8_dsp_params *p, const int8_t *x, const uint32_t *stream,
                                       int8_t *y, uint32_t *scratch)
{
    edgec_dense_s8_dsp_run(p, 4, x, stream, y, scratch);
}

#endif
