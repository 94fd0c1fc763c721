"""What records keep of values."""

from collections.abc import Mapping
from dataclasses import dataclass

from chaindsl.trace.keep import HIDDEN, Serialised, clipped, immutable, json_text, keep
from chaindsl.trace.secrets import Secrets


@dataclass(frozen=True, slots=True)
class Recording:
    """`redact` names the keys whose values no record shows, `cap` how many characters of a value are written out.

    What can't change is kept whole, by reference, and cut where it is written out; in a flow that frees its keys
    (`frees`) records must not hold on to them, so there it is cut at once. `masks` says that there may be secrets,
    which each run then knows of by itself, `searches` that values may have some in them, in pydantic's secret types.
    """

    redact: frozenset[str] = frozenset()
    cap: int = 262_144
    frees: bool = False
    masks: bool = False
    searches: bool = False

    def learn(self, values: Mapping[str, object], secrets: Secrets) -> None:
        """Let a run know what is secret in values that come together, before any of them is kept."""
        for key, value in values.items():
            if key in self.redact or self.searches:
                secrets.learn(value, typed=key not in self.redact)

    def keep(self, key: str | None, value: object, secrets: Secrets | None = None) -> object:
        """Return what a record keeps of the value under a key, without what is secret in the run.

        The secrets of a value are known from then on.
        """
        if key in self.redact:
            if secrets is not None:
                secrets.learn(value)
            return HIDDEN
        if secrets is None or value is None or isinstance(value, bool):
            return keep(value, self.cap, cut=self.frees)
        if isinstance(value, str):
            shown = secrets.mask(value)
            return clipped(shown, self.cap) if self.frees else shown
        if self.searches:
            secrets.learn(value, typed=True)
        text = json_text(value)
        masked = secrets.json(text)
        if masked == text and immutable(value):
            return keep(value, self.cap, cut=self.frees)
        return Serialised(masked[: self.cap], len(masked))


WHOLE = Recording()
"""Nothing redacted, and the usual cap."""
