"""What changes the table: games started and resumed, actions done, and how saving went."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from foxduet.ai.names import PartnerNameError, parse_partner
from foxduet.core.common import Deal, Play
from foxduet.core.errors import N_, FoxduetError, MissingPartError
from foxduet.core.register import PARTNERS, require_parts, rule_set
from foxduet.play import table
from foxduet.play.game import DAILY_KEY, PRACTICE_KEY, Game, Header, daily_seed, open_game
from foxduet.play.table import Session, choose, deal, hide_hand, look
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import effects
from foxduet.ui.kit.effects import EnterScore, Leave, SaveGame, StartGame
from foxduet.ui.kit.screen import Context, Next, Options, Screen
from foxduet.ui.table import screen as views
from foxduet.ui.table.parts import HOUSE_KEY, HOUSE_MEMORY, art_of
from foxduet.ui.table.screen import Choosing, GameOver, Handoff, Paused, TableScreen, Walking
from foxduet.ui.table.shown import not_by_enter, not_by_space, only_option, shown
from foxduet.words.i18n import _, explain
from foxduet.words.people import default_names


class ResumeError(FoxduetError):
    """A game that is under way cannot be resumed here."""


def table_of(session: Session, saved: SavedGame) -> TableScreen:
    """Return the table of a session, whose game is saved."""
    return TableScreen(session, saved, shown(session))


def new_header(options: Options) -> Header:
    """Return the header of a new game with everything that the options of the run say."""
    rules = rule_set(options.game)
    setup, seed = rules.setup_from(options.setup), options.seed
    further: dict[str, object] = {HOUSE_KEY: HOUSE_MEMORY} if options.memory else {}
    if options.practice and options.solo is not None:
        further[PRACTICE_KEY] = True
    if options.daily is not None:
        seed = daily_seed(options.daily, rules.day_label(setup))
        further[DAILY_KEY] = options.daily.isoformat()
    names, ai = options.names or default_names(options.solo), (None, options.solo)
    return Header(options.game, setup, names, seed=seed, ai=ai, further=further)


def start(game: Game, saved: SavedGame, *, returns_to_title: bool = False) -> TableScreen:
    """Return the table of a game that was just dealt and saved."""
    session = Session(game)
    table = table_of(session if session.person is None else look(session), saved)
    return replace(table, returns_to_title=returns_to_title)


def check_resumable(game: Game) -> None:
    """Return if people can continue a game here.

    Raises ResumeError when its partners are unknown, or leave nobody to play.
    """
    for name in game.header.ai:
        try:
            if name is not None and parse_partner(name).kind != "random":
                require_parts(game.header.game, PARTNERS)
        except (PartnerNameError, MissingPartError):
            raise ResumeError(N_("its partner, '{name}', is unknown here"), name=name) from None
    if None not in game.header.ai:
        raise ResumeError(N_("partners sit at both ends, so there is nobody to play"))


def resume(game: Game, saved: SavedGame, *, returns_to_title: bool = False) -> TableScreen:
    """Continue a game exactly where it stands, with a blank screen first between two people.

    Raises ResumeError, as ``check_resumable`` does.
    """
    check_resumable(game)
    return start(game, saved, returns_to_title=returns_to_title)


def settle(screen: TableScreen) -> Screen:
    """Return what comes once nothing moves: the table, or the news that all is lost."""
    game = screen.session.game
    hopeless = game.result is None and game.rules.is_hopeless(game.state)
    is_looked_at = isinstance(screen.shows, Walking | Paused)
    if is_looked_at or screen.warned or not hopeless:
        return screen
    from foxduet.ui.table.question import AskScreen

    below = behind_a_question(replace(screen, warned=True))
    return AskScreen(views.Question.HOPELESS, seat=screen.session.resigners[0], below=below)


def cover(screen: TableScreen) -> TableScreen:
    """Return the table with no hand in sight, no hint, and everything where it belongs."""
    session, shows = hide_hand(screen.session), screen.shows
    # The end of a game has no hand, and stays in sight.
    shows = shows if isinstance(shows, GameOver) else shown(session)
    return replace(screen, session=session, shows=shows)


def behind_a_question(screen: TableScreen) -> TableScreen:
    """Return the table behind a question to all players: of two, nobody's hand may come up."""
    return screen if screen.session.person is not None else cover(screen)


def deal_round(screen: TableScreen) -> Next:
    """Deal the round that is due."""
    session = deal(screen.session)
    return _saving(replace(screen, session=session, shows=not_by_space(shown(session))))


def do(screen: TableScreen, option: Any, context: Context) -> Next:
    """Do what was chosen, save the game, and show what comes of it."""
    after = choose(screen.session, option)
    walking = _walking(after, context)
    if walking is not None and after.person is None:
        # Both may watch; what does not move is on the screen that passes the keyboard on.
        after, walking = hide_hand(after), None if walking.arrived else walking
    return _saving(replace(screen, session=after, shows=walking or not_by_enter(shown(after))))


def do_for_partner(screen: TableScreen, thought: Any, context: Context) -> Next:
    """Do what the partner has chosen, and let the person see it before anything follows."""
    session = screen.session
    if thought.cut_short:
        game, number = session.game, len(session.game.turns) + 1
        numbers = tuple(sorted({*game.header.cut_short, number}))
        game = replace(game, header=replace(game.header, cut_short=numbers))
        session = replace(session, game=game)
    after = choose(session, thought.action)
    walking = _walking(after, context)
    if walking is not None and not isinstance(thought.action, Play):
        # What was chosen is where it moves.
        return _saving(replace(screen, session=after, shows=walking))
    return _saving(replace(screen, session=after, shows=Paused(walking)))


def _walking(after: Session, context: Context) -> Walking | None:
    """Return what moved, at its end already if pieces are not to be seen moving.

    It was the last turn that moved it if any did: a trick leads to a choice.
    """
    game = after.game
    walk = art_of(game.header.game).walk_of(game.states[-2], game.turns[-1])
    if walk is None:
        return None
    return Walking(walk) if context.options.look.animated else Walking(walk).at_its_end


def _saving(screen: TableScreen) -> Next:
    game = screen.session.game
    return Next(settle(replace(screen, notice="")), (SaveGame(game, screen.saved),))


def take_back(screen: TableScreen) -> Next:
    """Take back the last choice if it can be, else offer one person to play for practice."""
    session = screen.session
    if session.revocable:
        return _saving(_before(screen, table.take_back(session)))
    if not table.can_be_taken_back_in_practice(session):
        notice = _("Nothing can be taken back: something hidden has been seen since.")
        if not session.game.turns or isinstance(session.game.turns[-1].action, Deal):
            notice = _("There is nothing to be taken back.")
        return Next(replace(screen, notice=notice))
    if session.game.header.is_practice:
        return take_back_in_practice(screen)
    from foxduet.ui.table.question import AskScreen

    return Next(AskScreen(views.Question.PRACTICE, below=screen))


def take_back_in_practice(screen: TableScreen) -> Next:
    """Take back the person's last choice, whatever was seen since."""
    return _saving(_before(screen, table.take_back_in_practice(screen.session)))


def _before(screen: TableScreen, session: Session) -> TableScreen:
    return replace(screen, session=session, shows=shown(session), warned=False)


def ask_for_hint(screen: TableScreen) -> Next:
    """Ask for a hint, and note that in the record."""
    session, number = screen.session, len(screen.session.game.turns) + 1
    shows, header = screen.shows, session.game.header
    assert isinstance(shows, Choosing | views.RoundEnd), "there is something to choose"
    screen = replace(screen, shows=replace(shows, hint=views.Hint()))
    if number in header.hints:
        return Next(screen)
    header = replace(header, hints=tuple(sorted((*header.hints, number))))
    session = replace(session, game=replace(session.game, header=header))
    return Next(replace(screen, session=session), (SaveGame(session.game, screen.saved),))


def leave(screen: TableScreen) -> Next:
    """Leave, for the review or the title that the game was begun from; save before if need be.

    Otherwise, and after a game, that ends the program. A game that is saved already is not written
    again: another program may have continued it.
    """
    if screen.returns_to_title and screen.session.game.result is None:
        return after_saving(screen, effects.OpenTitle(effects.TitleRow.CONTINUE))
    return after_saving(screen, Leave())


def play_again(screen: TableScreen, _context: Context, setup: object = None) -> Next:
    """Open the form of a new game, agreed on as in the last one, or with another ``setup``."""
    header = screen.session.game.header
    if setup is not None:
        header = replace(header, setup=setup)
    return after_saving(screen, effects.OpenForm(after=header))


def same_deals_again(screen: TableScreen) -> Next:
    """Start another game with the same players and deals, once the last one is saved."""
    return after_saving(screen, StartGame(open_game(again(screen.session.game.header))))


def again(header: Header) -> Header:
    """Return the header of another game with the same players and deals."""
    house = {key: value for key, value in header.further.items() if key == HOUSE_KEY}
    return Header(
        header.game, header.setup, header.players, seed=header.seed, ai=header.ai, further=house
    )


def to_title(screen: TableScreen) -> Next:
    """Open the title, once the game is saved."""
    return after_saving(screen, effects.OpenTitle())


def after_saving(screen: TableScreen, command: effects.Command) -> Next:
    """Do something that needs the game to be saved, at once if it is."""
    if not screen.is_saved:
        game = screen.session.game
        return Next(replace(screen, after_saving=command), (SaveGame(game, screen.saved),))
    screen = replace(screen, after_saving=None)
    if not isinstance(command, Leave):
        return Next(screen, (command,))
    if screen.below is not None:
        return Next(screen.below.reopened(_unfinished(screen), branch_notice(screen.saved)))
    return Next(screen, (parting(screen),))


def parting(screen: TableScreen) -> Leave:
    """Return how to leave a table whose game is saved: what to share, or how to resume."""
    counting = screen.shows.counting if isinstance(screen.shows, GameOver) else None
    return Leave(_unfinished(screen), counting)


def _unfinished(screen: TableScreen) -> tuple[SavedGame, ...]:
    """Return the games to be resumed, of which this one may be the last."""
    own = (screen.saved,) if screen.session.game.result is None else ()
    return screen.unfinished + own


def branch_notice(branch: SavedGame) -> str:
    """Return the notice for a review that a branch of it is saved."""
    return _("The branch is saved as {name}.").format(name=branch.path.name)


def later(screen: TableScreen, context: Context) -> Next:
    """Move on what moves, enter the score of a game that is over, or count the ticks."""
    match screen.shows:
        case Handoff(fresh=True) | views.RoundEnd(fresh=True) as shows:
            return Next(replace(screen, shows=replace(shows, fresh=False)))
        case Choosing(fresh=True) as shows:
            cursor = only_option(screen.session) if shows.cursor is None else shows.cursor
            return Next(replace(screen, shows=replace(shows, fresh=False, cursor=cursor)))
        case Paused():
            return stop_watching(screen)
        case Walking() as walking if walking.arrived:
            return stop_watching(screen)
        case Walking() as walking:
            return Next(replace(screen, shows=replace(walking, step=walking.step + 1)))
        case GameOver(entered=False) as shows:
            game = screen.session.game
            if context.options.look.animated and screen.session.is_won:
                shows = replace(shows, celebration=views.PICTURES_OF_A_CELEBRATION)
            return Next(replace(screen, shows=shows), (EnterScore(game, screen.saved),))
        case GameOver(celebration=pictures) as shows if pictures:
            return Next(replace(screen, shows=replace(shows, celebration=pictures - 1)))
        case _:
            return Next(replace(screen, ticks=screen.ticks + 1))


def stop_watching(screen: TableScreen) -> Next:
    """Show what comes after something that is watched: after a pause, what moves, then its end."""
    match screen.shows:
        case Paused():
            # Enter may come to skip it just when it ends by itself.
            shows = screen.shows.walking or not_by_enter(shown(screen.session))
            return Next(settle(replace(screen, shows=shows)))
        case Walking() as walking if not walking.arrived and screen.session.person is not None:
            return Next(replace(screen, shows=walking.at_its_end))
        case Walking() if screen.session.person is not None:
            return Next(settle(replace(screen, shows=not_by_space(shown(screen.session)))))
        case _:
            return Next(settle(replace(screen, shows=shown(screen.session))))


def receive(screen: TableScreen, event: effects.Event, context: Context) -> Next:
    """Show the result of a save, a new game, a score, or something worked out."""
    match event:
        case effects.GameSaved(game, saved, elsewhere):
            return _saved(screen, game, saved, elsewhere=elsewhere)
        case effects.SaveFailed(game, reason, copy):
            return Next(_not_saved(screen, game, reason, copy))
        case effects.GameStarted(game, saved):
            table = start(game, saved, returns_to_title=screen.returns_to_title)
            return Next(replace(table, unfinished=screen.unfinished))
        case effects.StartFailed(reason):
            notice = _("A new game cannot be saved: {reason}.").format(reason=reason)
            return Next(replace(screen, notice=notice))
        case effects.ScoreEntered():
            return Next(_entered(screen, event))
        case effects.Answered():
            from foxduet.ui.table.background import take_in

            return take_in(screen, event, context)
        case _:
            return Next(screen)


def _saved(screen: TableScreen, game: Game, saved: SavedGame, *, elsewhere: bool) -> Next:
    notice = screen.notice
    if elsewhere:
        notice = _("Another program changed the save; your game continues in a file of its own.")
    session = replace(screen.session, game=game)
    screen = replace(screen, session=session, saved=saved, notice=notice)
    if screen.after_saving is not None:
        return after_saving(screen, screen.after_saving)
    return Next(screen)


def _not_saved(screen: TableScreen, game: Game, reason: str, copy: SavedGame | None) -> TableScreen:
    notice = _("Not saved: {reason}. The next card, or leaving, tries again.")
    if copy is not None:
        notice = _("Its file could not be written; the game is saved with your others.")
    elif screen.after_saving is not None:
        notice = _("Not saved: {reason}. Ctrl-C leaves all the same.")
    return replace(
        screen,
        session=replace(screen.session, game=game),
        saved=copy or screen.saved,
        notice=notice.format(reason=reason),
        after_saving=None,
    )


def _entered(screen: TableScreen, entered: effects.ScoreEntered) -> TableScreen:
    shows = screen.shows
    assert isinstance(shows, GameOver), "only games that are over have a score"
    notice = ""
    if screen.session.game.header.is_branch:
        notice = _("A branch of another game: this is no score.")
    elif entered.trouble is not None:
        reason = explain(entered.trouble)
        notice = _("The score goes in next time: {reason}.").format(reason=reason)
    elif entered.damaged:
        notice = _("The scores were damaged; they are rebuilt from the records.")
    elif entered.counted_before:
        notice = _("This day was played before; the first game counts, as shown above.")
    elif entered.again:
        notice = _("You have played these deals before; only your first game counts.")
    shows = replace(
        shows,
        entered=True,
        is_best=entered.is_best,
        seeks_par=entered.has_par and entered.par is None,
        par=entered.par,
        counting=entered.counting,
    )
    return replace(screen, shows=shows, notice=screen.notice or notice)
