"""The sentences of reasons: the event that comes more often after a choice, and a line with it."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.ai.reasons import Line, Reason
from foxduet.core.cards import Seat
from foxduet.core.errors import N_
from foxduet.games.classic.reasons import (
    BANDS,
    LineTrick,
    ReasonKind,
    decisive_trick,
    find_treasure,
    is_settled,
    trick_meaning,
)
from foxduet.games.classic.rules.cards import Card, Suit
from foxduet.games.classic.rules.engine import Band, band_of
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.words.names import (
    card_name,
    choice_phrase,
    choice_subject,
    suit_name,
    trump_phrase,
    winner_of,
)
from foxduet.play.game import Names
from foxduet.words.i18n import _
from foxduet.words.reasons import MAX_ROWS, how_often, join_fitting
from foxduet.words.text import fill_fields, format_sentence

# {best} and {chosen} are choices of {name}, {often} and {other_often} are "about 7 times in 10" or
# the like.
_HOW_OFTEN = {
    ReasonKind.WON: N_("{Best} wins the match in this round {often}; {chosen}, {other_often}."),
    ReasonKind.LOST: N_("{Chosen} loses the match in this round {other_often}; {best}, {often}."),
    ReasonKind.HUMBLE: N_("{Best} keeps {name} humble {often}; {chosen}, {other_often}."),
    ReasonKind.VICTORIOUS: N_("{Best} makes {name} victorious {often}; {chosen}, {other_often}."),
    ReasonKind.DEFEATED: N_("{Chosen} leaves {name} defeated {other_often}; {best}, {often}."),
    ReasonKind.GREEDY: N_("{Chosen} makes {name} greedy {other_often}; {best}, {often}."),
    ReasonKind.TREASURE: N_(
        "{Best} wins {name} the Treasure of {suit} {often}; {chosen}, {other_often}."
    ),
    ReasonKind.TREASURE_LOST: N_(
        "{Chosen} gives {other} the Treasure of {suit} {other_often}; {best}, {often}."
    ),
}
_WINS_OFTEN = N_("{Best} wins this trick {often}; {chosen}, {other_often}.")
_LEAVES_OFTEN = N_("{Best} leaves this trick to {other} {often}; {chosen}, {other_often}.")
# A trick whose winner follows from the choice: by whether {name} or {other} would win it as a trick
# of a number that decides a band.
_OWN_NUMBER = {
    4: N_(
        "{Best} leaves the trick to {other}; {chosen} wins it, {name:*'s|your} fourth: no longer "
        "humble."
    ),
    7: N_(
        "{Best} wins the trick, {name:*'s|your} seventh: victorious; {chosen} leaves it to {other}."
    ),
    10: N_(
        "{Best} leaves the trick to {other}; {chosen} wins it, {name:*'s|your} tenth: greedy, no "
        "points."
    ),
}
_OTHER_NUMBER = {
    4: N_("{Best} gives {other} a fourth trick: no longer humble; {chosen} wins it."),
    7: N_("{Best} wins the trick; {chosen} gives {other} a seventh: victorious."),
    10: N_("{Best} gives {other} a tenth trick: greedy, no points; {chosen} wins it."),
}
# The same, where the other seat has not played yet.
_NUMBER_NOTES = {
    4: N_("It would be {winner:*'s|your} fourth: no longer humble."),
    7: N_("It would be {winner:*'s|your} seventh: victorious."),
    10: N_("It would be {winner:*'s|your} tenth: greedy, no points."),
}
_TREASURE_IN_TRICK = N_(
    "{Best} wins the trick and the Treasure in it; {chosen} leaves both to {other}."
)
_TREASURE_NOW = N_("{Best} wins {name} the Treasure of {suit} now; {chosen}, {other_often}.")
_TREASURE_LOST_NOW = N_("{Chosen} gives {other} the Treasure of {suit} now; {best}, {often}.")
_ORDINALS = {
    4: N_("{winner:*'s|your} fourth"),
    7: N_("{winner:*'s|your} seventh"),
    10: N_("{winner:*'s|your} tenth"),
}


def reason_sentences(
    observation: Observation, reason: Reason, names: Names, max_rows: int = MAX_ROWS
) -> str:
    """Say which event comes more often after one choice, and how it may come about.

    The line is shortened or left out where the text takes more rows of a message.
    """
    outcome = _outcome_sentence(observation, reason, names)
    lines = _line_sentences(observation, reason, names, _("Say"))
    return join_fitting(outcome, lines, _equal_subject(reason, names), max_rows)


def line_after_figures(observation: Observation, reason: Reason, names: Names, figures: str) -> str:
    """Add a line of play to the figures of two choices."""
    choice = reason.other if reason.contrast.is_bad else reason.best
    intro = _("After {option}, say,").format(option=choice_phrase(choice, names))
    lines = _line_sentences(observation, reason, names, intro)
    return join_fitting(figures, lines, _equal_subject(reason, names), MAX_ROWS)


def _equal_subject(reason: Reason, names: Names) -> str:
    return choice_subject(reason.equals[0], names) if reason.equals else ""


def _outcome_sentence(observation: Observation, reason: Reason, names: Names) -> str:
    contrast, seat = reason.contrast, observation.seat
    is_of_suit = contrast.kind in (ReasonKind.TREASURE, ReasonKind.TREASURE_LOST)
    fields: dict[str, object] = {
        **how_often((contrast.best, contrast.other), (False, False)),
        "best": choice_phrase(reason.best, names),
        "Best": choice_subject(reason.best, names),
        "chosen": choice_phrase(reason.other, names),
        "Chosen": choice_subject(reason.other, names),
        "name": names[seat],
        "other": names[seat.other],
        "suit": suit_name(Suit(contrast.subject)) if is_of_suit else "",
    }
    if contrast.kind is not ReasonKind.TRICK:
        template = _now_template(observation, reason) or _HOW_OFTEN[contrast.kind]
        return format_sentence(_(template), **fields)
    meaning = trick_meaning(observation, Seat(contrast.subject))
    assert meaning is not None, "a trick is a reason only if it decides a band"
    if is_settled(observation):
        by_number = _OWN_NUMBER if meaning.seat is seat else _OTHER_NUMBER
        return format_sentence(_(by_number[meaning.number]), **fields)
    template = _WINS_OFTEN if contrast.subject == seat else _LEAVES_OFTEN
    note = format_sentence(_(_NUMBER_NOTES[meaning.number]), winner=names[meaning.seat])
    return f"{format_sentence(_(template), **fields)} {note}"


def _now_template(observation: Observation, reason: Reason) -> str:
    """Return the template for a Treasure won or lost in the trick under way, or an empty string."""
    contrast, is_bad = reason.contrast, reason.contrast.is_bad
    line, other_line = reason.lines[is_bad], reason.lines[not is_bad]
    share = contrast.other if is_bad else contrast.best
    decisive = decisive_trick(contrast, line)
    if not is_settled(observation) or share < 1 or contrast.kind in BANDS:
        return ""
    if contrast.kind not in (ReasonKind.TREASURE, ReasonKind.TREASURE_LOST):
        return ""
    if decisive is not line.tricks[0]:
        return ""
    if find_treasure(other_line, contrast.subject) is other_line.tricks[0]:
        return _TREASURE_IN_TRICK
    return _TREASURE_LOST_NOW if is_bad else _TREASURE_NOW


def _line_sentences(
    observation: Observation, reason: Reason, names: Names, intro: str
) -> Sequence[str]:
    """Return sentences about the lines, the shorter ones last; empty if the outcome says it all."""
    contrast = reason.contrast
    line, other_line = reason.lines[contrast.is_bad], reason.lines[not contrast.is_bad]
    decisive = decisive_trick(contrast, line)
    assert decisive is not None, "the event comes in this line"
    match contrast.kind:
        case ReasonKind.TRICK if is_settled(observation):
            return ()
        case ReasonKind.TRICK:
            return (_reply_sentence(observation, reason, names, intro),)
        case ReasonKind.TREASURE | ReasonKind.TREASURE_LOST:
            if _now_template(observation, reason):
                return ()
            templates, fields = _treasure_templates(contrast.subject, other_line, names)
        case ReasonKind.WON | ReasonKind.LOST:
            templates, fields = _match_templates(observation, line, other_line, names)
        case _:
            templates, fields = _band_templates(observation, decisive, other_line, names)
    cards = _cards_phrase(observation, decisive, names)
    fields |= {"intro": intro, "number": decisive.number, "cards": cards}
    return [format_sentence(_(template), **fields) for template in templates]


def _reply_sentence(observation: Observation, reason: Reason, names: Names, intro: str) -> str:
    """Name the card that the other seat may play in the trick under way."""
    wins = reason.contrast.subject == observation.seat
    tricks: list[LineTrick] = [line.tricks[0] for line in reason.lines]
    reply, other_reply = (_follow_phrase(observation, trick) for trick in tricks)
    choice = choice_phrase(reason.best if wins else reason.other, names)
    template = _(
        "{intro} {other:*'s|your} {reply} wins the trick; otherwise {other:*'s|your} "
        "{other_reply} loses it."
    )
    if wins:
        template = _(
            "{intro} {other:*'s|your} {reply} loses the trick; otherwise {other:*'s|your} "
            "{other_reply} wins it."
        )
    if tricks[0].cards[1] is tricks[1].cards[1]:
        template = _("{intro} {other} {other:plays|play} the {reply}: only {choice} beats it.")
        reply, winning = card_name(tricks[0].cards[1]), tricks[not wins]
        if _changes_trump(observation, winning):
            choice = _with_trump(choice, winning.decree)
    return format_sentence(
        template,
        intro=intro,
        other=names[observation.seat.other],
        reply=reply,
        other_reply=other_reply,
        choice=choice,
    )


def _follow_phrase(observation: Observation, trick: LineTrick) -> str:
    """Name the card that follows in a trick, and the trump if it is new."""
    text = card_name(trick.cards[1])
    return _with_trump(text, trick.decree) if _changes_trump(observation, trick) else text


def _changes_trump(observation: Observation, trick: LineTrick) -> bool:
    """True if a trick has another trump than now, and cards of two suits."""
    lead, follow = trick.cards
    return trick.decree.suit is not observation.table.trump and lead.suit is not follow.suit


def _with_trump(text: str, decree: Card) -> str:
    return _("{cards} ({trump})").format(cards=text, trump=trump_phrase(decree))


def _cards_phrase(observation: Observation, trick: LineTrick, names: Names) -> str:
    """Say which card of a trick beats the other."""
    winning, losing = trick.cards if trick.winner is trick.leader else trick.cards[::-1]
    is_of_suit = winning.suit is losing.suit
    text = fill_fields(
        _("{winner:*'s|your} {card} beats {loser:*'s|your} {other_card}"),
        winner=names[trick.winner],
        loser=names[trick.winner.other],
        card=card_name(winning),
        other_card=losing.rank if is_of_suit else card_name(losing),
    )
    return _with_trump(text, trick.decree) if _changes_trump(observation, trick) else text


_Templates = tuple[Sequence[str], dict[str, object]]


def _band_templates(
    observation: Observation, decisive: LineTrick, other_line: Line, names: Names
) -> _Templates:
    """Return how a band is decided, and with how many tricks the seat ends otherwise."""
    number = decisive.tricks[decisive.winner]
    templates = (
        N_(
            "{intro} trick {number}: {cards}, {ordinal}; otherwise {name} {name:ends|end} with "
            "{count}."
        ),
        N_("{intro} trick {number}: {cards}, {ordinal}."),
    )
    seat = observation.seat
    fields = {"name": names[seat], "count": other_line.tricks[-1].tricks[seat]}
    ordinal = fill_fields(_(_ORDINALS[number]), winner=names[decisive.winner])
    return templates, {**fields, "ordinal": ordinal}


def _match_templates(
    observation: Observation, line: Line, other_line: Line, names: Names
) -> _Templates:
    """Return who wins the match, and how it is otherwise."""
    templates = (
        N_("{intro} trick {number}: {cards}, and {end}; otherwise {other_end}."),
        N_("{intro} trick {number}: {cards}, and {end}."),
        N_("{intro} {end}; otherwise {other_end}."),
    )
    end, other_end = (_match_end(observation, each, names) for each in (line, other_line))
    return templates, {"end": end, "other_end": other_end}


def _match_end(observation: Observation, line: Line, names: Names) -> str:
    """Say who wins the match at the end of a line, and by how many points."""
    table, last = observation.table, line.tricks[-1]
    if last.outcome is None:
        return _("the match goes on")
    points = [table.points[seat] - table.round_points[seat] + last.points[seat] for seat in Seat]
    winner = winner_of(last.outcome)
    if winner is None:
        return _("the match is drawn")
    own, other = points[winner], points[winner.other]
    count, other_count = last.tricks[winner], last.tricks[winner.other]
    sentence = _("{name} {name:wins|win} {points} to {other_points}")
    if own == other:
        sentence = _("{name} {name:wins|win} by the last round, with {points} each")
    elif band_of(other_count) is Band.GREEDY:
        sentence = _(
            "{other}, greedy with {other_count}, {other:loses|lose} {other_points} to {points}"
        )
    elif band_of(count) is Band.HUMBLE:
        sentence = _("{name}, humble with {count}, {name:wins|win} {points} to {other_points}")
    elif band_of(count) is Band.VICTORIOUS:
        sentence = _("{name}, with {count} tricks, {name:wins|win} {points} to {other_points}")
    return fill_fields(
        sentence,
        name=names[winner],
        other=names[winner.other],
        points=own,
        other_points=other,
        count=count,
        other_count=other_count,
    )


def _treasure_templates(suit: int, other_line: Line, names: Names) -> _Templates:
    """Return which trick has the Treasure, and where it is otherwise."""
    trick, short = find_treasure(other_line, suit), N_("{intro} trick {number}: {cards}.")
    if trick is None:
        return (
            N_("{intro} trick {number}: {cards}; otherwise the Treasure is never played."),
            short,
        ), {}
    winning, losing = trick.cards if trick.winner is trick.leader else trick.cards[::-1]
    template = N_(
        "{intro} trick {number}: {cards}; otherwise {winner:*'s|your} {card} takes it in trick "
        "{other_number}."
    )
    if winning.ability is not losing.ability and winning in trick.treasures:
        template = N_(
            "{intro} trick {number}: {cards}; otherwise {winner:*'s|your} {card} wins trick "
            "{other_number}."
        )
    card, number = card_name(winning), trick.number
    fields: dict[str, object] = {"winner": names[trick.winner], "card": card}
    return (template, short), {**fields, "other_number": number}
