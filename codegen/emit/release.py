"""A model as something that is released: its version, date, licence and maker, as packages state them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date as calendar_date

from edgec.converter.graph.errors import UsageError, listed, printable
from edgec.converter.graph.frozen import dataclass

CODE_LICENSE = "Apache-2.0 WITH LLVM-exception"
HASH_DIGITS = 8  # of the model's, in the version of a model that has none
_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?")
_FORMS = {
    "version": (_VERSION, "a version such as 1.2.0 (semantic versioning)"),
    "date": (re.compile(r"\d{4}-\d{2}-\d{2}"), "a date such as 2026-01-31"),
    "url": (re.compile(r"https?://[A-Za-z0-9._~:/?#@!()*+,;=%-]+"), "a URL such as https://example.com/models/kws"),
    "license": (re.compile(r"[A-Za-z0-9.+() -]{1,100}"), "an SPDX expression such as Apache-2.0"),
    "author": (re.compile(r"[A-Za-z0-9][A-Za-z0-9 .,@+-]{0,99}"), "a name of letters, digits and spaces (ASCII)"),
    "vendor": (re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}"), "a name of letters, digits, _ and -"),
}


@dataclass(frozen=True)
class Release:
    """The facts that packages state of a model's release.

    ``version`` and ``date`` are those of the model, not of edgec; ``license`` is that of its constants (SPDX);
    ``url``: where it may be had, "" where nobody said so; ``vendor`` is the first part of a pack's name.
    """

    version: str
    date: str = ""
    url: str = ""
    license: str = CODE_LICENSE
    author: str = "edgec"
    vendor: str = "edgec"

    @property
    def any_url(self) -> str:
        """For formats that must name a place: one that cannot exist (RFC 2606) where none was told."""
        return self.url or "https://model.invalid/"

    @property
    def licenses(self) -> str:
        """The SPDX expression of all: code and constants."""
        return CODE_LICENSE if self.license == CODE_LICENSE else f"({CODE_LICENSE}) AND ({self.license})"


KEYS = tuple(f.name for f in fields(Release))


def release_of(pairs: Sequence[str], model_sha256: str) -> Release:
    """The release that ``KEY=VALUE`` describe.

    Without a version it is 0.0.0-m<digits of the model's hash>: models that differ never have one version.

    Raises:
        UsageError: a key is unknown or told twice, or a value is not of its form.
    """
    told: dict[str, str] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        if key not in KEYS:
            raise UsageError(f"--release {printable(pair)}: must be KEY=VALUE with {listed(KEYS, len(KEYS))}")
        if key in told:
            raise UsageError(f"--release: {key} is given twice")
        form, example = _FORMS[key]
        if form.fullmatch(value) is None or (key == "date" and not _in_calendar(value)):
            raise UsageError(f"--release {printable(pair)}: {key} must be {example}")
        told[key] = value
    return replace(Release(f"0.0.0-m{model_sha256[:HASH_DIGITS]}"), **told)


def _in_calendar(text: str) -> bool:
    try:
        calendar_date.fromisoformat(text)
    except ValueError:
        return False
    return True
