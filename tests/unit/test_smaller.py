"""Smaller, slower builds: what costs least is given up, the build taken is made last, hopeless ones are not made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from codegen_models import options
from test_optimize import DSP, network

from edgec.codegen import GenerateOptions, make_model_plan
from edgec.codegen.report import make_report, render, to_json
from edgec.converter.errors import DoesNotFit
from edgec.fitting import sized
from edgec.pipeline import check_limit
from edgec.smaller import smaller

CODE = {"dense": 600, "pool": 40, "conv": 900}  # bytes of the target's own kernels; plain ones take nothing
LOST = {"dense": 1000, "pool": 20_000, "conv": 3_000_000}
LEVEL = {"": 0, "O2": 100, "Os": 250, "O3": 0}
PLAIN = 9600  # bytes of a build that has none of the target's own kernels


def layer(name: str) -> dict[str, Any]:
    plain = {"kernel": f"{name}__ref", "instructions": 5000 + LOST[name], "flash": 10}
    return {"kernel": f"{name}__dsp", "instructions": 5000, "alternatives": [plain]}


def attempts(tried: list[GenerateOptions]) -> Any:
    def attempt(settings: GenerateOptions) -> Mapping[str, Any]:
        tried.append(settings)
        own = sum(size for name, size in CODE.items() if f"{name}__dsp" not in settings.given_up)
        total = PLAIN if settings.plain else 8000 + own - LEVEL[settings.level]
        flash = {"total": total, "weights": 0, "tables": 0}
        return {"flash": flash, "layers": [layer(n) for n in CODE], "level": settings.level, "level_instructions": 0}

    return attempt


@pytest.mark.parametrize(
    ("limit", "level", "given_up"),
    [
        (9300, "Os", ()),  # 1.02 times the instructions of these kernels are less than what any kernel costs
        (9000, "", ("dense__dsp",)),
        (8850, "O2", ("dense__dsp",)),
        (8050, "", ("dense__dsp", "conv__dsp")),  # the pool's is won back
        (7750, "Os", ("dense__dsp", "pool__dsp", "conv__dsp")),
    ],
)
def test_what_costs_least_is_given_up(limit: int, level: str, given_up: tuple[str, ...]) -> None:
    tried: list[GenerateOptions] = []
    notes: list[str] = []
    report = sized(replace(options(), optimize="speed"), limit, attempts(tried), notes.extend)
    assert (tried[-1].level, tried[-1].given_up) == (level, given_up)
    assert report["flash"]["total"] <= limit
    assert "instructions more" in notes[-1] and all(name in notes[-1] for name in given_up)


def test_hopeless_limits_take_two_more_builds() -> None:
    tried: list[GenerateOptions] = []
    settings = replace(options(), optimize="speed")
    found = smaller(settings, attempts([])(settings), 7000, attempts(tried))
    assert not found.fits
    assert found.report["flash"]["total"] == 7750
    assert len(tried) <= 3  # the last one brings the smallest folder back
    with pytest.raises(DoesNotFit, match="nearest is --max-flash 7750"):
        check_limit(7000, found.report["flash"])


@pytest.mark.parametrize(
    ("cost", "given_up"),
    [(299, ("dense__dsp",)), (301, ())],  # of 15,000 instructions
    ids=["less than a fiftieth", "more"],
)
def test_for_size_kernels_go_whose_code_costs_more_than_it_saves(
    cost: int, given_up: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LOST, "dense", cost)
    monkeypatch.setattr("edgec.smaller.slowed", lambda kernel, level: 1.0)
    monkeypatch.setitem(LEVEL, "O2", 300)
    tried: list[GenerateOptions] = []
    report = sized(replace(options(), optimize="size"), None, attempts(tried))
    assert (tried[-1].level, tried[-1].given_up) == ("O2", given_up)
    assert report["flash"]["total"] == 9240 - (600 if given_up else 0)


def test_slower_builds_are_made_only_when_welcome() -> None:
    tried: list[GenerateOptions] = []
    report = sized(replace(options(), optimize="speed"), 9000, attempts(tried), slower=False)
    assert (len(tried), report["flash"]["total"]) == (1, 9540)


def test_kernels_given_up_and_their_price_are_in_the_report() -> None:
    settings = replace(options(), optimize="balanced", target=DSP)
    fast = make_model_plan(network(), settings)
    kernel = fast.layers[0].calls[0].symbol
    plan = make_model_plan(network(), replace(settings, given_up=(kernel,), level="Os"))
    assert all(c.symbol.endswith("__ref") for x in plan.layers for c in x.calls)
    value = to_json(make_report(plan, None))
    (lost,) = value["given_up"]
    prices = [c.cost.instructions if c.cost else 0 for p in (plan, fast) for c in p.choices]
    half = len(prices) // 2
    assert lost["layers"] == [0, 1, 2] and lost["instructions"] == sum(prices[:half]) - sum(prices[half:]) > 0
    assert value["level"] == "Os" and value["level_instructions"] > sum(prices[:half])
    text = render(value)
    assert "compiled with -Os" in text and "kernels given up for less flash" in text


def test_another_layers_kernel_takes_the_place_when_it_is_faster() -> None:
    settings = replace(options(), optimize="speed", target=DSP)
    fast = [x.calls[0].symbol for x in make_model_plan(network(), settings).layers]
    assert fast == ["edgec_winograd_s8__dsp", "edgec_conv2d_s8__dsp", "edgec_winograd_s8__dsp"]
    plan = make_model_plan(network(), replace(settings, given_up=("edgec_winograd_s8__dsp",)))
    assert [x.calls[0].symbol for x in plan.layers] == ["edgec_conv2d_s8__dsp"] * 3
