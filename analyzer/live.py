"""Checks live graphs: finds the source behind their places, so that findings have columns and bodies are looked at.

It imports nothing and knows no live object: whoever imported a flow hands on its graph, whose places are lines.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from analyzer.check import checked, once_each
from analyzer.files import Source
from analyzer.finding import Finding
from analyzer.flowcheck import check_flow
from analyzer.inspection import Inspection
from analyzer.places import placed
from analyzer.rules.registry import Find, Loaded
from analyzer.source.behind import Behind
from analyzer.source.module import Module
from analyzer.source.project import Project
from analyzer.source.reading import Body, SourceFlow
from analyzer.source.survey import Survey
from analyzer.source.text import text_of
from chaindsl.graph.flow import Flow
from chaindsl.graph.place import Place
from chaindsl.graph.walk import nested_flows

UNKNOWN = "CD002"
"""Always looked for, since unknown parts are counted whether they are told or not."""


class LiveInspector:
    """Inspects the files that live flows come from: what is found in a flow is found in the file it was made in.

    `shown` has the paths to show, by the paths that places have.
    """

    def __init__(self, graphs: Iterable[Flow], shown: Mapping[str, str], rules: Find) -> None:
        self._graphs = list(graphs)
        self._shown = shown
        self._rules = rules

    def inspect(self, source: Source, data: bytes, codes: frozenset[str]) -> Inspection:
        """Run rules over the flows that were made in a file, and those over files over it."""
        project = Project(max_bytes=source.settings.max_file_size)
        reading = project.read(Path(source.path), shown=source.shown, content=data)
        rules = self._rules(codes | {UNKNOWN})
        # The flows that the source tells of are not the ones that were asked for.
        found = checked(replace(reading, flows=()), rules).findings
        flows = 0
        for graph in self._graphs:
            if graph.place is not None and self._shown.get(graph.place.file) == source.shown:
                flows += 1
                found.extend(self._in_flow(graph, project, rules))
        told = once_each(found)
        return Inspection(
            text=text_of(data) if reading.text is None else reading.text,
            # A flow that was put together at run time has no text to correct.
            findings=tuple(replace(one, fix=None) for one in told if one.code in codes),
            flows=flows,
            unknown=sum(one.code == UNKNOWN for one in told),
            # A comment may be there for what the source tells.
            whole=False,
        )

    def _in_flow(self, graph: Flow, project: Project, rules: Sequence[Loaded]) -> Iterator[Finding]:
        outer = _Sources(project, self._shown).of(graph)
        yield from check_flow(outer, rules, is_part=False).findings
        for inner in _all_within(outer.graph):
            yield from check_flow(replace(outer, graph=inner), rules, is_part=True).findings


def _all_within(graph: Flow) -> list[Flow]:
    """The flows inside a flow, each once."""
    found: dict[int, Flow] = {}
    waiting = [graph]
    while waiting:
        new = [inner for inner in nested_flows(waiting.pop()) if id(inner) not in found]
        found.update((id(inner), inner) for inner in new)
        waiting.extend(new)
    return list(found.values())


class _Sources:
    """The source behind one live graph, as far as it can be read."""

    def __init__(self, project: Project, shown: Mapping[str, str]) -> None:
        self._project = project
        self._shown = shown
        self._reader = Survey(project)
        self._known: dict[str, Behind | None] = {}
        self._bodies: dict[Place, Body] = {}

    def of(self, graph: Flow) -> SourceFlow:
        """Return the flow with places as source has them, and with the bodies of its functions."""
        at = placed(graph, self._place)
        home = "" if graph.place is None else graph.place.file
        module = self._module(home) or Module("", Path(home), self._shown.get(home, home), Path(home).parent)
        return SourceFlow(at, (), "", module, self._bodies, self._reader)

    def _place(self, kind: type, place: Place) -> Place:
        behind = self._behind(place.file)
        found = None if behind is None else behind.place(kind, place.line)
        return found or replace(place, file=self._shown.get(place.file, place.file))

    def _behind(self, file: str) -> Behind | None:
        if file not in self._known:
            module = self._module(file)
            self._known[file] = None if module is None else Behind(module, self._reader)
            self._bodies.update(() if module is None else Behind(module, self._reader).bodies())
        return self._known[file]

    def _module(self, file: str) -> Module | None:
        return self._project.read(Path(file), shown=self._shown.get(file, file)).module
