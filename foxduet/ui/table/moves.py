"""Changes of the table: actions, undo, and the questions before them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.core.cards import Deal, Play, Seat
from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import REVIEW_PARTS, has_parts, rule_set
from foxduet.play import table_session
from foxduet.play.game import (
    DAILY_KEY,
    OPEN_HANDS_KEY,
    PRACTICE_KEY,
    Game,
    Header,
    act,
    daily_seed,
    open_game,
)
from foxduet.play.table_session import (
    Stage,
    TableSession,
    choose_at_table,
    deal_at_table,
    expand_option,
    hide_hand,
    observe_game,
    play_last_cards,
    show_hand,
)
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import effects, pages
from foxduet.ui.kit.canvas import Canvas, Style, draw_buttons, draw_clearing, no_yes_keys
from foxduet.ui.kit.keys import ARROWS, DECIDE_KEYS, ESCAPE, OPTION_KEYS
from foxduet.ui.kit.screen import (
    Binding,
    Call,
    Context,
    Pop,
    Push,
    RunOptions,
    SpokenChoice,
    Transition,
    call,
)
from foxduet.ui.table import state
from foxduet.ui.table.state import EndAction, Question, SavedTable
from foxduet.words.game_words import guide_words, table_words, thinking_phrase
from foxduet.words.i18n import _
from foxduet.words.text import (
    Alert,
    Glyphs,
    capitalize_first,
    default_names,
    format_sentence,
    names_at_table,
)

if TYPE_CHECKING:
    from foxduet.ai.workers import Job
    from foxduet.ui.kit.screen import Effect


_SEAT_KEYS = OPTION_KEYS[: len(Seat)]


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """The answer to a question; ``seat`` would resign, ``option`` would be played."""

    question: Question
    yes: bool
    seat: Seat = Seat.P1
    option: Any = None


@dataclass(frozen=True, slots=True)
class AskScreen(pages.YesNoScreen, pages.ScreenWithHelp):
    """A question about a game.

    advice: the partner's opinion, once the players ask for it.
    seat, option: the seat that would resign, the option that would be played.
    is_saved: the file has the whole game.
    to_title: leaving leads to the title, not to the shell.
    """

    question: Question
    session: TableSession
    advice: state.Advice | None = None
    seat: Seat = Seat.P1
    option: Any = None
    is_saved: bool = True
    to_title: bool = False

    @property
    def game_name(self) -> str:
        return self.session.game.header.game

    @property
    def prompt(self) -> str:
        session = self.session
        is_shown, header = not session.uses_handoffs, session.game.header
        match self.question:
            case Question.LEAVE if not self.is_saved:
                return _(
                    "Leave the game? The last few cards are not saved yet; leaving tries again."
                )
            case Question.LEAVE if header.is_branch:
                return _("Leave the branch? It's saved in its own file, so you can resume it.")
            case Question.LEAVE if self.to_title and is_shown:
                return _("Leave the game? It's saved; you can continue it from the title screen.")
            case Question.LEAVE if self.to_title:
                return _(
                    "Leave the game? It's saved; you can continue it from the title screen, "
                    "which hides the hand first."
                )
            case Question.LEAVE if is_shown:
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
            case Question.RESIGN if session.person is not None:
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
            case Question.CLOSE_HANDS:
                return _(
                    "Close the hands from this deal on, and take turns to look? The game still "
                    "isn't scored: part of it was played with open hands."
                )
            case Question.LOSES:
                return _("This loses the game at once, and another choice wouldn't. Do it anyway?")

    @property
    def answers(self) -> tuple[str, str]:
        match self.question:
            case Question.LEAVE:
                return _("Stay"), capitalize_first(_("leave"))
            case Question.LOSES:
                return _("Choose again"), _("Do it anyway")
            case Question.PRACTICE:
                return _("Leave it"), _("Take it back")
            case Question.CLOSE_HANDS:
                return _("Leave them open"), _("Close them")
            case _:
                return _("Play on"), capitalize_first(_("resign"))

    def footnote(self, glyphs: Glyphs) -> tuple[str, Style]:
        """Return the partner's advice about resigning, or the key that asks for it."""
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
        """True if the question is about resigning, and a partner can advise."""
        if self.question not in (Question.RESIGN, Question.HOPELESS):
            return False
        return self.session.game.rules.cooperative and self.session.partner is not None

    @property
    def _asks_partner(self) -> bool:
        between_rounds = self.session.stage is Stage.TEAM
        return self.advice is not None and self.advice.thought is None and between_rounds

    def handle_event(self, event: effects.Event, context: Context) -> Transition:
        if isinstance(event, effects.JobAnswered) and self._asks_partner:
            return Transition(replace(self, advice=state.Advice(event.answer)))
        return Transition(self)

    def background_job(self, context: Context) -> Job[Any] | None:
        if not self._asks_partner:
            return None
        from foxduet.ai.workers import ThinkPurpose
        from foxduet.ui.table.advice import partner_job

        return partner_job(self.session, ThinkPurpose.ADVICE, context)

    @property
    def awaits_job(self) -> bool:
        return self._asks_partner

    @property
    def expires_on_remote_change(self) -> bool:
        return self.question is not Question.LEAVE

    def with_hands_hidden(self) -> Transition:
        """Close a question about a visible card; any other question shows no hand."""
        if self.question is Question.LOSES:
            return Transition(self, (Pop(),))
        return Transition(replace(self, advice=None))

    @property
    def decision_id(self) -> object:
        return type(self), self.question

    def answer(self, *, yes: bool) -> Transition:
        answered = QuestionAnswered(self.question, yes, self.seat, self.option)
        return Transition(self, (Pop(answered),))

    def spoken_choices(self, context: Context) -> list[SpokenChoice]:
        stay, leave = pages.YesNoScreen.spoken_choices(self, context)
        is_leaving = self.question is Question.LEAVE
        return [stay, replace(leave, synonyms=_("q, quit, exit")) if is_leaving else leave]

    def _ask_partner(self, _key: str, _context: Context) -> Transition:
        return Transition(self if self.advice else replace(self, advice=state.Advice()))

    BINDINGS: ClassVar = (
        *pages.YesNoScreen.BINDINGS,
        Binding(
            ("p",),
            _ask_partner,
            help_text=(N_("p"), N_("ask your partner")),
            spoken_command=(NC_("command", "ask"), N_("ask your partner")),
            applies=lambda screen: screen.may_ask_partner,
        ),
        pages.HELP_BINDING,
        pages.CARDS_BINDING,
    )


@dataclass(frozen=True, slots=True)
class WhoResignsScreen(pages.ListScreen):
    """Asks which of two opponents resigns; either may while no hand is visible."""

    session: TableSession

    @property
    def game_name(self) -> str:
        return self.session.game.header.game

    @property
    def choices(self) -> tuple[Seat | None, ...]:
        return (None, *Seat)

    @property
    def content(self) -> pages.ListContent:
        labels = (_("Play on"), *self.session.game.header.players)
        return pages.ListContent(_("Who resigns?"), [*map(pages.ListItem, labels)])

    def draw(self, canvas: Canvas) -> None:
        top = draw_clearing(canvas, 10)
        question = _("Who resigns? The other player wins.")
        canvas.put_centred(top + 2, question, Style.STRONG)
        labels = [item.label for item in self.content.items]
        draw_buttons(canvas, top + 7, labels, f"{no_yes_keys()[0]}{_SEAT_KEYS}", self.cursor)
        canvas.put_centred(top + 11, self.notice, Style.STRONG)

    def handle_key(self, key: str, context: Context) -> Transition:
        """Handle a key; the player's letter for no also plays on."""
        key = "n" if key == no_yes_keys()[0] else key
        return pages.ScreenWithHelp.handle_key(self, key, context)

    def takes(self, key: str) -> bool:
        return key == no_yes_keys()[0] or pages.ScreenWithHelp.takes(self, key)

    def go_back(self, _key: str, _context: Context) -> Transition:
        return self.activate(None)

    def activate(self, choice: Seat | None) -> Transition:
        if choice is None:
            return Transition(self, (Pop(QuestionAnswered(Question.RESIGN, yes=False)),))
        return Transition(AskScreen(Question.RESIGN, self.session, seat=choice))

    BINDINGS: ClassVar = (
        Binding(
            tuple(_SEAT_KEYS),
            lambda screen, key, _: screen.activate(Seat(_SEAT_KEYS.index(key))),
            help_text=(N_("1, 2"), N_("the left or the right player resigns")),
        ),
        Binding(
            DECIDE_KEYS,
            pages.ChoiceScreen.activate_cursor,
            help_text=(N_("Enter"), N_("give the selected answer")),
        ),
        Binding(ARROWS, pages.ChoiceScreen.move_cursor, help_text=(N_("arrows"), N_("choose"))),
        pages.HELP_BINDING,
        pages.CARDS_BINDING,
        Binding((ESCAPE, "n"), go_back, help_text=(N_("n, Esc"), N_("no"))),
    )


def with_started_game(screen: SavedTable, game: Game, saved: SavedGame) -> SavedTable:
    """Replace the game at the table by a game that was just dealt and saved."""
    session = TableSession(game)
    session = session if session.uses_handoffs else show_hand(session)
    return replace(
        screen,
        session=session,
        saved=saved,
        mode=state.mode_for(session),
        warned=False,
        after_saving=None,
        pair_games=None,
        notice="",
        ticks=0,
    )


def header_from_options(options: RunOptions) -> Header:
    """Return the header of a new game from the options of the run."""
    rules = rule_set(options.game)
    setup, seed = rules.setup_from(options.setup), options.seed
    further: dict[str, object] = {state.HOUSE_KEY: state.HOUSE_MEMORY} if options.memory else {}
    if options.practice and options.solo is not None:
        further[PRACTICE_KEY] = True
    if options.open_hands:
        further |= {PRACTICE_KEY: True, OPEN_HANDS_KEY: True}
    if options.daily is not None:
        seed = daily_seed(options.daily, rules.day_label(setup))
        further[DAILY_KEY] = options.daily.isoformat()
    names, ai = options.names or default_names(options.solo), (None, options.solo)
    return Header(options.game, setup, names, seed=seed, ai=ai, further=further)


def warn_if_hopeless(screen: SavedTable) -> Transition:
    """Return the table; once nothing moves, ask whether to resign a game that is lost."""
    game = screen.session.game
    is_hopeless = game.result is None and game.rules.is_hopeless(game.state)
    is_watched = isinstance(screen.mode, state.Animating | state.Paused | state.Together)
    if is_watched or screen.is_skippable or screen.warned or not is_hopeless:
        return Transition(screen)
    below = hide_hand_for_question(replace(screen, warned=True))
    return ask(Question.HOPELESS, below, screen.session.resigners[0])


def ask(
    question: Question, screen: SavedTable, seat: Seat = Seat.P1, option: Any = None
) -> Transition:
    """Open a question over the table; ``seat`` would resign, ``option`` would be played."""
    asked = AskScreen(
        question,
        screen.session,
        seat=seat,
        option=option,
        is_saved=screen.is_saved,
        to_title=screen.leads_to is state.Exit.TITLE,
    )
    return Transition(screen, (Push(asked),))


def hide_hands_at_table(screen: SavedTable) -> SavedTable:
    """Rebuild the table with no visible hand, and no notice except an alert.

    Two people see an interrupted animation again from its start, as all see a scene between rounds.
    """
    session, mode = hide_hand(screen.session), screen.mode
    if isinstance(mode, state.GameOver):
        # The end of a game shows no hand, and stays visible.
        return replace(screen, session=session)
    match mode:
        case state.Together():
            mode = state.Together(mode.walking)
        case state.Animating() if session.uses_handoffs and not mode.is_finished:
            mode = state.Together(replace(mode, step=0))
        case state.Animating() if session.person is None and screen.stays_until_key:
            pass
        case state.RoundEnd(moment, scene=pictures) if pictures:
            mode = state.play_moment(session, moment)
        case state.RoundEnd() if screen.has_talk:
            mode = replace(mode, cursor=None, hint=None)
        case _:
            mode = state.mode_for(session)
    notice = screen.notice if isinstance(screen.notice, Alert) else ""
    return replace(screen, session=session, mode=mode, notice=notice, ticks=0)


def hide_hand_for_question(screen: SavedTable) -> SavedTable:
    """Return the table behind a question to all players: no closed hand of two may appear."""
    return hide_hands_at_table(screen) if screen.session.uses_handoffs else screen


def deal_round(screen: SavedTable) -> Transition:
    """Deal the round that is due."""
    session = deal_at_table(screen.session)
    mode = state.guard_after_space(state.mode_for(session))
    return save(replace(screen, session=session, mode=mode))


def deal_closed_hands(screen: SavedTable) -> Transition:
    """Deal the round that is due, with closed hands to the end of the game."""
    return deal_round(replace(screen, session=table_session.close_hands(screen.session)))


def do_option(screen: SavedTable, option: Any, context: Context) -> Transition:
    """Play the chosen option, save the game, and show the result."""
    after = choose_at_table(screen.session, option)
    walking = start_animation(after, animated=context.options.look.animated)
    mode: state.TableMode = walking or state.guard_after_enter(state.mode_for(after))
    if isinstance(open_choice := state.mode_for(hide_hand(after)), state.OpenChoice):
        mode = replace(open_choice, was_visible=after.visible_seat is after.actor)
        after = hide_hand(after)
    if walking is not None and after.uses_handoffs:
        # One of two people has looked away: both look before the trick has its effects.
        after, mode = hide_hand(after), state.Together(walking, soon=context.options.walks_soon)
        if isinstance(screen.mode, state.OpenChoice):
            mode = _mode_after_look(mode, after)
    elif isinstance(mode, state.RoundEnd) and screen.has_interlude:
        is_animated = context.options.look.animated
        following = state.play_moment if is_animated else state.end_moment
        mode = following(after, state.Moment.CHANGE)
    return save(replace(screen, session=after, mode=mode))


def lay_last_cards(screen: SavedTable, context: Context) -> Transition:
    """Play the last cards of both people, who see them before the animation."""
    after = play_last_cards(screen.session)
    assert after is not None, "no choice is left"
    walking = start_animation(after, animated=context.options.look.animated)
    mode: state.TableMode = walking or state.mode_for(after)
    if walking is not None and context.options.look.animated:
        mode = replace(walking, step=-1)
    return save(replace(screen, session=after, mode=mode))


def is_losing(screen: state.TableState, option: Any) -> bool:
    """True if an option surely loses the game, and another option does not."""
    session, game, rules = screen.session, screen.session.game, screen.session.game.rules
    if session.actor is None:
        return False
    *before, action = expand_option(session, option)
    for earlier in before:
        game = act(game, earlier)
    legal, observation = rules.legal_actions(game.state), observe_game(game, session.actor)
    losing = {choice for choice in legal if rules.surely_loses(observation, choice)}
    return action in losing and len(losing) < len(legal)


def do_for_partner(screen: state.TableState, thought: Any, context: Context) -> Transition:
    """Play the partner's choice, and pause so that the person sees it."""
    session = screen.session
    if thought.cut_short:
        game, number = session.game, len(session.game.turns) + 1
        numbers = tuple(sorted({*game.header.cut_short, number}))
        game = replace(game, header=replace(game.header, cut_short=numbers))
        session = replace(session, game=game)
    after = choose_at_table(session, thought.action)
    walking = start_animation(after, animated=context.options.look.animated)
    if walking is not None and not isinstance(thought.action, Play):
        # The animation itself shows the choice.
        return save(replace(screen, session=after, mode=walking))
    return save(replace(screen, session=after, mode=state.Paused(walking)))


def start_animation(after: TableSession, *, animated: bool) -> state.Animating | None:
    """Return the animation of the last turn, at its last step unless ``animated``.

    Of the turns of one choice, only the last can move pieces.
    """
    game = after.game
    walk = state.table_drawing(game.header.game).animation_of(game.states[-2], game.turns[-1])
    if walk is None:
        return None
    return state.Animating(walk) if animated else state.Animating(walk).at_last_step


def save(screen: state.TableState) -> Transition:
    """Save a table after a change, and return its transition."""
    after = replace(screen, notice="").on_settled()
    return replace(after, effects=(*screen.saving, *after.effects))


def undo(screen: SavedTable) -> Transition:
    """Take back the last choice if possible; a game that is not yet practice asks first."""
    session = screen.session
    if session.revocable:
        return save(_with_session(screen, table_session.take_back(session)))
    if not table_session.can_be_taken_back_in_practice(session):
        notice = _("Too late to take that back: hidden cards have been seen since.")
        if not session.game.turns or isinstance(session.game.turns[-1].action, Deal):
            notice = _("There is nothing to take back.")
        return Transition(replace(screen, notice=notice))
    if session.game.header.is_practice:
        return undo_in_practice(screen)
    return ask(Question.PRACTICE, screen)


def undo_in_practice(screen: SavedTable) -> Transition:
    """Take back the last choice of a person, even if hidden cards have been seen since."""
    return save(_with_session(screen, table_session.take_back_in_practice(screen.session)))


def _with_session(screen: SavedTable, session: TableSession) -> SavedTable:
    return replace(screen, session=session, mode=state.mode_for(session), warned=False)


def ask_for_hint(screen: SavedTable) -> Transition:
    """Ask for a hint, and note it in the record."""
    session, number = screen.session, len(screen.session.game.turns) + 1
    shows, header = screen.mode, session.game.header
    assert isinstance(shows, state.Choosing | state.RoundEnd), "there is something to choose"
    screen = replace(screen, mode=replace(shows, hint=state.Hint()))
    if number in header.hints:
        return Transition(screen)
    header = replace(header, hints=tuple(sorted((*header.hints, number))))
    screen = replace(screen, session=replace(session, game=replace(session.game, header=header)))
    return Transition(screen, screen.saving)


def leave(screen: SavedTable) -> Transition:
    """Return to the review or the title that started the game, or else quit.

    A game that is saved is not written again: another program may have continued it.
    """
    if screen.leads_to is state.Exit.TITLE and screen.session.game.result is None:
        return save_then(screen, _open_title(screen, effects.TitleRow.CONTINUE))
    return save_then(screen, effects.Quit())


def _open_title(screen: SavedTable, row: effects.TitleRow | None = None) -> Call:
    """Return the effect that opens the title for the players of the game at the table."""
    return call("effect_handlers:open_title", row, last_header=screen.session.game.header)


def play_again(screen: SavedTable, _context: Context, setup: object = None) -> Transition:
    """Open the form of a new game with the agreements of the last one, or another ``setup``."""
    header = screen.session.game.header
    if setup is not None:
        header = replace(header, setup=setup)
    return save_then(screen, call("effect_handlers:open_form", header.game, header))


def header_for_replay(header: Header) -> Header:
    """Return the header of another game with the same players and deals."""
    house = {key: value for key, value in header.further.items() if key == state.HOUSE_KEY}
    return Header(
        header.game, header.setup, header.players, seed=header.seed, ai=header.ai, further=house
    )


def save_then(screen: SavedTable, command: Effect) -> Transition:
    """Perform an effect that needs the game to be saved, at once if it is."""
    if not screen.is_saved:
        return Transition(replace(screen, after_saving=command), screen.saving)
    screen = replace(screen, after_saving=None)
    if not isinstance(command, effects.Quit):
        return Transition(screen, (command,))
    if screen.leads_to is state.Exit.REVIEW:
        closed = state.BranchClosed(screen.saved, is_unfinished=screen.session.game.result is None)
        return Transition(screen, (Pop(closed),))
    return Transition(screen, (quit_effect(screen),))


def quit_effect(screen: SavedTable) -> effects.Quit:
    """Return the effect that leaves a saved table: lines to share, or how to resume."""
    counting = screen.mode.counting if isinstance(screen.mode, state.GameOver) else None
    unfinished = (screen.saved,) if screen.session.game.result is None else ()
    return effects.Quit(unfinished, counting, command=screen.command)


def on_table_timeout(screen: state.TableState) -> Transition:
    """Advance an animation or end a pause; else count the ticks."""
    match screen.mode:
        case state.RoundEnd(scene=pictures) as shows if pictures > 1:
            return Transition(replace(screen, mode=replace(shows, scene=pictures - 1)))
        case state.RoundEnd(scene=1):
            return skip_animation(screen)
        case (
            state.Handoff(is_fresh=True)
            | state.LastCards(is_fresh=True)
            | state.RoundEnd(is_fresh=True)
            | state.Together(is_fresh=True)
        ) as shows:
            return Transition(replace(screen, mode=replace(shows, is_fresh=False)))
        case state.Choosing(is_fresh=True) as shows:
            only = state.only_option_index(screen.session)
            cursor = only if shows.cursor is None else shows.cursor
            return Transition(replace(screen, mode=replace(shows, is_fresh=False, cursor=cursor)))
        case state.Animating() as walking if not walking.is_finished:
            return replace(screen, mode=replace(walking, step=walking.step + 1)).on_settled()
        case state.Paused() | state.Together() | state.Animating():
            return skip_animation(screen)
        case _:
            return Transition(replace(screen, ticks=screen.ticks + 1))


def enter_score_and_animate(
    screen: SavedTable, shows: state.GameOver, context: Context
) -> Transition:
    """Enter the score of a finished game, and play the scene at its end."""
    if not shows.entered:
        shows = replace(shows, scene=ending_pictures(screen, context))
        enter = call("score_handlers:enter_into_scores", screen.session.game, screen.saved)
        return Transition(replace(screen, mode=shows), (enter,))
    if shows.scene:
        shows = replace(shows, scene=shows.scene - 1)
        return Transition(replace(screen, mode=shows))
    if shows.cursor is None:
        # The key that led here, or skipped the scene, must not press a button.
        return Transition(replace(screen, mode=replace(shows, cursor=0)))
    return Transition(replace(screen, ticks=screen.ticks + 1))


def ending_pictures(screen: SavedTable, context: Context) -> int:
    """Return the number of pictures after the first one at the end of a game."""
    game = screen.session.game
    if not context.options.look.animated:
        return 0
    return state.table_drawing(game.header.game).count_ending_pictures(game) - 1


def continue_after_walk(screen: state.TableState, context: Context) -> Transition:
    """Continue after the last picture of an animation; after a round, with its interlude."""
    session = screen.session
    if session.stage not in (Stage.TEAM, Stage.BETWEEN_ROUNDS) or not screen.has_interlude:
        return skip_animation(screen)
    mode = state.end_moment(session, state.Moment.CHANGE)
    if context.options.look.animated:
        mode = state.play_moment(session, state.Moment.SUPPLY)
    return replace(screen, mode=mode).on_settled()


def skip_animation(screen: state.TableState) -> Transition:
    """End a pause, a look at a trick, an animation, or a moment between rounds.

    The first two lead to the animation.
    """
    shows = screen.mode
    match shows:
        case state.RoundEnd(moment):
            shows = state.end_moment(screen.session, moment)
        case state.Paused():
            # Enter may be pressed to skip the pause just as it ends by itself.
            shows = shows.walking or state.guard_after_enter(state.mode_for(screen.session))
        case state.Together():
            shows = _mode_after_look(shows, screen.session)
        case state.Animating() if not shows.is_finished and screen.stays_until_key:
            shows = shows.at_last_step
        case state.Animating() if screen.stays_until_key:
            shows = state.guard_after_space(state.mode_for(screen.session))
        case _:
            shows = state.mode_for(screen.session)
    return replace(screen, mode=shows).on_settled()


def _mode_after_look(look: state.Together, session: TableSession) -> state.TableMode:
    """Return the animation of a trick, unless it would end at once with nothing moved."""
    stays = session.actor is None
    return look.walking if stays or not look.walking.is_finished else state.mode_for(session)


def opening_review(screen: SavedTable) -> Call:
    """Return the effect that opens the review of the game at the table."""
    return call("review:open_review", screen.session.game, screen.saved.path)


def _leave(screen: SavedTable, _context: Context) -> Transition:
    return leave(screen)


def show_more(screen: SavedTable, _context: Context) -> Transition:
    """Switch between the usual actions after a game and the rarer ones."""
    shows = screen.mode
    assert isinstance(shows, state.GameOver), "only an end has more"
    return Transition(replace(screen, mode=replace(shows, more=not shows.more, cursor=None)))


_AGAIN: EndAction = (N_("Play again"), play_again)
_SAME: EndAction = (
    N_("The same deals again"),
    lambda screen, _context: save_then(
        screen, effects.StartGame(open_game(header_for_replay(screen.session.game.header)))
    ),
)
_TITLE: EndAction = (
    N_("Title"),
    lambda screen, _context: save_then(screen, _open_title(screen)),
)
_QUIT, _BACK = (N_("quit"), _leave), (N_("Back to the review"), _leave)
_LOOK_THROUGH: EndAction = (
    N_("Look through the game"),
    lambda screen, _context: Transition(screen, (call("replay:open_replay", screen.session.game),)),
)
_REVIEW: EndAction = (
    N_("Review"),
    lambda screen, _context: Transition(screen, (opening_review(screen),)),
)
SHARE: EndAction = (
    N_("Share"),
    lambda screen, _context: Transition(
        screen, (call("table.ending:share_picture", screen.session.game, screen.saved.path),)
    ),
)
MORE: EndAction = (N_("More"), show_more)


def end_actions_for(screen: SavedTable) -> tuple[EndAction, ...]:
    """Return the actions after a game, in the order of the buttons (at most four)."""
    shows, game = screen.mode, screen.session.game
    if screen.leads_to is state.Exit.REVIEW:
        return (_BACK, _LOOK_THROUGH, _REVIEW)
    same = () if game.header.seed is None else (_SAME,)
    review = (_REVIEW,) if has_parts(game.header.game, *REVIEW_PARTS) else ()
    following = game.rules.next_setup(game.header.setup)
    further: tuple[EndAction, ...] = ()
    if following is not None and game.result is not None and all(game.result.won):
        label = table_words(game.header.game).setup_label(following)
        further = ((label, lambda screen, context: play_again(screen, context, following)),)
    if isinstance(shows, state.GameOver) and shows.more:
        return (_LOOK_THROUGH, *same, SHARE, _TITLE if further else _QUIT)
    again = (_AGAIN, *further)
    if not isinstance(shows, state.GameOver) or shows.missing_wins < 1:
        again = (*further, _AGAIN)
    return (*again, *review, *(() if further else (_TITLE,)), MORE)
