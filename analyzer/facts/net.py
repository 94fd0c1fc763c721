"""The control-flow net of one flow: nodes that read and write keys, and edges that say under which condition.

Chains and workflows become the same kind of net, so that every fact about keys is computed once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from analyzer.facts.contract import NO_KEYS, Contract, Use
from analyzer.facts.keyset import EVERYTHING, KeyIndex
from chaindsl.graph.flow import Part, Transition
from chaindsl.graph.guard import Condition
from chaindsl.graph.place import Place


class Kind(StrEnum):
    """What happens at a node."""

    START = "start"
    END = "end"
    STEP = "step"
    NESTED = "nested"
    BRANCH = "branch"
    LOOP = "loop"
    UNTIL = "until"
    FORK = "fork"
    LEG = "leg"
    JOIN = "join"
    HOLE = "hole"
    STATE = "state"
    GUARD = "guard"
    WAIT = "wait"
    WORK = "work"
    DONE = "done"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class Node:
    """One node: its reads happen before its writes. `title` is how messages and paths call it."""

    kind: Kind
    title: str
    place: Place | None = None
    contract: Contract = NO_KEYS
    name: str = ""
    part: Part | None = None
    transition: Transition | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """Where the run goes on if `condition` holds, None where that is not known to depend on keys.

    An edge that is not `sure` may not exist: what must hold on every path ignores it, what may happen counts it.
    """

    target: int
    condition: Condition | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Loose:
    """The end of a path that is still being built."""

    node: int
    condition: Condition | None = None
    sure: bool = True


@dataclass
class Net:
    """Nodes by number; 0 is the start, which writes the inputs, and 1 the end, which reads the outputs.

    `forks` maps a join to its fork: of what parallel parts write, all is written at the join.
    """

    index: KeyIndex = field(default_factory=KeyIndex)
    nodes: list[Node] = field(default_factory=list)
    edges: list[list[Edge]] = field(default_factory=list)
    forks: dict[int, int] = field(default_factory=dict)

    START = 0
    END = 1

    def add(self, node: Node) -> int:
        """Add a node and return its number."""
        self.nodes.append(node)
        self.edges.append([])
        for use in node.contract.uses:
            self.index.bit(use.key)
        for write in node.contract.writes:
            self.index.bit(write.key)
        return len(self.nodes) - 1

    def link(self, loose: list[Loose], target: int) -> None:
        """Let every loose path end at a node."""
        for end in loose:
            self.edges[end.node].append(Edge(target, end.condition, end.sure))

    def legs(self, join: int) -> list[set[int]]:
        """Return the nodes of each of the parallel parts that join here."""
        found: list[set[int]] = []
        for start in self.successors[self.forks[join]]:
            leg, waiting = {start}, [start]
            while waiting:
                for following in self.successors[waiting.pop()]:
                    if following != join and following not in leg:
                        leg.add(following)
                        waiting.append(following)
            found.append(leg)
        return found

    @cached_property
    def successors(self) -> list[list[int]]:
        """Where each node may lead."""
        return [[edge.target for edge in edges] for edges in self.edges]

    @cached_property
    def sure_successors(self) -> list[list[int]]:
        """Where each node leads, edges that may not exist left out."""
        return [[edge.target for edge in edges if edge.sure] for edges in self.edges]

    @cached_property
    def reads(self) -> list[int]:
        """The keys that each node may read."""
        return [
            EVERYTHING if node.contract.reads_all else self.index.bits(use.key for use in node.contract.uses)
            for node in self.nodes
        ]

    @cached_property
    def writes(self) -> list[int]:
        """The keys that each node certainly writes; everything where it can't be told what it writes."""
        return [
            EVERYTHING
            if node.contract.writes_all
            else self.index.bits(write.key for write in node.contract.writes if write.sure)
            for node in self.nodes
        ]

    @cached_property
    def kills(self) -> list[int]:
        """The keys whose earlier value each node certainly ends."""
        return [self.index.bits(write.key for write in node.contract.writes if write.sure) for node in self.nodes]

    @cached_property
    def touches(self) -> list[int]:
        """The keys that each node may write."""
        return [
            EVERYTHING if node.contract.writes_all else self.index.bits(write.key for write in node.contract.writes)
            for node in self.nodes
        ]

    @cached_property
    def readers(self) -> dict[str, list[int]]:
        """The nodes that read each key by name, in order, each once."""
        found: dict[str, dict[int, None]] = {}
        for number, use in self.uses():
            found.setdefault(use.key, {})[number] = None
        return {key: list(numbers) for key, numbers in found.items()}

    def uses(self) -> Iterator[tuple[int, Use]]:
        """Yield every read with the node that makes it."""
        for number, node in enumerate(self.nodes):
            for use in node.contract.uses:
                yield number, use
