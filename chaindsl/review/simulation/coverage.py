"""Which parts of a flow the paths through it take: counted, and shown on its picture."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chaindsl.draw.flow import draw_flow
from chaindsl.draw.model import Drawing, Node, Role, Tone
from chaindsl.draw.overlay import Note, Words, annotated
from chaindsl.graph.flow import Flow, Workflow
from chaindsl.review.pictures.mark import Mark, mark_of
from chaindsl.review.ways.way import Beside, Chosen, Done, Gap, Rounds, Stop, Taken, Waited, Way, Within, walked

WORDS: Words = {Tone.DONE: ("✓ taken", "on a path"), Tone.NEVER: ("✗ not taken", "on no path")}


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the `paths` take each part."""

    taken: Counter[Mark]
    paths: int

    def of(self, part: object) -> int:
        """Return how many paths take a part of the graph, as a drawing's node names it."""
        return self.taken[mark_of(part)]


def coverage_of(flow: Flow, ways: Sequence[Way]) -> Coverage:
    """Count what ways through a flow take, each part once for each way."""
    taken: Counter[Mark] = Counter()
    for way in ways:
        taken.update(set(_marks(flow, way)))
    return Coverage(taken, len(ways))


def _marks(flow: Flow, way: Way) -> Iterator[Mark]:
    yield id(flow)
    yield from _states(flow, way.stops)
    for stop in walked(way.stops):
        match stop:
            case Done(step):
                yield id(step)
            case Taken(transition):
                yield id(transition)
            case Chosen(branch):
                yield id(branch)
            case Gap(hole):
                yield id(hole)
            case Within(inner, stops):
                yield id(inner)
                yield from _states(inner, stops)
            case Rounds() | Beside() | Waited():
                pass


def _states(flow: Flow, stops: Sequence[Stop]) -> Iterator[Mark]:
    """The states that are entered on a way through a workflow."""
    if not isinstance(flow.body, Workflow):
        return
    if isinstance(flow.body.initial, str):
        yield id(flow.body), flow.body.initial
    yield from ((id(flow.body), stop.target) for stop in stops if isinstance(stop, Taken | Waited))


def covered(flow: Flow, coverage: Coverage) -> Drawing:
    """Return the flow's drawing with how many paths take each part; what none takes fades."""

    def note(part: object) -> Note | None:
        count = coverage.of(part)
        if not count:
            return Note(("✗ on no path",), Tone.NEVER)
        every = "every path" if count == coverage.paths else f"{count} of {coverage.paths} paths"
        return Note((f"✓ {every}",), Tone.DONE)

    return annotated(draw_flow(flow), note, WORDS)


def counted(drawing: Drawing, coverage: Coverage) -> tuple[int, int]:
    """Return how many of a drawing's steps, transitions and states are on a path, and how many there are."""
    nodes = [node for node in drawing.nodes if _counts(node)]
    return sum(coverage.of(node.part) > 0 for node in nodes), len(nodes)


def _counts(node: Node) -> bool:
    return node.part is not None and node.role not in (Role.START, Role.BRANCH, Role.UNKNOWN)
