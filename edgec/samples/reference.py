"""ONNX Runtime on the source model: the float reference that accuracy is measured against."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType
from edgec.converter.onnx.ports import SourcePort, plain_model
from edgec.samples.trial import fatal_signal

# else layers whose weights alone are quantized would quantize their inputs too, which the model does not say
AS_WRITTEN = ("session.disable_quant_qdq", "1")


NOT_INSTALLED = "it is not installed; 'pip install onnxruntime' where it has a wheel for this platform"


def installed() -> bool:
    """Return whether ONNX Runtime can be imported."""
    return importlib.util.find_spec("onnxruntime") is not None


@dataclass(frozen=True)
class NoReference:
    """Ports of a source model that is not run; ``missing`` says why, as in ``Reference``.

    ``remedy``: what the user can do about it.
    """

    inputs: tuple[SourcePort, ...]
    outputs: tuple[SourcePort, ...]
    missing: str
    remedy: str = "; name the model with --model"

    @property
    def note(self) -> str:
        """The note to the user about the missing comparison."""
        return f"not compared with ONNX Runtime: {self.missing}{self.remedy}"


class Reference:
    """A session of ONNX Runtime on the CPU.

    ``inputs`` and ``outputs`` are those of the source model.  ``missing`` says why there is no session: ONNX Runtime
    is not installed (it has no wheel for some platforms), lacks an operator for the model's types (bfloat16, float8
    and int4 mostly), or crashes on it; the model may be run all the same.
    """

    def __init__(self, model: Path) -> None:
        """Load a model.

        Raises:
            UsageError: ONNX Runtime does not load it, though it has all of its operators.
            InvalidModel: it is no model.
        """
        source = plain_model(model.read_bytes())
        self.inputs: tuple[SourcePort, ...] = source.inputs
        self.outputs: tuple[SourcePort, ...] = source.outputs
        self.missing = "" if installed() else NOT_INSTALLED
        if self.missing:
            return
        import onnxruntime as ort
        from onnxruntime.capi.onnxruntime_pybind11_state import NotImplemented as LacksOperator

        settings = ort.SessionOptions()
        settings.log_severity_level = 4
        settings.intra_op_num_threads = 1
        settings.add_session_config_entry(*AS_WRITTEN)
        plain = all(port.plain for port in (*self.inputs, *self.outputs))
        try:
            content = str(model) if plain else source.content

            def opened() -> Any:
                return ort.InferenceSession(content, settings, providers=["CPUExecutionProvider"])

            ended = fatal_signal(lambda: _run_on_zeros(opened(), self.inputs))
            if ended:
                self.missing = f"it ends with {ended}"
                return
            self._session: Any = opened()
        except LacksOperator as e:
            self.missing = printable(str(e), 200)
        except Exception as e:  # the errors of onnxruntime have no other common base
            raise UsageError(
                f"{model}: ONNX Runtime does not load the model ({printable(str(e), 200)}){_remedy(self.inputs)}"
            ) from e

    @property
    def note(self) -> str:
        """The note to the user where there is no session."""
        return f"ONNX Runtime does not run the model ({self.missing}): the simulator alone is compared with"

    def run(
        self, inputs: Sequence[Array], count: int, fed: Sequence[tuple[int, int]] = (), first: int = 0
    ) -> list[Array]:
        """All samples one by one.

        Args:
            inputs: ``[N, *shape of input i]`` for each input.
            count: N, also of a model without inputs.
            fed: positions of inputs and of the outputs that are fed back to them.
            first: number of the sample behind which they are.

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
            if k > first:
                feed |= {names[i]: collected[-1][o] for i, o in fed}
            try:
                collected.append([np.asarray(y) for y in self._session.run(None, feed)])
            except Exception as e:  # as above
                raise UsageError(f"ONNX Runtime cannot run the model ({printable(str(e), 200)})") from e
        return [np.stack(ys) for ys in zip(*collected, strict=True)]


def _run_on_zeros(session: Any, inputs: Sequence[SourcePort]) -> None:
    """One run on zeros; axes of unknown length get one element."""
    feed = {}
    for there, port in zip(session.get_inputs(), inputs, strict=True):
        shape = [axis if isinstance(axis, int) else 1 for axis in there.shape]
        feed[there.name] = np.zeros(shape, port.dtype.numpy)
    session.run(None, feed)


def _remedy(inputs: Sequence[SourcePort]) -> str:
    """Return the remedy for a file that mixes float32 and float64, which ONNX Runtime refuses; "" for others."""
    if not any(port.dtype is DType.F64 for port in inputs):
        return ""
    return "; its input is float64: export it with a float32 sample (to_onnx(model, X[:1].astype(numpy.float32)))"
