"""The events of Duet in sentences, and its words for play without a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from foxduet.core.cards import (
    DecreeChanged,
    DecreeKept,
    RoundDealt,
    RoundEnded,
    Seat,
    TrickWon,
    trick_number,
)
from foxduet.core.errors import N_, NC_
from foxduet.games.duet.rules import state as events
from foxduet.games.duet.rules.cards import RANKS, Ability, Card, ForestPath, Suit
from foxduet.games.duet.rules.engine import tricks_left
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, GameState, Outcome
from foxduet.games.duet.words.names import ability_now, card_name, timed_ability
from foxduet.play.game import Names
from foxduet.words.game_words import SpokenBoard, SpokenWords
from foxduet.words.i18n import _, ngettext, pgettext
from foxduet.words.story import REASONS, EventContext, Events, Story, number_word
from foxduet.words.text import capitalize_first, format_sentence

_TRICK_SENTENCES = {
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
"""Sentences for a trick with the fox on the path, by whether it moved, and found a gem."""

_WALK_SENTENCES = {
    (True, True): N_("The fox walked from space {start} to space {end} and found a gem."),
    (True, False): N_("The fox walked from space {start} to space {end} and found nothing."),
    (False, True): N_("The fox stayed on space {end} and found a gem."),
    (False, False): N_("The fox stayed on space {end} and found nothing."),
}
"""The same for the walk alone, after a sentence about the trick."""

_OUTCOME_SENTENCES = {
    Outcome.VICTORY: N_("You found every gem. You win!"),
    Outcome.LOST: N_("The fox is lost in the forest."),
    Outcome.OUT_OF_TIME: N_("Night falls: three rounds are over."),
    Outcome.RESIGNED: N_("You called it a day."),
}
_REMINDER = N_(
    "From now on, not a word about cards, wishes or plans. If you forget what a card does, "
    "press Tab rather than ask."
)
_LAPSE_SENTENCES = {
    Ability.FOXES: N_("Foxes were played, but nobody had a card left to swap."),
    Ability.GIFT: N_("A Gift was played, but nobody had a card left to give."),
}


def _tell(context: EventContext) -> Sequence[str]:
    names, seat = context.names, context.seat
    match context.event:
        case events.AbilityLapsed(_, ability):
            return [_(_LAPSE_SENTENCES[ability])]
        case TrickWon() as trick:
            return [_trick_sentence(trick, context.later_events, names)]
        case events.TrackerMoved() | events.PathOverrun() if not any(
            isinstance(event, TrickWon) for event in context.earlier_events
        ):
            return [_walk_sentence(context.event, context.later_events, names)]
        case events.MoveChanged() as move_change:
            return [_move_change_sentence(move_change, names)]
        case events.SeatNamed(player, swapper, True):
            sentence = _("{name} chose {named:*|yourself}, who had no card left to swap.")
            return [format_sentence(sentence, name=names[player], named=names[swapper])]
        case events.SeatNamed(player, swapper) if player is swapper:
            # The question says this already.
            return []
        case events.SeatNamed(player, swapper):
            sentence = _("{name} {name:lets|let} {named} swap the decree.")
            return [format_sentence(sentence, name=names[player], named=names[swapper])]
        case events.GiftOffered(player, card) if player is seat and card is not None:
            return [_("You gave the {card}.").format(card=card_name(card))]
        case events.GiftOffered(player):
            sentence = _("{name} {name:has|have} chosen a card to give.")
            return [format_sentence(sentence, name=names[player])]
        case events.GiftsExchanged(cards) if seat is not None:
            given_card, received_card = cards[seat], cards[seat.other]
            sentence = _("You received the {received}.")
            if events.GiftOffered(seat, given_card) in context.earlier_events:
                sentence = _("You gave the {given} and received the {received}.")
            return [sentence.format(given=card_name(given_card), received=card_name(received_card))]
        case events.GiftsExchanged():
            return [_("You have each given the other a card.")]
        case events.GemsAdded(()):
            return [_("All the gems are already on the path; no more are added.")]
        case events.GemsAdded(spaces):
            counts = Counter(spaces)
            template = _("{space} ({count} gems)")
            places = [
                str(space) if count == 1 else template.format(space=space, count=count)
                for space, count in sorted(counts.items())
            ]
            sentence = ngettext(
                "New gems: space {spaces}.", "New gems: spaces {spaces}.", len(counts)
            )
            return [sentence.format(spaces=", ".join(places))]
        case events.SpaceCovered() as covering:
            earlier_types = [type(event) for event in context.earlier_events]
            # The trick's own sentence has already named the space that its token covers.
            tells_space = RoundEnded in earlier_types or events.PathOverrun not in earlier_types
            return _covering_sentences(covering, names, tells_space)
        case _:
            return ()


def _trick_sentence(trick: TrickWon[Card], later_events: Events, names: Names) -> str:
    card, reason = card_name(trick.card), _(REASONS[trick.reason])
    fields: dict[str, object] = {"name": names[trick.winner], "card": card, "reason": reason}
    sentence = _(
        "{name} won with the {card}, {reason}, and {name:chooses|choose} where the fox goes."
    )
    for event in later_events:
        match event:
            case events.TrackerMoved(start, end):
                fields.update(start=start, end=end)
                sentence = _(_TRICK_SENTENCES[start != end, False])
            case events.GemCollected():
                sentence = _(_TRICK_SENTENCES[fields["start"] != fields["end"], True])
            case events.PathOverrun(_, _, side):
                fields["side"] = names[side]
                sentence = _(
                    "{name} won with the {card}, {reason}; the fox ran off {side:*'s|your} "
                    "end of the path and is lost in the forest."
                )
            case events.TrackerReset(space):
                fields["end"] = space
                sentence = _(
                    "{name} won with the {card}, {reason}; the fox ran off {side:*'s|your} "
                    "end and is back on space {end}. The forest now covers space {covered}."
                )
            case events.SpaceCovered(space) if "side" in fields:
                fields.setdefault("covered", space)
            case TrickWon() | RoundDealt():
                break
    return format_sentence(sentence, **fields)


def _walk_sentence(
    event: events.TrackerMoved | events.PathOverrun, later_events: Events, names: Names
) -> str:
    if isinstance(event, events.TrackerMoved):
        gem = any(isinstance(later, events.GemCollected) for later in later_events)
        sentence = _WALK_SENTENCES[event.start != event.end, gem]
        return _(sentence).format(start=event.start, end=event.end)
    side = names[event.end]
    resets = [later.space for later in later_events if isinstance(later, events.TrackerReset)]
    if not resets:
        sentence = _("The fox ran off {side:*'s|your} end and is lost in the forest.")
        return format_sentence(sentence, side=side)
    space = next(later.space for later in later_events if isinstance(later, events.SpaceCovered))
    sentence = _(
        "The fox ran off {side:*'s|your} end and is back on space {end}. The forest now "
        "covers space {covered}."
    )
    return format_sentence(sentence, side=side, end=resets[-1], covered=space)


def _move_change_sentence(event: events.MoveChanged, names: Names) -> str:
    name, other = names[event.winner], names[event.winner.other]
    sentence = _("With the Musician, {name} sent the fox toward {other:*'s|your} end.")
    if event.turned and event.skipped_paws:
        sentence = ngettext(
            "With Musician and Gazelle, {name} turned the fox and skipped {count} paw.",
            "With Musician and Gazelle, {name} turned the fox and skipped {count} paws.",
            event.skipped_paws,
        )
    elif event.skipped_paws:
        sentence = ngettext(
            "With the Gazelle, {name} skipped {count} paw.",
            "With the Gazelle, {name} skipped {count} paws.",
            event.skipped_paws,
        )
    return format_sentence(sentence, name=name, other=other, count=event.skipped_paws)


def _covering_sentences(event: events.SpaceCovered, names: Names, tells_space: bool) -> list[str]:
    """Describe a forest token; unless ``tells_space``, another sentence did so."""
    sentences = []
    if tells_space:
        sentence = _("The forest covers space {space} at {name:*'s|your} end.")
        if event.forced:
            sentence = _(
                "The forest covers space {space} at {name:*'s|your} end, as the fox is at "
                "the other."
            )
        sentences.append(format_sentence(sentence, space=event.space, name=names[event.end]))
    if event.gems:
        sentence = ngettext(
            "{gems} gem slid from space {space} to space {to}.",
            "{gems} gems slid from space {space} to space {to}.",
            event.gems,
        )
        sentences.append(sentence.format(gems=event.gems, space=event.space, to=event.target))
    return sentences


def _swaps_immediately(event: object, next_event: object) -> bool:
    """True if a player named themselves, and has already swapped or kept the decree."""
    is_own = isinstance(event, events.SeatNamed) and event.seat is event.swapper
    return is_own and isinstance(next_event, DecreeChanged | DecreeKept)


STORY = Story(
    card_name,
    _tell,
    is_announcement=_swaps_immediately,
    splitting_types=(events.MoveChanged,),
    # The lasting events change a hand, or tell which ability decided where the fox went.
    lasting_types=(
        events.MoveChanged,
        events.GiftsExchanged,
        events.AbilityLapsed,
        events.SpaceCovered,
    ),
    settled_types=(),
    replaced_types={events.GiftsExchanged: events.GiftOffered},
    weights={events.GiftsExchanged: 4, events.SeatNamed: 1, events.GiftOffered: 1},
)


def round_sum(state: GameState, _names: Names) -> str:
    """Tell how many gems and tricks are left."""
    table = state.table
    # Before the first deal no trick of the first round has been played.
    gems, tricks = table.path.gems_left, tricks_left(max(table.round, 1), table.tricks_done)
    to_find = ngettext("{count} gem to find", "{count} gems to find", gems)
    to_come = ngettext("{count} trick to come", "{count} tricks to come", tricks)
    return f"{to_find.format(count=gems)}, {to_come.format(count=tricks)}"


def round_figures(round_events: Events, _state: GameState) -> list[tuple[str, int]]:
    """Return the results of a round, item by item."""
    counts = Counter(map(type, round_events))
    gems, tricks = counts[events.GemCollected], counts[TrickWon]
    return [
        (_("Gems found"), gems),
        (_("Tricks without a gem"), tricks - gems),
        (_("Runs off the path"), counts[events.PathOverrun]),
    ]


# Translators: of gems or falls, in a sentence about a round
_NO, _ONE = NC_("gems or falls", "no"), NC_("gems or falls", "one")


def sum_up_round(happened: Events, state: GameState) -> tuple[str, str]:
    """Describe a round in a line, and the gems and tricks that are left."""
    counts = Counter(map(type, happened))
    found, falls = counts[events.GemCollected], counts[events.PathOverrun]
    if found == TRICKS:
        line = _("Eleven tricks, eleven gems.")
    elif not falls:
        line = ngettext(
            "{gems} gem in eleven tricks, and the fox never left the path.",
            "{gems} gems in eleven tricks, and the fox never left the path.",
            found,
        )
    elif 2 * found >= TRICKS:
        line = ngettext(
            "{gems} gems, and {falls} run off the path.",
            "{gems} gems, and {falls} runs off the path.",
            falls,
        )
    else:
        line = ngettext(
            "{gems} gem: the forest is ahead.", "{gems} gems: the forest is ahead.", found
        )
    few = [pgettext("gems or falls", _NO), pgettext("gems or falls", _ONE)]
    gems, more = (
        few[count] if count < len(few) else number_word(count) for count in (found, falls)
    )
    left, tricks = state.table.path.gems_left, tricks_left(state.table.round, TRICKS)
    rest = ngettext(
        "{gems} gem to find in {tricks} tricks.", "{gems} gems to find in {tricks} tricks.", left
    )
    line = capitalize_first(line.format(gems=gems, falls=more))
    return line, rest.format(gems=left, tricks=tricks)


def no_forest_choice(happened: Events, names: Names) -> str:
    """Say after a round why the players do not choose where the forest token goes."""
    match happened[-1]:
        case events.SpaceCovered(end=end):
            sentence = _(
                "The fox is at {other:*'s|your} end, so the forest closes in at {name:*'s|yours}."
            )
            return format_sentence(sentence, other=names[end.other], name=names[end])
        case _:
            return _("No forest token is left, so the path keeps its length.")


def outcome_sentence(state: GameState, _names: Names) -> str:
    """Tell how a game ended (R9.1)."""
    assert state.table.outcome is not None, "only a finished game has an outcome"
    return _(_OUTCOME_SENTENCES[state.table.outcome])


def round_start(state: GameState, names: Names) -> tuple[str, ...]:
    """Tell who leads a new round, and remind the players of silence (R10.4)."""
    table = state.table
    assert table.dealer is not None, "a round was dealt"
    dealer, leader = names[table.dealer], names[table.dealer.other]
    sentence = _("Round {round} of {rounds}: {dealer} dealt, so {leader} {leader:leads|lead}.")
    fields = {"round": table.round, "rounds": ROUNDS, "dealer": dealer, "leader": leader}
    return format_sentence(sentence, **fields), _(_REMINDER)


def _board_sentences(view: GameState | Observation, names: Names) -> tuple[str, ...]:
    path, table = view.table.path, view.table
    new_gems = Counter(sorted(path.nearest_open(space) for space in table.setup.board.plus))
    if not 0 < table.round < ROUNDS or table.tricks_done == TRICKS or not new_gems:
        return _path_sentences(view, names)
    sentence = _("New gems after this round: {spaces}.")
    return (*_path_sentences(view, names), sentence.format(spaces=_list_spaces(new_gems)))


def _path_sentences(view: GameState | Observation, names: Names) -> tuple[str, ...]:
    path = view.table.path
    gems = path.gems[path.tracker - 1]
    sentence = _("The fox is on space {space}.")
    if gems:
        sentence = ngettext(
            "The fox is on space {space}, which has {count} gem.",
            "The fox is on space {space}, which has {count} gems.",
            gems,
        )
    fox = sentence.format(space=path.tracker, count=gems)
    return fox, *[_side_sentence(end, path, names) for end in Seat]


def _side_sentence(end: Seat, path: ForestPath, names: Names) -> str:
    last_space, step = path.end_space(end), 1 if end is Seat.P2 else -1
    spaces = range(path.tracker + step, last_space + step, step)
    gems = Counter({space: path.gems[space - 1] for space in spaces if path.gems[space - 1]})
    sentence = _("Toward {name}: no gems; the path ends after space {last}.")
    if gems:
        sentence = ngettext(
            "Toward {name}: a gem on {spaces}; the path ends after space {last}.",
            "Toward {name}: gems on {spaces}; the path ends after space {last}.",
            gems.total(),
        )
    return format_sentence(sentence, name=names[end], spaces=_list_spaces(gems), last=last_space)


def _list_spaces(gems: Counter[int]) -> str:
    template = _("{space} ({count} gems)")
    return ", ".join(
        str(space) if gems[space] == 1 else template.format(space=space, count=gems[space])
        for space in gems
    )


def _standing(view: GameState | Observation, _names: Names) -> tuple[str, ...]:
    table = view.table
    if not table.round:
        progress = _("Before the first deal.")
    else:
        progress = _("Round {round} of {rounds}, trick {trick} of {tricks}.")
        if table.tricks_done == TRICKS:
            progress = _("Round {round} of {rounds}, all tricks played.")
        progress = progress.format(
            round=table.round,
            rounds=ROUNDS,
            trick=trick_number(table.tricks_done, table.trick),
            tricks=TRICKS,
        )
    gems = table.path.gems_left
    gems_text = ngettext("{gems} gem to find.", "{gems} gems to find.", gems).format(gems=gems)
    tokens = ngettext("{count} forest token left.", "{count} forest tokens left.", table.reserve)
    if not table.reserve:
        tokens = _("No forest token left.")
    return progress, gems_text, tokens.format(count=table.reserve)


def _reference() -> tuple[str, ...]:
    lines = []
    for rank in RANKS:
        card = Card.of(Suit.DOVES, rank)
        paws = ngettext("{rank}: {count} paw.", "{rank}: {count} paws.", card.paws)
        line = paws.format(rank=rank, count=card.paws)
        lines.append(f"{line} {timed_ability(card)}".rstrip())
    note = _(
        "All suits have the same cards. The fox walks toward the trick's winner, one space for "
        "every paw on the two cards."
    )
    return (*lines, note)


_BOARD = SpokenBoard(
    NC_("command", "path"),
    N_("hear where the fox and the gems are"),
    _board_sentences,
)


def _paws(cards: Sequence[Card]) -> str:
    if len(cards) == 1:
        count = cards[0].paws
        sentence = ngettext("{count} paw.", "{count} paws.", count).format(count=count)
        return sentence if count else _("No paws.")
    paws = {card.rank: card.paws for card in cards}
    phrase = _("{count} on the {rank}").format
    phrases = ", ".join(phrase(count=paws[rank], rank=rank) for rank in sorted(paws))
    return _("Paws: {cards}.").format(cards=phrases)


SPOKEN = SpokenWords(
    standing=_standing,
    reference=_reference,
    outcome=lambda state, names: (
        _("The game is lost.")
        if state.table.outcome is Outcome.LOST
        else outcome_sentence(state, names)
    ),
    board=_BOARD,
    position=_path_sentences,
    marks=_paws,
    tally=lambda state: ((_("Gems to find"), state.table.path.gems_left),),
    ability_now=ability_now,
    synonyms={
        "title": N_("duet, together, as a team"),
        "path": N_("gems, gem, fox, board, where is the fox, where are the gems, where"),
        "score": N_("how many gems, gems left, gems remaining, gems to find"),
    },
)
