"""The story of a finished game: a sentence or two that its events alone make true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field
from foxduet.words.i18n import _

_NUMBERS = (
    *(N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven")),
    *(N_("eight"), N_("nine"), N_("ten"), N_("eleven"), N_("twelve"), N_("thirteen")),
)


class Family(Enum):
    """What a remark is about; a story has at most one of each."""

    FINISH = "finish"
    DANGER = "danger"
    PATH = "path"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that is true of a finished game, and worth saying.

    ``number`` is the one that ``text`` is about, None if it is about none. ``after`` has what is
    said instead where remarks of these kinds come first.
    """

    kind: str
    family: Family
    text: str
    number: int | None = None
    after: Mapping[str, str] = field(default_factory=dict)


def story_of(remarks: Iterable[Remark], otherwise: str) -> tuple[str, ...]:
    """Return the first remark, and the first one after it about something else.

    ``otherwise`` is said where there is no remark; nothing if it is empty.
    """
    first, second = None, None
    for one in remarks:
        if first is None:
            first = one
        elif one.family is not first.family and (one.number is None or one.number != first.number):
            second = one
            break
    if first is None:
        return (otherwise,) if otherwise else ()
    if second is None:
        return (first.text,)
    return first.text, second.after.get(first.kind, second.text)


def number_word(count: int) -> str:
    """Return a number as running text has it: in a word from two to thirteen."""
    return _(_NUMBERS[count - 2]) if 2 <= count < 2 + len(_NUMBERS) else str(count)
