"""The report as dataclasses: what ``report.json`` says."""

from __future__ import annotations

from edgec.converter.graph.frozen import dataclass
from edgec.reports.copied import CopiedInfo
from edgec.reports.slices import SlicesInfo
from edgec.reports.source import SourceInfo
from edgec.reports.states import StateInfo
from edgec.reports.streams import StreamInfo
from edgec.reports.variants import VariantInfo
from edgec.targets.reader import Target

SCHEMA = 1


@dataclass(frozen=True)
class Attribute:
    """An attribute of an operator and its value as text; parts of a value are ``group.part``."""

    name: str
    value: str


@dataclass(frozen=True)
class ModelInfo:
    """Origin of the model; ``name`` is untrusted text."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Flash:
    """Bytes of flash.

    ``weights`` are weights, biases and their per-channel factors; ``tables`` lookup tables and other read-only data.
    Measured on the linked objects (C library functions that the model needs are code) when ``measured``; otherwise
    ``code`` and ``total`` are None and the rest is what the plan holds.
    """

    code: int | None
    tables: int
    weights: int
    total: int | None
    measured: bool

    @property
    def constants(self) -> int:
        """Bytes of everything that is not code."""
        return self.weights + self.tables

    @property
    def needed(self) -> int:
        """Bytes in all: measured, or of the constants alone when there is no compiler."""
        return self.constants if self.total is None else self.total


@dataclass(frozen=True)
class Ram:
    """Bytes of RAM: the arena (scratch included), the caller's buffers and states, the stack, and ``data``: constants.

    ``stack`` is the deepest path below ``<name>_run`` (interrupts not counted), None with ``stack_note`` saying why.
    """

    arena: int
    input_output: int
    stack: int | None
    stack_note: str = ""
    state: int = 0
    data: int = 0

    @property
    def total(self) -> int:
        """Bytes in all, with the stack where it is known."""
        return self.arena + self.input_output + self.state + self.data + (self.stack or 0)


@dataclass(frozen=True)
class MemoryUse:
    """Use of one memory of the target by a model, in bytes, of which ``room`` may be used.

    ``constants`` lie in it; those of RAM are copied at start-up, from a flash of which they are ``copied``.  ``code``
    (None: not measured) includes tables of kernels; ``accesses`` is the estimated share of all to arenas and constants.
    """

    name: str
    kind: str
    room: int
    arena: int
    constants: int
    copied: int = 0
    code: int | None = 0
    accesses: float = 0.0

    @property
    def used(self) -> int:
        """Bytes taken, as far as they are known."""
        return self.arena + self.constants + self.copied + (self.code or 0)


@dataclass(frozen=True)
class Alternative:
    """Kernels that could compute a layer: estimated instructions, bytes of constants and of scratch.

    ``plain``: small, portable C, which other kernels are given up for.  ``id`` names the kernel among all libraries.
    """

    kernel: str
    instructions: int
    flash: int
    scratch: int
    plain: bool = False
    id: str = ""
    library: str = ""


@dataclass(frozen=True)
class PortInfo:
    """A graph input or output, or the result of a layer; ``scale`` and ``zero_point`` are None for real numbers."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    scale: float | None
    zero_point: int | None


@dataclass(frozen=True)
class LayerCost:
    """One layer.  ``weight_bytes`` counts every constant it reads, shared ones too; ``kernel`` is its C functions.

    ``why`` says why this kernel; ``instructions`` is an estimate at the compiler's level (they add up to the report's),
    and ``alternatives`` what the other kernels that fit would have cost, the fastest first.  ``plain``, ``id`` and
    ``library`` as there.  It reads the results of the layers ``after`` and the graph inputs ``inputs``, and gives the
    graph outputs ``outputs`` (all by number).  ``vendor``: whose library computes it, "" for edgec's own kernels.
    ``output`` is its (first) result, with the scale and zero point of integers; ``attributes`` are the operator's.
    """

    name: str
    op: str
    kernel: str
    output_shape: tuple[int, ...]
    macs: int
    weight_bytes: int
    scratch_bytes: int
    why: str = ""
    instructions: int | None = None
    alternatives: tuple[Alternative, ...] = ()
    plain: bool = False
    id: str = ""
    library: str = ""
    after: tuple[int, ...] = ()
    inputs: tuple[int, ...] = ()
    outputs: tuple[int, ...] = ()
    vendor: str = ""
    output: PortInfo | None = None
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True)
class SavingCost:
    """Layers (by number) that take less memory, and the price.

    ``rows`` of the last layer are made at a time through line buffers (0: one layer with less scratch).  Without this
    one saving the arena would be ``arena_saved`` bytes larger; ``instructions`` are the additional ones, estimated.
    """

    layers: tuple[int, ...]
    rows: int
    arena_saved: int
    instructions: int


@dataclass(frozen=True)
class GivenUpCost:
    """A kernel given up for the flash it takes, in these layers (by number): what is taken, and the price.

    ``instructions`` are the additional ones, estimated.
    """

    kernel: str
    layers: tuple[int, ...]
    taken: str
    instructions: int


@dataclass(frozen=True)
class PrunedGroupInfo:
    """Channels that can only go together: how many the unpruned model has and how many stayed.

    ``name`` is the first of ``layers``, in which they begin.  ``error`` is the disturbance of the outputs on
    calibration samples with this group alone pruned (a share of the signal, or the divergence of probabilities),
    ``saved`` the share of the whole cost that the group's channels would add.
    """

    name: str
    layers: tuple[str, ...]
    before: int
    after: int
    error: float
    saved: float


@dataclass(frozen=True)
class BordersInfo:
    """Rows and columns of the input image that the model does not compute with."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True)
class PruningLoss:
    """Loss by pruning against the float model, in ``measure``, on samples without part in what they judge.

    ``held_back``: the estimate, ``low`` and ``high``: its 95 % interval; ``samples``: their number; ``fitted``: the
    loss on the samples that the filters were fitted to, None where it was not measured.
    """

    measure: str
    held_back: float
    low: float
    high: float
    samples: int
    fitted: float | None = None

    def text(self) -> str:
        """A few words."""
        beside = "" if self.fitted is None else f", {self.fitted:.2f} on those fitted to"
        interval = f"(95 % interval {self.low:.1f} to {self.high:.1f})"
        return f"{self.held_back:.2f} {self.measure} {interval} on {self.samples} samples held back{beside}"


@dataclass(frozen=True)
class PruningInfo:
    """Result of pruning: ``share`` of the unpruned model's ``kind`` (macs, flash or instructions) that is left.

    ``lost`` is None in reports of versions that did not measure it.
    """

    kind: str
    share: float
    groups: tuple[PrunedGroupInfo, ...]
    borders: BordersInfo | None = None
    lost: PruningLoss | None = None

    def text(self) -> str:
        """One line."""
        counts = [f"{g.name} {g.before} to {g.after}" for g in self.groups if g.after < g.before]
        return f"{self.title()}; channels: {', '.join(counts) or 'none'}"

    def title(self) -> str:
        """The line without the channels."""
        text, b = f"pruned to {self.share:.3f} of the {self.kind}", self.borders
        if b is None:
            return text
        return f"{text}; borders of the image: {b.top} + {b.bottom} rows, {b.left} + {b.right} columns"


@dataclass(frozen=True)
class SparsityInfo:
    """The zero weights of a layer (by number), shares of all of them.

    ``zero_blocks``: of the blocks of four input channels of a tap and an output channel; ``two_of_four``: of any four
    neighbouring input channels two at least are zero.  ``text`` says what becomes of the zeros.
    """

    layer: int
    zeros: float
    zero_blocks: float
    two_of_four: bool
    text: str


@dataclass(frozen=True)
class FileHash:
    """Hash of a file of the folder as written: ``path`` as in ``files``, ``sha256`` in hexadecimal."""

    path: str
    sha256: str


@dataclass(frozen=True)
class CompiledInfo:
    """A C file that a build compiles; ``variable`` names the folder that it lies in, "" for the generated folder."""

    path: str
    variable: str = ""


@dataclass(frozen=True)
class ArenaBlock:
    """``size`` bytes of an arena from ``offset`` on, in use from step ``first`` to step ``last``, both included.

    ``kind``: "tensor", with its ``name``; "scratch", the working memory of one step; "rows", line buffers of layers
    that are computed row by row.  ``memory`` as in ``MemoryUse`` ("" for the arena of a target that states none).
    Blocks may overlap where a kernel writes its result over its input.
    """

    name: str
    kind: str
    memory: str
    offset: int
    size: int
    first: int
    last: int


@dataclass(frozen=True)
class Report:
    """Everything ``report.json`` says.

    ``prefix`` is the C prefix; ``parameters`` counts the elements of weights and biases, each constant once; ``files``
    are those of the folder beside the report itself; ``library_calls`` the functions its objects need from elsewhere;
    ``savings`` what less RAM costs. ``memories`` are those of the target that may be used, the fastest first.
    ``given_up`` are the kernels that a limit on flash did not allow; ``level`` is the compiler's optimization level
    that the files ask for ("": the build's own), and ``level_instructions`` what it costs, estimated; ``instructions``
    are those of an inference in all, estimated. ``hashes`` are those of all ``files``; ``source`` is the model, a copy
    of which lies beside the folder, or among them. ``machine`` is the target, as ``targets.recorded`` keeps it;
    ``seal`` the hash of the report itself without it (``seal_of``). ``variants`` are processors that a folder chooses
    among; ``layers`` are those of the first. ``blocks`` are what lies in the arenas; ``steps`` says for each step of
    the run, its layers by number. ``flags``: the compiler's, of the figures; ``assembly`` the libraries of assembly for
    ``assembly_compilers``; others take portable C, bit-identical and slower. ``pruning`` is None where no channels
    went. ``sparsity`` are layers with many zero weights. ``choice`` says what ``--prune`` took, and why.
    ``class_names`` are untrusted, in the order of the scores. ``sources`` are the C files to compile, vendors' among
    them. ``states`` are what a call leaves for the next, ``stream``: it takes new columns, ``slices``: it may stop.
    ``copied``: constants that lie in RAM because the flash is slow.
    """

    schema: int
    edgec: str
    prefix: str
    model: ModelInfo
    target: str
    scheme: str
    optimize: str
    macs: int
    parameters: int
    flash: Flash
    ram: Ram
    inputs: tuple[PortInfo, ...]
    outputs: tuple[PortInfo, ...]
    layers: tuple[LayerCost, ...]
    library_calls: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    savings: tuple[SavingCost, ...] = ()
    memories: tuple[MemoryUse, ...] = ()
    given_up: tuple[GivenUpCost, ...] = ()
    level: str = ""
    level_instructions: int = 0
    instructions: int = 0
    hashes: tuple[FileHash, ...] = ()
    machine: Target | None = None
    seal: str = ""
    variants: tuple[VariantInfo, ...] = ()
    blocks: tuple[ArenaBlock, ...] = ()
    steps: tuple[tuple[int, ...], ...] = ()
    flags: tuple[str, ...] = ()
    assembly: tuple[str, ...] = ()
    source: SourceInfo | None = None
    pruning: PruningInfo | None = None
    sparsity: tuple[SparsityInfo, ...] = ()
    choice: str = ""
    class_names: tuple[str, ...] = ()
    sources: tuple[CompiledInfo, ...] = ()
    stream: StreamInfo | None = None
    states: tuple[StateInfo, ...] = ()
    assembly_compilers: tuple[str, ...] = ("GCC", "Clang")
    slices: SlicesInfo | None = None
    copied: CopiedInfo | None = None


@dataclass(frozen=True)
class Measured:
    """Figures that only a compiler gives: sizes and stack in bytes, functions of the C library."""

    code: int
    tables: int
    weights: int
    data: int
    stack: int | None
    stack_note: str
    library_calls: tuple[str, ...]
