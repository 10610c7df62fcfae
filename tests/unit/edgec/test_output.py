"""The output folder: what is refused, what is kept, what is replaced; links, inputs, edits."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from edgec.converter.graph.errors import UsageError
from edgec.folder import system
from edgec.folder.destination import Destination
from edgec.folder.manifest import is_ours
from edgec.folder.stage import StagedFolder
from tests.builders.output_folders import content, made, put

OLD, NEW = made("old", "m.c", "k/k.h"), made("new", "m.c", "n.c")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that edgec made."""
    Destination.at(tmp_path / "out").write(OLD)
    return tmp_path / "out"


def only(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


@pytest.fixture(params=["exchange", "renames"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exchange folders by each of the two ways."""
    if request.param == "renames":
        monkeypatch.setattr(system, "swap_call", None)


@pytest.mark.usefixtures("way")
def test_output_appears_whole_and_replaces_our_own(tmp_path: Path) -> None:
    out = tmp_path / "a" / "b" / "out"
    destination = Destination.at(out)
    assert only(tmp_path) == []
    assert destination.write(OLD) == ()
    assert is_ours(out) and content(out) == dict(OLD)
    assert out.stat().st_mode & 0o777 == (tmp_path / "a").stat().st_mode & 0o777
    assert Destination.at(out).write(NEW) == ()
    assert content(out) == dict(NEW) and only(out) == ["m.c", "n.c", "report.json"]
    assert only(out.parent) == ["out"]


def test_this_system_exchanges_folders_at_one_moment(tmp_path: Path) -> None:
    if system.swap_call is None:
        pytest.skip("no call for it in the C library")
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.c").touch()
    if not system.exchange(tmp_path / "a", tmp_path / "b"):
        pytest.skip("the file system cannot")
    assert only(tmp_path / "a") == ["b.c"] and only(tmp_path / "b") == ["a.c"]


@pytest.mark.usefixtures("way")
def test_folders_we_did_not_make_are_kept(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    Destination.at(out).write(OLD)  # an empty folder holds nothing to lose
    (out / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"holds 'notes\.txt', which edgec did not make; .* --force"):
        Destination.at(out)
    Destination.at(out, force=True).write(NEW)
    assert content(out) == dict(NEW) and only(tmp_path) == ["out"]


def test_everything_of_the_user_is_noticed(out: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    changes = {
        "'link', which edgec did not make": lambda: (out / "link").symlink_to(kept),
        "'dangling', which": lambda: (out / "dangling").symlink_to("nowhere"),
        "'empty', which": lambda: (out / "empty").mkdir(),
        "'k/inner', which": lambda: (out / "k" / "inner").mkdir(),
        "'build', which": lambda: put(out, (("build/a.o", b""), ("build/b.o", b""))),
        "'pipe', which": lambda: os.mkfifo(out / "pipe"),
        r"'m\.c', edited": lambda: (out / "m.c").write_text("better"),
        r"'k/k\.h', edited": lambda: ((out / "k/k.h").unlink(), (out / "k/k.h").symlink_to(kept)),
        r"'n\.c', which edgec did not make and 'm\.c', edited": lambda: put(out, (("n.c", b""), ("m.c", b""))),
        r"'report\.json', which": lambda: ((out / "report.json").rename(kept), (out / "report.json").symlink_to(kept)),
    }
    for message, change in changes.items():
        change()
        with pytest.raises(UsageError, match=message):
            Destination.at(out)
        Destination.at(out, force=True).write(OLD)
        assert content(out) == dict(OLD) and only(tmp_path) in (["kept.txt", "out"], ["out"])
        kept.write_text("mine")


def test_a_change_during_the_conversion_is_noticed(out: Path, tmp_path: Path) -> None:
    destination = Destination.at(out)
    (out / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="did not make"):
        destination.write(NEW)
    assert content(out) == dict(OLD) | {"notes.txt": b"mine"} and only(tmp_path) == ["out"]


@pytest.mark.usefixtures("way")
def test_a_file_that_comes_while_the_folder_is_written_is_kept(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill = system.make_folder

    def late(path: Path, mode: int = 0o777) -> None:
        fill(path, mode)
        (out / "notes.txt").write_text("mine")

    monkeypatch.setattr(system, "make_folder", late)
    (note,) = Destination.at(out).write(NEW)
    monkeypatch.undo()
    assert content(out) == dict(NEW)
    (stage,) = set(only(tmp_path)) - {"out"}
    assert stage in note and [p.read_text() for p in tmp_path.rglob("notes.txt")] == ["mine"]
    (again,) = Destination.at(out).notes
    assert stage in again and "other files" in again
    assert [p.read_text() for p in tmp_path.rglob("notes.txt")] == ["mine"]


def test_a_run_to_the_same_place_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, fill = tmp_path / "out", StagedFolder.fill
    destination = Destination.at(out)

    def meanwhile(stage: StagedFolder) -> None:
        fill(stage)
        monkeypatch.undo()
        Destination.at(out).write(OLD)

    monkeypatch.setattr(StagedFolder, "fill", meanwhile)
    with pytest.raises(UsageError, match="another run wrote it at the same time; run again"):
        destination.write(NEW)
    assert content(out) == dict(OLD) and only(tmp_path) == ["out"]


def test_a_deleted_file_is_no_loss_and_no_hash_is_no_edit(out: Path) -> None:
    (out / "m.c").unlink()
    assert is_ours(out)
    put(out, (("report.json", b'{"schema": 1, "edgec": "0", "files": ["k/k.h"]}'), ("k/k.h", b"edited")))
    assert is_ours(out)


@pytest.mark.parametrize(
    "report", ["", "[]", "{}", '{"schema": 1, "edgec": "x", "files": 3}', "[" * 100_000, "\ud800", "\x00"]
)
def test_a_foreign_report_json_is_no_marker(tmp_path: Path, report: str) -> None:
    (tmp_path / "report.json").write_bytes(report.encode(errors="surrogatepass"))
    assert not is_ours(tmp_path)


def test_paths_that_cannot_be_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    monkeypatch.chdir(tmp_path)
    for path in (file, file / "below", tmp_path, tmp_path.parent, Path(), Path("/")):
        with pytest.raises(UsageError):
            Destination.at(path, force=True)
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "out")
    (tmp_path / "out").mkdir()
    with pytest.raises(UsageError, match="not a folder"):
        Destination.at(link, True)


def test_inputs_are_never_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by name, not through links that lie in the folder or lead into it, not under the folder's other names."""
    out, far = tmp_path / "out", tmp_path / "far"
    for folder in (out, far):
        put(folder, (("data.npz", b"x"), ("sub/data.npz", b"x")))
    (tmp_path / "door").symlink_to(out)
    (out / "leaving.npz").symlink_to(far / "data.npz")
    (out / "exit").symlink_to("../far", target_is_directory=True)
    (far / "entering.npz").symlink_to(out / "data.npz")
    (far / "circle").symlink_to("circle")
    monkeypatch.chdir(tmp_path)
    inside = (
        out / "data.npz", Path("out/sub/data.npz"), Path("far/../out/data.npz"), tmp_path / "door" / "data.npz",
        out / "leaving.npz", out / "exit" / "data.npz", far / "entering.npz", out / "sub",
    )  # fmt: skip
    for path in inside:
        with pytest.raises(UsageError, match=f"holds '{path.name}', which this command reads"):
            Destination.at(out, True, [far / "data.npz", path])
    outside = [far / "data.npz", tmp_path / "missing", far / "circle" / "x", Path("out2"), tmp_path]
    Destination.at(out, True, outside).write(NEW)
    assert content(out) == dict(NEW)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_unwritable_parent(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(UsageError, match="not writable"):
        Destination.at(tmp_path / "out")


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("force", [False, True])
def test_the_users_folder_is_taken_along(out: Path, force: bool) -> None:
    """Content, links, permissions and times; what lies there is no edit of the folder."""
    put(out, (("user/Makefile", b"mine"), ("user/src/own.h", b"mine")))
    (out / "user" / "link").symlink_to("nowhere")
    (out / "user" / "empty").mkdir()
    (out / "user" / "Makefile").chmod(0o755)
    os.utime(out / "user" / "Makefile", (1_000_000_000, 1_000_000_000))
    assert is_ours(out)
    assert Destination.at(out, force).write(NEW) == ()
    assert only(out) == ["m.c", "n.c", "report.json", "user"] and only(out.parent) == ["out"]
    assert only(out / "user") == ["Makefile", "empty", "link", "src"]
    kept = (out / "user" / "Makefile").stat()
    assert (kept.st_mode & 0o777, kept.st_mtime) == (0o755, 1_000_000_000)
    assert (out / "user" / "src" / "own.h").read_bytes() == b"mine"
    assert os.readlink(out / "user" / "link") == "nowhere"  # noqa: PTH115


def test_the_users_folder_may_be_there_first(tmp_path: Path) -> None:
    put(tmp_path / "out", (("user/Makefile", b"mine"),))
    Destination.at(tmp_path / "out").write(NEW)
    assert only(tmp_path / "out") == ["m.c", "n.c", "report.json", "user"]


def test_a_link_or_a_device_is_no_users_folder(out: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (out / "user").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="holds 'user', which edgec did not make"):
        Destination.at(out)
    (out / "user").unlink()
    (out / "user").mkdir()
    os.mkfifo(out / "user" / "pipe")
    with pytest.raises(UsageError, match="'user/pipe' is not a file, folder or link; remove it from user"):
        Destination.at(out).write(NEW)
    assert (out / "m.c").exists()
