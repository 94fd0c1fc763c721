from chaindsl import at_most, branch, chain, never, passes, repeat, step


@step(writes="clean")
def scrub(text: str) -> str:
    return text


@step(writes="text")
def load(path: str) -> str:
    return path


@step(writes="good")
def judge(text: str) -> bool:
    return bool(text)


@step(writes="text")
def revise(text: str) -> str:
    return text


@step(writes="sent")
def send(text: str, clean: str = "") -> str:
    return clean or text


mail = chain(
    "mail",
    load,
    branch("secret", {True: scrub, False: None}),
    repeat(judge, revise, until="good", limit=4),
    send,
    inputs={"path": str, "secret": bool},
    outputs=["sent"],
    always=[
        passes("scrub", before="send"),
        passes("load", before="send"),
        at_most("revise", 3),
        at_most("judge", 4),
        never("scrub", after="send"),
        never("revise", after="scrub"),
    ],
)
