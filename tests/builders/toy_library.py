"""A library of kernels that edgec does not know: a folder with C and a binding, and the TOML file of a target."""

from __future__ import annotations

from pathlib import Path

INIT = '''\
"""A toy: tables of int8 values on cores with the DSP extension."""

from dataclasses import dataclass
from pathlib import Path

from edgec.codegen.kernels.common import I8, const, int_call, operand, output, quantized
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel, Library
from edgec.codegen.kernels.params import Int32, Record
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.ops.elementwise import UnaryAttrs, UnaryFn, unary_table

LIBRARY = Library("toy", Path(__file__).parent, frozenset({"dsp"}), portable=False)


@dataclass(frozen=True)
class TableToy(Record, ctype="edgec_table_s8_toy_params"):
    n: Int32


def bind(view: NodeView) -> Bound:
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    table = const("table", "int8_t", unary_table(view.attrs(UnaryAttrs), int_call(view)))
    args = (operand(view, 0), table, output(view))
    return (Call("edgec_table_s8_toy", "edgec_table_s8_toy.h", TableToy(view.y.size), args, inplace=(0,), why="a toy"),)


def work(view: NodeView, call: Call) -> Counts:
    return ("call", 1), ("element", view.y.size)


GRID = tuple(GridLayer(UnaryAttrs(UnaryFn.TANH), ((1, n),)) for n in (1000, 4000))
KERNELS = (Kernel(LIBRARY, "table_s8", "Unary", I8, bind, work, grid=GRID),)
'''
HEADER = """\
#ifndef EDGEC_TABLE_S8_TOY_H
#define EDGEC_TABLE_S8_TOY_H

#include "edgec_base.h"

#if !defined(__thumb__)
#error "written for Thumb"
#endif

typedef struct {
    int32_t n;
} edgec_table_s8_toy_params;

static inline void edgec_table_s8_toy(
    const edgec_table_s8_toy_params *p, const int8_t *x, const int8_t *table, int8_t *y)
{
    const int8_t *const middle = table + 128;
    int32_t i, k;
    for (i = 0; i + 16 <= p->n; i += 16) {
        __asm__ volatile("" : "+r"(y));
        for (k = 0; k < 16; k++) {
            y[i + k] = middle[x[i + k]];
        }
    }
    for (; i < p->n; i++) {
        y[i] = middle[x[i]];
    }
}

#endif
"""
TARGET = """\
inherits = "cortex-m4"
description = "a core with a toy"
libraries = ["toy"]

[rates.terms.toy]
table_s8 = {{ call = 30.0, element = {element} }}
"""


VENDOR = """\
#include "vendor.h"

void vendor_table(const int8_t *x, const int8_t *table, int8_t *y, int32_t n)
{
    int32_t i;
    for (i = 0; i < n; i += VENDOR_STEP) {
        y[i] = table[128 + x[i]];
    }
}
"""
VENDOR_HEADER = """\
#ifndef VENDOR_H
#define VENDOR_H
#include <stdint.h>
void vendor_table(const int8_t *x, const int8_t *table, int8_t *y, int32_t n);
#endif
"""
CALLING = """\
#ifndef EDGEC_TABLE_S8_TOY_H
#define EDGEC_TABLE_S8_TOY_H

#include "edgec_base.h"

#include <vendor.h>

typedef struct {
    int32_t n;
} edgec_table_s8_toy_params;

static inline void edgec_table_s8_toy(
    const edgec_table_s8_toy_params *p, const int8_t *x, const int8_t *table, int8_t *y)
{
    vendor_table(x, table, y, p->n);
}

#endif
"""


def write_vendor_toy(folder: Path, asked: bool = False) -> Path:
    """The library as one that calls sources of another vendor, in ``folder/vendor``; the target's path.

    ``asked``: it is taken only where vendors' kernels are asked for.
    """
    target = write_toy(folder, 1.0)
    source, include = folder / "vendor" / "src", folder / "vendor" / "include"
    for path in (source, include):
        path.mkdir(parents=True)
    (source / "vendor.c").write_text(VENDOR)
    (include / "vendor.h").write_text(VENDOR_HEADER)
    lies = 'Path(__file__).parent.parent / "vendor"'
    external = f'Vendor("TOY_DIR", {lies}, ("src/vendor.c",), ("include",), ("VENDOR_STEP=1",))'
    init = INIT.replace("portable=False", f"vendor={external}, asked={asked}").replace(
        "Counts, GridLayer", "Counts, Vendor, GridLayer"
    )
    (folder / "toy" / "__init__.py").write_text(init)
    (folder / "toy" / "edgec_table_s8_toy.h").write_text(CALLING)
    return target


def write_toy(folder: Path, element: float = 3.2) -> Path:
    """The library in ``folder/toy`` and a target that names it, whose path is returned.

    ``element``: instructions that the target says a value takes.
    """
    (folder / "toy").mkdir()
    (folder / "toy" / "__init__.py").write_text(INIT)
    (folder / "toy" / "edgec_table_s8_toy.h").write_text(HEADER)
    target = folder / "toycore.toml"
    target.write_text(TARGET.format(element=element))
    return target
