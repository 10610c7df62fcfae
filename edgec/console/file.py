"""A text as a file, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(file: Path, text: str) -> None:
    """Write UTF-8; an older file stays as it is until the new one is complete.

    Raises:
        OSError: it cannot be written.
    """
    if file.exists() and not file.is_file():  # a device or a pipe: there is nothing to replace
        file.write_text(text, encoding="utf-8", newline="")
        return
    place = file.resolve()
    number, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    new = Path(name)
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        mask = os.umask(0)
        os.umask(mask)
        new.chmod(0o666 & ~mask)
        new.replace(place)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
