"""Texts of options that libraries of kernels and formats of packages bring; looked up when they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from edgec.settings.option import Option

OWN, AUTO = "own", "auto"
VENDOR = "VENDOR"
"""The name of a record that stands for an option of each vendor's library."""


def for_each_vendor(record: Option) -> Iterator[Option]:
    """The option, or one for each vendor where the record stands for them."""
    if record.name != VENDOR:
        yield record
        return
    from edgec.codegen.kernels.catalog import vendors

    for vendor in vendors():
        text = str(record.help).format(title=vendor.title, variable=vendor.variable)
        yield replace(record, name=vendor.flag, help=text)


def kernels_metavar() -> str:
    """Whose kernels can be asked for."""
    from edgec.codegen.kernels.catalog import vendors

    return f"[{'|'.join((OWN, AUTO, *(vendor.flag for vendor in vendors())))}]"


def kernels_help() -> str:
    """Explain each choice of ``--kernels``."""
    from edgec.codegen.kernels.catalog import vendors

    others = (
        f"{v.flag}: {v.maker}, wherever they are bit-identical (their sources: {v.variable}); " for v in vendors()
    )
    return f"{OWN}: edgec's kernels; {''.join(others)}{AUTO}: the cheaper one for each layer."


def package_help() -> str:
    """The formats; a name that does not say what it is comes with a word."""
    from edgec.codegen.emit.integrate import packagings

    named = (f"{name} ({one.help})" if one.help else name for name, one in packagings().items())
    return f"Add files for a build system or a tool: {', '.join(named)}."
