"""skl2onnx's export with its defaults, ZipMap included."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import onnx
from onnx import helper

from edgec.converter.graph.ir import Array

ML_OPSET = 3  # IsolationForest and others refuse what is newer


def exported(model: Any, sample: Array, options: Mapping[str, Any] | None = None) -> onnx.ModelProto:
    """The model for inputs like ``sample`` [1, features], with ``options`` of its last estimator."""
    from skl2onnx import to_onnx

    make = helper.make_attribute

    def counted(key: str, value: Any, *args: Any, **named: Any) -> onnx.AttributeProto:
        """Truth values in lists of numbers (histogram gradient boosting), which protobuf 7 refuses, as numbers."""
        return make(key, [int(v) if isinstance(v, bool) else v for v in value] if isinstance(value, list) else value,
                    *args, **named)  # fmt: skip

    last = model.steps[-1][1] if hasattr(model, "steps") else model
    opsets = {"": 18, "ai.onnx.ml": ML_OPSET} if "IsolationForest" in str(model) else None
    with patch.object(helper, "make_attribute", counted), warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # of attributes of scikit-learn that skl2onnx reads
        return to_onnx(model, sample, options={id(last): dict(options)} if options else None, target_opset=opsets)
