"""What every game promises to the rooms that use it, and to the seats of each other."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import inspect
import pickle
import pkgutil
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import choose_at_random
from foxduet.core import common, notation
from foxduet.core.common import Deal, Seat
from foxduet.core.errors import IllegalActionError, RecordError
from foxduet.core.register import card_game
from foxduet.play.game import Chooser, Game, Header, open_game, play_out
from foxduet.play.record import dump_record, load_record
from tests.games.contract import Contract
from tests.games.every import after, chance, drawn, every_game, of_all, on_random_games, reason
from tests.support.players import few


@on_random_games(30)
def test_what_is_legal_can_be_done_and_nothing_else(game: Contract, setup: Any, seed: int) -> None:
    for state in game.states(setup, seed)[:: 1 + seed % 5]:
        legal = set(game.rules.legal_actions(state))
        assert legal <= set(game.universe)
        for action in game.universe:
            if action in legal:
                assert reason(game, state, action) is None
                assert game.rules.apply(state, action).state is not state
            else:
                assert reason(game, state, action)
                with pytest.raises(IllegalActionError):
                    game.rules.apply(state, action)


@every_game
def test_each_option_has_just_the_values_that_begin_a_game(game: Contract) -> None:
    usual = card_game(game.name).usual_options
    for option in card_game(game.name).options:
        for value in range(-1, 100):
            keys: dict[str, object] = {**usual, option.name: value}
            if value in option.values:
                assert game.rules.header_keys(game.rules.setup_from(keys)) == keys
            else:
                with pytest.raises(RecordError):
                    game.rules.setup_from(keys)


@on_random_games(40)
def test_choices_are_sorted_until_a_deal_is_due_or_the_game_is_over(
    game: Contract, setup: Any, seed: int
) -> None:
    for state in game.states(setup, seed):
        legal, due = game.rules.legal_actions(state), game.rules.pending(state)
        assert list(legal) == sorted(set(legal), key=game.place)
        assert bool(legal) is (due is not None and not due.choice.is_deal)
        assert (due is None) is (game.rules.result(state) is not None)
        for seat in Seat:
            mine = due is not None and not due.choice.is_deal and due.seat in (seat, None)
            assert game.rules.observe(state, seat).choices == (legal if mine else ())


@on_random_games(40)
def test_every_card_is_in_one_place_and_hands_are_sorted_and_shrink_with_the_tricks(
    game: Contract, setup: Any, seed: int
) -> None:
    states = game.states(setup, seed)
    dealt = 2 * len(states[1].hands[0])
    for state in states:
        table, hands = state.table, state.hands
        played = table.trick.cards if table.trick else ()
        offered, more = (getattr(state, name, None) is not None for name in ("offer", "drawn"))
        single = [table.decree, getattr(state, "offer", None)] if table.round else []
        cards = [*hands[0], *hands[1], *state.stock, *played, *filter(None, single)]
        out = 2 * table.tricks_done
        assert len(set(cards)) == len(cards)
        assert len(cards) + out == (len(game.deck) if table.round else 0)
        assert [len(game.rules.observe(state, seat).out) for seat in Seat] == [out, out]
        assert all(list(hand) == sorted(hand, key=game.deck.index) for hand in hands)
        if table.round:
            in_hands = len(hands[0]) + len(hands[1])
            assert in_hands == dealt - out - len(played) - offered + more


@on_random_games(40)
def test_an_action_leads_to_the_same_again_and_changes_nothing_that_was(
    game: Contract, setup: Any, seed: int
) -> None:
    for state, action, step in game.play(setup, Random(seed)):
        before = repr(state)
        assert game.rules.apply(state, action) == step
        assert repr(state) == before


@on_random_games(40)
def test_a_game_ends_once_and_says_so_last(game: Contract, setup: Any, seed: int) -> None:
    steps = [step for _, _, step in game.play(setup, Random(seed))]
    ends = [event for step in steps for event in step.events if type(event).__name__ == "GameEnded"]
    assert ends == [steps[-1].events[-1]]
    result = game.rules.result(steps[-1].state)
    assert result is not None
    assert result.name in game.rules.results
    assert game.rules.summarize(setup, steps).result == result


@on_random_games(30)
def test_a_seat_may_resign_until_the_game_is_over(game: Contract, setup: Any, seed: int) -> None:
    rules, rng = game.rules, Random(seed)
    for state, _, _ in game.play(setup, Random(seed)):
        for seat in Seat:
            resigned = rules.apply(state, rules.resignation(seat)).state
            result = rules.result(resigned)
            assert result is not None
            assert not result.won[seat]
            line = rules.format_position(resigned)
            assert rules.format_position(rules.parse_position(line, setup)) == line
            for other in Seat:
                seen = rules.observe(resigned, other)
                assert rules.observe(rules.sample(seen, rng), other) == seen


# Secrets


@on_random_games(40)
def test_a_sampled_world_looks_the_same_to_the_seat(game: Contract, setup: Any, seed: int) -> None:
    rng = Random(seed)
    for state in game.states(setup, seed):
        for seat in Seat:
            seen = game.rules.observe(state, seat)
            assert game.rules.observe(game.rules.sample(seen, rng), seat) == seen
            assert set(game.unseen(seen)) == set(game.hidden(state, seat))
            known, _others = game.rules.other_hand(seen)
            assert set(known) <= {*state.hands[seat.other], getattr(state, "offer", None)}


@on_random_games(30)
def test_no_hidden_card_is_named_to_a_seat(game: Contract, setup: Any, seed: int) -> None:
    rules = game.rules
    for _, _, step in game.play(setup, Random(seed)):
        for seat in Seat:
            seen = rules.observe(step.state, seat)
            shown = [rules.redact(event, seat) for event in step.events]
            assert game.named(f"{seen!r} {shown!r}", game.secrets(step.state, seat)) == []
            fields = rules.format_view(seen).split(" ")[game.card_fields]
            text = " ".join(fields).replace(":", " ").replace("/", " ")
            hidden = set(game.hidden(step.state, seat)) - set(rules.other_hand(seen)[0])
            found = [card for card in hidden if game.cards.format_card(card) in text]
            assert found == []


@on_random_games(40)
def test_what_a_seat_cannot_know_never_changes_what_it_sees_next(
    game: Contract, setup: Any, seed: int
) -> None:
    rules, rng = game.rules, Random(seed)
    for state, _, _ in game.play(setup, Random(seed)):
        seat = rng.choice(tuple(Seat))
        world = rules.sample(rules.observe(state, seat), rng)
        for here, there in game.shared(rules, state, world, seat):
            one, other = rules.apply(state, here), rules.apply(world, there)
            if game.sees_by_chance(one.state, seat):
                continue
            assert rules.observe(one.state, seat) == rules.observe(other.state, seat)
            assert [rules.redact(event, seat) for event in one.events] == [
                rules.redact(event, seat) for event in other.events
            ]


@on_random_games(20)
def test_refusals_are_the_same_in_all_worlds_that_the_seat_cannot_tell_apart(
    game: Contract, setup: Any, seed: int
) -> None:
    rng = Random(seed)
    for state in game.states(setup, seed)[::3]:
        for seat in Seat:
            world = game.rules.sample(game.rules.observe(state, seat), rng)
            for action in game.universe:
                if getattr(action, "seat", seat) is seat:
                    assert reason(game, state, action) == reason(game, world, action)


# Refusals


@of_all("due")
def test_a_refusal_names_the_decision_that_is_due(game: Contract, value: str) -> None:
    line, actions, due = game.due[value]
    state = after(game, line, actions)
    before = repr(state)
    refused = [action for action in game.one_of_each if not action.startswith(due)]
    for action in map(game.rules.parse_action, refused):
        assert reason(game, state, action) == value
        with pytest.raises(IllegalActionError) as raised:
            game.rules.apply(state, action)
        assert isinstance(raised.value, ValueError)
        assert raised.value.template.format(**raised.value.fields) == value
    assert repr(state) == before


@every_game
def test_a_refusal_names_the_seat_that_does_not_hold_the_card(game: Contract) -> None:
    ((line, actions, _due), *_others) = game.due.values()
    state = after(game, line, actions)
    due = game.rules.pending(state)
    assert due is not None
    seat = due.asked
    others = [card for card in game.deck if card not in state.hands[seat]]
    refused = {reason(game, state, common.Play(seat, card)) for card in others}
    assert refused == {f"{seat} does not hold that card"}


# Values, records, scores


@every_game
def test_a_card_has_its_place_and_is_one_object_however_it_is_copied(game: Contract) -> None:
    for at, card in enumerate(game.deck):
        assert card.index == at
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is card
        if hasattr(type(card), "of"):
            assert type(card).of(card.suit, card.rank) is card
    assert len({*map(repr, game.deck)}) == len(game.deck)


def test_two_seats_are_those_of_each_other() -> None:
    assert [seat.other for seat in Seat] == [Seat.P2, Seat.P1]


@every_game
def test_every_value_is_frozen_and_has_slots(game: Contract) -> None:
    package = importlib.import_module(game.rules.new_game.__module__.rpartition(".")[0])
    inside = (module.name for module in pkgutil.iter_modules(package.__path__))
    modules = [importlib.import_module(f"{package.__name__}.{name}") for name in inside]
    values = {
        value
        for module in (*modules, common, notation)
        for _, value in inspect.getmembers(module, dataclasses.is_dataclass)
        if isinstance(value, type)
    }
    state = game.rules.new_game(game.setup)
    assert {common.Step, type(state), type(game.rules.observe(state, Seat.P1))} <= values
    for value in values:
        assert value.__dataclass_params__.frozen, value  # type: ignore[attr-defined]
        assert "__slots__" in vars(value), value


def chooser(first: bool = False) -> Chooser:
    """Return what chooses at random, or always the first choice."""
    return lambda seen, rng: seen.choices[0] if first else choose_at_random(seen, rng).action


def played(game: Contract, setup: Any, seed: int, *, first: bool = False) -> Game:
    """Play a whole game through the room for one."""
    header = Header(game.name, setup, ("Left", "Right"), seed=seed)
    return play_out(open_game(header), (chooser(first), chooser(first)))


@every_game
@few(15)
@given(data=chance, share=st.floats(0, 1))
def test_a_record_is_resumed_where_it_stood_and_replayed(
    game: Contract, data: st.DataObject, share: float
) -> None:
    whole = played(game, *drawn(game, data))
    start = Game(whole.header, whole.first, whole.turns[: int(share * len(whole.turns))])
    loaded = load_record(dump_record(start))
    assert loaded == start
    assert play_out(loaded, (chooser(), chooser())) == whole
    assert load_record(dump_record(whole)) == whole


@on_random_games(15)
def test_the_seed_fixes_all_deals_whatever_is_played(game: Contract, setup: Any, seed: int) -> None:
    one, other = (played(game, setup, seed, first=first) for first in (False, True))
    deals, others = (
        [turn.action for turn in each.turns if isinstance(turn.action, Deal)]
        for each in (one, other)
    )
    assert deals
    assert all(a == b for a, b in zip(deals, others, strict=False))


@on_random_games(40)
def test_a_setup_and_a_summary_are_read_as_they_are_written(
    game: Contract, setup: Any, seed: int
) -> None:
    rules = game.rules
    assert rules.setup_from(rules.header_keys(setup)) == setup
    states, rng, steps = [rules.new_game(setup)], Random(seed), []
    for _, _, step in game.play(setup, Random(seed)):
        if rng.random() < 0.01:
            resignation = rules.resignation(rng.choice(list(Seat)))
            steps.append(rules.apply(states[-1], resignation))
            break
        steps.append(step)
        states.append(step.state)
    summary = rules.summarize(setup, steps)
    assert summary.result == rules.result(steps[-1].state)
    names = [column.name for column in rules.summary_columns]
    row = dict(zip(names, rules.summary_row(summary), strict=True))
    assert rules.summary_from(row) == summary
    for column in rules.summary_columns:
        value = row[column.name]
        assert isinstance(value, column.type) or (value is None and column.optional)
    assert [column.name for column in rules.setup_columns] == [*rules.setup_key(setup)]
    assert rules.setup_key(setup).items() <= row.items()
    assert len(summary.category) == len(rules.categories)
    assert all(len(pair) == len(Seat) for pair in rules.counts(summary).values())
    assert rules.progress(rules.new_game(setup))[0] == 0
