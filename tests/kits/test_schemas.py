"""Workflow files by the public schemas of their hosts, from the package check-jsonschema; their shell by shellcheck."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.builders.codegen_models import need

FILES = (
    ("github-actions", "examples/ci/github/action.yml"),
    ("github-workflows", ".github/workflows/check.yml"),
    ("gitlab-ci", "examples/ci/gitlab/edgec.gitlab-ci.yml"),
)


class Loader(yaml.SafeLoader):
    """YAML as these hosts read it: ``on`` is a word, tags such as !reference are lists."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in pairs if tag != "tag:yaml.org,2002:bool"]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))
Loader.add_constructor("!reference", Loader.construct_yaml_seq)


def schema(name: str) -> dict[str, Any]:
    found = importlib.util.find_spec("check_jsonschema")
    if found is None or not found.submodule_search_locations:
        pytest.skip("check-jsonschema is absent (make installs .ci/files.txt)")
    folder = Path(found.submodule_search_locations[0]) / "builtin_schemas" / "vendor"
    read: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return read


def errors(name: str, value: object) -> list[str]:
    kind = jsonschema.validators.validator_for(schema(name))
    return [e.message for e in kind(schema(name)).iter_errors(value)]


@pytest.mark.parametrize(("name", "file"), FILES)
def test_a_workflow_file_has_the_form_of_its_host(repo: Path, name: str, file: str) -> None:
    value = yaml.load((repo / file).read_text(encoding="utf-8"), Loader)
    assert errors(name, value) == []


def test_a_wrong_file_is_noticed(repo: Path) -> None:
    action = yaml.load((repo / FILES[0][1]).read_text(encoding="utf-8"), Loader)
    del action["runs"]["steps"][0]["shell"]
    assert errors(FILES[0][0], action)


def test_shellcheck_finds_nothing_in_the_steps(repo: Path, tmp_path: Path) -> None:
    need("shellcheck")
    steps = yaml.safe_load((repo / FILES[0][1]).read_text(encoding="utf-8"))["runs"]["steps"]
    for i, step in enumerate(s for s in steps if "run" in s):
        file = tmp_path / f"{i}.sh"
        file.write_text("#!/bin/bash\n" + step["run"])
        done = subprocess.run(["shellcheck", "-s", "bash", str(file)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, (step["name"], done.stdout)
