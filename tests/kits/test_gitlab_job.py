"""The GitLab job's script, run by sh as GitLab joins it: a better model passes, a worse one ends with 6."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import yaml

from tests.builders.model_repository import git


@pytest.mark.parametrize(("branch", "code"), [("better", 0), ("worse", 6)])
def test_the_job(branch: str, code: int, repo: Path, repository: Path, with_edgec: dict[str, str]) -> None:
    job = yaml.safe_load((repo / "examples" / "ci" / "gitlab" / "edgec.gitlab-ci.yml").read_text())[".edgec"]
    assert set(job) == {"image", "variables", "before_script", "script", "artifacts"}
    git(repository, "checkout", "-q", branch)
    own = {
        **job["variables"],
        "EDGEC_MODEL": "toy.onnx",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": git(repository, "rev-parse", "main"),
    }
    script = "\n".join(["set -e", *job["before_script"], *job["script"]])
    done = subprocess.run(
        ["sh", "-c", script], cwd=repository, env=with_edgec | own, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    work = repository / own["EDGEC_WORK"]
    comment = (work / "comment.md").read_text()
    assert comment in done.stdout
    assert ("**broken**" in comment) is bool(code)
    assert (work / "new" / "toy.c").is_file() and (work / "new.json").stat().st_size > 0
    assert "toy for cortex-m4" in (work / "report.txt").read_text()
    assert [f"{own['EDGEC_WORK']}/"] == [p.replace("$EDGEC_WORK", own["EDGEC_WORK"]) for p in job["artifacts"]["paths"]]
