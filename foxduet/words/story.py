"""What happened, in whole sentences, how games name the cards in them, and stories of the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from itertools import takewhile
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from foxduet.core.cards import (
    Card,
    CardPlayed,
    DecreeChanged,
    DecreeKept,
    PlayKind,
    RoundEnded,
    Seat,
    TrickWon,
    WinReason,
)
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.play.game import Names
from foxduet.words.i18n import _
from foxduet.words.text import (
    Glyphs,
    TextLine,
    Tone,
    capitalize_first,
    corner,
    format_sentence,
    pips,
    text_width,
    wrap,
)

Events: TypeAlias = tuple[Any, ...]
Sentences: TypeAlias = tuple[str, ...]

NewsItem: TypeAlias = tuple[int, str]
"""A sentence of the news, after its weight: where there is no room for all, the lightest go."""

SETTLED_WEIGHT = -1
"""The weight of what changed nothing in a trick that is over: no news to who plays on."""

REASONS = {
    WinReason.ONLY_TRUMP: N_("the only trump"),
    WinReason.HIGHER_TRUMP: N_("the higher trump"),
    WinReason.HIGHER_OF_LED_SUIT: N_("the higher card of the suit led"),
    WinReason.ONLY_OF_LED_SUIT: N_("the only card of the suit led"),
}
"""Why a card won, marked for the translators."""

_PLAYED = {
    PlayKind.LEAD: N_("{name} led the {card}."),
    PlayKind.FOLLOW: N_("{name} followed with the {card}."),
    PlayKind.TRUMP: N_("{name} trumped with the {card}."),
    PlayKind.DISCARD: N_("{name} discarded the {card}."),
}

_WEIGHT_OF_A_LEAD, _WEIGHT_OF_A_FOLLOW, _USUAL_WEIGHT = 0, 2, 3


@dataclass(frozen=True, slots=True)
class EventContext:
    """An event among those before and after it, told to ``seat``, to the whole table if None."""

    event: Any
    earlier: Events
    after: Events
    names: Names
    seat: Seat | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Story:
    """How a game tells its events, which must be redacted for the reader.

    A finished trick is one sentence, that replaces those about its cards. ``lasting`` is what is
    still said after its trick, beside what became of the decree.
    """

    card_name: Callable[[Any], str]
    tell_own: Callable[[EventContext], Sequence[str]]
    """Describe an event of the game's own; in no words if it is part of another's sentence."""
    lasting: tuple[type[object], ...]
    settled: tuple[type[object], ...]
    """What changes nothing on the table, and is no news once the next trick has begun."""
    instead: Mapping[type[object], type[object]]
    """The kinds of events whose sentences replace those of another kind."""
    weights: Mapping[type[object], int]
    """How much the news of an event matters; those without a weight are in the middle."""
    announces: Callable[[Any, Any], bool] = lambda _event, _next: False
    """Whether an event only said that the next one is coming."""
    apart: tuple[type[object], ...] = ()
    """Events that begin a new part of a trick; no sentence of ``tell_each`` reaches beyond one."""
    with_open_hands: Callable[[EventContext], Sequence[str]] | None = None
    """Describe an event where all hands are open, if otherwise than to the whole table."""

    def tell(self, happened: Events, names: Names, seat: Seat | None) -> Sentences:
        """Describe events, oldest first, to ``seat``, or to the whole table if it is None."""
        return tuple(sentence for _event, sentence in self._describe(happened, names, seat))

    def tell_each(
        self,
        happened: Events,
        names: Names,
        seat: Seat | None,
        full_name: Callable[[Any], str],
        trump_phrase: Callable[[Any], str],
    ) -> Sentences:
        """Describe every event in a sentence of its own, what is played by its ``full_name``.

        Where no screen shows what lies on the table, no sentence may replace another, and a new
        decree is followed by its ``trump_phrase``.
        """
        fully, said, start = replace(self, card_name=full_name), list[str](), 0
        for at, event in enumerate(happened):
            start, after = at if isinstance(event, self.apart) else start, happened[at + 1 :]
            to_come = tuple(takewhile(lambda one: not isinstance(one, self.apart), after))
            moment = EventContext(event, happened[start:at], to_come, names, seat)
            is_done = any(self.instead.get(type(one)) is type(event) for one in after)
            is_begun = type(event) in self.instead.values()
            if any(self.announces(event, one) for one in after[:1]):
                continue
            if is_begun and (is_done or getattr(event, "seat", None) is not seat):
                # What has been done by now, or another seat has begun, is told when it is done.
                continue
            story = fully if isinstance(event, CardPlayed) else self
            said += story._sentences(moment)
            if isinstance(event, DecreeChanged):
                said.append(capitalize_first(trump_phrase(event.new)) + ".")
        return tuple(said)

    def tell_with_open_hands(self, happened: Events, names: Names) -> Sentences:
        """Describe events, oldest first, where all hands are open."""
        return self.with_hands_open.tell(happened, names, None)

    @property
    def with_hands_open(self) -> Story:
        """How events are told where all hands are open."""
        return replace(self, tell_own=self.with_open_hands or self.tell_own)

    def tell_trick(
        self, happened: Events, names: Names, seat: Seat | None, with_leads: bool
    ) -> Sentences:
        """Describe the last tricks; the end of a round has a screen of its own.

        Cards that were led are left out where there is no room for them: they lie on the table.
        """
        of_tricks = _before(RoundEnded, happened)
        return self.tell(
            tuple(one for one in of_tricks if with_leads or not _is_lead(one)), names, seat
        )

    def weighted_news(
        self, happened: Events, names: Names, seat: Seat | None
    ) -> tuple[NewsItem, ...]:
        """Describe the last tricks, with weights; the end of a round has a screen of its own."""
        described = self._describe(_before(RoundEnded, happened), names, seat)
        ends = [at for at, (event, _) in enumerate(described) if isinstance(event, TrickWon)]
        under_way = ends[-1] if ends else 0
        news = []
        for at, (event, sentence) in enumerate(described):
            is_settled = at < under_way and isinstance(event, self._settled)
            news.append((SETTLED_WEIGHT if is_settled else self._weight(event), sentence))
        return tuple(news)

    @staticmethod
    def events_until_trick_end(happened: Events) -> Events:
        """Return the events up to the end of a trick, whose winner is named when that is seen."""
        return _before(TrickWon, happened)

    @property
    def _settled(self) -> tuple[type[object], ...]:
        return DecreeKept, *self.settled

    def _weight(self, event: object) -> int:
        match event:
            case CardPlayed(leads=leads):
                # It lies on the table.
                return _WEIGHT_OF_A_LEAD if leads else _WEIGHT_OF_A_FOLLOW
            case TrickWon():
                return 4
            case DecreeKept():
                return 1
            case _:
                return self.weights.get(type(event), _USUAL_WEIGHT)

    def _describe(
        self, happened: Events, names: Names, seat: Seat | None
    ) -> list[tuple[object, str]]:
        said: list[tuple[object, str]] = []
        lasting = (TrickWon, DecreeChanged, DecreeKept, *self.lasting)
        for at, event in enumerate(happened):
            match event:
                case TrickWon():
                    said = [one for one in said if isinstance(one[0], lasting)]
                case CardPlayed(leads=True):
                    said = [one for one in said if not isinstance(one[0], self._settled)]
                case _ if (replaced := self.instead.get(type(event))) is not None:
                    said = [one for one in said if not isinstance(one[0], replaced)]
            moment = EventContext(event, happened[:at], happened[at + 1 :], names, seat)
            said += [(event, sentence) for sentence in self._sentences(moment)]
        return said

    def _sentences(self, moment: EventContext) -> Sequence[str]:
        names, card_name = moment.names, self.card_name
        match moment.event:
            case CardPlayed(player, card, kind):
                sentence = _(_PLAYED[kind])
                return [format_sentence(sentence, name=names[player], card=card_name(card))]
            case DecreeChanged(player, old, new):
                sentence = _("{name} took the {old} and made the {new} the decree.")
                old_name, new_name = card_name(old), card_name(new)
                return [format_sentence(sentence, name=names[player], old=old_name, new=new_name)]
            case DecreeKept(player):
                return [format_sentence(_("{name} kept the decree."), name=names[player])]
            case _:
                return self.tell_own(moment)


def _before(kind: type[object], happened: Events) -> Events:
    return tuple(takewhile(lambda event: not isinstance(event, kind), happened))


def _is_lead(event: object) -> bool:
    return isinstance(event, CardPlayed) and event.leads


@dataclass(frozen=True, slots=True)
class CardFace:
    """What stands on a card: rank and suit in a corner, its value, and an ability, if any.

    ``picture`` is what a large card shows of its rank or ability, in rows; ``short`` is a name for
    a narrow one.
    """

    suit: int
    corner: str
    value: str
    name: str
    text: str
    picture: tuple[str, ...] = ()
    short: str = ""


class CardGlyphs(Protocol):
    """What the special characters of every game have: signs of the suits, and pictures.

    ``pictures`` are those of the abilities, by rank.
    """

    @property
    def suits(self) -> tuple[str, str, str]: ...
    @property
    def pictures(self) -> tuple[tuple[str, str, str], ...]: ...


class AbilityCard(Card, Protocol):
    """A card that may have an ability; those of odd rank do."""

    @property
    def ability(self) -> Enum | None: ...


GlyphsT = TypeVar("GlyphsT", bound=CardGlyphs)


@dataclass(frozen=True, slots=True)
class AbilityWords:
    """The words for an ability, marked for the translators: its name, on a card, in a sentence.

    ``short`` returns its name, translated, for a card that is too narrow for the whole one.
    """

    name: str
    text: str
    sentence: str
    short: Callable[[], str] = str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CardWords(Generic[GlyphsT]):
    """The words and signs of a game's cards; those of suits are in the order of the suits.

    Texts are marked for the translators, functions return translated ones.
    """

    unicode: GlyphsT
    modern: tuple[str, str, str]
    """The signs of the suits where a terminal has more than the simple ones."""
    ascii: GlyphsT
    cards: tuple[str, str, str]
    """The names of a card of a ``{rank}``."""
    trumps: tuple[str, str, str]
    """Say that a suit is trump."""
    suits: Callable[[], tuple[str, str, str]]
    """Return what the cards of the suits are called."""
    letters: Callable[[], tuple[str, str, str]]
    """Return the letters that tell the suits apart where there is no colour."""
    abilities: Mapping[Any, AbilityWords]
    no_ability: str
    """Says what counts of a card without an ability."""
    value: Callable[[Any, GlyphsT, Glyphs], str]
    """Return what stands in a card's other corner, by the game's own glyphs and the shared ones."""

    def glyphs(self, shared: Glyphs) -> GlyphsT:
        """Return the game's own glyphs that go with the shared ones."""
        return self.ascii if shared.name == "ascii" else self.unicode

    def suit_signs(self, glyphs: Glyphs) -> tuple[str, str, str]:
        """Return the signs of the suits."""
        return self.modern if glyphs.name == "modern" else self.glyphs(glyphs).suits

    def _sign(self, suit: IntEnum, glyphs: Glyphs) -> str:
        sign = self.suit_signs(glyphs)[suit]
        return sign + self.letters()[suit] if glyphs.has_letters else sign

    def card_name(self, card: Card) -> str:
        """Return a card's name, like "7 of Doves"."""
        return _(self.cards[card.suit]).format(rank=card.rank)

    def suit_name(self, suit: IntEnum) -> str:
        """Return the name of a suit's cards."""
        return self.suits()[suit]

    def ability_name(self, ability: Enum) -> str:
        """Return the name of an ability."""
        return _(self.abilities[ability].name)

    def ability_sentence(self, card: AbilityCard) -> str:
        """Say in a sentence what a card does."""
        return _(self.abilities[card.ability].sentence if card.ability else self.no_ability)

    def trump_phrase(self, decree: Card) -> str:
        """Say which suit is trump."""
        return _(self.trumps[decree.suit])

    def card_face(self, card: AbilityCard, glyphs: Glyphs) -> CardFace:
        """Return what stands on a card."""
        own = self.glyphs(glyphs)
        sign = corner(card.rank, self._sign(card.suit, glyphs))
        value = self.value(card, own, glyphs)
        if card.ability is None:
            return CardFace(
                card.suit, sign, value, "", "", pips(card.rank, self.suit_signs(glyphs)[card.suit])
            )
        words, picture = self.abilities[card.ability], own.pictures[card.rank // 2]
        name, text, short = _(words.name), _(words.text), words.short()
        return CardFace(card.suit, sign, value, name, text, picture, short)

    def card_in_line(self, card: Card, glyphs: Glyphs) -> str:
        """Return a card in two to four cells: its rank, and the sign of its suit."""
        return f"{card.rank}{self._sign(card.suit, glyphs)}"

    def cards_out(self, observation: Any, glyphs: Glyphs) -> str:
        """List the cards of earlier tricks by suit, for players with that house rule."""
        listed = [
            " ".join((sign, *(str(card.rank) for card in observation.out if card.suit == suit)))
            for suit, sign in enumerate(self.suit_signs(glyphs))
        ]
        return _("Out: {cards}").format(cards="   ".join(listed))


def reference_page(
    title: str, rows: Iterable[tuple[str, str]], notes: Sequence[str], width: int
) -> list[TextLine]:
    """Return what each rank does, and notes below, wrapped to ``width`` columns.

    A row is what stands before the text, which may be empty, in its columns.
    """
    lines = [TextLine(title, Tone.TITLE)]
    for head, text in rows:
        indent = " " * text_width(head)
        first, *more = wrap(text, width - len(indent)) or [""]
        tone = Tone.STRONG if text else Tone.PLAIN
        lines.append(TextLine(f"{head}{first}".rstrip(), tone))
        lines += [TextLine(f"{indent}{row}", tone) for row in more]
    lines.append(TextLine(""))
    return [*lines, *(TextLine(row, Tone.DIM) for note in notes for row in wrap(note, width))]


_NUMBERS = (
    *(N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven")),
    *(N_("eight"), N_("nine"), N_("ten"), N_("eleven"), N_("twelve"), N_("thirteen")),
)


class RemarkTopic(Enum):
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
    family: RemarkTopic
    text: str
    number: int | None = None
    text_after: Mapping[str, str] = field(default_factory=dict)


def choose_remarks(remarks: Iterable[Remark], otherwise: str) -> tuple[str, ...]:
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
    return first.text, second.text_after.get(first.kind, second.text)


def number_word(count: int) -> str:
    """Return a number as running text has it: in a word from two to thirteen."""
    return _(_NUMBERS[count - 2]) if 2 <= count < 2 + len(_NUMBERS) else str(count)
