"""edgec: ONNX models to small, allocation-free C for microcontrollers.

    import edgec

    made = edgec.convert("model.onnx", target="cortex-m4", calibration=samples, output="out/model")
    edgec.verify(made, samples).raise_on_mismatch()

A function for each command (``edgec.api``); every error is a subclass of ``EdgecError``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edgec.folder.version import __version__

if TYPE_CHECKING:
    from edgec.api import (
        CheckResult,
        Converted,
        ConvertOptions,
        EdgecError,
        ProfileResult,
        VerifyResult,
        accuracy,
        check,
        convert,
        diff,
        features,
        profile,
        report,
        verify,
    )

__all__ = [
    "CheckResult",
    "ConvertOptions",
    "Converted",
    "EdgecError",
    "ProfileResult",
    "VerifyResult",
    "__version__",
    "accuracy",
    "check",
    "convert",
    "diff",
    "features",
    "profile",
    "report",
    "verify",
]


def __getattr__(name: str) -> object:
    """Import on first use, so that ``edgec --help`` stays fast."""
    if name not in __all__:
        raise AttributeError(f"module 'edgec' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module("edgec.api"), name)
