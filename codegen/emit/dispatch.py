"""One model for several processors in one folder: the C of each beside a file that chooses when it is initialized.

Each variant is generated for a target of its own, with a prefix of its own.  Its files lie among the kernels and are
compiled for its instructions alone, whatever the options of the build; the constants of all are in one file.  Blocks
that models share would be one for all variants, so each has its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from edgec.codegen.emit.conversion import conversion_of, stamped
from edgec.codegen.emit.environment import render
from edgec.codegen.emit.runtime import runtime_files
from edgec.codegen.emit.variant import HWCAPS, Variant
from edgec.codegen.emit.view import ModelView, model_view, ready_word
from edgec.codegen.plan.plan import Plan
from edgec.targets.machine.compile import KERNEL_FOLDER


def dispatched(prefix: str, variants: Sequence[Variant]) -> tuple[Plan, tuple[tuple[str, bytes], ...]]:
    """The folder that holds all variants: the plan of the first, with the largest arena, and its files by path.

    Args:
        prefix: the C prefix of the whole.
        variants: those with fewest features first; one arena each, the same inputs and outputs.
    """
    first = variants[0].plan
    assert all(len(v.plan.arenas) == 1 for v in variants), "several memories"
    size = max(v.plan.arenas[0].size for v in variants)
    align = max(v.plan.arena_align for v in variants)
    plan = replace(
        first,
        identity=replace(first.identity, prefix=prefix),
        arenas=(replace(first.arenas[0], size=size),),
        arena_align=align,
    )
    uses_math = any("#include <math.h>" in f.text for v in variants for f in runtime_files(v.plan.headers))
    view = _view(plan, variants, uses_math)
    words = [(f"{v.prefix.upper()}_CONVERSION", conversion_of(_text(v, f"{v.prefix}.h"))) for v in variants]
    texts = {
        f"{prefix}.h": render("model.h.j2", m=view),
        f"{prefix}.c": render("dispatch.c.j2", m=view, hwcaps=HWCAPS, conversions=words),
        f"{prefix}_weights.c": render("dispatch_weights.c.j2", m=view, texts=list(map(_weights, variants))),
    }
    files = {path: text.encode("ascii") for path, text in stamped(texts).items()}
    for variant in variants:
        files |= _kernels(variant)
    sources = tuple(f"{KERNEL_FOLDER}/{v.prefix}.c" for v in variants)
    files["CMakeLists.txt"] = render("CMakeLists.txt.j2", m=replace(view, sources=sources)).encode("ascii")
    return plan, tuple((path, files[path]) for path in sorted(files))


def _view(plan: Plan, variants: Sequence[Variant], uses_math: bool) -> ModelView:
    """Describe the whole for the templates; its banner tells of all variants."""
    targets = replace(plan, identity=replace(plan.identity, target=", ".join(v.target for v in variants)))
    view = model_view(targets, ready_word(plan.identity), uses_math)
    constants = sum(v.plan.weight_bytes + v.plan.table_bytes for v in variants)
    flash = f"flash   {constants} bytes of weights and tables, those of all variants, and code (see report.json)"
    banner = tuple(flash if line.startswith("flash ") else line for line in view.banner)
    return replace(view, banner=banner, variants=tuple(variants))


def _text(variant: Variant, path: str) -> str:
    return dict(variant.files)[path].decode("ascii")


def _weights(variant: Variant) -> str:
    """The constants of a variant, to be read from the folder above its own."""
    text = _text(variant, f"{variant.prefix}_weights.c")
    own = f'#include "{variant.prefix}_weights.h"'
    assert own in text
    return text.replace(own, f'#include "{KERNEL_FOLDER}/{variant.prefix}_weights.h"')


def _kernels(variant: Variant) -> dict[str, bytes]:
    """Return the files that a variant adds to the folder of kernels: their headers, its own, and its C file."""
    kernel_names: dict[str, bytes] = {}
    for path, content in variant.files:
        if path.startswith(f"{KERNEL_FOLDER}/") and path.endswith(".h"):
            kernel_names[path] = content
        elif path in (f"{variant.prefix}.h", f"{variant.prefix}_weights.h"):
            kernel_names[f"{KERNEL_FOLDER}/{path}"] = content
        elif path == f"{variant.prefix}.c":
            text = content.decode("ascii").replace(f'#include "{KERNEL_FOLDER}/', '#include "')
            kernel_names[f"{KERNEL_FOLDER}/{path}"] = render("variant.c.j2", v=variant, text=text).encode("ascii")
    return kernel_names
