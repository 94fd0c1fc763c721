"""How much a check looked at, and the words for it. It knows no finding, so that saying "clean" stays cheap."""

from typing import NamedTuple

from analyzer.files import Skipped


class Coverage(NamedTuple):
    """How much was looked at. `files` were read, `parsed` of them because they may hold a flow.

    `unknown` counts the parts of flows that could not be followed; `skipped` is what was not read and should have been.
    """

    files: int = 0
    parsed: int = 0
    flows: int = 0
    unknown: int = 0
    skipped: tuple[Skipped, ...] = ()
    excluded: int = 0

    @property
    def whole(self) -> bool:
        """Whether everything was read and followed."""
        return not self.unknown and not self.skipped

    def parts(self) -> list[str]:
        """What was looked at and what was left out, each in words."""
        parts = [f"{count(self.files, 'file')} read", count(self.flows, "flow")]
        parts += [count(self.unknown, "unknown part")] if self.unknown else []
        parts += [f"{len(self.skipped)} skipped"] if self.skipped else []
        parts += [f"{self.excluded} excluded"] if self.excluded else []
        return parts

    def verdict(self) -> str:
        """What to say where nothing was found; "clean" only where everything was read and followed."""
        if not self.files and not self.skipped:
            return "No Python file found"
        return "Clean" if self.whole else "No errors or warnings, but not everything could be followed"


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, in the plural if need be."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
