"""The form proposes what is a little harder, and goals that are reached are said: at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import pytest

from foxduet.games.duet.rules.cards import BOARDS, board_to_table
from foxduet.play.game import Game
from foxduet.play.table_session import TableSession
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.store.settings import Config, dump_config
from foxduet.ui.form import FormScreen, new_form
from foxduet.ui.kit import effects, keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.effects import TitleRow
from foxduet.ui.kit.screen import Transition, call
from foxduet.ui.table.state import GameOver
from foxduet.words.game_words import guide_words
from foxduet.words.i18n import languages, use_language
from foxduet.words.text import ASCII
from tests.support import tables
from tests.support.classic import match
from tests.support.entries import ending_of, entered, header_at
from tests.support.players import VICTORY, played_game
from tests.support.tables import (
    Desk,
    at_table,
    of_kind,
    open_form,
    open_title,
    press_keys,
    text_of,
)

ASCII_LOOK = Look(ASCII, animated=False)
AT_FIRST = {"partner": "steady", "names_alone": ["", ""]}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return tables.options_in(
        tmp_path, scores=tmp_path / "scores.sqlite3", config=tmp_path / "config.toml"
    )


def solo(number: int, level: int = 1, partner: str | None = "steady") -> Game:
    """Return a game beside a partner, played by two careful players: at level 1 a victory."""
    header = header_at(number, level, (None, partner))
    return played_game(replace(header, seed=0 if number == 0 else header.seed))


WON = [*islice((one for one in map(solo, count()) if one.result and any(one.result.won)), 3)]


def play(desk: Desk, *games: Game) -> None:
    """Save finished games."""
    desk.records.mkdir(parents=True, exist_ok=True)
    for at, game in enumerate(games):
        save_game(SavedGame(desk.records / f"game-{at}.toml"), game)
    # The scores know them once a game was entered, or the scores were opened.
    table = replace(at_table(TableSession(games[-1])), mode=GameOver())
    tables.settled(
        Transition(
            table,
            (
                call(
                    "score_handlers:enter_into_scores",
                    games[-1],
                    SavedGame(desk.records / "x.toml"),
                ),
            ),
        ),
        desk,
    )


def remember(desk: Desk, **setups: dict[str, object]) -> None:
    assert desk.config is not None
    desk.config.parent.mkdir(parents=True, exist_ok=True)
    desk.config.write_text(dump_config(Config(AT_FIRST, setups)), "utf-8")


def form_at(desk: Desk, game: str = "duet", **command: object) -> FormScreen:
    """Return the form as the title opens it."""
    opening = call("effect_handlers:open_form", game, **command)
    return of_kind(FormScreen, tables.settled(Transition(open_title(desk), (opening,)), desk))


def test_after_two_wins_the_form_proposes_the_next_level(desk: Desk) -> None:
    remember(desk, duet={"level": 1})
    play(desk, *WON[:2])
    form = form_at(desk)
    assert (form.values, form.partner) == ({"level": 2}, "steady")
    assert "That's two wins at level 1. Ready for level 2?" in text_of(form)
    # What is chosen instead is not argued with.
    other = press_keys(replace(form, row=form.row_of("level")), desk, keys.LEFT)
    assert of_kind(FormScreen, other).values == {"level": 1}
    assert "That's two wins" not in text_of(other)
    assert "That's two wins" in text_of(press_keys(other, desk, keys.RIGHT))


@pytest.mark.parametrize(
    ("games", "remembered"),
    [
        (WON[:1], {"level": 1}),
        (WON[:3], {"level": 1}),
        # Something else was chosen since.
        (WON[:2], {"level": 3}),
        (WON[:2], {"level": 1, "board": board_to_table(BOARDS[1])}),
    ],
)
def test_nothing_is_proposed_to_who_chose_otherwise(
    games: list[Game], remembered: dict[str, object], desk: Desk
) -> None:
    remember(desk, duet=remembered)
    play(desk, *games)
    form = form_at(desk)
    assert (form.values["level"], form.proposal) == (remembered["level"], None)


def test_nothing_is_proposed_in_practice_or_for_a_day(desk: Desk) -> None:
    remember(desk, duet={"level": 1})
    play(desk, *WON[:2])
    assert form_at(desk, daily=True).proposal is None
    assert desk.config is not None
    values = {**AT_FIRST, "practice": True}
    desk.config.write_text(dump_config(Config(values, {"duet": {"level": 1}})), "utf-8")
    assert form_at(desk).proposal is None


def test_a_proposal_is_remembered_only_once_it_is_played(desk: Desk) -> None:
    remember(desk, duet={"level": 1})
    play(desk, *WON[:2])
    assert desk.config is not None
    before = desk.config.read_bytes()
    form_at(desk)
    assert desk.config.read_bytes() == before


@pytest.mark.parametrize(("game", "partner"), [("duet", "steady"), ("classic", "novice")])
def test_after_the_lessons_something_that_can_be_lost_is_proposed(
    game: str, partner: str, desk: Desk
) -> None:
    form = form_at(desk, game, learned=True, partner=partner)
    first = guide_words(game).ladder[0]
    assert (form.game_name, form.partner, form.proposal) == (game, partner, first)
    assert "New here? Start" in text_of(form)
    assert "In practice mode you can take anything back" in " ".join(text_of(form).split())
    # Whoever has played with another partner keeps it.
    remember(desk)
    assert desk.config is not None
    desk.config.write_text('partner = "expert"\n', "utf-8")
    assert form_at(desk, game, learned=True, partner=partner).partner == "expert"
    assert "New here? Start" not in text_of(form_at(desk, game, learned=True, partner=partner))
    together = form_at(desk, game, learned=True)
    assert (together.partner, together.proposal) == (None, None)


def test_without_a_ramp_the_first_game_is_with_the_partner_of_the_guided_round(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = replace(guide_words("duet"), ladder=())
    monkeypatch.setattr("foxduet.ui.effect_handlers.guide_words", lambda _game: words)
    form = form_at(desk, learned=True, partner="steady")
    assert (form.partner, form.proposal) == ("steady", None)


def test_a_newcomer_is_proposed_what_the_ramp_begins_with(desk: Desk) -> None:
    form = form_at(desk)
    assert (form.values, form.partner) == ({"level": 1}, "steady")
    assert "New here? Start" in text_of(form)
    # Once two people have begun a game, they are no newcomers.
    together = open_form(desk)
    press_keys(replace(together, row=together.deal_row), desk, keys.ENTER)
    assert (form_at(desk).partner, form_at(desk).proposal) == (None, None)


def test_a_newcomer_is_proposed_what_the_game_of_the_command_line_begins_with(desk: Desk) -> None:
    given = replace(desk, game="classic", is_game_given=True)
    title = open_title(given)
    title = replace(title, cursor=title.choices.index(TitleRow.NEW))
    form = of_kind(FormScreen, press_keys(title, given, keys.ENTER))
    first = guide_words("classic").ladder[0]
    assert (form.game_name, form.partner, form.proposal) == ("classic", "novice", first)


def test_a_proposal_looks_as_it_did(golden: Callable[[str, str], None]) -> None:
    desk = tables.options_in(Path("nowhere"))
    first, second, *_rest = guide_words("duet").ladder
    for name, rung in (("form-first", first), ("form-proposal", second)):
        config = Config({"partner": rung.partner}, {"duet": rung.options})
        form = new_form(desk, config, at_the_deal=True, proposal=rung).screen
        golden(f"frames/{name}.txt", text_of(form) + "\n")
        assert text_of(form, look=ASCII_LOOK).isascii()


def test_goals_are_said_at_the_end_of_the_first_game_that_reaches_them(desk: Desk) -> None:
    game, again = WON[0], WON[1]
    reached = []
    for at, one in enumerate((game, again)):
        desk.records.mkdir(parents=True, exist_ok=True)
        path = desk.records / f"game-{at}.toml"
        saved = save_game(SavedGame(path), one)
        table = replace(
            at_table(TableSession(one)), mode=GameOver(), saved=replace(saved, game=one)
        )
        after = entered(table, desk)
        reached.append([goal.name for goal in ending_of(after).goals])
        # The first button agrees with the ladder: level 2 comes after two wins.
        labels = [label for label, _end in after.end_actions]
        assert labels.index("Play again") == at
        assert ("Goals reached: a win" in text_of(after)) is (at == 0)
    assert reached[0][0] == "win"
    assert "no_hint" in reached[0]
    assert not {*reached[0]} & {*reached[1]}


@pytest.mark.usefixtures("strict_canvas")
def test_all_goals_at_once_have_room_below_the_score_in_any_language(
    desk: Desk, golden: Callable[[str, str], None], request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: use_language("en"))
    for game in (VICTORY, match(1)):
        goals = guide_words(game.header.game).goals
        table = replace(at_table(TableSession(game)), mode=GameOver())
        event = effects.ScoreEntered(is_best=game is VICTORY, goals=goals)
        shown = table.handle_event(event, desk.context).screen
        for language in languages():
            use_language(language)
            text = text_of(shown)
            assert "indice\n" in text or language != "fr"
        use_language("en")
        golden(f"frames/{game.header.game}-goals.txt", text_of(shown) + "\n")
