"""All C of a folder as one file and one header, for build systems that take no folder of sources."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

SHARED, OWN = "#define EDGEC_LIBRARY\n", "EDGEC_OWN_BLOCKS"
"""Macros of a file of shared blocks, and of a model that holds its own (runtime_c/include/edgec_base.h)."""
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"\n]+)".*\n', re.MULTILINE)


def amalgam(files: Mapping[str, str], prefix: str) -> dict[str, str]:
    """``<prefix>.c`` and ``<prefix>.h`` that compute what the sources of a folder do.

    Headers of the folder take the place of their first ``#include``; the model's own stays a file, as the application
    includes it.  Blocks that models share are the model's own here, so the files that hold them are left out.

    Args:
        files: path and text of the folder's C files and headers.
        prefix: name of the model in C.
    """
    own, seen = f"{prefix}.h", set[str]()

    def expanded(path: str) -> str:
        def text_of(match: re.Match[str]) -> str:
            beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), match[1]))
            named = beside if beside in files else match[1]
            if named not in files:
                return match[0]
            if named in seen:
                return ""
            seen.add(named)
            return f'#include "{own}"\n' if named == own else expanded(named)

        return _INCLUDE.sub(text_of, files[path])

    sources = (p for p in sorted(files) if p.endswith(".c") and SHARED not in files[p])
    return {own: files[own], f"{prefix}.c": "\n".join([f"#define {OWN}\n", *map(expanded, sources)])}
