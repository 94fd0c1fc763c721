from chaindsl import transition, workflow


@transition(source="plan", target="act", actor="deterministic", writes="step_number")
def act(step_number: int) -> int:
    return step_number + 1


@transition(source="act", target="observe", actor="deterministic")
def observe() -> None: ...


@transition(source="observe", target="done", actor="deterministic", when="step_number >= 5")
def stop() -> None: ...


@transition(source="observe", target="plan", actor="deterministic")
def again() -> None: ...


agent_loop = workflow(
    "agent_loop", act, observe, stop, again, initial="plan", final=["done"], inputs={"step_number": int}
)
