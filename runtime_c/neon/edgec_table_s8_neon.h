/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any function of one int8 value by look-ups in 256 bytes (TBL, TBX), 16 values at a time.  Rows of x lie side by side
 * in rows of y (a concatenation); of one row the output may be the input's buffer. */
#ifndef EDGEC_TABLE_S8_NEON_H
#define EDGEC_TABLE_S8_NEON_H

#include "edgec_look_up_neon.h"

#define EDGEC_TABLE_NEON_FEW 5 /* values of a row's end that are looked up one by one */

typedef struct {
    int32_t rows, x_columns, y_columns, y_offset;
} edgec_table_s8_neon_params;

/* The table is indexed by value + 128. */
#if defined(__aarch64__)
EDGEC_INLINE void edgec_table_s8_neon(const edgec_table_s8_neon_params *p, const int8_t *x, const int8_t *table,
                                      int8_t *y)
{
    const int8x16x4_t a = vld1q_s8_x4(table + 128); /* of 0 .. 63, as unsigned bytes */
    const int8x16x4_t b = vld1q_s8_x4(table + 192);
    const int8x16x4_t c = vld1q_s8_x4(table);
    const int8x16x4_t d = vld1q_s8_x4(table + 64);
    const int32_t whole = p->x_columns / 16 * 16;
    const int32_t left = p->x_columns - whole;
    int32_t r;
    int32_t i;
    y += p->y_offset;
    for (r = 0; r < p->rows; r++) {
        for (i = 0; i < whole; i += 16) {
            vst1q_s8(y + i, edgec_look_up_neon(a, b, c, d, vreinterpretq_u8_s8(vld1q_s8(x + i))));
        }
        if (left > EDGEC_TABLE_NEON_FEW) {
            const uint8x16_t at = vreinterpretq_u8_s8(edgec_load_part_neon(x + whole, left));
            edgec_store_part_neon(y + whole, edgec_look_up_neon(a, b, c, d, at), left);
        } else {
            for (i = whole; i < p->x_columns; i++) {
                y[i] = table[x[i] + 128];
            }
        }
        x += p->x_columns;
        y += p->y_columns;
    }
}
#else
EDGEC_INLINE void edgec_table_s8_neon(const edgec_table_s8_neon_params *p, const int8_t *x, const int8_t *table,
                                      int8_t *y)
{
    const int32_t whole = p->x_columns / 16 * 16;
    int32_t r;
    int32_t i;
    y += p->y_offset;
    for (r = 0; r < p->rows; r++) {
        edgec_look_up_run_v7(table + 128, table, x, whole, y);
        for (i = whole; i < p->x_columns; i++) {
            y[i] = table[x[i] + 128];
        }
        x += p->x_columns;
        y += p->y_columns;
    }
}
#endif

#endif
