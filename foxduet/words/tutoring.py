"""What is said of the choices in a guided round, and of the whole round."""

from __future__ import annotations

from foxduet.analysis.tutoring import GOOD, Grade, Tutoring
from foxduet.core.errors import N_
from foxduet.words.i18n import _

_PRAISE = (N_("Well done."), N_("Just right."), N_("Yes."), N_("Good."))
_TITLES = {
    Grade.FORCED: N_("There was no choice here."),
    Grade.ALIKE: N_("It did not matter here."),
    Grade.FAIR: N_("You can play like this."),
    Grade.POOR: N_("There was something better."),
}
_TEXTS = {
    Grade.FORCED: N_("It was the only thing that was allowed."),
    Grade.ALIKE: N_("All choices were about as good."),
    Grade.BEST: N_("That was the best choice."),
    Grade.AS_GOOD: N_("That was about as good as the best choice: {option}."),
    Grade.FAIR: N_("This was a little better: {option}."),
}


def title_on(grade: Grade, tutoring: Tutoring) -> str:
    """Return what stands above a verdict: praise for what was good, nothing if nobody knows."""
    if grade in GOOD:
        # In other words than the time before.
        return _(_PRAISE[tutoring.good % len(_PRAISE)])
    return _(_TITLES[grade]) if grade in _TITLES else ""


def text_on(grade: Grade, best: str, *, steps_back: bool) -> str:
    """Say of a choice that was not poor how good it was; ``best`` names the best one."""
    if steps_back:
        return _("Several good choices in a row: less is said from now on.")
    return _(_TEXTS[grade]).format(option=best) if grade in _TEXTS else ""


def closing_sentence(tutoring: Tutoring) -> str:
    """Say at the end how it went, by the choices that really differed."""
    if not tutoring.good + tutoring.poor:
        return _("Find the rest out by playing!")
    if not tutoring.poor:
        return _("You chose well throughout. Find the rest out by playing!")
    if tutoring.poor <= tutoring.good:
        return _("Most of your choices were good. Find the rest out by playing!")
    return _("Some choices could have been better: play the round again, or a game.")
