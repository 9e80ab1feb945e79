"""Start foxduet; any failure becomes one line here, never a traceback.

Any Python 3 can read this file, and the program names the version that it needs. Only modules that
the interpreter has already loaded are imported here, not even ``__future__``, so that Ctrl-C cannot
cause a traceback: ``_signal`` underlies the enumerations of ``signal``, and ``_io`` has the classes
of ``io``, which Python 3.14 no longer loads.
"""

import sys

_MIN_PYTHON = (3, 11)
if sys.version_info[:2] < _MIN_PYTHON:
    # An older Python cannot load the modules that translate, nor could it read newer syntax below.
    sys.exit(
        "foxduet needs Python "
        + ".".join(map(str, _MIN_PYTHON))
        + " or later, and this is Python "
        + sys.version.split()[0]
    )

import _io as io
import _signal  # type: ignore[import-not-found]
import codecs
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn, TypeVar

    from _typeshed import ReadableBuffer

    _FileT = TypeVar("_FileT", bound=io.FileIO)

_UNENCODABLE = "foxduet.unencodable"
"""Error handler of streams for characters that their encoding lacks."""

_OK, _ERROR, _STOPPED_BY_SIGNAL = 0, 1, 128

_SIGPIPE = 13
"""The signal that ends other programs whose output is no longer read."""


def main() -> int:
    """Run the program with the process's arguments; return its exit status.

    The process should end with the program. Before and after its work the program needs no cleanup,
    so Ctrl-C then ends it like a program without a handler.
    """
    codecs.register_error(_UNENCODABLE, _replace_unencodable)
    is_interruptible = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
    if is_interruptible:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    output = _wrap_stream("stdout", _Output)
    _wrap_stream("stderr", _Errors)
    # If a standard stream is closed, the next file that opens must not take its place.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for good
    try:
        status = _run_for_status(sys.argv[1:], output, is_interruptible=is_interruptible)
    except KeyboardInterrupt as interrupt:
        status = _STOPPED_BY_SIGNAL + getattr(interrupt, "number", _signal.SIGINT)
    except OSError as error:
        if output is None or error is not output.trouble:
            raise
        status = _ERROR
    if is_interruptible:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    return status if output is None else _flush_output(output, status)


def _run_for_status(
    arguments: list[str], output: "_Output | None", *, is_interruptible: bool
) -> int:
    if arguments[:1] == ["--version"]:
        from foxduet.core import __version__

        # The parser also has this option, but takes as long to load as the rest.
        print("foxduet", __version__)
        return _OK
    import gc

    # No module loaded at the start becomes garbage, so searching them for it would waste time.
    gc.disable()
    from foxduet.cli.arguments import UserError, parse_arguments, warn
    from foxduet.core.errors import MissingPartError

    try:
        run, options = parse_arguments(arguments)
        _use_locale()
        gc.freeze()
        gc.enable()
        if is_interruptible:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        return run(options)
    except UserError as error:
        warn(str(error))
        return error.status
    except MissingPartError as error:
        from foxduet.words.i18n import explain

        warn(explain(error))
        return _ERROR
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else _ERROR
    except Exception as error:
        if output is not None and error is output.trouble:
            raise
        warn(_internal_error_message(error))
        return _ERROR


class _Output(io.FileIO):
    """Standard output; once writing fails, it keeps the error and discards further output."""

    trouble = None  # type: OSError | None

    def write(self, content: "ReadableBuffer") -> int:
        if self.trouble is not None:
            return memoryview(content).nbytes
        try:
            return super().write(content)
        except OSError as error:
            self.trouble = error
            raise


class _Errors(io.FileIO):
    """Standard error; it ignores failures, since no stream is left to report them."""

    def write(self, content: "ReadableBuffer") -> int:
        try:
            return super().write(content)
        except OSError:
            return memoryview(content).nbytes


def _wrap_stream(name: str, kind: "type[_FileT]") -> "_FileT | None":
    """Write a standard stream through a file of ``kind``; return it, or None for other streams."""
    stream = getattr(sys, name)
    if not isinstance(stream, io.TextIOWrapper):
        return None
    raw = getattr(stream.buffer, "raw", stream.buffer)
    if not isinstance(raw, io.FileIO):
        # The stream is the console of Windows, or is in memory.
        stream.reconfigure(errors=_UNENCODABLE)
        return None
    file = kind(raw.fileno(), "wb", closefd=False)
    flushes = stream.line_buffering or stream.write_through
    buffer = io.BufferedWriter(file)
    text_stream = io.TextIOWrapper(buffer, stream.encoding, _UNENCODABLE, line_buffering=flushes)
    setattr(sys, name, text_stream)
    return file


def _flush_output(output: _Output, status: int) -> int:
    """Write the rest of the output; return the exit status, and print the reason if that fails."""
    try:
        sys.stdout.flush()
    except OSError as error:
        output.trouble = error
    if output.trouble is None or status >= _STOPPED_BY_SIGNAL:
        return status
    if isinstance(output.trouble, BrokenPipeError):
        # The reader has enough, as after a pipe into head; that is no error.
        return _STOPPED_BY_SIGNAL + _SIGPIPE
    from foxduet.cli.arguments import warn
    from foxduet.words.i18n import _, error_text

    warn(_("cannot write the output: {reason}").format(reason=error_text(output.trouble)))
    return status or _ERROR


def _replace_unencodable(error: UnicodeError) -> tuple[str | bytes, int]:
    from foxduet.words.i18n import replace_for_stream

    return replace_for_stream(error)


def _use_locale() -> None:
    import locale
    from contextlib import suppress

    with suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, "")
        # The program translates messages of the system itself, perhaps into another language.
        if hasattr(locale, "LC_MESSAGES"):
            locale.setlocale(locale.LC_MESSAGES, "C")


def _internal_error_message(error: Exception) -> str:
    """Return where the program failed, without values, which could be a player's cards."""
    import traceback

    from foxduet.words.i18n import _
    from foxduet.words.program_name import program_name

    last_frame = traceback.extract_tb(error.__traceback__)[-1]
    return _(
        "internal error ({kind} in {module}, line {line}); your game is saved up to its last "
        "card: {program} --resume continues it"
    ).format(
        kind=type(error).__name__,
        module=os.path.basename(last_frame.filename),
        line=last_frame.lineno,
        program=program_name(),
    )


def run() -> "NoReturn":
    """Run the program and end the process with its exit status, which ``zipapp`` would drop."""
    sys.exit(main())


if __name__ == "__main__":
    run()
