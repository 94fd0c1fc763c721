from chaindsl import Budget, Command, CommandResult, FromActor, State, Text, cli, passes, transition, workflow


@transition(source="lint", target="test", actor="deterministic", on_failure="broken")
def run_lint(path: str) -> Command[CommandResult]:
    return cli("ruff", "check", path)


@transition(source="test", target="ready", actor="deterministic", writes="tests", on_failure="broken")
def run_tests(path: str) -> Command[CommandResult]:
    return cli("pytest", path, check=False)


@transition(source="ready", target="deployed", actor="agent", writes="deployment")
def deploy(tests: CommandResult, reason: FromActor[Text]) -> Command[CommandResult]:
    return cli("deploy", stdin=reason + str(tests))


@transition(source=("ready", "broken"), target="aborted", actor="human")
def abort() -> None:
    """Stop here."""


@transition(source="broken", target="lint", actor="human", limit=3)
def retry() -> None:
    """It was repaired."""


release = workflow(
    "release",
    run_lint,
    run_tests,
    deploy,
    abort,
    retry,
    initial="lint",
    final=["deployed", "aborted"],
    inputs={"path": str},
    budget=Budget(seconds=600),
    states=[
        State("ready", goal="Confirm the deployment", guidance="All checks passed."),
        State("broken", goal="Decide what to do", timeout=3600, on_timeout="aborted"),
    ],
    always=[passes("run_tests", before="deployed")],
)
