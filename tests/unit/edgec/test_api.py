"""The Python API: its keywords are the options, models and samples come from memory, wrong values get a sentence."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np
import onnx
import pytest

import edgec
from edgec import api
from edgec.cli import cli
from edgec.console.tables import Table, columns, html
from edgec.converter.graph.errors import InvalidModel, UsageError
from edgec.settings.coerce import coerced, model_file
from edgec.settings.table import options_of as records_of

OWN = {"on_message", "work"}  # of Python alone
# how a result is shown, the settings file (read, or written), its gates, what is told on stderr
SHOWN = {"output", "force", "check", "json", "config", "help", "quiet", "verbose"}
ELSEWHERE = {"json", "config", "help", "mix", "baseline", "quiet", "verbose", "write"}


def options_of(command: click.Command) -> set[str]:
    params = command.get_params(click.Context(command))
    return {p.opts[-1].lstrip("-").replace("-", "_") for p in params if isinstance(p, click.Option)}


@pytest.mark.parametrize("name", ["check", "verify", "profile", "accuracy"])
def test_keywords_are_the_options(name: str) -> None:
    keywords = set(list(inspect.signature(getattr(api, name)).parameters)[1:]) - OWN
    assert keywords == options_of(cli.commands[name]) - ELSEWHERE


def test_a_trace_beside_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="either a folder or a trace"):
        edgec.profile(tmp_path, trace=tmp_path / "trace.txt")


def test_convert_takes_every_option(digits: Path) -> None:
    """A keyword that convert did not hand on would be refused, or be left in the options as they are by default."""
    given = {o.keyword_name for o in records_of("convert") if o.keyword} - {"shape", "constant", "limit", "layer"}
    assert given <= set(edgec.ConvertOptions.__dataclass_fields__)
    assert options_of(cli.commands["convert"]) - given == SHOWN | {"shape", "constant", "limit", "layer"}


@pytest.fixture(scope="module")
def samples(digits: Path) -> Any:
    return np.load(digits / "calibration.npz")["x"]


@pytest.fixture(scope="module")
def model(digits: Path) -> Path:
    return digits / "digits.onnx"


def test_what_is_made_is_what_the_command_makes(
    model: Path, digits: Path, samples: Any, tmp_path: Path, edgec_run: Callable[..., int]
) -> None:
    said: list[str] = []
    made = edgec.convert(
        str(model),
        target="cortex-m4",
        calibration=samples,
        output=tmp_path / "a",
        max_flash="64K",
        on_message=said.extend,
    )
    again = edgec.convert(
        model.read_bytes(), name="digits", calibration={"image": samples}, output=str(tmp_path / "b"), max_flash=65536
    )
    from_file = f"{digits / 'calibration.npz'}"
    assert edgec_run("convert", model, "--calibration", from_file, "-o", tmp_path / "c", "--max-flash", "64K") == 0
    files = sorted(p.relative_to(made.folder) for p in made.folder.rglob("*") if p.suffix in (".c", ".h"))
    assert len(files) > 3
    for file in files:
        text = (made.folder / file).read_bytes()
        assert text == (again.folder / file).read_bytes() == (tmp_path / "c" / file).read_bytes()
    assert said


def test_a_folder_is_verified_profiled_and_reported(model: Path, digits: Path, samples: Any, tmp_path: Path) -> None:
    made = edgec.convert(model.read_bytes(), calibration=samples, output=tmp_path / "a", name="digits")
    data = np.load(digits / "evaluation.npz")
    found = edgec.verify(made, (data["x"], data["y"]), on="host", samples=20)
    assert (found.samples, found.metric, found.mismatches) == (20, "top1", ())
    assert found.byte_equal == {"host": 20}
    assert edgec.report(made).flash == made.report.flash == edgec.report(str(made.folder)).flash
    profiled = edgec.profile(made)
    assert profiled.profile.total.instructions > 1000
    for shown in (found, profiled):
        assert shown._repr_html_().startswith("<table><thead><tr><th>")
    assert made._repr_html_().startswith("<pre>digits for cortex-m4")
    assert not [f for f in edgec.diff(made, made).figures if f.old != f.new]


def test_check_and_accuracy_take_arrays(model: Path, samples: Any) -> None:
    checked_ = edgec.check(onnx.load(model), calibration=samples)
    assert checked_.predicted is not None
    assert checked_.predicted.scheme == "int8"
    assert edgec.accuracy(model, samples, calibration=samples).metric == "sqnr_db"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"max_flsh": 3}, "did you mean 'max_flash'"),
        ({"config": "x"}, "there is no setting 'config'"),
        ({"quantize": "int9"}, "quantize: 'int9' is not one of"),
        ({"exchange_rate": -1}, "exchange_rate: -1.0 is not in the range"),
        ({"argmax": 1}, "argmax: 1 is a int"),
        ({"max_ram": True}, "max_ram: True is a bool"),
        ({"calibration": np.zeros((3, 5))}, "calibration: array 'x' has shape [3, 5]"),
        ({"calibration": (1, 2, 3)}, "calibration: is a tuple of 3"),
        ({"calibration": np.array([object()])}, "calibration: array 'x' holds Python objects"),
        ({"shape": {"image": "abc"}}, "--shape image=a,b,c"),
        ({"input": {"dtype": "uint9"}}, "input: [input] needs dtype"),
    ],
)
def test_wrong_values_get_a_sentence(model: Path, tmp_path: Path, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as e:
        edgec.convert(model, output=tmp_path / "out", **settings)
    assert said in str(e.value)
    assert not (tmp_path / "out").exists()


def test_options_stay_accepted_but_not_beside_keywords(model: Path, tmp_path: Path) -> None:
    options = edgec.ConvertOptions(quantize="float32")
    assert edgec.convert(model, options, tmp_path / "out").report.scheme == "float32"
    with pytest.raises(UsageError, match="options are given beside target"):
        edgec.convert(model, options, tmp_path / "out", target="cortex-m4")


def test_models_in_memory_have_no_folder_in_messages() -> None:
    with pytest.raises(InvalidModel) as e:
        edgec.convert(b"abc")
    assert str(e.value).startswith("'model.onnx' is not an ONNX model")
    with pytest.raises(UsageError, match="the model is a int"), model_file(3):  # type: ignore[arg-type]
        pass


def test_none_is_an_option_left_out() -> None:
    found = coerced("convert", {"max_flash": None, "max_ram": "2K"})
    assert found == {"max_ram": 2048, "bind": found["bind"]}


@pytest.fixture
def edgec_run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    from edgec.cli import run

    return lambda *words: int(run([str(w) for w in words]))


def test_what_a_model_brings_is_escaped_in_notebooks() -> None:
    table = Table(columns("a", "b"), (("<script>", "&"),), "<i>")
    assert "<script>" not in html(table)
    assert "<caption>&lt;i&gt;</caption>" in html(table)
