"""How the server ends: at once, and with all that it started.

A signal or the end of the input ends it within two seconds, whatever is running. Runs that were under way are not lost:
the store has them, and whoever serves it next goes on with them.
"""

import contextlib
import ctypes
import logging
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from chaindsl.runtime.process_tree import MARK, end_offspring, new_mark

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
GRACE = 0.5
"""Seconds that running commands have to end by themselves."""
PATIENCE = 0.5
"""Seconds to wait for killed ones, and for the store to close."""
FAREWELL = 0.5
"""Seconds that the server has to end by itself once its input has ended."""


PR_SET_CHILD_SUBREAPER = 36


class Ending:
    """What is to be done before the process ends. Make one before anything of the user's is loaded."""

    def __init__(self) -> None:
        self._closings: list[Callable[[], None]] = []
        self._mark = new_mark()
        self._begun = threading.Lock()
        self._leaver: int | None = None
        # Every process that is started from here on inherits it, and so can be found.
        os.environ[MARK] = self._mark
        adopt_orphans()

    def first(self, closing: Callable[[], None]) -> None:
        """Have something closed before running commands are ended, so that their end is not taken for a failure."""
        self._closings.append(closing)

    def on_signals(self) -> None:
        """End at a signal with the exit status that a shell expects. Call it in the main thread.

        A server that was told to outlive its terminal (`nohup`) does.
        """
        for number in SIGNALS:
            if number is not signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._signalled)

    def on_end_of(self, descriptor: int) -> None:
        """End soon after nobody can write to a pipe or socket any more, even if nobody reads it."""
        threading.Thread(target=self._watch, args=(descriptor,), name="chaindsl-input", daemon=True).start()

    def leave(self, status: int) -> NoReturn:
        """End the process, and first all that it started."""
        if not self._begun.acquire(blocking=False):
            # Another thread is at it already, and ends this one too.
            time.sleep(60)
        self._leaver = threading.get_ident()
        # What fails from here on fails because of the end.
        logging.disable()
        closing = threading.Thread(target=self._close, daemon=True)
        closing.start()
        closing.join(PATIENCE)
        end_offspring(self._mark, GRACE, PATIENCE)
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(status)

    def _close(self) -> None:
        for closing in self._closings:
            closing()

    def _signalled(self, number: int, _: FrameType | None) -> None:
        # A second signal must not hold up what the first one has begun in this very thread.
        if self._leaver != threading.get_ident():
            self.leave(128 + number)

    def _watch(self, descriptor: int) -> None:
        watched = select.poll()
        watched.register(descriptor, 0)
        while not any(event & (select.POLLHUP | select.POLLERR) for _, event in watched.poll()):
            time.sleep(FAREWELL)
        time.sleep(FAREWELL)
        self.leave(0)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none is out of sight (Linux; prctl(2)).

    The few that outlive their parent and end before the server does stay zombies until then: to wait for them would
    take from the code that is served what it waits for itself.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
