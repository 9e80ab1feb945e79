"""The sentences of reasons: the event that comes more often after a choice, and a line with it."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.ai.reasons import Contrast, Line, Reason
from foxduet.core.cards import Exchange, Play, Seat
from foxduet.core.errors import N_
from foxduet.games.duet.reasons import (
    OF_TRICK,
    LineTrick,
    ReasonKind,
    clarity,
    is_settled,
    told_trick,
    trick_actions,
)
from foxduet.games.duet.rules.cards import Ability, Card
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.words.names import (
    CARDS,
    ability_name,
    card_name,
    choice_phrase,
    choice_subject,
)
from foxduet.play.game import Names
from foxduet.words.i18n import _
from foxduet.words.reasons import MAX_ROWS, how_often, join_fitting
from foxduet.words.text import fill_fields, format_sentence

# {best} and {chosen} are choices, {often} and {other_often} are "about 7 times in 10" or the like.
_HOW_OFTEN = {
    ReasonKind.WON: N_("{Best} finds the last gem at once {often}; {chosen}, {other_often}."),
    ReasonKind.LOST: N_(
        "{Chosen} loses the game at once, with no token left, {other_often}; {best}, {often}."
    ),
    ReasonKind.OVERRUN: N_(
        "{Chosen} runs the fox off the path at once {other_often}; {best}, {often}."
    ),
    ReasonKind.GEM: N_("{Best} finds a gem at once {often}; {chosen}, {other_often}."),
    ReasonKind.TOKEN: N_(
        "A token was worth spending: {best} sends the fox back to the start {often}; "
        "{chosen}, {other_often}."
    ),
    ReasonKind.GEM_SOON: N_(
        "{Best} finds a gem in this trick or the next {often}; {chosen}, {other_often}."
    ),
    ReasonKind.LOST_LATER: N_(
        "{Chosen} loses the game off {side:*'s|your} end this round {other_often}; {best}, {often}."
    ),
    ReasonKind.OVERRUNS_LATER: N_(
        "{Chosen} runs the fox off the path this round {other_often}; {best}, {often}."
    ),
    ReasonKind.GEMS_LATER: N_(
        "{Best} finds {count} gems or more this round {often}; {chosen}, {other_often}."
    ),
    ReasonKind.OVERRUN_LATER: N_(
        "{Chosen} runs the fox off {side:*'s|your} end this round {other_often}; {best}, {often}."
    ),
    ReasonKind.GEM_LATER: N_(
        "{Best} leads to the gem on space {space} this round {often}; {chosen}, {other_often}."
    ),
    ReasonKind.WON_LATER: N_("{Best} wins in this round {often}; {chosen}, {other_often}."),
}
_LOST_WITH_TOKENS = N_(
    "{Chosen} uses up the tokens and loses the game off {side:*'s|your} end this round "
    "{other_often}; {best}, {often}."
)
_ONE_GEM = N_("{Best} finds a gem this round {often}; {chosen}, {other_often}.")
# Between rounds.
_IN_NEXT_ROUND = {
    ReasonKind.OVERRUNS_LATER: N_(
        "{Chosen} runs the fox off the path in the next round {other_often}; {best}, {often}."
    ),
    ReasonKind.GEMS_LATER: N_(
        "{Best} finds {count} gems or more in the next round {often}; {chosen}, {other_often}."
    ),
    ReasonKind.LOST_LATER: N_(
        "{Chosen} loses the game off {side:*'s|your} end in the next round {other_often}; {best}, "
        "{often}."
    ),
    ReasonKind.OVERRUN_LATER: N_(
        "{Chosen} runs the fox off {side:*'s|your} end in the next round {other_often}; {best}, "
        "{often}."
    ),
    ReasonKind.GEM_LATER: N_(
        "{Best} leads to the gem on space {space} in the next round {often}; {chosen}, "
        "{other_often}."
    ),
    ReasonKind.WON_LATER: N_("{Best} wins in the next round {often}; {chosen}, {other_often}."),
}
_GEM_AT_ONCE = N_(
    "{Best} finds the gem on space {space} now; after {chosen} it is found this round "
    "{other_often}."
)
# The end of the trick under way: the effect of a choice, and the fox's way.
_EFFECTS = {
    ReasonKind.WON: N_("finds the last gem, on space {space}, and wins the game"),
    ReasonKind.LOST: N_(
        "runs the fox off {side:*'s|your} end with no token left, and the game is lost"
    ),
    ReasonKind.OVERRUN: N_("runs the fox off {side:*'s|your} end, which costs a token"),
    ReasonKind.GEM: N_("finds the gem on space {space}"),
    None: N_("ends on space {space}, without a gem"),
}
_WALKS = {
    ReasonKind.WON: N_("goes to the last gem, on {space}"),
    ReasonKind.LOST: N_("runs off {side:*'s|your} end, and the game is lost"),
    ReasonKind.OVERRUN: N_("runs off {side:*'s|your} end"),
    ReasonKind.GEM: N_("goes to the gem on {space}"),
    None: N_("goes to {space}"),
}
# The same without a step.
_STAYS = {
    **_WALKS,
    ReasonKind.WON: N_("stays and finds the last gem, on {space}"),
    ReasonKind.GEM: N_("stays and finds the gem on {space}"),
    None: N_("stays where it is, on {space}"),
}
# The same in a later trick.
_LATER_WALKS: dict[ReasonKind | None, str] = {
    ReasonKind.WON: N_("goes from {start} to the last gem, on {space}"),
    ReasonKind.LOST: N_("runs from {start} off {side:*'s|your} end, and the game is lost"),
    ReasonKind.OVERRUN: N_("runs from {start} off {side:*'s|your} end"),
    ReasonKind.GEM: N_("goes from {start} to the gem on {space}"),
}


def reason_sentences(
    observation: Observation,
    reason: Reason,
    names: Names,
    max_rows: int = MAX_ROWS,
    opening: str = "",
) -> str:
    """Say which event comes more often after one choice, and how it may come about.

    The line is shortened or left out where the text takes more rows of a message.
    """
    outcome = f"{opening} {_outcome_sentence(observation, reason, names)}".lstrip()
    lines = _line_sentences(observation, reason, names)
    equal = choice_subject(reason.equals[0], names) if reason.equals else ""
    return join_fitting(outcome, lines, equal, max_rows)


def _outcome_sentence(observation: Observation, reason: Reason, names: Names) -> str:
    contrast = reason.contrast
    settled = [is_settled(observation, line) for line in reason.lines]
    fields = {
        "best": choice_phrase(reason.best, names),
        "Best": choice_subject(reason.best, names),
        "chosen": choice_phrase(reason.other, names),
        "Chosen": choice_subject(reason.other, names),
        "space": contrast.subject,
        "count": contrast.subject,
        "side": names[subject_end(contrast)],
    }
    tricks = [line.tricks[0] for line in reason.lines]
    if _effects_say_all(contrast, settled):
        does, other_does = (_trick_phrase(_EFFECTS, trick, names) for trick in tricks)
        sentence = _("{Best} {does}; {chosen} {other_does}.")
        return format_sentence(sentence, **fields, does=does, other_does=other_does)
    certain = [contrast.kind in OF_TRICK and is_sure for is_sure in settled]
    template = _HOW_OFTEN[contrast.kind]
    if observation.table.trick is None:
        template = _IN_NEXT_ROUND[contrast.kind]
    elif _is_found_at_once(observation, reason):
        template = _GEM_AT_ONCE
    elif contrast.kind is ReasonKind.LOST_LATER and observation.table.reserve:
        template = _LOST_WITH_TOKENS
    elif contrast.kind is ReasonKind.GEMS_LATER and contrast.subject == 1:
        template = _ONE_GEM
    shares = how_often((contrast.best_share, contrast.other_share), certain)
    return format_sentence(_(template), **fields, **shares)


def _effects_say_all(contrast: Contrast, settled: Sequence[bool]) -> bool:
    """True if the ends of the trick under way say it all, and neither depends on the partner."""
    is_of_trick = contrast.kind in OF_TRICK and contrast.kind is not ReasonKind.TOKEN
    return is_of_trick and all(settled)


def subject_end(contrast: Contrast) -> Seat:
    """Return the seat at the end of the path that an event is about; P1 for other events."""
    is_about_end = contrast.kind in (ReasonKind.LOST_LATER, ReasonKind.OVERRUN_LATER)
    return Seat(contrast.subject) if is_about_end else Seat.P1


def _is_found_at_once(observation: Observation, reason: Reason) -> bool:
    """True if the best choice itself finds the gem that other lines find later."""
    line, space = reason.lines[0], reason.contrast.subject
    is_later = reason.contrast.kind is ReasonKind.GEM_LATER
    return is_later and is_settled(observation, line) and line.tricks[0].gem == space


def _line_sentences(observation: Observation, reason: Reason, names: Names) -> Sequence[str]:
    """Return sentences about the lines, the shorter ones last.

    None if the outcome says it all, or the lines do not show it clearly.
    """
    contrast = reason.contrast
    settled = [is_settled(observation, line) for line in reason.lines]
    if _effects_say_all(contrast, settled) or not clarity(observation, contrast, reason.lines):
        return ()
    decisive = told_trick(contrast, reason.lines)
    if observation.table.trick is not None and decisive is reason.lines[contrast.is_bad].tricks[0]:
        return _this_trick_sentences(observation, reason, settled, names)
    return _later_trick_sentences(observation, reason, decisive, names)


def _this_trick_sentences(
    observation: Observation, reason: Reason, settled: Sequence[bool], names: Names
) -> Sequence[str]:
    """Say how the trick under way goes after both choices; the line with the event comes first."""
    choices, lines = (reason.best, reason.other), reason.lines
    if reason.contrast.is_bad:
        choices, lines, settled = choices[::-1], lines[::-1], settled[::-1]
    walk, other_walk = (_walk_phrase(line.tricks[0], names) for line in lines)
    reply, other_reply = (_reply_phrase(observation, line, names) for line in lines)
    finds_both = all(line.tricks[0].gem is not None for line in lines)
    if _is_found_at_once(observation, reason):
        sentences = [_("After {chosen} the fox {other_walk}.")]
        if not settled[1]:
            sentences = [_("After {chosen}, say, {other_reply}: the fox {other_walk}.")]
    elif finds_both and reply:
        sentences = [_("Say {reply}: the fox {walk}.")]
    elif all(settled):
        sentences = [
            _("After {best} the fox {walk}; after {chosen} it {other_walk}."),
            _("After {best} the fox {walk}."),
        ]
    elif settled[0] or not reply:
        sentences = [
            _("After {best} the fox {walk}; after {chosen}, say, {other_reply}: it {other_walk}."),
            _("After {best} the fox {walk}."),
        ]
    elif settled[1] or reply == other_reply or not other_reply:
        sentences = [
            _("Say {reply}: the fox {walk}; after {chosen} it {other_walk}."),
            _("Say {reply}: the fox {walk}."),
        ]
    else:
        sentences = [
            _("Say {reply}: the fox {walk}; after {chosen}, {other_reply}: it {other_walk}."),
            _("Say {reply}: the fox {walk}."),
        ]
    best, chosen = (choice_phrase(choice, names) for choice in choices)
    return [
        format_sentence(
            sentence,
            best=best,
            chosen=chosen,
            walk=walk,
            other_walk=other_walk,
            reply=reply,
            other_reply=other_reply,
        )
        for sentence in sentences
    ]


def _reply_phrase(observation: Observation, line: Line, names: Names) -> str:
    """Name the other actions of the trick: cards, an exchange or a move; empty without any."""
    actions = trick_actions(observation, line)[1:]
    swap = next((a for a in actions if isinstance(a, Exchange)), None)
    play = next((a for a in actions if isinstance(a, Play)), None)
    match swap, play:
        case Exchange(seat, Card() as new), Play(player, card) if seat is player:
            sentence = _("{name:*'s|your} {card}, with the {new} as decree")
            if actions.index(swap) < actions.index(play):
                sentence = _(
                    "{name} {name:makes|make} the {new} the decree and {name:plays|play} the {card}"
                )
            fields = {"new": card_name(new), "card": card_name(card)}
            return fill_fields(sentence, name=names[seat], **fields)
        case Exchange(seat, Card() as new), Play(player, card):
            sentence = _(
                "{name} {name:makes|make} the {new} the decree, and {other} {other:plays|play} the "
                "{card}"
            )
            fields = {"new": card_name(new), "card": card_name(card)}
            return fill_fields(sentence, name=names[seat], other=names[player], **fields)
        case Exchange(seat, Card() as new), _:
            sentence = _("{name} {name:makes|make} the {new} the decree")
            return fill_fields(sentence, name=names[seat], new=card_name(new))
        case _, Play(seat, card):
            sentence = _("{name:*'s|your} {card}")
            return fill_fields(sentence, name=names[seat], card=card_name(card))
        case Exchange(seat), _:
            return fill_fields(_("{name} {name:keeping|keeping} the decree"), name=names[seat])
    partner = observation.seat.other
    acts = any(getattr(action, "seat", None) is partner for action in actions)
    return fill_fields(_("{name:*'s|your} choice"), name=names[partner]) if acts else ""


def _later_trick_sentences(
    observation: Observation, reason: Reason, decisive: LineTrick, names: Names
) -> Sequence[str]:
    """Say in which trick the event comes, and where the fox is at that time in the other line."""
    line = reason.lines[not reason.contrast.is_bad]
    other_trick = next((trick for trick in line.tricks if trick.number == decisive.number), None)
    cards = _cards_phrase(decisive, names)
    choices = (reason.best, reason.other)
    told_choice, other_choice = choices[::-1] if reason.contrast.is_bad else choices
    trump = getattr(observation.table.decree, "suit", decisive.trump)
    if isinstance(told_choice, Exchange) and told_choice.card is not None:
        trump = told_choice.card.suit
    if observation.table.trick is not None and decisive.trump is not trump:
        cards = f"{cards} ({_(CARDS.trumps[decisive.trump])})"
    walks = _STAYS if _stays(decisive) else _LATER_WALKS
    walk, *short_walks = (
        _trick_phrase(walks, decisive, names, ability=True),
        _trick_phrase(walks, decisive, names, ability=False),
    )
    if decisive.off is None and not _stays(decisive):
        # The outcome has said that the fox finds a gem.
        short_walk = _("goes from {start} to {space}")
        short_walks.append(short_walk.format(start=decisive.start, space=decisive.end))
    whole = _("Say trick {number}: {cards}, and the fox {walk}.")
    sentences = [
        *((whole, walk) for walk in (walk, *short_walks)),
        # The outcome has said which way the fox goes.
        (_("Say trick {number}: {cards}, with the fox on {start}."), ""),
        (_("Say trick {number}: {cards}."), ""),
    ]
    if other_trick is not None:
        template = _(
            "Say trick {number}: {cards}, and the fox {walk}; after {chosen} it {other_walk}."
        )
        if other_trick.start != decisive.start:
            template = _(
                "Say trick {number}: {cards}, and the fox {walk}; after {chosen} it is on "
                "{other_start} by then."
            )
        sentences.insert(0, (template, walk))
    return [
        format_sentence(
            template,
            number=decisive.number,
            cards=cards,
            chosen=choice_phrase(other_choice, names),
            start=decisive.start,
            walk=walk,
            other_start=0 if other_trick is None else other_trick.start,
            other_walk="" if other_trick is None else _walk_phrase(other_trick, names),
        )
        for template, walk in sentences
    ]


def _cards_phrase(trick: LineTrick, names: Names) -> str:
    lead, follow = trick.cards
    sentence, own = _("{name:*'s|your} {card} and {other:*'s|your} {other_card}"), card_name(lead)
    if lead.suit is follow.suit:
        sentence = _("{name:*'s|your} {rank} and {other:*'s|your} {other_card}")
    players = {"name": names[trick.leader], "other": names[trick.leader.other]}
    fields = {"card": own, "rank": lead.rank, "other_card": card_name(follow)}
    return fill_fields(sentence, **players, **fields)


def _walk_phrase(trick: LineTrick, names: Names) -> str:
    return _trick_phrase(_STAYS if _stays(trick) else _WALKS, trick, names)


def _stays(trick: LineTrick) -> bool:
    return trick.start == trick.end and trick.off is None


def _trick_phrase(
    phrases: dict[ReasonKind | None, str], trick: LineTrick, names: Names, *, ability: bool = True
) -> str:
    """Fill in the phrase for the end of a trick, with the ability that leads to a gem."""
    is_over = trick.outcome is not None
    kind = None if trick.gem is None else ReasonKind.WON if is_over else ReasonKind.GEM
    if trick.off is not None:
        kind = ReasonKind.LOST if is_over else ReasonKind.OVERRUN
    side = names[Seat.P1 if trick.off is None else trick.off]
    phrase = fill_fields(_(phrases[kind]), side=side, start=trick.start, space=trick.end)
    used = _ability_used(trick) if ability and trick.gem is not None else None
    if used is None or phrases is _EFFECTS:
        return phrase
    sentence = _("{walk}, thanks to the {ability}")
    return sentence.format(walk=phrase, ability=ability_name(used))


def _ability_used(trick: LineTrick) -> Ability | None:
    """Return the ability that let the fox go another way than all paws to the winner, or None."""
    steps, paws = trick.end - trick.start, sum(card.paws for card in trick.cards)
    if trick.off is not None or steps == (paws if trick.winner is Seat.P2 else -paws):
        return None
    return Ability.MUSICIAN if abs(steps) == paws else Ability.GAZELLE
