from chaindsl import chain, renamed, step


@step(writes="checked")
def check(draft: str) -> str:
    return draft.strip()


@step(writes="summary")
def summarise(text: str) -> str:
    return text[:50]


twice = chain(
    "twice",
    summarise,
    renamed(check, name="check_summary", reads={"draft": "summary"}, writes="checked_summary"),
    renamed(check, name="check_title", reads={"draft": "title"}, writes="checked_title"),
    inputs={"text": str, "title": str},
    outputs=["checked_summary", "checked_title"],
)
