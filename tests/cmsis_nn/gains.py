"""Layers of a grid whose factors are 1 and more, of values so small that their outputs do not saturate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Misfit
from edgec.converter.graph.ir import Quant, constant
from tests.kernels.layers import Made, expected_of, made_of

REACH = 20  # of biases


def of_gain(kernel: Kernel) -> Iterator[Made]:
    """Every layer of a kernel's grid, its channels with factors of about 1 to 8."""
    for made in made_of(kernel):
        view, rng = made.trial.view, np.random.default_rng(made.index)
        x, w, b = view.x(0), view.x(1), view.x(2)
        assert x.quant is not None and w.quant is not None and b.quant is not None and view.y.quant is not None
        values = np.clip(x.quant.z + rng.integers(-1, 2, x.shape), -128, 127).astype(np.int8)
        weights = rng.integers(-1, 2, w.shape).astype(np.int8)
        biases = rng.integers(-REACH, REACH, b.shape).astype(np.int32)
        out = Quant.per_tensor(x.quant.s * min(w.quant.scale) * 0.8, view.y.quant.z)
        ins = (x, constant("w", weights, w.quant, w.dtype), constant("b", biases, b.quant))
        view = replace(view, ins=ins, outs=(replace(view.y, quant=out),))
        bound = kernel.calls(view)
        assert not isinstance(bound, Misfit)
        trial = replace(made.trial, view=view, call=bound[0], more=bound[1:], inputs=(values,))
        yield replace(made, trial=trial, expected=tuple(expected_of(view, [values, weights, biases])))
