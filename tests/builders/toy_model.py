"""A tiny generated folder, written by hand, that keeps the C API of edgec: what the bench and size tests run on."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from edgec.converter.graph.ir import Array
from edgec.targets.machine.bench import BenchModel, Port

TOY = BenchModel("toy", (Port("int8_t", 5), Port("float", 8)), (Port("int32_t", 12), Port("float", 8)), 32, 16)
WEIGHTS = np.arange(-7, 8).reshape(3, 5).astype(np.int8)

HEADER = """\
#ifndef TOY_H
#define TOY_H
#include <stddef.h>
#include <stdint.h>
#define TOY_ARENA_SIZE 32u
#define TOY_ARENA_ALIGN 16u
#define TOY_INPUT0_SIZE 5u
#define TOY_INPUT1_SIZE 2u
#define TOY_OUTPUT0_SIZE 3u
#define TOY_OUTPUT1_SIZE 2u
typedef struct { void *arena; } toy_t;
int toy_init(toy_t *m, void *arena, size_t bytes);
int toy_run(toy_t *m, const int8_t *in0, const float *in1, int32_t *out0, float *out1);
void toy_unused(void);
#endif
"""

WEIGHTS_H = "#include <stdint.h>\nextern const int8_t toy_w_dense[15];\nextern const int8_t toy_table_square[16];\n"

WEIGHTS_C = (
    '#include "toy_weights.h"\n'
    f"const int8_t toy_w_dense[15] = {{{', '.join(str(v) for v in WEIGHTS.reshape(-1))}}};\n"
    f"const int8_t toy_table_square[16] = {{{', '.join(str(min(i * i, 127)) for i in range(16))}}};\n"
)

CODE = """\
#include "toy.h"
#include "toy_weights.h"
#include <math.h>
#include <string.h>

__attribute__((noinline)) static int32_t dot(const int8_t *a, const int8_t *b, int n)
{
    int32_t acc = 0;
    int i;
    for (i = 0; i < n; i++) {
        acc += a[i] * b[i];
    }
    return acc;
}

void toy_unused(void)
{
    static volatile int32_t unused;
    unused = unused + 1;
}

int toy_init(toy_t *m, void *arena, size_t bytes)
{
    if (m == NULL || arena == NULL) {
        return 1;
    }
    if (bytes < TOY_ARENA_SIZE) {
        return 2;
    }
    if (((uintptr_t)arena & (TOY_ARENA_ALIGN - 1u)) != 0u) {
        return 3;
    }
    m->arena = arena;
    return 0;
}

int toy_run(toy_t *m, const int8_t *in0, const float *in1, int32_t *out0, float *out1)
{
    int32_t *scratch = (int32_t *)m->arena;
    int i;
    for (i = 0; i < 3; i++) {
        scratch[i] = dot(in0, &toy_w_dense[5 * i], 5) + toy_table_square[in0[0] & 15];
    }
    memcpy(out0, scratch, 12u);
    out1[0] = in1[0] + in1[1];
    out1[1] = sqrtf(in1[1]);
    /*FAULT*/
    return 0;
}
"""


def write_toy(folder: Path, fault: str = "") -> Path:
    """Write the folder; ``fault`` is C put at the end of ``toy_run``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "toy.h").write_text(HEADER)
    (folder / "toy_weights.h").write_text(WEIGHTS_H)
    (folder / "toy_weights.c").write_text(WEIGHTS_C)
    (folder / "toy.c").write_text(CODE.replace("/*FAULT*/", fault))
    return folder


def toy_inputs(n: int = 7) -> list[Array]:
    rng = np.random.default_rng(1)
    return [rng.integers(-128, 128, (n, 5)).astype(np.int8), rng.random((n, 1, 2)).astype(np.float32)]


def toy_reference(inputs: list[Array]) -> list[Array]:
    x, f = inputs[0].astype(np.int32), inputs[1].reshape(-1, 2)
    table = np.minimum(np.arange(16) ** 2, 127).astype(np.int32)
    out0 = x @ WEIGHTS.T.astype(np.int32) + table[x[:, :1] & 15]
    return [out0, np.stack([f[:, 0] + f[:, 1], np.sqrt(f[:, 1])], axis=1)]
