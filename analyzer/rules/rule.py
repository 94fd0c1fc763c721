"""What a rule says of itself, and what it is given to look at."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from analyzer.finding import Confidence, Finding, Fix, Related, Severity
from chaindsl.graph.place import Place


class Scope(StrEnum):
    """What a rule looks at, one at a time."""

    FLOW = "flow"
    """`FlowFacts`: the graph of a flow; works on live graphs too."""
    BODY = "body"
    """`BodyFacts`: a flow with the bodies of its steps."""
    FILE = "file"
    """`Reading`: a whole file, readable or not."""
    SHELL = "shell"
    """Nothing: what is wrong with comments is found when all other findings are known."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's record.

    `severity` and `confidence` are what its findings have unless one says otherwise; `also` are the severities that
    one may say. `since` is the version that brought it. `bad` is a module that it finds something in, on each line
    that ends in `# here`; `good` one that says the same without the defect. A rule that is not `default` runs only
    when it is selected.
    """

    code: str
    name: str
    severity: Severity
    confidence: Confidence
    since: str
    bad: str
    good: str
    scope: Scope = Scope.FLOW
    default: bool = True
    also: tuple[Severity, ...] = ()

    def finding(
        self,
        message: str,
        place: Place,
        *,
        symbol: str = "",
        help: str = "",
        related: Iterable[Related] = (),
        witness: Iterable[Related | str] = (),
        severity: Severity | None = None,
        confidence: Confidence | None = None,
        on_request: bool = False,
        about: Iterable[str] = (),
        offer: Callable[[], Fix | None] | None = None,
    ) -> Finding:
        """Return a finding of this rule."""
        return Finding(
            self.code,
            self.name,
            message,
            severity or self.severity,
            confidence or self.confidence,
            place,
            symbol,
            tuple(related),
            tuple(witness),
            help,
            on_request=on_request,
            about=frozenset(about),
            offer=offer,
        )


Check = Callable[[Any], Iterator[Finding]]
"""A rule's generator: it takes what its scope says."""
