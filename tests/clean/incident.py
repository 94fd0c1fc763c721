"""An incident: a model rates it, two menus are computed from that, and a person before anything is restarted."""

from typing import Literal

from chaindsl import Budget, Command, CommandResult, Complete, FromActor, State, Text, cli, decides, prompt
from chaindsl import transition, workflow

SEVERITY = prompt("severity", version="2", text="page, ticket or ignore?\n\n{alert}")
Service = Literal["web", "queue", "mail"]


@transition(
    source="alerted",
    target="rated",
    actor="deterministic",
    writes="severity",
    parse=Literal["page", "ticket", "ignore"],
    prompt=SEVERITY,
    fallback="page",
    max_attempts=2,
)
def rate(alert: Text, *, complete: Complete) -> str:
    return complete(SEVERITY.format(alert=alert))


@transition(source="rated", actor="deterministic")
def triage(severity: Literal["page", "ticket", "ignore"]) -> Literal["page", "ticket", "ignore"]:
    return severity


@transition(source="page", actor="deterministic")
def choose_shift(hour: int) -> Literal["day", "night"]:
    return "day" if 8 <= hour < 18 else "night"


@transition(source=("day", "night"), target="restarted", actor="human", writes="log", timeout=60)
def restart(service: FromActor[Service]) -> Command[CommandResult]:
    return cli("systemctl", "restart", service)


@transition(source=("day", "night"), target="ticket", actor="human")
def not_now() -> None: ...


@transition(source="ticket", target="filed", actor="deterministic", writes="ticket")
def file(alert: Text) -> str:
    return f"ticket: {alert}"


incident = workflow(
    "incident",
    rate,
    triage,
    choose_shift,
    restart,
    not_now,
    file,
    initial="alerted",
    final=["restarted", "filed", "ignore"],
    inputs={"alert": Text, "hour": int},
    budget=Budget(calls=2, seconds=600),
    states=[
        State("day", goal="Get the service back."),
        State("night", guidance="Restart only what wakes nobody else up."),
    ],
    always=[decides("human", before="restarted")],
)
