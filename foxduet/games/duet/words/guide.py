"""The words of Duet beyond the table: hints, goals, results, and help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from foxduet.analysis.standings import Goal, Rung
from foxduet.core.cards import card_in_action
from foxduet.core.errors import N_
from foxduet.games.duet.reasons import ReasonKind
from foxduet.games.duet.rules import engine
from foxduet.games.duet.rules.cards import BOARDS
from foxduet.games.duet.rules.engine import Summary, can_be_won, tricks_left
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Forest, GameState, Move, Outcome
from foxduet.games.duet.words import names, review
from foxduet.games.duet.words.ending import ending_story, tricks_of
from foxduet.games.duet.words.names import (
    card_name,
    duet_glyphs,
    end_toward,
    option_phrase,
)
from foxduet.games.duet.words.reasons import reason_sentences, subject_end
from foxduet.play.game import Game, Names
from foxduet.store.score_entries import ScoreEntry
from foxduet.words import hints
from foxduet.words.game_words import GuideWords, partner_label, percent
from foxduet.words.i18n import _, day_text, ngettext
from foxduet.words.pages import page
from foxduet.words.text import SPOKEN, capitalize_first, format_sentence

if TYPE_CHECKING:
    from foxduet.ai.partner import ActionValue, Thought
    from foxduet.words.text import Glyphs


# In the order of the suits.
_SUIT_HINTS = (N_("Look at your Doves."), N_("Look at your Roses."), N_("Look at your Stars."))
_AIMS = {
    ReasonKind.WON: N_("The last gem is within reach."),
    ReasonKind.LOST: N_("Keep the fox on the path: no token is left."),
    ReasonKind.OVERRUN: N_("Keep the fox on the path."),
    ReasonKind.TOKEN: N_("Spend a token: the fox is better off back at the start."),
    ReasonKind.GEM: N_("End this trick on a gem."),
    ReasonKind.GEM_SOON: N_("Aim for a gem in this trick or the next."),
    ReasonKind.OVERRUNS_LATER: N_("Keep the fox on the path."),
    ReasonKind.LOST_LATER: N_("Keep the fox away from {side:*'s|your} end."),
    ReasonKind.OVERRUN_LATER: N_("Keep the fox away from {side:*'s|your} end."),
    ReasonKind.GEM_LATER: N_("Think of the gem on space {space}."),
    ReasonKind.WON_LATER: N_("Aim to win in this round."),
}


def hint_sentences(
    observation: Observation, thought: Thought, names: Names, steps: int
) -> tuple[str, ...]:
    """Return the first ``steps`` sentences of the hint for ``thought``.

    They reveal no more than the observation. If there is only one choice, they just say so.
    """
    if len(observation.choices) == 1:
        return (_("There is only one choice."),)
    aim, kind = _find_aim(observation, thought, names), _find_kind(observation, thought, names)
    return hints.hint_steps(aim, kind, _give_answer(observation, thought, names))[:steps]


def _find_aim(observation: Observation, thought: Thought, names: Names) -> str:
    pair, equals = hints.best_and_others(thought), hints.equivalent_choices(thought)
    is_lost = not can_be_won(observation.table)
    if pair is None or is_lost or len(equals) == len(thought.search_estimates):
        return ""
    reason = next(iter(thought.reasons), None)
    equal_actions = [estimate.action for estimate in equals]
    if reason is None or reason.equals or reason.other in equal_actions:
        return ""
    contrast = reason.contrast
    # To find more gems is no advice: it fits every turn.
    aim = "" if contrast.kind is ReasonKind.GEMS_LATER else _(_AIMS[contrast.kind])
    return format_sentence(aim, side=names[subject_end(contrast)], space=contrast.subject)


def _find_kind(observation: Observation, thought: Thought, names: Names) -> str:
    if not isinstance(thought.action, Move):
        cards = [card for card in map(card_in_action, observation.choices) if card is not None]
        return hints.card_kind_sentence(thought, cards, _SUIT_HINTS)
    equals = [estimate.action.steps for estimate in hints.equivalent_choices(thought)]
    moves = [choice.steps for choice in observation.choices if isinstance(choice, Move)]
    for toward in (1, -1):
        if min(toward * steps for steps in equals) > 0 > min(toward * steps for steps in moves):
            sentence = _("Send the fox toward {name:*'s|your} end.")
            return format_sentence(sentence, name=names[end_toward(toward)])
    return ""


def _give_answer(observation: Observation, thought: Thought, names: Names) -> str:
    if thought.estimates and not can_be_won(observation.table):
        return _("Whatever you play, this game can no longer be won.")

    def single_answer(option: str, best: ActionValue) -> str:
        if thought.uses_points:
            points = round(best.score, 1)
            sentence = ngettext(
                "As good as won: {option}, {points} point.",
                "As good as won: {option}, {points} points.",
                points,
            )
            if any(round(estimate.score, 1) > points for estimate in thought.estimates):
                sentence = ngettext(
                    "Best overall: {option}, about {points} point.",
                    "Best overall: {option}, about {points} points.",
                    points,
                )
            return sentence.format(option=option, points=hints.points_text(best.score))
        win, wins = percent(best.win), [percent(estimate.win) for estimate in thought.estimates]
        sentence = _("Best: {option}; about {win}% to win.")
        if max(wins) > win:
            sentence = _("Best overall: {option}, about {win}% to win.")
        elif wins.count(win) > 1:
            sentence = _("Best on points: {option}; about {win}% to win.")
        return sentence.format(option=option, win=win)

    return hints.answer_sentence(
        thought, lambda choice: option_phrase(choice, names), card_name, single_answer
    )


def team_advice(thought: Thought, name: str, names: Names) -> str:
    """Tell where the partner called ``name`` would place the forest token, with its figures."""
    action = thought.action
    assert isinstance(action, Forest), "the partner was asked about the forest"
    fields = {"name": name, "side": names[action.end]}
    if hints.best_and_others(thought) is None:
        return format_sentence(_("{name} would cover {side:*'s|your|its own} end."), **fields)
    best, other = sorted(thought.estimates, key=lambda estimate: estimate.action != action)
    if thought.uses_points:
        is_better = round(best.score, 1) > round(other.score, 1)
        fields |= {"points": hints.points_text(best.score), "other": hints.points_text(other.score)}
        sentence = ngettext(
            "{name} would cover {side:*'s|your|its own} end: {points} point, against {other}.",
            "{name} would cover {side:*'s|your|its own} end: {points} points, against {other}.",
            round(best.score, 1),
        )
    else:
        is_better = percent(best.win) > percent(other.win)
        fields |= {"win": f"{percent(best.win)}", "other": f"{percent(other.win)}"}
        sentence = _(
            "{name} would cover {side:*'s|your|its own} end: {win}% to win, against {other}%."
        )
    if not is_better:
        sentence = _("{name} would cover {side:*'s|your|its own} end, but both are about equal.")
    return format_sentence(sentence, **fields)


def resignation_advice(state: GameState, thought: Thought | None, name: str) -> str:
    """Tell whether the partner called ``name`` would resign.

    Without estimates, as during a round, the advice rests on public information.
    """
    table = state.table
    gems, tricks = table.path.gems_left, tricks_left(table.round, table.tricks_done)
    if thought is not None and thought.estimates and can_be_won(table):
        win = percent(max(estimate.win for estimate in thought.estimates))
        return format_sentence(_("{name} would play on: about {win}% to win."), name=name, win=win)
    sentence = _("{name} would resign: {gems} gems on the path, but only {tricks} tricks left.")
    if can_be_won(table):
        sentence = _("{name} would play on: {gems} gems on the path, {tricks} tricks left.")
    return format_sentence(sentence, name=name, gems=gems, tricks=tricks)


def hopeless_question(state: GameState) -> str:
    """Say that a game can no longer be won, and ask whether to resign (R9.3)."""
    table = state.table
    assert not can_be_won(table), "the players are asked only then"
    gems, tricks = table.path.gems_left, tricks_left(table.round, table.tricks_done)
    sentence = ngettext(
        "This game can no longer be won: there are {gems} gems on the path and only one "
        "trick left. Resign?",
        "This game can no longer be won: there are {gems} gems on the path and only {tricks} "
        "tricks left. Resign?",
        tricks,
    )
    if table.round < ROUNDS:
        sentence = _(
            "This game can no longer be won: with the gems still to come there are {total}, "
            "and only {tricks} tricks left. ({gems} are on the path now.) Resign?"
        )
    return sentence.format(gems=gems, tricks=tricks, total=tricks + engine.surplus_gems(table))


def _lost_no_token(game: ScoreEntry) -> bool:
    """True if the forest took tokens only between rounds."""
    summary: Summary = game.summary
    assert summary.score is not None, "a game that was won has a score"
    tokens = BOARDS[summary.level].forest_tokens - (summary.round - 1)
    return summary.score.tokens >= engine.POINTS_PER_TOKEN * tokens


GOALS = (
    Goal("win", N_("a win"), lambda _game, _seat: True),
    Goal("early", N_("a win in round 2"), lambda game, _seat: game.summary.round <= 2),
    Goal("tokens", N_("no token lost"), lambda game, _seat: _lost_no_token(game)),
    Goal("no_hint", N_("no hint"), lambda game, _seat: not game.hints),
)

# Two steady partners win 90, 83 and 52 % of games at the three levels; with the expert, hardly any
# game is lost.
LADDER = (
    Rung(
        {"level": 1},
        "steady",
        N_(
            "New here? Start at level 1 with the steady partner. In practice mode you can "
            "take anything back, but the game isn't scored."
        ),
    ),
    Rung({"level": 2}, "steady", N_("That's two wins at level 1. Ready for level 2?")),
    Rung({"level": 3}, "steady", N_("That's two wins at level 2. Ready for level 3?")),
)


_RESULT_PHRASES = {
    Outcome.VICTORY: N_("won in round {round}, {points} points"),
    Outcome.LOST: N_("lost in round {round}, {gems}"),
    Outcome.OUT_OF_TIME: N_("out of time, {gems}"),
    Outcome.RESIGNED: N_("resigned in round {round}, {gems}"),
}
_OUTCOME_PHRASES = {
    Outcome.VICTORY: N_("won in round {round}"),
    Outcome.LOST: N_("lost, {gems}"),
    Outcome.OUT_OF_TIME: N_("out of time, {gems}"),
    Outcome.RESIGNED: N_("resigned, {gems}"),
}


def result_phrase(entry: ScoreEntry) -> str:
    """Describe a game's result, with its score or the gems left."""
    return _format_result(entry, _RESULT_PHRASES[entry.summary.outcome])


def outcome_phrase(entry: ScoreEntry) -> str:
    """Describe a game's result in a few words."""
    summary: Summary = entry.summary
    if summary.outcome is Outcome.VICTORY and summary.tricks == ROUNDS * TRICKS:
        return _("won in the very last trick")
    if summary.beyond == 1:
        return _("lost, one step too many")
    if summary.outcome is Outcome.OUT_OF_TIME and summary.gems_left == 1:
        return _("out of time, one gem short")
    return _format_result(entry, _OUTCOME_PHRASES[summary.outcome])


def _format_result(entry: ScoreEntry, phrase: str) -> str:
    summary: Summary = entry.summary
    template = ngettext("{gems} gem left", "{gems} gems left", summary.gems_left)
    gems = template.format(gems=summary.gems_left)
    return _(phrase).format(round=summary.round, points=entry.points, gems=gems)


def shared_lines(entry: ScoreEntry, glyphs: Glyphs) -> tuple[str, str]:
    """Return a daily game as two lines: the result; the gems of each round, and the helpers.

    In each round the gems precede the tricks without one, to hide which trick found them; spoken
    lines omit them.
    """
    assert entry.day is not None, "only the games of days are for sharing"
    summary: Summary = entry.summary
    result, par, gem = result_phrase(entry), entry.par, duet_glyphs(glyphs).gem
    if par is not None and par.score is not None:
        result = _("{result}, par {score}").format(result=result, score=par.score)
    elif par is not None:
        result = _("{result} (two experts failed)").format(result=result)
    line = _("foxduet daily {day} level {level}: {result}")
    rounds = []
    for index, gems in enumerate(summary.found):
        tricks = min(TRICKS, summary.tricks - TRICKS * index)
        rounds.append(gem * gems + glyphs.dot * (tricks - gems))
    result = line.format(day=day_text(entry.day), level=summary.level, result=result)
    if glyphs is SPOKEN:
        return result + ".", capitalize_first(_help_phrase(entry)) + "."
    gem_rows = " ".join(rounds).strip() or glyphs.dot
    return result, _("{found}   {help}").format(found=gem_rows, help=_help_phrase(entry))


def _help_phrase(entry: ScoreEntry) -> str:
    partner = next((name for name in entry.ai if name is not None), None)
    hint_phrase = hints.hints_phrase(entry.hints)
    if partner is None:
        return _("two people, {hints}").format(hints=hint_phrase)
    return _("with {partner}, {hints}").format(partner=partner_label(partner), hints=hint_phrase)


def options_label(options: Mapping[str, object]) -> str:
    """Name the level of the listed games, or all levels."""
    phrase = _("level {level}") if "level" in options else _("all levels")
    return phrase.format(**options)


def category_text(category: tuple[int | bool, ...]) -> str:
    """Return a level, with a star for custom boards."""
    level, has_own_board = category
    return f"{level}*" if has_own_board else f"{level} "


def category_notes(games: Sequence[ScoreEntry]) -> list[str]:
    """Explain the star if a game has it."""
    return [_("* on your own board")] if any(game.summary.board for game in games) else []


def simulated_outcomes(outcomes: dict[str, int]) -> str:
    """Tell how games ended that were not won."""
    kinds = (Outcome.LOST, Outcome.OUT_OF_TIME, Outcome.RESIGNED)
    lost, late, resigned = (outcomes[outcome.value] for outcome in kinds)
    phrase = _("{lost} lost in the forest, {late} out of time, {resigned} resigned")
    return phrase.format(lost=lost, late=late, resigned=resigned)


def score_rows(game: Game) -> list[tuple[str, int | str]]:
    """Return the score of a victory, or the state after a defeat, item by item (R9.2)."""
    state: GameState = game.state
    table, points = state.table, engine.score(state)
    if points is None:
        tricks = tricks_of(game)
        gems_found, gems_left = sum(trick.found_gem for trick in tricks), table.path.gems_left
        gems = _("{found} of {gems}").format(found=gems_found, gems=gems_found + gems_left)
        tricks_row = (_("Tricks left"), tricks_left(table.round, table.tricks_done))
        tokens_row = (_("Forest tokens left"), table.reserve)
        rows: list[tuple[str, int | str]] = [(_("Gems found"), gems)]
        match table.outcome:
            case Outcome.LOST:
                falls = sum(trick.end is None for trick in tricks)
                return [*rows, tricks_row, (_("Runs off the path"), falls)]
            case Outcome.OUT_OF_TIME:
                misses = sum(not trick.found_gem for trick in tricks if trick.round == ROUNDS)
                return [*rows, (_("Tricks of round 3 without a gem"), misses), tokens_row]
            case _:
                return [*rows, tricks_row, tokens_row]
    bonuses = [
        (_("Cards left in both hands"), points.cards),
        (_("Bonus for winning in round 2"), points.early),
        (_("Forest tokens left, 3 points each"), points.tokens),
    ]
    return [
        (capitalize_first(_("level {level}").format(level=table.setup.level)), points.level),
        *((label, bonus) for label, bonus in bonuses if bonus),
        (_("Score"), points.total),
    ]


_GAME = "foxduet.games.duet"

GUIDE = GuideWords(
    hopeless_question=hopeless_question,
    score_rows=score_rows,
    ending_story=ending_story,
    hint_sentences=hint_sentences,
    team_advice=team_advice,
    resignation_advice=resignation_advice,
    cost_sentence=review.cost_sentence,
    reason_sentences=reason_sentences,
    hindsight_sentence=review.hindsight_sentence,
    theme=review.theme,
    lessons=review.LESSONS,
    puzzles=review.PUZZLES,
    goals=GOALS,
    ladder=LADDER,
    puzzle_kinds=names.PUZZLE_KINDS,
    result_phrase=result_phrase,
    outcome_phrase=outcome_phrase,
    shared_lines=shared_lines,
    options_label=options_label,
    category_heading=N_("level"),
    category_text=category_text,
    category_notes=category_notes,
    simulated_outcomes=simulated_outcomes,
    rules=lambda: page(_GAME, "rules").sections,
    help_pages=(
        (N_("A trick"), (0, 1)),
        (N_("The fox"), (2,)),
        (N_("Odd cards"), (3, 6)),
        (N_("Rounds"), (4, 5)),
    ),
    review_help=lambda: page(_GAME, "screens/review").sections,
    scores_help=lambda: page(_GAME, "screens/scores").sections,
    reference=names.reference,
    signs=names.table_signs,
    lead_signs=names.lead_signs,
)
