"""A text that is checked before it leaves: draft, criticise, revise, three rounds at the most.

    chaindsl run examples/verified.py:verified --model local "topic=Saturn's rings"

It shows `repeat`: the loop ends as soon as `approved` is true, so an approved draft is not revised, and it has a limit,
so it always ends. When the limit is used up the run fails with its trace, and no unapproved text is delivered. What can
be computed is computed: length and topic need no model, which is asked only for its opinion.
"""

from typing import Literal

from chaindsl import Budget, Complete, Text, chain, prompt, repeat, step

LONGEST = 25

DRAFT = prompt(
    "draft",
    version="1",
    text="""\
Topic: Halley's Comet
Sentence for a sign: Halley's Comet returns about every 76 years.

Topic: {topic}
Sentence for a sign:""",
)

OPINION = prompt(
    "opinion",
    version="1",
    text="""\
Sentence: Comets, which some say are made of, well, ice, are kind of nice.
Good enough for a sign? no

Sentence: Halley's Comet returns about every 76 years.
Good enough for a sign? yes

Sentence: {draft}
Good enough for a sign?""",
)

REVISE = prompt(
    "revise",
    version="1",
    text="""\
Topic: Halley's Comet
Sentence: It comes back again and again, and people have seen it many, many times.
Problem: it does not name Halley's Comet
Better sentence: Halley's Comet returns about every 76 years.

Topic: {topic}
Sentence: {draft}
Problem: {problem}
Better sentence:""",
)


def first_line(text: str) -> str:
    """Return the first line that says something: a base model goes on with texts of its own."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


@step(writes="draft", prompt=DRAFT)
def write(topic: Text, *, complete: Complete) -> Text:
    """Write a first draft."""
    return first_line(complete(DRAFT.format(topic=topic)))


@step(writes="opinion", prompt=OPINION, parse=Literal["yes", "no"], fallback="no")
def criticise(draft: Text, *, complete: Complete) -> str:
    """Ask whether the draft is good enough; an answer that is neither yes nor no counts as no."""
    return first_line(complete(OPINION.format(draft=draft)))


@step(writes="problem")
def find_problem(topic: Text, draft: Text, opinion: Literal["yes", "no"]) -> str:
    """Say what is wrong with the draft, or nothing."""
    if topic.lower() not in draft.lower():
        return f"it does not name {topic}"
    if len(draft.split()) > LONGEST:
        return f"it has more than {LONGEST} words"
    return "" if opinion == "yes" else "it is not clear enough"


@step(writes="approved")
def approve(problem: str) -> bool:
    """Approve what has no problem."""
    return not problem


@step(writes="draft", prompt=REVISE)
def revise(topic: Text, draft: Text, problem: str, *, complete: Complete) -> Text:
    """Write a better draft."""
    return first_line(complete(REVISE.format(topic=topic, draft=draft, problem=problem)))


verified = chain(
    "verified",
    write,
    repeat(criticise, find_problem, approve, revise, until="approved", limit=3),
    inputs={"topic": Text},
    outputs=["draft"],
    budget=Budget(seconds=300, calls=14),
)
