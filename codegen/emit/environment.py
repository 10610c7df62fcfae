"""The templates of generated files."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from importlib import resources
from importlib.util import cache_from_source
from pathlib import Path

import jinja2
import jinja2.compiler
from jinja2.bccache import Bucket


def render(template: str, **values: object) -> str:
    """A template of ``templates`` with its values, whose untrusted text is escaped already."""
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> jinja2.Environment:
    folder = resources.files("edgec.codegen.emit").joinpath("templates")
    return jinja2.Environment(  # noqa: S701 - C, not HTML: the view has escaped all untrusted text
        loader=jinja2.FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        bytecode_cache=Compiled(Path(str(folder))),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


class Compiled(jinja2.BytecodeCache):
    """Compiled templates, kept where Python keeps those of modules: else they are a tenth of a small conversion.

    Args:
        folder: of the templates.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002 - jinja2 gives it
        """The file of a template's bytecode, which names the compiler by size and time: reading its version is slow."""
        by = Path(jinja2.compiler.__file__).stat()
        return cache_from_source(str(self._folder / name), optimization=f"jinja{by.st_size}x{int(by.st_mtime)}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read it, if there is any; jinja2 checks that it is of this text."""
        with suppress(OSError), Path(bucket.key).open("rb") as file:
            bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write it at once, unless Python writes none or the folder cannot be written."""
        if sys.dont_write_bytecode:
            return
        path, part = Path(bucket.key), Path(f"{bucket.key}.{os.getpid()}")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                bucket.write_bytecode(file)
            part.replace(path)
