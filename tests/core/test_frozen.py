"""Dataclasses that compile their methods late do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from typing import Any, ClassVar

import pytest

from foxduet.core import frozen


def made_by(module: Any) -> tuple[type, type, type]:
    """Return a class, one that inherits from it, and a mutable one, made by one of both modules."""
    dataclass, field = module.dataclass, module.field

    @dataclass(frozen=True, slots=True)
    class Base:
        seat: int
        notice: str = field(default="", kw_only=True)
        KIND: ClassVar[str] = "base"

    @dataclass(frozen=True, slots=True)
    class Inherits(Base):
        names: list[str] = field(default_factory=list, compare=False)
        at: int | None = None

        @property
        def double(self) -> int:
            return 2 * self.seat

    @dataclass(slots=True)
    class Mutable:
        count: int = 0

        def __post_init__(self) -> None:
            self.count += 1

    return Base, Inherits, Mutable


OURS, THEIRS = made_by(frozen), made_by(dataclasses)
PAIRS = [*zip(OURS, THEIRS, strict=True)]
ARGUMENTS: dict[int, list[tuple[tuple[Any, ...], dict[str, Any]]]] = {
    0: [((1,), {}), ((), {"seat": 2, "notice": "n"})],
    1: [((1,), {}), ((1, ["a"], 3), {"notice": "n"}), ((1,), {"at": 4})],
    2: [((), {}), ((5,), {})],
}
CASES = [(at, *one) for at, ones in ARGUMENTS.items() for one in ones]


@pytest.mark.parametrize(("at", "positional", "named"), CASES)
def test_values_look_and_compare_as_theirs_do(
    at: int, positional: tuple[Any, ...], named: dict[str, Any]
) -> None:
    ours, theirs = (kind(*positional, **named) for kind in PAIRS[at])
    assert repr(ours) == repr(theirs)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert ours == type(ours)(*positional, **named)
    assert ours != theirs
    assert copy.deepcopy(ours) == ours
    assert frozen.values_of(ours) == dataclasses.astuple(theirs)
    assert dataclasses.fields(ours)[0] is dataclasses.fields(ours)[0], "worked out again"
    assert frozen.names_of(ours) == tuple(field.name for field in dataclasses.fields(theirs))


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_classes_are_alike(ours: Any, theirs: Any) -> None:
    assert ours.__match_args__ == theirs.__match_args__
    assert ours.__slots__ == theirs.__slots__
    assert ours.__qualname__ == theirs.__qualname__
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)
    assert (ours.__hash__ is None) == (theirs.__hash__ is None)
    for bad in ((), (1, 2, 3, 4, 5)):
        if bad or ours is not OURS[2]:
            with pytest.raises(TypeError):
                ours(*bad)


def test_a_hash_is_that_of_the_fields() -> None:
    assert hash(OURS[0](3)) == hash(THEIRS[0](3)) == hash((3, ""))


def test_fields_that_are_not_compared_make_no_difference() -> None:
    for kind in (OURS[1], THEIRS[1]):
        assert kind(1, ["a"]) == kind(1, ["b"])
        assert hash(kind(1, ["a"])) == hash(kind(1))
        assert kind(1) != kind(2)


def test_each_value_has_a_default_of_its_own() -> None:
    first, second = OURS[1](1), OURS[1](1)
    first.names.append("a")
    assert second.names == []


def test_a_frozen_value_refuses_changes_as_theirs_does() -> None:
    for value in (OURS[0](3), THEIRS[0](3)):
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'seat'"):
            value.seat = 4
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'seat'"):
            del value.seat
    mutable = OURS[2]()
    mutable.count = 7
    assert mutable.count == 7


def test_replace_changes_some_fields_and_refuses_others() -> None:
    value = OURS[1](1, ["a"], notice="n")
    for replace in (frozen.replace, dataclasses.replace):
        assert replace(value, seat=2) == OURS[1](2, ["a"], notice="n")
        with pytest.raises(TypeError):
            replace(value, other=2)


def test_a_class_of_theirs_may_inherit_from_one_of_ours() -> None:
    base: Any = OURS[0]

    @dataclasses.dataclass(frozen=True)
    class Child(base):  # type: ignore[misc]
        more: int = 9

    assert repr(Child(1)).endswith("Child(seat=1, notice='', more=9)")
    assert frozen.replace(Child(1), more=2) == Child(1, more=2)
    assert frozen.values_of(THEIRS[0](3)) == (3, "")


@frozen.dataclass(frozen=True, slots=True)
class Point:
    row: int
    column: int = 0


def test_values_are_pickled_and_matched() -> None:
    point = Point(3)
    assert pickle.loads(pickle.dumps(point)) == point
    match point:
        case Point(row, column):
            assert (row, column) == (3, 0)


def test_methods_are_compiled_once_and_only_when_they_are_called() -> None:
    kind: Any = made_by(frozen)[0]
    assert type(vars(kind)["__init__"]).__name__ == "_Late"
    kind(1)
    assert inspect.isfunction(vars(kind)["__init__"])
    assert type(vars(kind)["__repr__"]).__name__ == "_Late"
