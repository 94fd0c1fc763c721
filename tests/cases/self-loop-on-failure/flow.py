from chaindsl import Command, CommandResult, cli, transition, workflow


@transition(source="fetch", target="fetched", actor="deterministic", on_failure="fetch")
def fetch(url: str) -> Command[CommandResult]:
    return cli("curl", "-f", url)


download = workflow("download", fetch, initial="fetch", final=["fetched"], inputs={"url": str})
