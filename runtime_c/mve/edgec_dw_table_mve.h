/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the outputs of depthwise 3x3 layers read and write: a table in scratch, made once for a layer
 * (edgec_dwconv2d_s8_3x3_mve.h).
 *
 * Eight outputs have, of each four of them, where their columns lie (with stride 1 four of 16 bits, with stride 2 one
 * of 32), then where the first output of each four goes, the second, the third, the fourth.  The last column of an odd
 * number has four of two bands: three columns of each, the last one twice, then four places. */
#ifndef EDGEC_DW_TABLE_MVE_H
#define EDGEC_DW_TABLE_MVE_H

#include "edgec_base.h"

/* What of a layer does not change: sizes in bytes, counts. */
typedef struct {
    int32_t stride, column, band; /* bytes of a column in scratch, of a band */
    int32_t rows, wide, count;    /* rows and columns of four outputs, bands */
    int32_t fours;                /* of a band */
    int32_t y_row, y_step;
    int32_t lanes[4];         /* from the first output of a four to each */
    int32_t skipped;          /* columns that the last four begins earlier, so that it ends with the last one */
    uint16_t *table, *halves; /* of the last column, or NULL */
} edgec_dw_3x3_sizes_mve;

/* Two outputs in the last column, of half a four of band `band`, at `y`; a four's halves are the same until the second
 * is known. */
EDGEC_INLINE void edgec_dw_halves_mve(const edgec_dw_3x3_sizes_mve *z, uint32_t band, uint32_t at, uint32_t y)
{
    uint16_t *const four = z->halves + band / 2 * 12;
    uint32_t half;
    for (half = band % 2; half < 2; half++) {
        uint16_t *const from = four + half * 4;
        from[0] = (uint16_t)at;
        from[1] = (uint16_t)(at + (uint32_t)z->column);
        from[2] = (uint16_t)(at + 2 * (uint32_t)z->column);
        from[3] = from[2]; /* meets weights of zero */
        four[8 + 2 * half] = (uint16_t)y;
        four[9 + 2 * half] = (uint16_t)(y + (uint32_t)z->y_row);
    }
}

/* The fours of one band, whose columns lie at `at` and outputs at `y`. */
EDGEC_INLINE void edgec_dw_fours_mve(const edgec_dw_3x3_sizes_mve *z, uint32_t band, uint32_t at, uint32_t y)
{
    const uint32_t column = (uint32_t)z->column;
    const uint32_t stride = (uint32_t)z->stride;
    const uint32_t places = stride == 1 ? 4 : 2; /* halfwords of a four's columns */
    uint32_t four = band * (uint32_t)z->fours;
    const uint32_t last = four + (uint32_t)z->fours - 1;
    for (; four <= last; four++) {
        uint16_t *from = z->table + four / 2 * (8 + 2 * places);
        uint16_t *const to = from + 2 * places + four % 2;
        if (four == last) {
            at -= (uint32_t)z->skipped * stride * column;
            y -= (uint32_t)(z->skipped * z->y_step);
        }
        from += four % 2 * places;
        from[0] = (uint16_t)at;
        from[1] = 0; /* of 32 bits, with stride 2 */
        if (stride == 1) {
            from[1] = (uint16_t)(at + column);
            from[2] = (uint16_t)(at + 2 * column);
            from[3] = (uint16_t)(at + 3 * column);
        }
        to[0] = (uint16_t)y;
        to[2] = (uint16_t)(y + (uint32_t)z->lanes[1]);
        to[4] = (uint16_t)(y + (uint32_t)z->lanes[2]);
        to[6] = (uint16_t)(y + (uint32_t)z->lanes[3]);
        at += (uint32_t)z->wide * stride * column;
        y += (uint32_t)(z->wide * z->y_step);
    }
    if (z->halves != NULL) {
        edgec_dw_halves_mve(z, band, at, y);
    }
}

/* The table of bands `band` to end - 1, whose outputs begin at most `most` rows from those of the first one. */
EDGEC_SHARED_CODE void edgec_dw_table_mve(const edgec_dw_3x3_sizes_mve *z, int32_t band, int32_t end, int32_t most)
{
    for (; band < end; band++) {
        const int32_t row = z->rows * band < most ? z->rows * band : most;
        edgec_dw_fours_mve(z, (uint32_t)band, (uint32_t)(band * z->band), (uint32_t)(row * z->y_row));
    }
}

#endif
