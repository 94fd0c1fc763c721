"""A model is asked once for each item of a list of any length."""

from chaindsl import Budget, Complete, chain, step


@step(writes="notes", each="items")
def note(item: str, *, complete: Complete) -> str:
    return complete(item)


flow = chain("flow", note, inputs={"items": list[str]}, outputs=["notes"], budget=Budget(calls=100))
