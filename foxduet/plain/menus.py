"""The form of a new game, and the question who is playing, in words."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import replace
from foxduet.plain import loop
from foxduet.ui.form import LEFT as LEFT_END
from foxduet.ui.form import LOOK_ROWS, FormScreen, Row, daily_result_sentence
from foxduet.ui.kit.keys import ENTER, ESCAPE
from foxduet.ui.kit.screen import Context, Transition
from foxduet.ui.players import LEFT, PlayersScreen
from foxduet.words.i18n import _
from foxduet.words.scores import game_phrase
from foxduet.words.spoken import parse_spoken_number, split_after
from foxduet.words.text import (
    MAX_NAME_CELLS,
    can_be_typed,
    capitalize_first,
    default_names,
    label_with_value,
)

LESSONS = replace(loop.LIST_VOICE, tells_changes_on_return=True)
"""The voice of the list of lessons; after a lesson it tells only the changes."""


def _tell(screen: FormScreen, before: FormScreen | None, context: Context) -> Sequence[str]:
    lines: list[str] = []
    if before is None:
        lines.append(screen.heading + ".")
        lines += [screen.proposal_sentence] if screen.proposal_sentence else []
        if screen.row != screen.deal_row:
            how = _(
                "Answer the questions one by one, or say {deal} to start with everything "
                "else as it is."
            )
            lines.append(how.format(deal=_DEAL.word()))
    if before is None or before.played_today != screen.played_today:
        lines += [daily_result_sentence(game_phrase(game)) for game in screen.played_today]
    elif screen.row == screen.deal_row and screen.played_already is not None:
        lines.append(daily_result_sentence(game_phrase(screen.played_already)))
    if before is None or (before.row, before.rows) != (screen.row, screen.rows):
        lines += _form_question(screen, context)
    return lines


def _form_question(screen: FormScreen, context: Context) -> list[str]:
    row = screen.chosen
    if screen.row == screen.deal_row:
        agreed = [
            label_with_value(row.label, row.shown) + "."
            for row in screen.rows
            if row.key not in (*LOOK_ROWS, "lang")
        ]
        return [" ".join(agreed), screen.agreement]
    labels = _form_labels(screen, context)
    if not _has_numbers(row):
        labels = loop.number_lines(labels)
    return [row.label + ".", *labels]


def _has_numbers(row: Row) -> bool:
    return bool(row.choices) and all(type(choice) is int for choice in row.choices)


def _form_labels(screen: FormScreen, context: Context) -> list[str]:
    labels = []
    for choice in screen.chosen.choices:
        changed = screen.with_value(choice, context.options).screen
        assert isinstance(changed, FormScreen), "a new value does not leave the form"
        row = changed.chosen
        meaning, label = capitalize_first(row.note), capitalize_first(row.shown)
        if _has_numbers(row):
            labels.append(_("{number}: {choice}").format(number=label, choice=meaning))
        else:
            labels.append(f"{label}. {meaning}." if meaning else label)
    return labels


def _ask(screen: FormScreen, _context: Context) -> str:
    row = screen.chosen
    if screen.row == screen.deal_row:
        sentence = _("Press Enter to deal the cards, or say {change}.")
        return sentence.format(change=_CHANGE.word())
    sentence = _("Which number? Press Enter for {choice}.")
    if row.is_name:
        sentence = _("Which name? Press Enter for {choice}.")
    return sentence.format(choice=row.shown)


def _answer(screen: FormScreen, line: str, context: Context) -> loop.Reply | None:
    row = screen.chosen
    if not line:
        is_agreed = screen.row == screen.deal_row
        return _deal(screen, "", context) if is_agreed else Transition(screen.at_next_row())
    if screen.row == screen.deal_row:
        return None
    if row.is_name:
        named = _take_name(
            screen,
            split_after(line, _NAME.phrases) or line,
            context,
        )
        return named if isinstance(named, loop.InputRefused) else Transition(named.at_next_row())
    if _has_numbers(row):
        value = parse_spoken_number(split_after(line, [row.label]) or line)
        if value is not None and value not in row.choices:
            return loop.InputRefused(_ask(screen, context))
        return None if value is None else _with_value(screen, value, context)
    number = loop.parse_choice_number(line, len(row.choices)) if row.choices else None
    if isinstance(number, int):
        return _with_value(screen, row.choices[number], context)
    return number


def _take_name(screen: FormScreen, name: str, context: Context) -> FormScreen | loop.InputRefused:
    """Type a name into the chosen row."""
    if not name or not can_be_typed(name):
        return _name_refused()
    typed = replace(screen, typed=False)
    for char in name:
        after = typed.handle_key(char, context).screen
        assert isinstance(after, FormScreen), "typing in a form does not leave it"
        typed = after
    return replace(typed, typed=False)


def _with_value(screen: FormScreen, value: object, context: Context) -> Transition:
    after = screen.with_value(value, context.options)
    assert isinstance(after.screen, FormScreen), "a new value does not leave the form"
    return replace(after, screen=after.screen.at_next_row())


def _typing_help(*, is_name: bool) -> Sequence[loop.AnswerHelp]:
    return (loop.enter_help(), *([(_("a name"), _("take that name"))] if is_name else ()))


def _name_refused() -> loop.InputRefused:
    sentence = _("A name has at most {most} letters.")
    return loop.InputRefused(sentence.format(most=MAX_NAME_CELLS))


def _deal(screen: FormScreen, _rest: str, context: Context) -> loop.Reply:
    return loop.handle_key(replace(screen, row=screen.deal_row), ENTER, context)


def _say_name(screen: FormScreen, name: str, context: Context) -> loop.Reply:
    named = _take_name(replace(screen, row=screen.row_of(LEFT_END)), name, context)
    if isinstance(named, loop.InputRefused):
        return named
    notice = label_with_value(named.chosen.label, named.chosen.shown) + "."
    return Transition(replace(named, row=screen.row, notice=notice))


_DEAL = loop.Command(
    NC_("command", "deal"), N_("deal the cards, with everything else as it is"), _deal
)
_NAME = loop.Command(NC_("command", "name"), N_("followed by your name"), _say_name, True)
_BACK = loop.Command(
    NC_("command", "back"),
    N_("go back to the previous question"),
    lambda screen, _rest, _context: Transition(screen.at_next_row(-1)),
)
_CHANGE = loop.Command(
    NC_("command", "change"),
    N_("go through the questions from the start"),
    lambda screen, _rest, _context: Transition(replace(screen, row=0, typed=False)),
)
_LEAVE = replace(
    loop.leave_command(ESCAPE),
    reply=lambda screen, _rest, context: loop.handle_key(replace(screen, row=0), ESCAPE, context),
)


FORM = loop.Voice(
    _tell,
    _ask,
    lambda screen: (
        _DEAL,
        *((_BACK, _CHANGE) if screen.row else ()),
        *(_NAME, loop.CARDS, loop.RULES, _LEAVE),
    ),
    _answer,
    labels=lambda screen, context: (
        ()
        if screen.row == screen.deal_row or _has_numbers(screen.chosen)
        else _form_labels(screen, context)
    ),
    takes_sentences=lambda screen: not screen.takes_name,
    answer_help=lambda screen: _typing_help(is_name=screen.takes_name),
)
"""The voice of the form of a new game."""


def _tell_players(
    screen: PlayersScreen, before: PlayersScreen | None, _context: Context
) -> Sequence[str]:
    heading = [screen.heading] if before is None else []
    if before is not None and before.row == screen.row:
        return []
    if screen.is_typing:
        return [*heading, default_names(None)[screen.row - LEFT] + "."]
    return [*heading, *loop.number_lines(_player_labels(screen, _context))]


def _player_labels(screen: PlayersScreen, _context: Context) -> list[str]:
    if screen.is_typing:
        return []
    return [f"{label}. {capitalize_first(meaning)}." for label, meaning in screen.answers]


def _ask_players(screen: PlayersScreen, _context: Context) -> str:
    if screen.is_typing:
        return _("Which name? Press Enter for {choice}.").format(choice=screen.name)
    sentence = _("Which number? Press Enter for {choice}.")
    return sentence.format(choice=screen.answers[screen.row][0])


def _answer_players(screen: PlayersScreen, line: str, context: Context) -> loop.Reply | None:
    if not line:
        return loop.handle_key(screen, ENTER, context)
    if screen.is_typing:
        if not can_be_typed(line):
            return _name_refused()
        return loop.handle_key(screen.with_name(line), ENTER, context)
    row = loop.parse_choice_number(line, len(screen.answers))
    if isinstance(row, int):
        return loop.handle_key(replace(screen, row=row), ENTER, context)
    return row


PLAYERS = loop.Voice(
    _tell_players,
    _ask_players,
    lambda _screen: (loop.leave_command(ESCAPE),),
    _answer_players,
    labels=_player_labels,
    takes_sentences=lambda screen: not screen.is_typing,
    answer_help=lambda screen: _typing_help(is_name=screen.is_typing),
)
"""The voice of the question who is playing."""
