"""The live flow: a graph with the objects behind it, ready to be bound to tools and run."""

from collections.abc import Collection, Generator, Iterable, Mapping
from pathlib import Path
from typing import Any, overload

from chaindsl.graph.flow import Flow as Graph
from chaindsl.runtime.batch import Result
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.records import Records
from chaindsl.runtime.replay import Replay, replay
from chaindsl.runtime.run import Run
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.telling import OnEvent
from chaindsl.trace.stored import StoredTrace


class Flow:
    """A chain or a workflow. Build one with `chain` or `workflow`; `graph` is what was checked and what runs."""

    __slots__ = ("definition",)

    def __init__(self, definition: Definition) -> None:
        self.definition = definition

    @property
    def graph(self) -> Graph:
        """The neutral model of this flow, the same that the analyzer reads from the source."""
        return self.definition.graph

    @property
    def name(self) -> str:
        """The flow's name."""
        return str(self.definition.graph.name)

    def bind(self, **tools: Any) -> Runner:
        """Return a runner with these tools. Raises FlowError naming every tool that is missing or unknown."""
        return Runner(self.definition, tools)

    # Two ways to call each, since type checkers take an unpacked mapping of tools for a value of `on_event` too.
    @overload
    def run(self, values: Mapping[str, Any], *, on_event: OnEvent | None, **tools: Any) -> Run: ...
    @overload
    def run(self, values: Mapping[str, Any], **tools: Any) -> Run: ...
    def run(self, values: Mapping[str, Any], *, on_event: OnEvent | None = None, **tools: Any) -> Run:
        """Run once: short for `flow.bind(**tools).run(values, on_event=on_event)`."""
        return self.bind(**tools).run(values, on_event=on_event)

    @overload
    async def arun(self, values: Mapping[str, Any], *, on_event: OnEvent | None, **tools: Any) -> Run: ...
    @overload
    async def arun(self, values: Mapping[str, Any], **tools: Any) -> Run: ...
    async def arun(self, values: Mapping[str, Any], *, on_event: OnEvent | None = None, **tools: Any) -> Run:
        """Run once, asynchronously: short for `flow.bind(**tools).arun(values, on_event=on_event)`."""
        return await self.bind(**tools).arun(values, on_event=on_event)

    @overload
    def iter(self, values: Mapping[str, Any], *, on_event: OnEvent | None, **tools: Any) -> Records: ...
    @overload
    def iter(self, values: Mapping[str, Any], **tools: Any) -> Records: ...
    def iter(self, values: Mapping[str, Any], *, on_event: OnEvent | None = None, **tools: Any) -> Records:
        """Run once, handing out each record as it is made: short for `flow.bind(**tools).iter(values, …)`."""
        return self.bind(**tools).iter(values, on_event=on_event)

    def map(
        self,
        inputs: Iterable[Mapping[str, Any]],
        *,
        workers: Any = 4,
        budget: Any = None,
        stop_at: Any = 1.0,
        engine: Any = None,
        on_event: Any = None,
        **tools: Any,
    ) -> Generator[Result, None, None]:
        """Run for each of the inputs: short for `flow.bind(**tools).map(inputs, workers=workers, …)`."""
        runner = self.bind(**tools)
        return runner.map(inputs, workers=workers, budget=budget, stop_at=stop_at, engine=engine, on_event=on_event)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the flow's picture, None where no program here can lay one out."""
        from chaindsl.draw.notebook import svg_of  # noqa: PLC0415 - only notebooks ask for pictures

        return svg_of(self.graph)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows, by media type."""
        from chaindsl.draw.notebook import bundle_of  # noqa: PLC0415 - only notebooks ask for pictures

        return bundle_of(self.graph, repr(self))

    def replay(
        self,
        trace: StoredTrace | str | Path,
        *,
        start: str | None = None,
        live: Collection[str] = (),
        values: Mapping[str, Any] | None = None,
        **tools: Any,
    ) -> Replay:
        """Run this flow as it is today with what models answered in a recorded run, and say where the two differ.

        Everything before the step `start` is taken from the trace; steps in `live` ask the models that are given here.
        Effects are not done again. Raises NoReplay, TraceFileError, InputError.
        """
        # What reads traces takes a while to import, and few flows are ever replayed.
        from chaindsl.trace.jsonl import read_trace  # noqa: PLC0415

        found = trace if isinstance(trace, StoredTrace) else read_trace(trace)
        return replay(self.definition, found, tools, start=start, live=live, values=values)

    def __repr__(self) -> str:
        return f"<{self.graph.kind} {self.name}>"
