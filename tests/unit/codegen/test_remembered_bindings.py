"""Bindings that searches ask for again are remembered, and never taken for others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.kernel_bench import weighted
from edgec.codegen.choose import bindings
from edgec.codegen.choose.bindings import RememberedCalls
from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Bound, NodeView
from edgec.converter.ops.conv import ConvAttrs


@pytest.fixture
def view() -> NodeView:
    """A pointwise convolution."""
    return weighted("Conv", ConvAttrs(), (1, 4, 4, 8), (8, 1, 1, 8), np.random.default_rng(0))


@pytest.fixture
def counted() -> tuple[Kernel, list[NodeView]]:
    """A kernel, and the views that it was asked for."""
    asked: list[NodeView] = []
    kernel = next(k for k in kernels() if k.name == "plain/conv2d_s8")

    def bind(view: NodeView) -> Bound:
        asked.append(view)
        return kernel.bind(view)

    return replace(kernel, bind=bind), asked


def test_views_of_the_same_tensors_are_bound_once(view: NodeView, counted: tuple[Kernel, list[NodeView]]) -> None:
    """Another view of the tensors has the calls of the first; one of other tensors or another wish has its own."""
    kernel, asked = counted
    known = RememberedCalls()
    first = known.calls(kernel, view)
    assert known.calls(kernel, replace(view)) is first
    assert len(asked) == 1
    known.calls(kernel, replace(view, frugal=True))
    known.calls(kernel, replace(view, outs=(replace(view.y),)))
    known.calls(replace(kernel), view)
    assert len(asked) == 4


def test_large_ones_are_not_kept(
    view: NodeView, counted: tuple[Kernel, list[NodeView]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Constants above the limit for a node, and the oldest ones above the limit for all."""
    kernel, asked = counted
    monkeypatch.setattr(bindings, "MAX_BOUND_BYTES", 10)
    known = RememberedCalls()
    known.calls(kernel, view)
    known.calls(kernel, view)
    assert len(asked) == 2
    monkeypatch.undo()
    monkeypatch.setattr(bindings, "MAX_BOUND", 1)
    other = replace(view, frugal=True)
    for asked_for in (view, other, other, view):
        known.calls(kernel, asked_for)
    assert asked[2:] == [view, other, view]
