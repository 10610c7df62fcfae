"""The rewrites around quantization, in order; the graph is checked after each (``converter.passes.pipeline``)."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.converter.graph.ir import Array, Graph
from edgec.converter.passes.pipeline import Pass, run_default, run_passes
from edgec.quantize.prune.dead_channels import Elimination, eliminate_dead_channels
from edgec.quantize.prune.priced_channels import Prices, decide_by
from edgec.quantize.rewrite.additive_masks import additive_masks
from edgec.quantize.rewrite.channelwise import channelwise_forms
from edgec.quantize.rewrite.equalize import equalize
from edgec.quantize.rewrite.even_inputs import even_inputs
from edgec.quantize.rewrite.forms import integer_forms
from edgec.quantize.rewrite.halves import halved
from edgec.quantize.rewrite.inputs import fold_raw_inputs
from edgec.quantize.rewrite.qdq import strip_qdq

BEFORE_PASSES = (Pass(strip_qdq),)


def simplified(graph: Graph, channels_last_input: bool = False) -> Graph:
    """An imported graph after all passes; quantizations of a quantized model are annotations of float tensors.

    ``channels_last_input`` moves NCHW graph inputs to NHWC.
    """
    return run_default(run_passes(graph, BEFORE_PASSES), channels_last_input)


def prepared(graph: Graph, inputs: Sequence[Array] | None, sizes_only: bool = False) -> Graph:
    """The graph as it is calibrated: operators in integer forms, raw inputs with scales, channels of like ranges.

    ``inputs``: calibration samples, which show channels whose ranges lie far apart; None: there are none.
    ``sizes_only``: channels keep their ranges, of which the size of a model does not depend.
    """

    def forms(graph: Graph) -> Graph:
        return integer_forms(graph, inputs is not None)

    def evened(graph: Graph) -> Graph:
        return graph if inputs is None else even_inputs(graph, inputs)

    def equalized(graph: Graph) -> Graph:
        return graph if inputs is None or sizes_only else equalize(graph, inputs)

    steps = (fold_raw_inputs, additive_masks, forms, evened, channelwise_forms, equalized)
    return run_passes(graph, tuple(map(Pass, steps)))


def in_float16(graph: Graph) -> Graph:
    """A float graph whose layers compute in half precision."""
    return run_passes(graph, (Pass(halved),))


def without_dead_channels(graph: Graph, prices: Prices | None = None) -> Elimination:
    """An integer graph without the channels that cannot change an output, and how many these are.

    ``prices``: what layers cost; with it, channels stay whose removal costs more than it saves.
    """
    decide = None if prices is None else decide_by(prices)
    eliminations: list[Elimination] = []

    def eliminated(graph: Graph) -> Graph:
        eliminations.append(eliminate_dead_channels(graph, decide))
        return eliminations[-1].graph

    run_passes(graph, (Pass(eliminated),))
    return eliminations[-1]
