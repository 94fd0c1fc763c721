from chaindsl import decides, transition, workflow


@transition(source="requested", target="paid", actor="deterministic", when="amount < 500")
def pay_small() -> None: ...


@transition(source="requested", target="checked", actor="deterministic")
def ask() -> None: ...


@transition(source="checked", target="paid", actor="deterministic")
def pay() -> None: ...


expense = workflow(
    "expense",
    pay_small,
    ask,
    pay,
    initial="requested",
    final=["paid"],
    inputs={"amount": int},
    always=[decides("human", before="paid")],
)
