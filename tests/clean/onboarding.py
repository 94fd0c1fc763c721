"""Somebody starts at a company: predicates as guards, a loop with a limit, and a person where it does not go on."""

from chaindsl import FromActor, State, at_most, transition, workflow


def is_reachable(phone: str, mail: str) -> bool:
    return bool(phone or mail)


def has_laptop(laptop: str) -> bool:
    return laptop != ""


@transition(source="hired", target="contacted", actor="deterministic", when=is_reachable)
def contact() -> None: ...


@transition(source="hired", target="stalled", actor="deterministic")
def stall() -> None: ...


@transition(source=("contacted", "waiting"), target="shelf", actor="deterministic", writes="laptop")
def look_in_stock(role: str, *, stock: object) -> str:
    return f"{role} {stock}"


@transition(source="shelf", target="ready", actor="deterministic", when=has_laptop)
def hand_over() -> None: ...


@transition(source="shelf", target="waiting", actor="deterministic", limit=3)
def wait() -> None: ...


@transition(source="shelf", target="stalled", actor="deterministic")
def give_up() -> None: ...


@transition(source="stalled", target="ready", actor="human", writes="note")
def help_out(note: FromActor[str]) -> str:
    return note


@transition(source="stalled", target="left", actor="human")
def let_go() -> None: ...


onboarding = workflow(
    "onboarding",
    contact,
    stall,
    look_in_stock,
    hand_over,
    wait,
    give_up,
    help_out,
    let_go,
    initial="hired",
    inputs={"phone": str, "mail": str, "role": str},
    states=[
        State("stalled", goal="Get the person started.", guidance="Find a way to reach them, or a laptop."),
        State("ready", final=True),
        State("left", final=True),
    ],
    always=[at_most("wait", 3), at_most("help_out", 1)],
)
