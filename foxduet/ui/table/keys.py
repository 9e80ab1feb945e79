"""Keys, typed cards and events at the table, for each of its modes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foxduet.core.cards import Play, Seat, card_in_action
from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import replace
from foxduet.core.registry import PARTNERS, has_parts, rule_set
from foxduet.play.game import Game
from foxduet.play.table_session import (
    can_be_taken_back_in_practice,
    expand_option,
    observe_game,
    show_hand,
)
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import effects, keys
from foxduet.ui.kit.effects import JobAnswered
from foxduet.ui.kit.pages import CARDS_BINDING, HELP_BINDING
from foxduet.ui.kit.screen import (
    Binding,
    Bindings,
    Context,
    HideHands,
    Push,
    Screen,
    Transition,
    call,
)
from foxduet.ui.table import moves, state
from foxduet.ui.table.drawing import card_rows, hand_suits, option_keys, own_key
from foxduet.ui.table.state import Choosing, RoundEnd, SavedTable, TableState
from foxduet.words.game_words import nothing_chosen_sentence, table_words
from foxduet.words.i18n import _, explain, pgettext, to_ascii
from foxduet.words.text import Alert, format_sentence, names_at_table

if TYPE_CHECKING:
    from foxduet.store.score_entries import Par


def _choice(screen: TableState) -> Choosing | state.OpenChoice | RoundEnd | state.GameOver:
    assert isinstance(screen.mode, Choosing | state.OpenChoice | RoundEnd | state.GameOver), (
        "there is something to choose"
    )
    return screen.mode


def _at_cursor(screen: TableState, cursor: int) -> Transition:
    shows = replace(_choice(screen), cursor=cursor)
    return Transition(replace(screen, mode=shows))


def _move(screen: TableState, key: str, _context: Context) -> Transition:
    count = len(state.table_options(screen))
    return _at_cursor(screen, keys.move_cursor(_choice(screen).cursor, key, count))


def _number(screen: TableState, key: str, _context: Context) -> Transition:
    index = option_keys(state.table_options(screen)).find(key)
    return Transition(screen) if index < 0 else _at_cursor(screen, index)


def _change_row(screen: TableState, key: str, context: Context) -> Transition:
    session, options, cursor = screen.session, state.table_options(screen), _choice(screen).cursor
    if cursor is None or session.visible_seat is None or card_in_action(options[0]) is None:
        return _move(screen, key, context)
    suits = hand_suits(observe_game(session.game, session.visible_seat))
    first = card_rows(suits)[0]
    return _at_cursor(screen, keys.move_between_rows(cursor, key, first, len(suits), len(options)))


def _go_to_end(screen: TableState, key: str, _context: Context) -> Transition:
    """Select the first or the last card, or option of options without cards."""
    options = state.table_options(screen)
    cards = [option for option in options if card_in_action(option) is not None]
    return _at_cursor(screen, keys.move_cursor(None, key, len(cards or options)))


def _choose(screen: TableState, _key: str, context: Context) -> Transition:
    cursor, session = _choice(screen).cursor, screen.session
    if cursor is None:
        # A table that was just shown selects an only card in a moment.
        return Transition(
            screen if screen.is_just_shown else replace(screen, notice=nothing_chosen_sentence())
        )
    option = state.table_options(screen)[cursor]
    if isinstance(screen.mode, state.GameOver):
        _label, end = option
        following: Transition = end(screen, context)
        return following
    rules, first = session.game.rules, expand_option(session, option)[0]
    if session.visible_seat is not None and first not in rules.legal_actions(session.state):
        seen = observe_game(session.game, session.visible_seat)
        return Transition(replace(screen, notice=table_words(screen.game_name).refusal(seen)))
    return screen.play(option, context)


def _may_keep_decree(screen: TableState) -> bool:
    return any(state.keeps_decree(option) for option in state.table_options(screen))


def _type_card(screen: TableState, _key: str, _context: Context) -> Transition:
    assert isinstance(screen.mode, Choosing), "there is a card to choose"
    return Transition(replace(screen, mode=replace(screen.mode, typed="")))


def _look(screen: SavedTable, _key: str, _context: Context) -> Transition:
    session = show_hand(screen.session)
    after = replace(screen, session=session, mode=state.mode_for(session))
    if session.person is not None or screen.pair_games is not None:
        return Transition(after)
    return Transition(after, (call("score_handlers:count_pair_games", session.game.header),))


def _open_own_hand(screen: SavedTable, key: str, context: Context) -> Transition:
    """Open the hand of the seat to act with its own key; the other key tells whose turn it is."""
    seat = screen.session.actor
    assert seat is not None, "a hand is closed"
    if key == keys.OWN_KEYS[seat]:
        return _look(screen, key, context)
    names = names_at_table(screen.session.game.header)
    sentence = _("Not yet, {other}: it's {name}'s turn, with the {key} key.")
    notice = format_sentence(sentence, name=names[seat], other=names[seat.other], key=own_key(seat))
    return Transition(replace(screen, notice=notice))


def _watch(screen: SavedTable, _key: str, _context: Context) -> Transition:
    """Show the effects of a trick, unless Space follows the card at once."""
    if screen.is_just_shown:
        return Transition(replace(screen, notice=idle_reason(screen)))
    return moves.skip_animation(screen)


def _lay_cards(screen: SavedTable, _key: str, context: Context) -> Transition:
    return Transition(screen) if screen.is_just_shown else moves.lay_last_cards(screen, context)


def idle_reason(screen: SavedTable) -> str:
    """Say which key two people need where others do nothing; empty at other tables."""
    match screen.mode:
        case state.Handoff(seat) if screen.session.uses_handoffs:
            name = names_at_table(screen.session.game.header)[seat]
            sentence = _("Only {key} opens {name}'s hand.")
            return format_sentence(sentence, name=name, key=own_key(seat))
        case state.Together():
            return _("Look first, both of you: then press Space.")
        case state.OpenChoice():
            return _("Choose with the arrows, then press Enter.")
        case state.LastCards():
            return _("No hand opens: Space lays both cards down.")
        case state.Animating() if screen.session.person is None and not screen.is_skippable:
            return _("Press Space to go on.")
        case _:
            return ""


def _help(screen: SavedTable, key: str, context: Context) -> Transition:
    """Open the help, and show from now on where the selected card could lead."""
    assert isinstance(screen.mode, Choosing), "there is something to choose"
    opened = HELP_BINDING.handler(screen, key, context)
    return replace(opened, screen=replace(screen, mode=replace(screen.mode, shows_reach=True)))


def _hint(screen: SavedTable, _key: str, _context: Context) -> Transition:
    shows = screen.mode
    assert isinstance(shows, Choosing | RoundEnd), "there is something to choose"
    if shows.hint is None:
        return moves.ask_for_hint(screen)
    from foxduet.ui.table.advice import is_hint_short

    if is_hint_short(screen):
        longer = state.Hint(steps=shows.hint.steps, patience=2 * shows.hint.patience)
        return Transition(replace(screen, mode=replace(shows, hint=longer)))
    hint = replace(shows.hint, steps=min(shows.hint.steps + 1, state.MAX_HINT_STEPS))
    return Transition(replace(screen, mode=replace(shows, hint=hint)))


def _open_line(screen: SavedTable, _key: str, _context: Context) -> Transition:
    from foxduet.ui.replay import line_screen
    from foxduet.ui.table.advice import revealed_reason

    reason = revealed_reason(screen)
    assert reason is not None, "a line belongs to a reason"
    line = line_screen(screen.session.game.header, reason, of_best=True)
    return Transition(screen, (Push(line),))


def _dismiss(screen: SavedTable, _key: str, _context: Context) -> Transition:
    shows = screen.mode
    if isinstance(shows, Choosing):
        shows = replace(shows, hint=None)
    elif isinstance(shows, RoundEnd):
        shows = replace(shows, hint=None, advice=None)
    return Transition(replace(screen, mode=shows))


def _ask_partner(screen: SavedTable, _key: str, _context: Context) -> Transition:
    assert isinstance(screen.mode, RoundEnd), "the team chooses between rounds"
    advice = screen.mode.advice or state.Advice()
    return Transition(replace(screen, mode=replace(screen.mode, advice=advice)))


def _show_figures(screen: SavedTable, _key: str, _context: Context) -> Transition:
    assert isinstance(screen.mode, RoundEnd), "a round is over"
    shows = replace(screen.mode, figures=not screen.mode.figures)
    return Transition(replace(screen, mode=shows))


def _talk(screen: SavedTable, _key: str, _context: Context) -> Transition:
    return Transition(replace(screen, mode=RoundEnd(is_fresh=True)))


def _deal(screen: SavedTable, _key: str, _context: Context) -> Transition:
    """Deal the next round, unless two people have not seen yet that they may talk."""
    is_early = screen.is_just_shown and screen.has_talk
    return Transition(screen) if is_early else moves.deal_round(screen)


def _resign(screen: SavedTable, _key: str, _context: Context) -> Transition:
    seats, screen = screen.session.resigners, moves.hide_hand_for_question(screen)
    if len(seats) > 1:
        return Transition(screen, (Push(moves.WhoResignsScreen(screen.session)),))
    return moves.ask(state.Question.RESIGN, screen, seats[0])


def _close_hands(screen: SavedTable, _key: str, _context: Context) -> Transition:
    return moves.ask(state.Question.CLOSE_HANDS, screen)


def _leave(screen: SavedTable, _key: str, _context: Context) -> Transition:
    return moves.ask(state.Question.LEAVE, screen)


_MOVE = Binding(
    keys.ARROWS,
    _move,
    (N_("arrows"), N_("move")),
    (N_("Left, right, h, l"), N_("select a card or another choice")),
    # Translators: the arrow keys, in the last row where it has no room for "arrows move"
    short_footer=lambda: pgettext("brief", "arrows move"),
)
_OTHER_ROW = Binding(
    (*keys.UPWARD, *keys.DOWNWARD),
    _change_row,
    help_text=(N_("Up, down, k, j"), N_("the other row of cards (Home, End: first, last)")),
)
_FIRST_OR_LAST = Binding((keys.HOME, keys.END), _go_to_end)
_PLAY = Binding(
    keys.DECIDE_KEYS,
    _choose,
    (N_("Enter"), N_("play")),
    (N_("Enter"), N_("play the selected card, or confirm")),
)
_PICK = Binding(keys.DECIDE_KEYS, _choose, (N_("Enter"), N_("pick")))
_PLACE = Binding(keys.DECIDE_KEYS, _choose, (N_("Enter"), N_("place it")))
_NUMBER = Binding(
    keys.OPTION_KEYS,
    _number,
    help_text=(N_("1 to 9, 0, -, =, +"), N_("choose the option with that key")),
)
_UNSHIFTED_DIGITS = Binding(
    (), _number, help_text=(N_("Number row"), N_("French keyboards need no Shift: - is 6, ) is 11"))
)
_KEEP = Binding(
    (keys.KEEP_DECREE_KEY,),
    _number,
    (N_("d"), N_("keep")),
    (N_("d"), N_("keep the decree")),
    applies=_may_keep_decree,
)
_TYPE = Binding(
    ("c",),
    _type_card,
    help_text=(N_("c"), N_("type a card: rank, then suit letter")),
    applies=lambda screen: any(card_in_action(option) for option in state.table_options(screen)),
)
_LOOK = Binding(
    keys.CONTINUE_KEYS,
    _look,
    (N_("Space"), N_("look")),
    (N_("Space"), N_("alone: see your hand; continue after a trick; deal")),
)
_OPEN_OWN_HAND = tuple(
    Binding(
        keys.OWN_KEYS,
        _open_own_hand,
        (own_key(seat), N_("look")),
    )
    for seat in Seat
)
_OWN_KEYS_HELP = Binding(
    (), _look, help_text=(N_("A, M"), N_("two people: open the left hand, or the right one"))
)
_WATCH = Binding(
    keys.CONTINUE_KEYS,
    _watch,
    (
        N_("Space"),
        # Translators: let the pieces move after a trick, with everybody looking
        N_("watch"),
    ),
)
_LAY_CARDS = Binding(keys.CONTINUE_KEYS, _lay_cards, (N_("Space"), N_("lay down")))
_CONTINUE = Binding(
    keys.CONTINUE_KEYS,
    lambda screen, _key, context: moves.continue_after_walk(screen, context),
    (N_("Space"), N_("continue")),
)
_TALK = Binding(keys.CONTINUE_KEYS, _talk, (N_("Space"), N_("continue")))
_DEAL = Binding(keys.CONTINUE_KEYS, _deal, (N_("Space"), N_("deal")))
_FIGURES = Binding(
    ("f",),
    _show_figures,
    (N_("f"), N_("figures")),
)
# Enter may have played the last card.
_DEAL_NOTHING = Binding(
    keys.DECIDE_KEYS,
    lambda screen, *_: Transition(replace(screen, notice=state.ready_to_deal(screen))),
)
_CLOSE_HANDS = Binding(
    ("c",),
    _close_hands,
    (N_("c"), N_("close hands")),
    applies=state.can_close_hands,
    spoken_command=(NC_("command", "close"), N_("from now on, play with closed hands")),
)
_SKIP = Binding((), _dismiss, (N_("any key:"), N_("skip")))
_TAKE_BACK = Binding(
    ("u",),
    lambda screen, *_: moves.undo(screen),
    help_text=(N_("u"), N_("take back, until hidden cards are seen")),
    spoken_command=(NC_("command", "undo"), N_("take back your last choice")),
)
_HINT = Binding(
    ("i",),
    _hint,
    (N_("i"), N_("hint")),
    (N_("i"), N_("a hint in three steps; then s: what may follow")),
    applies=lambda screen: has_parts(screen.session.game.header.game, PARTNERS),
)
_LINE = Binding(
    (keys.LINE_KEY,),
    _open_line,
    (N_("s"), N_("what follows")),
    # Translators: the key s, in the last row where it has no room for "what follows"
    short_footer=lambda: pgettext("brief", "s how"),
)
_ASK = Binding(
    ("p",),
    _ask_partner,
    help_text=(N_("p"), N_("solo: ask your partner's advice, also on resigning")),
    applies=lambda screen: (
        screen.session.game.rules.cooperative and screen.session.partner is not None
    ),
)
_BLANK = Binding(
    (keys.HIDE_KEY,),
    lambda screen, *_: Transition(screen, (HideHands(),)),
    (N_("b"), N_("hide")),
    (N_("b"), N_("hide the screen at once")),
)
_RESIGN = Binding(
    ("R",),
    _resign,
    (N_("R"), N_("resign")),
    (N_("R"), N_("resign (asks first)")),
    # Translators: the key R, in the last row where it has no room for "R" and "resign"
    short_footer=lambda: pgettext("brief", "R resign"),
    applies=lambda screen: screen.session.game.result is None,
    spoken_command=(NC_("command", "resign"), N_("resign (asks first)")),
)
_LEAVE = Binding(("q",), _leave, (N_("q"), N_("leave")), (N_("q"), N_("leave; the game is saved")))
_DISMISS = Binding((keys.ESCAPE,), _dismiss, help_text=(N_("Esc"), N_("back")))

_CHOOSE_ENDING = Binding(keys.ARROWS, _move, (N_("arrows"), N_("choose")))
_CHOOSE_AT_END = Binding(keys.DECIDE_KEYS, _choose, (N_("Enter"), N_("continue")))
_MORE = Binding(
    ("m",),
    lambda screen, _key, context: moves.show_more(screen, context),
    (N_("m"), N_("more")),
    applies=lambda screen: screen.mode.more or screen.end_actions[-1][1] is moves.show_more,
)
_LESS = Binding(
    (keys.ESCAPE,),
    lambda screen, _key, context: moves.show_more(screen, context),
    help_text=(N_("Esc"), N_("back")),
    applies=lambda screen: screen.mode.more,
)
_QUIT = Binding(("q",), lambda screen, *_: moves.leave(screen), (N_("q"), N_("quit")))
_BACK = Binding(("q",), lambda screen, *_: moves.leave(screen), (N_("q"), N_("back")))

_TAKE_BACK_OFFERED = replace(
    _TAKE_BACK,
    footer=(N_("u"), N_("take back")),
    applies=lambda screen: bool(screen.session.revocable),
)
_TEXTS, _ENDING = (CARDS_BINDING, HELP_BINDING), (_TAKE_BACK, _RESIGN, _LEAVE, _DISMISS)
_TEXTS_WHILE_CHOOSING = (CARDS_BINDING, replace(HELP_BINDING, handler=_help))

_MOUSE = Binding(
    (),
    _dismiss,
    help_text=(N_("Mouse"), N_("select, then play; with Shift: select text")),
)

PLAYING = (_MOVE, _OTHER_ROW, _NUMBER, _UNSHIFTED_DIGITS, _KEEP, _TYPE, _PLAY)
"""The keys of play itself, in the order of the help."""

HELP_BINDINGS = (_LOOK, _OWN_KEYS_HELP, *PLAYING, _HINT, _ASK, *_TEXTS, _BLANK, *_ENDING, _MOUSE)
"""The keys at the table, in the order of the help."""


def help_bindings(game: str) -> Bindings:
    """Return the keys at the table that a game uses."""
    has_partners = has_parts(game, PARTNERS)
    missing = [] if has_partners and rule_set(game).cooperative else [_ASK]
    missing += [] if has_partners else [_HINT]
    return tuple(binding for binding in HELP_BINDINGS if binding not in missing)


def playing_bindings(screen: TableState) -> Bindings:
    """Return the keys of play in the table's mode, which a tutor's table also has."""
    match screen.mode:
        case state.Animating() | state.Paused():
            return (_SKIP,) if screen.is_skippable else (_CONTINUE,)
        case RoundEnd() if screen.is_skippable:
            return (_SKIP,)
        case Choosing():
            plays = isinstance(state.table_options(screen)[0], Play)
            # The footer has no room for both: keeping the decree replaces the arrows there.
            move = replace(_MOVE, footer=None) if _may_keep_decree(screen) else _MOVE
            play = _PLAY if plays else _PICK
            return (_OTHER_ROW, move, _FIRST_OR_LAST, play, _KEEP, _NUMBER, _TYPE)
        case RoundEnd() if state.is_team_choosing(screen):
            return (_MOVE, _PLACE, _NUMBER)
        case state.GameOver():
            return (_CHOOSE_ENDING, _CHOOSE_AT_END, _NUMBER)
        case _:
            return ()


def _hint_bindings(screen: SavedTable) -> Bindings:
    """Return the key for hints, and once a hint is complete the key for its line of play."""
    assert isinstance(screen.mode, Choosing | RoundEnd), "there is something to choose"
    if screen.mode.hint is None:
        return (_HINT,)
    from foxduet.ui.table.advice import revealed_reason

    return (_HINT,) if revealed_reason(screen) is None else (_LINE, replace(_HINT, footer=None))


def bindings_of(screen: SavedTable) -> Bindings:
    """Return all keys in the table's mode."""
    own = playing_bindings(screen)
    match screen.mode:
        case state.Animating() | state.Paused() | RoundEnd() if screen.is_skippable:
            return (_TAKE_BACK, *own)
        case state.Animating() | state.Paused():
            return (*own, _TAKE_BACK_OFFERED, *_TEXTS, *_ENDING)
        case Choosing() if screen.session.has_open_hands and can_be_taken_back_in_practice(
            screen.session
        ):
            # The last row has no room for hiding and resigning beside taking back.
            back = replace(_TAKE_BACK_OFFERED, applies=None)
            blank, resign = replace(_BLANK, footer=None), replace(_RESIGN, footer=None)
            rest = (*_TEXTS_WHILE_CHOOSING, blank, resign, _LEAVE, _DISMISS)
            return (*own, *_hint_bindings(screen), back, *rest)
        case Choosing():
            return (*own, *_hint_bindings(screen), *_TEXTS_WHILE_CHOOSING, _BLANK, *_ENDING)
        case state.OpenChoice():
            assert screen.session.actor is not None, "a player must choose"
            choose, look = (_MOVE, _PICK, _NUMBER), _OPEN_OWN_HAND[screen.session.actor]
            return (*choose, look, _TAKE_BACK_OFFERED, *_TEXTS, *_ENDING)
        case state.LastCards():
            return (_LAY_CARDS, _TAKE_BACK_OFFERED, *_TEXTS, *_ENDING)
        case state.Handoff(seat) if screen.session.uses_handoffs:
            return (_OPEN_OWN_HAND[seat], _TAKE_BACK_OFFERED, *_TEXTS, *_ENDING)
        case state.Handoff():
            return (_LOOK, _TAKE_BACK_OFFERED, *_TEXTS, *_ENDING)
        case state.Together():
            return (_WATCH, _TAKE_BACK_OFFERED, *_TEXTS, *_ENDING)
        case state.Thinking():
            return (_TAKE_BACK_OFFERED, *_TEXTS, _BLANK, *_ENDING)
        case RoundEnd() if screen.has_interlude:
            if not state.is_team_choosing(screen):
                goes_on = screen.mode.moment is state.Moment.CHANGE
                going_on = (_TALK,) if goes_on else (_DEAL, _DEAL_NOTHING, _CLOSE_HANDS)
                # The last row has no room for both the cards and the key that closes the hands.
                footer = None if state.can_close_hands(screen) else CARDS_BINDING.footer
                cards = replace(CARDS_BINDING, footer=footer)
                return (*going_on, _FIGURES, _TAKE_BACK_OFFERED, cards, HELP_BINDING, *_ENDING)
            # The last row has no room for the rarer keys.
            cards, resign = replace(CARDS_BINDING, footer=None), replace(_RESIGN, footer=None)
            further = (_ASK, _TAKE_BACK_OFFERED, _TAKE_BACK)
            choosing = (*own, _FIGURES, *_hint_bindings(screen), *further)
            return (*choosing, cards, HELP_BINDING, resign, _LEAVE, _DISMISS)
        case RoundEnd() if state.is_team_choosing(screen):
            return (*own, *_hint_bindings(screen), _ASK, *_TEXTS, *_ENDING)
        case RoundEnd():
            return (_DEAL, _DEAL_NOTHING, _CLOSE_HANDS, *_TEXTS, *_ENDING)
        case state.GameOver():
            texts = (replace(text, footer=None) for text in _TEXTS)
            leave = _BACK if screen.leads_to is state.Exit.REVIEW else _QUIT
            return (*own, _MORE, _LESS, *texts, leave)


_MAX_RANK_DIGITS = 2


def type_key(screen: state.TableStateT, shows: Choosing, key: str) -> state.TableStateT | None:
    """Return the table after a key that types a card, None if the table must handle the key.

    Digits type the rank, and the letter of a suit, even without its accent, selects the card. Enter
    does nothing: it would play the option selected before.
    """
    typed = shows.typed or ""
    screen = replace(screen, notice="")
    if key == keys.ENTER:
        return screen
    if key == keys.ESCAPE or (key == keys.BACKSPACE and not typed):
        return replace(screen, mode=replace(shows, typed=None))
    if key == keys.BACKSPACE:
        return replace(screen, mode=replace(shows, typed=typed[:-1]))
    if key.isdecimal():
        return replace(screen, mode=replace(shows, typed=f"{typed}{key}"[:_MAX_RANK_DIGITS]))
    if not is_suit_letter(shows, screen.game_name, key):
        return None
    name = f"{typed}{key}"
    names = [_typed_name(option, screen.game_name) for option in state.table_options(screen)]
    if _normalize(name) not in names:
        notice = _("You cannot choose {typed}.").format(typed=name)
        return replace(screen, mode=replace(shows, typed=""), notice=notice)
    return replace(screen, mode=replace(shows, cursor=names.index(_normalize(name)), typed=None))


def is_suit_letter(shows: Choosing, game: str, key: str) -> bool:
    """True if a key is the letter of a suit after a typed rank."""
    return bool(shows.typed) and _normalize(key) in map(
        _normalize, table_words(game).cards.letters()
    )


def _typed_name(option: Any, game: str) -> str:
    card = card_in_action(option)
    if card is None:
        return ""
    return _normalize(f"{card.rank}{table_words(game).cards.letters()[card.suit]}")


def _normalize(text: str) -> str:
    return to_ascii(text).lower()


def receive(screen: SavedTable, event: effects.Event, context: Context) -> Transition:
    """Show the result of a save, a new game, a score, a question or a job."""
    match event:
        case effects.GameSaved(game, saved, elsewhere):
            return _saved(screen, game, saved, elsewhere=elsewhere)
        case effects.SaveFailed():
            return Transition(_not_saved(screen, event))
        case effects.GameStarted(game, saved):
            return Transition(moves.with_started_game(screen, game, saved))
        case effects.ScoreEntered():
            return Transition(_entered(screen, event))
        case effects.PairGamesCounted(count):
            return Transition(replace(screen, pair_games=count))
        case effects.JobAnswered():
            return _handle_answer(screen, event, context)
        case effects.ScreenClosed(moves.QuestionAnswered(yes=False)):
            return Transition(_declined(screen))
        case effects.ScreenClosed(moves.QuestionAnswered() as answer):
            return _confirm_answer(screen, answer, context)
        case effects.ScreenClosed(state.ReviewClosed(insight)) if isinstance(
            screen.mode, state.GameOver
        ):
            return Transition(replace(screen, mode=replace(screen.mode, insight=insight)))
        case _:
            return Screen.handle_event(screen, event, context)


def _saved(screen: SavedTable, game: Game, saved: SavedGame, *, elsewhere: bool) -> Transition:
    notice = screen.notice
    if elsewhere:
        notice = _("Another program changed this game's file; your game goes on in a new one.")
    session = replace(screen.session, game=game)
    screen = replace(screen, session=session, saved=saved, notice=notice)
    if screen.after_saving is not None:
        return moves.save_then(screen, screen.after_saving)
    return Transition(screen)


def failure_notice(failure: effects.SaveFailed, *, is_leaving: bool = False) -> str:
    """Return the notice of a failed save, an Alert unless the game was saved elsewhere."""
    if failure.copy is not None:
        return _("That file could not be written, so the game is saved with your other games.")
    notice = _("Not saved: {reason}. Next try: your next card, or leaving.")
    if is_leaving:
        notice = _("Not saved: {reason}. Ctrl-C quits anyway.")
    return Alert(notice.format(reason=failure.reason))


def _not_saved(screen: SavedTable, failure: effects.SaveFailed) -> SavedTable:
    return replace(
        screen,
        session=replace(screen.session, game=failure.game),
        saved=failure.copy or screen.saved,
        notice=failure_notice(failure, is_leaving=screen.after_saving is not None),
        after_saving=None,
    )


def _entered(screen: SavedTable, entered: effects.ScoreEntered) -> SavedTable:
    shows = screen.mode
    assert isinstance(shows, state.GameOver), "only games that are over have a score"
    notice = ""
    if screen.session.game.header.is_branch:
        notice = _("A branch of another game: not scored.")
    elif entered.trouble is not None:
        reason = explain(entered.trouble)
        notice = _("The score will be added next time: {reason}.").format(reason=reason)
    elif entered.rebuilt:
        notice = _("The scores could not be read; they are rebuilt from the records.")
    elif entered.had_daily_entry:
        notice = _("You have already played this day's deal; only your first game counts.")
    elif entered.again:
        notice = _("You have played these deals before; only your first game counts.")
    shows = replace(
        shows,
        entered=True,
        is_best=entered.is_best,
        seeks_par=entered.has_par and entered.par is None,
        par=entered.par,
        counting=entered.daily_entry,
        # At two terminals the other player may have reached them.
        goals=entered.goals if screen.session.is_won else (),
        missing_wins=entered.missing_wins,
    )
    return replace(screen, mode=shows, notice=screen.notice or notice)


def _handle_answer(screen: SavedTable, answered: JobAnswered, context: Context) -> Transition:
    from foxduet.ai.workers import ThinkJob, ThinkPurpose
    from foxduet.analysis.simulation import FindParJob

    shows, thought = screen.mode, answered.answer
    if isinstance(answered.job, FindParJob):
        return _with_par(screen, answered.answer.par)
    assert isinstance(answered.job, ThinkJob), "the table waits for thoughts and par"
    match answered.job.purpose:
        case ThinkPurpose.CHOICE:
            return moves.do_for_partner(screen, thought, context)
        case ThinkPurpose.HINT | ThinkPurpose.LESSON:
            assert isinstance(shows, Choosing | RoundEnd), "there is something to choose"
            hint = replace(shows.hint or state.Hint(), thought=thought)
            return Transition(replace(screen, mode=replace(shows, hint=hint)))
        case ThinkPurpose.ADVICE:
            assert isinstance(shows, RoundEnd), "partners advise between rounds"
            return Transition(replace(screen, mode=replace(shows, advice=state.Advice(thought))))


def _with_par(screen: SavedTable, par: Par | None) -> Transition:
    shows = screen.mode
    assert isinstance(shows, state.GameOver), "par is for games that are over"
    shows = replace(shows, seeks_par=False, par=par)
    if par is None:
        return Transition(replace(screen, mode=shows))
    if shows.counting is not None:
        shows = replace(shows, counting=replace(shows.counting, par=par))
    header = screen.session.game.header
    return Transition(replace(screen, mode=shows), (call("score_handlers:store_par", header, par),))


def _confirm_answer(
    screen: SavedTable, answer: moves.QuestionAnswered, context: Context
) -> Transition:
    match answer.question:
        case state.Question.LEAVE:
            return moves.leave(screen)
        case state.Question.PRACTICE:
            return moves.undo_in_practice(screen)
        case state.Question.CLOSE_HANDS:
            return moves.deal_closed_hands(screen)
        case state.Question.LOSES:
            return moves.do_option(screen, answer.option, context)
        case state.Question.RESIGN | state.Question.HOPELESS:
            resignation = screen.session.game.rules.resignation(answer.seat)
            return moves.do_option(moves.hide_hands_at_table(screen), resignation, context)


def _declined(screen: SavedTable) -> SavedTable:
    """Return the table after a no, with nothing selected: the key of the answer may bounce."""
    shows = screen.mode
    if isinstance(shows, Choosing):
        shows = replace(
            shows, cursor=None, is_fresh=state.only_option_index(screen.session) is not None
        )
    elif isinstance(shows, state.OpenChoice | RoundEnd):
        shows = replace(shows, cursor=None)
    return replace(screen, mode=shows)
