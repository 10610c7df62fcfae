"""Values that take long to compute and depend on nothing but versions are kept between processes and runs."""

from __future__ import annotations

import hashlib
import json
import pickle
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from tests.suite.objects import folder_of_objects
from tests.suite.precompiled import compiler_file

T = TypeVar("T")


def kept(what: str, versions: str, make: Callable[[], T]) -> T:
    """Return what ``make`` returns, or returned when it was called with these ``versions`` before."""
    folder = folder_of_objects()
    if folder is None:
        return make()
    digest = hashlib.sha256(versions.encode()).hexdigest()[:16]
    file = folder / "values" / f"{what}-{digest}.pickle"
    if file.is_file():
        found: T = pickle.loads(file.read_bytes())
        return found
    made = make()
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as temp:
        temp.write(pickle.dumps(made))
    Path(temp.name).replace(file)
    return made


def contents(tool: str, words: Sequence[str], files: Iterable[Path]) -> str:
    """The versions of what a tool says of files: the tool's own file, its options, names and contents of the files."""
    read = sorted((file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in files)
    return json.dumps([compiler_file(tool), list(words), read])
