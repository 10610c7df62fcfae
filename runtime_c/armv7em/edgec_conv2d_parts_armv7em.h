/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The convolutions of edgec_conv2d_tiles_armv7em.h in parts, for runs in slices: of one image and one group.
 * Items of a tile of three positions: its columns, then each pair of channels.  The columns stay in scratch. */
#ifndef EDGEC_CONV2D_PARTS_ARMV7EM_H
#define EDGEC_CONV2D_PARTS_ARMV7EM_H

#include "edgec_conv2d_tiles_armv7em.h"

/* Kinds of layers: how columns are made. */
#define EDGEC_CONV2D_POINTS 0
#define EDGEC_CONV2D_CELLS 1
#define EDGEC_CONV2D_PATCHES 2

/* Where the window of a position begins. */
static inline edgec_conv2d_at edgec_conv2d_find(const edgec_geometry *g, int32_t position)
{
    edgec_conv2d_at at;
    const int32_t row = position / g->out_w;
    at.out_column = position - row * g->out_w;
    at.row = row * g->stride_h - g->pad_top;
    at.column = at.out_column * g->stride_w - g->pad_left;
    return at;
}

/* The columns of count positions from the first one on. */
static inline void edgec_conv2d_columns(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, const int8_t *x,
                                        int32_t first, int32_t count, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    int8_t *behind = (int8_t *)(scratch + EDGEC_GEMM_UNIT_WORDS * p->units);
    edgec_conv2d_at at[EDGEC_GEMM_POSITIONS];
    int32_t i;
    if (kind == EDGEC_CONV2D_POINTS) {
        x += first * g->in_c;
        (void)edgec_gemm_widen(x, (count > 1) ? x + g->in_c : x, (count > 2) ? x + 2 * g->in_c : x, g->in_c, scratch);
        return;
    }
    at[0] = edgec_conv2d_find(g, first);
    for (i = 1; i < EDGEC_GEMM_POSITIONS; i++) {
        at[i] = at[i - 1];
        if (i < count) {
            edgec_conv2d_step(g, &at[i]);
        }
    }
    if (kind == EDGEC_CONV2D_CELLS) {
        edgec_conv2d_gather(p, at, x, behind, scratch);
    } else {
        const int32_t size = 4 * p->units;
        for (i = 0; i < count; i++) {
            edgec_conv2d_patch_at(p, &at[i], x, behind + i * size);
        }
        (void)edgec_gemm_widen(behind, behind + size, behind + 2 * size, g->kernel_h * g->kernel_w * g->in_c, scratch);
    }
}

/* count positions from the first one on, whole tiles unless they are the last. */
static inline void edgec_conv2d_whole(const edgec_conv2d_s8_armv7em_params *p, const edgec_gemm_layer *layer,
                                      int32_t kind, int32_t form, int32_t first, int32_t count, const int8_t *x,
                                      int8_t *y, uint32_t *scratch)
{
    y += first * p->out_step;
    if (kind == EDGEC_CONV2D_POINTS) {
        edgec_conv2d_1x1_tiles(p, layer, form, count, x + first * p->geo.in_c, y, scratch);
    } else if (kind == EDGEC_CONV2D_CELLS) {
        const int8_t *padding = (const int8_t *)(scratch + EDGEC_GEMM_UNIT_WORDS * p->units);
        edgec_conv2d_image(p, layer, form, edgec_conv2d_find(&p->geo, first), count, x, padding, y, scratch);
    } else {
        edgec_conv2d_patch_image(p, layer, form, edgec_conv2d_find(&p->geo, first), count, x, y, scratch);
    }
}

/* Pairs first .. first + count - 1 of the channels of a tile; y is its first position, positions are 1..3. */
EDGEC_SPECIALIZED_PART void edgec_gemm_some(const edgec_gemm_layer *layer, int32_t form, int8_t *y, int32_t positions,
                                            int32_t first, int32_t count)
{
    const int32_t whole = layer->out_c / 2;
    edgec_gemm_job job;
    edgec_gemm_begin(layer, y + 2 * first, positions, &job);
    job.stream += first * edgec_gemm_pair_words(layer, form);
    job.pairs = (first + count > whole) ? whole - first : count;
    if (job.pairs > 0) {
        edgec_gemm_pairs(&job, form);
    }
    if (first + count > whole) { /* the last channel once more with the one before it */
        job.y--;
        job.pairs = 1;
        edgec_gemm_pairs(&job, form);
    }
    if (first + count == (layer->out_c + 1) / 2) {
        edgec_gemm_limit(layer, y, positions);
    }
}

/* count items from the first one on. */
static inline void edgec_conv2d_part(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, int32_t form, int32_t first,
                                     int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                     uint32_t *scratch)
{
    const edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    const int32_t items = 1 + (p->geo.out_c + 1) / 2;
    const int32_t positions =
        (kind == EDGEC_CONV2D_POINTS) ? p->geo.batch * p->geo.in_h * p->geo.in_w : p->geo.out_h * p->geo.out_w;
    int32_t at = first / items;
    int32_t item = first - at * items;
    at *= EDGEC_GEMM_POSITIONS;
    if (kind == EDGEC_CONV2D_CELLS && first == 0) {
        edgec_fill_s8((int8_t *)(scratch + EDGEC_GEMM_UNIT_WORDS * p->units), p->geo.in_c, p->in_zero);
    }
    while (count > 0) {
        const int32_t tile = (positions - at < EDGEC_GEMM_POSITIONS) ? positions - at : EDGEC_GEMM_POSITIONS;
        int32_t some;
        if (item == 0 && count >= items) {
            const int32_t tiles = count / items;
            some = tiles * EDGEC_GEMM_POSITIONS;
            some = (positions - at < some) ? positions - at : some;
            edgec_conv2d_whole(p, &layer, kind, form, at, some, x, y, scratch);
            at += some;
            count -= tiles * items;
            continue;
        }
        if (item == 0) {
            edgec_conv2d_columns(p, kind, x, at, tile, scratch);
            item = 1;
            count--;
        }
        some = (items - item < count) ? items - item : count;
        if (some > 0) {
            edgec_gemm_some(&layer, form, y + at * p->out_step, tile, item - 1, some);
            item += some;
            count -= some;
        }
        if (item == items) {
            item = 0;
            at += EDGEC_GEMM_POSITIONS;
        }
    }
}

EDGEC_SHARED_CODE void edgec_conv2d_part_once(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, int32_t form,
                                              int32_t first, int32_t count, const int8_t *x, const uint32_t *stream,
                                              int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_part(p, kind, form, first, count, x, stream, y, scratch);
}

/* The same where an item is a whole tile. */
static inline void edgec_conv2d_few_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, int32_t form,
                                          int32_t first, int32_t count, const int8_t *x, const uint32_t *stream,
                                          int8_t *y, uint32_t *scratch)
{
    const edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    const int32_t positions =
        (kind == EDGEC_CONV2D_POINTS) ? p->geo.batch * p->geo.in_h * p->geo.in_w : p->geo.out_h * p->geo.out_w;
    const int32_t at = first * EDGEC_GEMM_POSITIONS;
    const int32_t some = count * EDGEC_GEMM_POSITIONS;
    if (kind == EDGEC_CONV2D_CELLS && first == 0) {
        edgec_fill_s8((int8_t *)(scratch + EDGEC_GEMM_UNIT_WORDS * p->units), p->geo.in_c, p->in_zero);
    }
    edgec_conv2d_whole(p, &layer, kind, form, at, (positions - at < some) ? positions - at : some, x, y, scratch);
}

EDGEC_SHARED_CODE void edgec_conv2d_few_tiles_once(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, int32_t form,
                                                   int32_t first, int32_t count, const int8_t *x,
                                                   const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_few_tiles(p, kind, form, first, count, x, stream, y, scratch);
}

static inline void edgec_conv2d_patch_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t form, int32_t first,
                                            int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                            uint32_t *scratch)
{
    if (p->geo.in_c <= 4) {
        edgec_conv2d_few_tiles(p, EDGEC_CONV2D_PATCHES, form, first, count, x, stream, y, scratch);
    } else {
        edgec_conv2d_few_tiles_once(p, EDGEC_CONV2D_PATCHES, form, first, count, x, stream, y, scratch);
    }
}

/* With few channels the copies of patches are worth being compiled for the layer. */
static inline void edgec_conv2d_patch_part(const edgec_conv2d_s8_armv7em_params *p, int32_t form, int32_t first,
                                           int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                           uint32_t *scratch)
{
    if (p->geo.in_c <= 4) {
        edgec_conv2d_part(p, EDGEC_CONV2D_PATCHES, form, first, count, x, stream, y, scratch);
    } else {
        edgec_conv2d_part_once(p, EDGEC_CONV2D_PATCHES, form, first, count, x, stream, y, scratch);
    }
}

#endif
