"""A recorded game in words, moment by moment: what a replay and a review have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.common import CardPlayed, Deal, Seat
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game, Header
from foxduet.ui.kit.keys import DOWN, ESCAPE, UP
from foxduet.ui.kit.screen import Context, Next
from foxduet.ui.plain.table_commands import TRICK, open_commands
from foxduet.ui.plain.told import told_actions, told_header, told_standing
from foxduet.ui.plain.voice import (
    CARDS,
    RULES,
    Command,
    Form,
    Refused,
    Reply,
    Voice,
    enter_form,
    leaving,
    number_in,
    voice_of,
)
from foxduet.ui.replay import ReplayScreen, ending_at, moment_after, open_hand
from foxduet.words.common import table_words
from foxduet.words.i18n import _, pgettext
from foxduet.words.people import fill, names_at_table
from foxduet.words.spoken import known_hand_sentence, plain_text, spoken_words

if TYPE_CHECKING:
    from foxduet.analysis.review import Review
    from foxduet.ui.review.lesson import ChooseAgainScreen
    from foxduet.ui.review.screen import ReviewScreen

    Recorded: TypeAlias = ReplayScreen | ReviewScreen | ChooseAgainScreen


@dataclass(frozen=True, slots=True)
class Scene:
    """A recorded game after ``at`` actions, as the seat ``view`` sees it, or with open hands."""

    game: Game
    at: int
    view: Seat | None

    @property
    def header(self) -> Header:
        """How the game began."""
        return self.game.header

    @property
    def state(self) -> Any:
        """The state then."""
        return self.game.states[self.at]


def scene_of(screen: Recorded) -> Scene:
    """Return what a screen shows."""
    if isinstance(screen, ReplayScreen):
        return Scene(screen.game, screen.at, None)
    return Scene(screen.review.game, screen.at, screen.view)


def addressed(review: Review) -> Review:
    """Return a review whose players are called as at the table, where there is no other name."""
    game = review.game
    header = replace(game.header, players=names_at_table(game.header))
    return replace(review, game=replace(game, header=header))


def told_since(scene: Scene, start: int, *, is_card_told: bool = False) -> tuple[str, ...]:
    """Tell what happened from ``start`` actions on up to a scene, and how the game ended, if so.

    The first card is left out where that ``is_card_told``.
    """
    game, view = scene.game, scene.view
    words = table_words(game.header.game)
    story = words.story.openly if view is None else words.story

    def seen(turns: Sequence[Any]) -> tuple[Any, ...]:
        events = [event for turn in turns for event in turn.step.events]
        return tuple(event if view is None else game.rules.redact(event, view) for event in events)

    said = told_actions(game, range(start, scene.at), story, view, seen)
    first_events = seen(game.turns[start : start + 1])
    if is_card_told and first_events and isinstance(first_events[0], CardPlayed):
        said = said[1:]
    return (*said, *ending_at(game, scene.at, spoken_words(game.header.game).outcome))


def told_hand(scene: Scene, seat: Seat) -> tuple[str, ...]:
    """Name the cards of a hand, as far as they may be seen."""
    game, state, view = scene.game, scene.state, scene.view
    words, name = table_words(game.header.game).cards, names_at_table(game.header)[seat]
    (hand, offer), unseen = open_hand(game, state, seat), 0
    if view is seat.other:
        hand, unseen = game.rules.other_hand(game.rules.observe(state, view))
        offer = None
    said = known_hand_sentence(words, name, hand, unseen)
    if offer is None:
        return (said,)
    sentence = _("{name} {name:gives|give} the {card}.")
    return said, fill(sentence, name=name, card=words.card_name(offer))


def told_hands(scene: Scene) -> tuple[str, ...]:
    """Name the cards of both hands."""
    return tuple(sentence for seat in Seat for sentence in told_hand(scene, seat))


_HANDS = Command(
    NC_("command", "hands"),
    N_("hear both hands"),
    lambda screen, _rest, _context: told_hands(scene_of(screen)),
)


def scene_commands(screen: Recorded) -> tuple[Command, ...]:
    """Return the commands about what lies on a table at a moment of a game."""
    about = open_commands(screen, lambda now: (scene_of(now).header, scene_of(now).state))
    return (_HANDS, *about, CARDS, RULES)


def is_meant(name: str, said: str) -> bool:
    """Return whether something that was said is the word of a command, or its beginning."""
    word = pgettext("command", name)
    return bool(said) and plain_text(word).startswith(plain_text(said))


def go_to(screen: Recorded, at: int, context: Context) -> Reply:
    """Go to another moment; where that is the same one, tell it again."""
    if at == screen.at:
        return tuple(voice_of(screen).tell(screen, None, context))
    return Next(replace(screen, at=at, notice=""))


def go_to_round(screen: Recorded, rest: str, context: Context, step: int = 1) -> Reply:
    """Go to the beginning of the round with a number, or of the next one."""
    game = scene_of(screen).game
    begun = [at for at, turn in enumerate(game.turns, 1) if isinstance(turn.action, Deal)]
    number = number_in(rest, len(begun))
    if isinstance(number, Refused):
        return number
    if number is not None:
        return go_to(screen, begun[number], context)
    if step > 0:
        beyond = (at for at in begun if at > screen.at)
        return go_to(screen, min(beyond, default=len(game.turns)), context)
    return go_to(screen, max((at for at in begun if at < screen.at), default=0), context)


ROUND = Command(
    NC_("command", "round"), N_("to the next round, or before a number to that one"), go_to_round
)
START = Command(
    NC_("command", "start"),
    N_("to the beginning of the game"),
    lambda screen, _rest, context: go_to(screen, 0, context),
)
END = Command(
    NC_("command", "end"),
    N_("to the end of the game"),
    lambda screen, _rest, context: go_to(screen, len(scene_of(screen).game.turns), context),
)


def _step(key: str, step: int) -> Callable[[ReplayScreen, str, Context], Reply]:
    """Return what goes an action on or back, or a trick, or a round."""

    def reply(screen: ReplayScreen, rest: str, context: Context) -> Reply:
        if is_meant(TRICK, rest):
            return go_to(screen, moment_after(screen.game, screen.at, key), context)
        if is_meant(ROUND.name, rest):
            return go_to_round(screen, "", context, step)
        return go_to(screen, min(max(screen.at + step, 0), len(screen.game.turns)), context)

    return reply


_NEXT = Command(
    NC_("command", "next"),
    N_("an action on; also next trick, next round"),
    _step(DOWN, 1),
)
_BACK = Command(
    NC_("command", "back"),
    N_("an action back; also back trick, back round"),
    _step(UP, -1),
)


def _tell(screen: ReplayScreen, before: ReplayScreen | None, _context: Context) -> Sequence[str]:
    """Tell what has happened since the moment before, or where in the game this is."""
    scene, game, at = scene_of(screen), screen.game, screen.at
    if before is not None and before.at == at:
        return ()
    said: list[str] = []
    is_dealt = at > 0 and isinstance(game.turns[at - 1].action, Deal)
    if before is not None and before.at < at and not _is_far(screen, before):
        # What leads to no sentence of its own is named as a choice.
        said += told_since(scene, before.at) or (_chosen(scene),)
    else:
        if not at:
            said.append(told_header(game.header, game.header.person))
        place = _("After action {at} of {count}").format(at=at, count=len(game.turns))
        said.append(f"{place}.")
        said += [] if is_dealt else told_standing(scene.header, scene.state)[:1]
        said += told_since(scene, max(0, at - 1))
    said += told_hands(scene) if is_dealt else ()
    if at == len(game.turns) and screen.trouble:
        said.append(screen.trouble)
    return said


def _chosen(scene: Scene) -> str:
    """Name the last choice before a scene, and whose it was."""
    header, action = scene.game.header, scene.game.turns[scene.at - 1].action
    names, words = names_at_table(header), table_words(header.game)
    name = _("Together") if words.is_shared(action) else names[action.seat]
    choice = words.choices.choice_phrase(action, names)
    return _("{name}: {choice}.").format(name=name, choice=choice)


def _is_far(screen: ReplayScreen, before: ReplayScreen) -> bool:
    """Return whether more than a trick lies between two moments."""
    return screen.at > max(before.at + 1, moment_after(screen.game, before.at, DOWN))


def ask_to_go_on(screen: Recorded, _context: Context) -> str:
    """Ask for the next step, or say that there is none."""
    if screen.at == len(scene_of(screen).game.turns):
        return _("This is the end. Say back, a number of an action, or leave.")
    return _("Next?")


def action_forms(_screen: Recorded) -> tuple[Form, ...]:
    """Return how a recorded game is gone through."""
    return enter_form(), (_("a number"), _("go to the action with that number"))


def _answer(screen: ReplayScreen, said: str, context: Context) -> Reply | None:
    """Go on, or to the action with a number."""
    if not said:
        return _NEXT.reply(screen, "", context)
    number = number_in(said, len(screen.game.turns))
    return go_to(screen, number + 1, context) if isinstance(number, int) else number


REPLAY = Voice(
    _tell,
    ask_to_go_on,
    lambda screen: (_NEXT, _BACK, ROUND, START, END, *scene_commands(screen), leaving(ESCAPE)),
    _answer,
    forms=action_forms,
)
"""The voice of a game that is looked through, both hands open."""
