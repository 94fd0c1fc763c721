from chaindsl import branch, chain, renamed, step


@step(writes="text")
def clean(text: str) -> str:
    return text.strip()


@step(writes="long")
def is_long(text: str) -> bool:
    return len(text) > 10


flow = chain(
    "flow",
    clean,
    is_long,
    branch("long", {True: renamed(clean, name="clean_long"), False: renamed(clean, name="clean_short")}),
    clean,
    inputs={"text": str},
    outputs=["text"],
)
