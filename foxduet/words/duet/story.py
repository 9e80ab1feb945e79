"""What happened, told in sentences: one for each trick, whole and translatable."""

from __future__ import annotations

from collections import Counter
from enum import Enum, auto

from foxduet.rules.common import Seat, WinReason
from foxduet.rules.duet.events import (
    CardPlayed,
    DecreeChanged,
    DecreeKept,
    Event,
    GameEnded,
    GemCollected,
    GemsAdded,
    GiftOffered,
    GiftsExchanged,
    PathOverrun,
    RoundDealt,
    RoundEnded,
    SeatNamed,
    SpaceCovered,
    TrackerMoved,
    TrackerReset,
    TrickWon,
)
from foxduet.rules.duet.state import Outcome
from foxduet.rules.errors import N_
from foxduet.words.duet.names import Names, card_name
from foxduet.words.i18n import _, ngettext


class _Fate(Enum):
    """What became of the fox after a trick."""

    UNDECIDED = auto()
    WALKED_TO_GEM = auto()
    WALKED = auto()
    STAYED_AT_GEM = auto()
    STAYED = auto()
    OVERRAN = auto()
    LOST = auto()


# Whole sentences for every pair, since no language lets them be built from halves.
_TRICKS = {
    (WinReason.ONLY_TRUMP, _Fate.UNDECIDED): N_(
        "{name} won with the {card}, the only trump, and chooses where the fox goes."
    ),
    (WinReason.ONLY_TRUMP, _Fate.WALKED_TO_GEM): N_(
        "{name} won with the {card}, the only trump; "
        "the fox walked from space {start} to space {end} and found a gem."
    ),
    (WinReason.ONLY_TRUMP, _Fate.WALKED): N_(
        "{name} won with the {card}, the only trump; "
        "the fox walked from space {start} to space {end} and found nothing."
    ),
    (WinReason.ONLY_TRUMP, _Fate.STAYED_AT_GEM): N_(
        "{name} won with the {card}, the only trump; the fox stayed on space {end} and found a gem."
    ),
    (WinReason.ONLY_TRUMP, _Fate.STAYED): N_(
        "{name} won with the {card}, the only trump; "
        "the fox stayed on space {end} and found nothing."
    ),
    (WinReason.ONLY_TRUMP, _Fate.OVERRAN): N_(
        "{name} won with the {card}, the only trump; the fox ran beyond {side}'s end and is back "
        "on space {end}, and the forest covers space {covered}."
    ),
    (WinReason.ONLY_TRUMP, _Fate.LOST): N_(
        "{name} won with the {card}, the only trump; "
        "the fox ran beyond {side}'s end and is lost in the forest."
    ),
    (WinReason.HIGHER_TRUMP, _Fate.UNDECIDED): N_(
        "{name} won with the {card}, the higher trump, and chooses where the fox goes."
    ),
    (WinReason.HIGHER_TRUMP, _Fate.WALKED_TO_GEM): N_(
        "{name} won with the {card}, the higher trump; "
        "the fox walked from space {start} to space {end} and found a gem."
    ),
    (WinReason.HIGHER_TRUMP, _Fate.WALKED): N_(
        "{name} won with the {card}, the higher trump; "
        "the fox walked from space {start} to space {end} and found nothing."
    ),
    (WinReason.HIGHER_TRUMP, _Fate.STAYED_AT_GEM): N_(
        "{name} won with the {card}, the higher trump; "
        "the fox stayed on space {end} and found a gem."
    ),
    (WinReason.HIGHER_TRUMP, _Fate.STAYED): N_(
        "{name} won with the {card}, the higher trump; "
        "the fox stayed on space {end} and found nothing."
    ),
    (WinReason.HIGHER_TRUMP, _Fate.OVERRAN): N_(
        "{name} won with the {card}, the higher trump; the fox ran beyond {side}'s end and is "
        "back on space {end}, and the forest covers space {covered}."
    ),
    (WinReason.HIGHER_TRUMP, _Fate.LOST): N_(
        "{name} won with the {card}, the higher trump; "
        "the fox ran beyond {side}'s end and is lost in the forest."
    ),
    (WinReason.HIGHER_OF_LED_SUIT, _Fate.UNDECIDED): N_(
        "{name} won with the {card}, the higher of the suit led, and chooses where the fox goes."
    ),
    (WinReason.HIGHER_OF_LED_SUIT, _Fate.WALKED_TO_GEM): N_(
        "{name} won with the {card}, the higher of the suit led; "
        "the fox walked from space {start} to space {end} and found a gem."
    ),
    (WinReason.HIGHER_OF_LED_SUIT, _Fate.WALKED): N_(
        "{name} won with the {card}, the higher of the suit led; "
        "the fox walked from space {start} to space {end} and found nothing."
    ),
    (WinReason.HIGHER_OF_LED_SUIT, _Fate.STAYED_AT_GEM): N_(
        "{name} won with the {card}, the higher of the suit led; "
        "the fox stayed on space {end} and found a gem."
    ),
    (WinReason.HIGHER_OF_LED_SUIT, _Fate.STAYED): N_(
        "{name} won with the {card}, the higher of the suit led; "
        "the fox stayed on space {end} and found nothing."
    ),
    (WinReason.HIGHER_OF_LED_SUIT, _Fate.OVERRAN): N_(
        "{name} won with the {card}, the higher of the suit led; the fox ran beyond {side}'s end "
        "and is back on space {end}, and the forest covers space {covered}."
    ),
    (WinReason.HIGHER_OF_LED_SUIT, _Fate.LOST): N_(
        "{name} won with the {card}, the higher of the suit led; "
        "the fox ran beyond {side}'s end and is lost in the forest."
    ),
    (WinReason.ONLY_OF_LED_SUIT, _Fate.UNDECIDED): N_(
        "{name} won with the {card}, the only one of the suit led, and chooses where the fox goes."
    ),
    (WinReason.ONLY_OF_LED_SUIT, _Fate.WALKED_TO_GEM): N_(
        "{name} won with the {card}, the only one of the suit led; "
        "the fox walked from space {start} to space {end} and found a gem."
    ),
    (WinReason.ONLY_OF_LED_SUIT, _Fate.WALKED): N_(
        "{name} won with the {card}, the only one of the suit led; "
        "the fox walked from space {start} to space {end} and found nothing."
    ),
    (WinReason.ONLY_OF_LED_SUIT, _Fate.STAYED_AT_GEM): N_(
        "{name} won with the {card}, the only one of the suit led; "
        "the fox stayed on space {end} and found a gem."
    ),
    (WinReason.ONLY_OF_LED_SUIT, _Fate.STAYED): N_(
        "{name} won with the {card}, the only one of the suit led; "
        "the fox stayed on space {end} and found nothing."
    ),
    (WinReason.ONLY_OF_LED_SUIT, _Fate.OVERRAN): N_(
        "{name} won with the {card}, the only one of the suit led; the fox ran beyond {side}'s "
        "end and is back on space {end}, and the forest covers space {covered}."
    ),
    (WinReason.ONLY_OF_LED_SUIT, _Fate.LOST): N_(
        "{name} won with the {card}, the only one of the suit led; "
        "the fox ran beyond {side}'s end and is lost in the forest."
    ),
}


def tell(events: tuple[Event, ...], names: Names, seat: Seat | None) -> tuple[str, ...]:
    """Tell ``events``, oldest first, to ``seat``, or to the whole table if it is None.

    A finished trick is one sentence; the cards of one under way are told of as they lie open.
    What came into a hand or became the decree stays told after its trick.
    The events must be redacted for whoever is told.
    """
    told: list[tuple[Event, str]] = []
    round_over = False
    for at, event in enumerate(events):
        if isinstance(event, TrickWon):
            told = [(old, sentence) for old, sentence in told if isinstance(old, _LASTING)]
        elif isinstance(event, GiftsExchanged):
            told = [(old, sentence) for old, sentence in told if not isinstance(old, GiftOffered)]
        elif isinstance(event, RoundEnded):
            round_over = True
        if isinstance(event, SpaceCovered):
            told += [
                (event, sentence) for sentence in _covered(event, names, round_over=round_over)
            ]
        elif sentence := _tell_one(event, events[at + 1 :], names, seat):
            told.append((event, sentence))
    return tuple(sentence for _event, sentence in told)


_LASTING = (TrickWon, DecreeChanged, GiftsExchanged, SpaceCovered)


def _tell_one(event: Event, after: tuple[Event, ...], names: Names, seat: Seat | None) -> str:
    """Tell one event, empty if it is part of another's sentence."""
    match event:
        case CardPlayed(player, card, leads):
            return _card_played(names[player], card_name(card), leads=leads)
        case TrickWon():
            return _trick(event, after, names)
        case SeatNamed(player, named, True):
            sentence = _("{name} named {named}, who has no card left to swap.")
            return sentence.format(name=names[player], named=names[named])
        case SeatNamed(player, named) if player is named:
            return _("{name} may swap the decree.").format(name=names[player])
        case SeatNamed(player, named):
            sentence = _("{name} lets {named} swap the decree.")
            return sentence.format(name=names[player], named=names[named])
        case DecreeChanged(player, old, new):
            sentence = _("{name} took the {old} and made the {new} the decree.")
            return sentence.format(name=names[player], old=card_name(old), new=card_name(new))
        case DecreeKept(player):
            return _("{name} kept the decree.").format(name=names[player])
        case GiftOffered(player, card) if player is seat and card is not None:
            return _("You chose to give the {card}.").format(card=card_name(card))
        case GiftOffered(player):
            return _("{name} has chosen a card to give.").format(name=names[player])
        case GiftsExchanged(given) if seat is not None:
            return _("You gave the {given} and received the {received}.").format(
                given=card_name(given[seat]), received=card_name(given[seat.other])
            )
        case GiftsExchanged():
            return _("Both have given each other a card.")
        case GemsAdded(()):
            return _("All gem tokens are on the path; none is added.")
        case GemsAdded(spaces):
            counts = Counter(spaces)
            places = ", ".join(
                str(space)
                if count == 1
                else _("{space} ({count} gems)").format(space=space, count=count)
                for space, count in sorted(counts.items())
            )
            return ngettext(
                "New gems: space {spaces}.", "New gems: spaces {spaces}.", len(counts)
            ).format(spaces=places)
        case _:
            return ""


def _card_played(name: str, card: str, *, leads: bool) -> str:
    sentence = _("{name} led the {card}.") if leads else _("{name} followed with the {card}.")
    return sentence.format(name=name, card=card)


def _trick(won: TrickWon, after: tuple[Event, ...], names: Names) -> str:
    fate, fields = _Fate.UNDECIDED, dict[str, object]()
    for event in after:
        match event:
            case TrackerMoved(start, end):
                fate = _Fate.STAYED if start == end else _Fate.WALKED
                fields = {"start": start, "end": end}
            case GemCollected():
                fate = _Fate.STAYED_AT_GEM if fate is _Fate.STAYED else _Fate.WALKED_TO_GEM
            case PathOverrun(start, _, side):
                fate = _Fate.LOST
                fields = {"start": start, "side": names[side]}
            case TrackerReset(end):
                fate = _Fate.OVERRAN
                fields["end"] = end
            case SpaceCovered(space) if fate is _Fate.OVERRAN and "covered" not in fields:
                fields["covered"] = space
            case TrickWon() | RoundDealt():
                break
    sentence = _(_TRICKS[won.reason, fate])
    return sentence.format(name=names[won.winner], card=card_name(won.card), **fields)


def _covered(event: SpaceCovered, names: Names, *, round_over: bool) -> list[str]:
    """Tell of a forest token; after a trick, the trick's own sentence has said where it lies."""
    told = []
    if round_over:
        sentence = (
            _("The forest covers space {space} at {name}'s end; the fox stands on the other.")
            if event.forced
            else _("The forest covers space {space} at {name}'s end.")
        )
        told.append(sentence.format(space=event.space, name=names[event.end]))
    if event.gems:
        told.append(
            ngettext(
                "{gems} gem slid from space {space} to space {to}.",
                "{gems} gems slid from space {space} to space {to}.",
                event.gems,
            ).format(gems=event.gems, space=event.space, to=event.to)
        )
    return told


def tell_outcome(ended: GameEnded) -> str:
    """Say how a game ended (R9.1)."""
    return outcome_sentence(ended.outcome)


def outcome_sentence(outcome: Outcome) -> str:
    """Say what an outcome is (R9.1)."""
    sentences = {
        Outcome.VICTORY: N_("All gems are found. You have won!"),
        Outcome.LOST: N_("The fox is lost in the forest."),
        Outcome.OUT_OF_TIME: N_("Three rounds are over, and gems are left: out of time."),
        Outcome.RESIGNED: N_("You have given the game up."),
    }
    return _(sentences[outcome])
