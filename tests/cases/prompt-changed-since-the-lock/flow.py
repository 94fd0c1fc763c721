from chaindsl import Budget, Complete, Text, chain, prompt, step

GREET = prompt("greet", version="4", text="Greet {name} warmly.")
PART = prompt("part", version="1", text="Say goodbye to {name}.")


@step(writes="greeting", prompt=GREET)
def greet(name: str, *, complete: Complete) -> Text:
    return complete(GREET.format(name=name))


@step(writes="goodbye", prompt=PART)
def part(name: str, *, complete: Complete) -> Text:
    return complete(PART.format(name=name))


visit = chain(
    "visit", greet, part, inputs={"name": str}, outputs=["greeting", "goodbye"], budget=Budget(calls=4)
)
