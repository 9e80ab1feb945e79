"""Par can be looked at: two experts on the same deals, trick by trick beside the players."""

from __future__ import annotations

from dataclasses import replace

from foxduet.games.duet.rules.cards import DECK
from foxduet.ui.kit.canvas import Size
from foxduet.ui.review.parts import ParScreen, moment_at, places_of
from foxduet.ui.review.screen import ReviewScreen
from foxduet.words.glance import par_sentence
from tests.support.players import DEFEAT, VICTORY
from tests.support.reviewing import AT, NOWHERE, reviewing
from tests.support.tables import below, press_all, text_of


def beside(at: int = 0) -> ParScreen:
    """Return par beside a review at one of its moments."""
    screen = press_all(reviewing(at=at), NOWHERE, "v")
    assert isinstance(screen, ParScreen)
    return screen


def test_v_shows_both_games_at_the_trick_of_the_review_and_leads_back() -> None:
    screen = beside(AT)
    game, par = screen.games
    assert screen.place == game.rules.progress(game.states[AT])
    text = text_of(screen)
    assert "Your game" in text
    assert "Two experts on the same deals" in text
    assert press_all(screen, NOWHERE, "v") == below(screen)
    assert par.header.seed == game.header.seed


def test_what_was_left_on_the_table_fits_the_smallest_screen() -> None:
    screen = beside(AT)
    review = replace(screen.review, game=DEFEAT)
    sentence = par_sentence(review)
    assert sentence.endswith("you left 20 points on the table.")
    shown = replace(screen, review=review)
    assert sentence in text_of(shown, Size(24, 80))


def test_each_trick_of_both_games_is_shown_when_it_is_over() -> None:
    for game in (VICTORY, DEFEAT):
        for place in places_of(game):
            at = moment_at(game, place)
            before = game.states[at - 1]
            assert game.rules.progress(before) == place
            assert before.table.trick is not None


def test_the_first_deals_are_the_same_cards() -> None:
    game, par = beside().games
    assert game.turns[0].action == par.turns[0].action
    assert {*game.states[1].hands[0], *game.states[1].hands[1]} < {*DECK}


def test_keys_step_through_the_tricks_of_the_longer_game() -> None:
    screen = beside()
    places = sorted({place for game in screen.games for place in places_of(game)})
    assert screen.place == places[0]
    for place in places[1:]:
        screen = press_all(screen, NOWHERE, "right")  # type: ignore[assignment]
        assert screen.place == place
        for size in (Size(24, 80), Size(30, 100), Size(45, 140)):
            assert "Your game" in text_of(screen, size)
    assert press_all(screen, NOWHERE, "right") == screen
    assert press_all(screen, NOWHERE, "home") == replace(screen, place=places[0])


def test_without_a_seed_there_is_no_par() -> None:
    review = reviewing()
    without = replace(review, review=replace(review.review, par=None))
    after = press_all(without, NOWHERE, "v")
    assert isinstance(after, ReviewScreen)
    assert "no par" in after.notice
