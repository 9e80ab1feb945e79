"""Programs that listen at an address, but are no scheduler: each gives one fixed answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Thread

from foxduet.ai.cluster import Cluster
from tests.support.patience import PATIENCE_SECONDS

SILENCE = b""
WEB = b"HTTP/1.1 400 Bad Request\r\n\r\n"
GARBAGE = b"\x14".ljust(8, b"\0") + b"\x99" * 28
GREETING = b"".join(
    (
        *(number.to_bytes(8, "little") for number in (58, 1, 42)),
        b"\x83\xabcompression\xc0\xa6python\x93\x03\x0b\x07\xafpickle-protocol\x05",
    )
)
"""What each part of dask says first."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A program at an address; ``heard`` is set once it was told anything."""

    cluster: Cluster
    heard: Event


@contextmanager
def listening(says: bytes) -> Iterator[Listener]:
    """Say something to everybody who connects, and then nothing until they leave."""
    heard = Event()

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            self.request.settimeout(PATIENCE_SECONDS)
            with suppress(OSError):
                self.request.sendall(says)
                while self.request.recv(4096):
                    heard.set()

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        # Whoever stays is not waited for.
        server.daemon_threads, server.block_on_close = True, False
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield Listener(Cluster("127.0.0.1", server.server_address[1]), heard)
        finally:
            server.shutdown()
