"""``edgec prove``: a small model is proven; code that rounds, shifts or limits in another way is not."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("z3", reason="the extra 'prove' is not installed")

from edgec.converter.arithmetic.fixed_point import Multiplier, requantize, requantize_even
from edgec.folder.read import open_checked
from edgec.proof.findings import Proof
from edgec.proof.forms import prove_forms
from edgec.proof.formulas import Formula
from edgec.proof.solver import Question, answer
from edgec.proof.thumb.terms import signed
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save, save_residual_with_softmax
from tests.suite.sample import sample

pytestmark = pytest.mark.skipif(
    not available(load_target("cortex-m4")), reason="the Arm toolchain or QEMU is missing (CI installs both)"
)
Made = Callable[[str, str], Path]
COUNTEREXAMPLE = re.compile(
    r"for the sum (-?\d+) \(word (0x\w+), .*?\) the code gives (-?\d+), "
    r"clamp\((-?\d+) \+ round\(acc \* (\d+) / 2\^(\d+)\), (-?\d+), (-?\d+)\) gives (-?\d+)"
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The residual net with a softmax, by scheme and target; converted once."""
    from edgec.cli import run

    folder = tmp_path_factory.mktemp("models")
    model, samples = save_residual_with_softmax(folder)
    known: dict[tuple[str, str], Path] = {}

    def get(scheme: str, target: str) -> Path:
        if (scheme, target) not in known:
            out = folder / f"{scheme}_{target}"
            words = ["convert", model, "-t", target, "--quantize", scheme, "--calibration", samples, "-o", out]
            assert run([str(w) for w in words]) == 0
            known[scheme, target] = out
        return known[scheme, target]

    return get


def proven(folder: Path) -> tuple[Proof, ...]:
    return prove_forms(open_checked(folder, allow_edited=True), None, 300.0, lambda _done, _total: None)


@pytest.mark.parametrize("target", ["cortex-m4", "host"])
def test_every_layer_of_a_model_is_proven(made: Made, target: str) -> None:
    found = proven(made("int8", target))
    assert [p.form for p in found] == [
        "values moved",
        "requantization", "requantization", "elementwise", "mean, halves to even", "requantization", "softmax",
    ]  # fmt: skip
    assert [p.detail for p in found if not p.proven] == []


MUTANTS = {
    "no rounding bit": ("cortex-m4", "edgec_gemm_s8_code_armv7em.h", "smmla r11, r11, r3, r0", "smmul r11, r11, r3"),
    "shift": ("cortex-m4", "edgec_gemm_s8_code_armv7em.h", ', asr %[shift_b]', ', asr #5'),
    "clamp": ("cortex-m4", "edgec_gemm_s8_code_armv7em.h", ", #8, r", ", #7, r"),
    "unsigned clamp": ("cortex-m4", "edgec_dw_raised_s1_code_armv7em.h", '"ssat ', '"usat '),
    "half": ("host", "edgec_fixed.h", "(INT32_C(1) << (n - 1u))) >> n", "(INT32_C(1) << (n - 2u))) >> n"),
    "unsigned product": ("host", "edgec_fixed.h", "(int32_t)(product >> 32)", "(int32_t)((uint64_t)product >> 33)"),
    "mean": ("host", "edgec_reduce_s8.h", "p->shift, p->out_zero", "p->shift + 1u, p->out_zero"),
    "quotient": ("host", "edgec_softmax_s8.h", "(e << 16) / sum", "(e << 15) / sum"),
    "largest": ("host", "edgec_softmax_s8.h", "(v > top) ? v : top", "(v < top) ? v : top"),
    "sum of two": ("host", "edgec_fixed.h", "b * m_b + offset", "b * m_b + offset - (1 << (shift - 1u))"),
}  # fmt: skip


@pytest.mark.grids
@pytest.mark.parametrize("name", sample(MUTANTS, lambda name: MUTANTS[name][:2]))
def test_code_that_differs_is_found(name: str, made: Made, tmp_path: Path) -> None:
    target, file, old, new = MUTANTS[name]
    folder = tmp_path / "edited"
    shutil.copytree(made("int8", target), folder)
    changed = 0
    for path in (folder / "edgec_kernels").glob("*"):
        text = path.read_text()
        if path.name == file:
            changed += text.count(old)
            path.write_text(text.replace(old, new))
    assert changed, f"{file} does not hold {old}"
    wrong = [p for p in proven(folder) if not p.proven]
    assert wrong
    assert not any("time" in p.detail for p in wrong)


def test_a_counterexample_is_real(made: Made, tmp_path: Path) -> None:
    """The function that was changed is compiled for this computer, and gives what the counterexample says."""
    folder = tmp_path / "edited"
    shutil.copytree(made("int8", "host"), folder)
    header, old = folder / "edgec_kernels" / "edgec_scalar.h", "(uint32_t)zz << n"
    assert old in header.read_text()
    header.write_text(header.read_text().replace(old, "(uint32_t)(zz - 1) << n"))  # nothing is rounded up
    details = [p.detail for p in proven(folder) if not p.proven and COUNTEREXAMPLE.search(p.detail)]
    assert details
    for detail in details:
        match = COUNTEREXAMPLE.search(detail)
        assert match
        acc, code, zero, m, shift, lo, hi, formula = (int(match[i]) for i in (1, 3, 4, 5, 6, 7, 8, 9))
        assert code != formula
        assert int(requantize(np.array([acc]), Multiplier(m, shift), zero, lo, hi)[0]) == formula
        factor = f"edgec_scalar_factor f = edgec_scalar_factor_of({m}, {shift - 33}u, {2 * zero + 1});"
        call = f"edgec_requantize_scalar({acc}, &f)"
        program = tmp_path / "check.c"
        program.write_text(
            '#include "edgec_scalar.h"\n#include <stdio.h>\n'
            f'int main(void) {{ {factor} printf("%d", (int){call}); return 0; }}\n'
        )
        subprocess.run(
            ["cc", "-std=c99", f"-I{header.parent}", str(program), "-o", str(tmp_path / "check")], check=True
        )
        ran = subprocess.run([str(tmp_path / "check")], check=True, capture_output=True, text=True)
        assert int(ran.stdout) == code


def test_what_is_not_covered_is_no_success(edgec: Callable[..., object], tmp_path: Path) -> None:
    """A normalization takes a root, which has no form: the command says so, and does not claim success."""
    proto = model([node("LayerNormalization", ["x", "g", "h"], ["y"], axis=-1)], {"x": [1, 3, 8]}, ["y"],
                  {"g": np.ones(8, np.float32), "h": np.zeros(8, np.float32)})  # fmt: skip
    samples, out = tmp_path / "x.npz", tmp_path / "out"
    np.savez(samples, x=np.random.default_rng(0).standard_normal((4, 3, 8)).astype(np.float32))
    ran = edgec("convert", save(proto, tmp_path), "-t", "cortex-m4", "--calibration", samples, "-o", out)
    assert ran.code == 0  # type: ignore[attr-defined]
    ran = edgec("prove", out, "--only", "forms", "--json")
    assert ran.code == 5  # type: ignore[attr-defined]
    found = json.loads(ran.out)  # type: ignore[attr-defined]
    assert not found["proven"]
    assert "0 Normalize n_y" in [f["where"] for f in found["forms"] if not f["proven"]]


def test_exit_codes(made: Made, edgec: Callable[..., object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that was edited ends with 2 before anything is compiled, a missing solver with 7."""
    folder = tmp_path / "edited"
    shutil.copytree(made("int8", "host"), folder)
    header = folder / "edgec_kernels" / "edgec_fixed.h"
    header.write_text(header.read_text() + "\n")
    ran = edgec("prove", folder, "--only", "forms")
    assert ran.code == 2  # type: ignore[attr-defined]
    assert "edgec_fixed.h was changed" in ran.err  # type: ignore[attr-defined]
    monkeypatch.setattr("edgec.proof.solver.z3", None)
    ran = edgec("prove", made("int8", "host"), "--only", "forms")
    assert ran.code == 7  # type: ignore[attr-defined]
    assert "edgec[prove]" in ran.err  # type: ignore[attr-defined]


def test_halves_matter_and_answers_are_checked() -> None:
    """A formula that rounds halves up differs from one that rounds them to even, at a half; and z3 says so."""
    even, up = (Formula(2**30, 33, 3, -128, 127, -400, 400, e) for e in (True, False))
    same = Question(lambda w: even.of(signed(w)), even.of, -400, 400, 8, 2**30)
    assert answer(same, 20.0).proven
    differs = Question(lambda w: up.of(signed(w)), even.of, -400, 400, 8, 2**30)
    found = answer(differs, 20.0)
    assert not found.proven
    assert found.acc is not None
    assert found.acc % 8 == 4
    assert up.of(found.acc) & 255 == found.code != found.formula == even.of(found.acc) & 255


def test_largest_values(tmp_path: Path) -> None:
    """MaxPool is proven to give the largest value of each window, and code that gives the smallest is not."""
    from edgec.cli import run

    proto = model([node("Conv", ["x", "w"], ["c"]), node("MaxPool", ["c"], ["y"], kernel_shape=[2, 2], strides=[2, 2])],
                  {"x": [1, 2, 6, 6]}, ["y"], {"w": np.ones((4, 2, 3, 3), np.float32)})  # fmt: skip
    samples, out = tmp_path / "x.npz", tmp_path / "out"
    np.savez(samples, x=np.random.default_rng(0).standard_normal((4, 2, 6, 6)).astype(np.float32))
    words = ["convert", save(proto, tmp_path), "-t", "host", "--calibration", samples, "-o", out]
    assert run([str(w) for w in words]) == 0
    assert [p.detail for p in proven(out) if not p.proven] == []
    header = out / "edgec_kernels" / "edgec_pool_s8.h"
    text = header.read_text()
    assert "cell[c] > y[c]" in text
    header.write_text(text.replace("cell[c] > y[c]", "cell[c] < y[c]"))
    assert [p.form for p in proven(out) if not p.proven] == ["largest value"]


@pytest.mark.parametrize("even", [False, True])
def test_formulas_are_the_definition(even: bool) -> None:
    rng = np.random.default_rng(1)
    acc = np.concatenate([rng.integers(-(2**31), 2**31, 500), np.arange(-300, 300)])
    for _ in range(40):
        shift = int(rng.integers(31, 60))
        m = 2**30 if even else int(rng.integers(2**30, 2**31))
        zero, lo, hi = int(rng.integers(-128, 128)), -128, 127
        rule = requantize_even if even else requantize
        expected = rule(acc, Multiplier(m, shift), zero, lo, hi)
        formula = Formula(m, shift, zero, lo, hi, 0, 0, even)
        assert np.array_equal(formula.of(acc), expected)
        assert [formula.of(int(a)) for a in acc[:20]] == list(expected[:20])
