"""Places where ``edgec verify`` runs a folder's code: this computer, the target's emulator, a device on a line."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from edgec.codegen.emit.runner import model_identity
from edgec.codegen.kernels.catalog import sources_of, vendors
from edgec.commands.on_host import host_form
from edgec.converter.graph.errors import ToolchainMissing, UsageError, printable
from edgec.converter.graph.ir import Array
from edgec.converter.graph.work import Notify, Progress
from edgec.device.board import Board
from edgec.device.journal import SampleJournal
from edgec.device.line import SerialLine
from edgec.device.link import Link, LinkTraffic
from edgec.folder.read import OutputFolder, c_files
from edgec.settings.values import VerifyOptions
from edgec.targets.machine.bench import BenchOptions, Step, run_bench, sample_bytes
from edgec.targets.machine.toolchain import find_compiler, find_qemu
from edgec.targets.reader import Target, load_target

DEVICE = "device"


def machines(out: OutputFolder, options: VerifyOptions, notify: Notify) -> list[tuple[str, Target]]:
    """This computer and the target's emulator; what is missing is told, or an error when asked for.

    Raises:
        UsageError: what is asked for cannot be.
        ToolchainMissing: nothing can be run.
    """
    place = options.on
    if options.port is not None:
        if place is not None:
            raise UsageError(f"--port runs the samples on a device, --on {place} does not; leave one out")
        return []
    if options.resume is not None:
        raise UsageError("--resume saves the outputs of a device; give --port")
    wanted = [("host", load_target("host"))]
    if out.target.qemu is not None:
        wanted.append(("qemu", out.target))
    elif place == "qemu":
        raise UsageError(f"--on qemu: target '{out.target.name}' is not emulated; leave --on out")
    targets: list[tuple[str, Target]] = []
    missing: list[ToolchainMissing] = []
    for name, target in wanted:
        if place not in (None, name):
            continue
        try:
            find_compiler(target)
            if target.qemu is not None:
                find_qemu(target)
            targets.append((name, target))
        except ToolchainMissing as e:
            missing.append(e)
    if not targets:
        raise missing[0]
    notify([f"{e}; verified on {targets[0][0]} only" for e in missing])
    return targets


def try_libraries(out: OutputFolder, places: Sequence[tuple[str, Target]], notify: Notify) -> None:
    """Test how the vendors' libraries compute that the folder calls, wherever it is built.

    Raises:
        UsageError: one is not usable.
    """
    called = {v.flag: library for library in out.libraries if library.asked and (v := library.vendor) is not None}
    for known in vendors():
        if known.flag in out.vendor_folders and known.flag not in called:
            notify([f"no layer calls {known.title}: --{known.flag} is not used"])
    for library in called.values():
        vendor = library.vendor
        if vendor is None or vendor.folder is None or vendor.self_test is None:
            continue
        folder = vendor.folder
        sources_of([library])
        for name, machine in places:
            told = vendor.self_test(folder, machine)
            notify([f"{vendor.title} in '{printable(str(folder))}', tested on {name}: {told}"])


def run_there(
    out: OutputFolder, machine: Target, inputs: Sequence[Array], progress: Progress, steps: Sequence[Step] = ()
) -> list[Array]:
    """The outputs of the folder's code, compiled for this computer or run by the target's emulator.

    ``steps`` as ``run_bench`` takes them.
    """
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp, out.running():
        path, bench = host_form(out, Path(temp)) if machine.qemu is None else (out.path, out.bench)
        return run_bench(path, bench, machine, inputs, BenchOptions(progress=progress), steps)


@contextmanager
def board_of(out: OutputFolder, port: str, baud: int, timeout: float) -> Iterator[Board]:
    """The device on a port, which must run the folder's model.

    Raises:
        UsageError: the port cannot be opened, or the device runs another model.
        ToolchainMissing: pyserial is not installed.
        ToolFailed: the device does not answer.
    """
    if out.report.variants:
        raise UsageError(f"{out.path}: is for several processors (--also); convert it for the device's processor alone")
    line = SerialLine(port, baud)
    try:
        link = Link(line, timeout)
        identity = model_identity(c_files(out.path))
        yield Board(link, identity, [p.bytes for p in out.model.inputs], [p.bytes for p in out.model.outputs])
    finally:
        line.close()


def run_on_device(
    out: OutputFolder, options: VerifyOptions, inputs: Sequence[Array], notify: Notify, progress: Progress
) -> list[Array]:
    """The outputs of a device on all samples: one array [n, elements] per output, as ``bench.run_bench`` gives them.

    Raises:
        UsageError, ToolchainMissing, ToolFailed: as ``board_of`` and ``Board.run``.
    """
    rows = sample_bytes(out.model, inputs)
    journal = None if options.resume is None else _journal(out, options.resume, rows)
    known = {} if journal is None else journal.known
    gave = [known.get(i, b"") for i in range(len(rows))]
    if len(known) < len(rows):
        with board_of(out, options.port, options.baud, options.timeout) as board:
            for i, row in enumerate(rows):
                if i not in known:
                    gave[i] = board.run(row.tobytes()).outputs
                    if journal is not None:
                        journal.add(i, gave[i])
                progress(i + 1, len(rows))
            notify([_traffic_text(board.link.traffic), *([f"{len(known)} samples were kept"] if known else [])])
    raw = np.frombuffer(b"".join(gave), np.uint8).reshape(len(rows), -1)
    outputs: list[Array] = []
    at = 0
    for port in out.model.outputs:
        outputs.append(np.ascontiguousarray(raw[:, at : at + port.bytes]).view(port.dtype))
        at += port.bytes
    return outputs


def _journal(out: OutputFolder, file: Path, rows: Array) -> SampleJournal:
    about = {
        "model": model_identity(c_files(out.path)).hex(),
        "samples": hashlib.sha256(np.ascontiguousarray(rows).tobytes()).hexdigest(),
    }
    return SampleJournal(file, about, sum(p.bytes for p in out.model.outputs))


def _traffic_text(traffic: LinkTraffic) -> str:
    """Describe the line and the device."""
    return (
        f"device: {traffic.frames:,} frames, {traffic.again:,} of them sent again, {traffic.resets} resets while "
        "samples were run"
    )
