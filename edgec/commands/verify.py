"""``edgec verify``: one model run four ways, every output compared.

ONNX Runtime on the source model bounds the accuracy; the simulator defines the bytes; the generated C gives the same
bytes compiled for this computer and under QEMU for the target.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from edgec.commands import verdict
from edgec.commands.compared import Followed, OutputPort, VerifyResult, compared
from edgec.commands.float_runs import FloatRuns
from edgec.commands.on_host import header_mismatches
from edgec.commands.places import DEVICE, machines, run_on_device, run_there, try_libraries
from edgec.commands.sequences import Steps, from_reset, steps_of, with_real_states
from edgec.commands.sequences import simulated as simulate_steps
from edgec.commands.verdict import Bounds, OnData
from edgec.converter.graph.errors import AccuracyGate, ToolchainMissing, UsageError
from edgec.converter.graph.ir import Array, DType, Graph, Layout, Tensor
from edgec.converter.graph.work import Notify, Work, unseen
from edgec.folder.read import OutputFolder, open_checked
from edgec.folder.source import reference as reference_of
from edgec.quantize.judge.accuracy import judged_output
from edgec.quantize.judge.agreement import SaturationShares, agreement
from edgec.quantize.judge.saturation import SaturatedActivations
from edgec.quantize.ranges.simulate import simulate, to_real
from edgec.quantize.rewrite.halves import computes_halves
from edgec.samples.advice import about_model
from edgec.samples.data import (
    DataSource,
    InputSpec,
    Samples,
    load,
    random_samples,
    source_shape,
    to_device,
    with_defaults,
)
from edgec.samples.extremes import extremes
from edgec.samples.probes import probes, variation
from edgec.samples.reference import NOT_INSTALLED, NoReference, Reference, installed
from edgec.settings.values import VerifyOptions
from edgec.targets.reader import Target

OWN_SAMPLES, EXTREME_SHARE, MOST_EXTREMES = 16, 5 / 8, 32
MOST_HOPS = 256  # that fill a stream's window where the user gives no data
MIN_AGREEMENT = 0.5
PRUNED_AGREEMENT = 0.0  # of a pruned model: its channels were chosen for the samples, not for random inputs
PROBES, FEWER_PROBES, MANY_MACS = 64, 32, 50_000_000
TAKEN = 0.625  # of the probes


@dataclass(frozen=True)
class _Task:
    """A folder to be run: where, with what reference, and what may differ."""

    out: OutputFolder
    options: VerifyOptions
    machines: Sequence[tuple[str, Target]]
    reference: Reference | NoReference
    session: Reference | None
    bounds: Bounds
    least: float


def verify(
    folder: Path, options: VerifyOptions | None = None, notify: Notify = lambda _: None, work: Work = unseen
) -> VerifyResult:  # fmt: skip
    """Run a generated folder on samples and compare.

    Args:
        folder: made by ``edgec convert``.
        options: as the command line has them.  Without ``data`` extreme and random samples are taken; without ``on`` it
            is run on this computer and under QEMU.  ``min_agreement`` is how far an integer model's outputs must vary
            as ONNX Runtime's do on ``data``, else on random inputs of the calibrated range, 1 fully, 0 not at all;
            ``max_drop`` are points of top-1 that an integer model may lose on labelled ``data``, exactly (None for the
            usual bound beyond chance, ``verdict.Bounds``, infinity for none); ``min_sqnr`` is the signal to noise ratio
            in dB that its outputs must have on ``data`` without labels (minus infinity for none).  Without the source
            model nothing is compared with ONNX Runtime.
        notify: called with messages for the user.
        work: shows how many samples have run.

    Raises:
        UsageError: the folder or the data are unusable, files of the folder were changed, or the vendor's library that
            it calls does not compute the simulator's bytes.
        ToolchainMissing: nothing can be run, or not what ``on`` asks for, or ``min_agreement`` is given and ONNX
            Runtime is not installed.
    """
    o = VerifyOptions() if options is None else options
    out = replace(open_checked(folder, o.target, o.allow_edited, notify), vendor_folders=o.vendor_folders)
    places = machines(out, o, notify)
    try_libraries(out, places, notify)
    reference = reference_of(out, o.model)
    session = _session(reference, notify)
    if o.min_agreement is not None and not installed():
        raise ToolchainMissing(f"--min-agreement compares with ONNX Runtime: {NOT_INSTALLED}")
    bounds, least = Bounds.of(out.report.pruning is not None, o.max_drop, o.min_sqnr), _least(out, o.min_agreement)
    task = _Task(out, o, places, reference, session, bounds, least)
    result = _verified(task, notify, work)
    return replace(result, mismatches=(*header_mismatches(out), *result.mismatches), target=out.target.name)


def _verified(task: _Task, notify: Notify, work: Work) -> VerifyResult:
    """Run everything."""
    out, session = task.out, task.session
    data, count = task.options.data, task.options.samples
    specs, outputs = _input_specs(out.graph, task.reference), _outputs(out.graph, task.reference)
    if data is None:
        samples, first = _own_samples(out, specs, count, notify)
    else:
        samples, first = _samples(out, data, specs, count, notify), 0
    _check_labels(out.graph, samples)
    samples, fed = from_reset(samples, specs, first), out.graph.fed
    real = None if session is None else _real_reference(outputs, session.run(samples.inputs, samples.count, fed, first))
    inputs, simulated, seen = _simulated(out.graph, _on_device(out.graph, specs, samples.inputs), first)
    samples = with_real_states(samples, specs, out.graph, inputs)
    runs, steps = {"simulator": simulated}, steps_of(out.graph, samples.count, first)
    raw, apart = _run_everywhere(task, inputs, steps, work)
    if task.options.port is not None:
        raw[DEVICE] = run_on_device(out, task.options, inputs, notify, work("running on the device"))
    runs |= {name: [_typed(y, o.tensor) for y, o in zip(ys, outputs, strict=True)] for name, ys in raw.items()}
    on_data = None if data is None else on_samples(out.graph, samples, task.bounds, seen, real, notify)
    if computes_halves(out.graph):
        given = data is not None
        followed = None if real is None else _followed(outputs, real, simulated, task.least, given, half=True)
    elif data is None:
        followed = _follow(out, session, specs, outputs, task.least)
    elif on_data is None or real is None:
        followed = None
    else:
        followed = _followed(outputs, real, simulated, task.least, given=True)
    floats = FloatRuns.of(out.graph, inputs)
    result = compared(outputs, runs, real, samples.labels, floats, followed, on_data, scored_from=first)
    told = steps.sentence if steps is not None and task.machines else ""
    return replace(result, mismatches=(*result.mismatches, *apart), fed_back=told)


def _run_everywhere(
    task: _Task, inputs: Sequence[Array], steps: Steps | None, work: Work
) -> tuple[dict[str, list[Array]], list[str]]:
    """The outputs of each machine, and a sentence where states did not do what they must."""
    outputs: dict[str, list[Array]] = {}
    apart: list[str] = []
    for name, machine in task.machines:
        progress = work(f"running on {name}")
        if steps is None:
            outputs[name] = run_there(task.out, machine, inputs, progress)
            continue
        both = run_there(task.out, machine, steps.inputs(inputs), progress, steps.flags)
        apart += steps.differences(name, task.out.graph, both)
        outputs[name] = steps.split(both)[0]
    return outputs, apart


def on_samples(
    graph: Graph, samples: Samples, bounds: Bounds, seen: SaturatedActivations, real: Sequence[Array] | None,
    notify: Notify,
) -> OnData | None:  # fmt: skip
    """Measure an integer model on the user's samples (None of a float model); tells what they can not serve for.

    Args:
        graph: the folder's.
        samples: as the float model takes them.
        bounds: what may be lost.
        seen: the activations of the simulator.
        real: the float model's outputs, when they are known.
        notify: called with messages for the user.
    """
    judged = verdict.on_data(graph, samples.inputs, bounds, seen) if graph.is_quantized else None
    about_real = [] if real is None else about_model(real[_judged(graph)], samples.labels)
    notify([*(scale.note for scale in (() if judged is None else judged.scales)), *about_real])
    return judged


@dataclass(frozen=True)
class Sides:
    """The outputs of the source model (``real``, None when ONNX Runtime does not run it) and of the simulator.

    ``real`` holds real values, ``simulated`` the types of the device, ``[N, elements]`` for each output.
    """

    samples: Samples
    outputs: tuple[OutputPort, ...]
    real: tuple[Array, ...] | None
    simulated: tuple[Array, ...]
    seen: SaturatedActivations


def both_sides(out: OutputFolder, data: str, notify: Notify = lambda _: None) -> Sides:
    """Run the source model and the simulator on samples; nothing is compiled.

    Raises:
        UsageError: the folder or the data are unusable.
    """
    reference = reference_of(out)
    session = _session(reference, notify)
    specs, outputs = _input_specs(out.graph, reference), _outputs(out.graph, reference)
    samples = from_reset(_samples(out, data, specs, None, notify), specs)
    _check_labels(out.graph, samples)
    real_outputs = None if session is None else session.run(samples.inputs, samples.count, out.graph.fed)
    real = None if real_outputs is None else _real_reference(outputs, real_outputs)
    inputs, simulated, seen = _simulated(out.graph, _on_device(out.graph, specs, samples.inputs))
    samples = with_real_states(samples, specs, out.graph, inputs)
    return Sides(samples, tuple(outputs), None if real is None else tuple(real), tuple(simulated), seen)


def device_samples(
    out: OutputFolder, data: str | DataSource, count: int | None = None, notify: Notify = lambda _: None
) -> tuple[Samples, list[Array]]:
    """The first ``count`` samples, and each input's as the generated code takes them.

    Raises:
        UsageError: the folder or the data are unusable.
    """
    specs = _input_specs(out.graph, reference_of(out))
    samples = from_reset(_samples(out, data, specs, count, notify), specs)
    return samples, simulate_steps(out.graph, _on_device(out.graph, specs, samples.inputs))[0]


def _simulated(
    graph: Graph, inputs: Sequence[Array], first: int = 0
) -> tuple[list[Array], list[Array], SaturatedActivations]:
    """The inputs with their states, outputs in the types of the device, ``[N, elements]``, and what saturates."""
    seen = SaturatedActivations(graph)
    steps, outputs = simulate_steps(graph, inputs, first, seen)
    return steps, [_flat(y) for y in outputs], seen


def _session(reference: Reference | NoReference, notify: Notify) -> Reference | None:
    """ONNX Runtime, where it runs the model; why it does not is told."""
    if isinstance(reference, Reference) and not reference.missing:
        return reference
    notify([reference.note])
    return None


def _follow(
    out: OutputFolder, reference: Reference | None, specs: Sequence[InputSpec], outputs: Sequence[OutputPort],
    least: float,
) -> Followed | None:  # fmt: skip
    """Run simulator and ONNX Runtime on inputs of the calibrated range: those that saturate fewest activations.

    None of float models, of those without inputs, and where ONNX Runtime does not run the model.
    """
    if reference is None or not out.graph.is_quantized or not out.graph.inputs:
        return None
    count = PROBES if out.report.macs <= MANY_MACS else FEWER_PROBES
    arrays, saturation = probes(out.graph, specs, count), SaturationShares(out.graph)
    simulated = simulate(out.graph, _on_device(out.graph, specs, arrays), saturation)
    shares, most = saturation.of(count), round(TAKEN * count)
    within = int((shares == 0).sum())  # those that saturate nothing suffice, where there are enough of them
    taken = np.argsort(shares, kind="stable")[: within if count // 4 <= within < most else most]
    real = _real_reference(outputs, reference.run([x[taken] for x in arrays], len(taken)))
    values = [_flat(y)[taken] for y in simulated]
    followed = _followed(outputs, real, values, least)
    if followed.agreement >= least:
        return followed
    # Normalizations amplify the rounding of inputs that hardly vary: those that vary more than most suffice.
    varied = variation([x[taken] for x in arrays])
    half = np.argsort(varied, kind="stable")[len(varied) // 2 :]
    return _followed(outputs, [x[half] for x in real], [x[half] for x in values], least)


def _followed(
    outputs: Sequence[OutputPort], real: Sequence[Array], simulated: Sequence[Array], least: float, given: bool = False,
    half: bool = False,
) -> Followed:  # fmt: skip
    """Compare the simulator's outputs with ONNX Runtime's."""
    values = [o.real(y) for o, y in zip(outputs, simulated, strict=True)]
    decibels = agreement(real, values, [o.step for o in outputs])
    lost = half and any((np.isfinite(a) & ~np.isfinite(b)).any() for a, b in zip(real, values, strict=True))
    return Followed(0.0 if lost else decibels, least, len(values[0]), given, half)


def _least(out: OutputFolder, asked: float | None) -> float:
    """Return the least agreement that passes."""
    return asked if asked is not None else MIN_AGREEMENT if out.report.pruning is None else PRUNED_AGREEMENT


def _check_labels(graph: Graph, samples: Samples) -> None:
    """Raise UsageError unless every label is the index of an element of the output that is judged."""
    classes = graph.tensors[graph.outputs[_judged(graph)]].size
    if samples.labels is None or classes < 2:
        return
    low, high = int(samples.labels.min()), int(samples.labels.max())
    if low < 0 or high >= classes:
        raise UsageError(
            f"labels are {low} to {high}, but the output has {classes} elements, counted from 0; "
            "give the labels the model was trained on, or data without labels"
        )


def _samples(
    out: OutputFolder, data: str | DataSource, specs: Sequence[InputSpec], count: int | None, notify: Notify
) -> Samples:
    samples = load(replace(DataSource.parse(data), class_names=out.report.class_names), specs).first(count)
    notify((*samples.notices, *samples.about_labels))
    return samples


def _own_samples(
    out: OutputFolder, specs: Sequence[InputSpec], count: int | None, notify: Notify
) -> tuple[Samples, int]:
    """Inputs where the user gives none, and how many of the first are extremes, which say nothing of accuracy.

    An integer model takes extremes and noise, a float model noise; of a stream more noise, which fills its window.
    """
    total, quantized = count or OWN_SAMPLES, out.graph.is_quantized and bool(specs)
    kinds = "extreme and random" if quantized else "random"
    notify([f"no --data: {kinds} inputs show that the code is correct, not how accurate the model is"])
    first = min(MOST_EXTREMES, int(EXTREME_SHARE * total)) if quantized else 0
    own = extremes(out.graph, specs, first, out.report.macs) if first else ()
    noise = random_samples(specs, total - first + (_filling(out, notify) if count is None else 0)).inputs
    joined = (np.concatenate(pair) for pair in zip(own, noise, strict=True)) if first else noise
    return Samples(tuple(joined)), first


def _filling(out: OutputFolder, notify: Notify) -> int:
    """The runs that fill a stream's window."""
    stream = out.report.stream
    runs = 0 if stream is None else -(-stream.window // stream.hop)
    if runs > MOST_HOPS:
        notify([f"no --data: the window is filled after {runs} runs, of which {MOST_HOPS} are checked; give --data"])
    return min(runs, MOST_HOPS)


def _input_specs(graph: Graph, reference: Reference | NoReference) -> list[InputSpec]:
    """The inputs as the source model has them; shapes are the ones that were bound at conversion."""
    _check_number("inputs", len(reference.inputs), len(graph.inputs))
    specs = [
        InputSpec(p.name, source_shape(t), p.dtype, None if p.dtype.is_float else t.quant, p.stored, p.limits)
        for p, t in zip(reference.inputs, _tensors(graph, graph.inputs), strict=True)
    ]
    return with_defaults(graph, specs)


def _outputs(graph: Graph, reference: Reference | NoReference) -> list[OutputPort]:
    """The outputs of the generated code; those of a quantized graph are integers, whatever the source has."""
    _check_number("outputs", len(reference.outputs), len(graph.outputs))
    pairs = zip(reference.outputs, _tensors(graph, graph.outputs), strict=True)
    return [OutputPort(t, p.stored if p.stored is not None and t.dtype is p.stored.holder else None) for p, t in pairs]


def _check_number(what: str, of_model: int, of_code: int) -> None:
    if of_model != of_code:
        raise UsageError(f"the model has {of_model} {what} but the generated code has {of_code}; convert it again")


def _on_device(graph: Graph, specs: Sequence[InputSpec], arrays: Sequence[Array]) -> list[Array]:
    tensors = _tensors(graph, graph.inputs)
    return [to_device(x, t, s.stored) for x, t, s in zip(arrays, tensors, specs, strict=True)]


def _real_reference(outputs: Sequence[OutputPort], outputs_of_reference: Sequence[Array]) -> list[Array]:
    """ONNX Runtime's outputs in the device's order, ``[N, elements]``, as real values (float64).

    Raises:
        AccuracyGate: an output of ONNX Runtime's has another size.
    """
    real = []
    for y, output in zip(outputs_of_reference, outputs, strict=True):
        t = output.tensor
        moved = _flat(np.moveaxis(y, 2, -1) if t.layout is Layout.CHANNELS_LAST else y)
        if moved.shape[1] != t.size:
            raise AccuracyGate(
                f"output '{t.name}' has {t.size} elements but ONNX Runtime gives {moved.shape[1]}; "
                "check the attributes of the node that makes it"
            )
        value = moved if moved.dtype.kind == "f" else to_real(moved, t)
        real.append(value.astype(np.float64))
    return real


def _flat(y: Array) -> Array:
    """``[N, ...]`` as contiguous ``[N, elements]``; bool as uint8."""
    flat = np.ascontiguousarray(y.reshape(len(y), -1))
    return flat.view(np.uint8) if flat.dtype == np.bool_ else flat


def _typed(y: Array, t: Tensor) -> Array:
    """Give an array of the bench its type: float16 comes as bits."""
    return y.view(np.float16) if t.dtype is DType.F16 else y


def _judged(graph: Graph) -> int:
    return judged_output(_tensors(graph, graph.outputs))


def _tensors(graph: Graph, names: Sequence[str]) -> list[Tensor]:
    return [graph.tensors[name] for name in names]
