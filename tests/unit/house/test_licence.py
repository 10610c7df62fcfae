"""Every file that ends in a firmware says its licence, that of LICENSE, the package and the bill of materials."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from edgec.commands.sbom import LICENSE

REPO = Path(__file__).resolve().parents[3]
LINE = f"SPDX-License-Identifier: {LICENSE}"
SHIPPED = sorted(
    p
    for folder in ("runtime_c", "codegen/emit/templates", "targets/support")
    for p in (REPO / folder).rglob("*")
    if p.suffix in (".c", ".h", ".j2", ".S", ".ld")
)


@pytest.mark.parametrize("folder", ["runtime_c", "codegen/emit/templates", "targets/support"])
def test_every_shipped_file_states_it(folder: str) -> None:
    files = [p for p in SHIPPED if p.is_relative_to(REPO / folder)]
    assert files
    silent = [str(p.relative_to(REPO)) for p in files if LINE not in p.read_text(encoding="utf-8")]
    assert not silent, f"say '{LINE}' in the first comment of {silent}"


def test_the_first_line_of_runtime_and_templates_states_it() -> None:
    late = [p.name for p in SHIPPED if p.parent.parent.name != "targets" and LINE not in p.read_text().split("\n")[0]]
    assert not late


def test_no_file_states_another_one() -> None:
    line = re.compile(r"SPDX-License-Identifier: (.*?)(?: (?:[*#]|-->).*)?$", re.M)
    assert {stated for p in SHIPPED for stated in line.findall(p.read_text())} == {LICENSE}


def test_the_texts_agree() -> None:
    text = (REPO / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in text and "---- LLVM Exceptions to the Apache 2.0 License ----" in text
    assert "without complying\nwith the conditions of Sections 4(a), 4(b) and 4(d) of the License." in text
    assert f'license = "{LICENSE}"' in (REPO / "pyproject.toml").read_text(encoding="utf-8")
