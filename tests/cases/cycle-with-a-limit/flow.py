from chaindsl import transition, workflow


@transition(source="guess", target="check", actor="deterministic", writes="value")
def guess(start: int) -> int:
    return start * 2


@transition(source="check", target="found", actor="deterministic", when="value > 100")
def stop() -> None: ...


@transition(source="check", target="guess", actor="deterministic", limit=5)
def again() -> None: ...


@transition(source="check", target="lost", actor="deterministic")
def give_up() -> None: ...


search = workflow(
    "search", guess, stop, again, give_up, initial="guess", final=["found", "lost"], inputs={"start": int}
)
