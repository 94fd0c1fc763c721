"""# CD502: prompt-changed

## Finds

A prompt whose text is not the one that `chaindsl.lock` has for its name and version. The lock file lies beside
`pyproject.toml`; `chaindsl lock` writes it.

## Why

Traces and measurements name a prompt by its version. If two texts go by one version, nobody can tell which of them an
answer is due to.

## Stays silent when

There is no lock file, the lock doesn't know the prompt or its version, or the text can't be followed.

## Fix

Give the prompt a new version and run `chaindsl lock`. If the old text was never used, to run `chaindsl lock` is enough.
"""

import ast
import re
from collections.abc import Iterator

from analyzer.facts.body.declared import argument_of
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.prompts import Used, used_prompts
from analyzer.finding import Confidence, Edit, Finding, Fix, Severity
from analyzer.lockfile import NAME, Lock, LockError, locked_prompt, read_lock
from analyzer.rules.pieces.telling import place_in, related, symbol_in
from analyzer.rules.rule import Rule, Scope
from chaindsl.graph.place import Place

RULE = Rule(
    code="CD502",
    name="prompt-changed",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    scope=Scope.BODY,
    bad="""\
from chaindsl import Budget, Complete, Text, chain, prompt, step

# `chaindsl.lock` has "Restate: {question}" for version 1.
CLARIFY = prompt("clarify", version="1", text="Ask again: {question}")  # here

@step(writes="clear", prompt=CLARIFY)
def clarify(question: Text, *, complete: Complete) -> Text:
    return complete(CLARIFY.format(question=question))

flow = chain("flow", clarify, inputs={"question": Text}, budget=Budget(calls=2))
""",
    good="""\
from chaindsl import Budget, Complete, Text, chain, prompt, step

CLARIFY = prompt("clarify", version="1", text="Restate: {question}")

@step(writes="clear", prompt=CLARIFY)
def clarify(question: Text, *, complete: Complete) -> Text:
    return complete(CLARIFY.format(question=question))

flow = chain("flow", clarify, inputs={"question": Text}, budget=Budget(calls=2))
""",
)
_LAST_NUMBER = re.compile(r"\d+(?=\D*$)", re.ASCII)


def check(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each prompt that differs from the lock file."""
    try:
        lock = read_lock(bodies.source.module.root, bodies.source.module.disk)
    except LockError as error:
        yield _unreadable(bodies, str(error))
        return
    for used in used_prompts(bodies) if lock is not None else ():
        prompt = locked_prompt(used.prompt)
        if lock is not None and prompt is not None and lock.changed(prompt):
            yield _finding(bodies, used, lock)


def _finding(bodies: BodyFacts, used: Used, lock: Lock) -> Finding:
    name, version = used.prompt.name, used.prompt.version
    return RULE.finding(
        f"the text of prompt `{name}` is not the one that {NAME} has for version {version!r}",
        place_in(bodies.facts, used.prompt.place),
        symbol=symbol_in(bodies.facts, str(used.step.name)),
        related=related([(used.step.place, f"`{used.step.name}` uses it")]),
        help="give it a new version and run `chaindsl lock`",
        offer=lambda: _fix(used, {one.version for one in lock.prompts if one.name == name}),
    )


def _fix(used: Used, taken: set[str]) -> Fix | None:
    """The next version that the lock doesn't have; a version without a number has no next one."""
    said = None if used.made is None else argument_of(used.made.arguments, "version")
    if said is None or not isinstance(said.node, ast.Constant) or not isinstance(said.node.value, str):
        return None
    version = said.node.value
    while version in taken:
        raised = _LAST_NUMBER.sub(lambda found: str(int(found.group()) + 1), version)
        if raised == version or not version.isascii():
            return None
        version = raised
    place: Place = said.frame.module.place(said.node)
    return Fix(f"make it version {version}", (Edit(place, f'"{version}"'),), safe=True)


def _unreadable(bodies: BodyFacts, reason: str) -> Finding:
    return RULE.finding(
        f"{NAME} can't be read, so no prompt is compared with it: {reason}",
        place_in(bodies.facts),
        symbol=bodies.name,
        help="write it anew with `chaindsl lock`",
    )
