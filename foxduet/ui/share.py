"""A picture of a finished game, to send: how it ended, and no hand."""

from __future__ import annotations

from pathlib import Path

from foxduet.ai.partner import REVIEWER
from foxduet.analysis.review_file import Task
from foxduet.analysis.review_job import ReviewJob
from foxduet.core.frozen import replace
from foxduet.core.registry import FOR_REVIEWS, has_parts
from foxduet.play.game import Game
from foxduet.play.table import Session
from foxduet.store.files import FOR_ALL, write_safely
from foxduet.store.journals import par_of
from foxduet.store.results import PAR_PARTNER, has_par
from foxduet.ui.kit.canvas import Canvas, Look, Size, Style
from foxduet.ui.kit.picture import svg
from foxduet.ui.kit.screen import Effects, Notice, World
from foxduet.ui.replay import draw_line
from foxduet.ui.table.drawing import SMALLEST, layout_for
from foxduet.ui.table.ending import draw_result, par_phrase, seed_sentence
from foxduet.ui.table.state import art_of
from foxduet.words.game_words import table_words
from foxduet.words.i18n import _, reason_of
from foxduet.words.review import addressed, line_heading
from foxduet.words.text import MODERN, Alert, names_at_table, names_in_story, partner_name

_MOST_ROWS = 60
_CHART = Size(6, 60)


def share(world: World, game: Game, path: Path) -> Effects:
    """Write the picture of the game whose record is at ``path``, and say where it is."""
    name = name_of(path)
    try:
        picture = picture_of(game, path, world.folders.scores)
        write_safely(Path(name), picture.encode(), FOR_ALL)
    except OSError as error:
        notice = _("The picture cannot be written: {reason}.")
        return (Notice(Alert(notice.format(reason=reason_of(error)))),)
    return (Notice(_("The picture is {file}, in the folder you are in.").format(file=name)),)


def name_of(path: Path) -> str:
    """Return what the picture of a record's game is called."""
    return f"foxduet-{path.stem}.svg"


def picture_of(game: Game, path: Path, scores: Path | None, *, seed: bool = False) -> str:
    """Return the picture (SVG) of a game that is over, whose record is at ``path``.

    Par is there if the ``scores`` know it, the chance to win if a review has been saved, and the
    ``seed`` of the deals if that is asked for.
    """
    canvas, session = Canvas(Size(_MOST_ROWS, SMALLEST.columns), Look(MODERN)), Session(game)
    header = game.header
    row = 1 + draw_result(canvas, session, 1, art_of(header.game).pictures(game))
    if has_par(header) and scores is not None:
        par = par_of(scores, header, PAR_PARTNER)
        if par is not None:
            canvas.put_centred(row, par_phrase(par), Style.DIM)
            row += 1
    if seed and header.seed is not None:
        canvas.put_centred(row, seed_sentence(header.seed), Style.DIM)
        row += 1
    if session.is_won and header.rules.cooperative:
        # That of a team that lost is in the picture of its end.
        row = _draw_board(canvas, game, row)
    row = _draw_chance(canvas, game, path, row)
    frame = canvas.frame()
    title = table_words(header.game).outcome_sentence(game.state, names_in_story(header))
    return svg(replace(frame, rows=frame.rows[:row]), title)


def _draw_board(canvas: Canvas, game: Game, row: int) -> int:
    board = Canvas(SMALLEST, Look(MODERN))
    art_of(game.header.game).draw_board(board, game.state, names_at_table(game.header), {})
    rows = layout_for(SMALLEST).ends + 1
    canvas.paste(row, 0, board, rows)
    return row + rows


def _draw_chance(canvas: Canvas, game: Game, path: Path, row: int) -> int:
    if not has_parts(game.header.game, *FOR_REVIEWS):
        return row
    review = ReviewJob(Task(game, path, REVIEWER)).progress().review
    if review is None:
        return row
    left = (canvas.size.columns - _CHART.columns) // 2
    shown = replace(addressed(review), partner=partner_name("expert"))
    canvas.put_centred(row + 1, line_heading(shown), Style.DIM)
    draw_line(canvas, review, row + 2, left, _CHART)
    return row + 2 + _CHART.rows
