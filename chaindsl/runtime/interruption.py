"""Ends from outside what runs in other threads: whatever they wait for there is cancelled. It knows no run."""

from collections.abc import Callable
from contextlib import ExitStack
from threading import Event, Lock

Cancel = Callable[[], object]


class GivenUp(BaseException):
    """A run is ended from outside, in the place of going on. It can be taken up again where it was."""

    def __init__(self) -> None:
        super().__init__("nobody waits for it any longer")


class Interruption:
    """Is handed to whatever is to be ended together, as `Environment.interruption`. It ends for good."""

    def __init__(self) -> None:
        self._ended = Event()
        self._lock = Lock()
        self._cancels: list[Cancel] = []

    @property
    def ended(self) -> bool:
        """Whether what runs is to end."""
        return self._ended.is_set()

    def check(self) -> None:
        """Raise GivenUp once it has ended."""
        if self._ended.is_set():
            raise GivenUp

    def sleep(self, seconds: float) -> None:
        """Sleep, unless it ends meanwhile: then raise GivenUp."""
        if self._ended.wait(seconds):
            raise GivenUp

    def hold(self, cancel: Cancel) -> None:
        """Have `cancel` called when it ends, from whatever thread; at once if it has ended."""
        with self._lock:
            if not self._ended.is_set():
                self._cancels.append(cancel)
                return
        cancel()

    def release(self, cancel: Cancel) -> None:
        """Forget what `hold` was given."""
        with self._lock:
            if cancel in self._cancels:
                self._cancels.remove(cancel)

    def end(self) -> None:
        """End what runs. Each is cancelled, whatever the others raise."""
        with self._lock:
            self._ended.set()
            cancels, self._cancels = self._cancels, []
        with ExitStack() as stack:
            for cancel in cancels:
                stack.callback(cancel)
