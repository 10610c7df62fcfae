"""The catalog of kernels reads no more than a target can run."""

from __future__ import annotations

import subprocess
import sys

import pytest

READ = """
import sys
from edgec.codegen.kernels.catalog import kernels_of
from edgec.targets.reader import load_target
assert kernels_of(load_target({target!r}))
read = [name.split(".") for name in sys.modules if name.startswith("edgec.codegen.kernels.")]
print(*{{words[3] for words in read if len(words) > 4}})
"""


@pytest.mark.parametrize(
    ("target", "libraries"),
    [
        ("host", {"blocked_f32", "half", "plain", "scalar", "shared"}),
        ("cortex-m4", {"armv7em", "blocked_f32", "plain", "shared"}),
    ],
)
def test_modules_of_other_libraries_are_not_read(target: str, libraries: set[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", READ.format(target=target)], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == libraries
