"""From the parts of a chain to its net.

A branch leads to the route that its key names; a value without a route fails the run. A loop is left where `until` has
just been written and is true, so parts up to and including its writer are done at least once. When its limit is used up
it fails, which is no path, or goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from analyzer.facts.contract import Contract, Use, name_of
from analyzer.facts.net import Kind, Loose, Net, Node
from analyzer.facts.routes import Labels
from chaindsl.graph.flow import Branch, Hole, Nested, Parallel, Part, Repeat, Route
from chaindsl.graph.guard import Condition, Constant, Key, Member, Not
from chaindsl.graph.outputs import part_writes
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import LiteralValue, Named, TypeForm, labels
from chaindsl.graph.unknown import Unknown


@dataclass
class _Loop:
    """The loop around a part, while its net is built."""

    until: str
    exits: list[Loose] = field(default_factory=list)


class ChainNet:
    """Adds the parts of a chain to a net."""

    def __init__(
        self,
        net: Net,
        step: Callable[[Step], Contract],
        nested: Callable[[Nested], Contract],
        type_of: Callable[[str], TypeForm],
    ) -> None:
        self.net = net
        self._step = step
        self._nested = nested
        self._type_of = type_of
        self._loops: list[_Loop] = []

    def sequence(self, parts: tuple[Part, ...], loose: list[Loose]) -> list[Loose]:
        """Add parts one after the other behind the loose ends, and return the new loose ends."""
        for part in parts:
            loose = self._part(part, loose)
        return loose

    def _part(self, part: Part, loose: list[Loose]) -> list[Loose]:
        match part:
            case Step():
                name = name_of(part.name)
                return self._written(Node(Kind.STEP, f"step `{name}`", part.place, self._step(part), name, part), loose)
            case Nested():
                name = name_of(part.flow.name)
                return self._written(
                    Node(Kind.NESTED, f"flow `{name}`", part.place, self._nested(part), name, part), loose
                )
            case Hole():
                contract = Contract(reads_all=True, writes_all=True)
                return self._written(Node(Kind.HOLE, "a part that is not known", part.place, contract, "", part), loose)
            case Branch():
                return self._branch(part, loose)
            case Repeat():
                return self._repeat(part, loose)
            case Parallel():
                return self._parallel(part, loose)

    def _add(self, node: Node, loose: list[Loose]) -> int:
        number = self.net.add(node)
        self.net.link(loose, number)
        return number

    def _written(self, node: Node, loose: list[Loose]) -> list[Loose]:
        """Add a node, and the look at `until` of every loop that it may end, the outermost of a key only."""
        ends = [Loose(self._add(node, loose))]
        for loop in _outermost(self._loops):
            write = next((write for write in node.contract.writes if write.key == loop.until), None)
            if write is None and node.contract.writes_all:
                loop.exits.extend(Loose(end.node, end.condition, sure=False) for end in ends)
            elif write is not None:
                ends = self._until(loop, ends, node, write.sure)
        return ends

    def _until(self, loop: _Loop, ends: list[Loose], node: Node, sure: bool) -> list[Loose]:
        uses = (Use(loop.until, Named("bool"), "`until`", needed=False),)
        look = self._add(Node(Kind.UNTIL, f"until `{loop.until}`", node.place, Contract(uses)), ends)
        loop.exits.append(Loose(look, Key(loop.until)))
        going_on = Loose(look, Not(Key(loop.until)))
        return [going_on] if sure else [going_on, *ends]

    def _branch(self, part: Branch, loose: list[Loose]) -> list[Loose]:
        if isinstance(part.routes, Unknown):
            return self._part(Hole(part.routes, many=True, place=part.place), loose)
        key = None if isinstance(part.key, Unknown) else part.key
        uses = () if key is None else (Use(key, role="`branch`"),)
        title = f"branch on `{name_of(part.key)}`"
        number = self._add(Node(Kind.BRANCH, title, part.place, Contract(uses, reads_all=key is None), "", part), loose)
        found: list[Loose] = []
        possible = None if key is None else labels(self._type_of(key))
        known = None if possible is None else Labels(possible)
        for route in part.routes:
            found += self.sequence(route.parts, [_entry(number, key, route, known)])
        if part.otherwise is not None:
            found += self.sequence(part.otherwise, [_otherwise(number, key, part.routes, possible)])
        return found

    def _repeat(self, part: Repeat, loose: list[Loose]) -> list[Loose]:
        head = self._add(Node(Kind.LOOP, "the loop", part.place, name="", part=part), loose)
        known = isinstance(part.until, str) and _may_write(part, part.until)
        loop = _Loop(part.until if isinstance(part.until, str) else "")
        if known:
            self._loops.append(loop)
        first = len(self.net.nodes)
        ends = self.sequence(part.parts, [Loose(head)])
        if known:
            self._loops.pop()
        if part.limit != 1:
            self.net.link(ends, head)
        if not known:
            # Nothing is known to end this loop: it may be left behind any part, and surely behind the last one.
            inside = [Loose(number, sure=False) for number in range(first, len(self.net.nodes))]
            return [*ends, *(inside if isinstance(part.until, Unknown) else [])]
        if part.exhausted != "fail":
            sure = part.exhausted == "continue"
            loop.exits += [Loose(end.node, end.condition, end.sure and sure) for end in ends]
        return loop.exits

    def _parallel(self, part: Parallel, loose: list[Loose]) -> list[Loose]:
        fork = self._add(Node(Kind.FORK, "parallel parts", part.place, part=part), loose)
        around, self._loops = self._loops, []
        legs: list[Loose] = []
        for inner in part.parts:
            leg = self._add(Node(Kind.LEG, "a parallel part", part.place), self._part(inner, [Loose(fork)]))
            legs.append(Loose(leg))
        self._loops = around
        join = self._add(Node(Kind.JOIN, "all parallel parts", part.place), legs)
        self.net.forks[join] = fork
        ends = [Loose(join)]
        for loop in _outermost(around):
            if _may_write(part, loop.until):
                ends = self._until(loop, ends, self.net.nodes[join], sure=True)
        return ends


def _outermost(loops: list[_Loop]) -> list[_Loop]:
    found: dict[str, _Loop] = {}
    for loop in loops:
        found.setdefault(loop.until, loop)
    return list(found.values())


def _may_write(part: Repeat | Parallel, key: str) -> bool:
    written = part_writes(part)
    return isinstance(written, Unknown) or key in written


def label_constant(label: LiteralValue) -> Constant:
    """Return a label as it stands in conditions: members of enums by name."""
    return Constant(label.name, "enum") if label.type == "enum" else Constant(label.value, label.type)


def _entry(number: int, key: str | None, route: Route, possible: Labels | None) -> Loose:
    if key is None or isinstance(route.label, Unknown):
        return Loose(number)
    sure = possible is None or route.label in possible
    return Loose(number, Member(Key(key), (label_constant(route.label),), negated=False), sure)


def _otherwise(
    number: int, key: str | None, routes: tuple[Route, ...], possible: tuple[LiteralValue, ...] | None
) -> Loose:
    named = [route.label for route in routes if not isinstance(route.label, Unknown)]
    if key is None or len(named) < len(routes):
        return Loose(number)
    routed = Labels(named)
    covered = possible is not None and all(other in routed for other in possible)
    choices: tuple[Constant, ...] = tuple(label_constant(label) for label in named)
    condition: Condition = Member(Key(key), choices, negated=True)
    return Loose(number, condition, not covered)
