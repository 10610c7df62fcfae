"""Output folders without a model: files such as a conversion makes, with a report that lists them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

Files = tuple[tuple[str, bytes], ...]


def made(text: str, *names: str) -> Files:
    """Files of these names whose content begins with ``text``, and their ``report.json``."""
    files = tuple((name, f"{text}: {name}".encode()) for name in names)
    hashes = [{"path": name, "sha256": hashlib.sha256(content).hexdigest()} for name, content in files]
    report = {"schema": 1, "edgec": text, "files": list(names), "hashes": hashes}
    return (*files, ("report.json", json.dumps(report).encode()))


def put(folder: Path, files: Files) -> None:
    """Write files by other means than edgec's own."""
    for name, content in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def content(folder: Path) -> dict[str, bytes]:
    """Path -> content of all files of a folder."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
