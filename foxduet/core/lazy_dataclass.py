"""Dataclasses whose methods are compiled when they are first called.

The standard library compiles six functions for a frozen class, and loads ``inspect`` for it, but
most of the hundred classes loaded before the first frame never need them. The type checker,
``fields``, ``asdict`` and the like treat these classes as dataclasses of the standard library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "field", "field_names", "field_values", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:

    def dataclass(*, frozen: bool = False, slots: bool, eq: bool = True, repr: bool = True):  # noqa: A002 - as in theirs
        """Return a decorator that makes a class with slots a dataclass."""
        assert slots, "classes without slots are not supported"
        return lambda cls: _build_class(cls, frozen=frozen, eq=eq, with_repr=repr)

    def field(**options: Any) -> Any:
        """Return the options of a field: a subset of those in the standard library."""
        return _Options(**options)

    def replace(value: Any, /, **changes: Any) -> Any:
        """Return a copy of a value with some fields changed."""
        for name in getattr(value, "_all_fields", None) or field_names(value.__class__):
            if name not in changes:
                changes[name] = getattr(value, name)
        return value.__class__(**changes)


_MISSING: Any = object()


class _Options(SimpleNamespace):
    """The options of a field; the values here are the defaults.

    Defining a NamedTuple would take as long as defining five dataclasses.
    """

    default: Any = _MISSING
    default_factory: Any = _MISSING
    kw_only = False
    compare = True


def field_names(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass, in order."""
    if hasattr(kind, "_all_fields"):
        return tuple(kind._all_fields)
    import dataclasses  # noqa: PLC0415 - few programs need it

    return tuple(field.name for field in dataclasses.fields(kind))


def field_values(value: Any) -> tuple[Any, ...]:
    """Return the values of the fields of a dataclass, in order."""
    return tuple([getattr(value, name) for name in field_names(value)])


def _build_class(cls: type, *, frozen: bool, eq: bool, with_repr: bool) -> type:
    """Return a class with slots for its fields and lazily compiled methods."""
    fields: dict[str, tuple[str, _Options]] = {}
    for base in reversed(cls.__mro__[1:]):
        fields |= base.__dict__.get("_own_fields", {})
    own_fields: dict[str, tuple[str, _Options]] = {}
    members = {name: value for name, value in vars(cls).items() if name not in _NOT_COPIED}
    for name, hint in cls.__annotations__.items():
        if not hint.startswith("ClassVar"):
            default = members.pop(name, _Options())
            options = default if isinstance(default, _Options) else _Options(default=default)
            own_fields[name] = hint, options
    inherited = {*fields}
    fields |= own_fields
    keywords = tuple(name for name, (_hint, options) in fields.items() if options.kw_only)
    members |= {
        "__slots__": tuple(name for name in own_fields if name not in inherited),
        "__match_args__": tuple(name for name in fields if name not in keywords),
        "__qualname__": cls.__qualname__,
        "_own_fields": own_fields,
        "_all_fields": fields,
        "_is_frozen": frozen,
        "__dataclass_fields__": _STANDARD_FIELDS,
        # The standard library reads this when it makes a subclass.
        "__dataclass_params__": SimpleNamespace(frozen=frozen),
    }
    method_names = ["__init__", *(["__repr__"] if with_repr else []), *(["__eq__"] if eq else [])]
    if eq:
        method_names += ["__hash__"] if frozen else []
        members.setdefault("__hash__", None)
    for name in method_names:
        if members.get(name) is None:
            members[name] = _LAZY_METHODS[name]
    if frozen:
        members |= {"__setattr__": _forbid_set, "__delattr__": _forbid_delete}
    members |= {"__getstate__": field_values, "__setstate__": _set_state}
    return type(cls)(cls.__name__, cls.__bases__, members)


_NOT_COPIED = {"__dict__", "__weakref__"}


class _LazyMethod:
    """A method that is compiled at its first lookup and then replaces itself."""

    __slots__ = ("compile", "name")

    def __init__(self, name: str, compile_method: Callable[[Any], Callable[..., Any]]) -> None:
        self.name, self.compile = name, compile_method

    def __get__(self, value: object, kind: type) -> Any:
        # From Python 3.13 on, ``inspect`` binds a method to the class itself.
        lookup_class = value if isinstance(value, type) else kind
        owner = next(cls for cls in lookup_class.__mro__ if cls.__dict__.get(self.name) is self)
        method = self.compile(owner)
        method.__qualname__ = f"{owner.__qualname__}.{self.name}"
        setattr(owner, self.name, method)
        return method if value is None else method.__get__(value, kind)


def _compile(name: str, parameters: str, body: Iterable[str], namespace: dict[str, Any]) -> Any:
    source = f"def {name}({parameters}):\n" + "".join(f" {line}\n" for line in body)
    exec(source, namespace)
    return namespace[name]


def _make_init(cls: Any) -> Any:
    namespace: dict[str, Any] = {"_missing": _MISSING}
    positional, keywords, body = ["self"], list[str](), list[str]()
    for name, (_hint, options) in cls._all_fields.items():
        parameter, value = name, name
        if options.default is not _MISSING:
            namespace[f"_default_{name}"] = options.default
            parameter = f"{name}=_default_{name}"
        elif options.default_factory is not _MISSING:
            namespace[f"_make_{name}"] = options.default_factory
            parameter = f"{name}=_missing"
            value = f"_make_{name}() if {name} is _missing else {name}"
        (keywords if options.kw_only else positional).append(parameter)
        if cls._is_frozen:
            namespace[f"_set_{name}"] = getattr(cls, name).__set__
            body.append(f"_set_{name}(self, {value})")
        else:
            body.append(f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = [*positional, *(["*", *keywords] if keywords else [])]
    return _compile("__init__", ", ".join(parameters), body or ["pass"], namespace)


def _make_repr(cls: Any) -> Any:
    pairs = ", ".join(f"{name}={{self.{name}!r}}" for name in cls._all_fields)
    return _compile("__repr__", "self", [f'return f"{{self.__class__.__qualname__}}({pairs})"'], {})


def _field_tuple(cls: Any, variable: str) -> str:
    names = [name for name, (_hint, options) in cls._all_fields.items() if options.compare]
    return "(" + "".join(f"{variable}.{name}," for name in names) + ")"


def _make_eq(cls: Any) -> Any:
    comparison = f"{_field_tuple(cls, 'self')} == {_field_tuple(cls, 'other')}"
    body = [
        "if other.__class__ is not self.__class__: return NotImplemented",
        f"return self is other or {comparison}",
    ]
    return _compile("__eq__", "self, other", body, {})


def _make_hash(cls: Any) -> Any:
    return _compile("__hash__", "self", [f"return hash({_field_tuple(cls, 'self')})"], {})


_MAKERS = {"init": _make_init, "repr": _make_repr, "eq": _make_eq, "hash": _make_hash}
_LAZY_METHODS = {f"__{k}__": _LazyMethod(f"__{k}__", make) for k, make in _MAKERS.items()}


class _StandardFields:
    """The fields in the standard library's form, for its ``fields``, ``asdict`` and the like.

    They replace this descriptor at the first lookup.
    """

    def __get__(self, _value: object, kind: Any) -> Any:
        import dataclasses  # noqa: PLC0415 - few programs need it

        fields = [
            (name, hint, dataclasses.field(**vars(options)))
            for name, (hint, options) in kind._all_fields.items()
        ]
        standard_class: Any = dataclasses.make_dataclass(kind.__name__, fields)
        kind.__dataclass_fields__ = standard_class.__dataclass_fields__
        return kind.__dataclass_fields__


_STANDARD_FIELDS = _StandardFields()


def _forbid_set(_value: object, name: str, _new: object) -> None:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415 - nobody should need it

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _forbid_delete(_value: object, name: str) -> None:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415 - nobody should need it

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _set_state(value: Any, state: tuple[Any, ...]) -> None:
    for name, item in zip(value._all_fields, state, strict=True):
        object.__setattr__(value, name, item)
