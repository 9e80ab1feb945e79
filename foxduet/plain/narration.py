"""A game in words, for a seat or for both players: turns, boards, hands, figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from foxduet.ai.reasons import reason_module
from foxduet.core.cards import Deal, Play, RoundEnded, Seat, card_in_action
from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import replace
from foxduet.plain.loop import Command, number_lines
from foxduet.play.game import Game, Header, Names, Turn
from foxduet.play.table_session import (
    TableSession,
    events_of_turns,
    events_since_own_card,
    observe_game,
)
from foxduet.ui.kit.keys import LINE_KEY
from foxduet.ui.kit.screen import Context, Push, Screen
from foxduet.ui.replay import LineScreen, position_of_trick, tell_last_action
from foxduet.ui.table.drawing import visible_hand
from foxduet.ui.table.ending import par_phrase
from foxduet.ui.table.state import TableState, is_team_choosing, table_options
from foxduet.words import game_words, text
from foxduet.words.game_words import table_words
from foxduet.words.hints import points_text
from foxduet.words.i18n import _, ngettext
from foxduet.words.story import Sentences, Story
from foxduet.words.text import names_at_table

if TYPE_CHECKING:
    from foxduet.analysis.review import Assessment, Review
    from foxduet.store.score_entries import Par


def describe_header(header: Header, person: Seat | None) -> str:
    """Say the game, its setup and its players."""
    return _("{title}. {setup}. {players}.").format(
        title=game_words.game_title(header.game),
        setup=table_words(header.game).setup_label(header.setup),
        players=game_words.players_phrase(header.game, names_at_table(header), person),
    )


def with_spoken_names(session: TableSession) -> TableSession:
    """Return the session of a terminal, with its own player addressed as "you"."""
    if session.own_seat is None:
        return session
    header = session.game.header
    header = replace(header, players=text.address_seat(header.players, session.own_seat))
    return replace(session, game=replace(session.game, header=header))


def last_trick_start(session: TableSession) -> int:
    """Return the index of the turn that led the last trick, or of a later deal; 0 if neither."""
    starts = _trick_starts(session.game)
    return starts[-1] if starts else 0


def _trick_starts(game: Game) -> list[int]:
    return [
        index
        for index, (turn, state) in enumerate(zip(game.turns, game.states, strict=False))
        if isinstance(turn.action, Deal)
        or (isinstance(turn.action, Play) and state.table.trick.lead is None)
    ]


def describe_last_trick(session: TableSession, seat: Seat | None) -> tuple[str, ...]:
    """Tell the last finished trick of the round to a seat; None tells both players."""
    game, trick = session.game, session.state.table.trick
    bounds = _trick_starts(game)
    if trick is None or trick.lead is None:
        bounds.append(len(game.turns))
    if len(bounds) < 2 or isinstance(game.turns[bounds[-2]].action, Deal):
        return (_("No trick has been won in this round yet."),)
    return describe_turns(session, bounds[-2], seat, bounds[-1])


def last_trick_cards(session: TableSession) -> tuple[Any, ...]:
    """Return the cards of the last finished trick of the round."""
    game, bounds = session.game, _trick_starts(session.game)
    trick = session.state.table.trick
    if trick is None or trick.lead is None:
        bounds.append(len(game.turns))
    plays = [turn.action for turn in game.turns[bounds[-2] : bounds[-1]]] if bounds[1:] else []
    return tuple(action.card for action in plays if isinstance(action, Play))


def describe_turns(
    session: TableSession, start: int, seat: Seat | None, end: int | None = None
) -> tuple[str, ...]:
    """Tell the turns from index ``start`` up to ``end`` to a seat; None tells both players."""
    game = session.game
    story = table_words(game.header.game).story
    numbers = range(start, len(game.turns) if end is None else end)
    events_of = partial(events_of_turns, session, seat=seat)
    return describe_actions(game, numbers, story, seat, events_of)


def describe_actions(
    game: Game,
    numbers: range,
    story: Story,
    seat: Seat | None,
    events_of: Callable[[Sequence[Turn]], tuple[Any, ...]],
) -> tuple[str, ...]:
    """Tell a seat the actions with the given indices; None tells both players.

    ``events_of`` returns the events of turns that the seat may see. A deal is followed by its
    decree, and the board.
    """
    words, names = table_words(game.header.game), names_at_table(game.header)
    deals = [index for index in numbers if isinstance(game.turns[index].action, Deal)]
    tallies = {index + 1: tally for index in numbers if (tally := describe_tally(game, index))}
    lines: list[str] = []
    for first, last in pairwise(sorted({numbers.start, *deals, *tallies, numbers.stop})):
        if first in deals:
            dealt = game.states[first + 1]
            lines += words.round_start(dealt, names)[:1]
            lines.append(describe_decree(game.header, dealt))
            lines += describe_board(game.header, dealt)
        events = events_of(game.turns[first:last])
        lines += describe_events(game.header.game, events, names, seat, story)
        lines += tallies.get(last, ())
    return tuple(lines)


def describe_tally(game: Game, turn: int) -> Sentences:
    """Tell the tally if a turn changed it; empty after a deal, and at the end of a round."""
    header, (action, step) = game.header, (game.turns[turn].action, game.turns[turn].step)
    tally = game_words.spoken_words(header.game).tally
    before, after = map(tally, game.states[turn : turn + 2])
    is_told = not any(isinstance(event, RoundEnded) for event in step.events)
    if before == after or isinstance(action, Deal) or not is_told:
        return ()
    return game_words.item_sentences(after, names_at_table(header))


def describe_events(
    game: str, events: Sequence[Any], names: Names, seat: Seat | None, story: Story | None = None
) -> Sentences:
    """Tell each event to a seat; ``story``, if given, replaces the story of the game's words."""
    words = table_words(game)
    return (story or words.story).tell_each(
        tuple(events),
        names,
        seat,
        partial(game_words.full_name, words.cards),
        words.cards.trump_phrase,
    )


def describe_board(header: Header, moment: Any) -> Sentences:
    """Describe the board of a state or an observation; empty if the game has no board."""
    board = game_words.spoken_words(header.game).board
    return () if board is None else board.tell(moment, names_at_table(header))


def describe_decree(header: Header, moment: Any) -> str:
    """Say which card is the decree, and which suit is trump."""
    return game_words.decree_sentence(table_words(header.game).cards, moment.table.decree)


def describe_trick(header: Header, moment: Any) -> str:
    """Name the cards of the trick."""
    words, names = table_words(header.game).cards, names_at_table(header)
    return game_words.trick_sentence(words, moment.table.trick, names)


def describe_standing(header: Header, moment: Any) -> Sentences:
    """Say the progress and the score in a state or an observation."""
    return game_words.spoken_words(header.game).standing(moment, names_at_table(header))


def describe_hand(session: TableSession, seat: Seat) -> tuple[str, ...]:
    """Name the cards of a seat; with two people, first tell news that only that seat knows.

    With open hands, name the cards of both seats.
    """
    if session.has_open_hands:
        game = session.game
        return tuple(
            sentence
            for owner in (seat, seat.other)
            for sentence in describe_known_hand(
                game.header, owner, *visible_hand(game, game.state, owner)
            )
        )
    observation = observe_game(session.game, seat)
    hand = game_words.hand_sentence(table_words(session.game.header.game).cards, observation.hand)
    # The seat that acted last knows its news.
    has_acted = getattr(session.game.turns[-1].action, "seat", None) is seat
    if session.person is not None or has_acted:
        return (hand,)
    header, redact = session.game.header, session.game.rules.redact
    names, events = names_at_table(header), events_since_own_card(session, seat)
    tell = table_words(header.game).story.tell
    known_lines = tell(tuple(redact(event, seat.other) for event in events), names, None)
    return (*(line for line in tell(events, names, seat) if line not in known_lines), hand)


def describe_known_hand(
    header: Header, seat: Seat, hand: Sequence[Any], offer: Any, unseen: int = 0
) -> tuple[str, ...]:
    """Name the known cards of a seat, and the card that it is about to give away or None."""
    words, name = table_words(header.game).cards, names_at_table(header)[seat]
    held = game_words.known_hand_sentence(words, name, hand, unseen)
    if offer is None:
        return (held,)
    sentence = _("{name} {name:gives|give} the {card}.")
    return held, text.format_sentence(sentence, name=name, card=words.card_name(offer))


def choice_question(session: TableSession) -> str:
    """Ask the visible seat for its choice."""
    assert session.visible_seat is not None, "a seat chooses"
    header, observation = session.game.header, observe_game(session.game, session.visible_seat)
    return table_words(header.game).choices.prompt(observation, names_at_table(header))


def describe_options(screen: TableState, question: str = "") -> tuple[str, ...]:
    """Number the options that are no cards, each with its effect, after the ``question``.

    Empty if all options are cards.
    """
    header = screen.session.game.header
    name_option, names = table_words(header.game).choices.option_phrase, names_at_table(header)
    labels = [
        f"{text.capitalize_first(name_option(option, names))}. {_outlook(screen, option)}".rstrip()
        for option in table_options(screen)
        if card_in_action(option) is None
    ]
    return tuple(filter(None, (question, *number_lines(labels)))) if labels else ()


def _outlook(screen: TableState, option: Any) -> str:
    """Say the effect of an option that is no card; "" if the table must not show it."""
    session, header = screen.session, screen.session.game.header
    words = table_words(header.game)
    if not screen.shows_outlook:
        return ""
    if is_team_choosing(screen):
        return words.team_outlook(option, session.state)
    if session.visible_seat is None:
        return ""
    observation = observe_game(session.game, session.visible_seat)
    return words.outlook_sentence(observation, option, names_at_table(header), text.SPOKEN)


def line_commands(screen: Screen) -> tuple[Command, ...]:
    """Return the command that tells how play may go on; empty if no key of the screen shows it."""
    return (_LINE,) if screen.takes(LINE_KEY) else ()


def _tell_lines(screen: Screen, _rest: str, context: Context) -> Sentences:
    """Tell the trick that decides between two choices, as it may go after each of them."""
    match screen.handle_key(LINE_KEY, context).effects:
        case (Push(LineScreen(reason=reason) as line),):
            decided = reason.lines[reason.contrast.is_bad]
            module = reason_module(line.game_name)
            trick = module.decisive_trick(reason.contrast, decided).number
            games = (line.game, line.other.game)
            return tuple(_describe_trick_of_line(game, trick) for game in games)
        case _:
            raise AssertionError("the key shows a line of play")


def _describe_trick_of_line(game: Game, trick: int) -> str:
    """Tell a trick of a line of play, or the last one if the game ends before."""
    position = position_of_trick(game, (game.round, trick))
    words, names = table_words(game.header.game).choices, names_at_table(game.header)
    outcome = game_words.spoken_words(game.header.game).outcome
    return _("After {choice}, say, trick {trick}: {story}").format(
        choice=words.choice_phrase(game.turns[0].action, names),
        trick=game.rules.progress(game.states[position - 1])[1],
        story=" ".join(tell_last_action(game, position, None, outcome)),
    )


_LINE = Command(
    NC_("command", "line"), N_("hear how play may go on, in one possible deal"), _tell_lines
)


def describe_par(par: Par) -> str:
    """Say in a whole sentence how experts scored on the same deals."""
    return text.as_sentence(par_phrase(par))


def figure_text(value: float, in_points: bool) -> str:
    """Return a win chance as per cent, or points, in words."""
    if not in_points:
        return _("{share}%").format(share=game_words.percent(value))
    sentence = ngettext("{points} point", "{points} points", round(value))
    return sentence.format(points=points_text(value))


def choice_labels(review: Review, assessment: Assessment) -> list[str]:
    """Label each choice of a decision with its figure; mark the played and best choices."""
    names, words = names_at_table(review.game.header), table_words(review.game.header.game)
    labels, in_points = [], assessment.uses_points
    for estimate in assessment.estimates:
        figure = figure_text(estimate.score if in_points else estimate.win, in_points)
        if assessment.is_approximate(estimate.action):
            figure = _("about {figure}").format(figure=figure)
        label = [text.capitalize_first(words.choices.option_phrase(estimate.action, names)), figure]
        label += [_("as played")] if estimate.action == assessment.chosen else []
        label += [_("the best")] if estimate.action == assessment.best else []
        labels.append(", ".join(label))
    return labels
