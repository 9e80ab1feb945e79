"""The title screen and the form of a new game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.ai.names import KINDS
from foxduet.play.table import Session
from foxduet.rules.duet.levels import LEVELS
from foxduet.ui.kit.canvas import Canvas, Frame, Size, Style, wrapped
from foxduet.ui.kit.look import Look
from foxduet.ui.screens import FormScreen, TitleScreen
from foxduet.ui.table.cards import draw_undergrowth
from foxduet.words.duet.names import level_phrase, partner_name, partner_phrase
from foxduet.words.duet.sharing import counting_game, result_phrase
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.store.entries import Entry

LONGEST_NAME = 12
PARTNER_ROW, NAME_ROWS, DEAL_ROW = 1, (2, 3), 4

# A fox in seven bits; two of them sit in the clearing.
_FOX = (
    r"  /\       /\  ",
    r" /  \_____/  \ ",
    r"|    .   .    |",
    r" \_         _/ ",
    r"   \_  ^  _/   ",
    r"     \___/     ",
)


def title_labels(screen: TitleScreen) -> list[str]:
    """Return the choices of the title screen, in order; a resumable game is one of them."""
    labels = [_("New game"), _("How to play"), _("Scores"), _("Quit")]
    if screen.unfinished is not None:
        game, _saved = screen.unfinished
        person = Session(game).person
        left, right = game.header.players
        sentence = _("Resume: {left} and {right}, level {level}, round {round}")
        if person is not None:
            left, right = game.header.players[person], game.header.players[person.other]
            sentence = _("Resume: {left} with {right}, level {level}, round {round}")
        labels.insert(
            0,
            sentence.format(
                left=left, right=right, level=game.header.level, round=game.state.table.round
            ),
        )
    return labels


def draw_title(screen: TitleScreen, size: Size, look: Look) -> Frame:
    """Draw the title, two foxes, and the choices."""
    canvas = Canvas(size)
    top = (size.rows - 23) // 2
    left = (size.columns - 68) // 2
    draw_undergrowth(canvas, top, left, 68, look.glyphs)
    draw_undergrowth(canvas, top + 1, left, 68, look.glyphs)
    for row, line in enumerate(_FOX):
        canvas.put_centred(top + 3 + row, f"{line}      {line}", Style.FOX)
    for row in (9, 10):
        draw_undergrowth(canvas, top + row, left, 68, look.glyphs)
    canvas.put_centred(top + 12, "f o x d u e t", Style.TITLE)
    subtitle = _("The Fox in the Forest Duet, alone or for two at one keyboard")
    canvas.put_centred(top + 13, subtitle)
    labels = title_labels(screen)
    column = (size.columns - max(map(len, labels))) // 2
    for at, label in enumerate(labels):
        chosen = at == screen.cursor
        text = f"{look.glyphs.cursor if chosen else ' '} {label}"
        canvas.put(top + 15 + at, column - 2, text, Style.CHOSEN if chosen else Style.PLAIN)
    canvas.put_centred(top + 20, screen.notice, Style.ALERT)
    canvas.put_centred(top + 21, _("arrows choose   Enter go on   ? help   q quit"), Style.DIM)
    unofficial = _("An unofficial fan project, with no text or art of the publisher.")
    canvas.put_centred(top + 22, unofficial, Style.DIM)
    return canvas.frame()


def draw_form(screen: FormScreen, size: Size, look: Look) -> Frame:
    """Draw what is to be agreed on before the first deal."""
    canvas = Canvas(size)
    top = (size.rows - 20) // 2
    left = (size.columns - 68) // 2
    draw_undergrowth(canvas, top, left, 68, look.glyphs)
    heading = _("A new game")
    if screen.day is not None:
        heading = _("The deals of the day, {day}").format(day=screen.day.isoformat())
    canvas.put_centred(top + 2, heading, Style.TITLE)
    if (game := played_already(screen)) is not None:
        already = _("Already played: {result}. That game counts for the day.")
        told = already.format(result=result_phrase(game))
        canvas.put_centred(top + 3, told, Style.STRONG)
    back, forth = look.glyphs.toward
    p1, p2 = screen.names
    rows = [
        (_("Level"), f"{back} {screen.level} {forth}"),
        (_("Partner"), f"{back} {partner_label(screen.partner)} {forth}"),
        (_("At the left end"), p1),
        (_("At the right end"), p2),
        (_("Deal the cards"), ""),
    ]
    width = max(len(label) for label, _value in rows) + 3
    for at, (label, value) in enumerate(rows):
        chosen = at == screen.row
        caret = "_" if chosen and at in NAME_ROWS else ""
        mark = look.glyphs.cursor if chosen else " "
        canvas.put(
            top + 5 + 2 * at,
            left + 12,
            f"{mark} {label:<{width}}{value}{caret}",
            Style.CHOSEN if chosen else Style.PLAIN,
        )
    own = _("On your own board; the level counts for the score")
    phrase = own if screen.own_board else level_phrase(screen.level)
    canvas.put(top + 6, left + 14, phrase, Style.DIM)
    canvas.put(top + 8, left + 14, partner_phrase(screen.partner), Style.DIM)
    advice = (
        _(
            "Talk freely now: who sits where, and how you mean to play. From the deal on, not a "
            "word about cards."
        )
        if screen.partner is None
        else _("Your partner sees its own cards only, as you see yours only. Press i for a hint.")
    )
    for row, line in enumerate(wrapped(advice, 60)):
        canvas.put_centred(top + 15 + row, line)
    canvas.put_centred(top + 17, screen.notice, Style.ALERT)
    keys = _("up, down move   left, right change   type names   Enter go on   Esc back")
    canvas.put_centred(top + 18, keys, Style.DIM)
    draw_undergrowth(canvas, top + 19, left, 68, look.glyphs)
    return canvas.frame()


def played_already(screen: FormScreen) -> Entry | None:
    """Return the game with which these people have played the day at this level already."""
    if screen.day is None:
        return None
    names = screen.names if screen.partner is None else screen.names[:1]
    people = frozenset(name.strip() for name in names)
    return counting_game(screen.played, screen.day, screen.level, people)


def partner_label(partner: str | None) -> str:
    """Name a partner, the effort too if it is not the usual one; None is a person."""
    if partner is None:
        return _("a person")
    kind, colon, effort = partner.partition(":")
    return f"{partner_name(kind)}{colon}{effort}"


def next_partner(partner: str | None, step: int, wanted: str | None) -> str | None:
    """Return the partner ``step`` further on in the form; one ``wanted`` by name is among them."""
    partners: list[str | None] = [None, *KINDS]
    if wanted not in partners:
        partners.append(wanted)
    at = partners.index(partner) + step
    return partners[min(max(at, 0), len(partners) - 1)]


def next_level(level: int, step: int) -> int:
    """Return the level ``step`` further on, within those there are."""
    return min(max(level + step, LEVELS[0]), LEVELS[-1])
