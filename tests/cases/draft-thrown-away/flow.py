from chaindsl import chain, step


@step(writes="plan")
def outline(topic: str) -> str:
    return f"1. {topic}"


@step(writes="text")
def sketch(plan: str) -> str:
    return plan.lower()


@step(writes="text")
def write(plan: str) -> str:
    return plan.upper()


essay = chain("essay", outline, sketch, write, inputs={"topic": str})
