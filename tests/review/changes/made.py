"""Flows that are made of nothing but a graph, as if a file had been read; and what a diff of them says."""

from typing import Any, cast

from analyzer.source.reading import SourceFlow
from chaindsl.graph.flow import Flow
from chaindsl.review.changes.compare import compare
from chaindsl.review.changes.difference import Difference, FlowDifference
from chaindsl.review.changes.snapshot import FlowAt, Snapshot

NOTHING = cast(Any, None)


class Nobody:
    """Who reads no source, by which what is known of a flow is kept."""


def flow_at(graph: Flow, file: str = "flows.py") -> FlowAt:
    return FlowAt(file, SourceFlow(graph, ("flow",), "", NOTHING, {}, cast(Any, Nobody())))


def snapshot(*graphs: Flow) -> Snapshot:
    return Snapshot([flow_at(graph) for graph in graphs])


def compared(old: Flow | None, new: Flow | None) -> FlowDifference:
    """The difference of two flows of one name; None for one that is not there."""
    (found,) = compare(*(snapshot() if graph is None else snapshot(graph) for graph in (old, new)))
    return found


def difference(old: Flow | None, new: Flow | None) -> Difference:
    return Difference("old", "new", (compared(old, new),))
