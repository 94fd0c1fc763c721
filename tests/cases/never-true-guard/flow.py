from chaindsl import transition, workflow


@transition(source="scored", target="top", actor="deterministic", when="score > 90 and score < 80")
def praise() -> None: ...


@transition(source="scored", target="rest", actor="deterministic")
def thank() -> None: ...


grade = workflow("grade", praise, thank, initial="scored", final=["top", "rest"], inputs={"score": int})
