"""A YAML file as workflows: the root, its workflows and their states."""

from collections.abc import Mapping
from dataclasses import dataclass

from chaindsl.errors import Issue
from chaindsl.yamlform.assignment import read_source
from chaindsl.yamlform.executor import Connection, read_connections
from chaindsl.yamlform.fields import Fields, Issues
from chaindsl.yamlform.form import Assignment, Name, State, Workflow
from chaindsl.yamlform.keys import ROOT, ROOT_REFUSED, STATE, STATE_REFUSED, WORKFLOW, WORKFLOW_REFUSED
from chaindsl.yamlform.node import Entry, Node
from chaindsl.yamlform.operand import Given
from chaindsl.yamlform.position import Position
from chaindsl.yamlform.reading import Text, read
from chaindsl.yamlform.resolve import resolve
from chaindsl.yamlform.schema import read_schema
from chaindsl.yamlform.transition import Around, read_transitions


@dataclass(frozen=True, slots=True)
class Document:
    """The workflows of a file, what is wrong with it, and its text. `whole` says that all of it was read."""

    file: str
    workflows: tuple[Workflow, ...]
    issues: tuple[Issue, ...]
    text: str
    whole: bool = True


def read_document(data: bytes, file: str) -> Document:
    """Read the bytes of a file that is called `file` in places. Raises ChainDslError if PyYAML is missing."""
    text = read(data, file)
    if text.root is None:
        nothing = Issue("CD703", "there is no workflow in it", None, Position(file, 1, 1), "write workflows: …")
        return Document(file, (), tuple(text.issues or [nothing]), text.text, whole=not text.issues)
    issues = Issues()
    workflows = _workflows(text, text.root, issues)
    resolve(workflows, issues)
    found = sorted((*text.issues, *issues.all()), key=lambda one: one.place or Position(file, 0))
    return Document(file, workflows, tuple(found), text.text)


def _workflows(text: Text, node: Node, issues: Issues) -> tuple[Workflow, ...]:
    root = Fields(node, "the file", issues, ROOT, ROOT_REFUSED)
    if root.node is None:
        return ()
    root.required("workflows", Position(text.file, 1, 1))
    connections = read_connections(root, issues)
    return tuple(_workflow(entry, connections, issues) for entry in root.entries("workflows"))


def _workflow(entry: Entry, connections: Mapping[str, Connection], issues: Issues) -> Workflow:
    what = f"the workflow {entry.name}"
    fields = Fields(entry.value, what, issues, WORKFLOW, WORKFLOW_REFUSED)
    for name in ("initialState", "states"):
        fields.required(name, entry.place)
    initial = fields.word("initialState")
    fields.choice("linkFilter", ("all", "byGuards"), {})
    states = tuple(_state(one, Around(one.name, connections), issues) for one in fields.entries("states"))
    if states and not any(state.transitions for state in states):
        message = f"{what} has no transitions: nothing can be done in it, so it has no equivalent here"
        issues.add("CD706", message, entry.place)
    inputs, others = read_schema(fields.node_of("inputSchema"), what, issues)
    title, description = fields.text("title"), fields.text("description")
    timeout, target = _timeout(fields, issues)
    return Workflow(
        name=Name(entry.name, entry.place),
        title=title.text.strip() if title else "",
        description=description.text.strip() if description else "",
        initial=Name(initial.text, initial.place) if initial is not None else Name("", entry.place),
        inputs=inputs,
        open_inputs=others,
        context=_context(fields, issues),
        depth=fields.count("maxChainDepth"),
        states=states,
        timeout=timeout,
        on_timeout=target,
    )


def _context(fields: Fields, issues: Issues) -> tuple[Assignment, ...]:
    found = []
    for entry in fields.entries("initialContext"):
        source = read_source(entry.value, issues, ())
        value = source if isinstance(source, Given) else Given(None, entry.place)
        found.append(Assignment(Name(entry.name, entry.place), value))
    return tuple(found)


def _timeout(fields: Fields, issues: Issues) -> tuple[float | None, Name | None]:
    """The seconds of the whole run, and where it goes then."""
    milliseconds = fields.count("timeoutMs")
    entry, after = fields.entry("timeoutMs"), fields.entry("onTimeout")
    if entry is not None and after is None:
        message = f"`timeoutMs` of {fields.what} does nothing without `onTimeout`"
        issues.add("CD703", message, entry.place, "say onTimeout: {target: …}, or take it away")
    if after is None:
        return None, None
    refused = dict.fromkeys(("executor", "output"), "it is never run: make it a transition out of the target")
    inner = Fields(after.value, f"the onTimeout of {fields.what}", issues, ("target",), refused)
    inner.required("target", after.place)
    target = inner.word("target")
    if entry is None:
        issues.add("CD703", f"`onTimeout` of {fields.what} without `timeoutMs`", after.place, "say timeoutMs: …")
    if milliseconds is None or target is None:
        return None, None
    return milliseconds / 1000, Name(target.text, target.place)


def _state(entry: Entry, around: Around, issues: Issues) -> State:
    fields = Fields(entry.value, f"the state {entry.name}", issues, STATE, STATE_REFUSED)
    fields.choice("linkFilter", ("all", "byGuards"), {})
    description, goal, guidance = (fields.text(name) for name in ("description", "goal", "guidance"))
    return State(
        name=Name(entry.name, entry.place),
        description=description.text.strip() if description else "",
        goal=goal.text.strip() if goal else "",
        guidance=guidance.text.strip() if guidance else "",
        terminal=fields.flag("terminal", False),
        transitions=read_transitions(fields.entries("transitions"), around, issues),
    )
