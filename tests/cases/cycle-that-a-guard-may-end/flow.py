from chaindsl import transition, workflow


@transition(source="guess", target="check", actor="deterministic", writes="value")
def guess(start: int) -> int:
    return start * 2


@transition(source="check", target="found", actor="deterministic", when="value > 100")
def stop() -> None: ...


@transition(source="check", target="guess", actor="deterministic")
def again() -> None: ...


search = workflow("search", guess, stop, again, initial="guess", final=["found"], inputs={"start": int})
