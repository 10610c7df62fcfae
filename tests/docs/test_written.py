"""Written pages depend on nothing but the code; cells of the table of operators hold in whole conversions."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import pytest

import edgec
from edgec import cli
from edgec.converter.graph.errors import UnsupportedModel
from tests.conftest import REPO
from tests.docs import write
from tests.docs.operators import EXPLAINED, FAMILIES, FLOAT, SCHEMES, SHORT, TRIED, Key, cases, libraries, operators

TABLE = "docs/reference/operators.md"
SAMPLED, REFUSED = 10, 3
node_tests = pytest.mark.xdist_group("node tests")  # the first of them loads those of ONNX
DSP = 1 + len(SCHEMES) + list(FAMILIES).index("Cortex-M DSP")


def test_the_command_line_is_written_as_it_is_after_a_command_has_run(capsys: pytest.CaptureFixture[str]) -> None:
    """Click keeps the option for help of the first context, so a page made before and one made after could differ."""
    before = write.WRITTEN["docs/reference/cli.md"]()
    assert all(cli.run([name, "--help"]) == 0 for name in cli.cli.commands) and capsys.readouterr().out
    assert write.WRITTEN["docs/reference/cli.md"]() == before
    assert before.count("`-h, --help`") == len(cli.cli.commands)


def test_there_is_a_man_page_for_each_command_and_no_other() -> None:
    """A command that went takes its page along: the wheel installs all that lie there."""
    assert {f"{write.MAN}/{p.name}" for p in (REPO / write.MAN).iterdir()} == {
        f for f in write.WRITTEN if f.startswith(write.MAN)
    }


def rows() -> dict[Key, list[str]]:
    """The cells of the table, by operator."""
    found: dict[Key, list[str]] = {}
    domain = ""
    for line in (REPO / TABLE).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            domain = "" if line == "## ai.onnx" else line[3:]
        elif line.startswith("| ") and line.count("|") == 3 + len(SCHEMES) + len(FAMILIES):
            name, *cells = [c.strip() for c in line.strip("|").split("|")]
            found[domain, name] = cells
    return found


def cells(scheme: str, wanted: str) -> list[Key]:
    """The operators whose cell of a scheme says this, and of which the test has a model of real values."""
    at = 1 + list(SCHEMES).index(scheme)
    known = [k for k, c in rows().items() if c[at] == wanted and c[0] == "yes" and k in cases()]
    return [k for k in known if any(finite(case.inputs) for case in cases()[k][:TRIED])]


def finite(values: Iterable[object]) -> bool:
    """Return whether none of the values is NaN or infinite, which no calibration and no constant may be."""
    arrays = [np.asarray(v) for v in values]
    return all(bool(np.isfinite(a).all()) for a in arrays if a.dtype.kind == "f")


def converted(key: Key, scheme: str, folder: Path) -> edgec.Converted | None:
    """Convert the first model of an operator that can be; return None when all that the table is of are refused."""
    for case in cases()[key][:TRIED]:
        names = [i.name for i in case.model.graph.input]
        values = {n: np.asarray(v) for n, v in zip(names, case.inputs, strict=False)}
        if not values or values[names[0]].dtype != np.float32 or not finite(values.values()):
            continue
        for rest in (names[1:], []):
            if any(v.dtype.kind == "V" for n, v in values.items() if n not in rest):
                continue  # samples have numpy's own types
            shape = {n: v.shape for n, v in values.items() if n not in rest and v.shape}  # a scalar has none to bind
            calibration = {n: v[None] for n, v in values.items() if n not in rest}
            try:
                return edgec.convert(
                    case.model, target="cortex-m4", output=folder, quantize=scheme, calibration=calibration,
                    constant={n: values[n] for n in rest}, shape=shape, name="one",
                )  # fmt: skip
            except UnsupportedModel:
                continue
    return None


LAYERS: tuple[Key, ...] = (("", "Conv"), ("", "Gemm"), ("", "MaxPool"))


def sampled(scheme: str, wanted: str, count: int) -> list[Key]:
    """Some of ``cells``; drawn in the test that needs them, since onnx computes its models when they are loaded."""
    return random.Random(5).sample(sorted(cells(scheme, wanted)), count)


def held(key: Key, scheme: str, folder: Path) -> None:
    """A cell that says "yes" converts, with the kernels that the table names."""
    made = converted(key, scheme, folder)
    assert made is not None and made.report.scheme == scheme, key
    took = any("armv7em" in (layer.library, *(a.library for a in layer.alternatives)) for layer in made.report.layers)
    if SHORT[scheme] not in rows()[key][DSP].split():
        assert not took, key
    assert took or key not in LAYERS, key


@node_tests
@pytest.mark.parametrize("scheme", ["int8", "int16x8"])
@pytest.mark.parametrize("key", LAYERS, ids=[k[1] for k in LAYERS])
def test_a_layer_converts(key: Key, scheme: str, tmp_path: Path) -> None:
    held(key, scheme, tmp_path / "out")


@node_tests
@pytest.mark.parametrize("at", range(SAMPLED // 2))
@pytest.mark.parametrize("scheme", ["int8", "int16x8"])
def test_a_claimed_cell_converts(scheme: str, at: int, tmp_path: Path) -> None:
    held(sampled(scheme, "yes", SAMPLED // 2)[at], scheme, tmp_path / "out")


@node_tests
@pytest.mark.parametrize("at", range(REFUSED))
def test_a_cell_without_an_integer_form_is_refused(at: int, tmp_path: Path) -> None:
    assert converted(sampled("int8", FLOAT, REFUSED)[at], "int8", tmp_path / "out") is None


@node_tests
def test_every_operator_and_library_is_there() -> None:
    """No row is missing but those that are named below the table."""
    below = (REPO / TABLE).read_text(encoding="utf-8").rpartition("not tried alone:")[2]
    missing = [k for k in operators() if k not in rows() and k[1] not in below]
    assert missing == []
    assert libraries() and set(EXPLAINED) == set(FAMILIES)
    assert isinstance(cases()["", "Conv"][0].model, onnx.ModelProto)
