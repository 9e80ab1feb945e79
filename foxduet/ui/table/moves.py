"""What changes the table: actions done, taken back, and asked about first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.core.cards import Deal, Play, Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.core.registry import FOR_REVIEWS, has_parts, rule_set
from foxduet.play import table
from foxduet.play.game import DAILY_KEY, PRACTICE_KEY, Game, Header, act, daily_seed, open_game
from foxduet.play.table import Session, Stage, choose, deal, hide_hand, look, observed, steps_of
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import effects, pages
from foxduet.ui.kit.canvas import Canvas, Style, answer_keys, draw_buttons, draw_clearing
from foxduet.ui.kit.keys import ARROWS, CONTINUE, DECIDE, ESCAPE, OPTION_KEYS
from foxduet.ui.kit.screen import Binding, Call, Context, Next, Options, Pop, Push, call
from foxduet.ui.table import state
from foxduet.ui.table.state import Ending, Question, SavedTable
from foxduet.words.game_words import guide_words, table_words, thinking_phrase
from foxduet.words.i18n import _
from foxduet.words.text import (
    Alert,
    Glyphs,
    capitalised,
    default_names,
    format_sentence,
    names_at_table,
)

if TYPE_CHECKING:
    from foxduet.ai.workers import Job
    from foxduet.ui.kit.screen import Effect


_SEAT_KEYS = OPTION_KEYS[: len(Seat)]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question; ``seat`` is the one that resigns, ``option`` was to be done."""

    question: Question
    yes: bool
    seat: Seat = Seat.P1
    option: Any = None


@dataclass(frozen=True, slots=True)
class AskScreen(pages.YesNoScreen, pages.Readable):
    """A question about a game.

    ``is_saved`` says whether all of the game is, and ``to_title`` whether leaving it leads to the
    title, and not to the shell. ``seat`` is the one that would resign, and ``option`` what would be
    done. ``advice`` is what the partner says to it, once it was asked for.
    """

    question: Question
    session: Session
    advice: state.Advice | None = None
    seat: Seat = Seat.P1
    option: Any = None
    is_saved: bool = True
    to_title: bool = False

    @property
    def game_name(self) -> str:
        return self.session.game.header.game

    @property
    def text(self) -> str:
        session = self.session
        solo, header = session.person is not None, session.game.header
        match self.question:
            case Question.LEAVE if not self.is_saved:
                return _(
                    "Leave the game? The last few cards are not saved yet; leaving tries again."
                )
            case Question.LEAVE if header.is_branch:
                return _("Leave the branch? It's saved in its own file, so you can resume it.")
            case Question.LEAVE if self.to_title and solo:
                return _("Leave the game? It's saved; you can continue it from the title screen.")
            case Question.LEAVE if self.to_title:
                return _(
                    "Leave the game? It's saved; you can continue it from the title screen, "
                    "which hides the hand first."
                )
            case Question.LEAVE if solo:
                return _("Leave the game? It's saved; you'll see the command to resume it.")
            case Question.LEAVE:
                return _(
                    "Leave the game? It's saved; you'll see the command to resume it. It "
                    "resumes with a blank screen."
                )
            case Question.RESIGN if not header.rules.cooperative:
                names = names_at_table(header)
                sentence = _("{name}, resign? The win then goes to {other}.")
                return format_sentence(
                    sentence, name=names[self.seat], other=names[self.seat.other]
                )
            case Question.RESIGN if solo:
                return _("Resign? The game ends in defeat.")
            case Question.RESIGN:
                return _("Do you both resign? The game ends in defeat.")
            case Question.HOPELESS:
                return guide_words(self.game_name).hopeless_question(session.state)
            case Question.PRACTICE:
                return _(
                    "Hidden cards have been seen since. Take it back anyway? The game "
                    "becomes practice: you can take anything back, and it isn't scored."
                )
            case Question.LOSES:
                return _("This loses the game at once, and another choice wouldn't. Do it anyway?")

    @property
    def answers(self) -> tuple[str, str]:
        match self.question:
            case Question.LEAVE:
                return _("Stay"), capitalised(_("leave"))
            case Question.LOSES:
                return _("Choose again"), _("Do it anyway")
            case Question.PRACTICE:
                return _("Leave it"), _("Take it back")
            case _:
                return _("Play on"), capitalised(_("resign"))

    def note(self, glyphs: Glyphs) -> tuple[str, Style]:
        """Return what the partner says to a resignation, or how it can be asked."""
        session = self.session
        if not self.may_ask_partner or session.person is None:
            return "", Style.PLAIN
        name = names_at_table(session.game.header)[session.person.other]
        if self.advice is None:
            return format_sentence(_("p: ask {name}"), name=name), Style.DIM
        if self._asks_partner:
            return thinking_phrase(name, self.ticks, glyphs), Style.PLAIN
        advise = guide_words(self.game_name).resignation_advice
        return advise(session.state, self.advice.thought, name), Style.STRONG

    @property
    def may_ask_partner(self) -> bool:
        """Whether there is a partner to be asked for its opinion."""
        resigning, session = self.question in (Question.RESIGN, Question.HOPELESS), self.session
        is_team = session.game.rules.cooperative
        return resigning and is_team and session.partner is not None

    @property
    def _asks_partner(self) -> bool:
        between_rounds = self.session.stage is Stage.TEAM
        return self.advice is not None and self.advice.thought is None and between_rounds

    def receive(self, event: effects.Event, context: Context) -> Next:
        if isinstance(event, effects.Answered) and self._asks_partner:
            return Next(replace(self, advice=state.Advice(event.answer)))
        return Next(self)

    def job(self, context: Context) -> Job[Any] | None:
        if not self._asks_partner:
            return None
        from foxduet.ai.workers import Purpose
        from foxduet.ui.table.advice import partner_job

        return partner_job(self.session, Purpose.ADVICE, context)

    @property
    def awaits_job(self) -> bool:
        """Whether an answer can be shown now: only one to this question."""
        return self._asks_partner

    @property
    def expires_on_remote_change(self) -> bool:
        return self.question is not Question.LEAVE

    def hide_hands(self) -> Next:
        """Close a question about a card that is in sight; any other needs no hand."""
        if self.question is Question.LOSES:
            return Next(self, (Pop(),))
        return Next(replace(self, advice=None))

    @property
    def decision(self) -> object:
        return type(self), self.question

    def answer(self, *, yes: bool) -> Next:
        return Next(self, (Pop(Answer(self.question, yes, self.seat, self.option)),))

    def _ask_partner(self, _key: str, _context: Context) -> Next:
        if not self.may_ask_partner or self.advice is not None:
            return Next(self)
        return Next(replace(self, advice=state.Advice()))

    BINDINGS: ClassVar = (
        *pages.YesNoScreen.BINDINGS,
        Binding(("p",), _ask_partner),
        pages.HELP,
        pages.CARDS,
    )


@dataclass(frozen=True, slots=True)
class WhoResignsScreen(pages.PageScreen):
    """The question who of two opponents resigns, which either may while no hand is in sight."""

    session: Session

    @property
    def game_name(self) -> str:
        return self.session.game.header.game

    @property
    def choices(self) -> tuple[Seat | None, ...]:
        return (None, *Seat)

    @property
    def page(self) -> pages.ListPage:
        labels = (_("Play on"), *self.session.game.header.players)
        return pages.ListPage(_("Who resigns?"), [*map(pages.Item, labels)])

    def draw(self, canvas: Canvas) -> None:
        top = draw_clearing(canvas, 10)
        question = _("Who resigns? The other player wins.")
        canvas.put_centred(top + 2, question, Style.STRONG)
        labels = [item.label for item in self.page.items]
        draw_buttons(canvas, top + 7, labels, f"{answer_keys()[0]}{_SEAT_KEYS}", self.cursor)
        canvas.put_centred(top + 11, self.notice, Style.STRONG)

    def press(self, key: str, context: Context) -> Next:
        """Play on by the letter of the player's language, too."""
        return pages.Readable.press(self, "n" if key == answer_keys()[0] else key, context)

    def takes(self, key: str) -> bool:
        return key == answer_keys()[0] or pages.Readable.takes(self, key)

    def go_back(self, _key: str, _context: Context) -> Next:
        return self.do(None)

    def do(self, choice: Seat | None) -> Next:
        if choice is None:
            return Next(self, (Pop(Answer(Question.RESIGN, yes=False)),))
        return Next(AskScreen(Question.RESIGN, self.session, seat=choice))

    BINDINGS: ClassVar = (
        Binding(tuple(_SEAT_KEYS), lambda screen, key, _: screen.do(Seat(_SEAT_KEYS.index(key)))),
        Binding(DECIDE, pages.ChoiceScreen.choose),
        Binding(ARROWS, pages.ChoiceScreen.move),
        pages.HELP,
        pages.CARDS,
        Binding((ESCAPE, "n"), go_back),
    )


def started(screen: SavedTable, game: Game, saved: SavedGame) -> SavedTable:
    """Return the table of another game that was just dealt and saved."""
    session = Session(game)
    session = session if session.person is None else look(session)
    return replace(
        screen,
        session=session,
        saved=saved,
        shows=state.shown(session),
        warned=False,
        after_saving=None,
        notice="",
        ticks=0,
    )


def new_header(options: Options) -> Header:
    """Return the header of a new game with everything that the options of the run say."""
    rules = rule_set(options.game)
    setup, seed = rules.setup_from(options.setup), options.seed
    further: dict[str, object] = {state.HOUSE_KEY: state.HOUSE_MEMORY} if options.memory else {}
    if options.practice and options.solo is not None:
        further[PRACTICE_KEY] = True
    if options.daily is not None:
        seed = daily_seed(options.daily, rules.day_label(setup))
        further[DAILY_KEY] = options.daily.isoformat()
    names, ai = options.names or default_names(options.solo), (None, options.solo)
    return Header(options.game, setup, names, seed=seed, ai=ai, further=further)


def settle(screen: SavedTable) -> Next:
    """Return the table; once nothing moves, the news that all is lost opens over it."""
    game = screen.session.game
    hopeless = game.result is None and game.rules.is_hopeless(game.state)
    is_looked_at = isinstance(screen.shows, state.Walking | state.Paused)
    if is_looked_at or screen.warned or not hopeless:
        return Next(screen)
    below = behind_a_question(replace(screen, warned=True))
    return ask(Question.HOPELESS, below, screen.session.resigners[0])


def ask(question: Question, screen: SavedTable, seat: Seat = Seat.P1, option: Any = None) -> Next:
    """Ask over the table whether ``seat`` is to resign, or ``option`` to be done, or to leave."""
    asked = AskScreen(
        question,
        screen.session,
        seat=seat,
        option=option,
        is_saved=screen.is_saved,
        to_title=screen.leads_to is state.Exit.TITLE,
    )
    return Next(screen, (Push(asked),))


def cover(screen: SavedTable) -> SavedTable:
    """Make the table anew with no hand in sight, and nothing that was said of one; alerts stay."""
    session = hide_hand(screen.session)
    if isinstance(screen.shows, state.GameOver):
        # The end of a game has no hand, and stays in sight.
        return replace(screen, session=session)
    notice = screen.notice if isinstance(screen.notice, Alert) else ""
    return replace(screen, session=session, shows=state.shown(session), notice=notice, ticks=0)


def behind_a_question(screen: SavedTable) -> SavedTable:
    """Return the table behind a question to all players: of two, nobody's hand may come up."""
    return screen if screen.session.person is not None else cover(screen)


def deal_round(screen: SavedTable) -> Next:
    """Deal the round that is due."""
    session = deal(screen.session)
    return save(
        replace(
            screen, session=session, shows=state.without_selection_after_space(state.shown(session))
        )
    )


def do(screen: SavedTable, option: Any, context: Context) -> Next:
    """Do what was chosen, save the game, and show what comes of it."""
    after = choose(screen.session, option)
    walking = walk_at(after, animated=context.options.look.animated)
    if walking is not None and after.person is None:
        # Both may watch; what does not move is on the screen that passes the keyboard on.
        after, walking = hide_hand(after), None if walking.arrived else walking
    return save(
        replace(
            screen,
            session=after,
            shows=walking or state.without_selection_after_enter(state.shown(after)),
        )
    )


def is_losing(screen: state.TableState, option: Any) -> bool:
    """Return whether an option surely loses the game, and another one does not."""
    session, game, rules = screen.session, screen.session.game, screen.session.game.rules
    if session.viewer is None:
        return False
    *before, action = steps_of(session, option)
    for one in before:
        game = act(game, one)
    legal, observation = rules.legal_actions(game.state), observed(game, session.viewer)
    losing = {one for one in legal if rules.surely_loses(observation, one)}
    return action in losing and len(losing) < len(legal)


def do_for_partner(screen: state.TableState, thought: Any, context: Context) -> Next:
    """Do what the partner has chosen, and let the person see it before anything follows."""
    session = screen.session
    if thought.cut_short:
        game, number = session.game, len(session.game.turns) + 1
        numbers = tuple(sorted({*game.header.cut_short, number}))
        game = replace(game, header=replace(game.header, cut_short=numbers))
        session = replace(session, game=game)
    after = choose(session, thought.action)
    walking = walk_at(after, animated=context.options.look.animated)
    if walking is not None and not isinstance(thought.action, Play):
        # What was chosen is where it moves.
        return save(replace(screen, session=after, shows=walking))
    return save(replace(screen, session=after, shows=state.Paused(walking)))


def walk_at(after: Session, *, animated: bool) -> state.Walking | None:
    """Return what moved, at its end already if pieces are not to be seen moving.

    It was the last turn that moved it if any did: a trick leads to a choice.
    """
    game = after.game
    walk = state.art_of(game.header.game).walk_of(game.states[-2], game.turns[-1])
    if walk is None:
        return None
    return state.Walking(walk) if animated else state.Walking(walk).at_its_end


def save(screen: state.TableState) -> Next:
    """Save a table after a change, and return what follows."""
    after = replace(screen, notice="").settled()
    return replace(after, effects=(*screen.saving, *after.effects))


def take_back(screen: SavedTable) -> Next:
    """Take back the last choice if it can be, else offer one person to play for practice."""
    session = screen.session
    if session.revocable:
        return save(_before(screen, table.take_back(session)))
    if not table.can_be_taken_back_in_practice(session):
        notice = _("Too late to take that back: hidden cards have been seen since.")
        if not session.game.turns or isinstance(session.game.turns[-1].action, Deal):
            notice = _("There is nothing to take back.")
        return Next(replace(screen, notice=notice))
    if session.game.header.is_practice:
        return take_back_in_practice(screen)
    return ask(Question.PRACTICE, screen)


def take_back_in_practice(screen: SavedTable) -> Next:
    """Take back the person's last choice, whatever was seen since."""
    return save(_before(screen, table.take_back_in_practice(screen.session)))


def _before(screen: SavedTable, session: Session) -> SavedTable:
    return replace(screen, session=session, shows=state.shown(session), warned=False)


def ask_for_hint(screen: SavedTable) -> Next:
    """Ask for a hint, and note that in the record."""
    session, number = screen.session, len(screen.session.game.turns) + 1
    shows, header = screen.shows, session.game.header
    assert isinstance(shows, state.Choosing | state.RoundEnd), "there is something to choose"
    screen = replace(screen, shows=replace(shows, hint=state.Hint()))
    if number in header.hints:
        return Next(screen)
    header = replace(header, hints=tuple(sorted((*header.hints, number))))
    screen = replace(screen, session=replace(session, game=replace(session.game, header=header)))
    return Next(screen, screen.saving)


def leave(screen: SavedTable) -> Next:
    """Leave, for the review or the title that the game was begun from; save before if need be.

    Otherwise, and after a game, that ends the program. A game that is saved already is not written
    again: another program may have continued it.
    """
    if screen.leads_to is state.Exit.TITLE and screen.session.game.result is None:
        return after_saving(screen, call("performer:open_title", effects.TitleRow.CONTINUE))
    return after_saving(screen, effects.Leave())


def play_again(screen: SavedTable, _context: Context, setup: object = None) -> Next:
    """Open the form of a new game, agreed on as in the last one, or with another ``setup``."""
    header = screen.session.game.header
    if setup is not None:
        header = replace(header, setup=setup)
    return after_saving(screen, call("performer:open_form", header.game, header))


def again(header: Header) -> Header:
    """Return the header of another game with the same players and deals."""
    house = {key: value for key, value in header.further.items() if key == state.HOUSE_KEY}
    return Header(
        header.game, header.setup, header.players, seed=header.seed, ai=header.ai, further=house
    )


def after_saving(screen: SavedTable, command: Effect) -> Next:
    """Do something that needs the game to be saved, at once if it is."""
    if not screen.is_saved:
        return Next(replace(screen, after_saving=command), screen.saving)
    screen = replace(screen, after_saving=None)
    if not isinstance(command, effects.Leave):
        return Next(screen, (command,))
    if screen.leads_to is state.Exit.REVIEW:
        left = state.BranchLeft(screen.saved, is_unfinished=screen.session.game.result is None)
        return Next(screen, (Pop(left),))
    return Next(screen, (leave_with(screen),))


def leave_with(screen: SavedTable) -> effects.Leave:
    """Return how to leave a table whose game is saved: what to share, or how to resume."""
    counting = screen.shows.counting if isinstance(screen.shows, state.GameOver) else None
    unfinished = (screen.saved,) if screen.session.game.result is None else ()
    return effects.Leave(unfinished, counting, command=screen.command)


def later(screen: state.TableState) -> Next:
    """Move on what moves, or count the ticks."""
    match screen.shows:
        case state.Handoff(fresh=True) | state.RoundEnd(fresh=True) as shows:
            return Next(replace(screen, shows=replace(shows, fresh=False)))
        case state.Choosing(fresh=True) as shows:
            cursor = state.only_option(screen.session) if shows.cursor is None else shows.cursor
            return Next(replace(screen, shows=replace(shows, fresh=False, cursor=cursor)))
        case state.Paused():
            return stop_watching(screen)
        case state.Walking() as walking if walking.arrived:
            return stop_watching(screen)
        case state.Walking() as walking:
            return replace(screen, shows=replace(walking, step=walking.step + 1)).settled()
        case _:
            return Next(replace(screen, ticks=screen.ticks + 1))


def celebrate(screen: SavedTable, shows: state.GameOver, context: Context) -> Next:
    """Enter the score of a game that is over, and begin the scene at its end."""
    if not shows.entered:
        shows = replace(shows, scene=scene_of(screen, context))
        enter = call("ledger:enter", screen.session.game, screen.saved)
        return Next(replace(screen, shows=shows), (enter,))
    if shows.scene:
        shows = replace(shows, scene=shows.scene - 1)
        return Next(replace(screen, shows=shows))
    if shows.cursor is None:
        # Whatever key led here, or ended the scene, is not pressed for the button.
        return Next(replace(screen, shows=replace(shows, cursor=0)))
    return Next(replace(screen, ticks=screen.ticks + 1))


def scene_of(screen: SavedTable, context: Context) -> int:
    """Return how many pictures follow the first one at the end of a game."""
    game = screen.session.game
    return state.art_of(game.header.game).pictures(game) - 1 if context.options.look.animated else 0


def stop_watching(screen: state.TableState, key: str = "") -> Next:
    """Show what comes after something that is watched: after a pause, what moves, then its end.

    ``key`` is what stopped it, if anything did.
    """
    shows = screen.shows
    match shows:
        case state.Paused():
            # Enter may come to skip it just when it ends by itself.
            shows = shows.walking or state.without_selection_after_enter(
                state.shown(screen.session)
            )
        case state.Walking() if not shows.arrived and screen.session.person is not None:
            shows = shows.at_its_end
        case state.Walking() if screen.session.person is not None:
            shows = state.without_selection_after_space(state.shown(screen.session))
        case _:
            shows = state.shown(screen.session)
            # The same key may open a hand there: a double tap must not do both.
            shows = state.without_selection_after_space(shows) if key in CONTINUE else shows
    return replace(screen, shows=shows).settled()


def _review(screen: SavedTable, _context: Context) -> Next:
    return Next(screen, (opening_review(screen),))


def _share(screen: SavedTable, _context: Context) -> Next:
    return Next(screen, (call("table.ending:share", screen.session.game, screen.saved.path),))


def opening_review(screen: SavedTable) -> Call:
    """Return what opens the review of the game at the table."""
    return call("review:open_review", screen.session.game, screen.saved.path)


def _leave(screen: SavedTable, _context: Context) -> Next:
    return leave(screen)


def show_more(screen: SavedTable, _context: Context) -> Next:
    """Show what is rarely done after a game instead of the rest, or the rest again."""
    shows = screen.shows
    assert isinstance(shows, state.GameOver), "only an end has more"
    return Next(replace(screen, shows=replace(shows, more=not shows.more, cursor=None)))


_AGAIN: Ending = (N_("Play again"), play_again)
_SAME: Ending = (
    N_("The same deals again"),
    lambda screen, _context: after_saving(
        screen, effects.StartGame(open_game(again(screen.session.game.header)))
    ),
)
_TITLE: Ending = (
    N_("Title"),
    lambda screen, _context: after_saving(screen, call("performer:open_title")),
)
_QUIT, _BACK = (N_("quit"), _leave), (N_("Back to the review"), _leave)
_LOOK_THROUGH: Ending = (
    N_("Look through the game"),
    lambda screen, _context: Next(screen, (call("replay:open_replay", screen.session.game),)),
)
_REVIEW: Ending = (N_("Review"), _review)
SHARE: Ending = (N_("Share"), _share)
MORE: Ending = (N_("More"), show_more)


def endings_of(screen: SavedTable) -> tuple[Ending, ...]:
    """Return what can be done after the game at the table, in the order of the buttons."""
    shows, game = screen.shows, screen.session.game
    if screen.leads_to is state.Exit.REVIEW:
        return (_BACK, _LOOK_THROUGH, _REVIEW)
    same = () if game.header.seed is None else (_SAME,)
    review = (_REVIEW,) if has_parts(game.header.game, *FOR_REVIEWS) else ()
    following = game.rules.next_setup(game.header.setup)
    further: tuple[Ending, ...] = ()
    if following is not None and game.result is not None and all(game.result.won):
        label = table_words(game.header.game).setup_label(following)
        further = ((label, lambda screen, context: play_again(screen, context, following)),)
    # There are four buttons at most.
    if isinstance(shows, state.GameOver) and shows.more:
        return (_LOOK_THROUGH, *same, SHARE, _TITLE if further else _QUIT)
    return (*further, _AGAIN, *review, *(() if further else (_TITLE,)), MORE)
