"""The end of a game on the screen, and its picture to share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from foxduet.core.lazy_dataclass import replace
from foxduet.core.registry import REVIEW_PARTS, has_parts
from foxduet.play.game import Game, Header, Names
from foxduet.play.table_session import TableSession
from foxduet.store.files import PUBLIC_MODE, write_safely
from foxduet.store.journals import par_of
from foxduet.store.pictures import add_mark, find_picture_path
from foxduet.store.score_entries import PAR_PARTNER, has_par
from foxduet.ui.kit.canvas import (
    Canvas,
    Look,
    Size,
    Style,
    count_button_rows,
    draw_buttons,
    draw_undergrowth,
)
from foxduet.ui.kit.keys import OPTION_KEYS
from foxduet.ui.kit.screen import Effects, Environment, ShowNotice
from foxduet.ui.kit.svg import render_svg
from foxduet.ui.table.drawing import SMALLEST, layout_for
from foxduet.ui.table.state import GameOver, SavedTable, table_drawing
from foxduet.words import text
from foxduet.words.game_words import Figures, guide_words, players_and_setup, table_words
from foxduet.words.i18n import _, error_text

if TYPE_CHECKING:
    from foxduet.analysis.standings import Goal
    from foxduet.store.score_entries import Par

ROWS, COLUMNS = 24, 80
"""Size of the block in which an end is drawn, in the middle of a larger window."""

_GAPS, _MAX_GAP, _ROWS_PER_GAP = 3, 2, 8
"""Gaps in the block, most rows added to each, and spare rows that add one to each."""
_STORY_ROWS, _STORY_COLUMNS = 3, 70
_DOTTED_COLUMNS = 41
_PICTURE_ROWS = 60
_CHART = Size(6, 60)


def draw_game_over(screen: SavedTable, mode: GameOver, canvas: Canvas) -> None:
    """Draw the end of a game; a scene changes only the picture at the top.

    In a larger window, header, keys and undergrowth are where the table has them.
    """
    game, layout = screen.session.game, layout_for(canvas.size)
    gap = min((canvas.size.rows - ROWS) // _ROWS_PER_GAP, _MAX_GAP)
    rows = ROWS + _GAPS * gap
    top = (canvas.size.rows - rows) // 2
    _draw_header(canvas, screen.session, layout.header, layout.left, layout.width)
    if layout.scenery <= top:
        trees = layout.trees
        draw_undergrowth(canvas, layout.scenery, layout.left, layout.width, height=trees)
    picture = table_drawing(game.header.game).count_ending_pictures(game) - mode.scene
    row = draw_result(canvas, screen.session, top, picture, mode.insight, gap)
    for line, style in _footer_lines(screen, mode, canvas.glyphs):
        canvas.put_centred(row, line, style)
        row += 1
    labels = [text.capitalize_first(_(label)) for label, _end in screen.end_actions]
    buttons = top + rows - 2 - count_button_rows(labels)
    draw_buttons(canvas, buttons, labels, OPTION_KEYS, mode.cursor)
    if buttons + _GAPS < layout.outlook:
        draw_undergrowth(canvas, layout.outlook, layout.left, layout.width, height=2)
    canvas.put_centred(layout.keys, screen.footer, Style.DIM)


def _draw_header(canvas: Canvas, session: TableSession, row: int, left: int, width: int) -> None:
    game, header = session.game, session.game.header
    players, setup = players_and_setup(game)
    kind = _("Branch") if header.is_branch else text.capitalize_first(setup)
    if header.day is not None and not header.is_branch:
        kind = "   ".join((_("Daily"), kind))
    progress, head = table_words(header.game).progress(session.state), f"{kind}   {players}"
    canvas.put(row, left + 1, text.clip(head, width - 2), Style.TITLE)
    if text.text_width(f"{head}{progress}") <= width - 5:
        canvas.put_right(row, left + width - 1, progress, Style.TITLE)


def draw_result(
    canvas: Canvas, session: TableSession, top: int, picture: int, insight: str = "", gap: int = 0
) -> int:
    """Draw picture, outcome, story and a team's score from ``top`` + 2 on; return the row below.

    ``picture`` is the number of the scene's picture, from 1; an ``insight`` replaces the story.
    ``gap`` more blank rows follow picture and story than in a small window.
    """
    game, header = session.game, session.game.header
    words, names = table_words(header.game), text.names_in_story(header)
    left = (canvas.size.columns - COLUMNS) // 2
    row = top + 2 + table_drawing(header.game).draw_ending(canvas, game, top + 2, left, picture)
    row += gap
    canvas.put_centred(row, words.outcome_sentence(session.state, names), Style.STRONG)
    row = _draw_story(canvas, game, names, row + 2, insight)
    figures = guide_words(header.game).score_rows(game)
    if header.rules.cooperative:
        row = draw_dotted_rows(canvas, row + 1 + gap, figures, is_won=session.is_won)
    return row


def _draw_story(canvas: Canvas, game: Game, names: Names, row: int, insight: str) -> int:
    story = guide_words(game.header.game).ending_story(game, names)
    rows: list[str] = []
    for version in (insight,) if insight else (" ".join(story), *story[:1]):
        rows = text.wrap(version, _STORY_COLUMNS)
        if len(rows) <= _STORY_ROWS:
            break
    # Rows of similar length, so that no row has only the last word.
    evenly = (text.wrap(version, columns) for columns in range(_STORY_COLUMNS // 2, _STORY_COLUMNS))
    rows = next((even for even in evenly if len(even) == len(rows)), rows)
    for at, line in enumerate(rows[:_STORY_ROWS], row):
        canvas.put_centred(at, line)
    return row + min(len(rows), _STORY_ROWS)


def draw_dotted_rows(canvas: Canvas, row: int, figures: Figures, *, is_won: bool) -> int:
    """Draw items and their figures with dots between them; return the row below.

    The last item of a victory, the score, is drawn strong; items of 0 are dimmed.
    """
    longest = max(text.text_width(f"{label}{figure}") for label, figure in figures)
    columns = max(_DOTTED_COLUMNS, longest + 5)
    left = (canvas.size.columns - columns) // 2
    for at, (label, figure) in enumerate(figures, row):
        is_score = is_won and at == row + len(figures) - 1
        style = Style.STRONG if is_score else Style.DIM if figure == 0 else Style.PLAIN
        room = columns - text.text_width(f"{label}{figure}") - 2
        canvas.put(at, left, f"{label}", style)
        canvas.put(at, left + text.text_width(f"{label}") + 1, canvas.glyphs.dot * room, Style.DIM)
        canvas.put_right(at, left + columns, f"{figure}", style)
    return row + len(figures)


def _footer_lines(
    screen: SavedTable, mode: GameOver, glyphs: text.Glyphs
) -> Iterator[tuple[str, Style]]:
    yield par_ending_sentence(screen, mode, glyphs), Style.DIM
    if screen.notice:
        is_danger = isinstance(screen.notice, text.Alert)
        yield text.mark_alert(screen.notice), Style.ALERT if is_danger else Style.DIM
    elif mode.more:
        for line in deal_sentences(mode, screen.session.game.header, glyphs):
            yield line, Style.DIM
    elif mode.goals:
        # Every win reaches the first goals: a short row leaves them out.
        lines = [goals_sentence(mode.goals[at:]) for at in range(len(mode.goals))]
        fitting = (line for line in lines if text.text_width(line) <= COLUMNS - 2)
        yield next(fitting, lines[-1]), Style.GAIN
    elif mode.is_best:
        yield _("A new best!"), Style.GAIN
    elif screen.session.game.header.is_practice:
        yield _("A practice game: you can review it, but it isn't scored."), Style.DIM


def goals_sentence(goals: Sequence[Goal]) -> str:
    """List the goals that were reached for the first time."""
    return _("Goals reached: {goals}").format(goals=", ".join(_(goal.label) for goal in goals))


def par_ending_sentence(screen: SavedTable, mode: GameOver, glyphs: text.Glyphs) -> str:
    """Say the experts' score with the deals, or that they are playing; empty if unknown."""
    if mode.seeks_par:
        working = _("Par: two experts are playing these deals {trail}")
        # Padded, since a centred line of changing width would move.
        return working.format(trail=f"{text.progress_dots(screen.ticks, glyphs):<3}")
    return "" if mode.par is None else par_phrase(mode.par)


def par_phrase(par: Par) -> str:
    """Say the experts' score with the deals."""
    if par.score is None:
        return _("No par: two experts lost these deals.")
    sentence = _("Par: {score}, the score of two experts on these deals")
    return sentence.format(score=par.score)


def deal_sentences(mode: GameOver, header: Header, glyphs: text.Glyphs) -> tuple[str, ...]:
    """Return the lines to share of a daily game, or else the seed; empty if there is no seed."""
    if mode.counting is not None:
        return guide_words(header.game).shared_lines(mode.counting, glyphs)
    if header.seed is None:
        return ()
    return (seed_sentence(header.seed),)


def seed_sentence(seed: int) -> str:
    """Say the seed of a game's deals."""
    return _("Seed of these deals: {seed}").format(seed=seed)


def share_picture(environment: Environment, game: Game, path: Path) -> Effects:
    """Write the picture of the game whose record is at ``path``, and show its file name."""
    from foxduet.analysis.review_file import game_fingerprint

    try:
        picture, mark = game_picture(game, path, environment.folders.scores), game_fingerprint(game)
        picture_path = find_picture_path(path, mark)
        write_safely(picture_path, add_mark(picture, mark), PUBLIC_MODE)
    except OSError as error:
        notice = _("The picture cannot be written: {reason}.")
        return (ShowNotice(text.Alert(notice.format(reason=error_text(error)))),)
    return (ShowNotice(_("Picture saved in the current folder: {file}").format(file=picture_path)),)


def game_picture(game: Game, path: Path, scores: Path | None, *, seed: bool = False) -> str:
    """Return the picture (SVG) of a finished game, whose record is at ``path``.

    It has par if the ``scores`` database has it, the chart of win chances if a review was saved,
    and the seed of the deals if ``seed``.
    """
    canvas = Canvas(Size(_PICTURE_ROWS, SMALLEST.columns), Look(text.MODERN))
    session, header, art = TableSession(game), game.header, table_drawing(game.header.game)
    _draw_header(canvas, session, 1, 0, COLUMNS)
    row = 1 + draw_result(canvas, session, 1, art.count_ending_pictures(game))
    if has_par(header) and scores is not None:
        par = par_of(scores, header, PAR_PARTNER)
        if par is not None:
            canvas.put_centred(row, par_phrase(par), Style.DIM)
            row += 1
    if seed and header.seed is not None:
        canvas.put_centred(row, seed_sentence(header.seed), Style.DIM)
        row += 1
    if session.is_won and header.rules.cooperative:
        # The picture of a defeat shows the board already.
        board = Canvas(SMALLEST, Look(text.MODERN))
        art.draw_board(board, game.state, text.names_at_table(header), {})
        rows = layout_for(SMALLEST).ends + 1
        canvas.paste(row, 0, board, rows)
        row += rows
    row = _draw_chance(canvas, game, path, row)
    frame = canvas.frame()
    title = table_words(header.game).outcome_sentence(game.state, text.names_in_story(header))
    return render_svg(replace(frame, rows=frame.rows[:row]), title)


def _draw_chance(canvas: Canvas, game: Game, path: Path, row: int) -> int:
    if not has_parts(game.header.game, *REVIEW_PARTS):
        return row
    # Imported late: drawing the end of a game must not wait for the review modules.
    from foxduet.ai.partner import REVIEWER
    from foxduet.analysis.review_file import ReviewTask
    from foxduet.analysis.review_job import ReviewRun
    from foxduet.ui.replay import draw_win_curve
    from foxduet.words.review import chart_heading, with_table_names

    review = ReviewRun(ReviewTask(game, path, REVIEWER)).progress().review
    if review is None:
        return row
    left = (canvas.size.columns - _CHART.columns) // 2
    shown = replace(with_table_names(review), partner=text.partner_name("expert"))
    canvas.put_centred(row + 1, chart_heading(shown), Style.DIM)
    draw_win_curve(canvas, review, row + 2, left, _CHART)
    return row + 2 + _CHART.rows
