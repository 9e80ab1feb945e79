"""What a guided round draws: the real table, with advice in words."""

from __future__ import annotations

from typing import assert_never

from foxduet.play.table import Session, news, of_the_round
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.learn import drawing
from foxduet.ui.learn.guided import NONE, SOME, GuidedScreen, chooser_of
from foxduet.ui.learn.stages import Choosing, Done, Judged, Saying, Thinking, Told, Watching
from foxduet.ui.table import parts
from foxduet.ui.table.layout import layout_for
from foxduet.words.common import guide_words, table_words, thinking_phrase
from foxduet.words.i18n import _
from foxduet.words.lessons import course_of, lesson_names, praise_of


def draw_guided(screen: GuidedScreen, canvas: Canvas) -> None:
    """Draw the table, and the advice."""
    game, layout = screen.game, layout_for(canvas.size)
    match screen.shows:
        case Saying(at):
            drawing.draw_moment(canvas, game, screen.viewer, active=False)
            drawing.draw_saying(canvas, (screen.sentences[at],))
            drawing.draw_prompt(canvas, _("Press Space to continue."))
            _draw_other_hand(screen, canvas)
        case Told():
            drawing.draw_moment(canvas, game, screen.viewer, active=False)
            _draw_news(screen, canvas)
            drawing.draw_prompt(canvas, _("Press Space to continue."))
            _draw_other_hand(screen, canvas)
        case Choosing(cursor):
            _draw_choosing(screen, canvas, cursor)
        case Thinking():
            drawing.draw_moment(canvas, game, screen.viewer, active=False)
            _draw_news(screen, canvas)
            name = game.header.players[screen.viewer.other]
            drawing.draw_prompt(canvas, thinking_phrase(name, screen.ticks, canvas.glyphs))
        case Watching(pictures, at):
            drawing.draw_picture(canvas, pictures[at], screen.viewer)
        case Judged() as judged:
            _draw_judged(screen, canvas, judged)
        case Done(cursor):
            _draw_done(screen, canvas, cursor)
        case _:
            assert_never(screen.shows)
    drawing.draw_title(canvas, lesson_names(course_of(screen.game_name))[-1])
    if screen.notice:
        canvas.put(layout.outlook, layout.left, " " * layout.width)
        canvas.put(layout.outlook, layout.left + 2, screen.notice, Style.ALERT)
    parts.draw_footer(canvas, screen.footer)


def _draw_choosing(screen: GuidedScreen, canvas: Canvas, cursor: int | None) -> None:
    game, layout = screen.game, layout_for(canvas.size)
    options, names = drawing.options_at(game), game.header.players
    observation = game.rules.observe(game.state, screen.viewer)
    chosen = None if cursor is None else options[cursor]
    drawing.draw_moment(canvas, game, screen.viewer, chosen=chosen, active=True)
    if screen.help == NONE:
        _draw_news(screen, canvas)
    elif screen.help == SOME:
        drawing.draw_saying(canvas, (*_news(screen), _aim(screen)))
    else:
        drawing.draw_saying(canvas, (*_facts(screen), _aim(screen)))
    if chosen is None:
        _draw_other_hand(screen, canvas)
    else:
        words = table_words(screen.game_name)
        outlook = words.outlook(observation, chosen, names, canvas.glyphs)
        canvas.put(layout.outlook, layout.left + 2, outlook)
    if screen.waits:
        name = _("Your adviser")
        drawing.draw_prompt(canvas, thinking_phrase(name, screen.ticks, canvas.glyphs))
    else:
        drawing.draw_question(canvas, game, cursor, two=screen.below.two)


def _draw_news(screen: GuidedScreen, canvas: Canvas) -> None:
    events = news(Session(screen.game), screen.viewer)
    parts.draw_news(canvas, screen.game, events, screen.viewer)


def _draw_judged(screen: GuidedScreen, canvas: Canvas, judged: Judged) -> None:
    drawing.draw_moment(canvas, screen.game, None, active=False)
    drawing.draw_story(canvas, screen.game, len(screen.before.turns), chooser_of(screen.before))
    title = praise_of(screen.right) if judged.right else _("There was something better.")
    ready = _("Press Space to continue.")
    if not judged.right:
        ready = _("Press Space to go on like this, or u to take it back.")
    drawing.draw_verdict(canvas, title, judged.text, ready, praised=judged.right)


def _draw_done(screen: GuidedScreen, canvas: Canvas, cursor: int) -> None:
    events = of_the_round(Session(screen.game))
    figures = table_words(screen.game_name).round_figures(events, screen.game.state)
    cells = [f"{label}: {'  '.join(map(str, counts))}" for label, *counts in figures]
    sentence = _("You know the game now. Find the rest out by playing!")
    drawing.draw_ending(
        canvas,
        screen.game,
        _("The round is over."),
        (*cells, "", sentence),
        screen.endings,
        cursor,
    )


def _draw_other_hand(screen: GuidedScreen, canvas: Canvas) -> None:
    if screen.below.two and screen.actor is not None:
        drawing.draw_other_hand(canvas, screen.game, screen.viewer)


def _news(screen: GuidedScreen) -> tuple[str, ...]:
    """What has happened since the player's last card."""
    events, names = news(Session(screen.game), screen.viewer), screen.game.header.players
    return table_words(screen.game_name).tell_trick(events, names, screen.viewer, False)


def _facts(screen: GuidedScreen) -> tuple[str, ...]:
    """What matters at the choice that is due."""
    observation = screen.game.rules.observe(screen.game.state, screen.viewer)
    return screen.guided.facts(observation, screen.game.header.players)


def _aim(screen: GuidedScreen) -> str:
    """What to aim at, once the adviser knows."""
    if screen.thought is None:
        return ""
    observation = screen.game.rules.observe(screen.game.state, screen.viewer)
    tell, names = guide_words(screen.game_name).hint_sentences, screen.game.header.players
    return tell(observation, screen.thought, names, 1)[0]
