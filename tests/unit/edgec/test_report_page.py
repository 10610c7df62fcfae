"""The page as text: well-formed, without anything from elsewhere, whatever names a model brings; its drawings."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.codegen import make_model_plan
from edgec.commands.simulated_accuracy import simulated_results
from edgec.converter.graph.errors import UsageError
from edgec.folder.read import open_folder
from edgec.reports import Report
from edgec.reports.latency import latency
from edgec.reports.model import make_report
from edgec.reports.page.comparison import change, comparison
from edgec.reports.page.figures import operator_colours, ram_bar
from edgec.reports.page.graph import GAP_Y, HEIGHT, WIDTH, graph_shape
from edgec.reports.page.memory import bytes_by_step, memory_maps
from edgec.reports.page.render import page
from edgec.reports.records import MemoryUse
from edgec.reports.results import MOST_CLASSES, Confusion, CountedRun, LayerCount, Results
from edgec.reports.room import fit
from edgec.targets.reader import load_target
from tests.builders.codegen_models import float_graph, int8_graph, options
from tests.builders.onnx_models import model, node, save
from tests.builders.reports import CHECKS, NASTY, SCRIPT, chain_report, chain_results, nasty_report, nasty_results

Edgec = Callable[..., Any]
VOID = {"meta", "link", "br", "img", "input", "hr", "wbr"}
TEMPLATES = Path("edgec", "reports", "page", "templates")


class Elements(HTMLParser):
    """Every element with its attributes and its text; elements must nest."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), (tag, names)
        self.found.append((tag, {n: v or "" for n, v in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.append((self.open[-1], data))


def whole(report: Report, **others: Any) -> Elements:
    return Elements(page(report, **others))


def test_it_stands_alone() -> None:
    report = chain_report(12)
    made = whole(report, results=chain_results(report), baseline=report, checks=CHECKS)
    for tag, attributes in made.found:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form"), tag
        assert not any(name.startswith("on") or name in ("src", "style") for name in attributes), attributes
        assert attributes.get("href", "#").startswith("#"), attributes
    ids = [a["id"] for _, a in made.found if "id" in a]
    assert len(set(ids)) == len(ids)
    assert {"overview", "memory", "layers", "graph", "accuracy", "comparison"} <= set(ids)


def test_its_policy_names_its_own_script_and_style_only() -> None:
    made = whole(chain_report(4))
    policy = next(a["content"] for t, a in made.found if a.get("http-equiv") == "Content-Security-Policy")
    for tag, directive in (("style", "style-src"), ("script", "script-src")):
        content = [text for inside, text in made.texts if inside == tag][-1]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';") and "unsafe" not in policy


def test_hostile_names_stay_text() -> None:
    report = nasty_report()
    plain = whole(chain_report(5), results=chain_results(chain_report(5)), baseline=chain_report(5), checks=CHECKS)
    made = whole(report, results=nasty_results(), baseline=replace(report, target="x", layers=()), checks=CHECKS)
    tags, known = ({t for t, _ in m.found} for m in (made, plain))
    assert tags <= known
    assert not any(n.startswith("on") for _, a in made.found for n in a)
    scripts = [text for tag, text in made.texts if tag == "script"]
    assert len(scripts) == 2 and len([t for t, _ in made.found if t == "script"]) == 2
    layers = json.loads(scripts[0])
    assert [layer["name"] for layer in layers] == [layer.name for layer in report.layers]
    assert scripts[1] == [text for tag, text in plain.texts if tag == "script"][1]
    shown = "".join(text for tag, text in made.texts if tag not in ("script", "style"))
    assert SCRIPT in shown and "{{ 7 * 7 }}" in shown and "49" not in shown.split("{{ 7")[0][-40:]
    for name in NASTY[1:]:
        assert name in shown


def test_control_characters_are_spelled_out() -> None:
    report = chain_report(4)
    layers = tuple(replace(layer, name="\x1b[2J\u202eevil\x00") for layer in report.layers)
    text = page(replace(report, layers=layers))
    assert not set(text) & {"\x1b", "\u202e", "\x00"} and "\\u202eevil" in text


def test_memory_map_shows_every_block() -> None:
    report = make_report(make_model_plan(float_graph(), options()), None)
    (drawn,) = memory_maps(report, operator_colours(report.layers))
    assert report.blocks and len(drawn.blocks) == len(report.blocks)
    for block, shape in zip(report.blocks, drawn.blocks, strict=True):
        right = float(shape.x[:-1]) + float(shape.width[:-1])
        bottom = float(shape.y[:-1]) + float(shape.height[:-1])
        assert right == pytest.approx(100 * (block.last + 1) / len(report.steps), abs=0.1)
        assert bottom == pytest.approx(100 - 100 * block.offset / report.ram.arena, abs=0.1)
    used = bytes_by_step(report.blocks, len(report.steps))
    assert max(used) <= report.ram.arena and f"{max(used):,} bytes in use" in drawn.peak


def test_bytes_that_blocks_share_count_once() -> None:
    a, b = make_report(make_model_plan(float_graph(), options()), None).blocks[:2]
    a, b = replace(a, offset=0, size=100, first=0, last=2), replace(b, offset=60, size=100, first=1, last=3)
    assert bytes_by_step([a, b], 5) == [100, 160, 160, 100, 0]


def test_blocks_and_links_tell_the_plan() -> None:
    plan = make_model_plan(float_graph(), options())
    report = make_report(plan, None)
    assert max(b.offset + b.size for b in report.blocks) == report.ram.arena
    assert [b.name for b in report.blocks if b.kind == "tensor"] == ["conv.2", "add"]
    links = {layer.op: (layer.after, layer.inputs, layer.outputs) for layer in report.layers}
    assert links["Conv"] == ((), (0,), ())
    assert links["Unary"] == ((0,), (), ())
    assert links["Binary"] == ((0, 1), (), (1,))
    assert links["Dense"] == ((2,), (), (0,))  # through a Reshape, which runs no code
    assert report.steps == tuple((i,) for i in range(len(report.steps)))


def test_graph_rows_follow_the_edges() -> None:
    report = chain_report(40)
    drawn = graph_shape(report, operator_colours(report.layers))
    assert drawn is not None
    at = {n.layer: n for n in drawn.nodes if n.layer is not None}
    assert sorted(at) == list(range(40)) and len(drawn.nodes) == 42
    for i, layer in enumerate(report.layers):
        assert all(at[k].y < at[i].y for k in layer.after)
    for a in drawn.nodes:
        assert a.x >= 0 and a.x + WIDTH <= drawn.width and a.y + HEIGHT <= drawn.height
        assert all(abs(a.x - b.x) >= WIDTH for b in drawn.nodes if b is not a and b.y == a.y)
    assert {n.y % (HEIGHT + GAP_Y) for n in drawn.nodes} == {drawn.nodes[0].y % (HEIGHT + GAP_Y)}
    assert len(drawn.edges) == sum(len(x.after) + len(x.inputs) + len(x.outputs) for x in report.layers)


def test_without_what_old_reports_lack() -> None:
    report = chain_report(4)
    layers = tuple(replace(layer, after=(), inputs=(), outputs=()) for layer in report.layers)
    made = whole(replace(report, layers=layers, blocks=(), steps=()))
    text = "".join(t for _, t in made.texts)
    assert "it is of an older version" in text
    assert "graph" not in {a.get("id") for _, a in made.found}
    assert whole(replace(report, layers=(), blocks=(), steps=()))


def test_a_large_matrix_is_told_as_pairs() -> None:
    report = chain_report(4)
    few = page(report, chain_results(report, MOST_CLASSES))
    many = page(report, chain_results(report, MOST_CLASSES + 1))
    assert 'class="confusion"' in few and 'class="confusion"' not in many
    assert "Most confused pairs" in many and len(many) < len(few)


def test_differences() -> None:
    assert change("", 100, 106).delta == "+6" and change("", 100, 106).share == "+6.0 %"
    assert change("", 100, 94).trend == "better" and change("", 5, 5).trend == "same"
    assert change("", None, 5).delta == "-" and change("", 0, 5).share == ""


def test_comparison_of_layers() -> None:
    old = chain_report(8)
    layers = list(old.layers)
    layers[0] = replace(layers[0], kernel="another", instructions=(layers[0].instructions or 0) + 5)
    new = replace(old, layers=tuple(layers[:-1]), target="another")
    found = comparison(old, new)
    assert {(c.layer, c.what) for c in found.layers} == {(0, "changed"), (None, "gone")}
    assert found.same_layers == 6 and found.notes == ("the target differs: host in the baseline, another here",)
    changed = next(c for c in found.layers if c.layer == 0)
    assert changed.instructions.delta == "+5" and changed.kernel.endswith(" to another")
    assert "Comparison" in page(new, baseline=old)


def luminance(colour: str) -> float:
    """Relative luminance of WCAG 2: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
def test_contrast(repo: Path, theme: int) -> None:
    """4.5 for text, 3 for what is drawn (WCAG 2.2, 1.4.3 and 1.4.11)."""
    style = (repo / TEMPLATES / "style.css").read_text(encoding="utf-8")
    pairs = re.findall(r"--(\w+): light-dark\((#\w{6}), (#\w{6})\)", style)
    colour = {name: both[theme] for name, *both in pairs}
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    for text in ("text", "dim", "accent", "worse", "better"):
        for ground in ("ground", "card", "track"):
            assert contrast(colour[text], colour[ground]) >= 4.5, (text, ground)
    for i in range(8):
        assert contrast(colour[f"c{i}"], colour["in"]) >= 4.5, i
        assert min(contrast(colour[f"c{i}"], colour[g]) for g in ("ground", "card", "track")) >= 3, i
    assert contrast(colour["text"], colour["card"]) >= 7


def test_the_same_report_gives_the_same_page() -> None:
    report = chain_report(6)
    assert page(report, chain_results(report)) == page(report, chain_results(report))


def test_gates_that_verify_judged_are_shown_once() -> None:
    report = chain_report(4)
    (scores,) = chain_results(report).scores
    made = whole(report, results=Results((replace(scores, gates=CHECKS),)), checks=CHECKS[:1])
    items = [a.get("class") for t, a in made.found if t == "li" and a.get("class")]
    assert items == ["ok", "no"]


def test_layers_of_one_name_get_no_error() -> None:
    report = make_report(make_model_plan(int8_graph(), options()), None)
    results = chain_results(report)
    assert results.layers is not None and len(results.layers.of(report)) == len(report.layers)
    twice = replace(report, layers=(*report.layers, report.layers[0]))
    assert set(results.layers.of(twice)) == set(range(1, len(report.layers)))
    assert Results().joined(results) == results


def test_measured_errors_are_those_of_edgec_accuracy(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    out, data = tmp_path / "out", digits / "evaluation.npz"
    calibration = ("--calibration", digits / "calibration.npz")
    assert edgec("convert", digits / "digits.onnx", "-t", "host", *calibration, "-o", out).code == 0
    told = edgec("accuracy", digits / "digits.onnx", "--data", data, *calibration, "--json")
    file = tmp_path / "accuracy.json"
    file.write_text(told.out)
    pages = [edgec("report", out, "--format", "html", *given).out for given in (
        ("--data", data), ("--results", file), ("--data", data, "--results", file))]  # fmt: skip
    for layer in json.loads(told.out)["layers"]:
        facts = [next(x for x in data_of(p) if x["name"] == layer["name"])["facts"] for p in pages]
        for found in facts:
            assert ["SQNR", f"{layer['sqnr_db']:.1f} dB"] in found
    assert "Confusion" not in pages[1] and 'class="confusion"' in pages[0] and 'class="confusion"' in pages[2]
    assert "500 samples" in pages[0] and "remedy" not in pages[0].split("<script")[0] and "remedy" in pages[2]


def test_what_a_board_leaves() -> None:
    """Inputs, outputs and stack are in the RAM; a bare core has no room that could be filled."""
    report = chain_report(4)
    assert fit(report) == ""
    used = report.ram.total
    ram = MemoryUse("sram", "ram", used, report.ram.arena, 0)
    flash = MemoryUse("flash", "flash", 100_000, 0, report.flash.constants, code=report.flash.code)
    board = replace(report, memories=(ram, flash))
    assert fit(board) == f"fits: {used:,} of {used:,} bytes of RAM, {report.flash.needed:,} of 100,000 bytes of flash"
    assert fit(replace(board, memories=(replace(ram, room=used - 1),))).startswith("does not fit: ")
    unknown = replace(board, ram=replace(report.ram, stack=None))
    assert "of RAM without the stack, " in fit(unknown)
    made = "".join(t for _, t in whole(board).texts)
    assert f"Fits: {used:,} of" in made and "100.0 % of" in made


def test_parts_fill_a_bar_however_large_the_board_is() -> None:
    """The share of the board's room has a bar of its own."""
    report = chain_report(4)
    room = 100 * report.ram.total
    bar = ram_bar(replace(report, memories=(MemoryUse("sram", "ram", room, report.ram.arena, 0),)))
    assert sum(float(part.width[:-1]) for part in bar.parts) == pytest.approx(100, abs=0.01)
    assert bar.share == "1%" and bar.note == f"1.0 % of {room:,} bytes"
    assert ram_bar(report).share == ""


def test_latency_and_energy_where_the_clock_is_known() -> None:
    report = replace(chain_report(4), instructions=1_000_000, scheme="int8")
    assert latency(report) is None
    board = load_target("stm32l4r5")
    known = replace(report, machine=board)
    found = latency(known)
    assert found is not None and board.cycles is not None and board.nanojoules_per_cycle is not None
    cycles = 1e6 * (board.cycles.mean_integer or 0)
    assert found.milliseconds == pytest.approx(cycles / board.clock_hz * 1e3)
    assert found.microjoules == pytest.approx(cycles * board.nanojoules_per_cycle / 1e3)
    current = replace(board, nanojoules_per_cycle=None, run_milliamperes=10.0, supply_volts=3.3)
    drawn = latency(replace(report, machine=current))
    assert drawn is not None and drawn.microjoules == pytest.approx(33.0 * drawn.milliseconds)  # mW * ms
    assert "ms" in "".join(t for _, t in whole(known).texts)
    floats = latency(replace(known, scheme="float32"))
    assert floats is not None and floats.milliseconds < found.milliseconds
    counted = CountedRun(board.name, 1, 7_000, 8e7, 0.25, 3.0, tuple(LayerCount(x.name, 9) for x in report.layers))
    told = "".join(t for _, t in whole(known, results=Results(counted=counted)).texts)
    assert "0.25 ms" in told and "7,000" in told and "counted" in told
    with pytest.raises(UsageError, match="counts other layers"):
        counted.of(chain_report(5))


def test_precision_and_recall() -> None:
    report = chain_report(4)
    results = Results(confusion=Confusion("label", ((3, 1, 0), (0, 6, 0), (0, 1, 0))))
    texts = [t for _, t in whole(report, results=results).texts if t.strip()]
    at = texts.index("recall") + 1
    assert texts[at : at + 12] == ["0", "4", "100.0 %", "75.0 %", "1", "6", "75.0 %", "100.0 %", "2", "1", "-", "0.0 %"]


def test_scores_of_the_same_samples_are_one_table() -> None:
    (one,) = chain_results(chain_report(4)).scores
    other = replace(one, accuracy={"qemu": 0.9}, byte_equal={"qemu": 1000}, mismatches=("x",))
    joined = Results((one,)).joined(Results((other,)))
    assert len(joined.scores) == 1
    assert joined.scores[0].accuracy == {**one.accuracy, "qemu": 0.9} and joined.scores[0].mismatches == ("x",)
    assert len(Results((one,)).joined(Results((replace(other, samples=7),))).scores) == 2


def test_layers_of_long_names_have_errors(tmp_path: Path) -> None:
    """A folder's graph cuts names; the float model's do not end there."""
    rng = np.random.default_rng(5)
    names = [f"StatefulPartitionedCall/a_network_of_rather_long_names/block_{i}/Conv:0" for i in range(2)]
    nodes = [
        node("Conv", ["x", "w0"], [names[0]], pads=[1, 1, 1, 1]), node("Relu", [names[0]], ["r"]),
        node("Conv", ["r", "w1"], [names[1]], pads=[1, 1, 1, 1]), node("GlobalAveragePool", [names[1]], ["y"]),
    ]  # fmt: skip
    held = {f"w{i}": rng.standard_normal((4, 4, 3, 3)).astype(np.float32) for i in range(2)}
    x = rng.standard_normal((8, 4, 6, 6)).astype(np.float32)
    np.savez(tmp_path / "x.npz", x=x)
    file = save(model(nodes, {"x": [1, 4, 6, 6]}, ["y"], held), tmp_path)
    options = ConvertOptions(target="host", calibration=str(tmp_path / "x.npz"))
    out = open_folder(convert(file, options, tmp_path / "out").folder)
    errors = simulated_results(out, str(tmp_path / "x.npz")).layers
    assert errors is not None
    assert set(errors.of(out.report)) == set(range(len(out.report.layers)))  # the transpose before the first, too


def data_of(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(next(t for tag, t in Elements(text).texts if tag == "script"))
    return found
