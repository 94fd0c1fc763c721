from chaindsl import branch, chain, step


@step(writes="urgent")
def triage(text: str) -> bool:
    return "!" in text


@step(writes="answer")
def call(text: str) -> str:
    return text


@step(writes="answer")
def write(text: str) -> str:
    return text


desk = chain(
    "desk", triage, branch("urgent", {True: call, False: write}), inputs={"text": str}, outputs=["answer"]
)
