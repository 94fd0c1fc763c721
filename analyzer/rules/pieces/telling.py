"""How rules tell where something is and how a run comes there."""

from collections.abc import Iterable, Sequence

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import By, Machine, Move
from analyzer.facts.net import Kind, Net, Node
from analyzer.finding import Related
from chaindsl.graph.flow import Transition
from chaindsl.graph.guard import Condition, Member, guard_text
from chaindsl.graph.place import Place
from chaindsl.graph.typeform import Constrained, Named, TypeForm, UnionForm, type_text, union

_SHOWN = frozenset({Kind.STEP, Kind.NESTED, Kind.BRANCH, Kind.STATE, Kind.WORK, Kind.UNTIL, Kind.HOLE})
_MOST_LINES = 12
_NOWHERE = Place("?", 1)


def place_in(facts: FlowFacts, *places: Place | None) -> Place:
    """Return the first place that is known, at last the flow's own."""
    return next((place for place in (*places, facts.flow.place) if place is not None), _NOWHERE)


def symbol_in(facts: FlowFacts, name: str = "") -> str:
    """Return what a finding is about: the flow, or something in it."""
    return f"{facts.name}.{name}" if name else facts.name


def about(facts: FlowFacts, *things: str) -> frozenset[str]:
    """Return what a finding is about, as overlaps compare it: things of one flow only."""
    return frozenset(f"{facts.flow.place}: {thing}" for thing in things)


def related(found: Iterable[tuple[Place | None, str]]) -> list[Related]:
    """Return the other places that are known, each with what is there; the same one once."""
    return list(dict.fromkeys(Related(place, message) for place, message in found if place is not None))


def path_lines(facts: FlowFacts, path: Sequence[int]) -> list[Related | str]:
    """Return a path through the net as people follow it, a line each; long ones are cut in the middle."""
    found: list[Related | str] = []
    for index, number in enumerate(path):
        node = facts.net.nodes[number]
        if node.kind in _SHOWN or index == len(path) - 1:
            text = node.title + _condition(facts.net, number, path[index + 1 : index + 2])
            line = text if node.place is None else Related(node.place, text)
            if not found or found[-1] != line:
                found.append(line)
    return _cut(found)


def _condition(net: Net, number: int, following: Sequence[int]) -> str:
    """What must hold for a path to go on the way it does."""
    if net.nodes[number].kind not in (Kind.BRANCH, Kind.UNTIL) or not following:
        return ""
    for edge in net.edges[number]:
        if edge.target == following[0] and edge.condition is not None:
            return f" where {_told(edge.condition)}"
    return ""


def _told(condition: Condition) -> str:
    if isinstance(condition, Member) and len(condition.choices) == 1:
        return f"{guard_text(condition.item)} is {'not ' * condition.negated}{guard_text(condition.choices[0])}"
    return guard_text(condition)


def _cut(found: list[Related | str]) -> list[Related | str]:
    if len(found) <= _MOST_LINES:
        return found
    half = _MOST_LINES // 2
    return [*found[:half], f"… {len(found) - _MOST_LINES} more …", *found[-half:]]


def move_lines(machine: Machine, moves: Sequence[Move]) -> list[Related | str]:
    """Return moves from state to state as people follow them, a line each."""
    return _cut([_move_line(machine, move) for move in moves])


def _move_line(machine: Machine, move: Move) -> Related | str:
    if move.transition is None:
        return f"`{move.source}` → `{move.target}` when nobody decides in time"
    transition = machine.workflow.transitions[move.transition]
    failed = " fails" if move.by in (By.FAILURE, By.FAILED_DECISION) else ""
    text = f"`{move.source}` → `{move.target}` by `{transition.name}`{failed}"
    return text if transition.place is None else Related(transition.place, text)


def hint(near: str, rest: str) -> str:
    """Return what to do next: the nearest names, as `nearest` has them, and what else there is to do."""
    return ". ".join(filter(None, (near, rest))).replace("?.", "?")


def type_told(form: TypeForm) -> str:
    """Return a type as messages name it: constraints, which seldom are the point, are left out."""
    return type_text(_bare(form))


def _bare(form: TypeForm) -> TypeForm:
    match form:
        case Constrained(base):
            return _bare(base)
        case Named(name, args):
            return Named(name, tuple(_bare(arg) for arg in args))
        case UnionForm(members):
            return union(_bare(member) for member in members)
    return form


def listed(names: Iterable[str]) -> str:
    """Return names as a list for people."""
    found = [f"`{name}`" for name in names]
    if len(found) > 6:
        found = [*found[:5], f"{len(found) - 5} more"]
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"


def node_symbol(facts: FlowFacts, node: Node) -> str:
    """Return what a finding at a node is about."""
    name = node.name or (node.transition.name if node.transition is not None else "")
    return symbol_in(facts, str(name))


def state_place(machine: Machine, name: str) -> Place | None:
    """Return where a state stands: its declaration, or the first transition that leaves or enters it."""
    here = machine.states[name]
    if here.declared is not None and here.declared.place is not None:
        return here.declared.place
    leaving = sorted({*here.tried, *here.offered})
    numbers = leaving or [number for number, targets in enumerate(machine.targets) if name in targets]
    return machine.workflow.transitions[numbers[0]].place if numbers else None


def entering(machine: Machine, name: str) -> list[Transition]:
    """Return the transitions that lead to a state."""
    return [one for one, targets in zip(machine.workflow.transitions, machine.targets, strict=True) if name in targets]
