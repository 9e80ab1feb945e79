"""The events of the original game in sentences, and its words for play without a screen."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.core.cards import Seat, TrickWon, WinReason, trick_number
from foxduet.core.errors import N_
from foxduet.games.classic.rules import state as events
from foxduet.games.classic.rules.cards import RANKS, Card, Suit
from foxduet.games.classic.rules.engine import band_of, points_for_tricks
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import TRICKS, GameState
from foxduet.games.classic.words.names import (
    ability_now,
    ability_sentence,
    band_name,
    card_name,
    reference_notes,
    winner_of,
)
from foxduet.play.game import Names
from foxduet.words.game_words import Figures, SpokenWords
from foxduet.words.i18n import _, ngettext
from foxduet.words.story import REASONS, EventContext, Events, Story
from foxduet.words.text import format_sentence

_WITCH_REASONS = {
    WinReason.ONLY_TRUMP: N_("the Witch being the only trump"),
    WinReason.HIGHER_TRUMP: N_("the Witch being the higher trump"),
}


def _tell(context: EventContext) -> Sequence[str]:
    names, seat = context.names, context.seat
    match context.event:
        case events.CardDrawn(player, card) if player is seat and card is not None:
            return [_("You drew the {card}.").format(card=card_name(card))]
        case events.CardDrawn(player):
            return [format_sentence(_("{name} drew a card."), name=names[player])]
        case events.CardDiscarded(player, card) if player is seat and card is not None:
            return [_discard_sentence(card_name(card), context.earlier_events)]
        case events.CardDiscarded(player):
            sentence = _("{name} drew a card and put one under the deck.")
            return [format_sentence(sentence, name=names[player])]
        case TrickWon() as trick:
            return [_trick_sentence(trick, context.later_events, names)]
        case _:
            return ()


def _tell_openly(context: EventContext) -> Sequence[str]:
    names = context.names
    match context.event:
        case events.CardDrawn(player, drawn) if drawn is not None:
            sentence = _("{name} drew the {card}.")
            return [format_sentence(sentence, name=names[player], card=card_name(drawn))]
        case events.CardDiscarded(player, card) if card is not None:
            sentence = _("{name} put the {card} under the deck.")
            drawn_name = ""
            match context.earlier_events:
                case [*_before, events.CardDrawn(_, drawn)] if drawn is not None:
                    drawn_name = card_name(drawn)
                    sentence = _("{name} drew the {drawn} and put the {card} under the deck.")
                    if drawn is card:
                        sentence = _("{name} drew the {drawn} and put it under the deck.")
                case _:
                    pass
            return [
                format_sentence(
                    sentence, name=names[player], drawn=drawn_name, card=card_name(card)
                )
            ]
        case _:
            return _tell(context)


def _discard_sentence(card: str, earlier_events: Events) -> str:
    match earlier_events:
        case [*_, events.CardDrawn(_, drawn)] if drawn is not None:
            sentence = _("You drew the {drawn} and put the {card} under the deck.")
            if card_name(drawn) == card:
                sentence = _("You drew the {drawn} and put it under the deck.")
            return sentence.format(drawn=card_name(drawn), card=card)
        case _:
            return _("You put the {card} under the deck.").format(card=card)


def _trick_sentence(trick: TrickWon[Card], later_events: Events, names: Names) -> str:
    treasures, swan_leads = 0, False
    for event in later_events:
        match event:
            case events.TreasuresScored(_, points):
                treasures = points
            case events.SwanLeads():
                swan_leads = True
            case _:
                break
    reason = (_WITCH_REASONS if trick.counts_as_trump else REASONS)[trick.reason]
    sentence = _("{name} won with the {card}, {reason}.")
    if treasures and swan_leads:
        # With a Swan, the trick has one Treasure at most.
        sentence = _(
            "{name} won with the {card}, {reason}, and scored 1 point for the Treasure; "
            "because of the Swan, {other} {other:leads|lead}."
        )
    elif treasures:
        sentence = ngettext(
            "{name} won with the {card}, {reason}, and scored {points} point for the Treasure.",
            "{name} won with the {card}, {reason}, and scored {points} points for the Treasures.",
            treasures,
        )
    elif swan_leads:
        sentence = _(
            "{name} won with the {card}, {reason}; because of the Swan, {other} {other:leads|lead}."
        )
    return format_sentence(
        sentence,
        name=names[trick.winner],
        other=names[trick.winner.other],
        card=card_name(trick.card),
        reason=_(reason),
        points=treasures,
    )


STORY = Story(
    card_name,
    _tell,
    # The cards of a draw stay hidden, but the story still mentions it.
    lasting_types=(events.CardDiscarded,),
    settled_types=(events.CardDiscarded,),
    replaced_types={events.CardDiscarded: events.CardDrawn},
    weights={events.CardDrawn: 2},
    tell_own_openly=_tell_openly,
)


def round_start(state: GameState, names: Names) -> tuple[str, ...]:
    """Tell who leads a new round."""
    table = state.table
    assert table.dealer is not None, "a round was dealt"
    dealer, leader = names[table.dealer], names[table.dealer.other]
    sentence = _("Round {round}: {dealer} dealt, so {leader} {leader:leads|lead}.")
    return (format_sentence(sentence, round=table.round, dealer=dealer, leader=leader),)


def round_sum(state: GameState | Observation, names: Names) -> str:
    """Tell the points of both players, and the points that win."""
    table = state.table
    sentence = _("{left} {points}, {right} {others}; {target} points win the match")
    return sentence.format(
        left=names[0],
        points=table.points[0],
        right=names[1],
        others=table.points[1],
        target=table.setup.target,
    )


def round_figures(_round_events: Events, state: GameState) -> Figures:
    """Return the scoring of the last round, or its state when a player resigned (C6.1).

    Each item has a figure for each player.
    """
    table = state.table
    points: Figures = [(_("Points in the match"), *table.points)]
    if table.tricks_done < TRICKS:
        return [(_("Tricks in this round"), *table.tricks), *points]
    for_tricks = points_for_tricks(table.tricks)
    bands = [
        _("{tricks}, {band}").format(tricks=tricks, band=band_name(band_of(tricks)))
        for tricks in table.tricks
    ]
    totals = [*zip(table.points, table.round_points, for_tricks, strict=True)]
    return [
        (_("Tricks in this round"), *bands),
        (_("Before this round"), *(total - gain for total, gain, _tricks in totals)),
        (_("For the tricks"), *(f"+{points}" for points in for_tricks)),
        (_("For Treasures"), *(f"+{gain - tricks}" for _total, gain, tricks in totals)),
        *points,
    ]


def outcome_sentence(state: GameState, names: Names) -> str:
    """Tell how a match ended (C6.3, C6.4)."""
    table = state.table
    assert table.outcome is not None, "only a finished match has an outcome"
    winner = winner_of(table.outcome)
    if winner is None:
        sentence = _("A draw: {first} and {second} share the win with {points} points each.")
        return format_sentence(sentence, first=names[0], second=names[1], points=table.points[0])
    points, other_points = table.points[winner], table.points[winner.other]
    sentence = _("{name} {name:wins|win} the match, {points} to {others}.")
    if table.resigned is not None:
        sentence = _("{other} resigned, so {name} {name:wins|win} the match.")
    elif points == other_points:
        sentence = _("{name} {name:wins|win}, {points} to {others}: more points in the last round.")
    return format_sentence(
        sentence, name=names[winner], other=names[winner.other], points=points, others=other_points
    )


def _standing(view: GameState | Observation, names: Names) -> tuple[str, ...]:
    table = view.table
    points = round_sum(view, names) + "."
    if not table.round:
        return _("Before the first deal."), points
    progress = _("Round {round}, trick {trick} of {tricks}.")
    if table.tricks_done == TRICKS:
        progress = _("Round {round}, all tricks played.")
    progress = progress.format(
        round=table.round, trick=trick_number(table.tricks_done, table.trick), tricks=TRICKS
    )
    tricks = []
    for seat in Seat:
        count = table.tricks[seat]
        sentence = ngettext(
            "{name} {name:has|have} {count} trick: {band}.",
            "{name} {name:has|have} {count} tricks: {band}.",
            count,
        )
        band = band_name(band_of(count))
        tricks.append(format_sentence(sentence, name=names[seat], count=count, band=band))
    return (progress, *tricks, points)


def _reference() -> tuple[str, ...]:
    cards = [Card.of(Suit.BELLS, rank) for rank in RANKS]
    lines = [
        _("{rank}: {sentence}").format(rank=card.rank, sentence=ability_sentence(card))
        for card in cards
    ]
    return (*lines, *reference_notes())


SPOKEN = SpokenWords(
    standing=_standing,
    reference=_reference,
    outcome=outcome_sentence,
    ability_now=ability_now,
    tally=lambda state: ((_("Tricks"), *state.table.tricks),),
    synonyms={"title": N_("original, the original, classic, against each other, opponents")},
)
