"""Drawing of the original game: tricks and bands, points, and the counting foxes."""

from __future__ import annotations

from math import ceil

from foxduet.core.cards import Exchange, Play, Seat, Trick, TrickWon, replace_at
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.games.classic.rules.cards import Card
from foxduet.games.classic.rules.engine import Band, band_of, points_of
from foxduet.games.classic.rules.observation import Observation, exchange_outlook, follow_outlook
from foxduet.games.classic.rules.state import TRICKS, Action, GameState, Table, TreasuresScored
from foxduet.games.classic.words.ending import rounds_of
from foxduet.games.classic.words.names import band_name, winner_of
from foxduet.play.game import Game, Names, Turn
from foxduet.ui.kit.canvas import LIGHT_STYLES, Canvas, Style, draw_undergrowth
from foxduet.ui.table.drawing import Layout, draw_header, draw_trick, layout_for, trick_after_action
from foxduet.ui.table.state import Marks
from foxduet.words.i18n import _
from foxduet.words.text import Glyphs, clip, largest_piece, names_at_table, text_width

_COUNTS = range(TRICKS + 1)
_MAX_POINTS = max(map(points_of, _COUNTS))
_NAME_COLUMNS, _MIN_SCORE_WIDTH, _POINTS_COLUMNS = 14, 10, 3
_MAX_CELL_WIDTH, _GAP = 5, 2
"""Columns of a number of tricks if space allows, and of the gap between two bands."""


@dataclass(frozen=True, slots=True)
class FoxCount:
    """An animation: the winner's fox counts a trick.

    before, after: the table, in a round that is not over in either.
    trick: the trick won.
    """

    before: Table
    after: Table
    trick: Trick[Card]

    @property
    def steps(self) -> int:
        """Number of pictures: before and after the fox moves."""
        return 2


def animation_of(before: GameState, turn: Turn) -> FoxCount | None:
    """Return the animation of ``turn``; None if it did not complete a trick."""
    trick = trick_after_action(before, turn.action)
    winner, treasures = None, 0
    for event in turn.step.events:
        match event:
            case TrickWon():
                winner = event.winner
            case TreasuresScored(_, points):
                treasures = points
            case _:
                pass
    if trick is None or winner is None:
        return None
    # The decree may have changed before the trick was won.
    table: Table = replace(before.table, trick=None, decree=turn.step.state.table.decree)
    after = replace(
        table,
        tricks=replace_at(table.tricks, winner, table.tricks[winner] + 1),
        points=replace_at(table.points, winner, table.points[winner] + treasures),
    )
    return FoxCount(table, after, trick)


def draw_animation_step(canvas: Canvas, game: Game, walk: FoxCount, step: int) -> None:
    """Draw header, board and trick, with the winner's fox before or after its step.

    Before step 1, the header still has the trick.
    """
    table = walk.after if step > 0 else walk.before
    trick = None if step > 0 else walk.trick
    draw_header(canvas, game, replace(game.state, table=replace(table, trick=trick)))
    _draw_tricks(canvas, table, names_at_table(game.header), {})
    draw_trick(canvas, game, table.decree, walk.trick)


def draw_board(canvas: Canvas, moment: GameState | Observation, names: Names, marks: Marks) -> None:
    """Draw the tricks of both players, the points they score, and the points of the match."""
    _draw_tricks(canvas, moment.table, names, marks)


def marks(
    observation: Observation, _options: tuple[Action, ...], chosen: Action, glyphs: Glyphs
) -> Marks:
    """Mark the number of tricks that the trick's winner would have, in the row of its seat."""
    table, outlook = observation.table, None
    if isinstance(chosen, Play) and table.lead is not None and chosen in observation.choices:
        outlook = follow_outlook(table, chosen.card)
    elif isinstance(chosen, Exchange):
        outlook = exchange_outlook(table, chosen.card)
    if outlook is None:
        return {}
    style = Style.STRONG
    if points_of(outlook.tricks) < points_of(outlook.tricks - 1):
        style = Style.ALERT
    return {_column_of(outlook.winner, outlook.tricks): (glyphs.mark, style)}


def reach_marks(_observation: Observation, _chosen: Action, _glyphs: Glyphs) -> Marks:
    """Return no marks: a trick counts one, whatever its cards."""
    return {}


def team_marks(_state: GameState, _chosen: Action, _glyphs: Glyphs) -> Marks:
    """Return no marks: opponents make no choice together."""
    return {}


def _column_of(seat: Seat, tricks: int) -> int:
    return seat * (TRICKS + 1) + tricks


def _draw_tricks(canvas: Canvas, table: Table, names: Names, marks: Marks) -> None:
    layout = layout_for(canvas.size)
    if layout.trees > 1:
        light = LIGHT_STYLES[(max(table.round, 1) - 1) % len(LIGHT_STYLES)]
        top, height = layout.scenery - 1, layout.trees - 1
        draw_undergrowth(canvas, top, layout.left, layout.width, light, height=height)
    columns, cell, edge = *_columns(layout), layout.left + layout.width - 2
    for band in Band:
        tricks = [count for count in _COUNTS if band_of(count) is band]
        ends = columns[tricks[0]] + columns[tricks[-1]] + cell
        name, is_held = band_name(band), any(count in tricks for count in table.tricks)
        style = Style.STRONG if is_held and table.round else Style.DIM
        canvas.put(layout.scenery, (ends - text_width(name)) // 2, name, style)
    canvas.put(layout.board, layout.left + 2, _("Tricks"), Style.DIM)
    canvas.put(layout.ends, layout.left + 2, _("Points"), Style.DIM)
    for count, column in zip(_COUNTS, columns, strict=True):
        points = points_of(count)
        style = {0: Style.DIM, _MAX_POINTS: Style.STRONG}.get(points, Style.PLAIN)
        canvas.put(layout.board, column, f"{count:^{cell}}", Style.DIM)
        canvas.put(layout.ends, column, f"{points:^{cell}}", style)
    target = _("Match to {target}").format(target=table.setup.target)
    canvas.put_right(layout.board, edge, target, Style.DIM)
    depth = (layout.spaces + 1) // 2
    fox = largest_piece(depth, cell + 2, canvas.glyphs)
    for seat in Seat:
        top = layout.board + 1 + seat * depth
        row = top + depth // 2
        canvas.put(row, layout.left + 2, names[seat], Style.STRONG)
        for count, column in zip(_COUNTS, columns, strict=True):
            text, style = marks.get(_column_of(seat, count), (canvas.glyphs.dot, Style.WAY))
            canvas.put(row, column, f"{text:^{cell}}", style)
        left = columns[table.tricks[seat]] + (cell - len(fox[0])) // 2
        for fox_row, text in enumerate(fox, row - len(fox) // 2):
            canvas.put(fox_row, left, text, Style.PIECE)
        _draw_points(canvas, row, columns[-1] + cell + _GAP, edge, table, seat)


def _draw_points(
    canvas: Canvas, row: int, column: int, edge: int, table: Table, seat: Seat
) -> None:
    points, width = table.points[seat], edge - column - _POINTS_COLUMNS
    share = min(points / table.setup.target, 1)
    canvas.put(row, column, canvas.glyphs.dot * width, Style.WAY)
    # A line in the colour of the wood: solid bars would look like an alarm.
    way = canvas.glyphs.chosen.across * ceil(share * width)
    canvas.put(row, column, way, Style.SCENERY)
    canvas.put_right(row, edge, f"{points}", Style.STRONG)


def _columns(layout: Layout) -> tuple[list[int], int]:
    room = layout.width - _NAME_COLUMNS - _MIN_SCORE_WIDTH - len(Band) * _GAP - 4
    cell = min(room // len(_COUNTS), _MAX_CELL_WIDTH)
    columns, column = list[int](), layout.left + 2 + _NAME_COLUMNS
    for count in _COUNTS:
        if count and band_of(count) is not band_of(count - 1):
            column += _GAP
        columns.append(column)
        column += cell
    return columns, cell


_MAX_ROUNDS, _ROUND_COLUMNS, _ENDING_PICTURES = 6, 7, 8
_PORTRAIT_ROWS = 3


def count_ending_pictures(game: Game) -> int:
    """Return the number of pictures of the final scene: 1 unless there is a win to celebrate."""
    winner, person = winner_of(game.state.table.outcome), game.header.person
    is_glad = winner is not None and person in {None, winner} and bool(rounds_of(game))
    return _ENDING_PICTURES if is_glad else 1


def draw_ending(canvas: Canvas, game: Game, row: int, left: int, picture: int) -> int:
    """Draw the last rounds' points and the winner's hopping fox; return the number of rows."""
    names, table = names_at_table(game.header), game.state.table
    rounds = [*enumerate(rounds_of(game), 1)][-_MAX_ROUNDS:]
    column = left + 18
    canvas.put(row, column, _("Round"), Style.DIM)
    if rounds and rounds[0][0] > 1:
        canvas.put(row, column + 9, "...", Style.DIM)
    for index, (number, _round) in enumerate(rounds, 1):
        end = column + 8 + index * _ROUND_COLUMNS
        canvas.put_right(row, end, f"{number}", Style.DIM)
    total_column = column + 8 + (len(rounds) + 1) * _ROUND_COLUMNS + 4
    canvas.put_right(row, total_column, _("Match"), Style.DIM)
    for seat in Seat:
        line = row + 1 + 2 * seat
        canvas.put(line, column - 2, clip(names[seat], 11), Style.STRONG)
        canvas.put(line + 1, column, _("Tricks"), Style.DIM)
        for index, (_number, played) in enumerate(rounds, 1):
            own, other = played.points[seat], played.points[seat.other]
            end, style = column + 8 + index * _ROUND_COLUMNS, Style.PLAIN
            canvas.put_right(line, end, f"+{own}", Style.STRONG if own > other else style)
            canvas.put_right(line + 1, end, f"{played.tricks[seat]}", Style.DIM)
        canvas.put_right(line, total_column, f"{table.points[seat]}", Style.STRONG)
    _draw_portraits(canvas, game, row + 6, left, picture)
    return 6 + _PORTRAIT_ROWS + 1 + (game.header.person is None)


def _draw_portraits(canvas: Canvas, game: Game, row: int, left: int, picture: int) -> None:
    narrow, wide = canvas.glyphs.undergrowth[-3:-1]
    for plant, columns in ((wide, (11, 60)), (narrow, (20, 68))):
        for column in columns:
            for up, piece in enumerate(reversed(plant)):
                canvas.put(row + 1 - up, left + column, piece, Style.SCENERY)
    for start in (4, 56):
        draw_undergrowth(canvas, row + 2, left + start, 20)
    winner, fox = winner_of(game.state.table.outcome), largest_piece(3, 9, canvas.glyphs)
    for seat, column in zip(Seat, (30, 44), strict=True):
        style = Style.PIECE if winner in {None, seat} else Style.DIM
        hops = winner is seat and picture < count_ending_pictures(game) and picture % 4 == 2
        for fox_row, text in enumerate(fox, row - hops):
            canvas.put(fox_row, left + column, text, style)
        if game.header.person is None:
            name = clip(names_at_table(game.header)[seat], 13)
            canvas.put(row + 3, left + column + (9 - text_width(name)) // 2, name, style)
