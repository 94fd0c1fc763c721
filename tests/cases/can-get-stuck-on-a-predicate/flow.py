from chaindsl import transition, workflow


def is_valid(form: str) -> bool:
    return bool(form)


@transition(source="filed", target="accepted", actor="deterministic", when=is_valid)
def accept() -> None: ...


form = workflow("form", accept, initial="filed", final=["accepted"], inputs={"form": str})
