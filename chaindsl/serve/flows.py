"""The flows that are served, and which of them a run belongs to. It knows nothing of the protocol."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import PydanticUserError, TypeAdapter

from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Workflow
from chaindsl.graph.nearest import nearest
from chaindsl.language.flow import Flow
from chaindsl.serve.session import FlowSession
from chaindsl.store.failure import NoRun
from chaindsl.store.head import Head


@dataclass(frozen=True, slots=True)
class FlowView:
    """A flow that may be started: `values` is the JSON Schema of what it takes, `kind` is chain or workflow."""

    flow: str
    kind: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Flows:
    """Every flow that may be started."""

    flows: tuple[FlowView, ...]


@dataclass(frozen=True, slots=True)
class Served:
    """A flow with what runs it."""

    flow: Flow
    session: FlowSession

    @property
    def transitions(self) -> tuple[str, ...]:
        """The names of its transitions; none in a chain."""
        body = self.flow.graph.body
        return tuple(str(edge.name) for edge in body.transitions) if isinstance(body, Workflow) else ()

    def view(self) -> FlowView:
        """Return what is said of it to whoever may start it."""
        kind = "workflow" if isinstance(self.flow.graph.body, Workflow) else "chain"
        return FlowView(self.flow.name, kind, values_schema(self.flow))


class Heads(Protocol):
    """What is asked of a store."""

    def head(self, run: str) -> Head: ...


class Catalogue:
    """The served flows by name, over one store."""

    def __init__(self, served: Iterable[Served], heads: Heads) -> None:
        self._served = {each.flow.name: each for each in served}
        self._heads = heads
        self._views = Flows(tuple(each.view() for each in self._served.values()))

    def all(self) -> tuple[Served, ...]:
        """Return the flows in their order."""
        return tuple(self._served.values())

    def views(self) -> Flows:
        """Return what is said of the flows."""
        return self._views

    def named(self, flow: str) -> Served:
        """Return what runs a flow. Raises ChainDslError `no-such-flow` with the nearest names."""
        if flow not in self._served:
            raise ChainDslError("no-such-flow", f"there is no flow {flow!r}", flow, hint=nearest(flow, self._served))
        return self._served[flow]

    def of_run(self, run: str) -> Served:
        """Return what runs the flow of a run. A run of a flow that is not served is as unknown as any (NoRun)."""
        head = self._heads.head(run)
        if head.flow not in self._served:
            raise NoRun(run)
        return self._served[head.flow]


def values_schema(flow: Flow) -> dict[str, Any]:
    """Return the JSON Schema of what a flow is started with; a type that has none takes anything."""
    definition = flow.definition
    if definition.model is not None:
        return {**TypeAdapter(definition.model).json_schema(), "additionalProperties": False}
    inputs = flow.graph.inputs if isinstance(flow.graph.inputs, tuple) else ()
    made: dict[str, Any] = {
        "type": "object",
        "properties": {part.key: key_schema(definition.inputs.get(part.key, Any)) for part in inputs},
        "additionalProperties": False,
    }
    required = [part.key for part in inputs if not part.optional]
    return {**made, "required": required} if required else made


def key_schema(live: Any) -> dict[str, Any]:
    """Return the JSON Schema of one key's type."""
    try:
        return TypeAdapter(live).json_schema()
    except PydanticUserError:
        return {}
