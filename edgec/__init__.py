"""edgec: ONNX models to small, allocation-free C for microcontrollers.

    from edgec import ConvertOptions, convert

    done = convert(Path("model.onnx"), ConvertOptions(target="cortex-m4", calibration="calibration.npz"), Path("out"))
    print(done.text)

``edgec.verify.verify`` runs what was made.  Every error is a subclass of ``EdgecError``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgec.converter.errors import EdgecError
    from edgec.pipeline import Converted, ConvertOptions, convert

__version__ = "0.1.0"
__all__ = ["ConvertOptions", "Converted", "EdgecError", "__version__", "convert"]

_HOME = {"EdgecError": "edgec.converter.errors"}  # everything else: edgec.pipeline


def __getattr__(name: str) -> object:
    """Import on first use, so that ``edgec --help`` stays fast."""
    if name not in __all__:
        raise AttributeError(f"module 'edgec' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_HOME.get(name, "edgec.pipeline")), name)
