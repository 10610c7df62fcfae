"""Pages of the reference list all that there is."""

from __future__ import annotations

import re
from pathlib import Path

import edgec
import edgec.testing
from edgec.converter.edge import verify
from edgec.converter.graph.errors import Exit
from tests.conftest import REPO


def page(name: str) -> str:
    return (REPO / "docs" / name).read_text(encoding="utf-8")


def test_the_c_api_lists_what_a_header_has(work: Path) -> None:
    header = (work / "firmware" / "kws" / "kws.h").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:KWS|kws)_\w+", page("reference/c-api.md")))
    there = set(re.findall(r"\b(?:KWS|kws)_\w+", header)) - {"kws_weights"}
    missing = {n for n in there if n.replace("OUTPUT0", "INPUT0") not in named and n not in named}
    assert missing == set()
    absent = {n for n in named if not n.endswith("_") and n not in there}
    classes = {"KWS_CLASSES", "KWS_CLASS_NAMES", "KWS_CLASS_YES"}  # of a conversion with --labels
    states = {n for n in absent if "STATE" in n.upper()} | {"kws_reset"}  # of one with --state
    assert {"kws_state_t", "kws_state_save", "KWS_STATE_SIZE", "KWS_ERROR_STATE"} < states
    slices = {"kws_begin", "kws_step", "kws_place_t", "KWS_SLICE_LEAST", "KWS_PIECES", "KWS_MORE"}  # with --slices
    slices |= {"KWS_ERROR_PLACE", "KWS_ERROR_BUDGET"}
    inside = {"kws_input0"}  # with --overwrite-input
    flash = {"KWS_ERROR_FLASH"}  # of a core with constants in flash
    assert absent == {"kws_weights", "kws_variant", *classes, *states, *slices, *inside, *flash}


def test_what_is_stable_is_what_is_exported() -> None:
    cell = next(line for line in page("reference/stability.md").splitlines() if line.startswith("| Python"))
    named = set(re.findall(r"`(\w+)`", cell.split("|")[2])) - {"edgec"}
    assert named == {*edgec.__all__, *edgec.testing.__all__} - {"__version__"}


def test_every_exit_code_is_explained() -> None:
    codes = {int(c) for c in re.findall(r"^\| (\d) \|", page("faq.md"), re.MULTILINE)}
    assert codes == {int(code) for code in Exit}


def test_the_limits_of_edge_files() -> None:
    text = page("reference/edge-format.md")
    assert f"raises `version`, now {verify.VERSION};" in " ".join(text.split())
    assert verify.IDENTIFIER == b"EDGE" and verify.MAX_FILE_BYTES == 1 << 30 and verify.DATA_ALIGN == 16
