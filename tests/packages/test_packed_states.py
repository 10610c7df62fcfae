"""Packages and projects of a model with states: the crate's methods, programs that keep the struct."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import edgec
from edgec.codegen.emit.integrate import packagings
from edgec.commands import new as projects
from tests.builders.arduino import write_stub
from tests.builders.stateful_nets import write_stateful
from tests.packages.test_rust import VENDORED
from tests.packages.test_zephyr import KERNEL_H, PRINTK_H
from tests.packages.tools import run, tool

RUST = """
use lstm_cell::{Arena, Error, Model, INPUT0_SIZE, OUTPUT0_SIZE, STATE_SIZE};

fn step(model: &mut Model, x: i8) -> [i8; OUTPUT0_SIZE] {
    let mut y = [0; OUTPUT0_SIZE];
    model.run(&[x; INPUT0_SIZE], &mut y).unwrap();
    y
}

#[test]
fn states_are_kept_and_restored() {
    let (mut arena, mut other) = (Arena::new(), Arena::new());
    let (mut one, mut two) = (Model::new(&mut arena).unwrap(), Model::new(&mut other).unwrap());
    let first = step(&mut one, 100);
    let mut saved = [0; STATE_SIZE];
    one.save(&mut saved).unwrap();
    let second = step(&mut one, 100);
    assert_ne!(first, second);
    two.restore(&saved).unwrap();
    assert_eq!(step(&mut two, 100), second);
    one.reset();
    assert_eq!(step(&mut one, 100), first);
    for byte in &mut saved {
        *byte ^= 1;
    }
    assert_eq!(one.restore(&saved), Err(Error::State));
}
"""


@pytest.fixture(scope="module")
def stateful(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An LSTM cell for a Cortex-M4 with all packages that take states; not to be written into."""
    folder = tmp_path_factory.mktemp("stateful")
    model, samples, _ = write_stateful("lstm_cell", folder)
    wanted = tuple(name for name, one in packagings().items() if not one.stateless)
    data = {"calibration": samples, "target": "cortex-m4", "state": ("auto",)}
    return edgec.convert(model, output=folder / "lstm_cell", package=wanted, **data).folder


def test_the_crate(stateful: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARGO_TARGET_DIR", str(tmp_path / "target"))
    if not any(VENDORED.glob("cc-1.*")):
        pytest.skip("librust-cc-dev is not installed")
    crate = tmp_path / "crate"
    shutil.copytree(stateful / "rust", crate)
    (crate / ".cargo").mkdir()
    (crate / ".cargo" / "config.toml").write_text(
        f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{VENDORED}"\n'
    )
    (crate / "tests" / "states.rs").write_text(RUST)
    done = run(tool("cargo"), "test", "--offline", "-q", cwd=crate)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("1 passed") == 2 and "warning" not in done.stderr
    tool("cargo-clippy")
    done = run(tool("cargo"), "clippy", "--offline", "-q", "--all-targets", "--", "-D", "warnings", cwd=crate)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("tests/bytes", "lstm_cell: all output bytes are those of edgec's simulator\n"),
        ("samples/run", "lstm_cell: 0 microseconds\n"),
    ],
)
def test_programs_for_zephyr(program: str, said: str, stateful: Path, tmp_path: Path) -> None:
    for name, text in (("kernel.h", KERNEL_H), ("sys/printk.h", PRINTK_H)):
        path = tmp_path / "include" / "zephyr" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    sources = [stateful / "zephyr" / program / "src" / "main.c", *stateful.glob("*.c")]
    sources += stateful.glob("edgec_kernels/*.c")
    flags = ["-O1", "-Wall", "-Wextra", "-Werror", f"-I{tmp_path / 'include'}", f"-I{stateful}", "-o", tmp_path / "app"]
    done = subprocess.run(["cc", *flags, *sources, "-lm"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert subprocess.run([tmp_path / "app"], capture_output=True, text=True).stdout == said


@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler")
def test_sketches_for_arduino(stateful: Path, tmp_path: Path) -> None:
    stub = write_stub(tmp_path / "stub")
    sketches = sorted(stateful.rglob("*.ino"))
    assert len(sketches) == 2
    for sketch in sketches:
        text = '#include "Arduino.h"\n' + sketch.read_text()
        (tmp_path / "sketch.cpp").write_text(text)
        flags = ["-Wall", "-Wextra", "-Werror", f"-I{stub}", f"-I{stateful}", "-fsyntax-only"]
        done = subprocess.run(["c++", *flags, tmp_path / "sketch.cpp"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "_reset(&state)" in text and "_run(&model, &state, " in text


def test_a_project_runs_from_a_reset(stateful: Path, tmp_path: Path) -> None:
    """Whatever the sample's number is: its bytes are those after a reset."""
    if not shutil.which("make"):
        pytest.skip("no make")
    model, samples, _ = write_stateful("lstm_cell", tmp_path)
    data = {"calibration": samples, "target": "host", "state": ("auto",)}
    made = edgec.convert(model, output=tmp_path / "out", **data)
    projects.new(tmp_path / "hello", made.folder, data=str(samples), number=3)
    done = subprocess.run(["make", "-s", "-C", tmp_path / "hello", "run"], capture_output=True, text=True)
    assert done.returncode == 0 and "warning" not in done.stderr, done.stderr
    assert "all output bytes are those of edgec's simulator" in done.stdout
