"""What happened, in sentences: one for each trick, whole and translatable."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile

from foxduet.core.common import CardPlayed, DecreeChanged, DecreeKept, RoundDealt, Seat, WinReason
from foxduet.core.errors import N_
from foxduet.games.duet.rules import events
from foxduet.games.duet.rules.cards import Ability
from foxduet.games.duet.rules.scoring import tricks_left
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, GameState, Outcome
from foxduet.games.duet.words.names import card_name
from foxduet.play.game import Names
from foxduet.words.common import SETTLED, Told
from foxduet.words.i18n import _, ngettext
from foxduet.words.people import fill

Events = tuple[events.Event, ...]

_REASONS = {
    WinReason.ONLY_TRUMP: N_("the only trump"),
    WinReason.HIGHER_TRUMP: N_("the higher trump"),
    WinReason.HIGHER_OF_LED_SUIT: N_("the higher of the suit led"),
    WinReason.ONLY_OF_LED_SUIT: N_("the only one of the suit led"),
}
_ON_THE_PATH = {
    (True, True): N_(
        "{name} won with the {card}, {reason}; the fox walked from space {start} to space {end} "
        "and found a gem."
    ),
    (True, False): N_(
        "{name} won with the {card}, {reason}; the fox walked from space {start} to space {end} "
        "and found nothing."
    ),
    (False, True): N_(
        "{name} won with the {card}, {reason}; the fox stayed on space {end} and found a gem."
    ),
    (False, False): N_(
        "{name} won with the {card}, {reason}; the fox stayed on space {end} and found nothing."
    ),
}
"""A trick after which the fox is on the path: whether it moved at all, and found a gem."""

_OUTCOMES = {
    Outcome.VICTORY: N_("All gems are found. You have won!"),
    Outcome.LOST: N_("The fox is lost in the forest."),
    Outcome.OUT_OF_TIME: N_("Three rounds are over, and gems are left: out of time."),
    Outcome.RESIGNED: N_("You have resigned."),
}
_REMINDER = N_(
    "From now on, not a word about cards, wishes or plans. To be reminded of an ability, press Tab "
    "instead of asking."
)
_LAPSED = {
    Ability.FOXES: N_("Foxes were played, but nobody had a card left to swap."),
    Ability.GIFT: N_("A Gift was played, but nothing was exchanged: no cards were left."),
}
_LASTING = (
    events.TrickWon,
    events.MoveChanged,
    DecreeChanged,
    DecreeKept,
    events.GiftsExchanged,
    events.AbilityLapsed,
    events.SpaceCovered,
)
_WEIGHTS: dict[type[events.Event], int] = {
    events.TrickWon: 4,
    events.GiftsExchanged: 4,
    DecreeKept: 1,
    events.SeatNamed: 1,
    events.GiftOffered: 1,
}
"""How much the news of an event matter; those without a weight are in the middle."""
_WEIGHT_OF_A_LEAD, _WEIGHT_OF_A_FOLLOW, _USUAL_WEIGHT = 0, 2, 3


def tell(happened: Events, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """Describe events, oldest first, to ``seat``, or to the whole table if it is None.

    A finished trick is one sentence, that replaces those about its cards. What came into a hand,
    became the decree or stayed it is still said after its trick, and which ability decided where
    the fox went; that the decree stayed only until the next card. The events must be redacted for
    the reader.
    """
    return tuple(sentence for _, sentence in _told(happened, names, seat))


def tell_news(happened: Events, names: Names, seat: Seat | None) -> tuple[Told, ...]:
    """Describe the last tricks; the end of a round has a screen of its own."""
    of_tricks = tuple(takewhile(lambda event: not isinstance(event, events.RoundEnded), happened))
    told = _told(of_tricks, names, seat)
    ends = [at for at, (event, _) in enumerate(told) if isinstance(event, events.TrickWon)]
    under_way = ends[-1] if ends else 0
    return tuple(
        (
            SETTLED if at < under_way and isinstance(event, DecreeKept) else _weight(event),
            sentence,
        )
        for at, (event, sentence) in enumerate(told)
    )


def _weight(event: events.Event) -> int:
    if isinstance(event, CardPlayed):
        # It lies on the table.
        return _WEIGHT_OF_A_LEAD if event.leads else _WEIGHT_OF_A_FOLLOW
    return _WEIGHTS.get(type(event), _USUAL_WEIGHT)


def _told(happened: Events, names: Names, seat: Seat | None) -> list[tuple[events.Event, str]]:
    said: list[tuple[events.Event, str]] = []
    round_over = False
    for at, event in enumerate(happened):
        match event:
            case events.TrickWon():
                said = [one for one in said if isinstance(one[0], _LASTING)]
            case events.GiftsExchanged():
                said = [one for one in said if not isinstance(one[0], events.GiftOffered)]
            case CardPlayed(leads=True):
                said = [one for one in said if not isinstance(one[0], DecreeKept)]
            case events.RoundEnded():
                round_over = True
        if isinstance(event, events.SpaceCovered):
            said += [(event, sentence) for sentence in _covered(event, names, round_over)]
        elif sentence := _tell_one(event, happened[at + 1 :], names, seat):
            said.append((event, sentence))
    return said


def tell_with_open_hands(happened: Events, names: Names) -> tuple[str, ...]:
    """Describe events where all hands are open: no more than the whole table is told."""
    return tell(happened, names, None)


def tell_trick(
    happened: Events, names: Names, seat: Seat | None, with_leads: bool
) -> tuple[str, ...]:
    """Describe the last tricks; the end of a round has a screen of its own.

    Cards that were led are left out where there is no room for them: they lie on the table.
    """
    of_tricks = takewhile(lambda event: not isinstance(event, events.RoundEnded), happened)
    return tell(tuple(one for one in of_tricks if with_leads or not _is_lead(one)), names, seat)


def tell_ending(happened: Events, names: Names) -> tuple[str, ...]:
    """Describe the events that a game ended with, none where the players resigned."""
    match happened:
        case [*_, events.GameEnded(Outcome.RESIGNED)]:
            return ()
        case _:
            return tell(happened, names, None)


def before_the_end(happened: Events) -> Events:
    """Return the events up to the end of a trick, whose winner is named when the fox walks."""
    return tuple(takewhile(lambda event: not isinstance(event, events.TrickWon), happened))


def _is_lead(event: events.Event) -> bool:
    return isinstance(event, CardPlayed) and event.leads


def _tell_one(event: events.Event, after: Events, names: Names, seat: Seat | None) -> str:
    """Describe one event, in no words if it is part of another's sentence."""
    match event:
        case CardPlayed(player, card, True):
            return fill(_("{name} led the {card}."), name=names[player], card=card_name(card))
        case CardPlayed(player, card):
            sentence = _("{name} followed with the {card}.")
            return fill(sentence, name=names[player], card=card_name(card))
        case events.AbilityLapsed(_, ability):
            return _(_LAPSED[ability])
        case events.TrickWon():
            return _trick(event, after, names)
        case events.MoveChanged():
            return _changed_move(event, names)
        case events.SeatNamed(player, named, True):
            sentence = _("{name} named {named:*|yourself}, with no card left to swap.")
            return fill(sentence, name=names[player], named=names[named])
        case events.SeatNamed(player, named) if player is named:
            return fill(_("{name} may swap the decree."), name=names[player])
        case events.SeatNamed(player, named):
            sentence = _("{name} {name:lets|let} {named} swap the decree.")
            return fill(sentence, name=names[player], named=names[named])
        case DecreeChanged(player, old, new):
            sentence = _("{name} took the {old} and made the {new} the decree.")
            return fill(sentence, name=names[player], old=card_name(old), new=card_name(new))
        case DecreeKept(player):
            return fill(_("{name} kept the decree."), name=names[player])
        case events.GiftOffered(player, card) if player is seat and card is not None:
            return _("You are giving the {card}.").format(card=card_name(card))
        case events.GiftOffered(player):
            return fill(_("{name} {name:has|have} put down a card to give."), name=names[player])
        case events.GiftsExchanged(given) if seat is not None:
            sentence = _("You gave the {given} and received the {received}.")
            gave, got = given[seat], given[seat.other]
            return sentence.format(given=card_name(gave), received=card_name(got))
        case events.GiftsExchanged():
            return _("Both have given each other a card.")
        case events.GemsAdded(()):
            return _("All gem tokens are on the path; none is added.")
        case events.GemsAdded(spaces):
            counts = Counter(spaces)
            several = _("{space} ({count} gems)")
            places = [
                str(space) if count == 1 else several.format(space=space, count=count)
                for space, count in sorted(counts.items())
            ]
            sentence = ngettext(
                "New gems: space {spaces}.", "New gems: spaces {spaces}.", len(counts)
            )
            return sentence.format(spaces=", ".join(places))
        case _:
            return ""


def _trick(won: events.TrickWon, after: Events, names: Names) -> str:
    """Say who won a trick, and what became of the fox by the events after it."""
    fields: dict[str, object] = {
        "name": names[won.winner],
        "card": card_name(won.card),
        "reason": _(_REASONS[won.reason]),
    }
    sentence = _(
        "{name} won with the {card}, {reason}, and {name:chooses|choose} where the fox goes."
    )
    for event in after:
        match event:
            case events.TrackerMoved(start, end):
                fields.update(start=start, end=end)
                sentence = _(_ON_THE_PATH[start != end, False])
            case events.GemCollected():
                moved = fields["start"] != fields["end"]
                sentence = _(_ON_THE_PATH[moved, True])
            case events.PathOverrun(_, _, side):
                fields["side"] = names[side]
                sentence = _(
                    "{name} won with the {card}, {reason}; the fox ran beyond {side:*'s|your} end "
                    "and is lost in the forest."
                )
            case events.TrackerReset(space):
                fields["end"] = space
                sentence = _(
                    "{name} won with the {card}, {reason}; the fox ran beyond {side:*'s|your} end "
                    "and is back on space {end}, and the forest covers space {covered}."
                )
            case events.SpaceCovered(space) if "side" in fields:
                fields.setdefault("covered", space)
            case events.TrickWon() | RoundDealt():
                break
    return fill(sentence, **fields)


def _changed_move(event: events.MoveChanged, names: Names) -> str:
    """Say which ability made the fox go where it went after a trick."""
    name, other = names[event.winner], names[event.winner.other]
    sentence = _("By the Musician, {name} sent the fox toward {other:*'s|your} end.")
    if event.turned and event.left_out:
        sentence = ngettext(
            "By Musician and Gazelle, {name} turned the fox and skipped {count} paw.",
            "By Musician and Gazelle, {name} turned the fox and skipped {count} paws.",
            event.left_out,
        )
    elif event.left_out:
        sentence = ngettext(
            "By the Gazelle, {name} skipped {count} paw.",
            "By the Gazelle, {name} skipped {count} paws.",
            event.left_out,
        )
    return fill(sentence, name=name, other=other, count=event.left_out)


def _covered(event: events.SpaceCovered, names: Names, round_over: bool) -> list[str]:
    """Describe a forest token; after a trick, the trick's own sentence has said where it lies."""
    said = []
    if round_over:
        sentence = _("The forest covers space {space} at {name:*'s|your} end.")
        if event.forced:
            sentence = _(
                "The forest covers space {space} at {name:*'s|your} end; the fox stands on the "
                "other."
            )
        said.append(fill(sentence, space=event.space, name=names[event.end]))
    if event.gems:
        sentence = ngettext(
            "{gems} gem slid from space {space} to space {to}.",
            "{gems} gems slid from space {space} to space {to}.",
            event.gems,
        )
        said.append(sentence.format(gems=event.gems, space=event.space, to=event.to))
    return said


def round_sum(state: GameState, _names: Names) -> str:
    """Say what is left to find, and in how many tricks."""
    gems, tricks = state.table.path.gems_left, tricks_left(state.table.round, TRICKS)
    sentence = ngettext(
        "{gems} gem to find, {tricks} tricks to come",
        "{gems} gems to find, {tricks} tricks to come",
        gems,
    )
    return sentence.format(gems=gems, tricks=tricks)


def round_figures(happened: Events, _state: GameState) -> list[tuple[str, int]]:
    """Return how a round went by its events, item by item."""
    counts = Counter(map(type, happened))
    found, tricks = counts[events.GemCollected], counts[events.TrickWon]
    return [
        (_("Gems found"), found),
        (_("Tricks without a gem"), tricks - found),
        (_("Times off the path"), counts[events.PathOverrun]),
    ]


def outcome_sentence(state: GameState, _names: Names) -> str:
    """Say how a game ended (R9.1)."""
    assert state.table.outcome is not None, "only a finished game has an outcome"
    return _(_OUTCOMES[state.table.outcome])


def round_start(state: GameState, names: Names) -> tuple[str, ...]:
    """Say who leads a round that was just dealt, and what may not be said from now on (R10.4)."""
    table = state.table
    assert table.dealer is not None, "a round was dealt"
    dealer, leader = names[table.dealer], names[table.dealer.other]
    sentence = _("Round {round} of {rounds}: {dealer} dealt, so {leader} {leader:leads|lead}.")
    whole = fill(sentence, round=table.round, rounds=ROUNDS, dealer=dealer, leader=leader)
    return whole, _(_REMINDER)
