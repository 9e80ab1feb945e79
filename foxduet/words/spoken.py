"""Understand spoken lines: numbers, cards, and which commands and choices they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

from foxduet.core.errors import N_
from foxduet.words.i18n import _, to_ascii
from foxduet.words.story import CardWords

_SYNONYMS = {
    # Commands, by name.
    "about": N_("what does, what would, what if, what happens, what about, what is a, explain"),
    "again": N_(
        "repeat, repeat that, pardon, sorry, say that again, read that again, what did you say"
    ),
    "answer": N_(
        "solution, I don't know, I have no idea, no idea, I give up, give up, tell me, skip, next, "
        "next puzzle"
    ),
    "ask": N_("ask my partner, what does my partner think, what would my partner do"),
    "back": N_("go back, previous, one back, back one"),
    "before": N_("last, last trick, who won, who took, what happened, previous trick"),
    "best": N_("best games, my best games, record"),
    "change": N_("change something, no, wait, not yet"),
    "choices": N_("what was better, alternatives, other choices"),
    "close": N_("close hands"),
    "deal": N_(
        "deal the cards, start, play, begin, go, let's go, let's play, start the game, just start, "
        "everything as it is, as it is"
    ),
    "count": N_("how many cards, cards left"),
    "decree": N_("trump, trump suit, which suit is trump"),
    "end": N_("last action, to the end"),
    "game": N_("other game, change game, switch game, games"),
    "hand": N_(
        "my cards, which cards, which cards do I have, do I have, have I got, what do I hold"
    ),
    "hands": N_("both hands, what did my partner hold, what did my opponent hold"),
    "help": N_("?, what can I say, can I say, what can I do here"),
    "hint": N_(
        "i, tip, advice, should I, should I do, should I play, I don't know, I have no idea, "
        "help me, help me out, help me decide, what would you do, what would you play, suggest, "
        "do you suggest, what is best, what's best"
    ),
    "leave": N_(
        "q, quit, exit, stop, bye, goodbye, back, go back, cancel, never mind, enough, menu, "
        "back to, title, save and quit, stop the game, leave the game, close the program, "
        "done, finished, I have to go"
    ),
    "line": N_("how could it go on, what follows"),
    "mistake": N_("next mistake"),
    "more": N_("more games, next games"),
    "name": N_("my name is, call me"),
    "next": N_("next one, continue, go on, forward, one forward, one step forward"),
    "no": N_(
        "n, nope, never mind, cancel, rather not, I'd rather not, no thanks, not now, "
        "keep playing, don't leave, I changed my mind"
    ),
    "options": N_(
        "can I, what can I do, choices, my choices, can I play, may I play, do I have to, "
        "must I, whose turn, my turn, who leads, what is allowed, a card, play a card, "
        "give a card"
    ),
    "players": N_("who plays, change players"),
    "resign": N_("give up, I give up, surrender"),
    "retry": N_("try again, let me try again, choose again"),
    "round": N_("next round"),
    "score": N_(
        "points, tricks, tokens, how many tricks, how many points, what round, which round, "
        "what trick, which trick, who is winning, am I winning, how are we doing"
    ),
    "skip": N_("I don't know, next question"),
    "skip lesson": N_("next lesson, end of the lesson"),
    "start": N_("beginning, to the beginning, back to the beginning, first action"),
    "talk": N_(
        "tell my partner, tell my opponent, tell him, tell her, say to my partner, "
        "say to my opponent"
    ),
    "trick": N_(
        "table, led, played, did my partner play, did my opponent play, did my partner lead, "
        "did my opponent lead, on the table, who led"
    ),
    "two": N_("for two, two people, two players"),
    "undo": N_(
        "take back, take it back, take that back, cancel, oops, mistake, revert, I didn't mean that"
    ),
    "why": N_("reason, why was that bad, why is that bad, explain, what is wrong"),
    "worst": N_("worst mistake, biggest mistake"),
    "yes": N_("y, yeah, yep, sure, ok, okay, of course, go ahead, do it"),
    # An empty line: its words everywhere, and where it only continues.
    "Enter": N_(
        "enter, ok, okay, yes, yep, sure, ready, of course, go ahead, all good, fine, perfect"
    ),
    "go on": N_(
        "continue, go, go on, carry on, next, next one, next page, another one, another puzzle, "
        "deal, start, begin, let's go, got it, I see, I understand, try again, once more"
    ),
    # Choices of lists, by label.
    "ONE": N_("alone, one player, by myself, on my own, play alone, solo"),
    "OTHERS": N_("two players, two of us, there are two of us, with a friend, together"),
    "TERMINALS": N_("two screens"),
    "Continue": N_(
        "carry on, resume, resume the game, go on, saved game, last game, my game, keep playing, "
        "carry on with my game"
    ),
    "Daily deal": N_("today, today's deal, deal of the day"),
    "Lessons": N_(
        "learn, teach me, how do I play, how to play, how does it work, learn the game, "
        "explain the game, tutorial, never played"
    ),
    "New game": N_(
        "play, start, begin, let's play, let's go, start a game, play a game, another game, "
        "fresh game, start over, deal"
    ),
    "Play again": N_(
        "another game, another one, new game, one more, one more game, rematch, play, same again"
    ),
    "Progress": N_("how am I doing, how have I been doing, statistics"),
    "Puzzles": N_("puzzle, solve"),
    "Review": N_("where did we go wrong, what went wrong, mistakes, our mistakes, analyse"),
    "Scores": N_("high scores, results, best games, best score, record"),
    "Share": N_("share the result"),
    "Title": N_("menu, back to the menu, main menu"),
    # Options of the table.
    "keep the decree": N_(
        "no, none, nothing, pass, I pass, no thanks, keep it, leave it, leave it as it is, "
        "leave the decree, leave the decree alone, leave it alone, don't swap, don't swap it, "
        "no swap, nope, nobody, no one, neither, neither of us"
    ),
    "own side": N_(
        "me, myself, self, I, I do, mine, my end, at my end, my side, toward me, I swap, "
        "I'd like to swap"
    ),
    "other side": N_(
        "my partner, partner, my opponent, opponent, him, her, them, let him swap, let her swap, "
        "my partner's end, other end, the other side, on the other side"
    ),
    # Values of the form, by row and value.
    "easier": N_("easier, an easier one"),
    "harder": N_("harder, a harder one, more difficult"),
    "lang en": N_("English, in English"),
    "lang fr": N_("French, in French"),
    "open_hands true": N_("open hands, practise, practice mode"),
    "partner expert": N_("expert partner, with the expert, against the expert, the best"),
    "partner novice": N_("novice partner, with the novice, a beginner"),
    "partner steady": N_("steady partner, with the steady one"),
    "practice true": N_("practice mode, practise, I want to practise, take anything back"),
}
"""Phrases with the same meaning as a command or a label, separated by commas."""

_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+")

_SHORTEST_PLURAL = 3
_RANK_LIMIT = 100
"""A number above all ranks."""

_LONG_PHRASE = 3
"""A phrase of so many words is the meaning of a line, whatever else the line says."""


def synonyms_of(name: str) -> str:
    """Return the synonyms of a command or a label in the player's language; "" without any."""
    return _(_SYNONYMS[name]) if name in _SYNONYMS else ""


def find_exact(line: str, names: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the choice whose name or synonym is the whole line, or None.

    Each choice has its name first and then its synonyms; names come before all synonyms.
    """
    words = _words(line)
    for part in (slice(0, 1), slice(1, None)):
        for index, phrases in enumerate(names):
            if any(_words(phrase) == words for phrase in phrases[part]):
                return index
    return None


def find_nearly(
    line: str, names: Sequence[Sequence[str]], *, choices_from: int | None = None
) -> list[int]:
    """Return the indices of the choices that a line may name; several if it is ambiguous.

    Phrases equal to the line and phrases within it compete, and the longest wins. If no phrase is
    equal, the beginning of a name comes first; the last resort is all words of the line in a name.
    choices_from: the index of the first choice at a table. A choice counts only in a line that says
    nothing else, and no phrase counts in a line that says no.
    """
    fillers, words = {*map(_stem, _small_words())}, _stems(line)
    key = [word for word in words if word not in fillers] or words
    phrases = [[*map(_stems, every)] for every in names]
    briefs = [
        [_shorten(phrase, fillers, 1 if at == 0 else 2) for at, phrase in enumerate(every)]
        for every in phrases
    ]
    negations = set() if choices_from is None else _negations() & {*words}
    sizes: dict[int, float] = {}
    for index, every in enumerate(phrases):
        own_words = {word for phrase in every for word in phrase}
        is_choice = choices_from is not None and index >= choices_from
        further = {*words} - fillers - own_words
        if _question_words() & further:
            continue
        for at, phrase in enumerate(every):
            most = 0 if is_choice else len(phrase) if len(phrase) < _LONG_PHRASE else len(words)
            # A phrase of small words alone, as "game", is not the meaning of a longer line.
            is_small = bool(further) and fillers >= {*phrase}
            is_allowed = len(further) <= most and negations <= {*phrase} and not is_small
            if is_allowed and _is_in(phrase, words):
                # A name comes before a synonym.
                sizes[index] = max(len(phrase) + (at == 0) / 2, sizes.get(index, 0))
    equal = {i: max(sizes.get(i, 0), len(key)) for i, e in enumerate(briefs) if key in e}
    if not equal:
        starts = [
            f"{' '.join(every[0])}|{' '.join(brief[0])}"
            for every, brief in zip(phrases, briefs, strict=True)
        ]
        for text in (" ".join(words), " ".join(key)):
            if found := [i for i, start in enumerate(starts) if f"|{text}" in f"|{start}"]:
                return found
    if sizes := sizes | equal:
        return [index for index, size in sizes.items() if size == max(sizes.values())]
    texts = [f" {' '.join(every[0])}" for every in phrases]
    return [i for i, text in enumerate(texts) if all(f" {word}" in text for word in key)]


def _is_in(phrase: list[str], words: list[str]) -> bool:
    """True if a line contains a phrase as whole words; False for a single letter."""
    is_letter = len(phrase) == len(phrase[0]) == 1
    return not is_letter and f" {' '.join(phrase)} " in f" {' '.join(words)} "


def _shorten(phrase: list[str], fillers: set[str], least: int) -> list[str]:
    """Return a phrase without fillers, unless fewer than ``least`` words are left."""
    brief = [word for word in phrase if word not in fillers]
    return brief if len(brief) >= least else phrase


_MAX_COMPARED = 60
"""Letters of a line that are compared; a guest's long line must not stop the host."""


def nearest(line: str, names: Sequence[Sequence[str]]) -> list[int]:
    """Return the indices of the two choices whose phrases are most similar to a line."""
    text = " ".join(_words(line))[:_MAX_COMPARED]

    def likeness(index: int) -> float:
        pairs = (SequenceMatcher(None, text, " ".join(_words(phrase))) for phrase in names[index])
        return max(pair.ratio() for pair in pairs)

    return sorted(range(len(names)), key=likeness, reverse=True)[:2]


def split_after(line: str, phrases: Sequence[str]) -> str | None:
    """Return the rest of a line after any of the phrases at its beginning, or None.

    Filler words before the phrase do not count.
    """
    tokens, ends = tokenize_spoken(line), [found.end() for found in _TOKEN.finditer(line)]
    first = next((i for i, token in enumerate(tokens) if token not in filler_words()), 0)
    for phrase in sorted(map(tokenize_spoken, phrases), key=len, reverse=True):
        for start in (0, first) if phrase and len(tokens) == len(ends) else ():
            if tokens[start : (end := start + len(phrase))] == phrase:
                return line[ends[end - 1] :].lstrip(" ,.:;-").rstrip()
    return None


def answer_about_card(
    words: CardWords[Any],
    line: str,
    card: tuple[int, int],
    places: Sequence[Sequence[Any]],
    *,
    sees_all: bool,
) -> str:
    """Answer a question whether ``card`` was played, or who holds it; "" for other lines.

    places: the own hand, the decree, the trick, the last trick and earlier tricks, as far as the
    player sees them; ``sees_all`` if these are all cards that were played.
    """
    # Translators: words that ask for a card, separated by commas: whether it was played, whether
    # the other player holds it, whether the player holds it
    is_played = _has_phrase(line, _("played, gone, been out, is out, are out, fallen, seen"))
    is_other = _has_phrase(line, _("partner, opponent, he, she, they, where, who"))
    is_own = _has_phrase(line, _("do I have, have I, do I hold, I have"))
    if not is_question(line) or not (is_played or is_other or is_own):
        return ""
    keys = [{(card.rank, card.suit) for card in cards if card is not None} for cards in places]
    place = next((index for index, cards in enumerate(keys) if card in cards), None)
    if place == 0 and not is_own:
        # The question is about playing it.
        return ""
    if place is None and not (is_own or (is_played and sees_all)):
        return _("You cannot see that.")
    is_true = place is not None and (place >= _FIRST_PLAYED if is_played else is_own and not place)
    answer = _("Yes.") if is_true else _("No.")
    if place is None:
        return answer
    rank, suit = card
    return f"{answer} {_(_PLACES[place]).format(card=_(words.cards[suit]).format(rank=rank))}"


_PLACES = (
    N_("You hold the {card}."),
    N_("The {card} is the decree."),
    N_("The {card} is on the table."),
    N_("The {card} was in the last trick."),
    N_("The {card} was in an earlier trick."),
)
_FIRST_PLAYED = 2
"""Index of the first place of cards that were played."""


def _has_phrase(line: str, phrases: str) -> bool:
    """True if a line contains any of the phrases, which are separated by commas."""
    text = f" {' '.join(tokenize_spoken(line))} "
    return any(f" {' '.join(tokenize_spoken(phrase))} " in text for phrase in phrases.split(","))


def is_question(line: str) -> bool:
    """True if a line is a question instead of a choice."""
    # Translators: words that begin a question; with a blank between
    openers = _(
        "what who whose which where when why how has have does do did can could may must should "
        "would will shall is are am"
    )
    words = _words(line)
    return len(words) > 1 and ("?" in line or words[0] in openers.split())


def parse_spoken_card(words: CardWords[Any], text: str) -> tuple[int, int] | None:
    """Parse (rank, suit), in any order; None if the text does not name one card, or says more.

    Understands "7r", "r 7", "roses 7", "play the seven of roses, please".
    """
    tokens = {*tokenize_spoken(text)} - filler_words()
    named = {*_find_numbers([*tokens]), *_find_suits(words, [*tokens])}
    return None if tokens - named else find_card(words, text)


def find_card(words: CardWords[Any], text: str) -> tuple[int, int] | None:
    """Return (rank, suit) of the only card that a text names; None if not exactly one."""
    tokens = tokenize_spoken(text)
    ranks, suits = _find_numbers(tokens), _find_suits(words, tokens)
    if len(ranks) != 1 or len(suits) != 1:
        return None
    (rank,), (suit,) = ranks.values(), suits.values()
    return (rank, suit) if rank < _RANK_LIMIT else None


def parse_half_card(words: CardWords[Any], text: str) -> tuple[int | None, int | None]:
    """Return (rank, None) or (None, suit) if a text names half a card; two Nones otherwise."""
    tokens = tokenize_spoken(text)
    ranks, suits = _find_numbers(tokens), _find_suits(words, tokens)
    further = {*tokens} - {*ranks, *suits} - filler_words()
    if len(ranks) + len(suits) != 1 or further or min(map(len, suits), default=2) == 1:
        return None, None
    return next(iter(ranks.values()), None), next(iter(suits.values()), None)


def parse_spoken_number(text: str) -> int | None:
    """Return the only number in the text; None if it has no number, or says more."""
    # Translators: the ordinals from 1 on, with a blank between
    ordinals = tokenize_spoken(_("first second third fourth fifth sixth seventh eighth ninth"))
    tokens = tokenize_spoken(text)
    numbers = {t: n for t in tokens for n, word in enumerate(ordinals, 1) if t.startswith(word)}
    numbers = numbers or _find_numbers(tokens)
    is_number = len(numbers) == 1 and not {*tokens} - {*numbers} - filler_words()
    return next(iter(numbers.values())) if is_number else None


def tokenize_spoken(text: str) -> list[str]:
    """Split text into normalized words and numbers."""
    return _TOKEN.findall(normalize_text(text))


def _words(text: str) -> list[str]:
    # Translators: words of politeness, which mean nothing anywhere; with a blank between
    polite = tokenize_spoken(_("please thanks thank you then well just so yes ok okay"))
    words = tokenize_spoken(text)
    return [word for word in words if word not in polite] or words or [normalize_text(text)]


def _stems(text: str) -> list[str]:
    """Split text into words without the s of a plural, and numbers instead of numerals."""
    numerals, fillers = _numerals(), filler_words()
    return [
        str(numerals.index(word) + 1) if word in numerals and word not in fillers else _stem(word)
        for word in _words(text)
    ]


def _stem(word: str) -> str:
    return word.removesuffix("s") if len(word) > _SHORTEST_PLURAL else word


def _numerals() -> list[str]:
    # Translators: the numerals from 1 on, as they are said, with a blank between
    return tokenize_spoken(_("one two three four five six seven eight nine ten eleven"))


def _find_numbers(tokens: Sequence[str]) -> dict[str, int]:
    numerals = _numerals()
    digits = {token: int(token) for token in tokens if token.isdecimal()}
    return digits or {token: numerals.index(token) + 1 for token in tokens if token in numerals}


def _find_suits(words: CardWords[Any], tokens: Sequence[str]) -> dict[str, int]:
    """Return the suits by the tokens that name them: by name, else its beginning, else a letter."""
    names = [normalize_text(name) for name in words.suits()]
    letters, fillers = [normalize_text(letter) for letter in words.letters()], filler_words()
    for is_named in (
        lambda token, suit: names[suit] in (token, f"{token}s"),
        lambda token, suit: (
            names[suit].startswith(token) and len(token) > 1 and token not in fillers
        ),
        lambda token, suit: token == letters[suit],
    ):
        matches = {
            token: [suit for suit in range(len(names)) if is_named(token, suit)] for token in tokens
        }
        if unique := {token: suits[0] for token, suits in matches.items() if len(suits) == 1}:
            return unique
    return {}


def filler_words() -> set[str]:
    """Return the words that mean nothing next to a card or a number."""
    # Translators: words that may stand beside a card or a number, as in "I play the 7 of Roses,
    # please" or "lesson 3"; with a blank between
    words = _(
        "a an the of my one it i ll d will would like to play lead follow choose pick take give "
        "swap use put do card with number choice option lesson part please thanks her him them "
        "partner throw down away out then go for make well ok so let me in there instead rather "
        "begin start"
    )
    return {*tokenize_spoken(words)}


def _small_words() -> set[str]:
    # Translators: words that mean nothing next to a question or a choice, as in "tell me what is
    # the score"; with a blank between
    words = _(
        "a an the of my your our i it m s d ll ve re am is are was be do does did would will like "
        "to want let me us we you that this there now just need at in on by for with and here go "
        "make get tell show read hear list say look can could about what which move game rather"
    )
    return {*tokenize_spoken(words)}


def _question_words() -> set[str]:
    # Translators: question words that matter for the meaning of a line; with a blank between
    return {*tokenize_spoken(_("how why where who when"))}


def _negations() -> set[str]:
    # Translators: words that say no; with a blank between
    return {*tokenize_spoken(_("no not don never without"))}


def normalize_text(text: str) -> str:
    """Return text for comparison: lower case, without accents."""
    return to_ascii(text).casefold().strip()
