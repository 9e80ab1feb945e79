"""Lines of play after a position, counted by the engine, by a second reading, and by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import Deal, Seat, hand_of
from foxduet.core.errors import NotationError
from foxduet.games.classic.rules.state import Setup
from tests.contract.classic import CLASSIC
from tests.contract.contract import Contract
from tests.contract.duet import DUET
from tests.contract.every import chance, every_game, of_all, on_random_games
from tests.support import classic as classic_by_hand
from tests.support import games
from tests.support.classic import DEAL_BY_P1 as CLASSIC_DEAL
from tests.support.classic import at as match_at
from tests.support.games import DEAL_BY_P1, at, setup_of
from tests.support.players import fewer, seeds


def named(value: object) -> str | None:
    """Return a game's name for the test ids; None for other values."""
    return value.name if isinstance(value, Contract) else None


def followers(game: Contract, state: Any) -> dict[str, Any]:
    """Return the next states by the text of the action."""
    rules = game.rules
    return {
        rules.format_action(action): rules.apply(state, action).state
        for action in rules.legal_actions(state)
    }


def dealt(game: Contract, setup: Any, deal: str) -> Any:
    rules = game.rules
    return rules.apply(rules.new_game(setup), rules.parse_action(deal)).state


def count(game: Contract, state: Any, depth: int) -> int:
    if depth < 2:
        return len(game.rules.legal_actions(state)) if depth else 1
    following = followers(game, state).values()
    return sum(count(game, after, depth - 1) for after in following) if following else 1


def ends_of_round(game: Contract, state: Any) -> Counter[str]:
    """Count the lines to the end of the round by their last TURN."""
    following = followers(game, state).values()
    if not following:
        return Counter([game.rules.format_position(state).split(" ")[-1]])
    return sum((ends_of_round(game, after) for after in following), Counter())


def second_reading(game: Contract, state: Any) -> Callable[[str], dict[str, str]]:
    """Return a function that lists the lines after a line of the state's round."""
    table = state.table
    if game is DUET:
        board, level = table.setup.board, table.setup.level
        sheet = games.Sheet(board.start, board.plus, level)
        return partial(games.successors, sheet=sheet)
    p1, p2 = (table.points[seat] - table.round_points[seat] for seat in Seat)
    before = classic_by_hand.Sheet(table.setup.target, (p1, p2))
    return partial(classic_by_hand.successors, sheet=before)


def reference_lines(game: Contract, state: Any, depth: int = -1) -> Counter[str]:
    """Count the lines of a second reading, to the end of the round or to a depth."""
    following = second_reading(game, state)

    def ends(line: str, depth: int) -> Counter[str]:
        after = following(line) if depth else {}
        if not after:
            return Counter([line.rsplit(" ", maxsplit=1)[-1]])
        return sum((ends(next_line, depth - 1) for next_line in after.values()), Counter())

    return ends(game.rules.format_position(state), depth)


@on_random_games(60, DUET, CLASSIC)
def test_the_engine_plays_by_the_reference(game: Contract, setup: Any, seed: int) -> None:
    for state, action, _step in game.play(setup, Random(seed)):
        if not isinstance(action, Deal):
            lines = {
                text: game.rules.format_position(after)
                for text, after in followers(game, state).items()
            }
            assert second_reading(game, state)(game.rules.format_position(state)) == lines


def rows(*, of_deals: bool) -> Iterator[tuple[Contract, list[str], str, list[str]]]:
    """Yield game, setup, deal or position, and figures of each row of the file."""
    for row in Path(__file__).with_name("lines.txt").read_text("utf-8").splitlines():
        if row and not row.startswith("#"):
            (kind, *setup), what, figures = (part.split() for part in row.split(" | "))
            if (what[0] == "deal") is of_deals:
                yield {"duet": DUET, "classic": CLASSIC}[kind], setup, " ".join(what), figures


FIRST_LEADS: list[tuple[Contract, Any, str, tuple[int, ...], int]] = []
for game, _, deal, row in rows(of_deals=True):
    figures = tuple(map(int, row))
    FIRST_LEADS.append((game, setup_of(1) if game is DUET else Setup(), deal, figures, 5))
    if game is DUET:
        FIRST_LEADS += [(game, setup_of(level), deal, figures[:4], 3) for level in (2, 3)]


@pytest.mark.parametrize(("game", "setup", "deal", "figures", "most"), FIRST_LEADS, ids=named)
def test_lines_from_the_first_lead(
    game: Contract, setup: Any, deal: str, figures: tuple[int, ...], most: int
) -> None:
    state, expected = dealt(game, setup, deal), fewer(figures, most)
    counted = tuple(count(game, state, depth) for depth in range(1, len(expected) + 1))
    assert counted == expected


@pytest.mark.parametrize(
    ("game", "setup", "deal", "figures"), [row[:4] for row in FIRST_LEADS if row[4] == 5], ids=named
)
def test_the_reference_counts_the_same_lines(
    game: Contract, setup: Any, deal: str, figures: tuple[int, ...]
) -> None:
    depth = len(fewer(figures[:4], 3))
    assert reference_lines(game, dealt(game, setup, deal), depth).total() == figures[depth - 1]


def late(game: Contract, setup: list[str], line: str) -> Any:
    """Return a position late in a round, with points from earlier rounds of the match."""
    if game is DUET:
        return at(line, setup_of(int(setup[0])))
    target, before = setup
    state = match_at(line, int(target))
    p1, p2 = (
        has - int(had) for has, had in zip(state.table.points, before.split("-"), strict=True)
    )
    return replace(state, table=replace(state.table, round_points=(p1, p2)))


LATE = [
    (game, late(game, setup, line), dict(zip(figures[::2], map(int, figures[1::2]), strict=True)))
    for game, setup, line, figures in rows(of_deals=False)
]


@pytest.mark.parametrize(("game", "state", "figures"), LATE, ids=named)
def test_lines_to_the_end_of_the_round(
    game: Contract, state: Any, figures: Mapping[str, int]
) -> None:
    assert ends_of_round(game, state) == figures
    assert reference_lines(game, state) == figures


def test_lines_of_two_actions_by_hand() -> None:
    """p2 leads; each lead counts the choices that follow it.

    Duet: p2 holds 1d 7d 3r 4r 5r 6r 8r Tr 2s 3s 9s, p1 four Doves, three Roses and four Stars. 1d:
        the four Doves may follow. 7d, a Gift: ten cards to give. 3r and 3s, Foxes: two seats to
        name, each. 4r 5r 6r 8r Tr: the three Roses, each. 2s: the four Stars. 9s, a Royal Heir: all
        eleven. 4 + 10 + 2 x 2 + 5 x 3 + 4 + 11 = 48.

    The original game: p2 holds 1b 4b 8b Tb, 2k 4k 7k 8k, 2m 3m 6m 9m Tm; p1 holds four Bells, five
    Keys and four Moons. After a Bell or a Moon four cards may follow, except after 3m, a Fox: any
    of twelve cards may be put out, or none. A Key: five. 4 x 4 + 4 x 5 + 4 x 4 + 13 = 65.
    """
    duet = dealt(DUET, setup_of(1), DEAL_BY_P1)
    match = dealt(CLASSIC, Setup(), CLASSIC_DEAL)
    assert [count(DUET, duet, depth) for depth in (1, 2)] == [11, 48]
    assert [count(CLASSIC, match, depth) for depth in (1, 2)] == [13, 65]


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


@of_all("language")
def test_an_action_is_written_in_one_way(game: Contract, value: str) -> None:
    blanks = (f" {value}", f"{value} ", f"{value}\n", value.replace(" ", "  "), f"{value} now")
    for text in ("", *blanks, value.replace(" ", "\t"), value.upper(), value.split(maxsplit=1)[0]):
        with pytest.raises(NotationError):
            game.rules.parse_action(text)


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


def damaged(game: Contract, lines: list[str], number: int, rng: Random) -> str:
    """Return a line with one or two faults: another line's field, a wrong sign, or moved cards."""
    fields = lines[number].split(" ")
    for _ in range(rng.choice((1, 1, 2))):
        place, cards = rng.randrange(len(fields)), slice(1, 6)
        one, other = map(game.cards.format_card, rng.sample(game.deck, 2))
        match rng.randrange(4):
            case 0:
                near = lines[max(0, number - 4) : number + 5]
                fields[place] = rng.choice(near).split(" ")[place]
            case 1:
                cut = rng.randrange(len(fields[place]) + 1)
                put = rng.choice(["", *"0123456789-:./#v?pdrsbkmTE"])
                fields[place] = fields[place][:cut] + put + fields[place][cut + 1 :]
            case 2:
                swapped = " ".join(fields[cards]).replace(one, "*").replace(other, one)
                fields[cards] = swapped.replace("*", other).split(" ")
            case _:
                fields[cards] = [field.replace(one, "") or "-" for field in fields[cards]]
                to = rng.randrange(1, 6)
                fields[to] = fields[to].replace("-", "") + one
    return " ".join(fields)


@on_random_games(40, DUET, CLASSIC)
def test_a_position_is_refused_or_can_be_played_to_the_end(
    game: Contract, setup: Any, seed: int
) -> None:
    rules, rng = game.rules, Random(seed)
    lines = [rules.format_position(state) for state in game.states(setup, seed)]
    for number in range(len(lines)):
        line = damaged(game, lines, number, rng)
        try:
            state = rules.parse_position(line, setup)
        except NotationError:
            continue
        assert rules.format_position(state) == line
        for seat in Seat:
            seen = rules.observe(state, seat)
            assert rules.observe(rules.sample(seen, rng), seat) == seen
        while (due := rules.pending(state)) is not None:
            legal = rules.legal_actions(state)
            assert bool(legal) is not due.choice.is_deal
            action = rng.choice(legal) if legal else rules.deal(state, rng, None)
            state = rules.apply(state, action).state
            line = rules.format_position(state)
            assert rules.format_position(rules.parse_position(line, setup)) == line


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
