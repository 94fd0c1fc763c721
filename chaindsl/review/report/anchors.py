"""Where things stand on the page: an address for every flow and for every line of source that is shown."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from chaindsl.graph.flow import Chain, Flow, Nested, Transition
from chaindsl.graph.place import Place
from chaindsl.graph.walk import flow_parts, nested_flows
from chaindsl.review.project import ProjectView

MOST_LINES = 20_000
"""Of a longer file only the beginning is shown."""


@dataclass(frozen=True)
class Anchors:
    """The files whose source is shown, by name, with their lines; `flows` are the flows in the order of the page."""

    sources: Mapping[str, tuple[str, ...]]
    flows: tuple[Flow, ...]

    def line(self, place: Place | None) -> str:
        """Return the address of a place on the page, the empty text where it is not shown."""
        if place is None or place.file not in self.sources or place.line > len(self.sources[place.file]):
            return ""
        return f"#{line_id(list(self.sources).index(place.file), place.line)}"

    def of(self, part: object) -> str:
        """Return the address of the source of a part of a graph, the empty text where it has none."""
        if isinstance(part, tuple):
            body, state = part
            declared = body.states if isinstance(body.states, tuple) else ()
            return next((self.line(one.place) for one in declared if one.name == state), "")
        place = getattr(part, "place", None)
        return self.line(place if isinstance(place, Place) else None)

    def flow(self, flow: Flow) -> str:
        """Return the address of a flow's own part of the page, the empty text where it has none."""
        number = next(
            (n for n, one in enumerate(self.flows) if one.place == flow.place and one.name == flow.name), None
        )
        return "" if number is None else f"#{flow_id(number)}"


def line_id(file: int, line: int) -> str:
    """Return the identifier of a line of source."""
    return f"s{file}-{line}"


def flow_id(number: int) -> str:
    """Return the identifier of a flow's part of the page."""
    return f"flow-{number + 1}"


def anchors_of(view: ProjectView, folder: str) -> Anchors:
    """Return the anchors of a project: the source of flows, and of the steps in them wherever these stand."""
    flows = tuple(flow.graph for file in view.files for flow in file.flows)
    sources = {file.shown: _lines(file.text) for file in view.files}
    for place in _places(flows):
        if place.file not in sources:
            text = _text(Path(folder) / place.file)
            if text is not None:
                sources[place.file] = _lines(text)
    return Anchors(sources, flows)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n")[:MOST_LINES])


def _text(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
    except OSError:
        return None


def _places(flows: Iterable[Flow]) -> Iterator[Place]:
    """The places of all parts of flows, those inside them included, files in order."""
    waiting, seen = list(flows), set[int]()
    while waiting:
        flow = waiting.pop(0)
        if id(flow) in seen:
            continue
        seen.add(id(flow))
        parts: Iterable[object] = flow_parts(flow) if isinstance(flow.body, Chain) else flow.body.transitions
        for part in (flow, *parts):
            place = getattr(part, "place", None)
            if isinstance(place, Place) and not isinstance(part, Nested | Transition):
                yield place
            elif isinstance(part, Transition) and part.work is not None and part.work.place is not None:
                yield part.work.place
        waiting.extend(nested_flows(flow))
