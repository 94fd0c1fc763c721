"""Workflows of clean_notes.yaml, imported."""

from chaindsl import (
    Command,
    CommandResult,
    IdempotencyKey,
    State,
    cli,
    transition,
    workflow,
)


# The waits between attempts grow by 0.2 s each, where `fixed` was said.
# Every failure is tried again, whatever `retryOn` says.
@transition(
    source="a",
    target="b",
    actor="deterministic",
    writes="fetched",
    max_attempts=3,
    backoff=0.2,
)
def fetch(*, key: IdempotencyKey) -> Command[CommandResult]:
    return cli("echo", "fetched", env={"IDEMPOTENCY_KEY": key})


# The queue 'desk' is for whoever sends requests to people.
@transition(source="b", target="z", actor="human")
def ask() -> None: ...


# `actor: system` is `human` here: no agent can take it, and the program that hosts the
# workflow does, with submit(…, actor="human").
@transition(source="b", target="z", actor="human")
def call() -> None: ...


w = workflow(
    "w",
    fetch,
    ask,
    call,
    initial="a",
    final=["z"],
    states=[State("b", guidance="Somebody asks, another program waits.")],
)
