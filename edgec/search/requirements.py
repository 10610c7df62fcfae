"""Limits and objective of a build, and the sentences for builds that miss a limit."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from edgec.converter.graph.errors import DoesNotFit
from edgec.converter.graph.frozen import dataclass
from edgec.reports import MemoryUse, Report
from edgec.targets.reader import Target

MEMORY = {"flash": "flash", "ram": "RAM"}


class Objective(str, Enum):
    """Objective of a conversion (``--optimize``)."""

    SPEED = "speed"
    BALANCED = "balanced"
    SIZE = "size"
    RAM = "ram"

    @property
    def exchange(self) -> float:
        """Instructions that each byte of flash must save, unless ``--exchange-rate`` says otherwise."""
        return {Objective.BALANCED: 200.0, Objective.SIZE: 1000.0}.get(self, 0.0)


@dataclass(frozen=True)
class Requirements:
    """Limits, None where there is none.

    ``flash`` and ``ram`` in bytes, ``instructions`` of an inference as estimated, ``drop`` in points, as
    ``edgec.samples.loss.Measure`` counts them; ``room`` and ``ram_room`` are the flash and the RAM of the target.
    """

    flash: int | None = None
    ram: int | None = None
    drop: float | None = None
    room: int | None = None
    instructions: int | None = None
    ram_room: int | None = None

    @property
    def ram_limit(self) -> int | None:
        """Bytes of RAM that a build may take: as asked for, and no more than there is."""
        return min((n for n in (self.ram, self.ram_room) if n is not None), default=None)

    @property
    def limit(self) -> int | None:
        """Bytes of flash that a build may take: as asked for, and no more than there is."""
        return min((n for n in (self.flash, self.room) if n is not None), default=None)

    def text(self) -> str:
        """Return the limits of flash and accuracy, as options."""
        asked = [f"--max-flash {self.flash}"] if self.flash is not None else []
        return " and ".join(asked + ([f"--max-drop {self.drop:g}"] if self.drop is not None else []))

    def check_flash(self, report: Report) -> None:
        """Compare with ``--max-flash``; without a compiler, the constants alone.

        Raises:
            DoesNotFit: names what is needed.
        """
        needed = report.flash.needed
        if self.flash is not None and needed > self.flash:
            raise DoesNotFit(
                f"the smallest build needs {needed} bytes of flash and --max-flash allows {self.flash}; "
                f"raise it to {needed}, give --calibration (and --quantize auto) for int4, or a smaller model",
                needed,
            )

    def check_instructions(self, report: Report) -> None:
        """Compare with ``--max-instructions``.

        Raises:
            DoesNotFit: names what is needed.
        """
        if self.instructions is not None and report.instructions > self.instructions:
            raise DoesNotFit(
                f"an inference takes {report.instructions} instructions (estimated) and --max-instructions allows "
                f"{self.instructions}; quantize the model, prune it (--prune auto), or allow more"
            )

    def check_ram(self, report: Report) -> None:
        """Compare with ``--max-ram``.

        Raises:
            DoesNotFit: names what is needed.
        """
        if self.ram is not None and report.ram.total > self.ram:
            raise DoesNotFit(
                f"the model needs {report.ram.total} bytes of RAM ({report.ram.arena} of arena) and --max-ram allows "
                f"{self.ram}; make the model smaller, quantize it or allow more"
            )


def check_target(target: Target, report: Report) -> None:
    """Compare with the memories of a board; a bare core has none.

    Raises:
        DoesNotFit: names the memory, what is needed and what there is.
    """
    for kind, needed in (("flash", report.flash.needed), ("ram", report.ram.total)):
        size = target.memory_bytes(kind)
        if size is not None and needed > size:
            least = ", computed row by row," if kind == "ram" and report.savings else ""
            remedy = "quantize it (--calibration), " if report.scheme == "float32" else ""
            raise DoesNotFit(
                f"the model needs {needed} bytes of {MEMORY[kind]}{least} and target '{target.name}' has {size}; "
                f"{remedy}make it smaller, or choose a larger target"
            )
    _check_memories(target, report.memories)


def _check_memories(target: Target, memories: Sequence[MemoryUse]) -> None:
    """Every memory must have room for what was put into it."""
    for m in memories:
        if m.used > m.room:
            parts = [("arena", m.arena), ("constants", m.constants + m.copied), ("code", m.code or 0)]
            what = " and ".join(f"{size} of {name}" for name, size in parts if size)
            raise DoesNotFit(
                f"memory '{m.name}' of target '{target.name}' has room for {m.room} bytes and the model needs {m.used} "
                f"there ({what}); let it use another memory (--place), make the model smaller, quantize it or try "
                "--optimize ram"
            )
