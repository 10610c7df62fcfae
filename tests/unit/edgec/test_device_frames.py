"""Frames of the runner's protocol: stuffing, checks, and what is found in a stream that is not as it was sent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgec.codegen.emit.runner import VERSION, RefusalCode, Request, TickUnit, TimerKind, model_identity
from edgec.converter.graph.errors import UsageError
from edgec.device.frames import Frame, FrameReader, decoded, encoded, stuffed, unstuffed
from edgec.device.journal import SampleJournal

LENGTHS = (0, 1, 2, 253, 254, 255, 256, 507, 508, 509, 1024)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("byte", [0, 1, 255])
def test_stuffing_takes_zeros_out(length: int, byte: int) -> None:
    data = bytes([byte]) * length
    assert 0 not in stuffed(data)
    assert unstuffed(stuffed(data)) == data
    assert unstuffed(stuffed(data + b"\0")) == data + b"\0"


@given(st.binary(max_size=700))
def test_stuffing_is_undone(data: bytes) -> None:
    assert unstuffed(stuffed(data)) == data


@given(st.binary(max_size=300), st.integers(1, 65535), st.integers(0, 65535))
def test_a_frame_is_found_between_anything(payload: bytes, session: int, sequence: int) -> None:
    frame = Frame(Request.WRITE, session, sequence, payload)
    found = list(FrameReader().take(b"\x07rubbish" + encoded(frame) + b"more"))
    assert found == [None, frame]


def test_frames_come_in_any_pieces() -> None:
    frames = [Frame(Request.RUN, 1, i, bytes(range(i))) for i in range(40)]
    reader, found = FrameReader(), []
    for byte in b"".join(encoded(f) for f in frames):
        found += reader.take(bytes([byte]))
    assert found == frames


@pytest.mark.parametrize("fault", ["changed", "dropped", "repeated"])
def test_no_fault_of_one_byte_passes(fault: str) -> None:
    frame = Frame(Request.READ, 3, 9, bytes(range(60)))
    body = encoded(frame).strip(b"\0")
    for i in range(len(body)):
        middle = {"changed": bytes([body[i] ^ 0x10]), "dropped": b"", "repeated": body[i : i + 1] * 2}[fault]
        spoiled = body[:i] + middle + body[i + 1 :]
        assert [f for f in FrameReader().take(b"\0" + spoiled + b"\0") if f is not None] in ([], [frame])
        assert spoiled == body or frame not in list(FrameReader().take(b"\0" + spoiled + b"\0"))


@given(st.binary(max_size=80))
def test_anything_is_read(data: bytes) -> None:
    decoded(data)


def test_identity_is_of_the_models_own_files() -> None:
    files = {"a.c": b"int a;", "edgec_kernels/k.h": b"k", "report.json": b"{}"}
    same = {**files, "runner/a_runner.c": b"int b;", "report.json": b"{ }", "arduino/src/a.c": b""}
    assert model_identity(files) == model_identity(same)
    for path in ("a.c", "edgec_kernels/k.h"):
        assert model_identity({**files, path: b"x"}) != model_identity(files)


def test_the_page_states_the_protocol(repo: Path) -> None:
    text = (repo / "docs/reference/device-protocol.md").read_text(encoding="utf-8")
    assert f"version {VERSION}" in text
    for kind in (Request, RefusalCode, TimerKind, TickUnit):
        for member in kind:
            assert re.search(rf"^\| {int(member)} \| `{member.name}` \|", text, re.MULTILINE), member


def test_a_journal_goes_on_where_it_ended(tmp_path: Path) -> None:
    file, about = tmp_path / "run.bin", {"model": "m", "samples": "s"}
    first = SampleJournal(file, about, 4)
    first.add(0, b"abcd")
    first.add(2, b"efgh")
    whole = file.read_bytes()
    file.write_bytes(whole + whole[-7:])  # a write that did not end
    again = SampleJournal(file, about, 4)
    assert again.known == {0: b"abcd", 2: b"efgh"}
    assert file.read_bytes() == whole
    again.add(1, b"ijkl")
    assert SampleJournal(file, about, 4).known[1] == b"ijkl"


def test_a_journal_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.bin"
    SampleJournal(file, {"model": "m"}, 4)
    held = file.read_bytes()
    with pytest.raises(UsageError, match="of another model"):
        SampleJournal(file, {"model": "n"}, 4)
    assert file.read_bytes() == held
    file.write_text("notes of mine\n")
    with pytest.raises(UsageError, match="name another"):
        SampleJournal(file, {"model": "m"}, 4)
    assert file.read_text() == "notes of mine\n"
    with pytest.raises(UsageError, match="cannot be used"):
        SampleJournal(tmp_path / "nowhere" / "run.bin", {"model": "m"}, 4)
