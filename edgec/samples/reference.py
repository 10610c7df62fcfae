"""ONNX Runtime on the source model: the float reference that accuracy is measured against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Array, DType
from edgec.converter.onnx.ports import SourcePort, plain_model

# else layers whose weights alone are quantized would quantize their inputs too, which the model does not say
AS_WRITTEN = ("session.disable_quant_qdq", "1")


@dataclass(frozen=True)
class NoReference:
    """What is known of a source model that is not there: ``missing`` says why, as in ``Reference``."""

    inputs: tuple[SourcePort, ...]
    outputs: tuple[SourcePort, ...]
    missing: str

    @property
    def told(self) -> str:
        """What the user is told."""
        return f"not compared with ONNX Runtime: {self.missing}; name the model with --model"


class Reference:
    """A session of ONNX Runtime on the CPU.

    ``inputs`` and ``outputs`` are those of the source model.  ``missing`` says why there is no session: ONNX Runtime
    lacks an operator for the model's types (bfloat16, float8 and int4 mostly); the model may be run all the same.
    """

    def __init__(self, model: Path) -> None:
        """Load a model.

        Raises:
            UsageError: ONNX Runtime does not load it, though it has all of its operators.
            InvalidModel: it is no model.
        """
        import onnxruntime as ort
        from onnxruntime.capi.onnxruntime_pybind11_state import NotImplemented as LacksOperator

        settings = ort.SessionOptions()
        settings.log_severity_level = 4
        settings.intra_op_num_threads = 1
        settings.add_session_config_entry(*AS_WRITTEN)
        source = plain_model(model.read_bytes())
        self.inputs: tuple[SourcePort, ...] = source.inputs
        self.outputs: tuple[SourcePort, ...] = source.outputs
        self.missing = ""
        plain = all(port.plain for port in (*self.inputs, *self.outputs))
        try:
            content = str(model) if plain else source.content
            self._session: Any = ort.InferenceSession(content, settings, providers=["CPUExecutionProvider"])
        except LacksOperator as e:
            self.missing = printable(str(e), 200)
        except Exception as e:  # the errors of onnxruntime have no other common base
            raise UsageError(
                f"{model}: ONNX Runtime does not load the model ({printable(str(e), 200)}){_remedy(self.inputs)}"
            ) from e

    @property
    def told(self) -> str:
        """What the user is told where there is no session."""
        return f"ONNX Runtime does not run the model ({self.missing}): the simulator alone is compared with"

    def run(self, inputs: Sequence[Array], count: int) -> list[Array]:
        """All samples one by one.

        Args:
            inputs: ``[N, *shape of input i]`` for each input.
            count: N, also of a model without inputs.

        Returns:
            ``[N, *shape]`` per output.

        Raises:
            UsageError: ONNX Runtime fails on a sample.
        """
        assert not self.missing, "there is no session"
        names = [i.name for i in self._session.get_inputs()]
        collected: list[list[Array]] = []
        for k in range(count):
            feed: dict[str, Any] = {name: np.asarray(x[k]) for name, x in zip(names, inputs, strict=True)}  # rank 0 too
            try:
                collected.append([np.asarray(y) for y in self._session.run(None, feed)])
            except Exception as e:  # as above
                raise UsageError(f"ONNX Runtime cannot run the model ({printable(str(e), 200)})") from e
        return [np.stack(ys) for ys in zip(*collected, strict=True)]


def _remedy(inputs: Sequence[SourcePort]) -> str:
    """What helps where a converter mixed the two sizes of real numbers, which ONNX Runtime refuses."""
    if not any(port.dtype is DType.F64 for port in inputs):
        return ""
    return "; its input is float64: export it with a float32 sample (to_onnx(model, X[:1].astype(numpy.float32)))"
