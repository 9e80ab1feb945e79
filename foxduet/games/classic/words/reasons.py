"""The sentences of reasons: the event that comes more often after a choice, and a line with it."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.ai.reasons import Line, Reason
from foxduet.core.cards import Exchange, Play, Seat, follow_wins
from foxduet.core.errors import N_
from foxduet.games.classic.reasons import (
    BANDS,
    LineTrick,
    ReasonKind,
    find_treasure,
    is_settled,
    told_trick,
    trick_meaning,
)
from foxduet.games.classic.rules.cards import Ability, Card, Suit, effective_cards
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
from foxduet.words.i18n import _, ngettext
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
# How much more often an event may come than the chances allow.
_TOLERANCE = 0.1
_LEADS_OFTEN = N_("{Best} lets {name} lead the next trick {often}; {chosen}, {other_often}.")
_OTHER_LEADS_OFTEN = N_("{Best} lets {other} lead the next trick {often}; {chosen}, {other_often}.")
_WINS = N_("{Best} wins this trick; {chosen} leaves it to {other}.")
_LEAVES = N_("{Best} leaves this trick to {other}; {chosen} wins it.")
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
# The same, where the trick is not such a number, and the rest of the round decides.
_KEEPS_BELOW_TEN = N_("Four tricks for {other} keep {name} below ten.")
_STAYS_HUMBLE = N_("{winner} {winner:stays|stay} humble only with three tricks or fewer.")
_NEEDS_SEVEN = N_("{winner} {winner:needs|need} seven tricks to be victorious.")
_POINT_EACH = N_("The fourth, fifth and sixth trick score a point each.")
# Where the shares would contradict the chances, which take account of the players' strength.
_MORE_OFTEN = {
    ReasonKind.WON: N_("{Best} wins the match in this round more often than {chosen}."),
    ReasonKind.LOST: N_("{Chosen} loses the match in this round more often than {best}."),
}
_TREASURE_IN_TRICK = N_(
    "{Best} wins the trick and the Treasure in it; {chosen} leaves both to {other}."
)
_TREASURE_NOW = N_("{Best} wins {name} the Treasure of {suit} now; {chosen}, {other_often}.")
_TREASURE_LOST_NOW = N_("{Chosen} gives {other} the Treasure of {suit} now; {best}, {often}.")


def reason_sentences(
    observation: Observation,
    reason: Reason,
    names: Names,
    max_rows: int = MAX_ROWS,
    opening: str = "",
    chances: tuple[float, float] | None = None,
) -> str:
    """Say which event comes more often after one choice, and how it may come about.

    The line is shortened or left out where the text takes more rows of a message.

    chances: the chances to win after both choices, if players see them beside the reason.
    """
    outcome = f"{opening} {_outcome_sentence(observation, reason, names, chances)}".lstrip()
    lines = _line_sentences(observation, reason, names)
    equal = choice_subject(reason.equals[0], names) if reason.equals else ""
    return join_fitting(outcome, lines, equal, max_rows)


def _outcome_sentence(
    observation: Observation, reason: Reason, names: Names, chances: tuple[float, float] | None
) -> str:
    contrast, seat = reason.contrast, observation.seat
    is_of_suit = contrast.kind in (ReasonKind.TREASURE, ReasonKind.TREASURE_LOST)
    # The next lead, or a Treasure in the trick under way, if its winner follows from the choice.
    certain = [
        is_settled(observation)
        and (
            contrast.kind is ReasonKind.LEAD
            or (is_of_suit and find_treasure(line, contrast.subject) is line.tricks[0])
        )
        for line in reason.lines
    ]
    fields: dict[str, object] = {
        **how_often((contrast.best_share, contrast.other_share), certain),
        "best": choice_phrase(reason.best, names),
        "Best": choice_subject(reason.best, names),
        "chosen": choice_phrase(reason.other, names),
        "Chosen": choice_subject(reason.other, names),
        "name": names[seat],
        "other": names[seat.other],
        "suit": suit_name(Suit(contrast.subject)) if is_of_suit else "",
    }
    if contrast.kind is ReasonKind.LEAD:
        template = _LEADS_OFTEN if contrast.subject == seat else _OTHER_LEADS_OFTEN
        return format_sentence(_(template), **fields)
    if contrast.kind is not ReasonKind.TRICK:
        template = _now_template(observation, reason) or _HOW_OFTEN[contrast.kind]
        if contrast.kind in _MORE_OFTEN and chances is not None:
            limits = [1 - chance if contrast.is_bad else chance for chance in chances]
            excess = contrast.best_share - limits[0], contrast.other_share - limits[1]
            template = _MORE_OFTEN[contrast.kind] if max(excess) > _TOLERANCE else template
        return format_sentence(_(template), **fields)
    meaning, wins = trick_meaning(observation, Seat(contrast.subject)), contrast.subject == seat
    if is_settled(observation):
        template = _WINS if wins else _LEAVES
        if meaning is not None:
            template = (_OWN_NUMBER if meaning.seat is seat else _OTHER_NUMBER)[meaning.number]
            return format_sentence(_(template), **fields)
    else:
        template = _WINS_OFTEN if wins else _LEAVES_OFTEN
    own, other = (observation.table.tricks[each] for each in (seat, seat.other))
    note = ""
    if meaning is not None:
        note, fields["winner"] = _NUMBER_NOTES[meaning.number], names[meaning.seat]
    elif wins and 4 <= max(own, other) < 7:
        note, fields["winner"] = _NEEDS_SEVEN, names[seat if own >= other else seat.other]
    elif wins and own in (4, 5):
        note = _POINT_EACH
    elif not wins and own <= 3:
        note, fields["winner"] = _STAYS_HUMBLE, names[seat]
    elif not wins and own >= 7 and other <= 3:
        note = _KEEPS_BELOW_TEN
    sentences = (template, note) if note else (template,)
    return " ".join(format_sentence(_(sentence), **fields) for sentence in sentences)


def _now_template(observation: Observation, reason: Reason) -> str:
    """Return the template for a Treasure won or lost in the trick under way, or an empty string."""
    contrast, is_bad = reason.contrast, reason.contrast.is_bad
    line, other_line = reason.lines[is_bad], reason.lines[not is_bad]
    share = contrast.other_share if is_bad else contrast.best_share
    if not is_settled(observation) or share < 1 or contrast.kind in BANDS:
        return ""
    if contrast.kind not in (ReasonKind.TREASURE, ReasonKind.TREASURE_LOST):
        return ""
    if find_treasure(line, contrast.subject) is not line.tricks[0]:
        return ""
    if find_treasure(other_line, contrast.subject) is other_line.tricks[0]:
        return _TREASURE_IN_TRICK
    return _TREASURE_LOST_NOW if is_bad else _TREASURE_NOW


def _line_sentences(observation: Observation, reason: Reason, names: Names) -> Sequence[str]:
    """Return sentences about the lines, the shorter ones last; empty if the outcome says it all."""
    contrast, lines = reason.contrast, reason.lines
    line, other_line = lines[contrast.is_bad], lines[not contrast.is_bad]
    told = told_trick(contrast, lines)
    if contrast.kind is ReasonKind.TRICK:
        return () if is_settled(observation) else _reply_sentences(observation, reason, names)
    fields: dict[str, object] = {"cards": _trick_phrase(observation, line, told, names)}
    if contrast.kind in (ReasonKind.TREASURE, ReasonKind.TREASURE_LOST):
        if _now_template(observation, reason):
            return ()
        templates, of_treasure = _treasure_templates(contrast.subject, other_line, names)
        fields |= of_treasure
    elif contrast.kind is ReasonKind.LEAD:
        templates = (N_("{intro} {cards}."),)
    else:
        templates = (
            N_("{intro} {cards}, and {end}; otherwise {other_end}."),
            N_("{intro} {cards}, and {end}."),
            N_("{intro} {cards}."),
        )
        of_match = contrast.kind in (ReasonKind.WON, ReasonKind.LOST)
        end, other_end = (_match_ends if of_match else _round_ends)(line, other_line, names)
        fields |= {"end": end, "other_end": other_end}
    intros = [_("Say")]
    if told.number != line.tricks[0].number:
        intros = [_line_intro(reason, names), *intros]
    return [
        format_sentence(_(template), intro=intro, **fields)
        for template in templates
        for intro in intros
    ]


def _line_intro(reason: Reason, names: Names) -> str:
    """Name the choice of the line with the event, and the effect of its ability."""
    line: Line = reason.lines[reason.contrast.is_bad]
    option = choice_phrase(line.actions[0], names)
    match line.actions[:2]:
        case Play(_, card), Exchange(_, Card() as decree) if card.ability is Ability.FOX:
            phrase = _("After {option} ({trump}), say,")
            return phrase.format(option=option, trump=trump_phrase(decree))
        case Play(seat, card), _ if card.ability is Ability.SWAN and (
            line.tricks[0].winner is not seat
        ):
            phrase = _("After {option}, which keeps the lead, say,")
            return phrase.format(option=option)
        case _:
            return _("After {option}, say,").format(option=option)


def _trick_phrase(observation: Observation, line: Line, trick: LineTrick, names: Names) -> str:
    """Say how a trick ends, and its number if it is a later one."""
    cards = _cards_phrase(observation, line, trick, names)
    if trick is line.tricks[0]:
        return cards
    # Translators: as in: Say trick 9: your 3 of Keys beats Ann's 2, and you end with 7 tricks.
    return _("trick {number}: {cards}").format(number=trick.number, cards=cards)


def _round_ends(line: Line, other_line: Line, names: Names) -> tuple[str, str]:
    """Say with how many tricks the choosing seat ends the round in both lines."""
    seat = line.actions[0].seat
    count, other_count = (each.tricks[-1].tricks[seat] for each in (line, other_line))
    sentence = ngettext(
        "{name} {name:ends|end} with {count} trick",
        "{name} {name:ends|end} with {count} tricks",
        count,
    )
    # Translators: as in: Say your 3 of Keys beats Ann's 2, and you end with 7 tricks; otherwise
    # with 6.
    other_end = _("with {count}").format(count=other_count)
    return fill_fields(sentence, name=names[seat], count=count), other_end


def _reply_sentences(observation: Observation, reason: Reason, names: Names) -> Sequence[str]:
    """Name the card that the other seat may play in the trick under way; the shorter ones last."""
    wins = reason.contrast.subject == observation.seat
    tricks: list[LineTrick] = [line.tricks[0] for line in reason.lines]
    reply, other_reply = (_follow_phrase(observation, trick) for trick in tricks)
    choice = choice_phrase(reason.best if wins else reason.other, names)
    templates: tuple[str, ...] = (
        N_(
            "Say {other:*'s|your} {reply} wins the trick; otherwise {other:*'s|your} "
            "{other_reply} loses it."
        ),
        N_("Say {other:*'s|your} {reply} wins it."),
    )
    if wins:
        templates = (
            N_(
                "Say {other:*'s|your} {reply} loses the trick; otherwise {other:*'s|your} "
                "{other_reply} wins it."
            ),
            N_("Say {other:*'s|your} {reply} loses it."),
        )
    if tricks[0].cards[1] is tricks[1].cards[1]:
        templates = (N_("Say {other} {other:plays|play} the {reply}: only {choice} beats it."),)
        reply, winning = card_name(tricks[0].cards[1]), tricks[not wins]
        if _changes_trump(observation, winning):
            choice = _with_trump(choice, winning.decree)
    return [
        format_sentence(
            _(template),
            other=names[observation.seat.other],
            reply=reply,
            other_reply=other_reply,
            choice=choice,
        )
        for template in templates
    ]


def _follow_phrase(observation: Observation, trick: LineTrick) -> str:
    """Name the card that follows in a trick, and the trump if it is new."""
    text = card_name(trick.cards[1])
    return _with_trump(text, trick.decree) if _changes_trump(observation, trick) else text


def _changes_trump(observation: Observation, trick: LineTrick) -> bool:
    """True if a trick has another trump than now, and therefore another winner."""
    trump, (lead, follow) = observation.table.trump, trick.cards
    follows = follow_wins(*effective_cards(lead, follow, trump), trump)
    return follows is (trick.winner is trick.leader)


def _with_trump(text: str, decree: Card) -> str:
    return _("{cards} ({trump})").format(cards=text, trump=trump_phrase(decree))


def _cards_phrase(observation: Observation, line: Line, trick: LineTrick, names: Names) -> str:
    """Say which card of a trick beats the other, and which ability makes a difference."""
    (lead, follow), other = trick.cards, trick.leader.other
    winning, losing = (lead, follow) if trick.winner is trick.leader else (follow, lead)
    text = fill_fields(
        _("{winner:*'s|your} {card} beats {loser:*'s|your} {other_card}"),
        winner=names[trick.winner],
        loser=names[trick.winner.other],
        card=card_name(winning),
        other_card=losing.rank if winning.suit is losing.suit else card_name(losing),
    )
    is_now, sentence = trick is line.tricks[0], "{cards}"
    hand = line.start_state.hands[other] if is_now else ()
    leader_wins = trick.winner is trick.leader
    if any(
        follow_wins(lead, follow, trump) is leader_wins
        and follow_wins(*effective_cards(lead, follow, trump), trump) is not leader_wins
        for trump in (trick.decree.suit, observation.table.trump)
    ):
        sentence = _("{cards} (the Witch is a trump)")
    elif _changes_trump(observation, trick):
        if isinstance(line.actions[0], Exchange):
            return _with_trump(text, trick.decree)
        sentence = _("{cards} (after a Fox: {trump})")
    elif is_now and losing.ability is Ability.SWAN:
        sentence = _("{cards} (a Swan: {loser} {loser:leads|lead} next)")
    elif (
        lead.ability is Ability.MONARCH
        and lead.suit is follow.suit
        and (sum(card.suit is lead.suit for card in hand) > 1)
    ):
        sentence = _("{cards} (the Monarch draws it)")
    loser = names[trick.winner.other]
    return fill_fields(sentence, cards=text, trump=trump_phrase(trick.decree), loser=loser)


def _match_ends(line: Line, other_line: Line, names: Names) -> tuple[str, str]:
    return _match_end(line, names), _match_end(other_line, names)


def _match_end(line: Line, names: Names) -> str:
    """Say who wins the match at the end of a line, and by how many points."""
    table, last = line.start_state.table, line.tricks[-1]
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


def _treasure_templates(
    suit: int, other_line: Line, names: Names
) -> tuple[Sequence[str], dict[str, object]]:
    """Return which trick has the Treasure, and where it is otherwise."""
    trick, short = find_treasure(other_line, suit), N_("{intro} {cards}.")
    if trick is None:
        return (N_("{intro} {cards}; otherwise the Treasure is never played."), short), {}
    winning, losing = trick.cards if trick.winner is trick.leader else trick.cards[::-1]
    template = N_(
        "{intro} {cards}; otherwise {winner:*'s|your} {card} takes it in trick {other_number}."
    )
    if winning.ability is not losing.ability and winning in trick.treasures:
        template = N_(
            "{intro} {cards}; otherwise {winner:*'s|your} {card} wins trick {other_number}."
        )
    fields: dict[str, object] = {"winner": names[trick.winner], "card": card_name(winning)}
    return (template, short), {**fields, "other_number": trick.number}
