"""Where in its flow a place stands, so that two runs are told in one order, however their parts overlapped."""

from collections.abc import Iterable

from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown

Rank = tuple[int, ...]


class Order:
    """The order of a flow's places. A chain's is its source's; a workflow's is that in which places were first seen."""

    def __init__(self, flow: Flow | None) -> None:
        self._flow = flow
        self._seen: dict[str, int] = {}
        self._spots: dict[int, dict[str, tuple[Rank, Flow | None]]] = {}

    def rank(self, path: str) -> Rank:
        """Return what sorts a path; ask in the order in which places were seen."""
        seen = self._seen.setdefault(path, len(self._seen))
        if self._flow is None:
            return (seen,)
        return (*self._below(self._flow, path.split("/")[1:]), seen)

    def _below(self, flow: Flow, names: list[str]) -> Rank:
        rounds = [int(name.removeprefix("round ")) for name in names if _is_round(name)]
        count = next((number for number, name in enumerate(names) if not _is_round(name)), len(names))
        if not isinstance(flow.body, Chain) or count == len(names):
            return ()
        spot = self._spots_of(flow).get(names[count])
        if spot is None:
            return ()
        loops, inner = spot
        found = [number for pair in zip(loops, [*rounds[:count], 0], strict=False) for number in pair]
        return (*found, *(self._below(inner, names[count + 1 :]) if inner is not None else ()))

    def _spots_of(self, flow: Flow) -> dict[str, tuple[Rank, Flow | None]]:
        """By name: where each step and nested flow stands, after the loops around it, and the nested flow."""
        known = self._spots.get(id(flow))
        if known is None:
            known = {}
            if isinstance(flow.body, Chain):
                self._walk(flow.body.parts, (), known)
            self._spots[id(flow)] = known
        return known

    def _walk(self, parts: Iterable[Part], loops: Rank, known: dict[str, tuple[Rank, Flow | None]]) -> None:
        for part in parts:
            here = len(known)
            match part:
                case Step(name=str(name)):
                    known.setdefault(name, ((*loops, here), None))
                case Nested(flow) if isinstance(flow.name, str):
                    known.setdefault(flow.name, ((*loops, here), flow))
                case Repeat():
                    self._walk(part.parts, (*loops, here), known)
                case Parallel():
                    self._walk(part.parts, loops, known)
                case Branch(_, routes, otherwise):
                    for route in () if isinstance(routes, Unknown) else routes:
                        self._walk(route.parts, loops, known)
                    self._walk(otherwise or (), loops, known)


def _is_round(name: str) -> bool:
    return name.startswith("round ") and name.removeprefix("round ").isdecimal()
