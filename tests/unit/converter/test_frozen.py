"""Frozen dataclasses whose methods are compiled at first use, beside the standard ones."""

import dataclasses
import pickle
from typing import Any, ClassVar

import pytest

from edgec.converter.graph.frozen import dataclass


def classes(decorator: Any) -> tuple[type, type]:
    """A class with every kind of field that there is, and one derived from it."""

    @decorator(frozen=True)
    class Base:
        a: int
        b: tuple[int, ...] = ()
        c: list[int] = dataclasses.field(default_factory=list, compare=False)
        kind: ClassVar[str] = "base"

        def __post_init__(self) -> None:
            if self.a < 0:
                raise ValueError("negative")

    @decorator(frozen=True)
    class Derived(Base):
        d: float = 0.5
        e: int = dataclasses.field(default=3, repr=False)

    return Base, Derived


OURS, STANDARD = classes(dataclass), classes(dataclasses.dataclass)


@dataclass(frozen=True)
class Pickled:
    """A class that a module holds, as pickle needs it."""

    a: int


@dataclass(frozen=True)
class Compared:
    """A class with equality of its own: it keeps it, and has the hash of its fields."""

    a: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Compared)


@dataclass(frozen=True, repr=False)
class Unprinted:
    """A class without the representation of dataclasses."""

    a: int


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("args", [(1,), (1, (2, 3)), (1, (), [4])])
def test_values_are_as_the_standard_ones(which: int, args: tuple[Any, ...]) -> None:
    """Members, representation, hash, tuple and replaced value."""
    ours, standard = OURS[which](*args), STANDARD[which](*args)
    assert repr(ours) == repr(standard)
    assert hash(ours) == hash(standard)
    assert dataclasses.asdict(ours) == dataclasses.asdict(standard)
    assert dataclasses.replace(ours, a=7) == OURS[which](7, *args[1:])
    assert type(ours).kind == "base"
    assert type(ours).__match_args__ == type(standard).__match_args__


def test_equality_is_of_the_compared_fields_of_one_class() -> None:
    """Another class's value, another field, and a field that does not count."""
    base, derived = OURS
    assert base(1, (), [1]) == base(1, (), [2])
    assert base(1) != base(2)
    assert base(1) != derived(1)
    assert base(1) != 1


def test_default_factories_make_a_value_for_each() -> None:
    """Two values do not share the list."""
    base, _ = OURS
    assert base(1).c is not base(1).c


@pytest.mark.parametrize("which", [0, 1])
def test_errors_are_the_standard_ones(which: int) -> None:
    """A missing argument, an unknown one, one that ``__post_init__`` refuses, a change and a deletion."""
    for args, keywords, error in (((), {}, TypeError), ((1,), {"z": 1}, TypeError), ((-1,), {}, ValueError)):
        messages = []
        for cls in (OURS[which], STANDARD[which]):
            with pytest.raises(error) as raised:
                cls(*args, **keywords)
            messages.append(str(raised.value))
        assert messages[0] == messages[1]
    for cls in (OURS[which], STANDARD[which]):
        value = cls(1)
        with pytest.raises(dataclasses.FrozenInstanceError, match="a"):
            value.a = 2
        with pytest.raises(dataclasses.FrozenInstanceError, match="a"):
            del value.a


def test_methods_that_a_class_defines_stay() -> None:
    """Equality beside a compiled hash, and no representation where none is asked for."""
    assert Compared(1) == Compared(2)
    assert hash(Compared(1)) == hash((1,))
    assert "Unprinted object" in repr(Unprinted(1))


@pytest.mark.parametrize("first", [dataclass, dataclasses.dataclass])
def test_classes_derive_from_those_of_the_other_decorator(first: Any) -> None:
    """Libraries from outside derive their records with the standard decorator."""
    second: Any = dataclasses.dataclass if first is dataclass else dataclass
    base, _ = classes(first)

    @second(frozen=True)
    class Other(base):  # type: ignore[valid-type, misc]
        z: int = 4

    @first(frozen=True)
    class Last(Other):
        y: int = 5

    assert Last(1, y=2) == Last(1, y=2) != Last(1)
    assert repr(Last(1)).endswith("Last(a=1, b=(), c=[], z=4, y=5)")
    for value in (base(1), Other(1), Last(1)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.a = 2


def test_values_are_pickled() -> None:
    """A value comes back from its bytes."""
    assert pickle.loads(pickle.dumps(Pickled(3))) == Pickled(3)


def test_nothing_is_compiled_before_the_first_call() -> None:
    """A class that is only imported costs no compilation; the first value compiles ``__init__`` alone."""
    base, _ = classes(dataclass)
    before = {name: base.__dict__[name] for name in ("__init__", "__repr__", "__eq__", "__hash__")}
    base(1)
    changed = [name for name, method in before.items() if base.__dict__[name] is not method]
    assert changed == ["__init__"]
