from chaindsl import chain, passes, step


@step(writes="checked")
def verify(draft: str) -> str:
    return draft


@step(writes="printed")
def render(checked: str) -> str:
    return checked


flow = chain(
    "flow", verify, render, inputs={"draft": str}, outputs=["printed"], always=[passes("verfy", before="render")]
)
