"""edgec: ONNX models to small, allocation-free C for microcontrollers.

    from edgec import ConvertOptions, convert

    done = convert(Path("model.onnx"), ConvertOptions(target="cortex-m4", calibration="calibration.npz"), Path("out"))
    print(done.text)

``edgec.commands.verify.verify`` runs what was made.  Every error is a subclass of ``EdgecError``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edgec.version import __version__

if TYPE_CHECKING:
    from edgec.converter.graph.errors import EdgecError
    from edgec.pipeline import Converted, ConvertOptions, convert

__all__ = ["ConvertOptions", "Converted", "EdgecError", "__version__", "convert"]

_HOME = {"EdgecError": "edgec.converter.graph.errors"}  # everything else: edgec.pipeline


def __getattr__(name: str) -> object:
    """Import on first use, so that ``edgec --help`` stays fast."""
    if name not in __all__:
        raise AttributeError(f"module 'edgec' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_HOME.get(name, "edgec.pipeline")), name)
