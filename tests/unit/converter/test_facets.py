"""Facets of operators: what registers, what is refused, and the list that shows them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from edgec.cli import cli
from edgec.commands.operators import FACETS, as_json
from edgec.converter.graph.errors import Exit, UnsupportedModel, UsageError
from edgec.converter.graph.ir import Node
from edgec.converter.onnx.written import export
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.resample import GridSampleAttrs

SAMPLED = Node("GridSample", "warp", ("x", "grid"), ("y",), GridSampleAttrs())


def test_a_rule_is_found_by_node_of_each_operator_that_it_is_registered_for() -> None:
    facet: Facet[int] = Facet("width", "width", "it has none")
    facet(ConvAttrs, "MaxPool")(3)
    conv = Node("Conv", "c", (), (), ConvAttrs())
    assert conv in facet and facet[conv] == 3 and facet.get(SAMPLED) is None
    assert list(facet) == ["Conv", "MaxPool"]


def test_a_missing_rule_is_a_refusal_with_node_fact_and_remedy() -> None:
    with pytest.raises(UnsupportedModel) as caught:
        export[SAMPLED]
    assert caught.value.exit_code is Exit.UNSUPPORTED
    text = str(caught.value)
    assert "node 'warp' (GridSample): has no form in ONNX that edgec writes; leave the model as it is" in text


def test_registration_refuses_what_is_no_one_operator_or_has_a_rule() -> None:
    facet: Facet[int] = Facet("width", "width", "it has none")
    facet("Conv")(1)
    with pytest.raises(ValueError, match="Conv has a rule already"):
        facet(ConvAttrs)(2)
    with pytest.raises(ValueError, match="Relu is no operator"):
        facet("Relu")
    with pytest.raises(ValueError, match="PoolAttrs belongs to MaxPool, AvgPool, PoolIndices; register by name"):
        facet(PoolAttrs)


def test_inspect_lists_operators_by_facets() -> None:
    made = CliRunner().invoke(cli, ["inspect", "--operators", "--json"])
    assert made.exit_code == 0 and json.loads(made.stdout) == json.loads(json.dumps(as_json()))
    rows = {row["name"]: row for row in as_json()["operators"]}
    assert set(rows) == set(OPS)
    assert "proof" in rows["Conv"]["facets"] and "plain" in rows["Conv"]["kernels"]
    assert rows["PoolIndices"]["facets"] == []
    assert rows["Reshape"]["traits"] == [
        "renames",
        "keeps_values",
        "moves_values",
    ]
    text = CliRunner().invoke(cli, ["inspect", "--operators"]).stdout
    assert all(name in text for name in (*OPS, *(f.name for f in FACETS)))


@pytest.mark.parametrize("words", [[], ["--operators", "model.onnx"]])
def test_inspect_takes_a_file_or_operators(words: list[str]) -> None:
    with pytest.raises(UsageError, match="either FILE or --operators"):
        CliRunner().invoke(cli, ["inspect", *words], catch_exceptions=False)
