"""A release flow whose last state is misspelt."""

from chaindsl import Command, CommandResult, cli, transition, workflow


@transition(source="lint", target="test", actor="deterministic")
def run_lint(path: str) -> Command[CommandResult]:
    return cli("ruff", "check", path)


@transition(source="test", target="relased", actor="deterministic")
def run_tests(path: str) -> Command[CommandResult]:
    return cli("pytest", path)


release = workflow("release", run_lint, run_tests, initial="lint", final=["released"], inputs={"path": str})
