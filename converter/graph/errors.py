"""Every error a user can meet, with the exit code the command line gives it.

A message is one sentence that names the node (or file), the fact, the rule and the remedy.  The command line prints
``str(error)`` and exits with ``error.exit_code``; a traceback never reaches a user.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import IntEnum

from edgec.converter.graph.frozen import dataclass


class Exit(IntEnum):
    """Process exit codes, stable for CI users."""

    DONE = 0
    INTERNAL = 1
    USAGE = 2
    UNSUPPORTED = 3
    DOES_NOT_FIT = 4
    ACCURACY = 5
    SIZE_OR_SPEED = 6
    TOOLCHAIN = 7


class EdgecError(Exception):
    """Base of all errors that edgec raises on purpose."""

    exit_code: Exit = Exit.INTERNAL


class UsageError(EdgecError):
    """A wrong option, an unreadable file, an output folder that is not ours."""

    exit_code = Exit.USAGE


class InvalidModel(EdgecError):
    """The model (or ``.edge``) file is broken: it breaks a rule of its own format."""

    exit_code = Exit.USAGE


MAX_NAMED_NODES = 3  # nodes named of those that are refused for one reason


@dataclass(frozen=True)
class Refusal:
    """One reason why a model is not supported.

    ``node`` is the ONNX node name (or ``#index``), ``reason`` states fact and rule, ``remedy`` what the user can do.
    """

    node: str
    op: str
    domain: str
    reason: str
    remedy: str = ""

    def sentence(self, others: Sequence[str] = ()) -> str:
        """The refusal as one line of text; ``others``: nodes of which the same is true."""
        domain = f"{self.domain}." if self.domain else ""
        tail = f"; {printable(self.remedy, 500)}" if self.remedy else ""
        names = [f"'{printable(n)}'" for n in (self.node, *others)]
        where = f"{len(names)} nodes {listed(names, MAX_NAMED_NODES)}" if others else f"node {names[0]}"
        return f"{where} ({printable(domain + self.op)}): {printable(self.reason, 300)}{tail}"


class UnsupportedModel(EdgecError):
    """The model is valid ONNX but edgec cannot deploy it; carries every refusal, not only the first.

    The message has a line for each operator and reason, which names the first nodes.

    ``needs_constant`` names the graph inputs that are read where a constant is needed.
    """

    exit_code = Exit.UNSUPPORTED

    def __init__(self, refusals: Sequence[Refusal], needs_constant: tuple[str, ...] = ()) -> None:
        self.refusals = tuple(dict.fromkeys(refusals))
        self.needs_constant = needs_constant
        alike: dict[Refusal, list[Refusal]] = {}
        for r in self.refusals:
            alike.setdefault(replace(r, node=""), []).append(r)
        lines = [first.sentence([r.node for r in rest]) for first, *rest in alike.values()]
        super().__init__(f"the model is not supported, {len(lines)} reason(s):\n  " + "\n  ".join(lines))


class OutOfProportion(EdgecError):
    """Scales that integers cannot hold; whoever knows the node makes a refusal of it."""

    exit_code = Exit.UNSUPPORTED


class DoesNotFit(EdgecError):
    """The result exceeds the target's memory or a budget the user gave.

    ``least``: bytes of flash of the smallest build that was found, where these are too many.
    """

    exit_code = Exit.DOES_NOT_FIT

    def __init__(self, text: str, least: int | None = None) -> None:
        super().__init__(text)
        self.least = least


class OverLimit(EdgecError):
    """The model asks for more work or memory than ``Limits`` allow; nothing of it was done."""

    exit_code = Exit.DOES_NOT_FIT


class AccuracyGate(EdgecError):
    """Accuracy or byte equality is below what was asked."""

    exit_code = Exit.ACCURACY


class SizeOrSpeedGate(EdgecError):
    """Size or instruction count is above what was asked."""

    exit_code = Exit.SIZE_OR_SPEED


class OutOfDate(EdgecError):
    """A generated folder is not what the model gives now."""

    exit_code = Exit.SIZE_OR_SPEED


class ToolchainMissing(EdgecError):
    """A compiler or QEMU is missing; the message says what to install."""

    exit_code = Exit.TOOLCHAIN


class ToolFailed(EdgecError):
    """A compiler or QEMU is there but does not work; the message says how it failed and what to try."""

    exit_code = Exit.TOOLCHAIN


def listed(items: Iterable[str], shown: int, apart: str = ", ", last: str = " and ") -> str:
    """The first ``shown`` of some texts, and how many more there are."""
    every = list(items)
    more = f"{last}{len(every) - shown} more" if len(every) > shown else ""
    return apart.join(every[:shown]) + more


def printable(text: str, limit: int = 120) -> str:
    """Untrusted text made safe for a terminal or a C comment: printable ASCII, cut to ``limit`` characters."""
    safe = "".join(c if " " <= c <= "~" else f"\\u{ord(c):04x}" for c in text)
    return safe if len(safe) <= limit else safe[: limit - 3] + "..."
