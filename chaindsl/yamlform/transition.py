"""One transition of the YAML form: its keys, and what in it nobody can supply."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from chaindsl.graph.state import Actor
from chaindsl.yamlform.assignment import read_assignments
from chaindsl.yamlform.condition import Comparison, Every, Guard, Opposite, Some, Unread, read_guard
from chaindsl.yamlform.executor import Chosen, Connection, read_executor
from chaindsl.yamlform.fields import Fields, Issues
from chaindsl.yamlform.form import Argument, Branch, Name, Transition
from chaindsl.yamlform.keys import ACTORS, TRANSITION, TRANSITION_REFUSED
from chaindsl.yamlform.node import Entry, Node
from chaindsl.yamlform.node import Mapping as MappingNode
from chaindsl.yamlform.operand import ARGUMENTS, CONTEXT, INPUT, OUTPUT, Operand, Path
from chaindsl.yamlform.reliability import read_reliability
from chaindsl.yamlform.schema import read_schema

SYSTEM = (
    "`actor: system` is `human` here: no agent can take it, and the program that hosts the workflow does, "
    'with submit(…, actor="human")'
)
CUT = "it stands beside what somebody decides, so it never runs by itself there, and is offered as a decision here"


@dataclass(frozen=True, slots=True)
class Around:
    """What a transition is read in: its source state, and the connections of the file."""

    state: str
    connections: Mapping[str, Connection]


def read_transitions(entries: Iterator[Entry], around: Around, issues: Issues) -> tuple[Transition, ...]:
    """Return the transitions of a state. One that is deterministic beside a decision is a decision."""
    found = list(entries)
    actors = {entry.name: _actor(entry, issues) for entry in found}
    decided = [actor for actor in actors.values() if actor is not Actor.DETERMINISTIC]
    beside = Actor.HUMAN if Actor.HUMAN in decided else Actor.AGENT
    read = []
    for entry in found:
        actor = actors[entry.name]
        cut = actor is Actor.DETERMINISTIC and bool(decided)
        one = _Reader(entry, beside if cut else actor, around, issues).read()
        read.append(replace(one, cut=True, notes=(*one.notes, CUT)) if cut else one)
    return tuple(read)


def _actor(entry: Entry, issues: Issues) -> Actor:
    """Who decides, looked at beforehand: what is wrong with it is noted once."""
    if not isinstance(entry.value, MappingNode) or entry.value.get("actor") is None:
        return Actor.AGENT
    fields = Fields(entry.value, f"the transition {entry.name}", issues, (*TRANSITION, *_names(entry.value)), {})
    chosen = fields.choice("actor", ACTORS, {})
    return Actor.HUMAN if chosen == "system" else Actor(chosen or Actor.AGENT)


def _names(node: MappingNode) -> tuple[str, ...]:
    return tuple(entry.name for entry in node.entries)


class _Reader:
    """Reads one transition."""

    def __init__(self, entry: Entry, actor: Actor, around: Around, issues: Issues) -> None:
        self.entry = entry
        self.actor = actor
        self.around = around
        self.issues = issues
        self.what = f"the transition {entry.name}"
        self.fields = Fields(entry.value, self.what, issues, TRANSITION, TRANSITION_REFUSED)
        self.roots = (CONTEXT, INPUT) if actor is Actor.DETERMINISTIC else (CONTEXT, INPUT, ARGUMENTS)

    def read(self) -> Transition:
        fields, issues = self.fields, self.issues
        fields.required("target", self.entry.place)
        target = fields.word("target")
        title, description = fields.text("title"), fields.text("description")
        chosen = read_executor(fields.node_of("executor"), self.what, issues, self.roots, self.around.connections)
        self.asked(chosen)
        roots = (*self.roots, OUTPUT) if chosen.kind in ("cli", "workflow", "unknown", "human") else self.roots
        attempts, notes = read_reliability(fields.node_of("reliability"), self.what, issues)
        if self.system:
            notes = (*notes, SYSTEM)
        if chosen.queue:
            notes = (*notes, f"the queue {chosen.queue!r} is for whoever sends requests to people")
        return Transition(
            name=Name(self.entry.name, self.entry.place),
            source=self.around.state,
            target=Name(target.text, target.place) if target is not None else Name("", self.entry.place),
            actor=self.actor,
            title=title.text.strip() if title else "",
            description=description.text.strip() if description else "",
            arguments=self.arguments(),
            guards=tuple(self.guard(item) for item in fields.items("guards")),
            executor=chosen.executor,
            outputs=read_assignments(fields.entries("output"), issues, roots),
            attempts=attempts,
            branches=tuple(found for item in fields.items("branches") if (found := self.branch(item)) is not None),
            notes=notes,
        )

    @property
    def system(self) -> bool:
        node = self.fields.node_of("actor")
        return node is not None and getattr(node, "text", "") == "system"

    def asked(self, chosen: Chosen) -> None:
        """Refuse a human executor where nobody is asked: the transition would advance all the same."""
        if chosen.kind == "human" and self.actor is not Actor.HUMAN:
            node = self.fields.node_of("executor") or self.entry.value
            message = f"the executor of {self.what} asks nobody: the transition goes on before anybody answers"
            self.issues.add("CD706", message, node.place, "say actor: human, and leave the executor out")

    def arguments(self) -> tuple[Argument, ...]:
        entry = self.fields.entry("inputSchema")
        if entry is None:
            return ()
        found, _ = read_schema(entry.value, self.what, self.issues)
        if self.actor is Actor.DETERMINISTIC:
            message = f"nobody supplies arguments to {self.what}, which is deterministic"
            self.issues.add("CD703", message, entry.place, "take inputSchema away, or let somebody decide")
            return ()
        return found

    def guard(self, node: Node) -> Guard:
        guard = read_guard(node, self.issues, self.roots)
        supplied = next((path for path in paths_in(guard) if path.root == ARGUMENTS), None)
        if supplied is None:
            return guard
        message = f"`{supplied.text}` in a guard has no equivalent here: arguments are not known before it is looked at"
        self.issues.add("CD706", message, supplied.place, "limit the argument by its schema (enum, minimum, pattern …)")
        return Unread()

    def branch(self, node: Node) -> Branch | None:
        fields = Fields(node, f"a branch of {self.what}", self.issues, ("when", "target"), {})
        if fields.node is None:
            return None
        for name in ("when", "target"):
            fields.required(name, node.place)
        when, target = fields.node_of("when"), fields.word("target")
        guard = Unread() if when is None else read_guard(when, self.issues, self.roots)
        return None if target is None else Branch(guard, Name(target.text, target.place))


def paths_in(guard: Guard) -> Iterator[Path]:
    """Yield the paths in a guard."""
    match guard:
        case Comparison(_, left, right):
            operands: tuple[Operand, ...] = (left, right)
            yield from (operand for operand in operands if isinstance(operand, Path))
        case Every(parts) | Some(parts):
            for part in parts:
                yield from paths_in(part)
        case Opposite(part):
            yield from paths_in(part)
