"""A newsletter whose parts, inputs and limits are put together from constants and lists."""

from chaindsl import Budget, Complete, Text, chain, prompt, step

MOST_STORIES = 6
TRIES = 2
ABOUT = {"audience": str}
INPUTS = {"stories": list[str], **ABOUT}
OUTPUTS = ["issue"]

TEASER = prompt("teaser", version="1", text="For {audience}, tease this story in two sentences:\n\n{story}")
GREETING = prompt("greeting", version="1", text="Greet {audience}; this issue has {count} stories.")


@step(writes="teasers", prompt=TEASER, each="stories", limit=MOST_STORIES, max_attempts=TRIES)
def tease(story: str, audience: str, *, complete: Complete) -> Text:
    return complete(TEASER.format(story=story, audience=audience))


@step(writes="greeting", prompt=GREETING, max_attempts=TRIES)
def greet(audience: str, teasers: list[str], *, complete: Complete) -> Text:
    return complete(GREETING.format(audience=audience, count=len(teasers)))


@step(writes="issue")
def set_issue(greeting: Text, teasers: list[str]) -> Text:
    return "\n\n".join([greeting, *teasers])


writing = [tease, greet]
parts = [*writing, set_issue]

newsletter = chain(
    "newsletter",
    *parts,
    inputs=INPUTS,
    outputs=OUTPUTS,
    budget=Budget(calls=MOST_STORIES * TRIES + TRIES),
)
