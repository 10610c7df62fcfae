"""The templates of generated files."""

from __future__ import annotations

from functools import cache
from importlib import resources

import jinja2


def render(template: str, **values: object) -> str:
    """A template of ``templates`` with its values, whose untrusted text is escaped already."""
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> jinja2.Environment:
    folder = resources.files("edgec.codegen.emit").joinpath("templates")
    return jinja2.Environment(  # noqa: S701 - C, not HTML: the view has escaped all untrusted text
        loader=jinja2.FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
