from chaindsl import Command, CommandResult, cli, transition, workflow


@transition(source="build", target="built", actor="deterministic", on_failure="borken")
def build(path: str) -> Command[CommandResult]:
    return cli("make", "-C", path)


@transition(source="broken", target="build", actor="deterministic", limit=2)
def clean(path: str) -> Command[CommandResult]:
    return cli("make", "-C", path, "clean")


ci = workflow("ci", build, clean, initial="build", final=["built"], inputs={"path": str})
