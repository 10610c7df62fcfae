"""The GitHub Action's steps, run by bash on a repository with a history: better, worse, and words only."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from tests.builders.codegen_models import need
from tests.builders.model_repository import git
from tests.kits.workflow import Run, run_action, stub

GH = """#!/bin/sh
# Keeps one list of comments in $COMMENTS (JSON), as GitHub does; answers filters with jq.
for a in "$@"; do case "$a" in body=@*) body=${a#body=@} ;; esac; done
case "$*" in
*--jq*) for a in "$@"; do filter=$a; done; jq -r "$filter" "$COMMENTS" ;;
*POST*) jq --rawfile body "$body" '. + [{id: (length + 17), body: $body}]' "$COMMENTS" > "$COMMENTS.new" ;;
*PATCH*/comments/*) id=$(echo "$*" | sed 's|.*/comments/\\([0-9]*\\).*|\\1|')
    jq --rawfile body "$body" --argjson id "$id" 'map(if .id == $id then .body = $body else . end)' "$COMMENTS" \\
        > "$COMMENTS.new" ;;
*) exit 1 ;;
esac
if [ -f "$COMMENTS.new" ]; then mv "$COMMENTS.new" "$COMMENTS"; echo "$*" >> "$COMMENTS.log"; fi
"""


@pytest.fixture
def action(repo: Path) -> Path:
    return repo / "examples" / "ci" / "github" / "action.yml"


def run(
    action: Path, repository: Path, branch: str, environment: dict[str, str], temp: str = "temp", base: str = "main",
    event_name: str = "pull_request", matrix: Mapping[str, str] | None = None, **inputs: str,
) -> Run:  # fmt: skip
    folder = repository.parent / temp
    folder.mkdir(exist_ok=True)
    git(repository, "checkout", "-q", branch)
    comments = repository.parent / "comments.json"
    if not comments.exists():
        comments.write_text(json.dumps([{"id": 3, "body": "Looks good."}]))
    bin_folder = stub(repository.parent / "bin", "gh", GH)
    event = {
        "github.event_name": event_name,
        "github.job": "models",
        "github.event.pull_request.number": "12",
        "github.event.pull_request.base.sha": git(repository, "rev-parse", base),
        "github.token": "none",
        **(matrix or {"strategy.job-index": "0", "strategy.job-total": "1"}),
    }
    own = {
        "PATH": bin_folder + environment["PATH"],
        "COMMENTS": str(comments),
        "GITHUB_REPOSITORY": "toy/toy",
    }
    return run_action(action, repository, folder, {"model": "toy.onnx", **inputs}, event, environment | own)


def test_growth_fails_and_the_comment_says_why(
    action: Path, repository: Path, with_edgec: dict[str, str]
) -> None:  # fmt: skip
    need("jq")
    done = run(action, repository, "worse", with_edgec)
    assert list(done.codes) == [
        "Install", "Base", "Convert", "Verify", "Report", "Compare with the base", "Page", "Comment", "Clean up",
        "Verdict",
    ]  # fmt: skip
    assert done.codes["Verdict"] == done.code == 6, done.log
    comment = Path(done.values["steps.compare.outputs.comment"]).read_text()
    grown = re.search(
        r"\| max_growth_pct \| \*\*broken\*\* \| flash 5,\d\d\d -> 6,\d\d\d bytes \(\+6\.\d\d %\)", comment
    )
    assert grown, comment
    assert "| min_accuracy | holds | top-1 1.0000; required: 0.9 |" in comment
    assert "| top-1 | 1.0000 | 1.0000 | = |" in comment
    assert "`hidden`" in comment
    assert comment in done.summary and "### `toy` for `cortex-m4`" in done.summary
    made = Path(done.values["steps.compare.outputs.comment"]).with_name("page.html").read_text()
    assert 'id="comparison"' in made and 'id="accuracy"' in made and "min_accuracy" in made
    comments = json.loads((repository.parent / "comments.json").read_text())
    assert [c["body"] for c in comments] == ["Looks good.", comment]
    done = run(action, repository, "words", with_edgec, "again")
    assert done.code == 0, done.log
    now = json.loads((repository.parent / "comments.json").read_text())
    assert [c["id"] for c in now] == [3, 18] and now[1]["body"] != comment
    assert "**broken**" not in now[1]["body"] and "| flash | 5," in now[1]["body"] and "layers" not in now[1]["body"]
    assert git(repository, "status", "--porcelain") == ""


def test_a_base_without_the_model_is_told(action: Path, repository: Path, with_edgec: dict[str, str]) -> None:
    git(repository, "checkout", "-q", "--orphan", "empty")
    git(repository, "rm", "-rfq", "--cached", ".")
    git(repository, "commit", "-q", "--allow-empty", "-m", "nothing")
    git(repository, "checkout", "-qf", "main")
    done = run(action, repository, "main", with_edgec, base="empty")
    assert done.code == 0, done.log
    assert "::notice::edgec: the base" in done.log and "the settings of the pull request are taken" in done.log
    assert "Comment" not in done.codes


@pytest.fixture
def hostile(repository: Path) -> Path:
    """A branch whose settings name a library of kernels, Python that leaves a mark; gives the mark's path."""
    mark = repository.parent / "mark"
    git(repository, "checkout", "-q", "-b", "hostile", "words")
    (repository / "library").mkdir()
    (repository / "library" / "__init__.py").write_text(f"open({str(mark)!r}, 'w').close()\n")
    (repository / "own.toml").write_text('inherits = "cortex-m4"\nlibraries = ["library"]\n')
    settings = repository / "edgec.toml"
    settings.write_text(settings.read_text().replace('"cortex-m4"', '"own.toml"'))
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "another target")
    return mark


def test_settings_are_those_of_the_base(
    action: Path, repository: Path, with_edgec: dict[str, str], hostile: Path
) -> None:  # fmt: skip
    done = run(action, repository, "hostile", with_edgec)
    assert done.code == 0, done.log
    assert not hostile.exists()
    done = run(action, repository, "hostile", with_edgec, settings="head")
    assert hostile.exists()
    done = run(action, repository, "hostile", with_edgec, settings="neither")
    assert done.codes["Base"] == done.code == 2
    assert "settings is base or head, not 'neither'" in done.log


def test_a_trusted_run_takes_no_settings_of_a_pull_request(
    action: Path, repository: Path, with_edgec: dict[str, str], hostile: Path
) -> None:  # fmt: skip
    git(repository, "checkout", "-q", "-b", "bare", "main")
    git(repository, "rm", "-q", "edgec.toml")
    git(repository, "commit", "-q", "-m", "no settings")
    done = run(action, repository, "hostile", with_edgec, base="bare", event_name="pull_request_target")
    assert done.codes["Base"] == done.code == 2 and "Convert" not in done.codes
    assert "those of the pull request are not trusted" in done.log
    assert not hostile.exists()


def test_it_runs_twice_in_a_job(action: Path, repository: Path, with_edgec: dict[str, str]) -> None:
    (repository / "-o.onnx").write_bytes((repository / "toy.onnx").read_bytes())
    runs = [run(action, repository, "words", with_edgec, model=model) for model in ("toy.onnx", "-o.onnx")]
    assert [r.code for r in runs] == [0, 0], runs[1].log
    names = [r.values["steps.base.outputs.artifact"] for r in runs]
    assert names == ["edgec-models-toy", "edgec-models--o"]
    assert len({r.values["steps.convert.outputs.folder"] for r in runs}) == 2
    assert len(git(repository, "worktree", "list").splitlines()) == 1
    matrix = {"strategy.job-index": "2", "strategy.job-total": "3"}
    third = run(action, repository, "words", with_edgec, matrix=matrix)
    assert third.values["steps.base.outputs.artifact"] == "edgec-models-toy-2"


def test_other_steps_are_known(action: Path) -> None:
    """These tests leave out one action, which uploads."""
    steps = yaml.safe_load(action.read_text())["runs"]["steps"]
    assert [s["uses"] for s in steps if "run" not in s] == ["actions/upload-artifact@v4"]
