"""The guided rounds of both games, played to the end in every language, and in a made-up one.

Whatever the adviser thinks is said in rows that are there, and in the language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("babel")

from foxduet.ai.partner import Estimate, Thought
from foxduet.ai.workers import Think
from foxduet.analysis.tutoring import MUCH
from foxduet.games.classic.ai.expert import ClassicEstimate
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.ui.kit import keys
from foxduet.ui.kit.answers import Answered
from foxduet.ui.learn.guided import GuidedScreen
from foxduet.ui.learn.tutor import Judged, Saying
from foxduet.ui.loop import draw
from foxduet.ui.table import parts
from foxduet.ui.table.moves import options
from foxduet.ui.table.parts import option_keys
from foxduet.ui.table.state import Choosing
from foxduet.words import i18n
from foxduet.words.lessons import course_of
from foxduet.words.text import wrapped
from tests.support.learning import is_choosing, is_done, lessons_on, shown
from tests.support.players import fewer, some_of
from tests.support.tables import STILL, WINDOW, Desk, options_in, press_keys, settled, stack_of
from tests.translations.test_screens import check_words

_WIDTH_OF_A_VERDICT, _ROWS_OF_A_VERDICT = 70, 3
# Each game with one person and with two; the seed makes up the thoughts of the round.
ROUNDS = pytest.mark.parametrize(
    ("game", "two", "seed"),
    fewer([("duet", False, 0), ("classic", True, 3), ("duet", True, 1), ("classic", False, 2)], 2),
)


@pytest.fixture
def left_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note how many sentences are left out, the oldest, wherever some are written."""
    noted: list[int] = []
    newest = parts.newest_rows

    def rows_of(sentences: tuple[str, ...], width: int, most: int) -> list[str]:
        rows = newest(sentences, width, most)
        whole = [wrapped(sentence, width) for sentence in sentences]
        fitting = sum(sum(map(len, whole[at:])) <= most for at in range(len(whole)))
        noted.append(len(whole) - fitting)
        return rows

    monkeypatch.setattr(parts, "newest_rows", rows_of)
    return noted


def made_up(job: Think, rng: Random) -> Thought:
    """Return figures by chance for each choice."""

    def estimate(action: object) -> Estimate:
        win, taken, gem, overrun = (rng.random() for _figure in range(4))
        if job.game.header.game == "classic":
            return ClassicEstimate(action, win, 3.0, taken)
        return DuetEstimate(action, win, 9.0, taken=taken, gem=gem, overrun=overrun)

    every = tuple(estimate(action) for action in job.observation.choices)
    return Thought(max(every, key=lambda one: one.win).action, every, worlds=100)


def screens_of_a_round(desk: Desk, rng: Random, *, two: bool) -> Iterator[GuidedScreen]:
    """Play a guided round by chance to its end; return all that is seen, every choice included."""
    menu = lessons_on(desk, two=two)
    start = settled(menu.open(len(course_of(desk.game).lessons)), desk, stack_of(menu))
    assert isinstance(start, GuidedScreen)
    screen = start
    while not is_done(screen):
        yield screen
        if screen.awaits_job:
            job = screen.job(desk.context)
            assert isinstance(job, Think)
            answer = Answered(job, made_up(job, rng))
            following = settled(screen.receive(answer, desk.context), desk)
        elif is_choosing(screen):
            every = options(screen)
            for cursor in some_of(range(len(every)), len(screen.session.game.turns)):
                yield replace(screen, shows=Choosing(cursor))
            legal = screen.session.game.rules.legal_actions(screen.session.game.state)
            some = [option for option in every if option in legal]
            key = option_keys(every)[every.index(rng.choice(some))]
            following = press_keys(screen, desk, key, keys.ENTER)
        else:
            following = press_keys(screen, desk, keys.SPACE)
        assert isinstance(following, GuidedScreen)
        screen = following
    yield screen


def left_out_in(
    language: str, desk: Desk, rng: Random, left_out: list[int], *, two: bool
) -> list[list[int]]:
    """Play a round in a language, with all that is said whole; return what each frame leaves out.

    News of what happened may be left out where there is much, but never advice.
    """
    i18n.use_language(language)
    counts, verdicts, text = [], 0, ""
    for screen in screens_of_a_round(desk, rng, two=two):
        left_out.clear()
        text = "\n".join(draw(screen, WINDOW, STILL).lines)
        counts.append([*left_out])
        if isinstance(shown(screen), Saying) or (
            is_choosing(screen) and screen.tutoring.help == MUCH
        ):
            assert not any(left_out), text
        if isinstance(screen.page, Judged):
            verdicts += not screen.page.right
            rows = wrapped(screen.page.text, _WIDTH_OF_A_VERDICT)
            assert len(rows) <= _ROWS_OF_A_VERDICT, rows
            assert language != "fr" or screen.page.right or "Mieux\u202f: " in text
    assert verdicts > 2
    assert {"en": "The round is over.", "fr": "La manche est finie."}[language] in text
    return counts


@pytest.mark.usefixtures("_inside")
@ROUNDS
def test_a_guided_round_is_played_in_every_language_and_says_as_much_in_each(
    tmp_path: Path, left_out: list[int], game: str, two: bool, seed: int
) -> None:
    english, *others = (
        left_out_in(
            language,
            replace(options_in(tmp_path / language), game=game),
            Random(seed),
            left_out,
            two=two,
        )
        for language in i18n.languages()
    )
    for other in others:
        assert len(other) == len(english)
        for own, source in zip(other, english, strict=True):
            assert all(one <= beside for one, beside in zip(own, source, strict=True))


@pytest.mark.usefixtures("_pseudo", "_inside")
@ROUNDS
def test_a_guided_round_has_no_sentence_of_its_own(
    tmp_path: Path, game: str, two: bool, seed: int
) -> None:
    desk = replace(options_in(tmp_path), game=game)
    for screen in screens_of_a_round(desk, Random(seed), two=two):
        check_words("\n".join(draw(screen, WINDOW, STILL).lines))
