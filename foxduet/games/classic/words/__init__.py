"""The words of the original game at the table."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.games.classic.words import names, story
from foxduet.words.game_words import TableWords

TABLE = TableWords(
    title=N_("The Fox in the Forest"),
    option_labels={"target": N_("target")},
    setup_label=names.setup_label,
    setup_phrase=names.setup_phrase,
    cards=names.CARDS,
    story=story.STORY,
    choices=names.CHOICES,
    round_start=story.round_start,
    round_sum=story.round_sum,
    round_figures=story.round_figures,
    outcome_sentence=story.outcome_sentence,
    progress=names.progress,
    standing=names.standing,
    refusal=names.refusal,
    outlook_sentence=names.outlook_sentence,
    ability_note=names.ability_note,
    option_label_of=names.option_label,
    talking_rule=N_("You are opponents: say what you like, and believe what you like."),
)
