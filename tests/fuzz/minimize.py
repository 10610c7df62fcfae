"""The kept corpus of a reader, made anew: python -m tests.fuzz.minimize onnx|npz|edge [FOLDER ...]

Of the files kept so far and those of the folders (by default what ``tests.fuzz.guided`` found, and its seeds), shortest
first, each is kept that makes edgec go from one line to another as none before did.  ``found_*`` stay.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import edgec
from tests.fuzz.guided import KEPT, KINDS, LONGEST, seed_folders
from tests.fuzz.readers import READERS, Broken, Read

ROOTS = tuple(str(Path(p).resolve().parent) for p in (edgec.__file__, edgec.__path__[0]))
OWN = tuple(f"{root}/{part}/" for root in ROOTS for part in ("edgec", "converter", "quantize"))
Step = tuple[CodeType, int, int]


def steps(read: Read, data: bytes, folder: Path) -> set[Step]:
    """The pairs of lines of edgec's own code that were run one after the other."""
    found: set[Step] = set()
    last: dict[FrameType, int] = {}

    def line(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            found.add((frame.f_code, last.get(frame, 0), frame.f_lineno))
            last[frame] = frame.f_lineno
        elif event == "return":
            last.pop(frame, None)
        return line

    def call(frame: FrameType, _event: str, _: Any) -> Any:
        return line if frame.f_code.co_filename.startswith(OWN) else None

    sys.settrace(call)
    try:
        with suppress(Broken):
            read(data, folder)
    finally:
        sys.settrace(None)
    return found


def minimized(kind: str, files: Sequence[bytes], known: Sequence[bytes]) -> list[bytes]:
    """The ``files`` that add to what ``known`` reaches, and to each other."""
    reached: set[Step] = set()
    kept = []
    with tempfile.TemporaryDirectory() as temp:
        for data in known:
            reached |= steps(READERS[kind], data, Path(temp))
        for data in sorted(set(files), key=lambda d: (len(d), d)):
            new = steps(READERS[kind], data, Path(temp))
            if not new <= reached:
                reached |= new
                kept.append(data)
    return kept


def main(arguments: Sequence[str]) -> int:
    """Write tests/fuzz/guided/KIND."""
    parser = argparse.ArgumentParser(description="the smallest corpus that reaches as much")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("folders", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    home = KEPT / options.kind
    home.mkdir(parents=True, exist_ok=True)
    folders = [home, *(options.folders or [Path("build/guided") / options.kind])]
    files = [p for folder in folders for p in sorted(folder.iterdir()) if p.stat().st_size <= LONGEST]
    found = [p.read_bytes() for p in files if p.name.startswith("found")]
    known = [p.read_bytes() for f in seed_folders(options.kind) if f != home for p in sorted(f.iterdir())]
    kept = minimized(options.kind, [p.read_bytes() for p in files], [*found, *known])
    for file in home.iterdir():
        if not file.name.startswith("found"):
            file.unlink()
    for data in kept:
        (home / f"{hashlib.sha256(data).hexdigest()[:16]}.{options.kind}").write_bytes(data)
    sys.stdout.write(f"{len(kept)} files, {sum(map(len, kept))} bytes\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
