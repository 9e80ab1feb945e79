"""What is told of a game in words, to a seat or to both players: turns, boards, hands, figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from foxduet.core.cards import Deal, Play, RoundEnded, Seat, TrickWon, card_in_action
from foxduet.core.lazy_dataclass import replace
from foxduet.plain.loop import number_lines
from foxduet.play.game import Game, Header, Names, Turn
from foxduet.play.table_session import (
    TableSession,
    events_of_turns,
    events_since_own_card,
    observe_game,
)
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
    """Say which game it is, and who plays."""
    return _("{title}. {setup}. {players}.").format(
        title=game_words.game_title(header.game),
        setup=table_words(header.game).setup_label(header.setup),
        players=game_words.players_phrase(header.game, names_at_table(header), person),
    )


def with_spoken_names(session: TableSession) -> TableSession:
    """Return a session in which whoever sits here, of two at two terminals, is spoken to."""
    if session.own is None:
        return session
    header = session.game.header
    header = replace(header, players=text.address_seat(header.players, session.own))
    return replace(session, game=replace(session.game, header=header))


def last_trick_start(session: TableSession) -> int:
    """Return which turn, from 0, led the last trick, or dealt if no card was led since."""
    beginnings = _trick_starts(session.game)
    return beginnings[-1] if beginnings else 0


def _trick_starts(game: Game) -> list[int]:
    return [
        at
        for at, (turn, before) in enumerate(zip(game.turns, game.states, strict=False))
        if isinstance(turn.action, Deal)
        or (isinstance(turn.action, Play) and before.table.trick.lead is None)
    ]


def describe_last_trick(session: TableSession, seat: Seat | None) -> tuple[str, ...]:
    """Tell the last trick that was over in this round to a seat, or to both players."""
    game, trick = session.game, session.state.table.trick
    ends = [*_trick_starts(game)]
    if trick is None or trick.lead is None:
        ends.append(len(game.turns))
    if len(ends) < 2 or isinstance(game.turns[ends[-2]].action, Deal):
        return (_("No trick has been won in this round yet."),)
    return describe_turns(session, ends[-2], seat, ends[-1])


def describe_turns(
    session: TableSession, start: int, seat: Seat | None, end: int | None = None
) -> tuple[str, ...]:
    """Tell the turns from a number on, or up to another, to a seat, or to both if it is None."""
    game = session.game
    story = table_words(game.header.game).story
    numbers = range(start, len(game.turns) if end is None else end)
    return describe_actions(
        game, numbers, story, seat, lambda turns: events_of_turns(session, turns, seat)
    )


def describe_actions(
    game: Game,
    numbers: range,
    story: Story,
    seat: Seat | None,
    events_of: Callable[[Sequence[Turn]], tuple[Any, ...]],
) -> tuple[str, ...]:
    """Tell actions of a game, by their numbers from 0, to a seat that may see these events.

    A deal is followed by its decree, and the board.
    """
    words, names = table_words(game.header.game), names_at_table(game.header)
    deals = [at for at in numbers if isinstance(game.turns[at].action, Deal)]
    tallies = {at + 1: tally for at in numbers if (tally := describe_tally(game, at))}
    said: list[str] = []
    for first, last in pairwise(sorted({numbers.start, *deals, *tallies, numbers.stop})):
        if first in deals:
            dealt = game.states[first + 1]
            said += words.round_start(dealt, names)[:1]
            said.append(game_words.decree_sentence(words.cards, dealt.table.decree))
            said += describe_board(game.header, dealt)
        events = events_of(game.turns[first:last])
        said += describe_events(game.header.game, events, names, seat, story)
        said += tallies.get(last, ())
    return tuple(said)


def describe_tally(game: Game, turn: int) -> Sentences:
    """Say what both have won where a turn ended a trick, but no round, if the game tells that."""
    header, ends = game.header, (TrickWon, RoundEnded)
    ended = [event for event in game.turns[turn].step.events if isinstance(event, ends)]
    if not ended or isinstance(ended[-1], RoundEnded):
        return ()
    tally = game_words.spoken_words(header.game).tally(game.states[turn + 1])
    return game_words.item_sentences(tally, names_at_table(header))


def describe_events(
    game: str, events: Sequence[Any], names: Names, seat: Seat | None, story: Story | None = None
) -> Sentences:
    """Tell each event to a seat that may see it; of a ``story`` other than that of the table."""
    words = table_words(game)
    return (story or words.story).tell_each(
        tuple(events),
        names,
        seat,
        partial(game_words.full_name, words.cards),
        words.cards.trump_phrase,
    )


def describe_board(header: Header, moment: Any) -> Sentences:
    """Describe the board of a state, or an observation, if the game has one."""
    board = game_words.spoken_words(header.game).board
    return () if board is None else board.tell(moment, names_at_table(header))


def describe_decree(header: Header, moment: Any) -> str:
    """Say which card is the decree, and which suit is trump by it."""
    return game_words.decree_sentence(table_words(header.game).cards, moment.table.decree)


def describe_trick(header: Header, moment: Any) -> str:
    """Say what lies on the table."""
    words, names = table_words(header.game).cards, names_at_table(header)
    return game_words.trick_sentence(words, moment.table.trick, names)


def describe_standing(header: Header, moment: Any) -> Sentences:
    """Say how far a state, or an observation, is, and what counts in it."""
    return game_words.spoken_words(header.game).standing(moment, names_at_table(header))


def describe_hand(session: TableSession, seat: Seat) -> tuple[str, ...]:
    """Name the cards that a seat holds; where two people play, first what only it may know."""
    seen = observe_game(session.game, seat)
    hand = game_words.hand_sentence(table_words(session.game.header.game).cards, seen.hand)
    # Whoever acted last has been told already.
    acted = getattr(session.game.turns[-1].action, "seat", None) is seat
    return (hand,) if session.person is not None or acted else (*_own_news(session, seat), hand)


def _own_news(session: TableSession, seat: Seat) -> tuple[str, ...]:
    header, redact = session.game.header, session.game.rules.redact
    words, names, events = (
        table_words(header.game),
        names_at_table(header),
        events_since_own_card(session, seat),
    )
    openly = tuple(redact(event, seat.other) for event in events)
    tell = words.story.tell
    told = tell(openly, names, None)
    return tuple(one for one in tell(events, names, seat) if one not in told)


def choice_question(session: TableSession) -> str:
    """Ask the seat that looks for its choice."""
    assert session.visible_seat is not None, "a seat chooses"
    header, seen = session.game.header, observe_game(session.game, session.visible_seat)
    return table_words(header.game).choices.prompt(seen, names_at_table(header))


def describe_options(screen: TableState, question: str = "") -> tuple[str, ...]:
    """Say the options that are no cards with their numbers, and what each would do.

    If there are any, the ``question`` comes first: whoever hears them must know what for.
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
    """Say what an option that is no card would do, if the table says that."""
    session, header = screen.session, screen.session.game.header
    words = table_words(header.game)
    if not screen.shows_outlook:
        return ""
    if is_team_choosing(screen):
        return words.team_outlook(option, session.state)
    if session.visible_seat is None:
        return ""
    seen = observe_game(session.game, session.visible_seat)
    return words.outlook_sentence(seen, option, names_at_table(header), text.SPOKEN)


def describe_par(par: Par) -> str:
    """Say what two experts scored with the deals, in a whole sentence."""
    return text.as_sentence(par_phrase(par))


def figure_text(value: float, in_points: bool) -> str:
    """Name a chance to win, or points."""
    if not in_points:
        return _("{share}%").format(share=game_words.percent(value))
    sentence = ngettext("{points} point", "{points} points", round(value))
    return sentence.format(points=points_text(value))


def choice_labels(review: Review, one: Assessment) -> list[str]:
    """Name each choice of a decision with its figure, those played and best marked."""
    names, words = names_at_table(review.game.header), table_words(review.game.header.game)
    labels = []
    for estimate in one.estimates:
        figure = figure_text(estimate.score if one.uses_points else estimate.win, one.uses_points)
        if one.is_approximate(estimate.action):
            figure = _("about {figure}").format(figure=figure)
        label = [text.capitalize_first(words.choices.option_phrase(estimate.action, names)), figure]
        label += [_("as played")] if estimate.action == one.chosen else []
        label += [_("the best")] if estimate.action == one.best else []
        labels.append(", ".join(label))
    return labels
