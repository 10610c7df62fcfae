"""Libraries of kernels: what a library and a kernel are.

A library is a folder of C below ``runtime_c`` (or anywhere, see ``catalog.load_library``) and a package of bindings,
whose ``__init__`` defines ``LIBRARY``, its modules ``KERNELS``.  Nothing else lists them (``catalog``).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from edgec.codegen.kernels.build import BuildRule, LinkCheck
from edgec.codegen.kernels.spec import Bound, Call, Cut, Misfit, NodeView
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, DType, Shape

if TYPE_CHECKING:
    from importlib.abc import Traversable

    from edgec.targets.reader import Target

Counts: TypeAlias = tuple[tuple[str, float], ...]
"""Counted work of a call: (term, times).  The target's rates hold the instructions of each term of a kernel."""
Work: TypeAlias = Callable[[NodeView, Call], Counts]
"""Counts what a call does for a node."""


COMPILERS = ("GCC", "Clang")
"""The compilers for which kernels have assembly."""

NO_FUNCTION = "none of the functions that edgec calls gives these bytes"


@dataclass(frozen=True)
class Vendor:
    """Another vendor's library: its sources, compiled beside a model, and what users call it.

    ``variable`` names the folder of the sources in CMake; ``root`` is that folder on this computer, None where the
    environment variable of that name says it.  ``sources`` and ``includes`` are relative to it.  ``component`` is what
    packs of components call it: class and group; ``since`` the first release that has all of this.

    ``title`` is its name in sentences and that of its pack, ``flag`` what asks for it (a value of ``--kernels``, and an
    option of ``verify``), ``maker`` whose kernels these are.  ``self_test`` compiles what lies in a folder for a target
    and says how that computes; it raises where the bytes are not those of the kernels.  ``reason``: why none of its
    functions computes a layer, where nothing more is known.  ``q31``: it computes layers whose factors are multiples of
    2**-31 exactly, however it was built.  ``headers``: names of its header files, which no model may be called.
    """

    variable: str
    root: Path | None
    sources: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    component: tuple[str, str] = ("", "")
    since: str = ""
    title: str = ""
    flag: str = ""
    maker: str = ""
    self_test: Callable[[Path, Target], str] | None = field(default=None, compare=False)
    reason: str = NO_FUNCTION
    q31: bool = False
    headers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        title = self.title or self.stem.replace("_", "-")
        for name, value in (("title", title), ("flag", self.flag or title.lower()), ("maker", self.maker or title)):
            object.__setattr__(self, name, value)

    @property
    def folder(self) -> Path | None:
        """Folder of the sources; None where it is unknown."""
        named = os.environ.get(self.variable, "")
        return self.root or (Path(named) if named else None)

    @property
    def stem(self) -> str:
        """The library's name in variables: that of its folder's without what says that it is a folder."""
        return self.variable.removesuffix("_DIR")

    @property
    def targets(self) -> tuple[str, ...]:
        """Names of the library's target in CMake projects."""
        return (self.stem, self.stem.lower(), self.title.lower())


@dataclass(frozen=True)
class Library:
    """Kernels that share C files, and what they need of a target.

    ``headers`` is the folder of its own C files; ``needs`` are target features.  ``plain``: the small form that every
    target can run and that other kernels are given up for.  ``portable``: its C compiles for any target, so that the
    host runs it; the host runs plain kernels in the place of others, whose bytes are the same, floats but for rounding.
    ``base``: another library on whose bindings its own are built.  ``unless``: features with which another form of it
    is better.  ``asked``: it is taken only where the user asks for it.  ``rules`` are what its C takes for granted of a
    build; ``linked`` says, of the kernels (``Kernel.id``) that a model uses, how ``<name>_init`` asks the linked
    library whether it is the one that was planned for; ``fails``: its C functions give 0u, or another uint32_t where
    the vendor's function refused its arguments.  ``assembly``: how an option of the compiler begins that makes some of
    its C assembly -> the compilers that take it; None: what is compiled for the features it needs, by ``COMPILERS``.
    """

    name: str
    headers: Traversable
    needs: frozenset[str] = frozenset()
    plain: bool = False
    portable: bool = True
    vendor: Vendor | None = None
    unless: frozenset[str] = frozenset()
    asked: bool = False
    rules: tuple[BuildRule, ...] = ()
    linked: Callable[[frozenset[str]], LinkCheck] | None = field(default=None, compare=False)
    fails: bool = False
    base: Library | None = None
    assembly: Mapping[str, tuple[str, ...]] | None = field(default=None, compare=False)

    @property
    def located(self) -> bool:
        """Whether it is known where the vendor's sources lie; always for edgec's own kernels."""
        return self.vendor is None or self.vendor.folder is not None

    def assembly_by(self, options: Iterable[str]) -> tuple[str, ...]:
        """The compilers that with these options take assembly for its loops; others take portable C of equal bytes."""
        if self.assembly is None:
            return COMPILERS if self.needs and self.portable else ()
        given = tuple(options)
        sources = (by for begins, by in self.assembly.items() if any(o.startswith(begins) for o in given))
        return next(sources, ())

    def runs_on(self, features: Iterable[str]) -> bool:
        """Return whether a target with these features can run it."""
        available = frozenset(features)
        return self.needs <= available and not self.unless & available


@dataclass(frozen=True)
class GridLayer:
    """A layer of a kernel's grid, with random data: tests compute it with the kernel, and price it.

    ``shapes`` are those of the inputs, of which ``constant`` lists the constants. ``dtype`` is that of the inputs
    (None: the only one that the kernel takes), ``weights`` that of quantized layers' weights, whose largest
    magnitude is ``top``, ``one_scale`` whether these have one scale for all channels. ``quantized``: whether
    integers stand for reals (None: when they have 8 or 16 bits and the operator can be quantized). ``tied``: inputs
    whose quantization is the output's. ``frugal`` and ``positive`` as in ``NodeView``. ``values`` makes the inputs
    where random ones of ``shapes`` would not do (indices, trees), in which case ``shapes`` are none; integer ones
    of another type than ``dtype`` stand for themselves. ``state``: fraction bits of a recurrent layer's state (None:
    any). ``finer``: the output's scale is below the inputs', as that of averages in nets is.
    """

    attrs: Attrs
    shapes: tuple[Shape, ...] = ()
    constant: tuple[int, ...] = ()
    dtype: DType | None = None
    weights: DType = DType.I8
    top: int = 127
    one_scale: bool = False
    quantized: bool | None = None
    tied: tuple[int, ...] = ()
    frugal: bool = False
    values: Callable[[np.random.Generator], Sequence[Array | None]] | None = None
    zero_blocks: float = 0.0
    positive: bool = False
    state: int | None = None
    finer: bool = False


@dataclass(frozen=True)
class Kernel:
    """A kernel (or a family that differs only in its element function) and the nodes it takes.

    ``id`` is unique in its library; ``dtypes`` are the types of the node's first input that it takes.  ``bind`` returns
    the calls, or why the node does not fit; ``work`` what a call counts as, for its price.  ``weights_once``: each
    weight is read once, for all positions, else once for ``together`` positions at most (see ``plan.traffic``); eight
    of them are what cores have registers for, transforms such as Winograd's have more.  ``sparse``: it leaves blocks
    of zero weights out.
    ``grid`` are layers that tests compute with it and price.  ``cut`` says how a call is done in parts; None where it
    is not.
    """

    library: Library
    id: str
    op: str
    dtypes: frozenset[DType]
    bind: Callable[[NodeView], Bound] = field(compare=False)
    work: Work = field(compare=False)
    weights_once: bool = False
    together: int = 8
    grid: tuple[GridLayer, ...] = field(default=(), compare=False, repr=False)
    sparse: bool = False
    cut: Callable[[NodeView, Call], Cut | None] | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The name that is unique among all libraries."""
        return f"{self.library.name}/{self.id}"

    @property
    def plain(self) -> bool:
        """Whether it is of the plain library."""
        return self.library.plain

    def takes(self, view: NodeView) -> bool:
        """Return whether operator and type are the kernel's."""
        return view.node.op == self.op and view.x(0).dtype in self.dtypes

    def calls(self, view: NodeView) -> Bound:
        """The calls that compute a node, or why it does not fit; they are this kernel's unless they say whose."""
        try:
            bound = self.bind(view)
        except EdgecError as error:
            return Misfit(str(error))
        if isinstance(bound, Misfit):
            return bound
        return tuple(call if call.kernel is not None else replace(call, kernel=self) for call in bound)


def vendor_of(calls: Sequence[Call]) -> str:
    """Whose functions compute a layer with these calls, by title; "" unless all are one vendor's."""
    vendors = [call.kernel.library.vendor if call.kernel is not None else None for call in calls]
    titles = {"" if vendor is None else vendor.title for vendor in vendors}
    return titles.pop() if len(titles) == 1 else ""
