"""A mutated module takes the place of the one that everybody has imported already.

Functions are objects that others hold, so they get the mutated code; constants are replaced in every module that holds
them under their name.  This is for a process that ends after its tests.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import is_dataclass
from functools import _lru_cache_wrapper, cached_property
from types import CodeType, FunctionType, ModuleType

from edgec.converter.graph.frozen import METHODS


def imported(module: ModuleType, tree: ast.Module) -> ModuleType:
    """A module with the name of ``module`` and the code of ``tree``.

    Raises:
        Exception: whatever the code raises.
    """
    fresh = ModuleType(module.__name__)
    fresh.__dict__.update(__file__=module.__file__, __package__=module.__package__)
    exec(compile(tree, str(module.__file__), "exec"), fresh.__dict__)
    return fresh


def install(module: ModuleType, fresh: ModuleType) -> None:
    """Give ``module`` the code and constants of ``fresh``, whose functions and classes have the same names."""
    for value in (*vars(module).values(), *vars(fresh).values()):
        if isinstance(value, type) and is_dataclass(value):
            _compile(value)
    old, new = _functions(module.__name__, vars(module)), _functions(module.__name__, vars(fresh))
    for path, function in old.items():
        _transplant(function, new[path])
    for name, value in list(vars(module).items()):
        if isinstance(value, int | float | str | tuple | dict | frozenset) and not name.startswith("__"):
            changed = vars(fresh)[name]
            if _text(changed) != _text(value):
                _replace(name, value, changed)
    forget()


def forget() -> None:
    """Empty the caches of the project's functions."""
    for other in _loaded():
        for value in list(vars(other).values()):
            if isinstance(value, _lru_cache_wrapper) and str(value.__module__).startswith("edgec."):
                value.cache_clear()


def _compile(frozen: type) -> None:
    """Have the methods made that a frozen dataclass makes at their first call."""
    for name in METHODS:
        with suppress(TypeError, AttributeError):
            getattr(frozen, name)(object.__new__(frozen))


def _transplant(old: FunctionType, new: FunctionType) -> None:
    if old.__code__ != new.__code__:
        old.__code__ = new.__code__
    if _text(old.__defaults__) != _text(new.__defaults__):
        old.__defaults__ = new.__defaults__
    if _text(old.__kwdefaults__) != _text(new.__kwdefaults__):
        old.__kwdefaults__ = new.__kwdefaults__


def _functions(module: str, names: dict[str, object], prefix: str = "") -> dict[str, FunctionType]:
    """The functions of a namespace and of its classes, by their path."""
    found: dict[str, FunctionType] = {}
    for name, value in names.items():
        if isinstance(value, type) and value.__module__ == module and not prefix:
            found |= _functions(module, dict(vars(value)), f"{name}.")
        for function in _unwrapped(value):
            if prefix or function.__module__ == module:
                found[prefix + name] = function
    return found


def _unwrapped(value: object) -> Iterator[FunctionType]:
    for inner in (value, getattr(value, "__wrapped__", None), getattr(value, "fget", None)):
        if isinstance(inner, FunctionType):
            yield inner
    if isinstance(value, cached_property) and isinstance(value.func, FunctionType):
        yield value.func


def _replace(name: str, old: object, new: object) -> None:
    for module in _loaded():
        if vars(module).get(name) is old:
            setattr(module, name, new)


def _loaded() -> list[ModuleType]:
    """The modules of the project and of its tests."""
    return [m for m in list(sys.modules.values()) if m.__name__.partition(".")[0] in ("edgec", "tests") or
            m.__name__.startswith("test_")]  # fmt: skip


def _text(value: object) -> str:
    """Return a text that tells apart the values that differ here: of functions, their names and code."""
    if isinstance(value, FunctionType):
        return f"{value.__qualname__} {_code(value.__code__)}"
    if isinstance(value, tuple):
        return f"({', '.join(_text(v) for v in value)})"
    return repr(value)


def _code(code: CodeType) -> str:
    return f"{code.co_code!r} {[_code(c) if isinstance(c, CodeType) else c for c in code.co_consts]} {code.co_names}"
