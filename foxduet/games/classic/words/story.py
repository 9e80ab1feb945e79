"""What happened, in sentences: one for each trick, whole and translatable."""

from __future__ import annotations

from itertools import takewhile

from foxduet.core.common import CardPlayed, DecreeChanged, DecreeKept, Seat, WinReason
from foxduet.core.errors import N_
from foxduet.games.classic.rules import events
from foxduet.games.classic.rules.cards import Ability
from foxduet.games.classic.rules.scoring import band_of, points_for_tricks
from foxduet.games.classic.rules.state import TRICKS, GameState
from foxduet.games.classic.words.names import band_name, card_name, winner_of
from foxduet.play.game import Names
from foxduet.words.common import SETTLED, Figures, Told
from foxduet.words.i18n import _, ngettext
from foxduet.words.people import fill

Events = tuple[events.Event, ...]

_REASONS = {
    WinReason.ONLY_TRUMP: N_("the only trump"),
    WinReason.HIGHER_TRUMP: N_("the higher trump"),
    WinReason.HIGHER_OF_LED_SUIT: N_("the higher of the suit led"),
    WinReason.ONLY_OF_LED_SUIT: N_("the only one of the suit led"),
}
_REASONS_OF_A_WITCH = {
    WinReason.ONLY_TRUMP: N_("the Witch counting as the only trump"),
    WinReason.HIGHER_TRUMP: N_("the Witch counting as the higher trump"),
}
_LASTING = (events.TrickWon, DecreeChanged, DecreeKept, events.CardDiscarded)
_SETTLED = (DecreeKept, events.CardDiscarded)
"""What changes nothing on the table, and is no news once the next trick has begun."""
_WEIGHTS: dict[type[events.Event], int] = {
    events.TrickWon: 4,
    DecreeKept: 1,
    events.CardDrawn: 2,
}
"""How much the news of an event matters; those without a weight are in the middle."""
_WEIGHT_OF_A_LEAD, _WEIGHT_OF_A_FOLLOW, _USUAL_WEIGHT = 0, 2, 3


def tell(happened: Events, names: Names, seat: Seat | None) -> tuple[str, ...]:
    """Describe events, oldest first, to ``seat``, or to the whole table if it is None.

    A finished trick is one sentence, that replaces those about its cards. What became of the
    decree, and that somebody drew, is still said after its trick, and only what changed the decree
    after the next card. What was drawn and put away is named to nobody but its own seat.
    """
    return tuple(sentence for _, sentence in _told(happened, names, seat, openly=False))


def tell_news(happened: Events, names: Names, seat: Seat | None) -> tuple[Told, ...]:
    """Describe the last tricks; the end of a round has a screen of its own."""
    of_tricks = tuple(takewhile(lambda event: not isinstance(event, events.RoundEnded), happened))
    told = _told(of_tricks, names, seat, openly=False)
    ends = [at for at, (event, _) in enumerate(told) if isinstance(event, events.TrickWon)]
    under_way = ends[-1] if ends else 0
    return tuple(
        (SETTLED if at < under_way and isinstance(event, _SETTLED) else _weight(event), sentence)
        for at, (event, sentence) in enumerate(told)
    )


def _weight(event: events.Event) -> int:
    if isinstance(event, CardPlayed):
        # It lies on the table.
        return _WEIGHT_OF_A_LEAD if event.leads else _WEIGHT_OF_A_FOLLOW
    return _WEIGHTS.get(type(event), _USUAL_WEIGHT)


def tell_with_open_hands(happened: Events, names: Names) -> tuple[str, ...]:
    """Describe events where all hands are open, and so what was drawn and put away, too."""
    return tuple(sentence for _, sentence in _told(happened, names, None, openly=True))


def _told(
    happened: Events, names: Names, seat: Seat | None, *, openly: bool
) -> list[tuple[events.Event, str]]:
    said: list[tuple[events.Event, str]] = []
    for at, event in enumerate(happened):
        match event:
            case events.TrickWon():
                said = [one for one in said if isinstance(one[0], _LASTING)]
            case events.CardDiscarded():
                said = [one for one in said if not isinstance(one[0], events.CardDrawn)]
            case CardPlayed(leads=True):
                said = [one for one in said if not isinstance(one[0], _SETTLED)]
            case _:
                pass
        before, after = happened[:at], happened[at + 1 :]
        sentence = _tell_draw(event, before, names) if openly else ""
        if sentence := sentence or _tell_one(event, before, after, names, seat):
            said.append((event, sentence))
    return said


def tell_trick(
    happened: Events, names: Names, seat: Seat | None, with_leads: bool
) -> tuple[str, ...]:
    """Describe the last tricks; the end of a round has a screen of its own.

    Cards that were led are left out where there is no room for them: they lie on the table.
    """
    of_tricks = takewhile(lambda event: not isinstance(event, events.RoundEnded), happened)
    return tell(tuple(one for one in of_tricks if with_leads or not _is_lead(one)), names, seat)


def tell_ending(happened: Events, names: Names) -> tuple[str, ...]:
    """Describe the events that a match ended with, none after a resignation."""
    match happened:
        case [*_, events.GameEnded(resigned=Seat())]:
            return ()
        case _:
            return tell(happened, names, None)


def before_the_end(happened: Events) -> Events:
    """Return the events up to the end of a trick, whose winner is named when that is seen."""
    return tuple(takewhile(lambda event: not isinstance(event, events.TrickWon), happened))


def _is_lead(event: events.Event) -> bool:
    return isinstance(event, CardPlayed) and event.leads


def _tell_one(
    event: events.Event, before: Events, after: Events, names: Names, seat: Seat | None
) -> str:
    """Describe one event, in no words if it is part of another's sentence."""
    match event:
        case CardPlayed(player, card, True):
            return fill(_("{name} led the {card}."), name=names[player], card=card_name(card))
        case CardPlayed(player, card):
            sentence = _("{name} followed with the {card}.")
            return fill(sentence, name=names[player], card=card_name(card))
        case DecreeChanged(player, old, new):
            sentence = _("{name} took the {old} and made the {new} the decree.")
            return fill(sentence, name=names[player], old=card_name(old), new=card_name(new))
        case DecreeKept(player):
            return fill(_("{name} kept the decree."), name=names[player])
        case events.CardDrawn(player, card) if player is seat and card is not None:
            return _("You drew the {card}.").format(card=card_name(card))
        case events.CardDrawn(player):
            return fill(_("{name} drew a card."), name=names[player])
        case events.CardDiscarded(player, card) if player is seat and card is not None:
            return _discarded(card_name(card), before)
        case events.CardDiscarded(player):
            sentence = _("{name} drew a card and put one under the deck.")
            return fill(sentence, name=names[player])
        case events.TrickWon():
            return _trick(event, after, names)
        case _:
            return ""


def _tell_draw(event: events.Event, before: Events, names: Names) -> str:
    """Name what a Woodcutter's player drew or put under the deck, to whom all cards are open."""
    match event:
        case events.CardDrawn(player, drawn) if drawn is not None:
            return fill(_("{name} drew the {card}."), name=names[player], card=card_name(drawn))
        case events.CardDiscarded(player, card) if card is not None:
            sentence = _("{name} put the {card} under the deck.")
            drawn_name = ""
            match before:
                case [*_before, events.CardDrawn(_, drawn)] if drawn is not None:
                    drawn_name = card_name(drawn)
                    sentence = _("{name} drew the {drawn} and put the {card} under the deck.")
                    if drawn is card:
                        sentence = _("{name} drew the {drawn} and put it under the deck.")
                case _:
                    pass
            return fill(sentence, name=names[player], drawn=drawn_name, card=card_name(card))
        case _:
            return ""


def _discarded(discarded: str, before: Events) -> str:
    """Say to its seat which card was put under the deck, and which was drawn just before."""
    match before:
        case [*_, events.CardDrawn(_, drawn)] if drawn is not None:
            sentence = _("You drew the {drawn} and put the {card} under the deck.")
            if card_name(drawn) == discarded:
                sentence = _("You drew the {drawn} and put it under the deck.")
            return sentence.format(drawn=card_name(drawn), card=discarded)
        case _:
            return _("You put the {card} under the deck.").format(card=discarded)


def _trick(won: events.TrickWon, after: Events, names: Names) -> str:
    """Say who won a trick, what that scored, and who leads next if it is the other."""
    treasures, by_swan = 0, False
    for event in after:
        match event:
            case events.TreasuresScored(_, points):
                treasures = points
            case events.SwanLeads():
                by_swan = True
            case _:
                break
    reason = _REASONS[won.reason]
    if won.card.ability is Ability.WITCH:
        reason = _REASONS_OF_A_WITCH.get(won.reason, reason)
    sentence = _("{name} won with the {card}, {reason}.")
    if treasures and by_swan:
        sentence = ngettext(
            "{name} won with the {card}, {reason}, and {points} Treasure point; {other} "
            "{other:leads|lead}, by the Swan.",
            "{name} won with the {card}, {reason}, and {points} Treasure points; {other} "
            "{other:leads|lead}, by the Swan.",
            treasures,
        )
    elif treasures:
        sentence = ngettext(
            "{name} won with the {card}, {reason}, and scored {points} point for the Treasure.",
            "{name} won with the {card}, {reason}, and scored {points} points for the Treasures.",
            treasures,
        )
    elif by_swan:
        sentence = _(
            "{name} won with the {card}, {reason}; {other} {other:leads|lead}, by the Swan."
        )
    return fill(
        sentence,
        name=names[won.winner],
        other=names[won.winner.other],
        card=card_name(won.card),
        reason=_(reason),
        points=treasures,
    )


def round_start(state: GameState, names: Names) -> tuple[str, ...]:
    """Say who leads a round that was just dealt."""
    table = state.table
    assert table.dealer is not None, "a round was dealt"
    dealer, leader = names[table.dealer], names[table.dealer.other]
    sentence = _("Round {round}: {dealer} dealt, so {leader} {leader:leads|lead}.")
    return (fill(sentence, round=table.round, dealer=dealer, leader=leader),)


def round_sum(state: GameState, names: Names) -> str:
    """Say how many points both have, and how many win."""
    table = state.table
    sentence = _("{left} {points}, {right} {others}; {target} points win the match")
    return sentence.format(
        left=names[0],
        points=table.points[0],
        right=names[1],
        others=table.points[1],
        target=table.setup.target,
    )


def round_figures(_happened: Events, state: GameState) -> Figures:
    """Return how a round was scored, item by item, with a figure for each player (C6.1)."""
    return score_rows(state)


def score_rows(state: GameState) -> Figures:
    """Return how the last round was scored, or how far it was when a player resigned."""
    table = state.table
    points: Figures = [(_("Points in the match"), *table.points)]
    if table.tricks_done < TRICKS:
        return [(_("Tricks in this round"), *table.tricks), *points]
    for_tricks = points_for_tricks(table.tricks)
    bands = [
        _("{tricks}, {band}").format(tricks=tricks, band=band_name(band_of(tricks)))
        for tricks in table.tricks
    ]
    scored = [*zip(table.points, table.scored, for_tricks, strict=True)]
    return [
        (_("Tricks in this round"), *bands),
        (_("Points before it"), *(after - both for after, both, _tricks in scored)),
        (_("For the tricks"), *(f"+{points}" for points in for_tricks)),
        (_("For Treasures"), *(f"+{both - tricks}" for _after, both, tricks in scored)),
        *points,
    ]


def outcome_sentence(state: GameState, names: Names) -> str:
    """Say how a match ended (C6.3, C6.4)."""
    table = state.table
    assert table.outcome is not None, "only a finished match has an outcome"
    winner = winner_of(table.outcome)
    if winner is None:
        sentence = _("A draw: {first} and {second} share the victory with {points} points each.")
        return fill(sentence, first=names[0], second=names[1], points=table.points[0])
    points, others = table.points[winner], table.points[winner.other]
    sentence = _("{name} {name:wins|win} the match, {points} to {others}.")
    if table.resigned is not None:
        sentence = _("{other} resigned, so {name} {name:wins|win} the match.")
    elif points == others:
        sentence = _(
            "{name} {name:wins|win} at {points} to {others}, by more points in the last round."
        )
    return fill(
        sentence, name=names[winner], other=names[winner.other], points=points, others=others
    )
