"""Every row of the shared FINDINGS.md about reliability and accuracy has a test; its files end as documented."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.conftest import REPO, Ran
from tests.regression.reproductions import ENDS, LONG, UNVERIFIED
from tests.suite.sample import sample

TESTS: dict[str, tuple[str, ...]] = {
    "R1": ("regression/test_rank_zero.py::test_converted_and_verified", "conformance/test_ranks.py::test_every_scheme"),
    "R2": ("regression/test_rank_zero.py::test_intervals_of_computed_and_constant_scalars",),
    "R3": ("unit/converter/test_import_bad.py::test_types_without_a_name_in_the_installed_onnx", "../.ci/lowest"),
    "R4": (
        "faults/test_faults.py::test_no_fault_loses_a_folder",
        "faults/test_faults.py::test_a_killed_run_is_recovered_by_reading_commands_too",
        "faults/test_faults.py::test_a_command_that_is_ended_leaves_a_whole_folder",
    ),
    "R5": (
        "regression/test_trusted_folders.py::test_a_program_that_only_a_report_names_is_not_run",
        "regression/test_trusted_folders.py::test_a_target_in_a_report_is_no_path",
    ),
    "R6": (
        "regression/test_trusted_folders.py::test_what_changed_is_named",
        "unit/quantize/test_agreement.py::test_digits",
    ),
    "R7": (
        "regression/test_verified_types.py::test_inputs_and_outputs",
        "regression/test_verified_types.py::test_no_inputs",
        "regression/test_verified_types.py::test_infinities_and_nan",
        "conformance/test_whole.py::test_random_graphs_convert_and_verify",
    ),
    "R8": (
        "regression/test_limits.py::test_what_is_too_large_is_refused_by_its_size",
        "regression/test_limits.py::test_memory_that_is_short_is_no_bug",
    ),
    "R9": (
        "regression/test_limits.py::test_time_has_a_limit",
        "regression/test_long_models.py::test_the_work_grows_as_the_model_does",
        "regression/test_long_models.py::test_a_fan_is_ordered_in_time",
    ),
    "R10": ("faults/test_faults.py::test_nobody_has_to_listen",),
    "R11": (
        "regression/test_output_inputs.py::test_inputs_in_the_folder_are_kept",
        "unit/edgec/test_output.py::test_everything_of_the_user_is_noticed",
        "unit/edgec/test_output.py::test_inputs_are_never_replaced",
    ),
    "R12": (
        "regression/test_limits.py::test_values_that_grow_beyond_float32_are_refused",
        "regression/test_limits.py::test_a_shape_of_bools_is_a_damaged_file",
        "regression/test_broken_tools.py::test_an_emulator_that_does_not_work",
        "regression/test_findings.py::test_reproductions_end_as_documented",
    ),
    "R13": (
        "unit/edgec/test_advice.py::test_useless_calibration_sets",
        "regression/test_data_messages.py::test_two_arrays_of_one_name_are_refused",
    ),
    "R14": ("unit/converter/test_import_bad.py::test_truth_values_are_0_or_1",),
    "A1": (
        "regression/test_exact_weights.py::test_every_integer_is_kept",
        "regression/test_exact_weights.py::test_a_net_with_minus_128_on_all_samples",
    ),
    "A3": ("unit/quantize/test_choose_calibrator.py::test_it_lacks_little_to_the_best_single_one",),
    "A4": ("unit/quantize/test_headroom.py::test_unseen_samples_of_almost_twice_the_size_are_not_clipped",),
    "A6": (
        "regression/test_log_softmax_tail.py::test_the_last_step",
        "regression/test_import_messages.py::test_normalization_below_its_opset_as_onnx_runtime_runs_it",
    ),
    "A7": ("search/test_mixed_search.py::test_without_labels_the_measure_and_the_remedy_are_named",),
    "A8": ("regression/test_dynamic_quantization.py::test_near_what_onnx_runtime_computes",),
    "A9": (
        "regression/test_import_messages.py::test_custom_operators_in_the_domain_of_onnx",
        "regression/test_import_messages.py::test_types_of_a_later_opset",
    ),
}
ELSEWHERE = {
    "A2": "a claim of documents: the figures of int4 are made by benchmarks/run.py",
    "A5": "LSTM and GRU stay float: README says so",
}
SECONDS = 60.0  # of processor time, for one conversion
NAMES = sample(ENDS, lambda name: LONG.get(name, name))
ROWS = {*(f"R{i}" for i in range(1, 15)), *(f"A{i}" for i in range(1, 10))}


def test_every_row_has_a_test() -> None:
    assert TESTS.keys() | ELSEWHERE.keys() == ROWS
    assert not TESTS.keys() & ELSEWHERE.keys()
    for nodes in TESTS.values():
        for node in nodes:
            path, _, name = node.partition("::")
            text = (REPO / "tests" / path).read_text(encoding="utf-8")
            assert not name or re.search(rf"^def {name}\(", text, re.MULTILINE), node


@pytest.fixture(scope="module")
def ends(shared: Path) -> dict[str, dict[str, object]]:
    """Ends of every file, from one process for all: it forks, and here are threads."""
    if not (shared / "repro").is_dir():
        pytest.skip("the shared reproductions are absent")
    if not available(load_target("host")):
        pytest.skip("no compiler")
    command = [sys.executable, "-m", "tests.regression.reproductions", *NAMES]
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {f["name"]: f for f in found}


@pytest.mark.slow
@pytest.mark.grids
@pytest.mark.xdist_group("reproductions")
def test_reproductions_end_as_documented(ends: dict[str, dict[str, object]]) -> None:
    assert ends.keys() == set(NAMES)
    wrong = []
    for name, (convert, verify) in ((name, ENDS[name]) for name in NAMES):
        wanted = (convert, None if name in UNVERIFIED else verify, "")
        if (ends[name]["convert"], ends[name]["verify"], ends[name]["fault"]) != wanted:
            wrong.append(ends[name])
        if float(str(ends[name]["seconds"])) > SECONDS:
            wrong.append(ends[name])
    assert not wrong


def test_a_shape_of_truth_values(shared: Path, edgec: Callable[..., Ran], digits: Path, tmp_path: Path) -> None:
    data = shared / "repro" / "boolshape.npz"
    if not data.exists():
        pytest.skip("the shared reproductions are absent")
    done = edgec("convert", digits / "digits.onnx", "--calibration", data, "-o", tmp_path / "out")
    assert done.code == 2
    assert "not a readable" in done.err
