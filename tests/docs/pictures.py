"""The pictures of README: a chart beside TensorFlow Lite Micro, and the report of the digits example as a page.

    python -m tests.docs.pictures     writes docs/pictures/chart.svg and, where Chromium is, docs/pictures/page.png

The chart shows figures of docs/benchmarks.md; ``tests/docs/test_pictures.py`` holds the committed one to that page.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from html import escape
from pathlib import Path

from tests.builders.chromium import Page
from tests.conftest import REPO

PICTURES = REPO / "docs" / "pictures"
MODELS = ("kws", "resnet8", "vww", "ad", "str_ww")
PANELS = (  # a title, the columns of docs/benchmarks.md (edgec, TFLM), what one unit is, decimals
    ("Instructions of an inference, millions", ("edgec instr.", "TFLM instr."), 1e6, 2),
    ("Arena, KB", ("edgec arena", "TFLM arena"), 1e3, 1),
)
OURS, THEIRS, INK, PAPER = "#0b6e4f", "#9aa5b1", "#1f2933", "#ffffff"
ROW, BAR, LEFT, WIDTH, PANEL, TOP = 40, 15, 66, 820, 400, 62
LONGEST = 230  # pixels of the longest bar of a panel


def rows(markdown: str, column: str) -> dict[str, float]:
    """A column of the first table that has it, by model.

    Raises:
        ValueError: no table has the column.
    """
    table: list[list[str]] = []
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip("|").split("|")])
            continue
        if table and column in table[0]:
            at = table[0].index(column)
            return {row[0]: float(row[at].replace(",", "")) for row in table[2:]}
        table = []
    raise ValueError(f"no table has a column '{column}'")


def _panel(at: int, title: str, pairs: Mapping[str, tuple[float, float]], decimals: int) -> list[str]:
    longest = max(max(pair) for pair in pairs.values())
    out = [f'<text x="{at}" y="{TOP - 12}" font-weight="600">{escape(title)}</text>']
    for i, (model, pair) in enumerate(pairs.items()):
        y = TOP + i * ROW
        out.append(f'<text x="{at + LEFT - 10}" y="{y + BAR + 4}" text-anchor="end">{escape(model)}</text>')
        for j, (value, colour) in enumerate(zip(pair, (OURS, THEIRS), strict=True)):
            length = max(2, round(LONGEST * value / longest))
            top = y + j * (BAR + 1)
            out.append(f'<rect x="{at + LEFT}" y="{top}" width="{length}" height="{BAR}" fill="{colour}"/>')
            out.append(f'<text x="{at + LEFT + length + 6}" y="{top + 12}" font-size="12">{value:,.{decimals}f}</text>')
    return out


def chart(markdown: str) -> str:
    """The chart as SVG, from the text of docs/benchmarks.md."""
    height = TOP + ROW * len(MODELS) + 8
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="system-ui, sans-serif" font-size="13" fill="{INK}">',
        "<title>edgec beside TensorFlow Lite Micro with CMSIS-NN, int8 on a Cortex-M4</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="{PAPER}"/>',
    ]
    for x, colour, name in ((16, OURS, "edgec"), (90, THEIRS, "TensorFlow Lite Micro with CMSIS-NN")):
        out += [
            f'<rect x="{x}" y="10" width="12" height="12" fill="{colour}"/>',
            f'<text x="{x + 18}" y="21">{name}</text>',
        ]
    for i, (title, columns, unit, decimals) in enumerate(PANELS):
        ours, theirs = (rows(markdown, column) for column in columns)
        pairs = {model: (ours[model] / unit, theirs[model] / unit) for model in MODELS}
        out += _panel(16 + i * PANEL, title, pairs, decimals)
    return "\n".join([*out, "</svg>"]) + "\n"


def screenshot(file: Path) -> None:
    """The report of the digits example as a page, its first screen."""
    example, edgec = REPO / "examples" / "digits", (sys.executable, "-m", "edgec")
    with tempfile.TemporaryDirectory() as made, Page(1280, 610) as browser:
        out, html = Path(made) / "digits", Path(made) / "page.html"
        convert = ("convert", example / "digits.onnx", "-t", "stm32l4r5", "--calibration", example / "calibration.npz")
        subprocess.run([*edgec, *convert, "-o", out, "--quiet"], check=True)
        report = ("report", out, "--format", "html", "--data", example / "evaluation.npz", "-o", html)
        subprocess.run([*edgec, *report, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        browser.theme("light")
        browser.open(html)
        browser.picture(file)


def main() -> None:
    """Write both."""
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "chart.svg").write_text(
        chart((REPO / "docs/benchmarks.md").read_text(encoding="utf-8")), encoding="utf-8"
    )
    screenshot(PICTURES / "page.png")


if __name__ == "__main__":
    main()
