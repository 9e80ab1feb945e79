"""What lessons and the guided round do alike: choose at the table, watch what comes of it, end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from foxduet.core.common import Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game
from foxduet.store.learning import Progress
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.kit.effects import Event, ProgressNotSaved, SaveProgress
from foxduet.ui.kit.keys import ARROWS, DECIDE, ENTER, KEEP_KEY, OPTION_KEYS, SPACE, moved
from foxduet.ui.kit.screen import SECONDS_OF_A_TICK, Binding, Context, Next, Pop
from foxduet.ui.learn import drawing
from foxduet.ui.learn.stages import (
    Choosing,
    Done,
    Judged,
    Learning,
    LessonLeft,
    Saying,
    Thinking,
    Told,
    Watching,
    not_saved,
    pictures_since,
)
from foxduet.ui.reader import Readable
from foxduet.words.common import nothing_chosen, table_words

Shown: TypeAlias = Saying | Told | Choosing | Thinking | Watching | Judged | Done

Ending: TypeAlias = tuple[str, Callable[[], Next]]
"""Something that can be done in the end: what its button says, and what it does."""


@dataclass(frozen=True, slots=True)
class LearnScreen(Readable):
    """A lesson or a guided round, with what it ``shows`` of the ``game`` that is played in it."""

    learning: Learning
    game: Game
    shows: Shown

    @property
    def game_name(self) -> str:
        return self.learning.game_name

    @property
    def endings(self) -> Sequence[Ending]:
        """What can be done in the end."""
        raise AssertionError("every lesson has an end")

    def play(self, action: Any, context: Context) -> Next:
        """Do what is chosen, and may be done."""
        raise AssertionError("something can be played in every lesson")

    def seen(self) -> Next:
        """Go on once what came of a choice was seen."""
        raise AssertionError("every lesson goes on after what is watched")

    def go_on(self) -> Next:
        """Go on from what was read."""
        raise AssertionError("every lesson goes on")

    def draw_rim(self, canvas: Canvas, title: str) -> None:
        """Draw what stands above and below all that is shown."""
        drawing.draw_rim(canvas, title, self.notice, self.footer)

    def press(self, key: str, context: Context) -> Next:
        """Do what a key is bound to, or skip what is watched."""
        return self.seen() if self.is_watched else Readable.press(self, key, context)

    def receive(self, event: Event, context: Context) -> Next:
        """Say that the progress could not be saved."""
        if isinstance(event, ProgressNotSaved):
            return Next(replace(self, notice=not_saved(event)))
        return Next(self)

    @property
    def is_watched(self) -> bool:
        return isinstance(self.shows, Watching)

    @property
    def turns_pages(self) -> bool:
        return isinstance(self.shows, Saying | Told | Judged)

    @property
    def seconds(self) -> float | None:
        match self.shows:
            case Watching(pictures, at):
                return pictures[at].seconds
            case _:
                return SECONDS_OF_A_TICK if self.awaits_job else None

    def later(self, context: Context) -> Next:
        """Show the next picture of what came of a choice, or count the ticks."""
        match self.shows:
            case Watching(pictures, at) if at + 1 < len(pictures):
                return Next(replace(self, shows=Watching(pictures, at + 1)))
            case Watching():
                return self.seen()
            case _:
                return Next(replace(self, ticks=self.ticks + 1))

    def watching(self, game: Game, context: Context) -> Watching:
        """Return what is seen of the turns that ``game`` has beyond those so far."""
        animated = context.options.look.animated
        return Watching(pictures_since(game, len(self.game.turns), animated=animated))

    def move(self, key: str, _context: Context) -> Next:
        """Move the cursor among what can be played."""
        assert isinstance(self.shows, Choosing), "there is something to choose"
        cursor = drawing.cursor_after(key, self.shows.cursor, drawing.options_at(self.game))
        return Next(replace(self, shows=Choosing(cursor)))

    def choose(self, _key: str, context: Context) -> Next:
        """Play what is chosen, or say why it may not be played."""
        assert isinstance(self.shows, Choosing), "there is something to choose"
        if self.shows.cursor is None:
            return Next(replace(self, notice=nothing_chosen()))
        action, state = drawing.options_at(self.game)[self.shows.cursor], self.game.state
        if action in self.game.rules.legal_actions(state):
            return self.play(action, context)
        observation = self.game.rules.observe(state, chooser_of(self.game))
        return Next(replace(self, notice=table_words(self.game_name).refusal(observation)))

    def move_to_ending(self, key: str, _context: Context) -> Next:
        """Move the cursor among what can be done in the end."""
        assert isinstance(self.shows, Done), "it is over"
        return Next(replace(self, shows=Done(moved(self.shows.cursor, key, len(self.endings)))))

    def choose_ending(self, _key: str, _context: Context) -> Next:
        """Do what is chosen in the end."""
        assert isinstance(self.shows, Done), "it is over"
        _label, do = self.endings[self.shows.cursor]
        return do()

    def save(self, progress: Progress) -> Next:
        """Return the screen with progress that is saved."""
        screen = replace(self, learning=replace(self.learning, progress=progress))
        return Next(screen, (SaveProgress(self.game_name, progress),))

    def leave(self, number: int, *, opens: bool = False) -> Next:
        """Go to the list of the lessons, with one of them chosen, which may open at once."""
        return Next(self, (Pop(LessonLeft(self.learning.progress, number, opens)),))


def chooser_of(game: Game) -> Seat:
    """Return the seat that chooses in a game."""
    pending = game.pending
    assert pending is not None, "something was chosen"
    return pending.asked


CONTINUE = Binding(
    (SPACE, ENTER),
    lambda screen, *_: screen.go_on(),
    (N_("Space"), N_("continue")),
    (N_("Space, Enter"), N_("continue")),
)
MOVE = Binding(
    (*ARROWS, *OPTION_KEYS, KEEP_KEY),
    LearnScreen.move,
    (N_("arrows"), N_("move")),
    (N_("arrows, 1 to 9"), N_("choose a card or another option")),
)
PLAY = Binding(
    DECIDE,
    LearnScreen.choose,
    (N_("Enter"), N_("play")),
    (N_("Enter"), N_("play, or do, what is chosen")),
)
PICK = Binding(DECIDE, LearnScreen.choose, (N_("Enter"), N_("pick")))
WATCHED = Binding((), LearnScreen.move, (N_("any key:"), N_("skip")))
ENDING = (
    Binding((*ARROWS, *OPTION_KEYS), LearnScreen.move_to_ending, (N_("arrows"), N_("choose"))),
    Binding(DECIDE, LearnScreen.choose_ending, (N_("Enter"), N_("continue"))),
)
"""The keys of what can be done in the end."""
