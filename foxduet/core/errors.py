"""What can be wrong with text, actions and files."""


def N_(message: str) -> str:
    """Mark a sentence for the translators; return it unchanged."""
    return message


def NC_(_context: str, message: str) -> str:
    """Mark text for the translators that has a context; return it unchanged."""
    return message


class FoxduetError(ValueError):
    """Something that is wrong, in one sentence.

    ``template`` is an English sentence with named ``{fields}``. It is translated before it is
    filled in, so the fields are numbers, names, notation or further errors, never bare words.
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        super().__init__(template.format(**fields))
        self.template = template
        self.fields = fields


class NotationError(FoxduetError):
    """A text is not a card, a hand, an action or a position."""


class IllegalActionError(FoxduetError):
    """The rules do not allow an action here; the error says nothing about the other hand."""


class MissingPartError(FoxduetError):
    """A game lacks what is asked for, such as lessons."""


class RecordError(FoxduetError):
    """A record, or a file or value that belongs into one, cannot be read or breaks the rules."""
