"""Executors: what a transition does."""

from collections.abc import Mapping as Lookup
from dataclasses import dataclass

from chaindsl.graph.nearest import nearest
from chaindsl.yamlform.assignment import read_assignments
from chaindsl.yamlform.fields import Fields, Issues
from chaindsl.yamlform.form import Assignment, Call, Command, Executor, Name
from chaindsl.yamlform.keys import EXECUTOR, EXECUTOR_REFUSED, KINDS, KINDS_REFUSED
from chaindsl.yamlform.node import Mapping, Node, Scalar, kind_of
from chaindsl.yamlform.operand import Given, Operand, Path, read_operand
from chaindsl.yamlform.position import Position


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection of the kind cli: a program, where it runs, and its environment."""

    program: Operand | None
    cwd: str | None
    env: tuple[Assignment, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The executor of a transition: its kind (None where there is none), what it says, and what is left out of it."""

    kind: str | None
    executor: Executor | None = None
    queue: str = ""


def read_connections(root: Fields, issues: Issues) -> dict[str, Connection]:
    """Return the connections of a file by name."""
    found = {}
    for entry in root.entries("connections"):
        what = f"the connection {entry.name}"
        kind = entry.value.get("kind") if isinstance(entry.value, Mapping) else None
        if isinstance(kind, Scalar) and kind.text in ("mcp", "rest"):
            found[entry.name] = Connection(None, None, (), kind.text)
            continue
        fields = Fields(entry.value, what, issues, ("kind", "command", "workingDirectory", "env"), {})
        fields.required("kind", entry.place)
        fields.required("command", entry.place)
        fields.choice("kind", ("cli", "mcp", "rest"), {})
        cwd = fields.text("workingDirectory")
        env = read_assignments(fields.entries("env"), issues, ())
        program = fields.text("command")
        operand = None if program is None else Given(program.value, program.place)
        found[entry.name] = Connection(operand, None if cwd is None else cwd.text, env, "cli")
    return found


def read_executor(
    node: Node | None, what: str, issues: Issues, roots: tuple[str, ...], connections: Lookup[str, Connection]
) -> Chosen:
    """Return what a transition does."""
    if node is None:
        return Chosen(None)
    kind = node.get("kind") if isinstance(node, Mapping) else None
    if isinstance(kind, Scalar) and kind.text in KINDS_REFUSED:
        reason = KINDS_REFUSED[kind.text]
        issues.add("CD706", f"an executor of the kind {kind.text} has no equivalent here: {reason}", kind.place)
        return Chosen("unknown")
    if isinstance(node, Mapping) and kind is None and node.get("capability") is not None:
        Fields(node, f"the executor of {what}", issues, ("connection",), EXECUTOR_REFUSED)
        return Chosen("unknown")
    known = EXECUTOR.get(kind.text, EXECUTOR["cli"]) if isinstance(kind, Scalar) else EXECUTOR["cli"]
    fields = Fields(node, f"the executor of {what}", issues, known, EXECUTOR_REFUSED)
    if fields.node is None:
        return Chosen("unknown")
    fields.required("kind", node.place)
    return _chosen(fields, issues, roots, connections)


def _chosen(fields: Fields, issues: Issues, roots: tuple[str, ...], connections: Lookup[str, Connection]) -> Chosen:
    match fields.choice("kind", KINDS, {}):
        case "cli":
            return Chosen("cli", _command(fields, issues, roots, connections))
        case "workflow":
            return Chosen("workflow", _call(fields, issues, roots))
        case "human":
            queue = fields.word("queue")
            return Chosen("human", None, queue.text if queue is not None else "default")
        case "noop":
            return Chosen("noop")
    return Chosen("unknown")


def _command(fields: Fields, issues: Issues, roots: tuple[str, ...], connections: Lookup[str, Connection]) -> Command:
    place = fields.node.place if fields.node is not None else Position("", 0)
    connection = _connection(fields, connections, issues)
    command = fields.node_of("command")
    program: Operand | None = None if connection is None else connection.program
    if command is not None and not isinstance(command, Scalar):
        fields.wrong(command, f"`command` is {kind_of(command)}, not one program", "put what follows it into args")
    elif command is not None:
        program = read_operand(command, issues, roots)
    elif connection is None and fields.entry("connection") is None:
        fields.required("command", place)
    arguments = tuple(_argument(item, fields, issues, roots) for item in fields.items("args"))
    key = fields.node_of("idempotencyKey")
    if isinstance(key, Scalar) and not isinstance(key.value, bool):
        hint = "say true: the key is made from the run and the transition"
        issues.add("CD706", "a template for the idempotency key has no equivalent here", key.place, hint)
    return Command(
        argv=((program,) if program is not None else (Given("true", place),)) + arguments,
        env=(*(connection.env if connection else ()), *read_assignments(fields.entries("env"), issues, roots)),
        cwd=None if connection is None else connection.cwd,
        check=fields.flag("treatNonZeroAsFailure", True),
        keyed=isinstance(key, Scalar) and key.value is not False,
        place=place,
    )


def _argument(node: Node, fields: Fields, issues: Issues, roots: tuple[str, ...]) -> Operand:
    if not isinstance(node, Scalar) or node.value is None:
        fields.wrong(node, f"an argument of a command is {kind_of(node)}, not text", "arguments are texts and paths")
        return Given("", node.place)
    found = read_operand(node, issues, roots)
    # What is not text is passed on as it is spelt.
    return found if isinstance(found, Path) or found.value is None else Given(node.text, node.place)


def _connection(fields: Fields, connections: Lookup[str, Connection], issues: Issues) -> Connection | None:
    named = fields.word("connection")
    if named is None:
        return None
    found = connections.get(named.text)
    if found is None:
        fields.wrong(named, f"there is no connection {named.text!r}", nearest(named.text, connections))
    elif found.kind != "cli":
        issues.add(
            "CD706", f"the connection {named.text} is of the kind {found.kind}, which has no equivalent", named.place
        )
    return found


def _call(fields: Fields, issues: Issues, roots: tuple[str, ...]) -> Call | None:
    place = fields.node.place if fields.node is not None else Position("", 0)
    fields.required("definitionId", place)
    named = fields.word("definitionId")
    if named is None:
        return None
    inputs = read_assignments(fields.entries("input"), issues, roots)
    return Call(Name(named.text, named.place), inputs, place)
