from chaindsl import chain, step


@step(writes="plan")
def plan(goal: str, notes: str) -> str:
    return goal + notes


@step(writes="notes")
def note(goal: str) -> str:
    return goal


work = chain("work", plan, note, inputs={"goal": str}, outputs=["plan"])
