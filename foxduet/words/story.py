"""Events in whole sentences, the words for cards, and remarks about a finished game."""

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
"""A weight and a sentence; if there is no room for all, those with the lowest weights are left out.
"""

SETTLED_WEIGHT = -1
"""Weight of an event in a finished trick that changed nothing: no news for players who go on."""

REASONS = {
    WinReason.ONLY_TRUMP: N_("the only trump"),
    WinReason.HIGHER_TRUMP: N_("the higher trump"),
    WinReason.HIGHER_OF_LED_SUIT: N_("the higher card of the suit led"),
    WinReason.ONLY_OF_LED_SUIT: N_("the only card of the suit led"),
}
"""Why a card won, marked for the translators."""

_PLAY_SENTENCES = {
    PlayKind.LEAD: N_("{name} led the {card}."),
    PlayKind.FOLLOW: N_("{name} followed with the {card}."),
    PlayKind.TRUMP: N_("{name} trumped with the {card}."),
    PlayKind.DISCARD: N_("{name} discarded the {card}."),
}

_LEAD_WEIGHT, _FOLLOW_WEIGHT, DEFAULT_WEIGHT, _CAUSE_WEIGHT = 0, 2, 3, 5
"""Weights; below the default, the cards on the table or the next question tell as much."""


@dataclass(frozen=True, slots=True)
class EventContext:
    """An event with its neighbours; ``seat`` is the reader, None for the whole table."""

    event: Any
    earlier_events: Events
    later_events: Events
    names: Names
    seat: Seat | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Story:
    """How a game describes its events, which must be redacted for the reader.

    The end of a trick removes the sentences about it, except those about the decree and about
    ``lasting_types`` events.
    """

    card_name: Callable[[Any], str]
    tell_own: Callable[[EventContext], Sequence[str]]
    """Describe an event that only this game has; empty if another sentence includes it."""
    lasting_types: tuple[type[object], ...]
    settled_types: tuple[type[object], ...]
    """Types of events that change nothing on the table, and are no news in the next trick."""
    replaced_types: Mapping[type[object], type[object]]
    """For a type of event, the type whose sentences it replaces."""
    weights: Mapping[type[object], int]
    """Weights of the news by type of event, by default DEFAULT_WEIGHT."""
    is_announcement: Callable[[Any, Any], bool] = lambda _event, _next: False
    """True if an event only announces the next one."""
    splitting_types: tuple[type[object], ...] = ()
    """Types of events that split a trick into parts, which ``tell_each`` describes separately."""
    tell_own_openly: Callable[[EventContext], Sequence[str]] | None = None
    """Replaces ``tell_own`` if all hands are open."""

    def tell(self, events: Events, names: Names, seat: Seat | None) -> Sentences:
        """Describe events, oldest first, to ``seat``, or to the whole table if it is None."""
        return tuple(sentence for _event, sentence in self._describe(events, names, seat))

    def tell_each(
        self,
        events: Events,
        names: Names,
        seat: Seat | None,
        full_name: Callable[[Any], str],
        trump_phrase: Callable[[Any], str],
    ) -> Sentences:
        """Describe each event in a sentence of its own, with the ``full_name`` of a card played.

        Without a screen that shows the table, no sentence may replace another, and the
        ``trump_phrase`` follows a new decree.
        """
        card_story, sentences, start = replace(self, card_name=full_name), list[str](), 0
        for index, event in enumerate(events):
            later_events = events[index + 1 :]
            start = index if isinstance(event, self.splitting_types) else start
            later_part = _take_before(self.splitting_types, later_events)
            context = EventContext(event, events[start:index], later_part, names, seat)
            later_replaced_types = map(self.replaced_types.get, map(type, later_events))
            is_begun = type(event) in self.replaced_types.values()
            if later_events and self.is_announcement(event, later_events[0]):
                continue
            is_own = getattr(event, "seat", None) is seat
            if is_begun and (not is_own or type(event) in later_replaced_types):
                # The sentence about the event that completes this event covers both.
                continue
            story = card_story if isinstance(event, CardPlayed) else self
            sentences += story._tell_event(context)
            if isinstance(event, DecreeChanged):
                sentences.append(capitalize_first(trump_phrase(event.new)) + ".")
        return tuple(sentences)

    @property
    def with_hands_open(self) -> Story:
        """The story for a table where all hands are open."""
        return replace(self, tell_own=self.tell_own_openly or self.tell_own)

    def tell_trick(
        self, events: Events, names: Names, seat: Seat | None, with_leads: bool
    ) -> Sentences:
        """Describe the last tricks, up to the end of a round, which has its own screen.

        Without ``with_leads``, omit the cards that were led: they are on the table.
        """
        tricks = _take_before(RoundEnded, events)
        if not with_leads:
            tricks = tuple(
                event for event in tricks if not (isinstance(event, CardPlayed) and event.is_lead)
            )
        return self.tell(tricks, names, seat)

    def tell_round_end(self, events: Events, names: Names) -> Sentences:
        """Describe the end of a round without its last trick, which the table has shown."""
        trick = self.tell_trick(events, names, None, True)
        return tuple(line for line in self.tell(events, names, None) if line not in trick)

    def weighted_news(
        self, events: Events, names: Names, seat: Seat | None
    ) -> tuple[NewsItem, ...]:
        """Describe events with weights, up to the end of a round, which has its own screen."""
        pairs = self._describe(_take_before(RoundEnded, events), names, seat)
        wins = [index for index, pair in enumerate(pairs) if isinstance(pair[0], TrickWon)]
        begun_types, news = tuple(self.replaced_types.values()), []
        for index, (event, sentence) in enumerate(pairs):
            weight = self._weight(event)
            is_settled = isinstance(event, (DecreeKept, *self.settled_types))
            if is_settled and index < max(wins, default=0):
                weight = SETTLED_WEIGHT
            elif any(isinstance(later, begun_types) for later, _ in pairs[index + 1 : index + 2]):
                # This event caused the next one, which is not complete and needs its cause.
                weight = _CAUSE_WEIGHT
            news.append((weight, sentence))
        return tuple(news)

    @staticmethod
    def events_until_trick_end(events: Events) -> Events:
        """Return the events before the first trick was won; its winner is named later."""
        return _take_before(TrickWon, events)

    def _weight(self, event: object) -> int:
        match event:
            case CardPlayed(is_lead=is_lead):
                return _LEAD_WEIGHT if is_lead else _FOLLOW_WEIGHT
            case TrickWon():
                return 4
            case DecreeKept():
                return 1
            case _:
                return self.weights.get(type(event), DEFAULT_WEIGHT)

    def _describe(
        self, events: Events, names: Names, seat: Seat | None
    ) -> list[tuple[object, str]]:
        pairs: list[tuple[object, str]] = []
        lasting_types = (TrickWon, DecreeChanged, DecreeKept, *self.lasting_types)

        for index, event in enumerate(events):
            match event:
                case TrickWon():
                    pairs = [pair for pair in pairs if isinstance(pair[0], lasting_types)]
                case CardPlayed(is_lead=True):
                    settled_types: tuple[type[object], ...] = (DecreeKept, *self.settled_types)
                    pairs = [pair for pair in pairs if not isinstance(pair[0], settled_types)]
                case _ if (replaced_type := self.replaced_types.get(type(event))) is not None:
                    pairs = [pair for pair in pairs if not isinstance(pair[0], replaced_type)]
            context = EventContext(event, events[:index], events[index + 1 :], names, seat)
            pairs += [(event, sentence) for sentence in self._tell_event(context)]
        return pairs

    def _tell_event(self, context: EventContext) -> Sequence[str]:
        names, card_name = context.names, self.card_name
        match context.event:
            case CardPlayed(player, card, kind):
                sentence = _(_PLAY_SENTENCES[kind])
                return [format_sentence(sentence, name=names[player], card=card_name(card))]
            case DecreeChanged(player, old, new):
                sentence = _("{name} took the {old} and made the {new} the decree.")
                old_name, new_name = card_name(old), card_name(new)
                return [format_sentence(sentence, name=names[player], old=old_name, new=new_name)]
            case DecreeKept(player):
                return [format_sentence(_("{name} kept the decree."), name=names[player])]
            case _:
                return self.tell_own(context)


def _take_before(types: type[object] | tuple[type[object], ...], events: Events) -> Events:
    return tuple(takewhile(lambda event: not isinstance(event, types), events))


@dataclass(frozen=True, slots=True)
class CardFace:
    """The text on a card.

    corner: its rank and suit.
    value: for the other corner.
    name, text: of its ability, or empty.
    picture: rows of a large card, for its rank or ability.
    short: name of the ability for a narrow card.
    """

    suit: int
    corner: str
    value: str
    name: str
    text: str
    picture: tuple[str, ...] = ()
    short: str = ""


class CardGlyphs(Protocol):
    """The special characters that every game has.

    pictures: of the abilities, in order of rank.
    """

    @property
    def suits(self) -> tuple[str, str, str]: ...
    @property
    def pictures(self) -> tuple[tuple[str, str, str], ...]: ...


class AbilityCard(Card, Protocol):
    """A card, which has an ability if its rank is odd."""

    @property
    def ability(self) -> Enum | None: ...


GlyphsT = TypeVar("GlyphsT", bound=CardGlyphs)


@dataclass(frozen=True, slots=True)
class AbilityWords:
    """The words for an ability, marked for the translators.

    text: for the card.
    sentence: the whole rule.
    short: returns the translated name for a card too narrow for ``name``.
    """

    name: str
    text: str
    sentence: str
    short: Callable[[], str] = str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CardWords(Generic[GlyphsT]):
    """The words and signs of a game's cards; tuples are in order of the suits.

    Texts are marked for the translators; functions return translated texts.
    """

    unicode: GlyphsT
    modern: tuple[str, str, str]
    """Signs of the suits for the shared glyphs ``MODERN``."""
    ascii: GlyphsT
    cards: tuple[str, str, str]
    """Names of a card, with the field ``{rank}``."""
    trumps: tuple[str, str, str]
    """Say that a suit is trump."""
    suits: Callable[[], tuple[str, str, str]]
    """Return the names of the suits."""
    letters: Callable[[], tuple[str, str, str]]
    """Return the letters that distinguish the suits without colours."""
    abilities: Mapping[Any, AbilityWords]
    no_ability: str
    """Describes a card without an ability."""
    value: Callable[[Any, GlyphsT, Glyphs], str]
    """Return the text for the other corner of a card, in the game's glyphs and the shared ones."""

    def glyphs(self, shared_glyphs: Glyphs) -> GlyphsT:
        """Return the game's glyphs that go with ``shared_glyphs``."""
        return self.ascii if shared_glyphs.name == "ascii" else self.unicode

    def suit_signs(self, glyphs: Glyphs) -> tuple[str, str, str]:
        return self.modern if glyphs.name == "modern" else self.glyphs(glyphs).suits

    def _sign(self, suit: IntEnum, glyphs: Glyphs) -> str:
        sign = self.suit_signs(glyphs)[suit]
        return sign + self.letters()[suit] if glyphs.has_letters else sign

    def card_name(self, card: Card) -> str:
        """Return the name of a card, like "7 of Doves"."""
        return _(self.cards[card.suit]).format(rank=card.rank)

    def suit_name(self, suit: IntEnum) -> str:
        return self.suits()[suit]

    def ability_name(self, ability: Enum) -> str:
        return _(self.abilities[ability].name)

    def ability_sentence(self, card: AbilityCard) -> str:
        """Describe the ability of a card."""
        return _(self.abilities[card.ability].sentence if card.ability else self.no_ability)

    def trump_phrase(self, decree: Card) -> str:
        """Say which suit the decree makes trump."""
        return _(self.trumps[decree.suit])

    def card_face(self, card: AbilityCard, glyphs: Glyphs) -> CardFace:
        own_glyphs = self.glyphs(glyphs)
        sign = corner(card.rank, self._sign(card.suit, glyphs))
        value = self.value(card, own_glyphs, glyphs)
        if card.ability is None:
            picture = pips(card.rank, self.suit_signs(glyphs)[card.suit])
            return CardFace(card.suit, sign, value, "", "", picture)
        words, picture = self.abilities[card.ability], own_glyphs.pictures[card.rank // 2]
        name, text, short = _(words.name), _(words.text), words.short()
        return CardFace(card.suit, sign, value, name, text, picture, short)

    def card_in_line(self, card: Card, glyphs: Glyphs) -> str:
        """Return a card in two to four cells: its rank and the sign of its suit."""
        return f"{card.rank}{self._sign(card.suit, glyphs)}"

    def cards_out(self, observation: Any, glyphs: Glyphs) -> str:
        """List the cards of earlier tricks by suit, as a house rule allows."""
        suits = [
            " ".join((sign, *(str(card.rank) for card in observation.out if card.suit == suit)))
            for suit, sign in enumerate(self.suit_signs(glyphs))
        ]
        return _("Out: {cards}").format(cards="   ".join(suits))


def reference_page(
    title: str, rows: Iterable[tuple[str, str]], notes: Sequence[str], width: int
) -> list[TextLine]:
    """Return the abilities by rank with notes below, wrapped to ``width`` columns.

    Each row has a head, which is not wrapped, and a text, which may be empty.
    """
    lines = [TextLine(title, Tone.TITLE)]
    for head, text in rows:
        indent = " " * text_width(head)
        first_row, *later_rows = wrap(text, width - len(indent)) or [""]
        tone = Tone.STRONG if text else Tone.PLAIN
        lines.append(TextLine(f"{head}{first_row}".rstrip(), tone))
        lines += [TextLine(f"{indent}{row}", tone) for row in later_rows]
    lines.append(TextLine(""))
    return [*lines, *(TextLine(row, Tone.DIM) for note in notes for row in wrap(note, width))]


_NUMBER_WORDS = (
    *(N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven")),
    *(N_("eight"), N_("nine"), N_("ten"), N_("eleven"), N_("twelve"), N_("thirteen")),
)


class RemarkTopic(Enum):
    """The topic of a remark; a story has at most one remark about each."""

    FINISH = "finish"
    DANGER = "danger"
    PATH = "path"
    ROUND = "round"
    DEED = "deed"


@dataclass(frozen=True, slots=True)
class Remark:
    """A noteworthy fact about a finished game.

    number: the number that ``text`` mentions, or None.
    text_after: replacements of ``text``, by the kind of the remark before it.
    """

    kind: str
    topic: RemarkTopic
    text: str
    number: int | None = None
    text_after: Mapping[str, str] = field(default_factory=dict)


def choose_remarks(remarks: Iterable[Remark], fallback: str) -> tuple[str, ...]:
    """Return the first remark, and the next one about another topic and another number.

    Without remarks, return ``fallback`` unless it is empty.
    """
    first, second = None, None
    for remark in remarks:
        if first is None:
            first = remark
        elif remark.topic is not first.topic and (
            remark.number is None or remark.number != first.number
        ):
            second = remark
            break
    if first is None:
        return (fallback,) if fallback else ()
    if second is None:
        return (first.text,)
    return first.text, second.text_after.get(first.kind, second.text)


def number_word(count: int) -> str:
    """Return a number for running text: a word from two to thirteen, otherwise digits."""
    return _(_NUMBER_WORDS[count - 2]) if 2 <= count < 2 + len(_NUMBER_WORDS) else str(count)
