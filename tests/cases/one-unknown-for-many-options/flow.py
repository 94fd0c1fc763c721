from chaindsl import State, chain, step, transition, workflow
from settings import MORE, OPTIONS


@step(writes="answer")
def reply(question: str) -> str:
    return question.upper()


flow = chain("flow", reply, **OPTIONS)


@transition(source="open", target="closed", actor="human", **MORE)
def close() -> None: ...


desk = workflow("desk", close, initial="open", final=["closed"], states=[State("open", goal="Close it", **MORE)])
