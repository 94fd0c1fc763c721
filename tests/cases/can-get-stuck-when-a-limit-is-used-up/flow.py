from chaindsl import transition, workflow


@transition(source="try", target="tried", actor="deterministic", writes="ok")
def attempt(url: str) -> bool:
    return bool(url)


@transition(source="tried", target="done", actor="deterministic", when="ok")
def finish() -> None: ...


@transition(source="tried", target="try", actor="deterministic", limit=3)
def again() -> None: ...


fetch = workflow("fetch", attempt, finish, again, initial="try", final=["done"], inputs={"url": str})
