"""A recorded run as its reader holds it. It must not know how it was written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class StoredTrace:
    """What a file holds: the run's head, its records with what they read in the place of revisions, and its end.

    A record has every field of `UNSAID`, and besides: its own `revision`; `revisions`, those of what it read by key;
    `cut`, the length of an output that was cut. `end` is None where the run was interrupted. `torn` says that the last
    line was cut off and left out. `given` are the lines of the run's inputs, by key; an older trace has
    none, and tells of an input only where a step read it.
    """

    head: Mapping[str, Any]
    records: tuple[Mapping[str, Any], ...] = ()
    end: Mapping[str, Any] | None = None
    torn: bool = field(default=False)
    given: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
