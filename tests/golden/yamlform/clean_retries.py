"""Workflows of clean_retries.yaml, imported."""

from chaindsl import (
    Command,
    CommandResult,
    IdempotencyKey,
    chain,
    cli,
    step,
    transition,
    workflow,
)


@step(writes="list_result", max_attempts=3, backoff=0.1, timeout=2.5)
def list_command(*, key: IdempotencyKey) -> Command[CommandResult]:
    return cli("ls", "-1", cwd="/tmp", env={"LC_ALL": "C", "IDEMPOTENCY_KEY": key})


@step(writes="listed")
def list_listed(list_result: CommandResult) -> str:
    return list_result.stdout


@step(writes="code")
def list_code(list_result: CommandResult) -> int:
    return list_result.exit_code


list_a_work = chain(
    "list_work",
    list_command,
    list_listed,
    list_code,
    outputs=["listed", "code"],
)


@transition(
    source="a",
    target="z",
    actor="deterministic",
    runs=list_a_work,
    name="list",
)
def list_a() -> None: ...


w = workflow("w", list_a, initial="a", final=["z"])
