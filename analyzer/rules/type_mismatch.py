"""# CD204: type-mismatch

## Finds

A reader whose type does not fit what the writer of the key writes: another base type or shape, a list of other items,
something that may be None, constraints that exclude each other; an `each` over what is no list; an `until` that is no
`bool`. Also a guard that orders a key under which None may stand, as `amount > 3` does, on a path where nothing has
looked whether it is None: then the run fails.

## Why

Values are validated when they are written, with the writer's type, and are passed on as they are: the reader gets what
it does not expect.

## Stays silent when

One of the types can't be known, is `Any`, or only adds a constraint or a literal to the same base: a `str` may be read
as `Text`.

## Fix

Let both say the same type; convert the value in a step between them.
"""

from collections.abc import Iterator

from analyzer.facts.contract import Use, Write
from analyzer.facts.failing_guards import Failing, failing_guards, may_be_none
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import Machine
from analyzer.facts.typefit import fits, items_of, never_fits
from analyzer.facts.verdict import Verdict
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import about, node_symbol, place_in, related, symbol_in, type_told
from analyzer.rules.rule import Rule
from chaindsl.graph.typeform import ANY, TypeForm, type_text

RULE = Rule(
    code="CD204",
    name="type-mismatch",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    also=(Severity.WARNING,),
    bad="""\
from chaindsl import chain, step

@step(writes="docs")
def search(question: str) -> list[str]:
    return [question]

@step(writes="answer")  # here
def answer(docs: dict[str, str]) -> str:
    return str(docs)

flow = chain("flow", search, answer, inputs={"question": str})
""",
    good="""\
from chaindsl import chain, step

@step(writes="docs")
def search(question: str) -> list[str]:
    return [question]

@step(writes="answer")
def answer(docs: list[str]) -> str:
    return str(docs)

flow = chain("flow", search, answer, inputs={"question": str})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each writer and reader of a key whose types don't go together."""
    if facts.machine is not None and facts.unfolding is not None:
        for failing in failing_guards(facts.machine, facts.unfolding):
            yield _of_guard(facts, facts.machine, failing)
    known: dict[tuple[int, int, bool], tuple[str, bool] | None] = {}
    for node, use in facts.net.uses():
        if use.type == ANY and not use.item:
            continue
        for write in facts.keys.writers(node, use.key) or ():
            # Many read what one writes, and two large unions take long to be compared.
            key = (id(write.type), id(use.type), use.item)
            if key not in known:
                known[key] = _problem(write, use)
            problem = known[key]
            if problem is not None:
                yield _finding(facts, node, use, write, problem)


def _of_guard(facts: FlowFacts, machine: Machine, failing: Failing) -> Finding:
    transition = machine.workflow.transitions[failing.transition]
    writes = [write for node in facts.net.nodes for write in node.contract.writes if write.key == failing.key]
    return RULE.finding(
        f"`{failing.key}` may be None in `{failing.state}`, which fails the guard of `{transition.name}`",
        place_in(facts, transition.place),
        symbol=symbol_in(facts, failing.state),
        severity=Severity.WARNING,
        related=related(
            (write.place, f"{write.writer} writes `{write.key}` as `{type_told(write.type)}`")
            for write in writes
            if may_be_none(write.type)
        ),
        help=f"look first: `{failing.key} is not None and …`, or let a transition before it take the None",
        about=about(facts, f"guard {transition.name} {failing.key}"),
    )


def _problem(write: Write, use: Use) -> tuple[str, bool] | None:
    """What is wrong, and whether it is for every value."""
    written = write.type
    if use.item:
        items = items_of(write.type)
        if items is None:
            return "runs over its items, but it has none", True
        written = items
    if fits(written, use.type) is not Verdict.NO:
        return None
    what = "reads its items as" if use.item else "reads it as"
    return f"{what} `{_told(use.type, write.type)}`", never_fits(written, use.type)


def _told(form: TypeForm, other: TypeForm) -> str:
    """A type as people know it, with its constraints only where it would look like the other one without them."""
    return type_told(form) if type_told(form) != type_told(other) else type_text(form)


def _finding(facts: FlowFacts, node: int, use: Use, write: Write, problem: tuple[str, bool]) -> Finding:
    reader = facts.net.nodes[node]
    wrote = f"{write.writer} writes `{use.key}` as `{_told(write.type, use.type)}`"
    role = f"{use.role} of " if use.role.startswith(("validator", "guard")) else ""
    return RULE.finding(
        f"{wrote}, and {role}{reader.title} {problem[0]}",
        place_in(facts, reader.place),
        symbol=node_symbol(facts, reader),
        severity=Severity.ERROR if problem[1] else Severity.WARNING,
        related=related([(write.place, wrote)]),
        help="let both say the same type, or convert the value in a step between them",
        about=about(facts, f"part {reader.name}"),
    )
