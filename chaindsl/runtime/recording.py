"""What records keep of values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recording:
    """`redact` names the keys whose values no record shows, `cap` is how many characters of a value are kept."""

    redact: frozenset[str] = frozenset()
    cap: int = 262_144
