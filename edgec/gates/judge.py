"""Judge a model by its gates: a pure function of the gates, its report, a run of it, and a baseline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from edgec.converter.graph.errors import AccuracyGate, EdgecError, SizeOrSpeedGate
from edgec.gates.records import Gates, Run
from edgec.reports.checks import Check
from edgec.reports.records import Report

OF_ACCURACY = frozenset({"min_accuracy", "max_drop", "min_sqnr"})
OF_SPEED = ("max_cycles",)
NEED_RUN = ("max_cycles", "min_accuracy", "max_drop", "min_sqnr")
GROWTH = "max_growth_pct"


def judged(gates: Gates, report: Report, run: Run | None = None, baseline: Report | None = None) -> tuple[Check, ...]:
    """Every gate that is set, in the order of ``Gates``' fields; of growth one for each figure.

    Gates that need a run of the model are left out without one, growth without a baseline (``left_out`` names them).
    What is asked for and cannot be known, the flash without a compiler for example, counts as broken.

    Args:
        gates: what must hold.
        report: the model's.
        run: what running it told; None: it was not run.
        baseline: the report that growth is counted against.
    """
    size_and_speed = (*_of_size(gates, report), *_of_speed(gates, report, run))
    return (*size_and_speed, *_of_accuracy(gates, run), *_growth(gates, report, baseline))


def left_out(gates: Gates, run: Run | None = None, baseline: Report | None = None) -> tuple[str, ...]:
    """A sentence for the gates that are set and that ``judged`` leaves out."""
    absent = NEED_RUN if run is None else OF_SPEED if run.simulated else ()
    waiting = [name for name in absent if getattr(gates, name) is not None]
    messages = (
        [f"{', '.join(waiting)}: not judged here; 'edgec verify' runs the model and judges them"] if waiting else []
    )
    if gates.max_growth_pct is not None and baseline is None:
        messages.append(f"{GROWTH}: not judged; name a folder or a report.json with 'baseline' or --baseline")
    return tuple(messages)


def failure(checks: Sequence[Check], others: Sequence[str] = ()) -> EdgecError | None:
    """The error about broken gates, a line for each; None when all hold.

    Args:
        checks: all gates that were judged.
        others: what else is wrong with the accuracy, a sentence each.

    Returns:
        An ``AccuracyGate`` when accuracy is among it, else a ``SizeOrSpeedGate``.
    """
    broken = [c for c in checks if not c.passed]
    if not broken:
        return AccuracyGate("; ".join(others)) if others else None
    lines = [*others, *(f"{c.name}: {c.sentence}" for c in broken)]
    accuracy = bool(others) or any(c.name in OF_ACCURACY for c in broken)
    kind = AccuracyGate if accuracy else SizeOrSpeedGate
    return kind(f"{len(broken)} of {len(checks)} gates broken:\n  " + "\n  ".join(lines))


def _of_size(gates: Gates, report: Report) -> Iterator[Check]:
    ram = report.ram
    flash_unknown = f"the flash is not measured ({ram.stack_note})"
    yield from _at_most("max_flash", gates.max_flash, report.flash.total, "bytes of flash", flash_unknown)
    yield from _at_most("max_arena", gates.max_arena, ram.arena, "bytes of arena")
    yield from _at_most("max_stack", gates.max_stack, ram.stack, "bytes of stack", f"no bound ({ram.stack_note})")


def _of_speed(gates: Gates, report: Report, run: Run | None) -> Iterator[Check]:
    counted = run.instructions if run is not None else None
    what = "instructions, estimated" if counted is None else "instructions, counted"
    instructions = counted if counted is not None else report.instructions or None
    none = "the report has no estimate, and they are not counted"
    yield from _at_most("max_instructions", gates.max_instructions, instructions, what, none)
    if run is not None and not run.simulated:
        none = "cycles are estimated under QEMU only, for targets that it emulates"
        yield from _at_most("max_cycles", gates.max_cycles, run.cycles, "cycles, estimated", none)


def _at_most(name: str, limit: int | None, measured: int | None, what: str, unknown: str = "") -> Iterator[Check]:
    if limit is None:
        return
    if measured is None:
        yield Check(name, False, f"cannot be judged: {unknown}; at most {limit:,} are allowed")
    else:
        yield Check(name, measured <= limit, f"{measured:,} {what}; at most {limit:,} are allowed")


def _of_accuracy(gates: Gates, run: Run | None) -> Iterator[Check]:
    if run is None:
        return
    none = "cannot be judged: top-1 needs labels; give --data FILE.npz:x:y"
    if gates.min_accuracy is not None:
        least = f"required: {gates.min_accuracy:g}"
        known = run.accuracy is not None
        text = f"top-1 {run.accuracy:.4f}; {least}" if run.accuracy is not None else f"{none}; {least}"
        yield Check("min_accuracy", known and (run.accuracy or 0.0) >= gates.min_accuracy, text)
    if gates.max_drop is not None:
        most = f"at most {gates.max_drop:g} points are allowed"
        if run.accuracy is None or run.reference is None:
            why = none if run.accuracy is None else "cannot be judged: ONNX Runtime does not run the model"
            yield Check("max_drop", False, f"{why}; {most}")
        else:
            drop = round(100 * (run.reference - run.accuracy), 9)  # shares of samples are not exact in binary
            text = f"top-1 {run.accuracy:.4f}, {drop:.2f} points below ONNX Runtime's {run.reference:.4f}; {most}"
            yield Check("max_drop", drop <= gates.max_drop, text)
    if gates.min_sqnr is not None:
        least, held = f"required: {gates.min_sqnr:g} dB", False
        text = "cannot be judged: SQNR needs an integer model, samples (--data FILE.npz:x) and ONNX Runtime"
        if run.sqnr is not None:
            text, held = f"SQNR {run.sqnr:.1f} dB against ONNX Runtime's outputs", run.sqnr >= gates.min_sqnr
        yield Check("min_sqnr", held, f"{text}; {least}")


def _growth(gates: Gates, report: Report, baseline: Report | None) -> Iterator[Check]:
    if gates.max_growth_pct is None or baseline is None:
        return
    pairs = (
        ("flash", "bytes", baseline.flash.total, report.flash.total),
        ("RAM", "bytes", *_ram(baseline, report)),
        ("instructions", "estimated", baseline.instructions or None, report.instructions or None),
    )
    for what, unit, old, new in pairs:
        if what == "instructions" and old is new is None:
            continue  # the target has no rates of kernels
        most = f"at most {gates.max_growth_pct:g} % are allowed"
        if old is None or new is None:
            side = "the baseline" if old is None else "the report"
            yield Check(GROWTH, False, f"{what}: cannot be judged: {side} does not know it; {most}")
            continue
        grown = f"{100 * (new - old) / old:+.2f} %" if old else "from nothing"
        held = 100 * (new - old) <= gates.max_growth_pct * old
        yield Check(GROWTH, held, f"{what} {old:,} -> {new:,} {unit} ({grown}); {most}")


def _ram(old: Report, new: Report) -> tuple[int, int]:
    """The RAM of both, without the stacks unless both are known."""
    if old.ram.stack is None or new.ram.stack is None:
        return old.ram.total - (old.ram.stack or 0), new.ram.total - (new.ram.stack or 0)
    return old.ram.total, new.ram.total
