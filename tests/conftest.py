"""Shared fixtures: where the shared models are, and how the command line is run."""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from edgec.cli import COLLECT_AFTER
from tests.suite import durations, tiers
from tests.suite.forking import forking
from tests.suite.objects import objects_of_tests

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command sets it; before any test imports numpy

gc.set_threshold(*COLLECT_AFTER)  # as the command sets it
settings.register_profile("edgec", deadline=None)  # a wall clock says nothing on a machine that others use
settings.load_profile("edgec")

REPO = Path(__file__).resolve().parents[1]


def shared_folder() -> Path:
    """The folder of shared models and data: EDGEC_SHARED, else ../shared beside the checkout."""
    return Path(os.environ.get("EDGEC_SHARED") or REPO.parent / "shared")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record-durations", type=Path, metavar="FILE", help="write what each test costs and uses")
    parser.addoption("--tier", choices=tiers.TIERS, default="full", help="the fast tests, or all of them (default)")


def pytest_configure(config: pytest.Config) -> None:
    recorded = config.getoption("--record-durations")
    if recorded or config.getoption("--tier") == "fast":
        recorder = durations.Recorder(recorded, shared_folder())
        config.pluginmanager.register(recorder, "recorder")
    if recorded:
        sys.addaudithook(recorder.watch)
        durations.count_builds(recorder.built)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen, others = tiers.select(config.getoption("--tier"), items)
    parallel = hasattr(config, "workerinput")
    items[:] = tiers.longest_files_first(chosen, durations.read()) if parallel else chosen
    config.hook.pytest_deselected(items=others)


def pytest_collection_finish() -> None:
    """Freeze what modules hold: it stays, and the collector need not look through it in every test."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """New tests are in the fast tier until they are recorded: those that do not belong there are named."""
    recorder = config.pluginmanager.get_plugin("recorder")
    dear = recorder.unrecorded(tiers.NEW_SECONDS) if recorder is not None and recorder.file is None else {}
    if dear:
        terminalreporter.section("not fast, and without a record: 'make durations' makes one")
        for name, seconds in dear.items():
            terminalreporter.write_line(f"{seconds:6.1f} s  {name}")


@pytest.fixture(scope="session", autouse=True)
def objects_are_kept() -> Iterator[None]:
    """Keep what tests compile in this process, so that it is compiled once for all runs."""
    with objects_of_tests():
        yield


@pytest.fixture(scope="session")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the program ``edgec``, forked from a process that has imported what it needs."""
    folder = tmp_path_factory.mktemp("commands")
    with forking(folder):
        yield folder


@pytest.fixture(scope="session")
def repo() -> Path:
    return REPO


@pytest.fixture(scope="session", autouse=True)
def every_report_is_valid() -> Iterator[None]:
    """All folders that tests convert in this process have a ``report.json`` that its published schema allows."""
    if importlib.util.find_spec("jsonschema") is None:
        yield
        return
    from edgec import pipeline
    from tests.builders.report_schema import faults

    made = pipeline.folder_files

    def held(*arguments: Any) -> Any:
        files, report = made(*arguments)
        found = faults(json.loads(dict(files)["report.json"]))
        assert not found, found
        return files, report

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "folder_files", held)
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    folder = shared_folder()
    if not (folder / "models").is_dir():
        pytest.skip("the shared models are absent (set EDGEC_SHARED)")
    return folder


@pytest.fixture(scope="session")
def digits() -> Path:
    """The example that needs no download: its model and its data."""
    return REPO / "examples" / "digits"


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def edgec(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs one ``edgec`` command line in this process; what it wrote and its exit code."""
    from edgec.cli import run

    monkeypatch.delenv("EDGEC_DEBUG", raising=False)

    def call(*arguments: object) -> Ran:
        capfd.readouterr()
        words: Sequence[str] = [str(a) for a in arguments]
        code = run(words)
        out, err = capfd.readouterr()
        return Ran(int(code), out, err)

    return call
