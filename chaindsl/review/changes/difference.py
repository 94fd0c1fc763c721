"""What two revisions differ in, as data: the whole input of a report. It knows neither git nor formats."""

from dataclasses import dataclass, field

from analyzer.finding import Finding, Severity
from chaindsl.graph.flow import Flow
from chaindsl.review.changes.change import Change, Renamed
from chaindsl.review.changes.following import Following
from chaindsl.review.changes.snapshot import FlowAt


@dataclass(frozen=True)
class FlowDifference:
    """What happened to one flow: `old` or `new` is None where it was, or is, not there.

    `moved` says that it is made in another file; `was` is the old flow under the new names. `parts` are flows inside it
    that have changed, and are told of themselves. `removed` and `touched` say of human gates, in sentences, which are
    gone and what happened to others.
    """

    old: FlowAt | None
    new: FlowAt | None
    moved: bool = False
    was: Flow | None = None
    changes: tuple[Change, ...] = ()
    renamed: tuple[Renamed, ...] = ()
    parts: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    before: Following | None = None
    after: Following | None = None
    found: tuple[Finding, ...] = ()
    gone: tuple[Finding, ...] = ()

    @property
    def name(self) -> str:
        """The flow's name, the new one if it has two; `?` for one that has none."""
        return self.here.name or "?"

    @property
    def here(self) -> FlowAt:
        """The flow as it is, or as it was if it is gone."""
        found = self.new or self.old
        assert found is not None
        return found

    @property
    def verb(self) -> str:
        """`added`, `removed`, `changed` or `same`."""
        if self.old is None or self.new is None:
            return "added" if self.old is None else "removed"
        return "changed" if self.changes or self.parts or self.found or self.gone else "same"

    @property
    def pictured(self) -> bool:
        """Whether a picture of it shows something that was not there, or is not what it was."""
        return bool(self.changes) or self.old is None or self.new is None


@dataclass(frozen=True)
class Difference:
    """All flows that were looked at, and what is to be said besides: findings outside of flows, and notes."""

    old: str
    new: str
    flows: tuple[FlowDifference, ...] = ()
    found: tuple[Finding, ...] = ()
    gone: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def different(self) -> tuple[FlowDifference, ...]:
        """The flows that are not what they were."""
        return tuple(flow for flow in self.flows if flow.verb != "same")

    @property
    def quiet(self) -> tuple[FlowDifference, ...]:
        """The flows that have only moved, or have other names."""
        return tuple(flow for flow in self.flows if flow.verb == "same" and (flow.moved or flow.renamed))

    @property
    def removed_gates(self) -> list[tuple[FlowDifference, str]]:
        """Every human gate that is gone, with its flow."""
        return [(flow, text) for flow in self.flows for text in flow.removed]

    def new_findings(self, *severities: Severity) -> list[Finding]:
        """Every finding that is new, of these severities."""
        found = [*self.found, *(one for flow in self.flows for one in flow.found)]
        return [one for one in found if one.severity in severities]
