"""Values: how they are frozen, compared and copied, and what is read into them."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import tomllib
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core import errors, lazy_dataclass
from foxduet.core.errors import MAX_NAME_LENGTH, RecordError, is_name, is_storable_text
from foxduet.core.toml import parse_toml
from tests.support.players import few, names


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", "José", "Jose\u0301", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"),
        *("日本", "\U0001f468\u200d\U0001f469"),
        "A" * 60,
    ],
)
def test_what_can_be_seen_is_a_name(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u00a0", "\u200b", "\u200d"),
        *("\u0301", "\ufe0f", "\u00ad", "\u3164 \u2800"),
        *("A\0", "A\x1b[2J", "A\x9b", "A\n", "A\u2028", "\u202eAnn", "A\ud800"),
        *("A" * (MAX_NAME_LENGTH + 1), 7, None, ["Ann"]),
    ],
)
def test_what_shows_nothing_or_commands_a_terminal_is_no_name(name: object) -> None:
    assert not is_name(name)


@few(300)
@given(st.text())
def test_a_name_has_no_character_that_files_or_terminals_cannot_take(text: str) -> None:
    if is_name(text):
        assert is_storable_text(text)
        assert not set(text) & {*map(chr, range(32)), *map(chr, range(0x7F, 0xA0))}


@few(100)
@given(names)
def test_names_are_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    ("read", "value", "reason"),
    [
        (errors.get_int, True, "is not a whole number"),
        (errors.get_int, None, "is not a whole number"),
        (errors.get_ints, [1, True], "is not a list of whole numbers"),
        (errors.get_count, -1, "is less than 0"),
        (errors.get_count, errors.MAX_COUNT + 1, "is too large"),
        (errors.get_str, "A\0", "is not text"),
        (errors.get_str, "\ud800", "is not text"),
    ],
)
def test_a_value_of_another_kind_is_refused_with_its_key(
    read: Callable[[dict[str, object], str], object], value: object, reason: str
) -> None:
    with pytest.raises(RecordError) as refused:
        read({"key": value}, "key")
    assert str(refused.value) == f"key: {value} {reason}"
    assert errors.get_count({"key": errors.MAX_COUNT}, "key") == errors.MAX_COUNT


DEEP = "too deeply nested to read"
LARGE = "invalid TOML: a number is too large"
LONG = "invalid TOML: a key is too long"
DOTTED = ".".join("a" * 20_000)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{DOTTED} = 1", DEEP),
        (f"{'.'.join('a' * 17)} = 1", DEEP),
        ('"x" . y . ' * 10_000 + "z = 1", DEEP),
        (f"[{DOTTED}]", DEEP),
        (f"[[{DOTTED}]]", DEEP),
        (f"x = {{ {DOTTED} = 1 }}", DEEP),
        (f"x = [\n'a', {{ {DOTTED} = 1 }}]", DEEP),
        (f"a = {'[' * 100_000}", DEEP),
        (f"a = {'[' * 20}{']' * 20}", DEEP),
        (f"a = {'{b=' * 20}1{'}' * 20}", DEEP),
        (f"start = 0x{'f' * 4000}", LARGE),
        (f"start = {'9' * 5000}", LARGE),
        (f"start = -{'9' * 900_000}", LARGE),
        (f"{'k' * 2000} = 1", LONG),
    ],
    ids=lambda value: value[:20],
)
def test_toml_that_would_take_long_is_refused_before_it_is_parsed(
    text: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(RecordError) as refused:
        parse_toml(text)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"start = 0x{'f' * 900}", LARGE),
        (f"'{'k' * 2000}' = 1", LONG),
        (".".join("a" * 12) + " = {" + ".".join("b" * 12) + " = [1]}", DEEP),
    ],
    ids=lambda value: value[:20],
)
def test_toml_that_could_not_be_written_again_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_toml(text)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    "text",
    [
        f"a = {'[' * 16}{']' * 16}",
        ".".join("a" * 16) + " = 1",
        f"a = '{'[' * 100}'  # {'[' * 100}",
        f'a = """{"[" * 100}"""""\nb = "{"." * 100}"',
        f"a = [{'1.5, ' * 100}]",
        f"a = {10**1000 - 1}",
        "a = [inf, -inf, 1e400, 2026-11-21, 07:32:00.999, 1979-05-27T07:32:00-23:59]",
    ],
    ids=lambda value: value[:20],
)
def test_toml_within_the_bounds_is_read(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


def read_by(parse: Callable[[str], dict[str, Any]], text: str) -> dict[str, Any] | str:
    """Return what a text contains, or why it is refused."""
    try:
        return parse(text)
    except ValueError as error:
        return str(error).removeprefix("invalid TOML: ")


pieces = st.sampled_from(
    [*"ab.=[]{},#'\"\\ \n", '"""', "'''", "a = ", "[[a]]\n", "\\u0041", '"x"', "'y'", "1.5", "\r"]
)


@few(500)
@given(st.lists(pieces, max_size=16).map("".join))
def test_bounds_change_nothing_about_shallow_texts(text: str) -> None:
    assert read_by(parse_toml, text) == read_by(tomllib.loads, text)


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


OURS, THEIRS = made_by(lazy_dataclass), made_by(dataclasses)
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
    assert lazy_dataclass.field_values(ours) == dataclasses.astuple(theirs)
    assert dataclasses.fields(ours)[0] is dataclasses.fields(ours)[0], "worked out again"
    assert lazy_dataclass.field_names(ours) == tuple(
        field.name for field in dataclasses.fields(theirs)
    )


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
    for replace in (lazy_dataclass.replace, dataclasses.replace):
        assert replace(value, seat=2) == OURS[1](2, ["a"], notice="n")
        with pytest.raises(TypeError):
            replace(value, other=2)


def test_a_class_of_theirs_may_inherit_from_one_of_ours() -> None:
    base: Any = OURS[0]

    @dataclasses.dataclass(frozen=True)
    class Child(base):  # type: ignore[misc]
        more: int = 9

    assert repr(Child(1)).endswith("Child(seat=1, notice='', more=9)")
    assert lazy_dataclass.replace(Child(1), more=2) == Child(1, more=2)
    assert lazy_dataclass.field_values(THEIRS[0](3)) == (3, "")


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Point:
    row: int
    column: int = 0


def test_values_are_pickled_and_matched() -> None:
    point = Point(3)
    assert pickle.loads(pickle.dumps(point)) == point
    match point:
        case Point(row, column):
            assert (row, column) == (3, 0)


def test_a_method_may_be_bound_to_its_class_before_its_first_call() -> None:
    """The inspect of Python 3.13 does so for a signature, and others may."""
    kind = made_by(lazy_dataclass)[0]
    assert vars(kind)["__init__"].__get__(kind, type).__self__ is kind


def test_methods_are_compiled_once_and_only_when_they_are_called() -> None:
    kind: Any = made_by(lazy_dataclass)[0]
    assert type(vars(kind)["__init__"]).__name__ == "_LazyMethod"
    kind(1)
    assert inspect.isfunction(vars(kind)["__init__"])
    assert type(vars(kind)["__repr__"]).__name__ == "_LazyMethod"
