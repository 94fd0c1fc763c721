"""A model's answer as it is told in pieces: each as soon as no secret can have begun in what is not told yet."""

from collections.abc import Callable

from chaindsl.trace.secrets import Secrets


class Pieces:
    """One answer on its way. `tell` is called with a piece, and how many characters of the answer were told before.

    An end that could be the beginning of a secret is held back until what follows says that it is none.
    """

    __slots__ = ("_held", "_secrets", "_tell", "_told")

    def __init__(self, secrets: Secrets, tell: Callable[[str, int], object]) -> None:
        self._secrets = secrets
        self._tell = tell
        self._held = ""
        self._told = 0

    def add(self, text: str, offset: int) -> None:
        """Take the next piece; one with offset 0 begins the answer, or begins it anew."""
        if offset == 0:
            self._held, self._told = "", 0
        self._held += text
        self._pass(self._secrets.settled(self._held))

    def end(self) -> None:
        """Tell what is held back: nothing follows."""
        self._pass(len(self._held))

    def _pass(self, size: int) -> None:
        shown, self._held = self._secrets.mask(self._held[:size]), self._held[size:]
        if shown:
            self._tell(shown, self._told)
            self._told += len(shown)
