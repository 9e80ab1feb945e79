"""Bring translations up to date with the sources: python -m tests.tools.translations [LANGUAGE].

A LANGUAGE that has no file yet gets one. Its sentences stand in the order in which players see
them, by ``PARTS``; what is left to translate of each is printed.
"""

from __future__ import annotations

import argparse
import gettext
import re
import string
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from itertools import product
from math import ceil
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import foxduet
from foxduet.words.i18n import DOMAIN, LOCALES
from foxduet.words.lessons import parse_lessons
from foxduet.words.pages import parse_page
from foxduet.words.text import LONGEST_NAME, Player, filled
from tests.tools.translation_rooms import ROOMS

_KEY_IN_THE_LAST_ROW = "what a key does, in the last row of the screen, after the name of the key"
_NAME_OF_A_KEY = "the name of a key, as it stands on keyboards of your language"
_LETTER = "a key; leave the letter as it is"
_BUTTON = "on a button"
_VALUE = "stands for a value on the command line, in capitals"
_COLUMN = "the heading of a column of numbers; shorten it if need be"
_DAY = "a day of the week, in two letters"
_CHOICE = "names a choice within a sentence, as in 'best was ...'"
_OF_A_GAME = "of a game or a match, in lists of scores"
_ABOUT = "what a puzzle is about"
_TERM = "a row of a table that compares both games"
_NUMBER = "a number of tricks, steps, paws or gems, within a sentence"
_FEW_TRICKS = "how many tricks somebody won, within a sentence"

NOTES: dict[str, str] = {
    **dict.fromkeys(
        [
            *("move", "play", "pick", "take back", "skip", "choose", "try again", "begin"),
            *("change", "help", "cards", "step", "look", "deal", "hint", "hide", "open"),
            *("try", "view", "continue", "leave", "back", "quit", "place it", "next"),
            *("answer", "hindsight", "retry", "scroll", "more"),
        ],
        _KEY_IN_THE_LAST_ROW,
    ),
    **dict.fromkeys(["Space", "Enter", "Esc", "Tab", "End", "Home, End", "arrows"], _NAME_OF_A_KEY),
    **dict.fromkeys("abcdefgimnopqstuvRS?", _LETTER),
    **dict.fromkeys(
        [
            *("Again", "All lessons", "More", "Share", "Play on", "Stay", "Choose again"),
            *("Do it anyway", "Leave it"),
        ],
        _BUTTON,
    ),
    **dict.fromkeys(
        [
            *("COMMAND", "SHELL", "TOPIC", "ADDRESS", "PARTNER", "SECONDS", "FILE", "PICTURE"),
            *("NAME", "DIR"),
        ],
        _VALUE,
    ),
    **dict.fromkeys(
        ["Games", "Won", "Lost", "Drawn", "Rate", "Streak", "Longest", "Avg", "Against"], _COLUMN
    ),
    **dict.fromkeys(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], _NUMBER
    ),
    **dict.fromkeys(["eleven", "twelve", "thirteen"], _NUMBER),
    **dict.fromkeys(["no trick at all", "one trick", "two tricks", "three tricks"], _FEW_TRICKS),
    **dict.fromkeys(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"], _DAY),
    **dict.fromkeys(["the {card}", "staying", "resigning", "keeping the decree"], _CHOICE),
    **dict.fromkeys(["won", "lost", "drawn", "resigned", "unfinished"], _OF_A_GAME),
    **dict.fromkeys(
        ["who plays", "a hand", "suits", "the aim", "the end", "talking", "rank 1"], _TERM
    ),
    **dict.fromkeys(["partners", "deals", "seed"], "the heading of a column: how strong pairs are"),
    **dict.fromkeys(["Swans", "Woodcutters", "Witches", "Monarchs"], _ABOUT),
    **dict.fromkeys(["Continue", "Lessons"], "a row of the title"),
    **dict.fromkeys(["Play", "Learn"], "stands before some rows of the title, which do that"),
    **dict.fromkeys(["Here", "A trick", "The fox", "Points"], "the title of a page of help"),
    "score": "the heading of a column of numbers",
    "Signs": "those of the suits: a row of a form",
    "Round": "before the numbers of rounds, in a table",
    "Match": "the heading of a column: the points of a whole match",
    "Puzzles": "positions to be solved, a title",
    "new": "a puzzle that was not answered yet",
    "you": "the one who plays alone, within a sentence; a label has it with a capital letter",
    "your partner": "the program that plays with one person, within a sentence",
    "your opponent": "the program that plays against one person, within a sentence",
    "y": "the answer yes, one letter",
    "yes": "the answer yes, typed in full",
    "no": "whether a person knows the other game",
    "done": "a lesson",
    "started": "a lesson",
    "Keys": "the keys of the keyboard, a title",
    "Strategy": "the heading of the lessons on how to play well",
    "imported": "records of games, after their number",
    "already known": "records of games, after their number",
    "unreadable": "records of games, after their number",
    "file": "a setting comes from the file",
    "default": "a setting has the value that it has without the file",
    "games": "changes between the lessons of both games; what a key does, in the last row",
    "names": "after 'type': type the names; what a key does, in the last row",
    "filter": "limits the scores to some games; what a key does, in the last row",
    "type": "before 'names': type the names; what a key does, in the last row",
    "Game": "which of the two games is played: a row of a form",
    "game": "a game that was played: up and down choose one",
    "Practice": "a game in which all can be taken back: a row of a form",
    "hidden": "the cards that are out: a row of a form",
    "your own": "a board of one's own: a row of a form",
    "gives": "a card is about to be given to the partner",
    "Together": "who chose: both players as a team",
    "forest": "the name of a set of colours, on a light ground",
    "night": "the name of a set of colours",
    "contrast": "the name of a set of colours",
    "humble": "with 0 to 3 tricks, which pays well",
    "defeated": "with 4 to 6 tricks, which pays little",
    "victorious": "with 7 to 9 tricks, which pays well",
    "greedy": "with 10 or more tricks, which pays nothing",
    "par": "the score of two experts on the same deals, as in golf",
    "Par": "the score of two experts on the same deals, as in golf: the heading of a column",
    "level": "how hard Duet is, 1 to 3; a label has it with a capital letter",
    "target": "the points that end the original game; a label has it with a capital letter",
    "board": "where the fox walks; a label has it with a capital letter",
    "stay": "the fox stays where it is: one of the moves to choose from",
    "resign": "give the game up",
    "Left": "what the player at the left end is called who has chosen no name",
    "Right": "what the player at the right end is called who has chosen no name",
    "Doves": "a suit of Duet",
    "Roses": "a suit of Duet",
    "Stars": "a suit of Duet",
    "Accuracy": "how good the choices of a player were, as a percentage",
    "none": "of days in a row",
    "Progress": "how a player gets on: a row of the title",
    "About": "what mistakes were about: the heading of a column",
    "Choices": "how many there were: the heading of a column",
    "Goals": "what can be reached by winning: a title",
    "page": "one of several pages of scores; what a key does, in the last row",
    "who": "who continues a branch; what a key does, in the last row",
    "Mouse": "clicks with it, in a list of keys",
    "option": "any argument that begins with --, in the synopsis of the manual page",
    "options": "arguments that begin with --, a title in the help of the command line",
    "Woodcutter": "a card of the original game, rank 5",
    "Musician": "a card of Duet, rank 1",
    "Foxes": "a card of Duet, rank 3",
    "Gazelle": "a card of Duet, rank 5",
    "Gift": "a card of Duet, rank 7",
    "Royal Heir": "a card of Duet, rank 9",
    "Novice": "a partner: the weakest",
    "Steady": "a partner that always plays in the same way; no word that is a first name",
    "Expert": "a partner: the strongest",
}

WHOLES: dict[str, tuple[str, ...]] = {
    "The 7 of Keys can change the trump at once; the 3 of Bells cannot do that.": (
        "can change the trump at once",
        "cannot do that",
    ),
    "The 2 of Bells leaves you more trumps for later (3); the 9 of Keys leaves fewer (2).": (
        "leaves {name} more trumps for later ({count})",
        "leaves fewer ({other_count})",
    ),
    "The 9 of Keys leaves you fewer trumps that win tricks (1); the 2 of Bells leaves more (2).": (
        "leaves {name} fewer trumps that win tricks ({count})",
        "leaves more ({other_count})",
    ),
    "The 2 of Bells loses the trick, but you lead the next one; the 4 of Bells does not manage "
    "that.": ("loses the trick, but {name} {name:leads|lead} the next one", "does not manage that"),
    "The 6 of Keys leaves you with no Keys, so that you can trump them from then on; the 2 of "
    "Bells does not.": (
        "leaves {name} with no {suit}, so that {name} can trump them from then on",
        "does not",
    ),
    "The 4 of Bells {does}; the 9 of Bells does not.": (
        "draws a card and buries a worse one",
        "scores its own point with the trick",
        "counts as a trump of rank 9",
    ),
    "The 11 of Bells forces out the highest card of its suit, or the Swan; the 2 of Bells forces "
    "nothing.": ("forces out the highest card of its suit, or the Swan", "forces nothing"),
    "The 4 of Bells {does}; the 9 of Bells gives it up.": (
        "keeps the Swan, which regains the lead when it loses",
        "keeps the Fox, which can still change the trump",
        "keeps the Woodcutter to swap a bad card later",
        "keeps the Treasure for a trick that is sure to be won",
        "keeps the Witch, one more trump",
        "keeps the Monarch, which can still force out a high card",
        "gives it up",
    ),
    "You won with the 3 of Doves, the only trump.": (
        *("the only trump", "the higher trump", "the higher card of the suit led"),
        "the only card of the suit led",
        *("the Witch being the only trump", "the Witch being the higher trump"),
    ),
    "The 4 of Roses finds a gem every time; the 9 of Stars, hardly ever.": (
        *("every time", "never", "if {name} {name:plays|play} as expected", "nearly always"),
        *("hardly ever", "about once in {times}", "about {count} times in {times}"),
    ),
    "It was better to hold fewer trumps: the 9 of Stars leaves about 1.5; the 4 of Roses, 3.": (
        "about {number}",
    ),
    "Goals reached: a win, no token lost": (
        *("a win", "a win in round 2", "a win by 10 points", "humble and victorious"),
        *("no token lost", "no hint"),
    ),
    "Bob: swapping yourself (39%); best: giving the 7 of Doves (52%).": (
        *("{name:letting * swap|swapping yourself}", "letting {name} swap", "giving the {card}"),
        *("going one step toward {name}", "going {steps} steps toward {name}"),
        *("covering {name:*'s|your} end", "the {card} under the deck", "the {card} as decree"),
    ),
    "with Steady, no hints": (
        *("with {partner}, {hints}", "two people, {hints}", "against {opponent}, {hints}"),
        "no hints",
    ),
}
"""Whole sentences, each with the entries that are pieces of such a sentence."""

_PIECE_OF = {piece: whole for whole, pieces in WHOLES.items() for piece in pieces}

PARTS: dict[str, tuple[str, ...]] = {
    "the table": (
        *("games/duet/words/names.py", "games/duet/words/story.py", "ui/table/drawing.py"),
        *("games/duet/words/__init__.py", "games/duet/table.py", "games/duet/__init__.py"),
        *("ui/table/keys.py", "ui/table/views.py", "ui/table/state.py", "words/story.py"),
    ),
    "menus": ("ui/menu.py", "ui/form.py"),
    "endings": ("words/ending.py", "games/duet/words/ending.py", "ui/table/ending.py"),
    "around the table": (
        *("ui/table/", "ui/kit/", "ui/loop.py", "words/game_words.py", "words/text.py"),
    ),
    "the original game": (
        *("games/classic/words/names.py", "games/classic/words/story.py"),
        *("games/classic/words/ending.py", "games/classic/words/__init__.py"),
        *("games/classic/table.py", "games/classic/__init__.py"),
    ),
    "hints and lessons": (
        *("words/hints.py", "ui/guided.py", "ui/exercise.py", "ui/lessons.py", "words/lessons.py"),
        *("games/duet/words/lessons.py", "games/duet/lessons/", "games/classic/words/lessons.py"),
        "games/classic/lessons/",
    ),
    "reviews and puzzles": (
        *("ui/review.py", "ui/replay.py", "ui/puzzles.py", "words/review.py"),
        *("words/review_chart.py", "games/duet/words/review.py", "games/classic/words/review.py"),
    ),
    "scores and progress": (
        *("ui/scores.py", "words/scores.py", "words/progress.py", "games/duet/words/guide.py"),
        "games/classic/words/guide.py",
    ),
    "in words": ("plain/", "remote/"),
    "help": ("words/help/", "games/duet/help/", "games/classic/help/"),
    "the command line and errors": ("",),
}
"""The parts of a catalogue in the order in which players see them, by files and folders."""

FIRST_RELEASE = ("the table", "menus", "endings")
"""Enough to play Duet from the title to the end of a game; English is said for what is missing."""

PACKAGE = Path(foxduet.__file__).parent
_PLACES = {part: place for place, part in enumerate(PARTS)}
KEYWORDS = {
    "_": None,
    "N_": None,
    "NC_": ((1, "c"), 2),
    "Nn_": (1, 2),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
_Found: TypeAlias = Iterator[tuple[int, str, tuple[str, ...], list[str]]]
_NOTE = "Translators:"
_ROOM = re.compile(r"at most (\d+) cells")
_FIELD = re.compile(r"\{[^{}]*\}|%\(\w+\)[srd]|%[srd]")
_NAME, _FORMS = re.compile(r"\{(\w+)"), re.compile(r":[^{}]*\|[^{}]*")
# The placeholders that stand for players, and a name as long as they can be.
_PLAYERS = frozenset({"name", "named", "dealer", "leader", "side"})
_A_NAME = "n" * LONGEST_NAME
# Between letters, or before something that is filled in or quoted.
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[\w{«])")
# In French, before such signs and after opening quotes; "%s" and "%(name)s" are fields.
_NARROW = re.compile(
    r"(?<=[\w})»\]%.]) (?=[?!;:»](?:[\s.,)»]|$))|(?<=[\d}]) (?=%(?![(\w]))|(?<=«) "
)
# No line ends between a space of the path and its number.
_WITH_NUMBER = re.compile(r"(?<=\b[Cc]ase) (?=[\d{])|(?<=\b[Cc]ases) (?=[\d{])")
_SHOWN = 20
# Of no interest, and another one whenever something is done.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
_HEADERS_LEFT_OUT = tuple(
    f'"{name}: '.encode()
    for name in (
        *("Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date"),
        *("Last-Translator", "Language-Team", "Generated-By"),
    )
)


def files() -> tuple[Path, ...]:
    """Return the sources of all translations."""
    return tuple(sorted(Path(LOCALES).glob(f"*/LC_MESSAGES/{DOMAIN}.po")))


def _pieces_of(parse: Callable[[str, Callable[..., str]], object]) -> Callable[..., _Found]:
    """Return what finds the sentences of Markdown files for Babel, by what reads such files."""

    def pieces(file: BinaryIO, *_: object, **_options: object) -> _Found:
        found: list[tuple[str, ...]] = []

        def note(text: str, context: str = "") -> str:
            found.append((context, text) if context else (text,))
            return text

        parse(file.read().decode(), note)
        for texts in found:
            yield 1, ("_", "pgettext")[len(texts) - 1], texts, []

    return pieces


@cache
def _found() -> list[tuple[Any, ...]]:
    """Return what marks sentences in the program, by file and line; finding it takes a second."""
    found = extract_from_dir(
        PACKAGE,
        method_map=[
            ("**.py", "python"),
            ("**/help/**.md", _pieces_of(parse_page)),
            ("**/lessons/*.md", _pieces_of(parse_lessons)),
        ],
        keywords=KEYWORDS,
        comment_tags=(_NOTE,),
        strip_comment_tags=True,
    )
    return sorted(found, key=lambda one: (_PLACES[_part_of(one[0])], *one[:2]))


def _part_of(file: str) -> str:
    return next(part for part, names in PARTS.items() if file.startswith(names))


def part_of(message: Message) -> str:
    """Return to which of the ``PARTS`` a sentence belongs: the first in which it is said."""
    return min((_part_of(file) for file, _line in message.locations), key=_PLACES.__getitem__)


def extracted() -> Catalog:
    """Return all sentences of the program, not translated."""
    catalogue = Catalog(project="foxduet", charset="utf-8", fuzzy=False)
    for name, _line, message, comments, context in _found():
        names = [form if context is None else f"<{context}> {form}" for form in forms(message)]
        rooms = {ROOMS[name] for name in names if name in ROOMS}
        notes = [
            *comments,
            *(f"at most {room} cells beside the placeholders" for room in rooms),
            *(NOTES[one] for one in forms(message) if context is None and one in NOTES),
            *dict.fromkeys(
                f"as in: {_PIECE_OF[one]}" for one in forms(message) if one in _PIECE_OF
            ),
        ]
        # Line numbers would change with every change of the program.
        catalogue.add(message, None, [(name, 1)], auto_comments=notes, context=context)
    return catalogue


def load(path: Path) -> Catalog:
    """Return a translation."""
    with path.open("rb") as file:
        return read_po(file, locale=language_of(path), domain=DOMAIN)


def language_of(path: Path) -> str:
    """Return the code of the language of a file."""
    return path.parts[-3]


def updated(path: Path) -> Catalog:
    """Return a translation with the sentences that the program has now, as they are there.

    A sentence that is new is not translated, and one that is gone is not in it any more.
    """
    catalogue = load(path)
    catalogue.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    for message in messages(catalogue):
        spelled = tuple(_spelled(form, language_of(path)) for form in forms(message.string or ""))
        message.string = spelled if message.pluralizable else spelled[0]
    return catalogue


def _spelled(text: str, language: str) -> str:
    """Return a translation with the signs of its language; what is typed stays as it is."""
    if language != "fr":
        return text
    text = _NARROW.sub("\u202f", _APOSTROPHE.sub("\u2019", text))
    return _WITH_NUMBER.sub("\u00a0", text)


def text_of(catalogue: Catalog) -> bytes:
    """Return the content of a file."""
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    catalogue.header_comment = f"# foxduet in another language ({catalogue.locale_identifier})."
    stream = BytesIO()
    write_po(stream, catalogue, width=100, ignore_obsolete=True, include_lineno=False)
    return b"".join(
        line
        for line in stream.getvalue().splitlines(keepends=True)
        if not line.startswith(_HEADERS_LEFT_OUT)
    )


def compiled(catalogue: Catalog) -> bytes:
    """Return what gettext reads."""
    stream = BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def messages(catalogue: Catalog) -> Iterator[Message]:
    """Return the sentences of a catalogue, without its header."""
    return (message for message in catalogue if message.id)


def forms(text: object) -> tuple[str, ...]:
    """Return all forms of a sentence or of its translation, one if it has no plural."""
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)


def fields_of(text: str) -> set[str]:
    """Return the placeholders of a sentence; the forms that some have are its own."""
    return {_FORMS.sub("", field) for field in _FIELD.findall(text)}


def room_of(message: Message) -> int | None:
    """Return for how many cells a sentence has room, beside its placeholders; None if it wraps."""
    found = _ROOM.search(" ".join(message.auto_comments))
    return int(found[1]) if found else None


def length(text: str, players: Iterable[Player] = ()) -> int:
    """Return the cells of a sentence beside its placeholders, where its forms take the most.

    There is room for names; ``players`` are those whom sentences call something else, but not
    where they are spoken to.
    """
    players = () if text.startswith("{name}, ") else players
    called = sorted(_PLAYERS & {*_NAME.findall(text)})
    said = _FIELD.sub(lambda field: field[0] if {*_NAME.findall(field[0])} & _PLAYERS else "", text)
    lengths = [
        len(filled(said, **dict(zip(called, chosen, strict=True))))
        for chosen in product((_A_NAME, *players), repeat=len(called))
    ]
    names = filled(said, **dict.fromkeys(called, _A_NAME)).count(_A_NAME)
    return max(lengths) - len(_A_NAME) * names


def main() -> int:
    """Update every catalogue; return 1 if some sentence is not translated."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.translations", description=__doc__)
    parser.add_argument("language", nargs="*", help="one to begin with, such as de")
    for language in parser.parse_args().language:
        _begin(language)
    missing = 0
    for path in files():
        catalogue = updated(path)
        content = text_of(catalogue)
        if content != path.read_bytes():
            path.write_bytes(content)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        left = [one for one in messages(catalogue) if one.fuzzy or not all(forms(one.string or ""))]
        missing += len(left)
        for one in left[:_SHOWN]:
            print(f"{language_of(path)}: {one.id!r}")
        print(f"{language_of(path)}: {len(left)} to translate, of {len(catalogue)}")
        if left:
            print("\n".join(report(catalogue)))
    return 1 if missing else 0


def report(catalogue: Catalog) -> list[str]:
    """Return lines on the parts of a catalogue, in the order of the file."""
    parts: dict[str, list[Message]] = {part: [] for part in PARTS}
    for message in messages(catalogue):
        parts[part_of(message)].append(message)
    lines, first = [f"{'part':<29}{'entries':>8}{'words':>8}{'missing':>9}"], 0
    for part, own in parts.items():
        words = sum(len(form.split()) for one in own for form in forms(one.id))
        missing = sum(not all(forms(one.string or "")) for one in own)
        first += len(own) if part in FIRST_RELEASE else 0
        lines.append(f"{part:<29}{len(own):>8}{words:>8}{missing:>9}")
    return [
        *lines,
        f"The first {first} entries ({', '.join(FIRST_RELEASE)}) make a first useful release.",
    ]


def _begin(language: str) -> None:
    path = Path(LOCALES, language, "LC_MESSAGES", f"{DOMAIN}.po")
    if not path.exists():
        path.parent.mkdir(parents=True)
        path.write_bytes(text_of(Catalog(locale=language, project="foxduet", fuzzy=False)))


if __name__ == "__main__":
    sys.exit(main())


FIRST, LAST = "\u2039", "\u203a"
"""What every sentence begins and ends with, so that it can be seen whether one is whole."""

PHRASES = ("you", "your partner", "your opponent")
"""What sentences call players without a name: one who plays alone, and the program."""

_PLACEHOLDER = re.compile(r"(\{[^{}]*\}|%\(\w+\)[srd]|%[srd])")
_LETTERS = str.maketrans(
    {
        letter: chr(first + at)
        for letters, first in ((string.ascii_lowercase, 0x430), (string.ascii_uppercase, 0x410))
        for at, letter in enumerate(letters)
    }
)


@cache
def rooms() -> dict[tuple[str | None, str], int]:
    """Return for how many cells sentences have room, where that is not enough to grow."""
    found = {
        (one.context, form): room_of(one)
        for one in messages(load(files()[0]))
        for form in forms(one.id)
    }
    return {name: room for name, room in found.items() if room is not None}


def _forms_spelt(field: str) -> str:
    """Return a field with its forms in other letters, if it has any."""
    name, _colon, forms = field.partition(":")
    return f"{name}:{forms.translate(_LETTERS)}" if "|" in forms else field


class Pseudo(gettext.NullTranslations):
    """Translate everything into longer sentences in other letters, keeping the placeholders."""

    growth = 1.5
    """How much longer a sentence is than the English one, where there is room."""

    def gettext(self, message: str) -> str:
        return self._grown(None, message)

    def _grown(self, context: str | None, message: str) -> str:
        spelt = "".join(
            _forms_spelt(part) if _PLACEHOLDER.fullmatch(part) else part.translate(_LETTERS)
            for part in _PLACEHOLDER.split(message)
        )
        own = length(message)
        if message in PHRASES:
            # Sentences have room for a name, which these stand for.
            return spelt[:LONGEST_NAME]
        if (own < 2 and message == message.strip()) or message.startswith("{rank}"):
            # The letter of a suit or a key, or nothing but placeholders; and the names of cards,
            # of which there may be several in a row.
            return spelt
        if "\n" in message.strip():
            # A picture, or a table.
            return spelt
        room = min(ceil(self.growth * own), rooms().get((context, message), 1000))
        padding = "".join(
            " " if at % 6 == 0 else "ю" for at in range(1, max(0, room - own - 2) + 1)
        )
        if own + 2 > room:
            return spelt
        return f"{FIRST}{spelt}{padding}{LAST}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context in ("number", "date") else self._grown(context, message)
