"""Proof of the interface of a folder: the arguments that it refuses, and the header's macros and helpers."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

from edgec.proof.arguments import compare_arguments
from edgec.proof.findings import Proof
from edgec.proof.helpers import compare_helpers
from edgec.proof.image import Image
from edgec.proof.subject import Subject


def prove_interface(out: Subject, image: Image | None) -> tuple[Proof, ...]:
    """Compare calls and header with what they promise; calls need an image of the code.

    Raises:
        ToolchainMissing: this computer has no compiler.
    """
    start = process_time()
    checks = () if image is None else (compare_arguments(out, image),)
    middle = process_time()
    header = compare_helpers(out)
    end = process_time()
    return (*(replace(c, seconds=middle - start) for c in checks), replace(header, seconds=end - middle))
