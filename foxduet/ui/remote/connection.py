"""Messages over a socket: nothing here waits, and whatever is no message ends the connection."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

from foxduet.ui.remote.messages import Beat, FromGuest, FromHost, MessageError, format_message

ReceivedT = TypeVar("ReceivedT", bound=FromGuest | FromHost)

_PIECE = 65_536
_MOST_MESSAGES, _SECONDS = 500, 2.0
"""So many messages may come in so many seconds: more than any keyboard sends."""
_SECONDS_TO_A_BEAT, _SILENCE = 5.0, 20
"""After so many seconds an end that has nothing to say sends a beat, and a silence is told."""


class Connection(Generic[ReceivedT]):
    """One end of a connection; ``parse`` reads what comes, of lines so long at most.

    ``trouble`` says what is wrong with what came; nothing more is read then. Both ends say now and
    then that they are there, which is how one that is stopped, or cut off, is known.
    """

    def __init__(
        self,
        end: socket.socket,
        parse: Callable[[bytes], ReceivedT | Beat],
        longest: int,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        end.setblocking(False)
        self._end, self._parse, self._longest, self._clock = end, parse, longest, clock
        self._sent = self._heard = self._awake = clock()
        self._silence = 0
        self._came, self._unsent = bytearray(), bytearray()
        self._times: deque[float] = deque(maxlen=_MOST_MESSAGES)
        self.is_open = True
        self.trouble: MessageError | None = None

    def fileno(self) -> int:
        """Return the number of the socket, to wait for."""
        return self._end.fileno()

    @property
    def has_unsent(self) -> bool:
        """Whether something waits to be sent until the other end has read more."""
        return bool(self._unsent)

    def send(self, message: FromGuest | FromHost | Beat) -> None:
        """Send a message, as far as that can be done at once."""
        if self.is_open:
            self._sent = self._clock()
            self._unsent += format_message(message)
            self.flush()

    def flush(self) -> None:
        """Send more of what waits to be sent."""
        try:
            while self.is_open and self._unsent:
                sent = self._end.send(self._unsent)
                del self._unsent[:sent]
        except BlockingIOError:
            pass
        except OSError:
            # What the other end has said before it went is still read.
            self._unsent.clear()

    def receive(self) -> list[ReceivedT]:
        """Return the messages that came, those before the end of the connection, too."""
        if not self.is_open or self.trouble is not None:
            return []
        try:
            piece = self._end.recv(_PIECE)
        except BlockingIOError:
            return []
        except OSError:
            piece = b""
        if not piece:
            self.close()
        self._heard = self._clock()
        self._came += piece
        *lines, rest = self._came.split(b"\n")
        self._came = rest
        messages = []
        try:
            for line in lines:
                self._count()
                message = self._parse(bytes(line))
                if not isinstance(message, Beat):
                    messages.append(message)
            if len(rest) > self._longest:
                raise MessageError("a message is too long")
        except MessageError as error:
            self.trouble = error
        return messages

    def keep_alive(self) -> int | None:
        """Send a beat if one is due; return for how many seconds nothing came, where that is news.

        It is news again and again, and 0 once something comes. While this program itself was
        stopped, or the machine asleep, nobody was silent.
        """
        now = self._clock()
        if now - self._awake > _SECONDS_TO_A_BEAT:
            self._heard = min(now, self._heard + now - self._awake)
        self._awake = now
        silence = now - self._heard
        # The rarer the longer nothing comes: who is continued after hours finds no flood.
        if now - self._sent >= max(_SECONDS_TO_A_BEAT, silence / 2):
            self.send(Beat())
        before, self._silence = self._silence, int(silence // _SILENCE * _SILENCE)
        return None if self._silence == before else self._silence

    def _count(self) -> None:
        now = self._clock()
        if len(self._times) == _MOST_MESSAGES and now - self._times[0] < _SECONDS:
            raise MessageError("too many messages came at once")
        self._times.append(now)

    def close(self) -> None:
        """Close this end."""
        if self.is_open:
            self.is_open = False
            self._end.close()
