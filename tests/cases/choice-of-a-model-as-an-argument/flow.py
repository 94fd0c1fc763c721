from typing import Literal

from chaindsl import Budget, Command, CommandResult, Complete, chain, cli, prompt, step

PICK = prompt("pick", version="1", text="Which environment is meant? {request}")


@step(writes="environment", prompt=PICK, parse=Literal["staging", "production"], fallback="staging")
def pick(request: str, *, complete: Complete) -> str:
    return complete(PICK.format(request=request))


@step(writes="output", max_attempts=1)
def deploy(environment: str) -> Command[CommandResult]:
    return cli("deploy", "--to", environment)


rollout = chain("rollout", pick, deploy, inputs={"request": str}, budget=Budget(calls=2))
