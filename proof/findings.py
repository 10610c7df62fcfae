"""Findings of ``edgec prove``: forms that were proven or not, alarms, and parts that could not be analysed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Proof:
    """One form of integer arithmetic of a folder, compared with its normative formula for all values.

    ``form`` is the formula's name, ``where`` the layers, ``range`` the values it was compared on, ``method`` how
    ("z3", "exhaustive" ...).  ``detail`` of a form that is not ``proven`` holds the counterexample, or says why it has
    none.
    """

    form: str
    where: str
    range: str
    method: str
    proven: bool
    seconds: float
    detail: str = ""


@dataclass(frozen=True)
class Alarm:
    """A line of which a tool could not show that it has no run-time error; ``explanation``: why it has none."""

    file: str
    line: int
    kind: str
    text: str
    explanation: str = ""

    @property
    def sentence(self) -> str:
        """Place and kind of the alarm, in one line."""
        return f"{self.file}:{self.line}: {self.kind}: {self.text}"


@dataclass(frozen=True)
class Unproven:
    """A part that was not proven, and why, in one sentence; ``asked``: the command line asked for this part."""

    part: str
    reason: str
    asked: bool = False


@dataclass(frozen=True)
class Runtime:
    """Findings about run-time errors: the tool, its alarms, the functions that it analysed, seconds.

    ``replaced`` are the libraries of the folder in whose place the tool looked at plain kernels.
    """

    tool: str
    alarms: tuple[Alarm, ...]
    functions: int
    seconds: float
    replaced: tuple[str, ...] = ()
