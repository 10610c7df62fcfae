/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Activations of recurrent layers. */
#ifndef EDGEC_GATES_H
#define EDGEC_GATES_H

#include "edgec_float.h"

enum {
    EDGEC_GATE_SIGMOID,
    EDGEC_GATE_TANH,
    EDGEC_GATE_RELU,
    EDGEC_GATE_AFFINE,
    EDGEC_GATE_LEAKY_RELU,
    EDGEC_GATE_THRESHOLDED_RELU,
    EDGEC_GATE_SCALED_TANH,
    EDGEC_GATE_HARD_SIGMOID,
    EDGEC_GATE_ELU,
    EDGEC_GATE_SOFTSIGN,
    EDGEC_GATE_SOFTPLUS
};

/* A function with its parameters; its argument is first clamped to [-clip, clip]. */
typedef struct {
    int32_t fn;
    float alpha, beta;
} edgec_gate;

EDGEC_LAYER_PART float edgec_gate_f32(const edgec_gate *g, float clip, float v)
{
    const float x = edgec_clamp_f32(v, -clip, clip);
    switch (g->fn) {
    case EDGEC_GATE_SIGMOID:
        return 1.0f / (1.0f + expf(-x));
    case EDGEC_GATE_TANH:
        return tanhf(x);
    case EDGEC_GATE_RELU:
        return (x > 0.0f) ? x : 0.0f;
    case EDGEC_GATE_AFFINE:
        return g->alpha * x + g->beta;
    case EDGEC_GATE_LEAKY_RELU:
        return (x < 0.0f) ? g->alpha * x : x;
    case EDGEC_GATE_THRESHOLDED_RELU:
        return (x > g->alpha) ? x : 0.0f;
    case EDGEC_GATE_SCALED_TANH:
        return g->alpha * tanhf(g->beta * x);
    case EDGEC_GATE_HARD_SIGMOID:
        return edgec_clamp_f32(g->alpha * x + g->beta, 0.0f, 1.0f);
    case EDGEC_GATE_ELU:
        return (x < 0.0f) ? g->alpha * expm1f(x) : x;
    case EDGEC_GATE_SOFTSIGN:
        return x / (1.0f + fabsf(x));
    default:
        return ((x > 0.0f) ? x : 0.0f) + log1pf(expf(-fabsf(x)));
    }
}

#endif
