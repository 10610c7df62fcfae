"""The wheel works on its own: installed into a fresh environment, outside the checkout, it converts and verifies."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

COPIED = (
    *("pyproject.toml", "setup.py", "README.md", "LICENSE", "share"),
    *("edgec", "converter", "quantize", "codegen", "proof", "runtime_c", "targets"),
)


def run(*command: object, cwd: Path) -> str:
    """Standard output of a command that must succeed, in an environment that does not see the checkout."""
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")}
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that neither an old build folder nor this build is seen by anybody else."""
    pytest.importorskip("setuptools", minversion="77")
    folder = tmp_path_factory.mktemp("wheel")
    (folder / "source").mkdir()
    for name in COPIED:
        if (repo / name).is_dir():
            shutil.copytree(repo / name, folder / "source" / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(repo / name, folder / "source")
    pip = (
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--disable-pip-version-check",
    )
    run(*pip, "-w", folder, folder / "source", cwd=folder)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a fresh environment: the wheel, and the dependencies of this environment without edgec."""
    folder = tmp_path_factory.mktemp("fresh")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    site = next((folder / "venv").glob("lib/python*/site-packages"))
    with zipfile.ZipFile(wheel) as z:
        z.extractall(site)
    # appended after the environment's own packages; a line in a .pth runs no .pth of the folder it names
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "venv" / "bin"


def test_the_wheel_holds_everything_that_is_not_python(wheel: Path, repo: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=repo, capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    folders = ("converter/", "quantize/", "codegen/", "runtime_c/", "targets/")
    shipped = [f for f in listed.stdout.splitlines() if f.startswith(folders) and "/asm/" not in f]  # asm/: templates
    wanted = {f"edgec/{f}" for f in shipped if (repo / f).is_file()}
    with zipfile.ZipFile(wheel) as z:
        names = set(z.namelist())
    assert not wanted - names
    assert "edgec/py.typed" in names
    own = wheel.name.split("-py3")[0]
    assert {n.split("/")[0] for n in names} == {"edgec", f"{own}.dist-info", f"{own}.data"}
    pages = {p.relative_to(repo).as_posix() for p in (repo / "share" / "man").rglob("*.1")}
    assert "share/man/man1/edgec-convert.1" in pages
    assert {n for n in names if n.startswith(f"{own}.data/")} == {f"{own}.data/data/{page}" for page in pages}


def test_the_installed_wheel_converts_and_verifies(installed: Path, digits: Path, tmp_path: Path) -> None:
    python, out = installed / "python", tmp_path / "out"
    where = run(python, "-c", "import edgec.converter.graph.ir as m; print(m.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(installed.parent)
    command = (python, "-m", "edgec")
    calibration = digits / "calibration.npz"
    run(
        *command, "convert", digits / "digits.onnx", "-t", "host", "--calibration", calibration, "-o", out, cwd=tmp_path
    )
    data = ("--data", digits / "evaluation.npz", "--samples", "50", "--json")
    found = json.loads(run(*command, "verify", out, *data, cwd=tmp_path))
    assert found["byte_equal"]["host"] == found["samples"] == 50
    assert found["accuracy"]["host"] > 0.9
