"""Taking back: what can be taken back, when no more, and what the record says of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Deal, Seat
from foxduet.games.duet.rules.actions import Give, Move
from foxduet.play.game import NO_PARTNERS, PartnerNames, next_deal, open_game
from foxduet.play.record import dump_record, load_record
from foxduet.play.table import (
    Session,
    Stage,
    act,
    can_be_taken_back_in_practice,
    deal,
    hide_hand,
    look,
    take_back,
    take_back_in_practice,
)
from foxduet.store.entries import is_for_the_scores
from tests.support.players import careful_choice, duet, few, seeds

BESIDE_PARTNER: PartnerNames = (None, "novice")
tables = st.sampled_from([NO_PARTNERS, BESIDE_PARTNER])


def evening(ai: PartnerNames, seed: int) -> Iterator[tuple[Session, str]]:
    """Play a game, covering and looking now and then; yield each session and what led to it."""
    rng = Random(seed)
    session = Session(open_game(duet(rng.randint(1, 3), seed=seed, ai=ai)))
    yield session, "start"
    while session.stage is not Stage.OVER:
        match session.stage:
            case Stage.BETWEEN_ROUNDS:
                session, done = deal(session), "deal"
            case Stage.HANDOFF:
                session, done = look(session), "look"
            case Stage.CHOICE if rng.random() < 0.2:
                session, done = hide_hand(session), "cover"
            case _:
                session, done = act(session, careful_choice(session.state, rng)), "act"
        yield session, done


def chooser(session: Session, at: int) -> Seat | None:
    """Return the seat that chose a turn, None for the team."""
    pending = session.game.rules.pending(session.game.states[at])
    return None if pending is None else pending.seat


def is_forced(session: Session, at: int) -> bool:
    """Return whether a turn was the last card that had to be given, or the only way to go."""
    action, before = session.game.turns[at].action, session.game.states[at]
    if isinstance(action, Give):
        return len(before.hands[action.seat]) == 1
    if not isinstance(action, Move):
        return False
    moves = session.game.rules.legal_actions(before)
    return len({before.table.path.landing(move.steps) for move in moves}) == 1


def is_seen(session: Session, at: int) -> bool:
    """Return whether a turn itself shows somebody what was hidden, or ends everything."""
    before, turn, after = (
        session.game.states[at],
        session.game.turns[at],
        session.game.states[at + 1],
    )
    seat, person = chooser(session, at), session.person
    if isinstance(turn.action, Deal) or after.table.outcome is not None:
        return True
    gets_a_gift = isinstance(turn.action, Give) and before.offer is not None
    return gets_a_gift or (person is not None and seat is person.other)


@few(6)
@given(tables, seeds)
def test_what_can_be_taken_back_ends_where_something_hidden_was_seen(
    ai: PartnerNames, seed: int
) -> None:
    # The turns before this one stay done.
    first = 0
    for session, done in evening(ai, seed):
        count = len(session.game.turns)
        if done in ("act", "deal") and is_seen(session, count - 1):
            first = count
        if done == "look" and session.person is None:
            # Another player's turn is settled once this one looks.
            others = [at for at in range(first, count) if chooser(session, at) != session.viewer]
            first = max(others, default=first - 1) + 1
        assert sum(session.revocable) == count - first


@few(6)
@given(tables, seeds)
def test_taking_back_inverts_every_act_that_can_be_taken_back(ai: PartnerNames, seed: int) -> None:
    before, taken = None, 0
    for session, done in evening(ai, seed):
        if done == "act" and session.revocable:
            assert before is not None
            back = take_back(session)
            taken += 1
            assert back.game.turns == before.game.turns
            assert back.state == before.state
            assert back.revocable == before.revocable
            assert back.viewer in (None, before.viewer)
            assert back.viewer in (None, back.actor, back.person)
            assert back.game.header.taken_back == session.game.header.taken_back + 1
            assert act(back, session.game.turns[-1].action).state == session.state
        before = session
    assert taken > 5


@few(6)
@given(tables, seeds)
def test_everything_that_can_be_taken_back_can_be_taken_back_in_a_row(
    ai: PartnerNames, seed: int
) -> None:
    for session, _done in evening(ai, seed):
        back = session
        while back.revocable:
            back = take_back(back)
            assert back.stage in (Stage.CHOICE, Stage.HANDOFF, Stage.TEAM)
        assert len(back.game.turns) == len(session.game.turns) - sum(session.revocable)


@few(6)
@given(tables, seeds)
def test_a_hand_is_in_sight_after_taking_back_only_if_its_seat_looked_before(
    ai: PartnerNames, seed: int
) -> None:
    for session, _done in evening(ai, seed):
        if session.revocable and session.person is None:
            back = take_back(session)
            assert back.viewer is None or back.viewer is session.viewer is back.actor


@few(6)
@given(tables, seeds)
def test_a_resumed_game_has_nothing_to_be_taken_back(ai: PartnerNames, seed: int) -> None:
    for session, _done in evening(ai, seed):
        resumed = Session(load_record(dump_record(session.game)))
        assert resumed.revocable == ()
        assert look(resumed).revocable == () if resumed.actor is not None else True


@few(8)
@given(seeds, st.integers(1, 4))
def test_in_practice_any_choice_of_the_person_is_taken_back_and_noted(
    seed: int, number: int
) -> None:
    moments = [session for session, done in evening(BESIDE_PARTNER, seed) if done == "act"]
    session = moments[seed % len(moments)]
    for at in range(1, number + 1):
        if not can_be_taken_back_in_practice(session):
            return
        back = take_back_in_practice(session)
        assert back.game.turns == session.game.turns[: len(back.game.turns)]
        assert back.actor in (None, session.person)
        # Between there and here the person has chosen once.
        chosen = [
            one
            for one in range(len(back.game.turns), len(session.game.turns))
            if not isinstance(session.game.turns[one].action, Deal)
            and chooser(session, one) in (None, session.person)
            and not is_forced(session, one)
        ]
        assert chosen == [len(back.game.turns)]
        header = back.game.header
        assert (header.is_practice, header.taken_back) == (True, at)
        assert not is_for_the_scores(back.game)
        session = back


def test_two_people_cannot_declare_a_game_practice() -> None:
    for session, _done in evening(NO_PARTNERS, 1):
        assert not can_be_taken_back_in_practice(session)


def test_the_first_deal_cannot_be_taken_back_in_practice() -> None:
    session = deal(Session(open_game(duet(1, seed=3, ai=BESIDE_PARTNER))))
    assert not can_be_taken_back_in_practice(session)


def test_a_deal_that_was_taken_back_is_dealt_again_as_it_was() -> None:
    for session, done in evening(BESIDE_PARTNER, 5):
        if done == "deal" and can_be_taken_back_in_practice(session):
            back = take_back_in_practice(session)
            while back.stage is not Stage.BETWEEN_ROUNDS:
                back = act(back, session.game.turns[len(back.game.turns)].action)
            assert next_deal(back.game) == session.game.turns[-1].action
            return
    raise AssertionError("the game has a second round")


def test_a_record_notes_what_was_taken_back_and_is_read_back() -> None:
    for session, _done in evening(BESIDE_PARTNER, 5):
        if session.revocable:
            once = take_back(session).game
            practice = take_back_in_practice(session).game
            for game in (once, practice, replace(once, header=practice.header)):
                text = dump_record(game)
                again = load_record(text)
                assert again == game
                assert (again.header.taken_back, again.header.is_practice) == (
                    game.header.taken_back,
                    game.header.is_practice,
                )
            assert "taken_back = 1\n" in dump_record(once)
            assert "practice" not in dump_record(once)
            assert "taken_back = 1\npractice = true\n" in dump_record(practice) or (
                "practice = true\ntaken_back = 1\n" in dump_record(practice)
            )
            return


def test_notes_on_what_was_taken_back_go_with_it() -> None:
    sessions = [session for session, done in evening(BESIDE_PARTNER, 5) if done == "act"]
    session = next(one for one in sessions if one.revocable and len(one.game.turns) > 8)
    count = len(session.game.turns)
    header = replace(session.game.header, hints=(2, count, count + 1), cut_short=(3, count))
    noted = replace(session, game=replace(session.game, header=header))
    back = take_back(noted).game.header
    assert (back.hints, back.cut_short) == ((2, count), (3,))


def test_odd_notes_of_what_was_taken_back_count_as_none() -> None:
    odd: list[dict[str, Any]] = [{"taken_back": "often"}, {"practice": "yes"}, {"practice": 1}]
    for further in odd:
        header = duet(1, further=further)
        assert (header.taken_back, header.is_practice) == (0, False)
