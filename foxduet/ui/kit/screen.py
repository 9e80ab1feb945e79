"""A screen: a value that can be drawn, answers keys and events, and says what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, TypeAlias, overload

from foxduet.core.frozen import dataclass, field, replace
from foxduet.core.registry import FOR_A_TABLE, Part
from foxduet.store.settings import USUAL_LIMIT
from foxduet.ui.kit.canvas import Canvas, Look, Size
from foxduet.ui.kit.effects import StartFailed
from foxduet.ui.kit.keys import HIDE_KEY
from foxduet.words.i18n import _
from foxduet.words.text import text_width

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.ai.workers import Job, Jobs
    from foxduet.play.game import Names
    from foxduet.ui.kit.effects import Event, Leave, SaveGame, StartGame, Tell, UseLook

    Change: TypeAlias = (
        "Push | Pop | Goto | Become | Notice | HideHands | CloseLapsed"
        " | StartGame | SaveGame | UseLook | Leave | Event"
    )
    Effect: TypeAlias = "Call | Change | Tell"
    """What a screen asks for; an event among them is received by the screen that asks."""


SECONDS_OF_A_THOUGHT = 0.5
"""How many seconds a partner usually takes for a choice that needs fewer."""

SECONDS_OF_A_TICK = 0.1
"""After how many seconds a screen that waits looks for an answer."""

_WIDEST_FOOTER, _ROOM_OF_FOOTERS = 76, 78


@dataclass(frozen=True, slots=True)
class Options:
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
    limit: float = USUAL_LIMIT
    daily: date | None = None
    jobs: Jobs = None
    bell: bool = False
    practice: bool = False
    headphones: bool = False
    pace: float = SECONDS_OF_A_THOUGHT
    is_game_given: bool = False
    parts: tuple[Part, ...] = FOR_A_TABLE


@dataclass(frozen=True, slots=True)
class Context:
    """What a screen may know of the run: its options, and the size of the window now."""

    options: Options
    size: Size


@dataclass(frozen=True, slots=True)
class Folders:
    """Where games live: the folder of new records, and the database of the scores, if any.

    ``config`` is the file of what is remembered, None where nothing is; it is only read unless
    the run ``remembers``. Games under way are those with some ``parts``.
    """

    records: Path
    scores: Path | None = None
    config: Path | None = None
    remembers: bool = True
    parts: tuple[Part, ...] = FOR_A_TABLE


@dataclass(frozen=True, slots=True)
class World:
    """What a call may touch, and no screen: where files are, and the options of the run."""

    folders: Folders
    options: Options


Effects: TypeAlias = "tuple[Effect, ...]"
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Call:
    """Call a function with the World and what is ``given``; the effects that it returns follow.

    It may need files, or a screen that is loaded only then: so "module:name" in this room may
    stand for it.
    """

    function: str | Callable[..., Effects]
    given: tuple[object, ...] = ()
    named: Mapping[str, object] = field(default_factory=dict)

    def effects(self, world: World) -> Effects:
        """Return what follows; the module of the function is loaded if need be."""
        function = self.function
        if isinstance(function, str):
            module, _colon, name = function.partition(":")
            function = getattr(import_module(f"foxduet.ui.{module}"), name)
        return function(world, *self.given, **self.named)


@overload
def call(function: str, *given: object, **named: object) -> Call: ...


@overload
def call(
    function: Callable[Concatenate[World, P], Effects], *given: P.args, **named: P.kwargs
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
class Goto:
    """Show a screen with none below it."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Become:
    """Show another screen in place of the one that asks."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Notice:
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
class CloseLapsed:
    """Close the questions over the table that nobody can answer any more, and what is over them."""


@dataclass(frozen=True, slots=True)
class Next:
    """What comes after a key or an event: what the screen becomes, and what the loop is to do."""

    screen: Screen
    effects: Effects = ()


@dataclass(frozen=True, slots=True)
class Binding:
    """What some keys do on a screen, wherever ``applies`` says so.

    ``footer`` is a name of the keys and a word for the last row of the screen, and ``help`` a
    name and a phrase for the help page; both are marked for the translators, and left out where
    they are None. ``brief`` says the same as ``footer`` in fewer cells, if a language has no room
    for all keys in the row. ``word`` is a command where the game is
    played in words, and a phrase for what it means.
    """

    keys: Sequence[str]
    press: Callable[[Any, str, Context], Next]
    footer: tuple[str, str] | None = None
    help: tuple[str, str] | None = None
    applies: Callable[[Any], bool] | None = None
    brief: Callable[[], str] | None = None
    word: tuple[str, str] | None = None
    tells: Callable[[Any], Sequence[str]] | None = None


Bindings = tuple[Binding, ...]
"""The keys of a screen; the first binding that has a key and applies is the one that counts."""


def failed_start(event: StartFailed) -> str:
    """Say why a game was not started."""
    sentence = _("The new game cannot be saved: {reason}.")
    if event.game.header.is_branch:
        sentence = _("The branch cannot be saved: {reason}.")
    return sentence.format(reason=event.reason)


def help_rows(bindings: Bindings) -> list[tuple[str, str]]:
    """Return the names of keys with what they do, for a help page."""
    rows = [binding.help for binding in bindings if binding.help is not None]
    return [(_(name), _(meaning)) for name, meaning in dict.fromkeys(rows)]


def _in_a_row(bindings: Sequence[Binding]) -> str:
    """Return what the keys do in a row: closer together, in brief, or not all if it is too long.

    The first of them and the last, which leads back, are there in any case.
    """
    named = [(binding, binding.footer) for binding in bindings if binding.footer is not None]
    keys = [f"{_(name)} {_(meaning)}" for _binding, (name, meaning) in named]
    spacious = "   ".join(keys)
    if text_width(spacious) <= _WIDEST_FOOTER:
        return spacious
    for at, (binding, _footer) in enumerate(named):
        if binding.brief is not None and _is_too_long(keys):
            keys[at] = binding.brief()
    while _is_too_long(keys) and len(keys) > 2:
        del keys[-2]
    return "  ".join(keys)


def _is_too_long(keys: Sequence[str]) -> bool:
    return text_width("  ".join(keys)) > _ROOM_OF_FOOTERS


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

    def press(self, key: str, context: Context) -> Next:
        """Return what ``key`` leads to: what it is bound to, if anything; the notice is cleared."""
        screen = replace(self, notice="")
        for binding in screen._applicable:
            if key in binding.keys:
                return binding.press(screen, key, context)
        return screen.press_unbound(key)

    def press_unbound(self, key: str) -> Next:
        """Return what a key leads to that is bound to nothing."""
        return Next(self)

    def is_text(self, key: str) -> bool:
        """Return whether a key is text that is typed here, and no command."""
        return False

    def takes(self, key: str) -> bool:
        """True if a key does something here."""
        bound = any(key in binding.keys for binding in self._applicable)
        return bound or key == HIDE_KEY or self.is_text(key)

    @property
    def takes_pastes(self) -> bool:
        """Whether text is typed here, so that it may be pasted, too."""
        return False

    @property
    def _applicable(self) -> list[Binding]:
        return [one for one in self.bindings if one.applies is None or one.applies(self)]

    def go_back(self, _key: str, _context: Context) -> Next:
        """Close the screen."""
        return Next(self, (Pop(),))

    @property
    def footer(self) -> str:
        """What the keys do, for the last row."""
        return _in_a_row(self._applicable)

    def receive(self, event: Event, context: Context) -> Next:
        """Return what an event leads to: where a game is not started, that is said."""
        if isinstance(event, StartFailed):
            return Next(replace(self, notice=failed_start(event)))
        return Next(self)

    def on_remark(self, what: object, context: Context) -> Next | None:
        """Return what comes of what the other player's screens tell, None if that is for others."""
        return None

    @property
    def expires_on_remote_change(self) -> bool:
        """Whether this asks about a game that another terminal may change meanwhile."""
        return False

    def job(self, context: Context) -> Job[Any] | None:
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
    def seconds(self) -> float | None:
        """After how many seconds the screen changes by itself, None if it does not."""
        return SECONDS_OF_A_TICK if self.awaits_job else None

    def later(self, context: Context) -> Next:
        """Return what the screen becomes by itself when its time is up."""
        return Next(replace(self, ticks=self.ticks + 1))

    def hide_hands(self) -> Next:
        """Return the screen with no hand in sight, what opens over it then, or that it closes."""
        return Next(self)

    @property
    def decision(self) -> object:
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
    def leads_back(self) -> tuple[str, ...]:
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
