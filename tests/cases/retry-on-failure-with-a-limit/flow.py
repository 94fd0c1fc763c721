from chaindsl import Command, CommandResult, cli, transition, workflow


@transition(source="built", target="deployed", actor="deterministic", on_failure="broken")
def deploy(version: str) -> Command[CommandResult]:
    return cli("deploy", version)


@transition(source="broken", target="built", actor="deterministic", limit=2)
def again() -> None:
    """Deployments fail for a while now and then."""


@transition(source="broken", target="rolled_back", actor="deterministic")
def roll_back() -> None: ...


rollout = workflow(
    "rollout",
    deploy,
    again,
    roll_back,
    initial="built",
    final=["deployed", "rolled_back"],
    inputs={"version": str},
)
