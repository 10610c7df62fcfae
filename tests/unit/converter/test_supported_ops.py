"""SUPPORTED_OPS.md is what the rules say."""

from __future__ import annotations

from edgec.converter.lower.registry import RULES
from edgec.converter.onnx.supported import first_paragraph, page
from tests.conftest import REPO


def test_the_page_is_current() -> None:
    text = (REPO / "SUPPORTED_OPS.md").read_text(encoding="utf-8")
    assert text == page(), "SUPPORTED_OPS.md is stale: python -m edgec.converter.onnx.supported > SUPPORTED_OPS.md"


def test_every_rule_says_what_it_does() -> None:
    for (domain, name), rule in RULES.items():
        assert first_paragraph(rule.__doc__).endswith((".", ")", ":")), f"{domain}.{name}"
