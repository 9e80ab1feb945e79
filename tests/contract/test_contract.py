"""The promises of every game to the packages that use it, and to its seats."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import inspect
import pickle
import pkgutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import (
    Partner,
    ReviewQuery,
    Thought,
    choose_at_random,
    display_values,
    get_adviser,
    get_partner,
    get_reviewer,
    is_repeatable,
    stop_at_deadline,
)
from foxduet.core import cards as common
from foxduet.core import notation
from foxduet.core.cards import Deal, Play, Seat
from foxduet.core.errors import IllegalActionError, RecordError
from foxduet.core.registry import card_game
from foxduet.games.classic.ai import steady as steady_of_classic
from foxduet.games.duet.ai import steady as steady_of_duet
from foxduet.games.duet.rules.state import Setup
from foxduet.play.game import Chooser, Game, Header, open_game, play_out
from foxduet.play.record import dump_record, load_record
from tests.contract import every
from tests.contract.classic import CLASSIC
from tests.contract.contract import Contract
from tests.contract.duet import DUET
from tests.contract.every import GAMES, after, chance, drawn, every_game, on_random_games, reason
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


@every.of_all("due")
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
    seat = due.decider
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
    """Return a function that chooses at random, or always the first choice."""
    return lambda seen, rng: seen.choices[0] if first else choose_at_random(seen, rng).action


def played(game: Contract, setup: Any, seed: int, *, first: bool = False) -> Game:
    header = Header(game.name, setup, ("Left", "Right"), seed=seed)
    return play_out(open_game(header), (chooser(first), chooser(first)))


@every_game
@few(15)
@given(data=chance, share=st.floats(0, 1))
def test_a_record_is_resumed_where_it_stood_and_replayed(
    game: Contract, data: st.DataObject, share: float
) -> None:
    whole = played(game, *drawn(game, data))
    start = Game(whole.header, whole.initial_state, whole.turns[: int(share * len(whole.turns))])
    loaded = load_record(dump_record(start))
    assert loaded == start
    assert play_out(loaded, (chooser(), chooser())) == whole
    assert load_record(dump_record(whole)) == whole


@on_random_games(15)
def test_the_seed_fixes_all_deals_whatever_is_played(game: Contract, setup: Any, seed: int) -> None:
    one, other = (played(game, setup, seed, first=first) for first in (False, True))
    deals, others = (
        [turn.action for turn in played_game.turns if isinstance(turn.action, Deal)]
        for played_game in (one, other)
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
    row = rules.summary_row(summary)
    assert rules.summary_from(row) == summary
    for column, value in zip(rules.summary_columns, row, strict=True):
        assert isinstance(value, column.type) or (value is None and column.optional)
    key = rules.setup_key(setup)
    assert [column.name for column in rules.setup_columns] == [*key]
    assert (*key.values(),) == row[: len(key)]
    assert len(summary.category) == len(rules.categories)
    assert all(len(pair) == len(Seat) for pair in rules.counts(summary).values())
    assert rules.progress(rules.new_game(setup))[0] == 0


every_partner = pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game in GAMES for name in game.partners],
    ids=lambda value: getattr(value, "name", value),
)


def decisions(game: Contract, setup: Any, seed: int) -> Iterator[Any]:
    """Yield the observations of a seat, or of either seat for a team, at each decision of a random
    game.
    """
    for state in game.states(setup, seed):
        due = game.rules.pending(state)
        if due is not None and not due.choice.is_deal:
            # Either seat may decide for the team.
            seat = Seat(seed % 2) if due.seat is None else due.seat
            yield game.rules.observe(state, seat)


def first_lead(game: Contract) -> Any:
    """Return the observation with the most choices: the first lead."""
    return next(decisions(game, game.setup, 1))


def named(game: Contract, *names: str) -> list[Partner]:
    return [get_partner(game.name, name) for name in names]


@every_partner
@few(6)
@given(chance)
def test_every_decision_is_answered_with_one_of_its_choices(
    game: Contract, name: str, data: st.DataObject
) -> None:
    setup, seed = drawn(game, data)
    partner = get_partner(game.name, name)
    for seen in decisions(game, setup, seed):
        thought = partner(seen, Random(seed))
        assert thought.action in seen.choices
        assert not thought.cut_short
        if thought.estimates:
            assert tuple(estimate.action for estimate in thought.estimates) == seen.choices
            assert all(0 <= estimate.win <= 1 for estimate in thought.estimates)


@every_partner
@few(3)
@given(chance)
def test_worlds_that_differ_in_what_the_seat_cannot_know_lead_to_the_same_thought(
    game: Contract, name: str, data: st.DataObject
) -> None:
    setup, seed = drawn(game, data)
    partner, rng = get_partner(game.name, name), Random(seed)
    for seen in decisions(game, setup, seed):
        again = game.rules.observe(game.rules.sample(seen, rng), seen.seat)
        assert partner(again, Random(seed)) == partner(seen, Random(seed))


@every_game
def test_steady_leaves_nothing_to_chance(game: Contract) -> None:
    (steady,) = named(game, "steady")
    for seen in decisions(game, game.setup, 5):
        assert len({steady(seen, Random(seed)) for seed in range(3)}) == 1


@every_game
def test_the_share_of_cards_played_at_random(game: Contract) -> None:
    always, never_so, steady = named(game, "steady:100%", "steady:0%", "steady")
    wild = 0
    for seen in decisions(game, game.setup, 8):
        plain = steady(seen, Random(2)).action
        assert never_so(seen, Random(2)).action == plain
        differs = always(seen, Random(2)).action != plain
        assert isinstance(seen.choices[0], Play) or not differs
        wild += differs
    assert wild


@every_game
def test_a_novice_errs_otherwise_each_time(game: Contract) -> None:
    (novice,) = named(game, "novice")
    seen = first_lead(game)
    assert len({novice(seen, Random(seed)).action for seed in range(40)}) > 1


@every_partner
def test_a_partner_that_is_stopped_answers_at_once_and_says_so(game: Contract, name: str) -> None:
    thought = get_partner(game.name, name)(first_lead(game), Random(1), stop_at_deadline(0))
    assert thought.action in first_lead(game).choices
    assert thought.worlds <= 1
    assert thought.cut_short is bool(thought.worlds)


@every_game
def test_a_partner_limited_by_the_clock_is_cut_short_only_if_stopped_earlier(
    game: Contract,
) -> None:
    quick, slow = named(game, "expert:20ms", "expert:9999ms")
    thought = quick(first_lead(game), Random(1))
    assert (thought.worlds >= 1, thought.cut_short) == (True, False)
    stopped = slow(first_lead(game), Random(1), stop_at_deadline(0))
    assert (stopped.worlds, stopped.cut_short) == (1, True)


@every_game
@few(4)
@given(chance)
def test_an_adviser_estimates_every_choice_in_as_many_worlds_as_it_is_named_for(
    game: Contract, data: st.DataObject
) -> None:
    setup, seed = drawn(game, data)
    for seen in decisions(game, setup, seed):
        thought = get_adviser(game.name, "expert:3")(seen, Random(seed))
        if len(seen.choices) > 1:
            assert tuple(estimate.action for estimate in thought.estimates) == seen.choices
            assert thought.action in seen.choices


@every_partner
def test_a_partner_without_estimates_advises_as_it_plays(game: Contract, name: str) -> None:
    seen = first_lead(game)
    thought = get_partner(game.name, name)(seen, Random(1))
    advice = get_adviser(game.name, name)(seen, Random(1))
    assert advice == thought or advice.estimates


@every_partner
def test_only_the_clock_makes_a_partner_unrepeatable(game: Contract, name: str) -> None:
    assert name in game.partners
    assert is_repeatable(name)
    assert not is_repeatable("expert:50ms")


OF_DUET = (
    "1.2 2d6d1r2rTr1s7sTs/1dTd3r5r6r8r2s3s 4d 9d3d5s6s8s9r5d p2:4r7r - 1311101312 5 3 p1:give",
    "1.3 2d6dTd1r2r1s7sTs/1d3r5r6r8rTr2s3s 4d 9d3d5s6s8s9r5d p1:- - 1310101312 4 3 p1:play",
    "1.8 1d5r/1r9r 2s 6d2r7s3d2dTs8s p1:5d3r - 1202000012 2 3 p1:move",
    "2.3 4d5d8d9r3s6s8s/1d2d3d9d5r7r5s9s 6r 8r7d1sTr1r4r2r p1:3r - ##30001320 4 1 p1:exchange",
    "2.4 2d3d5d9d3s5s8s/4d6d1r4r7r9r6s 7d 2s3r9s8r1sTs1d p2:- - #310001100 10 2 p2:play",
    "2.9 2d/5d7s 5s 8r6d7r4r3r1rTs p1:3d - 011000002# 7 2 p1:foxes",
    "3.2 2d3d5d6d2r8r1sTs/1d7d8dTd3rTr2s6s7s 5s 4r7r3s9s1r4s4d p1:9d - ##41000010 5 1 p2:play",
    "3.8 2d2rTr/2s6sTs 5s 4r7r3s9s1r4s4d p1:- - ##10000000 3 1 p1:play",
)
OF_CLASSIC = (
    "1.1 1b3b6b8bEb3k4k9kTk1m2m9m/4b5b7bTb1k7k8kEk4m6m7m 2k 5k6k9b2b5m3m p2:Em 0-1 0-0 p1:play",
    "1.7 1b5b8b1m9m/2b2m4m6mTm 9b 5m1k3b6b4b7b p1:8k3k 5-2 1-1 p2:exchange",
    "2.8 6b2k2m3m5m/4bEb1k4k 7m 8b6k2b6m7k p2:3b5b 8-0 3-7 p1:discard",
    "3.2 1b2b3b4b5b7bTbEb2k6kTk/6b8b1k3k4k7k8kEk3m4m7m 6m Em8m9bTm5k9k p1:- 2-0 13-3 p1:play",
    "4.4 3b1k3k4k5k6k3m5m6m/1b2b4b9b2k7k8kTkEm 4m 9kEk8m2mTm7m p2:- 0-4 15-11 p2:play",
    "5.6 4b5b2k8kTkEk/1b2b4k6k7k4m7m 9k 3k1kTm5k5mEm p1:3b 6-0 20-18 p1:exchange",
)


def thoughts(game: Contract, seen: Any) -> Iterator[tuple[str, Thought]]:
    """Yield the thoughts of some partners about an observation, each with a name."""
    name, chance = game.name, 7
    yield "steady", get_partner(name, "steady")(seen, Random(chance))
    yield "novice", get_partner(name, "novice")(seen, Random(chance))
    yield "expert", get_partner(name, "expert:200", "expert")(seen, Random(chance))
    yield "advice", get_adviser(name, "expert:40")(seen, Random(chance))
    question = ReviewQuery(seen.choices[-1], display_values, (0.02, 0.05, 0.15), 0.05, 120)
    yield "review", get_reviewer(name, "expert:200")(seen, Random(chance), question)


def figures(worths: Sequence[Any]) -> str:
    """Return numbers, or groups of numbers, with all their digits."""
    return " ".join(
        figures(worth) if isinstance(worth, tuple) else repr(float(worth)) for worth in worths
    )


@pytest.mark.skipif(sys.platform != "linux", reason="other systems may round exp otherwise")
@pytest.mark.parametrize(
    ("game", "setup", "lines", "worths"),
    [
        (DUET, Setup(3), OF_DUET, steady_of_duet.estimate_worths),
        (CLASSIC, CLASSIC.setup, OF_CLASSIC, steady_of_classic.estimate_worths),
    ],
    ids=["duet", "classic"],
)
def test_every_python_thinks_the_same_to_the_last_digit(
    game: Contract,
    setup: Any,
    lines: Sequence[str],
    worths: Callable[[Any], Sequence[float]],
    golden: Callable[[str, str], None],
) -> None:
    told = []
    for line in lines:
        state = game.rules.parse_position(line, setup)
        due = game.rules.pending(state)
        assert due is not None
        seen = game.rules.observe(state, Seat.P1 if due.seat is None else due.seat)
        told += [line, f"worths: {figures(worths(seen))}"]
        for name, thought in thoughts(game, seen):
            chosen = game.rules.format_action(thought.action)
            told.append(f"{name}: {chosen}, {thought.worlds} worlds {thought.worlds_by_choice}")
            told.append(f"  errors {figures(thought.errors)}")
            for estimate in thought.estimates:
                names = [field.name for field in fields(estimate) if field.name != "action"]
                row = [getattr(estimate, name) for name in names]
                told.append(f"  {game.rules.format_action(estimate.action)}: {figures(row)}")
    golden(f"thoughts/{game.name}.txt", "\n".join(told) + "\n")
