/* Any function of one int8 value: a table indexed by value + 128.  The output may be the input's buffer. */
#ifndef EDGEC_TABLE_S8_H
#define EDGEC_TABLE_S8_H

#include "edgec_base.h"

typedef struct {
    int32_t n;
} edgec_table_s8_params;

static inline void edgec_table_s8__ref(const edgec_table_s8_params *p, const int8_t *x, const int8_t *table, int8_t *y)
{
    int32_t i;
    for (i = 0; i < p->n; i++) {
        y[i] = table[x[i] + 128];
    }
}

#endif
