/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tiles of three positions for the matrix products: columns from rows of int8, and all channels of a tile. */
#ifndef EDGEC_GEMM_TILE_ARMV7EM_H
#define EDGEC_GEMM_TILE_ARMV7EM_H

#include "edgec_clamp_s8_armv7em.h"
#include "edgec_gemm_armv7em.h"
#include "edgec_gemm_tile_code_armv7em.h"

/* n bytes of each of three positions as columns of ceil(n / 4) units, the last filled with zeros;
 * the column behind those of whole words. */
#define edgec_gemm_widen EDGEC_TAGGED(edgec_gemm_widen)
EDGEC_BLOCK uint32_t *edgec_gemm_widen(const int8_t *a, const int8_t *b, const int8_t *c, int32_t n, uint32_t *columns);

#if EDGEC_BODIES
EDGEC_BLOCK uint32_t *edgec_gemm_widen(const int8_t *a, const int8_t *b, const int8_t *c, int32_t n, uint32_t *columns)
{
    int32_t words = n >> 2;
#if EDGEC_ARMV7EM_BLOCKS
    if (n > 3) {
        __asm__ volatile(EDGEC_GEMM_WIDEN_CODE
                         : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [to] "+r"(columns), [n] "+r"(words)
                         :
                         : "r4", "r5", "r6", "r8", "r9", "r10", "cc", "memory");
    }
#else
    columns = edgec_gemm_words(a, b, c, words, columns);
    a += EDGEC_GEMM_UNIT * words;
    b += EDGEC_GEMM_UNIT * words;
    c += EDGEC_GEMM_UNIT * words;
#endif
    if ((n & 3) != 0) {
        const int32_t rest = n & 3;
        const uint32_t v[EDGEC_GEMM_POSITIONS] = {edgec_load_rest(a, rest), edgec_load_rest(b, rest),
                                                  edgec_load_rest(c, rest)};
        int32_t i;
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            columns[i] = edgec_sxtb16(v[i]);
            columns[3 + i] = edgec_sxtb16_odd(v[i]);
        }
    }
    return columns;
}
#endif

/* What is the same for all positions of a layer. */
typedef struct {
    uint32_t *columns;
    const uint32_t *stream;
    int32_t units, out_c, out_zero, lo, hi;
    int32_t out_step; /* from one position of y to the next */
} edgec_gemm_layer;

/* The products that a model has are those whose headers come before this one. */
#ifdef EDGEC_GEMM_S4_ARMV7EM_H
#define EDGEC_GEMM_TILE_S4 1
#else
#define EDGEC_GEMM_TILE_S4 0
#endif
#ifdef EDGEC_GEMM_S8_ARMV7EM_H
#define EDGEC_GEMM_TILE_S8 1
#else
#define EDGEC_GEMM_TILE_S8 0
#endif
/* Whether columns of int8 weights have places between them (edgec_gemm_s8_widen). */
#if EDGEC_GEMM_TILE_S8 && defined(EDGEC_FOR_SPEED)
#define EDGEC_GEMM_TILE_PLACES 1
#else
#define EDGEC_GEMM_TILE_PLACES 0
#endif
#ifdef EDGEC_GEMM_S8_SHIFTS_ARMV7EM_H
#define EDGEC_GEMM_TILE_S8_SHIFTS 1
#else
#define EDGEC_GEMM_TILE_S8_SHIFTS 0
#endif

/* Words of a pair's stream. */
static inline int32_t edgec_gemm_pair_words(const edgec_gemm_layer *layer, int32_t form)
{
    const int32_t ends = (form == EDGEC_GEMM_S8_SHIFTS) ? EDGEC_GEMM_ENDS_SHIFTS : EDGEC_GEMM_ENDS;
    return ((form == EDGEC_GEMM_S4) ? layer->units : 2 * layer->units) + ends;
}

static inline void edgec_gemm_pairs(edgec_gemm_job *job, int32_t form)
{
    (void)job;
    (void)form;
#if EDGEC_GEMM_TILE_S4
    if (form == EDGEC_GEMM_S4) {
        edgec_gemm_s4_armv7em(job);
    }
#endif
#if EDGEC_GEMM_TILE_S8
    if (form == EDGEC_GEMM_S8) {
        edgec_gemm_s8_armv7em(job);
    }
#endif
#if EDGEC_GEMM_TILE_S8_SHIFTS
    if (form == EDGEC_GEMM_S8_SHIFTS) {
        edgec_gemm_s8_shifts_armv7em(job);
    }
#endif
}

/* edgec_gemm_widen of whole words, for the product of a form; *left: 1 where columns begin. */
static inline uint32_t *edgec_gemm_cells(int32_t form, const int8_t *const *rows, int32_t n, uint32_t *columns,
                                         int32_t *left)
{
    (void)form;
    (void)left;
#if EDGEC_GEMM_TILE_PLACES
    if (form == EDGEC_GEMM_S8) {
        return edgec_gemm_s8_widen(rows, n >> 2, columns, left);
    }
#endif
    return edgec_gemm_widen(rows[0], rows[1], rows[2], n, columns);
}

/* All columns of a tile, of rows of n bytes. */
EDGEC_SHARED_CODE void edgec_gemm_columns(int32_t form, const int8_t *a, const int8_t *b, const int8_t *c, int32_t n,
                                          uint32_t *columns)
{
    const int8_t *rows[EDGEC_GEMM_POSITIONS];
    const int32_t whole = n - (n & 3);
    int32_t left = 1;
    rows[0] = a;
    rows[1] = b;
    rows[2] = c;
    if (EDGEC_GEMM_TILE_PLACES && form == EDGEC_GEMM_S8 && whole > 0) {
        columns = edgec_gemm_cells(form, rows, whole, columns, &left);
        (void)edgec_gemm_widen(a + whole, b + whole, c + whole, n - whole, columns);
    } else {
        (void)edgec_gemm_widen(a, b, c, n, columns);
    }
}

/* What is the same for all jobs of a layer. */
static inline void edgec_gemm_begin(const edgec_gemm_layer *layer, edgec_gemm_job *job)
{
    job->columns = layer->columns;
    job->units = layer->units;
    job->zz = 2 * layer->out_zero + 1;
    job->entry = 0;
}

/* The job of all pairs of count (1..3) neighbouring positions, from the columns. */
static inline void edgec_gemm_at(const edgec_gemm_layer *layer, int8_t *y, int32_t count, edgec_gemm_job *job)
{
    job->tiles = 0;
    job->stream = layer->stream;
    job->y = y;
    job->second = (count > 1) ? layer->out_step : 0;
    job->third = (count > 2) ? 2 * layer->out_step : job->second;
    job->pairs = layer->out_c / 2;
}

/* The limits of all channels of count neighbouring positions; without limits nothing of it is left in a model. */
static inline void edgec_gemm_limit_rows(const edgec_gemm_layer *layer, int8_t *y, int32_t count)
{
    if (layer->out_step == layer->out_c) {
        edgec_clamp_bytes(y, count * layer->out_c, layer->lo, layer->hi);
        return;
    }
    for (; count > 0; count--, y += layer->out_step) {
        edgec_clamp_bytes(y, layer->out_c, layer->lo, layer->hi);
    }
}

EDGEC_INLINE void edgec_gemm_limit(const edgec_gemm_layer *layer, int8_t *y, int32_t count)
{
    if (layer->lo > INT8_MIN || layer->hi < INT8_MAX) {
        edgec_gemm_limit_rows(layer, y, count);
    }
}

/* All channels of count (1..3) neighbouring positions, from the columns, by a job that the layer has begun; form: of a
 * pair's stream. */
EDGEC_SHARED_CODE void edgec_gemm_tile(const edgec_gemm_layer *layer, int32_t form, int8_t *y, int32_t count,
                                       edgec_gemm_job *job)
{
    edgec_gemm_at(layer, y, count, job);
    edgec_gemm_pairs(job, form);
    if (layer->out_c % 2 != 0) { /* the last channel once more with the one before it */
        job->y--;
        job->pairs = 1;
        edgec_gemm_pairs(job, form);
    }
    edgec_gemm_limit(layer, y, count);
}

#endif
