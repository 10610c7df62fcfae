"""Syntax trees of sources, parsed once for the tests of a file (``conftest.py`` lets them go after it)."""

from __future__ import annotations

import ast
from functools import cache


@cache
def parsed(text: str) -> ast.Module:
    """The tree of a source, which is not to be changed."""
    return ast.parse(text)


@cache
def nodes(text: str) -> tuple[ast.AST, ...]:
    """All nodes of it."""
    return tuple(ast.walk(parsed(text)))
