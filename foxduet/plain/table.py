"""The table in words: its commands, hints and questions.

A seat hears only sentences about its observation and redacted events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from foxduet.core.cards import Deal, Exchange, RoundEnded, Seat, card_in_action
from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import replace
from foxduet.core.registry import PARTNERS, has_parts
from foxduet.plain import loop, narration
from foxduet.plain.loop import Command, InputRefused, Reply
from foxduet.plain.narration import with_spoken_names
from foxduet.play.game import Game, Header
from foxduet.play.table_session import (
    TableSession,
    events_of_round,
    expand_option,
    observe_game,
    show_hand,
)
from foxduet.ui.kit.keys import CONTINUE_KEYS, ENTER, OWN_KEYS
from foxduet.ui.kit.pages import ScreenWithHelp
from foxduet.ui.kit.screen import Context, Transition
from foxduet.ui.table.advice import disagreement_sentence, full_hint, is_hint_short
from foxduet.ui.table.ending import deal_sentences, goals_sentence
from foxduet.ui.table.moves import AskScreen, skip_animation
from foxduet.ui.table.state import (
    HOUSE_KEY,
    HOUSE_MEMORY,
    MAX_HINT_STEPS,
    Animating,
    Choosing,
    GameOver,
    Handoff,
    LastCards,
    OpenChoice,
    Paused,
    Question,
    RoundEnd,
    SavedTable,
    TableState,
    Thinking,
    Together,
    is_team_choosing,
    mode_for,
    table_options,
)
from foxduet.words import game_words
from foxduet.words.game_words import count_sentences, table_words
from foxduet.words.i18n import _, pgettext
from foxduet.words.spoken import (
    answer_about_card,
    filler_words,
    find_card,
    is_question,
    normalize_text,
    parse_half_card,
    parse_spoken_card,
    parse_spoken_number,
    synonyms_of,
    tokenize_spoken,
)
from foxduet.words.story import CardWords
from foxduet.words.text import SPOKEN, capitalize_first, format_sentence, names_at_table


def choose_option(screen: TableState, line: str, context: Context) -> Reply | None:
    """Play an option by its number or card name; None if ``line`` is neither."""
    if (answer := _answer_about_card(screen, line, context)) is not None:
        return answer
    if isinstance(screen.mode, RoundEnd) and not is_team_choosing(screen):
        return None
    index = _parse_option(screen.game_name, table_options(screen), line)
    return _play(screen, index, context) if isinstance(index, int) else index


def choice_help(screen: TableState) -> tuple[loop.AnswerHelp, ...]:
    """Return the help for cards among the table's options."""
    if not any(map(card_in_action, table_options(screen))):
        return ()
    words = table_words(screen.game_name).cards
    # Translators: two ways to name the same card, such as "7 roses or 7r"
    card = _("a card like {card} or {short}").format(
        card=f"7 {words.suits()[1].lower()}", short=f"7{words.letters()[1]}"
    )
    return ((card, _("choose that card")),)


def _parse_option(game: str, options: Sequence[Any], line: str) -> int | InputRefused | None:
    """Return the index of an option; a number counts only the options that are no cards."""
    non_cards = [index for index, option in enumerate(options) if card_in_action(option) is None]
    number = loop.parse_choice_number(line, len(non_cards))
    if non_cards and number is not None:
        return non_cards[number] if isinstance(number, int) else number
    words = table_words(game).cards
    if isinstance(options[0], Exchange):
        # As in "make the 9 of Doves the decree".
        decree = normalize_text(pgettext("command", "decree"))
        line = " ".join(word for word in tokenize_spoken(line) if word != decree)
    card = parse_spoken_card(words, line)
    if len(non_cards) == len(options):
        return None
    cards = [own for option in options if (own := card_in_action(option)) is not None]
    rank, suit = parse_half_card(words, line)
    if half := [own for own in cards if own.rank == rank or own.suit == suit]:
        names = ", ".join(map(words.card_name, half))
        return InputRefused(_("Did you mean: {words}?").format(words=names))
    if card is None and (number is not None or line[:1].isdecimal()):
        letters = ", ".join(
            _("{letter} for {suit}").format(letter=letter, suit=suit)
            for letter, suit in zip(words.letters(), words.suits(), strict=True)
        )
        sentence = _("Say a card by its rank and its suit: {letters}.")
        return InputRefused(sentence.format(letters=letters))
    held = ((index, card_in_action(option)) for index, option in enumerate(options))
    matching = (index for index, own in held if own and (own.rank, own.suit) == card)
    return None if card is None else next(matching, _not_in_hand_refusal(words, card))


def option_labels(screen: TableState, _context: Context) -> list[str]:
    """Return the labels of the options that are no cards."""
    if isinstance(screen.mode, GameOver):
        return [capitalize_first(_(label)) for label, _end in screen.end_actions]
    header = screen.session.game.header
    words, names = table_words(header.game).choices, names_at_table(header)
    return [
        capitalize_first(words.option_phrase(option, names)) for option in _non_card_options(screen)
    ]


def option_synonyms(screen: TableState) -> list[str]:
    """Return synonyms for each option without a card."""
    session, side_of = screen.session, table_words(screen.game_name).choices.side_of
    if isinstance(screen.mode, GameOver):
        return [synonyms_of(label) for label, _end in screen.end_actions]
    own, texts = session.visible_seat if session.person is None else session.person, []
    for option in _non_card_options(screen):
        side = side_of(option)
        words = synonyms_of("keep the decree") if isinstance(option, Exchange) else ""
        if side is not None and own is not None:
            name = names_at_table(screen.session.game.header)[side]
            words = f"{name},{synonyms_of('own side' if side is own else 'other side')}"
        texts.append(words)
    return texts


def _non_card_options(screen: TableState) -> list[Any]:
    if not isinstance(screen.mode, Choosing) and not is_team_choosing(screen):
        return []
    return [option for option in table_options(screen) if card_in_action(option) is None]


def _playable_cards(screen: TableState) -> list[Any]:
    session, rules = screen.session, screen.session.game.rules
    legal = rules.legal_actions(session.state)
    options = [o for o in table_options(screen) if expand_option(session, o)[0] in legal]
    return [card for option in options if (card := card_in_action(option)) is not None]


def describe_choices(screen: TableState, question: str, context: Context) -> tuple[str, ...]:
    """Describe the choices after the question; headphones leave out the cards."""
    if isinstance(screen.mode, GameOver):
        return (*loop.number_lines(option_labels(screen, context)),)
    is_asked = isinstance(screen.mode, Choosing) and not context.options.headphones
    cards = _playable_cards(screen) if is_asked else []
    numbers = narration.describe_options(screen, question) if _non_card_options(screen) else ()
    words, sentence = table_words(screen.game_name).cards, _("You can choose: {cards}.")
    if not cards:
        return numbers
    return (*numbers, sentence.format(cards=game_words.list_by_suit(words, cards)))


def only_card(screen: TableState, context: Context) -> Any:
    """Return the only card that may be played; None if there are several, or with headphones."""
    is_asked = isinstance(screen.mode, Choosing) and not context.options.headphones
    if not is_asked or _non_card_options(screen):
        return None
    cards = _playable_cards(screen)
    return cards[0] if len(cards) == 1 else None


def append_only_card(question: str, screen: TableState, context: Context) -> str:
    """Return the question, with the card that Enter plays if there is only one choice."""
    card = only_card(screen, context)
    if card is None:
        return question
    sentence = _("{question} Press Enter for the {card}.")
    name = table_words(screen.game_name).cards.card_name(card)
    return sentence.format(question=question, card=name)


def play_only_card(screen: TableState, context: Context) -> Reply | None:
    """Play the card that ``only_card`` returns, unless that is None."""
    card = only_card(screen, context)
    cards = [card_in_action(option) for option in table_options(screen)]
    return None if card is None else _play(screen, cards.index(card), context)


OPTIONS = Command(
    NC_("command", "options"),
    N_("hear what you can choose"),
    lambda screen, _rest, context: loop.repeat_choices(screen, loop.get_voice(screen), context),
)


def _play(screen: Any, index: int, context: Context) -> Reply:
    mode = replace(screen.mode, cursor=index)
    if isinstance(mode, Choosing):
        mode = replace(mode, is_fresh=False, typed=None)
    return loop.handle_key(replace(screen, mode=mode), ENTER, context)


def _observation(screen: TableState) -> Any:
    seat = screen.session.visible_seat
    return None if seat is None else observe_game(screen.session.game, seat)


def hand_command(tell: Callable[[Any, Seat], Sequence[str]]) -> Command:
    """Return the command that names the cards of the visible seat."""

    def reply(screen: TableState, _rest: str, _context: Context) -> Reply:
        seat = screen.session.visible_seat
        if seat is None:
            return InputRefused(_("No hand can be read out now."))
        return tuple(tell(screen, seat))

    return Command(NC_("command", "hand"), N_("hear your cards"), reply)


def _tell_cards_out(screen: TableState, _rest: str, _context: Context) -> Reply:
    return (game_words.out_sentence(table_words(screen.game_name).cards, _observation(screen)),)


def _tell_about_card(screen: TableState, rest: str, _context: Context) -> Reply:
    header, seen = screen.session.game.header, _observation(screen)
    words, spoken = table_words(header.game), game_words.spoken_words(header.game)
    named = find_card(words.cards, rest)
    kinds = _describe_card_kinds(
        spoken, rest, parse_spoken_number(rest) if named is None else named[0]
    )
    if named is None and kinds:
        return kinds
    if seen is None or named is None:
        example = f"7{words.cards.letters()[0]}"
        return InputRefused(_("Say which card, like {example}.").format(example=example))
    trick = seen.table.trick
    in_sight = (*seen.hand, *(() if trick is None else trick.cards), seen.table.decree)
    card = next((c for c in in_sight if (c.rank, c.suit) == named), None)
    if card is None:
        return kinds or _not_in_hand_refusal(words.cards, named)
    lines = [f"{game_words.full_name(words.cards, card)}. {spoken.marks((card,))}".rstrip()]
    ability = spoken.ability_now(seen, card) if card.ability is not None else ""
    option = next((o for o in table_options(screen) if card_in_action(o) == card), None)
    if option is not None and screen.shows_outlook:
        legal = header.rules.legal_actions(screen.session.state)
        if expand_option(screen.session, option)[0] in legal:
            lines.append(words.outlook_sentence(seen, option, names_at_table(header), SPOKEN))
            lines.append(words.ability_note(seen, option))
        else:
            lines.append(words.refusal(seen))
    return tuple(filter(None, dict.fromkeys((*lines, ability))))


def _describe_card_kinds(
    words: game_words.SpokenWords, line: str, rank: int | None
) -> tuple[str, ...]:
    named = {*tokenize_spoken(line)} - filler_words()
    lines = []
    for entry in words.reference():
        names = [word for word in re.findall(r"[^\W\d_]+", entry) if word[0].isupper()]
        is_named = named & {*map(normalize_text, names)}
        if is_named or tokenize_spoken(entry)[0] == str(rank):
            lines.append(entry)
    return tuple(lines)


def _answer_about_card(screen: TableState, line: str, context: Context) -> Reply | None:
    """Answer a question about a card, or return None for other lines."""
    words, seen = table_words(screen.game_name).cards, _observation(screen)
    card = find_card(words, line)
    if seen is None or card is None or parse_spoken_card(words, line) is not None:
        return None
    trick, is_told = seen.table.trick, _has_memory(screen)
    earlier = narration.last_trick_cards(screen.session), seen.out if is_told else ()
    places = (seen.hand, (seen.table.decree,), () if trick is None else trick.cards, *earlier)
    if answer := answer_about_card(words, line, card, places, sees_all=is_told):
        return (answer,)
    return _tell_about_card(screen, line, context) if is_question(line) else None


def _has_memory(screen: TableState) -> bool:
    return screen.session.game.header.further.get(HOUSE_KEY) == HOUSE_MEMORY


def _not_in_hand_refusal(words: CardWords[Any], card: tuple[int, int]) -> InputRefused:
    name = _(words.cards[card[1]]).format(rank=card[0])
    return InputRefused(_("You have no {card}.").format(card=name))


HAND = hand_command(lambda screen, seat: narration.describe_hand(screen.session, seat))
ABOUT = Command(
    NC_("command", "about"),
    N_("followed by a card, hear what it would do"),
    _tell_about_card,
    takes_argument=True,
)
_OUT = Command(NC_("command", "out"), N_("hear which cards have been played"), _tell_cards_out)


def own_commands(screen: TableState) -> tuple[Command, ...]:
    """Return the commands about the visible seat's hand; empty if no hand is visible."""
    if screen.session.visible_seat is None:
        return ()
    return (HAND, _OUT) if _has_memory(screen) else (HAND,)


def open_commands(
    screen: ScreenWithHelp,
    get_state: Callable[[Any], tuple[Header, Any]] = lambda screen: (
        screen.session.game.header,
        screen.session.state,
    ),
) -> tuple[Command, ...]:
    """Return the commands about open information.

    ``get_state`` returns the header and the state of the game that a screen shows.
    """

    def command(name: str, meaning: str, tell: Callable[[Header, Any], Sequence[str]]) -> Command:
        return Command(name, meaning, lambda screen, *_rest: tuple(tell(*get_state(screen))))

    own: tuple[Command, ...] = ()
    if (board := game_words.spoken_words(screen.game_name).board) is not None:
        own = (command(board.name, board.meaning, narration.describe_board),)
    return (
        *own,
        command(
            NC_("command", "count"),
            N_("hear how many cards each of you holds"),
            lambda header, state: count_sentences(state.hands, names_at_table(header)),
        ),
        command(
            NC_("command", "trick"),
            N_("hear which cards are on the table"),
            lambda header, state: (narration.describe_trick(header, state),),
        ),
        command(
            NC_("command", "decree"),
            N_("hear the decree, and what is trump"),
            lambda header, state: (narration.describe_decree(header, state),),
        ),
        command(
            NC_("command", "score"),
            N_("hear how far the game has got"),
            narration.describe_standing,
        ),
    )


YES_OR_NO = loop.Voice(
    lambda screen, before, _context: (screen.prompt,) if before is None else (),
    lambda _screen, _context: _("Yes or no?"),
    lambda screen: loop.binding_commands(screen)[:-1],
    answer=lambda _screen, line, _context: (
        InputRefused(_("Yes or no?")) if is_question(line) else None
    ),
    is_guarded=lambda _screen: True,
    choices=lambda screen, _context: (screen.prompt,),
)
"""The voice of a question with two answers."""


def _question(screen: AskScreen) -> str:
    screen = replace(screen, session=with_spoken_names(screen.session))
    session, is_left = screen.session, screen.question is Question.LEAVE and screen.is_saved
    if not is_left or not session.uses_handoffs or session.game.header.is_branch:
        return screen.prompt
    if screen.to_title:
        return _("Leave the game? It's saved; you can continue it from the title screen.")
    return _("Leave the game? It's saved; you'll see the command to resume it.")


def _tell_question(screen: AskScreen, before: AskScreen | None, _context: Context) -> Sequence[str]:
    question = () if before is not None else (_question(screen),)
    known = None if before is None else before.advice
    session, advice = screen.session, screen.advice
    if advice is None or advice == known or screen.awaits_job or session.person is None:
        return question
    name = names_at_table(session.game.header)[session.person.other]
    advise = game_words.guide_words(screen.game_name).resignation_advice
    return (*question, advise(session.state, advice.thought, name))


ASK = replace(
    YES_OR_NO,
    tell=_tell_question,
    choices=lambda screen, _context: (_question(screen),),
)
"""The voice of a question before something that cannot be undone."""


def describe_hint(screen: SavedTable, mode: Choosing, previous_mode: object) -> tuple[str, ...]:
    """Return the sentences of a hint that the mode ``previous_mode`` did not have."""
    if mode.hint is None:
        return ()
    known = previous_mode.hint if isinstance(previous_mode, Choosing) else None
    start = 0 if known is None or known.thought is None else known.steps
    return _full_hint(screen)[start : mode.hint.steps]


def describe_advice(screen: SavedTable, mode: RoundEnd) -> tuple[str, ...]:
    """Return the partner's advice and the hint, as far as they have come."""
    session, header, lines = screen.session, screen.session.game.header, []
    names, guide = names_at_table(header), game_words.guide_words(header.game)
    if mode.advice is not None and mode.advice.thought is not None and session.person is not None:
        lines.append(guide.team_advice(mode.advice.thought, names[session.person.other], names))
    lines += filter(None, [disagreement_sentence(screen, mode)])
    return (*lines, *_full_hint(screen))


def _tell_full_hint(screen: SavedTable, _rest: str, context: Context) -> Reply:
    if hint := _full_hint(screen):
        return hint
    after = loop.handle_key(screen, "i", context)
    if isinstance(after, Transition) and isinstance(after.screen, SavedTable):
        mode = after.screen.mode
        if isinstance(mode, Choosing) and mode.hint is not None:
            mode = replace(mode, hint=replace(mode.hint, steps=MAX_HINT_STEPS))
            return replace(after, screen=replace(after.screen, mode=mode))
    return after


def _tell_next_hint(screen: SavedTable, _rest: str, context: Context) -> Reply:
    hint, mode = _full_hint(screen), screen.mode
    has_more = isinstance(mode, Choosing) and mode.hint and mode.hint.steps < len(hint)
    is_final = hint and not has_more and not is_hint_short(screen)
    return hint if is_final else loop.handle_key(screen, "i", context)


def _full_hint(screen: SavedTable) -> tuple[str, ...]:
    session, mode = screen.session, screen.mode
    seat = session.visible_seat if isinstance(mode, Choosing) else Seat.P1
    if not isinstance(mode, Choosing | RoundEnd) or mode.hint is None or seat is None:
        return ()
    hint = full_hint(mode.hint, observe_game(session.game, seat), session.game.header)
    if mode.hint.thought is not None and mode.hint.thought.cut_short:
        sentence = _("Its time was short: say {hint} again for a longer search.")
        hint[-1] += " " + sentence.format(hint=HINT.word())
    return tuple(hint)


def _ask_partner(screen: SavedTable, _rest: str, context: Context) -> Reply:
    after, mode = loop.handle_key(screen, "p", context), screen.mode
    is_same = isinstance(after, Transition) and after.screen == screen
    return describe_advice(screen, mode) if is_same and isinstance(mode, RoundEnd) else after


HINT = Command(
    NC_("command", "hint"),
    N_("a hint; say it again for more"),
    _tell_next_hint,
)
WHY = Command(NC_("command", "why"), N_("the whole hint"), _tell_full_hint)
_ASK_PARTNER = Command(NC_("command", "ask"), N_("ask your partner"), _ask_partner)


def _tell(screen: SavedTable, before: SavedTable | None, context: Context) -> Sequence[str]:
    game = screen.session.game
    if before is None or before.session.game.initial_state is not game.initial_state:
        return (*_tell_beginning(screen, context), *_tell_mode(screen, None, context))
    count = len(before.session.game.turns)
    if len(game.turns) < count:
        trick = narration.describe_trick(game.header, game.state)
        return (_("Taken back."), trick, *_tell_mode(screen, None, context))
    if isinstance(screen.mode, Handoff) and screen.session.uses_handoffs:
        if isinstance(before.mode, Handoff) and count == len(game.turns):
            return ()
        count = min(count, _next_turn_index(game, screen.mode.seat))
    turns = narration.describe_turns(screen.session, count, _audience(screen.session, context))
    return (*turns, *_tell_mode(screen, before, context))


def _next_turn_index(game: Game, seat: Seat) -> int:
    """Return the index of the turn after the seat's last turn or the deal, which both have heard.

    Later turns may have been told only to the other player, who had further choices.
    """
    for number in range(len(game.turns), 0, -1):
        action = game.turns[number - 1].action
        if isinstance(action, Deal) or getattr(action, "seat", None) is seat:
            return number
    return 0


def _audience(session: TableSession, context: Context) -> Seat | None:
    """Return the only seat that hears the text: one person, or the visible seat; None for both.

    With headphones two people hear only shared knowledge, and ask for their own cards.
    """
    if session.person is not None:
        return session.person
    return None if context.options.headphones else session.visible_seat


def _tell_beginning(screen: SavedTable, context: Context) -> tuple[str, ...]:
    session = screen.session
    sentence = narration.describe_header(session.game.header, session.person)
    match screen.mode:
        case RoundEnd() | GameOver():
            return (sentence,)
        case _:
            start = narration.last_trick_start(session)
            turns = narration.describe_turns(session, start, _audience(session, context))
            if isinstance(session.game.turns[start].action, Deal):
                # Tell a deal with its round, decree and board.
                return (sentence, *turns)
            moment = session.game.header, session.state
            board, decree = narration.describe_board(*moment), narration.describe_decree(*moment)
            return (sentence, *narration.describe_standing(*moment)[:1], *turns, *board, decree)


def _tell_mode(screen: SavedTable, before: SavedTable | None, context: Context) -> tuple[str, ...]:
    previous_mode = None if before is None else before.mode
    match screen.mode:
        case Thinking():
            return () if context.options.headphones else _tell_new_hand(screen, before)
        case Choosing() as mode:
            hand = () if context.options.headphones else _tell_new_hand(screen, before)
            hints = () if previous_mode == mode else describe_hint(screen, mode, previous_mode)
            return (*hand, *hints, *_tell_options(screen, before, context))
        case RoundEnd() as mode:
            if before is not None and isinstance(before.mode, RoundEnd):
                known = describe_advice(before, before.mode)
                return tuple(line for line in describe_advice(screen, mode) if line not in known)
            choices = narration.describe_options(screen) if is_team_choosing(screen) else ()
            return (*_tell_round_end(screen), *describe_advice(screen, mode), *choices)
        case GameOver() as mode:
            return _tell_game_over(screen, mode, previous_mode)
        case Handoff() | OpenChoice() | LastCards() | Animating() | Paused() | Together():
            return ()


def _tell_new_hand(screen: SavedTable, before: SavedTable | None) -> tuple[str, ...]:
    session = screen.session
    if session.visible_seat is None:
        return ()
    if before is not None and before.session.visible_seat is session.visible_seat:
        turns = session.game.turns[len(before.session.game.turns) :]
        if not any(isinstance(turn.action, Deal) for turn in turns):
            return ()
    return narration.describe_hand(session, session.visible_seat)


def _tell_options(
    screen: SavedTable, before: SavedTable | None, context: Context
) -> tuple[str, ...]:
    session = screen.session
    if before is not None and isinstance(before.mode, Choosing):
        known = before.session
        if known.state is session.state and known.visible_seat is session.visible_seat:
            return ()
    return narration.describe_options(screen, _ask(screen, context))


def _tell_round_end(screen: SavedTable) -> tuple[str, ...]:
    session, header = screen.session, screen.session.game.header
    words, names, number = table_words(header.game), names_at_table(header), session.game.round
    lines = [_round_over(session)]
    if not number:
        lines = [_("Before the first deal."), *narration.describe_board(header, session.state)]
    if number:
        figures = words.round_figures(events_of_round(session), session.state)
        lines += game_words.item_sentences(figures, names)
    if header.rules.cooperative:
        # For opponents the figures say everything.
        lines += narration.describe_standing(header, session.state)[1:]
    if session.has_open_hands:
        lines.append(game_words.open_hands_agreement())
    elif session.partner is None and words.talking_invitation:
        lines.append(_(words.talking_invitation))
    if is_team_choosing(screen):
        lines.append(words.team_question(session.partner is None))
    return tuple(lines)


def _round_over(session: TableSession) -> str:
    return _("Round {round} is over.").format(round=session.game.round)


def _tell_game_over(screen: SavedTable, mode: GameOver, previous_mode: object) -> tuple[str, ...]:
    session, header = screen.session, screen.session.game.header
    names, guide = names_at_table(header), game_words.guide_words(header.game)
    labels = loop.number_lines([capitalize_first(_(label)) for label, _end in screen.end_actions])
    par = () if mode.par is None else (narration.describe_par(mode.par),)
    goals = (goals_sentence(mode.goals) + ".",) if mode.goals else ()
    if isinstance(previous_mode, GameOver) and previous_mode.entered:
        insight = (mode.insight,) if mode.insight != previous_mode.insight else ()
        reached = () if mode.goals == previous_mode.goals else goals
        deals = deal_sentences(mode, header, SPOKEN) if mode.more else ()
        others = (*deals, *labels) if mode.more != previous_mode.more else ()
        return (*insight, *reached, *(() if mode.par == previous_mode.par else par), *others)
    if not mode.entered:
        return ()
    # The text just before has the last trick, unless the player asked for everything again.
    words = game_words.spoken_words(header.game) if previous_mode is not None else None
    tell_outcome = words.outcome if words else table_words(header.game).outcome_sentence
    is_round_over = any(isinstance(e, RoundEnded) for e in session.game.turns[-1].step.events)
    return (
        *([_round_over(session)] if is_round_over and not header.rules.cooperative else []),
        tell_outcome(session.state, names),
        *guide.ending_story(session.game, names),
        *game_words.item_sentences(guide.score_rows(session.game), names),
        *([_("A new best!")] if mode.is_best else []),
        *goals,
        *par,
        *([] if mode.counting is None else deal_sentences(mode, header, SPOKEN)),
        _what_next(),
        *labels,
    )


def _what_next() -> str:
    return _("What next? Say a number.")


def _ask(screen: SavedTable, context: Context) -> str:
    session, header = screen.session, screen.session.game.header
    words, names = table_words(header.game), names_at_table(header)
    match screen.mode:
        case Handoff(seat) if session.uses_handoffs:
            sentence = _("Pass the keyboard to {name}. {name}, press Enter.")
            if session.game.turns and getattr(session.game.turns[-1].action, "seat", None) is seat:
                sentence = _("{name}, press Enter for your cards.")
            return format_sentence(sentence, name=names[seat])
        case Choosing() if _audience(session, context) is None:
            return words.choices.waiting_prompt(session.state, names)
        case Choosing():
            return append_only_card(narration.choice_question(session), screen, context)
        case RoundEnd() if is_team_choosing(screen):
            return _("Which number?")
        case RoundEnd():
            return deal_prompt(session)
        case GameOver():
            return _what_next()
        case _:
            other = names[Seat.P1 if session.person is None else session.person.other]
            return game_words.choosing_phrase(other)


def deal_prompt(session: TableSession) -> str:
    """Say that Enter deals the next round."""
    if not session.game.round:
        return _("Press Enter to deal the cards.")
    return _("Press Enter to deal the next round.")


def _answer_at_table(screen: SavedTable, line: str, context: Context) -> Reply | None:
    match screen.mode:
        case Handoff(seat) if not line and screen.session.uses_handoffs:
            return loop.handle_key(screen, OWN_KEYS[seat], context)
        case Handoff() | RoundEnd() if not line and not is_team_choosing(screen):
            return loop.handle_key(screen, CONTINUE_KEYS[0], context)
        case Choosing() if not line:
            return play_only_card(screen, context)
        case Choosing() | RoundEnd() | GameOver() if line:
            return choose_option(screen, line, context)
        case _:
            return None


def _answer_help(screen: SavedTable) -> Sequence[loop.AnswerHelp]:
    match screen.mode:
        case Choosing():
            return choice_help(screen)
        case Handoff() | RoundEnd() if not is_team_choosing(screen):
            return (loop.enter_help(),)
        case _:
            return ()


def _follow(screen: SavedTable, context: Context) -> Transition | None:
    match screen.mode:
        case Paused() | Animating() | Together():
            return skip_animation(screen)
        case OpenChoice(was_visible=True):
            session = show_hand(screen.session)
            return Transition(replace(screen, session=session, mode=mode_for(session)))
        case OpenChoice() | LastCards() if screen.session.actor is not None:
            # No player sees the other's text, so each has the keyboard for every choice.
            return Transition(replace(screen, mode=Handoff(screen.session.actor)))
        case Handoff() if not screen.session.uses_handoffs:
            return screen.handle_key(CONTINUE_KEYS[0], context)
        case Handoff(is_fresh=True) | RoundEnd(is_fresh=True) | Choosing(is_fresh=True):
            return screen.on_timeout(context)
        case GameOver(entered=False):
            return screen.on_timeout(context)
        case _:
            return None


def _explain_wait(screen: SavedTable) -> str:
    session = screen.session
    if isinstance(screen.mode, Thinking) and session.person is not None:
        name = names_at_table(session.game.header)[session.person.other]
        return format_sentence(_("{name} {name:is|are} thinking."), name=name)
    return _("One moment.")


_BEFORE = Command(
    # Translators: asks for the last trick once more
    NC_("command", "before"),
    N_("hear the last trick again"),
    lambda screen, _rest, context: narration.describe_last_trick(
        screen.session, _audience(screen.session, context)
    ),
)


def _commands(screen: SavedTable) -> Sequence[Command]:
    own = (*own_commands(screen), *open_commands(screen), _BEFORE)
    is_team, is_choosing = is_team_choosing(screen), isinstance(screen.mode, Choosing)
    own += () if isinstance(screen.mode, GameOver) else (OPTIONS,)
    own += (ABOUT,) if is_choosing else ()
    if (is_choosing or is_team) and has_parts(screen.game_name, PARTNERS):
        own += (HINT, WHY, *narration.line_commands(screen))
    if is_team and screen.session.partner is not None:
        own += (_ASK_PARTNER,)
    return (*own, *loop.binding_commands(screen))


TABLE = loop.Voice(
    _tell,
    _ask,
    _commands,
    _answer_at_table,
    _follow,
    # The experts take long to play for par: the player need not wait.
    waits=lambda screen, _is_typed: not isinstance(screen.mode, GameOver),
    explain_wait=_explain_wait,
    hides_hands=lambda screen: isinstance(screen.mode, Handoff) and screen.session.uses_handoffs,
    tells_beneath=lambda screen: replace(screen, mode=Thinking()),
    tells_changes_on_return=True,
    labels=option_labels,
    synonyms=option_synonyms,
    is_guarded=lambda screen: (
        isinstance(screen.mode, Choosing | Handoff) or is_team_choosing(screen)
    ),
    choices=lambda screen, context: describe_choices(screen, _ask(screen, context), context),
    answer_help=_answer_help,
)
"""The voice of a saved game's table."""
