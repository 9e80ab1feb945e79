"""The rules in our own words, the keys, and the reference of abilities: text to page through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foxduet.rules.duet.cards import RANKS, Card, Suit
from foxduet.rules.errors import N_
from foxduet.ui.kit.canvas import Style, wrapped
from foxduet.ui.kit.look import Glyphs
from foxduet.words.duet.names import ability_sentence
from foxduet.words.i18n import _


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a page; ``style`` holds for all of it."""

    text: str
    style: Style = Style.PLAIN


_RULES = (
    (
        N_("What you are after"),
        (
            N_(
                "You are a team. A fox walks along a forest path, and wherever it stops you may "
                "pick up one gem. Collect every gem before three rounds are over. If the fox "
                "runs off the path when no forest token is left, you have lost."
            ),
        ),
    ),
    (
        N_("A round"),
        (
            N_(
                "There are thirty cards: Doves, Roses and Stars, each from 1 to 10. You both get "
                "eleven. One more lies face up: the decree. Its suit is trump. Seven stay face "
                "down and out of play."
            ),
            N_(
                "You play eleven tricks. One player leads any card. The other must play the same "
                "suit if possible, and any card if not. The winner of a trick leads the next; "
                "in the first, whoever did not deal leads. You deal in turns."
            ),
            N_(
                "The highest trump takes the trick. If there is no trump, the highest card of "
                "the suit that was led takes it."
            ),
        ),
    ),
    (
        N_("The fox walks"),
        (
            N_(
                "After each trick the fox walks toward the winner's end of the path, as many "
                "spaces as the two cards show paws together. Where it stops, even if it did not "
                "move, one gem is yours if there is any."
            ),
            N_(
                "If it would walk off the path, it goes back to the start instead (the space in "
                "square brackets), finds nothing, and a forest token covers the last space at "
                "that end: the path is shorter from now on. Gems on a covered space slide one "
                "space toward the start. With no token in reserve you are lost in the forest."
            ),
        ),
    ),
    (
        N_("Cards with a trick of their own"),
        (
            N_("1, Musician: whoever wins the trick may send the fox either way."),
            N_(
                "3, Foxes: at once, name yourself or your partner; that player may swap a card "
                "in hand with the decree, if it has any card left. A new trump counts for this "
                "trick already."
            ),
            N_(
                "5, Gazelle: whoever wins the trick may leave out the paws of one of its cards; "
                "with two Gazelles, of both."
            ),
            N_(
                "7, Gift: at once, each gives the other one card. You choose before you see what "
                "you get. It must be done unless somebody has no card left."
            ),
            N_(
                "9, Royal Heir: when it is led, the other player may play any suit. As the "
                "second card it does nothing."
            ),
        ),
    ),
    (
        N_("Between rounds"),
        (
            N_(
                "After rounds 1 and 2 every space marked + gets another gem. Then, if a forest "
                "token is left, one covers the last space of one end. You choose the end "
                "together, but not the one where the fox stands. The fox stays where it is."
            ),
            N_(
                "There are 22 gems, those on the path counted. If fewer are left than are due, the "
                "spaces nearest the start come first. A gem for a covered space goes to the "
                "nearest open one."
            ),
        ),
    ),
    (
        N_("How it ends"),
        (
            N_(
                "When the last gem is collected, you have won, at once. Your score: 10 points "
                "for each level, 1 for each card still in your hands, 10 if it was round 2, and "
                "3 for each forest token left. You lose when the fox is lost in the forest or "
                "when gems are left after round 3. You may also resign at any time; when more "
                "gems are to be found than tricks are left, you are told so."
            ),
        ),
    ),
    (
        N_("What you may say"),
        (
            N_("Before the first deal and between rounds, talk as much as you like."),
            N_(
                "During a round say nothing about cards, yours or your partner's; ask nothing "
                "whose answer would tell; and do not plan: no hints what to play, who should win "
                "or what you wish for. Cards of earlier tricks may not be looked at again. To be "
                "reminded of what a card does, open the card reference instead of asking."
            ),
        ),
    ),
    (
        N_("Alone, and hints"),
        (
            N_(
                "Alone you sit at the left end, beside one of three partners: novice, steady or "
                "expert. It sees its own cards and what lies open, never yours. Where the forest "
                "closes in and whether to resign is for you to say; p asks your partner, who "
                "goes by what lies open to you both."
            ),
            N_(
                "A hint is worked out by the expert from what you see, for either of you. Its "
                "figures are chances to win the game, from hands that your partner may hold. "
                "The record of the game notes where you looked at one."
            ),
        ),
    ),
)

_REVIEW = (
    (
        N_("The choice that is looked at"),
        (
            N_(
                "The bars are the chance to win with each choice, as far as whoever chose could "
                "know: over the hands that fitted all that had been seen. What the choice made "
                "was short of the best one is its cost."
            ),
            N_(
                "Hindsight is what each choice would have led to with the hands as they were. "
                "Nobody could know that, so it is shown apart and costs nothing."
            ),
        ),
    ),
    (
        N_("The line below"),
        (
            N_(
                "It is the chance to win over the whole game, with the rounds numbered and the "
                "choices marked that cost much."
            ),
        ),
    ),
)

_SCORES = (
    (
        N_("What the figures say"),
        (
            N_(
                "Every game that people finish stands here, won or not. The rate is the share "
                "of games won, and beside it where it lies with 95 % certainty. A streak is "
                "wins in a row: the one that is still on, and the longest."
            ),
            N_(
                "Par is what two experts score on the same deals. Games on a board of your own "
                "are marked with a star, and come last among the best."
            ),
        ),
    ),
    (
        N_("The days"),
        (
            N_(
                "foxduet --daily deals the same cards to everybody who plays that level on that "
                "date. The first game that you finish of a day and level counts for it."
            ),
        ),
    ),
)

_KEYS = (
    (N_("Left, right, h, l"), N_("choose a card or another option")),
    (N_("Up, down, k, j"), N_("the other row of cards")),
    (N_("Enter, Space"), N_("play what is chosen; go on")),
    (N_("1 to 9, 0, -, ="), N_("choose the option with that key; once more plays it")),
    (N_("Tab, r"), N_("card reference: all abilities and paws")),
    (N_("?"), N_("keys and rules")),
    (N_("i"), N_("a hint, in three steps: the aim, what kind, which one")),
    (N_("p"), N_("alone: ask your partner, about the forest or resigning")),
    (N_("b"), N_("blank the screen at once")),
    (N_("R"), N_("resign, after a question")),
    (N_("q"), N_("leave; the game is saved")),
    (N_("Esc"), N_("back")),
)

_REVIEW_KEYS = (
    (N_("Left, right, h, l"), N_("a step back or on in the game")),
    (N_("Up, down, k, j"), N_("a trick back or on")),
    (N_("Home, End"), N_("the beginning and the end of the game")),
    (N_("n, N"), N_("to the next or the previous choice that cost much")),
    (N_("v"), N_("whose eyes you see with: open hands, left, right")),
    (N_("o"), N_("hindsight: what only open hands could tell")),
    (N_("t"), N_("try another choice: the game branches where you are")),
    (N_("Tab, r"), N_("card reference: all abilities and paws")),
    (N_("q, Esc"), N_("back")),
)

_SCORES_KEYS = (
    (N_("Left, right, h, l"), N_("the page before or after")),
    (N_("Up, down, k, j"), N_("a row up or down, where there are more than fit")),
    (N_("Home, End"), N_("the first and the last rows")),
    (N_("1, 2, 3"), N_("the games of one level; 0 shows all")),
    (N_("p"), N_("the games with one kind of partner, then with the next")),
    (N_("n"), N_("the games of one pair of players, then of the next")),
    (N_("Tab, r"), N_("card reference: all abilities and paws")),
    (N_("q, Esc"), N_("back")),
)


def rules_page(width: int) -> list[Line]:
    """Return keys and rules, wrapped to ``width`` columns."""
    return [*_key_lines(_("Keys"), _KEYS), *_section_lines(_RULES, width)]


def review_page(width: int) -> list[Line]:
    """Return the keys of a review and what it shows, wrapped to ``width`` columns."""
    return [*_key_lines(_("Keys in a review"), _REVIEW_KEYS), *_section_lines(_REVIEW, width)]


def scores_page(width: int) -> list[Line]:
    """Return the keys of the scores and what they show, wrapped to ``width`` columns."""
    return [*_key_lines(_("Keys in the scores"), _SCORES_KEYS), *_section_lines(_SCORES, width)]


def _key_lines(title: str, meanings: Sequence[tuple[str, str]]) -> list[Line]:
    column = max(len(_(key)) for key, _meaning in meanings) + 2
    rows = [Line(f"  {_(key):<{column}}{_(meaning)}") for key, meaning in meanings]
    return [Line(title, Style.TITLE), *rows]


def _section_lines(sections: Sequence[tuple[str, Sequence[str]]], width: int) -> list[Line]:
    lines: list[Line] = []
    for title, paragraphs in sections:
        lines += [Line(""), Line(_(title), Style.TITLE)]
        for paragraph in paragraphs:
            lines += [Line(f"  {row}") for row in wrapped(_(paragraph), width - 2)]
    return lines


def reference_page(width: int, glyphs: Glyphs) -> list[Line]:
    """Return what every rank does, and its paws, wrapped to ``width`` columns."""
    lines = [Line(_("Rank  Paws  Ability"), Style.TITLE)]
    for rank in RANKS:
        card = Card.of(Suit.DOVES, rank)
        paws = glyphs.paw * card.paws or glyphs.dot
        if card.ability is None:
            lines.append(Line(f"{rank:>3}   {paws:<4}", Style.PLAIN))
            continue
        rows = wrapped(ability_sentence(card), width - 12)
        lines.append(Line(f"{rank:>3}   {paws:<4}  {rows[0]}", Style.STRONG))
        lines += [Line(f"{'':12}{row}", Style.STRONG) for row in rows[1:]]
    lines.append(Line(""))
    for row in wrapped(
        _("The same in every suit. The fox walks the paws of both cards, toward the winner's end."),
        width,
    ):
        lines.append(Line(row, Style.DIM))
    return lines


def talking_reminder() -> str:
    """Say, at the start of a round, what may not be said from now on (R10.4)."""
    return _(
        "From now on, not a word about cards, wishes or plans. To be reminded of an ability, "
        "press Tab instead of asking."
    )


def talking_invitation() -> str:
    """Invite the players to talk between rounds (R10.4)."""
    return _("You may talk as freely as you like until the next deal.")
