"""Workflows of clean_parts.yaml, imported."""

from chaindsl import chain, step, transition, workflow


@transition(source="a", target="z", actor="deterministic", writes="greeting")
def hello(name: str) -> str:
    return "hello " + name


inner = workflow("inner", hello, initial="a", final=["z"], inputs={"name": str})


@step(writes="name")
def greet_name(who: str) -> str:
    return who


@step(writes="said")
def greet_said(greeting: str) -> str:
    return greeting


greet_work = chain(
    "greet_work",
    greet_name,
    inner,
    greet_said,
    inputs={"who": str},
    outputs=["said"],
)


@transition(source="a", target="z", actor="deterministic", runs=greet_work)
def greet(who: str) -> None: ...


outer = workflow("outer", greet, initial="a", final=["z"], inputs={"who": str})
