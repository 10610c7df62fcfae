"""Tables: one type for all that commands show, and how it becomes text for a terminal, a log, or Markdown.

In a log a table is as wide as it needs to be.  On a terminal it has the terminal's width: what is long is folded,
columns that may go are left out first, and nothing that is shown is cut.
"""

from __future__ import annotations

import io
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Literal

from edgec.converter.graph.errors import printable

GAP = 2  # characters between two columns
MIN_FOLDED_CHARS = 16  # characters at least of a column that is folded
MAX_NAME_CHARS = 500  # characters of a name that a model brings
_PRINTED = re.compile(r"[ -~]*").fullmatch  # of a cell that takes a place for each character
UNLIMITED = 1 << 16  # characters of a line as rich knows it: the columns' widths are given


@dataclass(frozen=True)
class Column:
    """A column: its heading, whether it is aligned to the right, and whether it may go.

    ``spare``: 0 for a column that always stays; of the others the one with the largest number goes first.  ``code``:
    holds names, which Markdown shows as code.  Columns aligned to the right are not folded.
    """

    name: str
    right: bool = False
    spare: int = 0
    code: bool = False


@dataclass(frozen=True)
class Table:
    """Rows of text in columns, what stands above them, and lines that stand below."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()


class Shown(ABC):
    """A result that a notebook shows as a table, and Python's prompt as text."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}\n{text(self.table())}"

    @abstractmethod
    def table(self) -> Table:
        """The table."""

    def _repr_html_(self) -> str:
        return html(self.table())


def html(table: Table) -> str:
    """The table as HTML, every text escaped; styles are the page's own."""
    head = "".join(f"<th>{escape(c.name)}</th>" for c in table.columns)
    styles = [' style="text-align: right"' if c.right else "" for c in table.columns]
    rows = "".join(
        f"<tr>{''.join(f'<td{style}>{escape(cell)}</td>' for style, cell in zip(styles, row, strict=True))}</tr>"
        for row in table.rows
    )
    caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
    notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{notes}"


def full_name(text: str) -> str:
    """A name that a model brings, whole, but for what no terminal should be sent."""
    return printable(text, MAX_NAME_CHARS)


def columns(*names: str, right: Sequence[int] = ()) -> tuple[Column, ...]:
    """Columns that all stay; those whose numbers are in ``right`` are aligned to the right."""
    return tuple(Column(name, i in right) for i, name in enumerate(names))


def text(table: Table, width: int | None = None, bold: bool = False) -> str:
    """The table as lines of at most ``width`` characters, where its columns can be made so narrow; None: no limit.

    ``bold``: headings are, by the control characters of terminals.
    """
    shown = table if width is None else narrowed(table, width)
    sizes = _fitted(shown, width)
    simple = not bold and sizes == _widths(shown) and all(_PRINTED(cell) for row in shown.rows for cell in row)
    lines = _padded(shown, sizes) if simple else _laid_out(shown, sizes, bold)
    return "\n".join((*([shown.title] if shown.title else []), *lines, *shown.notes))


def _padded(table: Table, sizes: Sequence[int]) -> list[str]:
    """Lines of cells of which none is folded: a hundred times as fast, which thousands of layers need."""
    rights = [column.right for column in table.columns]
    return [
        (" " * GAP)
        .join(
            cell.rstrip().rjust(size) if right else cell.ljust(size)
            for cell, size, right in zip(row, sizes, rights, strict=True)
        )
        .rstrip()
        for row in (tuple(column.name for column in table.columns), *table.rows)
    ]


def _laid_out(table: Table, sizes: Sequence[int], bold: bool) -> list[str]:
    """Lines as rich makes them."""
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=None, pad_edge=False, header_style="bold" if bold else "", padding=(0, GAP, 0, 0))
    for column, size in zip(table.columns, sizes, strict=True):
        justify: Literal["left", "right"] = "right" if column.right else "left"
        grid.add_column(Text(column.name), justify=justify, overflow="fold", width=size)
    for row in table.rows:
        grid.add_row(*map(Text, row))
    console = Console(
        file=io.StringIO(), width=UNLIMITED, highlight=False, force_terminal=bold, legacy_windows=False,
        color_system="standard" if bold else None,
    )  # fmt: skip
    with console.capture() as capture:
        console.print(grid)
    return [line.rstrip() for line in capture.get().splitlines()]


def narrowed(table: Table, width: int) -> Table:
    """The table without the columns that may go, as far as the width asks for it: what stays is folded little."""
    while _extent(_least(table)) > width and any(c.spare for c in table.columns):
        gone = max(range(len(table.columns)), key=lambda i: table.columns[i].spare)
        rows = tuple(row[:gone] + row[gone + 1 :] for row in table.rows)
        table = replace(table, columns=table.columns[:gone] + table.columns[gone + 1 :], rows=rows)
    return table


def markdown(table: Table) -> str:
    """The table as GitHub's Markdown has it."""
    rule = ["--:" if c.right else "---" for c in table.columns]
    heads = [_cell(c.name) for c in table.columns]
    body = [[_code(v) if c.code else _cell(v) for c, v in zip(table.columns, row, strict=True)] for row in table.rows]
    lines = ["| " + " | ".join(row) + " |" for row in (heads, rule, *body)]
    above = [_cell(table.title), ""] if table.title else []
    below = ["", *map(_cell, table.notes)] if table.notes else []
    return "\n".join((*above, *lines, *below))


def _code(text: str) -> str:
    """A name as code: nothing in it is read as Markdown, as HTML, or as the name of a user."""
    return f"`{text.replace('`', chr(39)).replace('|', chr(92) + '|')}`" if text.strip() else ""


def _cell(text: str) -> str:
    """Text as such; spaces that it begins with stay."""
    indent = len(text) - len(text.lstrip()) if text.strip() else 0
    return "&nbsp;" * indent + text[indent:].replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")


def _widths(table: Table) -> list[int]:
    return [max(map(len, cells)) for cells in zip([c.name for c in table.columns], *table.rows, strict=True)]


def _least(table: Table) -> list[int]:
    """The characters that each column takes at least."""
    return [w if c.right else min(w, MIN_FOLDED_CHARS) for c, w in zip(table.columns, _widths(table), strict=True)]


def _fitted(table: Table, width: int | None) -> list[int]:
    """The characters that each column gets: what it needs, where that is too much less for the widest."""
    sizes, least = _widths(table), _least(table)
    while width is not None and _extent(sizes) > width and sizes != least:
        sizes[max((i for i in range(len(sizes)) if sizes[i] > least[i]), key=lambda i: sizes[i])] -= 1
    return sizes


def _extent(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * max(0, len(widths) - 1)
