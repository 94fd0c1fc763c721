"""Pieces of an answer without the space around the whole of it, which is not known before the end."""

from chaindsl.vocabulary.chunks import Told


class Trimmed:
    """Tells the pieces of one answer so that together they are the answer with the space around it taken off."""

    __slots__ = ("_held", "_tell", "_told")

    def __init__(self, tell: Told) -> None:
        self._tell = tell
        self._held = ""
        self._told = 0

    def add(self, text: str, offset: int) -> None:
        """Take the next piece; one with offset 0 begins the answer, or begins it anew."""
        if offset == 0:
            self._held, self._told = "", 0
        found = self._held + text
        sound = found.rstrip()
        self._held = found[len(sound) :]
        sound = sound if self._told else sound.lstrip()
        if sound:
            self._tell(sound, self._told)
            self._told += len(sound)
