"""Stamp of a conversion in its files: files of several, mixed in one project, do not compile together.

Equal names stand for other constants and scales after a model was trained or calibrated anew, so a stale file beside
new ones would compute something else and report nothing.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping

PLACEHOLDER = "\0conversion\0"
"""Placeholder of the word in templates, until all texts are known; no model's text holds it: zeros are escaped."""
_DEFINED = re.compile(r"^#define \w+_CONVERSION (0x[0-9a-f]{8}u)", re.MULTILINE)


def stamped(files: Mapping[str, str]) -> dict[str, str]:
    """The files with the word of the conversion, a checksum of all of them, in the place of ``PLACEHOLDER``."""
    checksum = 0
    for path in sorted(files):
        for part in (path, "\0", files[path], "\0"):  # weights are long: no text is put together for the checksum
            checksum = zlib.crc32(part.encode(), checksum)
    return {path: text.replace(PLACEHOLDER, f"0x{checksum:08x}u") for path, text in files.items()}


def conversion_of(header: str) -> str:
    """The word in the text of a model's header."""
    match = _DEFINED.search(header)
    assert match is not None, "a header without the word"
    return match[1]
