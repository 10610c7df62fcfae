"""The benchmark's parts that need no shared model: figures, layers, tables."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.conftest import REPO


@pytest.fixture(autouse=True)
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The scripts import each other by name, as when one is run."""
    monkeypatch.syspath_prepend(str(REPO / "benchmarks"))
    yield
    for name in (
        "accuracy",
        "check_estimates",
        "code_sizes",
        "function_sizes",
        "emx",
        "matrix_against",
        "peers",
        "pruning_cases",
        "pruning_estimates",
        "pruning_page",
        "run",
        "single_layers",
        "whole_models",
    ):
        sys.modules.pop(name, None)


def test_the_figures_are_complete() -> None:
    import peers

    base = peers.load()
    assert [m.name for m in base.models] == ["kws", "resnet8", "vww", "ad", "str_ww"]
    assert [m.name for m in base.float_models] == ["kws", "resnet8", "vww", "autoencoder"]
    assert len({layer.name for layer in base.layers}) == len(base.layers) > 20


def test_one_row_of_a_code_table_leaves_the_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """``--kernel ID --write``; without a table the row is all there is."""
    import code_sizes

    new = code_sizes.Found("plain/arg", (1, 2, 3), (4, 5, 6), {"f": 7})
    for target in code_sizes.TARGETS:
        text = (code_sizes.FOLDER / f"{target}.toml").read_text(encoding="utf-8")
        assert code_sizes.text(target, code_sizes.merged(target, {})) == text
        made = code_sizes.text(target, code_sizes.merged(target, {new.kernel: new})).splitlines()
        changed = {line for line in made if line not in text.splitlines()}
        assert changed == {'"plain/arg" = { code = [1, 2, 3], stack = [4, 5, 6], shared = ["f"] }', '"f" = 7'}
    assert code_sizes.merged("cortex-m4", {new.kernel: new}, tmp_path) == {new.kernel: new}
    block = {"edgec_gemm_s8_armv7em": 1}  # measured again with one of the kernels that share it
    made_anew = code_sizes.merged("cortex-m4", {"plain/arg": code_sizes.Found("plain/arg", (1,), (4,), block)})
    assert made_anew["armv7em/conv2d_s8"].shared["edgec_gemm_s8_armv7em"] == 1
    monkeypatch.setattr(sys, "argv", ["code_sizes.py", "--target", "cortex-m0", "--kernel", "no_such"])
    with pytest.raises(SystemExit):
        code_sizes.main()


def test_layers_are_what_their_names_say() -> None:
    import peers
    import single_layers

    layers = {layer.name: layer for layer in peers.load().layers}
    rng = np.random.default_rng(0)
    for layer in layers.values():
        view = single_layers.view_for(layer, rng)
        assert view.x(0).shape == layer.x
    view = single_layers.view_for(layers["depthwise 3x3 32, 24x24, stride 2"], rng)
    assert view.y.shape == (1, 12, 12, 32)
    assert single_layers.view_for(layers["conv 3x3 3->16, 32x32"], rng).y.shape == (1, 32, 32, 16)


@pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no cross compiler or no QEMU")
def test_one_layer_and_the_example_are_measured() -> None:
    import peers
    import run
    import single_layers

    base = peers.load()
    small = tuple(layer for layer in base.layers if layer.name == "fully connected 256->10")
    (found,) = single_layers.measure(small)
    assert 0 < found.ratio < 1
    text = run.example(base)
    assert "| int8 |" in text and "| float32 |" in text


def test_tables() -> None:
    import run

    assert run.table(("a", "b"), [("x", "1")]) == "| a | b |\n| --- | --: |\n| x | 1 |\n"
    assert (run.number(1234.4), run.number(None)) == ("1,234", "-")
    assert (run.ratio(1, 4), run.ratio(None, 4), run.ratio(1, None)) == ("0.25", "-", "-")


def test_estimated_cycles_have_no_peer(repo: Path) -> None:
    """They leave out the flash of a board: no table may put them into a ratio with what a board took."""
    import run

    for columns in (run.SPEED, run.MODE, run.FLOATS):
        after = columns[columns.index(next(c for c in columns if "cycles" in c)) + 1 :][:1]
        assert after != ("ratio",) and not any("board" in c or "published" in c for c in columns)
    quoted = (repo / "docs/speed.md").read_text(encoding="utf-8")
    rows = [line for line in quoted.splitlines() if line.startswith("|") and "cycles" in line]
    assert not [row for row in rows if "published" in row]
    assert [row for row in rows if "no wait states" in row]


def test_estimates_of_pruning_hold_where_they_are_near_or_warned_of(tmp_path: Path) -> None:
    import pruning_estimates
    from pruning_page import update

    near = pruning_estimates.Row("a", 0.5, 200, 0.5, 3.0, 1.0, 5.0, 0, 4.9, 900, "% of samples get another class")
    fifth = replace(near, estimate=41.0, unseen=50.0)
    warned, off = replace(near, unseen=6.0, warned=1), replace(near, unseen=6.0)
    assert [r.holds for r in (near, fifth, warned, off)] == [True, True, True, False]
    assert not warned.near and off.cells().endswith("| **off** |")
    page = tmp_path / "pruning.md"
    update(page, "kws", "## kws, macs=0.5\n\ntable\n", ("kws",))
    update(page, pruning_estimates.ESTIMATES, pruning_estimates.table([near, warned, off]), ())
    update(page, "kws", "## kws, macs=0.6\n\nanother\n", ("kws",))
    text = page.read_text(encoding="utf-8")
    assert text.index("## kws, macs=0.6") < text.index("## estimates") and "macs=0.5" not in text
    assert "Of 3 rows 1 are near, 1 others carry a warning, 1 are off." in text


def test_larger_cells_of_the_matrix_are_told() -> None:
    from matrix_against import larger, tables

    page = (
        "## Million instructions of an inference\n\n| target | grid layers equal | kws |\n| --- | --- | --- |\n"
        "| `m0` | 9 of 9 | 1.000 |\n| `m4` | 9 of 9 | 2.000 |\n\n"
        "## Bytes of flash / RAM\n\n| target | kws |\n| --- | --- |\n| `m0` | 1,000 / 200 |\n"
    )
    then = tables(page)
    assert not list(larger(then, then))
    now = tables(page.replace("1.000", "1.002").replace("2.000", "1.5").replace("/ 200", "/ 300 + stack"))
    assert list(larger(then, now)) == [
        "`m0` kws: 1 -> 1.002 M instructions (1.00)",
        "`m0` kws: 200 -> 300 bytes of RAM (1.50)",
    ]
    assert list(larger(then, {})) == ["`m0` kws: missing", "`m4` kws: missing", "`m0` kws: missing"]
