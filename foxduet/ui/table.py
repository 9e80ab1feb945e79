"""The table as the player who must choose sees it; while the fox walks, as all see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import TypeAlias

from foxduet.i18n import _
from foxduet.rules.actions import Action, Exchange, Forest, Foxes, Move, Play
from foxduet.rules.board import Landed, Landing, Overrun
from foxduet.rules.cards import Seat, Suit
from foxduet.rules.events import Event, RoundEnded
from foxduet.rules.observation import FaceUp, Observation, face_up, observe
from foxduet.rules.state import ROUNDS, TRICKS
from foxduet.rules.trick import Trick
from foxduet.session import Stage, news, since_last_card
from foxduet.ui.art import (
    CardState,
    PathPicture,
    draw_card,
    draw_ends,
    draw_path,
    draw_slot,
    draw_undergrowth,
)
from foxduet.ui.canvas import Canvas, Frame, Size, Style, text_width, wrapped
from foxduet.ui.choices import OPTION_KEYS, card_of, card_rows, options_of
from foxduet.ui.layout import MESSAGE_ROWS, Layout, layout_for
from foxduet.ui.look import Glyphs, Look
from foxduet.ui.screens import TableScreen
from foxduet.ui.story import tell
from foxduet.ui.wording import (
    Names,
    ability_sentence,
    exchange_sentence,
    follow_outlook,
    follow_sentence,
    forest_label,
    give_sentence,
    keep_label,
    move_label,
    move_sentence,
    naming_sentence,
    prompt,
    trump_phrase,
)

HOUSE_KEY, HOUSE_MEMORY = "house", "memory"
Marks: TypeAlias = Mapping[int, tuple[str, Style]]


def draw_table(screen: TableScreen, size: Size, look: Look) -> Frame:
    """Draw the table for the player who looks, or, while the fox walks, for everybody."""
    session, glyphs = screen.session, look.glyphs
    canvas, layout = Canvas(size), layout_for(size)
    table, names = face_up(session.state), session.game.header.players
    draw_header(canvas, layout, table if screen.walk is None else _while_walking(screen), glyphs)
    draw_trick(
        canvas, layout, table, screen.walk.trick if screen.walk else table.trick, names, glyphs
    )
    if session.viewer is None:
        draw_message(canvas, layout, _told(screen, since_last_card(session)))
        for row in range(layout.card.rows - 1, layout.card.rows + 1):
            draw_undergrowth(canvas, layout.hand + row, layout.left, layout.width, glyphs)
    else:
        observation = observe(session.state, session.viewer)
        used = draw_message(canvas, layout, _told(screen, news(session, session.viewer)))
        if screen.walk is None and session.stage is Stage.CHOICE:
            if used < MESSAGE_ROWS:
                _draw_ability(canvas, layout, screen, observation)
            _draw_choice(canvas, layout, screen, observation, glyphs)
        else:
            _draw_hand(canvas, layout, observation, None, glyphs)
    if screen.walk is not None:
        draw_forest(canvas, layout, _walking_picture(screen), names, glyphs)
        _draw_keys(canvas, layout, _("any key: go on"))
    elif session.viewer is None:
        draw_forest(canvas, layout, standing_picture(table, {}), names, glyphs)
    return canvas.frame()


def _told(screen: TableScreen, events: tuple[Event, ...]) -> tuple[str, ...]:
    """Tell ``events`` once the fox has arrived; the end of a round has a screen of its own."""
    if screen.walk is not None and not screen.walk.arrived:
        return ()
    names = screen.session.game.header.players
    of_trick = takewhile(lambda event: not isinstance(event, RoundEnded), events)
    return tell(tuple(of_trick), names, screen.session.viewer)


def _while_walking(screen: TableScreen) -> FaceUp:
    """Return the table as it is while the fox is still on its way."""
    walk, table = screen.walk, face_up(screen.session.state)
    assert walk is not None, "the fox is walking"
    return replace(table, trick=None, path=table.path if walk.arrived else walk.path)


def draw_header(canvas: Canvas, layout: Layout, table: FaceUp, glyphs: Glyphs) -> None:
    """Write level, round, trick, gems left and forest tokens in one row."""
    progress = _("Level {level}   Round {round} of {rounds}   Trick {trick} of {tricks}").format(
        level=table.setup.level,
        round=table.round,
        rounds=ROUNDS,
        trick=min(TRICKS, table.tricks_done + (table.trick is not None)),
        tricks=TRICKS,
    )
    canvas.put(layout.header, layout.left + 1, progress, Style.TITLE)
    tokens = glyphs.tree * table.reserve or "0"
    left = _("Gems left {gems}   Forest tokens {tokens}").format(
        gems=table.path.gems_left, tokens=tokens
    )
    canvas.put_right(layout.header, layout.left + layout.width - 1, left, Style.TITLE)


def standing_picture(table: FaceUp, marks: Marks) -> PathPicture:
    """Return the path with the fox where the tracker stands."""
    return PathPicture(table.path, table.setup.board, table.path.tracker, marks)


def _walking_picture(screen: TableScreen) -> PathPicture:
    walk, state = screen.walk, screen.session.state
    assert walk is not None, "the fox is walking"
    path = state.path if walk.arrived else walk.path
    return PathPicture(path, state.setup.board, walk.spaces[walk.at], {})


def draw_forest(
    canvas: Canvas, layout: Layout, picture: PathPicture, names: Names, glyphs: Glyphs
) -> None:
    """Draw the path between its undergrowth and the names of its ends."""
    draw_undergrowth(canvas, layout.canopy, layout.left, layout.width, glyphs)
    draw_path(canvas, layout.path, layout.left, layout.width, picture, glyphs)
    draw_ends(canvas, layout.ends, layout.left + 1, layout.width - 2, names, glyphs)


def draw_trick(
    canvas: Canvas,
    layout: Layout,
    table: FaceUp,
    trick: Trick | None,
    names: Names,
    glyphs: Glyphs,
) -> None:
    """Draw the decree and the two cards of ``trick`` side by side, each with a caption."""
    decree = table.decree
    if decree is None:
        return
    captions = [_("Decree"), "", ""]
    cards = [decree, None, None]
    if trick is not None:
        leader, follower = names[trick.leader], names[trick.leader.other]
        cards[1:] = [trick.lead, trick.follow]
        captions[1] = (_("{name} led") if trick.lead else _("{name} leads")).format(name=leader)
        captions[2] = (_("{name} followed") if trick.follow else _("{name} follows")).format(
            name=follower
        )
    panel = layout.width // 3
    for at, (card, caption) in enumerate(zip(cards, captions, strict=True)):
        column = layout.left + 1 + at * panel
        if card is not None:
            draw_card(canvas, layout.trick, column, layout.card, card, glyphs)
        elif caption:
            draw_slot(canvas, layout.trick, column, layout.card, glyphs)
        lines = wrapped(caption, panel - layout.card.columns - 2)
        if at == 0:
            lines += wrapped(trump_phrase(decree.suit), panel - layout.card.columns - 2)
        for row, line in enumerate(lines[: layout.card.rows]):
            canvas.put(layout.trick + row + 1, column + layout.card.columns + 1, line)


def draw_message(canvas: Canvas, layout: Layout, sentences: tuple[str, ...]) -> int:
    """Write the newest of ``sentences`` that fit; return how many rows they take."""
    rows: list[str] = []
    for sentence in reversed(sentences):
        older = wrapped(sentence, layout.width - 4)
        if len(older) + len(rows) > MESSAGE_ROWS:
            break
        rows = older + rows
    for at, row in enumerate(rows):
        canvas.put(layout.message + at, layout.left + 2, row)
    return len(rows)


def _draw_ability(
    canvas: Canvas, layout: Layout, screen: TableScreen, observation: Observation
) -> None:
    """Say what the chosen card does while the row for that tells where it would lead."""
    chosen = options_of(observation)[screen.cursor]
    following = observation.trick is not None and observation.trick.lead is not None
    if isinstance(chosen, Play) and chosen.card.ability is not None and following:
        row = layout.message + MESSAGE_ROWS - 1
        canvas.put(row, layout.left + 2, ability_sentence(chosen.card), Style.DIM)


def _draw_hand(
    canvas: Canvas,
    layout: Layout,
    observation: Observation,
    chosen: Action | None,
    glyphs: Glyphs,
) -> None:
    """Draw the hand in one or two rows; cards that may not be played are barred."""
    rows = card_rows(len(observation.hand))
    playable = {card_of(action) for action in observation.choices}
    about_cards = playable - {None}
    at = 0
    top = layout.hand + (layout.card.rows // 2 if len(rows) == 1 else 0)
    for line, count in enumerate(rows):
        for column in range(count):
            card = observation.hand[at]
            barred = bool(about_cards) and card not in playable
            state = CardState.BARRED if barred else CardState.PLAIN
            if chosen is not None and card is card_of(chosen):
                state = CardState.CHOSEN_BARRED if barred else CardState.CHOSEN
            draw_card(
                canvas,
                top + line * layout.card.rows,
                layout.left + 1 + column * (layout.card.columns + 1),
                layout.card,
                card,
                glyphs,
                state,
                OPTION_KEYS[at] if about_cards else "",
            )
            at += 1


def _draw_choice(
    canvas: Canvas, layout: Layout, screen: TableScreen, observation: Observation, glyphs: Glyphs
) -> None:
    """Draw the hand and what is due: the options, what the chosen one would do, and the keys."""
    names = screen.session.game.header.players
    table = face_up(observation)
    options = options_of(observation)
    chosen = options[screen.cursor]
    _draw_hand(canvas, layout, observation, chosen, glyphs)
    marks = _marks(observation, options, chosen, glyphs)
    draw_forest(canvas, layout, standing_picture(table, marks), names, glyphs)
    if screen.session.game.header.further.get(HOUSE_KEY) == HOUSE_MEMORY:
        _draw_memory(canvas, layout, observation, glyphs)
    outlook = _outlook(observation, chosen, names)
    style = Style.ALERT if screen.notice else Style.PLAIN
    canvas.put(layout.outlook, layout.left + 2, screen.notice or outlook, style)
    column = layout.left + 2
    question = prompt(observation, names)
    canvas.put(layout.prompt, column, question, Style.PROMPT)
    column += text_width(question) + 2
    for at, option in enumerate(options):
        if card_of(option) is None:
            label, key = option_label(option, names, glyphs), OPTION_KEYS[at]
            column = draw_button(canvas, layout.prompt, column, key, label, chosen=option is chosen)
    _draw_keys(
        canvas,
        layout,
        _("arrows choose   Enter play   Tab cards   ? help   b blank   R resign   q leave")
        if isinstance(chosen, Play)
        else _("arrows move   Enter choose   Tab cards   ? help   b blank   R resign   q leave"),
    )


def _draw_keys(canvas: Canvas, layout: Layout, keys: str) -> None:
    canvas.put(layout.keys, layout.left + 2, keys, Style.DIM)


def _draw_memory(canvas: Canvas, layout: Layout, observation: Observation, glyphs: Glyphs) -> None:
    """List the cards that are out, over the path's undergrowth (a house rule; see R10.3)."""
    suits = [
        " ".join(
            (glyphs.suit(suit), *(str(card.rank) for card in observation.out if card.suit is suit))
        )
        for suit in Suit
    ]
    canvas.put(layout.canopy, layout.left, " " * layout.width)
    text = _("Out: {cards}").format(cards="   ".join(suits))
    canvas.put(layout.canopy, layout.left + 2, text, Style.DIM)


def draw_button(
    canvas: Canvas, row: int, column: int, key: str, label: str, *, chosen: bool
) -> int:
    """Draw an option with the key that chooses it; return the column after it."""
    text = f"[{key}: {label}]" if chosen else f" {key}: {label} "
    canvas.put(row, column, text, Style.CHOSEN if chosen else Style.PLAIN)
    return column + text_width(text) + 1


def option_label(option: Action, names: Names, glyphs: Glyphs) -> str:
    """Return an option that is not a card in a few words."""
    match option:
        case Foxes(_, named):
            return names[named]
        case Exchange():
            return keep_label()
        case Move(_, steps):
            return move_label(steps, glyphs.toward)
        case Forest(end):
            return forest_label(names[end])
        case _:
            raise AssertionError("all other options are cards")


def _outlook(observation: Observation, chosen: Action, names: Names) -> str:
    """Say in a sentence what the chosen option would do."""
    table = face_up(observation)
    assert table.decree is not None, "a round is under way"
    match chosen:
        case Play(_, card) if table.trick is not None and table.trick.lead is not None:
            return follow_sentence(table, card, names) if chosen in observation.choices else ""
        case Play(_, card):
            return ability_sentence(card)
        case Foxes(_, named):
            return naming_sentence(names[named])
        case Exchange():
            return exchange_sentence(chosen, table.decree)
        case Move(_, steps):
            return move_sentence(steps, table, names)
        case _:
            return give_sentence(names[observation.seat.other])


def _marks(
    observation: Observation, options: tuple[Action, ...], chosen: Action, glyphs: Glyphs
) -> Marks:
    """Mark the spaces where the fox would or could get to."""
    table = face_up(observation)
    if isinstance(chosen, Move):
        moves = [option for option in options if isinstance(option, Move)]
        return {
            _space_of(table.path.landing(move.steps), table): (
                OPTION_KEYS[at],
                Style.CHOSEN if move is chosen else Style.PLAIN,
            )
            # The chosen one last: where two lead beyond the same end, it is the one to be seen.
            for at, move in sorted(enumerate(moves), key=lambda pair: pair[1] is chosen)
        }
    following = table.trick is not None and table.trick.lead is not None
    if isinstance(chosen, Play) and following and chosen in observation.choices:
        _winner, landings = follow_outlook(table, chosen.card)
        return {_space_of(landing, table): _mark(landing, glyphs) for landing in landings}
    return {}


def _space_of(landing: Landing, table: FaceUp) -> int:
    """Return where a landing is marked; one beyond the path next to its last uncovered space."""
    match landing:
        case Overrun(end):
            return table.path.end_space(end) + (1 if end is Seat.P2 else -1)
        case Landed(space, _):
            return space


def _mark(landing: Landing, glyphs: Glyphs) -> tuple[str, Style]:
    match landing:
        case Overrun(end):
            return glyphs.arrow(end), Style.ALERT
        case Landed(_, gem):
            return glyphs.mark, Style.GEM if gem else Style.PLAIN
