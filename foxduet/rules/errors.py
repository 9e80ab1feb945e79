"""The ways in which text, boards, actions and records can be wrong."""


def N_(message: str) -> str:
    """Mark a sentence for the translators; return it unchanged."""
    return message


class FoxduetError(ValueError):
    """Say in one sentence what is wrong.

    ``template`` is an English sentence with named ``{fields}``. The ui translates it before it
    fills it in, so the fields are numbers, names, notation or further errors, never bare words.
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        super().__init__(template.format(**fields))
        self.template = template
        self.fields = fields


class NotationError(FoxduetError):
    """A text is not a card, a hand, an action or a position."""


class BoardError(FoxduetError):
    """A board breaks R2, or cannot be read."""


class IllegalActionError(FoxduetError):
    """The rules do not allow an action here; nothing in it tells of the other seat's hand."""


class RecordError(FoxduetError):
    """A record cannot be read, or its actions break the rules."""
