"""The pipes of a started command, served together by whoever waits, so that no full pipe can block the command.

It knows nothing about processes. The end of each output is kept, in bounded memory, since that is where a program
says what went wrong.
"""

import contextlib
import os
import selectors
import time
from collections.abc import Mapping
from typing import IO

_CHUNK = 65_536


class Tail:
    """The last `limit` bytes of a stream."""

    __slots__ = ("_kept", "_limit", "_seen")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept = bytearray()
        self._seen = 0

    def add(self, chunk: bytes) -> None:
        """Append the chunk; what is too much is dropped now and then, so that no byte is moved often."""
        self._seen += len(chunk)
        self._kept += chunk
        if len(self._kept) > 2 * self._limit + _CHUNK:
            self._trim()

    def read(self) -> tuple[str, int]:
        """Return the end of the stream as text, and how many bytes before it are cut off.

        It is read as UTF-8 and starts with a whole character; bytes that are no UTF-8 become U+FFFD.
        """
        self._trim()
        start = 0
        while len(self._kept) < self._seen and start < min(3, len(self._kept)) and self._kept[start] & 0xC0 == 0x80:
            start += 1
        kept = self._kept[start:]
        return kept.decode("utf-8", errors="replace"), self._seen - len(kept)

    def _trim(self) -> None:
        del self._kept[: max(0, len(self._kept) - self._limit)]


class Pipes:
    """One pipe to write `text` to, pipes to read until everybody has closed them; it owns and closes them."""

    def __init__(self, stdin: IO[bytes] | None, text: bytes, outputs: Mapping[IO[bytes], Tail]) -> None:
        self._selector = selectors.DefaultSelector()
        self._unsent = memoryview(text)
        self._files = {pipe.fileno(): pipe for pipe in (*([stdin] if stdin else []), *outputs)}
        self._tails = {pipe.fileno(): tail for pipe, tail in outputs.items()}
        self._watched: set[int] = set()
        for descriptor in self._files:
            os.set_blocking(descriptor, False)
            read = descriptor in self._tails
            self._selector.register(descriptor, selectors.EVENT_READ if read else selectors.EVENT_WRITE)

    @property
    def drained(self) -> bool:
        """Whether nobody holds the other end of an output any more."""
        return not self._tails

    def watch(self, descriptor: int) -> None:
        """Let `serve` return when this descriptor can be read; reading and closing it is the caller's."""
        self._selector.register(descriptor, selectors.EVENT_READ)
        self._watched.add(descriptor)

    def watch_nothing(self) -> None:
        """Take back every `watch`."""
        while self._watched:
            self._selector.unregister(self._watched.pop())

    def serve(self, seconds: float | None) -> set[int]:
        """Wait at most this long (None: without limit), serve what is ready, return the watched that are ready."""
        ready = {key.fd for key, _ in self._selector.select(seconds)}
        for descriptor in ready - self._watched:
            self._read(descriptor) if descriptor in self._tails else self._write(descriptor)
        return ready & self._watched

    def serve_for(self, seconds: float) -> None:
        """Serve the pipes for as long as this."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self.serve(left):
                time.sleep(min(left, 0.005))  # a watched descriptor stays ready, and this must not spin

    def close(self) -> None:
        """Close what is still open."""
        for descriptor in list(self._files):
            self._finish(descriptor)
        self._selector.close()

    def _read(self, descriptor: int) -> None:
        with contextlib.suppress(BlockingIOError):
            if chunk := os.read(descriptor, _CHUNK):
                self._tails[descriptor].add(chunk)
            else:
                self._finish(descriptor)

    def _write(self, descriptor: int) -> None:
        try:
            self._unsent = self._unsent[os.write(descriptor, self._unsent[:_CHUNK]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # a program need not read its input
            self._unsent = self._unsent[:0]
        if not self._unsent:
            self._finish(descriptor)

    def _finish(self, descriptor: int) -> None:
        self._selector.unregister(descriptor)
        self._tails.pop(descriptor, None)
        self._files.pop(descriptor).close()
