"""Screens: immutable values that draw themselves and map keys and events to transitions."""

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
    """Anything a screen can ask for; an event is delivered to the asking screen itself."""


DEFAULT_PACE = 0.5
"""Minimum time in seconds that a partner takes for a choice."""

TICK_SECONDS = 0.1
"""How often a waiting screen polls for an answer, in seconds."""

_MAX_SPACED_WIDTH, _MAX_FOOTER_WIDTH = 76, 78


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Options of the whole run.

    game: the game to play; ``is_game_given`` if it was named on the command line.
    setup: setup keys fixed by the command line.
    names: the players' names.
    memory: house rule: show which cards are out.
    seed: for the first game only.
    solo: name of the partner for one person.
    limit: longest thinking time in seconds.
    daily: the day whose deals to play.
    jobs: workers for reviews; None for one process per core.
    bell: ring when a long thought ends.
    walks_soon: after a trick of two people, move the pieces soon without a key.
    practice: allow taking back; the game does not count.
    open_hands: two people see both hands, which is practice.
    headphones: in plain mode, say a hand only on request.
    pace: minimum seconds that a partner takes for a choice.
    parts: the parts that a game must provide in this run.
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
    walks_soon: bool = False
    practice: bool = False
    open_hands: bool = False
    headphones: bool = False
    pace: float = DEFAULT_PACE
    is_game_given: bool = False
    parts: tuple[Part, ...] = TABLE_PARTS


@dataclass(frozen=True, slots=True)
class Context:
    """The part of a run that screens may read: its options and the window size."""

    options: RunOptions
    size: Size


@dataclass(frozen=True, slots=True)
class DataPaths:
    """Where games are stored: folder of records, scores database, settings file.

    ``config`` is None if nothing is remembered; it is written only if ``saves_settings``. ``parts``
    selects which unfinished games are listed.
    """

    records: Path
    scores: Path | None = None
    config: Path | None = None
    saves_settings: bool = True
    parts: tuple[Part, ...] = TABLE_PARTS


@dataclass(frozen=True, slots=True)
class Environment:
    """Files and options that a ``Call`` may use, and screens may not."""

    folders: DataPaths
    options: RunOptions


Effects: TypeAlias = "tuple[Effect, ...]"
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Call:
    """Effect: call a function with the environment, and perform the effects it returns.

    A string "module:name", relative to ``foxduet.ui``, is imported only when the call is performed.
    """

    function: str | Callable[..., Effects]
    args: tuple[object, ...] = ()
    kwargs: Mapping[str, object] = field(default_factory=dict)

    def run(self, world: Environment) -> Effects:
        """Call the function; returns the effects to perform next."""
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
    """Return a ``Call`` with the given arguments."""
    return Call(function, given, named)


@dataclass(frozen=True, slots=True)
class Push:
    """Open a screen on top, then perform ``effects`` for it."""

    screen: Screen
    effects: Effects = ()


@dataclass(frozen=True, slots=True)
class ResetStack:
    """Replace all screens by one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class ReplaceScreen:
    """Replace the screen that asks."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class ShowNotice:
    """Set the notice of the screen that asks."""

    text: str


@dataclass(frozen=True, slots=True)
class Pop:
    """Close the top screen; its opener receives ScreenClosed if there is a result.

    Closing the last screen ends the program.
    """

    result: object = None


@dataclass(frozen=True, slots=True)
class HideHands:
    """Hide all hands, on every screen of the stack."""


@dataclass(frozen=True, slots=True)
class CloseExpired:
    """Close questions that another terminal has made obsolete, and everything above them."""


@dataclass(frozen=True, slots=True)
class Transition:
    """The next state of a screen, and the effects to perform."""

    screen: Screen
    effects: Effects = ()


@dataclass(frozen=True, slots=True)
class Binding:
    """The effect of some keys, while ``applies``.

    footer: key name and a word for the last row; ``short_footer`` if space is short.
    help_text: key name and a phrase for the help.
    spoken_command: command and meaning in plain mode.

    All texts are marked for translation.
    """

    keys: Sequence[str]
    handler: Callable[[Any, str, Context], Transition]
    footer: tuple[str, str] | None = None
    help_text: tuple[str, str] | None = None
    applies: Callable[[Any], bool] | None = None
    short_footer: Callable[[], str] | None = None
    spoken_command: tuple[str, str] | None = None
    tells: Callable[[Any], Sequence[str]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SpokenChoice:
    """A choice in plain mode.

    synonyms: separated by commas.
    apply: returns a Transition, or the reply of a command.
    """

    label: str
    synonyms: str
    apply: Callable[[], Any]

    @property
    def phrases(self) -> list[str]:
        """The label and the synonyms."""
        return [self.label, *filter(None, self.synonyms.split(","))]


Bindings = tuple[Binding, ...]
"""Key bindings; the first binding that has the key and applies wins."""


def start_failure_notice(event: StartFailed) -> str:
    sentence = _("The new game cannot be saved: {reason}.")
    if event.game.header.is_branch:
        sentence = _("The branch cannot be saved: {reason}.")
    return sentence.format(reason=event.reason)


def help_rows(bindings: Bindings) -> list[tuple[str, str]]:
    """Return (key names, meaning) for the help, translated; the footer's if it has no own text."""
    rows = [binding.help_text or binding.footer for binding in bindings]
    return [(_(name), _(meaning)) for name, meaning in dict.fromkeys(filter(None, rows))]


def _footer_text(bindings: Sequence[Binding]) -> str:
    """Return the footer: spaced, or abbreviated, or even with keys left out, to fit the width.

    The first key and the last one, which leads back, are always shown.
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
    """Base class of screens, with default behaviour.

    notice: one line for the players, until the next key.
    ticks: how many timeouts have passed while waiting.
    """

    notice: str = field(default="", kw_only=True)
    ticks: int = field(default=0, kw_only=True)

    BINDINGS: ClassVar[Bindings] = ()
    """Keys of the screen, for handling, footer and help."""

    def draw(self, canvas: Canvas) -> None:
        """Draw on a canvas of the size of the window."""
        raise AssertionError("every screen can be drawn")

    @property
    def urgent_sentence(self) -> str:
        """A sentence for the players even where the window is too small for the screen, or ""."""
        return ""

    @property
    def bindings(self) -> Bindings:
        """The bindings in the current state."""
        return self.BINDINGS

    def handle_key(self, key: str, context: Context) -> Transition:
        """Return the transition for a key; clears the notice."""
        screen = replace(self, notice="")
        for binding in screen._active_bindings:
            if key in binding.keys:
                return binding.handler(screen, key, context)
        return screen.handle_unbound_key(key)

    def spoken_choices(self, context: Context) -> Sequence[SpokenChoice]:
        """Return the choices of plain mode besides keys and numbered choices."""
        return ()

    def handle_unbound_key(self, key: str) -> Transition:
        return Transition(self)

    @property
    def idle_reason(self) -> str:
        """Tells which key is needed, at once after any other; "" tells after several keys."""
        return ""

    def accepts_text(self, key: str) -> bool:
        """True if ``key`` is text to be typed, not a command."""
        return False

    def takes(self, key: str) -> bool:
        """True if a key does something here."""
        bound = any(key in binding.keys for binding in self._active_bindings)
        return bound or key == HIDE_KEY or self.accepts_text(key)

    @property
    def takes_pastes(self) -> bool:
        """True if the screen has a text field."""
        return False

    @property
    def _active_bindings(self) -> list[Binding]:
        return [
            binding for binding in self.bindings if binding.applies is None or binding.applies(self)
        ]

    def go_back(self, _key: str, _context: Context) -> Transition:
        return Transition(self, (Pop(),))

    @property
    def footer(self) -> str:
        return _footer_text(self._active_bindings)

    def handle_event(self, event: Event, context: Context) -> Transition:
        """Return the transition for an event."""
        if isinstance(event, StartFailed):
            return Transition(replace(self, notice=start_failure_notice(event)))
        return Transition(self)

    def on_peer_message(self, what: object, context: Context) -> Transition | None:
        """Return the transition for a peer's message; None if another screen must handle it."""
        return None

    @property
    def expires_on_remote_change(self) -> bool:
        """True for questions that another terminal can make obsolete."""
        return False

    def background_job(self, context: Context) -> Job[Any] | None:
        """Return the job whose answer the screen needs; None leaves the worker to screens below."""
        return None

    @property
    def awaits_job(self) -> bool:
        """True if the screen has a job and can show the answer now."""
        return False

    @property
    def awaits_partner(self) -> bool:
        """True while the screen shows a partner thinking."""
        return False

    @property
    def timeout(self) -> float | None:
        """Seconds until ``on_timeout`` is called; None for never."""
        return TICK_SECONDS if self.awaits_job else None

    def on_timeout(self, context: Context) -> Transition:
        return Transition(replace(self, ticks=self.ticks + 1))

    def with_hands_hidden(self) -> Transition:
        """Return the screen without hands, with Push or Pop effects if it must change more."""
        return Transition(self)

    @property
    def decision_id(self) -> object:
        """Identifies what the keys currently decide; changes whenever the shown decision does.

        Keys typed before it changed are discarded, so that they cannot open a hand, answer a
        question or play a card.
        """
        return type(self)

    @property
    def is_skippable(self) -> bool:
        """True if any key skips the current animation or pause."""
        return False

    @property
    def back_keys(self) -> tuple[str, ...]:
        """Keys that only lead back, accepted even right after the same key."""
        return ()

    @property
    def nothing_at_stake(self) -> bool:
        """True if the key that led here does no harm when it is tapped again."""
        return False

    @property
    def turns_pages(self) -> bool:
        """True if the keys only page on, so that repeated keys do no harm."""
        return False
