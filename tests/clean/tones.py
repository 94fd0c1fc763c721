"""One factory, three chains: a reply in a tone, with as many tries as the tone is difficult."""

from chaindsl import Budget, Complete, Text, chain, prompt, step
from chaindsl.language.flow import Flow


def make_reply(tone: str, attempts: int = 2) -> Flow:
    ask = prompt(f"reply-{tone}", version="1", text="Answer in a " + tone + " tone.\n\n{letter}\n\nFacts: {facts}")

    @step(writes="facts")
    def gather(letter: Text) -> Text:
        return " ".join(word for word in letter.split() if word[:1].isupper())

    @step(writes="reply", prompt=ask, max_attempts=attempts)
    def reply(letter: Text, facts: Text, *, complete: Complete) -> Text:
        return complete(ask.format(letter=letter, facts=facts))

    return chain(
        f"reply-{tone}", gather, reply, inputs={"letter": Text}, outputs=["reply"], budget=Budget(calls=attempts)
    )


formal = make_reply("formal")
friendly = make_reply("friendly", 3)
brief = make_reply(tone="brief", attempts=1)
