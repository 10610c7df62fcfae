"""Run on this computer: a folder's C, with plain kernels where only the target has others; and its header.

All kernels of a layer give the same bytes by definition, float ones within their rounding, so a library of vector
instructions needs no second form for the host.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from edgec.codegen import GenerateOptions, generate
from edgec.codegen.choose.choice import Selection
from edgec.codegen.plan.pieces import least_budget
from edgec.folder.read import OutputFolder
from edgec.proof.helpers import compare_helpers
from edgec.targets.machine.bench import BenchModel
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target


def host_form(out: OutputFolder, work: Path) -> tuple[Path, BenchModel]:
    """The folder that the host compiles, and what the bench must know of it; made in ``work`` when it is another.

    Raises:
        UnsupportedModel: no plain kernel computes a layer.
    """
    if all(library.portable for library in out.libraries):
        return out.path, out.bench
    r = out.report
    settings = GenerateOptions(
        r.prefix, load_target("host"), r.scheme, r.model.name, r.model.sha256, r.edgec, selection=Selection(plain=True),
        slices=r.slices.budget if r.slices is not None else 0,
    )  # fmt: skip
    made = generate(out.graph, settings)
    least = least_budget(made.plan.pieces) if r.slices is not None else 0
    for path, content in made.files:
        (work / path).parent.mkdir(parents=True, exist_ok=True)
        (work / path).write_bytes(content)
    return work, replace(out.model, arena_bytes=made.plan.arena_size, arenas=(), slices=least)


def header_mismatches(out: OutputFolder) -> tuple[str, ...]:
    """Return where the header's macros and float helpers differ from the graph; empty without a compiler here."""
    if not available(load_target("host")):
        return ()
    header = compare_helpers(out)
    return () if header.proven else (f"{header.where}: {header.detail}; convert the model again",)
