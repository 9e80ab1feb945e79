"""Two machines: TLS with a pre-shared key, relayed to and from a socket of this program.

The key is the code on the host's screen. The only cipher suite makes both ends prove that they know
it, and has ephemeral keys (ECDHE-PSK, RFC 7905).
"""

from __future__ import annotations

import re
import socket
import ssl
from base64 import b32encode
from collections import deque
from contextlib import suppress
from secrets import token_bytes
from select import select
from threading import Thread
from time import monotonic, sleep
from typing import Any

from foxduet.ai.signals import blocked_signals
from foxduet.core.errors import N_
from foxduet.remote.wire import MeetingError

_CIPHER = "ECDHE-PSK-CHACHA20-POLY1305"
_CODE_BYTES = 10
_HANDSHAKE_SECONDS, _FAILURE_SECONDS, _CONNECT_SECONDS = 5.0, 1.0, 30.0
"""For a handshake; after a failed one; for a guest to wait while others shake hands."""
_SILENCE_SECONDS, _CLOSING_SECONDS = 30.0, 2.0
"""For a guest's link to be silent; for last messages."""
_ANY_ADDRESS = "0.0.0.0"
_READ_BYTES, _MAX_PORT = 65_536, 65_535
# A Python before 3.13, or without OpenSSL, has no pre-shared keys.
_IS_SUPPORTED = getattr(ssl, "HAS_PSK", False)


def check_network() -> None:
    """Raise MeetingError if this Python has no TLS with pre-shared keys."""
    if not _IS_SUPPORTED:
        message = N_(
            "two machines need Python 3.13 or later, with OpenSSL, at both ends; with any other, "
            "play over ssh: foxduet help host"
        )
        raise MeetingError(message)


def make_code() -> str:
    """Return a new code: 80 random bits as 16 letters and digits, in groups of four."""
    return "-".join(re.findall("....", b32encode(token_bytes(_CODE_BYTES)).decode().lower()))


def _parse_place(place: str) -> tuple[str, int]:
    address, _colon, port = place.partition(":")
    is_port = port.isascii() and port.isdecimal() and len(port) <= len(str(_MAX_PORT))
    # An invalid host name cannot be encoded.
    with suppress(UnicodeError):
        address.encode("idna")
        if is_port and int(port) <= _MAX_PORT:
            return address, int(port)
    message = N_("{place} is not an address with a port, such as 192.168.1.5:40000")
    raise MeetingError(message, place=place)


def own_address() -> str:
    """Return this machine's address in its network; raises OSError without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # This sends nothing: it only finds the address of the default route.
        probe.connect(("192.0.2.1", 9))
        address: str = probe.getsockname()[0]
        return address


def _shake_hands(peer: socket.socket, code: str, *, is_host: bool) -> ssl.SSLSocket:
    """Return the encrypted link to a peer who knows the code; raises OSError."""
    context: Any = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if is_host else ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    # TLS 1.3 would let a host show any certificate instead of knowing the code.
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(_CIPHER)
    key = code.replace("-", "").lower().encode()
    if is_host:
        context.set_psk_server_callback(lambda _identity: key)
    else:
        context.set_psk_client_callback(lambda _hint: (None, key))
    link: ssl.SSLSocket = context.wrap_socket(peer, is_host, do_handshake_on_connect=False)
    try:
        link.do_handshake()
    except OSError:
        link.close()
        raise
    return link


def _relay(link: ssl.SSLSocket, outer: socket.socket, max_silence: float) -> None:
    """Relay until either end closes, or the link has been silent for too long."""
    heard = monotonic()
    with link, outer, suppress(OSError):
        while monotonic() - heard < max_silence:
            readable = select([link, outer], [], [], 1)[0]
            if link in readable:
                heard = monotonic()
                piece = link.recv(_READ_BYTES)
                if not piece:
                    return
                with suppress(ConnectionError):
                    # A program that has closed its end may have last messages on their way.
                    outer.sendall(piece)
            if outer in readable:
                piece = b""
                with suppress(ConnectionError):
                    piece = outer.recv(_READ_BYTES)
                if not piece:
                    break
                link.sendall(piece)
        # Closing with unread data would destroy the last messages on their way.
        link.shutdown(socket.SHUT_WR)
        link.settimeout(_CLOSING_SECONDS)
        while link.recv(_READ_BYTES):
            pass


def _start_relay(link: ssl.SSLSocket, max_silence: float) -> tuple[socket.socket, Thread]:
    inner, outer = socket.socketpair()
    link.settimeout(_SILENCE_SECONDS)
    thread = Thread(target=_relay, args=(link, outer, max_silence), daemon=True)
    with blocked_signals():
        thread.start()
    return inner, thread


class NetworkDoor:
    """Lets in guests from other machines who know the code, one handshake after another.

    ``place`` is ADDRESS or ADDRESS:PORT, or "" for this machine's. Raises MeetingError or OSError.

    code, address: typed by guests; the address has the port.
    arrivals: sockets of guests who have come in.
    failures: the number of failed handshakes.
    """

    def __init__(self, place: str) -> None:
        check_network()
        self.code = make_code()
        place = place if ":" in place else f"{place or own_address()}:0"
        self._listener = socket.create_server(_parse_place(place))
        host, port = self._listener.getsockname()
        self.address = f"{own_address() if host == _ANY_ADDRESS else host}:{port}"
        self.arrivals: deque[socket.socket] = deque()
        self.failures = 0
        self._is_open, self._relays = True, list[Thread]()
        with blocked_signals():
            Thread(target=self._admit_guests, daemon=True).start()

    def _admit_guests(self) -> None:
        while self._is_open:
            try:
                peer, _address = self._listener.accept()
                peer.settimeout(_HANDSHAKE_SECONDS)
                link = _shake_hands(peer, self.code, is_host=True)
            except OSError:
                if self._is_open:
                    self.failures += 1
                    sleep(_FAILURE_SECONDS)
            else:
                inner, relay = _start_relay(link, _SILENCE_SECONDS)
                self._relays.append(relay)
                self.arrivals.append(inner)

    def close(self) -> None:
        """Stop listening, and wait until last messages are sent, but not for long."""
        self._is_open = False
        with suppress(OSError):
            # On Linux, close() alone does not wake accept().
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for relay in self._relays:
            relay.join(_CLOSING_SECONDS)


def connect(place: str, code: str) -> socket.socket:
    """Return a socket to the host at ADDRESS:PORT; raises MeetingError, or OSError."""
    check_network()
    peer = socket.create_connection(_parse_place(place), _CONNECT_SECONDS)
    try:
        link = _shake_hands(peer, code, is_host=False)
    except (ssl.SSLError, ConnectionError):
        message = N_("this is not the host's code: read it from the host's screen")
        raise MeetingError(message) from None
    return _start_relay(link, float("inf"))[0]
