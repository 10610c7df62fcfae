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

/* Positions of a layer. */
static inline int32_t edgec_conv2d_positions(const edgec_conv2d_s8_armv7em_params *p, int32_t kind)
{
    const edgec_geometry *g = &p->geo;
    return (kind == EDGEC_CONV2D_POINTS) ? g->batch * g->in_h * g->in_w : g->out_h * g->out_w;
}

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
EDGEC_INLINE void edgec_conv2d_columns(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, int32_t form,
                                       const int8_t *x, int32_t first, int32_t count, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    int8_t *behind = (int8_t *)(scratch + EDGEC_GEMM_COLUMN_WORDS(p->units));
    edgec_conv2d_at at[EDGEC_GEMM_POSITIONS];
    int32_t i;
    if (kind == EDGEC_CONV2D_POINTS) {
        x += first * g->in_c;
        edgec_gemm_columns(form, x, (count > 1) ? x + g->in_c : x, (count > 2) ? x + 2 * g->in_c : x, g->in_c, scratch);
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
        edgec_conv2d_gather(p, form, at, x, behind, scratch);
    } else {
        const int32_t size = 4 * p->units;
        for (i = 0; i < count; i++) {
            edgec_conv2d_patch_at(p, &at[i], x, behind + i * size);
        }
        edgec_gemm_columns(form, behind, behind + size, behind + 2 * size, g->kernel_h * g->kernel_w * g->in_c,
                           scratch);
    }
}

/* What scratch holds for all windows. */
EDGEC_INLINE void edgec_conv2d_fill(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, int32_t form,
                                    uint32_t *scratch)
{
    if (kind == EDGEC_CONV2D_CELLS) {
        edgec_fill_s8((int8_t *)(scratch + EDGEC_GEMM_COLUMN_WORDS(p->units)), p->geo.in_c, p->in_zero);
    } else if (kind == EDGEC_CONV2D_PATCHES) {
        const edgec_gemm_layer layer = edgec_conv2d_layer(p, NULL, scratch);
        edgec_conv2d_patch_zeros(p, &layer, form, scratch);
    }
}

/* count positions from the first one on, whole tiles unless they are the last. */
EDGEC_INLINE void edgec_conv2d_whole(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, int32_t form, int32_t first,
                                     int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                     uint32_t *scratch)
{
    const edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    y += first * p->out_step;
    if (kind == EDGEC_CONV2D_POINTS) {
        edgec_conv2d_1x1_tiles(p, &layer, form, count, x + first * p->geo.in_c, y, scratch);
    } else if (kind == EDGEC_CONV2D_CELLS) {
        const int8_t *padding = (const int8_t *)(scratch + EDGEC_GEMM_COLUMN_WORDS(p->units));
        edgec_conv2d_image(p, &layer, form, edgec_conv2d_find(&p->geo, first), count, x, padding, y, scratch);
    } else {
        edgec_conv2d_patch_image(p, &layer, form, edgec_conv2d_find(&p->geo, first), count, x, y, scratch);
    }
}

/* Pairs first .. first + count - 1 of the channels of a tile; y is its first position, positions are 1..3. */
EDGEC_INLINE void edgec_gemm_some(const edgec_gemm_layer *layer, int32_t form, int8_t *y, int32_t positions,
                                  int32_t first, int32_t count)
{
    const int32_t whole = layer->out_c / 2;
    edgec_gemm_job job;
    edgec_gemm_begin(layer, &job);
    edgec_gemm_at(layer, y + 2 * first, positions, &job);
    job.stream += first * edgec_gemm_pair_words(layer, form);
    job.pairs = (layer->out_c % 2 != 0 && first + count > whole) ? whole - first : count;
    if (layer->out_c % 2 == 0 || job.pairs > 0) {
        edgec_gemm_pairs(&job, form);
    }
    if (layer->out_c % 2 != 0 && first + count > whole) { /* the last channel once more with the one before it */
        job.y--;
        job.pairs = 1;
        edgec_gemm_pairs(&job, form);
    }
    if (first + count == (layer->out_c + 1) / 2) {
        edgec_gemm_limit(layer, y, positions);
    }
}

/* Some items of a tile of 1..3 positions that begins at position `at`, from item on. */
EDGEC_INLINE void edgec_conv2d_some(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, int32_t form, int32_t at,
                                    int32_t item, int32_t some, const int8_t *x, const uint32_t *stream, int8_t *y,
                                    uint32_t *scratch)
{
    const edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    const int32_t left = edgec_conv2d_positions(p, kind) - at;
    const int32_t tile = (left < EDGEC_GEMM_POSITIONS) ? left : EDGEC_GEMM_POSITIONS;
    if (item == 0) {
        edgec_conv2d_columns(p, kind, form, x, at, tile, scratch);
        item = 1;
        some--;
    }
    if (some > 0) {
        edgec_gemm_some(&layer, form, y + at * p->out_step, tile, item - 1, some);
    }
}

/* count items from the first one on. */
EDGEC_INLINE void edgec_conv2d_part(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, int32_t form, int32_t first,
                                    int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                    uint32_t *scratch)
{
    const int32_t items = 1 + (p->geo.out_c + 1) / 2;
    const int32_t before = (int32_t)((uint32_t)first / (uint32_t)items);
    int32_t item = first - before * items;
    int32_t at = before * EDGEC_GEMM_POSITIONS;
    if (first == 0) {
        edgec_conv2d_fill(p, kind, form, scratch);
    }
    while (count > 0) {
        int32_t some = (items - item < count) ? items - item : count;
        if (kind != EDGEC_CONV2D_CELLS && item == 0 && count >= items) { /* cells have large tiles */
            const int32_t left = edgec_conv2d_positions(p, kind) - at;
            const int32_t tiles = (int32_t)((uint32_t)count / (uint32_t)items);
            const int32_t positions = tiles * EDGEC_GEMM_POSITIONS;
            edgec_conv2d_whole(p, kind, form, at, (left < positions) ? left : positions, x, stream, y, scratch);
            at += positions - EDGEC_GEMM_POSITIONS;
            some = tiles * items;
        } else {
            edgec_conv2d_some(p, kind, form, at, item, some, x, stream, y, scratch);
        }
        at += EDGEC_GEMM_POSITIONS;
        count -= some;
        item = 0;
    }
}

/* Whether the assembly goes on from the pairs of a tile to the columns of the next one: of whole words, with pairs of
 * channels and weights of 8 bits; limits come behind each tile. */
static inline int edgec_conv2d_goes_on(const edgec_conv2d_s8_armv7em_params *p, int32_t form)
{
    return form != EDGEC_GEMM_S4 && p->geo.in_c % EDGEC_GEMM_UNIT == 0 && p->geo.out_c % 2 == 0 && p->lo == INT8_MIN &&
           p->hi == INT8_MAX;
}

/* Items of such a layer, of tiles of three positions. */
EDGEC_SHARED_CODE void edgec_conv2d_point_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t form, int32_t first,
                                                int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                uint32_t *scratch)
{
    const edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    const int32_t items = 1 + p->geo.out_c / 2;
    const int32_t bytes = EDGEC_GEMM_POSITIONS * p->geo.in_c;
    const int32_t tile = (int32_t)((uint32_t)first / (uint32_t)items);
    const int32_t item = first - tile * items;
    edgec_gemm_job job;
    x += tile * bytes;
    y += tile * EDGEC_GEMM_POSITIONS * p->out_step;
    edgec_gemm_begin(&layer, &job);
    edgec_gemm_at(&layer, y + 2 * item, EDGEC_GEMM_POSITIONS, &job);
    job.y_step = EDGEC_GEMM_POSITIONS * p->out_step - p->geo.out_c;
    job.first = stream;
    job.x = x;
    job.in_c = p->geo.in_c;
    job.words = p->units;
    job.pairs = 0; /* no columns are made yet */
    if (item > 0) {
        job.y -= 2;
        job.x += bytes;
        job.stream += (item - 1) * edgec_gemm_pair_words(&layer, form);
        job.pairs = (items - item < count) ? items - item : count;
        count -= job.pairs;
    }
    while (job.pairs > 0 || count > 1) {
        const int32_t tiles = (count >= items) ? (int32_t)((uint32_t)count / (uint32_t)items) : (count > 1) ? 1 : 0;
        const int32_t some = (count >= items) ? tiles * items : (count > 1) ? count : 0;
        job.tiles = tiles - ((job.pairs > 0) ? 0 : 1);
        job.all = (count >= items) ? items - 1 : count - 1;
        edgec_gemm_pairs(&job, form);
        count -= some;
        job.y += job.y_step;
        job.pairs = 0;
    }
    if (count > 0) {
        edgec_gemm_columns(form, job.x, job.x + p->geo.in_c, job.x + 2 * p->geo.in_c, p->geo.in_c, scratch);
    }
}

EDGEC_SHARED_CODE void edgec_conv2d_points_any(const edgec_conv2d_s8_armv7em_params *p, int32_t form, int32_t first,
                                               int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                               uint32_t *scratch)
{
    edgec_conv2d_part(p, EDGEC_CONV2D_POINTS, form, first, count, x, stream, y, scratch);
}

static inline void edgec_conv2d_points_part(const edgec_conv2d_s8_armv7em_params *p, int32_t form, int32_t first,
                                            int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                            uint32_t *scratch)
{
    const int32_t positions = edgec_conv2d_positions(p, EDGEC_CONV2D_POINTS);
    const int32_t end = positions / EDGEC_GEMM_POSITIONS * (1 + p->geo.out_c / 2);
    if (edgec_conv2d_goes_on(p, form) && (positions % EDGEC_GEMM_POSITIONS == 0 || first + count <= end)) {
        edgec_conv2d_point_tiles(p, form, first, count, x, stream, y, scratch);
    } else {
        edgec_conv2d_points_any(p, form, first, count, x, stream, y, scratch);
    }
}

EDGEC_SHARED_CODE void edgec_conv2d_cells_part(const edgec_conv2d_s8_armv7em_params *p, int32_t form, int32_t first,
                                               int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                               uint32_t *scratch)
{
    edgec_conv2d_part(p, EDGEC_CONV2D_CELLS, form, first, count, x, stream, y, scratch);
}

EDGEC_SHARED_CODE void edgec_conv2d_patch_part_once(const edgec_conv2d_s8_armv7em_params *p, int32_t form,
                                                    int32_t first, int32_t count, const int8_t *x,
                                                    const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_part(p, EDGEC_CONV2D_PATCHES, form, first, count, x, stream, y, scratch);
}

/* The same where an item is a whole tile. */
EDGEC_INLINE void edgec_conv2d_few_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t kind, int32_t form,
                                         int32_t first, int32_t count, const int8_t *x, const uint32_t *stream,
                                         int8_t *y, uint32_t *scratch)
{
    const int32_t at = first * EDGEC_GEMM_POSITIONS;
    const int32_t left = edgec_conv2d_positions(p, kind) - at;
    const int32_t some = count * EDGEC_GEMM_POSITIONS;
    if (first == 0) {
        edgec_conv2d_fill(p, kind, form, scratch);
    }
    edgec_conv2d_whole(p, kind, form, at, (left < some) ? left : some, x, stream, y, scratch);
}

EDGEC_SHARED_CODE void edgec_conv2d_point_few_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t form,
                                                    int32_t first, int32_t count, const int8_t *x,
                                                    const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const int32_t positions = edgec_conv2d_positions(p, EDGEC_CONV2D_POINTS);
    if (edgec_conv2d_goes_on(p, form) &&
        (positions % EDGEC_GEMM_POSITIONS == 0 || (first + count) * EDGEC_GEMM_POSITIONS <= positions)) {
        const edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
        const int32_t at = first * EDGEC_GEMM_POSITIONS;
        edgec_gemm_job job;
        edgec_gemm_begin(&layer, &job);
        edgec_conv2d_rows(&layer, form, count, x + at * p->geo.in_c, p->geo.in_c, y + at * p->out_step, &job);
    } else {
        edgec_conv2d_few_tiles(p, EDGEC_CONV2D_POINTS, form, first, count, x, stream, y, scratch);
    }
}

EDGEC_SHARED_CODE void edgec_conv2d_cell_few_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t form, int32_t first,
                                                   int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                   uint32_t *scratch)
{
    edgec_conv2d_few_tiles(p, EDGEC_CONV2D_CELLS, form, first, count, x, stream, y, scratch);
}

EDGEC_SHARED_CODE void edgec_conv2d_patch_few_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t form,
                                                    int32_t first, int32_t count, const int8_t *x,
                                                    const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_few_tiles(p, EDGEC_CONV2D_PATCHES, form, first, count, x, stream, y, scratch);
}

static inline void edgec_conv2d_patch_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t form, int32_t first,
                                            int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                            uint32_t *scratch)
{
    if (p->geo.in_c <= 4) {
        edgec_conv2d_few_tiles(p, EDGEC_CONV2D_PATCHES, form, first, count, x, stream, y, scratch);
    } else {
        edgec_conv2d_patch_few_tiles(p, form, first, count, x, stream, y, scratch);
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
        edgec_conv2d_patch_part_once(p, form, first, count, x, stream, y, scratch);
    }
}

#endif
