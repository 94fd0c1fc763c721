from chaindsl import Command, CommandResult, cli, transition, workflow


@transition(source="submitted", target="submitted", actor="deterministic", when="not done", writes="status")
def poll(job: str) -> Command[CommandResult]:
    return cli("jobs", "status", job, effect=False)


@transition(source="submitted", target="finished", actor="deterministic")
def finish() -> None: ...


job = workflow("job", poll, finish, initial="submitted", final=["finished"], inputs={"job": str, "done": bool})
