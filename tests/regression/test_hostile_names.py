"""Names are untrusted text: a model whose every name is hostile converts, compiles and gives the same bytes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from edgec.commands.verify import verify
from edgec.pipeline import ConvertOptions, convert
from edgec.settings.values import VerifyOptions
from tests.builders.onnx_models import model, node, save

NAMES = (
    "*/ int evil(){} /*",
    "x-1",
    "x_1",
    "int",
    "INT",
    "main",
    "uint8_t",
    "EDGEC_NOINLINE",
    "模型",
    "e\u0301",
    "\u202egnp.exe",
    "??/",
    "??/\nint evil(void);",
    "back\\",
    "back\\\nint evil(void);",
    "// comment\n#error evil",
    '"quote" %s %n {{ evil }} {% evil %}',
    "a\rint evil(void);\tb",
    "../../evil",
    "$(touch evil)",
    '_Pragma("GCC error \\"evil\\"")',
    "a" * 10_000,
    "a" * 9_999 + "b",
)


def hostile(tmp_path: Path) -> Path:
    """A chain of convolutions, sums and activations whose values and nodes all have names of ``NAMES``."""
    rng = np.random.default_rng(0)
    image, vector, *values, first, last = NAMES
    nodes, constants, at = [], {}, image
    for i, value in enumerate(values):
        weight, bias = f"{value}\n*/ evil(); /*", f"{value};evil()"
        if i % 3 == 0:
            constants[weight] = rng.normal(size=(3, 3, 3, 3)).astype(np.float32) / 4
            constants[bias] = rng.normal(size=3).astype(np.float32)
            nodes.append(node("Conv", [at, weight, bias], [value], pads=[1, 1, 1, 1], name=value))
        else:
            nodes.append(node(("Tanh", "Relu")[i % 2], [at], [value], name=value))
        at = value
    constants["/*"] = np.array([0, -1], np.int64)
    constants["*/"] = rng.normal(size=(48, 4)).astype(np.float32)
    nodes.append(node("Reshape", [at, "/*"], ["*/ evil"], name=first))
    nodes.append(node("MatMul", ["*/ evil", "*/"], [first], name=last))
    nodes.append(node("Add", [first, vector], [last], name="\\"))
    proto = model(nodes, {image: [1, 3, 4, 4], vector: [1, 4]}, [last, at], constants)
    proto.graph.name = proto.producer_name = proto.doc_string = NAMES[0]
    return save(proto, tmp_path, "-*!; int ??" + "\n.onnx")


@pytest.mark.parametrize("quantize", ["float32", "int8"])
def test_hostile_names_convert_and_verify(quantize: str, tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("no host compiler")
    source = hostile(tmp_path)
    rng = np.random.default_rng(1)
    samples = {n: rng.normal(size=(8, *s)).astype(np.float32) for n, s in ((NAMES[0], (3, 4, 4)), (NAMES[1], (4,)))}
    data = tmp_path / "d.npz"
    np.savez(data, **samples)
    calibration = str(data) if quantize == "int8" else None
    out = convert(source, ConvertOptions(quantize=quantize, calibration=calibration), tmp_path / "out").folder
    found = verify(out, VerifyOptions(data=str(data), on="host"))
    assert found.samples == 8
    assert found.mismatches == ()
    assert found.agree == {"simulator": 8, "host": 8}
    table = found.table()
    assert table.columns[-1].name == ("agree within 0.0001" if quantize == "float32" else "bytes equal to simulator")
    assert table.rows[-1][-1] == "8 of 8"
    for file in out.rglob("*.[ch]"):
        text = file.read_bytes()
        assert text.isascii()
        assert b"evil" not in re.sub(rb"/\*.*?\*/", b"", text, flags=re.DOTALL)
        assert not re.search(rb"\?\?[/(=')<!>-]|[^\n -~]", text)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["d.npz", "out", "out.model", source.name])
