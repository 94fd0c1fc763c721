"""A build pipeline of commands: each failure has a state of its own, and a broken deployment is rolled back."""

from chaindsl import Budget, Command, CommandResult, FromActor, State, Text, cli, decides, passes, transition, workflow

QUICK = {"actor": "deterministic", "timeout": 120}


@transition(source="checkout", target="linted", on_failure="broken", effect=False, actor="deterministic", timeout=120)
def lint(folder: str) -> Command[CommandResult]:
    return cli("ruff", "check", folder)


@transition(source="linted", target="tested", on_failure="broken", writes="report", effect=False, **QUICK)
def test(folder: str) -> Command[str]:
    return cli("pytest", "-q", cwd=folder).text()


@transition(source="tested", target="packed", on_failure="broken", writes="digest", **QUICK)
def pack(folder: str, tag: str) -> Command[str]:
    return cli("docker", "build", "--quiet", "--tag", tag, folder).text()


@transition(source="packed", target="live", actor="agent", on_failure="unhealthy", title="Deploy the image")
def deploy(digest: str, tag: str, note: FromActor[Text]) -> Command[CommandResult]:
    return cli("deploy", "--image", tag, "--digest", digest, stdin=note)


@transition(source="packed", target="dropped", actor="agent", title="Leave it")
def drop(report: str) -> None:
    """Read the report, and do not deploy."""


@transition(source="unhealthy", target="dropped", actor="deterministic", timeout=60)
def roll_back(tag: str) -> Command[CommandResult]:
    return cli("deploy", "--undo", tag)


pipeline = workflow(
    "pipeline",
    lint,
    test,
    pack,
    deploy,
    drop,
    roll_back,
    initial="checkout",
    final=["live", "dropped", "broken"],
    inputs={"folder": str, "tag": str},
    budget=Budget(seconds=600),
    states=[State("packed", goal="Deploy or leave it.", guidance="Skipped tests are a reason to leave it.")],
    always=[passes("test", before="live"), decides("agent", before="live")],
)
