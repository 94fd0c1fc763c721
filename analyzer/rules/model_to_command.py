"""# CD602: model-to-command

## Finds

What a model wrote as the program of a command, as what a shell or an interpreter runs, or as an argument, where its
type does not limit it: through keys, flows inside, helper functions, f-strings and lists. Arguments an agent supplies
(`FromActor[...]`) count as written by a model.

## Why

Who can talk to the model can then run commands: with `;` in a shell, with `--option=…` as an argument, with another
program. Prompts can't prevent that.

## Stays silent when

The type limits what it can be: `Literal`, an enum, a number, a date, a pattern. The step that wrote it has a validator.
The body tests it before (`if branch not in BRANCHES: raise …`). It goes to standard input. A person supplied it.

## Fix

Give it a type such as `Literal["main", "dev"]` or `Annotated[str, Field(pattern=r"[a-z]+")]`, hand it over on standard
input (`cli("deploy", stdin=reason)`), and never put it into a shell.
"""

from collections.abc import Iterator

from analyzer.facts.body.commands import Role
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.model_commands import Sunk, sunk
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import related, symbol_in
from analyzer.rules.pieces.trail import trail_lines
from analyzer.rules.rule import Rule, Scope

RULE = Rule(
    code="CD602",
    name="model-to-command",
    severity=Severity.WARNING,
    confidence=Confidence.JUDGED,
    since="0.1.0",
    also=(Severity.ERROR,),
    scope=Scope.BODY,
    bad="""\
from chaindsl import Command, CommandResult, FromActor, State, Text, cli, transition, workflow

@transition(source="open", target="done", actor="agent")
def label(name: FromActor[Text]) -> Command[CommandResult]:
    return cli("git", "tag", name)  # here

flow = workflow(
    "flow", label, initial="open", final=["done"], states=[State("open", goal="Name this release")],
)
""",
    good="""\
from chaindsl import Command, CommandResult, FromActor, State, Text, cli, transition, workflow

@transition(source="open", target="done", actor="agent")
def label(name: FromActor[Text]) -> Command[CommandResult]:
    return cli("git", "tag", "--file=-", "latest", stdin=name)

flow = workflow(
    "flow", label, initial="open", final=["done"], states=[State("open", goal="Name this release")],
)
""",
)
_WORST = frozenset({Role.PROGRAM, Role.SHELL, Role.CODE})


def check(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each value that a model wrote and a command gets."""
    seen: set[object] = set()
    for one in sunk(bodies):
        if (one.place, one.role) not in seen:
            seen.add((one.place, one.role))
            yield _finding(bodies, one.step, one)


def _finding(bodies: BodyFacts, name: str, one: Sunk) -> Finding:
    who = f"what an agent supplies as `{one.argument}`" if one.argument else "what a model wrote"
    who += f" as `{one.trail[-1].key}`" if one.trail else ""
    becomes = "is run by" if one.role in (Role.SHELL, Role.CODE) else "becomes"
    whom = "an interpreter" if one.role is Role.CODE else str(one.role)
    return RULE.finding(
        f"{who} {becomes} {whom}, and no type limits it",
        one.place,
        symbol=symbol_in(bodies.facts, name),
        related=related([(one.handed.visit.place, "the command")]),
        witness=trail_lines(one.trail),
        severity=Severity.ERROR if one.role in _WORST else None,
        help="limit it by its type (Literal, an enum, a pattern), or hand it over on standard input",
    )
