"""What players are called: by their names, or as "you" and "your partner" by whoever plays alone.

A record has names only. A person who plays beside the program and has chosen no name is spoken
to, and hears of "your partner" if that has no chosen name either: ``names_at_table`` says so, and
``fill`` finds the words. Where they differ, a sentence has them all, as in ``{name:wins|win}``:
after a name, after "you", and for a partner if not as after a name; ``*`` stands for the player.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from foxduet.core.errors import N_
from foxduet.words.i18n import _, in_every_language, in_seven_bits
from foxduet.words.text import capitalised

if TYPE_CHECKING:
    from foxduet.play.game import Header, Names, PartnerNames

_TWO_PEOPLE, _PERSON = (N_("Left"), N_("Right")), N_("Player")
_COMPANIONS = (N_("Partner"), N_("Opponent"))
_PARTNER_NAMES = {"novice": N_("Novice"), "steady": N_("Steady"), "expert": N_("Expert")}

_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_ADDRESSED = "{name}, "


class Role(Enum):
    """Whom a sentence is about, by its place among the forms of a field."""

    NAMED = 0
    READER = 1
    COMPANION = 2


class Player(str):
    """What a player is called in a label, and, where that is no chosen name, in a sentence."""

    __slots__ = ("phrase", "role")

    phrase: str
    role: Role

    @classmethod
    def of(cls, label: str, phrase: str, role: Role) -> Player:
        """Return a player with a ``label`` for short, and a ``phrase`` for sentences."""
        player = cls(label)
        player.phrase, player.role = phrase, role
        return player


def partner_name(kind: str) -> str:
    """Return what a kind of partner is called at the table."""
    return _(_PARTNER_NAMES[kind]) if kind in _PARTNER_NAMES else kind.capitalize()


def _default_names(partner: str | None) -> Names:
    """Return what two people, or a person and a partner, are called, not translated yet."""
    if partner is None:
        return _TWO_PEOPLE
    kind = partner.partition(":")[0]
    return _PERSON, _PARTNER_NAMES.get(kind, kind.capitalize())


def default_names(partner: str | None) -> Names:
    """Return the names of two people, or of a person and a partner, who have chosen none."""
    left, right = _default_names(partner)
    return _(left), _(right)


def chosen_names(names: Names, partner: str | None) -> Names:
    """Return names without those that are default names in some language."""
    left, right = (
        "" if _is_one_of(name, default) else name
        for name, default in zip(names, _default_names(partner), strict=True)
    )
    return left, right


def _is_one_of(name: str, message: str) -> bool:
    """Return whether a name is a message in some language."""
    # Other catalogues are read only for a name that the player's own language has not.
    if name in (message, _(message)):
        return True
    known = in_every_language(message)
    return name in known or name in map(in_seven_bits, known)


def names_at_table(header: Header) -> Names:
    """Return what sentences for those who play a game call them, p1 first."""
    roles = _roles(header.players, header.ai)
    first, second = (
        name if role is Role.NAMED else _player(role, header, seat)
        for seat, (name, role) in enumerate(zip(header.players, roles, strict=True))
    )
    return first, second


@lru_cache(maxsize=64)
def _roles(players: Names, ai: PartnerNames) -> tuple[Role, ...]:
    """Return how to speak of both players: only one who has chosen no name is spoken to."""
    partner = next((kind for kind in ai if kind is not None), None)
    if partner is None or None not in ai:
        return Role.NAMED, Role.NAMED
    usual = _default_names(partner)[1]
    roles = tuple(
        Role.READER
        if kind is None and _is_one_of(name, _PERSON)
        else Role.COMPANION
        if kind is not None and any(_is_one_of(name, one) for one in (usual, *_COMPANIONS))
        else Role.NAMED
        for name, kind in zip(players, ai, strict=True)
    )
    return roles if Role.READER in roles else (Role.NAMED, Role.NAMED)


def spoken_to(names: Names, seat: int) -> Names:
    """Return names of which that in a seat is the reader's."""
    left, right = (_reader() if at == seat else name for at, name in enumerate(names))
    return left, right


def _reader() -> Player:
    return Player.of(capitalised(_("you")), _("you"), Role.READER)


def _player(role: Role, header: Header, seat: int) -> Player:
    if role is Role.READER:
        return _reader()
    phrase = _("your partner") if header.rules.cooperative else _("your opponent")
    kind, name = str(header.ai[seat]).partition(":")[0], header.players[seat]
    is_of_kind = _is_one_of(name, _PARTNER_NAMES.get(kind, ""))
    return Player.of(partner_name(kind) if is_of_kind else name, phrase, role)


def filled(phrase: str, **fields: object) -> str:
    """Fill the fields of a translated phrase, in the forms that its players need."""
    return _FIELD.sub(lambda found: _form(fields[found[1]], found[2]), phrase)


def fill(sentence: str, /, **fields: object) -> str:
    """Fill the fields of a translated sentence, in the forms that its players need.

    Whoever is spoken to is not called by name as well: "{name}, " at the beginning is left out.
    """
    spoken_to = _role_of(fields.get("name")) is Role.READER and sentence.startswith(_ADDRESSED)
    text = filled(sentence.removeprefix(_ADDRESSED) if spoken_to else sentence, **fields)
    first = _FIELD.match(sentence)
    if first is not None and _role_of(fields[first[1]]) is not Role.NAMED:
        return capitalised(text)
    return text


def fill_short(caption: str, **fields: object) -> str:
    """Fill the fields of a translated caption, where a partner is called by a name."""
    short = {
        name: str(value) if _role_of(value) is Role.COMPANION else value
        for name, value in fields.items()
    }
    return fill(caption, **short)


def _role_of(value: object) -> Role:
    return value.role if isinstance(value, Player) else Role.NAMED


def _form(value: object, forms: str | None) -> str:
    phrase = value.phrase if isinstance(value, Player) else str(value)
    if forms is None:
        return phrase
    choices = forms.split("|")
    role = _role_of(value)
    at = role.value if role.value < len(choices) else 0
    return choices[at].replace("*", phrase)
