"""ONNX Runtime on the source model: the float reference that accuracy is measured against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Array, DType

_TYPES: Mapping[str, DType] = {
    "float": DType.F32,
    "double": DType.F64,
    "float16": DType.F16,
    **{d.value: d for d in DType if not d.is_float and d is not DType.I4},
}

# else layers whose weights alone are quantized would quantize their inputs too, which the model does not say
AS_WRITTEN = ("session.disable_quant_qdq", "1")


class Reference:
    """A session of ONNX Runtime on the CPU."""

    def __init__(self, model: Path) -> None:
        """Load a model.

        Raises:
            UsageError: ONNX Runtime does not load it.
        """
        import onnxruntime as ort

        settings = ort.SessionOptions()
        settings.log_severity_level = 4
        settings.intra_op_num_threads = 1
        settings.add_session_config_entry(*AS_WRITTEN)
        try:
            self._session = ort.InferenceSession(str(model), settings, providers=["CPUExecutionProvider"])
        except Exception as e:  # the errors of onnxruntime have no other common base
            raise UsageError(f"{model}: ONNX Runtime does not load the model ({printable(str(e), 200)})") from e
        self.inputs: tuple[tuple[str, DType], ...] = tuple((i.name, _dtype(i.type)) for i in self._session.get_inputs())

    def run(self, inputs: Sequence[Array]) -> list[Array]:
        """All samples one by one; ``inputs[i]`` is ``[N, *shape of input i]``; returns ``[N, *shape]`` per output.

        Raises:
            UsageError: ONNX Runtime fails on a sample.
        """
        names = [name for name, _ in self.inputs]
        collected: list[list[Array]] = []
        for sample in zip(*inputs, strict=True):
            try:
                feed: dict[str, Any] = dict(zip(names, sample, strict=True))
                collected.append([np.asarray(y) for y in self._session.run(None, feed)])
            except Exception as e:  # as above
                raise UsageError(f"ONNX Runtime cannot run the model ({printable(str(e), 200)})") from e
        return [np.stack(ys) for ys in zip(*collected, strict=True)]


def _dtype(name: str) -> DType:
    """The type in ``tensor(float)``.

    Raises:
        UsageError: a type edgec does not have.
    """
    inner = name.removeprefix("tensor(").removesuffix(")")
    if inner not in _TYPES:
        raise UsageError(f"the model has an input of type {printable(name)}, which edgec does not have; use float32")
    return _TYPES[inner]
