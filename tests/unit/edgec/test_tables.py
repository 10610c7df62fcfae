"""Tables: as wide as the terminal, nothing that is shown is cut, names of layers always stay; progress likewise."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgec.console import tables, terminal
from edgec.console.tables import GAP, Column, Table, columns, markdown, narrowed, text
from edgec.reports import render
from edgec.reports.records import Alternative
from tests.builders.figured_reports import report_of

LONG = "block_7/expanded_conv/depthwise/BatchNorm_Fold/Conv2D_quantized_and_then_some_more_words_of_a_long_name"


def cells(table: Table, width: int | None) -> list[list[str]]:
    """The text of each column, by rows, put together again from the lines: no cell here holds a space."""
    shown = table if width is None else narrowed(table, width)
    lines = text(replace(shown, title="", notes=()), width).splitlines()
    assert width is None or max(map(len, lines)) <= width
    starts = [lines[0].index(c.name) for c in shown.columns] if not any(c.right for c in shown.columns) else []
    found: list[list[str]] = []
    for line in lines[1:]:
        parts = [line[a:b].strip() for a, b in zip(starts, [*starts[1:], None], strict=True)]
        if parts[0]:
            found.append(parts)
        else:
            found[-1] = [a + b for a, b in zip(found[-1], parts, strict=True)]
    return found


@pytest.mark.parametrize("width", [None, 200, 100, 80, 60, 40])
def test_folded_cells_are_whole(width: int | None) -> None:
    rng = random.Random(0)
    rows = tuple(("".join(rng.choices("abc/_", k=rng.randint(1, 90))), "x" * rng.randint(1, 30)) for _ in range(9))
    numbered = tuple((str(i), *row) for i, row in enumerate(rows))
    assert cells(Table(columns("no", "layer", "kernel"), numbered), width) == [list(r) for r in numbered]


def test_columns_go_by_their_numbers_and_numbers_are_not_folded() -> None:
    heads = (Column("layer"), Column("op", spare=1), Column("n", right=True), Column("more", right=True, spare=2))
    table = Table(heads, ((LONG, "Conv", "1,000,000", "2,000,000"),))
    names = {width: [c.name for c in narrowed(table, width).columns] for width in (80, 40, 32, 10)}
    assert names == {80: ["layer", "op", "n", "more"], 40: ["layer", "op", "n"], 32: ["layer", "n"], 10: ["layer", "n"]}
    for width in (120, 80, 40, 32, 10):
        shown = text(table, width)
        assert "1,000,000" in shown
        assert max(map(len, shown.splitlines())) <= max(width, 16 + GAP + 9)
        assert "".join(line[: line.find("  ")] if "  " in line else line for line in shown.splitlines()[1:]) == LONG


def test_a_log_has_it_all_on_one_line() -> None:
    report = report_of()
    named = replace(report, layers=(replace(report.layers[0], name=LONG),))
    assert any(line.startswith("0  " + LONG) for line in render(named).splitlines())


@pytest.mark.parametrize("width", [80, 100])
def test_the_report_on_a_terminal(width: int, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    report = report_of()
    layers = tuple(
        replace(layer, name=f"{LONG}_{i}", kernel="edgec_" + "k" * 40) for i, layer in enumerate(report.layers)
    )
    other = Alternative("edgec_" + "o" * 40, 2_000_000, 100_000, 0)
    layers = tuple(replace(layer, instructions=1_000_000, alternatives=(other,)) for layer in layers)
    lines = render(replace(report, layers=layers), width).splitlines()
    first, second = (i for i, line in enumerate(lines) if line.startswith("#"))
    tables = lines[first : second - 2]
    assert max(map(len, (*tables, *lines[second:]))) <= width
    assert "".join(line.split("  ")[1] for line in lines[second + 1 :]).count("k") == 40 * len(layers)
    folded = "".join(line[3:].split("  ")[0] for line in tables[1:])
    assert all(f"{LONG}_{i}" in folded for i in range(len(layers)))
    monkeypatch.setenv("COLUMNS", str(width))
    assert terminal.width() is None
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert terminal.width() == width
    monkeypatch.setenv("NO_COLOR", "1")
    terminal.result_tables(Table(columns("layer"), ((LONG * 2,),)))
    assert max(map(len, capsys.readouterr().out.splitlines())) == width


def test_headings_are_bold_where_colour_is_wanted(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    table = Table(columns("layer"), (("[b]conv[/b]",),))
    terminal.result_tables(table, table)
    assert capsys.readouterr().out == "layer\n[b]conv[/b]\n\nlayer\n[b]conv[/b]\n"
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    terminal.result_tables(table)
    assert "\x1b[1m" in text(table, 80, bold=True)
    assert "[b]conv[/b]" in capsys.readouterr().out


def test_markdown_of_hostile_text() -> None:
    table = Table((Column("layer", code=True), Column("what")), (("a|b`c", "<b>|&"), (" ", "")), "title", ("below",))
    assert markdown(table).splitlines() == [
        "title", "", "| layer | what |", "| --- | --- |", "| `a\\|b'c` | &lt;b>\\|&amp; |", "|  |  |", "", "below",
    ]  # fmt: skip


def test_profile_names_the_layers(repo: Path) -> None:
    from edgec.commands.profile import COLUMNS

    layer = next(c for c in COLUMNS if c.name == "layer")
    assert layer.spare == 0
    shown = narrowed(Table(COLUMNS, (("0", LONG, "Conv", "k" * 30, "10.0%", "1,000", "2,000", "3", "4"),)), 60)
    assert [c.name for c in shown.columns] == ["#", "layer", "kernel", "share", "instructions"]


def test_lines_without_rich_are_those_of_rich() -> None:
    """Tables in which nothing is folded are not laid out by rich, which takes 0.3 ms for a row."""
    rng = random.Random(5)
    for rows in (0, 1, 7):
        texts = ["".join(rng.choices("ab  -,.|[/]_9", k=rng.randrange(12))) for _ in range(4 * rows)]
        table = tables.Table(
            tables.columns("#", "name", "bytes", "why", right=(0, 2)), tuple(zip(*[iter(texts)] * 4, strict=True))
        )
        sizes = tables._widths(table)
        assert tables._padded(table, sizes) == tables._laid_out(table, sizes, bold=False)
        assert tables.text(table) == "\n".join(tables._padded(table, sizes))


def test_wide_characters_and_folded_cells_are_laid_out_by_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_padded", lambda *_: pytest.fail("laid out without rich"))
    table = tables.Table(tables.columns("name", "why"), (("漢字", "x"),))
    assert "漢字" in tables.text(table)
    table = tables.Table(tables.columns("name", "why"), (("a" * 30, "b" * 30),))
    assert max(map(len, tables.text(table, 40).splitlines())) <= 40
