"""Random graphs on values of rank 0 to 6, in every scheme: the simulator and C give the same bytes.

    python -m tests.conformance.ranks [--count 300] [--seed 0] [--target host] [family ...]

Inputs are float32, and now and then float16, truth values, or without elements.  In float32 the values are ONNX
Runtime's.  In integers, besides: no value leaves its channel's interval, dead channels change no byte, and samples that
are evaluated together give the bytes of each alone.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.errors import InvalidModel, UnsupportedModel, UsageError
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.intervals import analyse
from edgec.quantize.ranges.scheme import QuantizeOptions, Scheme
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.rewrite.rewrites import simplified, without_dead_channels
from edgec.samples.data import to_device
from tests.conformance.grid_parts import Rng, pick, reals, sizes
from tests.conformance.grids import expected
from tests.conformance.onnx_cases import Case, Outcome, Prepared, difference, evaluate, prepare
from tests.conformance.rank_steps import FAMILIES, RANKS
from tests.conformance.runner import How, run_all, summary
from tests.conformance.soups import LARGEST, Soup

FLOAT = "float32"
SCHEMES = (FLOAT, *(s.value for s in Scheme))
FACTORS = (-0.5, 0.25, 0.75, 1.0)  # the samples of a calibration, of which the last is computed
SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-42, 3e38, -3e38)
INTEGERS = {getattr(TensorProto, f"{sign}INT{bits}") for sign in ("", "U") for bits in (8, 16, 32, 64)}
STEP = 0.03125  # of the values that a quantized model is given


@dataclass(frozen=True)
class Ranked(Case):
    """A graph, and the numbers it is to be computed in."""

    scheme: str = FLOAT


def ranked(rng: Rng, name: str, families: Sequence[str] = ()) -> list[Ranked]:
    """A random graph in every scheme; a quantized one only in its own numbers.  None that ONNX Runtime refuses."""
    soup = Soup(rng)
    inputs = _inputs(soup)
    for _ in range(int(rng.integers(1, 6))):
        _grow(soup, pick(rng, *(families or FAMILIES)))
    made = [n.output[0] for n in soup.nodes if n.output[0] in soup.values]
    ends = made[-1:] if rng.random() < 0.7 else made[-2:]
    if not ends:
        return []
    special = rng.random() < 0.25 and not _rounds(soup) and _tainted(soup, inputs)
    quantized = not special and rng.random() < 0.15
    code = helper.np_dtype_to_tensor_dtype
    ports = [helper.make_tensor_value_info(n, code(x.dtype), x.shape) for n, x in inputs.items()]
    outputs = [helper.make_tensor_value_info(e, TensorProto.FLOAT, None) for e in ends]
    nodes = _with_pairs(soup) if quantized else soup.nodes
    graph = helper.make_graph(nodes, "g", ports, outputs, soup.constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    with np.errstate(all="ignore"):
        wanted = tuple(np.asarray(y) for y in expected(model, inputs) or ())
    schemes = ("int8",) if quantized else (FLOAT,) if special else SCHEMES
    return [Ranked(f"{name}_{s}", model, tuple(inputs.values()), wanted, s) for s in schemes if wanted]


def _rounds(soup: Soup) -> bool:
    """Return whether values become integers: what NaN and infinities are then, ONNX leaves to the machine."""
    casts = [n for n in soup.nodes if n.op_type == "Cast"]
    return any(a.i in INTEGERS for n in casts for a in n.attribute if a.name == "to")


def _tainted(soup: Soup, inputs: dict[str, Array]) -> bool:
    """Put infinities, NaN, numbers next to none and the largest ones into an input or a constant, when there is one."""
    rng = soup.rng
    floats = [x for x in inputs.values() if x.dtype.kind == "f" and x.size]
    places = [i for i, t in enumerate(soup.constants) if t.data_type == TensorProto.FLOAT and prod(t.dims)]
    if places and (not floats or rng.random() < 0.4):
        at = pick(rng, *places)
        value = np.array(numpy_helper.to_array(soup.constants[at]))
        soup.constants[at].CopyFrom(numpy_helper.from_array(_spoilt(rng, value), soup.constants[at].name))
        return True
    for x in floats:
        x[...] = _spoilt(rng, x)
    return bool(floats)


def _spoilt(rng: Rng, x: Array) -> Array:
    """The same with special values in one cell or many."""
    values = np.asarray([pick(rng, *SPECIAL) for _ in range(x.size)]).reshape(x.shape)
    where = rng.random(x.shape) < pick(rng, 0.1, 0.5)
    where.reshape(-1)[int(rng.integers(x.size))] = True
    with np.errstate(all="ignore"):
        return np.where(where, values, x).astype(x.dtype)


def _inputs(soup: Soup) -> dict[str, Array]:
    """One to four inputs: float32, and perhaps another, float16, truth values that choose, no elements."""
    rng = soup.rng
    x = reals(rng, *_shape(rng))
    given: dict[str, Array] = {"x": x}
    soup.values["x"] = x.shape
    if rng.random() < 0.3:
        given["b"] = rng.integers(0, 2, x.shape).astype(bool)
        soup.add("Where", ["b", "x", soup.const(reals(rng))], x.shape)
    if rng.random() < 0.3:
        given["h"] = reals(rng, *_shape(rng)).astype(np.float16)
        soup.add("Cast", ["h"], given["h"].shape, to=TensorProto.FLOAT)
    if rng.random() < 0.3:
        given["z"] = reals(rng, *_shape(rng))
        soup.values["z"] = given["z"].shape
    if rng.random() < 0.1 and x.ndim:
        given["e"] = np.zeros((0, *x.shape[1:]), np.float32)
        soup.add("Concat", ["e", "x"], x.shape, axis=0)
    return given


def _shape(rng: Rng) -> tuple[int, ...]:
    """A shape of any rank, often with a leading 1."""
    shape = sizes(rng, int(rng.integers(RANKS + 1)), 1, pick(rng, 2, 3, 4))
    shape = (1, *shape[1:]) if shape and rng.random() < 0.5 else shape
    return shape if prod(shape) <= LARGEST else _shape(rng)


def _grow(soup: Soup, family: str) -> None:
    """One step, taken back where it makes more axes or elements than are wanted."""
    before = len(soup.nodes), dict(soup.values)
    FAMILIES[family](soup)
    if any(prod(s) > LARGEST or len(s) > RANKS or 0 in s for s in soup.values.values()):
        del soup.nodes[before[0] :]
        soup.values = before[1]


def _with_pairs(soup: Soup) -> list[onnx.NodeProto]:
    """The nodes with a QuantizeLinear and a DequantizeLinear behind each value."""
    scale, zero = soup.const(np.float32(STEP)), soup.const(np.int8(pick(soup.rng, 0, 3)))
    given = [n for n in soup.values if n in ("x", "z")]
    behind = {n: f"{n}.dq" for n in given}
    nodes = [p for n in given for p in _pair(n, n, behind[n], scale, zero)]
    for node in soup.nodes:
        own = onnx.NodeProto()
        own.CopyFrom(node)
        own.input[:] = [behind.get(i, i) for i in node.input]
        name = node.output[0]
        if name in soup.values:
            own.output[0] = f"{name}.real"
            nodes += [own, *_pair(name, f"{name}.real", name, scale, zero)]
        else:
            nodes.append(own)
    return nodes


def _pair(name: str, x: str, y: str, scale: str, zero: str) -> list[onnx.NodeProto]:
    stored = f"{name}.q"
    return [
        helper.make_node("QuantizeLinear", [x, scale, zero], [stored], name=f"{name}_q"),
        helper.make_node("DequantizeLinear", [stored, scale, zero], [y], name=f"{name}_dq"),
    ]


def attempt(case: Case) -> Outcome:
    """In Python: float values against ONNX Runtime's; integers against all that is known of them."""
    assert isinstance(case, Ranked)
    try:
        with np.errstate(all="ignore"):
            return _attempt(case)
    except UnsupportedModel as error:
        return Outcome(case.name, "refused", error.refusals[0].sentence())
    except (InvalidModel, UsageError) as error:
        return Outcome(case.name, "refused", str(error))
    except Exception:  # noqa: BLE001  what this program looks for
        return Outcome(case.name, "error", " | ".join(traceback.format_exc().splitlines()[-3:]))


def _attempt(case: Ranked) -> Outcome:
    prepared = prepare(case, simplified)
    if case.scheme == FLOAT:
        fault = difference(prepared, evaluate(prepared))
        return Outcome(case.name, "wrong" if fault else "passed", fault, prepared)
    graph = prepared.graph
    samples = [np.stack([_scaled(x, f) for f in FACTORS]) for x in prepared.inputs]
    options = QuantizeOptions(Scheme(case.scheme), allow_float=True)
    whole = quantize_model(graph, None if graph.is_quantized or not samples else samples, options)
    found = without_dead_channels(whole).graph
    inputs = [to_device(x, found.tensors[n]) for x, n in zip(samples, found.inputs, strict=True)]
    outputs, fault = _simulated(found, inputs)
    fault = fault or _unequal(outputs, simulate(whole, inputs), "with dead channels")
    single = [x[-1:] for x in inputs]
    fault = fault or _unequal([y[-1:] for y in outputs], simulate(found, single), "alone")
    kept = replace(case, outputs=tuple(y[-1] for y in outputs))
    result = Prepared(kept, found, tuple(x[-1] for x in inputs), prepared.constants)
    return Outcome(case.name, "wrong" if fault else "passed", fault, result)


def _scaled(x: Array, factor: float) -> Array:
    return (x * np.asarray(factor, x.dtype)) if x.dtype.kind == "f" else x


def _simulated(graph: Graph, inputs: Sequence[Array]) -> tuple[list[Array], str]:
    """The outputs, and the first value outside of its channel's interval."""
    intervals, outside = analyse(graph), list[str]()

    def observe(name: str, values: Array) -> None:
        t = graph.tensors[name]
        if name in intervals and values.size:
            rows = np.asarray(values).reshape(-1, t.channels)
            low, high = rows.min(axis=0), rows.max(axis=0)
            if (low < intervals[name].lo).any() or (high > intervals[name].hi).any():
                outside.append(f"'{name}' leaves its interval")

    return simulate(graph, inputs, observe), (outside or [""])[0]


def _unequal(have: Sequence[Array], want: Sequence[Array], how: str) -> str:
    same = all(np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in zip(have, want, strict=True))
    return "" if same else f"other bytes {how}"


def cases(count: int, seed: int, families: Sequence[str] = ()) -> list[Case]:
    """``count`` graphs, each in every scheme."""
    rng = np.random.default_rng(seed)
    return [case for i in range(count) for case in ranked(rng, f"rank_{i}", families)]


def main(arguments: Sequence[str]) -> int:
    """Print the summary; 1 when a value is wrong."""
    parser = argparse.ArgumentParser(description="random graphs of any rank in every scheme")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--target", default="host")
    parser.add_argument("--sanitize", action="store_true", help="under address and undefined-behaviour sanitizers")
    parser.add_argument("families", nargs="*")
    options = parser.parse_args(arguments)
    made = cases(options.count, options.seed, options.families)
    outcomes = run_all(made, How(options.target, options.sanitize), attempt)
    for o, case in zip(outcomes, made, strict=True):
        if o.status in ("wrong", "error"):
            print(o.name, o.reason)
            print(onnx.printer.to_text(case.model.graph))
    sys.stdout.write(summary(outcomes) + "\n")
    return int(any(o.status in ("wrong", "error") for o in outcomes))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
