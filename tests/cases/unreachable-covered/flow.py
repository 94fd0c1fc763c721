from typing import Literal

from chaindsl import transition, workflow


@transition(source="sorted", target="kept", actor="deterministic", when="kind in ['letter', 'bill']")
def keep() -> None: ...


@transition(source="sorted", target="thrown", actor="deterministic", when="kind == 'advert'")
def throw() -> None: ...


@transition(source="sorted", target="kept", actor="deterministic", when="kind == 'bill'")
def pay() -> None: ...


mail = workflow(
    "mail",
    keep,
    throw,
    pay,
    initial="sorted",
    final=["kept", "thrown"],
    inputs={"kind": Literal["letter", "bill", "advert"]},
)
