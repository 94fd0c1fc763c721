from elsewhere import load_steps, shared_step

from chaindsl import chain, step


@step(writes="notes")
def note(question: str) -> str:
    return question


flow = chain("flow", note, shared_step, *load_steps(), inputs={"question": str}, outputs=["answer"])
