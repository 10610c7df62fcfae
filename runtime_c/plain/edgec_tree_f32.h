/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ensembles of decision trees. */
#ifndef EDGEC_TREE_F32_H
#define EDGEC_TREE_F32_H

#include "edgec_float.h"

enum { EDGEC_TREE_SUM, EDGEC_TREE_AVERAGE, EDGEC_TREE_MIN, EDGEC_TREE_MAX };

/* nodes[][4]: feature, mode (8 more: a missing value goes to the first child), children; a child below 0 is leaf number
 * -1 - child.  The entries of leaf i are those up to ends[i]. */
typedef struct {
    int32_t rows, features, trees, targets;
    int32_t aggregate;
} edgec_tree_params;

/* Trees whose nodes have one mode, but for missing values.  nodes[][words] of uint16: feature, threshold and children,
 * with three words feature + 256 * threshold and children.  A threshold is an index among the different ones, or, if
 * direct, those of the nodes, which have three words.  The bit in missing, of the feature's, says that a missing value
 * goes to the first child; field has the others.  A child from 32768 on is leaf number 65535 - child.  Leaves have
 * entries as ends says, or each so many.  A single target has no list. */
typedef struct {
    int32_t rows, features, trees, targets;
    int32_t aggregate, mode, words, direct, each;
    uint32_t field, missing;
} edgec_tree_small_params;

static inline int edgec_tree_test(int32_t mode, float v, float threshold)
{
    if (v != v) {
        return mode >= 8;
    }
    switch (mode & 7) {
    case 0:
        return v <= threshold;
    case 1:
        return v < threshold;
    case 2:
        return v >= threshold;
    case 3:
        return v > threshold;
    case 4:
        return !(v < threshold) && !(v > threshold);
    default:
        return v < threshold || v > threshold;
    }
}

/* The leaf that a sample reaches. */
static inline int32_t edgec_tree_leaf(const float *x, const int32_t *nodes, const float *thresholds, int32_t root)
{
    int32_t at = root;
    while (at >= 0) {
        const int32_t *node = nodes + 4 * at;
        at = edgec_tree_test(node[1], x[node[0]], thresholds[at]) ? node[2] : node[3];
    }
    return -1 - at;
}

static inline uint32_t edgec_tree_small_leaf(const edgec_tree_small_params *p, const float *x, const uint16_t *nodes,
                                             const float *thresholds, uint32_t root)
{
    uint32_t at = root;
    while (at < 32768u) {
        const uint16_t *node = nodes + (uint32_t)p->words * at;
        const uint32_t feature = (uint32_t)node[0] & p->field;
        const uint32_t listed = (p->words == 3) ? ((uint32_t)node[0] >> 8) : node[1];
        const uint16_t *children = node + (p->words - 2);
        const float threshold = thresholds[(p->direct != 0) ? at : listed];
        const int32_t mode = ((node[0] & p->missing) != 0u) ? (p->mode + 8) : p->mode;
        at = edgec_tree_test(mode, x[feature], threshold) ? children[0] : children[1];
    }
    return 65535u - at;
}

/* Where the entries of the leaves before this one end. */
static inline uint32_t edgec_tree_small_end(const edgec_tree_small_params *p, const uint16_t *ends, uint32_t leaves)
{
    if (p->each != 0) {
        return (uint32_t)p->each * leaves;
    }
    return (leaves > 0u) ? ends[leaves - 1u] : 0u;
}

static inline void edgec_tree_add(int32_t aggregate, float *y, float weight)
{
    switch (aggregate) {
    case EDGEC_TREE_MIN:
        *y = (weight < *y) ? weight : *y;
        break;
    case EDGEC_TREE_MAX:
        *y = (weight > *y) ? weight : *y;
        break;
    default:
        *y += weight;
        break;
    }
}

static inline void edgec_tree_begin(int32_t aggregate, int32_t targets, float *y)
{
    int32_t k;
    for (k = 0; k < targets; k++) {
        y[k] = (aggregate == EDGEC_TREE_MIN) ? INFINITY : ((aggregate == EDGEC_TREE_MAX) ? -INFINITY : 0.0f);
    }
}

static inline void edgec_tree_end(int32_t aggregate, int32_t trees, int32_t targets, const float *base, float *y)
{
    int32_t k;
    for (k = 0; k < targets; k++) {
        const float value = (fabsf(y[k]) < INFINITY) ? y[k] : 0.0f; /* no leaf wrote it */
        y[k] = base[k] + ((aggregate == EDGEC_TREE_AVERAGE) ? value / (float)trees : value);
    }
}

static inline void edgec_tree_f32_plain(const edgec_tree_params *p, const float *x, const int32_t *nodes,
                                        const float *thresholds, const int32_t *roots, const int32_t *ends,
                                        const int32_t *targets, const float *weights, const float *base, float *y)
{
    int32_t n, t, k;
    for (n = 0; n < p->rows; n++) {
        edgec_tree_begin(p->aggregate, p->targets, y);
        for (t = 0; t < p->trees; t++) {
            const int32_t leaf = edgec_tree_leaf(x, nodes, thresholds, roots[t]);
            for (k = (leaf > 0) ? ends[leaf - 1] : 0; k < ends[leaf]; k++) {
                edgec_tree_add(p->aggregate, y + targets[k], weights[k]);
            }
        }
        edgec_tree_end(p->aggregate, p->trees, p->targets, base, y);
        x += p->features;
        y += p->targets;
    }
}

static inline void edgec_tree_small_f32_plain(const edgec_tree_small_params *p, const float *x, const uint16_t *nodes,
                                              const float *thresholds, const uint16_t *roots, const uint16_t *ends,
                                              const uint8_t *targets, const float *weights, const float *base, float *y)
{
    int32_t n, t;
    uint32_t k;
    for (n = 0; n < p->rows; n++) {
        edgec_tree_begin(p->aggregate, p->targets, y);
        for (t = 0; t < p->trees; t++) {
            const uint32_t leaf = edgec_tree_small_leaf(p, x, nodes, thresholds, roots[t]);
            const uint32_t end = edgec_tree_small_end(p, ends, leaf + 1u);
            for (k = edgec_tree_small_end(p, ends, leaf); k < end; k++) {
                edgec_tree_add(p->aggregate, y + ((p->targets > 1) ? targets[k] : 0u), weights[k]);
            }
        }
        edgec_tree_end(p->aggregate, p->trees, p->targets, base, y);
        x += p->features;
        y += p->targets;
    }
}

#endif
