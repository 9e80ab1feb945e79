"""What every game promises of its text: cards, actions, position lines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Seat, hand_of
from foxduet.core.errors import NotationError
from tests.games.contract import Contract
from tests.games.every import chance, every_game, of_all, on_random_games
from tests.support.players import seeds


@every_game
def test_every_card_is_read_as_it_is_written(game: Contract) -> None:
    texts = [game.cards.format_card(card) for card in game.deck]
    assert len(set(texts)) == len(game.deck)
    assert [game.cards.parse_card(text) for text in texts] == list(game.deck)


@every_game
@given(chance)
def test_cards_are_read_as_they_are_written(game: Contract, data: st.DataObject) -> None:
    some = data.draw(st.lists(st.sampled_from(game.deck), unique=True))
    hand = hand_of(some)
    assert game.cards.parse_hand(game.cards.format_cards(hand)) == hand
    assert game.cards.parse_cards(game.cards.format_cards(some)) == tuple(some)


@every_game
def test_every_action_is_read_as_it_is_written(game: Contract) -> None:
    actions = [*game.universe, *(game.rules.resignation(seat) for seat in Seat)]
    texts = [game.rules.format_action(action) for action in actions]
    assert [game.rules.parse_action(text) for text in texts] == actions
    assert len(set(texts)) == len(set(actions))


@every_game
@given(seed=seeds, dealer=st.sampled_from(Seat), data=chance)
def test_every_deal_is_read_as_it_is_written(
    game: Contract, seed: int, dealer: Seat, data: st.DataObject
) -> None:
    rules = game.rules
    deal = rules.deal(rules.new_game(data.draw(game.setups)), Random(seed), dealer)
    assert deal.dealer is dealer
    assert rules.parse_action(rules.format_action(deal)) == deal


@of_all("language")
def test_the_language_of_records(game: Contract, value: str) -> None:
    assert game.rules.parse_action(value) == game.language[value]
    assert game.rules.format_action(game.language[value]) == value


@of_all("not_actions")
def test_what_is_not_an_action(game: Contract, value: str) -> None:
    with pytest.raises(NotationError) as raised:
        game.rules.parse_action(value)
    assert game.not_actions[value] in str(raised.value)


@of_all("not_cards")
def test_what_is_not_a_card(game: Contract, value: str) -> None:
    with pytest.raises(NotationError, match="is not a card"):
        game.cards.parse_card(value)


@every_game
@given(data=chance, text=st.text(max_size=20))
def test_a_text_is_refused_or_is_the_spelling_of_its_action(
    game: Contract, data: st.DataObject, text: str
) -> None:
    line = data.draw(st.sampled_from([*game.language, text]))
    cut, put = data.draw(st.integers(0, len(line))), data.draw(st.text(max_size=2))
    changed = line[:cut] + put + line[cut + 1 :]
    try:
        action = game.rules.parse_action(changed)
    except NotationError:
        return
    assert game.rules.format_action(action) == changed


@every_game
@given(chance)
def test_a_text_is_refused_or_is_the_spelling_of_its_position(
    game: Contract, data: st.DataObject
) -> None:
    line = data.draw(st.sampled_from([line for line, _actions, _due in game.due.values()]))
    cut, put = data.draw(st.integers(0, len(line))), data.draw(st.text(max_size=2))
    changed = line[:cut] + put + line[cut + 1 :]
    try:
        state = game.rules.parse_position(changed, game.setup)
    except NotationError:
        return
    assert game.rules.format_position(state) == changed


@on_random_games(50)
def test_a_position_line_is_played_on_like_the_original(
    game: Contract, setup: Any, seed: int
) -> None:
    rules = game.rules
    for state, action, step in game.play(setup, Random(seed)):
        assert rules.parse_action(rules.format_action(action)) == action
        line = rules.format_position(state)
        restored = rules.parse_position(line, setup)
        assert rules.format_position(restored) == line
        assert rules.legal_actions(restored) == rules.legal_actions(state)
        again = rules.apply(restored, action)
        other_line, other_events = game.lost_by_line(state, step)
        if not other_line:
            assert rules.format_position(again.state) == rules.format_position(step.state)
        if not other_events:
            assert again.events == step.events


@on_random_games(50)
def test_a_view_hides_the_cards_that_a_line_shows(game: Contract, setup: Any, seed: int) -> None:
    for state in game.states(setup, seed):
        line = game.rules.format_position(state)
        for seat in Seat:
            view = game.rules.format_view(game.rules.observe(state, seat))
            assert len(view) == len(line)
            changed = [new for old, new in zip(line, view, strict=True) if old != new]
            assert set(changed) <= {"?"}
            if "?" in view:
                with pytest.raises(NotationError, match=r"unseen cards|is not a card"):
                    game.rules.parse_position(view, setup)
