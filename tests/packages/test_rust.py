"""--package rust: the crate's own test, clippy and documentation, by cargo and Debian's crate ``cc``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.packages.tools import run, tool

VENDORED = Path("/usr/share/cargo/registry")  # of Debian's librust-*-dev


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder in which cargo keeps what it compiled, for all tests."""
    return str(tmp_path_factory.mktemp("cargo"))


@pytest.fixture
def crate(packed: Path, tmp_path: Path, built: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the crate, which finds ``cc`` without a network."""
    monkeypatch.setenv("CARGO_TARGET_DIR", built)
    if not any(VENDORED.glob("cc-1.*")):
        pytest.skip("librust-cc-dev is not installed")
    folder = tmp_path / "crate"
    shutil.copytree(packed / "rust", folder)
    (folder / ".cargo").mkdir()
    (folder / ".cargo" / "config.toml").write_text(
        f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{VENDORED}"\n'
    )
    return folder


def test_cargo_test_compares_the_bytes(crate: Path) -> None:
    done = run(tool("cargo"), "test", "--offline", "-q", cwd=crate)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout and "warning" not in done.stderr
    check = crate / "tests" / "check.rs"
    text = check.read_text()
    first = text.index("];")
    digit = max(text.rfind(c, 0, first) for c in "0123456789")
    check.write_text(text[:digit] + ("1" if text[digit] != "1" else "2") + text[digit + 1 :])
    assert run(tool("cargo"), "test", "--offline", "-q", cwd=crate).returncode != 0, "the test cannot fail"


def test_clippy_finds_nothing(crate: Path) -> None:
    tool("cargo-clippy")
    flags = ("--", "-D", "warnings")
    done = run(tool("cargo"), "clippy", "--offline", "-q", "--all-targets", *flags, cwd=crate)
    assert done.returncode == 0, done.stderr


def test_every_public_item_is_documented(crate: Path) -> None:
    done = run(tool("cargo"), "doc", "--offline", "-q", cwd=crate, RUSTDOCFLAGS="-D warnings")
    assert done.returncode == 0, done.stderr


def test_a_model_keeps_its_arena(crate: Path) -> None:
    """Code that borrows the arena twice does not compile."""
    (crate / "tests" / "check.rs").write_text(
        "#[test]\nfn t() {\n    let mut a = digits::Arena::new();\n    let one = digits::Model::new(&mut a).unwrap();\n"
        "    let two = digits::Model::new(&mut a).unwrap();\n    drop((one, two));\n}\n"
    )
    done = run(tool("cargo"), "test", "--offline", "-q", cwd=crate)
    assert done.returncode != 0 and "cannot borrow `a` as mutable more than once" in done.stderr
