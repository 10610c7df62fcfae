"""One model for one of several kinds of processor: what the others have not, and what it is called."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.codegen.emit.names import identifier
from edgec.codegen.plan.plan import Plan
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.targets.reader import Target

HWCAPS = {"dotprod": ("AT_HWCAP", 20), "i8mm": ("AT_HWCAP2", 13)}
"""Features that Linux tells of a processor at run time: the word and the bit (Linux, elf_hwcaps for arm64)."""


@dataclass(frozen=True)
class Variant:
    """A model's C for processors that have ``features`` beside those of all AArch64 processors.

    ``files`` are those of a folder of its own, whose prefix is that of ``plan``.
    """

    plan: Plan
    files: tuple[tuple[str, bytes], ...]
    target: str
    features: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name that ``<name>_variant`` gives it."""
        return variant_name(self.features)

    @property
    def prefix(self) -> str:
        """Its C prefix."""
        return self.plan.identity.prefix

    @property
    def arch(self) -> str:
        """The architecture that its files are compiled for, as compilers call it ("": that of the build)."""
        return "armv8.2-a" + "".join(f"+{f}" for f in self.features) if self.features else ""


def features_of(target: Target) -> tuple[str, ...]:
    """Return the features of a target that can be asked for at run time.

    Raises:
        UsageError: its programs are no processes of 64-bit Linux on Arm, or need more than can be asked for.
    """
    if not (target.hosted and target.has("aarch64") and target.has("neon")):
        raise UsageError(
            f"--also: target '{target.name}' is none of AArch64 under Linux, where a program can ask for the "
            "processor's instructions; give targets such as cortex-a53, cortex-a76 and armv8-i8mm"
        )
    return tuple(f for f in HWCAPS if target.has(f))


def variant_name(features: Sequence[str]) -> str:
    """The name of a variant: that of its last feature."""
    return features[-1] if features else "neon"


def variant_prefix(prefix: str, features: Sequence[str]) -> str:
    """The C prefix of a variant."""
    return identifier(f"{prefix}_{variant_name(features)}")
