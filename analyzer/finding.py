"""What a rule says about a place in the source. Plain data: reports render it, nothing here knows a format."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from chaindsl.graph.flow import Flow
from chaindsl.graph.place import Place


class Severity(StrEnum):
    """How much a finding hurts; `INFO` never decides an exit status."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Confidence(StrEnum):
    """Whether a finding is proved on the graph or the source, or is a judgement."""

    PROVED = "proved"
    JUDGED = "judged"


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that the finding speaks of, and what is there."""

    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text from `place`'s start to its end by `text`."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that end the finding; `safe` says that they can't change what a run that works now does.

    `becomes` is the graph of the flow with them, where they change it: before the fix is offered it is tried on it.
    `instead` is what to offer if that fails. Nobody is shown either.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool
    becomes: Flow | None = field(default=None, compare=False, repr=False)
    instead: "Fix | None" = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    `symbol` is the flow, or `flow.step`, that it is about. `witness` is what proves it, a line each: the path, the
    key's writers, the sum. `help` says what to do next. `about` names what the finding is about, as in `key:draft`:
    by it findings of one flow are found to follow from one another. `offer` makes a fix, if there is one, for a
    finding that is told. Nobody is shown these two. One that is `on_request` is told only to those who selected its
    rule.
    """

    code: str
    name: str
    message: str
    severity: Severity
    confidence: Confidence
    place: Place
    symbol: str = ""
    related: tuple[Related, ...] = ()
    witness: tuple[Related | str, ...] = ()
    help: str = ""
    fix: Fix | None = None
    on_request: bool = field(default=False, compare=False, repr=False)
    about: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    offer: Callable[[], Fix | None] | None = field(default=None, compare=False, repr=False)
