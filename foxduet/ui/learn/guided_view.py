"""A guided round on the screen: the real table, with advice in words."""

from __future__ import annotations

from typing import assert_never

from foxduet.analysis.tutoring import NONE, SOME, are_alike
from foxduet.core.errors import FoxduetError
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import rule_set
from foxduet.play.game import Header, act, deal_due, open_game
from foxduet.play.table import Session, news, of_the_round, since_last_card
from foxduet.store.learning import Place
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.learn import drawing
from foxduet.ui.learn.guided import GuidedState
from foxduet.ui.learn.screen import chooser_of
from foxduet.ui.learn.stages import (
    Choosing,
    Done,
    Judged,
    Learning,
    Saying,
    Thinking,
    Told,
    Watching,
    pictures_since,
)
from foxduet.ui.table import parts
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.state import HINT_STEPS
from foxduet.words.common import guide_words, table_words, thinking_phrase
from foxduet.words.i18n import _
from foxduet.words.lessons import closing_sentence, course_of, lesson_names
from foxduet.words.people import names_at_table


@dataclass(frozen=True, slots=True)
class GuidedScreen(GuidedState):
    """A guided round in sight."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, and the advice."""
        game = self.game
        match self.shows:
            case Saying(at):
                drawing.draw_moment(canvas, game, self.viewer, active=False)
                drawing.draw_saying(canvas, (self.sentences[at],))
                drawing.draw_prompt(canvas, _("Press Space to continue."))
                _draw_other_hand(self, canvas)
            case Told():
                _draw_result(self, canvas, open_hand=True)
                _draw_news(self, canvas)
                drawing.draw_prompt(canvas, _("Press Space to continue."))
                _draw_other_hand(self, canvas)
            case Choosing(cursor):
                _draw_choosing(self, canvas, cursor)
            case Thinking():
                drawing.draw_moment(canvas, game, self.viewer, active=False)
                _draw_news(self, canvas)
                name = names_at_table(game.header)[self.viewer.other]
                drawing.draw_prompt(canvas, thinking_phrase(name, self.ticks, canvas.glyphs))
            case Watching(pictures, at):
                drawing.draw_picture(canvas, pictures[at], self.viewer)
            case Judged() as judged:
                _draw_judged(self, canvas, judged)
            case Done(cursor):
                _draw_done(self, canvas, cursor)
            case _:
                assert_never(self.shows)
        self.draw_rim(canvas, lesson_names(course_of(self.game_name))[-1])


def guided_round(learning: Learning, place: Place) -> GuidedScreen:
    """Return the guided round where it was left; from the beginning if that cannot be done."""
    course = course_of(learning.game_name)
    companion = _("Partner") if rule_set(learning.game_name).cooperative else _("Opponent")
    names = (_("Left"), _("Right")) if learning.two else (_("Player"), companion)
    ai = (None, None) if learning.two else (None, course.guided.partner)
    header = Header(learning.game_name, None, names, seed=course.guided.seed, ai=ai)
    header = replace(header, setup=header.rules.setup_from(course.setup))
    dealt = game = deal_due(open_game(header))
    try:
        for action in place.actions:
            game = act(game, game.rules.parse_action(action))
    except FoxduetError:
        game = dealt
    screen = GuidedScreen(learning, game, Saying(), game)
    following = screen.continued().screen
    assert isinstance(following, GuidedScreen), "the round goes on"
    return screen if game is dealt or isinstance(following.shows, Done) else following


def _draw_choosing(screen: GuidedState, canvas: Canvas, cursor: int | None) -> None:
    game, layout = screen.game, layout_for(canvas.size)
    options, names = drawing.options_at(game), names_at_table(game.header)
    observation = game.rules.observe(game.state, screen.viewer)
    chosen = None if cursor is None else options[cursor]
    drawing.draw_moment(canvas, game, screen.viewer, chosen=chosen, active=True)
    if screen.tutoring.help == NONE:
        _draw_news(screen, canvas)
    elif screen.tutoring.help == SOME:
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
        drawing.draw_question(canvas, game, cursor, two=screen.learning.two)


def _draw_news(screen: GuidedState, canvas: Canvas) -> None:
    events = news(Session(screen.game), screen.viewer)
    parts.draw_news(canvas, screen.game, events, screen.viewer)


def _draw_judged(screen: GuidedState, canvas: Canvas, judged: Judged) -> None:
    _draw_result(screen, canvas, open_hand=False)
    seat = chooser_of(screen.before)
    parts.draw_news(canvas, screen.game, news(Session(screen.game), seat), seat)
    ready = _("Press Space to continue.")
    if not judged.right:
        ready = _("Press Space to go on like this, or u to take it back.")
    drawing.draw_verdict(canvas, judged.title, judged.text, ready, praised=judged.right)


def _draw_result(screen: GuidedState, canvas: Canvas, *, open_hand: bool) -> None:
    """Draw what came of a turn; after the last trick of a round, before the next one changes it."""
    game = screen.game
    if screen.actor is not None:
        drawing.draw_moment(canvas, game, screen.viewer if open_hand else None, active=False)
        return
    (*_before, last) = pictures_since(game, len(game.turns) - 1, animated=False)
    drawing.draw_picture(canvas, last, None)


def _draw_done(screen: GuidedState, canvas: Canvas, cursor: int) -> None:
    session, words = Session(screen.game), table_words(screen.game_name)
    names, events = names_at_table(screen.game.header), since_last_card(session)
    figures = words.round_figures(of_the_round(session), screen.game.state)
    cells = [
        _("{label}: {count}").format(label=label, count="  ".join(map(str, counts)))
        for label, *counts in figures
    ]
    if all(len(figure) == 2 for figure in figures):
        cells = [" / ".join(cells)]
    if screen.game.result is None:
        cells = [words.round_sum(screen.game.state, names), *cells]
    # The result of the last trick was shown before.
    trick = words.tell_trick(events, names, None, True)
    new = [sentence for sentence in words.tell(events, names, None) if sentence not in trick]
    if screen.game.result is not None:
        new.append(words.outcome_sentence(screen.game.state, names))
    drawing.draw_ending(
        canvas,
        screen.game,
        _("The round is over."),
        (*cells, "", *new, closing_sentence(screen.tutoring)),
        [label for label, _do in screen.endings],
        cursor,
    )


def _draw_other_hand(screen: GuidedState, canvas: Canvas) -> None:
    if screen.learning.two and screen.actor is not None:
        drawing.draw_other_hand(canvas, screen.game, screen.viewer)


def _news(screen: GuidedState) -> tuple[str, ...]:
    """What has happened since the player's last card."""
    game = screen.game
    events, names = news(Session(game), screen.viewer), names_at_table(game.header)
    return table_words(screen.game_name).tell_trick(events, names, screen.viewer, False)


def _facts(screen: GuidedState) -> tuple[str, ...]:
    """What matters at the choice that is due."""
    observation = screen.game.rules.observe(screen.game.state, screen.viewer)
    return screen.guided.facts(observation, names_at_table(screen.game.header))


def _aim(screen: GuidedState) -> str:
    """What to aim at, once the adviser knows; nothing where only the choices could be named."""
    if screen.thought is None:
        return ""
    observation = screen.game.rules.observe(screen.game.state, screen.viewer)
    if len(observation.choices) == 1:
        return _("There is only one choice here.")
    if are_alike(screen.thought):
        return _("No choice stands out; all are about as good.")
    tell, names = guide_words(screen.game_name).hint_sentences, names_at_table(screen.game.header)
    aim, *others = tell(observation, screen.thought, names, HINT_STEPS)
    return aim if others else ""
