"""emx-onnx-cgen, when it is installed, on the same model files, compiled and counted as our code is."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from edgec.converter.graph.errors import EdgecError
from edgec.targets.machine.bench import BenchModel, Port, count_instructions
from edgec.targets.reader import load_target

TOOL = "emx-onnx-cgen"
_HEADER = """\
#ifndef PEER_H
#define PEER_H
#include <stddef.h>
#define PEER_ARENA_SIZE 0u
#define PEER_ARENA_ALIGN 16u
#define PEER_INPUT0_SIZE {inputs}u
#define PEER_OUTPUT0_SIZE {outputs}u
typedef struct {{ void *arena; }} peer_t;
int peer_init(peer_t *m, void *arena, size_t bytes);
int peer_run(peer_t *m, const float *in0, float *out0);
#endif
"""
_CODE = """\
#include "peer.h"
#include "generated.inc"
int peer_init(peer_t *m, void *arena, size_t bytes) {{ m->arena = arena; return bytes != 0u; }}
int peer_run(peer_t *m, const float *in0, float *out0)
{{
    generated((const void *)in0, (void *)out0);
    return m == NULL;
}}
"""


def find() -> str | None:
    """Path of the tool: beside this Python, or on PATH."""
    beside = Path(sys.executable).with_name(TOOL)
    return str(beside) if beside.is_file() else shutil.which(TOOL)


def instructions(tool: str, model: Path, inputs: int, outputs: int, target: str = "cortex-m4") -> int | None:
    """Instructions of one inference on zeros; None when the tool or its code fails.

    ``inputs`` and ``outputs`` are the numbers of floats of the one input and the one output.
    """
    with tempfile.TemporaryDirectory() as temp:
        folder = Path(temp)
        command = [tool, "compile", "--model-name", "generated", "--large-weight-threshold", "0"]
        done = subprocess.run(
            [*command, str(model), str(folder / "generated.c")], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            return None
        (folder / "generated.c").rename(folder / "generated.inc")
        (folder / "peer.h").write_text(_HEADER.format(inputs=inputs, outputs=outputs), encoding="ascii")
        (folder / "peer.c").write_text(_CODE.format(), encoding="ascii")
        (folder / "peer_weights.c").write_text("extern int peer_has_no_weights_of_its_own;\n", encoding="ascii")
        bench = BenchModel("peer", (Port("float", 4 * inputs),), (Port("float", 4 * outputs),), 0)
        try:
            return count_instructions(folder, bench, load_target(target), [np.zeros((1, inputs), np.float32)])[0]
        except EdgecError:
            return None
