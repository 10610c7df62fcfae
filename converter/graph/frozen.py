"""Frozen dataclasses whose methods are compiled when they are first called.

A conversion imports five hundred of them and makes values of two hundred.  The standard decorator compiles six methods
for each class at once, which is a fifth of the time of a small conversion; this one takes its place, for classes whose
fields are all arguments.  A class may derive from one of the other decorator.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(**options):
        """Decorate as ``dataclasses.dataclass(frozen=True)`` does."""
        assert options.pop("frozen") and not options.keys() - {"repr"}
        return lambda cls: _decorated(cls, [name for name in METHODS if options.get(METHODS[name], True)])


NONE: dict[str, Any] = {"init": False, "repr": False, "eq": False}
PARAMS = "__dataclass_params__"
METHODS = {  # the option with which the standard decorator makes them
    "__init__": "init",
    "__repr__": "repr",
    "__eq__": "eq",
    "__hash__": "unsafe_hash",
}


def _decorated(cls: type, methods: list[str]) -> type:
    bases = [base.__dict__[PARAMS] for base in cls.__mro__[1:] if PARAMS in base.__dict__]
    for params in bases:
        params.frozen = False  # the standard decorator would compile two methods for a frozen class
    dataclasses.dataclass(**NONE)(cls)
    for params in (*bases, cls.__dict__[PARAMS]):
        params.frozen = True
    for name in methods:
        if cls.__dict__.get(name) is None:  # where a class defines __eq__, Python sets __hash__ to None
            setattr(cls, name, _compiled_when_called(cls, name))
    cls.__setattr__, cls.__delattr__ = _refuse_change, _refuse_deletion  # type: ignore[assignment]
    return cls


def _compiled_when_called(cls: type, name: str) -> Any:
    def method(self: Any, *args: Any, **keywords: Any) -> Any:
        compiled = _init(cls) if name == "__init__" else _standard(cls, name)
        setattr(cls, name, compiled)
        return compiled(self, *args, **keywords)

    return method


def _standard(cls: type, name: str) -> Any:
    """The method that the standard decorator gives a class of these fields."""
    listed = [(f.name, f.type, f) for f in dataclasses.fields(cls)]
    return getattr(dataclasses.make_dataclass(cls.__name__, listed, **(NONE | {METHODS[name]: True})), name)


def _init(cls: type) -> Any:
    """The method ``__init__``; the standard decorator would compile ``__setattr__`` and ``__delattr__`` beside it."""
    names: dict[str, Any] = {"_put": object.__setattr__, "_absent": object()}
    arguments, body = ["self"], []
    for f in dataclasses.fields(cls):
        assert f.init
        value = f.name
        if f.default_factory is not dataclasses.MISSING:
            names[f"_make_{f.name}"] = f.default_factory
            arguments.append(f"{f.name}=_absent")
            value = f"_make_{f.name}() if {f.name} is _absent else {f.name}"
        elif f.default is not dataclasses.MISSING:
            names[f"_default_{f.name}"] = f.default
            arguments.append(f"{f.name}=_default_{f.name}")
        else:
            arguments.append(f.name)
        body.append(f" _put(self, {f.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append(" self.__post_init__()")
    exec(f"def __init__({', '.join(arguments)}):\n" + "\n".join(body or [" pass"]), names)  # noqa: S102
    method = names["__init__"]
    method.__qualname__ = f"{cls.__qualname__}.__init__"
    return method


def _refuse_change(self: Any, name: str, value: Any) -> None:
    raise dataclasses.FrozenInstanceError(name)


def _refuse_deletion(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(name)
