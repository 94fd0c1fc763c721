"""What records keep of values."""

from dataclasses import dataclass

from chaindsl.trace.keep import HIDDEN, keep


@dataclass(frozen=True, slots=True)
class Recording:
    """`redact` names the keys whose values no record shows, `cap` how many characters of a value are written out.

    What can't change is kept whole, by reference, and cut where it is written out; in a flow that frees its keys
    (`frees`) records must not hold on to them, so there it is cut at once.
    """

    redact: frozenset[str] = frozenset()
    cap: int = 262_144
    frees: bool = False

    def keep(self, key: str | None, value: object) -> object:
        """Return what a record keeps of the value under a key."""
        if key in self.redact:
            return HIDDEN
        return keep(value, self.cap, cut=self.frees)


WHOLE = Recording()
"""Nothing redacted, and the usual cap."""
