"""# CD201: read-before-write

## Finds

A parameter, a validator's key, the list of `each`, a guard's key, an input of a nested flow or one of the `outputs`
that is never written, is written only later, or is not written on some path to its reader. The witness is such a path.
Also an input of a flow that a transition runs and does not hand over.

## Why

The run fails there with a missing key, after everything before it has been paid for.

## Stays silent when

The parameter has a default. A part in between can't be followed. The path can't be taken: two branches on one key go
the same way as long as nothing writes it in between.

## Fix

Write the key on every path, add it to `inputs`, give the parameter a default, or correct its name, as
`--fix --unsafe-fixes` does where exactly one key resembles it.
"""

from collections.abc import Iterator

from analyzer.facts.contract import Use, Write
from analyzer.facts.feasible import Found, Stage
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.net import Kind, Net
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.misspelt import correct_read, unread_writer
from analyzer.rules.pieces.telling import about, hint, node_symbol, path_lines, place_in, related, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.flow import Flow, Transition
from chaindsl.graph.nearest import nearest
from chaindsl.graph.unknown import Unknown

RULE = Rule(
    code="CD201",
    name="read-before-write",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    also=(Severity.WARNING,),
    bad="""\
from chaindsl import chain, step

@step(writes="draft")
def write(question: str) -> str:
    return question

@step(writes="answer")  # here
def finish(daft: str, draft: str) -> str:
    return daft + draft

flow = chain("flow", write, finish, inputs={"question": str})
""",
    good="""\
from chaindsl import chain, step

@step(writes="draft")
def write(question: str) -> str:
    return question

@step(writes="answer")
def finish(draft: str, tone: str = "plain") -> str:
    return draft + tone

flow = chain("flow", write, finish, inputs={"question": str})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each key that a reader may find missing."""
    missing: dict[tuple[int, str], Use] = {}
    for node, use in facts.net.uses():
        if use.needed and not facts.keys.before[node] & facts.net.index.bit(use.key):
            missing.setdefault((node, use.key), use)
    writers: dict[str, list[Write]] = {}
    for _, write in facts.keys.definitions if missing else ():
        writers.setdefault(write.key, []).append(write)
    for number, ((node, key), use) in enumerate(missing.items()):
        if key in writers:
            yield from _not_always(facts, node, use, writers[key])
        elif facts.paths.plain or _can_come(facts, node):
            yield _never(facts, node, use, list(writers) if number < _MOST_HINTS else [])
    if facts.machine is not None:
        for transition in facts.machine.workflow.transitions:
            yield from _not_handed(facts, transition)


_MOST_HINTS = 100
"""For more keys than this nobody wants to be told the nearest names."""


def _not_handed(facts: FlowFacts, transition: Transition) -> Iterator[Finding]:
    """Inputs of a flow that a transition runs, and that no parameter of its function hands over."""
    runs, work = transition.runs, transition.work
    if not isinstance(runs, Flow) or work is None or isinstance(runs.inputs, Unknown):
        return
    handed = {read.parameter for read in work.reads}
    for entry in runs.inputs:
        if not entry.optional and entry.key not in handed:
            yield RULE.finding(
                f"flow `{runs.name}` reads `{entry.key}`, which transition `{transition.name}` does not hand over",
                place_in(facts, transition.place),
                symbol=symbol_in(facts, str(transition.name)),
                related=related([(entry.place, f"`{entry.key}` is an input of `{runs.name}`")]),
                help=f"give the transition's function a parameter `{entry.key}`",
            )


def _start(facts: FlowFacts, node: int, use: Use) -> str:
    role = "" if use.role.startswith("parameter") else f" ({use.role})"
    return f"{facts.net.nodes[node].title} reads `{use.key}`{role}"


def _never(facts: FlowFacts, node: int, use: Use, written: list[str]) -> Finding:
    reader = facts.net.nodes[node]
    near = nearest(use.key, written) if written else ""
    close = [key for key in written if key in near.removesuffix("?").split(" ")] if near[:3] == "did" else []
    return RULE.finding(
        f"{_start(facts, node, use)}, which nothing writes",
        place_in(facts, reader.place),
        symbol=node_symbol(facts, reader),
        help=hint(_spelling(facts, use, near, close), "Otherwise add it to inputs=, or let a part before it write it"),
        about=about(facts, *(f"key {key}" for key in (use.key, *close))),
        offer=lambda: correct_read(facts, reader, use, written),
    )


def _spelling(facts: FlowFacts, use: Use, near: str, close: list[str]) -> str:
    """What may have been meant; of two names that nobody else uses either may be the misspelt one."""
    writer = unread_writer(facts, close[0]) if len(close) == 1 else None
    if writer is None:
        return near
    return f"`{writer.name}` writes `{close[0]}`, which nothing reads: spell both `{close[0]}` or both `{use.key}`"


def _not_always(facts: FlowFacts, node: int, use: Use, writers: list[Write]) -> Iterator[Finding]:
    reader, bit = facts.net.nodes[node], facts.net.index.bit(use.key)
    found = _path(facts, node, bit)
    if found.path is None and not found.cut:
        return
    early = not facts.keys.maybe[node] & bit
    what = " before anything has written it" if early else ", which is not written on every path to it"
    yield RULE.finding(
        f"{_start(facts, node, use)}{what}",
        place_in(facts, reader.place),
        symbol=node_symbol(facts, reader),
        severity=Severity.ERROR if found.sure or early else Severity.WARNING,
        confidence=Confidence.JUDGED if found.cut and not facts.paths.plain else Confidence.PROVED,
        witness=path_lines(facts, found.path or ()),
        related=related((write.place, f"{write.writer} writes `{use.key}`") for write in writers[:5]),
        help="write it on every path, add it to inputs=, or give the parameter a default",
        about=about(facts, f"key {use.key}", f"part {reader.name}"),
    )


def _can_come(facts: FlowFacts, node: int) -> bool:
    """Whether a run may come to a node, as far as conditions that are asked more than once let it."""
    found = facts.paths.search(Stage(node.__eq__, lambda _: True))
    return found.path is not None or found.cut


def _path(facts: FlowFacts, node: int, bit: int) -> Found:
    """Look for a path to a node on which nothing writes a key."""
    net, before = facts.net, facts.keys.before

    def allowed(number: int) -> bool:
        if number == node:
            return True
        joined = net.nodes[number].kind is Kind.JOIN and bool(before[number] & bit)
        return not net.writes[number] & bit and not joined

    if net.writes[Net.START] & bit:
        return Found(None)
    return facts.paths.search(Stage(node.__eq__, allowed))
