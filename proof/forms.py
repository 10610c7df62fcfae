"""The proof of a folder's fixed-point arithmetic: every output of every layer, from the machine code that ships.

The code is executed once over terms.  For each element of a layer's output the sum is found, the one value that
everything else passes through and that holds what the formula rounds; what is done to it behind that is compared with
the formula for every sum of the proven range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from time import monotonic, process_time

from edgec.converter.graph.ir import Array
from edgec.converter.ops.boundary import RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs, UnaryAttrs
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.index import ExpandAttrs
from edgec.converter.ops.pool import ReduceAttrs
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, ReshapeAttrs, SliceAttrs, TransposeAttrs
from edgec.proof.by_forms import by_forms, element_form
from edgec.proof.findings import Proof
from edgec.proof.formulas import Formula, Sums, sums_of
from edgec.proof.image import Image, compiled
from edgec.proof.joined import joined
from edgec.proof.linear import NotLinear
from edgec.proof.moves import wrong_largest, wrong_moves
from edgec.proof.pairs import Enumeration, elementwise
from edgec.proof.products import Products
from edgec.proof.record import Layer, Recorder, layer_nodes, model_inputs
from edgec.proof.seen import Seen
from edgec.proof.sheet import Piece, Sheet
from edgec.proof.softmax import prove_softmax
from edgec.proof.solver import Answer, Question, answer, need_z3
from edgec.proof.subject import Subject
from edgec.proof.tails import Reading, Tail, cuts_of, gates, tail
from edgec.proof.thumb.machine import Machine, NotCovered
from edgec.proof.thumb.terms import Term, Value
from edgec.proof.unknown import unknown_of
from edgec.quantize.ranges.simulate import simulate

HALF_MAX = (1 << 15) - 1
SIGNATURE = 12  # terms by which like code is recognized
QUESTION_SECONDS = 20.0  # seconds for one question

Step = Callable[[int, int], None]
Member = tuple[int, list[Term]]  # an element, and what every way to it passes through


@dataclass(frozen=True)
class Duty:
    """One thing to prove: a tail, how its word holds the sum, the formula, bits of the output."""

    code: Tail
    reading: Reading
    formula: Formula
    bits: int

    def question(self) -> Question:
        """The question for the solver."""
        f = self.formula
        return Question(self.code.of, f.of, f.least, f.most, self.bits, f.m, self.reading.lift, self.reading.half)


def prove_forms(out: Subject, image: Image | None, seconds: float, step: Step) -> tuple[Proof, ...]:
    """Prove the arithmetic of a folder, layer by layer.

    Args:
        out: the folder.
        image: its code; None: it is compiled.
        seconds: what is not proven by then is not.
        step: called with how many of how many layers are done.

    Raises:
        ToolchainMissing: no z3, or no compiler.
        UsageError: the folder has kernels of another vendor.
        EdgecError: its code does not compile.
    """
    need_z3()
    try:
        image = image or compiled(out)
    except NotCovered as e:
        return (Proof("machine code", "all layers", "", "", False, 0.0, f"not covered: {e}"),)
    prover = _Prover(out, monotonic() + seconds, step)
    recorder = Recorder(out, image, prover.values, prover.see)
    image.isa.helped(recorder.core, image.symbols, image.flash)
    stopped: tuple[Proof, ...] = ()
    try:
        recorder.run()
    except NotCovered as e:
        open_sheets = [(i, s) for i, s in enumerate(prover.sheets) if s.seen < s.size]
        if not open_sheets:
            stopped = (Proof("everything", "behind the last layer", "", "", False, 0.0, f"not covered: {e}"),)
        for number, (i, sheet) in enumerate(open_sheets):
            ended = f"{e}" if not number else f"the execution ends in layer {open_sheets[0][0]}"
            sheet.reason = unknown_of(image, i) or ended
    return (*(s.proof() for s in prover.sheets), *stopped)


@dataclass(frozen=True)
class Claim:
    """Elements of a layer to be proven; ``known`` forms of it are proven already."""

    layer: Layer
    seen: Seen
    known: set[object]
    machine: Machine


Way = Callable[["_Prover", Claim], "Piece | None"]
proof: Facet[tuple[Way, ...]] = Facet("proof", "way to prove its code", "prove says that the layer is not covered")
"""Ways by operator; one that gives None leaves the layer to the next."""


class _Prover:
    """Takes layers as they end, and proves each."""

    def __init__(self, out: Subject, deadline: float, step: Step) -> None:
        self.out, self.deadline, self.step = out, deadline, step
        self.known: dict[Duty, Answer] = {}
        inputs = model_inputs(out.graph)
        self.values: dict[str, Array] = {t.name: t.data for t in out.graph.tensors.values() if t.data is not None}
        simulate(out.graph, [x[None] for x in inputs], self._observe)
        self.nodes = layer_nodes(out)
        names = (f"{i} {n.op} {n.name.rpartition('/')[2]}" for i, n in enumerate(self.nodes))
        sizes = (out.graph.tensors[n.outputs[0]].size for n in self.nodes)
        self.sheets = [Sheet(name, size) for name, size in zip(names, sizes, strict=True)]
        self.sums: tuple[int, Sums, Products] | None = None  # of the layer whose rows were seen last

    def _observe(self, name: str, value: Array) -> None:
        self.values[name] = value.reshape(self.out.graph.tensors[name].shape)

    def see(self, layer: Layer, machine: Machine) -> None:
        """One layer, or rows of one, that was executed; the time is the processor's."""
        start = process_time()
        sheet = self.sheets[layer.index]
        try:
            made = self._piece(layer, machine, sheet)
        except NotCovered as e:
            made = Piece("", "", "", detail=f"not covered: {e}")
        sheet.add(made, len(layer.elements), process_time() - start)
        self.step(layer.index + 1, len(self.sheets))

    def _piece(self, layer: Layer, machine: Machine, sheet: Sheet) -> Piece:
        node = layer.node
        if layer.reason:
            raise NotCovered(layer.reason)
        seen = Seen(layer.elements, layer.first, self.values[node.outputs[0]].reshape(-1), layer.cells)
        claim = Claim(layer, seen, sheet.known, machine)
        for way in proof.get(node) or ():
            piece = way(self, claim)
            if piece is not None:
                return piece
        raise NotCovered(f"{node.op} has no {proof.what} with these types")

    def moved(self, c: Claim) -> Piece | None:
        """Elements are elements of the inputs."""
        wrong = wrong_moves(self.out.graph, c.layer.node, c.seen)
        return None if wrong is None else Piece("values moved", "terms", detail=wrong)

    def largest(self, c: Claim) -> Piece:
        """Elements are the largest values of their windows."""
        wrong = wrong_largest(self.out.graph, c.layer.node, c.seen, c.known, QUESTION_SECONDS)
        return Piece("largest value", "z3", detail=wrong)

    def softmax(self, c: Claim) -> Piece:
        """Exponentials, their sum, and shares of it."""
        detail = prove_softmax(self.out.graph, c.layer.node, c.seen, c.machine.flash, QUESTION_SECONDS)
        return Piece("softmax", "z3", detail=detail)

    def exhaustive(self, c: Claim) -> Piece | None:
        """Elements of one or two bytes are compared for all of their values."""
        return _tried(elementwise(self.out.graph, c.layer.node, c.seen, c.known), c)

    def requantized(self, c: Claim) -> Piece | None:
        """Elements are requantized elements of the inputs."""
        return _tried(joined(self.out.graph, c.layer.node, c.seen, c.known), c)

    def by_form(self, c: Claim) -> Piece | None:
        """Code and definition are written as sums, products and floors."""
        node = c.layer.node
        tried = by_forms(self.out.graph, node, c.seen, c.known)
        return _tried(tried, c, element_form[node].name, "forms")

    def summed(self, c: Claim) -> Piece:
        """The sum is that of the definition, and what follows it the formula."""
        layer, graph, node = c.layer, self.out.graph, c.layer.node
        if self.sums is None or self.sums[0] != layer.index:
            self.sums = layer.index, sums_of(graph, node, self.values), Products(graph, node, layer.cells)
        _, sums, products = self.sums
        duties = _duties(layer, sums, products, 8 * graph.tensors[node.outputs[0]].dtype.bytes)
        return self._solved(sums, duties)

    def _solved(self, sums: Sums, duties: Mapping[Duty, int]) -> Piece:
        least, most = (f(getattr(d.formula, end) for d in duties) for f, end in ((min, "least"), (max, "most")))
        made = Piece(sums.name, "z3", bounds=(least, most), cases=frozenset(duties))
        methods: set[str] = set()
        for duty, element in duties.items():
            if duty not in self.known:
                left = self.deadline - monotonic()
                if left <= 0:
                    return replace(made, detail="the time is over; give more with --timeout")
                self.known[duty] = answer(duty.question(), min(left, QUESTION_SECONDS))
            got = self.known[duty]
            methods.add(got.method)
            if not got.proven:
                return replace(made, method=got.method, detail=counterexample(duty, got, element))
        return replace(made, method="+".join(sorted(methods)))


def counterexample(duty: Duty, got: Answer, element: int) -> str:
    """A counterexample in words."""
    if got.acc is None:
        return f"no answer in time for element {element}, {duty.formula}"
    shift = 1 << (duty.bits - 1)
    code, formula = ((v ^ shift) - shift for v in (got.code, got.formula))
    return (
        f"element {element}: for the sum {got.acc} (word {got.word:#010x}, {duty.reading}) the code gives {code}, "
        f"{duty.formula} gives {formula}"
    )


proof(ReshapeAttrs, TransposeAttrs, PadAttrs, SliceAttrs, GatherAttrs, ExpandAttrs)((_Prover.moved,))
proof(ConcatAttrs)((_Prover.moved, _Prover.requantized))
proof("MaxPool")((_Prover.largest,))
proof(SoftmaxAttrs)((_Prover.softmax,))
proof(UnaryAttrs, RequantizeAttrs)((_Prover.exhaustive,))
proof(BinaryAttrs)((_Prover.exhaustive, _Prover.by_form))
proof(MatMulAttrs, ResampleAttrs)((_Prover.by_form,))
proof("AvgPool", ConvAttrs, DenseAttrs, ReduceAttrs)((_Prover.summed,))


def _tried(tried: Enumeration | None, c: Claim, form: str = "elementwise", method: str = "exhaustive") -> Piece | None:
    if tried is None:
        return None
    return Piece(form, method, tried.range, cases=frozenset(c.known), detail=tried.detail)


def _duties(layer: Layer, sums: Sums, products: Products, bits: int) -> dict[Duty, int]:
    """Return the proof obligations of a layer, each with the number of the first element that has it.

    Raises:
        NotCovered: the code has no word that is the sum of an element for all inputs.
    """
    groups: dict[tuple[str, ...], list[Member]] = {}
    duties: dict[Duty, int] = {}
    for i, root in enumerate(layer.elements, layer.first):
        if isinstance(root, Term):
            chain = gates(root)
            groups.setdefault(tuple(t.op for t in chain[:SIGNATURE]), []).append((i, chain))
        else:
            duties.setdefault(_duty(root, None, Reading(), sums.formulas[i], bits, i), i)
    for members, cuts in (duties for each in groups.values() for duties in _held(each, sums)):
        first, chain = members[0]
        if not cuts:
            signature = " of ".join(t.op for t in chain[:SIGNATURE])
            raise NotCovered(f"no word of the code holds the sum of element {first} ({signature})")
        wrong = [_unlike(products, first, chain[depth], reading) for depth, reading in cuts]
        depth, reading = next((c for c, w in zip(cuts, wrong, strict=True) if not w), cuts[0])
        for i, chain in members:
            unlike = _unlike(products, i, chain[depth], reading)
            if unlike:
                raise NotCovered(f"the sum of element {i}: {unlike}")
            duty = _duty(chain[0], chain[depth], reading, sums.formulas[i], bits, i)
            duties.setdefault(duty, i)
    return duties


def _held(members: list[Member], sums: Sums) -> Iterator[tuple[list[Member], list[tuple[int, Reading]]]]:
    """Elements of like code with the words that hold the sums of all: together, or else by channel.

    Kernels that bring the sums of all channels to one shift multiply each channel's by another power of two.
    """
    cuts = _cuts(members, sums)
    if cuts or len(members) == 1:
        yield members, cuts
        return
    channels: dict[Formula, list[Member]] = {}
    for member in members:
        channels.setdefault(sums.formulas[member[0]], []).append(member)
    for some in channels.values():
        yield some, _cuts(some, sums)


def _cuts(members: list[Member], sums: Sums) -> list[tuple[int, Reading]]:
    """Words that hold the sums of elements of like code; a half of one only where it holds all that they can be."""
    cuts = cuts_of([chain for _, chain in members], [int(sums.acc[i]) for i, _ in members])
    short = all(sums.formulas[i].least >= -HALF_MAX - 1 and sums.formulas[i].most <= HALF_MAX for i, _ in members)
    return cuts if short else [(depth, reading) for depth, reading in cuts if reading.half is None]


def _unlike(products: Products, element: int, cut: Term, reading: Reading) -> str:
    """Return why a word is not the sum of an element for all inputs; "" when it is."""
    try:
        return products.wrong(element, cut, reading)
    except NotLinear as e:
        return f"{reading} depends on {e}"


def _duty(root: Value, cut: Term | None, reading: Reading, formula: Formula, bits: int, element: int) -> Duty:
    made = tail(root, cut)
    if made is None:
        raise NotCovered(f"element {element} depends on more than its sum")
    return Duty(made, reading, formula, bits)
