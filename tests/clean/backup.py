"""Commands whose results are values: read as text, as JSON, and by a predicate where failing is no failure."""

from pydantic import BaseModel

from chaindsl import Budget, Command, CommandResult, cli, transition, workflow


class Usage(BaseModel):
    free: int
    used: int


def is_there(mounted: CommandResult) -> bool:
    return mounted.ok


def has_room(usage: Usage, needed: int) -> bool:
    return usage.free > needed


@transition(source="start", target="looked", actor="deterministic", writes="mounted", effect=False, timeout=10)
def look(device: str) -> Command[CommandResult]:
    return cli("mountpoint", "-q", device, check=False)


@transition(
    source="looked", target="measured", actor="deterministic", when=is_there, writes="usage", effect=False, timeout=10
)
def measure(device: str) -> Command[Usage]:
    return cli("disk-usage", "--json", device).json(Usage)


@transition(source="looked", target="no_disk", actor="deterministic")
def stop() -> None: ...


@transition(source="measured", target="copied", actor="deterministic", when=has_room, writes="log", timeout=3600)
def copy(folder: str, device: str) -> Command[str]:
    return cli("rsync", "--archive", folder, device).text()


@transition(source="measured", target="full", actor="deterministic")
def complain() -> None: ...


backup = workflow(
    "backup",
    look,
    measure,
    stop,
    copy,
    complain,
    initial="start",
    final=["copied", "full", "no_disk"],
    inputs={"device": str, "folder": str, "needed": int},
    outputs=["log"],
    budget=Budget(seconds=4000),
)
