"""A screen: a value that can be drawn, answers keys and events, and says what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, TypeAlias, overload

from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import TABLE_PARTS, Part
from foxduet.store.settings import DEFAULT_LIMIT
from foxduet.ui.kit.canvas import Canvas, Look, Size
from foxduet.ui.kit.effects import StartFailed
from foxduet.ui.kit.keys import HIDE_KEY
from foxduet.words.i18n import _
from foxduet.words.text import text_width

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.ai.workers import Job, Jobs
    from foxduet.play.game import Names
    from foxduet.ui.kit.effects import ChangeLook, Event, Quit, SaveGame, SendToPeer, StartGame

    Change: TypeAlias = (
        "Push | Pop | ResetStack | ReplaceScreen | ShowNotice | HideHands | CloseExpired"
        " | StartGame | SaveGame | ChangeLook | Quit | Event"
    )
    Effect: TypeAlias = "Call | Change | SendToPeer"
    """What a screen asks for; an event among them is received by the screen that asks."""


DEFAULT_PACE = 0.5
"""How many seconds a partner usually takes for a choice that needs fewer."""

TICK_SECONDS = 0.1
"""After how many seconds a screen that waits looks for an answer."""

_MAX_SPACED_WIDTH, _MAX_FOOTER_WIDTH = 76, 78


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What was agreed on for the whole run.

    ``game`` is the game that is played, and ``setup`` has keys of its setup that are settled;
    ``names`` are the players'; ``memory`` is the house rule that shows the cards that are out;
    ``seed`` is for the first game only. ``solo`` names the partner of a person who plays alone,
    and ``limit`` is the longest time for a thought, in seconds. ``daily`` is the day whose deals
    are played. ``jobs`` says who shares the work of a review, None for a process a core. ``bell``
    sounds when it is somebody's turn after a long thought. ``practice`` is a game of one person
    that is no score. ``is_game_given`` says that ``game`` was asked for, and not just played last.

    In words, nothing is said of a hand with ``headphones`` unless somebody asks. ``pace`` is how
    many seconds a partner takes for a choice that needs fewer. ``parts`` are those that a game
    needs to be shown in this run.
    """

    look: Look
    game: str
    setup: Mapping[str, object] = field(default_factory=dict)
    names: Names | None = None
    memory: bool = False
    seed: int | None = None
    solo: str | None = None
    limit: float = DEFAULT_LIMIT
    daily: date | None = None
    jobs: Jobs = None
    bell: bool = False
    practice: bool = False
    headphones: bool = False
    pace: float = DEFAULT_PACE
    is_game_given: bool = False
    parts: tuple[Part, ...] = TABLE_PARTS


@dataclass(frozen=True, slots=True)
class Context:
    """What a screen may know of the run: its options, and the size of the window now."""

    options: RunOptions
    size: Size


@dataclass(frozen=True, slots=True)
class DataPaths:
    """Where games live: the folder of new records, and the database of the scores, if any.

    ``config`` is the file of what is remembered, None where nothing is; it is only read unless
    the run ``saves_settings``. Games under way are those with some ``parts``.
    """

    records: Path
    scores: Path | None = None
    config: Path | None = None
    saves_settings: bool = True
    parts: tuple[Part, ...] = TABLE_PARTS


@dataclass(frozen=True, slots=True)
class Environment:
    """What a call may touch, and no screen: where files are, and the options of the run."""

    folders: DataPaths
    options: RunOptions


Effects: TypeAlias = "tuple[Effect, ...]"
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Call:
    """Call a function with the World and what is ``given``; the effects that it returns follow.

    It may need files, or a screen that is loaded only then: so "module:name" in this room may
    stand for it.
    """

    function: str | Callable[..., Effects]
    args: tuple[object, ...] = ()
    kwargs: Mapping[str, object] = field(default_factory=dict)

    def run(self, world: Environment) -> Effects:
        """Return what follows; the module of the function is loaded if need be."""
        function = self.function
        if isinstance(function, str):
            module, _colon, name = function.partition(":")
            function = getattr(import_module(f"foxduet.ui.{module}"), name)
        return function(world, *self.args, **self.kwargs)


@overload
def call(function: str, *given: object, **named: object) -> Call: ...


@overload
def call(
    function: Callable[Concatenate[Environment, P], Effects], *given: P.args, **named: P.kwargs
) -> Call: ...


def call(function: Any, *given: object, **named: object) -> Call:
    """Return the effect of a function, or of "module:name" where its module is loaded later."""
    return Call(function, given, named)


@dataclass(frozen=True, slots=True)
class Push:
    """Open a screen over the one in sight, and perform its first ``effects``."""

    screen: Screen
    effects: Effects = ()


@dataclass(frozen=True, slots=True)
class ResetStack:
    """Show a screen with none below it."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class ReplaceScreen:
    """Show another screen in place of the one that asks."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class ShowNotice:
    """Say something on the screen that asks."""

    text: str


@dataclass(frozen=True, slots=True)
class Pop:
    """Close the screen in sight; what opened it receives ``Closed`` if there is a result.

    Where there is none below, the program ends.
    """

    result: object = None


@dataclass(frozen=True, slots=True)
class HideHands:
    """Hide every hand, in the screen in sight and below."""


@dataclass(frozen=True, slots=True)
class CloseExpired:
    """Close the questions over the table that nobody can answer any more, and what is over them."""


@dataclass(frozen=True, slots=True)
class Transition:
    """What comes after a key or an event: what the screen becomes, and what the loop is to do."""

    screen: Screen
    effects: Effects = ()


@dataclass(frozen=True, slots=True)
class Binding:
    """What some keys do on a screen, wherever ``applies`` says so.

    ``footer`` is a name of the keys and a word for the last row of the screen, and ``help`` a
    name and a phrase for the help page; both are marked for the translators, and left out where
    they are None. ``short_footer`` says the same as ``footer`` in fewer cells, if a language has no room
    for all keys in the row. ``word`` is a command where the game is
    played in words, and a phrase for what it means.
    """

    keys: Sequence[str]
    handler: Callable[[Any, str, Context], Transition]
    footer: tuple[str, str] | None = None
    help_text: tuple[str, str] | None = None
    applies: Callable[[Any], bool] | None = None
    short_footer: Callable[[], str] | None = None
    spoken_command: tuple[str, str] | None = None
    tells: Callable[[Any], Sequence[str]] | None = None


Bindings = tuple[Binding, ...]
"""The keys of a screen; the first binding that has a key and applies is the one that counts."""


def start_failure_notice(event: StartFailed) -> str:
    """Say why a game was not started."""
    sentence = _("The new game cannot be saved: {reason}.")
    if event.game.header.is_branch:
        sentence = _("The branch cannot be saved: {reason}.")
    return sentence.format(reason=event.reason)


def help_rows(bindings: Bindings) -> list[tuple[str, str]]:
    """Return the names of keys with what they do, for a help page."""
    rows = [binding.help_text for binding in bindings if binding.help_text is not None]
    return [(_(name), _(meaning)) for name, meaning in dict.fromkeys(rows)]


def _footer_text(bindings: Sequence[Binding]) -> str:
    """Return what the keys do in a row: closer together, in brief, or not all if it is too long.

    The first of them and the last, which leads back, are there in any case.
    """
    named = [(binding, binding.footer) for binding in bindings if binding.footer is not None]
    keys = [f"{_(name)} {_(meaning)}" for _binding, (name, meaning) in named]
    spacious = "   ".join(keys)
    if text_width(spacious) <= _MAX_SPACED_WIDTH:
        return spacious
    for at, (binding, _footer) in enumerate(named):
        if binding.short_footer is not None and _exceeds_footer(keys):
            keys[at] = binding.short_footer()
    while _exceeds_footer(keys) and len(keys) > 2:
        del keys[-2]
    return "  ".join(keys)


def _exceeds_footer(keys: Sequence[str]) -> bool:
    return text_width("  ".join(keys)) > _MAX_FOOTER_WIDTH


@dataclass(frozen=True, slots=True)
class Screen:
    """What all screens can do; here is what most of them do.

    ``notice`` is one line for the players, up to the next key; ``ticks`` counts how often the
    screen was drawn while it waited.
    """

    notice: str = field(default="", kw_only=True)
    ticks: int = field(default=0, kw_only=True)

    BINDINGS: ClassVar[Bindings] = ()
    """What the keys do, for the handling, the footer and the help alike."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the screen on a canvas as large as the window."""
        raise AssertionError("every screen can be drawn")

    @property
    def bindings(self) -> Bindings:
        """The bindings of what the screen shows now."""
        return self.BINDINGS

    def handle_key(self, key: str, context: Context) -> Transition:
        """Return what ``key`` leads to: what it is bound to, if anything; the notice is cleared."""
        screen = replace(self, notice="")
        for binding in screen._active_bindings:
            if key in binding.keys:
                return binding.handler(screen, key, context)
        return screen.handle_unbound_key(key)

    def handle_unbound_key(self, key: str) -> Transition:
        """Return what a key leads to that is bound to nothing."""
        return Transition(self)

    def accepts_text(self, key: str) -> bool:
        """Return whether a key is text that is typed here, and no command."""
        return False

    def takes(self, key: str) -> bool:
        """True if a key does something here."""
        bound = any(key in binding.keys for binding in self._active_bindings)
        return bound or key == HIDE_KEY or self.accepts_text(key)

    @property
    def takes_pastes(self) -> bool:
        """Whether text is typed here, so that it may be pasted, too."""
        return False

    @property
    def _active_bindings(self) -> list[Binding]:
        return [one for one in self.bindings if one.applies is None or one.applies(self)]

    def go_back(self, _key: str, _context: Context) -> Transition:
        """Close the screen."""
        return Transition(self, (Pop(),))

    @property
    def footer(self) -> str:
        """What the keys do, for the last row."""
        return _footer_text(self._active_bindings)

    def handle_event(self, event: Event, context: Context) -> Transition:
        """Return what an event leads to: where a game is not started, that is said."""
        if isinstance(event, StartFailed):
            return Transition(replace(self, notice=start_failure_notice(event)))
        return Transition(self)

    def on_peer_message(self, what: object, context: Context) -> Transition | None:
        """Return what comes of what the other player's screens tell, None if that is for others."""
        return None

    @property
    def expires_on_remote_change(self) -> bool:
        """Whether this asks about a game that another terminal may change meanwhile."""
        return False

    def background_job(self, context: Context) -> Job[Any] | None:
        """Return what the screen waits for; where it is None, the one below may wait for more."""
        return None

    @property
    def awaits_job(self) -> bool:
        """Whether the job is the screen's own, and an answer to it can be shown now."""
        return False

    @property
    def awaits_partner(self) -> bool:
        """Whether a partner is seen thinking."""
        return False

    @property
    def timeout(self) -> float | None:
        """After how many seconds the screen changes by itself, None if it does not."""
        return TICK_SECONDS if self.awaits_job else None

    def on_timeout(self, context: Context) -> Transition:
        """Return what the screen becomes by itself when its time is up."""
        return Transition(replace(self, ticks=self.ticks + 1))

    def with_hands_hidden(self) -> Transition:
        """Return the screen with no hand in sight, what opens over it then, or that it closes."""
        return Transition(self)

    @property
    def decision_id(self) -> object:
        """What the keys decide, another one for each change of what is seen.

        Keys typed before it came up were meant for something else: they must not open a hand,
        answer a question, or play a card for what is seen only now.
        """
        return type(self)

    @property
    def is_skippable(self) -> bool:
        """Whether the screen shows something that any key skips."""
        return False

    @property
    def back_keys(self) -> tuple[str, ...]:
        """The keys that only lead back, even if the same one has led here a moment ago."""
        return ()

    @property
    def nothing_at_stake(self) -> bool:
        """True if the key that led here does no harm when it is tapped again."""
        return False

    @property
    def turns_pages(self) -> bool:
        """Whether the keys here only lead on from what is read: nothing is decided by tapping."""
        return False
